"""The page behind a personal link: it greets by name, says who asks and what for, and the first thing to press signs in."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from eval_core.campaigns.joining.open_link import find_door, take_part
from eval_core.campaigns.people.invited import InvitedTo
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import choose_language, sign_in
from eval_core.campaigns.rules import change_rules
from eval_core.locales import LANGUAGES, use_language
from eval_core.reports.background.invitation_words import invitation_words
from eval_core.store import Store
from eval_core.web.sign_in import sign_in_routes
from tests.support.building import build_campaign

LETTER = {"letter": {"responsible": "Målgruppa <UiO>", "contact": "Unni, unni@maal.example", "pay": "250 kr"}}
COMPARING = InvitedTo("proven", "Prøven", "", frozenset({"annotator"}), rates=False, quota=None)


def page_of(store: Store, token: str) -> str:
    """What opening the link shows, without the style sheet."""
    client = TestClient(Starlette(routes=sign_in_routes(store, "/parvis")))
    return client.get(f"/parvis/join/{token}").text.partition("</style>")[2]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Welcome to Parvis, Kari!", "The invitation is from Målgruppa", "40 comparisons", "Sign in"]),
        ("nb", ["Velkommen til Parvis, Kari!", "Invitasjonen kommer fra Målgruppa", "40 sammenligninger", "Logg inn"]),
        ("nn", ["Velkomen til Parvis, Kari!", "Invitasjonen kjem frå Målgruppa", "40 samanlikningar", "Logg inn"]),
    ],
)
def test_who_asks_whom_what_for(store: Store, language: str, said: list[str]) -> None:
    """In each language, with what a lead has written shown as text, and the button before any link."""
    built = build_campaign(store, per_annotator=40)
    change_rules(store, built.slug, LETTER)
    link = add_person(store, "Kari", ["annotator"], [built.slug])
    choose_language(store, sign_in(store, link.token), language)
    page = page_of(store, link.token)
    assert [words for words in said if words not in page] == []
    assert "Campaign trial" in page
    assert "&lt;UiO&gt;" in page
    assert "<UiO>" not in page
    assert re.findall(r"<(button|a|input)\b", page) == ["button", "a"]


def test_back_by_ones_own_link(store: Store) -> None:
    """Who came by the open link reads how many it asks for, and others how many the campaign does."""
    built = build_campaign(store, per_annotator=40)
    change_rules(store, built.slug, LETTER | {"open_link": True, "open_link_judgments": 7})
    door = find_door(store, built.slug, "nn")
    assert door
    newcomer = take_part(store, built.slug, letter=door.letter.hash, language="nn")
    invited = add_person(store, "Kari", ["annotator"], [built.slug])
    choose_language(store, sign_in(store, invited.token), "nn")
    assert "7 samanlikningar" in page_of(store, newcomer.token)
    assert "40 samanlikningar" in page_of(store, invited.token)


def test_without_a_letter_nobody_is_named(store: Store) -> None:
    """Where the letter is not complete, what a lead has typed so far is not shown either."""
    built = build_campaign(store)
    change_rules(store, built.slug, {"letter": {"responsible": "Målgruppa"}})
    link = add_person(store, "Kari", ["annotator"], [built.slug])
    page = page_of(store, link.token)
    assert "Målgruppa" not in page
    assert "You are invited to take part in “Campaign trial”." in page


def test_many_campaigns_are_only_named(store: Store) -> None:
    """Someone with three campaigns reads their titles, not what each is about."""
    for number in "123":
        build_campaign(store, slug=f"trial{number}")
    link = add_person(store, "Kari", ["annotator"], ["trial1", "trial2", "trial3"])
    page = page_of(store, link.token)
    assert "Your campaigns: Campaign trial1, Campaign trial2, Campaign trial3." in page
    assert "at a time" not in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "place", [replace(COMPARING, rates=rates, quota=quota) for rates in (False, True) for quota in (None, 1, 60)]
)
def test_every_sentence_is_translated(place: InvitedTo, language: str, request: pytest.FixtureRequest) -> None:
    """Each kind of work with each quota says what one does and how long it takes, in one language only."""
    request.addfinalizer(lambda: use_language("en"))
    use_language("en")
    english = invitation_words(place)
    use_language(language)
    said = invitation_words(place)
    assert len(said) == 3
    assert (said == english) is (language == "en")
    assert place.quota is None or str(place.quota) in said[2]


@pytest.mark.parametrize(
    ("asked", "opened"), [("?campaign=second", "?campaign=second"), ("", ""), ("?campaign=third", "")]
)
def test_an_invitation_opens_the_campaign_that_it_is_about(store: Store, asked: str, opened: str) -> None:
    """For a person with several campaigns; a link names no campaign of others."""
    for slug in ("first", "second", "third"):
        build_campaign(store, slug=slug)
    link = add_person(store, "Kari", ["annotator"], ["first", "second"])
    client = TestClient(Starlette(routes=sign_in_routes(store, "/parvis")), follow_redirects=False)
    answer = client.post(f"/parvis/join/{link.token}{asked}")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/parvis/{opened}")
