"""The sentence on trust names what speaks against the judgments, the worst first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from eval_core.agreement import Agreement, Interval, Measures
from eval_core.campaigns.quality.doubts import Doubt, Reason
from eval_core.campaigns.quality.gold_and_repeats import AnnotatorChecks
from eval_core.locales import use_language
from eval_core.reports.annotators.trust_words import trust_verdict

UNKNOWN = "It is not known yet whether to trust these judgments: the annotators may agree no more than by chance."
CASES = {
    "hardly more than chance": (-0.01, (-0.1, 0.1), {}, "Do not trust"),
    "certainly chance": (-0.2, (-0.3, -0.1), {}, "Do not trust"),
    "careless": (
        0.4,
        (0.3, 0.5),
        {"Kari": "below_mark", "Ola": "below_mark"},
        "of Kari and Ola first: they missed too",
    ),
    "hasty": (
        0.4,
        (0.3, 0.5),
        {"Siri": "too_fast"},
        "of Siri first: most were made faster than either text can be read",
    ),
    "one-sided": (0.4, (0.3, 0.5), {"Siri": "one_side"}, "of Siri first: they mostly take the same side"),
    "gold": (0.4, (0.3, 0.5), {"Siri": "gold"}, "of Siri first: they missed more gold comparisons than the others"),
    "repeats": (0.4, (0.3, 0.5), {"Siri": "repeats"}, "of Siri first: their repeats differ more often"),
    "nothing shared": (None, None, {}, "It is too early"),
    "above chance, and hardly": (0.1, (0.05, 0.15), {}, "agree hardly more than by chance"),
    "few": (0.1, (-0.1, 0.3), {}, UNKNOWN),
    "touches chance": (0.4, (0.0, 0.7), {}, UNKNOWN),
    "less than chance, by chance": (-0.02, (-0.6, 0.4), {}, UNKNOWN),
    "one comparison": (-0.1, None, {}, UNKNOWN),
    "good": (0.4, (0.3, 0.5), {}, "There is no sign of a problem with these"),
}
CHECKED = [AnnotatorChecks("Eva", gold_right=18, gold=20, repeats_alike=0, repeats=0, seconds=None, late=0)]


def agreeing(alpha: float | None, interval: Interval | None) -> Agreement:
    """An agreement of which only the ordinal alpha is known."""
    estimates = Measures[float | None](None, None, alpha, None, None)
    return Agreement(10, 3, estimates, Measures[Interval | None](None, None, interval, None, None), 0.95, 100, 0, ())


def doubted(people: dict[str, str]) -> list[Doubt]:
    return [Doubt(name, 0.01, (Reason(code), Reason("apart"))) for name, code in people.items()]


@pytest.mark.parametrize(("alpha", "interval", "people", "sentence"), CASES.values(), ids=CASES)
def test_what_is_said(alpha: float | None, interval: Interval | None, people: dict[str, str], sentence: str) -> None:
    """No agreement, then whose judgments to look at; else whether there is enough to say so."""
    assert sentence in trust_verdict(agreeing(alpha, interval), CHECKED, doubted(people))


def test_everybody_is_named_for_the_most_telling_reason() -> None:
    """Two reasons are two sentences, and no one is in both."""
    said = trust_verdict(agreeing(0.4, (0.3, 0.5)), CHECKED, doubted({"Kari": "too_fast", "Ola": "below_mark"}))
    assert said.count("Look at the judgments") == 2
    assert (said.count("Kari"), said.count("Ola")) == (1, 1)


def test_without_gold_or_repeats_nothing_was_checked() -> None:
    """No word of trust without a check, and none on the checks of those whose judgments do not count."""
    good, (eva,) = agreeing(0.4, (0.3, 0.5)), CHECKED
    for checks in ([], [replace(eva, gold=4, gold_right=4)], [replace(eva, counts=False)]):
        assert trust_verdict(good, checks, []).startswith("Not checked")
    assert trust_verdict(good, [replace(eva, gold=0, gold_right=0, repeats=5)], []).startswith("There is no sign")


@pytest.mark.parametrize("language", ["nb", "nn"])
def test_in_norwegian(language: str) -> None:
    """Every sentence has its own in both written standards."""
    sentences = set()
    for spoken in ("en", language):
        use_language(spoken)
        for alpha, interval, people, _ in CASES.values():
            sentences.add(trust_verdict(agreeing(alpha, interval), CHECKED, doubted(people)))
        sentences.add(trust_verdict(agreeing(0.4, (0.3, 0.5)), [], []))
    assert len(sentences) == 2 * 10
