"""Figures that take long are computed beside the page: a look at a busy campaign waits for nothing it can do without."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from threading import Event as Gate

import pytest

from eval_core.campaigns.quality.exclusions import exclude_person, people_who_judged
from eval_core.campaigns.quality.figures import trust_figures
from eval_core.store import Store
from eval_core.store.kept import Kept
from tests.support.building import Built
from tests.support.judging import judge_canonically


class Slow:
    """Computes when it is let through, and counts how often."""

    def __init__(self) -> None:
        self.gate, self.times = Gate(), 0
        self.gate.set()

    def __call__(self, store: Store, slug: str) -> str:
        self.times += 1
        number = self.times
        assert self.gate.wait(30)
        return f"{slug} {number}"


def test_old_figures_until_the_new_ones_are_there(store: Store) -> None:
    """After more judgments the old figures come at once, marked; the new ones as soon as they are done, once."""
    slow = Slow()
    kept = Kept(slow, patience=0.01)
    assert kept.get(store, "trial", (1, 0)) == ("trial 1", True)
    slow.gate.clear()
    assert kept.get(store, "trial", (2, 0)) == ("trial 1", False)
    assert kept.get(store, "trial", (2, 0)) == ("trial 1", False)
    slow.gate.set()
    while kept.get(store, "trial", (2, 0)) != ("trial 2", True):
        pass
    assert slow.times == 2
    assert kept.get(store, "trial", (2, 0)) == ("trial 2", True)
    assert kept.get(store, "other", (2, 0)) == ("other 3", True)


def test_after_an_event_the_page_waits(store: Store) -> None:
    """What a lead did shows at once: figures from before it are not given out."""
    slow = Slow()
    kept = Kept(slow, patience=0)
    kept.get(store, "trial", (1, 0))
    assert kept.get(store, "trial", (1, 1)) == ("trial 2", True)


def test_a_failure_is_told_and_tried_again(store: Store) -> None:
    """Who asks gets the error; the next one who asks gets another try."""
    answers = iter([ZeroDivisionError(), "well"])

    def compute(store: Store, slug: str) -> str:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    kept = Kept(compute)
    with pytest.raises(ZeroDivisionError):
        kept.get(store, "trial", (1, 0))
    assert kept.get(store, "trial", (1, 0)) == ("well", True)


class Figures:
    """What a weak reference can point at."""


def test_figures_of_older_states_are_let_go(store: Store) -> None:
    """Of a campaign whose data change at every look only the newest figures stay in memory."""
    made: list[weakref.ref[Figures]] = []

    def compute(store: Store, slug: str) -> Figures:
        figures = Figures()
        made.append(weakref.ref(figures))
        return figures

    kept = Kept(compute, patience=10)
    for number in range(10):
        kept.get(store, "trial", (number, 0))
    kept.get(store, "other", (1, 0))
    kept.get(store, "trial", (9, 0))
    gc.collect()
    assert len(made) == 11
    assert [number for number, one in enumerate(made) if one() is not None] == [9, 10]


def test_figures_follow_judgments_and_deeds(campaign: Callable[..., Built]) -> None:
    """Every part is of the judgments that count now."""
    built = campaign(prompts=4, overlap=2)
    kari, ola = built.annotators(2)
    empty, newest = trust_figures(built.store, built.slug)
    assert newest
    assert (empty.agreement.n_items, empty.checks, empty.habits, empty.by_layout) == (0, (), (), {})
    judge_canonically(built, kari, lambda _: "first")
    judge_canonically(built, ola, lambda _: "second")
    found, newest = trust_figures(built.store, built.slug)
    assert newest
    assert (found.agreement.n_items, len(found.checks), len(found.habits)) == (12, 2, 2)
    assert (len(found.divided.division), found.divided.compared, set(found.divided.division)) == (12, 12, {1.0})
    exclude_person(built.store, built.slug, min(people_who_judged(built.store, built.slug)), "Guessed")
    after, newest = trust_figures(built.store, built.slug)
    assert newest
    assert (after.divided.compared, after.habits) == (0, ())
