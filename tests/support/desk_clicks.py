"""An annotator's clicks on the desk, as tests make them through the services."""

from __future__ import annotations

from collections.abc import Iterator

from eval_core.campaigns.access import Who
from eval_core.campaigns.desk.compare import Task
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built
from tests.support.checking import history


def shown(built: Built, session: str) -> Task:
    """What lies on the desk; there must be something."""
    task = open_desk(built.store, session, built.slug).task
    assert task is not None
    return task


def judge(built: Built, session: Who, task: Task, choice: str = "A") -> bool:
    return record_judgment(built.store, session, built.slug, task.assignment_id, task.revision, choice)


def tasks(built: Built, session: str) -> Iterator[Task]:
    """Judges until there is nothing left, giving every task before it is judged."""
    while (task := open_desk(built.store, session, built.slug).task) is not None:
        yield task
        judge(built, session, task)


def reason(built: Built, session: str) -> str | None:
    return open_desk(built.store, session, built.slug).reason


def choices(built: Built, assignment: int) -> list[tuple[int, str | None, bool]]:
    """Revision, choice and liveness of an assignment's judgments."""
    return sorted(
        (row["revision"], row["choice"], row["live"])
        for row in history(built.store).values()
        if row["assignment_id"] == assignment
    )
