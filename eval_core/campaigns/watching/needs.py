"""What needs a lead while there is time to fix it: facts in, needs out. Knows no database and names no system.

A person who is named here is named on the page Quality too, for the same reasons and by the same rule
(`quality.doubts`), which keeps chance from naming anybody:

- `disconnected`: the comparisons split the systems into groups that nothing connects. Certain.
- `one_side`, `too_fast`, `below_mark`, `gold`, `repeats`, `apart`: the reasons of a doubt about an annotator; where
  responses are rated `hasty`, `one_value`, `quick`, `apart` (`quality.rater_doubts`).
- `no_gold`: newcomers cannot begin or finish training and test with the gold there is for them. Certain.
- `questions`: somebody waits for an answer, or for another try at the test.
- `deadline`: the chance of being late, if the logarithm of the pace is normal as the forecast has it, is at least
  `LATE`; or the deadline has passed, or nobody judges.
- `stalled`: a person has begun, has work left and has been away for `STALLED` (a weekend and a day), and for
  longer than their longest break so far.
- `agreement`: fewer equal judgments lately than before, by at least `DROP`, and the 99 % interval of the difference
  (Newcombe 1998, Statistics in Medicine 17, method 10) is above 0; 99 because pairs of one comparison are correlated.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from scipy import stats

from eval_core.campaigns.quality.doubts import RATER_REASONS, REASONS, Doubt
from eval_core.ranking.habits import Share, share_with_interval

# What speaks against annotators, and what against raters; one campaign has either.
_REASONS = (*(code for code in RATER_REASONS if code not in REASONS), *REASONS)
# The most urgent first: what spoils data by the hour, then people who wait, then the deadline, then slow changes.
CODES = (
    "disconnected",
    *_REASONS,
    "no_gold",
    "questions",
    "deadline",
    "stalled",
    "agreement",
)
# What the button of a need does: the action itself, or the page where the lead acts.
HAND_OVER = "hand_over"
ACTIONS = {
    "disconnected": "setup",
    **dict.fromkeys(_REASONS, "quality"),
    "no_gold": "gold",
    "questions": "inbox",
    "deadline": "setup",
    "stalled": "people",  # to write to them; HAND_OVER if they hold comparisons
    "agreement": "quality",
}
LATE = 1 / 4
STALLED = timedelta(days=3)
DROP = 0.05
_DROP_LEVEL = 0.99


@dataclass(frozen=True)
class Worker:
    """One annotator in numbers.

    Attributes:
        left: what they may still judge; leases: comparisons that they hold unjudged.
        longest_break: their longest absence between two days of work; None before the second day.
        excluded: their judgments are left out of analysis already. human: a person to write to.
    """

    name: str
    done: int = 0
    left: int = 0
    leases: int = 0
    last_seen: datetime | None = None
    longest_break: timedelta | None = None
    excluded: bool = False
    human: bool = True


@dataclass(frozen=True)
class Outlook:
    """When the work may be finished: the middle and the late end of a 90 % interval, symmetric in log pace."""

    middle: datetime
    high: datetime


@dataclass(frozen=True)
class Situation:
    """A campaign in figures. Pairs are judgments of one comparison by two people, lately and before.

    `doubts` are about annotators whose judgments count, the clearest first.
    """

    now: datetime
    status: str = "open"
    left: int = 0
    outlook: Outlook | None = None
    deadline: datetime | None = None
    workers: Sequence[Worker] = ()
    doubts: Sequence[Doubt] = ()
    questions: int = 0
    newcomers: int = 0
    without_gold: Sequence[str] = ()
    waiting_since: datetime | None = None
    equal_lately: int = 0
    pairs_lately: int = 0
    equal_before: int = 0
    pairs_before: int = 0
    groups: int = 1


@dataclass(frozen=True)
class Need:
    """One thing that needs the lead.

    Attributes:
        code: one of `CODES`; action: `HAND_OVER` or the page to go to.
        people: names of the annotators, the worst first; `share`: the first one's, and `others` that of the others;
            `alone`: at most this share of good annotators would look like the first one (`Doubt.alone`).
        count: of groups, of questions, or of comparisons that the stalled hold.
        side: 'A' or 'B', of the first one. chance: of being late, None without a forecast.
        at: the forecast's middle, when the first annotator was last seen, or since when somebody waits.
        usual: the first annotator's longest break before.
        before, lately: shares of equal judgments.
    """

    code: str
    action: str
    people: tuple[str, ...] = ()
    share: Share | None = None
    count: int = 0
    side: str = ""
    chance: float | None = None
    at: datetime | None = None
    usual: timedelta | None = None
    before: Share | None = None
    lately: Share | None = None
    others: float | None = None
    alone: float | None = None

    @property
    def urgency(self) -> int:
        """The place in the order of urgency, 0 first."""
        return CODES.index(self.code)


def needs(situation: Situation) -> tuple[Need, ...]:
    """What needs the lead, the most urgent first; one of each code at most."""
    if situation.status not in ("open", "paused"):
        return ()
    seen = [*_of_campaign(situation), *_of_people(situation)]
    return tuple(sorted(seen, key=lambda need: need.urgency))


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
        yield Need("disconnected", ACTIONS["disconnected"], count=situation.groups)
    if situation.without_gold:
        yield Need("no_gold", ACTIONS["no_gold"], tuple(situation.without_gold))
    waiting = situation.questions + situation.newcomers
    if waiting:
        yield Need("questions", ACTIONS["questions"], count=waiting, at=situation.waiting_since)
    if situation.status != "open":
        return
    if situation.deadline is not None and situation.left > 0:
        chance = chance_of_delay(situation.outlook, situation.deadline, situation.now) if situation.outlook else None
        passed = situation.deadline <= situation.now
        if passed or chance is None or chance >= LATE:
            middle = situation.outlook.middle if situation.outlook else None
            yield Need("deadline", ACTIONS["deadline"], chance=1.0 if passed else chance, at=middle)
    before = share_with_interval(situation.equal_before, situation.pairs_before, _DROP_LEVEL)
    lately = share_with_interval(situation.equal_lately, situation.pairs_lately, _DROP_LEVEL)
    if _has_dropped(before, lately):
        yield Need("agreement", ACTIONS["agreement"], before=before, lately=lately)


def _has_dropped(before: Share, lately: Share) -> bool:
    if before.share is None or lately.share is None or before.low is None or lately.high is None:
        return False
    drop = before.share - lately.share
    return drop >= DROP and drop > math.hypot(before.share - before.low, lately.high - lately.share)


def _of_people(situation: Situation) -> Iterator[Need]:
    for code in _REASONS:
        named = [(doubt, reason) for doubt in situation.doubts if (reason := doubt.of(code)) is not None]
        if named:
            doubt, first = named[0]
            people = tuple(doubt.annotator for doubt, _ in named)
            side = {"first": "A", "second": "B"}.get(first.side, "")
            need = Need(code, ACTIONS[code], people, share=first.share, side=side, others=first.others)
            yield replace(need, alone=doubt.alone)
    if situation.status == "open":
        yield from _stalled([worker for worker in situation.workers if not worker.excluded], situation.now)


def _stalled(workers: Sequence[Worker], now: datetime) -> Iterator[Need]:
    away = [
        (now - worker.last_seen, worker)
        for worker in workers
        if worker.human
        and worker.done
        and worker.left > 0
        and worker.last_seen
        and now - worker.last_seen > max(STALLED, worker.longest_break or STALLED)
    ]
    if away:
        away.sort(key=lambda pair: (-pair[0], pair[1].name))
        absent = [worker for _, worker in away]
        leases = sum(worker.leases for worker in absent)
        action = HAND_OVER if leases else ACTIONS["stalled"]
        names = tuple(worker.name for worker in absent)
        yield Need("stalled", action, names, count=leases, at=absent[0].last_seen, usual=absent[0].longest_break)
