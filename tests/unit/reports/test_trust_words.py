"""The sentence on trust names what speaks against the judgments, the worst first."""

from __future__ import annotations

import pytest

from eval_core.agreement import Agreement, Interval, Measures
from eval_core.campaigns.quality.gold_and_repeats import AnnotatorChecks
from eval_core.locales import use_language
from eval_core.ranking.habits import AnnotatorHabits, Habit
from eval_core.reports.trust_words import trust_verdict

PLAIN, APART = Habit(0.5, 0.6, 1.0), Habit(5.0, 0.0001, 0.0002)
CASES = {
    "chance": (-0.01, (-0.1, 0.1), [], [], "Do not trust"),
    "certainly chance": (-0.2, (-0.3, -0.1), ["Kari"], [], "Do not trust"),
    "careless": (
        0.4,
        (0.3, 0.5),
        ["Kari", "Ola"],
        ["Siri"],
        "judgments of Kari and Ola first: they missed too many gold",
    ),
    "apart": (0.4, (0.3, 0.5), [], ["Siri"], "judgments of Siri first: they agree less with the others"),
    "nothing shared": (None, None, [], [], "It is too early"),
    "few": (0.1, (-0.1, 0.3), [], [], "too few judgments to be sure"),
    "good": (0.4, (0.3, 0.5), [], [], "There is no sign of a problem with these"),
}


def agreeing(alpha: float | None, interval: Interval | None) -> Agreement:
    """An agreement of which only the ordinal alpha is known."""
    estimates = Measures[float | None](None, None, alpha, None)
    return Agreement(10, 3, estimates, Measures[Interval | None](None, None, interval, None), 0.95, 100, 0, ())


def checked(name: str, right: int, gold: int = 20) -> AnnotatorChecks:
    return AnnotatorChecks(name, gold_right=right, gold=gold, repeats_alike=0, repeats=0, seconds=None, late=0)


def person(name: str, discrimination: Habit) -> AnnotatorHabits:
    return AnnotatorHabits(name, 100, 100, discrimination, PLAIN, PLAIN, None, None, None)


@pytest.mark.parametrize(("alpha", "interval", "careless", "apart", "sentence"), CASES.values(), ids=CASES)
def test_what_is_said(
    alpha: float | None, interval: Interval | None, careless: list[str], apart: list[str], sentence: str
) -> None:
    """No agreement, then carelessness, then who judges apart; else whether there is enough to say so."""
    checks = [checked("Eva", 18), *(checked(name, 5) for name in careless)]
    habits = [person("Eva", PLAIN), *(person(name, APART) for name in apart)]
    assert sentence in trust_verdict(agreeing(alpha, interval), checks, habits, 0.8)


def test_carelessness_is_certain_before_it_is_said() -> None:
    """Two misses of four may be bad luck at a mark of 0.8: the interval reaches over it."""
    good = agreeing(0.4, (0.3, 0.5))
    assert "There is no sign of a problem" in trust_verdict(good, [checked("Kari", 2, 4)], [], 0.8)
    assert "Kari" in trust_verdict(good, [checked("Kari", 5, 20)], [], 0.8)
    assert "There is no sign of a problem" in trust_verdict(good, [checked("Kari", 0, 0)], [], 0.8)


@pytest.mark.parametrize("language", ["nb", "nn"])
def test_in_norwegian(language: str) -> None:
    """Every sentence has its own in both written standards."""
    sentences = set()
    for spoken in ("en", language):
        use_language(spoken)
        for alpha, interval, careless, apart, _ in CASES.values():
            checks = [checked(name, 5) for name in careless]
            sentences.add(trust_verdict(agreeing(alpha, interval), checks, [person(n, APART) for n in apart], 0.8))
    assert len(sentences) == 12
