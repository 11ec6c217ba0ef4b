"""A copied scene is the scene."""

from __future__ import annotations

import pytest

from eval_core.store import Store
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built, build_campaign
from tests.support.checking import everything, problems
from tests.support.snapshots import Snapshots

pytestmark = pytest.mark.both_databases


def test_a_copy_has_every_row_and_can_go_on(store: Store, other_store: Store) -> None:
    """Built once, then copied: the same rows; a person who is added afterwards gets an id of their own."""
    snapshots, builds = Snapshots(), []

    def build() -> Built:
        builds.append(1)
        built = build_campaign(store)
        session = built.enter("Kari")
        task = open_desk(store, session, built.slug).task
        assert task is not None
        record_judgment(store, session, built.slug, task.assignment_id, 0, "A")
        return built

    first, second = (snapshots.scene("judged", place, build) for place in (store, other_store))
    assert (first, builds) == (second, [1])
    assert everything(store) == everything(other_store)
    copied = Built(other_store, first.slug, first.systems)
    for built in (first, copied):
        session = built.enter("Lise")
        task = open_desk(built.store, session, built.slug).task
        assert task is not None
        record_judgment(built.store, session, built.slug, task.assignment_id, 0, "B")
        assert problems(built.store, built.slug) == []
    assert {name: len(rows) for name, rows in everything(store).items()} == {
        name: len(rows) for name, rows in everything(other_store).items()
    }
