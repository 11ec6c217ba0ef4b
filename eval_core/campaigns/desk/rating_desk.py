"""The rater's desk: one or several responses to one prompt, the same ones until they are rated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant, Trusted, Who, authorise
from eval_core.campaigns.desk.written_standards import standard_of
from eval_core.campaigns.joining.consent import has_consented, has_withdrawn, letter_version
from eval_core.campaigns.joining.guidelines import must_read
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.locks import has_one_writer, lock_person
from eval_core.campaigns.rules import rules_of
from eval_core.campaigns.timing import LEASE
from eval_core.errors import RefusedError
from eval_core.store import (
    Campaign,
    Exclusion,
    Message,
    Person,
    Prompt,
    Question,
    Rating,
    RatingAssignment,
    Response,
    Store,
)
from eval_core.store.engine import chance_of

# One of so many next open responses is drawn: nobody rates one system's answers in a row.
_WINDOW = 40


@dataclass(frozen=True)
class Mark:
    """One criterion's rating: a whole number, or None for "not applicable"."""

    value: int | None
    explanation: str = ""


@dataclass(frozen=True)
class Sheet:
    """One response to rate, as its rater sees it; `revision` is 0 before the first rating. Names no system."""

    assignment_id: int
    revision: int
    response: str
    marks: dict[str, Mark]


@dataclass(frozen=True)
class RatingDesk:
    """What a rater's page shows.

    Attributes:
        sheets: responses to one prompt, in random order; empty if there is nothing to rate.
        source: the prompt, in `source_language`; `reference` is what a person wrote for it.
        done: responses that this person has rated here.
        quota: how many they are asked to rate, None without a limit.
        reason: why there is no sheet: 'consent', 'withdrawn', 'guidelines' (to be read first), 'paused', 'closed',
            'draft', 'archived', 'quota', 'waiting' (others hold the rest), 'finished' or 'empty'; None where
            there is one.
        undoable: (assignment, revision) of what they rated last, as long as it can be undone.
        unread: answers to their questions that they have not seen; `messages` of the lead likewise.
    """

    title: str
    protocol: str
    text_view: str
    is_demo: bool
    sheets: tuple[Sheet, ...]
    source: str
    reference: str | None
    written_standard: str | None
    source_language: str | None
    target_language: str | None
    done: int
    quota: int | None
    reason: str | None
    undoable: tuple[int, int] | None
    unread: int
    messages: int


def open_rating_desk(store: Store, who: Who, slug: str) -> RatingDesk:
    """The responses that the person is to rate now, leasing the next ones if they have none.

    Code in this process (a simulated rater) is not asked for consent.

    Raises:
        RefusedError: 'not_rated' if the campaign compares responses; 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        if not rates_responses(grant.campaign):
            raise RefusedError("not_rated", "this campaign compares responses, it does not rate them")
        lock_raters(db, grant)
        now = store.now()
        done = _done(db, grant)
        reason = _missing(db, grant, done, gated=not isinstance(who, Trusted))
        held = [] if reason else _held(db, grant, now)
        if not held and reason is None and not isinstance(who, Trusted):
            letter = letter_version(rules_of(grant.campaign), rates=True)
            reason = "guidelines" if must_read(db, grant, newcomers=letter is not None) else None
        if not held and reason is None:
            held = _lease(db, grant, now)
        if not held and reason is None:
            reason = _why_nothing(db, grant, now)
        for assignment in held:
            assignment.leased_until = now + LEASE
            assignment.shown_at = assignment.shown_at or now
        db.flush()
        return _desk(db, grant, held, done, reason)


def last_sheet(db: Session, grant: Grant) -> tuple[int, int] | None:
    """(assignment, revision) of what the person rated last under the campaign's protocol, if it is in force."""
    row = db.execute(
        select(Rating.rating_assignment_id, Rating.revision, RatingAssignment.status)
        .join(RatingAssignment, RatingAssignment.id == Rating.rating_assignment_id)
        .where(*of_rater(grant), Rating.decided_at.is_not(None))
        .order_by(Rating.id.desc())
        .limit(1)
    ).first()
    if row is None or row.status != "done":
        return None
    # A rating that replaced an earlier one was made in "My work": Undo does not go back to it.
    before = select(Rating.id).where(
        Rating.rating_assignment_id == row.rating_assignment_id,
        Rating.revision == row.revision - 1,
        or_(Rating.value.is_not(None), Rating.not_applicable),
    )
    return None if db.scalar(before.limit(1)) is not None else (row.rating_assignment_id, row.revision)


def marks_of(db: Session, assignment_ids: Sequence[int]) -> dict[int, dict[str, Mark]]:
    """The ratings in force on each assignment, by criterion."""
    marks: dict[int, dict[str, Mark]] = {assignment_id: {} for assignment_id in assignment_ids}
    for row in db.scalars(select(Rating).where(Rating.rating_assignment_id.in_(assignment_ids), Rating.live)):
        marks[row.rating_assignment_id][row.criterion] = Mark(row.value, row.explanation or "")
    return marks


def revisions_of(db: Session, assignment_ids: Sequence[int]) -> dict[int, int]:
    """The newest revision of each assignment, 0 before the first."""
    newest = dict(
        db.execute(
            select(Rating.rating_assignment_id, func.max(Rating.revision))
            .where(Rating.rating_assignment_id.in_(assignment_ids))
            .group_by(Rating.rating_assignment_id)
        ).all()
    )
    return {assignment_id: newest.get(assignment_id, 0) for assignment_id in assignment_ids}


def has_room(db: Session, campaign: Campaign, response_id: int, person_id: int, now: datetime) -> bool:
    """The condition for one more person to rate a response: fewer than the overlap have rated or hold it."""
    taken = select(func.count()).where(
        RatingAssignment.response_id == response_id,
        RatingAssignment.protocol_key == campaign.protocol_key,
        RatingAssignment.person_id != person_id,
        _taken(now),
    )
    return (db.scalar(taken) or 0) < campaign.overlap


def lock_raters(db: Session, grant: Grant) -> None:
    """Run leasing and rating in one campaign one after the other (PostgreSQL; SQLite has one writer).

    A sheet takes minutes and this takes milliseconds; single responses, locked in the order of chance, would deadlock.
    """
    lock_person(db, grant)
    if not has_one_writer(db):
        db.execute(select(Campaign.id).where(Campaign.id == grant.campaign.id).with_for_update(key_share=True))


def by_people() -> ColumnElement[bool]:
    """Whether this assignment counts towards the overlap: not an LLM judge's, nor that of an excluded person whose
    responses others rate instead."""
    instead = (
        select(Exclusion.id)
        .where(
            Exclusion.in_force(RatingAssignment.campaign_id, RatingAssignment.person_id),
            Exclusion.put_back,
        )
        .correlate(RatingAssignment)
    )
    return RatingAssignment.person_id.not_in(select(Person.id).where(Person.kind == "judge")) & ~instead.exists()


def _taken(now: datetime) -> ColumnElement[bool]:
    leased = (RatingAssignment.status == "leased") & (RatingAssignment.leased_until > now)
    return ((RatingAssignment.status == "done") | leased) & by_people()


def of_rater(grant: Grant) -> tuple[ColumnElement[bool], ...]:
    """The condition for an assignment to be the person's own, under the protocol of their campaign."""
    return (
        RatingAssignment.campaign_id == grant.campaign.id,
        RatingAssignment.person_id == grant.person,
        RatingAssignment.protocol_key == grant.campaign.protocol_key,
    )


def _done(db: Session, grant: Grant) -> int:
    return db.scalar(select(func.count()).where(*of_rater(grant), RatingAssignment.status == "done")) or 0


def _missing(db: Session, grant: Grant, done: int, *, gated: bool) -> str | None:
    """Why the person may not rate now, apart from having nothing to rate."""
    campaign = grant.campaign
    if campaign.status != "open":
        return campaign.status
    if gated:
        rules = rules_of(campaign)
        letter = letter_version(rules, rates=True)
        if letter is not None and not has_consented(db, grant, letter):
            return "consent"
        if letter is None and rules.letter.version and has_withdrawn(db, grant):
            return "withdrawn"
    excluded = select(Exclusion.id).where(Exclusion.in_force(campaign.id, grant.person))
    if db.scalar(excluded) is not None:
        return "finished"
    if campaign.per_annotator is not None and done >= campaign.per_annotator:
        return "quota"
    return None


def _held(db: Session, grant: Grant, now: datetime) -> list[RatingAssignment]:
    """The responses that the person holds, of one prompt; an expired lease holds as long as there is room.

    Undone ones come first; those leased meanwhile wait.
    """
    rows = db.scalars(
        select(RatingAssignment)
        .where(*of_rater(grant), RatingAssignment.status == "leased")
        .order_by(RatingAssignment.id)
    )
    held, prompts = [], {}
    for row in rows.all():
        response = db.get_one(Response, row.response_id)
        if response.withdrawn_at is None and has_room(db, grant.campaign, row.response_id, grant.person, now):
            held.append(row)
            prompts[row.id] = response.prompt_id
        else:
            row.status = "released"
    if not held:
        return []
    undone = revisions_of(db, list(prompts))
    held.sort(key=lambda row: (-undone[row.id], row.id))
    places = rules_of(grant.campaign).responses_beside
    return [row for row in held if prompts[row.id] == prompts[held[0].id]][:places]


def _lease(db: Session, grant: Grant, now: datetime) -> list[RatingAssignment]:
    """Lease an open response, and as many others to its prompt as the campaign shows next to each other."""
    campaign = grant.campaign
    window = db.execute(_open(db, grant, now).limit(_WINDOW)).all()
    places = rules_of(campaign).responses_beside
    if campaign.per_annotator is not None:
        places = min(places, campaign.per_annotator - _done(db, grant))
    chance = chance_of(db)
    for first in chance.sample(window, len(window)):
        next_to_it = db.scalars(_open(db, grant, now).where(Response.prompt_id == first.prompt_id)).all()
        others = [other for other in next_to_it if other != first.id]
        group = [first.id, *chance.sample(others, len(others))]
        held: list[RatingAssignment] = []
        for response_id in group:
            if len(held) < places and has_room(db, campaign, response_id, grant.person, now):
                held.append(_hold(db, grant, response_id))
        if held:
            db.flush()
            return held
    return []


def _open(db: Session, grant: Grant, now: datetime) -> Select[int, int]:
    """Responses that the person may rate and has not had, in the order in which they came."""
    campaign = grant.campaign
    had = select(RatingAssignment.id).where(
        *of_rater(grant), RatingAssignment.response_id == Response.id, RatingAssignment.status != "released"
    )
    taken = (
        select(func.count())
        .where(
            RatingAssignment.response_id == Response.id,
            RatingAssignment.protocol_key == campaign.protocol_key,
            RatingAssignment.person_id != grant.person,
            _taken(now),
        )
        .correlate(Response)
        .scalar_subquery()
    )
    query = (
        select(Response.id, Response.prompt_id)
        .join(Prompt, Prompt.id == Response.prompt_id)
        .where(
            *ratable(campaign),
            ~had.correlate(Response).exists(),
            taken < campaign.overlap,
        )
        .order_by(Response.prompt_id, Response.id)
    )
    standard = standard_of(db, campaign.id, grant.person)
    return (
        query.where(or_(Prompt.written_standard.is_(None), Prompt.written_standard == standard)) if standard else query
    )


def ratable(campaign: Campaign) -> tuple[ColumnElement[bool], ...]:
    """The condition for a response, joined with its prompt, to be one that the campaign rates."""
    return (
        Response.campaign_id == campaign.id,
        Response.system_id.is_not(None),
        Response.text != "",
        Response.withdrawn_at.is_(None),
        Prompt.kind == "regular",
    )


def _hold(db: Session, grant: Grant, response_id: int) -> RatingAssignment:
    """The person's assignment of a response: the one they released before, or a new one."""
    campaign = grant.campaign
    before = db.scalar(select(RatingAssignment).where(*of_rater(grant), RatingAssignment.response_id == response_id))
    if before is not None:
        before.status, before.shown_at = "leased", None
        return before
    made = RatingAssignment(
        campaign_id=campaign.id,
        response_id=response_id,
        person_id=grant.person,
        protocol_key=campaign.protocol_key,
        protocol_version=campaign.protocol_version,
        protocol_hash=campaign.protocol_hash,
    )
    db.add(made)
    return made


def _why_nothing(db: Session, grant: Grant, now: datetime) -> str:
    """'waiting' if others hold the rest, 'finished', or 'empty' if there never was a response."""
    here = select(Response.id).join(Prompt, Prompt.id == Response.prompt_id).where(*ratable(grant.campaign)).limit(1)
    if db.scalar(here) is None:
        return "empty"
    return "waiting" if db.execute(_open(db, grant, now + LEASE).limit(1)).first() else "finished"


def _desk(db: Session, grant: Grant, held: Sequence[RatingAssignment], done: int, reason: str | None) -> RatingDesk:
    campaign = grant.campaign
    ids = [assignment.id for assignment in held]
    marks, revisions = marks_of(db, ids), revisions_of(db, ids)
    responses = {assignment.id: db.get_one(Response, assignment.response_id) for assignment in held}
    prompt = db.get_one(Prompt, responses[ids[0]].prompt_id) if ids else None
    unread = select(func.count()).where(
        Question.campaign_id == campaign.id,
        Question.person_id == grant.person,
        Question.answered_at.is_not(None),
        Question.read_at.is_(None),
    )
    messages = select(func.count()).where(
        Message.campaign_id == campaign.id, Message.person_id == grant.person, Message.read_at.is_(None)
    )
    return RatingDesk(
        title=campaign.title,
        protocol=campaign.protocol_key,
        text_view=campaign.text_view,
        is_demo=campaign.is_demo,
        sheets=tuple(Sheet(id_, revisions[id_], responses[id_].text or "", marks[id_]) for id_ in ids),
        source=prompt.text if prompt else "",
        reference=prompt.reference if prompt else None,
        written_standard=prompt.written_standard if prompt else None,
        source_language=prompt.source_language if prompt else None,
        target_language=prompt.target_language if prompt else None,
        done=done,
        quota=campaign.per_annotator,
        reason=reason,
        undoable=last_sheet(db, grant) if campaign.status == "open" else None,
        unread=db.scalar(unread) or 0,
        messages=db.scalar(messages) or 0,
    )
