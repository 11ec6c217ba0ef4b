"""What an annotator says and reads at the desk beside the sheets, carried out once and whole."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest

from eval_core.campaigns.access import find_person
from eval_core.campaigns.desk import log
from eval_core.campaigns.talk import desk_talk
from eval_core.campaigns.talk.desk_talk import carry_out_talk, read_talk
from eval_core.campaigns.talk.inbox import answer_question
from eval_core.campaigns.talk.messages import send_message
from eval_core.campaigns.talk.questions import ask_question
from tests.conftest import Clock
from tests.support.building import Built

pytestmark = pytest.mark.both_databases


@pytest.fixture
def told(campaign: Callable[..., Built], clock: Clock) -> tuple[Built, str]:
    """A campaign and the session of Kari, who was answered and written to."""
    built = campaign()
    kari = built.enter("Kari")
    answer_question(built.store, built.slug, ask_question(built.store, kari, built.slug, None, "Hva nå?"), "Slik.")
    with built.store.read() as db:
        person = find_person(db, "Kari").id
    send_message(built.store, built.slug, person, "Hei!")
    clock.move(minutes=1)
    return built, kari


def new(built: Built, who: str) -> tuple[int, int]:
    """How many answers and messages are new."""
    talk = read_talk(built.store, who, built.slug)
    return sum(one["new"] for one in talk["questions"]), sum(one["new"] for one in talk["messages"])


def seen(built: Built, who: str, document: dict[str, object]) -> str:
    return carry_out_talk(built.store, who, built.slug, document, "en").result


@pytest.mark.parametrize("broken", ["note_answers_read", "note_messages_read", "write_down"])
def test_what_was_seen_is_noted_whole_or_not_at_all(
    told: tuple[Built, str], monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    """Whatever breaks in between, nothing is stored, and sent again the same action is carried out."""
    built, kari = told
    document: dict[str, object] = {"id": str(uuid4()), "kind": "seen"}

    def fail(*_: object, **__: object) -> None:
        raise OSError("planted")

    with monkeypatch.context() as planted, pytest.raises(OSError, match="planted"):
        planted.setattr(log if broken == "write_down" else desk_talk, broken, fail)
        seen(built, kari, document)
    assert new(built, kari) == (1, 1)
    assert seen(built, kari, document) == "recorded"
    assert new(built, kari) == (0, 0)
    assert seen(built, kari, document) == "known"


def test_what_came_after_reading_stays_new(told: tuple[Built, str], clock: Clock) -> None:
    """Only what lay there when the panel was opened was seen, however late that arrives; nobody else's is touched."""
    built, kari = told
    ola = built.enter("Ola")
    answer_question(built.store, built.slug, ask_question(built.store, ola, built.slug, None, "Og jeg?"), "Slik.")
    until = clock.time - timedelta(minutes=2)
    assert seen(built, kari, {"id": str(uuid4()), "kind": "seen", "until": until.isoformat()}) == "recorded"
    assert new(built, kari) == (1, 1)
    assert seen(built, kari, {"id": str(uuid4()), "kind": "seen", "until": clock.time.isoformat()}) == "recorded"
    assert (new(built, kari), new(built, ola)) == ((0, 0), (1, 0))
