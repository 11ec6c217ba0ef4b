"""Who may use the desk's routes: one's own page alone, and an annotator who is signed in."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from eval_core.errors import UnavailableError
from eval_core.store import Judgment
from eval_core.web import desk as routes
from eval_core.web.cookie import COOKIE
from tests.support.building import Built
from tests.support.desk_tab import Tab, action


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    return campaign()


@pytest.fixture
def tab(built: Built) -> Tab:
    return Tab(built, built.enter("Kari"))


def judged(built: Built) -> int:
    with built.store.read() as db:
        return db.scalar(select(func.count(Judgment.id))) or 0


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (403, {"origin": "https://elsewhere.example"}),
        (403, {"origin": "null"}),
        (403, {"origin": "http://["}),
        (403, {"origin": ""}),
        (403, {"origin": "http://testserver:81"}),
        (403, {"sec-fetch-site": "same-site"}),
        (403, {"sec-fetch-site": "none"}),
        (415, {"content-type": "text/plain"}),
        (415, {"content-type": ""}),
        (200, {"content-type": "Application/JSON; charset=utf-8"}),
        (200, {"sec-fetch-site": "same-origin"}),
    ],
)
def test_who_may_ask(built: Built, tab: Tab, status: int, headers: dict[str, str]) -> None:
    """Other origins and other types are refused; no answer is ever stored by a browser or a proxy."""
    sheet = tab.pile()[0]
    before = judged(built)
    reply = tab.raw(json.dumps({"actions": [action("choose", sheet, choice="A")]}), **headers)
    assert reply.status_code == status
    assert judged(built) - before == (status == 200)
    assert reply.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("cookie", "slug", "status"),
    [
        ("", "trial", 401),
        ("x" * 43, "trial", 401),
        ("y" * 7000, "trial", 401),
        (None, "nowhere", 403),
        (None, "%00", 403),
        (None, "%ff", 403),
        (None, "tri%F0%9F%98%80", 403),
    ],
)
def test_who_may_not(built: Built, tab: Tab, cookie: str | None, slug: str, status: int) -> None:
    """Nobody, a dead session, an unknown campaign and an address that is no text: a status and a word, and no more."""
    if cookie is not None:
        tab.client.cookies.set(COOKIE, cookie)
    tab.address = f"/desk/{slug}"
    for reply in (tab.client.get(tab.address), tab.raw(b'{"actions": []}'), tab.client.get(f"{tab.address}/talk")):
        assert reply.status_code == status
        assert list(reply.json()) == ["word"]


def test_a_lead_has_no_desk(built: Built) -> None:
    """Another role is refused."""
    lead = Tab(built, built.enter("Lise", "lead"))
    assert lead.client.get(lead.address).status_code == 403


def test_a_database_that_cannot_says_so(tab: Tab, monkeypatch: pytest.MonkeyPatch) -> None:
    """503 with the word of the trouble; the browser tries again."""

    def trouble(*_: object, **__: object) -> None:
        raise UnavailableError("database_busy", "the database is busy")

    monkeypatch.setattr(routes, "act", trouble)
    reply = tab.raw(b'{"actions": []}')
    assert (reply.status_code, reply.json()) == (503, {"word": "database_busy"})
