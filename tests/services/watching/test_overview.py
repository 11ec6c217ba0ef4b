"""All campaigns at once: what each line says, who sees which, and how many queries it takes."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import event

from eval_core.campaigns.access import OPERATOR
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_in import sign_in
from eval_core.campaigns.setup.lifecycle import draft_campaign
from eval_core.campaigns.watching.overview import list_overview
from eval_core.campaigns.watching.progress import campaign_counts
from eval_core.errors import RefusedError
from eval_core.store import Store
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment, record_ratings
from tests.support.building import Built, build_campaign
from tests.support.permissions import MARKS


def queries(store: Store) -> int:
    """How many statements the overview sends to the database."""
    sent: list[str] = []

    def listen(*about: Any) -> None:
        sent.append(about[2])

    event.listen(store.engine, "before_cursor_execute", listen)
    try:
        list_overview(store, OPERATOR)
    finally:
        event.remove(store.engine, "before_cursor_execute", listen)
    return len(sent)


@pytest.fixture
def built(store: Store) -> Built:
    """A campaign whose responses are compared."""
    return build_campaign(store)


@pytest.fixture
def rated(built: Built) -> Built:
    """A second campaign, whose responses are rated."""
    return build_campaign(built.store, slug="rated", protocol="heval", prompts=2, systems=("delta", "echo"))


@pytest.mark.both_databases
def test_each_line_is_what_progress_says(built: Built, rated: Built, clock: Clock) -> None:
    """The counts are those of the campaign's own page, comparing or rating; its last judgment is its last activity."""
    kari, roar = built.enter("Kari"), rated.enter("Roar")
    clock.move(seconds=3600)
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    record_judgment(built.store, kari, built.slug, task.assignment_id, task.revision, "A")
    judged_at = built.store.now()
    clock.move(seconds=3600)
    (sheet, *_) = open_desk(rated.store, roar, rated.slug).sheets
    record_ratings(rated.store, roar, rated.slug, sheet.assignment_id, 0, MARKS)
    compared, rates = sorted(list_overview(built.store, OPERATOR), key=lambda row: row.rates)
    for row in (compared, rates):
        counts = campaign_counts(built.store, row.slug)
        assert (row.done, row.total) == (counts.done, counts.total)
        assert row.done == 1
    assert (compared.slug, rates.slug, rates.protocol) == (built.slug, "rated", "heval")
    assert compared.active_at == judged_at
    assert rates.active_at > judged_at


def test_a_reader_sees_their_own(built: Built, rated: Built) -> None:
    """Leads and researchers see where they are that; annotators of all campaigns are refused."""
    store = built.store
    lise = built.enter("Lise", "lead")
    rita = sign_in(store, add_person(store, "Rita", ["researcher"], [built.slug, "rated"]).token)
    everywhere = sign_in(store, add_person(store, "Ola", ["lead"]).token)
    assert [(row.slug, row.leads) for row in list_overview(store, lise)] == [(built.slug, True)]
    assert {(row.slug, row.leads) for row in list_overview(store, rita)} == {(built.slug, False), ("rated", False)}
    assert len(list_overview(store, everywhere)) == 2
    with pytest.raises(RefusedError, match="lead or researcher"):
        list_overview(store, built.enter("Kari"))


def test_thirty_campaigns_take_as_many_queries_as_one(built: Built, rated: Built) -> None:
    """The list of campaigns is short work for the database, however long it is."""
    few = queries(built.store)
    for number in range(28):
        draft_campaign(built.store, f"Campaign {number}", who=OPERATOR)
    build_campaign(built.store, slug="rated-too", protocol="heval", prompts=1, systems=("delta", "echo"))
    assert len(list_overview(built.store, OPERATOR)) == 31
    assert queries(built.store) == few <= 12
