"""Which of many open comparisons an annotator gets if the campaign chooses its pairs of systems adaptively.

The mathematics is `eval_core.ranking.selection`; here are the counts it starts from and the draw among candidates.
A click cannot look at every open comparison: candidates are a random sample of them, `WINDOWS` stretches of the
serving order of at most `WINDOW` comparisons each. The weights decide among the pairs in the sample, so a pair of
great weight comes as often as the sample has it, and not more often.

Counts and weights are held in this process. They are computed again after `_USES` choices or `_SECONDS`, whichever
comes first, but take at most a share of 1/`_REST` of the time. Judgments in other processes are seen then too: until
then the weights are those of some moments ago. Nobody gets a wrong comparison because of it, at worst a less
informative one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import numpy as np
from sqlalchemy import Row, bindparam, func, select, text, union_all
from sqlalchemy.orm import Session

from eval_core.ranking.selection import order_pairs, pair_weights
from eval_core.ranking.votes import OUTCOMES, Cells, Floats
from eval_core.store import Comparison, Exclusion, Judgment, Person, System
from eval_core.store.cache import PerCampaign
from eval_core.store.engine import store_of
from eval_core.store.schema.content import OPEN_COMPARISON
from eval_core.store.schema.work import RANKED

WINDOWS, WINDOW = 8, 8
_USES = 20
_SECONDS = 60.0
_REST = 50

_SYSTEMS = select(System.id).where(System.campaign_id == bindparam("campaign")).order_by(System.id)
# As in the ranking that leads see first: no excluded annotators, and no LLM judges, which judge much and differently.
_OTHERS = union_all(
    select(Person.id).where(Person.kind == "judge"),
    Exclusion.people(bindparam("campaign")),
)
_COUNTS = (
    select(Judgment.first_system_id, Judgment.second_system_id, Judgment.outcome, func.count())
    .where(
        Judgment.campaign_id == bindparam("campaign"),
        text(RANKED),
        func.coalesce(Judgment.person_id, 0).not_in(_OTHERS),
    )
    .group_by(Judgment.first_system_id, Judgment.second_system_id, Judgment.outcome)
)
_OPEN = (Comparison.campaign_id == bindparam("campaign"), text(OPEN_COMPARISON))
# Each end by itself, so that the index finds it without a scan.
_ENDS = select(
    select(func.min(Comparison.position)).where(*_OPEN).scalar_subquery(),
    select(func.max(Comparison.position)).where(*_OPEN).scalar_subquery(),
)


@dataclass(frozen=True)
class Outlook:
    """What choices in a campaign are based on.

    Attributes:
        place: a system's row in the weights by its id.
        weights: (K, K), see `pair_weights`.
        first, last: the positions between which comparisons are open.
    """

    place: dict[int, int]
    weights: Floats
    first: int
    last: int

    def starts(self, generator: np.random.Generator) -> dict[str, int]:
        """Where the windows begin, as `start0` and so on, and the last one ends: evenly apart, from a random start."""
        # From so far before the first that it is sampled as often as the others.
        begin = self.first - WINDOW + 1
        width = (self.last + 1 - begin) / WINDOWS
        shift = generator.random()
        places = [begin + int((number + shift) * width) for number in range(WINDOWS)]
        return {f"start{number}": place for number, place in enumerate([*places, self.last + 1])}

    def order(self, candidates: Sequence[Row[Any]], generator: np.random.Generator) -> list[Row[Any]]:
        """Candidates (with `one` and `two`, ids of their systems), one of each pair of positive weight, as drawn.

        A pair's chance is its weight, however many candidates have it. Systems added since are not known yet.
        """
        by_pair: dict[tuple[int, int], Row[Any]] = {}
        for number in generator.permutation(len(candidates)):
            row = candidates[number]
            first, second = self.place.get(row.one), self.place.get(row.two)
            if first is not None and second is not None:
                by_pair.setdefault((min(first, second), max(first, second)), row)
        weights = np.zeros_like(self.weights)
        for pair in by_pair:
            weights[pair] = self.weights[pair]
        return [by_pair[first, second] for first, second in order_pairs(weights, generator).tolist()]


@dataclass(frozen=True)
class _Computed:
    outlook: Outlook | None
    at: float  # on the monotonic clock; a campaign's own clock may stand still
    seconds: float  # that computing it took
    uses: count[int] = field(default_factory=lambda: count(1))  # one step is one use, also among threads

    def serves(self, now: float) -> bool:
        """Whether it is recent enough for one more choice, which is counted."""
        age, uses = now - self.at, next(self.uses)
        return age < _REST * self.seconds or (age < _SECONDS and uses < _USES)


_COMPUTED: PerCampaign[_Computed] = PerCampaign(64)


def new_generator(chance: Random) -> np.random.Generator:
    """What one choice of the adaptive policy draws from, as unpredictable as `chance`."""
    return np.random.default_rng(chance.getrandbits(128))


def outlook_of(db: Session, campaign: int) -> Outlook | None:
    """What choices in a campaign are based on now, at most as old as the module says; None if nothing is open."""
    store = store_of(db)
    computed = _COMPUTED.get(store, campaign)
    if computed is None or not computed.serves(time.monotonic()):
        begin = time.monotonic()
        outlook = _read(db, campaign)
        end = time.monotonic()
        computed = _Computed(outlook, end, end - begin)
        _COMPUTED.put(store, campaign, None, computed)
    return computed.outlook


def _read(db: Session, campaign: int) -> Outlook | None:
    about = {"campaign": campaign}
    first, last = db.execute(_ENDS, about).one()
    place = {system: number for number, system in enumerate(db.scalars(_SYSTEMS, about))}
    if first is None or len(place) < 2:
        return None
    size = len(place)
    counts = np.zeros((size, size, len(OUTCOMES)))
    for first_system, second_system, outcome, number in db.execute(_COUNTS, about):
        if first_system in place and second_system in place:  # not a system added between the two statements
            counts[place[first_system], place[second_system], OUTCOMES.index(outcome)] = number
    firsts, seconds = np.nonzero(counts.sum(axis=2))
    cells = Cells(firsts, seconds, np.zeros(len(firsts), dtype=np.bool_), counts[firsts, seconds])
    return Outlook(place, pair_weights(size, cells, policy="adaptive"), first, last)
