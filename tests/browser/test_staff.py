"""Staff at a real OpenID provider, in a browser: invited on *People*, in by one press there, and out again."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.setup.campaigns import create_campaign
from tests.browser.conftest import Site, sign_in
from tests.ports import free_port
from tests.support.browser.acting import pick, settled
from tests.support.browser.axe_checks import PHONE, barriers, sideways
from tests.support.checking import problems
from tests.support.openid_provider import CLIENT, Provider, running_provider

SLUG, MAIL = "spraak", "rita@uni.example"
Look = Callable[[Page, str], None]


@pytest.fixture
def look() -> Look:
    """What is done where a person would look around: nothing, unless pictures are wanted."""
    return lambda *_: None


@pytest.fixture
def provider() -> Iterator[Provider]:
    with running_provider() as running:
        running.knows("rita-1", email=MAIL, email_verified=True)
        yield running


@pytest.fixture
def site(serve: Callable[..., Site], provider: Provider) -> Site:
    port = free_port()
    settings = {"ISSUER": provider.issuer, "CLIENT_ID": CLIENT, "CLIENT_SECRET": "hush", "NAME": "Feide"}
    running = serve(
        port=port,
        PARVIS_BASE_URL=f"http://127.0.0.1:{port}",
        **{f"PARVIS_OIDC_{name}": value for name, value in settings.items()},
    )
    create_campaign(running.store, SLUG, title="Språkprøva")
    return running


def at_the_provider(page: Page, site: Site) -> None:
    """From our page without a sign-in to the provider, where Rita says who she is."""
    page.goto(f"{site.url}/ranking")
    page.get_by_role("link", name="Leads and researchers: sign in at Feide").click()
    page.get_by_placeholder("sub").fill("rita-1")
    page.get_by_role("button", name="Authorize").click()


def test_from_an_invitation_to_the_ranking(
    site: Site, provider: Provider, visit: Callable[..., Page], look: Look
) -> None:
    """A stranger reads what to send; a lead invites that; from then on one press there is enough, until it is ended."""
    add_person(site.store, "Rita", ["researcher"], [SLUG])
    lead, rita = visit(), visit(viewport=PHONE)
    sign_in(lead, f"{site.url}/join/{add_person(site.store, 'Lise', ['lead'], [SLUG]).token}")

    rita.goto(f"{site.url}/ranking")
    expect(rita.get_by_role("link", name="Leads and researchers: sign in at Feide")).to_be_visible()
    look(rita, "signed-out")
    at_the_provider(rita, site)
    expect(rita.get_by_text(f"Mail address: {MAIL}")).to_be_visible()
    assert barriers(rita) == []
    assert sideways(rita) == []
    look(rita, "not-invited")

    lead.goto(f"{site.url}/people")
    settled(lead)
    pick(lead, "people_person", "Rita")
    field = lead.get_by_label("Mail address or identifier there")
    field.fill(MAIL)
    lead.locator(".st-key-people_account button").click()
    expect(lead.get_by_text("Not used yet.", exact=False)).to_be_visible()
    look(lead, "invited")

    rita.get_by_role("link", name="Sign in at Feide").click()
    rita.get_by_placeholder("sub").fill("rita-1")
    rita.get_by_role("button", name="Authorize").click()
    expect(rita).to_have_url(f"{site.url}/", timeout=60_000)
    expect(rita.get_by_role("heading", level=1).first).to_be_visible()
    expect(rita.get_by_text("You are not signed in")).to_have_count(0)
    rita.goto(f"{site.url}/ranking")
    expect(rita.get_by_role("heading", name="Ranking", level=1)).to_be_visible()

    lead.reload()
    settled(lead)
    pick(lead, "people_person", "Rita")
    expect(lead.get_by_text("Identifier: rita-1")).to_be_visible()
    look(lead, "in-use")
    field.fill("")
    lead.locator(".st-key-people_account button").click()
    expect(lead.get_by_text("besides their link", exact=False)).to_be_visible()
    rita.goto(f"{site.url}/ranking")
    expect(rita.get_by_text("You are not signed in")).to_be_visible()
    assert problems(site.store, SLUG) == []
