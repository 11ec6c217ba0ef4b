"""What Norwegian annotators read in `data/`: words that we decided against, and gold that is filed where it belongs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from difflib import SequenceMatcher

import pytest

from eval_core.protocols import load_guidelines
from eval_core.protocols.guidelines import by_category
from eval_core.protocols.loader import DATA

# Forms that another one was chosen over (docs/terms.md), and what is not in either written standard.
REFUSED = {
    "nb": r"\b(linja|fila|sida|evalueringa|gjentak|plass to|annenplass|robotaktig\w*|informasjonsskriv\w*"
    r"|henvendelse|gale fagord)\b",
    "nn": r"\b(vart|båe|byrj\w*|øyeblikk|retningslinj\w*|einig\w*|henne|gjentaking\w*|plass to|robotaktig\w*"
    r"|handsam\w*|galne|nett desse|informasjonsskriv\w*|førespurnad\w*|dersom|ei klamme)\b",
}
FOLDERS = ("guidelines", "guide", "letters", "letters/rating", "method")


def norwegian(language: str) -> Iterator[tuple[str, str]]:
    """Every text of `data/` in a language that speaks for Parvis: where it is, and the text."""
    for folder in FOLDERS:
        yield folder, (DATA / folder / f"{language}.md").read_text(encoding="utf-8")
    for path in (DATA / "protocols").glob("*.toml"):
        yield path.stem, " ".join(re.findall(rf'\b{language} = "([^"]*)"', path.read_text(encoding="utf-8")))


def gold() -> list[dict[str, str]]:
    lines = (DATA / "demo" / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def misfiled(pair: dict[str, str]) -> bool:
    """Whether a gold comparison says 'spelling' though words are split or joined, which is word choice."""
    return pair["issue"] == "spelling" and len(pair["less_fluent"].split()) != len(pair["more_fluent"].split())


@pytest.mark.parametrize("language", ["nb", "nn"])
def test_no_refused_word_stands_in_our_texts(language: str) -> None:
    """Guidelines, guide, letters, method page and protocols keep to the forms we chose."""
    texts = list(norwegian(language))
    assert {place for place, text in texts if len(text) > 50} > {*FOLDERS, "heval"}
    refused = {place: re.findall(REFUSED[language], text) for place, text in texts}
    assert {place: words for place, words in refused.items() if words} == {}


def test_the_refused_words_are_found() -> None:
    """Sentences that stood in these texts before are caught."""
    assert re.search(REFUSED["nb"], "V2-regelen om at verbet står på plass to")
    assert re.search(REFUSED["nb"], "linja under hver figur")
    assert re.search(REFUSED["nn"], "forskarane som arbeider med henne")
    assert re.search(REFUSED["nn"], "det som vart trekt")


def test_compounds_are_filed_under_word_choice() -> None:
    """As in the guidelines; a pair filed as it used to be is caught."""
    rules = by_category(load_guidelines("nb"), ["word_choice", "spelling"])
    assert "særskriving" in rules["word_choice"].rules[0].text
    assert "særskriving" not in rules["spelling"].rules[0].text
    assert [pair["prompt"] for pair in gold() if misfiled(pair)] == []
    old = next(pair for pair in gold() if "granskog" in pair["more_fluent"])
    assert misfiled({**old, "issue": "spelling"})


def test_gold_is_not_known_by_its_twins() -> None:
    """At least ten pairs are two different texts; on the whole the fluent one is as long as the other."""
    pairs = gold()
    alike = [SequenceMatcher(None, pair["more_fluent"].split(), pair["less_fluent"].split()).ratio() for pair in pairs]
    assert sum(ratio < 0.5 for ratio in alike) >= 10
    fluent, other = (sum(len(pair[side].split()) for pair in pairs) for side in ("more_fluent", "less_fluent"))
    assert 0.95 < fluent / other < 1.05


def test_what_a_spelling_explanation_quotes_is_right() -> None:
    """Each word that it quotes is in the fluent text, and not in that spelling in the other."""
    for pair in gold():
        if pair["issue"] == "spelling":
            quoted = re.findall(r"«([^»]+)»", pair["explanation"].lower())
            assert quoted
            assert [word for word in quoted if word not in pair["more_fluent"].lower()] == []
            assert [word for word in quoted if word in pair["less_fluent"].lower()] == []
