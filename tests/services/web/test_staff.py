"""Staff sign in at a real OpenID provider: whom someone has invited gets in, and no answer that is not for us does."""

from __future__ import annotations

import asyncio
import logging
import re
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from sqlalchemy import select, update
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from eval_core.campaigns.people.erasure import erase_by_name
from eval_core.campaigns.people.persons import add_person, renew_link, revoke_link
from eval_core.campaigns.people.sign_ins.provider_accounts import (
    Claim,
    change_account,
    change_account_by_name,
    end_old_provider_sign_ins,
    read_account,
    sign_in_by_account,
)
from eval_core.campaigns.people.sign_ins.sign_in import current_visitor, sign_in
from eval_core.errors import ParvisError, RefusedError
from eval_core.store import Membership, Person, ProviderAccount, SignIn, Store
from eval_core.web.cookie import COOKIE
from eval_core.web.every_route import every_route
from eval_core.web.staff import openid, staff_doors
from tests.conftest import Clock
from tests.support.building import Built, build_campaign
from tests.support.openid_provider import CLIENT, Provider, challenge, query, running_provider, with_query

pytestmark = pytest.mark.both_databases
MAIL = "lise@uni.example"


@pytest.fixture(scope="module")
def listening() -> Iterator[Provider]:
    with running_provider() as provider:
        yield provider


@pytest.fixture
def provider(listening: Provider, monkeypatch: pytest.MonkeyPatch) -> Provider:
    """Honest at the start of each test."""
    fresh = Provider()
    for name in (
        "claims",
        "resigns",
        "signs",
        "described",
        "userinfo",
        "down",
        "redirects",
        "drips",
        "says",
        "strange_keys",
    ):
        setattr(listening, name, getattr(fresh, name))
    listening.asked.clear()
    listening.challenged.clear()
    settings = {"ISSUER": listening.issuer, "CLIENT_ID": CLIENT, "CLIENT_SECRET": "hush", "NAME": "Feide"}
    for name, value in settings.items():
        monkeypatch.setenv(f"PARVIS_OIDC_{name}", value)
    monkeypatch.setenv("PARVIS_BASE_URL", "http://testserver")
    listening.knows("lise-1", email=MAIL, email_verified=True)
    return listening


@pytest.fixture
def built(store: Store, provider: Provider) -> Built:
    made = build_campaign(store)
    add_person(store, "Lise", ["lead"], [made.slug])
    add_person(store, "Kari", ["annotator"], [made.slug])
    return made


@pytest.fixture
def browser(store: Store, built: Built) -> TestClient:
    return new_browser(store)


def new_browser(store: Store, base: str = "") -> TestClient:
    routes = every_route(store, base)
    return TestClient(Starlette(routes=routes), headers={"accept-language": "nn"}, follow_redirects=False)


def invite(store: Store, name: str = "Lise", **claim: str) -> None:
    assert change_account_by_name(store, name, Claim(**claim))


def sent_back(browser: TestClient, provider: Provider, subject: str = "lise-1") -> str:
    """From our link through the provider, up to the address that leads back to us."""
    out = browser.get("/staff/sign-in")
    assert out.status_code == 303, out.text
    return provider.agree(out.headers["location"], subject)


def came_back(browser: TestClient, address: str) -> Any:
    return browser.get(address.removeprefix("http://testserver"))


def signed_in(browser: TestClient, provider: Provider, subject: str = "lise-1") -> Any:
    return came_back(browser, sent_back(browser, provider, subject))


def name_here(store: Store, browser: TestClient) -> str | None:
    visitor = current_visitor(store, browser.cookies.get(COOKIE))
    return visitor.name if visitor else None


@pytest.mark.parametrize("claim", [{"email": "Lise@Uni.example"}, {"subject": "lise-1"}])
def test_who_is_invited_gets_in(store: Store, browser: TestClient, provider: Provider, claim: dict[str, str]) -> None:
    """By a verified address or by the subject; the session is like any other, and goes to the first page."""
    invite(store, **claim)
    answer = signed_in(browser, provider)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert name_here(store, browser) == "Lise"
    assert "parvis_attempt" not in browser.cookies
    cookie = next(one for one in answer.headers.get_list("set-cookie") if one.startswith(COOKIE))
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_what_is_asked_of_the_provider(browser: TestClient, provider: Provider) -> None:
    """Only what is needed, by a code that PKCE ties to this attempt, and the secret in a header."""
    address = browser.get("/staff/sign-in").headers["location"]
    asked = query(address)
    assert address.startswith(f"{provider.issuer}/oauth2/authorize?")
    assert (asked["scope"], asked["response_type"], asked["client_id"]) == ("openid email", "code", CLIENT)
    assert asked["redirect_uri"] == "http://testserver/staff/callback"
    assert asked["code_challenge_method"] == "S256"
    came_back(browser, provider.agree(address, "lise-1"))
    assert challenge(provider.asked[0]["code_verifier"]) == asked["code_challenge"]
    assert "client_secret" not in provider.asked[0]
    assert len({asked["state"], asked["nonce"], provider.asked[0]["code_verifier"]}) == 3


def test_who_is_not_invited_reads_what_to_send(store: Store, browser: TestClient, provider: Provider) -> None:
    """The provider decides nothing: an account that it knows is a stranger here until someone invites it."""
    answer = signed_in(browser, provider)
    assert answer.status_code == 403
    assert MAIL in answer.text
    assert "lise-1" in answer.text
    assert name_here(store, browser) is None
    provider.knows("<b>x", email="<script>@uni.example", email_verified=True)
    page = signed_in(browser, provider, "<b>x").text
    assert "&lt;script&gt;" in page
    assert not re.search("<script|<b>", page)


@pytest.mark.parametrize("verified", [False, None, "false", 1])
def test_an_address_that_is_not_verified_does_not_count(
    store: Store, browser: TestClient, provider: Provider, verified: Any
) -> None:
    """The issuer says only that someone typed it; the subject still counts."""
    invite(store, email=MAIL)
    provider.knows("other", email=MAIL, email_verified=verified)
    answer = signed_in(browser, provider, "other")
    assert answer.status_code == 403
    assert "other" in answer.text
    assert name_here(store, browser) is None
    invite(store, subject="other")
    assert signed_in(browser, provider, "other").status_code == 303


def test_a_letter_that_only_folds_alike_does_not_count(store: Store, browser: TestClient, provider: Provider) -> None:
    """The Kelvin sign is no k, though both are one when capitals are folded."""
    invite(store, email="kari@uni.example")
    provider.knows("sly", email="\u212aari@uni.example", email_verified=True)
    answer = signed_in(browser, provider, "sly")
    assert answer.status_code == 403
    assert "sly" in answer.text
    assert "uni.example" not in answer.text, "an address that counts for nothing is nothing to invite by"


@pytest.mark.parametrize("email", ["\ud800@uni.example", "a\x00@uni.example", "x" * 300, ["lise@uni.example"], 1])
def test_an_address_that_cannot_be_kept_is_none(
    store: Store, browser: TestClient, provider: Provider, email: Any
) -> None:
    """The subject counts all the same, and nothing fails over what is written in the claim."""
    provider.resigns, provider.claims = True, lambda said: said | {"email": email}
    assert signed_in(browser, provider).status_code == 403
    invite(store, subject="lise-1")
    assert signed_in(browser, provider).status_code == 303


def test_the_first_sign_in_keeps_the_subject(store: Store, browser: TestClient, provider: Provider) -> None:
    """Whoever gets the address later gets nothing with it; the person's own new address changes nothing."""
    invite(store, email=MAIL)
    assert signed_in(browser, provider).status_code == 303
    provider.knows("successor", email=MAIL, email_verified=True)
    late = new_browser(store)
    answer = signed_in(late, provider, "successor")
    assert answer.status_code == 403
    assert "successor" in answer.text
    assert "logge inn her med ein annan konto" in answer.text
    assert MAIL not in answer.text
    assert name_here(store, late) is None
    provider.knows("lise-1", email="lise.nord@uni.example", email_verified=True)
    assert signed_in(new_browser(store), provider).status_code == 303


def test_an_address_from_userinfo_counts(store: Store, browser: TestClient, provider: Provider) -> None:
    """Many providers keep it out of the token; an answer about another account is not taken."""

    def without(claims: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in claims.items() if not name.startswith("email")}

    provider.resigns, provider.claims = True, without
    invite(store, email=MAIL)
    provider.userinfo = lambda said: said | {"sub": "another"}
    assert signed_in(browser, provider).status_code == 502
    provider.userinfo = lambda said: said
    assert signed_in(browser, provider).status_code == 303


LIES: dict[str, Callable[[Provider], None]] = {
    "another audience": lambda one: setattr(one, "claims", lambda said: said | {"aud": "another-client"}),
    "two audiences, for the other": lambda one: setattr(
        one, "claims", lambda said: said | {"aud": [CLIENT, "another"], "azp": "another"}
    ),
    "two audiences, for no one": lambda one: setattr(one, "claims", lambda said: said | {"aud": [CLIENT, "another"]}),
    "no audience": lambda one: setattr(one, "claims", lambda said: {k: v for k, v in said.items() if k != "aud"}),
    "another issuer": lambda one: setattr(one, "claims", lambda said: said | {"iss": "https://elsewhere.example"}),
    "expired": lambda one: setattr(one, "claims", lambda said: said | {"exp": int(time.time()) - 120}),
    "without an end": lambda one: setattr(one, "claims", lambda said: {k: v for k, v in said.items() if k != "exp"}),
    "of tomorrow": lambda one: setattr(one, "claims", lambda said: said | {"nbf": int(time.time()) + 86_400}),
    "another nonce": lambda one: setattr(one, "claims", lambda said: said | {"nonce": "seen before"}),
    "no nonce": lambda one: setattr(one, "claims", lambda said: {k: v for k, v in said.items() if k != "nonce"}),
    "no subject": lambda one: setattr(one, "claims", lambda said: said | {"sub": ""}),
    "a subject that is half a character": lambda one: setattr(one, "claims", lambda said: said | {"sub": "\ud800"}),
    "a subject that is too long": lambda one: setattr(one, "claims", lambda said: said | {"sub": "x" * 256}),
    "a subject that is a list": lambda one: setattr(one, "claims", lambda said: said | {"sub": ["lise-1"]}),
    "not signed": lambda one: setattr(one, "signs", "not"),
    "signed by nobody's key": lambda one: setattr(one, "signs", "strangely"),
    "signed with the secret": lambda one: setattr(one, "signs", "with the secret"),
    "signed with the public key as a secret": lambda one: setattr(one, "signs", "with its public key"),
    "an access token of another": lambda one: setattr(
        one, "claims", lambda said: said | {"at_hash": "AAAAAAAAAAAAAAAA"}
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_no_token_that_is_not_for_us_gets_in(
    store: Store, browser: TestClient, provider: Provider, lie: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Refused, with a word for the person and the reason in the log; the same account gets in by an honest token."""
    invite(store, subject="lise-1")
    provider.resigns = True
    LIES[lie](provider)
    with caplog.at_level(logging.WARNING, "parvis.staff"):
        answer = signed_in(browser, provider)
    assert answer.status_code == 502
    assert "Feide" in answer.text
    assert name_here(store, browser) is None
    assert "sign-in at the provider failed" in caplog.text
    assert not re.search(r"eyJ|lise-1|hush", caplog.text)
    provider.claims, provider.signs = Provider().claims, "rightly"
    assert signed_in(browser, provider).status_code == 303


def test_an_answer_counts_once_and_in_one_browser(store: Store, browser: TestClient, provider: Provider) -> None:
    """Neither a second time, nor elsewhere, nor with another state, nor without its cookie, nor after ten minutes."""
    invite(store, subject="lise-1")
    back = sent_back(browser, provider)
    stranger = new_browser(store)
    assert came_back(stranger, back).status_code == 400
    sent_back(stranger, provider)
    assert came_back(stranger, back).status_code == 400
    assert name_here(store, stranger) is None
    secret = browser.cookies["parvis_attempt"]
    for wrong in (with_query(back, state="other"), with_query(back, state=None), with_query(back, state="ø")):
        assert came_back(browser, wrong).status_code == 400
        browser.cookies.set("parvis_attempt", secret, path="/staff")
    assert came_back(browser, back).status_code == 303
    assert provider.asked
    asked = len(provider.asked)
    browser.cookies.set("parvis_attempt", secret, path="/staff")
    assert came_back(browser, back).status_code == 400
    assert len(provider.asked) == asked


def test_two_tabs_that_come_back_with_one_answer(store: Store, browser: TestClient, provider: Provider) -> None:
    """Pressed twice at once: one gets in, and nobody gets in twice."""
    invite(store, subject="lise-1")
    back = sent_back(browser, provider)
    secret = browser.cookies["parvis_attempt"]

    def press(_tab: int) -> int:
        return int(
            browser.get(
                back.removeprefix("http://testserver"), headers={"cookie": f"parvis_attempt={secret}"}
            ).status_code
        )

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(press, range(4))) == [303, 400, 400, 400]


def test_nothing_in_an_address_sends_anyone_elsewhere(store: Store, browser: TestClient, provider: Provider) -> None:
    """However a way on is written, the person comes to our own first page."""
    invite(store, subject="lise-1")
    for name in ("next", "redirect", "return_to", "target_link_uri", "iss", "login_hint", "redirect_uri"):
        out = browser.get(f"/staff/sign-in?{name}=https://evil.example/")
        assert out.headers["location"].startswith(f"{provider.issuer}/oauth2/authorize?")
        assert "evil" not in out.headers["location"]
        back = provider.agree(out.headers["location"], "lise-1")
        answer = came_back(browser, with_query(back, **({} if name == "iss" else {name: "https://evil.example/"})))
        assert (answer.status_code, answer.headers["location"]) == (303, "/")


def test_an_answer_that_names_another_issuer(store: Store, browser: TestClient, provider: Provider) -> None:
    """A mix-up of providers (RFC 9207): the code is not shown to anyone. The right name passes."""
    invite(store, subject="lise-1")
    assert came_back(browser, with_query(sent_back(browser, provider), iss="https://evil.example")).status_code == 502
    assert provider.asked == []
    assert came_back(browser, with_query(sent_back(browser, provider), iss=provider.issuer)).status_code == 303


def test_who_turns_back(store: Store, browser: TestClient, provider: Provider) -> None:
    """Said with a way to try again; what the provider writes about it is not shown."""
    out = browser.get("/staff/sign-in").headers["location"]
    answer = came_back(
        browser, with_query(provider.deny(out), state=query(out)["state"], error_description="<b>Ring 800")
    )
    assert answer.status_code == 403
    assert "/staff/sign-in" in answer.text
    assert "Ring 800" not in answer.text


def test_nobody_writes_lines_into_the_log(
    store: Store, browser: TestClient, provider: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    """What an address says of an error is quoted there: no line of it looks like one of ours."""
    out = browser.get("/staff/sign-in").headers["location"]
    forged = "x\nERROR all is lost"
    with caplog.at_level(logging.WARNING, "parvis.staff"):
        came_back(browser, with_query(provider.deny(out), state=query(out)["state"], error=forged))
    assert r"x\nERROR" in caplog.text
    assert not any("\n" in record.getMessage() for record in caplog.records)


def test_a_code_that_the_provider_does_not_know(store: Store, browser: TestClient, provider: Provider) -> None:
    back = sent_back(browser, provider)
    assert came_back(browser, with_query(back, code="made-up")).status_code == 502
    assert name_here(store, browser) is None


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"issuer": "https://elsewhere.example"}, 502),
        ({"token_endpoint": "ftp://elsewhere.example"}, 502),
        ({"jwks_uri": None}, 502),
        ({"authorization_endpoint": ["x"]}, 502),
    ],
)
def test_a_provider_that_describes_itself_wrongly(
    store: Store, built: Built, provider: Provider, change: dict[str, Any], status: int
) -> None:
    provider.described = lambda said: said | change
    assert new_browser(store).get("/staff/sign-in").status_code == status


def test_while_the_provider_is_down(
    store: Store, browser: TestClient, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word to try again, on the way out and on the way back; it is not asked again at each press."""
    provider.down = True
    answer = browser.get("/staff/sign-in")
    assert answer.status_code == 502
    assert "Feide svarar ikkje" in answer.text
    provider.down = False
    assert browser.get("/staff/sign-in").status_code == 502
    monkeypatch.setattr(openid, "_PATIENCE", 0.0)
    lasting = new_browser(store)
    invite(store, subject="lise-1")
    back = sent_back(lasting, provider)
    provider.down = True
    assert came_back(lasting, back).status_code == 502
    provider.down = False
    assert signed_in(lasting, provider).status_code == 303


def test_an_address_where_nobody_listens(store: Store, built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARVIS_OIDC_ISSUER", "http://localhost:9")
    assert new_browser(store).get("/staff/sign-in").status_code == 502


@pytest.mark.parametrize("said", [b"no JSON", b"[1]", b"[" * 100_000, b"\xff", b" " * 1_000_001], ids=len)
def test_a_description_that_is_none(store: Store, built: Built, provider: Provider, said: bytes) -> None:
    """Whatever stands at that address, the person reads a page."""
    provider.says = said
    answer = new_browser(store).get("/staff/sign-in")
    assert answer.status_code == 502
    assert "Feide" in answer.text


def test_an_address_that_is_none(store: Store, built: Built, provider: Provider) -> None:
    provider.described = lambda said: said | {"jwks_uri": "http://no\x00where/"}
    assert new_browser(store).get("/staff/sign-in").status_code == 502


def test_an_answer_that_does_not_end(
    store: Store, built: Built, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each bit comes in time, the whole never does: given up all the same."""
    monkeypatch.setattr(openid, "SECONDS", 0.3)
    provider.drips = True
    began = time.monotonic()
    answer = new_browser(store).get("/staff/sign-in")
    assert (answer.status_code, "Feide svarar ikkje" in answer.text) == (502, True)
    assert time.monotonic() - began < 5


def test_keys_of_an_unknown_kind_are_left_out(store: Store, browser: TestClient, provider: Provider) -> None:
    """A provider may publish some that we cannot read, before those that we can."""
    curve = {"kty": "EC", "crv": "secp999", "x": "AA", "y": "AA", "kid": "new"}
    provider.strange_keys = [curve, {"kty": "PQC", "kid": "newer"}]
    invite(store, subject="lise-1")
    assert signed_in(browser, provider).status_code == 303


def test_a_provider_that_hangs_holds_up_nobody_else(
    store: Store, built: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many wait for it, the threads that the desk and the pages need are free."""
    hanging = threading.Event()

    def address(*_: object) -> str:
        hanging.wait(30)
        raise openid.ProviderError("late", unreachable=True)

    async def a_page(_request: Request) -> Response:
        return Response(await run_in_threadpool(str, "here"))

    async def everyone() -> set[int]:
        app = Starlette(routes=[*every_route(store, ""), Route("/a-page", a_page)])
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://testserver") as client:
            waiting = [asyncio.create_task(client.get("/staff/sign-in")) for _one in range(60)]
            await asyncio.sleep(0.2)
            try:
                assert (await asyncio.wait_for(client.get("/a-page"), 5)).text == "here"
            finally:
                hanging.set()
            return {one.status_code for one in await asyncio.gather(*waiting)}

    monkeypatch.setattr(openid.OpenID, "address", address)
    assert asyncio.run(everyone()) == {502}


def test_the_secret_goes_where_the_provider_says_and_nowhere_else(
    store: Store, browser: TestClient, provider: Provider
) -> None:
    """A redirect of the token's address is not followed."""
    back = sent_back(browser, provider)
    provider.redirects = f"{provider.issuer}/elsewhere"
    assert came_back(browser, back).status_code == 502
    assert len(provider.asked) == 1


def test_new_keys_are_fetched(
    store: Store, browser: TestClient, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A provider changes its keys now and then; a token by the new one is taken."""
    monkeypatch.setattr(openid, "_PATIENCE", 0.0)
    invite(store, subject="lise-1")
    assert signed_in(browser, provider).status_code == 303
    provider.resigns = True
    assert signed_in(browser, provider).status_code == 303


def test_a_flood_of_sign_ins(
    store: Store, browser: TestClient, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From one network so many in ten minutes; nothing is stored for any of them."""
    limited = new_browser(store)
    statuses = [limited.get("/staff/sign-in").status_code for _one in range(staff_doors.ATTEMPTS + 5)]
    assert statuses.count(303) == staff_doors.ATTEMPTS
    assert statuses[-1] == 429
    with store.read() as db:
        assert db.scalars(select(SignIn.id)).all() == []


def test_annotators_keep_their_links(store: Store, browser: TestClient, provider: Provider) -> None:
    """Nobody without such a role is invited; whoever loses it is refused, and their link still works."""
    with pytest.raises(RefusedError) as refused:
        change_account_by_name(store, "Kari", Claim(subject="kari-1"))
    assert refused.value.code == "not_staff"
    invite(store, subject="lise-1")
    with store.write() as db:
        lise = select(Person.id).where(Person.name == "Lise").scalar_subquery()
        db.execute(update(Membership).where(Membership.person_id == lise).values(role="annotator"))
    answer = signed_in(browser, provider)
    assert answer.status_code == 403
    assert name_here(store, browser) is None
    assert sign_in(store, renew_link(store, "Lise").token)


def test_taking_an_invitation_back_ends_its_sign_ins(store: Store, browser: TestClient, provider: Provider) -> None:
    """Also when another account takes its place; a link's sign-ins go on."""
    by_link = sign_in(store, renew_link(store, "Lise").token)
    invite(store, subject="lise-1")
    signed_in(browser, provider)
    assert change_account_by_name(store, "Lise", Claim(subject="lise-2"))
    assert name_here(store, browser) is None
    assert signed_in(browser, provider).status_code == 403
    assert current_visitor(store, by_link)
    assert not change_account_by_name(store, "Lise", Claim(subject="lise-2"))
    assert change_account_by_name(store, "Lise", Claim())
    assert not change_account_by_name(store, "Lise", Claim())


def test_revoking_a_link_signs_out_there_too(store: Store, browser: TestClient, provider: Provider) -> None:
    """The account is another way in, and is ended by itself."""
    invite(store, subject="lise-1")
    signed_in(browser, provider)
    revoke_link(store, "Lise")
    assert name_here(store, browser) is None
    assert signed_in(browser, provider).status_code == 303


def test_a_sign_in_by_a_provider_ends_after_a_day(
    store: Store, browser: TestClient, provider: Provider, clock: Clock
) -> None:
    """Whether someone still works here is the provider's to know; a link's sign-in lasts as before."""
    by_link = sign_in(store, renew_link(store, "Lise").token)
    invite(store, subject="lise-1")
    signed_in(browser, provider)
    clock.move(hours=23)
    assert end_old_provider_sign_ins(store) == 0
    assert name_here(store, browser) == "Lise"
    clock.move(hours=2)
    assert end_old_provider_sign_ins(store) == 1
    assert name_here(store, browser) is None
    assert current_visitor(store, by_link)


def test_erasing_a_person_erases_their_account(store: Store, browser: TestClient, provider: Provider) -> None:
    invite(store, email=MAIL)
    signed_in(browser, provider)
    erase_by_name(store, "Lise")
    with store.read() as db:
        assert db.scalars(select(ProviderAccount.id)).all() == []
    assert name_here(store, browser) is None
    assert signed_in(browser, provider).status_code == 403


def test_what_a_lead_may_change(store: Store, built: Built, provider: Provider) -> None:
    """Their own and that of staff whose links they may renew; an account is one person's; each change is in the log."""
    other = build_campaign(store, slug="other")
    add_person(store, "Olav", ["lead"], [other.slug])
    add_person(store, "Rita", ["researcher"], [built.slug])
    add_person(store, "Siri", ["lead"], [built.slug, other.slug])
    lead = sign_in(store, renew_link(store, "Lise").token)
    people = {row.name: row.id for row in _people(store)}

    def change(name: str, claim: Claim, slug: str = built.slug) -> str:
        try:
            return "changed" if change_account(store, slug, people[name], claim, lead) else "same"
        except RefusedError as refusal:
            return refusal.code

    assert change("Rita", Claim(email="rita@uni.example")) == "changed"
    assert change("Rita", Claim(email="Rita@uni.example")) == "same"
    assert change("Lise", Claim(email="rita@uni.example")) == "taken_account"
    assert change("Lise", Claim(subject="lise-1")) == "changed"
    assert change("Kari", Claim(subject="kari-1")) == "not_staff"
    assert change("Olav", Claim(subject="olav-1")) == "unknown_person"
    assert change("Olav", Claim(subject="olav-1"), other.slug) == "not_allowed"
    assert change("Siri", Claim(subject="lise-2")) == "out_of_reach", "it would open the other campaign"
    assert change("Rita", Claim(email="rita@uni")) == "bad_address"
    assert change("Rita", Claim(subject="x" * 256)) == "bad_subject"
    row = read_account(store, built.slug, people["Rita"], lead)
    assert row
    assert (row.claim, row.first_used_at) == (Claim(email="rita@uni.example"), None)


def test_one_address_at_two_providers(
    store: Store, built: Built, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An invitation is for the provider of its day; another one that the server uses later does not inherit it."""
    invite(store, email=MAIL)
    with pytest.raises(RefusedError) as refused:
        sign_in_by_account(store, "https://elsewhere.example", "lise-1", MAIL)
    assert refused.value.code == "not_invited"
    assert sign_in_by_account(store, provider.issuer, "lise-1", MAIL)


def test_without_a_provider_there_is_no_such_door(store: Store, built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARVIS_OIDC_ISSUER")
    assert new_browser(store).get("/staff/sign-in").status_code == 404
    with pytest.raises(RefusedError) as refused:
        change_account_by_name(store, "Lise", Claim(subject="lise-1"))
    assert refused.value.code == "no_provider"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PARVIS_OIDC_CLIENT_ID", "", "PARVIS_OIDC_CLIENT_ID too"),
        ("PARVIS_BASE_URL", "", "PARVIS_BASE_URL too"),
        ("PARVIS_OIDC_ISSUER", "http://feide.example", "must begin with https://"),
        ("PARVIS_OIDC_ISSUER", "feide", "is not the address of an OpenID issuer"),
        ("PARVIS_OIDC_NAME", "x" * 41, "one line"),
    ],
)
def test_settings_that_are_wrong(
    store: Store, built: Built, monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    """Said by name at the start; no secret is quoted."""
    monkeypatch.setenv(name, value)
    with pytest.raises(ParvisError, match=said) as wrong:
        every_route(store, "")
    assert "hush" not in str(wrong.value)


def test_under_a_sub_path(store: Store, built: Built, provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cookies and ways stay below it."""
    monkeypatch.setenv("PARVIS_BASE_URL", "http://testserver/parvis")
    invite(store, subject="lise-1")
    client = new_browser(store, "/parvis")
    out = client.get("/parvis/staff/sign-in")
    assert "path=/parvis/staff" in out.headers["set-cookie"].lower()
    back = provider.agree(out.headers["location"], "lise-1")
    assert urlsplit(back).path == "/parvis/staff/callback"
    answer = came_back(client, back)
    assert (answer.status_code, answer.headers["location"]) == (303, "/parvis/")


def _people(store: Store) -> list[Any]:
    with store.read() as db:
        return list(db.execute(select(Person.name, Person.id)).all())
