"""Attacks on an open door: from one browser twice, from one network at once, at the same moment, and by nonsense."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from sqlalchemy import func, select
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.testclient import TestClient
from starlette.types import Message

from eval_core.campaigns.joining.open_link import find_door, take_part
from eval_core.campaigns.people.sign_ins.sign_in import current_visitor
from eval_core.campaigns.publishing.archive.export import export_everything
from eval_core.campaigns.publishing.archive.restore import import_everything
from eval_core.campaigns.rules import RuleError, change_rules, read_rules
from eval_core.errors import RefusedError
from eval_core.store import Arrival, Person, Store
from eval_core.web import throttle
from eval_core.web.cookie import COOKIE
from eval_core.web.every_route import every_route
from eval_core.web.take_part.presses import Presses, new_press
from tests.conftest import Clock
from tests.support.arriving import CODES, LETTER, PIDS
from tests.support.building import Built, build_campaign

OWN = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}
DOOR = "/take-part/trial"


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A campaign with an open link."""
    made = campaign()
    change_rules(made.store, made.slug, {"letter": LETTER, "open_link": True})
    return made


def browser(app: Starlette, **more: object) -> TestClient:
    return TestClient(app, **more)  # type: ignore[arg-type]


def application(built: Built) -> Starlette:
    return Starlette(routes=every_route(built.store, ""))


def form_on(page: str) -> dict[str, str]:
    """What the form of a door's page sends."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]+)"', page))


def begin(client: TestClient, address: str = DOOR) -> httpx.Response:
    return client.post(address, data=form_on(client.get(address).text), headers=OWN)


def people(store: Store) -> int:
    with store.read() as db:
        return db.scalar(select(func.count()).select_from(Person)) or 0


def arrivals(store: Store) -> int:
    with store.read() as db:
        return db.scalar(select(func.count()).select_from(Arrival)) or 0


def test_no_spelling_of_the_address_is_a_second_door(built: Built) -> None:
    """Who took part and signed out finds no other door in capitals, with blanks, in escapes, nor under a new word."""
    client = browser(application(built))
    assert begin(client).status_code == 200
    client.post("/leave", headers=OWN)
    spellings = [DOOR, "/take-part/TRIAL", "/take-part/trial%20", "/take-part/tr%69al", "/take-part/%20Trial"]
    assert {client.get(address).status_code for address in spellings} == {409}
    change_rules(built.store, built.slug, {"open_link_word": "blome"})
    assert client.get("/take-part/Blome").status_code == 409
    assert client.get(DOOR).status_code == 404
    # Another campaign's door is open to the same browser, and a cleared one begins anew.
    build_campaign(built.store, slug="other")
    change_rules(built.store, "other", {"letter": LETTER, "open_link": True})
    assert client.get("/take-part/other").status_code == 200
    client.cookies.clear()
    assert client.get("/take-part/blome").status_code == 200


def test_a_double_tap_makes_one_person(built: Built) -> None:
    """Two presses of one page's button, at one moment or a little later: one person, and both show the same link."""
    # As in the server, answers are packed: the second must not be sent with the length of the first.
    app = Starlette(routes=application(built).routes, middleware=[Middleware(GZipMiddleware)])
    before = people(built.store)

    async def run() -> list[str]:
        transport = httpx.ASGITransport(app=app)
        taps = [httpx.AsyncClient(transport=transport, base_url="http://testserver") for _ in range(3)]
        form = form_on((await taps[0].get(DOOR)).text)
        answers = await asyncio.gather(*(one.post(DOOR, data=form, headers=OWN) for one in taps[:2]))
        # The second may come a little later, and also with the cookie that the answer to the first has left.
        answers += [await one.post(DOOR, data=form, headers=OWN) for one in (taps[2], taps[0])]
        for answer in answers:
            assert answer.num_bytes_downloaded == int(answer.headers["content-length"])
            assert COOKIE in answer.headers["set-cookie"]
        for one in taps:
            await one.aclose()
        return [str(re.search(r'id="own-link">([^<]+)<', answer.text)) for answer in answers]

    links = asyncio.run(run())
    assert len(set(links)) == 1
    assert "/join/" in links[0]
    assert people(built.store) == before + 1
    # The planted violation: without the page's word each press counts.
    letter = form_on(browser(app).get(DOOR).text)["letter"]
    for _press in range(2):
        browser(app).post(DOOR, data={"letter": letter}, headers=OWN)
    assert people(built.store) == before + 3


def test_what_failed_can_be_pressed_again() -> None:
    """An answer that was none, or an error, is not kept; a good one is, for as long as it must, and not many of them."""

    def answering(*statuses: int) -> Callable[[], object]:
        left = list(statuses)

        async def work() -> Response:
            if not left[0]:
                raise RuntimeError(str(left.pop(0)))
            return Response(status_code=left.pop(0))

        return work

    async def run() -> list[int]:
        presses, word = Presses(kept=0.05, most=2), new_press()
        work = answering(0, 429, 200, 201)
        with pytest.raises(RuntimeError):
            await presses.once(word, work)  # type: ignore[arg-type]
        found = [(await presses.once(word, work)).status_code for _ in range(3)]  # type: ignore[arg-type]
        for _other in range(5):
            await presses.once(new_press(), answering(200))  # type: ignore[arg-type]
        assert len(presses._answers) == 2
        await asyncio.sleep(0.1)
        assert not presses._answers
        return found

    assert asyncio.run(run()) == [429, 200, 200]
    assert len({new_press() for _ in range(100)}) == 100


def test_many_at_one_moment_read_no_untruth(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """More than may stand in line: a few are asked to load again, and none reads that there is nothing."""
    monkeypatch.setattr(throttle, "_LONGEST_LINE", 20)
    app = application(built)

    async def run(word: str) -> tuple[Counter[int], set[str], int]:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver", timeout=60) as client:
            answers = await asyncio.gather(*(client.get(f"/take-part/{word}") for _ in range(60)))
            late = await client.get(DOOR)
        turned_away = {answer.text for answer in answers if answer.status_code == 503}
        return Counter(answer.status_code for answer in answers), turned_away, late.status_code

    right, said, late = asyncio.run(run("trial"))
    assert right == {200: 40, 503: 20}
    assert late == 200
    start = time.monotonic()
    browser(app).get(DOOR)
    assert time.monotonic() - start < 0.9  # who was turned away guessed nothing, so nobody has to wait now
    wrong, said_to_guessers, _late = asyncio.run(run("none"))
    assert wrong == {404: 40, 503: 20}
    assert said == said_to_guessers  # and a guesser learns nothing from it


def test_a_guess_at_a_word_costs_time(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """After twenty wrong words each look from there waits a second, and the right word opens all the same."""
    app, waited = application(built), list[float]()
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        waited.append(seconds)
        await sleep(0)

    monkeypatch.setattr("eval_core.web.throttle.asyncio.sleep", noted)
    guesser, other = browser(app, client=("192.0.2.1", 5)), browser(app, client=("192.0.2.2", 5))
    assert {guesser.get(f"/take-part/none{number}").status_code for number in range(20)} == {404}
    assert waited == []
    assert [client.get(DOOR).status_code for client in (guesser, other)] == [200, 200]
    assert waited == [1.0]


def test_a_network_of_ipv6_is_one_address(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer with 2^64 addresses begins as often as one with a single one; its neighbour is somebody else."""
    monkeypatch.setattr("eval_core.web.take_part.doors.BEGINNINGS", 2)
    app = application(built)
    form = form_on(browser(app).get(DOOR).text) | {"press": ""}

    def statuses(*hosts: str) -> list[int]:
        visitors = [browser(app, client=(host, 5)) for host in hosts]
        return [visitor.post(DOOR, data=form, headers=OWN).status_code for visitor in visitors]

    assert statuses("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", "2001:db8:0:1:9:9:9:9") == [200, 200, 429]
    assert statuses("2001:db8:0:2::1") == [200]
    assert statuses("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1", "192.0.2.2") == [200, 200, 429, 200]


@pytest.mark.parametrize("limit", ["open_link_people", "open_link_per_day"])
def test_two_strangers_for_the_last_place(built: Built, limit: str) -> None:
    """Both have read the letter; one gets a link and a cookie, the other an honest page, and nothing is left of them."""
    change_rules(built.store, built.slug, {limit: 1})
    app, before = application(built), people(built.store)
    strangers = [browser(app, client=(f"192.0.2.{number}", 5)) for number in range(8)]
    forms = [form_on(stranger.get(DOOR).text) for stranger in strangers]
    with ThreadPoolExecutor(len(strangers)) as pool:
        answers = list(pool.map(lambda s, f: s.post(DOOR, data=f, headers=OWN), strangers, forms))
    got = ["/join/" in answer.text for answer in answers]
    assert (sum(got), people(built.store), arrivals(built.store)) == (1, before + 1, 1)
    assert [COOKIE in stranger.cookies for stranger in strangers] == got
    said = {re.sub(r"\s+", " ", answer.text) for answer, one in zip(answers, got, strict=True) if not one}
    assert len(said) == 1
    assert "Enough people" in said.pop()


@pytest.mark.parametrize(
    ("end", "state"), [("screened_out", "open"), ("full", "open"), ("withdrawn", "full"), ("completed", "full")]
)
def test_whose_place_becomes_free(built: Built, end: str, state: str) -> None:
    """Who was turned away leaves their place; by beginning and withdrawing nobody lets in more people than wanted."""
    change_rules(built.store, built.slug, {"open_link_people": 1})
    begin(browser(application(built)))
    with built.store.write() as db:
        arrival = db.scalars(select(Arrival)).one()
        arrival.ended, arrival.ended_at = end, built.store.now()
    door = find_door(built.store, built.slug, "nb")
    assert door is not None
    assert door.state == state


def test_one_participant_at_one_moment_is_one(built: Built) -> None:
    """Twenty requests with one participant's id, none of which has seen another: one person."""
    change_rules(built.store, built.slug, {"crowd": CODES})
    door, before = find_door(built.store, built.slug, "nb"), people(built.store)
    assert door is not None

    def come(_number: int) -> str:
        try:
            given = {"letter": door.letter.hash, "language": "nb", "parameters": {"PROLIFIC_PID": PIDS[0]}}
            return take_part(built.store, built.slug, **given).name
        except RefusedError as refusal:
            return refusal.code

    with ThreadPoolExecutor(10) as pool:
        found = Counter(pool.map(come, range(20)))
    assert found.pop("begun_already") == 19
    assert (len(found), people(built.store), arrivals(built.store)) == (1, before + 1, 1)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Los_Angeles"])
def test_a_day_is_a_day_of_utc(built: Built, clock: Clock, monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    """Whatever zone the server and the database think in: full until the last second, open from midnight."""
    monkeypatch.setenv("TZ", zone)
    monkeypatch.setenv("PGTZ", zone)
    time.tzset()
    there = Store(built.store.url.render_as_string(hide_password=False), clock=clock)
    try:
        change_rules(there, built.slug, {"open_link_per_day": 2})
        states = []
        for moment in ((2, 23, 59, 58), (2, 23, 59, 59), (3, 0, 0, 0), (3, 0, 0, 1), (3, 23, 59, 59), (4, 0, 0, 0)):
            clock.time = datetime(2026, 3, *moment, tzinfo=UTC)
            door = find_door(there, built.slug, "nb")
            assert door is not None
            states.append(door.state)
            if door.state == "open":
                take_part(there, built.slug, letter=door.letter.hash, language="nb")
        assert states == ["open", "open", "open", "open", "full_today", "open"]
        assert arrivals(there) == 5
    finally:
        there.dispose()
        monkeypatch.undo()
        time.tzset()


def test_nonsense_is_refused_and_logs_no_failure(built: Built, caplog: pytest.LogCaptureFixture) -> None:
    """Origins that are no addresses, and characters that no database can hold, in every form."""
    client = browser(application(built), raise_server_exceptions=False)
    for origin in ("http://[", "http://[::1", "http://]", "testserver", "http://testserver@evil.example", "//"):
        for address in (DOOR, "/about-me", "/leave", "/join/x", "/new-link"):
            status = client.post(address, data={"letter": "0" * 64}, headers={"origin": origin}).status_code
            assert status in (403, 404), (address, origin)
    assert begin(client).status_code == 200
    for campaign in (
        "a\x00b",
        "trial\x00",
        "//evil.example",
        "x\r\nSet-Cookie: a=b",
        "\ud83d".encode("utf-8", "replace"),
    ):
        form = {"campaign": campaign, "first_standard": "nb"}
        answer = client.post("/about-me", data=form, headers=OWN, follow_redirects=False)
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/?campaign=")
        assert "set-cookie" not in answer.headers
    assert caplog.records == []


@pytest.mark.parametrize("address", [DOOR, "/about-me", "/new-link", "/desk/trial"])
def test_who_hangs_up_is_no_failure(built: Built, address: str) -> None:
    """A body that ends in the middle gets an answer that nobody reads, makes nobody and raises nothing."""
    app, before = application(built), people(built.store)
    headers = {**OWN, "host": "testserver", "content-type": "application/json", "content-length": "900"}
    parts: list[Message] = [
        {"type": "http.request", "body": b"letter=", "more_body": True},
        {"type": "http.disconnect"},
    ]
    sent: list[Message] = []

    async def receive() -> Message:
        return parts.pop(0) if parts else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": address,
        "query_string": b"",
        "client": ("192.0.2.1", 5),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    asyncio.run(app(scope, receive, send))
    assert sent[0]["status"] < 500
    assert people(built.store) == before


def test_another_site_renews_nobodys_link(built: Built) -> None:
    """A form elsewhere, sent with the cookie: the old link and the session go on, and no new one is shown."""
    client = browser(application(built))
    begin(client)
    session = client.cookies[COOKIE]
    foreign = {"origin": "https://evil.example"}, {"origin": "null", "sec-fetch-site": "cross-site"}
    for headers in (*foreign, {"sec-fetch-site": "same-site"}):
        answer = client.post(DOOR, data={"new_link": "1"}, headers=headers)
        assert (answer.status_code, "/join/" in answer.text) == (403, False)
    assert current_visitor(built.store, session) is not None
    assert "/join/" in client.post(DOOR, data={"new_link": "1"}, headers=OWN).text
    assert current_visitor(built.store, session) is None


def test_a_restored_campaign_has_its_door_shut(built: Built, other_store: Store, tmp_path: Path) -> None:
    """Its limits would begin at nothing there; its lead opens it again, if nobody else has its word by then."""
    change_rules(built.store, built.slug, {"open_link_word": "blome"})
    begin(browser(application(built)), "/take-part/blome")
    file = tmp_path / "trial.zip"
    with file.open("wb") as packed:
        export_everything(built.store, built.slug, packed)
    build_campaign(other_store, slug="other")
    change_rules(other_store, "other", {"letter": LETTER, "open_link": True, "open_link_word": "blome"})
    import_everything(other_store, file)
    restored = read_rules(other_store, built.slug)
    assert (restored.open_link, restored.open_link_word) == (False, "blome")
    door = find_door(other_store, "blome", "nb")
    assert door is not None
    assert door.slug == "other"
    with pytest.raises(RuleError, match="another campaign"):
        change_rules(other_store, built.slug, {"open_link": True})
    change_rules(other_store, built.slug, {"open_link": True, "open_link_word": "lyng"})
    assert find_door(other_store, "lyng", "nb") is not None
