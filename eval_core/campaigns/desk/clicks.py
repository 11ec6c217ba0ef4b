"""The desk: what becomes of each action, and the pile that lies before the annotator then.

A judgment is recorded once or refused with a word, never lost or doubled, however late and often it arrives.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant, Trusted, Who, authorise
from eval_core.campaigns.desk import log
from eval_core.campaigns.desk.action import Action, id_of, read_action
from eval_core.campaigns.desk.compare import Comparing
from eval_core.campaigns.desk.gates import closed_gate
from eval_core.campaigns.desk.pile import Answer, Pile
from eval_core.campaigns.desk.rate import RatingResponses
from eval_core.campaigns.desk.supply.feedback import Feedback, RatingFeedback
from eval_core.campaigns.desk.supply.qualification import result_of
from eval_core.campaigns.desk.work import Held, Taken, Times, Turn, Work
from eval_core.campaigns.joining.arrival_ends import end_arrival
from eval_core.campaigns.joining.consent import require_consent
from eval_core.campaigns.joining.platform_arrivals import count_skipped, end_at, has_completed
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.locks import lock_person, person_lock
from eval_core.campaigns.quotas import quota_of
from eval_core.campaigns.rules import Rules, rules_of
from eval_core.campaigns.timing import most_ahead
from eval_core.errors import RefusedError
from eval_core.locales import current_language
from eval_core.store import SKIP_REASONS, WORK_KINDS, Assignment, Campaign, RatingAssignment, Store

# What a request may bring; the rest is refused with a word.
MOST_ACTIONS = 50
_KINDS = ("choose", "rate", "explain", "skip", "undo")


def work_of(campaign: Campaign) -> Work[Any, Any]:
    """What the campaign's annotators do."""
    return RatingResponses() if rates_responses(campaign) else Comparing()


def open_desk(store: Store, who: Who, slug: str, *, ahead: int | None = None) -> Pile:
    """What lies before an annotator; leases the next sheets if they have none.

    Code in this process (a simulated annotator) is not asked for consent, reading, a test or reasons.

    Args:
        ahead: how many sheets to take ahead at most; None as PARVIS_AHEAD says.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    return act(store, who, slug, (), ahead=ahead)[1]


def act(
    store: Store,
    who: Who,
    slug: str,
    actions: Sequence[object],
    holding: Collection[int] | None = None,
    *,
    ahead: int | None = None,
) -> tuple[list[Answer], Pile]:
    """Carry out what a person did, in this order, and lay out their pile: all in one transaction.

    Args:
        actions: as JSON has them (CONTRACT.md); at most `MOST_ACTIONS`.
        holding: the assignments that the browser holds; others are handed back. None hands nothing back.
        ahead: as for `open_desk`.

    Returns:
        An answer to each action, in their order; what was refused changed nothing. And the pile.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'; then nothing was carried out.
    """
    wanted = most_ahead() if ahead is None else min(ahead, most_ahead())
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        work = work_of(grant.campaign)
        answers = _carry_out(db, who, grant, work, actions, store.now) if actions else []
        if not actions:
            lock_person(db, grant)
        still_held = None if holding is None else {*holding, *_named(actions)}
        pile = _lay_out(db, who, grant, work, store.now, wanted, still_held)
    if pile.instead == "waiting" and not store.is_sqlite:  # others' transactions may have locked it only for a moment
        with store.write() as db:
            grant = authorise(db, who, slug, "annotator")
            lock_person(db, grant)
            work.await_room(db, grant, store.now())
            pile = _lay_out(db, who, grant, work, store.now, wanted)
    return answers, pile


def carry_out(store: Store, who: Who, slug: str, actions: Sequence[object]) -> list[Answer]:
    """`act` without laying out a pile: for code in this process, which opens the desk when it goes on."""
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        return _carry_out(db, who, grant, work_of(grant.campaign), actions, store.now)


def _named(actions: Sequence[object]) -> set[int]:
    """The assignments that actions are about: what was just undone is held again."""
    found = (one.get("assignment") for one in actions if isinstance(one, dict))
    return {one for one in found if isinstance(one, int)}


def _carry_out(
    db: Session, who: Who, grant: Grant, work: Work[Any, Any], actions: Sequence[object], clock: Callable[[], datetime]
) -> list[Answer]:
    read = [_read(document, place) for place, document in enumerate(actions)]
    known_to_us = [one for one in read if isinstance(one, Action)]
    about = {one.assignment for one in known_to_us if one.assignment is not None}
    locks = [*person_lock(db, grant), *work.locks(db, grant, about)]
    known, last = log.done_before(db, grant, [one.id for one in known_to_us], locks)
    # Read the clock only after the locks: what others did while we waited came before.
    rules, now = rules_of(grant.campaign), clock()
    clicks = _Clicks(db, grant, work, rules, now, last, unhurried=isinstance(who, Trusted))
    answers = []
    for one in read:
        if isinstance(one, Answer):
            answers.append(one)
        elif one.id in known:
            answers.append(Answer(one.id, "known", feedback=clicks.feedback(one)))
        else:
            answers.append(clicks.answer(one))
            if answers[-1].result == "recorded":
                known.add(one.id)
    return answers


def _read(document: object, place: int) -> Action | Answer:
    if place >= MOST_ACTIONS:
        return Answer(id_of(document), "refused", "too_many")
    try:
        action = read_action(document)
    except RefusedError as refusal:
        return Answer(id_of(document), "refused", refusal.code)
    return action if action.kind in _KINDS else Answer(action.id, "refused", "bad_action")


class _Clicks:
    """The actions of one request, one after the other."""

    def __init__(
        self,
        db: Session,
        grant: Grant,
        work: Work[Any, Any],
        rules: Rules,
        now: datetime,
        last: datetime | None,
        *,
        unhurried: bool,
    ) -> None:
        self.db, self.grant, self.work, self.rules, self.now = db, grant, work, rules, now
        self.unhurried = unhurried
        self.account = last  # the time before it was taken by earlier actions

    def answer(self, action: Action) -> Answer:
        turn = Turn(self.grant, action, self.now, self.rules)
        try:
            held = self.work.held(self.db, self.grant, action.assignment or 0)
            _require_same(action, held)
            result = getattr(self, f"_{action.kind}")(turn, held)
        except RefusedError as refusal:
            return Answer(action.id, "refused", refusal.code)
        return Answer(action.id, result, feedback=self.feedback(action))

    def feedback(self, action: Action) -> Feedback | RatingFeedback | None:
        if action.kind not in ("choose", "rate") or not self.rules.training:
            return None
        language = action.language or current_language()
        return self.work.feedback(self.db, self.grant, action.assignment or 0, language)

    def _choose(self, turn: Turn, held: Held) -> str:
        return self._judge(turn, held)

    def _rate(self, turn: Turn, held: Held) -> str:
        return self._judge(turn, held)

    def _judge(self, turn: Turn, held: Held) -> str:
        self.work.check(turn, held)
        if self.work.same(self.db, turn, held):
            return "known"
        self._require_work(turn, held)
        times, read_until = self._times(turn, held)
        revision = self.work.record(self.db, turn, held, times)
        self._write_down(turn, times.done_at, revision, read_until)
        return "recorded"

    def _skip(self, turn: Turn, held: Held) -> str:
        if turn.action.reason not in SKIP_REASONS:
            raise RefusedError("unknown_reason", f"'{turn.action.reason}' is not one of {', '.join(SKIP_REASONS)}")
        if held.status == "skipped":
            return "known"
        if held.kind not in WORK_KINDS:
            self._require_open()
            raise RefusedError("no_skip", "nothing is skipped in training and test")
        self._require_work(turn, held)
        done_at = read_until = turn.now
        begin = self._begin(turn, held)
        if begin is not None:
            # It claims no time, so it needs none: what no one says it took is left to what was done after it.
            read_until = begin + min(turn.action.seen or timedelta(0), turn.now - begin)
            done_at = self._moment(turn, read_until)
        self.work.skip(self.db, turn, held, done_at)
        self._write_down(turn, done_at, held.revision, read_until)
        return "recorded"

    def _explain(self, turn: Turn, held: Held) -> str:
        self.work.check(turn, held)
        if held.revision != turn.action.revision or held.status != "done":
            raise RefusedError("stale", "this judgment was undone or changed meanwhile")
        if self.work.is_explained(self.db, held):
            return "known"
        self._require_open()
        self.work.explain(self.db, turn, held)
        self._write_down(turn, self._moment(turn, self.account), held.revision, self.account)
        return "recorded"

    def _undo(self, turn: Turn, held: Held) -> str:
        kinds = (*WORK_KINDS, "test")
        undoable = log.undoable(self.db, self.grant, rates=self.work.rates, kinds=kinds)
        entry, last = undoable[0] if undoable else (0, None)
        if last is None or (last.assignment_id, last.revision) != (turn.action.assignment, turn.action.revision):
            self.work.require_undo(self.db, held)
            if self._is_undone(turn, held):
                return "known"  # in another tab
            raise RefusedError("stale", "only the last action can be undone, and this is no longer the last")
        self._require_open()
        self.work.require_undo(self.db, held)
        done_at = self._moment(turn, self.account)
        self.work.take_back(self.db, turn, held, last.kind, done_at)
        log.cross_out(self.db, [entry])
        self._write_down(turn, done_at, held.revision, self.account)
        return "recorded"

    def _is_undone(self, turn: Turn, held: Held) -> bool:
        """Whether what led to this revision is taken back already, and nothing has followed."""
        assignment, revision = turn.action.assignment or 0, turn.action.revision
        if held.revision != revision + 1:
            return False
        return log.was_undone(self.db, self.grant, assignment, revision, rates=self.work.rates)

    def _require_open(self) -> None:
        campaign = self.grant.campaign
        if campaign.status != "open":
            raise RefusedError(campaign.status, f"the campaign is {campaign.status}")
        if self.rules.letter.version:
            require_consent(self.db, self.grant)

    def _require_work(self, turn: Turn, held: Held) -> None:
        """Refuse what is not to be judged now; an assignment that was released meanwhile still is."""
        self._require_open()
        released = held.status == "released" and held.kind in WORK_KINDS
        if held.revision != turn.action.revision or not (held.status == "leased" or released):
            raise RefusedError("stale", "this was judged, undone or skipped meanwhile")

    def _begin(self, turn: Turn, held: Held) -> datetime | None:
        """From when on the texts can have been in sight; None if the clock was set back and no one knows."""
        handed_out, seen = held.handed_out_at, turn.action.seen
        if seen is not None and (held.revision or self._was_skipped(turn, handed_out, seen)):
            # It came up again in the browser when it was undone, not when we heard so.
            handed_out = self.account or handed_out
        begin = max(filter(None, (handed_out, self.account)), default=None)
        return None if begin is None or begin > turn.now else begin

    def _was_skipped(self, turn: Turn, handed_out: datetime | None, seen: timedelta) -> bool:
        """Whether a skip of it was undone. Asked only where it makes a difference."""
        if handed_out is None or seen <= turn.now - handed_out:
            return False
        return log.was_skipped(self.db, self.grant, turn.action.assignment or 0, rates=self.work.rates)

    def _times(self, turn: Turn, held: Held) -> tuple[Times, datetime]:
        """The times of a judgment, which the browser tells and the server holds against its own; and until when that
        took at the earliest.

        Between handing out and now there must be room for the time that the texts were in sight, and for that of the
        actions before it: the smaller of both counts. How long requests were on their way makes no difference.

        Raises:
            RefusedError: 'too_fast' if that is too short for anybody to have read; the wait begins again.
        """
        action, begin = turn.action, self._begin(turn, held)
        if begin is None:  # no reason to refuse
            return Times(None, turn.now, None), turn.now
        seen = action.seen
        if seen is None:  # until it was done, and no longer: what was done after it took time as well
            seen = max(turn.now - action.age - begin, held.dwell)
        seen = min(seen, turn.now - begin)
        if not self.unhurried and seen < held.dwell:
            self.work.restart(self.db, held, turn.now)
            raise RefusedError("too_fast", "the texts had just appeared; the click was not counted")
        done_at = self._moment(turn, begin + seen)
        visible = seen if action.visible is None else min(action.visible, seen)
        return Times(done_at - seen, done_at, visible), begin + seen

    def _moment(self, turn: Turn, earliest: datetime | None) -> datetime:
        """When an action was done: as long ago as the browser says, but after `earliest` and not in the future."""
        moment = turn.now - turn.action.age
        return turn.now if earliest is None or earliest > turn.now else max(moment, earliest)

    def _write_down(self, turn: Turn, done_at: datetime, revision: int, read_until: datetime | None) -> None:
        self.account = min(read_until or done_at, turn.now)
        log.write_down(
            self.db,
            self.grant,
            turn.action,
            done_at,
            revision=revision,
            rates=self.work.rates,
            read_until=self.account,
        )


def _require_same(action: Action, held: Held) -> None:
    """Refuse an action on an earlier assignment of this number, whose texts were taken out of the campaign."""
    if action.made and held.made and action.made != held.made.isoformat():
        raise RefusedError("stale", "these texts were taken out of the campaign meanwhile")


def _lay_out(
    db: Session,
    who: Who,
    grant: Grant,
    work: Work[Any, Any],
    clock: Callable[[], datetime],
    ahead: int,
    holding: Collection[int] | None = None,
) -> Pile:
    """The pile within a transaction in which the person is locked."""
    campaign, rules = grant.campaign, rules_of(grant.campaign)
    gated = not isinstance(who, Trusted)
    own = work.own(db, grant)
    known, asking = work.newest(db, grant, own) if gated else (None, None)
    kept_out = {"excluded": bool(own.excluded), "paused": bool(own.paused)}
    instead = closed_gate(db, grant, rules, known, **kept_out, rates=work.rates, gated=gated)
    # Before a letter is agreed to nothing goes on, nor is anything taken back.
    may_work = campaign.status == "open" and not any(kept_out.values()) and instead not in ("consent", "withdrawn")
    if not may_work or rules.reasons == "off":
        asking = None
    if instead is None and gated and rules.crowd.is_set and _is_over(db, grant, work):
        instead = "quota"  # the platform has been told: what became free since is others' work
    taken, quota = Taken(instead=instead), quota_of(db, campaign, rules, grant.person_id)
    if instead is None:
        taken = work.take(db, grant, own, rules, clock(), ahead=ahead, quota=quota, newcomer=gated, holding=holding)
    elif holding is not None:
        work.give_back(db, grant, holding, clock())
    skipped = count_skipped(db, grant) if gated and taken.instead == "finished" else 0
    end = end_at(taken.instead, own.done, quota, excluded=bool(own.excluded), skipped=skipped) if gated else None
    if end and not asking:
        end_arrival(db, grant.person, campaign.id, end, clock())
    sheets = (asking, *taken.sheets) if asking else taken.sheets
    first = sheets[0] if sheets else None
    kinds = (*WORK_KINDS, taken.at.stage)  # training has shown the answer, and a test is undone only before it ends
    undo = log.undoable(db, grant, rates=work.rates, kinds=[kind for kind in kinds if kind != "training"])
    failed = taken.at.stage == "failed" and taken.at.qualification_id
    return Pile(
        slug=campaign.slug,
        title=campaign.title,
        protocol=campaign.protocol_key,
        text_view=campaign.text_view,
        is_demo=campaign.is_demo,
        sheets=sheets,
        stage=first.stage if first else "work",
        step=first.step if first else None,
        done=own.done,
        quota=quota,
        instead=None if sheets else taken.instead,
        undo=tuple(one for _entry, one in undo) if may_work else (),
        unread=own.unread,
        messages=own.messages,
        test=(rules.test, rules.right_to_pass) if rules.test else None,
        result=result_of(db, failed) if failed else None,
        ahead=ahead,
    )


def _is_over(db: Session, grant: Grant, work: Work[Any, Any]) -> bool:
    """Whether the person has completed what a platform sent them for, and has undone nothing since."""
    table = RatingAssignment if work.rates else Assignment
    held = (table.campaign_id == grant.campaign.id, table.person_id == grant.person, table.status == "leased")
    return has_completed(db, grant) and db.scalar(select(table.id).where(*held).limit(1)) is None
