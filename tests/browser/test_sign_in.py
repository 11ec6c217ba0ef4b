"""Sign-in over HTTP, as browsers, mail scanners and strangers meet it."""

from __future__ import annotations

import http.client
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from eval_core.campaigns.people.persons import add_person, renew_link, revoke_link
from eval_core.campaigns.people.sign_ins.sign_in import current_visitor
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.demo.load import SLUG
from tests.browser.conftest import Profiles, Site, sign_in
from tests.support.checking import everything


def ask(site: Site, method: str, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
    """One request without a browser: status, headers, body."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read().decode()
    finally:
        connection.close()


def cookie_of(headers: dict[str, str]) -> str:
    """The session id that an answer sets."""
    return headers["set-cookie"].partition("=")[2].partition(";")[0]


def prepared(site: Site) -> Site:
    create_campaign(site.store, SLUG, title="Autumn <b>&")
    return site


@pytest.fixture(scope="module")
def site(start: Callable[..., Site]) -> Site:
    return prepared(start())


@pytest.fixture
def guessed(serve: Callable[..., Site]) -> Site:
    """A dashboard of the test's own, which afterwards opens to no one here for a while."""
    return prepared(serve())


@pytest.mark.quick
def test_a_link_is_exchanged_for_a_cookie(site: Site) -> None:
    """Looking shows the campaign and changes nothing; the button's POST alone signs in, and hides the token."""
    link = add_person(site.store, "Kari", ["annotator"], [SLUG])
    path, before = f"/join/{link.token}", everything(site.store)
    for method in ("GET", "HEAD", "GET"):
        status, headers, body = ask(site, method, path)
        assert status == 200
        assert "set-cookie" not in headers
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "no-referrer"
        if method == "GET":
            assert "Autumn &lt;b&gt;&amp;" in body
            assert "Kari" in body
    assert everything(site.store) == before

    status, headers, _ = ask(site, "POST", path)
    assert (status, headers["location"]) == (303, "/")
    assert {"httponly", "samesite=lax", "path=/"} <= {part.strip().lower() for part in headers["set-cookie"].split(";")}
    visitor = current_visitor(site.store, cookie_of(headers))
    assert visitor is not None
    assert visitor.name == "Kari"
    # A second device, and a POST that another site started.
    assert ask(site, "POST", path)[0] == 303
    assert ask(site, "POST", path, **{"Sec-Fetch-Site": "cross-site"})[0] == 403


def test_wrong_and_dead_links(guessed: Site) -> None:
    """A wrong, renewed or revoked link says so; guessing is slowed down."""
    site = guessed
    link = add_person(site.store, "Kari", ["annotator"], [SLUG])
    renewed = renew_link(site.store, "Kari")
    assert ask(site, "GET", f"/join/{link.token}")[0] == 404
    assert ask(site, "POST", f"/join/{link.token}")[0] == 404
    assert ask(site, "GET", f"/join/{renewed.token}")[0] == 200
    revoke_link(site.store, "Kari")
    assert ask(site, "POST", f"/join/{renewed.token}")[0] == 404
    answers = [ask(site, "GET", f"/join/guess{number}")[0] for number in range(21)]
    assert answers[0] == 404
    assert answers[-1] == 429


@pytest.mark.quick
def test_leaving_ends_the_session(site: Site) -> None:
    """Signing out closes the session on the server, not only in the browser."""
    link = add_person(site.store, "Per", ["annotator"], [SLUG])
    session = cookie_of(ask(site, "POST", f"/join/{link.token}")[1])
    assert ask(site, "POST", "/leave", Cookie=f"parvis_session={session}")[0] == 303
    assert current_visitor(site.store, session) is None


def test_people_can_sign_out(site: Site, visit: Callable[..., Page]) -> None:
    """Annotators and staff find a way out on their pages; afterwards the browser shows nothing more."""
    for role, page_name in (("annotator", "guidelines"), ("lead", "progress")):
        link = add_person(site.store, f"A {role}", [role], [SLUG])
        page = visit()
        sign_in(page, f"{site.url}/join/{link.token}")
        page.goto(f"{site.url}/{page_name}")
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_text("You are not signed in.")).to_be_visible()
        assert "parvis_session" not in {cookie["name"] for cookie in page.context.cookies()}


def test_a_profile_that_is_used_again_knows_nobody(site: Site, profiles: Profiles) -> None:
    """What the tests' browsers are when they are emptied: the same profile, without cookie, memory or page."""
    profile = profiles.take({})
    page = profile.new_page()
    link = add_person(site.store, "Siri", ["annotator"], [SLUG])
    sign_in(page, f"{site.url}/join/{link.token}")
    page.evaluate("localStorage.setItem('planted', 'Siri')")
    profiles.empty()
    again = profiles.take({})
    assert again is profile
    assert (again.pages, again.cookies()) == ([], [])
    page = again.new_page()
    page.goto(f"{site.url}/annotate")
    expect(page.get_by_text("You are not signed in.")).to_be_visible()
    assert page.evaluate("localStorage.getItem('planted')") is None
    profiles.empty()


def test_first_start_prints_one_lead_link(serve: Callable[..., Site], visit: Callable[..., Page]) -> None:
    """An empty database's first start prints a link that opens the lead's first page; a second start prints none."""
    first = serve()
    links = [line.split()[-1] for line in first.log.read_text().splitlines() if "/join/" in line]
    assert len(links) == 1
    page = visit()
    sign_in(page, links[0])
    expect(page.get_by_text("Set up your first campaign")).to_be_visible()
    assert urlsplit(page.url).path == "/new_campaign"
    first.stop()
    second = serve()
    assert "/join/" not in second.log.read_text()


def test_other_sites_sign_nobody_in_or_out(guessed: Site) -> None:
    """A form of another site is refused, recognised by Sec-Fetch-Site or by Origin; a right link works next to a guesser."""
    site = guessed
    link = add_person(site.store, "Kari", ["annotator"], [SLUG])
    path, own = f"/join/{link.token}", f"http://127.0.0.1:{site.port}"
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://elsewhere.example"}):
        assert ask(site, "POST", path, **headers)[0] == 403
    session = cookie_of(ask(site, "POST", path, Origin=own)[1])
    cookie = {"Cookie": f"parvis_session={session}"}
    assert ask(site, "POST", "/leave", **cookie, **{"Sec-Fetch-Site": "cross-site"})[0] == 403
    assert current_visitor(site.store, session) is not None
    for number in range(21):
        ask(site, "GET", f"/join/guess{number}")
    assert ask(site, "GET", "/join/one-more")[0] == 429
    assert ask(site, "GET", path)[0] == 200
