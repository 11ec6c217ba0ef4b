"""From a frame of judgments to agreement: orientation, what counts, pairs, intervals, degenerate data."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from eval_core.agreement import Agreement, agreement
from eval_core.agreement import bootstrap as resampling
from eval_core.agreement.bootstrap import intervals_of
from eval_core.agreement.coefficients import item_sums, measure
from eval_core.errors import InputError
from tests.unit.agreement.samples import COLUMNS, EXAMPLES, OUTCOMES, judged, simulated, turned

KEYS = [
    "n_items", "n_annotators", "percent_agreement", "krippendorff_alpha", "gwet_ac1", "percent_agreement_without_ties",
    "ci", "level", "resamples", "seed", "annotator_pairs",
]  # fmt: skip
NAMES = ("percent_agreement", "alpha_nominal", "alpha_ordinal", "gwet_ac1", "without_ties")
NONE = {
    "percent_agreement": None,
    "krippendorff_alpha": {"nominal": None, "ordinal": None},
    "gwet_ac1": None,
    "percent_agreement_without_ties": None,
}


def codes(result: Agreement) -> list[str]:
    """What it warns of, each in words."""
    assert all(len(str(warning.message).split()) > 3 for warning in result.warnings)
    return [warning.code for warning in result.warnings]


def abstractors() -> pd.DataFrame:
    """Gwet's two abstractors as judgments of a against b on a hundred prompts."""
    table = next(example["table"] for example in EXAMPLES if "table" in example)
    ratings = [(i, j) for i, row in enumerate(table) for j, n in enumerate(row) for _ in range(n)]
    rows = [(f"p{n}", "a", "b", OUTCOMES[pair[who]], "xy"[who]) for n, pair in enumerate(ratings) for who in (0, 1)]
    return judged(*rows)


def test_a_published_example_from_judgments_to_numbers() -> None:
    """Gwet's two abstractors, written as judgments, have his values in all and as a pair."""
    result = agreement(abstractors())
    assert (result.n_items, result.n_annotators, codes(result)) == (100, 2, [])
    assert result.estimates.percent_agreement == pytest.approx(0.89)
    assert result.estimates.alpha_nominal == pytest.approx(0.7972585, abs=5e-8)
    assert result.estimates.gwet_ac1 == pytest.approx(0.8493305, abs=5e-8)
    (pair,) = result.annotator_pairs
    assert (pair.annotator, pair.other, pair.n) == ("x", "y", 100)
    assert pair.estimates == result.estimates


def test_real_judgments_in_canonical_orientation(shared_data: Path) -> None:
    """The crowd judgments of llmfao have the alphas and the percent agreement that are known of them."""
    raw = pd.read_csv(shared_data / "llmfao" / "crowd-comparisons.csv")
    outcome = raw["winner"].map({"left": "first", "right": "second", "tie": "tie"})
    columns = {"first": raw["left"], "second": raw["right"], "outcome": outcome}
    data = pd.DataFrame({**columns, "annotator": raw["worker"], "prompt": raw["prompt"]})
    result = agreement(data, resamples=0)
    assert result.n_items == 2124
    assert result.estimates.alpha_nominal == pytest.approx(0.29034, abs=5e-6)
    assert result.estimates.alpha_ordinal == pytest.approx(0.28840, abs=5e-6)
    assert result.estimates.percent_agreement == pytest.approx(0.53086, abs=5e-6)
    assert result.estimates.without_ties == pytest.approx(0.69969, abs=5e-6)


def test_sides_do_not_matter() -> None:
    """Whoever saw the systems the other way round says the same: turning any judgments changes nothing."""
    data = simulated()
    some = data.index % 3 == 0
    mixed = pd.concat([turned(data[some]), data[~some]]).loc[data.index]
    assert agreement(mixed) == agreement(data) == agreement(turned(data))


def test_orientation_is_by_code_point() -> None:
    """The ordinal scale runs the same way in all comparisons, in the order of code points: Z before a before å."""
    rows = [
        ("p", *pair, outcome, who)
        for pair in (("a", "Z"), ("å", "Z"))
        for outcome, who in (("first", "x"), ("tie", "y"))
    ]
    result = agreement(judged(*rows, ("q", "Z", "a", "second", "x"), ("q", "Z", "a", "tie", "y")))
    expected = measure([[1, 1, 0]] * 3)
    assert result.estimates.alpha_ordinal == pytest.approx(float(expected.alpha_ordinal))
    other = agreement(judged(*rows, ("q", "Z", "a", "first", "x"), ("q", "Z", "a", "tie", "y")))
    assert other.estimates.alpha_ordinal != pytest.approx(result.estimates.alpha_ordinal)


def test_an_item_is_a_prompt_and_two_systems() -> None:
    """The same systems on another prompt, or others on the same prompt, are another comparison."""
    data = judged(
        ("p", "a", "b", "first", "x"), ("p", "b", "a", "second", "y"),
        ("p", "a", "c", "first", "x"), ("q", "a", "b", "first", "y"),
    )  # fmt: skip
    assert agreement(data).n_items == 1


def test_of_two_judgments_by_one_annotator_the_first_counts() -> None:
    """A second judgment of a comparison changes nothing, and does not make one annotator into two."""
    data = simulated()
    again = turned(data).assign(outcome="tie")
    assert agreement(pd.concat([data, again], ignore_index=True)) == agreement(data)
    twice = judged(("p", "a", "b", "first", "x"), ("p", "a", "b", "second", "x"))
    assert agreement(twice).n_items == 0


def test_the_order_of_rows_does_not_matter() -> None:
    """Shuffled judgments give the same numbers, intervals and pairs."""
    data = simulated()
    assert agreement(data.sample(frac=1, random_state=1)) == agreement(data)


def test_the_names_of_annotators_do_not_matter() -> None:
    """Annotators under other names agree as much; only the pairs are named and sorted otherwise."""
    data = simulated()
    names = {f"person-{number}": f"{9 - number}" for number in range(5)}
    first, second = agreement(data), agreement(data.assign(annotator=data["annotator"].map(names)))
    assert (first.estimates, first.intervals) == (second.estimates, second.intervals)
    renamed = {
        (*sorted((names[pair.annotator], names[pair.other])), pair.estimates, pair.intervals)
        for pair in first.annotator_pairs
    }
    assert renamed == {(pair.annotator, pair.other, pair.estimates, pair.intervals) for pair in second.annotator_pairs}


def test_names_are_compared_as_text() -> None:
    """An annotator 1 and an annotator "1" are one person, as in a ranking; so are systems and prompts."""
    data = judged(("1", "1", "2", "first", "1"), ("1", "1", "2", "tie", "2"))
    mixed = data.astype(object)
    mixed.loc[0, ["prompt", "first", "second", "annotator"]] = 1, 1, 2, 1
    assert agreement(mixed) == agreement(data)


def test_a_pair_is_the_agreement_of_two() -> None:
    """Each pair has the numbers of a frame with these two annotators only, its intervals too; names are sorted."""
    data = simulated(annotators=4, share=0.5)
    result = agreement(data)
    names = [(pair.annotator, pair.other) for pair in result.annotator_pairs]
    assert names == sorted(names)
    assert len(names) == 6
    for pair in result.annotator_pairs:
        alone = agreement(data[data["annotator"].isin([pair.annotator, pair.other])])
        assert (pair.n, pair.estimates) == (alone.n_items, alone.estimates)
        for mine, other in zip(vars(pair.intervals).values(), vars(alone.intervals).values(), strict=True):
            assert mine == pytest.approx(other)


def test_annotators_without_a_shared_comparison_are_no_pair() -> None:
    """Who shares nothing with another is in no pair with them, and who shares nothing at all is not counted."""
    data = judged(
        ("p", "a", "b", "first", "x"), ("p", "a", "b", "first", "y"), ("q", "a", "b", "tie", "y"),
        ("q", "a", "b", "first", "z"), ("r", "a", "b", "tie", "w"),
    )  # fmt: skip
    result = agreement(data)
    assert [(pair.annotator, pair.other, pair.n) for pair in result.annotator_pairs] == [("x", "y", 1), ("y", "z", 1)]
    assert (result.n_items, result.n_annotators) == (2, 3)


def test_intervals_are_those_of_resampled_prompts() -> None:
    """Drawing prompts one by one, measuring each time and stretching by Student's t gives the same limits."""
    data = simulated(items=80, annotators=4)
    data["prompt"] = "p" + (data["prompt"].str[1:].astype(int) // 2).astype(str)
    data["second"] += data.groupby(["prompt", "annotator"]).cumcount().astype(str)  # other comparisons
    result = agreement(data, level=0.9, resamples=4000)
    canonical = data.where(data["first"] < data["second"], turned(data))
    counts = pd.crosstab([canonical["prompt"], canonical["first"], canonical["second"]], canonical["outcome"])
    counts = counts[counts.sum(axis=1) >= 2][list(OUTCOMES)]
    parts = [part.to_numpy() for _, part in counts.groupby(level=0)]
    chance, n = np.random.default_rng(7), len(parts)
    drawn = [measure(np.concatenate([parts[place] for place in chance.integers(n, size=n)])) for _ in range(1000)]
    by = stats.t.ppf(0.95, n - 1) / stats.norm.ppf(0.95) * np.sqrt(n / (n - 1))
    for name, interval in vars(result.intervals).items():
        limits = np.quantile([getattr(resample, name) for resample in drawn], [0.05, 0.95])
        value = getattr(result.estimates, name)
        assert interval == pytest.approx(value + by * (limits - value), abs=0.02)


def test_intervals_answer_to_level_and_seed() -> None:
    """A higher level is wider, a seed repeats itself and another differs, no resamples give no intervals."""
    data = simulated()
    narrow, wide, other = agreement(data, level=0.5), agreement(data, level=0.99), agreement(data, level=0.5, seed=1)
    for name, (low, high) in vars(narrow.intervals).items():
        assert getattr(wide.intervals, name)[0] < low < getattr(narrow.estimates, name) < high
        assert high < getattr(wide.intervals, name)[1]
    assert agreement(data, level=0.5) == narrow
    assert other.intervals != narrow.intervals
    assert other.estimates == narrow.estimates
    assert set(vars(agreement(data, resamples=0).intervals).values()) == {None}


def common_prompts(chance: np.random.Generator, prompts: int, people: int, per: int, each: int = 8) -> pd.DataFrame:
    """Comparisons of which `each` have a prompt in common: some prompts are clear and others are not."""
    clear, lean = chance.beta(1.2, 1.2, prompts), chance.dirichlet([1, 1, 1], prompts).cumsum(axis=1)
    care = 1 - 0.9 * chance.random(people) if people >= 10 else np.ones(people)
    prompt = np.repeat(np.arange(prompts), each)
    truth = (chance.random((len(prompt), 1)) > lean[prompt]).sum(axis=1).clip(max=2)
    who = np.argsort(chance.random((len(prompt), people)), axis=1)[:, :per]
    seen = chance.random(who.shape) < clear[prompt][:, None] * care[who]
    choice = np.where(seen, truth[:, None], chance.integers(3, size=who.shape))
    second = np.repeat([f"s{number % each}" for number in range(len(prompt))], per)
    columns = {"prompt": np.repeat(prompt, per), "first": "a", "second": second}
    return pd.DataFrame({**columns, "outcome": np.array(OUTCOMES)[choice.ravel()], "annotator": who.ravel()})


def coverage(people: int, studies: int, *, apart: bool = False) -> dict[str, float]:
    """How often intervals hold the truth; `apart` takes each comparison for a prompt of its own."""
    chance = np.random.default_rng(3)
    truth = agreement(common_prompts(chance, 5_000, 400 if people >= 10 else people, 3), resamples=0).estimates
    hits = dict.fromkeys(NAMES, 0)
    for _ in range(studies):
        data = common_prompts(chance, 30, people, 3)
        if apart:
            data["prompt"] = data["prompt"].astype(str) + data["second"]
        for name, interval in vars(agreement(data, resamples=300).intervals).items():
            assert interval is not None
            hits[name] += interval[0] <= getattr(truth, name) <= interval[1]
    return {name: count / studies for name, count in hits.items()}


@pytest.mark.slow
@pytest.mark.parametrize("people", [5, 12])
def test_intervals_cover_with_prompts_in_common(people: int) -> None:
    """Of 95 % intervals at least 93 % hold the truth, with few annotators about other prompts, with twelve also about
    other annotators; mean over the figures, and none falls behind by more than chance explains."""
    found = coverage(people, 100 if people < 10 else 60)
    assert np.mean(list(found.values())) >= 0.93
    assert min(found.values()) >= 0.9


@pytest.mark.slow
def test_resampling_comparisons_does_not_cover() -> None:
    """The planted violation: as if comparisons on one prompt had nothing in common."""
    assert max(coverage(5, 40, apart=True).values()) < 0.9


def test_annotators_widen_the_intervals_from_ten_on() -> None:
    """Where ten annotators differ in care the interval is wider than from prompts alone, with nine it is not."""
    chance = np.random.default_rng(5)
    data = common_prompts(chance, 60, 12, 12, each=3)
    for people, wider in ((12, True), (9, False)):
        some = data[data["annotator"] < people]
        found = agreement(some, resamples=200)
        counts = some.groupby(["prompt", "second"])["outcome"].value_counts().unstack(fill_value=0)[list(OUTCOMES)]
        sums = pd.DataFrame(item_sums(counts)).groupby(counts.index.get_level_values(0)).sum().to_numpy()
        alone = intervals_of(sums, level=0.95, resamples=200, seed=0).alpha_ordinal
        both = found.intervals.alpha_ordinal
        assert alone is not None
        assert both is not None
        assert (both[1] - both[0] > 1.2 * (alone[1] - alone[0])) == wider


def test_ties_can_be_left_out() -> None:
    """Of three annotators' pairs, those with a tie are left out: two of the six that remain are unlike."""
    data = judged(
        *(("p", "a", "b", outcome, who) for outcome, who in zip(("first", "first", "second"), "xyz", strict=True)),
        *(("q", "a", "b", outcome, who) for outcome, who in zip(("first", "first", "tie"), "xyz", strict=True)),
        *(("r", "a", "b", outcome, who) for outcome, who in zip(("tie", "tie", "tie"), "xyz", strict=True)),
    )
    result = agreement(data)
    assert result.estimates.without_ties == pytest.approx(2 / 4)
    assert result.estimates.percent_agreement == pytest.approx(5 / 9)
    ties = agreement(judged(*((f"p{n}", "a", "b", "tie", who) for n in range(3) for who in "xy")))
    assert ties.estimates.without_ties is None
    assert ties.intervals.without_ties is None


def test_one_prompt_has_no_interval() -> None:
    """However many comparisons it has: nothing is known of other prompts."""
    data = simulated(items=30).assign(prompt="p")
    result = agreement(data)
    assert codes(result) == ["one_prompt"]
    assert set(vars(result.intervals).values()) == {None}
    assert result.estimates.alpha_ordinal is not None


def test_many_distinct_counts_are_drawn_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn a few resamples at a time to save memory is what is drawn at once."""
    data = simulated()
    at_once = vars(agreement(data, resamples=50).intervals)
    monkeypatch.setattr("eval_core.agreement.bootstrap._CHUNK", 40)
    for name, interval in vars(agreement(data, resamples=50).intervals).items():
        assert interval == pytest.approx(at_once[name])


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([], "one_annotator"),
        ([("p", "a", "b", "first", "x"), ("q", "a", "b", "tie", "x")], "one_annotator"),
        ([("p", "a", "b", "first", "x"), ("q", "a", "b", "tie", "y")], "no_shared_item"),
    ],
)
def test_nothing_shared_is_nothing_with_a_reason(rows: list[tuple[str, str, str, str, str]], code: str) -> None:
    """No judgments, one annotator or no shared comparison: every number is None, and the reason is named."""
    result = agreement(judged(*rows))
    assert codes(result) == [code]
    document = result.as_dict()
    assert {name: document[name] for name in NONE} == document["ci"] == NONE
    assert (document["n_items"], document["n_annotators"], document["annotator_pairs"]) == (0, 0, [])


def test_one_category_leaves_alpha_undefined() -> None:
    """Where everybody always says the same, alpha is None with its reason, percent agreement and AC1 are 1."""
    result = agreement(judged(*((f"p{n}", "a", "b", "tie", who) for n in range(4) for who in "xy")))
    assert codes(result) == ["one_category"]
    assert result.as_dict()["krippendorff_alpha"] == {"nominal": None, "ordinal": None}
    assert (result.estimates.percent_agreement, result.estimates.gwet_ac1) == (1, 1)
    assert (result.intervals.alpha_nominal, result.intervals.gwet_ac1) == (None, (1, 1))


def test_one_shared_comparison_has_no_interval() -> None:
    """A single comparison, drawn again and again, would feign certainty."""
    result = agreement(judged(("p", "a", "b", "first", "x"), ("p", "a", "b", "tie", "y")))
    assert codes(result) == ["one_item"]
    assert result.estimates.percent_agreement == 0
    assert result.as_dict()["ci"] == result.as_dict()["annotator_pairs"][0]["ci"] == NONE


@pytest.mark.parametrize("chunk", [1, 7, 4_000_000])
def test_intervals_do_not_depend_on_how_draws_are_cut(monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    """However few samples are drawn at a time, as many are drawn, and they are the same."""
    data = simulated()
    whole = agreement(data, resamples=50)
    counted: list[int] = []
    real = resampling._stretched
    monkeypatch.setattr(resampling, "_CHUNK", chunk)
    monkeypatch.setattr(
        resampling, "_stretched", lambda value, drawn, *rest: (counted.append(len(drawn)), real(value, drawn, *rest))[1]
    )
    result = agreement(data, resamples=50)
    for name in NAMES:
        assert getattr(result.intervals, name) == pytest.approx(getattr(whole.intervals, name))
    assert set(counted) == {50}


def test_perfect_agreement_is_one() -> None:
    """Annotators who all say the same of each comparison, not always the same, have 1 everywhere."""
    rows = [(f"p{n}", "a", "b", OUTCOMES[n % 3], who) for n in range(9) for who in "xyz"]
    result = agreement(judged(*rows))
    assert set(vars(result.estimates).values()) == {1}
    assert all(set(vars(pair.estimates).values()) == {1} for pair in result.annotator_pairs)


def test_judgments_by_nobody_or_of_no_prompt_are_left_out() -> None:
    """They agree with nobody and on nothing that is known; how many they are is said."""
    data = simulated()
    lost = data.head(6).copy()
    lost.loc[lost.index[:3], "annotator"] = None
    lost.loc[lost.index[2:], "prompt"] = None
    result = agreement(pd.concat([lost, data], ignore_index=True))
    assert result.warnings[0].code == "unplaced"
    assert result.warnings[0].details == {"count": 6}
    assert dataclasses.replace(result, warnings=()) == agreement(data)
    nameless = agreement(data.assign(prompt=np.nan))
    assert codes(nameless) == ["unplaced", "no_shared_item"]


def test_the_document_is_that_of_the_contract() -> None:
    """The keys of the JSON, the same keys under ci and for each pair, and nothing that is not JSON."""
    document: dict[str, Any] = json.loads(json.dumps(agreement(simulated()).as_dict(), allow_nan=False))
    assert list(document) == KEYS
    assert document["ci"].keys() == NONE.keys()
    assert len(document["ci"]["krippendorff_alpha"]["ordinal"]) == 2
    pair = document["annotator_pairs"][0]
    assert list(pair) == ["annotator", "other", "n", *NONE, "ci"]
    assert pair["ci"].keys() == NONE.keys()


@pytest.mark.parametrize("name", COLUMNS)
def test_a_missing_column_is_named(name: str) -> None:
    """Without one of the five columns the refusal names it."""
    with pytest.raises(InputError, match=f"'{name}'"):
        agreement(simulated().drop(columns=name))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"outcome": "draw"}, "first, second, tie"),
        ({"outcome": None}, "outcome must be"),
        ({"first": None}, "lacks the name"),
        ({"first": "b"}, "with itself"),
    ],
)
def test_bad_judgments_are_refused(change: dict[str, Any], words: str) -> None:
    """An unknown outcome, a missing system and a system against itself are said, not counted."""
    row = dict(zip(COLUMNS, ("p", "a", "b", "first", "x"), strict=True))
    with pytest.raises(InputError, match=words):
        agreement(pd.DataFrame([row, row | change]))


@pytest.mark.parametrize(
    "options", [{"level": 0.0}, {"level": 1.0}, {"level": float("nan")}, {"resamples": -1}, {"seed": -1}]
)
def test_options_out_of_range_are_refused(options: dict[str, Any]) -> None:
    """A level outside 0 to 1, and negative resamples or seeds, are bad input."""
    with pytest.raises(InputError, match=next(iter(options))):
        agreement(simulated(), **options)


@pytest.mark.parametrize("kind", ["category", "string[pyarrow]"])
def test_other_kinds_of_columns(kind: str) -> None:
    """Categories and Arrow strings are read as plain text is."""
    assert agreement(simulated().astype(kind)) == agreement(simulated())
