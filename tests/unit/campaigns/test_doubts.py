"""Whose judgments a lead should look at: clickers are found, and honest annotators are not named by chance."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from eval_core.campaigns.quality.doubts import LEVEL, Doubt, checked, doubts
from eval_core.campaigns.quality.gold_and_repeats import AnnotatorChecks, quickest
from eval_core.ranking import annotator_spread, habits
from eval_core.ranking.habits import AnnotatorHabits, Habit, annotator_habits
from tests.support.campaigns_simulated import FAST, HONEST, ONE_SIDED, TOSSING, Design, simulate

MARK = 0.8
FINE = AnnotatorChecks("Kari", 9, 10, 8, 10, 30.0, 0, took_first=41, took_second=39, fast=3, timed=100)
OTHERS = tuple(replace(FINE, annotator=name) for name in ("Eva", "Siri", "Unni"))
PLAIN = Habit(0.5, 0.6, 1.0)


def apart(name: str, z: float) -> AnnotatorHabits:
    """Habits of which only discrimination is unusual."""
    return AnnotatorHabits(name, 100, 100, Habit(z, None, None), PLAIN, PLAIN, None, None, None)


def of(z: float = 0.0, **changes: object) -> dict[str, list[str]]:
    """The reasons of everybody named where Ola differs from three who are fine."""
    ola = replace(FINE, annotator="Ola", **changes)
    found = doubts([*OTHERS, ola], [apart("Ola", z), *(apart(one.annotator, 0.3) for one in OTHERS)], MARK)
    return {doubt.annotator: [reason.code for reason in doubt.reasons] for doubt in found}


@pytest.mark.parametrize(
    ("z", "changes", "reasons"),
    [
        (0.0, {"gold_right": 1}, ["below_mark"]),
        (0.0, {"fast": 90}, ["too_fast"]),
        (0.0, {"fast": 90, "gold_right": 1}, ["too_fast", "below_mark"]),
        (0.0, {"took_first": 95, "took_second": 5, "gold_right": 6}, ["one_side", "below_mark"]),
        (0.0, {"took_first": 2, "took_second": 90, "gold_right": 8}, ["one_side", "gold"]),
        (4.0, {"gold_right": 5}, ["below_mark", "apart"]),
        (4.5, {"gold": 0, "gold_right": 0, "repeats_alike": 3}, ["repeats", "apart"]),
    ],
)
def test_what_names_somebody(z: float, changes: dict[str, int], reasons: list[str]) -> None:
    """Gold alone, speed alone, or a habit with gold or repeats behind it: Ola and nobody else, with every reason."""
    assert of(z, **changes) == {"Ola": reasons}


@pytest.mark.parametrize(
    ("z", "changes"),
    [
        (0.0, {}),
        (0.0, {"gold_right": 6}),
        (0.0, {"gold_right": 0, "gold": 4}),
        (9.0, {"gold_right": 0, "gold": 4, "repeats": 4, "repeats_alike": 0}),
        (9.0, {"gold_right": 10, "repeats_alike": 10}),
        (9.0, {"gold_right": 0, "gold": 0, "repeats": 0, "repeats_alike": 0}),
        (0.0, {"took_first": 95, "took_second": 5, "gold_right": 10, "repeats_alike": 10}),
        (0.0, {"took_first": 19, "took_second": 0, "gold": 0, "gold_right": 0}),
        (0.0, {"fast": 19, "timed": 19}),
        (0.0, {"fast": 60}),
        (0.0, {"gold": 100, "gold_right": 80}),
        (0.0, {"repeats": 100, "repeats_alike": 40}),
        (-9.0, {"gold_right": 6}),
    ],
)
def test_what_names_nobody(z: float, changes: dict[str, int]) -> None:
    """Bad luck, fewer than five checks, and any habit, however strong, without gold or repeats that bear it out."""
    assert of(z, **changes) == {}


def test_all_annotators_are_tested_together() -> None:
    """Speed that names one of four names nobody among forty: p-values are Holm's."""
    ola = replace(FINE, annotator="Ola", fast=66)
    assert [doubt.annotator for doubt in doubts([*OTHERS, ola], [], MARK)] == ["Ola"]
    many = [replace(FINE, annotator=f"person-{number}") for number in range(40)]
    assert doubts([*many, ola], [], MARK) == ()


def test_the_clearest_is_first_and_p_is_that_of_the_formula() -> None:
    """Gold alone has a tenth of the level; Fisher's combination has eight tenths."""
    per = replace(FINE, annotator="Per", gold_right=0)
    ola = replace(FINE, annotator="Ola", gold_right=2)
    first, second = doubts([ola, per, *OTHERS], [], MARK)
    assert (first.annotator, second.annotator) == ("Per", "Ola")
    assert second.p == pytest.approx(4 * stats.binom.cdf(2, 10, MARK) / 0.1)
    (tossing,) = doubts([replace(ola, gold_right=5, took_first=0, took_second=0), *OTHERS], [apart("Ola", 4.0)], MARK)
    product = stats.norm.sf(4.0) * stats.fisher_exact([[5, 5], [27, 3]], alternative="less").pvalue
    assert tossing.p == pytest.approx(4 * 2 * product * (1 - np.log(product)) / 0.8)
    assert isinstance(tossing, Doubt)


def test_checked_needs_five_answers_of_one_kind() -> None:
    """Five gold answers or five repeats of all annotators together; without anybody nothing is."""
    little = replace(FINE, gold=2, gold_right=2, repeats=2, repeats_alike=2)
    assert not checked([little, little])
    assert checked([little, little, little])
    assert not checked([])


def test_nobody_reads_a_text_within_the_quickest_time() -> None:
    """A text of 714 words of six characters takes a minute at three times the ordinary speed; no text takes none."""
    assert quickest(714 * 6) == pytest.approx(60)
    assert quickest(0) == 0


def named(design: Design, campaigns: int, seed: int = 1) -> tuple[float, float]:
    """The shares of simulated campaigns that name anybody, and that name the first annotator."""
    chance = np.random.default_rng(seed)
    people = [[doubt.annotator for doubt in simulate(design, chance).doubts(MARK)] for _ in range(campaigns)]
    return float(np.mean([bool(names) for names in people])), float(np.mean(["person-0" in names for names in people]))


def test_a_few_campaigns() -> None:
    """A tiny version of the simulations below: honest annotators are left alone, a clicker is found."""
    assert named(Design(5, 0.3), 6, seed=2) == (0, 0)
    for kind in (ONE_SIDED, TOSSING, FAST):
        assert named(Design(5, 0.3, kind), 3)[1] == 1


@pytest.mark.slow
@pytest.mark.parametrize("taste", [0.0, 0.3, 0.5])
@pytest.mark.parametrize("annotators", [2, 5, 12])
def test_honest_campaigns_name_hardly_anybody(annotators: int, taste: float) -> None:
    """However much honest annotators differ, at most 5 % of their campaigns name anybody."""
    assert named(Design(annotators, taste, HONEST), 100 if annotators < 12 else 60)[0] <= 0.05


@pytest.mark.slow
@pytest.mark.parametrize(
    "design",
    [
        Design(5, 0.5, text=2.0, overlap=5),
        Design(5, 0.3, accuracy=MARK),
        Design(12, 0.5, judgments=30, gold=5),
        Design(3, 0.5, gold=0, repeats=10),
    ],
    ids=["texts", "gold-at-the-mark", "little-work", "repeats"],
)
def test_other_honest_campaigns(design: Design) -> None:
    """Nor where texts differ much and all judge the same ones, where gold is hard, or where there is little of all."""
    assert named(design, 100)[0] <= 0.05


@pytest.mark.slow
@pytest.mark.parametrize("taste", [0.0, 0.3, 0.5])
@pytest.mark.parametrize("annotators", [5, 12])
@pytest.mark.parametrize("kind", [ONE_SIDED, TOSSING, FAST])
def test_clickers_are_found(kind: str, annotators: int, taste: float) -> None:
    """With 100 judgments and ten gold answers each, in at least 90 % of campaigns."""
    assert named(Design(annotators, taste, kind), 60)[1] >= 0.9


def habit_alarms(campaigns: int) -> float:
    """The share of honest campaigns of five in which a habit is below the level, adjusted."""
    chance, found = np.random.default_rng(1), 0
    for _ in range(campaigns):
        rows = annotator_habits(simulate(Design(5, 0.5), chance).judgments, position_effect=False)
        p = [getattr(row, name).p_adjusted for row in rows for name in ("discrimination", "side", "ties", "drift")]
        found += min(value for value in p if value is not None) < LEVEL
    return found / campaigns


@pytest.mark.slow
def test_habits_keep_their_level_and_the_old_ones_did_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted violation: with scores compared with their information alone, honest campaigns accuse somebody."""
    assert habit_alarms(60) <= 0.1
    monkeypatch.setattr(annotator_spread.Taste, "unusual", lambda _self, _place, shift, _slope: _alone(shift))
    monkeypatch.setattr(habits, "unusual_shifts", lambda shifts: [_alone(shift) for shift in shifts])
    assert habit_alarms(60) > 0.25


def _alone(shift: annotator_spread.Shift) -> float:
    """The score test as if the others' parameters were known and people did not differ."""
    return float(shift.score / np.sqrt(shift.information))
