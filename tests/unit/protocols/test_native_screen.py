"""The pairs of the screen for native readers, and how twelve of them are drawn."""

from __future__ import annotations

import difflib
import random
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.protocols.native_screen import (
    ITEMS,
    KINDS,
    LEAST_APPROVED,
    ScreenPair,
    approved,
    draw_screen,
    guess_passes,
    load_pairs,
)

OF_THE_OTHER = {
    "nb": {"ikkje", "eg", "kva", "noko", "mykje", "frå", "ein", "ei"},
    "nn": {"ikke", "jeg", "hva", "noe", "mye", "fra"},
}


def complaints(pairs: tuple[ScreenPair, ...]) -> list[str]:
    """What is wrong with the form of pairs; whether they are good Norwegian, only a native reader can say."""
    found = [f"{key} comes twice" for key, count in Counter(pair.key for pair in pairs).items() if count > 1]
    texts = Counter((pair.standard, pair.right) for pair in pairs)
    found += [f"{text} comes twice" for (_standard, text), count in texts.items() if count > 1]
    for pair in pairs:
        right, wrong = pair.right.split(), pair.wrong.split()
        blocks = difflib.SequenceMatcher(a=right, b=wrong, autojunk=False).get_opcodes()
        changed = [step for step in blocks if step[0] != "equal"]
        if not changed or sum(max(step[2] - step[1], step[4] - step[3]) for step in changed) > 6:
            found.append(f"{pair.key} has no single fault")
        if not 6 <= len(right) <= 20:
            found.append(f"{pair.key} has {len(right)} words")
        if not (re.fullmatch(r"[A-ZÆØÅ].*[.?]", pair.right) and re.fullmatch(r"[A-ZÆØÅ].*[.?]", pair.wrong)):
            found.append(f"{pair.key} is no sentence")
        if OF_THE_OTHER[pair.standard] & {word.strip(".,?").lower() for word in right}:
            found.append(f"{pair.key} has a word of the other written standard")
        if pair.kind not in KINDS or not pair.why or not pair.key.startswith(pair.standard):
            found.append(f"{pair.key} lacks its kind, its reason or its standard")
    return found


def test_the_pairs_are_well_formed() -> None:
    """At least 120 in all, enough of each standard for a choice, each with one fault and a reason."""
    pairs = load_pairs()
    assert complaints(pairs) == []
    counts = Counter(pair.standard for pair in pairs)
    assert len(pairs) >= 120
    assert min(counts["nb"], counts["nn"]) >= LEAST_APPROVED + ITEMS


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"wrong": "Hun fant et brev under døra da hun kom hjem."}, "no single fault"),
        ({"right": "Eg fann et brev under døra da hun kom hjem."}, "other written standard"),
        ({"right": "Hun fant."}, "words"),
        ({"kind": "taste"}, "lacks its kind"),
        ({"key": "nb-02"}, "comes twice"),
    ],
)
def test_a_spoilt_pair_is_found(change: dict[str, str], said: str) -> None:
    """The check of the files finds planted faults."""
    first, *rest = load_pairs()
    assert any(said in one for one in complaints((replace(first, **change), *rest)))


@given(st.integers(0, 2**32), st.sampled_from(["nb", "nn"]))
def test_a_draw_is_even(seed: int, standard: str) -> None:
    """Twelve different pairs, six right on each side, and no kind of fault more than once more than another."""
    drawn = draw_screen([pair for pair in load_pairs() if pair.standard == standard], random.Random(seed))
    assert len({pair.key for pair, _side in drawn}) == ITEMS
    assert Counter(side for _pair, side in drawn) == {"A": 6, "B": 6}
    counts = Counter(pair.kind for pair, _side in drawn)
    assert max(counts.values()) - min(counts.values()) <= 1


def test_guessing() -> None:
    """By the binomial: ten of twelve in 79 of 4,096 tries."""
    assert guess_passes(10) == pytest.approx(79 / 4096)
    assert guess_passes(0) == 1


def test_a_changed_pair_needs_a_new_approval() -> None:
    """An approval holds for both sentences as they read then."""
    first, second, *_rest = load_pairs()
    marks = [(first.key, first.fingerprint), (second.key, second.fingerprint)]
    assert approved([first, second], marks) == [first, second]
    assert approved([replace(first, wrong="Hun fant brevet."), second], marks) == [second]
