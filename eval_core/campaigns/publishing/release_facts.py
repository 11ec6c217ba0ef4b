"""Facts for the data card that Parvis cannot know; leads may fill them in until the campaign is archived."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy import select

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.audit import changed, note
from eval_core.campaigns.rules import RuleError, Words
from eval_core.errors import RefusedError
from eval_core.store import Campaign, Store, System

FACTS = "facts"  # their key in the settings
# In words, for a list of what is missing.
LABELS = {
    "recruitment": "recruitment",
    "pay_basis": "pay basis",
    "ethics_reference": "ethics reference",
    "licence": "licence",
    "contact": "contact",
}
_NAMED = 6  # systems at most in that list


class Facts(BaseModel):
    """Facts of one campaign, '' if not filled in.

    Attributes:
        recruitment: how the annotators were found.
        pay_basis: what they were paid for, and how much.
        ethics_reference: the approval or assessment, and its number.
        licence: of the released data, best as a hub's identifier such as 'cc-by-4.0'.
        contact: for questions about the data.
        decoding: how each system's texts were generated (settings, version, date), by the system's name.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    recruitment: Words = ""
    pay_basis: Words = ""
    ethics_reference: Words = ""
    licence: Words = ""
    contact: Words = ""
    decoding: dict[str, Words] = {}

    def missing(self, systems: list[str]) -> tuple[str, ...]:
        """The missing facts, in words; of many systems the first are named."""
        empty = [words for name, words in LABELS.items() if not getattr(self, name).strip()]
        unknown = [f"decoding settings of {name}" for name in systems if not self.decoding.get(name, "").strip()]
        if len(unknown) > _NAMED:
            unknown[_NAMED - 1 :] = [f"decoding settings of {len(unknown) - _NAMED + 1} more systems"]
        return (*empty, *unknown)


def facts_of(campaign: Campaign) -> Facts:
    """The campaign's facts."""
    return Facts.model_validate(campaign.settings.get(FACTS, {}))


def read_release_facts(store: Store, slug: str, who: Who = OPERATOR) -> Facts:
    """The facts filled in so far. For leads."""
    with store.read() as db:
        return facts_of(authorise(db, who, slug, "lead").campaign)


def change_release_facts(
    store: Store, slug: str, changes: Mapping[str, Any], *, seen: Facts | None = None, who: Who = OPERATOR
) -> Facts:
    """Fill in some facts. For leads.

    Args:
        changes: names of `Facts` with their new values; 'decoding' holds only the systems to change.
        seen: the values that the lead saw; a fact that someone else has changed meanwhile is not overwritten.

    Raises:
        RuleError: for an unknown fact or system, or words that cannot be stored; nothing is changed.
        RefusedError: 'changed_meanwhile'; 'archived', since they are final then; 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        campaign = grant.campaign
        db.refresh(campaign, with_for_update={"key_share": True})  # one lead after another (PostgreSQL)
        if campaign.status == "archived":
            raise RefusedError("archived", "the campaign is archived, and its facts are final")
        now = facts_of(campaign)
        wanted = _changed(now, changes)
        strange = wanted.decoding.keys() - set(db.scalars(select(System.name).where(System.campaign_id == campaign.id)))
        if strange:
            raise RuleError("decoding", f"no system '{min(strange)}'")
        names = [name for name in Facts.model_fields if getattr(now, name) != getattr(wanted, name)]
        if seen is not None and any(getattr(now, name) != getattr(seen, name) for name in names):
            raise RefusedError("changed_meanwhile", "somebody else has changed this meanwhile")
        if names:
            campaign.settings = {**campaign.settings, FACTS: wanted.model_dump(exclude_defaults=True)}
            # How texts were made names the systems, and leads who judge blind read the log.
            told = {name: getattr(wanted, name) for name in names if name != "decoding"}
            hidden = {"facts": ["decoding"]} if "decoding" in names else {}
            note(db, grant, "rules_changed", changes=changed(now.model_dump(), told), **hidden)
        return wanted


def _changed(now: Facts, changes: Mapping[str, Any]) -> Facts:
    fresh = {**now.model_dump(), **changes}
    if isinstance(changes.get("decoding"), Mapping):
        fresh["decoding"] = {name: text for name, text in {**now.decoding, **changes["decoding"]}.items() if text}
    try:
        return Facts.model_validate(fresh)
    except ValidationError as error:
        problem = error.errors()[0]
        raise RuleError(".".join(map(str, problem["loc"])), problem["msg"]) from None
