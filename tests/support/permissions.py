"""Who may do what: every service, and how each is called in a campaign where there is something to do."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

from sqlalchemy import select, update

from eval_core.campaigns.access import find_person
from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.desk.rating_sheets import revise_ratings
from eval_core.campaigns.mail.mail_plan import Allowed
from eval_core.campaigns.my_work.own_ratings import own_rating
from eval_core.campaigns.people.roster import Place
from eval_core.campaigns.quality.gold_ratings import list_gold_ratings, load_gold_ratings
from eval_core.campaigns.results.rated_items import ItemFilter
from eval_core.campaigns.results.score_comparison import Other
from eval_core.campaigns.setup.question import Question
from eval_core.errors import InputError, RefusedError
from eval_core.jobs.exam_work import ExamRun
from eval_core.jobs.judge_work import JudgeRun
from eval_core.judges.rehearsal import Rehearsal
from eval_core.protocols import load_guidelines, load_protocol
from eval_core.store import Campaign, Link, Qualification
from tests.support.acts import action, open_desk, record_judgment, record_ratings
from tests.support.building import Built, comparisons
from tests.support.golden import add_gold, settle

LEAD, STAFF, ANNOTATOR, ANYBODY = {"lead"}, {"lead", "researcher"}, {"annotator"}, {"lead", "researcher", "annotator"}


ROWS = {
    "responses": {"prompt_id": "new", "prompt": "Ny", "system": "delta", "response": "Nytt svar."},
    "comparisons": {"prompt": "Ny", "response_a": "x", "response_b": "y", "model_a": "a", "model_b": "b"},
    "gold": {"more_fluent": "Jeg spiser.", "less_fluent": "Jeg spise."},
    "gold_ratings": {"response": "Ho gjekk heim.", "semantics": "3-4"},
    "ratings": {"prompt_id": "p0", "system": "alfa-modell", "annotator_id": "Per", "adequacy": 3, "fluency": 4},
    "judgments": {"model_a": "a", "model_b": "b", "winner": "tie", "prompt_id": "p", "annotator_id": "Per"},
}
MARKS = {criterion.key: Score(3) for criterion in load_protocol("heval").rated}


@dataclass
class Scene:
    """What the actions need: a campaign, its annotator's judged and open assignments, and files to import."""

    built: Built
    folder: Path
    judged: int = 0
    task: int = 0
    question: int = 0
    trained: int = 0
    token: int = 0
    settled: int = 0
    job: int = 0

    @property
    def kari(self) -> int:
        with self.built.store.read() as db:
            return find_person(db, "Kari").id

    def file(self, kind: str) -> Path:
        path = self.folder / f"{kind}.jsonl"
        path.write_text(json.dumps(ROWS[kind]) + "\n", encoding="utf-8")
        return path


def service(name: str) -> Callable[..., Any]:
    """A service by its module below `eval_core` and its name."""
    module, _, function = name.rpartition(".")
    called: Callable[..., Any] = getattr(importlib.import_module(f"eval_core.{module}"), function)
    return called


def importing(kind: str, **named: object) -> Callable[..., object]:
    return lambda service, scene, who, slug: service(scene.built.store, scene.file(kind), slug, who=who, **named)


def leading(of: Callable[[Scene], tuple[Any, ...]] = lambda _: (), **named: object) -> Callable[..., object]:
    """A call as leads and researchers make it: store and campaign, what `of` finds in the scene, and who asks."""
    return lambda service, scene, who, slug: service(scene.built.store, slug, *of(scene), who=who, **named)


def judging(of: Callable[[Scene], tuple[Any, ...]] = lambda _: (), **named: object) -> Callable[..., object]:
    """A call as annotators make it: store, who asks and campaign, then what `of` finds in the scene."""
    return lambda service, scene, who, slug: service(scene.built.store, who, slug, *of(scene), **named)


def rating(more: Callable[[int], tuple[Any, ...]]) -> Callable[..., object]:
    """A call as raters make it. Kari, who may, gets a response to rate where there is none yet."""

    def call(service: Callable[..., object], scene: Scene, who: object, slug: str) -> object:
        try:
            return service(scene.built.store, who, slug, *more(0))
        except RefusedError as refusal:
            if refusal.code == "signed_out" or who != scene.built.sessions["Kari"]:
                raise
        with scene.built.store.write() as db:
            db.execute(update(Campaign).where(Campaign.slug == slug).values(protocol_key="heval"))
        (sheet,) = open_desk(scene.built.store, scene.built.sessions["Kari"], slug).sheets
        if service in (revise_ratings, own_rating):
            record_ratings(scene.built.store, scene.built.sessions["Kari"], slug, sheet.assignment_id, 0, MARKS)
        return service(scene.built.store, who, slug, *more(sheet.assignment_id))

    return call


def in_ratings(*more: object, **named: object) -> Callable[..., object]:
    """A call as leads and researchers make it. For who may, the campaign becomes one of ratings."""

    def call(service: Callable[..., object], scene: Scene, who: object, slug: str) -> object:
        try:
            return service(scene.built.store, slug, *more, who=who, **named)
        except InputError:
            with scene.built.store.write() as db:
                db.execute(update(Campaign).where(Campaign.slug == slug).values(protocol_key="heval"))
            return service(scene.built.store, slug, *more, who=who, **named)

    return call


def controls(of: Callable[[Scene, int], tuple[Any, ...]]) -> Callable[..., object]:
    """A call about control responses. For who may, the campaign becomes one of ratings, with one of them."""

    def call(service: Callable[..., object], scene: Scene, who: object, slug: str) -> object:
        try:
            return service(scene.built.store, slug, *of(scene, 0), who=who)
        except (InputError, RefusedError) as refusal:
            if isinstance(refusal, RefusedError) and refusal.code != "unknown_response":
                raise
        with scene.built.store.write() as db:
            db.execute(update(Campaign).where(Campaign.slug == slug).values(protocol_key="heval"))
        load_gold_ratings(scene.built.store, slug, scene.file("gold_ratings"))
        (known,) = list_gold_ratings(scene.built.store, slug)
        return service(scene.built.store, slug, *of(scene, known.response_id), who=who)

    return call


reading = leading()


def some_gold(scene: Scene) -> int:
    """A gold comparison of the campaign."""
    found: int = service("campaigns.content.gold.list_gold")(scene.built.store, scene.built.slug)[0].comparison_id
    return found


def settle_pair(scene: Scene) -> int:
    """A comparison on which three people agreed."""
    pair = {"model_a": "alfa-modell", "model_b": "bravo-modell", "winner": "model_a", "prompt_id": "agreed"}
    texts = {"prompt": "Avgjort", "response_a": "Slik er det.", "response_b": "Sånn var det."}
    path = scene.folder / "settled.jsonl"
    rows = [pair | texts | {"annotator_id": name} for name in ("Per", "Pål", "Espen")]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    service("campaigns.content.import_judgments.import_judgments")(scene.built.store, path, scene.built.slug)
    return comparisons(scene.built.store, scene.built.slug)[-1].id


def unless(code: str, call: Callable[..., object]) -> Callable[..., None]:
    """A call that is refused with this code to those who may make it, since the server lacks what it needs."""

    def called(service: Callable[..., object], scene: Scene, who: object, slug: str) -> None:
        try:
            call(service, scene, who, slug)
        except RefusedError as refusal:
            if refusal.code != code:
                raise

    return called


def some_reading(scene: Scene, who: object, slug: str) -> int:
    """The caller's own reading of the guidelines; for those who may not read them, any number."""
    try:
        found: int = service("campaigns.joining.guidelines.open_guidelines")(scene.built.store, who, slug, "nn")
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


def with_results(called: Callable[..., object], scene: Scene, who: object, slug: str) -> object:
    """A call about one annotator by those who may; they ask for results first, without which there is no answer."""
    try:
        return called(scene.built.store, slug, scene.kari, who=who)
    except RefusedError as refusal:
        if refusal.code != "results_hidden":
            raise
    service("campaigns.results.early_results.show_results")(scene.built.store, slug, who=who)
    return called(scene.built.store, slug, scene.kari, who=who)


def without_judge(service: Callable[..., object], scene: Scene, who: object, slug: str) -> None:
    """A call for the verdicts of a judge in a campaign without one: refused for that, by those who may ask."""
    with suppress(InputError):
        service(scene.built.store, slug, "Robot", who=who)


def take_out(service: Callable[..., object], scene: Scene, who: object, slug: str) -> None:
    """A call for a file that nobody has loaded: refused for that, by those who may ask."""
    try:
        service(scene.built.store, slug, 99, who=who)
    except RefusedError as refusal:
        if refusal.code != "file_unknown":
            raise


def in_a_trial(service: Callable[..., object], scene: Scene, who: object, slug: str) -> None:
    """A call for the desk of a trial of the campaign, which a lead has begun."""
    begin = importlib.import_module("eval_core.campaigns.desk.trial").begin_trial
    trial = begin(scene.built.store, scene.built.slug)
    service(scene.built.store, trial.slug if slug == scene.built.slug else "~unknown", who=who)


def train(built: Built, session: str) -> int:
    """Somebody's judged training comparison."""
    add_gold(built, 1)
    settle(built, training=1)
    acknowledge = service("campaigns.joining.guidelines.acknowledge_guidelines")
    acknowledge(built.store, session, built.slug, load_guidelines("en").version, "nb")
    task = open_desk(built.store, session, built.slug).task
    assert task is not None
    record_judgment(built.store, session, built.slug, task.assignment_id, 0, "A")
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
    "campaigns.desk.clicks.open_desk": (ANNOTATOR, judging()),
    "campaigns.desk.clicks.act": (ANNOTATOR, judging(lambda scene: ([action("choose", scene.task, choice="A")],))),
    "campaigns.desk.clicks.carry_out": (ANNOTATOR, judging(lambda scene: ([action("undo", scene.judged, 1)],))),
    "campaigns.desk.trial.begin_trial": (LEAD, reading),
    "campaigns.desk.trial.trial_desk": (LEAD, in_a_trial),
    "campaigns.talk.desk_talk.carry_out_talk": (
        ANNOTATOR,
        judging(lambda _: (action("ask", None, question="Hvorfor?"), "nb")),
    ),
    "campaigns.talk.desk_talk.read_talk": (ANNOTATOR, judging()),
    "campaigns.kinds.protocol_kind": (ANYBODY, judging()),
    "campaigns.desk.rating_sheets.revise_ratings": (ANNOTATOR, rating(lambda sheet: (sheet, 1, MARKS))),
    "campaigns.desk.judgments.revise_judgment": (ANNOTATOR, judging(lambda scene: (scene.judged, 1, "B"))),
    "campaigns.desk.supply.qualification.waiting_newcomers": (LEAD, reading),
    "campaigns.desk.supply.qualification.grant_try": (LEAD, leading(lambda _: ("Failed",))),
    "campaigns.desk.supply.qualification.admit": (LEAD, leading(lambda _: ("Failed",))),
    "campaigns.my_work.own_ratings.own_rating": (ANNOTATOR, rating(lambda sheet: (sheet,))),
    "campaigns.my_work.work_list.list_work": (ANNOTATOR, judging()),
    "campaigns.my_work.own_judgments.own_judgment": (ANNOTATOR, judging(lambda scene: (scene.judged,))),
    "campaigns.my_work.hours.own_hours": (ANNOTATOR, judging(lambda _: ("Europe/Oslo",))),
    "campaigns.my_work.hours.note_hours": (ANNOTATOR, judging(lambda _: (date(2026, 3, 2), 30, "A break"))),
    "campaigns.my_work.hours.campaign_hours": (LEAD, leading(lambda _: ("Europe/Oslo",))),
    "campaigns.joining.consent.read_letter": (ANNOTATOR, judging(lambda _: ("nn",))),
    "campaigns.joining.consent.give_consent": (ANNOTATOR, judging(lambda _: ("1.1.1", "nn", "nn", "west"))),
    "campaigns.joining.consent.withdraw_consent": (ANNOTATOR, judging()),
    "campaigns.joining.consent.declare_background": (ANNOTATOR, judging(lambda _: ("nb", None))),
    "campaigns.joining.consent.read_agreed_letter": (ANNOTATOR, judging()),
    "campaigns.joining.consent.read_participation": (ANNOTATOR, judging()),
    "campaigns.joining.guidelines.read_guidelines": (ANYBODY, judging(lambda _: ("nn",))),
    "campaigns.joining.guidelines.open_guidelines": (ANYBODY, judging(lambda _: ("nn",))),
    "campaigns.joining.guidelines.close_guidelines": (
        ANYBODY,
        lambda service, scene, who, slug: service(scene.built.store, who, slug, some_reading(scene, who, slug)),
    ),
    "campaigns.joining.guidelines.acknowledge_guidelines": (
        ANNOTATOR,
        judging(lambda _: (load_guidelines("en").version, "nn")),
    ),
    "campaigns.joining.guideline_editions.read_guideline_texts": (LEAD, leading(lambda _: ())),
    "campaigns.joining.guideline_editions.publish_guidelines": (LEAD, leading(lambda _: ({"nb": "Les."}, 0))),
    "campaigns.joining.guidelines.publish_clarification": (LEAD, leading(lambda _: ("Slik er det.",))),
    "campaigns.content.import_report.remembered_columns": (LEAD, leading(lambda _: ("responses",))),
    "campaigns.content.import_texts.import_responses": (LEAD, importing("responses")),
    "campaigns.content.import_texts.import_comparisons": (LEAD, importing("comparisons")),
    "campaigns.content.import_texts.import_gold": (LEAD, importing("gold")),
    "campaigns.content.import_judgments.import_judgments": (LEAD, importing("judgments")),
    "campaigns.content.import_ratings.import_ratings": (LEAD, importing("ratings", protocol="adequacy_fluency")),
    "campaigns.results.ratings.read_ratings_of": (STAFF, leading(protocol="heval")),
    "campaigns.results.ratings.ratings_left_out": (STAFF, leading(protocol="heval")),
    "campaigns.results.score_comparison.compare_scores": (
        STAFF,
        leading(lambda _: (Other(protocol="heval"),), protocol="heval"),
    ),
    "campaigns.results.score_comparison.comparable_scores": (STAFF, reading),
    "campaigns.results.scores.rating_results": (STAFF, leading(protocol="heval")),
    "campaigns.results.ratings.rating_state": (STAFF, reading),
    "campaigns.results.judges_compared.judge_reports": (STAFF, reading),
    "campaigns.results.judges_rating.rating_judge_reports": (STAFF, leading(protocol="heval")),
    "judges.summaries.judge_summaries": (STAFF, leading(protocol="mt_qualitative")),
    "campaigns.results.ratings.export_ratings": (STAFF, leading(protocol="heval")),
    "campaigns.content.import_texts.gold_count": (STAFF, reading),
    "campaigns.content.loaded_files.list_files": (LEAD, reading),
    "campaigns.setup.file_removal.take_out_file": (LEAD, take_out),
    "campaigns.rules.read_rules": (LEAD, reading),
    "campaigns.setup.plan_review.advice": (LEAD, reading),
    "campaigns.setup.plan_review.read_plan_review": (LEAD, reading),
    "campaigns.setup.plan_size.read_plan_size": (LEAD, reading),
    "campaigns.setup.pilots.list_pilots": (LEAD, reading),
    "campaigns.setup.pilots.read_pilot": (LEAD, leading(lambda scene: (scene.built.slug,))),
    "campaigns.rules.change_rules": (LEAD, leading(lambda _: ({"training": 3},))),
    "campaigns.content.gold.resemblance": (LEAD, reading),
    "campaigns.content.gold.list_gold": (LEAD, reading),
    "campaigns.content.gold_recognition.recognise_gold": (LEAD, reading),
    "campaigns.quality.case_file.case_head.read_case_head": (LEAD, leading(lambda scene: (scene.kari,))),
    "campaigns.quality.case_file.rated_list.read_rated": (LEAD, in_ratings(1)),
    "campaigns.quality.case_file.judged_list.read_judged": (LEAD, leading(lambda scene: (scene.kari,))),
    "campaigns.watching.omission.read_omission": (LEAD, leading(lambda scene: (scene.kari,))),
    "campaigns.watching.omission.read_ranking_without": (LEAD, with_results),
    "campaigns.quality.pauses.pause_person": (LEAD, leading(lambda scene: (scene.kari,))),
    "campaigns.quality.pauses.resume_person": (LEAD, leading(lambda scene: (scene.kari,))),
    "campaigns.quality.pauses.paused_since": (STAFF, reading),
    "campaigns.quality.settled_pairs.count_settled": (LEAD, reading),
    "campaigns.quality.settled_pairs.add_settled": (LEAD, leading(lambda _: (1,))),
    "campaigns.quality.settled_pairs.pick_loser": (LEAD, leading(lambda _: (0,))),
    "campaigns.quality.settled_pairs.plant_in_loser": (
        LEAD,
        leading(lambda scene: (scene.settled, "Feil tekst.", "grammar", "")),
    ),
    "campaigns.content.gold.withdraw_gold": (LEAD, leading(lambda scene: (some_gold(scene),))),
    "campaigns.content.gold.pick_response": (LEAD, leading(lambda _: (0,))),
    "campaigns.content.gold.plant_gold": (
        LEAD,
        leading(lambda scene: (scene_response(scene), "Feil tekst.", "grammar", "")),
    ),
    "campaigns.publishing.judgment_table.export_judgments": (STAFF, reading),
    "campaigns.publishing.released_judgments.released_judgments": (STAFF, reading),
    "campaigns.results.issues.issue_profile": (STAFF, reading),
    "campaigns.results.rated_items.read_items": (STAFF, in_ratings(ItemFilter())),
    "campaigns.results.rated_items.items_table": (STAFF, in_ratings(ItemFilter())),
    "campaigns.results.rated_items.criterion_profile": (STAFF, in_ratings()),
    "campaigns.results.rated_items.read_divided_items": (STAFF, in_ratings()),
    "campaigns.results.issues.issue_examples": (STAFF, leading(lambda _: ("alfa-modell", "grammar"))),
    "campaigns.results.slices.judging_conditions": (STAFF, leading(lambda scene: (scene.built.systems[:2],))),
    "campaigns.results.votes.read_votes": (STAFF, reading),
    "campaigns.results.slices.slices": (STAFF, reading),
    "campaigns.results.combined.model_checkpoints.read_checkpoints": (STAFF, reading),
    "campaigns.results.early_results.read_looks": (STAFF, reading),
    "campaigns.results.early_results.note_look": (STAFF, reading),
    "campaigns.results.combined.judged_votes.comparing_judges": (STAFF, reading),
    "campaigns.results.combined.judged_votes.judged_votes": (STAFF, without_judge),
    "campaigns.results.combined.several_campaigns.read_several": (
        STAFF,
        lambda service, scene, who, slug: service(scene.built.store, [slug], who=who),
    ),
    "campaigns.quality.gold_and_repeats.annotator_checks": (STAFF, reading),
    "campaigns.publishing.report_facts.campaign_facts": (STAFF, reading),
    "campaigns.publishing.report_facts.rating_facts": (STAFF, leading(protocol="heval")),
    "campaigns.results.slices.judged_parts": (STAFF, reading),
    "campaigns.results.slices.judged_by": (STAFF, reading),
    "campaigns.results.leaderboard.latest_change": (STAFF, reading),
    "campaigns.results.leaderboard.read_leaderboard": (STAFF, reading),
    "campaigns.results.leaderboard.read_leaderboards": (STAFF, reading),
    "campaigns.watching.progress.campaign_progress": (STAFF, reading),
    "campaigns.watching.progress.burn_up": (STAFF, reading),
    "campaigns.watching.progress.campaign_counts": (STAFF, reading),
    "campaigns.watching.watch.watch": (LEAD, reading),
    "campaigns.watching.hand_over.hand_over": (LEAD, leading(lambda scene: ("Kari", scene.built.store.now()))),
    "campaigns.talk.questions.ask_question": (ANNOTATOR, judging(lambda scene: (scene.task, "Hva nå?"))),
    "campaigns.talk.questions.own_questions": (ANNOTATOR, judging()),
    "campaigns.talk.questions.mark_answers_read": (ANNOTATOR, judging(lambda _: ([],))),
    "campaigns.people.roster.list_roster": (LEAD, reading),
    "campaigns.people.invited.preview_invitation": (LEAD, leading(lambda _: (["annotator"],))),
    "campaigns.people.invitations.preview_people": (LEAD, leading(lambda _: ("Nina",))),
    "campaigns.people.invitations.add_people": (LEAD, leading(lambda _: ("Nina", []))),
    "campaigns.people.memberships.change_place": (
        LEAD,
        leading(lambda scene: (scene.kari, Place(("annotator",)), Place(("annotator",), "nb"))),
    ),
    "campaigns.people.memberships.give_new_link": (LEAD, leading(lambda scene: (scene.kari, live_link(scene)))),
    "campaigns.people.memberships.take_link": (LEAD, leading(lambda scene: (scene.kari, live_link(scene)))),
    "campaigns.talk.messages.send_message": (LEAD, leading(lambda scene: (scene.kari, "Hei!"))),
    "campaigns.talk.messages.sent_messages": (LEAD, reading),
    "campaigns.talk.messages.own_messages": (ANNOTATOR, judging()),
    "campaigns.talk.messages.mark_messages_read": (ANNOTATOR, judging(lambda _: ([],))),
    "campaigns.audit.read_log": (LEAD, reading),
    "campaigns.audit.newest_event": (STAFF, reading),
    "campaigns.setup.lifecycle.move_campaign": (LEAD, leading(lambda _: ("paused",))),
    "campaigns.setup.lifecycle.duplicate_campaign": (LEAD, leading(lambda _: ("Once more",))),
    "campaigns.setup.plan.read_plan": (LEAD, reading),
    "campaigns.quality.gold_ratings.list_gold_ratings": (LEAD, reading),
    "campaigns.quality.gold_ratings.load_gold_ratings": (
        LEAD,
        controls(lambda scene, _: (scene.file("gold_ratings"),)),
    ),
    "campaigns.quality.gold_ratings.withdraw_gold_rating": (LEAD, controls(lambda _, known: (known,))),
    "campaigns.setup.example.read_example": (LEAD, leading(lambda _: (load_protocol("norwegian_fluency"),))),
    "campaigns.setup.plan.change_plan": (LEAD, leading(lambda _: ({"title": "New"},))),
    "campaigns.setup.adoption.adopt_study": (LEAD, leading(lambda _: (Question(), None))),
    "campaigns.setup.plan.change_settings": (LEAD, leading(lambda _: ({"title": "New"}, {"training": 3}))),
    "campaigns.watching.stopping_rule.read_stopping": (STAFF, reading),
    "campaigns.setup.import_preview.rehearse_import": (
        LEAD,
        leading(lambda scene: ("responses", scene.file("responses"))),
    ),
    "campaigns.setup.import_preview.run_import": (LEAD, leading(lambda scene: ("responses", scene.file("responses")))),
    "campaigns.quality.drift.list_rounds": (STAFF, reading),
    "campaigns.quality.drift.drift": (STAFF, leading(lambda _: (2,))),
    "campaigns.content.withdrawals.withdraw_comparison": (
        LEAD,
        leading(lambda scene: (comparisons(scene.built.store, scene.built.slug)[0].id,)),
    ),
    "campaigns.content.withdrawals.withdraw_response": (LEAD, leading(lambda scene: (scene_response(scene),))),
    "campaigns.quality.disagreements.find_divided": (STAFF, reading),
    "campaigns.quality.disagreements.read_disagreements": (STAFF, reading),
    "campaigns.quality.annotators.annotator_figures": (STAFF, reading),
    "campaigns.quality.figures.trust_figures": (STAFF, reading),
    "campaigns.quality.raters.doubts_of": (STAFF, in_ratings(rates=True)),
    "campaigns.quality.raters.rater_figures": (STAFF, in_ratings()),
    "campaigns.quality.exclusions.list_exclusions": (STAFF, reading),
    "campaigns.quality.exclusions.people_who_judged": (STAFF, reading),
    "campaigns.content.withdrawals.list_withdrawn": (LEAD, reading),
    "campaigns.quality.exclusions.exclude_person": (LEAD, leading(lambda scene: (scene.kari, "Careless"))),
    "campaigns.quality.exclusions.lift_exclusion": (LEAD, leading(lambda scene: (scene.kari,))),
    "campaigns.results.early_results.results_are_shown": (STAFF, reading),
    "campaigns.results.early_results.show_results": (STAFF, reading),
    "campaigns.publishing.archive.export.export_everything": (LEAD, leading(lambda _: (BytesIO(),))),
    "campaigns.publishing.dataset.write_dataset": (LEAD, leading(lambda scene: (scene.folder / "set",))),
    "campaigns.publishing.dataset.dataset_zip": (LEAD, reading),
    "campaigns.publishing.release_facts.read_release_facts": (LEAD, reading),
    "campaigns.publishing.release_facts.change_release_facts": (LEAD, leading(lambda _: ({"contact": "x"},))),
    "campaigns.people.erasure.erase_person": (LEAD, leading(lambda scene: (scene.kari,))),
    "campaigns.people.api_tokens.create_token": (LEAD, leading(lambda _: ("loop",))),
    "campaigns.people.api_tokens.list_tokens": (LEAD, reading),
    "campaigns.people.api_tokens.revoke_token": (LEAD, leading(lambda scene: (scene.token,))),
    "campaigns.jobs.job_list.list_jobs": (LEAD, reading),
    "campaigns.mail.mail_plan.read_mail_plan": (LEAD, reading),
    "campaigns.mail.mail_plan.change_mail_plan": (LEAD, leading(lambda _: (Allowed(),))),
    "campaigns.mail.outbox.ask_for_mails": (
        LEAD,
        unless("no_mail_server", leading(lambda scene: ("invitation", [scene.kari], "nb"))),
    ),
    "judges.rehearsal.judge_protocols": (STAFF, reading),
    "judges.rehearsal.read_rehearsal": (STAFF, leading(lambda _: ("robot",))),
    "judges.rehearsal.ask_rehearsal": (
        LEAD,
        unless("no_judge_endpoint", leading(lambda _: (Rehearsal(load_protocol("norwegian_fluency"), (), 0),))),
    ),
    "campaigns.results.judges_compared.judge_reasons": (STAFF, leading(lambda _: ("robot",))),
    "judges.exam_gold.gold_of_campaign": (STAFF, reading),
    "jobs.exam_work.read_exams": (STAFF, reading),
    "jobs.exam_work.ask_for_exam": (
        LEAD,
        unless("no_judge_endpoint", leading(lambda _: (ExamRun("model"),))),
    ),
    "jobs.judge_work.ask_for_judge": (
        LEAD,
        unless("no_judge_endpoint", leading(lambda _: (JudgeRun("model"),))),
    ),
    "campaigns.mail.outbox.list_mails": (LEAD, reading),
    "campaigns.mail.dispatch.preview_mail": (LEAD, leading(lambda scene: ("reminder", scene.kari, "nb"))),
    "campaigns.people.mail_addresses.list_addresses": (LEAD, reading),
    "campaigns.people.mail_addresses.change_address": (LEAD, leading(lambda scene: (scene.kari, "k@example.org"))),
    "campaigns.jobs.job_list.move_job": (LEAD, leading(lambda scene: (scene.job, "paused"))),
    "campaigns.talk.inbox.inbox": (LEAD, reading),
    "campaigns.talk.inbox.count_waiting": (LEAD, reading),
    "campaigns.talk.skips.settle_skips": (LEAD, leading(lambda scene: ([scene.task],))),
    "campaigns.talk.inbox.answer_question": (LEAD, leading(lambda scene: (scene.question, "Svar"))),
    "campaigns.talk.inbox.resolve_question": (LEAD, leading(lambda scene: (scene.question,))),
}


OF_THE_PERSON = {
    "campaigns.people.sign_in.choose_language",
    "campaigns.people.sign_in.choose_text_size",
    "campaigns.setup.lifecycle.draft_campaign",
    "campaigns.watching.overview.list_overview",
}
