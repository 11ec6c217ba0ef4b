"""A campaign's own text of the guidelines: published, read by everyone, stored with each judgment."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.joining.guideline_editions import (
    LONGEST_GUIDELINES,
    publish_guidelines,
    read_guideline_texts,
)
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, publish_clarification, read_guidelines
from eval_core.protocols import load_guidelines
from eval_core.store import Event, Judgment
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built
from tests.support.checking import refusal

GENERAL = load_guidelines("nb").version
ADDED = "- <!-- ignore.names -->Om navn på steder er skrevet rett."


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A campaign with some comparisons."""
    return campaign(prompts=8)


def edited(built: Built, lead: str, language: str = "nb") -> dict[str, str]:
    """The texts with one passage more, and one less."""
    texts = read_guideline_texts(built.store, built.slug, lead).texts
    old = "- <!-- ignore.facts -->Om det som står, er sant og riktig."
    assert old in texts["nb"]
    return {**texts, language: texts[language].replace(old, ADDED)}


def test_an_edition_is_read_before_going_on(built: Built) -> None:
    """What was judged keeps its version; the next comparison waits until what has changed was read, and names it."""
    lead, kari = built.enter("Lise", "lead"), built.enter("Kari")
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    assert record_judgment(built.store, kari, built.slug, task.assignment_id, task.revision, "A")
    assert publish_guidelines(built.store, built.slug, edited(built, lead), 0, lead) == 1
    view = read_guidelines(built.store, kari, built.slug, "nb")
    assert (view.version, view.known, view.new_text) == (f"{GENERAL}.1", GENERAL, True)
    (change,) = view.changes
    assert change.heading == "Dette teller ikke"
    assert [item.text for item in change.gone] == ["Om det som står, er sant og riktig."]
    assert [item.text for item in change.new] == ["Om navn på steder er skrevet rett."]
    # Nynorsk was left as it is.
    assert read_guidelines(built.store, kari, built.slug, "nn").changes == ()
    assert open_desk(built.store, kari, built.slug).reason == "guidelines"
    assert acknowledge_guidelines(built.store, kari, built.slug, view.version, "nb")
    assert read_guidelines(built.store, kari, built.slug, "nb").changes == ()
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    assert record_judgment(built.store, kari, built.slug, task.assignment_id, task.revision, "B")
    with built.store.read() as db:
        assert db.scalars(select(Judgment.guideline_version).order_by(Judgment.id)).all() == [GENERAL, f"{GENERAL}.1"]


def test_what_was_on_the_screen_counts_by_the_text_of_its_time(built: Built, clock: Clock) -> None:
    """An edition and a clarification that come while a comparison is on the screen do not name its judgment."""
    lead, kari = built.enter("Lise", "lead"), built.enter("Kari")
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    clock.time += timedelta(seconds=20)
    publish_clarification(built.store, built.slug, "Tall teller ikke.", who=lead)
    publish_guidelines(built.store, built.slug, edited(built, lead), 0, lead)
    assert record_judgment(built.store, kari, built.slug, task.assignment_id, task.revision, "A")
    with built.store.read() as db:
        assert db.scalars(select(Judgment.guideline_version)).all() == [GENERAL]
    assert read_guidelines(built.store, kari, built.slug, "nb").version == f"{GENERAL}.1+1"


def test_two_leads_do_not_overwrite_each_other(built: Built) -> None:
    """Who edited an older text is refused; the same text again is no new edition; the general text can come back."""
    lead, other = built.enter("Lise", "lead"), built.enter("Mari", "lead")
    texts = edited(built, lead)
    assert publish_guidelines(built.store, built.slug, texts, 0, lead) == 1
    assert refusal(lambda: publish_guidelines(built.store, built.slug, texts, 0, other)) == "stale_edition"
    assert publish_guidelines(built.store, built.slug, texts, 1, other) == 1
    general = read_guideline_texts(built.store, built.slug, lead).general
    assert publish_guidelines(built.store, built.slug, general, 1, lead) == 2
    assert read_guideline_texts(built.store, built.slug, lead).texts == general
    with built.store.read() as db:
        noted = db.scalars(select(Event.about).where(Event.action == "guidelines_published").order_by(Event.id)).all()
    assert [about["number"] for about in noted] == [1, 2]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("text", "code"),
    [
        (" \n", "empty_guidelines"),
        ("x" * (LONGEST_GUIDELINES + 1), "guidelines_too_long"),
        ("# A\n- <!-- issue.telepathy -->**Telepathy:** guess.", "unknown_anchor"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(built: Built, text: str, code: str) -> None:
    """Nothing is stored of a text that is empty, too long, or about an issue that the protocol does not have."""
    lead = built.enter("Lise", "lead")
    texts = {**read_guideline_texts(built.store, built.slug, lead).texts, "nn": text}
    assert refusal(lambda: publish_guidelines(built.store, built.slug, texts, 0, lead)) == code
    assert read_guideline_texts(built.store, built.slug, lead).edition == 0


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_where_responses_are_rated_the_protocol_says_what_is_asked(built: Built) -> None:
    """A campaign of ratings has no text of its own."""
    lead = built.enter("Lise", "lead")
    with built.store.write() as db:
        find_campaign(db, built.slug).protocol_key = "heval"
    assert refusal(lambda: read_guideline_texts(built.store, built.slug, lead)) == "guidelines_of_protocol"
    assert refusal(lambda: publish_guidelines(built.store, built.slug, {}, 0, lead)) == "guidelines_of_protocol"
