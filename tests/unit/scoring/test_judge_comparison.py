"""A judge compared with the people: planted judges have the numbers that were planted."""

from __future__ import annotations

import krippendorff
import numpy as np
import pandas as pd
import pytest

from eval_core.errors import InputError
from eval_core.scoring import JudgeComparison, Rule, compare_judge, confusions, item_scores, rating_agreement
from eval_core.scoring.confusion import MOST_POINTS
from tests.unit.scoring.samples import from_array

RULE = Rule((("x", 1, 7), ("y", 1, 7)), "mean")
ITEMS, SYSTEMS = 120, 4


def rated(judge: str, seed: int = 0) -> tuple[pd.DataFrame, dict[tuple[object, str], float]]:
    """Three people and a judge (person-3) of one kind on all responses, and the responses' lengths."""
    chance = np.random.default_rng(seed)
    quality = chance.normal(4, 1, (ITEMS, SYSTEMS, 1, 1)) + np.linspace(-0.8, 0.8, SYSTEMS).reshape(1, -1, 1, 1)
    people = np.clip(np.round(quality + chance.normal(0, 0.5, (ITEMS, SYSTEMS, 3, 2))), 2, 6)
    length = chance.integers(20, 200, (ITEMS, SYSTEMS))
    mine = {
        "copy": people[:, :, :1],
        "mild": people[:, :, :1] + 1,
        "random": chance.integers(2, 7, (ITEMS, SYSTEMS, 1, 2)),
        "long": np.clip(people[:, :, :1] + np.where(length > 110, 1, -1)[:, :, None, None], 1, 7),
    }[judge]
    frame = from_array(np.concatenate([people, mine], axis=2).astype(int), RULE.keys, documents=12)
    return frame, {(f"p{i}", f"s{k}"): float(length[i, k]) for i in range(ITEMS) for k in range(SYSTEMS)}


def comparison(judge: str) -> JudgeComparison:
    frame, lengths = rated(judge)
    return compare_judge(item_scores(frame, RULE), "person-3", lengths=lengths)


def test_a_judge_that_copies_a_person() -> None:
    """It goes wholly with that person, has no bias against the person's own, and agrees as people do or better."""
    compared = comparison("copy")
    assert (compared.responses, compared.common) == (480, 480)
    assert compared.annotators["person-0"].pearson.value == 1.0
    for part in (compared.score, *compared.criteria.values()):
        assert part.judge.exact.value is not None
        assert part.people.exact.value is not None
        # Of three pairs of judge and person one is the person with themselves.
        assert part.judge.exact.value > part.people.exact.value
        assert part.judge.n == 3 * part.n
        assert part.bias.low is not None
        assert part.bias.high is not None
        assert part.bias.low < 0 < part.bias.high or abs(part.bias.value or 0) < 0.1
    assert compared.system.spearman.value == 1.0
    assert compared.system.n == SYSTEMS
    assert (compared.document.n, compared.document.clusters) == (12 * SYSTEMS, 12)


def test_a_judge_that_gives_one_point_more() -> None:
    """Its bias is a point above the copy's, with the same interval's width; correlations do not see it, alpha does."""
    copy, mild = comparison("copy"), comparison("mild")
    for plain, higher in ((copy.score, mild.score), (copy.criteria["x"], mild.criteria["x"])):
        assert [higher.bias.value, higher.bias.low, higher.bias.high] == pytest.approx(
            [end + 1 for end in (plain.bias.value, plain.bias.low, plain.bias.high) if end is not None]
        )
        assert higher.correlation.spearman.value == pytest.approx(plain.correlation.spearman.value)
        assert higher.judge.alpha_interval.value is not None
        assert plain.judge.alpha_interval.value is not None
        assert higher.judge.alpha_interval.value < plain.judge.alpha_interval.value - 0.2
        assert higher.people == plain.people
    assert mild.criteria["x"].judge.within_one is not None
    assert mild.score.judge.within_one is None


def test_a_judge_that_guesses() -> None:
    """Its alpha is about nothing, with an interval that holds 0, while people's is high; so are the correlations."""
    compared = comparison("random")
    for part in (compared.score, *compared.criteria.values()):
        alpha = part.judge.alpha_ordinal
        assert alpha.low is not None
        assert alpha.high is not None
        assert alpha.low < 0.05
        assert abs(alpha.value or 0) < 0.15
        assert (part.people.alpha_ordinal.value or 0) > 0.5
        assert part.correlation.spearman.low is not None
        assert abs(part.correlation.spearman.value or 0) < 0.15


def test_a_judge_that_likes_length() -> None:
    """What it gives beyond the people goes with the length; what the copy gives does not."""
    liked, copy = comparison("long").length, comparison("copy").length
    assert liked is not None
    assert copy is not None
    assert (liked.spearman.low or 0) > 0.5
    assert abs(copy.spearman.value or 0) < 0.15


def test_the_place_in_a_batch() -> None:
    """A judge that grows milder along its batches is seen in the places; without places there is no such number."""
    frame, _ = rated("copy")
    mine = (frame["annotator"] == "person-3") & (frame["item"].str[1:].astype(int) % 5 >= 3)
    frame.loc[mine, "value"] += 1
    scores = item_scores(frame, RULE)
    places = {(f"p{i}", f"s{k}"): float(i % 5 + 1) for i in range(ITEMS) for k in range(SYSTEMS)}
    compared = compare_judge(scores, "person-3", places=places)
    assert compared.length is None
    assert compared.place is not None
    assert (compared.place.spearman.low or 0) > 0.4


def test_agreement_is_that_of_others() -> None:
    """With one person, judge and person are simply two annotators: alpha is the package krippendorff's and ours."""
    frame, _ = rated("random", seed=3)
    frame = frame[frame["annotator"].isin(["person-0", "person-3"])]
    scores = item_scores(frame, RULE)
    agreement, both = compare_judge(scores, "person-3"), rating_agreement(scores)
    assert agreement.criteria["x"].judge == both.criteria["x"]
    assert agreement.score.judge == both.score
    table = frame[frame["criterion"] == "x"].pivot(index="annotator", columns=["item", "system"], values="value")
    assert agreement.criteria["x"].judge.alpha_ordinal.value == pytest.approx(
        krippendorff.alpha(table.to_numpy(dtype=float), level_of_measurement="ordinal")
    )
    assert agreement.criteria["x"].people.n == 0


def test_only_shared_responses_count() -> None:
    """Responses that one side did not rate, or found not applicable, change nothing but the counts."""
    frame, _ = rated("copy")
    more = frame[frame["annotator"] == "person-3"].assign(item=lambda rows: "other " + rows["item"])
    alone = frame[frame["annotator"] == "person-1"].assign(item=lambda rows: "more " + rows["item"])
    shared = compare_judge(item_scores(frame, RULE), "person-3")
    more_shared = compare_judge(item_scores(pd.concat([frame, more, alone]), RULE), "person-3")
    assert (more_shared.responses, more_shared.common) == (960, 480)
    assert more_shared.score == shared.score
    assert more_shared.system == shared.system
    frame.loc[(frame["criterion"] == "x") & (frame["annotator"] == "person-3"), "value"] = np.nan
    blank = compare_judge(item_scores(frame, RULE), "person-3").criteria["x"]
    assert (blank.n, blank.judge.n, blank.people.n, blank.bias.value) == (0, 0, 0, None)


def test_nobody_in_common() -> None:
    """Without a shared response there are no numbers; a judge who rated nothing is refused by name."""
    frame, _ = rated("copy")
    apart = frame.assign(item=frame["item"].where(frame["annotator"] != "person-3", "other " + frame["item"]))
    compared = compare_judge(item_scores(apart, RULE), "person-3", lengths={("p0", "s0"): 3.0})
    assert (compared.common, compared.score.n, compared.annotators) == (0, 0, {})
    assert compared.system.kendall.value is None
    with pytest.raises(InputError, match="'Robot' rated nothing"):
        compare_judge(item_scores(frame, RULE), "Robot")


def test_confusion_by_hand() -> None:
    """Two responses, a judge and two people, counted on paper; "not applicable" is the last of each."""
    values = np.full((2, 1, 3, 1), -2)
    values[0, 0, :, 0] = (1, 2, 2)  # person-0, person-1, and the judge person-2
    values[1, 0, :, 0] = (-1, 1, 1)
    frame = from_array(values, ("x",))
    tables = confusions(frame, Rule((("x", 1, 2), ("y", 0, MOST_POINTS)), "mean"), "person-2")
    assert tables["x"].points == (1, 2)
    assert tables["x"].counts == ((1, 0, 1), (1, 1, 0), (0, 0, 0))
    assert (tables["x"].na, tables["x"].people_na) == (0.0, 0.25)
    assert (tables["y"].counts, tables["y"].na) == ((), None)
