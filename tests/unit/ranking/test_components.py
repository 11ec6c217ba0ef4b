"""Groups of systems that were never compared do not move each other: ranked together or apart, they are the same."""

from __future__ import annotations

from dataclasses import asdict, is_dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from eval_core.errors import InputError
from eval_core.ranking import Ranking, rank, rank_counts
from eval_core.ranking.comparison import compare
from eval_core.ranking.convergence import convergence
from eval_core.ranking.diagnostics.pilot import pilot_of
from eval_core.ranking.fit import fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.power import plan_pairs
from eval_core.ranking.robustness import robustness
from eval_core.ranking.slices import compare_slices
from eval_core.ranking.uncertainty.rank_shares import rank_probabilities
from eval_core.ranking.votes import count, encode

_MODES: tuple[dict[str, Any], ...] = (
    {},
    {"position_effect": True},
    {"model": "bradley-terry"},
    {"model": "bradley-terry", "engine": "choix"},
    {"cluster": "both"},
    {"cluster": "none"},
    {"length_covariate": True, "position_effect": True},
    {"bootstrap": 40},
)


def board(names: str, n: int, seed: int, log_nu: float, h: float, people: int) -> pd.DataFrame:
    """Judgments of one group by its own share of the annotators, drawn from Davidson's model."""
    chance = np.random.default_rng(seed)
    strength = dict(zip(names, np.linspace(0.8, -0.8, len(names)), strict=True))
    taste = chance.normal(0, 0.5, (people, len(names)))
    rows = []
    for turn in range(n):
        first, second = chance.choice(len(names), 2, replace=False)
        person = turn % people
        d = strength[names[first]] - strength[names[second]] + taste[person, first] - taste[person, second] + h
        weights = np.exp([d / 2, -d / 2, log_nu])
        lengths = chance.integers(50, 400, 2)
        rows.append(
            {
                "first": names[first],
                "second": names[second],
                "outcome": chance.choice(["first", "second", "tie"], p=weights / weights.sum()),
                "annotator": f"person {person}",
                "prompt": f"prompt {turn % 17}",
                "length_first": lengths[0],
                "length_second": lengths[1],
            }
        )
    return pd.DataFrame(rows)


MANY_TIES = board("adg", 240, 1, 0.6, 0.7, 6)
FEW_TIES = board("bcef", 200, 2, -1.5, -0.4, 4)
# One loses everything, another group is only tied; and the clusters of a small group are fewer still.
LOSER = board("hk", 24, 4, -9.0, 0.0, 3).assign(first="h", second="k", outcome="first")
LOPSIDED = pd.concat([board("hij", 90, 3, -0.5, 0.0, 3), LOSER])
ONLY_TIES = board("lm", 6, 5, 0.0, 0.0, 2).assign(outcome="tie")
PARTS = {"adg": MANY_TIES, "bcef": FEW_TIES, "hijk": LOPSIDED, "lm": ONLY_TIES}


def mixed(*parts: pd.DataFrame) -> pd.DataFrame:
    """The judgments of all groups, in turns as they come in."""
    return pd.concat(parts).sample(frac=1.0, random_state=7).sort_values("prompt", kind="stable", ignore_index=True)


TOGETHER = mixed(*PARTS.values())


def own(names: str, data: pd.DataFrame = TOGETHER) -> pd.DataFrame:
    """The judgments of one group, in the order in which they came in."""
    return data[data["first"].isin([*names])]


def same(one: Any, two: Any) -> bool:
    """Whether two records are equal, numbers to 1e-9."""
    if is_dataclass(one) and not isinstance(one, type):
        return type(one) is type(two) and same(asdict(one), asdict(two))
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(two) and all(map(same, one, two))
    if isinstance(one, float) and isinstance(two, float):
        return abs(one - two) <= 1e-9
    return bool(one == two)


def faults(together: Ranking, names: str, alone: Ranking) -> list[str]:
    """What of a group is not as its judgments alone give it."""
    number = [*map("".join, together.components)].index(names)
    rows = tuple(replace(row, component=0) for row in together.systems if row.component == number)
    pairs = tuple(pair for pair in together.pairs if {pair.system, pair.opponent} <= {*names})
    document, apart = together.as_dict(), alone.as_dict()
    found = [] if same(rows, alone.systems) else ["systems"]
    found += [] if same(pairs, alone.pairs) else ["pairs"]
    found += [name for name in ("ties", "positions", "lengths") if not same(document[name][number], apart[name][0])]
    clusters = document["clusterings"][number]
    return found + [name for name, value in clusters.items() if not same(value, apart[name])]


@pytest.mark.parametrize("mode", _MODES, ids=lambda mode: "-".join(map(str, mode.values())) or "default")
def test_ranked_together_or_apart(mode: dict[str, Any]) -> None:
    """Strengths, errors, intervals, ranges, pairs, effects and clusters of each group are those of it alone."""
    parts = {names: part for names, part in PARTS.items() if mode.get("engine") != "choix" or names != "hijk"}
    data = mixed(*parts.values())
    together = rank(data, **mode)
    assert tuple(map("".join, together.components)) == tuple(parts)
    for names in parts:
        assert faults(together, names, rank(own(names, data), **mode)) == []
    across = [pair for pair in together.pairs if (pair.system, pair.opponent) == ("a", "b")]
    assert [(pair.difference, pair.p, pair.decided) for pair in across] == [(None, None, False)]


def test_planted_a_group_that_moves_another() -> None:
    """One judgment more in a group is seen there, and there only; a number moved by 1e-8 is found."""
    more = pd.concat([TOGETHER, FEW_TIES[FEW_TIES["outcome"] == "tie"].head(1)], ignore_index=True)
    moved = rank(more)
    assert faults(moved, "adg", rank(own("adg"))) == []
    assert "systems" in faults(moved, "bcef", rank(own("bcef")))
    together = rank(TOGETHER)
    row = next(row for row in together.systems if row.system == "d")
    shifted = tuple(replace(one, strength=one.strength + 1e-8 * (one is row)) for one in together.systems)
    assert faults(replace(together, systems=shifted), "adg", rank(own("adg"))) == ["systems"]


def test_the_tie_parameter_is_that_of_the_only_component() -> None:
    """`tie` and `position` are of the only component, else null; the lists have one for each."""
    document = rank(TOGETHER, position_effect=True).as_dict()
    assert (document["tie"], document["position"], document["connected"]) == (None, None, False)
    assert [len(document[name]) for name in ("ties", "positions", "lengths", "clusterings")] == [4] * 4
    nu = [effect and effect["nu"] for effect in document["ties"]]
    assert nu[0] > 3 * nu[1] > 0
    assert nu[3] is None
    assert document["positions"][0]["log_odds"] > 0 > document["positions"][1]["log_odds"]
    alone = rank(own("adg"), position_effect=True).as_dict()
    assert (alone["ties"], alone["positions"]) == ([alone["tie"]], [alone["position"]])
    assert alone["tie"]["nu"] == pytest.approx(nu[0], abs=1e-9)


def test_counts_by_group() -> None:
    """Judgments that are counted already are ranked group by group too."""
    counts = TOGETHER.groupby(["first", "second", "outcome"]).size().reset_index(name="n")
    together = rank_counts(counts, position_effect=True)
    for names in PARTS:
        assert faults(together, names, rank_counts(own(names, counts), position_effect=True)) == []


def test_a_reference_is_that_of_its_group() -> None:
    """The others are measured from their own mean, as without a reference."""
    together = rank(TOGETHER, reference="d")
    assert together.reference == "d"
    assert faults(together, "adg", rank(own("adg"), reference="d")) == []
    assert faults(together, "bcef", rank(own("bcef"))) == []


def test_progress_counts_the_fits_of_all_groups() -> None:
    """One count to the end, however many groups there are."""
    told: list[tuple[int, int]] = []
    rank(mixed(MANY_TIES, FEW_TIES), bootstrap=3, progress=lambda done, total: told.append((done, total)))
    assert told == [(turn, 6) for turn in range(1, 7)]


def test_a_group_with_one_annotator() -> None:
    """By itself it is clustered by what repeats in it; asked for by name, it cannot be, and the error names it."""
    lonely = FEW_TIES.assign(annotator="person 0")
    data = mixed(MANY_TIES, lonely)
    found = rank(data)
    assert (found.cluster, [group.cluster for group in found.groups]) == ("auto", ["both", "prompt"])
    assert (found.df, found.n_clusters) == (None, {"annotator": 6, "prompt": 17})
    assert faults(found, "bcef", rank(lonely)) == []
    with pytest.raises(InputError, match=r"of b, c, e, f, who were never compared .* --systems"):
        rank(data, cluster="annotator")
    with pytest.raises(InputError, match="there is only one"):
        rank(data.assign(annotator="person 0"), cluster="annotator")


def test_warnings_name_the_group() -> None:
    """What holds of all is said once, the rest with the group it belongs to."""
    said = [warning.message for warning in rank(TOGETHER, position_effect=True).warnings]
    assert said[0].startswith("the systems fall into 4 groups")
    assert said[1].startswith("no finite strength for k")
    assert "group 4: every judgment is a tie: nothing separates the systems" in said
    assert any(text.startswith("group 3: with 3 annotators") for text in said)
    assert not any(text.startswith("group 1: with") for text in said)
    three = TOGETHER.assign(annotator=TOGETHER["annotator"].map(lambda name: f"person {int(name[-1]) % 3}"))
    assert [text for text in (w.message for w in rank(three).warnings) if "about these people" in text] == [
        "with 3 annotators the ranking is about these people only"
    ]


def test_ranks_checks_and_plans_by_group() -> None:
    """What is made from a ranking is made of each group by itself."""
    data = TOGETHER.assign(decided_at=pd.date_range("2026-01-01", periods=len(TOGETHER), freq="min", tz="UTC"))
    together = rank(data)
    shares, checks = rank_probabilities(encode(data)), robustness(together, data)
    last = convergence(data, points=1).set_index("system")
    decisions = 0
    for names in PARTS:
        mine = own(names, data)
        alone = rank(mine)
        alone_shares = rank_probabilities(encode(mine)).drop(columns="component")
        found = shares[shares["system"].isin([*names])].drop(columns="component").reset_index(drop=True)
        assert same(found.to_dict("list"), alone_shares.to_dict("list"))
        apart = robustness(alone, mine)
        decisions += apart.decisions
        removed = {one.annotator: one.change for one in apart.annotators}
        for one in checks.annotators:
            if one.annotator in removed:
                assert {*removed[one.annotator].undecided} <= {*one.change.undecided}
                assert len(removed) == 1 or [*removed[one.annotator].undecided] == [
                    pair for pair in one.change.undecided if {*pair} <= {*names}
                ]
        asked = [(names[0], names[1])]
        assert same(plan_pairs(together, data, asked), plan_pairs(alone, mine, asked))
        assert same(asdict(compare(together, *asked[0])), asdict(compare(alone, *asked[0])))
        for name, row in convergence(mine, points=1).set_index("system").iterrows():
            assert last.loc[name, "strength"] == pytest.approx(row["strength"], abs=1e-9)
            assert last.loc[name, "low"] == pytest.approx(row["low"], abs=1e-9, nan_ok=True)
    assert checks.decisions == decisions
    assert [plan.code for plan in plan_pairs(together, data, [("a", "b")])] == ["disconnected"]


def test_effects_of_one_fit_of_all_groups() -> None:
    """The fit behind habits, slices and diagnostics has the effects of each group apart."""
    options = Options("davidson", "newton", True, None, 0.95, 0, 0)
    votes = encode(TOGETHER)
    whole = fit_model(len(votes.systems), count(votes), options)
    cells = whole.cells
    for names in PARTS:
        part = encode(own(names))
        alone = fit_model(len(names), count(part), options)
        place = [votes.systems.index(name) for name in names]
        assert whole.strength[place] == pytest.approx(alone.strength, abs=1e-9)
        mine = np.isin(cells.first, place)
        expected = np.full(int(mine.sum()), np.log(alone.nu) if alone.nu else -np.inf)
        assert whole.layout.log_nu(cells, whole.beta)[mine] == pytest.approx(expected, abs=1e-9)
    rows = {row.system: row for row in compare_slices(TOGETHER, TOGETHER.iloc[::2], cluster="none").rows}
    for names in ("adg", "bcef"):
        mine, half = own(names), own(names, TOGETHER.iloc[::2])
        for row in compare_slices(mine, half, cluster="none").rows:
            assert rows[row.system].difference == pytest.approx(row.difference, abs=1e-9)
            assert rows[row.system].se == pytest.approx(row.se, abs=1e-9)
    shares = [pilot_of(part).tie_share for part in (MANY_TIES, FEW_TIES)]
    both = pilot_of(pd.concat([MANY_TIES, FEW_TIES])).tie_share
    assert both == pytest.approx(np.average(shares, weights=[len(MANY_TIES), len(FEW_TIES)]), abs=1e-9)
