"""A rating campaign in an archive: every sheet and every rating comes back as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.desk.rating_sheets import revise_ratings
from eval_core.campaigns.my_work.work_list import list_work
from eval_core.campaigns.publishing.archive.export import export_everything
from eval_core.campaigns.publishing.archive.restore import import_everything
from eval_core.campaigns.watching.progress import campaign_counts
from eval_core.protocols import load_protocol
from eval_core.store import Person, Rating, RatingAssignment, Response, Store, System
from tests.support.acts import open_desk, record_ratings, undo_ratings
from tests.support.building import Built

RATED = load_protocol("mt_qualitative").rated
TOP = {criterion.key: Score(criterion.max) for criterion in RATED}


def sheets(store: Store, slug: str, *, names: bool) -> list[tuple[object, ...]]:
    """Every rating with its system, response, rater (where names are kept), criterion and all that was recorded."""
    with store.read() as db:
        rows = db.execute(
            select(System.name, Response.text, Person.name, RatingAssignment, Rating)
            .select_from(Rating)
            .join(RatingAssignment, RatingAssignment.id == Rating.rating_assignment_id)
            .join(Response, Response.id == RatingAssignment.response_id)
            .join(System, System.id == Response.system_id)
            .join(Person, Person.id == RatingAssignment.person_id)
            .where(RatingAssignment.campaign_id == find_campaign(db, slug).id)
            .order_by(Rating.id)
        ).all()
        return [
            (
                system,
                text,
                person if names else None,
                *(sheet.protocol_key, sheet.protocol_version, sheet.protocol_hash, sheet.status, sheet.shown_at),
                *(row.criterion, row.revision, row.live, row.value, row.not_applicable, row.explanation),
                *(row.decided_at, row.active_ms, row.language),
            )
            for system, text, person, sheet, row in rows
        ]


@pytest.mark.parametrize("named", [True, False])
def test_ratings_come_back_as_they_were(
    campaign: Callable[..., Built], migrated_sqlite: Path, tmp_path: Path, *, named: bool
) -> None:
    """Revisions, undone ratings, explanations and times; and the counts are the same."""
    built = campaign(protocol="mt_qualitative", prompts=2)
    kari, ola = built.annotators(2)
    for who in (kari, kari, ola):
        (sheet,) = open_desk(built.store, who, built.slug).sheets
        record_ratings(built.store, who, built.slug, sheet.assignment_id, 0, TOP, "nn")
    undo_ratings(built.store, ola, built.slug, sheet.assignment_id, 1)
    first = list_work(built.store, kari, built.slug).rows[0].assignment_id
    revise_ratings(built.store, kari, built.slug, first, 1, TOP | {RATED[0].key: Score(2, "Eit ord manglar")})
    file = tmp_path / "all.zip"
    with file.open("wb") as target:
        export_everything(built.store, built.slug, target, named=named)
    other_file = tmp_path / "other.db"
    other_file.write_bytes(migrated_sqlite.read_bytes())
    other = Store(f"sqlite:///{other_file}")
    try:
        assert import_everything(other, file).rows["rating"] == 5 * len(RATED)
        assert sheets(other, built.slug, names=named) == sheets(built.store, built.slug, names=named)
        assert campaign_counts(other, built.slug) == campaign_counts(built.store, built.slug)
    finally:
        other.dispose()
