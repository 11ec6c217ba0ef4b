"""How much people and prompts differ in judgments that are there: the campaign's own, or a pilot campaign's."""

from __future__ import annotations

from sqlalchemy import select

from eval_core.campaigns.access import OPERATOR, Who, authorise, roles_of, signed_in_person
from eval_core.campaigns.results.votes import read_votes
from eval_core.errors import InputError
from eval_core.ranking.diagnostics.pilot import Pilot, pilot_of
from eval_core.store import Campaign, Judgment, Store


def list_pilots(store: Store, slug: str, who: Who = OPERATOR) -> tuple[tuple[str, str], ...]:
    """The campaigns with judgments whose variances the caller may use, slug and title, this one first. For leads."""
    with store.read() as db:
        here = authorise(db, who, slug, "lead").campaign
        judged = select(Judgment.campaign_id).where(Judgment.live).distinct()
        rows = db.scalars(select(Campaign).where(Campaign.id.in_(judged)).order_by(Campaign.slug)).all()
        seen = roles_of(db, signed_in_person(db, who)) if isinstance(who, str) else None
        usable = [row for row in rows if seen is None or "researcher" in seen.get(row.slug, ())]
        return tuple((row.slug, row.title) for row in sorted(usable, key=lambda row: row.id != here.id))


def read_pilot(store: Store, slug: str, pilot: str, who: Who = OPERATOR) -> Pilot | None:
    """What the judgments of the campaign `pilot` say about a study in campaign `slug`. For leads of the latter.

    Variances only: no system of the pilot is named, so it says nothing about who leads there. None where the pilot is
    too small to have any.

    Raises:
        RefusedError: 'not_allowed' where the caller may not see the pilot.
    """
    with store.read() as db:
        authorise(db, who, slug, "lead")
    votes = read_votes(store, pilot, who=who)
    try:
        return pilot_of(votes)
    except InputError:
        return None
