"""The pages of a site: five in each language, English at the root, the others in folders of their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from eval_core import __version__
from eval_core.locales import LANGUAGES, current_language, full_day, in_language, ngettext
from eval_core.locales import gettext as _
from eval_core.reports.site.contents import Contents
from eval_core.reports.site.evidence_pages import data_page, method_page, people_page
from eval_core.reports.site.pair_words import pairs_page
from eval_core.reports.site.ranking_page import ranking_page
from eval_core.reports.standings.decision_words import verdict

FIRST = "en"  # the language at the root
_FOLDER = Path(__file__).parent
ASSETS = ("site.css", "pairs.css", "site.js", "pairs.js")


@dataclass(frozen=True)
class Page:
    """A page: its file, its title in the menu, and what its template gets."""

    file: str
    title: str
    read: Callable[[Contents], Mapping[str, Any]]


def pages() -> tuple[Page, ...]:
    """The pages in the order of the menu, in the current language."""
    return (
        Page("index.html", _("Ranking"), ranking_page),
        Page("pairs.html", _("Pairs"), pairs_page),
        Page("people.html", _("People"), people_page),
        Page("method.html", _("Method"), method_page),
        Page("data.html", _("Data"), data_page),
    )


def place_of(language: str) -> str:
    """The folder of a language, with a slash at its end; '' for the one at the root."""
    return "" if language == FIRST else f"{language}/"


def site_pages(contents: Contents) -> dict[str, str]:
    """Every page as HTML, by its path."""
    found = {}
    for language in LANGUAGES:
        with in_language(language):
            for page in pages():
                found[place_of(language) + page.file] = _rendered(contents, page)
    return found


def _rendered(contents: Contents, page: Page) -> str:
    language = current_language()
    root = "../" if place_of(language) else ""
    address = contents.address
    return (
        _environment()
        .get_template(page.file)
        .render(
            lang=language,
            root=root,
            page=page,
            menu=pages(),
            languages=[(code, name, f"{root}{place_of(code)}{page.file}") for code, name in LANGUAGES.items()],
            title=contents.facts.title,
            about=_about(contents),
            # What shows links takes whole addresses only; without one a relative address is the best there is.
            picture=f"{address}preview-{language}.png" if address else f"{root}preview-{language}.png",
            own=f"{address}{place_of(language)}{page.file}" if address else "",
            demo=_("Demo campaign: invented texts, judged by simulated annotators.") if contents.facts.is_demo else "",
            made=_made(contents),
            words=_words(),
            **page.read(contents),
        )
    )


def _about(contents: Contents) -> str:
    return verdict(next(iter(contents.parts.values())).ranking)


def _made(contents: Contents) -> str:
    facts = contents.facts
    judged = ngettext("{count} judgment", "{count} judgments", facts.judgments)
    when = f", {full_day(facts.last)}" if facts.last else ""
    return _("{judged}{when}. Made with Parvis {version}.", judged=judged, when=when, version=__version__)


def _words() -> dict[str, str]:
    return {
        "skip": _("Skip to the content"),
        "menu": _("Pages"),
        "languages": _("Language"),
    }


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(_FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
