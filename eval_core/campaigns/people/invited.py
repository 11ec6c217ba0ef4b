"""What a person is invited to: enough to say who asks, what for, and what there is to do."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.pace import Pace, measured_pace
from eval_core.campaigns.people.roster import authorise_lead
from eval_core.campaigns.quotas import quota_of
from eval_core.campaigns.rules import rules_of
from eval_core.protocols import NORWEGIAN
from eval_core.store import Campaign, Store


@dataclass(frozen=True)
class InvitedTo:
    """One campaign that a person is invited to.

    Attributes:
        slug: in addresses.
        responsible: who runs the evaluation, as its letter says; '' where it has no letter.
        roles: the person's own in it.
        rates: whether responses are rated in it, not compared.
        quota: how many comparisons or responses each annotator is asked for, None without a limit.
        protocol: the key of the protocol that says what is asked.
        seconds: that one of them takes on average, as measured here; None before enough are measured.
    """

    slug: str
    title: str
    responsible: str
    roles: frozenset[str]
    rates: bool
    quota: int | None
    protocol: str = NORWEGIAN
    seconds: float | None = None

    @property
    def has_guide(self) -> bool:
        """Whether the annotators' guide, which is about the Norwegian protocol, is for this person."""
        return "annotator" in self.roles and self.protocol == NORWEGIAN


def invited_to(
    db: Session, campaign: Campaign, roles: Collection[str], pace: Pace | None = None, person_id: int | None = None
) -> InvitedTo:
    """What someone with these roles in a campaign reads about it before they sign in, with the measured pace.

    Args:
        person_id: who reads it, where that is known: people of the open link may be asked for less.
    """
    rules, held = rules_of(campaign), frozenset(roles)
    letter = rules.letter
    return InvitedTo(
        campaign.slug,
        campaign.title,
        " ".join(letter.responsible.split()) if letter.complete else "",
        held - {"researcher"} if "lead" in held else held,  # a lead is a researcher by that
        rates_responses(campaign),
        quota_of(db, campaign, rules, person_id),
        campaign.protocol_key,
        None if pace is None else pace.seconds,
    )


def preview_invitation(store: Store, slug: str, roles: Collection[str], who: Who = OPERATOR) -> InvitedTo:
    """The same for a text that a lead sends. For leads.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise_lead(db, who, slug).campaign
        return invited_to(db, campaign, roles, measured_pace(store, db, campaign))
