"""Mail by a lead's button: sent once, to those who may get it, and listed without its text."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from eval_core.campaigns.access import find_person
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.jobs.job_list import list_all_jobs, stop_job
from eval_core.campaigns.jobs.job_queue import queue_job
from eval_core.campaigns.mail.dispatch import preview_mail, take_mail
from eval_core.campaigns.mail.mail_plan import Allowed, change_mail_plan, read_mail_plan
from eval_core.campaigns.mail.outbox import ask_for_mails, list_mails
from eval_core.campaigns.people.erasure import erase_person
from eval_core.campaigns.people.mail_addresses import change_address, find_stop, list_addresses, stop_mail
from eval_core.campaigns.people.persons import add_person, renew_link, revoke_link
from eval_core.campaigns.people.sign_ins.sign_in import open_invitation, sign_in
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.plan import change_plan
from eval_core.errors import RefusedError
from eval_core.reports.background.mail_words import letter_of
from eval_core.store import Mail
from tests.conftest import Clock
from tests.support.building import Built
from tests.support.checking import everything
from tests.support.post import BASE, LINK, Post


@pytest.mark.both_databases
def test_an_invitation_is_sent_with_a_link_that_works(post: Post) -> None:
    """In the language that was chosen; the link signs in, and is the person's own from then on."""
    letter = {"responsible": "Språkgruppa", "contact": "post@example.org", "pay": "250 kroner timen"}
    change_rules(post.store, post.built.slug, {"letter": letter})
    assert post.ask("invitation", "Kari") == (1, [])
    assert post.send() == 1
    assert post.mails() == [("invitation", "sent", None)]
    assert post.box.recipients == ["kari@example.org"]
    text = post.box.text()
    for part in (
        "Hei, Kari!",
        "Campaign trial",
        "Språkgruppa",
        "250 kroner timen",
        "1. april 2026",
        f"{BASE}/guide/nb",
    ):
        assert part in text
    token = post.link()
    assert open_invitation(post.store, token) is not None
    assert sign_in(post.store, token) is not None
    assert sign_in(post.store, token) is not None
    (row,) = list_mails(post.store, post.built.slug, who=post.lead)
    assert (row.name, row.kind, row.state, row.asked_by) == ("Kari", "invitation", "sent", "Lise")
    assert token not in repr(everything(post.store))
    assert "mail_asked" in [entry.action for entry in read_log(post.store, post.built.slug)]


@pytest.mark.slow
def test_an_old_link_works_until_the_new_one_is_used(post: Post, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not after it; an unused link ends after thirty days, and when a lead revokes the person's links."""
    monkeypatch.setenv("PARVIS_SIGN_IN_DAYS", "3650")  # the lead's goes on meanwhile
    old = renew_link(post.store, "Kari").token
    post.ask("invitation", "Kari")
    post.send()
    token = post.link()
    assert sign_in(post.store, old) is not None
    clock.move(days=29)
    assert sign_in(post.store, token) is not None
    assert sign_in(post.store, old) is None
    clock.move(days=400)
    assert sign_in(post.store, token) is not None  # it is the person's own now
    for late in (True, False):
        post.ask("invitation", "Kari")
        post.send()
        token = post.link()
        if late:
            clock.move(days=31)
        else:
            revoke_link(post.store, "Kari")
        assert (open_invitation(post.store, token), sign_in(post.store, token)) == (None, None)


def test_nothing_is_sent_without_the_switch(post: Post) -> None:
    """Not what is asked for, and not what waits when the switch is turned off."""
    store, slug = post.store, post.built.slug
    post.ask("invitation", "Kari")
    assert change_mail_plan(store, slug, Allowed(), post.lead)
    assert post.send() == 1
    assert post.mails() == [("invitation", "dropped", "mail_off")]
    with pytest.raises(RefusedError) as refused:
        post.ask("reminder", "Kari")
    assert refused.value.code == "mail_off"
    assert read_mail_plan(store, slug, post.lead) == Allowed()
    assert post.box.mails == []


@pytest.mark.slow
def test_a_server_is_needed(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one the switch cannot be turned on, and what waits goes on waiting."""
    post.ask("invitation", "Kari")
    monkeypatch.delenv("PARVIS_SMTP_URL")
    with pytest.raises(RefusedError) as refused:
        change_mail_plan(post.store, post.built.slug, Allowed(sending=True), post.lead)
    assert refused.value.code == "no_mail_server"
    assert post.send() == 1
    assert post.mails() == [("invitation", "waiting", "unreachable")]


def test_greylisting_and_refusals(post: Post, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A 4xx is tried again some minutes later; a 5xx is shown to the lead; what is never taken is given up."""
    post.box.answers = ["451 greylisted"]
    post.ask("invitation", "Kari")
    assert (post.send(), post.mails()) == (1, [("invitation", "waiting", "451")])
    assert post.send() == 0
    clock.move(minutes=2)
    assert (post.send(), post.mails()) == (1, [("invitation", "sent", None)])
    post.join("Ola")
    post.box.answers = ["550 no such user"]
    post.ask("invitation", "Ola")
    assert (post.send(), post.mails()[-1]) == (1, ("invitation", "refused", "550"))
    post.join("Per")
    monkeypatch.setattr("eval_core.jobs.mail_work.TURNS", 2)
    post.box.answers = ["451 later"] * 2
    post.ask("invitation", "Per")
    for _ in range(2):
        assert post.send() == 1
        clock.move(hours=9)
    assert (post.send(), post.mails()[-1]) == (0, ("invitation", "refused", "451"))


@pytest.mark.slow
def test_a_mail_taken_again_is_the_same_mail(post: Post) -> None:
    """Its sender died after it was handed over: sent once more, with the same Message-ID and a link that works."""
    post.ask("invitation", "Kari")
    assert take_mail(post.store, 1) is not None
    assert post.mails() == [("invitation", "sending", None)]
    post.send()
    with post.store.write() as db:  # as if nothing had been noted
        db.get_one(Mail, 1).state = "sending"
        queue_job(db, "mail", "mail/1", post.store.now(), about={"mail": 1})
    post.send()
    first, second = (mail["Message-ID"] for mail in post.box.mails)
    assert first == second
    assert sign_in(post.store, post.link(0)) is None
    assert sign_in(post.store, post.link(1)) is not None


@pytest.mark.slow
def test_a_double_click_sends_one(post: Post, clock: Clock) -> None:
    """The second says that the person has just got one."""
    assert post.ask("reminder", "Kari") == (1, [])
    assert post.ask("reminder", "Kari") == (0, [("Kari", "lately")])
    clock.move(hours=21)
    assert post.ask("reminder", "Kari") == (1, [])


def test_who_gets_none_and_why(post: Post) -> None:
    """No address, another role; each by name."""
    store, slug = post.store, post.built.slug
    post.join("Ola")
    change_address(store, slug, post.people["Ola"], "", post.lead)
    assert post.ask("reminder", "Kari", "Ola", "Lise") == (1, [("Lise", "not_here"), ("Ola", "no_address")])
    with pytest.raises(RefusedError) as refused:
        ask_for_mails(store, slug, "reminder", [], "nb", post.lead)
    assert refused.value.code == "no_recipient"


def test_addresses_of_people_elsewhere_are_out_of_reach(post: Post, campaign: Callable[..., Built]) -> None:
    """A lead who could set the address of another campaign's lead could ask for a link in their name."""
    campaign(slug="other")
    store, slug = post.store, post.built.slug
    add_person(store, "Anne", ["lead"], ["other", slug])
    with store.read() as db:
        post.people["Anne"] = find_person(db, "Anne").id
    with pytest.raises(RefusedError) as refused:
        change_address(store, slug, post.people["Anne"], "mine@example.org", post.lead)
    assert refused.value.code == "out_of_reach"
    change_address(store, slug, post.people["Anne"], "anne@example.org")
    assert post.ask("invitation", "Anne") == (0, [("Anne", "out_of_reach")])
    for wrong in ("kari", "k@example.org\nBcc: x@example.org"):
        with pytest.raises(RefusedError) as refused:
            change_address(store, slug, post.people["Kari"], wrong, post.lead)
        assert refused.value.code == "bad_address"
    assert not change_address(store, slug, post.people["Kari"], " kari@example.org ", post.lead)
    assert list_addresses(store, slug, post.lead)[post.people["Anne"]].address == "anne@example.org"


@pytest.mark.parametrize("correct", ["kari.lie@example.org", ""])
def test_what_went_to_a_wrong_address_opens_nothing(post: Post, correct: str) -> None:
    """Once the address is corrected or removed: the link ends, and a stranger's stop does not hold for the right one."""
    post.ask("invitation", "Kari")
    post.send()
    token, key = post.link(), post.stop_key("Kari")
    stop_mail(post.store, key)
    kari = post.people["Kari"]
    change_address(post.store, post.built.slug, kari, "KARI@example.org", post.lead)
    assert open_invitation(post.store, token) is not None  # the same mailbox
    assert find_stop(post.store, key) is True
    assert change_address(post.store, post.built.slug, kari, correct, post.lead)
    assert (open_invitation(post.store, token), sign_in(post.store, token)) == (None, None)
    assert find_stop(post.store, key) is None
    if correct:
        assert not list_addresses(post.store, post.built.slug, post.lead)[kari].stopped


@pytest.mark.both_databases
def test_a_mail_that_no_one_will_send_is_not_waiting(post: Post) -> None:
    """The operator stopped its job, or the job failed for good: the list says that it was not sent."""
    post.ask("invitation", "Kari")
    (row,) = list_mails(post.store, post.built.slug)
    assert (row.state, row.answer) == ("waiting", None)
    (job,) = list_all_jobs(post.store)
    assert stop_job(post.store, job.id)
    (row,) = list_mails(post.store, post.built.slug)
    assert (row.state, row.answer) == ("dropped", "given_up")


@pytest.mark.parametrize("days", [1, -1])
def test_a_reminder_names_a_deadline_that_is_ahead(post: Post, days: int) -> None:
    """And none that has passed, since work may go on after it."""
    now = post.store.now()
    change_plan(post.store, post.built.slug, {"deadline": now + timedelta(days=days)})
    envelope = preview_mail(post.store, post.built.slug, "reminder", post.people["Kari"], "nb")
    assert ("til og med" in letter_of(envelope, BASE).text) is (days > 0)


def test_a_preview_says_what_is_sent_without_a_link(post: Post) -> None:
    """The same words as the mail that follows; nothing is stored."""
    before = everything(post.store)
    kari = post.people["Kari"]
    seen = letter_of(preview_mail(post.store, post.built.slug, "invitation", kari, "nb", post.lead), BASE)
    assert everything(post.store) == before
    link = f"{BASE}/join/(personlig lenke)?campaign={post.built.slug}"
    assert link in seen.text
    post.ask("invitation", "Kari")
    post.send()
    sent = post.box.text().replace(post.stop_key("Kari"), "…")
    assert LINK.sub("LINK", sent) == seen.text.replace(link, "LINK")
    assert post.box.mails[0]["Subject"] == seen.subject


def test_who_is_erased_gets_no_more_mail(post: Post) -> None:
    """Nor is the address, or that there was a mail, left anywhere."""
    post.ask("invitation", "Kari")
    erase_person(post.store, post.built.slug, post.people["Kari"], post.lead)
    assert post.send() == 1
    assert post.box.mails == []
    assert "kari@example.org" not in repr(everything(post.store))
    assert post.mails() == []


def test_links_in_mails_are_found() -> None:
    """The pattern of these tests finds a link on a line of its own, and no other."""
    assert LINK.findall(f"Her:\n{BASE}/join/abc\n") == ["abc"]
    assert LINK.findall(f"Her: {BASE}/join/abc") == []
