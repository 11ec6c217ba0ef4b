"""The Norwegian catalogues use the chosen terms: one for each thing, and none that was refused."""

from __future__ import annotations

from functools import cache

import pytest

from eval_core.ui.registry import PAGES
from tests.support.extracting import CATALOGUES, LANGUAGES, ROOT, catalogue
from tests.support.terms import BOTH, ONE_STANDARD, Refused, wrong_in, wrong_words

RULES = [(language, rule) for language in LANGUAGES for rule in (*BOTH, *ONE_STANDARD[language])]
COLON = "a full sentence after a colon begins with a capital letter"


@cache
def page_names(language: str) -> list[str]:
    """What the menu calls the pages."""
    translations = catalogue(language)
    return [str(entry.string) for page in PAGES if (entry := translations.get(page.title))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_ours(language: str) -> None:
    """No catalogue uses a refused word, foreign typography, the other written standard, or a page's name unquoted."""
    names = page_names(language)
    assert len(names) > 10
    assert wrong_words(catalogue(language), names) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_word_in_a_catalogue_is_caught(language: str) -> None:
    """The check above reads singulars and plurals of the whole catalogue."""
    text = (CATALOGUES / f"{language}.po").read_text(encoding="utf-8")
    for old in ('msgstr "Angre"', 'msgstr[1] "{count} oppg'):
        broken = text.replace(old, old.replace('"', '"Prompt ', 1), 1)
        assert broken != text
        (problem,) = wrong_words(catalogue(language, broken))
        assert problem.endswith("a prompt is an 'oppgave' or 'oppgåve'")


@pytest.mark.parametrize(("language", "rule"), RULES)
def test_each_rule_catches_its_word(language: str, rule: Refused) -> None:
    """No rule is without a sentence that breaks it."""
    assert rule.reason in wrong_in(rule.planted, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("nb", "Ikke lagret: en vurdering lå utenfor skalaen."),
        ("nb", "Klart: det vurderes nå."),
        ("nb", "Ingenting her: last inn svar først."),
        ("nb", "Runder: hva har kommet til?"),
        ("nn", "Runden er open: vurderinga går føre seg."),
        ("nn", "Ikkje lagra: {count} svar er borte, og dette er tomt: tala manglar."),
    ],
)
def test_a_small_sentence_after_a_colon_is_caught(language: str, text: str) -> None:
    """Statements, questions and commands after a colon need their capital letter, and are right with it."""
    assert COLON in wrong_in(text, language)
    head, _, tail = text.rpartition(": ")
    assert list(wrong_in(f"{head}: {tail[0].upper()}{tail[1:]}", language)) == []


@pytest.mark.parametrize(
    "text",
    [
        "Ringer: et system på et dokument.",
        "Ankerpar: gamle sammenligninger som vurderes en gang til",
        "Ny: får en lenke",
        "Vurder blindt: før du ser på resultater",
        "kan skilles: intervaller som ikke overlapper",
        "Begynner kl. 14:05",
    ],
)
def test_a_fragment_after_a_colon_stays_small(text: str) -> None:
    """What lacks a verb, or a subject, is no sentence."""
    assert list(wrong_in(text, "nb")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unquoted_page_is_caught(language: str) -> None:
    """A page's name is quoted inside a sentence, and not where it is a heading."""
    for name in page_names(language):
        assert list(wrong_in(f"Last ned under {name}.", language, page_names(language))) != []
        for right in (f"Last ned under «{name}».", name, f"{name}: 1"):
            assert list(wrong_in(right, language, page_names(language))) == []


def test_the_table_of_terms_agrees_with_the_catalogues() -> None:
    """Where docs/terms.md gives a word that is itself a message, the catalogues give the same word."""
    rows = [
        [cell.strip() for cell in line.strip("|\n").split("|")]
        for line in (ROOT / "docs" / "terms.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and not line.startswith("| English")
    ]
    entries = {language: {str(entry.id).lower(): entry for entry in catalogue(language)} for language in LANGUAGES}
    compared = 0
    for english, *norwegian, _note in rows:
        for language, term in zip(LANGUAGES, norwegian, strict=True):
            if entry := entries[language].get(english.lower()):
                assert str(entry.string).lower() == term.lower(), f"{english} ({language})"
                compared += 1
    assert compared > 30
