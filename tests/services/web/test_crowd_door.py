"""People whom a crowd platform sends to the open link: what is kept, who is let in, and what a hostile address does."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from sqlalchemy import func, select
from starlette.applications import Starlette
from starlette.testclient import TestClient

from eval_core.campaigns.joining.open_link import find_door, take_part
from eval_core.campaigns.rules import change_rules
from eval_core.store import Arrival, Person, Store
from eval_core.web.cookie import COOKIE
from eval_core.web.every_route import every_route
from tests.support.arriving import CODES, LETTER, PIDS, STUDY
from tests.support.building import Built
from tests.support.checking import everything, refusal

OWN = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}
FULL = "https://app.prolific.com/submissions/complete?cc=FULL1"


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A campaign with an open link, whose people come from Prolific."""
    made = campaign()
    change_rules(made.store, made.slug, {"letter": LETTER, "open_link": True, "crowd": CODES})
    return made


def browser(built: Built) -> TestClient:
    return TestClient(Starlette(routes=every_route(built.store, "")), headers={"accept-language": "nn"})


def address(built: Built, pid: str, more: str = "") -> str:
    return f"/take-part/{built.slug}?PROLIFIC_PID={pid}&STUDY_ID={STUDY}&SESSION_ID=s1{more}"


def begin(client: TestClient, where: str) -> int:
    """Read the letter and agree; the status of the answer."""
    letter = re.search(r'name="letter" value="([0-9a-f]{64})"', client.get(where).text)
    return client.post(where, data={"letter": letter[1] if letter else ""}, headers=OWN).status_code


def arrivals(store: Store) -> list[Arrival]:
    with store.read() as db:
        rows = list(db.scalars(select(Arrival).order_by(Arrival.id)))
        db.expunge_all()
        return rows


def people(store: Store) -> int:
    with store.read() as db:
        return db.scalar(select(func.count()).select_from(Person)) or 0


def test_what_the_platform_adds_is_kept_with_the_arrival_only(built: Built) -> None:
    """It survives the letter and a change of language; the pseudonym, the log and all other tables know nothing."""
    client = browser(built)
    where = address(built, PIDS[0], "&utm_source=x&from=prolific")
    in_english = re.search(r'href="(\?[^"]+language=en)"', client.get(where).text)
    assert in_english
    assert begin(client, f"/take-part/{built.slug}{in_english[1].replace('&amp;', '&')}") == 200
    (arrival,) = arrivals(built.store)
    assert arrival.parameters == {"PROLIFIC_PID": PIDS[0], "STUDY_ID": STUDY, "SESSION_ID": "s1"}
    assert (arrival.platform_person, arrival.source) == (PIDS[0], "prolific")
    rest = {name: rows for name, rows in everything(built.store).items() if name != "arrival"}
    assert not any(word in repr({**rest, "campaign": []}) for word in (PIDS[0], STUDY))


@pytest.mark.parametrize(
    "query",
    [
        "PROLIFIC_PID=%3Cscript%3Ealert(1)%3C/script%3E",
        "PROLIFIC_PID=%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E",
        f"PROLIFIC_PID={'x' * 101}",
        "PROLIFIC_PID={{%25PROLIFIC_PID%25}}",
        f"PROLIFIC_PID={PIDS[0]}&PROLIFIC_PID={PIDS[1]}",
        "PROLIFIC_PID=a%00b",
        "PROLIFIC_PID=a%0d%0aSet-Cookie:x=1",
        "PROLIFIC_PID==cmd()",
        f"PROLIFIC_PID={PIDS[0]}&STUDY_ID=%3Cb%3E",
    ],
)
def test_a_damaged_address_makes_no_one(built: Built, query: str) -> None:
    """Markup, what is too long, two values and places not filled in: said kindly, nothing is stored or repeated."""
    client, before = browser(built), people(built.store)
    where = f"/take-part/{built.slug}?{query}"
    for answer in (client.get(where), client.post(where, data={"letter": "0" * 64}, headers=OWN)):
        assert answer.status_code == 400
        assert not any(word in answer.text for word in ("script>alert", "<img", "x" * 50, "cmd("))
    assert (people(built.store), arrivals(built.store)) == (before, [])


def test_unknown_parameters_are_inert(built: Built) -> None:
    """What the lead did not name is neither kept nor shown, and leads nowhere."""
    client = browser(built)
    planted = "&return=https://evil.example/&next=//evil.example&completed_address=https://evil.example&x=<b>"
    page = client.get(address(built, PIDS[0], planted))
    assert page.status_code == 200
    assert not re.search(r'href="[^"?]*evil', page.text)
    assert "<b>" not in page.text.partition("<main>")[2].partition("<article")[0].replace('<b lang="', "")
    assert begin(client, address(built, PIDS[0], planted)) == 200
    assert set(arrivals(built.store)[0].parameters) == {"PROLIFIC_PID", "STUDY_ID", "SESSION_ID"}


def test_the_same_participant_in_another_browser_is_sent_to_their_own_link(built: Built) -> None:
    """What a platform calls a person signs no one in, and makes no second account; the own browser goes on."""
    own, other = browser(built), browser(built)
    assert begin(own, address(built, PIDS[0])) == 200
    count = people(built.store)
    for request in (other.get, lambda where: other.post(where, data={"letter": "0" * 64}, headers=OWN)):
        answer = request(address(built, PIDS[0]))
        assert answer.status_code == 409
        assert "Du har alt begynt" in answer.text
        assert COOKIE not in other.cookies
        assert not re.search("DONE1|FULL1|OUT1|/join/", answer.text)
    assert people(built.store) == count
    assert "Gå vidare" in own.get(address(built, PIDS[0])).text


def test_one_who_comes_twice_at_once_is_one(built: Built) -> None:
    """Both read the letter before either agreed: the second is refused, in the transaction itself."""
    door = find_door(built.store, built.slug, "nn")
    assert door is not None
    given = {"letter": door.letter.hash, "language": "nn", "parameters": {"PROLIFIC_PID": PIDS[0], "x": "y"}}
    take_part(built.store, built.slug, **given)
    count = people(built.store)
    assert refusal(lambda: take_part(built.store, built.slug, **given)) == "begun_already"
    assert people(built.store) == count
    assert arrivals(built.store)[0].parameters == {"PROLIFIC_PID": PIDS[0]}


def test_full_takes_the_platforms_people_back_at_once(built: Built) -> None:
    """With the code for it and without an account; a poster's visitor sees the same page without a code."""
    change_rules(built.store, built.slug, {"open_link_people": 1})
    assert begin(browser(built), address(built, PIDS[0])) == 200
    count = people(built.store)
    page = browser(built).get(address(built, PIDS[1])).text
    assert f'href="{FULL}"' in page
    assert ">FULL1<" in page
    assert "DONE1" not in page
    assert begin(browser(built), address(built, PIDS[1])) == 200
    assert people(built.store) == count
    poster = browser(built).get(f"/take-part/{built.slug}").text
    assert not re.search("FULL1|prolific", poster)
    assert "FULL1" not in browser(built).get(address(built, PIDS[0])).text  # who has begun is not turned away


def test_an_open_door_shows_no_code(built: Built) -> None:
    """Neither the letter's page nor the page after it holds any code or return address."""
    client = browser(built)
    where = address(built, PIDS[0])
    letter = re.search(r'name="letter" value="([0-9a-f]{64})"', client.get(where).text)
    assert letter
    pages = client.get(where).text + client.post(where, data={"letter": letter[1]}, headers=OWN).text
    assert not re.search("DONE1|FULL1|OUT1|submissions/complete", pages)


def test_a_paused_campaign_sends_no_one_back_for_good(built: Built) -> None:
    """It may go on tomorrow: no code, and the page says so."""
    change_rules(built.store, built.slug, {"open_link_opens": "2030-01-01T00:00:00Z"})
    page = browser(built).get(address(built, PIDS[0])).text
    assert not re.search("DONE1|FULL1|OUT1", page)
