"""A campaign with something in every table, for what must take all of it along."""

from __future__ import annotations

from datetime import date

from sqlalchemy import select

from eval_core.campaigns.access import find_campaign, find_person
from eval_core.campaigns.content.import_report import remember_reading
from eval_core.campaigns.joining.consent import give_consent
from eval_core.campaigns.joining.guideline_editions import publish_guidelines
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, publish_clarification
from eval_core.campaigns.my_work.hours import note_hours
from eval_core.campaigns.people.persons import add_person, add_simulated_annotator
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.talk.inbox import answer_question
from eval_core.campaigns.talk.questions import ask_question
from eval_core.files import Reading
from eval_core.protocols import load_guidelines
from eval_core.store import (
    Event,
    Exclusion,
    Job,
    JudgeLease,
    JudgeReply,
    JudgeSetting,
    LinkOffer,
    LoadedFile,
    Mail,
    MailAddress,
    MailPlan,
    Message,
    Pause,
    ProgramToken,
    Qualification,
    Rating,
    RatingAssignment,
    Response,
    Round,
    ScreenApproval,
    ScreenTry,
)
from tests.support.acts import explain_judgment, open_desk, record_judgment, skip_comparison, undo_judgment
from tests.support.building import Built
from tests.support.golden import add_gold
from tests.support.marks import add_marks

NAMES = ("Kari Nordmann", "Ola Nordmann", "Per Lead", "Anne Overalt")


def furnish(built: Built) -> None:
    """Judge the campaign by two annotators with reasons, undo, skip, questions, and all that leads do."""
    store, slug = built.store, built.slug
    add_gold(built, 2)
    kari, ola = (built.enter(name) for name in NAMES[:2])
    lead = built.enter(NAMES[2], "lead")
    add_person(store, NAMES[3], ["annotator", "researcher"])  # in every campaign
    robot = add_simulated_annotator(store, "Robot", slug)
    change_rules(store, slug, {"letter": {"responsible": "Us", "contact": "us@example.org", "pay": "None"}}, who=lead)
    with store.write() as db:
        remember_reading(find_campaign(db, slug), "responses", Reading(columns={"Svar": "response"}))
    give_consent(store, kari, slug, "1.1.1", "nb", "nb", "west")
    acknowledge_guidelines(store, kari, slug, load_guidelines("en").version, "nb")
    note_hours(store, kari, slug, date(2026, 3, 2), 30, "A break")
    give_consent(store, ola, slug, "1.1.1", "nb")
    acknowledge_guidelines(store, ola, slug, load_guidelines("en").version, "nb")
    for turn, who in enumerate((kari, ola)):
        _judge(built, who, turn)
    question = _ask(built, kari)
    answer_question(store, slug, question, "Slik.", who=lead)
    publish_clarification(store, slug, "Slik er det.", who=lead)
    publish_guidelines(store, slug, {"nb": "# Slik vurderer du\n\nLes begge svarene."}, 0, lead)
    _by_leads(built, robot)
    _by_mail(built)
    add_marks(built)


def _judge(built: Built, who: str, turn: int) -> None:
    store, slug = built.store, built.slug
    for number in range(9 + turn):
        task = open_desk(store, who, slug).task
        assert task is not None
        if number == 3:
            skip_comparison(store, who, slug, task.assignment_id, task.revision, "other", "Skipped by me")
            continue
        choice = "ABtAB"[(number + turn) % 5].replace("t", "tie")
        record_judgment(store, who, slug, task.assignment_id, task.revision, choice)
        if number == 5:
            undo_judgment(store, who, slug, task.assignment_id, task.revision + 1)
        elif choice != "tie":
            given = task.revision + 1
            explain_judgment(store, who, slug, task.assignment_id, given, {"A": ["grammar"]}, None, "Commented by me")


def _ask(built: Built, who: str) -> int:
    task = open_desk(built.store, who, built.slug).task
    assert task is not None
    return ask_question(built.store, who, built.slug, task.assignment_id, "Asked by me?")


def _by_leads(built: Built, robot: int) -> None:
    """What has no service of one line, or none yet: straight into the tables."""
    with built.store.write() as db:
        here = built.id
        kari, ola, lead = (find_person(db, name).id for name in NAMES[:3])
        response = db.scalar(select(Response.id).where(Response.campaign_id == here))
        rating = RatingAssignment(campaign_id=here, response_id=response, person_id=robot, protocol_key="p")
        rating.protocol_version, rating.protocol_hash, rating.status = "1", "0" * 64, "done"
        passed = Qualification(person_id=kari, campaign_id=here, attempt=1, asked=1, correct=1, passed=True)
        passed.finished_at = built.store.now()
        approval = ScreenApproval(campaign_id=here, pair="nb-01", fingerprint="0" * 32)
        screened = ScreenTry(person_id=kari, campaign_id=here, written_standard="nb", answers=[])
        screened.items = [{"pair": "nb-01", "A": "Et brev.", "B": "En brev.", "right": "A"}]
        reply = JudgeReply(campaign_id=here, person_id=robot, protocol_key="p", protocol_hash="0" * 64, attempt=1)
        reply.request_hash, reply.about, reply.status, reply.text = "1" * 64, {"response": [response]}, "ok", "3"
        setting = JudgeSetting(campaign_id=here, person_id=robot, protocol_key="p", protocol_version="1")
        setting.protocol_hash, setting.host, setting.model = "0" * 64, "judges.example", "robot-1"
        db.add_all(
            [
                rating,
                passed,
                approval,
                screened,
                reply,
                setting,
                JudgeLease(campaign_id=here, person_id=robot, word="secret", leased_until=passed.finished_at),
                Round(campaign_id=here, number=2, opened_by=lead),
                Exclusion(
                    campaign_id=here, person_id=ola, reason="Too fast", made_by=lead, lifted_at=passed.finished_at
                ),
                Message(campaign_id=here, person_id=kari, text="Well done", sent_by=lead),
                Pause(campaign_id=here, person_id=ola, made_by=lead, lifted_by=lead, lifted_at=passed.finished_at),
                Event(campaign_id=here, person_id=lead, action="person_excluded", about={"person": ola}),
                Event(campaign_id=here, action="response_withdrawn", about={"response": response, "comparisons": 2}),
                LoadedFile(
                    campaign_id=here, kind="responses", name="r.csv", rows=1, about={"response": [response] * 2}
                ),
                ProgramToken(campaign_id=here, name="loop", token_hash="secret-of-a-program", created_by=lead),
            ]
        )
        db.flush()
        rating.qualification_id = passed.id
        db.add(Rating(rating_assignment_id=rating.id, criterion="fluency", revision=1, value=3))


def _by_mail(built: Built) -> None:
    """Addresses of two people, a mail to each with a link in it, and the job that sends one of them."""
    with built.store.write() as db:
        now = built.store.now()
        db.add(MailPlan(campaign_id=built.id, sending=True, reminders=True, summaries=True, time_zone="Europe/Oslo"))
        db.add(Job(kind="mail", key="mail/1", campaign_id=built.id, due_at=now, about={"mail": 1}))
        for name in NAMES[:2]:
            person, address = find_person(db, name).id, f"{name.split()[0].lower()}@example.org"
            mail = Mail(campaign_id=built.id, person_id=person, kind="invitation", key=f"invitation/{name}")
            db.add_all([mail, MailAddress(person_id=person, address=address, folded=address, stop_key=f"stop {name}")])
            db.flush()
            db.add(LinkOffer(person_id=person, mail_id=mail.id, token_hash=f"offered to {name}", until=now))
