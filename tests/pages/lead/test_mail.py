"""Mail on People, and work in the background on Setup, as a lead sees and uses them."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy import select
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.jobs.job_list import list_jobs
from eval_core.campaigns.jobs.job_queue import end_turn, queue_job, take_turn
from eval_core.campaigns.mail.mail_plan import Allowed, change_mail_plan, read_mail_plan
from eval_core.campaigns.mail.outbox import list_mails
from eval_core.campaigns.people.mail_addresses import list_addresses
from eval_core.store import MailAddress
from eval_core.ui.lead.people.qr_codes import Card, qr_page
from eval_core.web.qr_code import qr_svg
from tests.support.building import Built
from tests.support.page_text import words
from tests.support.post import SETTINGS

Open = Callable[..., AppTest]


@pytest.fixture
def lise(built: Built) -> str:
    """The session of a lead."""
    return built.enter("Lise", "lead")


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mail server, which nothing here speaks with."""
    monkeypatch.setenv("PARVIS_SMTP_URL", "smtp+plain://127.0.0.1:9")
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)


def added(page: AppTest, text: str) -> AppTest:
    """Paste people and add them."""
    page.text_area(key="people_paste").set_value(text).run()
    return page.button(key="people_add").click().run()


@pytest.mark.slow
def test_without_a_mail_server_there_are_other_ways(built: Built, lise: str, open_page: Open) -> None:
    """A link in the lead's own mail program, with the whole text; no switch, and the address is kept for later."""
    page = added(open_page("people", lise), "Kari Nordmann <kari@example.org>")
    assert "This server sends no mail." in words(page)
    assert len(page.toggle) == 0
    (link,) = [one for one in page.get("link_button") if one.proto.url.startswith("mailto:")]
    body = parse_qs(urlsplit(link.proto.url).query)["body"][0]
    assert "/join/" in body
    assert "Welcome to Parvis, Kari Nordmann!" in body
    (row,) = list_addresses(built.store, built.slug).values()
    assert row.address == "kari@example.org"


@pytest.mark.usefixtures("served")
def test_a_mail_is_looked_at_before_it_is_sent(built: Built, lise: str, open_page: Open) -> None:
    """Nothing before the switch; then those just added are chosen, the first one's mail is shown, and it is queued."""
    page = added(open_page("people", lise), "Kari, kari@example.org\nOla, ola@example.org\nPer")
    assert "Nothing is sent before you turn this on." in words(page)
    assert read_mail_plan(built.store, built.slug) == Allowed()
    page.toggle(key=f"{built.slug}/mail_sending").set_value(True).run()
    assert read_mail_plan(built.store, built.slug) == Allowed(sending=True)
    assert "As Kari gets it, with a link of their own:" in words(page)
    assert "/join/(personal link)" in words(page)
    assert [button.label for button in page.button if button.key == "mail_send"] == [
        "Send 2 invitations to “Campaign trial”"
    ]
    page.button(key="mail_send").click().run()
    assert not page.exception
    assert "2 mails are on their way." in words(page)
    assert [(row.name, row.state) for row in list_mails(built.store, built.slug)] == [
        ("Ola", "waiting"),
        ("Kari", "waiting"),
    ]
    page.toggle(key=f"{built.slug}/mail_sending").set_value(False).run()
    assert read_mail_plan(built.store, built.slug) == Allowed()


@pytest.mark.usefixtures("served")
@pytest.mark.slow
def test_an_address_is_changed_and_refused(built: Built, lise: str, open_page: Open) -> None:
    """With the person's other details; what is no address is not saved."""
    built.enter("Kari")
    page = open_page("people", lise)
    kari = next(one for one in page.selectbox(key="people_person").options if one == "Kari")
    page.selectbox(key="people_person").select(kari).run()

    def write(text: str) -> str:
        field = next(one for one in page.text_input if str(one.key).startswith("address/"))
        field.set_value(text)
        page.button(key="people_address").click().run()
        assert not page.exception
        return words(page)

    assert "Not saved: this is not a mail address." in write("kari at example")
    assert "Saved." in write("kari@example.org")
    with built.store.read() as db:
        assert db.scalars(select(MailAddress.address)).all() == ["kari@example.org"]
    write("")
    assert list_addresses(built.store, built.slug) == {}


@pytest.mark.usefixtures("served")
@pytest.mark.slow
def test_a_switch_of_another_lead_is_seen(built: Built, lise: str, open_page: Open) -> None:
    """The page shows what is stored, not what it drew before."""
    page = open_page("people", lise)
    change_mail_plan(built.store, built.slug, Allowed(sending=True, reminders=True))
    page.run()
    assert [toggle.value for toggle in page.toggle] == [True, True, False]


def test_qr_codes_keep_their_size_and_texts_are_escaped() -> None:
    """In print they fill their place, so they need a view box; a name with markup is shown as text."""
    address = "https://parvis.example.org/join/" + "x" * 43
    assert "viewBox" in Card("Kari", "Prøven", address).svg
    assert "width=" in qr_svg(address)
    page = qr_page([Card("<b>Kari</b>", "Prøven", address), Card("Ola", "Prøven", address)])
    assert "<b>Kari" not in page
    assert page.count("<svg") == 2
    assert "<script" not in page


def test_work_in_the_background_is_listed_and_paused(built: Built, lise: str, open_page: Open) -> None:
    """With its state and, where it failed, the reason; nothing is shown where there is none."""
    page = open_page("setup", lise)
    assert "In the background" not in words(page)
    with built.store.write() as db:
        for key in ("one", "two"):
            queue_job(db, "judge_run", key, built.store.now(), campaign_id=built.id)
    turn = take_turn(built.store, ["judge_run"])
    assert turn is not None
    end_turn(built.store, turn, "failed", {"code": "said", "text": "the endpoint knows no model 'x'"})
    page.run()
    assert "the endpoint knows no model" in words(page)
    (waiting,) = [job for job in list_jobs(built.store, built.slug) if job.state == "waiting"]
    page.button(key=f"job_{waiting.id}_paused").click().run()
    assert not page.exception
    assert "paused" in {job.state for job in list_jobs(built.store, built.slug)}


def test_the_preview_says_what_becomes_of_an_address(built: Built, lise: str, open_page: Open) -> None:
    """Who is here and has a new address in the list gets it; a name that is taken from an address is explained."""
    built.enter("Kari")
    page = open_page("people", lise)
    page.text_area(key="people_paste").set_value("Kari, kari@example.org\nola@example.org").run()
    said = words(page)
    assert "Already here: gets this mail address" in said
    assert "Already here: nothing to do" not in said
    assert "takes the part before the @ as the name" in said
