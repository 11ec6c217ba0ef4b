"""What is new in a letter since a person agreed to it: made again from the log, and believed only if the hash agrees."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import update

from eval_core.campaigns.joining.consent import give_consent, read_letter
from eval_core.campaigns.joining.letter_changes import read_letter_changes
from eval_core.campaigns.rules import change_rules
from eval_core.store import Campaign, Consent, Event
from tests.support.building import Built
from tests.support.checking import refusal

FACTS = {"responsible": "Språklaget", "contact": "post@sprak.example", "pay": "250 kroner i timen"}


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A campaign with a letter, which has been changed once before anybody read it."""
    made = campaign()
    change_rules(made.store, made.slug, {"letter": {**FACTS, "pay": "200 kroner"}})
    change_rules(made.store, made.slug, {"letter": FACTS})
    return made


@pytest.fixture
def kari(built: Built) -> str:
    """An annotator who agreed to its second version, in Bokmål."""
    session = built.enter("Kari")
    give_consent(built.store, session, built.slug, read_letter(built.store, session, built.slug, "nb").version, "nb")
    return session


def change(built: Built, **letter: str) -> None:
    change_rules(built.store, built.slug, {"letter": letter})


def found(built: Built, session: str, language: str = "nb") -> list[tuple[str, list[str], list[str]]] | None:
    """Heading, what is gone and what is new, of each section that changed."""
    listed = read_letter_changes(built.store, session, built.slug, language)
    if listed is None:
        return None
    return [(one.heading, [item.text for item in one.gone], [item.text for item in one.new]) for one in listed]


def test_the_passages_that_changed_are_found(built: Built, kari: str) -> None:
    """Over several changes, with others between them; in every language; a block that is new counts as new."""
    assert found(built, kari) == []
    change(built, pay="300 kroner")
    change_rules(built.store, built.slug, {"reasons": "all"})
    change(built, pay="400 kroner\nFor reisen kommer 50 til", sharing="Alle ser alt.")
    assert found(built, kari) == [
        ("Hvem får se det?", [], ["Alle ser alt\\."]),
        ("Betaling", ["250 kroner i timen"], ["400 kroner For reisen kommer 50 til"]),
    ]
    english = found(built, kari, "en")
    assert english is not None
    assert english[1] == ("Pay", ["250 kroner i timen"], ["400 kroner For reisen kommer 50 til"])


def test_a_change_that_was_taken_back_is_none(built: Built, kari: str) -> None:
    """The version is another one, the text is the same."""
    change(built, pay="300 kroner")
    change(built, pay=FACTS["pay"])
    assert found(built, kari) == []


@pytest.mark.parametrize("fault", ["the log", "the title", "the template", "the hash"])
def test_what_is_not_known_is_not_made_up(built: Built, kari: str, fault: str) -> None:
    """Where the letter of then cannot be made again, word for word, nothing is said of what is new."""
    change(built, pay="300 kroner")
    assert found(built, kari)
    with built.store.write() as db:
        if fault == "the log":
            db.execute(update(Event).where(Event.action == "rules_changed").values(about={}))
        elif fault == "the title":
            db.execute(update(Campaign).values(title="Another title"))
        elif fault == "the template":
            db.execute(update(Consent).values(letter_version="1.1.7"))
        else:
            db.execute(update(Consent).values(letter_hash="0" * 64))
    assert found(built, kari) is None


def test_who_never_agreed_has_no_changes(built: Built, kari: str) -> None:
    """Nor has a campaign without a letter any."""
    change(built, pay="300 kroner")
    assert found(built, built.enter("Ola")) is None
    change(built, pay="")
    assert refusal(lambda: read_letter_changes(built.store, kari, built.slug, "nb")) == "no_letter"
