"""A class behind one address that opens everything in the same second: each of its people gets in, at every door."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from eval_core.campaigns.people.api_tokens import create_token
from eval_core.campaigns.people.mail_addresses import change_address
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.rules import change_rules
from eval_core.store import MailAddress
from eval_core.web import throttle
from eval_core.web.cookie import COOKIE
from eval_core.web.every_route import every_route
from tests.support.arriving import LETTER
from tests.support.building import Built
from tests.support.people import id_of
from tests.support.post import SETTINGS

OWN = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}
CLASS = pytest.mark.parametrize("size", [60, 100])
METRICS = "the-token-of-this-server"


@dataclass
class School:
    """Everything behind one address: a campaign with every door open, and what asks it for many people at once."""

    built: Built
    app: Starlette

    def links(self, number: int) -> list[str]:
        """Where so many new annotators get in."""
        names = [f"Elev {at}" for at in range(number)]
        return [f"/join/{add_person(self.built.store, name, ['annotator'], [self.built.slug]).token}" for name in names]

    def at_once(self, *requests: httpx.Request) -> list[httpx.Response]:
        """The answers to requests that come together from one address, each from a browser of its own."""

        async def run() -> list[httpx.Response]:
            transport = httpx.ASGITransport(app=self.app, client=("192.0.2.1", 5))
            async with httpx.AsyncClient(transport=transport) as client:
                return await asyncio.gather(*(client.send(one) for one in requests))

        return asyncio.run(run())


def asked(method: str, path: str, **more: Any) -> httpx.Request:
    return httpx.Request(method, f"http://testserver{path}", **more)


@pytest.fixture
def school(campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch) -> School:
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PARVIS_SMTP_URL", "smtp+plain://127.0.0.1:9")  # nobody is there, and nothing is sent
    monkeypatch.setenv("PARVIS_METRICS_TOKEN", METRICS)
    built = campaign(prompts=2)
    change_rules(built.store, built.slug, {"letter": LETTER, "open_link": True})
    return School(built, Starlette(routes=every_route(built.store, "")))


def statuses(answers: Sequence[httpx.Response]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


@CLASS
def test_their_own_links(school: School, size: int) -> None:
    """Everyone reads their invitation and is signed in, each as themselves; the address is not slowed afterwards."""
    links = school.links(size)
    shown = school.at_once(*(asked("GET", link) for link in links))
    assert statuses(shown) == {200: size}
    assert all(f"Elev {at}" in answer.text for at, answer in enumerate(shown))
    came = school.at_once(*(asked("POST", link, headers=OWN) for link in links))
    assert statuses(came) == {303: size}
    assert len({answer.cookies[COOKIE] for answer in came}) == size
    begun = time.monotonic()
    assert statuses(school.at_once(asked("GET", "/join/none"))) == {404: 1}
    assert time.monotonic() - begun < 0.9


@CLASS
def test_the_open_link(school: School, size: int) -> None:
    """Everyone reads the letter and takes part, under a link of their own."""
    door = f"/take-part/{school.built.slug}"
    shown = school.at_once(*(asked("GET", door) for _ in range(size)))
    assert statuses(shown) == {200: size}
    forms = [dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]+)"', one.text)) for one in shown]
    came = school.at_once(*(asked("POST", door, data=form, headers=OWN) for form in forms))
    assert statuses(came) == {200: size}
    assert len({re.findall(r'id="own-link">([^<]+)<', answer.text)[0] for answer in came}) == size


@CLASS
@pytest.mark.parametrize("door", ["api", "metrics", "stop", "stop_post"])
def test_the_other_doors(school: School, size: int, door: str) -> None:
    """Programs of one machine, monitoring, and the page that stops mail: a valid token is never told anything else."""
    store, slug = school.built.store, school.built.slug
    if door.startswith("stop"):
        add_person(store, "Kari", ["annotator"], [slug])
        change_address(store, slug, id_of(store, "Kari"), "kari@example.org")
        with store.read() as db:
            key = db.query(MailAddress.stop_key).scalar()
        request = asked("POST" if door == "stop_post" else "GET", f"/stop-mail/{key}", headers=OWN)
    else:
        token = METRICS if door == "metrics" else create_token(store, slug, "loop").token
        path = "/metrics" if door == "metrics" else f"/api/v1/campaigns/{slug}/progress"
        request = asked("GET", path, headers={"Authorization": f"Bearer {token}"})
    assert statuses(school.at_once(*[request] * size)) == {200: size}


@pytest.mark.slow
@pytest.mark.parametrize("guesses", [15, 60])
def test_guessers_in_between(school: School, guesses: int) -> None:
    """Everyone gets in among guessers; who guesses after twenty wrong links has waited, and reads that it is too much."""
    links = school.links(100)
    wrong = [f"/join/none{at}" for at in range(guesses)]
    order = random.Random(guesses).sample([*links, *wrong], len(links) + len(wrong))
    begun = time.monotonic()
    found = dict(zip(order, school.at_once(*(asked("GET", one) for one in order)), strict=True))
    took = time.monotonic() - begun
    assert statuses([found[link] for link in links]) == {200: 100}
    assert statuses([found[link] for link in wrong]) == +Counter({404: min(guesses, 20), 429: guesses - 20})
    assert guesses < 20 or took > 1


def test_without_a_line_the_class_does_not_get_in(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted violation: where nobody may stand in line, those who are too many at once are turned away."""
    monkeypatch.setattr(throttle, "_LONGEST_LINE", 0)
    assert statuses(school.at_once(*(asked("GET", link) for link in school.links(60)))) == {200: 20, 503: 40}
