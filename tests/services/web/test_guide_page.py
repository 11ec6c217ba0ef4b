"""The annotators' guide: read without a sign-in, offered by the personal link, and the token stays where it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from eval_core.campaigns.people.link_address import guide_address
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import choose_language, sign_in
from eval_core.locales import LANGUAGES, use_language
from eval_core.protocols import load_guide
from eval_core.protocols.guide import Guide
from eval_core.store import Store
from eval_core.web import guide_page
from eval_core.web.guide_page import guide_html, guide_routes
from eval_core.web.sign_in import sign_in_routes
from tests.support.building import build_campaign

FIRST_WORDS = {
    "en": "A short guide for annotators",
    "nb": "En kort veiledning for vurderere",
    "nn": "Ei kort rettleiing for vurderarar",
}


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


def client_of(store: Store) -> TestClient:
    return TestClient(Starlette(routes=[*sign_in_routes(store, "/parvis"), *guide_routes("/parvis")]))


def links_of(page: str) -> list[str]:
    return re.findall(r'href="([^"]*)"', page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_anyone_reads_the_guide(store: Store, language: str) -> None:
    """Each language has its page with every heading, no cookie is set, and the other two are one click away."""
    answer = client_of(store).get(guide_address(language, "/parvis"))
    assert (answer.status_code, "set-cookie" in answer.headers) == (200, False)
    assert f'<html lang="{language}">' in answer.text
    assert FIRST_WORDS[language] in answer.text
    assert answer.text.count("<h2>") == len(load_guide(language).marks)
    assert links_of(answer.text) == [f"/parvis/guide/{other}" for other in LANGUAGES if other != language]


@pytest.mark.parametrize("language", ["de", "..%2Fguide%2Fen", "en.md"])
def test_another_language_is_not_found(store: Store, language: str) -> None:
    """What is not one of the three languages names no file."""
    assert client_of(store).get(f"/parvis/guide/{language}").status_code == 404


def test_markup_in_the_guide_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script planted in the text comes out as text."""
    planted = Guide("en", "# Guide\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1))", ())
    monkeypatch.setattr(guide_page, "load_guide", lambda _language: planted)
    html = guide_html("en")
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert links_of(html) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_personal_link_offers_the_guide(store: Store, language: str) -> None:
    """The page behind the link offers the guide in the invited person's language, without the token in the address."""
    build_campaign(store)
    link = add_person(store, "Kari", ["annotator"], ["trial"])
    choose_language(store, sign_in(store, link.token), language)
    page = client_of(store).get(f"/parvis/join/{link.token}", headers={"Accept-Language": "nn"})
    assert links_of(page.text) == [f"/parvis/guide/{language}"]
    assert link.token not in page.text
    assert page.headers["referrer-policy"] == "no-referrer"
    assert link.token not in client_of(store).get(links_of(page.text)[0]).text


@pytest.mark.parametrize(("protocol", "role"), [("heval", "annotator"), ("norwegian_fluency", "researcher")])
def test_nobody_else_is_offered_it(store: Store, protocol: str, role: str) -> None:
    """The guide speaks of comparing: who rates, or does not annotate, has no link to it."""
    build_campaign(store, protocol=protocol)
    link = add_person(store, "Kari", [role], ["trial"])
    assert links_of(client_of(store).get(f"/parvis/join/{link.token}").text) == []
