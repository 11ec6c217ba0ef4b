"""The addresses of the API: versions, methods, what is not there, and the page about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from eval_core.campaigns.people.api_tokens import create_token
from eval_core.locales import use_language
from eval_core.web.every_route import every_route
from eval_core.web.gate import Gate
from eval_core.web.known_pages import KnownPages
from eval_core.web.programs.operations import OPERATIONS
from eval_core.web.programs.routes import program_routes
from tests.support.building import Built
from tests.support.judging import judge


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    built = campaign()
    judge(built, built.enter("Kari"), at_most=6)
    return built


@pytest.fixture
def client(built: Built) -> TestClient:
    """A program with a token."""
    client = TestClient(Starlette(routes=every_route(built.store, "/parvis")), base_url="http://testserver/parvis")
    client.headers["Authorization"] = f"Bearer {create_token(built.store, built.slug, 'loop').token}"
    return client


@pytest.mark.parametrize("base", ["", "/parvis"])
def test_earlier_addresses_answer_the_same(built: Built, base: str) -> None:
    """A program from before there were versions need not be changed; what is new has no such address."""
    client = TestClient(Starlette(routes=program_routes(built.store, base)))
    client.headers["Authorization"] = f"Bearer {create_token(built.store, built.slug, 'loop').token}"
    old, new = (f"{base}/api{version}/campaigns/trial" for version in ("", "/v1"))
    for part in ("progress", "ranking"):
        assert client.get(f"{old}/{part}").json() == client.get(f"{new}/{part}").json()
    sent = [
        client.post(f"{place}/responses", content="{oh", headers={"Content-Type": "text/csv"}) for place in (old, new)
    ]
    assert [answer.status_code for answer in sent] == [422, 422]
    assert client.get(f"{old}/judgments").status_code == 404
    assert [op.key for op in OPERATIONS if op.earlier] == ["add_responses", "read_progress", "read_ranking"]


def test_what_is_not_there_is_said_in_json(client: TestClient) -> None:
    """404 for addresses, 405 with the methods that there are, without a look at the token."""
    for path in (
        "nowhere",
        "campaigns/trial/nothing",
        "campaigns/trial/judgments/1",
        "openapi.yaml",
        "campaigns/a/b/c",
    ):
        answer = client.get(f"/api/v1/{path}")
        assert (answer.status_code, answer.json()) == (
            404,
            {"error": "there is nothing at this address: see /parvis/api/v1"},
        )
        assert client.post(f"/api/v1/{path}").status_code == 404
    for op in OPERATIONS:
        address = f"/api/v1{op.path.format(slug='trial')}"
        for method in ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
            if method != op.method:
                answer = client.request(method, address)
                assert answer.status_code == 405
                assert answer.headers["allow"] == ("POST" if op.method == "POST" else "GET, HEAD")
                assert "error" in answer.json()
    head = client.head("/api/v1/campaigns/trial/progress")
    assert (head.status_code, head.headers["content-type"]) == (200, "application/json")


def test_an_unchanged_ranking_is_not_sent_again(built: Built, client: TestClient) -> None:
    """By ETag and If-None-Match, until a judgment comes between."""
    address = "/api/v1/campaigns/trial/ranking"
    first = client.get(address)
    tag = first.headers["etag"]
    for known in (tag, f'"other", W/{tag}', "*"):
        again = client.get(address, headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert client.get(address, headers={"If-None-Match": '"other"'}).status_code == 200
    judge(built, built.enter("Ola"), at_most=1)
    changed = client.get(address, headers={"If-None-Match": tag})
    assert (changed.status_code, changed.json()["n_judgments"]) == (200, 7)
    assert changed.headers["etag"] != tag
    wrong = client.get(address, headers={"If-None-Match": "*", "Authorization": "Bearer wrong"})
    assert wrong.status_code == 401


@pytest.mark.parametrize(
    ("language", "words"), [("en", "For programs"), ("nb", "For programmer"), ("nn", "Rangeringa så langt")]
)
def test_the_page(client: TestClient, language: str, words: str) -> None:
    """Every operation in the reader's language, the document, no script, and nothing from elsewhere."""
    del client.headers["Authorization"]
    for address in ("/api/v1", "/api/v1/"):
        answer = client.get(address, headers={"Accept-Language": language})
        assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert f'<html lang="{language}">' in answer.text
        assert words in answer.text
        assert all(f"{op.method} /parvis/api/v1{op.path}" in answer.text for op in OPERATIONS)
        assert 'href="/parvis/api/v1/openapi.json"' in answer.text
        assert "<script" not in answer.text
        assert "://" not in answer.text
        assert "trial" not in answer.text


def test_strangers_reach_it_through_the_gate(built: Built) -> None:
    """Neither the gate nor the page for unknown addresses answers in its place: a browser reads what a program reads."""
    ours = program_routes(built.store, "/parvis")
    guards = [
        Middleware(Gate, store=built.store, kind=lambda _frame: None, routes=ours, base_path="/parvis"),
        Middleware(KnownPages, store=built.store, pages=[], routes=ours, base_path="/parvis"),
    ]
    client = TestClient(Starlette(routes=ours, middleware=guards), headers={"Accept": "text/html,*/*"})
    found = {
        path: client.get(f"/parvis/api/v1{path}").status_code for path in ("", "/openapi.json", "/campaigns", "/x")
    }
    assert found == {"": 200, "/openapi.json": 200, "/campaigns": 401, "/x": 404}
    assert client.get("/parvis/api/v1/x").headers["content-type"] == "application/json"
    assert client.get("/parvis/api/v2/campaigns").status_code == 403
