"""The alternative annotator test: a judge as good as the people passes, one that guesses does not."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from eval_core.agreement.alternative_annotator import alternative_rating_test, alternative_test
from eval_core.errors import InputError

OUTCOMES = ("first", "tie", "second")


def judged(chance: np.random.Generator, rates: dict[str, float], items: int = 120) -> pd.DataFrame:
    """Each says the truth at their rate, and otherwise guesses."""
    truth = chance.integers(3, size=items)
    rows = [
        ("a", "b", OUTCOMES[truth[item] if chance.random() < rate else chance.integers(3)], name, f"p{item}")
        for name, rate in rates.items()
        for item in range(items)
    ]
    return pd.DataFrame(rows, columns=["first", "second", "outcome", "annotator", "prompt"])


PEOPLE = dict.fromkeys(("Kari", "Ola", "Siri", "Per"), 0.8)


def test_a_good_judge_passes_and_a_guessing_one_does_not() -> None:
    """One as reliable as the people could replace most of them, one that guesses nobody."""
    chance = np.random.default_rng(1)
    good = alternative_test(judged(chance, PEOPLE | {"Robot": 0.9}), "Robot")
    bad = alternative_test(judged(chance, PEOPLE | {"Robot": 0.0}), "Robot")
    assert (good.omega, good.passes) == (1.0, True)
    assert (bad.omega, bad.passes) == (0.0, False)
    assert bad.advantage is not None
    assert good.advantage is not None
    assert bad.advantage < 0.6 < good.advantage


def test_shares_and_p_by_hand() -> None:
    """Three people and a judge on four comparisons, counted on paper."""
    choices = {
        "Kari": ["first", "first", "tie", "second"],
        "Ola": ["first", "tie", "tie", "second"],
        "Siri": ["first", "first", "second", "first"],
        "Robot": ["first", "second", "tie", "first"],
    }
    rows = [
        ("a", "b", outcome, name, f"p{item}") for name, ones in choices.items() for item, outcome in enumerate(ones)
    ]
    result = alternative_test(
        pd.DataFrame(rows, columns=["first", "second", "outcome", "annotator", "prompt"]), "Robot"
    )
    kari = next(row for row in result.annotators if row.annotator == "Kari")
    # Against Ola and Siri: equal, Kari ahead, equal, and on the last one each agrees with one of the two.
    assert (kari.n, kari.judge_ahead, kari.annotator_ahead) == (4, 0.75, 1.0)
    gaps = np.array([0.0, 1.0, 0.0, 0.0])
    assert kari.p == pytest.approx(stats.wilcoxon(gaps - 0.15, alternative="less").pvalue)


def test_presented_order_does_not_matter() -> None:
    """The same judgments with the sides turned give the same test."""
    frame = judged(np.random.default_rng(3), PEOPLE | {"Robot": 0.7})
    turned = frame.rename(columns={"first": "second", "second": "first"})
    turned["outcome"] = turned["outcome"].map({"first": "second", "second": "first", "tie": "tie"})
    assert alternative_test(frame, "Robot") == alternative_test(turned, "Robot")


def test_a_larger_epsilon_is_kinder() -> None:
    """How much worse the judge may be is an argument, and is part of the answer."""
    frame = judged(np.random.default_rng(5), PEOPLE | {"Robot": 0.65})
    kind, strict = (alternative_test(frame, "Robot", epsilon=epsilon) for epsilon in (0.5, 0.0))
    assert kind.omega is not None
    assert strict.omega is not None
    assert kind.omega > strict.omega
    assert (kind.epsilon, strict.epsilon) == (0.5, 0.0)
    with pytest.raises(InputError, match="epsilon"):
        alternative_test(frame, "Robot", epsilon=1.5)


def test_with_two_people_it_does_not_decide() -> None:
    """The shares are given, the verdict is not; without the judge or anything in common there is nothing."""
    frame = judged(np.random.default_rng(7), {"Kari": 0.9, "Ola": 0.9, "Robot": 0.9})
    result = alternative_test(frame, "Robot")
    assert (result.passes, len(result.annotators)) == (None, 2)
    nobody = alternative_test(frame, "Somebody")
    assert (nobody.omega, nobody.advantage, nobody.passes, nobody.annotators) == (None, None, None, ())


def test_a_judge_that_always_agrees_needs_no_test() -> None:
    """Where nobody is ever ahead, the test has no variance and its answer is plain."""
    frame = judged(np.random.default_rng(9), dict.fromkeys(("Kari", "Ola", "Siri", "Robot"), 1.0), items=40)
    result = alternative_test(frame, "Robot")
    assert {row.p for row in result.annotators} == {0.0}
    assert result.passes is True


def test_a_judge_that_never_agrees_is_refused_without_a_test() -> None:
    """Where everybody is always ahead of the judge there is no variance either, and the answer is as plain."""
    frame = judged(np.random.default_rng(9), dict.fromkeys(("Kari", "Ola", "Siri", "Robot"), 1.0), items=40)
    turned = {"first": "second", "second": "tie", "tie": "first"}
    robot = frame["annotator"] == "Robot"
    frame.loc[robot, "outcome"] = frame.loc[robot, "outcome"].map(turned)
    result = alternative_test(frame, "Robot")
    assert {row.p for row in result.annotators} == {1.0}
    assert (result.omega, result.passes) == (0.0, False)


def rated(judge: str, items: int = 120) -> pd.DataFrame:
    """Three people rate items alike but for an error, and a judge of one kind does too."""
    chance = np.random.default_rng(11)
    quality = chance.integers(1, 6, items)
    choices = {name: quality + chance.integers(-1, 2, items) for name in ("Kari", "Ola", "Siri")}
    choices["Robot"] = {
        "copy": choices["Kari"],
        "exact": quality,
        "mild": quality + 2,
        "random": chance.integers(0, 7, items),
    }[judge]
    return pd.DataFrame(
        [(item, name, value) for name, values in choices.items() for item, value in enumerate(values)],
        columns=["item", "annotator", "value"],
    )


@pytest.mark.parametrize(("judge", "omega"), [("copy", 1.0), ("exact", 1.0), ("mild", 0.0), ("random", 0.0)], ids=str)
def test_judges_who_rate(judge: str, omega: float) -> None:
    """One that copies a person or knows the truth passes; one that guesses, or gives two points more, does not."""
    result = alternative_rating_test(rated(judge), "Robot")
    assert (result.omega, result.passes) == (omega, omega == 1.0)
    if judge == "copy":
        kari = next(row for row in result.annotators if row.annotator == "Kari")
        assert (kari.judge_ahead, kari.annotator_ahead, kari.p) == (1.0, 1.0, 0.0)


def test_closeness_is_the_papers() -> None:
    """Who is closer to the mean of the others has the smaller root mean squared error to each of them."""
    frame = rated("random")
    table = frame.pivot(index="item", columns="annotator", values="value")
    others = table[["Ola", "Siri"]].to_numpy(dtype=float)
    error = {name: np.sqrt(((others - table[[name]].to_numpy()) ** 2).mean(axis=1)) for name in ("Kari", "Robot")}
    kari = next(row for row in alternative_rating_test(frame, "Robot").annotators if row.annotator == "Kari")
    assert kari.judge_ahead == pytest.approx(np.mean(error["Robot"] <= error["Kari"] + 1e-9))
    assert kari.annotator_ahead == pytest.approx(np.mean(error["Kari"] <= error["Robot"] + 1e-9))


def test_ratings_that_are_missing() -> None:
    """Unrated responses do not count; nothing in common is no test, and rating twice is refused."""
    frame = rated("exact")
    frame["value"] = frame["value"].astype(float)
    frame.loc[(frame["annotator"] == "Robot") & (frame["item"] < 80), "value"] = np.nan
    assert {row.n for row in alternative_rating_test(frame, "Robot").annotators} == {40}
    alone = frame[frame["annotator"].isin(["Kari", "Robot"])]
    assert alternative_rating_test(alone, "Robot").omega is None
    assert alternative_rating_test(frame, "Nobody").annotators == ()
    with pytest.raises(InputError, match="twice"):
        alternative_rating_test(pd.concat([frame, frame]), "Robot")
