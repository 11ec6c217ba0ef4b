"""How to cite a published campaign: a sentence, BibTeX, and a CITATION.cff."""

from __future__ import annotations

import json
import re

from eval_core import __version__
from eval_core.figures.leaderboard_text import latex
from eval_core.locales import full_day
from eval_core.locales import gettext as _
from eval_core.reports.site.contents import Contents


def year_of(contents: Contents) -> str:
    """The year of the last judgment; '' where no time is known."""
    return str(contents.facts.last.year) if contents.facts.last else ""


def sentence(contents: Contents) -> str:
    """A reference in the current language."""
    when = f" ({full_day(contents.facts.last)})" if contents.facts.last else ""
    where = f" {contents.address}" if contents.address else ""
    return _(
        "{title}: results of pairwise judgments{when}. Made with Parvis {version}.{where}",
        title=contents.facts.title,
        when=when,
        version=__version__,
        where=where,
    )


def bibtex(contents: Contents) -> str:
    """One entry; what is not known is not in it."""
    fields = {
        "title": f"{{{latex(contents.facts.title)}}}",
        "year": year_of(contents),
        "howpublished": latex(contents.address) if contents.address else "",
        "note": f"Pairwise judgments; data {_fingerprint(contents)}; made with Parvis {__version__}",
    }
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    key = re.sub(r"[^a-zA-Z0-9]+", "", contents.facts.slug) or "campaign"
    return f"@misc{{{key}{year_of(contents)},\n{lines}}}\n"


def citation_file(contents: Contents) -> str:
    """A CITATION.cff of the data: YAML, in which a JSON string is a string whatever people have typed."""
    facts, release = contents.facts, contents.release
    lines = [
        "cff-version: 1.2.0",
        "message: To cite these results, please use these metadata.",
        "type: dataset",
        f"title: {_quoted(facts.title)}",
        "authors:",
        f"- name: {_quoted(facts.title)}",
        "identifiers:",
        "- type: other",
        f"  value: {_quoted(_fingerprint(contents))}",
        "  description: fingerprint of the data",
    ]
    lines += [f"date-released: {facts.last.date().isoformat()}"] if facts.last else []
    lines += [f"url: {_quoted(contents.address)}"] if contents.address else []
    lines += [f"license: {_quoted(licence)}"] if (licence := _spdx(release.facts.licence)) else []
    return "\n".join(lines) + "\n"


def _fingerprint(contents: Contents) -> str:
    return next(iter(contents.parts.values())).board.fingerprint


def _quoted(text: str) -> str:
    return json.dumps(" ".join(text.split()), ensure_ascii=False)


_SPDX = {"cc-by-4.0": "CC-BY-4.0", "cc-by-sa-4.0": "CC-BY-SA-4.0", "cc0-1.0": "CC0-1.0", "cc-by-nc-4.0": "CC-BY-NC-4.0"}
_SPDX |= {"cc-by-nd-4.0": "CC-BY-ND-4.0", "cc-by-nc-sa-4.0": "CC-BY-NC-SA-4.0", "cc-by-nc-nd-4.0": "CC-BY-NC-ND-4.0"}
_SPDX |= {"apache-2.0": "Apache-2.0", "mit": "MIT", "gpl-3.0": "GPL-3.0-only", "odbl": "ODbL-1.0", "pddl": "PDDL-1.0"}


def _spdx(given: str) -> str:
    """A licence as the format of the file knows it; '' for any other."""
    return _SPDX.get(re.sub(r"[\s_]+", "-", given.strip().lower()), "")
