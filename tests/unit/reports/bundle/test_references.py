"""Whatever is cited has an entry, and every entry is whole."""

from __future__ import annotations

import re

import pytest

from eval_core.reports.bundle.references import SOURCES, bibtex, cited, in_brackets, split_citations

NEEDED = {
    "article": {"author", "title", "journal", "year", "volume", "pages"},
    "book": {"author", "title", "publisher", "year"},
    "misc": {"author", "title", "year"},
}


def test_every_source_is_whole() -> None:
    """The fields that BibTeX asks for, balanced braces, a year that the key and the short form agree on."""
    for key, source in SOURCES.items():
        fields = dict(source.fields)
        assert fields.keys() >= NEEDED[source.kind], key
        assert key == "parvis" or key.endswith(fields["year"])
        assert source.short.endswith(fields["year"])
        for value in fields.values():
            assert value.count("{") == value.count("}")
            assert not re.search(r"(?<!\\)[&%#_$]", value), "it would act in LaTeX"


def test_citations_are_found() -> None:
    """In order and once; between them is plain text; an unknown key is an error."""
    texts = ["A [@bell2002; @white1980] b [@gwet2008].", "[@bell2002]"]
    assert cited(texts) == ["bell2002", "white1980", "gwet2008"]
    assert split_citations(texts[0]) == ["A ", ["bell2002", "white1980"], " b ", ["gwet2008"], "."]
    assert in_brackets("So [@davidson1970].") == "So (Davidson 1970)."
    assert bibtex(["gwet2008", "bell2002", "bell2002"]).count("@article{") == 2
    with pytest.raises(KeyError):
        cited(["[@nobody1999]"])
