"""The open link of a campaign: what a stranger reads there, and taking part without an invitation.

A stranger may see what is in `Door`, and nothing else. Whoever asks for an address that leads nowhere learns no more
than one who asks for a campaign without an open link.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import func, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant, Who, authorise, hash_secret
from eval_core.campaigns.audit import note
from eval_core.campaigns.crowd_rules import Crowd
from eval_core.campaigns.joining.consent import LetterView, agree, is_about_norwegian, letter_of
from eval_core.campaigns.joining.made_up_names import draw_pseudonym
from eval_core.campaigns.joining.platform_arrivals import refuse_second_coming
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.pace import measured_pace
from eval_core.campaigns.people.invited import InvitedTo
from eval_core.campaigns.people.persons import close_links, new_token
from eval_core.campaigns.quotas import lower_of
from eval_core.campaigns.rules import Rules, rules_of
from eval_core.errors import RefusedError
from eval_core.store import Arrival, Campaign, Link, Membership, Person, Prompt, SignIn, Store

State = Literal["open", "not_yet", "paused", "full", "full_today", "over"]
# Who was turned away by the screen, or for want of room, leaves their place to others.
_GAVE_PLACE = ("screened_out", "full")
_TRIES = 20
LONGEST_SOURCE = 40
_MOST_PARAMETERS, _LONGEST_PARAMETER = 20, 200  # characters


@dataclass(frozen=True)
class Door:
    """What a stranger may know of a campaign with an open link.

    Attributes:
        state: 'open', or why no one can begin now; 'full_today' is open again tomorrow (UTC).
        about: title, who asks, what there is to do and for how long.
        pay, contact: as the letter has them.
        letter: to agree to.
        standards: the written standards of its prompts, such as ('nb', 'nn'); empty where texts have none.
        about_norwegian: whether a newcomer is asked, once they take part, about their Norwegian.
        opens: when it opens, where that is still to come and known.
        screened: whether newcomers are screened for native reading first.
        crowd: the platform that sends people; a stranger is shown what its `way_back` gives them, and no more.
    """

    slug: str
    state: State
    about: InvitedTo
    pay: str
    contact: str
    letter: LetterView
    standards: tuple[str, ...]
    about_norwegian: bool
    screened: bool
    crowd: Crowd
    opens: datetime | None = None


@dataclass(frozen=True)
class Newcomer:
    """A person who has just taken part. The token of their personal link is shown once and never stored.

    Attributes:
        session: the session id for the cookie.
    """

    person_id: int
    name: str
    slug: str
    token: str
    session: str


def find_door(store: Store, word: str, language: str) -> Door | None:
    """The campaign whose open link ends with this word, as a stranger sees it; None if there is none. Changes nothing.

    Args:
        language: of the letter: en, nb or nn.
    """
    with store.read() as db:
        campaign = _found(db, word)
        return None if campaign is None else _door(store, db, campaign, language)


def take_part(
    store: Store,
    word: str,
    *,
    letter: str,
    language: str,
    source: str | None = None,
    parameters: Mapping[str, str] | None = None,
) -> Newcomer:
    """Take part under a new pseudonym, with the consent to a letter: one transaction, and never more than the caps.

    Args:
        letter: the hash of the letter as it was shown (`LetterView.hash`).
        language: that of the letter and, from now on, of the interface.
        source: the word that the address named, such as 'poster'; what is no word is left out.
        parameters: what a platform added to the address, chosen by the caller; kept apart from judgments.

    Raises:
        RefusedError: 'no_door' for an address that leads nowhere; 'not_yet', 'paused', 'full', 'full_today' or 'over';
            'stale_letter' if the letter has changed meanwhile; 'bad_parameters' for too many or too long ones;
            'begun_already' if the platform has sent this person before.
    """
    kept = _checked(parameters or {})
    with store.write() as db:
        campaign = _found(db, word)
        if campaign is None:
            raise RefusedError("no_door", "no campaign has this open link")
        # One after another (PostgreSQL), so that the caps hold; and the rules are those of this moment.
        db.refresh(campaign, with_for_update={"key_share": True})
        if _found(db, word) is not campaign:
            raise RefusedError("no_door", "no campaign has this open link")
        now, crowd = store.now(), rules_of(campaign).crowd
        kept = crowd.kept(kept.items())
        refuse_second_coming(db, campaign, crowd.person_of(kept))
        state = _state(db, campaign, rules_of(campaign), now)
        if state != "open":
            raise RefusedError(state, f"the open link is {state}")
        shown = letter_of(campaign, language)
        if shown.hash != letter:
            raise RefusedError("stale_letter", "the letter has changed meanwhile")
        person = _new_person(db, language, now)
        db.add(Membership(person_id=person.id, campaign_id=campaign.id, role="annotator"))
        agree(db, person.id, campaign, shown, now)
        db.add(
            Arrival(
                person_id=person.id,
                campaign_id=campaign.id,
                source=source_word(source),
                parameters=kept,
                platform_person=crowd.person_of(kept),
                arrived_at=now,
            )
        )
        token, session = _sign_in(db, person.id, now)
        note(db, Grant(person.id, campaign), "took_part", person=person.id)
        return Newcomer(person.id, person.name, campaign.slug, token, session)


def renew_own_link(store: Store, who: Who, slug: str) -> Newcomer:
    """A new personal link for someone who came by the open link and is signed in; the old one and its sessions end.

    Raises:
        RefusedError: 'was_invited' for those whom a lead invited, who renews their link; 'not_allowed', 'signed_out'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        here = select(Arrival.id).where(Arrival.person_id == grant.person, Arrival.campaign_id == grant.campaign.id)
        if db.scalar(here) is None:
            raise RefusedError("was_invited", "only those who came by the open link renew their link themselves")
        person = db.get_one(Person, grant.person)
        close_links(db, person.id)
        token, session = _sign_in(db, person.id, store.now())
        return Newcomer(person.id, person.name, slug, token, session)


def source_word(given: str | None) -> str | None:
    """Where a person came from, as the address says it: a short word of letters, digits, - and _; None for others."""
    word = (given or "").strip().lower()
    plain = word.replace("-", "").replace("_", "")
    return word if 0 < len(word) <= LONGEST_SOURCE and plain.isascii() and plain.isalnum() else None


def _found(db: Session, word: str) -> Campaign | None:
    """Looks as long for a word that exists as for one that does not."""
    asked, settings = word.strip().lower()[:200].replace("\x00", ""), Campaign.settings
    own = settings["open_link_word"].as_string()
    query = select(Campaign).where(
        settings["open_link"].as_boolean().is_(True),
        or_(own == asked, own.is_(None) & (Campaign.slug == asked)),
    )
    campaign = db.scalar(query)
    return campaign if campaign is not None and rules_of(campaign).letter.complete else None


def _door(store: Store, db: Session, campaign: Campaign, language: str) -> Door:
    rules = rules_of(campaign)
    pace = measured_pace(store, db, campaign)
    standards = select(Prompt.written_standard).where(
        Prompt.campaign_id == campaign.id, Prompt.kind == "regular", Prompt.written_standard.is_not(None)
    )
    return Door(
        slug=campaign.slug,
        state=_state(db, campaign, rules, store.now()),
        about=InvitedTo(
            campaign.slug,
            campaign.title,
            " ".join(rules.letter.responsible.split()),
            frozenset({"annotator"}),
            rates_responses(campaign),
            lower_of(campaign.per_annotator, rules.open_link_judgments),
            campaign.protocol_key,
            None if pace is None else pace.seconds,
        ),
        pay=rules.letter.pay,
        contact=rules.letter.contact,
        letter=letter_of(campaign, language),
        standards=tuple(sorted(one for one in db.scalars(standards.distinct()) if one)),
        about_norwegian=is_about_norwegian(db, campaign),
        screened=rules.native_screen,
        opens=rules.open_link_opens if rules.open_link_opens and rules.open_link_opens > store.now() else None,
        crowd=rules.crowd,
    )


def _state(db: Session, campaign: Campaign, rules: Rules, now: datetime) -> State:
    if campaign.status in ("closed", "archived") or (rules.open_link_closes and now >= rules.open_link_closes):
        return "over"
    if campaign.status == "draft" or (rules.open_link_opens and now < rules.open_link_opens):
        return "not_yet"
    if campaign.status != "open":
        return "paused"
    here = select(func.count()).select_from(Arrival).where(Arrival.campaign_id == campaign.id)
    if rules.open_link_people is not None:
        taken = or_(Arrival.ended.is_(None), Arrival.ended.not_in(_GAVE_PLACE))
        if (db.scalar(here.where(taken)) or 0) >= rules.open_link_people:
            return "full"
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    came = here.where(Arrival.arrived_at >= today, Arrival.arrived_at < today + timedelta(days=1))
    return "full_today" if (db.scalar(came) or 0) >= rules.open_link_per_day else "open"


def _new_person(db: Session, language: str, now: datetime) -> Person:
    """A person under a pseudonym that no one has."""
    for _try in range(_TRIES):
        person = Person(name=draw_pseudonym(), kind="human", language=language, created_at=now)
        try:
            with db.begin_nested():
                db.add(person)
        except IntegrityError:
            continue
        return person
    raise RefusedError("paused", "no free pseudonym was found")


def _sign_in(db: Session, person_id: int, now: datetime) -> tuple[str, str]:
    """A personal link and a session that it opened: the token and the session id."""
    token = new_token(db, person_id)
    db.flush()
    link = db.scalars(select(Link.id).where(Link.token_hash == hash_secret(token))).one()
    session = secrets.token_urlsafe(32)
    db.add(SignIn(session_hash=hash_secret(session), person_id=person_id, link_id=link, created_at=now, used_at=now))
    return token, session


def _checked(parameters: Mapping[str, str]) -> dict[str, str]:
    long = any(len(part) > _LONGEST_PARAMETER or not part.isprintable() for pair in parameters.items() for part in pair)
    if len(parameters) > _MOST_PARAMETERS or long:
        raise RefusedError("bad_parameters", "the address brings too many or too long parameters")
    return dict(parameters)
