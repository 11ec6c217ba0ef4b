"""The checks for lost, doubled and rewritten judgments catch what they are for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from eval_core.store import Assignment, Comparison, Judgment
from tests.support.building import Built
from tests.support.checking import history, problems, rewritten
from tests.support.desk_clicks import judge, shown


def test_the_check_for_loss_finds_planted_faults(campaign: Callable[..., Built]) -> None:
    """A lost judgment, a rewritten one, a wrong count, a doubled one and too much overlap are each found."""
    built = campaign()
    session = built.enter("Kari")
    task = shown(built, session)
    judge(built, session, task)
    clicks = [(task.assignment_id, 1, "A")]
    assert problems(built.store, built.slug, clicks) == []
    before = history(built.store)
    ((identity, row),) = before.items()
    plants = [
        (delete(Judgment), "acknowledged click", "is gone"),
        (update(Judgment).values(choice="tie", outcome="tie"), "acknowledged click", "was rewritten"),
        (update(Judgment).values(live=False), "not just its last revision live", None),
        (update(Comparison).values(done=Comparison.done + 1), "done, there are", None),
        (update(Judgment).values(outcome="tie"), "outcome of another order", "was rewritten"),
        (update(Assignment).values(status="leased"), "its last choice says otherwise", None),
    ]
    for plant, problem, change in plants:
        with pytest.raises(ZeroDivisionError), built.store.write() as db:
            db.execute(plant)
            planted = _PlantedStore(built, db)
            assert any(problem in found for found in problems(planted, built.slug, clicks)), problem
            found = rewritten(before, history(planted))
            assert any(change in word for word in found) if change else found == []
            raise ZeroDivisionError  # takes the planted fault back
    assert problems(built.store, built.slug, clicks) == []
    with built.store.write() as db:
        twins = [
            Assignment(
                campaign_id=row["campaign_id"],
                comparison_id=row["comparison_id"],
                person_id=row["person_id"],
                occurrence=number,
                status="done",
                swapped=row["swapped"],
            )
            for number in (1, 2)
        ]
        db.add_all(twins)
        db.flush()
        copy = {name: value for name, value in row.items() if name not in ("id", "assignment_id")}
        db.add_all(Judgment(assignment_id=twin.id, **copy) for twin in twins)
    found = problems(built.store, built.slug, clicks)
    assert any("judged comparison" in word and "3 times" in word for word in found)
    assert any("has 3 judgments and 0 leases, overlap 2" in word for word in found)
    assert history(built.store)[identity] == row


class _PlantedStore:
    """Run the checks within a transaction that is rolled back afterwards."""

    def __init__(self, built: Built, db: Session) -> None:
        self._db, self.now = db, built.store.now

    def read(self) -> _PlantedStore:
        return self

    def __enter__(self) -> Session:
        self._db.expire_all()
        return self._db

    def __exit__(self, *_: object) -> None:
        pass
