"""What is computed of a campaign is held in the process, safely among threads; long figures do not hold up a page."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from threading import Event as Gate
from time import sleep
from typing import Any

import pytest

from eval_core.campaigns.quality import annotators
from eval_core.campaigns.quality.exclusions import exclude_person, people_who_judged
from eval_core.campaigns.quality.figures import FIGURES, trust_figures
from eval_core.store import Store
from eval_core.store.cache import BackgroundFigures, PerCampaign
from tests.support.building import Built
from tests.support.judging import judge_canonically


class NeverForgets(PerCampaign[Any]):
    """A planted fault: it holds every campaign."""

    def put(self, store: Store, campaign: Hashable, state: Hashable, value: Any) -> None:
        self._values.setdefault(store, {})[campaign] = state, value


class OldStates(PerCampaign[Any]):
    """A planted fault: it gives what was computed from an older state."""

    def get(self, store: Store, campaign: Hashable, state: Hashable = None) -> Any:
        known = self._values.get(store, {}).get(campaign)
        return super().get(store, campaign, known[0] if known else state)


class OldestFirst(PerCampaign[Any]):
    """A planted fault: it forgets what was computed first, though it is used."""

    def get(self, store: Store, campaign: Hashable, state: Hashable = None) -> Any:
        known = self._values.get(store, {}).get(campaign)
        return known[1] if known and known[0] == state else None


class OneDatabase(PerCampaign[Any]):
    """A planted fault: it takes the campaigns of all databases for those of one."""

    def get(self, store: Store, campaign: Hashable, state: Hashable = None) -> Any:
        return super().get(next(iter(self._values), store), campaign, state)


class Unlocked(PerCampaign[Any]):
    """A planted fault: threads do not wait for one another."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self._lock = nullcontext()


def faults(make: type[PerCampaign[Any]], store: Store, other: Store) -> set[str]:
    """What such a cache of two campaigns does wrong."""
    cache, faults = make(2), set()
    cache.put(store, "one", 1, "first")
    if cache.get(store, "one", 2) is not None:
        faults.add("an old state")
    if cache.get(other, "one", 1) is not None:
        faults.add("another database")
    cache.put(store, "two", 1, "second")
    cache.get(store, "one", 1)
    cache.put(store, "three", 1, "third")
    if cache.get(store, "one", 1) != "first":
        faults.add("used and forgotten")
    if len(cache.campaigns(store)) > 2:
        faults.add("too many")
    times: list[int] = []

    def compute() -> str:
        times.append(1)
        sleep(0.02)
        return "computed"

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: cache.get_or_compute(store, "four", 1, compute), range(8)))
    assert set(answers) == {"computed"}
    if len(times) > 1:
        faults.add("computed twice")
    return faults


@pytest.mark.parametrize(
    ("make", "found"),
    [
        (PerCampaign, set()),
        (NeverForgets, {"too many"}),
        (OldStates, {"an old state"}),
        (OldestFirst, {"used and forgotten"}),
        (OneDatabase, {"another database"}),
        (Unlocked, {"computed twice"}),
    ],
)
def test_a_campaign_has_one_value_of_its_newest_state(
    store: Store, other_store: Store, make: type[PerCampaign[Any]], found: set[str]
) -> None:
    """By database and campaign, the least used forgotten, computed once; each planted fault is noticed."""
    assert faults(make, store, other_store) == found


def test_many_threads_may_use_it_at_once(store: Store) -> None:
    """Whatever they do to it at the same time, nothing fails and no more campaigns are held than allowed."""
    cache: PerCampaign[int] = PerCampaign(3)

    def use(thread: int) -> None:
        for turn in range(300):
            campaign = (thread + turn) % 5
            cache.put(store, campaign, turn, turn)
            cache.get(store, (campaign + 1) % 5, turn)
            assert cache.get_or_compute(store, campaign, "mine", partial(int, campaign)) == campaign
            assert len(cache.campaigns(store)) <= 3

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(use, range(8)))
    finally:
        sys.setswitchinterval(interval)


def test_a_failure_leaves_nothing_behind(store: Store) -> None:
    """What could not be computed is tried again."""
    cache: PerCampaign[int] = PerCampaign(1)
    with pytest.raises(ZeroDivisionError):
        cache.get_or_compute(store, "trial", 1, lambda: 1 // 0)
    assert cache.get_or_compute(store, "trial", 1, lambda: 2) == 2


def test_a_database_takes_its_values_with_it(tmp_path: Any) -> None:
    """What was computed of a store that nobody holds any more is freed."""
    cache: PerCampaign[Figures] = PerCampaign(2)
    store, figures = Store(f"sqlite:///{tmp_path}/gone.db"), Figures()
    cache.put(store, "trial", 1, figures)
    seen = weakref.ref(figures)
    del figures
    gc.collect()
    assert seen() is not None
    store.dispose()
    del store
    gc.collect()
    assert seen() is None


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
    figures = BackgroundFigures(slow, patience=0.01)
    assert figures.get(store, "trial", (1, 0)) == ("trial 1", True)
    slow.gate.clear()
    assert figures.get(store, "trial", (2, 0)) == ("trial 1", False)
    assert figures.get(store, "trial", (2, 0)) == ("trial 1", False)
    slow.gate.set()
    while figures.get(store, "trial", (2, 0)) != ("trial 2", True):
        pass
    assert slow.times == 2
    assert figures.get(store, "trial", (2, 0)) == ("trial 2", True)
    assert figures.get(store, "other", (2, 0)) == ("other 3", True)


def test_after_an_event_the_page_waits(store: Store) -> None:
    """What a lead did shows at once: figures from before it are not given out."""
    slow = Slow()
    figures = BackgroundFigures(slow, patience=0)
    figures.get(store, "trial", (1, 0))
    assert figures.get(store, "trial", (1, 1)) == ("trial 2", True)


def test_a_failure_is_raised_and_tried_again(store: Store) -> None:
    """The caller gets the error; the next call tries again."""
    answers = iter([ZeroDivisionError(), "well"])

    def compute(store: Store, slug: str) -> str:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    figures = BackgroundFigures(compute)
    with pytest.raises(ZeroDivisionError):
        figures.get(store, "trial", (1, 0))
    assert figures.get(store, "trial", (1, 0)) == ("well", True)


class Figures:
    """What a weak reference can point at."""


def test_figures_of_older_states_are_let_go(store: Store) -> None:
    """Of a campaign whose data change at every look only the newest figures stay in memory."""
    made: list[weakref.ref[Figures]] = []

    def compute(store: Store, slug: str) -> Figures:
        figures = Figures()
        made.append(weakref.ref(figures))
        return figures

    figures = BackgroundFigures(compute, patience=10)
    for number in range(10):
        figures.get(store, "trial", (number, 0))
    figures.get(store, "other", (1, 0))
    figures.get(store, "trial", (9, 0))
    gc.collect()
    assert len(made) == 11
    assert [number for number, item in enumerate(made) if item() is not None] == [9, 10]


def test_figures_follow_judgments_and_events(campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every part is of the judgments that count now."""
    for held in (FIGURES, annotators.FIGURES):
        monkeypatch.setattr(held, "patience", 60)
    built = campaign(prompts=4, overlap=2)
    kari, ola = built.annotators(2)
    empty, newest = trust_figures(built.store, built.slug)
    assert newest
    assert (empty.agreement.n_items, empty.checks, empty.habits, empty.by_layout) == (0, (), (), {})
    judge_canonically(built, kari, lambda _: "first")
    judge_canonically(built, ola, lambda _: "second")
    figures, newest = trust_figures(built.store, built.slug)
    assert newest
    assert (figures.agreement.n_items, len(figures.checks), len(figures.habits)) == (12, 2, 2)
    assert (len(figures.divided.division), figures.divided.compared, set(figures.divided.division)) == (12, 12, {1.0})
    exclude_person(built.store, built.slug, min(people_who_judged(built.store, built.slug)), "Guessed")
    after, newest = trust_figures(built.store, built.slug)
    assert newest
    assert (after.divided.compared, after.habits) == (0, ())
