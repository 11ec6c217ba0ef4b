"""Who may do what: every service, and how each is called in a campaign where there is something to do."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

from sqlalchemy import select, update

from eval_core.campaigns.access import find_person
from eval_core.campaigns.assigning import open_desk
from eval_core.campaigns.own_ratings import own_rating
from eval_core.campaigns.rating import record_ratings, undo_ratings
from eval_core.campaigns.rating_against import Other
from eval_core.campaigns.rating_desk import Mark, open_rating_desk
from eval_core.campaigns.roster import Place
from eval_core.errors import RefusedError
from eval_core.protocols import load_guidelines, load_protocol
from eval_core.store import Campaign, Link, Qualification
from tests.services.building import Built, comparisons
from tests.services.golden import add_gold, settle

LEAD, STAFF, ANNOTATOR, ANYBODY = {"lead"}, {"lead", "researcher"}, {"annotator"}, {"lead", "researcher", "annotator"}


ROWS = {
    "responses": {"prompt_id": "new", "prompt": "Ny", "system": "delta", "response": "Nytt svar."},
    "comparisons": {"prompt": "Ny", "response_a": "x", "response_b": "y", "model_a": "a", "model_b": "b"},
    "gold": {"more_fluent": "Jeg spiser.", "less_fluent": "Jeg spise."},
    "ratings": {"prompt_id": "p0", "system": "alfa-modell", "annotator_id": "Per", "adequacy": 3, "fluency": 4},
    "judgments": {"model_a": "a", "model_b": "b", "winner": "tie", "prompt_id": "p", "annotator_id": "Per"},
}
MARKS = {criterion.key: Mark(3) for criterion in load_protocol("heval").rated}


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


def service(name: str) -> Callable[..., Any]:
    module, function = name.split(".")
    found: Callable[..., Any] = getattr(importlib.import_module(f"eval_core.campaigns.{module}"), function)
    return found


def importing(kind: str, **named: object) -> Callable[..., object]:
    return lambda service, scene, who, slug: service(scene.built.store, scene.file(kind), slug, who=who, **named)


def leading(of: Callable[[Scene], tuple[Any, ...]] = lambda _: (), **named: object) -> Callable[..., object]:
    """A call as leads and researchers make it: store and campaign, what `of` finds in the scene, and who asks."""
    return lambda service, scene, who, slug: service(scene.built.store, slug, *of(scene), who=who, **named)


def judging(of: Callable[[Scene], tuple[Any, ...]] = lambda _: (), **named: object) -> Callable[..., object]:
    """A call as annotators make it: store, who asks and campaign, then what `of` finds in the scene."""
    return lambda service, scene, who, slug: service(scene.built.store, who, slug, *of(scene), **named)


def rating(deed: Callable[[int], tuple[Any, ...]]) -> Callable[..., object]:
    """A call as raters make it. Kari, who may, gets a response to rate where there is none yet."""

    def call(service: Callable[..., object], scene: Scene, who: object, slug: str) -> object:
        try:
            return service(scene.built.store, who, slug, *deed(0))
        except RefusedError as refusal:
            if refusal.code == "signed_out" or who != scene.built.sessions["Kari"]:
                raise
        with scene.built.store.write() as db:
            db.execute(update(Campaign).where(Campaign.slug == slug).values(protocol_key="heval"))
        (sheet,) = open_rating_desk(scene.built.store, scene.built.sessions["Kari"], slug).sheets
        if service in (undo_ratings, own_rating):
            record_ratings(scene.built.store, scene.built.sessions["Kari"], slug, sheet.assignment_id, 0, MARKS)
        return service(scene.built.store, who, slug, *deed(sheet.assignment_id))

    return call


reading = leading()


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


def train(built: Built, session: str) -> int:
    """Somebody's judged training comparison."""
    add_gold(built, 1)
    settle(built, training=1)
    acknowledge = service("guidance.acknowledge_guidelines")
    acknowledge(built.store, session, built.slug, load_guidelines("en").version, "nb")
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


# Service -> who may, and how to call it as a function of (service, scene, who, slug).
SERVICES: dict[str, tuple[set[str], Callable[..., object]]] = {
    "assigning.open_desk": (ANNOTATOR, judging()),
    "judging.judge_and_go_on": (ANNOTATOR, judging(lambda scene: (scene.task, 0, "A"))),
    "judging.record_judgment": (ANNOTATOR, judging(lambda scene: (scene.task, 0, "A"))),
    "judging.undo_judgment": (ANNOTATOR, judging(lambda scene: (scene.judged, 1))),
    "judging.skip_comparison": (ANNOTATOR, judging(lambda scene: (scene.task, 0, "other"))),
    "kinds.protocol_kind": (ANYBODY, judging()),
    "rating_desk.open_rating_desk": (ANNOTATOR, rating(lambda _: ())),
    "rating.record_ratings": (ANNOTATOR, rating(lambda sheet: (sheet, 0, MARKS))),
    "rating.undo_ratings": (ANNOTATOR, rating(lambda sheet: (sheet, 1))),
    "rating.skip_response": (ANNOTATOR, rating(lambda sheet: (sheet, 0, "unreadable"))),
    "revising.revise_judgment": (ANNOTATOR, judging(lambda scene: (scene.judged, 1, "B"))),
    "explaining.explain_judgment": (ANNOTATOR, judging(lambda scene: (scene.judged, 1, {"A": ["grammar"]}))),
    "qualifying.training_feedback": (ANNOTATOR, judging(lambda scene: (scene.trained,))),
    "qualifying.waiting_newcomers": (LEAD, reading),
    "qualifying.grant_try": (LEAD, leading(lambda _: ("Failed",))),
    "qualifying.admit": (LEAD, leading(lambda _: ("Failed",))),
    "own_ratings.own_ratings": (ANNOTATOR, judging()),
    "own_ratings.own_rating": (ANNOTATOR, rating(lambda sheet: (sheet,))),
    "own_work.own_judgments": (ANNOTATOR, judging()),
    "own_work.own_judgment": (ANNOTATOR, judging(lambda scene: (scene.judged,))),
    "hours.own_hours": (ANNOTATOR, judging(lambda _: ("Europe/Oslo",))),
    "hours.note_hours": (ANNOTATOR, judging(lambda _: (date(2026, 3, 2), 30, "A break"))),
    "hours.campaign_hours": (LEAD, leading(lambda _: ("Europe/Oslo",))),
    "consent.read_letter": (ANNOTATOR, judging(lambda _: ("nn",))),
    "consent.give_consent": (ANNOTATOR, judging(lambda _: ("1.0.1", "nn", "nn", "west"))),
    "consent.withdraw_consent": (ANNOTATOR, judging()),
    "consent.declare_background": (ANNOTATOR, judging(lambda _: ("nb", None))),
    "consent.read_participation": (ANNOTATOR, judging()),
    "guidance.read_guidelines": (ANYBODY, judging(lambda _: ("nn",))),
    "guidance.open_guidelines": (ANYBODY, judging(lambda _: ("nn",))),
    "guidance.close_guidelines": (
        ANYBODY,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, some_reading(scene, who, slug)),
    ),
    "guidance.acknowledge_guidelines": (
        ANNOTATOR,
        judging(lambda _: (load_guidelines("en").version, "nn")),
    ),
    "guidance.publish_clarification": (LEAD, leading(lambda _: ("Slik er det.",))),
    "importing.import_responses": (LEAD, importing("responses")),
    "importing.import_comparisons": (LEAD, importing("comparisons")),
    "importing.import_gold": (LEAD, importing("gold")),
    "importing_judgments.import_judgments": (LEAD, importing("judgments")),
    "importing_ratings.import_ratings": (LEAD, importing("ratings", protocol="adequacy_fluency")),
    "ratings.read_ratings_of": (STAFF, leading(protocol="heval")),
    "ratings.ratings_left_out": (STAFF, leading(protocol="heval")),
    "rating_against.hold_against": (STAFF, leading(lambda _: (Other(protocol="heval"),), protocol="heval")),
    "rating_against.what_stands_against": (STAFF, reading),
    "rating_results.rating_results": (STAFF, leading(protocol="heval")),
    "rating_state.rating_state": (STAFF, reading),
    "judge_results.judge_reports": (STAFF, reading),
    "rating_judge_results.rating_judge_reports": (STAFF, leading(protocol="heval")),
    "judge_summaries.judge_summaries": (STAFF, leading(protocol="mt_qualitative")),
    "ratings.export_ratings": (STAFF, leading(protocol="heval")),
    "importing.gold_count": (STAFF, reading),
    "rules.read_rules": (LEAD, reading),
    "planning.advice": (LEAD, reading),
    "planning.read_plan": (LEAD, reading),
    "rules.change_rules": (LEAD, leading(lambda _: ({"training": 3},))),
    "gold.resemblance": (LEAD, reading),
    "gold.list_gold": (LEAD, reading),
    "gold.withdraw_gold": (LEAD, leading(lambda scene: (some_gold(scene),))),
    "gold.pick_response": (LEAD, leading(lambda _: (0,))),
    "gold.plant_gold": (LEAD, leading(lambda scene: (scene_response(scene), "Feil tekst.", "grammar", ""))),
    "exporting.export_judgments": (STAFF, reading),
    "issues.issue_profile": (STAFF, reading),
    "issues.issue_examples": (STAFF, leading(lambda _: ("alfa-modell", "grammar"))),
    "conditions.judging_conditions": (STAFF, leading(lambda scene: (scene.built.systems[:2],))),
    "votes.read_votes": (STAFF, reading),
    "votes.slices": (STAFF, reading),
    "checks.annotator_checks": (STAFF, reading),
    "facts.campaign_facts": (STAFF, reading),
    "facts.rating_facts": (STAFF, leading(protocol="heval")),
    "parts.judged_parts": (STAFF, reading),
    "parts.judged_by": (STAFF, reading),
    "leaderboard.latest_change": (STAFF, reading),
    "leaderboard.read_leaderboard": (STAFF, reading),
    "progress.campaign_progress": (STAFF, reading),
    "progress.burn_up": (STAFF, reading),
    "progress.campaign_counts": (STAFF, reading),
    "watching.watch": (LEAD, reading),
    "handing_over.hand_over": (LEAD, leading(lambda scene: ("Kari", scene.built.store.now()))),
    "questions.ask_question": (ANNOTATOR, judging(lambda scene: (scene.task, "Hva nå?"))),
    "questions.own_questions": (ANNOTATOR, judging()),
    "questions.mark_answers_read": (ANNOTATOR, judging(lambda _: ([],))),
    "roster.list_roster": (LEAD, reading),
    "inviting.preview_people": (LEAD, leading(lambda _: ("Nina",))),
    "inviting.add_people": (LEAD, leading(lambda _: ("Nina", []))),
    "membership.change_place": (
        LEAD,
        leading(lambda scene: (scene.kari, Place(("annotator",)), Place(("annotator",), "nb"))),
    ),
    "membership.give_new_link": (LEAD, leading(lambda scene: (scene.kari, live_link(scene)))),
    "membership.take_link": (LEAD, leading(lambda scene: (scene.kari, live_link(scene)))),
    "messages.send_message": (LEAD, leading(lambda scene: (scene.kari, "Hei!"))),
    "messages.sent_messages": (LEAD, reading),
    "messages.own_messages": (ANNOTATOR, judging()),
    "messages.mark_messages_read": (ANNOTATOR, judging(lambda _: ([],))),
    "audit.read_log": (LEAD, reading),
    "lifecycle.move_campaign": (LEAD, leading(lambda _: ("paused",))),
    "lifecycle.duplicate_campaign": (LEAD, leading(lambda _: ("Once more",))),
    "plan_changes.read_outline": (LEAD, reading),
    "plan_changes.change_plan": (LEAD, leading(lambda _: ({"title": "New"},))),
    "stopping.read_stopping": (STAFF, reading),
    "rehearsing.rehearse_import": (LEAD, leading(lambda scene: ("responses", scene.file("responses")))),
    "rehearsing.run_import": (LEAD, leading(lambda scene: ("responses", scene.file("responses")))),
    "rounds.list_rounds": (STAFF, reading),
    "rounds.drift": (STAFF, leading(lambda _: (2,))),
    "withdrawing.withdraw_comparison": (
        LEAD,
        leading(lambda scene: (comparisons(scene.built.store, scene.built.slug)[0].id,)),
    ),
    "withdrawing.withdraw_response": (LEAD, leading(lambda scene: (scene_response(scene),))),
    "disagreements.find_divided": (STAFF, reading),
    "disagreements.read_disagreements": (STAFF, reading),
    "trust.trust_figures": (STAFF, reading),
    "excluding.list_exclusions": (STAFF, reading),
    "excluding.people_who_judged": (STAFF, reading),
    "withdrawing.list_withdrawn": (LEAD, reading),
    "excluding.exclude_person": (LEAD, leading(lambda scene: (scene.kari, "Careless"))),
    "excluding.lift_exclusion": (LEAD, leading(lambda scene: (scene.kari,))),
    "showing.results_are_shown": (STAFF, reading),
    "showing.show_results": (STAFF, reading),
    "archive_export.export_everything": (LEAD, leading(lambda _: (BytesIO(),))),
    "dataset.write_dataset": (LEAD, leading(lambda scene: (scene.folder / "set",))),
    "dataset.dataset_zip": (LEAD, reading),
    "release_facts.read_release_facts": (LEAD, reading),
    "release_facts.change_release_facts": (LEAD, leading(lambda _: ({"contact": "x"},))),
    "erasing.erase_person": (LEAD, leading(lambda scene: (scene.kari,))),
    "programs.create_token": (LEAD, leading(lambda _: ("loop",))),
    "programs.list_tokens": (LEAD, reading),
    "programs.revoke_token": (LEAD, leading(lambda scene: (scene.token,))),
    "questions.inbox": (LEAD, reading),
    "questions.answer_question": (LEAD, leading(lambda scene: (scene.question, "Svar"))),
    "questions.resolve_question": (LEAD, leading(lambda scene: (scene.question,))),
}


OF_THE_PERSON = {"people.choose_language", "people.choose_text_size", "lifecycle.draft_campaign"}
