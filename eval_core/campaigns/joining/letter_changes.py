"""What is new in a campaign's letter since a person agreed to it, passage by passage.

With a consent goes the hash of the letter, not its text. So the letter of then is made again from the log, which keeps
each change of the letter's facts; it is taken for what the person agreed to only where its hash says so.
"""

from __future__ import annotations

import hashlib
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Who, authorise
from eval_core.campaigns.joining.consent import latest_consent, letter_of, letter_text
from eval_core.campaigns.rules import rules_of
from eval_core.errors import InputError
from eval_core.protocols import load_protocol
from eval_core.protocols.guideline_changes import SectionChange, changes
from eval_core.protocols.letters import letter_sections
from eval_core.store import Campaign, Consent, Event, Store

_PART = "letter."


def read_letter_changes(store: Store, who: Who, slug: str, language: str) -> tuple[SectionChange, ...] | None:
    """What is gone from the letter and what is new in it since the person last agreed, in a language (en, nb or nn).

    None where what they agreed to is not known: they never did, the letter's template is another one, the campaign has
    another title, or the log begins later.

    Raises:
        RefusedError: 'no_letter' if the campaign has none, 'not_allowed', 'signed_out'.
        InputError: for an unknown language.
    """
    with store.read() as db:
        grant = authorise(db, who, slug, "annotator")
        campaign, agreed = grant.campaign, latest_consent(db, grant)
        letter = letter_of(campaign, language)
        facts = None if agreed is None else _facts_agreed_to(db, campaign, agreed)
        if facts is None:
            return None
        before = letter_text(load_protocol(campaign.protocol_key), language, facts)
        return changes(letter_sections(before), letter_sections(letter.text))


def _facts_agreed_to(db: Session, campaign: Campaign, agreed: Consent) -> dict[str, Any] | None:
    facts = _facts_of_version(db, campaign, agreed.letter_version.rpartition(".")[2])
    if facts is None:
        return None
    try:
        text = letter_text(load_protocol(campaign.protocol_key), agreed.language, facts)
    except InputError:  # a fact was missing: that was no letter
        return None
    return facts if hashlib.sha256(text.encode()).hexdigest() == agreed.letter_hash else None


def _facts_of_version(db: Session, campaign: Campaign, version: str) -> dict[str, Any] | None:
    """The letter's facts when the campaign had changed them so often: today's, without what was changed later."""
    facts: dict[str, Any] = {"title": campaign.title, **rules_of(campaign).letter.model_dump()}
    at = facts.pop("version")
    logged = (
        select(Event.about)
        .where(Event.campaign_id == campaign.id, Event.action == "rules_changed")
        .order_by(Event.id.desc())
    )
    for about in db.scalars(logged):
        if str(at) == version:
            break
        changed = about.get("changes", {})
        before = {name.removeprefix(_PART): pair[0] for name, pair in changed.items() if name.startswith(_PART)}
        facts, at = facts | before, at - bool(before)
    return facts if str(at) == version else None
