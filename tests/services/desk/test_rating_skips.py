"""Passing on, asking about and handing over responses to rate, and the guidelines that raters read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from eval_core.campaigns.access import OPERATOR
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, publish_clarification, read_guidelines
from eval_core.campaigns.publishing.report_facts import campaign_facts
from eval_core.campaigns.talk.inbox import answer_question, inbox
from eval_core.campaigns.talk.questions import ask_question, own_questions
from eval_core.campaigns.talk.seen import SheetSeen
from eval_core.campaigns.watching.hand_over import hand_over
from eval_core.campaigns.watching.progress import campaign_progress
from eval_core.protocols import load_protocol
from eval_core.store import RatingAssignment
from tests.conftest import Clock
from tests.support.acts import Desk, open_desk, record_ratings, skip_response
from tests.support.building import Built
from tests.support.checking import everything, leaks, refusal

Build = Callable[..., Built]
PROTOCOL = load_protocol("adequacy_fluency")
FULL = {criterion.key: Score(criterion.max) for criterion in PROTOCOL.rated}


@pytest.fixture
def built(campaign: Build) -> Built:
    return campaign(protocol=PROTOCOL.key, prompts=1, systems=("alfa-modell",), overlap=1)


def desk_of(built: Built, who: str) -> Desk:
    return open_desk(built.store, who, built.slug)


def test_what_is_skipped_goes_to_somebody_else(built: Built, clock: Clock) -> None:
    """Skipped once, counted once, never offered to the same person again, and rated by the next who comes."""
    kari, ola = built.enter("Kari"), built.enter("Ola")
    (sheet,) = desk_of(built, kari).sheets
    assert desk_of(built, ola).reason == "waiting"
    skip = (built.store, kari, built.slug, sheet.assignment_id, 0, "unreadable", " Bare\0 tegn. ")
    assert skip_response(*skip) is True
    before = everything(built.store)
    assert skip_response(*skip) is False
    assert everything(built.store) == before
    with built.store.read() as db:
        row = db.get_one(RatingAssignment, sheet.assignment_id)
        assert (row.status, row.skip_reason, row.skip_comment, row.skipped_at) == (
            "skipped",
            "unreadable",
            "Bare tegn.",
            clock.time,
        )
    assert desk_of(built, kari).reason == "finished"
    (taken,) = desk_of(built, ola).sheets
    assert taken.texts["A"] == sheet.texts["A"]
    assert record_ratings(built.store, ola, built.slug, taken.assignment_id, 0, FULL)
    assert {person.name: person.skipped for person in campaign_progress(built.store, built.slug).people} == {
        "Kari": 1,
        "Ola": 0,
    }
    assert campaign_facts(built.store, built.slug).skipped == 1


def test_what_cannot_be_skipped_is_refused(built: Built) -> None:
    """An unknown reason, an endless comment, another's response, a rated one, and rating what was skipped."""
    kari, ola = built.enter("Kari"), built.enter("Ola")
    (sheet,) = desk_of(built, kari).sheets
    before = everything(built.store)

    def word(who: str, reason: str = "other", comment: str = "", revision: int = 0) -> str:
        skip = (built.store, who, built.slug, sheet.assignment_id, revision, reason, comment)
        return refusal(lambda: skip_response(*skip))

    assert word(kari, reason="bored") == "unknown_reason"
    assert word(kari, comment="x" * 2001) == "too_long"
    assert word(kari, revision=1) == "stale"
    assert word(ola) == "not_allowed"
    assert everything(built.store) == before
    skip_response(built.store, kari, built.slug, sheet.assignment_id, 0, "other")
    save = (built.store, kari, built.slug, sheet.assignment_id, 0, FULL)
    assert refusal(lambda: record_ratings(*save)) == "stale"


def test_a_rated_response_is_not_skipped(built: Built) -> None:
    """What was rated meanwhile, in another tab, stays rated."""
    kari = built.enter("Kari")
    (sheet,) = desk_of(built, kari).sheets
    record_ratings(built.store, kari, built.slug, sheet.assignment_id, 0, FULL)
    skip = (built.store, kari, built.slug, sheet.assignment_id, 0, "other")
    assert refusal(lambda: skip_response(*skip)) == "stale"


def test_the_inbox_shows_the_response_and_names_no_system(built: Built) -> None:
    """A skip and a question each come with the response, its prompt and the ratings in force."""
    kari = built.enter("Kari")
    (sheet,) = desk_of(built, kari).sheets
    question = ask_question(built.store, kari, built.slug, sheet.assignment_id, "Hva nå?", rated=True)
    assert ask_question(built.store, kari, built.slug, sheet.assignment_id, "Hva nå?", rated=True) == question
    skip_response(built.store, kari, built.slug, sheet.assignment_id, 0, "other", "Uklart.")
    letters = inbox(built.store, built.slug)
    ((asked,), (skip,)) = letters.waiting, letters.skips
    for seen in (asked.seen, skip.seen):
        assert isinstance(seen, SheetSeen)
        assert (seen.sheet.response, seen.source, seen.sheet.scores) == (sheet.texts["A"], "Oppgave 0", {})
    assert (skip.annotator, skip.reason, skip.comment) == ("Kari", "other", "Uklart.")
    assert leaks(letters, built.systems) == []
    (own,) = own_questions(built.store, kari, built.slug)
    assert own.about == "Oppgave 0"


def test_nobody_asks_about_anothers_response(built: Built) -> None:
    """Another person's response is refused, and so is a comparison's number."""
    (sheet,) = desk_of(built, built.enter("Kari")).sheets
    ola = built.enter("Ola")
    for rated in (True, False):
        ask = (built.store, ola, built.slug, sheet.assignment_id, "Hva?")
        assert refusal(lambda ask=ask, rated=rated: ask_question(*ask, rated=rated)) == "not_allowed"


def test_an_answer_is_announced_at_the_desk(built: Built) -> None:
    """The rater's desk counts what the lead answered and they have not read."""
    kari = built.enter("Kari")
    question = ask_question(built.store, kari, built.slug, None, "Hva nå?")
    assert desk_of(built, kari).unread == 0
    answer_question(built.store, built.slug, question, "Slik.")
    assert desk_of(built, kari).unread == 1


def test_unrated_responses_are_handed_over(built: Built, clock: Clock) -> None:
    """A stalled person's responses go to the next; the log counts them; a person who has returned keeps theirs."""
    kari, ola = built.enter("Kari"), built.enter("Ola")
    (sheet,) = desk_of(built, kari).sheets
    assert refusal(lambda: hand_over(built.store, built.slug, "Kari", None, OPERATOR)) == "came_back"
    assert hand_over(built.store, built.slug, "Kari", clock.time) == 1
    assert hand_over(built.store, built.slug, "Kari", clock.time) == 0
    (entry,) = read_log(built.store, built.slug, limit=1)
    assert (entry.action, entry.about) == ("work_handed_over", {"person": "Kari", "responses": 1})
    (taken,) = desk_of(built, ola).sheets
    assert taken.texts["A"] == sheet.texts["A"]
    save = (built.store, kari, built.slug, sheet.assignment_id, 0, FULL)
    assert record_ratings(*save)  # late, and kept


def test_raters_read_what_is_clarified(campaign: Build, clock: Clock) -> None:
    """The response on the screen may be rated; the next one waits until the clarification is acknowledged."""
    built = campaign(protocol=PROTOCOL.key, prompts=2)
    kari = built.enter("Kari")
    view = read_guidelines(built.store, kari, built.slug, "nb")
    assert (view.guidelines, view.protocol, view.version) == (None, PROTOCOL.key, PROTOCOL.version)
    for number in range(2):
        (sheet,) = desk_of(built, kari).sheets
        clock.move(minutes=1)
        if number:
            publish_clarification(built.store, built.slug, "Tall er språk.")
        record_ratings(built.store, kari, built.slug, sheet.assignment_id, 0, FULL)
    assert (desk_of(built, kari).reason, desk_of(built, kari).sheets) == ("guidelines", ())
    view = read_guidelines(built.store, kari, built.slug, "nb")
    assert (view.known, view.new_text, [clarification.text for clarification in view.new]) == (
        PROTOCOL.version,
        False,
        ["Tall er språk."],
    )
    acknowledge_guidelines(built.store, kari, built.slug, f"{PROTOCOL.version}+1", "nb")
    assert desk_of(built, kari).sheets
    assert desk_of(built, built.enter("Ola")).sheets, "without a letter newcomers start right away"


def test_a_rating_skip_needs_its_reason(built: Built) -> None:
    """The database itself takes no skipped response without a reason."""
    desk_of(built, built.enter("Kari"))
    with pytest.raises(Exception, match="skip_has_reason"), built.store.write() as db:
        db.scalars(select(RatingAssignment)).one().status = "skipped"
