"""Results before judging is closed: researchers see them after asking for them, and the audit log notes who did.

Seeing the ranking may change how people judge, choose gold or stop; so a report tells how often it was seen: on the
pages, on the command line and by programs.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import false, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.rules import SETTLED
from eval_core.errors import UnavailableError
from eval_core.store import Campaign, Event, Judgment, RatingAssignment, Store


@dataclass(frozen=True)
class Looks:
    """Who looked at results before judging was closed, as far as that is known.

    Attributes:
        people: persons to whom a page showed them, from then on.
        commands: how often the command line showed them.
        programs: programs that read them, from then on.
        known: whether every look can be in the log: not in a demo, whose results are open, nor where the database takes
            no changes, nor in a campaign that was opened again, whose looks while it was closed were not noted.
        closed: whether judging is closed.
        imported: whether some judgments were made elsewhere, where others may have looked.
    """

    people: int
    commands: int
    programs: int
    known: bool
    closed: bool
    imported: bool

    @property
    def count(self) -> int:
        """All of them."""
        return self.people + self.commands + self.programs


def can_log(store: Store) -> bool:
    """Whether the database takes changes; of nobody's data, so it asks for no permission."""
    try:
        with store.rehearse() as db:
            db.execute(update(Event).where(false()).values(action=Event.action))
    except (UnavailableError, DBAPIError):
        return False
    return True


def read_looks(store: Store, slug: str, who: Who = OPERATOR) -> Looks:
    """The looks at a campaign's results. For researchers; it writes nothing, but waits for its turn to write.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    logged = can_log(store)
    with store.read() as db:
        return looks_of(db, authorise(db, who, slug, "researcher").campaign, logged=logged)


def looks_of(db: Session, campaign: Campaign, *, logged: bool) -> Looks:
    """The looks at a campaign's results.

    Args:
        logged: whether the database takes changes, see `can_log`.
    """
    shown = db.execute(
        select(Event.person_id, Event.about).where(Event.campaign_id == campaign.id, Event.action == "results_shown")
    ).all()
    programs = {about["program"] for _person, about in shown if about.get("program")}
    elsewhere = (
        select(Judgment.id).where(Judgment.campaign_id == campaign.id, Judgment.live, Judgment.imported).limit(1)
    )
    again = select(Event.id).where(Event.campaign_id == campaign.id, Event.action == "reopened").limit(1)
    return Looks(
        people=len({person for person, _about in shown if person is not None}),
        commands=sum(person is None and not about.get("program") for person, about in shown),
        programs=len(programs),
        known=logged and not campaign.is_demo and db.scalar(again) is None,
        closed=campaign.status in SETTLED,
        imported=db.scalar(elsewhere) is not None,
    )


def results_are_shown(store: Store, slug: str, who: Who = OPERATOR) -> bool:
    """Whether this researcher sees results: judging is closed, or they asked before; in a demo always.

    Before the first judgment or rating there is nothing to hide.
    """
    with store.read() as db:
        return sees_results(db, authorise(db, who, slug, "researcher"))


def sees_results(db: Session, grant: Grant) -> bool:
    """`results_are_shown` within a transaction."""
    settled = grant.campaign.is_demo or grant.campaign.status in SETTLED
    return settled or _asked_before(db, grant) or not _some(db, grant)


def show_results(store: Store, slug: str, who: Who = OPERATOR) -> bool:
    """Show a researcher the results so far, from now on; False if they saw them before, or judging is closed.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "researcher")
        if grant.campaign.status in SETTLED or _asked_before(db, grant):
            return False
        note(db, grant, "results_shown")
        return True


def note_look(store: Store, slug: str, command: str = "", who: Who = OPERATOR) -> bool:
    """Note that results are shown outside the pages; False if that cannot be noted.

    Every command is noted, and every program once. Where judging is closed, in a demo, and before the first judgment
    or rating there is nothing to note.

    Args:
        command: the command that shows them; '' for a program.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "researcher")
        again = grant.program is not None and _asked_before(db, grant)
        if grant.campaign.is_demo or grant.campaign.status in SETTLED or again or not _some(db, grant):
            return True
    try:
        with store.write() as db:
            about = {"command": command} if command else {}
            note(db, authorise(db, who, slug, "researcher"), "results_shown", **about)
    except (UnavailableError, DBAPIError):
        return False
    return True


def _some(db: Session, grant: Grant) -> bool:
    """Whether anything was judged or rated in the campaign."""
    judged = select(Judgment.id).where(Judgment.campaign_id == grant.campaign.id)
    rated = select(RatingAssignment.id).where(
        RatingAssignment.campaign_id == grant.campaign.id, RatingAssignment.status == "done"
    )
    return any(db.scalar(query.limit(1)) is not None for query in (judged, rated))


def _asked_before(db: Session, grant: Grant) -> bool:
    asked = select(Event.about).where(
        Event.campaign_id == grant.campaign.id, Event.person_id == grant.person_id, Event.action == "results_shown"
    )
    return any(about.get("program") == grant.program for about in db.scalars(asked))
