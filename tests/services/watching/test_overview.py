"""All campaigns at once: what each line says, who sees which, and how many queries it takes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from eval_core.campaigns.access import OPERATOR
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.setup.lifecycle import draft_campaign
from eval_core.campaigns.setup.plan import change_plan
from eval_core.campaigns.talk.inbox import resolve_question
from eval_core.campaigns.talk.questions import ask_question
from eval_core.campaigns.watching.overview import list_overview
from eval_core.campaigns.watching.progress import campaign_counts
from eval_core.errors import RefusedError
from eval_core.protocols.loader import DATA
from eval_core.store import Store
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment, record_ratings, skip_comparison
from tests.support.building import Built, build_campaign
from tests.support.queries import counted
from tests.support.service_calls import MARKS


def queries(store: Store) -> int:
    """How many statements the overview sends to the database."""
    with counted(store) as sent:
        list_overview(store, OPERATOR)
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
    assert queries(built.store) == few <= 15


@pytest.mark.both_databases
def test_the_state_changes_with_all_that_people_do(built: Built, rated: Built) -> None:
    """Judging, skipping, undoing, rating, asking, answering and leading each change the state, of that campaign only."""
    store, slug = built.store, built.slug
    kari, roar, lise = built.enter("Kari"), rated.enter("Roar"), built.enter("Lise", "lead")

    def states() -> dict[str, tuple[int, ...]]:
        return {row.slug: row.state for row in list_overview(store, OPERATOR)}

    def changed(act: Callable[[], object]) -> set[str]:
        before = states()
        act()
        return {slug for slug, state in states().items() if state != before[slug]}

    def judge() -> None:
        task = open_desk(store, kari, slug).task
        assert task is not None
        record_judgment(store, kari, slug, task.assignment_id, task.revision, "A")

    def rate() -> None:
        (sheet, *_) = open_desk(store, roar, rated.slug).sheets
        record_ratings(store, roar, rated.slug, sheet.assignment_id, 0, MARKS)

    def skip() -> None:
        task = open_desk(store, kari, slug).task
        assert task is not None
        skip_comparison(store, kari, slug, task.assignment_id, task.revision, "unreadable")

    assert changed(judge) == {slug}
    assert changed(skip) == {slug}
    assert changed(rate) == {rated.slug}
    assert changed(lambda: ask_question(store, kari, slug, None, "Hva nå?")) == {slug}
    assert changed(lambda: resolve_question(store, slug, 1, lise)) == {slug}
    assert changed(lambda: change_plan(store, slug, {"title": "Another"})) == {slug}
    assert changed(states) == set()


def test_a_lost_protocol_costs_its_own_line_only(built: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A campaign whose protocol cannot be read is listed as such, and the others with their counts."""
    monkeypatch.setenv("PARVIS_PROTOCOLS", str(tmp_path))
    own = (DATA / "protocols" / "norwegian_fluency.toml").read_text("utf-8")
    file = tmp_path / "own.toml"
    own = own.replace("../guidelines", str(DATA / "guidelines"))
    file.write_text(own.replace('"norwegian_fluency"', '"own"', 1), "utf-8")
    build_campaign(built.store, slug="lost", protocol="own")
    assert all(row.readable and row.total == 24 for row in list_overview(built.store, OPERATOR))
    file.unlink()
    rows = {row.slug: row for row in list_overview(built.store, OPERATOR)}
    assert (rows["lost"].readable, rows["lost"].total, rows["lost"].rates) == (False, 0, False)
    assert (rows[built.slug].readable, rows[built.slug].total) == (True, 24)
