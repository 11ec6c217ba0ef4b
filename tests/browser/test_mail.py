"""Mail as a lead and an annotator meet it: pasted address, switch, preview, invitation, lost link, no more mail."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import current_visitor
from eval_core.campaigns.setup.campaigns import create_campaign
from tests.browser.conftest import Site, sign_in
from tests.ports import free_port
from tests.support.browser.axe_checks import barriers
from tests.support.browser.scenes import settle
from tests.support.mailbox import Mailbox, open_mailbox
from tests.support.post import SETTINGS

Look = Callable[[Page, str], None]


@pytest.fixture
def look() -> Look:
    """What is done where a person would look around: nothing, unless pictures are wanted."""
    return lambda *_: None


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with open_mailbox() as box:
        yield box


@pytest.fixture(scope="module")
def site(start: Callable[..., Site], mailbox: Mailbox) -> Site:
    """A dashboard that sends mail, with a draft campaign."""
    port = free_port()
    address = {"PARVIS_BASE_URL": f"http://127.0.0.1:{port}", "PARVIS_SMTP_URL": mailbox.url}
    made = start(port=port, **(SETTINGS | address))
    create_campaign(made.store, "breve", title="Brev og meldinger")
    return made


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    settle(page)


def arrived(page: Page, box: Mailbox, number: int) -> str:
    """The text of the newest mail, once there are so many: the runner looks every few seconds."""
    for _ in range(200):
        if len(box.mails) >= number:
            return box.text()
        page.wait_for_timeout(100)
    raise AssertionError(f"{len(box.mails)} mails, not {number}")


def lead_invites(page: Page, site: Site, look: Look) -> None:
    """Paste a name with an address, look at link and QR code, switch mail on, look at the mail, send it."""
    sign_in(page, f"{site.url}/join/{add_person(site.store, 'Lise', ['lead'], ['breve']).token}")
    page.goto(f"{site.url}/people")
    settle(page)
    page.get_by_label("Names, one per line").fill("Kari Nordmann <kari@example.org>, nb")
    press(page, "Preview the list")
    expect(page.get_by_role("cell", name="kari@example.org")).to_be_visible()
    look(page, "pasted")
    press(page, "Add 1 person")
    press(page, "QR code")
    expect(page.get_by_text("Only Kari Nordmann may use this code.")).to_be_visible()
    look(page, "qr")
    page.keyboard.press("Escape")
    assert barriers(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="QR codes to print").click()
    printed = page.context.new_page()
    printed.set_content(download.value.path().read_text("utf-8"))
    expect(printed.get_by_role("heading", name="Kari Nordmann")).to_be_visible()
    assert barriers(printed) == []
    look(printed, "qr-page")
    printed.close()
    page.get_by_text("This campaign may send mail").click()
    settle(page)
    expect(page.get_by_text("Will you take part in “Brev og meldinger”?")).to_be_visible()
    look(page, "preview")
    assert barriers(page) == []


def test_from_a_pasted_address_to_a_lost_link(
    site: Site, mailbox: Mailbox, visit: Callable[..., Page], look: Look
) -> None:
    """Each mail arrives with a link that works; the page for lost links says the same to strangers; axe finds nothing."""
    lead = visit()
    lead_invites(lead, site, look)
    press(lead, "Send 1 invitation to “Brev og meldinger”")
    expect(lead.get_by_text("1 mail is on its way.")).to_be_visible()
    text = arrived(lead, mailbox, 1)
    lead.reload()
    settle(lead)
    expect(lead.get_by_role("cell", name="Sent", exact=True)).to_be_visible()
    look(lead, "sent")
    kari = visit(locale="nb")
    sign_in(kari, next(line for line in text.splitlines() if "/join/" in line))
    (cookie,) = (one["value"] for one in kari.context.cookies() if "parvis" in one["name"])
    visitor = current_visitor(site.store, cookie)
    assert visitor is not None
    assert visitor.name == "Kari Nordmann"

    lost = visit(locale="nb")
    lost.goto(f"{site.url}/annotate")
    lost.get_by_role("link", name="Jeg har mistet lenken min").click()
    look(lost, "lost-link")
    assert barriers(lost) == []
    lost.get_by_label("E-postadresse").fill("Kari@example.org")
    lost.get_by_role("button").click()
    expect(lost.get_by_role("heading", name="Sjekk e-posten din")).to_be_visible()
    look(lost, "lost-link-sent")
    assert barriers(lost) == []
    text = arrived(lost, mailbox, 2)
    sign_in(lost, next(line for line in text.splitlines() if "/join/" in line))
    expect(lost.get_by_text("Det er ingenting å vurdere ennå").first).to_be_visible()

    invitation = mailbox.text(0)
    lost.goto(next(line for line in invitation.splitlines() if "/stop-mail/" in line))
    look(lost, "stop")
    assert barriers(lost) == []
    lost.get_by_role("button", name="Stopp e-postene").click()
    expect(lost.get_by_role("heading", name="E-postene er stoppet")).to_be_visible()
