"""The open link: letter first, a person of one's own, and what strangers with bad intent can and cannot do."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import func, select
from starlette.applications import Starlette
from starlette.testclient import TestClient

from eval_core.campaigns.access import hash_secret
from eval_core.campaigns.joining import made_up_names, open_link
from eval_core.campaigns.joining.open_link import find_door, take_part
from eval_core.campaigns.people.sign_ins.sign_in import current_visitor, sign_in
from eval_core.campaigns.rules import RuleError, change_rules
from eval_core.errors import RefusedError
from eval_core.store import Arrival, Consent, Event, Link, Person, SignIn, Store
from eval_core.web.cookie import COOKIE
from eval_core.web.every_route import every_route
from eval_core.web.take_part import doors
from tests.support.building import Built, build_campaign

LETTER = {"letter": {"responsible": "Målgruppa <UiO>", "contact": "Unni, unni@maal.example", "pay": "250 kr"}}
OWN = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}


@pytest.fixture
def built(store: Store) -> Built:
    made = build_campaign(store)
    change_rules(store, made.slug, LETTER | {"open_link": True})
    return made


@pytest.fixture
def phone(store: Store, built: Built) -> TestClient:
    return browser(store)


def browser(store: Store) -> TestClient:
    """A browser of its own."""
    return TestClient(Starlette(routes=every_route(store, "")), headers={"accept-language": "nn"})


def letter_on(page: str) -> str:
    """The hash of the letter that a door's page shows."""
    found = re.search(r'name="letter" value="([0-9a-f]{64})"', page)
    assert found, page
    return found[1]


def joined(client: TestClient, address: str, **headers: str) -> str:
    """Read the door and agree; the page that follows."""
    letter = letter_on(client.get(address).text)
    answer = client.post(address, data={"letter": letter}, headers=OWN | headers)
    assert answer.status_code == 200, answer.text
    return answer.text


def people(store: Store) -> int:
    with store.read() as db:
        return db.scalar(select(func.count()).select_from(Person)) or 0


def test_from_the_letter_to_the_desk(store: Store, built: Built, phone: TestClient) -> None:
    """Reading stores nothing; agreeing makes a person with a link that works, a session, a consent and an arrival."""
    before = people(store)
    page = phone.get(f"/take-part/{built.slug}?from=plakat").text
    assert "Eg har lese dette og vil vere med" in page
    assert "250 kr" in page
    assert "Vi lagrar òg kvar du fann lenkja: plakat." in page
    assert "setningspar" not in page
    assert people(store) == before
    page = joined(phone, f"/take-part/{built.slug}?from=plakat")
    link = re.search(r'id="own-link">([^<]+)<', page)
    assert link
    visitor = current_visitor(store, phone.cookies[COOKIE])
    assert visitor
    assert (visitor.language, visitor.roles) == ("nn", {built.slug: frozenset({"annotator"})})
    assert visitor.name in page
    assert current_visitor(store, sign_in(store, link[1].partition("/join/")[2].partition("?")[0]))
    with store.read() as db:
        arrival = db.scalars(select(Arrival)).one()
        assert (arrival.source, arrival.parameters, arrival.ended) == ("plakat", {}, None)
        assert db.scalars(select(Consent)).one().person_id == visitor.person_id
        assert db.scalars(select(Event.action).where(Event.person_id == visitor.person_id)).all() == ["took_part"]
    answer = phone.post(
        "/about-me", data={"campaign": built.slug, "first_standard": "nn"}, headers=OWN, follow_redirects=False
    )
    assert (answer.status_code, answer.headers["location"]) == (303, f"/?campaign={built.slug}")
    with store.read() as db:
        assert db.get_one(Person, visitor.person_id).first_standard == "nn"


def test_one_account_a_browser(store: Store, built: Built, phone: TestClient) -> None:
    """Signed in it goes on, with a new link if wanted; signed out it is sent to the link that it has."""
    address = f"/take-part/{built.slug}"
    joined(phone, address)
    count, session = people(store), phone.cookies[COOKIE]
    assert "Gå vidare" in phone.get(address).text
    again = phone.post(address, data={"new_link": "1"}, headers=OWN)
    assert "/join/" in again.text
    assert current_visitor(store, session) is None
    assert current_visitor(store, phone.cookies[COOKIE])
    phone.post("/leave", headers=OWN)
    page = phone.get(address)
    assert page.status_code == 409
    assert "unni@maal.example" in page.text
    assert phone.post(address, data={"letter": "0" * 64}, headers=OWN).status_code == 409
    assert people(store) == count


def test_nothing_is_learned_from_guesses(store: Store, built: Built, phone: TestClient) -> None:
    """A campaign without an open link, one that does not exist, and one whose link has another word look alike."""
    build_campaign(store, slug="shut")
    change_rules(store, "shut", LETTER)
    change_rules(store, built.slug, {"open_link_word": "blome"})
    pages = {phone.get(f"/take-part/{word}").text for word in ("shut", "none", built.slug, "%00", "x" * 300, "a%27--")}
    assert len(pages) == 1
    assert phone.get("/take-part/shut").status_code == 404
    assert phone.get("/take-part/BLOME").status_code == 200
    for _guess in range(22):
        phone.get("/take-part/none")
    assert phone.get("/take-part/blome").status_code == 200  # one who has the word gets in all the same


def test_other_sites_and_scanners_begin_nothing(store: Store, built: Built, phone: TestClient) -> None:
    """A form on another site, a HEAD, and a POST without the letter make no one."""
    address, before = f"/take-part/{built.slug}", people(store)
    letter = letter_on(phone.get(address).text)
    assert phone.head(address).status_code == 200
    for headers in ({"origin": "https://evil.example"}, {"origin": "null", "sec-fetch-site": "cross-site"}):
        assert phone.post(address, data={"letter": letter}, headers=headers).status_code == 403
        assert phone.post("/about-me", data={"campaign": "x"}, headers=headers).status_code == 403
    for data in ({}, {"letter": "0" * 64}, {"letter": letter, "x": "y" * 9000}):
        assert phone.post(address, data=data, headers=OWN).status_code == 409
    assert people(store) == before
    assert joined(phone, address)


def test_a_letter_that_changes_is_read_again(store: Store, built: Built, phone: TestClient) -> None:
    """Who agrees to a letter that has changed meanwhile reads the new one first."""
    address = f"/take-part/{built.slug}"
    letter, before = letter_on(phone.get(address).text), people(store)
    change_rules(store, built.slug, {"letter": {"pay": "1 kr"}})
    answer = phone.post(address, data={"letter": letter}, headers=OWN)
    assert (answer.status_code, people(store)) == (409, before)
    assert "1 kr" in answer.text
    assert letter_on(answer.text) != letter


def test_markup_stays_text(store: Store, built: Built, phone: TestClient) -> None:
    """What the query, a lead's letter or a title brings is shown as text or not at all; sources are words."""
    address = f"/take-part/{built.slug}?from=%3Cscript%3E&language=%22%3E%3Cimg%3E&x=%22%3E%3Cscript%3Ealert(1)"
    page = phone.get(address).text
    assert "<script" not in page
    assert "<img" not in page
    assert "Målgruppa &lt;UiO&gt;" in page
    assert "<script" not in joined(phone, address)
    with store.read() as db:
        assert db.scalars(select(Arrival.source)).one() is None


def test_one_persons_cookie_opens_no_other(store: Store, built: Built) -> None:
    """With A's session B's link is not shown, and only one's own is renewed."""
    first, second = browser(store), browser(store)
    address = f"/take-part/{built.slug}"
    joined(first, address)
    joined(second, address)
    name = current_visitor(store, second.cookies[COOKIE])
    first.post(address, data={"new_link": "1"}, headers=OWN)
    assert name == current_visitor(store, second.cookies[COOKIE])
    assert name
    assert name.name not in first.get(address).text


def test_invited_people_and_leads_stay_who_they_are(store: Store, built: Built, phone: TestClient) -> None:
    """A signed-in lead makes no second person by a press, and an invited annotator cannot renew a link alone."""
    before = people(store)
    session = built.enter("Lea", "lead")
    phone.cookies.set(COOKIE, session)
    answer = phone.post(f"/take-part/{built.slug}", data={"letter": "0" * 64}, headers=OWN)
    assert answer.status_code == 409
    assert people(store) == before + 1
    with pytest.raises(RefusedError, match="only those who came"):
        open_link.renew_own_link(store, built.enter("Anna", "annotator"), built.slug)


@pytest.mark.parametrize(
    ("changes", "status", "said"),
    [
        ({"open_link_people": 1}, 200, "mange nok med"),
        ({"open_link_per_day": 1}, 200, "i morgon"),
        ({"open_link_opens": timedelta(days=3)}, 200, "opnar"),
        ({"open_link_closes": timedelta(days=-3)}, 410, "over"),
    ],
)
def test_honest_doors(
    store: Store, built: Built, phone: TestClient, changes: dict[str, object], status: int, said: str
) -> None:
    """Full, full today, not yet, over: the page says it, and no one can begin, not even with the letter in hand."""
    address = f"/take-part/{built.slug}"
    joined(browser(store), address)
    letter = letter_on(phone.get(address).text)
    later = {name: store.now() + value for name, value in changes.items() if isinstance(value, timedelta)}
    change_rules(store, built.slug, changes | later)
    page, before = phone.get(address), people(store)
    assert page.status_code == status
    assert said in page.text
    assert phone.post(address, data={"letter": letter}, headers=OWN).status_code == status
    with pytest.raises(RefusedError):
        take_part(store, built.slug, letter=letter, language="nn")
    assert people(store) == before


@pytest.mark.both_databases
def test_a_race_never_exceeds_the_cap(store: Store, built: Built) -> None:
    """Fifty at one moment, room for seven."""
    change_rules(store, built.slug, {"open_link_people": 7})
    door = find_door(store, built.slug, "nb")
    assert door

    def begin(_number: int) -> bool:
        try:
            take_part(store, built.slug, letter=door.letter.hash, language="nb")
        except RefusedError as refusal:
            assert refusal.code == "full"
            return False
        return True

    with ThreadPoolExecutor(10) as pool:
        assert sum(pool.map(begin, range(50))) == 7
    with store.read() as db:
        assert db.scalar(select(func.count()).select_from(Arrival)) == 7


def test_a_flood_from_one_address_ends(store: Store, built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """New people from one network address are limited; from another one they still come."""
    monkeypatch.setattr(doors, "BEGINNINGS", 3)
    served = Starlette(routes=every_route(store, ""))
    address = f"/take-part/{built.slug}"
    letter = letter_on(TestClient(served).get(address).text)
    answers = [TestClient(served).post(address, data={"letter": letter}, headers=OWN).status_code for _ in range(5)]
    assert answers == [200, 200, 200, 429, 429]
    elsewhere = TestClient(served, client=("198.51.100.7", 5))
    assert elsewhere.post(address, data={"letter": letter}, headers=OWN).status_code == 200


def test_a_thousand_names() -> None:
    """Pseudonyms are well-formed, hardly ever the same, and drawn by the system's own random numbers."""
    names = [made_up_names.draw_pseudonym() for _ in range(1000)]
    assert len(set(names)) > 995
    assert all(re.fullmatch(r"[A-ZÆØÅ][a-zæøå]+ [a-zæøå]+ [1-9]\d{3}", name) for name in names)
    assert not hasattr(made_up_names, "random")


def test_a_taken_name_is_drawn_again(store: Store, built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two people never share a pseudonym."""
    draws = iter(["Blid rev 1000", "Blid rev 1000", "Klok ugle 2000"])
    monkeypatch.setattr(open_link, "draw_pseudonym", lambda: next(draws))
    door = find_door(store, built.slug, "nb")
    assert door
    names = [take_part(store, built.slug, letter=door.letter.hash, language="nb").name for _ in range(2)]
    assert names == ["Blid rev 1000", "Klok ugle 2000"]


def test_secrets_are_kept_as_hashes_only(store: Store, built: Built) -> None:
    """Neither the link's token nor the session is stored."""
    door = find_door(store, built.slug, "nb")
    assert door
    made = take_part(store, built.slug, letter=door.letter.hash, language="nb")
    with store.read() as db:
        stored = [*db.scalars(select(Link.token_hash)), *db.scalars(select(SignIn.session_hash))]
    assert {hash_secret(made.token), hash_secret(made.session)} <= set(stored)
    assert not {made.token, made.session} & set(stored)


def test_parameters_are_few_and_short(store: Store, built: Built) -> None:
    """What a platform adds is refused where it is too much, and nothing is stored then."""
    door, before = find_door(store, built.slug, "nb"), people(store)
    assert door
    for parameters in ({f"p{n}": "1" for n in range(21)}, {"p": "x" * 201}, {"p": "a\nb"}):
        with pytest.raises(RefusedError, match="parameters"):
            take_part(store, built.slug, letter=door.letter.hash, language="nb", parameters=parameters)
    assert people(store) == before


def test_off_by_default_and_only_with_a_letter(store: Store) -> None:
    """No campaign has an open link until its lead switches it on, and none without a letter; words are unique."""
    build_campaign(store)
    build_campaign(store, slug="other")
    assert find_door(store, "trial", "nb") is None
    with pytest.raises(RuleError, match="letter"):
        change_rules(store, "trial", {"open_link": True})
    change_rules(store, "trial", LETTER | {"open_link": True, "open_link_word": "blome"})
    for word in ("blome", "trial"):
        with pytest.raises(RuleError, match="another campaign"):
            change_rules(store, "other", {"open_link_word": word})
