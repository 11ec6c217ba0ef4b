"""What is asked comes from the protocol: no text of Parvis itself says what the Norwegian protocol asks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.extracting import LANGUAGES, catalogue, strings_of
from tests.support.reading import ROOT

FLUENCY = re.compile(
    r"fluen(t|cy)|språkflyt|flytende språk|flytande språk|(best|betre|bedre|godt|dårlig|dårleg) språk|better Norwegian",
    re.IGNORECASE,
)
# Names of columns and of the released data set's three choices, which files have had before, and a criterion's key.
NAMES = re.compile(
    r"more_fluent|less_fluent|A is more fluent|B is more fluent|Equally fluent|norwegian_fluency"
    r"|^fluency$|criteria\.fluency"
)
# About the Norwegian protocol and no other: the data card's words for it, and what Parvis calls itself in a citation.
ABOUT_NORWEGIAN = {"eval_core/campaigns/publishing/dataset_card.py", "eval_core/reports/bundle/references.py"}
CODE = [path for folder in ("eval_core", "pages") for path in sorted((ROOT / folder).rglob("*.py"))]
SCRIPTS = sorted((ROOT / "eval_core" / "web" / "desk").glob("*.js"))


def speaks(text: str) -> bool:
    """Whether a text says what the Norwegian protocol asks; names in files do not count."""
    return bool(FLUENCY.search(NAMES.sub("", text)))


def literals(source: str) -> Iterator[str]:
    """The texts of a module, without docstrings."""
    tree = ast.parse(source)
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


def test_no_module_says_what_is_asked() -> None:
    """No text in the code speaks of fluency; what annotators are asked is in the protocol's file."""
    found = {
        str(path.relative_to(ROOT)): [text for text in literals(path.read_text(encoding="utf-8")) if speaks(text)]
        for path in CODE
    }
    assert {name: texts for name, texts in found.items() if texts and name not in ABOUT_NORWEGIAN} == {}
    assert {path.name for path in SCRIPTS if speaks(path.read_text(encoding="utf-8"))} == set()
    assert all(found[name] for name in ABOUT_NORWEGIAN), "an exception is no longer needed"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_says_what_is_asked(language: str) -> None:
    """Nor does a message or its translation, where the English is silent."""
    texts = [
        text for entry in catalogue(language) if entry.id for text in strings_of(entry.id) + strings_of(entry.string)
    ]
    assert len(texts) > 1000
    assert [text for text in texts if speaks(text)] == []


@pytest.mark.parametrize(
    "line",
    [
        'label = _("A is the more fluent one")',
        'words = {"tie": N_("equally fluent")}',
        'said = f"{one} har best språk."',
    ],
)
def test_such_a_text_would_be_found(line: str) -> None:
    """A label that is written into the code is caught, in English and in Norwegian; a column's name is not."""
    assert any(speaks(text) for text in literals(line))
    assert not any(speaks(text) for text in literals('"""How fluent."""\nreader.require("more_fluent")'))
