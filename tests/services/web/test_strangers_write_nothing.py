"""Who is not signed in, or shows a token that is none, never takes a turn from those who write."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager

import httpx
import pytest
from sqlalchemy.orm import Session
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from eval_core.campaigns.desk.trial import begin_trial, end_trial
from eval_core.campaigns.mail.lost_links import ask_for_link
from eval_core.campaigns.people.sign_ins.provider_accounts import sign_in_by_account
from eval_core.campaigns.people.sign_ins.sign_in import sign_out
from eval_core.campaigns.rules import change_rules
from eval_core.errors import RefusedError
from eval_core.store import Store
from eval_core.web import desk
from eval_core.web.cookie import COOKIE
from eval_core.web.every_route import every_route
from tests.support.arriving import LETTER
from tests.support.building import Built
from tests.support.desk_tab import action
from tests.support.post import SETTINGS

OWN = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}
ACTIONS = [
    action("choose", {"assignment": 1, "revision": 1}, choice="A"),
    action("ask", text="Hva nå?"),
    action("read", version="1.0"),
    action("seen"),
]
FORM = {"letter": "0" * 64, "press": "x", "campaign": "trial", "first_standard": "nn", "address": "x@example.org"}
JSON, LINES = "application/json", "application/jsonl"
STRANGERS = pytest.mark.parametrize("cookie", ["", "x" * 43, "ended"])


@pytest.fixture
def built(campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch) -> Built:
    """A campaign with every door that there can be."""
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PARVIS_SMTP_URL", "smtp+plain://127.0.0.1:9")  # nobody is there, and nothing is sent
    monkeypatch.setenv("PARVIS_METRICS_TOKEN", "the-token-of-this-server")
    for name, value in {"ISSUER": "http://127.0.0.1:9", "CLIENT_ID": "parvis"}.items():
        monkeypatch.setenv(f"PARVIS_OIDC_{name}", value)
    made = campaign()
    change_rules(made.store, made.slug, {"letter": LETTER, "open_link": True})
    return made


@pytest.fixture
def stranger(built: Built, cookie: str) -> TestClient:
    """A browser without a session, with one that never was, or with one that has ended."""
    if cookie == "ended":
        cookie = built.enter("Ola")
        sign_out(built.store, cookie)
    client = TestClient(Starlette(routes=every_route(built.store, "")), headers=OWN)
    if cookie:
        client.cookies.set(COOKIE, cookie)
    return client


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The databases in which a writing transaction was begun, one entry for each."""
    taken: list[str] = []
    write = Store.write

    def noted(store: Store) -> AbstractContextManager[Session]:
        taken.append(store.name)
        return write(store)

    monkeypatch.setattr(Store, "write", noted)
    return taken


def addresses(store: Store) -> Iterator[tuple[str, str]]:
    """Method and path of everything that can be asked of our routes, with the campaign's name and tokens that are none."""
    for route in every_route(store, ""):
        assert isinstance(route, Route)
        path = re.sub(r"\{(slug|word)\}", "trial", route.path)
        path = re.sub(r"\{\w+(:path)?\}", "none", path)
        for method in sorted(route.methods or {"GET", "POST"}):
            yield method, path


def asked(client: TestClient, method: str, path: str) -> httpx.Response:
    """A request as a page or a program of ours sends it."""
    if method != "POST":
        return client.request(method, path, follow_redirects=False)
    if path.startswith("/desk/"):
        return client.post(path, content=json.dumps({"actions": ACTIONS}), headers={"content-type": JSON})
    if path.startswith("/api/"):
        headers = {"authorization": "Bearer none", "content-type": LINES}
        return client.post(path, content="{}\n", headers=headers)
    return client.post(path, data=FORM, follow_redirects=False)


@STRANGERS
def test_no_route_begins_to_write(built: Built, stranger: TestClient, turns: list[str]) -> None:
    """Every route with every method, asked as our own pages ask."""
    turns.clear()
    found = {}
    for method, path in addresses(built.store):
        answer = asked(stranger, method, path)
        found[method, path] = answer.status_code
        assert turns == [], (method, path, answer.status_code)
    assert len(found) > 35
    desk_of = {about: status for about, status in found.items() if about[1].startswith("/desk/")}
    assert len(desk_of) == 5
    assert set(desk_of.values()) == {401}
    assert found["POST", "/take-part/trial"] == 409  # the letter that was sent is none
    assert found["POST", "/join/none"] == 404
    assert found["POST", "/api/v1/campaigns/trial/responses"] == 401


@STRANGERS
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_nobody_waits_for_a_writer_to_be_refused(built: Built, stranger: TestClient) -> None:
    """While somebody else writes on SQLite, strangers at the desk are answered at once."""
    with built.store.write(), ThreadPoolExecutor(1) as pool:
        begun = time.monotonic()
        paths = [(method, path) for method, path in addresses(built.store) if path.startswith(("/desk/", "/leave"))]
        answers = [pool.submit(asked, stranger, method, path).result(60) for method, path in paths]
        assert [answer.status_code for answer in answers].count(401) == 5
        assert time.monotonic() - begun < 5  # a writer would have been waited for ten seconds each


@pytest.mark.parametrize("cookie", ["x" * 43])
def test_the_search_sees_who_is_asked_too_late(
    built: Built, stranger: TestClient, turns: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted violation: where the desk does not read the session first, a stranger is refused within a turn."""
    monkeypatch.setattr(desk, "require_annotator", lambda *_about: None)
    for method in ("GET", "POST"):
        turns.clear()
        assert asked(stranger, method, "/desk/trial").status_code == 401
        assert turns


def test_a_trial_is_no_way_round(built: Built, turns: list[str]) -> None:
    """The desk of a lead's trial refuses strangers before it writes, into its own database too."""
    lead, kari = built.enter("Lise", "lead"), built.enter("Kari")
    trial = begin_trial(built.store, built.slug, lead)
    client = TestClient(Starlette(routes=every_route(built.store, "")), headers=OWN)
    for cookie, status in (("x" * 43, 401), (kari, 403)):
        client.cookies.set(COOKIE, cookie)
        turns.clear()
        assert {asked(client, method, f"/desk/{trial.slug}").status_code for method in ("GET", "POST")} == {status}
        assert turns == []
    client.cookies.set(COOKIE, lead)
    assert asked(client, "GET", f"/desk/{trial.slug}").status_code == 200
    assert turns
    end_trial(trial.slug)


def test_accounts_and_addresses_that_nobody_knows(built: Built, turns: list[str]) -> None:
    """An account at the provider that is not invited, and a mail address that nobody has, are looked for without a turn."""
    turns.clear()
    with pytest.raises(RefusedError, match="no one has invited"):
        sign_in_by_account(built.store, "http://127.0.0.1:9", "someone", "someone@example.org")
    assert ask_for_link(built.store, "nobody@example.org", "nb") == 0
    assert turns == []
