"""What a lead writes to an annotator: sent once, seen by nobody else, and known to be read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import select

from eval_core.campaigns.access import find_person
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.people.persons import add_person, add_simulated_annotator
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.talk.messages import mark_messages_read, own_messages, send_message, sent_messages
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.errors import RefusedError
from eval_core.store import Message, Store
from tests.conftest import Clock
from tests.support.building import Built
from tests.support.checking import everything, leaks

Build = Callable[..., Built]


@pytest.fixture
def kari(store: Store, campaign: Build) -> int:
    """An annotator of a campaign that Lise leads."""
    built = campaign()
    built.enter("Lise", "lead")
    built.enter("Kari")
    built.enter("Ola")
    with store.read() as db:
        return find_person(db, "Kari").id


def sessions(store: Store, *names: str) -> list[str]:
    """New sessions of people who are there."""
    from eval_core.campaigns.people.persons import renew_link

    found = [sign_in(store, renew_link(store, name).token) for name in names]
    assert all(found)
    return [one for one in found if one]


def test_a_message_arrives_and_is_read(store: Store, kari: int, clock: Clock) -> None:
    """Only its addressee reads it, the lead sees when, and the log notes that it was sent."""
    lise, session, ola = sessions(store, "Lise", "Kari", "Ola")
    send_message(store, "trial", kari, "  Les begge tekstene.\x00 ", lise)
    clock.move(hours=1)
    (message,) = own_messages(store, session, "trial")
    assert (message.text, message.unread) == ("Les begge tekstene.", True)
    assert own_messages(store, ola, "trial") == []
    assert mark_messages_read(store, ola, "trial", [message]) == 0
    assert mark_messages_read(store, session, "trial", [message]) == 1
    assert mark_messages_read(store, session, "trial", [message]) == 0
    (sent,) = sent_messages(store, "trial", kari, lise)
    assert (sent.to, sent.sent_by, sent.read_at) == ("Kari", "Lise", clock.time)
    assert [(entry.action, entry.by, entry.about["person"]) for entry in read_log(store, "trial")] == [
        ("message_sent", "Lise", "Kari")
    ]
    assert "Les begge" not in repr(read_log(store, "trial"))


def test_the_newest_stands_first(store: Store, kari: int, clock: Clock) -> None:
    """Annotator and leads see the latest message at the top; without a person, those to everybody."""
    (session,) = sessions(store, "Kari")
    with store.read() as db:
        ola = find_person(db, "Ola").id
    for number, person in enumerate((kari, kari, ola)):
        clock.move(minutes=5)
        send_message(store, "trial", person, f"Nr. {number}")
    assert [message.text for message in own_messages(store, session, "trial")] == ["Nr. 1", "Nr. 0"]
    assert [message.text for message in sent_messages(store, "trial")] == ["Nr. 2", "Nr. 1", "Nr. 0"]
    assert [message.text for message in sent_messages(store, "trial", ola)] == ["Nr. 2"]
    assert sent_messages(store, "trial")[0].sent_by is None


def test_a_double_click_sends_once(store: Store, kari: int, clock: Clock) -> None:
    """The same words within a minute are one message and one line of the log; later they are another."""
    first = send_message(store, "trial", kari, "Hei")
    before = everything(store)
    assert send_message(store, "trial", kari, " Hei ") == first
    assert everything(store) == before
    clock.move(minutes=2)
    assert send_message(store, "trial", kari, "Hei") != first
    assert len(read_log(store, "trial")) == 2


def test_what_cannot_be_sent(store: Store, kari: int, campaign: Build) -> None:
    """Nothing, too much, to a stranger, to somebody without a page to read it on: each is refused, and nothing is stored."""
    other = campaign(slug="other")
    other.enter("Per")
    robot = add_simulated_annotator(store, "Robot", "trial")
    with store.read() as db:
        lise, per = find_person(db, "Lise").id, find_person(db, "Per").id
    before = everything(store)
    for person, text, word in (
        (kari, " \x00 ", "empty_message"),
        (kari, "x" * (TEXT_LIMIT + 1), "message_too_long"),
        (per, "Hei", "unknown_person"),
        (999, "Hei", "unknown_person"),
        (lise, "Hei", "not_annotator"),
        (robot, "Hei", "not_annotator"),
    ):
        with pytest.raises(RefusedError) as refusal:
            send_message(store, "trial", person, text)
        assert (person, refusal.value.code) == (person, word)
    assert everything(store) == before
    send_message(store, "trial", kari, "x" * TEXT_LIMIT)


def test_messages_belong_to_one_campaign(store: Store, kari: int, campaign: Build) -> None:
    """In another campaign the same person sees nothing of them, and cannot mark them read from there."""
    campaign(slug="other")
    send_message(store, "trial", kari, "Hei")
    add_person(store, "Siri", ["annotator"])
    from eval_core.campaigns.people.invitations import add_people

    add_people(store, "other", "Kari", ["Kari"])
    (session,) = sessions(store, "Kari")
    (message,) = own_messages(store, session, "trial")
    assert own_messages(store, session, "other") == []
    assert mark_messages_read(store, session, "other", [message, replace(message, id=99)]) == 0
    with store.read() as db:
        assert db.scalars(select(Message.read_at)).one() is None


def test_a_message_names_no_system(store: Store, kari: int) -> None:
    """What the annotator's browser gets names no system and has no telling field."""
    send_message(store, "trial", kari, "Hei")
    (session,) = sessions(store, "Kari")
    assert leaks(own_messages(store, session, "trial"), ("alfa-modell", "bravo-modell")) == []
