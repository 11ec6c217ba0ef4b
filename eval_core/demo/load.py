"""Loading the demo campaign: our own texts, simulated judgments, and links for visitors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import func, select

from eval_core.campaigns.access import Trusted, find_campaign, find_person
from eval_core.campaigns.content.import_texts import import_gold, import_responses
from eval_core.campaigns.desk.supply.qualification import admit
from eval_core.campaigns.joining.consent import give_consent, read_letter
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, version_in_force
from eval_core.campaigns.people.persons import NewLink, add_person, add_simulated_annotator, renew_link
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.campaigns.watching.progress import campaign_progress
from eval_core.demo.simulation import Simulation, read_simulation, simulate
from eval_core.errors import ParvisError
from eval_core.protocols import DATA
from eval_core.store import Campaign, Judgment, Person, Store

SLUG = "demo"
TITLE = "Parvis demo"
FOLDER = DATA / "demo"
RULES: dict[str, Any] = {
    "gold_share": 0.06,
    "repeat_share": 0.06,
    "reasons": "off",
    "reasons_share": 0.3,
    "training": 4,
    "test": 6,
    "letter": {
        "responsible": "Språkgruppa i Fjellvik (oppdiktet)",
        "contact": "Unni Berg, unni@fjellvik.example",
        "pay": "Ingen betaling: Dette er bare en demonstrasjon.",
    },
}
_VISITORS = (("Demo lead", "lead"), ("Demo annotator", "annotator"), ("Demo researcher", "researcher"))


def load_demo(store: Store, progress: Callable[[int, int], None] | None = None) -> bool:
    """Load the demo campaign, or the rest of it after an interrupted loading.

    Two loadings on the same day (UTC, by the store's clock) give the same judgments to the byte, in any database and at
    any time of day. Those of another day differ by whole days in their times, and in nothing else. The days are not
    fixed, because the demo's last judgment would soon be years old.

    Returns:
        False where all of it was loaded before.

    Raises:
        ParvisError: if a real campaign has the demo's short name.
    """
    design = read_simulation(FOLDER / "simulation.toml")
    if not _exists(store):
        create_campaign(
            store, SLUG, title=TITLE, overlap=2, shared=30, shared_overlap=5, per_annotator=100, is_demo=True
        )
    import_responses(store, FOLDER / "responses.jsonl", SLUG)
    import_gold(store, FOLDER / "gold.jsonl", SLUG)
    people = _simulated_people(store, design)
    wanted = round(design.share_done * campaign_progress(store, SLUG).total)
    before = _simulated_judgments(store)
    if before >= wanted:
        return False
    change_rules(store, SLUG, RULES | {"reasons": "share"})
    made = simulate(store, SLUG, design, people, wanted, progress)
    # Visitors are not asked for reasons; a lead can turn that on under Setup.
    change_rules(store, SLUG, RULES)
    return made > before


def demo_links(store: Store) -> list[NewLink]:
    """A new link for each role; earlier links no longer work. The annotator needs no letter, guidelines or test."""
    with store.read() as db:
        known = dict(db.execute(select(Person.name, Person.id)).all())
    links = [
        renew_link(store, name) if name in known else add_person(store, name, [role], [SLUG])
        for name, role in _VISITORS
    ]
    _admit_visitor(store, "Demo annotator")
    return links


def _admit_visitor(store: Store, name: str) -> None:
    with store.read() as db:
        campaign = find_campaign(db, SLUG)
        who = Trusted(find_person(db, name).id)
        guidelines = version_in_force(campaign)
    letter = read_letter(store, who, SLUG, "en")
    give_consent(store, who, SLUG, letter.version, "en")
    acknowledge_guidelines(store, who, SLUG, guidelines, "en")
    admit(store, SLUG, name)


def _exists(store: Store) -> bool:
    with store.read() as db:
        is_demo = db.scalar(select(Campaign.is_demo).where(Campaign.slug == SLUG))
    if is_demo is False:
        raise ParvisError(f"the campaign '{SLUG}' of this database is not the demo: it is left alone")
    return is_demo is not None


def _simulated_people(store: Store, design: Simulation) -> dict[str, int]:
    with store.read() as db:
        known = dict(db.execute(select(Person.name, Person.id).where(Person.kind == "simulated")).all())
    names = [annotator.name for annotator in design.annotators]
    return {name: known[name] if name in known else add_simulated_annotator(store, name, SLUG) for name in names}


def _simulated_judgments(store: Store) -> int:
    with store.read() as db:
        return (
            db.scalar(
                select(func.count(Judgment.id))
                .join(Person, Person.id == Judgment.person_id)
                .join(Campaign, Campaign.id == Judgment.campaign_id)
                .where(
                    Campaign.slug == SLUG,
                    Person.kind == "simulated",
                    Judgment.live,
                    Judgment.ranked,
                    Judgment.choice.is_not(None),
                )
            )
            or 0
        )
