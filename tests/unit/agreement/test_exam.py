"""A judge's exam: planted habits are measured, chance is named, intervals hold, and nothing that was not shown passes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from eval_core.agreement.both_orders import agreed, both_orders
from eval_core.agreement.clustered_share import clustered_share, correlation_with_truth
from eval_core.agreement.exam import ExamResult, exam_result, worth_of

VERDICTS = st.sampled_from([1.0, 0.0, -1.0])
READ = st.integers(1, 40).flatmap(lambda n: arrays(np.float64, (n, 2), elements=VERDICTS))
ANY = st.integers(1, 40).flatmap(
    lambda n: arrays(np.float64, (n, 2), elements=st.sampled_from([1.0, 0.0, -1.0, np.nan]))
)


def marked(true: Any, verdicts: Any, *, longer: Any = None, **more: Any) -> ExamResult:
    """The exam of these answers; each request got a reply."""
    n = len(true)
    lost = more.pop("failed", np.zeros((n, 2), bool))
    return exam_result(
        true,
        verdicts,
        lost,
        longer=np.zeros(n) if longer is None else longer,
        issues=more.pop("issues", [None] * n),
        **more,
    )


def sides(chance: np.random.Generator, n: int, first: float) -> Any:
    """Verdicts of a judge that takes A with this probability and never reads the texts."""
    shown = np.where(chance.random((n, 2)) < first, 1.0, -1.0)
    return shown * np.array([1.0, -1.0])


@given(READ)
@settings(max_examples=60, deadline=None)
def test_consistency_and_first_do_not_depend_on_names(verdicts: Any) -> None:
    """Which text is called the first, and which order comes first, changes nothing; shares lie in their intervals."""
    found = both_orders(verdicts)
    renamed = both_orders(-verdicts[:, ::-1])
    assert found == renamed
    for share in (found.consistent, found.first):
        if share.value is not None:
            assert share.low is not None
            assert share.high is not None
            assert 0 <= share.low <= share.value <= share.high <= 1
    assert found.consistent_by_chance is not None
    assert 0 <= found.consistent_by_chance <= 1


@given(ANY)
@settings(max_examples=60, deadline=None)
def test_both_orders_make_one_verdict(verdicts: Any) -> None:
    """Equal verdicts stay, different ones are a tie, a single one counts, none is none."""
    for (one, other), verdict in zip(verdicts, agreed(verdicts), strict=True):
        known = {value for value in (one, other) if not np.isnan(value)}
        if not known:
            assert np.isnan(verdict)
        else:
            assert verdict == (known.pop() if len(known) == 1 else 0)


def test_chance_is_what_a_blind_judge_gets() -> None:
    """Judges who look at the sides alone are as consistent, and as often right, as chance is said to be."""
    chance = np.random.default_rng(1)
    for first in (0.5, 0.7, 0.95, 1.0):
        verdicts = sides(chance, 4000, first)
        found = both_orders(verdicts)
        assert found.consistent.value == pytest.approx(found.consistent_by_chance, abs=0.03)
        assert found.first.value == pytest.approx(first, abs=0.02)
        exam = marked(np.ones(4000), verdicts)
        assert exam.correct.shown.value == pytest.approx(exam.correct.shown_by_chance, abs=0.03)
        assert exam.correct.both.value == pytest.approx(exam.correct.both_by_chance, abs=0.03)
        assert exam.answer == "guesses"


def test_intervals_hold_their_level() -> None:
    """Of 1,000 exams of 60 comparisons whose two orders go together, 95 of 100 intervals have the planted share."""
    chance = np.random.default_rng(2)
    for planted in (0.6, 0.9):
        kept = independent = 0
        for _ in range(1000):
            known = chance.random(60) < planted
            right = np.where(chance.random((60, 2)) < 0.8, known[:, None], chance.random((60, 2)) < planted)
            share = clustered_share(right.sum(axis=1), np.full(60, 2))
            blind = clustered_share(right.ravel(), np.ones(120))
            assert share.low is not None
            assert share.high is not None
            assert blind.low is not None
            assert blind.high is not None
            kept += share.low <= planted <= share.high
            independent += blind.low <= planted <= blind.high
        assert 930 <= kept <= 985
        assert independent < 930  # planted: orders taken as independent


def test_all_right_is_no_certainty() -> None:
    """Ten of ten has Wilson's interval of ten comparisons, not [1, 1], and of a worth that has no bound a lower one."""
    exam = marked(np.ones(10), np.ones((10, 2)))
    assert exam.correct.both.low == pytest.approx(0.7225, abs=1e-4)  # Wilson 1927, 10 of 10
    assert exam.correct.shown.low == exam.correct.both.low
    assert exam.answer == "open"
    assert (exam.worth.judgments, exam.worth.high) == (None, None)
    assert exam.worth.low is not None
    assert exam.worth.low > 100
    assert marked(np.ones(40), np.ones((40, 2))).answer == "passed"


def test_issues_apart() -> None:
    """A judge that sees grammar and is blind to punctuation: the whole hides it, the parts show it."""
    chance = np.random.default_rng(3)
    verdicts = np.vstack([np.ones((150, 2)), sides(chance, 50, 0.5)])
    exam = marked(np.ones(200), verdicts, issues=["grammar"] * 150 + ["punctuation"] * 50, pass_mark=0.7)
    assert list(exam.issues) == ["grammar", "punctuation"]
    assert exam.issues["grammar"].both.value == 1
    blind = exam.issues["punctuation"].both
    assert blind.low is not None
    assert blind.high is not None
    assert blind.low <= 0.25 <= blind.high
    assert exam.correct.both.value == pytest.approx(0.75 + 0.25 * (blind.value or 0))


def test_length_next_to_right_answers() -> None:
    """A judge that takes the longer text is found out where half of the right texts are the shorter ones."""
    longer = np.tile([1.0, -1.0], 50)
    exam = marked(np.ones(100), np.repeat(longer[:, None], 2, axis=1), longer=longer)
    assert (exam.longer.value, exam.longer_right) == (1.0, 0.5)
    assert exam.answer == "guesses"
    assert marked(np.ones(100), np.ones((100, 2)), longer=longer).longer.value == 0.5


def test_what_cannot_be_read_is_not_right_and_what_failed_is_not_counted() -> None:
    """Unreadable replies lower the share; requests without a reply leave it."""
    verdicts = np.ones((40, 2))
    verdicts[:10, 0] = np.nan
    unreadable = marked(np.ones(40), verdicts)
    assert (unreadable.unreadable, unreadable.correct.both.value) == (10, 0.75)
    failed = marked(np.ones(40), verdicts, failed=np.isnan(verdicts))
    assert (failed.failed, failed.unreadable, failed.correct.both.value, failed.correct.both.n) == (10, 0, 1.0, 30)
    nothing = marked(np.ones(4), np.full((4, 2), np.nan), failed=np.ones((4, 2), bool))
    assert nothing.answer == "empty"


@given(st.floats(0, 0.999))
def test_worth_grows_with_the_correlation(rho: float) -> None:
    """No judge is worth less than none; a better one is worth more; a perfect one has no bound."""
    worth, better = worth_of(rho), worth_of(rho + 0.0005)
    assert worth is not None
    assert better is not None
    assert 100 <= worth <= better
    assert worth_of(-rho) == 100
    assert worth_of(1.0) is None


def test_worth_is_what_a_simulation_finds() -> None:
    """Mean preferences from 100 judgments with a judge vary as those from as many judgments as it is said to be worth."""
    chance = np.random.default_rng(4)
    truth = np.where(chance.random((4000, 100)) < 0.5, 1.0, -1.0)
    said = np.where(chance.random((4000, 100)) < 0.9, truth, -truth)
    exam = marked(truth[0], np.repeat(said[0][:, None], 2, axis=1))
    rho = 2 * 0.9 - 1
    assert exam.worth.correlation.value == pytest.approx(rho, abs=0.15)
    alone, together = (
        truth.mean(axis=1).var(),
        (truth - rho * said).mean(axis=1).var(),
    )  # the judge's mean over all is 0
    assert 100 * alone / together == pytest.approx(worth_of(rho), rel=0.1)


@given(arrays(np.float64, 30, elements=VERDICTS), arrays(np.float64, 30, elements=VERDICTS))
@settings(max_examples=60, deadline=None)
def test_correlation_without_names(said: Any, true: Any) -> None:
    """Between −1 and 1, inside its interval, the same under other names, and turned by the contrary."""
    found = correlation_with_truth(said, true)
    if found.value is None or found.low is None or found.high is None:
        assert not true.any()
        return
    assert -1 <= found.low <= found.value <= found.high <= 1
    flip = np.where(np.arange(30) % 2, 1.0, -1.0)
    assert correlation_with_truth(said * flip, true * flip).value == pytest.approx(found.value)
    assert correlation_with_truth(-said, true).value == pytest.approx(-found.value)
