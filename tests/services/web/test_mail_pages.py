"""Asking for a new link and stopping mail: the same answer for any address, and nothing changes by looking."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from eval_core.campaigns.mail.lost_links import ask_for_link
from eval_core.campaigns.mail.mail_plan import Allowed, change_mail_plan
from eval_core.campaigns.people.persons import renew_link, revoke_link
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.store import Store
from eval_core.web.mail_pages import mail_routes
from eval_core.web.sign_in import sign_in_routes
from tests.conftest import Clock
from tests.support.building import Built
from tests.support.checking import everything
from tests.support.mailbox import open_mailbox
from tests.support.post import SETTINGS, Post, open_post

ADDRESS = "/parvis/new-link"


@pytest.fixture
def post(campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    """A campaign with mail switched on, its lead Lise and its annotator Kari, each with an address."""
    with open_mailbox() as box:
        monkeypatch.setenv("PARVIS_SMTP_URL", box.url)
        for name, value in SETTINGS.items():
            monkeypatch.setenv(name, value)
        yield open_post(campaign(), box)


def client(store: Store) -> TestClient:
    return TestClient(Starlette(routes=[*mail_routes(store, "/parvis"), *sign_in_routes(store, "/parvis")]))


def test_a_new_link_comes_by_mail_and_replaces_the_old_when_used(post: Post, clock: Clock) -> None:
    """Capitals do not matter; the old link works until the new one is used, within a day."""
    old = renew_link(post.store, "Kari").token
    assert ask_for_link(post.store, "KARI@Example.org ", "nn") == 1
    assert post.send() == 1
    assert post.box.recipients == ["kari@example.org"]
    assert "24 timar" in post.box.text()
    assert "List-Unsubscribe" not in post.box.mails[0]
    assert sign_in(post.store, old) is not None
    assert client(post.store).get(f"/parvis/join/{post.link()}").status_code == 200
    clock.move(hours=25)
    assert sign_in(post.store, post.link()) is None
    assert ask_for_link(post.store, "kari@example.org", "nb") == 1
    post.send()
    assert sign_in(post.store, post.link()) is not None
    assert sign_in(post.store, old) is None


def test_the_answer_is_the_same_for_any_address(post: Post) -> None:
    """Word for word and header for header: known, unknown, none, and what is no address."""
    answers = []
    with client(post.store) as browser:
        for address in ("kari@example.org", "stranger@example.org", "", "kari\r\nBcc: x", "x" * 3000):
            answer = browser.post(ADDRESS, data={"address": address})
            answers.append((answer.status_code, answer.text, sorted(answer.headers.items())))
        assert len(set(map(repr, answers))) == 1
        assert answers[0][0] == 200
        assert "kari" not in answers[0][1]


def test_the_answer_does_not_wait_for_the_look(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is given before anyone has looked whether the address is known, so its time says nothing."""
    looked, before_answer = threading.Event(), []
    monkeypatch.setattr("eval_core.web.mail_pages.ask_for_link", lambda *_: looked.set())
    app = Starlette(routes=mail_routes(post.store, "/parvis"))

    async def watched(scope: Scope, receive: Receive, send: Send) -> None:
        async def noting(message: Message) -> None:
            before_answer.append(looked.is_set())
            await send(message)

        await app(scope, receive, noting)
        if scope["type"] == "http":
            assert await run_in_threadpool(looked.wait, 10)  # the look goes on after the answer

    TestClient(watched).post(ADDRESS, data={"address": "kari@example.org"})
    assert before_answer == [False, False]  # head and body


@pytest.mark.slow
def test_who_gets_no_link(post: Post, clock: Clock) -> None:
    """Not twice in ten minutes, nor more than five a day; not a revoked person; not without switch or campaign."""
    store, slug = post.store, post.built.slug
    assert [ask_for_link(store, "kari@example.org", "nb") for _ in range(2)] == [1, 0]
    asked = 1
    for _ in range(8):
        clock.move(minutes=11)
        asked += ask_for_link(store, "kari@example.org", "nb")
    assert asked == 5
    clock.move(days=2)
    change_mail_plan(store, slug, Allowed(), post.lead)
    assert ask_for_link(store, "kari@example.org", "nb") == 0
    change_mail_plan(store, slug, Allowed(sending=True), post.lead)
    move_campaign(store, slug, "closed", post.lead)
    assert ask_for_link(store, "kari@example.org", "nb") == 0
    move_campaign(store, slug, "reopened", post.lead)
    revoke_link(store, "Kari")
    assert ask_for_link(store, "kari@example.org", "nb") == 0
    assert ask_for_link(store, "lise@example.org", "nb") == 1


@pytest.mark.slow
def test_many_requests_from_one_place_have_to_wait(post: Post) -> None:
    """Whichever address they give; a look at the form stays free."""
    with client(post.store) as browser:
        codes = [browser.post(ADDRESS, data={"address": f"{n}@example.org"}).status_code for n in range(12)]
        assert codes == [200] * 10 + [429] * 2
        assert browser.get(ADDRESS).status_code == 200


@pytest.mark.slow
def test_mail_is_stopped_by_a_click_and_by_the_mail_program(post: Post) -> None:
    """Looking changes nothing; one click stops, another lets it come again; a mail program's POST needs no page."""
    key, browser = post.stop_key("Kari"), client(post.store)
    before = everything(post.store)
    page = browser.get(f"/parvis/stop-mail/{key}", headers={"accept-language": "nb"})
    assert "Stopp e-postene" in page.text
    assert everything(post.store) == before
    one_click = {"List-Unsubscribe": "One-Click"}
    assert browser.post(f"/parvis/stop-mail/{key}", data=one_click).status_code == 200
    assert post.ask("reminder", "Kari") == (0, [("Kari", "stopped")])
    assert ask_for_link(post.store, "kari@example.org", "nb") == 1
    browser.post(f"/parvis/stop-mail/{key}", data={"again": "1"})
    assert post.ask("reminder", "Kari") == (1, [])
    assert browser.post("/parvis/stop-mail/guess").status_code == 404


def test_without_a_mail_server_there_are_no_such_pages(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a dead link leads to the lead alone; with one, to the form."""
    assert f'href="{ADDRESS}"' in client(post.store).get("/parvis/join/dead").text
    monkeypatch.delenv("PARVIS_SMTP_URL")
    assert mail_routes(post.store) == []
    assert "new-link" not in client(post.store).get("/parvis/join/dead").text
