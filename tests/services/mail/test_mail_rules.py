"""Mail by rule: who is reminded, how often, and what leads get on Mondays."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from sqlalchemy import update

from eval_core.campaigns.jobs.job_queue import keep_regular
from eval_core.campaigns.mail.mail_plan import Allowed, change_mail_plan
from eval_core.campaigns.mail.mail_rules import queue_reminders, queue_summaries
from eval_core.campaigns.people.mail_addresses import change_address, stop_mail
from eval_core.campaigns.quality.exclusions import exclude_person
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.jobs.kinds import KINDS
from eval_core.store import Campaign, Pause, Person, Store
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment
from tests.support.post import BASE, Post

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)  # where the clock begins


def away(post: Post, clock: Clock, days: float = 4) -> None:
    """Let Kari judge one comparison and be away."""
    desk = open_desk(post.store, post.built.sessions["Kari"], post.built.slug)
    assert desk.task is not None
    record_judgment(post.store, post.built.sessions["Kari"], post.built.slug, desk.task.assignment_id, 0, "A")
    clock.move(days=days)


@pytest.mark.slow
def test_who_has_been_away_is_reminded_once_a_week(post: Post, clock: Clock) -> None:
    """After three days, at most weekly, and no more after three without a visit; queueing twice queues once."""
    away(post, clock, days=2)
    assert queue_reminders(post.store) == 0
    clock.move(days=2)
    assert (queue_reminders(post.store), queue_reminders(post.store)) == (1, 0)
    post.send()
    text = post.box.text()
    assert "Thank you for what you have done" in text
    assert f"{BASE}/new-link" in text
    assert f"{BASE}/stop-mail/{post.stop_key('Kari')}" in text
    assert "/join/" not in text  # a reminder opens no door
    sent = 1
    for _ in range(40):
        clock.move(days=1)
        sent += queue_reminders(post.store)
    assert sent == 3


@pytest.mark.slow
def test_who_never_came_is_reminded(post: Post, clock: Clock) -> None:
    """Three days after the invitation."""
    with post.store.write() as db:
        db.execute(update(Person).values(created_at=post.store.now()))
    post.ask("invitation", "Kari")
    clock.move(days=2)
    assert queue_reminders(post.store) == 0
    clock.move(days=2)
    assert queue_reminders(post.store) == 1
    post.send()
    assert "hope that you will take part" in post.box.text() or "håper fortsatt" in post.box.text()


@pytest.mark.parametrize(
    "reason", ["excluded", "paused", "campaign", "stopped", "no address", "off", "no rule", "night", "finished"]
)
@pytest.mark.drawn
def test_who_is_not_reminded(post: Post, clock: Clock, reason: str) -> None:
    """Not who is excluded, paused, unsubscribed or done; not in a paused campaign, at night, or without the rule."""
    store, slug, kari = post.store, post.built.slug, post.people["Kari"]
    away(post, clock)
    if reason == "excluded":
        exclude_person(store, slug, kari, "Careless", who=post.lead)
    elif reason == "paused":
        with store.write() as db:
            db.add(Pause(campaign_id=post.built.id, person_id=kari))
    elif reason == "campaign":
        move_campaign(store, slug, "paused", post.lead)
    elif reason == "stopped":
        stop_mail(store, post.stop_key("Kari"))
    elif reason == "no address":
        change_address(store, slug, kari, "", post.lead)
    elif reason == "off":
        change_mail_plan(store, slug, Allowed(reminders=True), post.lead)
    elif reason == "no rule":
        change_mail_plan(store, slug, Allowed(sending=True), post.lead)
    elif reason == "night":
        clock.move(hours=12)
    else:
        with store.write() as db:
            db.execute(update(Campaign).values(per_annotator=1))
    assert queue_reminders(store) == 0


def test_the_summary_comes_on_the_readers_monday_morning(post: Post, clock: Clock) -> None:
    """Once a week, in the lead's language and time zone, with what is done, what is left and what needs them."""
    assert clock() == MONDAY
    away(post, clock, days=6.5)  # Sunday, 21:00 UTC
    assert queue_summaries(post.store) == 0
    clock.move(hours=9.5)  # Monday, 06:30 UTC: 07:30 in Oslo
    assert (queue_summaries(post.store), queue_summaries(post.store)) == (1, 0)
    with post.store.write() as db:
        db.execute(update(Person).where(Person.name == "Lise").values(language="nn"))
    post.send()
    assert post.box.recipients == ["lise@example.org"]
    text = post.box.text()
    for part in ("Hei, Lise!", "1 av 24 vurderingar", "1 av dei kom dei siste sju dagane", "Kari", f"{BASE}/progress"):
        assert part in text, text
    assert "alfa-modell" not in text
    clock.move(days=7)
    assert queue_summaries(post.store) == 1
    stop_mail(post.store, post.stop_key("Lise"))
    clock.move(days=7)
    assert queue_summaries(post.store) == 0


@pytest.mark.slow
def test_a_lead_elsewhere_gets_it_on_their_own_monday(post: Post, clock: Clock) -> None:
    """At 07:00 where their browser is, not where the campaign's switch was set."""
    change_address(post.store, post.built.slug, post.people["Lise"], "l@example.org", post.lead, time_zone="Asia/Tokyo")
    clock.move(days=6, hours=12.5)  # Sunday, 21:30 UTC: Monday, 06:30 in Tokyo
    assert queue_summaries(post.store) == 0
    clock.move(hours=1)
    assert queue_summaries(post.store) == 1


def test_the_rules_are_regular_work(post: Post, clock: Clock) -> None:
    """Looked at every quarter of an hour, mails follow at once."""
    every = KINDS["mail_rules"].every
    assert every is not None
    keep_regular(post.store, {"mail_rules": every})
    away(post, clock)
    assert post.send() == 2
    assert [kind for kind, _, _ in post.mails()] == ["reminder"]


def test_nothing_is_read_without_campaigns_that_want_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """An idle rule asks one question."""

    def refuse(*_: object) -> None:
        raise AssertionError

    opened: Callable[..., None] = refuse
    monkeypatch.setattr("eval_core.campaigns.mail.mail_rules.campaign_progress", opened)
    assert (queue_reminders(store), queue_summaries(store)) == (0, 0)
