"""Gold comparisons for the tests of services, and what is known about an assignment that its annotator is not told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select, update

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.content.import_texts import add_gold as add
from eval_core.campaigns.content.loader import Loader
from eval_core.campaigns.desk.compare import Task
from eval_core.store import Assignment, Campaign, Comparison
from tests.support.acts import Desk, open_desk, record_judgment
from tests.support.building import Built

ISSUES = ("grammar", "spelling")


def add_gold(built: Built, number: int, start: int = 0, **columns: Any) -> None:
    """So many gold comparisons of texts without systems, the better one as often first as second."""
    import pandas as pd

    rows = [
        {
            "prompt_id": None,
            "prompt": f"Kontrolloppgave {one}",
            "written_standard": "nb",
            "category": None,
            "response_a": f"{'xy'[one % 2]} Teksten {one} er god.",
            "response_b": f"{'yx'[one % 2]} Teksten {one} er dårlig.",
            "gold": "a",
            "issue": ISSUES[one % 2],
            "explanation": f"Slik er det med {one}.",
            **columns,
        }
        for one in range(start, start + number)
    ]
    with built.store.write() as db:
        add(Loader(db, find_campaign(db, built.slug), "gold.jsonl"), pd.DataFrame(rows).astype(object))


def settle(built: Built, **rules: Any) -> None:
    """Set the campaign's rules as they are, without asking whether a lead could."""
    with built.store.write() as db:
        db.execute(update(Campaign).where(Campaign.slug == built.slug).values(settings=rules))


def assignment(built: Built, identity: int) -> Assignment:
    with built.store.read() as db:
        row = db.get_one(Assignment, identity)
        db.expunge(row)
        return row


def kind_of(built: Built, task: Task) -> str:
    return assignment(built, task.assignment_id).kind


def answer(built: Built, task: Task, *, right: bool = True) -> str:
    """The right choice on a gold comparison as presented, or a wrong one."""
    with built.store.read() as db:
        row = db.get_one(Assignment, task.assignment_id)
        gold, swapped = db.get_one(Comparison, row.comparison_id).gold_outcome, row.swapped
    assert gold in ("first", "second")
    better, worse = ("B", "A") if (gold == "first") == swapped else ("A", "B")
    return better if right else worse


def desks(built: Built, session: str) -> Iterator[Desk]:
    """Chooses A until there is nothing left, giving every desk before its comparison is judged."""
    while (desk := open_desk(built.store, session, built.slug)).task is not None:
        yield desk
        record_judgment(built.store, session, built.slug, desk.task.assignment_id, desk.task.revision, "A")


def path_of(built: Built, name_or_session: str | None = None) -> list[tuple[str, int, int]]:
    """Kind, prompt and comparison of everything that came up, in the order in which it did; of one session or all."""
    from eval_core.campaigns.access import signed_in_person

    with built.store.read() as db:
        query = (
            select(Assignment.kind, Comparison.prompt_id, Comparison.id)
            .join(Comparison, Comparison.id == Assignment.comparison_id)
            .where(Assignment.campaign_id == built.id)
            .order_by(Assignment.sequence)
        )
        if name_or_session is not None:
            query = query.where(Assignment.person_id == signed_in_person(db, name_or_session))
        return [(kind, prompt, comparison) for kind, prompt, comparison in db.execute(query)]
