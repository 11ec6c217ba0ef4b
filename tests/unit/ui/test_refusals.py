"""Every refusal of a service has a sentence, in each language and on each page."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import get_args

import pytest

from eval_core.locales import use_language
from eval_core.places import HOME
from eval_core.ui.parts import refusals
from eval_core.ui.parts.refusals import Page, refusal_text
from tests.support.extracting import called

SERVICES = sorted((HOME / "eval_core" / "campaigns").rglob("*.py"))
# Refused only where a request was made by hand, since no page offers it, or on the command line.
UNSEEN = {
    "unknown_language",
    "unknown_round",
    "unknown_size",
    "unknown_token",
    # The open link's own pages say these.
    "bad_parameters",
    "begun_already",
    # So does the page that one comes back to from an OpenID provider (tests/services/web/test_staff.py).
    "account_reassigned",
    "not_invited",
}
PAGES = get_args(Page)


def codes(sources: Iterable[str]) -> set[str]:
    """The codes of all refusals that are written out in these sources."""
    return {
        node.args[0].value
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and called(node) == "RefusedError"
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def without_sentence(found: set[str]) -> set[str]:
    return found - set(refusals.REFUSALS) - UNSEEN


def test_every_refusal_has_a_sentence() -> None:
    """What a service refuses is told, but for what no page can ask for."""
    found = codes(path.read_text(encoding="utf-8") for path in SERVICES)
    assert len(found) > 50
    assert without_sentence(found) == set()
    assert found >= UNSEEN, "an exception that no service needs any more"


def test_a_refusal_without_a_sentence_is_found() -> None:
    """The check above names a code that a service refuses with and the table does not have."""
    planted = 'raise RefusedError("out_of_paper", "there is no paper")'
    assert without_sentence(codes([planted])) == {"out_of_paper"}


@pytest.mark.parametrize("language", ["nb", "nn"])
def test_no_refusal_is_left_in_english(language: str, request: pytest.FixtureRequest) -> None:
    """Each code is told in words of its own in either written standard, on every page."""
    request.addfinalizer(lambda: use_language("en"))
    for page in PAGES:
        for code in refusals.REFUSALS:
            use_language("en")
            english = refusal_text(code, page)
            use_language(language)
            assert refusal_text(code, page) not in ("", english)


def test_a_page_says_a_refusal_in_its_own_words() -> None:
    """The page's sentence comes before the general one, and a code that nobody foresaw has one too."""
    assert refusal_text("too_long", "questions") == "Not sent: a question has at most 2,000 characters."
    assert refusal_text("too_long", "desk") == "Not saved: a comment has at most 2,000 characters."
    assert refusal_text("out_of_paper", "desk") == "Not saved. Load the page again."


def test_the_facts_fill_the_sentence() -> None:
    """A sentence with a place for a name is told with the name."""
    assert refusal_text("unknown_person", "progress", name="Kari").startswith("Not saved: Kari is no longer")
