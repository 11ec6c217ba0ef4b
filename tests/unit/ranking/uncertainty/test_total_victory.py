"""Where one system won every judgment: what is decided, by how many people, and that more wins never count for less."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eval_core.ranking import Ranking, rank, rank_votes
from eval_core.ranking.comparison import compare
from eval_core.ranking.results import PairRow
from eval_core.ranking.uncertainty.total_victory import judgments_needed
from tests.support.ranking import by_name
from tests.support.studies import votes_of
from tests.support.worlds import outcomes, pairs_of

COLUMNS = ["first", "second", "outcome", "annotator", "prompt"]


def sweep(annotators: int, prompts: int, systems: int = 4, lost: int = 0) -> pd.DataFrame:
    """Everybody judges every prompt: 'z' against the others in turn, which it wins but for `lost`; they win by chance."""
    chance = np.random.default_rng(annotators + 100 * prompts)
    rows = []
    others = [f"s{number}" for number in range(systems)]
    for annotator in range(annotators):
        for prompt in range(prompts):
            rows.append(("z", others[(annotator + prompt) % systems], "first", annotator, prompt))
            one, two = chance.choice(others, 2, replace=False)
            rows.append((one, two, chance.choice(["first", "second", "tie"]), annotator, prompt))
    table = pd.DataFrame(rows, columns=COLUMNS)
    won = table.index[table["first"] == "z"]
    table.loc[won[:lost], "outcome"] = "second"
    return table


def of(ranking: Ranking, one: str, two: str) -> PairRow:
    """Their row."""
    names = sorted((one, two))
    return next(row for row in ranking.pairs if [row.system, row.opponent] == names)


def test_who_won_everything_before_ten_people_leads() -> None:
    """480 of 480: first alone, decided against each, and `compare` calls it better; five people are too few for that."""
    ranking = rank(sweep(10, 48))
    leader = by_name(ranking)["z"]
    assert leader.judgments == 480
    assert (leader.rank_low, leader.rank_high, leader.bounded, leader.high) == (1, 1, False, None)
    assert leader.p_best is not None
    assert leader.p_best > 0.99
    assert leader.low is not None
    assert leader.low > max(row.strength for row in ranking.systems if row.bounded)
    assert of(ranking, "s0", "z").p_alone == 2.0**-9
    verdict = compare(ranking, "z", "s0")
    assert (verdict.verdict, verdict.not_worse, verdict.decided, verdict.difference) == ("better", True, True, None)
    assert compare(ranking, "s0", "z").verdict == "worse"
    five = rank(sweep(5, 96))
    assert by_name(five)["z"].judgments == 480
    assert of(five, "s0", "z").p_alone == 2.0**-4  # what unanimity by chance comes to
    assert not of(five, "s0", "z").decided
    assert compare(five, "z", "s0").verdict == "undecided"


def test_one_person_decides_nothing() -> None:
    """Three of three by one annotator, and a hundred of a hundred on one prompt, are one judgment."""
    for annotators, prompts in (((0,), range(3)), (range(100), (0,))):
        rows = [("z", "a", "first", annotator, prompt) for annotator in annotators for prompt in prompts]
        ranking = rank(pd.DataFrame(rows, columns=COLUMNS))
        assert of(ranking, "a", "z").p_alone == 1.0
        assert not of(ranking, "a", "z").decided


def test_only_judgments_that_share_nothing_count() -> None:
    """Of six by three people on two prompts two share neither; the larger of two sign tests would say three."""
    rows = [("z", "a", "first", annotator, prompt) for annotator in range(3) for prompt in range(2)]
    table = pd.DataFrame(rows, columns=COLUMNS)
    assert of(rank(table), "a", "z").p_alone == 2.0**-1
    assert of(rank(table, cluster="annotator"), "a", "z").p_alone == 2.0**-2
    assert of(rank(table, cluster="none"), "a", "z").p_alone == 2.0**-5


def test_victories_over_the_stronger_count_too() -> None:
    """Who beat b, and b is known to be stronger than c, has beaten c's better; who beat c alone has not beaten b."""
    rows = [("b", "c", "first", number, number) for number in range(12)]
    rows += [("c", "d", ("first", "second")[number % 2], number, number) for number in range(12)]
    rows += [("z", "b", "first", number, number) for number in range(12)]
    ranking = rank(pd.DataFrame(rows, columns=COLUMNS))
    assert of(ranking, "b", "c").decided
    assert of(ranking, "b", "z").decided
    assert (of(ranking, "c", "z").decided, of(ranking, "c", "z").p_alone) == (True, 2.0**-11)
    assert not of(ranking, "d", "z").decided


def fresh(pairs: list[tuple[str, str, str]]) -> pd.DataFrame:
    """Judgments (first, second, outcome), each by a person of its own on a prompt of its own."""
    return pd.DataFrame([(*row, number, number) for number, row in enumerate(pairs)], columns=COLUMNS)


def test_defeats_by_the_weaker_count_too() -> None:
    """Who lost to all of four loses to the best of them: those known to be weaker beat the loser as well."""
    rows = [("b", "c", "second" if number % 8 == 0 else "first") for number in range(160)]
    rows += [("b", "d", "second" if number % 8 == 0 else "first") for number in range(160)]
    rows += [(one, "z", "first") for one in "bcd" for _ in range(5)]
    found = rank(fresh(rows))
    assert of(found, "b", "c").decided
    assert of(found, "b", "z").p_alone == 2.0**-14
    assert of(found, "c", "z").p_alone == 2.0**-4  # of c and d neither is known to be the weaker
    assert of(found, "b", "z").decided


def test_which_victories_count_is_not_chosen_by_their_ends() -> None:
    """i beat j four times. That it also beat seven of twenty who beat j, and lost to the others, decides nothing."""
    strong = [f"k{number:02d}" for number in range(20)]
    rows = [(k, "j", "first") for k in strong for _ in range(14)]
    rows += [("i", "j", "first")] * 4
    rows += [("i", k, "first" if number < 7 else "second") for number, k in enumerate(strong)]
    found = rank(fresh(rows))
    assert of(found, "j", "k00").decided
    assert (of(found, "i", "j").p_alone, of(found, "i", "j").decided) == (2.0**-3, False)


@pytest.mark.parametrize("lost", [0, 1, 2])
def test_a_mirror_turns_the_ranks_around(lost: int) -> None:
    """With every outcome turned round each range is the mirror of itself, those of one system alone too."""
    table = sweep(10, 20, lost=lost)
    turned = table.assign(outcome=table["outcome"].map({"first": "second", "second": "first", "tie": "tie"}))
    one, other = by_name(rank(table)), by_name(rank(turned))
    for name, row in one.items():
        mirrored = other[name]
        assert (row.rank_low, row.rank_high) == (6 - mirrored.rank_high, 6 - mirrored.rank_low)
        assert (row.rank_low_alone, row.rank_high_alone) == (6 - mirrored.rank_high_alone, 6 - mirrored.rank_low_alone)
        assert (row.low is None) == (mirrored.high is None)


def test_where_it_cannot_be_told_it_says_how_many_it_would_need() -> None:
    """Ten decide while at most 25 pairs are open; twenty systems need 13 judgments, 130 need 19."""
    needed = {pairs: judgments_needed(pairs, 0.05) for pairs in (25, 26, 190, 8385)}
    assert needed == {25: 10, 26: 11, 190: 13, 8385: 19}


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.sampled_from(["first", "tie", "second"])), min_size=1),
    st.data(),
)
def test_p_never_rises_when_what_is_no_win_becomes_one(judged: list[tuple[int, int, str]], data: st.DataObject) -> None:
    """A judgment of z against a that was lost or a tie and becomes a win never makes the sign test weaker."""

    def p_of(rows: list[tuple[int, int, str]]) -> float:
        table = [("z", "a", outcome, annotator, prompt) for annotator, prompt, outcome in rows]
        found = of(rank(pd.DataFrame(table, columns=COLUMNS), details=False), "a", "z")
        return 1.0 if found.difference is not None or found.p_alone is None or found.losses == 0 else found.p_alone

    others = [place for place, (_, _, outcome) in enumerate(judged) if outcome != "first"]
    if others:
        place = data.draw(st.sampled_from(others))
        better = [*judged]
        better[place] = (*judged[place][:2], "first")
        assert p_of(better) <= p_of(judged)


@pytest.mark.parametrize("annotators", [6, 8, 10, 12, 16])
def test_a_completed_victory_widens_no_range(annotators: int) -> None:
    """The last judgment that was lost becomes a win: the range is no wider, wherever the test can decide at all."""
    almost, whole = (by_name(rank(sweep(annotators, 24, systems=3, lost=lost)))["z"] for lost in (1, 0))
    assert whole.rank_low == 1
    if 2.0 ** (1 - annotators) <= 0.05 / 6:  # six pairs are open
        assert whole.rank_high <= almost.rank_high


def claims(annotators: int, cluster: str) -> float:
    """How often one of two equal systems is decided to be better, where each annotator has a firm taste of their own."""
    chance, decided = np.random.default_rng(8), []
    for _ in range(300):
        rows = []
        for annotator in range(annotators):
            taste = chance.normal(0, 8)
            for prompt in range(4):
                won = taste + chance.normal() / 4 > 0
                rows.append(("a", "b", "first" if won else "second", annotator, prompt + 4 * annotator))
        ranking = rank(pd.DataFrame(rows, columns=COLUMNS), cluster=cluster, details=False)
        decided.append(not by_name(ranking)["a"].bounded and ranking.pairs[0].decided)
    return float(np.mean(decided))


@pytest.mark.slow
def test_equal_systems_are_seldom_decided() -> None:
    """A victory by chance is decided no more often than promised; to count every judgment would decide every fifth."""
    assert claims(3, "none") > 0.1
    assert claims(3, "auto") == 0.0
    assert 0.0 < claims(6, "auto") <= 0.05


def best_of_victors(cluster: str, seed: int) -> tuple[float, float]:
    """P(best) of who won everything, and how often it is the strongest: means over made-up worlds.

    'z', as '003', is judged 3 to 8 times by as many people, each of whom says everything twice; of the others every
    pair is judged thirty times.
    """
    chance, said, true = np.random.default_rng(seed), [], []
    one, two = (np.repeat(side, 30) for side in pairs_of(3))
    for _ in range(1500):
        strengths, number = np.append(chance.normal(0, 0.7, 3), chance.normal(0.8, 1.2)), int(chance.integers(3, 9))
        first = np.concatenate([one, np.full(number, 3)])
        second = np.concatenate([two, chance.integers(3, size=number)])
        outcome = outcomes(strengths[first] - strengths[second], -0.5, chance)
        if (outcome[90:] != 0).any():
            continue
        twice = np.concatenate([np.arange(90), np.repeat(np.arange(90, len(first)), 2)])
        annotator, prompt = np.where(twice < 90, twice % 4, twice - 90), np.where(twice < 90, twice // 3, twice)
        votes = votes_of(4, first[twice], second[twice], outcome[twice], annotator, prompt)
        victor = by_name(rank_votes(votes, cluster=cluster, details=False))["003"]
        if not victor.bounded and victor.p_best is not None:
            said.append(victor.p_best)
            true.append(strengths[3] == strengths.max())
    return float(np.mean(said)), float(np.mean(true))


@pytest.mark.slow
def test_the_chance_of_being_best_is_kept() -> None:
    """Who won everything is best about as often as P(best) says; with what is said twice counted twice, less often."""
    said, true = best_of_victors("auto", 5)
    assert said == pytest.approx(true, abs=0.04)
    too_sure, true = best_of_victors("none", 5)
    assert too_sure > true + 0.03


def test_order_and_names_change_nothing() -> None:
    """Rows in another order, and annotators and prompts under other names, as a bundle has them: the same limits."""
    table = sweep(9, 8, systems=3)
    mirrored = {"first": "second", "second": "first", "tie": "tie"}
    lost = table[table["first"] == "z"].replace({"first": {"z": "l"}, "outcome": mirrored})
    table = pd.concat([table, lost], ignore_index=True)
    chance = np.random.default_rng(1)

    def extremes(of: pd.DataFrame) -> list[float | None]:
        rows = by_name(rank(of))
        return [rows["z"].low, rows["z"].p_best, rows["l"].high, rows["l"].p_best]

    for seed in range(4):
        other = table.sample(frac=1, random_state=seed, ignore_index=True)
        for name in ("annotator", "prompt"):
            other[name] = chance.permutation(50)[other[name]]
        assert extremes(other) == pytest.approx(extremes(table), abs=1e-9)
