"""What needs a lead while there is time to fix it: facts in, needs out. Knows no database and names no system.

A need is about the campaign or about one person. A person is listed once, with all that there is about them, so that no
one takes the place of another. Who is named is named on the page Quality too, for the same reasons and by the same rule
(`quality.doubts`), which keeps chance from naming anybody:

- `disconnected`: the comparisons split the systems into groups that nothing connects. Certain.
- `too_fast`, `one_side`, `below_mark`, `gold`, `repeats`, `apart`: the reasons of a doubt about an annotator; where
  responses are rated `hasty`, `one_value`, `quick`, `apart` (`quality.rater_doubts`).
- `no_gold`: newcomers cannot begin or finish training and test with the gold there is for them; `no_controls` where
  responses are rated. Certain.
- `waiting`: a person waits for an answer, or for another try at the test.
- `no_hands`: judgments are left, and none of the people here may make them. Certain.
- `deadline`: the chance of being late, if the logarithm of the pace is normal as the forecast has it, is at least
  `LATE`; or the deadline has passed, or no one judges.
- `stalled`: a person has begun, has work left and has been away for `STALLED` (a weekend and a day), and for
  longer than their longest break so far.
- `agreement`: fewer equal judgments lately than before, by at least `DROP`, and the 99 % interval of the difference
  (Newcombe 1998, Statistics in Medicine 17, method 10) is above 0; 99 because pairs of one comparison are correlated.

Before the start, what is missing is listed instead, each with its place: `no_texts`, `gold_short` (`controls_short`
where responses are rated), `no_people`,
`no_letter`; and `ready` once there is something to judge.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from scipy import stats

from eval_core.campaigns.quality.doubts import RATER_REASONS, REASONS, Doubt
from eval_core.ranking.habits import Share, share_with_interval

# What speaks against annotators, and what against raters; one campaign has either.
_REASONS = (*(code for code in RATER_REASONS if code not in REASONS), *REASONS)
# The most urgent first: what spoils data by the hour, then people who wait, then the deadline, then slow changes.
CODES = (
    "no_texts",
    "disconnected",
    "gold_short",
    "controls_short",
    "no_people",
    "no_letter",
    "ready",
    *_REASONS,
    "no_gold",
    "no_controls",
    "waiting",
    "no_hands",
    "deadline",
    "stalled",
    "agreement",
)
LATE = 1 / 4
STALLED = timedelta(days=3)
DROP = 0.05
_DROP_LEVEL = 0.99


@dataclass(frozen=True)
class Worker:
    """One annotator in numbers.

    Attributes:
        id: of the person.
        left: what they may still judge; leases: comparisons that they hold unjudged.
        longest_break: their longest absence between two days of work; None before the second day.
        excluded: their judgments are left out of analysis already; paused: a lead gives them no work.
        human: a person to write to.
    """

    name: str
    id: int = 0
    done: int = 0
    left: int = 0
    leases: int = 0
    last_seen: datetime | None = None
    longest_break: timedelta | None = None
    excluded: bool = False
    paused: bool = False
    human: bool = True


@dataclass(frozen=True)
class Waiting:
    """A person who waits for the lead since then: an open question with its words, or (question 0) a failed test."""

    name: str
    person: int
    since: datetime
    question: int = 0
    words: str = ""


@dataclass(frozen=True)
class Outlook:
    """When the work may be finished: the middle and the late end of a 90 % interval, symmetric in log pace."""

    middle: datetime
    high: datetime


@dataclass(frozen=True)
class Preparation:
    """What an unstarted campaign has: whether there is something to judge, how many annotators, and a letter.

    Attributes:
        gold_needed: gold comparisons that training and test take; gold: those there are.
        gold_by_standard: those that can be shown to a person who judges one written standard only.
    """

    texts: bool
    people: int = 0
    letter: bool = False
    gold_needed: int = 0
    gold: int = 0
    gold_by_standard: Mapping[str, int] | None = None


@dataclass(frozen=True)
class Situation:
    """A campaign in figures. Pairs are judgments of one comparison by two people, lately and before.

    Attributes:
        doubts: about annotators whose judgments count, the clearest first.
        waiting: the longest wait first.
        without_gold: newcomers who cannot go on, by the only written standard that they judge (None: both).
        preparation: of a campaign that has not started.
        rates: whether responses are rated.
    """

    now: datetime
    status: str = "open"
    left: int = 0
    outlook: Outlook | None = None
    deadline: datetime | None = None
    workers: Sequence[Worker] = ()
    doubts: Sequence[Doubt] = ()
    waiting: Sequence[Waiting] = ()
    without_gold: Mapping[str | None, Sequence[Worker]] | None = None
    equal_lately: int = 0
    pairs_lately: int = 0
    equal_before: int = 0
    pairs_before: int = 0
    groups: int = 1
    preparation: Preparation | None = None
    rates: bool = False


@dataclass(frozen=True)
class Need:
    """One thing, or one person, that needs the lead.

    Attributes:
        code: one of `CODES`, of a person the most urgent.
        person: whom it is about, None for the campaign.
        doubt: what is unusual about the person; away: whether they have been away for too long; waits: what the
            person waits for.
        people: the newcomers who cannot go on.
        standard: the written standard in which gold is short, None for any.
        count: of groups, or of gold comparisons that are needed, and `have` of these that there are; or of judgments.
        chance: of being late, None without a forecast; at: the forecast's middle.
        before, lately: shares of equal judgments.
    """

    code: str
    person: Worker | None = None
    doubt: Doubt | None = None
    away: bool = False
    waits: tuple[Waiting, ...] = ()
    people: tuple[Worker, ...] = ()
    standard: str | None = None
    count: int = 0
    have: int = 0
    chance: float | None = None
    at: datetime | None = None
    before: Share | None = None
    lately: Share | None = None

    @property
    def urgency(self) -> int:
        """The place in the order of urgency, 0 first."""
        return CODES.index(self.code)

    @property
    def hands_over(self) -> bool:
        """Whether work lies with a person who is away."""
        return self.away and self.person is not None and self.person.leases > 0


def needs(situation: Situation) -> tuple[Need, ...]:
    """What needs the lead, the most urgent first; each person once."""
    if situation.status == "draft" and situation.preparation is not None:
        return tuple(_to_prepare(situation, situation.preparation))
    if situation.status not in ("open", "paused"):
        return ()
    seen = [*_of_campaign(situation), *_of_people(situation)]
    return tuple(sorted(seen, key=lambda need: need.urgency))


def _to_prepare(situation: Situation, have: Preparation) -> Iterator[Need]:
    """What a start lacks, in the order of the work."""
    if not have.texts:
        yield Need("no_texts")
    elif situation.groups > 1:
        yield Need("disconnected", count=situation.groups)
    short = "controls_short" if situation.rates else "gold_short"
    if have.gold < have.gold_needed:
        yield Need(short, count=have.gold_needed, have=have.gold)
    else:
        for standard, number in (have.gold_by_standard or {}).items():
            if number < have.gold_needed:
                yield Need(short, count=have.gold_needed, have=number, standard=standard)
    if not have.people:
        yield Need("no_people")
    if not have.letter:
        yield Need("no_letter")
    if have.texts:
        yield Need("ready")


def chance_of_delay(outlook: Outlook, deadline: datetime, now: datetime) -> float:
    """The probability that the work ends after the deadline, if the logarithm of the wait is normal."""
    wait, limit = (outlook.middle - now).total_seconds(), (deadline - now).total_seconds()
    if limit <= 0 or wait <= 0:
        return float(limit <= 0)
    spread = math.log((outlook.high - now).total_seconds() / wait) / stats.norm.ppf(0.95)
    if spread <= 0:
        return float(wait > limit)
    return float(stats.norm.sf(math.log(limit / wait) / spread))


def _of_campaign(situation: Situation) -> Iterator[Need]:
    if situation.groups > 1:
        yield Need("disconnected", count=situation.groups)
    for standard, newcomers in (situation.without_gold or {}).items():
        yield Need("no_controls" if situation.rates else "no_gold", people=tuple(newcomers), standard=standard)
    if situation.status != "open":
        return
    hands = [worker for worker in situation.workers if worker.human and not worker.excluded]
    if situation.left > 0 and hands and not any(worker.left for worker in hands):
        yield Need("no_hands", count=situation.left)
    if situation.deadline is not None and situation.left > 0:
        chance = chance_of_delay(situation.outlook, situation.deadline, situation.now) if situation.outlook else None
        passed = situation.deadline <= situation.now
        if passed or chance is None or chance >= LATE:
            middle = situation.outlook.middle if situation.outlook else None
            yield Need("deadline", chance=1.0 if passed else chance, at=middle)
    before = share_with_interval(situation.equal_before, situation.pairs_before, _DROP_LEVEL)
    lately = share_with_interval(situation.equal_lately, situation.pairs_lately, _DROP_LEVEL)
    if _has_dropped(before, lately):
        yield Need("agreement", before=before, lately=lately)


def _has_dropped(before: Share, lately: Share) -> bool:
    if before.share is None or lately.share is None or before.low is None or lately.high is None:
        return False
    drop = before.share - lately.share
    return drop >= DROP and drop > math.hypot(before.share - before.low, lately.high - lately.share)


def _of_people(situation: Situation) -> Iterator[Need]:
    """One need a person, those of one urgency in the order in which they were found."""
    workers = {worker.name: worker for worker in situation.workers}
    doubts = {doubt.annotator: doubt for doubt in situation.doubts if doubt.reasons}
    away = [worker.name for worker in _stalled(situation)]
    waits: dict[str, list[Waiting]] = {}
    for one in situation.waiting:
        waits.setdefault(one.name, []).append(one)
        workers.setdefault(one.name, Worker(one.name, one.person))
    for name in dict.fromkeys((*doubts, *waits, *away)):
        doubt = doubts.get(name)
        code = doubt.reasons[0].code if doubt else "waiting" if name in waits else "stalled"
        person = workers.get(name) or Worker(name)
        yield Need(code, person, doubt, name in away, tuple(waits.get(name, ())))


def _stalled(situation: Situation) -> list[Worker]:
    """Who has been away for too long, the longest absence first."""
    now = situation.now
    absent = [
        (now - worker.last_seen, worker)
        for worker in situation.workers
        if worker.human
        and not (worker.excluded or worker.paused)
        and worker.done
        and worker.left > 0
        and worker.last_seen
        and now - worker.last_seen > max(STALLED, worker.longest_break or STALLED)
    ]
    if situation.status != "open":
        return []
    return [worker for _, worker in sorted(absent, key=lambda pair: (-pair[0], pair[1].name))]
