"""The guidelines as structure: sections, categories, and what a search finds."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.protocols import Item, Section, by_category, load_guidelines, load_protocol
from eval_core.protocols.guidelines import (
    fold,
    guidelines_of,
    matches,
    of_category,
    search,
    search_words,
    unwrapped,
)

LANGUAGES = ("en", "nb", "nn")
ISSUES = [issue.key for issue in load_protocol("norwegian_fluency").issues]


def items(sections: tuple[Section, ...]) -> list[Item]:
    return [item for section in sections for item in section.items]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_structure_holds_the_whole_text(language: str) -> None:
    """The sections have every word of the body in the same order, and every anchor on one item."""
    guidelines = load_guidelines(language)
    lines = []
    for section in guidelines.sections:
        lines.append(f"{'#' * section.level} {section.heading}")
        lines += [f"{item.sign} {item.text}" for item in section.items]
    assert " ".join(" ".join(lines).split()) == " ".join(guidelines.body.split())
    assert tuple(item.anchor for item in items(guidelines.sections) if item.anchor) == guidelines.anchors


def test_every_category_of_the_protocol_has_a_rule_in_every_language() -> None:
    """Each issue is explained; an issue and its examples are the same in all languages."""
    editions = [by_category(load_guidelines(language), ISSUES) for language in LANGUAGES]
    for key in ISSUES:
        assert editions[0][key].rules, key
        anchors = [
            [[item.anchor for item in part] for part in (edition[key].rules, edition[key].examples)]
            for edition in editions
        ]
        assert anchors[0] == anchors[1] == anchors[2]
    shown = [example.anchor for key in ISSUES for example in editions[0][key].examples]
    assert sorted(shown) == sorted(anchor for anchor in load_guidelines("en").anchors if anchor.startswith("example."))


def test_a_category_without_words_is_empty() -> None:
    """A protocol may have an issue that the guidelines do not mention."""
    categories = by_category(load_guidelines("en"), ["grammar", "unheard_of"])
    assert categories["unheard_of"].rules == categories["unheard_of"].examples == ()
    assert [rule.anchor for rule in categories["grammar"].rules] == ["issue.grammar"]


def test_an_unknown_category_mark_is_seen(tmp_path: Path) -> None:
    """A category is read from the data file as it is written there; an example without one has none."""
    text = "<!-- version: 9 -->\n# Head\n\n- <!-- example.one: grammar -->*a*: should\n  be *b*.\n- <!-- example.two -->c\n"
    (tmp_path / "en.md").write_text(text, encoding="utf-8")
    guidelines = load_guidelines("en", tmp_path)
    assert guidelines.sections == (
        Section(
            "Head", 1, (Item("*a*: should be *b*.", "-", "example.one", "grammar"), Item("c", "-", "example.two", None))
        ),
    )
    assert items(of_category(guidelines.sections, "grammar")) == [guidelines.sections[0].items[0]]


def test_a_search_wants_every_word_and_keeps_the_order() -> None:
    """Words may be anywhere in a passage or its heading, in any case; the passages stay in order."""
    sections = load_guidelines("nb").sections
    few = items(search(sections, "PREPOSISJON kaffe"))
    assert [item.anchor for item in few] == ["issue.word_choice"]
    assert search(sections, "preposisjon xylofon") == ()
    many = items(search(sections, "norsk"))
    assert many == [item for item in items(sections) if item in many]
    assert len(many) > 1
    assert search(sections, "  ") == sections
    steps = search(sections, "steg for steg")
    assert [item.sign for item in items(steps)] == ["1.", "2.", "3.", "4.", "5."]


@pytest.mark.parametrize(
    ("text", "words", "matching"),
    [
        ("En kafé i byen", "kafe", True),
        ("En kafe i byen", "KAFÉ", True),
        ("språket", "spraket", False),
        ("spraket", "språket", False),
        ("SPRÅKET", "språket", True),
        ("spra\N{COMBINING RING ABOVE}ket", "språket", True),
        ("brød", "brod", False),
        ("være", "vaere", False),
        ("kaffe *kopp* her", "kopp", True),
        ("**Grammar:** words", "**grammar:**", True),
    ],
)
def test_accents_fold_and_norwegian_letters_do_not(text: str, words: str, matching: bool) -> None:
    """An accent makes no difference; æ, ø and å are other letters than a and o."""
    assert matches(text, words) is matching


@given(st.text())
def test_folding_keeps_every_place(text: str) -> None:
    """A folded text is as long as its composed form, whatever it is made of; folding twice changes nothing more."""
    folded = fold(text)
    assert len(folded) == len(unicodedata.normalize("NFC", text))
    assert matches(text, text) or not search_words(text)


@pytest.mark.parametrize("language", ["en", "nb", "nn"])
def test_unwrapping_changes_no_passage(language: str) -> None:
    """What a lead edits has a passage a line, and says and links the same as the file; a second time changes nothing."""
    general = load_guidelines(language)
    flat = unwrapped(general.source)
    assert guidelines_of(language, general.version, flat).sections == general.sections
    assert max(map(len, flat.splitlines())) > max(map(len, general.source.splitlines()))
    assert unwrapped(flat) == flat
