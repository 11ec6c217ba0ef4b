"""Whose ratings a lead should look at: careless raters are found, and honest ones are not named by chance."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from eval_core.campaigns.quality.doubts import LEVEL
from eval_core.campaigns.quality.rater_checks import Estimated, RaterChecks, logit, rater_checks
from eval_core.campaigns.quality.rater_doubts import examined_raters, rater_doubts
from eval_core.files import RatedScale
from tests.support.raters_simulated import LINE, SLOW_LINE, TOSSING, simulate

MARK = 0.8
FINE = RaterChecks(
    "Kari", 100, same=10, several=100, fast=2, timed=100, log_seconds=Estimated(3.7, 0.003), shared=60, follows=0.7
)
OTHERS = tuple(replace(FINE, annotator=name) for name in ("Eva", "Siri", "Unni"))


def named(**changes: Any) -> dict[str, list[str]]:
    """The reasons of everyone named where Ola differs from three who are fine."""
    found = rater_doubts([*OTHERS, replace(FINE, annotator="Ola", **changes)], MARK)
    return {doubt.annotator: [reason.code for reason in doubt.reasons] for doubt in found}


@pytest.mark.parametrize(
    ("changes", "reasons"),
    [
        ({"fast": 90}, ["hasty"]),
        ({"controls": 20, "controls_right": 6}, ["controls"]),
        ({"same": 100}, ["one_value"]),
        ({"same": 100, "log_seconds": Estimated(1.9, 0.003), "fast": 80}, ["hasty", "one_value", "quick"]),
        ({"log_seconds": Estimated(1.7, 0.003), "follows": 0.0}, ["quick", "apart"]),
    ],
)
def test_what_names_a_rater(changes: dict[str, Any], reasons: list[str]) -> None:
    """Haste alone, one value throughout alone, or much quicker and following the others less: Ola and no one else."""
    assert named(**changes) == {"Ola": reasons}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"same": 40},
        {"controls": 4, "controls_right": 0},
        {"controls": 20, "controls_right": 14},
        {"same": 19, "several": 19},
        {"fast": 55},
        {"fast": 19, "timed": 19},
        {"log_seconds": Estimated(1.7, 0.003)},
        {"follows": 0.0},
        {"follows": None, "log_seconds": None},
        {"not_applicable": 900, "cells": 1100},
        {"level": -0.5},
    ],
)
def test_what_names_no_one(changes: dict[str, Any]) -> None:
    """A habit alone, too little work, and what differs as people do."""
    assert named(**changes) == {}


def test_a_rater_without_work_or_without_others_is_not_judged() -> None:
    """Nothing is said of one sheet; of a single rater only haste can be told."""
    alone, _ = examined_raters([RaterChecks("Kari", 1), replace(FINE, annotator="Ola")], MARK)
    assert alone.alone is None
    assert not rater_doubts([replace(FINE, same=100)], MARK)
    assert [doubt.annotator for doubt in rater_doubts([replace(FINE, fast=100)], MARK)] == ["Kari"]
    assert rater_doubts([], MARK) == ()


def sheets(*rows: tuple[int, str, int, dict[str, float | None], float]) -> pd.DataFrame:
    """Sheets as the database gives them: number, rater, response, values and seconds."""
    made = [
        {"sheet": sheet, "person": len(name), "response": response, "annotator": name, "characters": 714.0}
        | {"criterion": key, "value": np.nan if value is None else value, "active_ms": 1000 * seconds, "late": False}
        for sheet, name, response, values, seconds in rows
        for key, value in values.items()
    ]
    return pd.DataFrame(made)


SCALES = [RatedScale(key, 0, 4, True) for key in "abcd"]


def test_a_sheet_in_numbers() -> None:
    """One value throughout needs three values; N/A is counted by criterion; a tenth of a minute is haste here."""
    same, two = dict.fromkeys("abcd", 3.0), {"a": 3.0, "b": 3.0, "c": None, "d": None}
    rows = [(1, "Kari", 1, same, 11.0), (2, "Kari", 2, two, 20.0), (3, "Kari", 3, same | {"d": 2.0}, 30.0)]
    (kari,) = rater_checks(sheets(*rows), SCALES)
    assert (kari.sheets, kari.same, kari.several) == (3, 1, 2)
    assert (kari.not_applicable, kari.cells) == (2, 12)
    # 714 characters are skimmed in ten seconds; four criteria take two more.
    assert (kari.fast, kari.timed, kari.seconds) == (1, 3, 20.0)
    assert (kari.shared, kari.follows, kari.level) == (0, None, None)
    assert rater_checks(sheets(*rows).iloc[:0], SCALES) == ()


def test_raters_are_compared_on_the_same_responses() -> None:
    """The correlation with the others' mean, 0 for one score throughout, and how much higher the scores are."""
    rows = []
    for response in range(8):
        value = float(response % 4)
        for place, (name, given) in enumerate((("Kari", value), ("Olav", value + 1), ("Siri-B", 3.0))):
            rows.append((3 * response + place, name, response, {"a": given, "b": given}, 30.0))
    kari, olav, siri = rater_checks(sheets(*rows), SCALES, excluded={len("Olav")})
    assert (kari.shared, kari.follows, siri.follows) == (8, pytest.approx(1), 0.0)
    assert kari.level == pytest.approx((1.5 - (2.5 + 3) / 2) / 4)
    assert (kari.counts, olav.counts) == (False, False)
    assert siri.counts


def test_the_odds_of_all_and_of_none_are_finite() -> None:
    """Half is added to either side; of nothing nothing is known."""
    every, none = logit(10, 10), logit(0, 10)
    assert every is not None
    assert none is not None
    assert every.value == pytest.approx(-none.value)
    assert every.value == pytest.approx(np.log(21))
    assert logit(0, 0) is None


def test_a_few_campaigns() -> None:
    """Honest raters are left alone; 4 on all eleven criteria in seven seconds each is found."""
    chance = np.random.default_rng(5)
    assert simulate(chance, 4, 40) == ()
    assert [doubt.annotator for doubt in simulate(chance, 4, 60, kinds={0: LINE})] == ["person-0"]


@pytest.mark.slow
@pytest.mark.parametrize(("raters", "responses"), [(2, 40), (3, 60), (5, 120), (12, 300)])
@pytest.mark.parametrize("good", [0.0, 2.0])
def test_honest_campaigns_name_hardly_anyone(raters: int, responses: int, good: float) -> None:
    """However good the responses are, at most 5 % of honest campaigns name anyone."""
    chance = np.random.default_rng(1)
    assert np.mean([bool(simulate(chance, raters, responses, good=good)) for _ in range(60)]) <= LEVEL


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "raters", "responses", "share"),
    [(LINE, 3, 60, 0.8), (LINE, 12, 300, 1), (SLOW_LINE, 5, 120, 0.9), (TOSSING, 12, 300, 0.9)],
)
def test_careless_raters_are_found(kind: str, raters: int, responses: int, share: float) -> None:
    """One value throughout, quick or slow, and any value in a hurry; and no one else is named."""
    chance = np.random.default_rng(2)
    found = [[one.annotator for one in simulate(chance, raters, responses, kinds={0: kind})] for _ in range(20)]
    assert np.mean(["person-0" in names for names in found]) >= share
    assert np.mean([bool(set(names) - {"person-0"}) for names in found]) <= LEVEL
