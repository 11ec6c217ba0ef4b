"""From a frame of judgments to agreement: orientation, what counts, pairs, intervals, degenerate data."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from eval_core.agreement import Agreement, agreement
from eval_core.agreement import bootstrap as resampling
from eval_core.agreement.bootstrap import percentile_intervals
from eval_core.agreement.coefficients import measure
from eval_core.errors import InputError
from tests.unit.agreement.samples import COLUMNS, EXAMPLES, OUTCOMES, judged, simulated, turned

KEYS = [
    "n_items", "n_annotators", "percent_agreement", "krippendorff_alpha", "gwet_ac1", "ci", "level", "resamples", "seed",
    "annotator_pairs",
]  # fmt: skip
NAMES = ("percent_agreement", "alpha_nominal", "alpha_ordinal", "gwet_ac1")
NONE = {"percent_agreement": None, "krippendorff_alpha": {"nominal": None, "ordinal": None}, "gwet_ac1": None}


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


def test_intervals_are_those_of_resampled_comparisons() -> None:
    """Drawing comparisons one by one and measuring each time gives the same percentiles, within their noise."""
    data = simulated(items=80, annotators=4)
    result = agreement(data, level=0.9, resamples=4000)
    canonical = data.where(data["first"] < data["second"], turned(data))
    counts = pd.crosstab([canonical["prompt"], canonical["first"], canonical["second"]], canonical["outcome"])
    table = counts[list(OUTCOMES)].to_numpy()
    table = table[table.sum(axis=1) >= 2]
    chance = np.random.default_rng(7)
    drawn = [measure(table[chance.integers(len(table), size=len(table))]) for _ in range(2000)]
    for name, interval in vars(result.intervals).items():
        limits = np.quantile([getattr(resample, name) for resample in drawn], [0.05, 0.95])
        assert interval == pytest.approx(limits, abs=0.015)


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


def test_intervals_cover_what_they_claim() -> None:
    """Of 200 samples of fifty comparisons by two annotators, the 95 % intervals hold the truth in about 95 %."""
    chance = np.random.default_rng(1)

    def drawn(items: int) -> pd.Series:
        truth = chance.integers(3, size=(items, 1))
        choices = np.where(chance.random((items, 2)) < 0.6, truth, chance.integers(3, size=(items, 2)))
        return pd.DataFrame(
            np.stack([(choices == category).sum(axis=1) for category in range(3)], axis=1)
        ).value_counts()

    truth, hits = vars(measure(*_rows(drawn(400_000)))), dict.fromkeys(NAMES, 0)
    for seed in range(200):
        intervals = percentile_intervals(*_rows(drawn(50)), level=0.95, resamples=500, seed=seed)
        for name, interval in vars(intervals).items():
            assert interval is not None
            hits[name] += interval[0] <= truth[name] <= interval[1]
    assert {name: 0.91 <= count / 200 <= 0.985 for name, count in hits.items()} == dict.fromkeys(NAMES, True), hits


def _rows(series: pd.Series) -> tuple[np.ndarray, np.ndarray]:
    return np.array(series.index.to_list()), series.to_numpy()


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
    real = resampling._percentiles
    monkeypatch.setattr(resampling, "_CHUNK", chunk)
    monkeypatch.setattr(
        resampling, "_percentiles", lambda drawn, level: (counted.append(sum(map(len, drawn))), real(drawn, level))[1]
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
