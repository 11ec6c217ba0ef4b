"""The guidelines of a campaign: what is in force, what is new, who has read it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import select

from eval_core.campaigns.access import Trusted, authorise, find_person
from eval_core.campaigns.joining.guidelines import (
    acknowledge_guidelines,
    close_guidelines,
    has_acknowledged,
    open_guidelines,
    publish_clarification,
    read_guidelines,
)
from eval_core.campaigns.talk.questions import ask_question
from eval_core.errors import InputError, RefusedError
from eval_core.protocols import load_guidelines
from eval_core.store import Clarification, GuidelineReading, Judgment, Store
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built
from tests.support.checking import everything

BASE = load_guidelines("en").version


def readings(store: Store) -> list[GuidelineReading]:
    with store.read() as db:
        listed = list(db.scalars(select(GuidelineReading).order_by(GuidelineReading.id)))
        db.expunge_all()
        return listed


def test_a_newcomer_reads_everything_as_new(campaign: Callable[..., Built]) -> None:
    """Nobody knows a version before they acknowledged one; text and categories come in their language."""
    built = campaign()
    publish_clarification(built.store, built.slug, "Første.")
    view = read_guidelines(built.store, built.enter("Kari"), built.slug, "nn")
    assert (view.version, view.known, view.new_text) == (f"{BASE}+1", None, True)
    assert [(clarification.number, clarification.text) for clarification in view.new] == [(1, "Første.")]
    assert view.guidelines.body == load_guidelines("nn").body
    assert view.categories["word_choice"] == "Ordval"


def test_what_is_new_comes_after_what_was_acknowledged(campaign: Callable[..., Built], clock: Clock) -> None:
    """Only clarifications published since are new, each with its own date; the text is known."""
    built = campaign()
    kari = built.enter("Kari")
    publish_clarification(built.store, built.slug, "Første.")
    acknowledge_guidelines(built.store, kari, built.slug, f"{BASE}+1", "nb")
    assert read_guidelines(built.store, kari, built.slug, "nb").new == ()
    clock.move(days=1)
    publish_clarification(built.store, built.slug, "Andre.")
    view = read_guidelines(built.store, kari, built.slug, "nb")
    assert (view.known, view.new_text) == (f"{BASE}+1", False)
    assert [(clarification.number, clarification.text, clarification.at) for clarification in view.new] == [
        (2, "Andre.", clock.time)
    ]
    assert [clarification.number for clarification in view.clarifications] == [1, 2]


def test_another_text_is_new_as_a_whole(campaign: Callable[..., Built]) -> None:
    """A person who acknowledged an older text must read the new one; the clarifications they knew stay known."""
    built = campaign()
    kari = built.enter("Kari")
    publish_clarification(built.store, built.slug, "Første.")
    acknowledge_guidelines(built.store, kari, built.slug, f"{BASE}+1", "nb")
    with built.store.write() as db:
        db.scalars(select(GuidelineReading)).one().version = "0.9+1"
    view = read_guidelines(built.store, kari, built.slug, "nb")
    assert (view.known, view.new_text, view.new) == ("0.9+1", True, ())


def test_judgments_show_the_version_only_without_an_acknowledgment(campaign: Callable[..., Built]) -> None:
    """A judgment from before acknowledgments were recorded shows which version was known; later ones prove no reading."""
    built = campaign()
    kari = built.enter("Kari")
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    record_judgment(built.store, kari, built.slug, task.assignment_id, 0, "A")
    assert read_guidelines(built.store, kari, built.slug, "nb").known == BASE
    acknowledge_guidelines(built.store, kari, built.slug, BASE, "nb")
    publish_clarification(built.store, built.slug, "Ny.")
    with built.store.write() as db:  # made while the clarification came out, and not read
        db.scalars(select(Judgment)).one().guideline_version = f"{BASE}+1"
    assert [clarification.number for clarification in read_guidelines(built.store, kari, built.slug, "nb").new] == [1]


def test_acknowledging_is_for_the_version_in_force_and_once(campaign: Callable[..., Built]) -> None:
    """Twice is once; a version that was replaced meanwhile is refused; a new one asks again; nobody else is spared."""
    built = campaign()
    store, slug, kari, per = built.store, built.slug, built.enter("Kari"), built.enter("Per")

    def acknowledged(who: str) -> bool:
        with store.read() as db:
            return has_acknowledged(db, authorise(db, who, slug, "annotator"))

    open_guidelines(store, kari, slug, "nb")
    assert not acknowledged(kari)
    assert acknowledge_guidelines(store, kari, slug, BASE, "nb") is True
    assert acknowledge_guidelines(store, kari, slug, BASE, "nb") is False
    assert (acknowledged(kari), acknowledged(per)) == (True, False)
    publish_clarification(store, slug, "Ny.")
    assert not acknowledged(kari)
    before = everything(store)
    with pytest.raises(RefusedError) as refusal:
        acknowledge_guidelines(store, kari, slug, BASE, "nb")
    assert refusal.value.code == "stale_guidelines"
    assert everything(store) == before
    acknowledge_guidelines(store, kari, slug, f"{BASE}+1", "nb")
    assert acknowledged(kari)
    assert [(reading.version, reading.acknowledged) for reading in readings(store)] == [
        (BASE, False),
        (BASE, True),
        (f"{BASE}+1", True),
    ]


def test_two_tabs_acknowledge_once(campaign: Callable[..., Built]) -> None:
    """Clicks from several tabs at the same moment leave one row, and one of them reports that it was recorded."""
    built = campaign()
    kari, start = built.enter("Kari"), Barrier(4)

    def click(_: int) -> bool:
        start.wait()
        return acknowledge_guidelines(built.store, kari, built.slug, BASE, "nb")

    with ThreadPoolExecutor(4) as tabs:
        assert sorted(tabs.map(click, range(4))) == [False, False, False, True]
    assert len(readings(built.store)) == 1


def test_a_reading_is_closed_once_and_by_its_reader(campaign: Callable[..., Built], clock: Clock) -> None:
    """The first closing stays; somebody else's reading, and one of another campaign, cannot be closed."""
    built, other = campaign(), campaign(slug="other", prompts=1)
    store, kari, per = built.store, built.enter("Kari"), built.enter("Per")
    opened_at = clock.time
    reading = open_guidelines(store, kari, built.slug, "nn")
    for who, slug in ((per, built.slug), (other.enter("Eva"), other.slug)):
        with pytest.raises(RefusedError, match="another person's"):
            close_guidelines(store, who, slug, reading)
    assert readings(store)[0].closed_at is None
    clock.move(minutes=3)
    closed_at = clock.time
    assert close_guidelines(store, kari, built.slug, reading) is True
    clock.move(minutes=3)
    assert close_guidelines(store, kari, built.slug, reading) is False
    [row] = readings(store)
    assert (row.version, row.language, row.opened_at, row.closed_at) == (BASE, "nn", opened_at, closed_at)


def test_a_clock_set_back_ends_no_reading_before_it_began(campaign: Callable[..., Built], clock: Clock) -> None:
    """Then it took no time at all."""
    built = campaign()
    kari = built.enter("Kari")
    reading = open_guidelines(built.store, kari, built.slug, "nb")
    clock.move(hours=-1)
    close_guidelines(built.store, kari, built.slug, reading)
    [row] = readings(built.store)
    assert row.closed_at == row.opened_at


def test_a_language_without_guidelines_is_refused(campaign: Callable[..., Built]) -> None:
    """Nothing is stored under a language that does not exist, nor is a file elsewhere read."""
    built = campaign()
    kari = built.enter("Kari")
    before = everything(built.store)
    for service in (open_guidelines, read_guidelines):
        for language in ("de", "../letters/en", ""):
            with pytest.raises(InputError):
                service(built.store, kari, built.slug, language)
    assert everything(built.store) == before


def test_clarifications_are_numbered_and_carry_their_lead(campaign: Callable[..., Built], clock: Clock) -> None:
    """Numbers count on, text is trimmed, what a database cannot store is left out; twice the same is one."""
    built = campaign()
    store, slug, lise, kari = built.store, built.slug, built.enter("Lise", "lead"), built.enter("Kari")
    question = ask_question(store, kari, slug, None, "Hva med tall?")
    assert publish_clarification(store, slug, " Tall er \x00språk.\ud800 ", question, who=lise) == 1
    assert publish_clarification(store, slug, "Tall er språk.", question, who=lise) == 1
    assert publish_clarification(store, slug, "x" * 2000, who=Trusted()) == 2
    with store.read() as db:
        first, second = db.scalars(select(Clarification).order_by(Clarification.number))
        assert (first.text, first.question_id, first.published_at) == ("Tall er språk.", question, clock.time)
        assert (first.published_by, second.published_by) == (find_person(db, "Lise").id, None)


@pytest.mark.parametrize(
    ("text", "code"), [(" \n", "no_text"), ("\x00", "no_text"), ("x" * 2001, "clarification_too_long")]
)
def test_clarifications_without_or_with_too_many_words_are_refused(
    campaign: Callable[..., Built], text: str, code: str
) -> None:
    """Nothing is stored and the version stays."""
    built = campaign()
    before = everything(built.store)
    with pytest.raises(RefusedError) as refusal:
        publish_clarification(built.store, built.slug, text)
    assert refusal.value.code == code
    assert everything(built.store) == before


def test_a_clarification_answers_no_question_of_another_campaign(campaign: Callable[..., Built]) -> None:
    """A question's number from elsewhere is refused."""
    built, other = campaign(), campaign(slug="other", prompts=1)
    question = ask_question(other.store, other.enter("Eva"), other.slug, None, "Hva?")
    with pytest.raises(RefusedError) as refusal:
        publish_clarification(built.store, built.slug, "Slik.", question)
    assert refusal.value.code == "not_allowed"


def test_two_leads_never_take_one_number(campaign: Callable[..., Built]) -> None:
    """Eight at the same moment get eight numbers, and the version counts them all."""
    built = campaign()
    start = Barrier(8)

    def publish(number: int) -> int:
        start.wait()
        return publish_clarification(built.store, built.slug, f"Nummer {number}.")

    with ThreadPoolExecutor(8) as leads:
        assert sorted(leads.map(publish, range(8))) == list(range(1, 9))
    assert read_guidelines(built.store, built.enter("Kari"), built.slug, "en").version == f"{BASE}+8"
