"""Permission is checked where the deed is done: in every service, for every kind of caller."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import eval_core.campaigns
from eval_core.campaigns.access import find_person
from eval_core.campaigns.assigning import open_desk
from eval_core.campaigns.guidance import version_in_force
from eval_core.campaigns.people import add_person, revoke_link, sign_in
from eval_core.campaigns.roster import Place
from eval_core.errors import RefusedError
from eval_core.store import Campaign, Link, Qualification, Round
from tests.services.building import Built, comparisons
from tests.services.checking import everything
from tests.services.golden import add_gold, settle

LEAD, STAFF, ANNOTATOR, ANYBODY = {"lead"}, {"lead", "researcher"}, {"annotator"}, {"lead", "researcher", "annotator"}
ROWS = {
    "responses": {"prompt_id": "new", "prompt": "Ny", "system": "delta", "response": "Nytt svar."},
    "comparisons": {"prompt": "Ny", "response_a": "x", "response_b": "y", "model_a": "a", "model_b": "b"},
    "gold": {"more_fluent": "Jeg spiser.", "less_fluent": "Jeg spise."},
    "judgments": {"model_a": "a", "model_b": "b", "winner": "tie", "prompt_id": "p", "annotator_id": "Per"},
}


@dataclass
class Scene:
    """What the deeds need: a campaign, its annotator's judged and open assignments, and files to import."""

    built: Built
    folder: Path
    judged: int = 0
    task: int = 0
    question: int = 0
    trained: int = 0
    token: int = 0

    @property
    def kari(self) -> int:
        with self.built.store.read() as db:
            return find_person(db, "Kari").id

    def file(self, kind: str) -> Path:
        path = self.folder / f"{kind}.jsonl"
        path.write_text(json.dumps(ROWS[kind]) + "\n", encoding="utf-8")
        return path


def importing(kind: str) -> Callable[..., object]:
    return lambda service, scene, who, slug: service(scene.built.store, scene.file(kind), slug, who=who)


def reading(service: Callable[..., object], scene: Scene, who: object, slug: str) -> object:
    return service(scene.built.store, slug, who=who)


def some_gold(scene: Scene) -> int:
    """A gold comparison of the campaign."""
    found: int = service("gold.list_gold")(scene.built.store, scene.built.slug)[0].comparison_id
    return found


def some_reading(scene: Scene, who: object, slug: str) -> int:
    """The caller's own reading of the guidelines; for those who may not read them, any number."""
    try:
        found: int = service("guidance.open_guidelines")(scene.built.store, who, slug, "nn")
    except RefusedError:
        return 1
    return found


def live_link(scene: Scene) -> int | None:
    """Kari's live link, by its id."""
    with scene.built.store.read() as db:
        return db.scalar(select(Link.id).where(Link.person_id == scene.kari, Link.revoked_at.is_(None)))


def scene_response(scene: Scene) -> int:
    """A real response of the campaign."""
    return comparisons(scene.built.store, scene.built.slug)[0].first_response_id


# Service -> who may, and how to call it as a function of (service, scene, who, slug).
SERVICES: dict[str, tuple[set[str], Callable[..., object]]] = {
    "assigning.open_desk": (ANNOTATOR, lambda service, scene, who, slug: service(scene.built.store, who, slug)),
    "judging.judge_and_go_on": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, scene.task, 0, "A"),
    ),
    "judging.record_judgment": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, scene.task, 0, "A"),
    ),
    "judging.undo_judgment": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, scene.judged, 1),
    ),
    "judging.skip_comparison": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, scene.task, 0, "other"),
    ),
    "revising.revise_judgment": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, scene.judged, 1, "B"),
    ),
    "explaining.explain_judgment": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, scene.judged, 1, {"A": ["grammar"]}),
    ),
    "qualifying.training_feedback": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, scene.trained),
    ),
    "qualifying.waiting_newcomers": (LEAD, reading),
    "qualifying.grant_try": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, "Failed", who=who),
    ),
    "qualifying.admit": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, "Failed", who=who),
    ),
    "own_work.own_judgments": (ANNOTATOR, lambda service, scene, who, slug: service(scene.built.store, who, slug)),
    "own_work.own_judgment": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, scene.judged),
    ),
    "hours.own_hours": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, "Europe/Oslo"),
    ),
    "hours.note_hours": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, date(2026, 3, 2), 30, "A break"),
    ),
    "hours.campaign_hours": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, "Europe/Oslo", who=who),
    ),
    "consent.read_letter": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, "nn"),
    ),
    "consent.give_consent": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, "1.0.1", "nn", "nn", "west"),
    ),
    "consent.withdraw_consent": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug),
    ),
    "consent.declare_background": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, "nb", None),
    ),
    "consent.read_participation": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug),
    ),
    "guidance.read_guidelines": (
        ANYBODY,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, "nn"),
    ),
    "guidance.open_guidelines": (
        ANYBODY,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, "nn"),
    ),
    "guidance.close_guidelines": (
        ANYBODY,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, some_reading(scene, who, slug)),
    ),
    "guidance.acknowledge_guidelines": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(
            scene.built.store, who, slug, version_in_force(Campaign(clarifications=0)), "nn"
        ),
    ),
    "guidance.publish_clarification": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, "Slik er det.", who=who),
    ),
    "importing.import_responses": (LEAD, importing("responses")),
    "importing.import_comparisons": (LEAD, importing("comparisons")),
    "importing.import_gold": (LEAD, importing("gold")),
    "importing_judgments.import_judgments": (LEAD, importing("judgments")),
    "importing.gold_count": (STAFF, reading),
    "rules.read_rules": (LEAD, reading),
    "planning.advice": (LEAD, reading),
    "planning.read_plan": (LEAD, reading),
    "rules.change_rules": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, {"training": 3}, who=who),
    ),
    "gold.resemblance": (LEAD, reading),
    "gold.list_gold": (LEAD, reading),
    "gold.withdraw_gold": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, some_gold(scene), who=who),
    ),
    "gold.pick_response": (LEAD, lambda service, scene, who, slug: service(scene.built.store, slug, 0, who=who)),
    "gold.plant_gold": (
        LEAD,
        lambda service, scene, who, slug: service(
            scene.built.store, slug, scene_response(scene), "Feil tekst.", "grammar", "", who=who
        ),
    ),
    "exporting.export_judgments": (STAFF, reading),
    "issues.issue_profile": (STAFF, reading),
    "issues.issue_examples": (
        STAFF,
        lambda service, scene, who, slug: service(scene.built.store, slug, "alfa-modell", "grammar", who=who),
    ),
    "conditions.judging_conditions": (
        STAFF,
        lambda service, scene, who, slug: service(scene.built.store, slug, scene.built.systems[:2], who=who),
    ),
    "votes.read_votes": (STAFF, reading),
    "votes.slices": (STAFF, reading),
    "checks.annotator_checks": (STAFF, reading),
    "facts.campaign_facts": (STAFF, reading),
    "parts.judged_parts": (STAFF, reading),
    "leaderboard.latest_change": (STAFF, reading),
    "leaderboard.read_leaderboard": (STAFF, reading),
    "progress.campaign_progress": (STAFF, reading),
    "progress.burn_up": (STAFF, reading),
    "progress.campaign_counts": (STAFF, reading),
    "watching.watch": (LEAD, reading),
    "handing_over.hand_over": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, "Kari", scene.built.store.now(), who=who),
    ),
    "questions.ask_question": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, scene.task, "Hva nå?"),
    ),
    "questions.own_questions": (ANNOTATOR, lambda service, scene, who, slug: service(scene.built.store, who, slug)),
    "questions.mark_answers_read": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, []),
    ),
    "roster.list_roster": (LEAD, reading),
    "inviting.preview_people": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, "Nina", who=who),
    ),
    "inviting.add_people": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, "Nina", [], who=who),
    ),
    "membership.change_place": (
        LEAD,
        lambda service, scene, who, slug: service(
            scene.built.store, slug, scene.kari, Place(("annotator",)), Place(("annotator",), "nb"), who=who
        ),
    ),
    "membership.give_new_link": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, scene.kari, live_link(scene), who=who),
    ),
    "membership.take_link": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, scene.kari, live_link(scene), who=who),
    ),
    "messages.send_message": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, scene.kari, "Hei!", who=who),
    ),
    "messages.sent_messages": (LEAD, reading),
    "messages.own_messages": (ANNOTATOR, lambda service, scene, who, slug: service(scene.built.store, who, slug)),
    "messages.mark_messages_read": (
        ANNOTATOR,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, []),
    ),
    "audit.read_log": (LEAD, reading),
    "lifecycle.move_campaign": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, "paused", who),
    ),
    "lifecycle.duplicate_campaign": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, "Once more", who=who),
    ),
    "plan_changes.read_outline": (LEAD, reading),
    "plan_changes.change_plan": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, {"title": "New"}, who=who),
    ),
    "stopping.read_stopping": (STAFF, reading),
    "rehearsing.rehearse_import": (
        LEAD,
        lambda service, scene, who, slug: service(
            scene.built.store, slug, "responses", scene.file("responses"), who=who
        ),
    ),
    "rehearsing.run_import": (
        LEAD,
        lambda service, scene, who, slug: service(
            scene.built.store, slug, "responses", scene.file("responses"), who=who
        ),
    ),
    "rounds.list_rounds": (STAFF, reading),
    "rounds.drift": (
        STAFF,
        lambda service, scene, who, slug: service(scene.built.store, slug, 2, who=who),
    ),
    "withdrawing.withdraw_comparison": (
        LEAD,
        lambda service, scene, who, slug: service(
            scene.built.store, slug, comparisons(scene.built.store, scene.built.slug)[0].id, who=who
        ),
    ),
    "withdrawing.withdraw_response": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, scene_response(scene), who=who),
    ),
    "disagreements.read_disagreements": (STAFF, reading),
    "excluding.list_exclusions": (STAFF, reading),
    "excluding.people_who_judged": (STAFF, reading),
    "withdrawing.list_withdrawn": (LEAD, reading),
    "excluding.exclude_person": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, scene.kari, "Careless", who=who),
    ),
    "excluding.lift_exclusion": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, scene.kari, who),
    ),
    "showing.results_are_shown": (STAFF, reading),
    "showing.show_results": (STAFF, reading),
    "archive_export.export_everything": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, BytesIO(), who=who),
    ),
    "dataset.write_dataset": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, scene.folder / "set", who=who),
    ),
    "dataset.dataset_zip": (LEAD, reading),
    "release_facts.read_release_facts": (LEAD, reading),
    "release_facts.change_release_facts": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, {"contact": "x"}, who=who),
    ),
    "erasing.erase_person": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, scene.kari, who=who),
    ),
    "programs.create_token": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, "loop", who=who),
    ),
    "programs.list_tokens": (LEAD, reading),
    "programs.revoke_token": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, scene.token, who=who),
    ),
    "questions.inbox": (LEAD, reading),
    "questions.answer_question": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, scene.question, "Svar", who=who),
    ),
    "questions.resolve_question": (
        LEAD,
        lambda service, scene, who, slug: service(scene.built.store, slug, scene.question, who=who),
    ),
}
# Speaks of the person alone, in no campaign; see test_people.
OF_THE_PERSON = {"people.choose_language", "people.choose_text_size", "lifecycle.draft_campaign"}
CALLERS = ("nobody", "empty", "made up", "wrong role", "other campaign", "revoked", "signed out", "unknown campaign")


@pytest.fixture
def scene(campaign: Callable[..., Built], tmp_path: Path) -> Scene:
    """A campaign whose annotator Kari has judged one comparison and holds another."""
    built = campaign()
    campaign(slug="other", prompts=1)
    kari = built.enter("Kari")
    found = Scene(built, tmp_path)
    found.trained = train(built, kari)
    built.enter("Failed")
    fail_test(built, "Failed")
    with built.store.write() as db:
        db.add(Round(campaign_id=built.id, number=2))
    service("importing.import_gold")(built.store, found.file("gold"), built.slug)
    for name in ("judged", "task"):
        task = open_desk(built.store, kari, built.slug).task
        assert task is not None
        setattr(found, name, task.assignment_id)
        if name == "judged":
            service("judging.record_judgment")(built.store, kari, built.slug, task.assignment_id, 0, "A")
    found.question = service("questions.ask_question")(built.store, kari, built.slug, found.task, "Hva skjer?")
    service("programs.create_token")(built.store, built.slug, "first")
    found.token = service("programs.list_tokens")(built.store, built.slug)[0].token_id
    # From here on there is a letter, and Kari has agreed to it.
    facts = dict.fromkeys(("responsible", "contact", "pay"), "x")
    service("rules.change_rules")(built.store, built.slug, {"letter": facts})
    service("consent.give_consent")(built.store, kari, built.slug, "1.0.1", "nb")
    return found


def train(built: Built, session: str) -> int:
    """Somebody's judged training comparison."""
    add_gold(built, 1)
    settle(built, training=1)
    acknowledge = service("guidance.acknowledge_guidelines")
    acknowledge(built.store, session, built.slug, version_in_force(Campaign(clarifications=0)), "nb")
    task = open_desk(built.store, session, built.slug).task
    assert task is not None
    service("judging.record_judgment")(built.store, session, built.slug, task.assignment_id, 0, "A")
    settle(built)
    return task.assignment_id


def fail_test(built: Built, name: str) -> None:
    """Somebody who failed, and may be granted another try."""
    with built.store.write() as db:
        row = Qualification(person_id=find_person(db, name).id, campaign_id=built.id, attempt=1, asked=1, correct=0)
        row.passed, row.finished_at = False, built.store.now()
        db.add(row)


def service(name: str) -> Callable[..., Any]:
    module, function = name.split(".")
    found: Callable[..., Any] = getattr(importlib.import_module(f"eval_core.campaigns.{module}"), function)
    return found


def caller(scene: Scene, kind: str, roles: set[str]) -> tuple[str | None, str, str]:
    """Session, campaign and the word with which this caller must be refused."""
    store, slug = scene.built.store, scene.built.slug
    if kind in ("nobody", "empty", "made up"):
        return {"nobody": None, "empty": "", "made up": "x" * 43}[kind], slug, "signed_out"
    if kind == "wrong role":
        return scene.built.enter("Wrong", *sorted(ANYBODY - roles)), slug, "not_allowed"
    if kind == "other campaign":
        return sign_in(store, add_person(store, "Elsewhere", sorted(roles), ["other"]).token), slug, "not_allowed"
    if kind == "unknown campaign":
        return scene.built.enter("Right", *sorted(roles)), "nowhere", "not_allowed"
    name = "Kari" if roles == ANNOTATOR else f"Was in, {kind}"
    session = scene.built.sessions.get(name) or scene.built.enter(name, *sorted(roles))
    if kind == "revoked":
        revoke_link(store, name)
    else:
        service("people.sign_out")(store, session)
    return session, slug, "signed_out"


@pytest.mark.parametrize("roles", [LEAD, STAFF, ANNOTATOR, ANYBODY], ids=lambda roles: "-".join(sorted(roles)))
def test_those_who_may_not_are_refused_and_nothing_is_stored(scene: Scene, roles: set[str]) -> None:
    """Nobody, a stranger, a wrong role, another campaign's person, a revoked and a closed session: refused."""
    concerned = {name: call for name, (allowed, call) in SERVICES.items() if allowed == roles}
    assert concerned
    for kind in CALLERS:
        if kind == "wrong role" and roles == ANYBODY:
            continue  # there is none
        who, slug, word = caller(scene, kind, roles)
        before = everything(scene.built.store)
        for name, call in concerned.items():
            with pytest.raises(RefusedError) as refusal:
                call(service(name), scene, who, slug)
            assert (name, kind, refusal.value.code) == (name, kind, word)
            assert everything(scene.built.store) == before, (name, kind)


@pytest.mark.parametrize("name", SERVICES)
def test_those_who_may_are_served(scene: Scene, name: str) -> None:
    """Each of the roles that a service names suffices alone: the refusals above are about permission."""
    roles, call = SERVICES[name]
    for role in roles:
        who = scene.built.sessions["Kari"] if role == "annotator" else scene.built.enter(f"a {role}", role)
        call(service(name), scene, who, scene.built.slug)


def public_services() -> dict[str, Callable[..., object]]:
    """Every public function of the services' modules that is asked by somebody (`who`) of a store."""
    found = {}
    for module in pkgutil.iter_modules(eval_core.campaigns.__path__):
        code = importlib.import_module(f"eval_core.campaigns.{module.name}")
        for name, function in inspect.getmembers(code, inspect.isfunction):
            takes = inspect.signature(function).parameters
            if function.__module__ == code.__name__ and not name.startswith("_") and {"store", "who"} <= set(takes):
                found[f"{module.name}.{name}"] = function
    return found


def test_every_service_is_for_roles_that_are_tried() -> None:
    """No service has another set of roles than those of the refusals above."""
    assert all(allowed in (LEAD, STAFF, ANNOTATOR, ANYBODY) for allowed, _ in SERVICES.values())


def test_every_service_stands_in_the_table() -> None:
    """A new service that takes `who` fails here until it stands in the table above."""
    assert set(public_services()) == set(SERVICES) | OF_THE_PERSON


def test_a_service_that_forgot_the_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted service outside the table is seen by the test above."""
    from eval_core.campaigns import votes

    def forgotten(store: object, who: object) -> None:
        """Does nothing."""

    forgotten.__module__ = votes.__name__
    monkeypatch.setattr(votes, "forgotten", forgotten, raising=False)
    assert set(public_services()) - set(SERVICES) - OF_THE_PERSON == {"votes.forgotten"}
