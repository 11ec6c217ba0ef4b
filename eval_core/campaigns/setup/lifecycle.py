"""From the draft to the archive: starting, pausing, closing and duplicating a campaign."""

from __future__ import annotations

import re
import unicodedata
from typing import Any
from unicodedata import category

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Trusted, Who, authorise, signed_in_person
from eval_core.campaigns.audit import note
from eval_core.campaigns.desk.supply.rating_leases import ratable
from eval_core.campaigns.joining.guideline_editions import add_edition, texts_of
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.rules import closed_to_strangers, rules_document, rules_of, without_public_results
from eval_core.campaigns.setup.gold_copies import copy_gold
from eval_core.campaigns.setup.question import STUDY
from eval_core.errors import RefusedError
from eval_core.protocols import load_protocol
from eval_core.store import Campaign, Comparison, Membership, Prompt, Response, Store

# Action -> the statuses in which it is possible, and the status after it.
MOVES = {
    "started": (("draft",), "open"),
    "paused": (("open",), "paused"),
    "resumed": (("paused",), "open"),
    "closed": (("open", "paused"), "closed"),
    "reopened": (("closed", "archived"), "open"),
    "archived": (("draft", "closed"), "archived"),
}
LONGEST_TITLE = 120
_LONGEST_SLUG = 40
_LETTERS = str.maketrans({"æ": "ae", "ø": "o", "å": "a", "ß": "ss", "đ": "d", "ð": "d"})


def moves_from(status: str) -> tuple[str, ...]:
    """The actions that are possible in this status."""
    return tuple(action for action, (before, _) in MOVES.items() if status in before)


def move_campaign(store: Store, slug: str, action: str, who: Who = OPERATOR) -> bool:
    """Start, pause, resume, close, reopen or archive a campaign. For leads.

    Args:
        action: one of `MOVES`.

    Returns:
        False if it is in that status already: a double click, or another lead's click, counts once.

    Raises:
        RefusedError: 'stale_status' if the status no longer allows it, 'nothing_to_judge' for starting without
            a comparison, 'signed_out', 'not_allowed'.
    """
    before, after = MOVES[action]
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        campaign = grant.campaign
        db.refresh(campaign, with_for_update={"key_share": True})
        if campaign.status == after:
            return False
        if campaign.status not in before:
            raise RefusedError("stale_status", f"the campaign is {campaign.status}")
        if action == "started" and db.scalar(_work_of(campaign).limit(1)) is None:
            raise RefusedError("nothing_to_judge", "there is nothing to judge yet")
        campaign.status = after
        if action == "reopened":
            campaign.settings = without_public_results(campaign.settings)
        note(db, grant, action)
        return True


def draft_campaign(
    store: Store, title: str, *, protocol: str = "norwegian_fluency", overlap: int = 2, who: Who = OPERATOR
) -> str:
    """Create a new, empty campaign in draft, led by the person who creates it.

    Returns:
        Its slug, made of the title.

    Raises:
        RefusedError: 'no_title', 'title_too_long' over 120 characters, 'bad_title'; 'signed_out', 'not_allowed' for
            a person who leads no campaign.
    """
    title = clean_title(title)
    chosen = load_protocol(protocol)
    with store.write() as db:
        person = _a_lead(db, who)
        campaign = Campaign(
            slug=_free_slug(db, title),
            title=title,
            status="draft",
            protocol_key=chosen.key,
            protocol_version=str(chosen.version),
            protocol_hash=chosen.content_hash,
            overlap=overlap,
            settings={},
        )
        _lead(db, campaign, person)
        return campaign.slug


def _work_of(campaign: Campaign) -> Select[int]:
    """A query of the comparisons, or the responses, that there are to judge or rate."""
    if rates_responses(campaign):
        return select(Response.id).join(Prompt, Prompt.id == Response.prompt_id).where(*ratable(campaign))
    return select(Comparison.id).where(Comparison.campaign_id == campaign.id, Comparison.kind == "regular")


def duplicate_campaign(
    store: Store, slug: str, title: str, *, with_people: bool = False, with_gold: bool = False, who: Who = OPERATOR
) -> str:
    """Create a draft with the same protocol, plan, question, rules, letter, guidelines and known headings of files.

    For leads of the original.

    The protocol is the present version of the same key, which may be newer than the original's.

    Args:
        with_people: whether people get the roles that they hold in the original.
        with_gold: whether its gold comparisons, or control responses, come along; other texts never do.

    Returns:
        The new campaign's slug.

    Raises:
        RefusedError: as `draft_campaign`.
        InputError: if the protocol no longer exists.
    """
    title = clean_title(title)
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        old = grant.campaign
        protocol = load_protocol(old.protocol_key)
        rules = rules_of(old)
        # People agree again to the letter of another campaign: its versions start from the first.
        letter = rules.letter.model_copy(update={"version": 1 if rules.letter.version else 0})
        new = Campaign(
            slug=_free_slug(db, title),
            title=title,
            status="draft",
            protocol_key=protocol.key,
            protocol_version=str(protocol.version),
            protocol_hash=protocol.content_hash,
            text_view=old.text_view,
            overlap=old.overlap,
            shared=old.shared,
            shared_overlap=old.shared_overlap,
            per_annotator=old.per_annotator,
            headings=old.headings,
            settings=rules_document(closed_to_strangers(rules).model_copy(update={"letter": letter})) | _study(old),
        )
        _lead(db, new, grant.person_id)
        if with_people:
            _take_along(db, old, new, grant.person_id)
        copy = Grant(grant.person_id, new)
        note(db, copy, "duplicated", original=slug)
        if with_gold:
            copy_gold(db, old, copy)
        if own := texts_of(db, old, old.guideline_edition):
            new.guideline_edition = add_edition(db, new, own, 1, grant.person_id, store.now())
        note(db, grant, "duplicated", copy=new.slug)
        return new.slug


def _study(campaign: Campaign) -> dict[str, Any]:
    """The question that a campaign was planned from, as its settings have it."""
    return {STUDY: campaign.settings[STUDY]} if STUDY in campaign.settings else {}


def clean_title(title: str) -> str:
    """A campaign's title as it is stored, without needless spaces; RefusedError if it is not valid."""
    title = " ".join(title.split())
    if not title:
        raise RefusedError("no_title", "a campaign needs a title")
    if len(title) > LONGEST_TITLE:
        raise RefusedError("title_too_long", f"a title has at most {LONGEST_TITLE} characters")
    if any(category(character) in ("Cc", "Cs") for character in title):
        raise RefusedError("bad_title", "the title has a control character or half of a surrogate pair")
    return title


def _a_lead(db: Session, who: Who) -> int | None:
    """The person, who must lead some campaign or all of them; None for the command line."""
    if isinstance(who, Trusted):
        return who.person_id
    person = signed_in_person(db, who)
    leads = select(Membership.id).where(Membership.person_id == person, Membership.role == "lead")
    if db.scalar(leads.limit(1)) is None:
        raise RefusedError("not_allowed", "only leads set up campaigns")
    return person


def _free_slug(db: Session, title: str) -> str:
    """The title in small letters, digits and dashes; with a number if it is taken."""
    plain = unicodedata.normalize("NFKD", title.lower().translate(_LETTERS)).encode("ascii", "ignore").decode()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST_SLUG].strip("-") or "campaign"
    taken = set(db.scalars(select(Campaign.slug).where(Campaign.slug.startswith(base, autoescape=True))))
    number, slug = 1, base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def _lead(db: Session, campaign: Campaign, person: int | None) -> None:
    db.add(campaign)
    db.flush()
    everywhere = select(Membership.id).where(
        Membership.person_id == person, Membership.role == "lead", Membership.campaign_id.is_(None)
    )
    if person is not None and db.scalar(everywhere) is None:
        db.add(Membership(person_id=person, campaign_id=campaign.id, role="lead"))


def _take_along(db: Session, old: Campaign, new: Campaign, but: int | None) -> None:
    rows = db.scalars(select(Membership).where(Membership.campaign_id == old.id)).all()
    db.add_all(
        Membership(person_id=row.person_id, campaign_id=new.id, role=row.role, written_standard=row.written_standard)
        for row in rows
        if (row.person_id, row.role) != (but, "lead")
    )
