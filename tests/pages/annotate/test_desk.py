"""Annotate: one element for comparing and rating, the screen of every gate, and nothing of a system in what it is given."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
import streamlit as st
from sqlalchemy import select
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.desk import clicks
from eval_core.campaigns.desk.clicks import open_desk
from eval_core.campaigns.desk.pile import Pile
from eval_core.campaigns.desk.supply.qualification import TestResult as FailedTest
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import current_visitor, sign_in
from eval_core.campaigns.rules import change_rules
from eval_core.locales import LANGUAGES, current_language, use_language
from eval_core.protocols import load_protocol
from eval_core.store import Person, Store
from eval_core.ui import session
from eval_core.ui.annotate import desk_element
from eval_core.ui.annotate.desk_element import owner_of
from tests.support.building import SYSTEMS, Built, build_campaign
from tests.support.page_text import desk_data, sent, words

Open = Callable[..., AppTest]
Ask = Callable[[AppTest, str, object], AppTest]
RATING = ["adequacy_fluency", "gptscore_ko", "heval", "hindi_english", "mt_qualitative"]
# Every reason why there is no sheet, and what its screen says.
GATES = {
    "consent": "I have read this and want to take part",
    "withdrawn": "You have withdrawn from this campaign.",
    "guidelines": "I have read the guidelines",
    "failed": "You judged 1 of 4 as we would have; that is not quite enough.",
    "no_gold": "has not loaded enough examples to practise on yet",
    "paused": "The campaign is paused.",
    "closed": "The campaign is closed.",
    "draft": "The campaign has not started yet.",
    "archived": "The campaign is closed.",
    "quota": "You have judged everything you were asked to judge. 3 judgments are saved.",
    "waiting": "Other annotators have the remaining comparisons just now.",
    "finished": "You have judged everything there is for you.",
    "empty": "There is nothing to judge yet.",
}


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Lets the desk's script ask the page for something, as it does by a trigger of the element."""

    def one_run(test: AppTest, name: str, value: object) -> AppTest:
        mount, asked = desk_element._DESK, []

        def triggered(**given: object) -> object:
            if asked:
                return mount(**given)
            asked.append(name)
            given[f"on_{name}_change"]()  # type: ignore[operator]  # Streamlit calls it before the script
            if name != "go":
                st.rerun()
            found = mount(**given)
            found.go = value
            return found

        with monkeypatch.context() as patch:
            patch.setattr(desk_element, "_given", lambda wanted: value if wanted == name else None)
            patch.setattr(desk_element, "_DESK", triggered)
            return test.run()

    return one_run


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Lets every desk be without a sheet for this reason."""
    real = clicks.open_desk

    def because(reason: str) -> None:
        def instead(*given: object, **more: object) -> Pile:
            found = FailedTest(correct=1, asked=4, passed=False, issues=("grammar",)) if reason == "failed" else None
            done = 3 if reason in ("quota", "finished") else 0
            return replace(real(*given, **more), sheets=(), instead=reason, done=done, result=found)  # type: ignore[arg-type]

        monkeypatch.setattr(clicks, "open_desk", instead)

    return because


def test_the_desk_is_all_of_the_page(built: Built, open_page: Open) -> None:
    """One element, first of its page, with what the first paint needs; no text of a comparison outside it."""
    test = open_page("annotate", built.enter("Kari"))
    data = desk_data(test)
    assert set(data) == {
        *(
            "src",
            "base",
            "slug",
            "owner",
            "language",
            "reads",
            "size",
            "words",
            "refusals",
            "guidelines",
            "menu",
            "pile",
        ),
        *("view", "gate"),
    }
    assert data["src"].startswith("/desk-files/")
    assert data["src"].endswith("/desk.js")
    assert (data["slug"], data["gate"], data["view"], data["size"]) == (built.slug, None, "plain", 100)
    assert data["pile"]["sheets"][0]["texts"]["A"].startswith("Dette er svar")
    assert "Dette er svar" not in words(test)
    assert not test.button
    place = next(iter(child for child in test.main.children.values() if child.children[0].key == "desk"))
    assert place is list(test.main.children.values())[1], "only the page's language comes before it"


def test_the_element_is_the_same_in_every_run(built: Built, open_page: Open, ask: Ask, closed: Callable) -> None:
    """Whatever changes, the browser keeps the element: with another id it would forget what is on the desk."""

    def id_of(test: AppTest) -> str:
        return next(one.proto.id for one in test.get("bidi_component") if one.proto.component_name == "parvis_desk")

    test = open_page("annotate", built.enter("Kari"))
    first = id_of(test)
    ask(test, "language", "nn")
    assert id_of(test) == first
    closed("paused")
    ask(test, "rerun", True)
    assert desk_data(test)["gate"] == "paused"
    assert id_of(test) == first


@pytest.mark.parametrize("reason", GATES)
def test_each_gate_has_its_screen(built: Built, open_page: Open, closed: Callable, reason: str) -> None:
    """The element knows of the gate and shows its bar only; below it is why, and what one can do."""
    change_rules(
        built.store,
        built.slug,
        {"letter": {"responsible": "Språklaget", "contact": "post@sprak.example", "pay": "250 kroner"}},
    )
    closed(reason)
    test = open_page("annotate", built.enter("Kari"))
    data = desk_data(test)
    assert (data["gate"], data["pile"]["instead"], data["pile"]["sheets"]) == (reason, reason, [])
    assert GATES[reason] in sent(test)
    assert "Dette er svar" not in sent(test)


@pytest.mark.parametrize("reason", [reason for reason in GATES if reason not in ("no_gold", "failed")])
def test_each_gate_of_raters_has_its_screen(store: Store, open_page: Open, closed: Callable, reason: str) -> None:
    """Where responses are rated the same screens speak of responses."""
    closed(reason)
    test = open_page("annotate", build_campaign(store, protocol="heval").enter("Kari"))
    assert desk_data(test)["gate"] == reason
    assert "omparison" not in words(test).replace("next comparison", "")
    if reason in ("waiting", "quota", "finished"):
        assert GATES[reason] not in words(test)
        assert "response" in words(test) or "rated" in words(test)


def test_a_test_that_was_not_passed(built: Built, open_page: Open, closed: Callable) -> None:
    """The screen says how it went, what to read again, and who can help; the guidelines are one click away."""
    closed("failed")
    said = sent(open_page("annotate", built.enter("Kari")))
    assert "Not passed this time" in said
    assert load_protocol("norwegian_fluency").issues[0].label["en"] in said
    assert "Open the guidelines" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_comes_in_each_language(
    built: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Words, refusals, choices, issues and guidelines are those of the reader's language."""
    kari = built.enter("Kari")
    monkeypatch.setattr(session, "_languages", lambda: language)
    test = open_page("annotate", kari)
    test.run()
    data, choices = desk_data(test), load_protocol("norwegian_fluency").choices
    assert choices
    assert data["language"] == language
    assert data["words"]["undo"] == {"en": "Undo", "nb": "Angre", "nn": "Angre"}[language]
    assert data["pile"]["protocol"]["choices"]["A"] == choices.a[language]
    assert data["pile"]["protocol"]["tie"]["both_well"] == {"en": "Both read well"}.get(
        language, data["pile"]["protocol"]["tie"]["both_well"]
    )
    heading = {"en": "How to judge fluency", "nb": "Slik vurderer du språket", "nn": "Slik vurderer du språket"}[
        language
    ]
    assert heading in data["guidelines"]["html"]
    assert 'data-category="grammar"' in data["guidelines"]["html"]
    assert data["menu"]["languages"] == LANGUAGES


def test_the_menu_changes_the_language(built: Built, open_page: Open, ask: Ask, store: Store) -> None:
    """The language that was chosen holds for the page and is remembered; one that there is not changes nothing."""
    test = open_page("annotate", built.enter("Kari"))
    assert desk_data(ask(test, "language", "nb"))["words"]["undo"] == "Angre"
    for wrong in ("de", 7, None, ["nn"]):
        assert desk_data(ask(test, "language", wrong))["language"] == "nb"
    with store.read() as db:
        assert db.scalar(select(Person.language).where(Person.name == "Kari")) == "nb"


def test_the_menu_changes_the_text_size(built: Built, open_page: Open, ask: Ask) -> None:
    """The size that was chosen is handed back and remembered; one that is not offered changes nothing."""
    kari = built.enter("Kari")
    test = open_page("annotate", kari)
    assert desk_data(ask(test, "text_size", 130))["size"] == 130
    for wrong in (131, "100", None, 10**30, True):
        assert desk_data(ask(test, "text_size", wrong))["size"] == 130
    assert desk_data(open_page("annotate", kari))["size"] == 130


def test_the_menu_changes_the_campaign(built: Built, open_page: Open, ask: Ask) -> None:
    """From comparing to rating and back, in the same element; another's campaign cannot be chosen."""
    other = build_campaign(built.store, slug="second", protocol="heval", systems=("xylofon", "ypsilon"))
    build_campaign(built.store, slug="third", systems=("xylofon", "ypsilon"))
    link = add_person(built.store, "Kari", ["annotator"], [built.slug, other.slug])
    test = open_page("annotate", sign_in(built.store, link.token))
    assert desk_data(test)["menu"]["campaigns"] == [["second", "Campaign second"], ["trial", "Campaign trial"]]
    assert desk_data(test)["pile"]["protocol"]["kind"] == "rating"
    assert desk_data(ask(test, "campaign", "trial"))["pile"]["protocol"]["kind"] == "pairwise"
    assert desk_data(ask(test, "campaign", "second"))["pile"]["sheets"][0]["kind"] == "rating"
    for wrong in (3, None):
        assert desk_data(ask(test, "campaign", wrong))["slug"] == "second"
    for wrong in ("third", "nothing"):
        assert "There is no campaign here that you may see." in sent(ask(test, "campaign", wrong))


@pytest.mark.parametrize(("page", "shown"), [("my_work", "Questions and answers"), ("guidelines", "Search")])
def test_the_menu_leads_to_the_other_pages(built: Built, open_page: Open, ask: Ask, page: str, shown: str) -> None:
    """The desk asks, and Streamlit shows the page."""
    test = ask(open_page("annotate", built.enter("Kari")), "go", page)
    assert shown in sent(test)
    assert not [one for one in test.get("bidi_component") if one.proto.component_name == "parvis_desk"]


@pytest.mark.parametrize("wrong", ["progress", "../people", "", 3])
def test_the_menu_leads_nowhere_else(built: Built, open_page: Open, ask: Ask, wrong: object) -> None:
    """What is no page of the annotators' is not opened."""
    assert desk_data(ask(open_page("annotate", built.enter("Kari")), "go", wrong))["gate"] is None


@pytest.mark.parametrize("protocol", RATING)
def test_each_rating_protocol_has_its_criteria(store: Store, open_page: Open, protocol: str) -> None:
    """Every criterion in the protocol's order, its own verdict included, with range, points and explanation."""
    built = build_campaign(store, protocol=protocol, prompts=1, systems=("alfa-modell",))
    test = open_page("annotate", built.enter("Kari"))
    given = desk_data(test)["pile"]["protocol"]["criteria"]
    rated = load_protocol(protocol).rated
    assert [(one["key"], one["min"], one["max"], one["na"], one["explanation"]) for one in given] == [
        (one.key, one.min, one.max, one.na, one.explanation) for one in rated
    ]
    assert [len(one["points"]) for one in given] == [len(one.points) for one in rated]
    assert all(one["label"] for one in given)


def test_the_protocol_leaves_the_language_alone(built: Built) -> None:
    """The protocol's words are in a language that the reader reads, and the page's own words stay in theirs."""
    pile = open_desk(built.store, built.enter("Kari"), built.slug)
    for accepted, question, own in (
        ("nb-NO,en-US", "Hvilken av de to har best språk?", "nb"),
        ("nn-NO", "Kva for ein av dei to har best språk?", "nn"),
        ("fr", "Which of the two is better Norwegian?", "en"),
    ):
        use_language(None, accepted)
        assert desk_element.pile_document(pile)["protocol"]["question"] == question
        assert current_language() == own


@pytest.mark.parametrize("protocol", ["norwegian_fluency", "heval"])
def test_nothing_names_a_system(store: Store, open_page: Open, ask: Ask, protocol: str) -> None:
    """Neither the page's data nor anything else of it has a system's name, gold, a repeat or the order of the names."""
    built = build_campaign(store, protocol=protocol)
    test = open_page("annotate", built.enter("Kari"))
    for language in LANGUAGES:
        everything = sent(ask(test, "language", language))
        assert not [system for system in SYSTEMS if system in everything]
        data = desk_data(test)
        del data["words"], data["guidelines"], data["refusals"]
        told = json.dumps(data).lower()
        assert not [word for word in ("gold", "repeat", "swapped", "canonical", "system", "expected") if word in told]
        assert len({tuple(sheet) for sheet in data["pile"]["sheets"]}) == 1, "all sheets have the same keys"


def test_a_name_in_the_data_is_found(built: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check above sees into the element: a system's name planted in a sheet is found."""
    real = desk_element.pile_document
    monkeypatch.setattr(desk_element, "pile_document", lambda pile: real(pile) | {"system": built.systems[0]})
    assert built.systems[0] in sent(open_page("annotate", built.enter("Kari")))


def test_the_owner_is_one_person_of_one_database(built: Built, other_store: Store) -> None:
    """Two people here, and the first person of another database, keep their actions under names of their own."""
    elsewhere = build_campaign(other_store)
    visitors = [
        current_visitor(built.store, built.enter("Kari")),
        current_visitor(built.store, built.enter("Ola")),
        current_visitor(other_store, elsewhere.enter("Kari")),
    ]
    owners = [owner_of(visitor) for visitor in visitors if visitor]
    assert len(set(owners)) == 3
    assert owners[0] == owner_of(visitors[0])  # type: ignore[arg-type]
    assert not [owner for owner in owners if "Kari" in owner]


def test_staff_have_their_sidebar(built: Built, open_page: Open) -> None:
    """The desk's menu leaves to the sidebar what the sidebar has."""
    assert desk_data(open_page("annotate", built.enter("Kari")))["menu"]["staff"] is False
    assert desk_data(open_page("annotate", built.enter("Lise", "annotator", "lead")))["menu"]["staff"] is True
