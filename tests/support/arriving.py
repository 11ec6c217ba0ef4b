"""People whom a crowd platform sent, as the open link stores them."""

from __future__ import annotations

from sqlalchemy import select

from eval_core.campaigns.access import find_campaign, find_person
from eval_core.campaigns.crowd_rules import PROLIFIC
from eval_core.campaigns.joining.consent import give_consent, read_letter
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, read_guidelines
from eval_core.campaigns.rules import rules_of
from eval_core.store import Arrival
from tests.support.building import Built

LETTER = dict.fromkeys(("responsible", "contact", "pay"), "Vi")
CODES = {**PROLIFIC, "completed_code": "DONE1", "screened_out_code": "OUT1", "full_code": "FULL1"}
PIDS = ("5e9088a8a4b6ed018b45ba7b", "60f1c3d2b7a9e8d4c5b6a7f8", "61a2b3c4d5e6f708192a3b4c")
STUDY = "671b8ae84509b9a624b95e13"


def arrive(built: Built, name: str, pid: str | None) -> str:
    """A new annotator who came by the open link, from the platform or, without a PID, from elsewhere; the session."""
    session = built.enter(name)
    parameters = {"PROLIFIC_PID": pid, "STUDY_ID": STUDY, "SESSION_ID": f"of-{name}"} if pid else {}
    with built.store.write() as db:
        campaign = find_campaign(db, built.slug)
        db.add(
            Arrival(
                person_id=find_person(db, name).id,
                campaign_id=campaign.id,
                source="prolific" if pid else "poster",
                parameters=parameters,
                platform_person=rules_of(campaign).crowd.person_of(parameters),
                arrived_at=built.store.now(),
            )
        )
    return session


def agreed(built: Built, name: str, pid: str | None) -> str:
    """The same after the letter and the guidelines; the campaign has a letter."""
    session = arrive(built, name, pid)
    give_consent(built.store, session, built.slug, read_letter(built.store, session, built.slug, "nb").version, "nb")
    version = read_guidelines(built.store, session, built.slug, "nb").version
    acknowledge_guidelines(built.store, session, built.slug, version, "nb")
    return session


def ended(built: Built, name: str) -> str | None:
    """How it ended for a person of the campaign."""
    with built.store.read() as db:
        person, campaign = find_person(db, name).id, find_campaign(db, built.slug).id
        of = (Arrival.person_id == person, Arrival.campaign_id == campaign)
        return db.scalar(select(Arrival.ended).where(*of))
