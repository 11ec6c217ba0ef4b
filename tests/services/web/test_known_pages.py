"""Addresses without a page: a page of ours in the reader's language, and nothing else is touched."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import choose_language, sign_in
from eval_core.locales import use_language
from eval_core.store import Store
from eval_core.ui.registry import PAGES
from eval_core.web.cookie import COOKIE
from eval_core.web.guide_page import guide_routes
from eval_core.web.known_pages import KnownPages

DOCUMENT = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
STREAMLIT = "Streamlit answers everything"


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


@pytest.fixture(params=["", "/parvis"])
def client(store: Store, request: pytest.FixtureRequest) -> TestClient:
    """A server that, as Streamlit does, answers every address."""

    async def anything(_request: Request) -> Response:
        return PlainTextResponse(STREAMLIT)

    base, names = request.param, [page.name for page in PAGES]
    ours = guide_routes(base)
    known = Middleware(KnownPages, store=store, pages=names, routes=ours, base_path=base)
    app = Starlette(routes=[*ours, Route("/{path:path}", anything, methods=["GET", "POST"])], middleware=[known])
    return TestClient(app, base_url=f"http://testserver{base}")


@pytest.mark.parametrize("path", ["/nowhere", "/progress/nowhere", "/Progress", "/people/2", "/nowhere/?campaign=x"])
def test_an_address_without_a_page_is_said(client: TestClient, path: str) -> None:
    """In the browser's language, with a link to the first page."""
    answer = client.get(path, headers=DOCUMENT | {"accept-language": "nn,en;q=0.5"})
    assert answer.status_code == 404
    assert '<html lang="nn">' in answer.text
    assert "Fann ikkje sida" in answer.text
    base = str(client.base_url.path).rstrip("/")
    assert f'<a href="{base}/">' in answer.text


def test_a_reader_has_a_language(client: TestClient, store: Store) -> None:
    """Who is signed in reads it in the language that they chose, whatever the browser asks for."""
    who = sign_in(store, add_person(store, "Lise", ["lead"]).token)
    assert who
    choose_language(store, who, "nb")
    client.cookies.set(COOKIE, who)
    answer = client.get("/nowhere", headers=DOCUMENT | {"accept-language": "en"})
    assert "Fant ikke siden" in answer.text


@pytest.mark.parametrize("path", ["", "/", *(f"/{page.name}" for page in PAGES), "/progress?campaign=x", "/people/"])
def test_pages_are_left_alone(client: TestClient, path: str) -> None:
    """Every page of the dashboard is Streamlit's to draw."""
    answer = client.get(path, headers=DOCUMENT)
    assert (answer.status_code, answer.text) == (200, STREAMLIT)


@pytest.mark.parametrize("path", ["/_stcore/health", "/static/js/index.js", "/favicon.png", "/media/ab12.csv"])
def test_what_streamlit_needs_passes(client: TestClient, path: str) -> None:
    """Its own addresses, and files, even if a browser opens them as a document."""
    assert client.get(path, headers=DOCUMENT).text == STREAMLIT


def test_programs_and_our_own_pages_pass(client: TestClient) -> None:
    """What asks for no document, what sends something, and the pages next to Streamlit's."""
    assert client.get("/nowhere", headers={"accept": "application/json"}).text == STREAMLIT
    assert client.post("/nowhere", headers=DOCUMENT).text == STREAMLIT
    assert "<h2>" in client.get("/guide/nb", headers=DOCUMENT).text
