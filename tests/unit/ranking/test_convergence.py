"""Every point of the convergence is the ranking of the judgments until then."""

from __future__ import annotations

import pandas as pd
import pytest

from eval_core.errors import InputError
from eval_core.ranking import rank
from eval_core.ranking.convergence import COLUMNS, convergence
from tests.support.rank_shares import frame

START = pd.Timestamp("2026-03-02T09:00", tz="UTC")


def timed(seed: int = 0, systems: str = "abcde", n: int = 500) -> pd.DataFrame:
    """Judgments a minute apart, in shuffled order."""
    made = frame(seed, systems, n)
    made["decided_at"] = START + pd.to_timedelta(range(n), unit="min")
    return made.sample(frac=1, random_state=seed)


def agrees(point: pd.DataFrame, judgments: pd.DataFrame, **options: object) -> None:
    expected = {row.system: row for row in rank(judgments, **options).systems if row.se is not None}  # type: ignore[arg-type]
    result = point.set_index("system")
    assert set(result.index) == set(expected)
    for name, row in expected.items():
        numbers = result.loc[name, ["strength", "low", "high"]].astype(float).tolist()
        assert numbers == pytest.approx([row.strength, row.low, row.high], abs=1e-9)


@pytest.mark.parametrize("options", [{}, {"model": "bradley-terry", "level": 0.8}, {"cluster": "none"}])
def test_points_are_rankings_of_what_there_was(options: dict[str, object]) -> None:
    """At every point strength and interval are those that `rank` gives the judgments made until its moment."""
    judgments = timed()
    table = convergence(judgments, points=5, **options)  # type: ignore[arg-type]
    assert tuple(table.columns) == COLUMNS
    assert table["judgments"].unique().tolist() == [100, 200, 300, 400, 500]
    for n, point in table.groupby("judgments"):
        assert point["at"].unique().tolist() == [START + pd.Timedelta(minutes=int(n) - 1)]
        agrees(point, judgments[judgments["decided_at"] <= point["at"].iloc[0]], **options)


def test_one_moment_is_never_parted() -> None:
    """Judgments of one moment come in together: fewer points, each at the end of a moment."""
    judgments = timed()
    judgments["decided_at"] = judgments["decided_at"].dt.floor("120min")  # 8, 10, 12, 14 and 16 o'clock
    assert convergence(judgments, points=20)["judgments"].unique().tolist() == [60, 180, 300, 420, 500]


def test_the_unknown_are_in_from_the_start() -> None:
    """Judgments without a time count at every point; if all lack it there is one point, without a moment."""
    known = timed()
    judgments = known.assign(
        decided_at=known["decided_at"].where(known["decided_at"] >= START + pd.Timedelta(minutes=300))
    )
    table = convergence(judgments, points=10)
    assert table["judgments"].unique().tolist() == [300, 350, 400, 450, 500]
    assert table.loc[table["judgments"] == 300, "at"].isna().all()
    assert table["at"].max() == START + pd.Timedelta(minutes=499)
    agrees(table[table["judgments"] == 400], known[known["decided_at"] < START + pd.Timedelta(minutes=400)])
    alone = convergence(judgments.assign(decided_at=None))
    assert (alone["judgments"].unique().tolist(), alone["at"].isna().all()) == ([500], True)
    agrees(alone, judgments)


def test_before_there_is_a_number_there_is_no_row() -> None:
    """A system that came late, or has won everything so far, has no row yet; the end has all."""
    judgments = timed()
    late = judgments["first"].eq("e") | judgments["second"].eq("e")
    judgments.loc[late, "decided_at"] += pd.Timedelta(days=1)
    table = convergence(judgments, points=10)
    seen = table.groupby("judgments")["system"].agg(set)
    assert seen.iloc[0] <= set("abcd")
    assert seen.iloc[-1] == set("abcde")


def test_a_single_annotator_at_first_has_no_interval() -> None:
    """Where the wanted clusters are not there yet, strengths have no intervals."""
    judgments = timed()
    early = judgments["decided_at"] < START + pd.Timedelta(minutes=100)
    judgments.loc[early, "annotator"] = 99
    table = convergence(judgments, points=5, cluster="annotator")
    first, last = table[table["judgments"] == 100], table[table["judgments"] == 500]
    assert len(first)
    assert first[["low", "high"]].isna().all(axis=None)
    assert last[["low", "high"]].notna().all(axis=None)


@pytest.mark.parametrize(
    ("change", "options", "word"),
    [
        (lambda f: f.drop(columns="decided_at"), {}, "decided_at"),
        (lambda f: f, {"points": 0}, "points"),
        (lambda f: f, {"level": 1.0}, "level"),
        (lambda f: f.iloc[:0], {}, "no judgments"),
        (lambda f: f, {"cluster": "weekday"}, "cluster"),
        (lambda f: f.drop(columns="prompt"), {"cluster": "prompt"}, "prompt"),
    ],
)
def test_bad_input_is_named(change, options: dict[str, object], word: str) -> None:
    """A missing column, an impossible option and no judgments each are an InputError that names it."""
    with pytest.raises(InputError, match=word):
        convergence(change(timed()), **options)  # type: ignore[arg-type]
