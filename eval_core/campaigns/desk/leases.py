"""Leases: who holds which comparison, and leasing the next one without exceeding any overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Any

from sqlalchemy import Row, ScalarSelect, and_, bindparam, case, func, or_, select, text, union_all
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant
from eval_core.campaigns.desk.adaptive_choice import WINDOW, WINDOWS, new_generator, outlook_of
from eval_core.campaigns.desk.written_standards import STANDARD_HERE, fitting
from eval_core.campaigns.locks import has_one_writer
from eval_core.campaigns.rules import rules_of
from eval_core.campaigns.timing import LEASE
from eval_core.store import (
    WORK_KINDS,
    Assignment,
    Comparison,
    Exclusion,
    Judgment,
    Membership,
    Message,
    Prompt,
    Question,
    Response,
)
from eval_core.store.base import UTCDateTime
from eval_core.store.engine import ask, chance_of
from eval_core.store.schema.content import OPEN_COMPARISON, lacks_text

# Two comparisons of one prompt are so far apart for one person, or as far as possible.
PROMPT_GAPS = (10, 7, 5, 3, 2, 1)
# With so many comparisons left, there is always one of another prompt to put between.
_PLENTY = 2 * PROMPT_GAPS[0]
# A difference of one between the two orders is left to chance; a difference of two is evened out.
_SIDE_IMBALANCE = 2

# Statements of every click, built once: building one costs more than running it.
_OTHER = aliased(Assignment)
_SWAPPED = func.coalesce(func.sum(case((Assignment.swapped, 1), else_=0)), 0)
_OF_PERSON = (Assignment.campaign_id == bindparam("campaign"), Assignment.person_id == bindparam("person"))


def _latest(kind: str) -> Any:
    return func.coalesce(func.max(case((Assignment.kind == kind, Assignment.sequence))), 0)


_OWN_WORK = select(
    # Imported work of the person has no running number, and was not done here.
    func.coalesce(
        func.sum(
            case(
                (and_(Assignment.status == "done", Assignment.kind.in_(WORK_KINDS), Assignment.sequence > 0), 1),
                else_=0,
            )
        ),
        0,
    ),
    func.coalesce(func.max(Assignment.sequence), 0),
    _SWAPPED,
    func.count() - _SWAPPED,
    func.coalesce(func.sum(case((Assignment.status == "leased", 1), else_=0)), 0),
    _latest("gold"),
    _latest("repeat"),
    select(func.count(Question.id))
    .where(
        Question.campaign_id == bindparam("campaign"),
        Question.person_id == bindparam("person"),
        Question.answered_at.is_not(None),
        Question.read_at.is_(None),
    )
    .scalar_subquery(),
    select(func.count(Exclusion.id))
    .where(
        Exclusion.in_force(bindparam("campaign"), bindparam("person")),
    )
    .scalar_subquery(),
    select(func.count(Message.id))
    .where(
        Message.campaign_id == bindparam("campaign"),
        Message.person_id == bindparam("person"),
        Message.read_at.is_(None),
    )
    .scalar_subquery(),
    STANDARD_HERE.scalar_subquery(),
).where(*_OF_PERSON)
_LEASES = select(Assignment).where(*_OF_PERSON, Assignment.status == "leased").order_by(Assignment.sequence)


def held_by_others(now: Any, person_id: int | None = None) -> ScalarSelect[int]:
    """A correlated count of the live leases on a comparison, leaving out one person's own."""
    count = (
        select(func.count())
        .where(
            _OTHER.comparison_id == Comparison.id,
            _OTHER.kind == "regular",
            _OTHER.status == "leased",
            _OTHER.leased_until > now,
        )
        .correlate(Comparison)
    )
    return (count.where(_OTHER.person_id != person_id) if person_id else count).scalar_subquery()


# People whose comparisons others judge instead.
_REPLACED = select(Exclusion.person_id).where(Exclusion.in_force(Comparison.campaign_id), Exclusion.put_back)
# Late work takes nobody's place.
_LATE = (
    select(func.count())
    .where(
        Judgment.campaign_id == Comparison.campaign_id,
        text("judgment.late"),  # to the letter as in its index
        Judgment.comparison_id == Comparison.id,
        Judgment.live,
        Judgment.choice.is_not(None),
    )
    .correlate(Comparison)
    .scalar_subquery()
)
_FILLED = select(Comparison.id).where(
    Comparison.id == bindparam("comparison"),
    or_(
        Comparison.withdrawn_at.is_not(None),
        Comparison.overlap
        <= select(func.count())
        .where(
            _OTHER.comparison_id == Comparison.id,
            _OTHER.kind == "regular",
            _OTHER.status == "done",
            _OTHER.sequence > 0,  # imported work has no running number
            _OTHER.person_id.not_in(_REPLACED.correlate(Comparison)),
        )
        .correlate(Comparison)
        .scalar_subquery()
        - _LATE,
    ),
)
_HAD = select(Assignment.id).where(
    Assignment.comparison_id == Comparison.id,
    Assignment.person_id == bindparam("person"),
    Assignment.occurrence == 0,
)
_HAD_AND_KEPT = select(Assignment.id).where(
    Assignment.comparison_id == Comparison.id,
    Assignment.person_id == bindparam("person"),
    Assignment.status != "released",
)
# Open comparisons that a person has not had, in serving order, with the assignment they released before, if any.
_CANDIDATES = (
    select(Comparison.id, _HAD.correlate(Comparison).scalar_subquery().label("had_before"))
    .where(
        Comparison.campaign_id == bindparam("campaign"), text(OPEN_COMPARISON), ~_HAD_AND_KEPT.exists(), ~lacks_text()
    )
    .order_by(Comparison.position)
    .limit(1)
)
_OPEN_PROMPTS = _CANDIDATES.with_only_columns(Comparison.prompt_id).order_by(None).limit(_PLENTY)
_MET, _COMPARED, _ASKED, _SOURCE = aliased(Assignment), aliased(Comparison), aliased(Prompt), aliased(Prompt)
_LATELY = (
    _MET.campaign_id == bindparam("campaign"),
    _MET.person_id == bindparam("person"),
    _MET.sequence > bindparam("since"),
)
_MET_LATELY = select(_COMPARED.prompt_id).join(_MET, _MET.comparison_id == _COMPARED.id).where(*_LATELY)
# Gold made from a real response has a prompt of its own, which stands for the real one's id.
_SOURCE_MET_LATELY = (
    select(_SOURCE.id)
    .select_from(_MET)
    .join(_COMPARED, _COMPARED.id == _MET.comparison_id)
    .join(_ASKED, _ASKED.id == _COMPARED.prompt_id)
    .join(_SOURCE, (_SOURCE.campaign_id == _ASKED.campaign_id) & (_SOURCE.key == _ASKED.external_id))
    .where(*_LATELY)
)
# Not of a prompt that the person has met recently; `since` is the running number before the first of those.
NOT_LATELY = and_(Comparison.prompt_id.not_in(_MET_LATELY), Comparison.prompt_id.not_in(_SOURCE_MET_LATELY))
# The same for gold, whose prompt is its own: the ids of the prompts met recently.
IDS_MET_LATELY = (
    select(func.coalesce(_ASKED.external_id, _ASKED.key))
    .join(_COMPARED, _COMPARED.prompt_id == _ASKED.id)
    .join(_MET, _MET.comparison_id == _COMPARED.id)
).where(*_LATELY)
_ROOM = Comparison.done + held_by_others(bindparam("now", type_=UTCDateTime())) < Comparison.overlap
_WITH_ROOM = _CANDIDATES.where(NOT_LATELY, _ROOM).with_for_update(skip_locked=True, key_share=True, of=Comparison)
_WITH_ROOM_IN_THE_END = _CANDIDATES.where(_ROOM).with_for_update(key_share=True, of=Comparison)
# For the adaptive policy: whether the next in serving order is of the shared set; a sample of all; one of that.
_NEXT_SHARED = _CANDIDATES.where(NOT_LATELY, _ROOM).with_only_columns(Comparison.shared)
_THIS_ONE = _WITH_ROOM.where(Comparison.id == bindparam("comparison"))
_WINDOWS = [
    select(Comparison.id)
    .where(
        Comparison.campaign_id == bindparam("campaign"),
        text(OPEN_COMPARISON),
        Comparison.position >= bindparam(f"start{number}"),
        Comparison.position < bindparam(f"start{number + 1}"),
        ~_HAD_AND_KEPT.exists(),
    )
    .order_by(Comparison.position)
    .limit(WINDOW)
    .subquery()
    for number in range(WINDOWS)
]
# Found first and filtered once: SQLite would otherwise run every condition in each window.
_IN_WINDOWS = union_all(*(select(window.c.id) for window in _WINDOWS)).cte().prefix_with("MATERIALIZED")
_FIRST, _SECOND = aliased(Response), aliased(Response)
_SAMPLE = (
    select(
        Comparison.id,
        _HAD.correlate(Comparison).scalar_subquery().label("had_before"),
        _FIRST.system_id.label("one"),
        _SECOND.system_id.label("two"),
    )
    .join(_IN_WINDOWS, _IN_WINDOWS.c.id == Comparison.id)
    .join(_FIRST, _FIRST.id == Comparison.first_response_id)
    .join(_SECOND, _SECOND.id == Comparison.second_response_id)
    .where(_FIRST.text != "", _SECOND.text != "", NOT_LATELY, _ROOM)
)


_OPEN = (Comparison.campaign_id == bindparam("campaign"), text(OPEN_COMPARISON))
# Fewer open comparisons for each active annotator, and nobody takes one ahead: the end does not wait for tunnels.
_OPEN_EACH = 3
_ANNOTATORS = (
    select(func.count())
    .where(
        or_(Membership.campaign_id == bindparam("campaign"), Membership.campaign_id.is_(None)),
        Membership.role == "annotator",
    )
    .scalar_subquery()
)
# With so many open ones, they suffice for all.
_OPEN_FOR_ALL = select(select(Comparison.id).where(*_OPEN).offset(_OPEN_EACH * _ANNOTATORS).limit(1).exists())
_HOLDERS = (
    select(func.count(_OTHER.person_id.distinct()))
    .where(
        # Apart, since both tables have a column `kind`.
        _OTHER.comparison_id.in_(select(Comparison.id).where(*_OPEN).correlate(None)),
        _OTHER.status == "leased",
        _OTHER.leased_until > bindparam("now", type_=UTCDateTime()),
    )
    .scalar_subquery()
)
_OPEN_FOR_ACTIVE = select(func.count(), _HOLDERS).where(*_OPEN)


@dataclass(frozen=True)
class OwnWork:
    """One person's assignments in a campaign, in numbers.

    `done` counts the stream (regular, gold, repeats); `sequence` is the highest running number, `last_gold` and
    `last_repeat` are those of the last one served (0: none), `unread` and `messages` the answers and the messages
    not seen yet. An excluded person gets no more; `written_standard` is the only one that the person judges, if any.
    """

    done: int
    sequence: int
    swapped: int
    straight: int
    leased: int
    last_gold: int
    last_repeat: int
    unread: int
    excluded: int
    messages: int
    written_standard: str | None

    def after(self, taken: Assignment) -> OwnWork:
        """The same with one more lease."""
        return replace(
            self,
            sequence=taken.sequence,
            swapped=self.swapped + taken.swapped,
            straight=self.straight + (not taken.swapped),
            leased=self.leased + 1,
            last_gold=taken.sequence if taken.kind == "gold" else self.last_gold,
            last_repeat=taken.sequence if taken.kind == "repeat" else self.last_repeat,
        )


def own_work(db: Session, grant: Grant) -> OwnWork:
    """The person's work so far."""
    return OwnWork(*ask(db, _OWN_WORK, {"campaign": grant.campaign.id, "person": grant.person}).one())


def has_room(db: Session, assignment: Assignment, now: datetime) -> bool:
    """Whether the comparison could still take this person's judgment without exceeding its overlap.

    On PostgreSQL the answer holds until the transaction ends if the comparison is locked.
    """
    if assignment.kind != "regular":  # gold and repeats have no overlap to fill
        return db.get_one(Comparison, assignment.comparison_id, populate_existing=True).withdrawn_at is None
    taken = Comparison.done + held_by_others(now, assignment.person_id)
    return bool(
        db.scalar(
            select(Comparison.id).where(
                Comparison.id == assignment.comparison_id,
                text(OPEN_COMPARISON),
                taken < Comparison.overlap,
            )
        )
    )


def keeps_place(db: Session, assignment: Assignment, now: datetime, *, may_be_filled: bool = True) -> bool:
    """Whether a leased comparison can be judged within its overlap: the lease is live, or there is still room.

    A clock set back makes leases live again; comparisons that others have filled meanwhile have no place.
    Callers who know that there is room (`may_be_filled` False) save a statement.
    """
    alive = assignment.leased_until is not None and assignment.leased_until > now
    return (alive and not (may_be_filled and is_filled(db, assignment))) or has_room(db, assignment, now)


def is_filled(db: Session, assignment: Assignment) -> bool:
    """Whether people have judged the comparison as often as wanted (imports apart, which may do so at any time)."""
    if assignment.kind != "regular":
        return False
    return ask(db, _FILLED, {"comparison": assignment.comparison_id}).first() is not None


def has_plenty(db: Session, grant: Grant, now: datetime) -> bool:
    """Whether at least three comparisons are open for each active annotator, so that some may be taken ahead.

    Active is who holds an open comparison. While more are open than all annotators could hold, nobody counts those.
    """
    about = {"campaign": grant.campaign.id, "now": now}
    if ask(db, _OPEN_FOR_ALL, about).scalar():
        return True
    open_, active = ask(db, _OPEN_FOR_ACTIVE, about).one()
    return bool(open_ >= _OPEN_EACH * max(active, 1))


def leases(db: Session, grant: Grant) -> Sequence[Assignment]:
    """The person's open assignments, the oldest first; expired leases included."""
    return db.scalars(_LEASES, {"campaign": grant.campaign.id, "person": grant.person}).all()


def anything_open(db: Session, grant: Grant, own: OwnWork) -> bool:
    """Whether there is a comparison that the person has not had, even if others hold it now."""
    about = {"campaign": grant.campaign.id, "person": grant.person}
    return db.execute(fitting(_CANDIDATES, own.written_standard), about).first() is not None


def last_prompts(db: Session, grant: Grant, own: OwnWork) -> list[int]:
    """The prompts of the comparisons still open to the person, if these are few; none otherwise.

    If such a prompt came up in another way now, its last comparison would have to follow soon.
    """
    about = {"campaign": grant.campaign.id, "person": grant.person}
    prompts = db.scalars(fitting(_OPEN_PROMPTS, own.written_standard), about).all()
    return list(set(prompts)) if len(prompts) < _PLENTY else []


def lease_regular(db: Session, grant: Grant, own: OwnWork, now: datetime) -> Assignment | None:
    """Lease the next open comparison by the campaign's policy, of a prompt not met recently if possible.

    Balanced: in serving order. Adaptive: the shared set in serving order, so that agreement can be measured; then what
    `adaptive_choice` draws, and in serving order if it draws nothing, so that everything is judged in the end.
    """
    adaptive = rules_of(grant.campaign).pair_policy == "adaptive"
    for gap in PROMPT_GAPS:
        taken = _lease_open(db, grant, own, now, since=own.sequence + 1 - gap, adaptive=adaptive)
        if taken is not None or own.sequence == 0:
            return taken
    return None


def _lease_open(
    db: Session, grant: Grant, own: OwnWork, now: datetime, *, since: int, adaptive: bool
) -> Assignment | None:
    about = {"campaign": grant.campaign.id, "person": grant.person, "now": now, "since": since}
    for offer in _offers(db, about, own.written_standard, adaptive=adaptive):
        assignment = (
            db.get_one(Assignment, offer.had_before)
            if offer.had_before
            else Assignment(
                campaign_id=grant.campaign.id, comparison_id=offer.id, person_id=grant.person, kind="regular"
            )
        )
        # A lease committed between the query and its lock is only seen by asking again (PostgreSQL).
        if not has_one_writer(db) and not has_room(db, assignment, now):
            continue
        # For a person who had it before, the sides stay the same: an old tab may still show them.
        sides = assignment.swapped if offer.had_before else choose_side(own, chance_of(db))
        return hold(db, assignment, own, now, swapped=sides)
    return None


def _offers(db: Session, about: dict[str, Any], standard: str | None, *, adaptive: bool) -> Iterator[Row[Any]]:
    """Comparisons to try, the best first, with `had_before`; each is locked when it comes (PostgreSQL)."""
    if adaptive and db.scalar(fitting(_NEXT_SHARED, standard), about) is False:
        yield from _drawn(db, about, standard)
    candidates = fitting(_WITH_ROOM, standard)
    while (offer := ask(db, candidates, about).first()) is not None:
        yield offer
        candidates = candidates.where(Comparison.id != offer.id)


def _drawn(db: Session, about: dict[str, Any], standard: str | None) -> Iterator[Row[Any]]:
    """What the adaptive policy draws: one comparison of each pair of systems in its sample."""
    outlook = outlook_of(db, about["campaign"])
    if outlook is None:
        return
    generator = new_generator(chance_of(db))
    sample = db.execute(fitting(_SAMPLE, standard), about | outlook.starts(generator)).all()
    for row in outlook.order(sample, generator):
        locked = row if has_one_writer(db) else db.execute(_THIS_ONE, about | {"comparison": row.id}).first()
        if locked is not None:
            yield locked


def await_room(db: Session, grant: Grant, own: OwnWork, now: datetime) -> None:
    """Wait until nobody else locks the comparisons with room for the person (PostgreSQL), and lock one.

    `lease_regular` skips what others have locked; if nothing else is left, waiting helps. Call this in a
    transaction that has locked no comparison, else two could wait for each other.
    """
    about = {"campaign": grant.campaign.id, "person": grant.person, "now": now}
    db.execute(fitting(_WITH_ROOM_IN_THE_END, own.written_standard), about)


def hold(db: Session, assignment: Assignment, own: OwnWork, now: datetime, *, swapped: bool) -> Assignment:
    """Make an assignment the person's lease, with the next running number."""
    assignment.status = "leased"
    assignment.sequence = own.sequence + 1
    assignment.swapped = swapped
    assignment.leased_until = now + LEASE
    db.add(assignment)
    return assignment


def choose_side(own: OwnWork, chance: Random) -> bool:
    """Which response is shown as A: by chance, unless one order has come up too often."""
    imbalance = own.swapped - own.straight
    if abs(imbalance) >= _SIDE_IMBALANCE:
        return imbalance < 0
    return chance.random() < 1 / 2
