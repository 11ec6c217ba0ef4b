"""Asking the lead, being answered, and what the lead's inbox shows: never what wrote a text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.access import signed_in_person
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.joining.guidelines import publish_clarification
from eval_core.campaigns.talk.inbox import answer_question, inbox, resolve_question, resolve_questions
from eval_core.campaigns.talk.questions import (
    MOST_OPEN,
    OwnQuestion,
    ask_question,
    mark_answers_read,
    own_questions,
)
from eval_core.campaigns.text import TEXT_LIMIT, first_words
from eval_core.store import Assignment, Campaign, Person, Question
from tests.conftest import Clock
from tests.support.acts import open_desk, skip_comparison, undo_judgment
from tests.support.building import Built
from tests.support.checking import everything, leaks, problems, refusal
from tests.support.desk_clicks import judge, shown

MARKUP = "<script>alert(1)</script> ![x](https://example.org/x.png) :red[nei] **æ**"


@pytest.fixture
def desk(campaign: Callable[..., Built]) -> tuple[Built, str]:
    """A campaign and the session of its annotator Kari."""
    built = campaign()
    return built, built.enter("Kari")


def ask(built: Built, session: str, text: str = "Hva gjør jeg her?", assignment: int | None = None) -> int:
    return ask_question(built.store, session, built.slug, assignment, text)


def the_one(built: Built, session: str) -> OwnQuestion:
    """Kari's only question."""
    (question,) = own_questions(built.store, session, built.slug)
    return question


def unread(built: Built) -> int:
    """Kari's unread answers, as her desk counts them."""
    return open_desk(built.store, built.sessions["Kari"], built.slug).unread


def test_a_question_goes_out_and_its_answer_comes_back(desk: tuple[Built, str], clock: Clock) -> None:
    """Asked, answered, counted as unread, read: each step with its time, and the comparison is still there."""
    built, kari = desk
    task = shown(built, kari)
    asked_at = clock.time
    number = ask(built, kari, f"  {MARKUP}\n", task.assignment_id)
    assert shown(built, kari) == task
    question = the_one(built, kari)
    assert (question.id, question.text, question.asked_at) == (number, MARKUP, asked_at)
    assert (question.about, question.answer, question.unread, unread(built)) == (task.prompt, None, False, 0)
    clock.move(hours=1)
    assert answer_question(built.store, built.slug, number, MARKUP)
    question = the_one(built, kari)
    assert (question.answer, question.answered_at, question.resolved_at) == (MARKUP, clock.time, clock.time)
    assert (question.unread, unread(built)) == (True, 1)
    clock.move(hours=1)
    assert mark_answers_read(built.store, kari, built.slug, [question]) == 1
    assert (the_one(built, kari).read_at, the_one(built, kari).unread, unread(built)) == (clock.time, False, 0)
    assert problems(built.store, built.slug) == []


def test_a_double_click_asks_once(desk: tuple[Built, str], clock: Clock) -> None:
    """The same words about the same comparison within a minute are one question; later, or elsewhere, another."""
    built, kari = desk
    task = shown(built, kari)
    once = ask(built, kari, "Hva nå?", task.assignment_id)
    before = everything(built.store)
    clock.move(seconds=59)
    assert ask(built, kari, " Hva nå? ", task.assignment_id) == once
    assert everything(built.store) == before
    assert ask(built, kari, "Hva så?", task.assignment_id) != once
    general = ask(built, kari, "Hva nå?")
    assert general != once
    assert ask(built, kari, "Hva nå?") == general
    assert ask(built, built.enter("Ola"), "Hva nå?") != general
    clock.move(seconds=2)
    assert ask(built, kari, "Hva nå?", task.assignment_id) != once


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "empty_question"),
        (" \n\t", "empty_question"),
        ("\0", "empty_question"),
        ("x" * (TEXT_LIMIT + 1), "too_long"),
    ],
)
def test_empty_and_endless_questions_are_refused(desk: tuple[Built, str], text: str, word: str) -> None:
    """Nothing, blanks and more than the limit are refused with their word; the limit itself is not."""
    built, kari = desk
    before = everything(built.store)
    assert refusal(lambda: ask(built, kari, text)) == word
    assert everything(built.store) == before
    assert ask(built, kari, "x" * TEXT_LIMIT)


def test_what_no_database_stores_does_not_crash(desk: tuple[Built, str]) -> None:
    """NUL and a lone surrogate in a question neither fail nor swallow the words around them."""
    built, kari = desk
    ask(built, kari, "før\0etter\ud800 slutt")
    assert the_one(built, kari).text == "føretter slutt"


def test_only_ones_own_comparison(desk: tuple[Built, str], campaign: Callable[..., Built]) -> None:
    """Nobody asks about another's comparison, one of another campaign or one that does not exist."""
    built, kari = desk
    ola = built.enter("Ola")
    other = campaign(slug="other", prompts=1)
    elsewhere = shown(other, other.enter("Else"))
    before = everything(built.store)
    task = shown(built, ola)
    for assignment in (task.assignment_id, elsewhere.assignment_id, 10**6):
        assert refusal(lambda wanted=assignment: ask(built, kari, "Hei", wanted)) == "not_allowed"
    assert everything(built.store)["question"] == before["question"] == []


@pytest.mark.parametrize(("status", "word"), [("paused", None), ("closed", "closed")])
def test_asking_in_a_paused_and_in_a_closed_campaign(desk: tuple[Built, str], status: str, word: str | None) -> None:
    """A pause is a good time to ask; a closed campaign has nobody to answer."""
    built, kari = desk
    task = shown(built, kari)
    with built.store.write() as db:
        db.execute(update(Campaign).values(status=status))
    if word is None:
        assert ask(built, kari, "Hei", task.assignment_id)
    else:
        assert refusal(lambda: ask(built, kari, "Hei", task.assignment_id)) == word


def test_everybody_reads_their_own(desk: tuple[Built, str]) -> None:
    """Another annotator neither sees Kari's question nor marks its answer read."""
    built, kari = desk
    ola = built.enter("Ola")
    answer_question(built.store, built.slug, ask(built, kari), "Svar")
    assert own_questions(built.store, ola, built.slug) == []
    assert mark_answers_read(built.store, ola, built.slug, own_questions(built.store, kari, built.slug)) == 0
    assert unread(built) == 1


def test_an_answer_stays_and_a_further_one_is_added(desk: tuple[Built, str], clock: Clock) -> None:
    """Answering again adds below, with the date, and makes the whole unread; the same click twice answers once."""
    built, kari = desk
    number = ask(built, kari)
    assert answer_question(built.store, built.slug, number, "Velg A.")
    assert not answer_question(built.store, built.slug, number, "Velg A.")
    read = the_one(built, kari)
    mark_answers_read(built.store, kari, built.slug, [read])
    clock.move(days=1)
    assert answer_question(built.store, built.slug, number, "Velg B.")
    assert not answer_question(built.store, built.slug, number, "Velg B.")
    question = the_one(built, kari)
    assert question.answer == f"Velg A.\n\n{clock.time:%Y-%m-%d}\nVelg B."
    assert question.unread


def test_an_answer_added_while_the_first_is_read_stays_unread(desk: tuple[Built, str]) -> None:
    """Marking read what was shown does not mark what came meanwhile."""
    built, kari = desk
    number = ask(built, kari)
    answer_question(built.store, built.slug, number, "Velg A.")
    on_the_screen = the_one(built, kari)
    answer_question(built.store, built.slug, number, "Nei, velg B.")
    assert mark_answers_read(built.store, kari, built.slug, [on_the_screen]) == 0
    assert unread(built) == 1
    assert mark_answers_read(built.store, kari, built.slug, [the_one(built, kari)]) == 1


@pytest.mark.parametrize(("text", "word"), [(" ", "empty_answer"), ("x" * (TEXT_LIMIT + 1), "too_long")])
def test_empty_and_endless_answers_are_refused(desk: tuple[Built, str], text: str, word: str) -> None:
    """Such an answer is refused and the question stays open."""
    built, kari = desk
    number = ask(built, kari)
    assert refusal(lambda: answer_question(built.store, built.slug, number, text)) == word
    assert [row.id for row in inbox(built.store, built.slug).waiting] == [number]


def test_a_lead_settles_only_questions_of_the_campaign(desk: tuple[Built, str], campaign: Callable[..., Built]) -> None:
    """Through another campaign a question can neither be answered nor settled nor read."""
    built, kari = desk
    other = campaign(slug="other", prompts=1)
    lead = other.enter("Lise", "lead")
    number = ask(built, kari)
    assert refusal(lambda: answer_question(built.store, "other", number, "Svar", who=lead)) == "unknown_question"
    assert refusal(lambda: resolve_question(built.store, "other", number, who=lead)) == "unknown_question"
    assert inbox(built.store, "other", who=lead).waiting == ()


def test_open_questions_come_in_order_and_settled_ones_leave(desk: tuple[Built, str], clock: Clock) -> None:
    """The oldest waits first; an answer or a resolution, once, moves a question to the settled ones."""
    built, kari = desk
    numbers = [ask(built, kari, text) for text in ("en", "to", "tre")]
    letters = inbox(built.store, built.slug)
    assert [(row.id, row.annotator, row.text) for row in letters.waiting] == [
        (numbers[0], "Kari", "en"),
        (numbers[1], "Kari", "to"),
        (numbers[2], "Kari", "tre"),
    ]
    assert resolve_question(built.store, built.slug, numbers[1])
    assert not resolve_question(built.store, built.slug, numbers[1])
    clock.move(minutes=1)
    answer_question(built.store, built.slug, numbers[0], "Svar")
    letters = inbox(built.store, built.slug)
    assert [row.id for row in letters.waiting] == [numbers[2]]
    assert [(row.id, row.answer) for row in letters.settled] == [(numbers[0], "Svar"), (numbers[1], None)]
    assert [row.resolved_at is not None for row in own_questions(built.store, kari, built.slug)] == [False, True, True]


def test_the_lead_sees_the_comparison_as_the_annotator_did(desk: tuple[Built, str]) -> None:
    """With either side as A: prompt, written standard, texts and choice are those of the annotator's screen."""
    built, kari = desk
    tasks = []
    for choice in ("A", "tie", "B", "A"):
        tasks.append((shown(built, kari), choice))
        ask(built, kari, "Hva nå?", tasks[-1][0].assignment_id)
        judge(built, kari, *tasks[-1])
    undo_judgment(built.store, kari, built.slug, tasks[-1][0].assignment_id, 1)
    tasks[-1] = (tasks[-1][0], None)
    with built.store.read() as db:
        assert {row.swapped for row in db.query(Assignment)} == {True, False}
    seen = [row.seen for row in inbox(built.store, built.slug).waiting]
    assert [
        (one.assignment_id, one.prompt, one.written_standard, one.response_a, one.response_b, one.choice)
        for one in seen
        if one is not None
    ] == [
        (task.assignment_id, task.prompt, task.written_standard, task.response_a, task.response_b, choice)
        for task, choice in tasks
    ]


def test_skips_of_people_are_listed_with_their_reason(desk: tuple[Built, str]) -> None:
    """What a person skipped is listed with reason, comment and comparison; a simulated annotator's skip is not."""
    built, kari = desk
    task = shown(built, kari)
    skip_comparison(built.store, kari, built.slug, task.assignment_id, 0, "unreadable", MARKUP)
    (skip,) = inbox(built.store, built.slug).skips
    assert (skip.annotator, skip.reason, skip.comment) == ("Kari", "unreadable", MARKUP)
    assert (skip.seen.response_a, skip.seen.response_b, skip.seen.choice) == (task.response_a, task.response_b, None)
    with built.store.write() as db:
        db.execute(update(Person).values(kind="simulated"))
    assert inbox(built.store, built.slug).skips == ()


def test_a_clarification_marks_its_question(desk: tuple[Built, str]) -> None:
    """The inbox knows which question has become a clarification, so that it is not published twice."""
    built, kari = desk
    numbers = [ask(built, kari, text) for text in ("en", "to")]
    publish_clarification(built.store, built.slug, "Slik gjør vi.", numbers[0])
    assert [row.published for row in inbox(built.store, built.slug).waiting] == [True, False]


def test_nothing_names_a_system(desk: tuple[Built, str]) -> None:
    """Neither the lead's inbox nor the annotator's questions show which system wrote a text, in any name or field."""
    built, kari = desk
    for _ in range(3):
        task = shown(built, kari)
        answer_question(built.store, built.slug, ask(built, kari, "Hva?", task.assignment_id), "Svar")
        judge(built, kari, task)
    ask(built, kari, "Hva nå?", shown(built, kari).assignment_id)
    skip_comparison(built.store, kari, built.slug, shown(built, kari).assignment_id, 0, "other")
    letters = inbox(built.store, built.slug)
    assert (len(letters.waiting), len(letters.settled), len(letters.skips)) == (1, 3, 1)
    assert leaks(letters, built.systems) == []
    assert leaks(own_questions(built.store, kari, built.slug), built.systems) == []


def test_the_check_sees_a_system(desk: tuple[Built, str]) -> None:
    """The planted violation: with a system's name as a response, the same search finds it."""
    built, kari = desk
    ask(built, kari, "Hva?", shown(built, kari).assignment_id)
    letters = inbox(built.store, built.slug)
    seen = letters.waiting[0].seen
    assert seen is not None
    named = replace(letters.waiting[0], seen=replace(seen, response_a=built.systems[0]))
    assert leaks(replace(letters, waiting=(named,)), built.systems) == [
        f"Inbox.waiting.seen.response_a names {built.systems[0]}"
    ]


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [("a\n b", 5, "a b"), ("abcde", 5, "abcde"), ("abcdef", 5, "abcde…"), ("abcd efgh", 5, "abcd…"), ("", 5, "")],
)
def test_first_words(text: str, limit: int, expected: str) -> None:
    """One line, cut at the limit, with an ellipsis only where something is missing."""
    assert first_words(text, limit) == expected


def test_questions_survive_in_the_table(desk: tuple[Built, str]) -> None:
    """Reading, answering and settling never delete a question nor change its words."""
    built, kari = desk
    number = ask(built, kari, MARKUP)
    answer_question(built.store, built.slug, number, "Svar")
    resolve_question(built.store, built.slug, number)
    mark_answers_read(built.store, kari, built.slug, own_questions(built.store, kari, built.slug))
    with built.store.read() as db:
        assert [row.text for row in db.query(Question)] == [MARKUP]


def flood(built: Built, session: str, many: int) -> None:
    """So many open questions as were possible before there was a limit."""
    with built.store.write() as db:
        person = signed_in_person(db, session)
        about = {"campaign_id": built.id, "person_id": person, "asked_at": built.store.now()}
        db.add_all(Question(**about, text=f"Spam {number}") for number in range(many))


def test_one_person_cannot_fill_the_inbox(desk: tuple[Built, str]) -> None:
    """205 questions of one person hide no one's: all who asked are listed, in turns, and all questions are counted."""
    built, kari = desk
    flood(built, kari, 205)
    ola, per = built.enter("Ola"), built.enter("Per")
    for who, text in ((ola, "en"), (per, "to"), (ola, "tre")):
        ask(built, who, text)
    letters = inbox(built.store, built.slug)
    assert [row.annotator for row in letters.waiting[:6]] == ["Kari", "Ola", "Per", "Kari", "Ola", "Kari"]
    assert [row.text for row in letters.waiting[:3]] == ["Spam 0", "en", "to"]
    assert (len(letters.waiting), letters.asked) == (200, 208)
    # The planted violation: in the order of asking, the first 200 are all hers.
    with built.store.read() as db:
        first = db.scalars(select(Question.person_id).order_by(Question.id).limit(200)).all()
    assert len(set(first)) == 1


def test_a_person_may_have_so_many_questions_waiting(desk: tuple[Built, str], campaign: Callable[..., Built]) -> None:
    """The next is refused until one is settled; others ask on, and she asks in another campaign."""
    built, kari = desk
    flood(built, kari, MOST_OPEN - 1)
    last = ask(built, kari, "den siste")
    assert refusal(lambda: ask(built, kari, "en til")) == "too_many_questions"
    assert ask(built, kari, "den siste") == last  # a double click is no new question
    assert ask(built, built.enter("Ola"), "en til")
    resolve_question(built.store, built.slug, last)
    assert ask(built, kari, "en til")


def test_questions_are_settled_together(desk: tuple[Built, str], campaign: Callable[..., Built]) -> None:
    """Those that the lead saw, once, in the campaign; what was asked since waits on; one line in the log."""
    built, kari = desk
    flood(built, kari, 3)
    seen = [row.id for row in inbox(built.store, built.slug).waiting]
    later = ask(built, kari, "siden")
    campaign(slug="other", prompts=1)
    assert resolve_questions(built.store, "other", seen) == 0
    assert resolve_questions(built.store, built.slug, seen) == 3
    assert resolve_questions(built.store, built.slug, seen) == 0
    assert [row.id for row in inbox(built.store, built.slug).waiting] == [later]
    assert [entry.action for entry in read_log(built.store, built.slug)].count("question_resolved") == 1
