"""Judgments with reasons, made by the services, for tests of what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eval_core.store import Assignment
from tests.support.acts import explain_judgment, open_desk, record_judgment
from tests.support.building import Built


def judge(
    built: Built, who: str, *, at_most: int = 1000, choice: str = "A", issues: Sequence[str] = (), comment: str = ""
) -> int:
    """Judge what comes up, always alike, and give these issues of response A as the reason; how many that made."""
    for made in range(at_most):
        task = open_desk(built.store, who, built.slug).task
        if task is None:
            return made
        record_judgment(built.store, who, built.slug, task.assignment_id, task.revision, choice)
        if issues or comment:
            ticked = {"A": list(issues)}
            explain_judgment(built.store, who, built.slug, task.assignment_id, task.revision + 1, ticked, None, comment)
    return at_most


def judge_canonically(built: Built, who: str, chosen: Callable[[int], str], issues: tuple[str, ...] = ()) -> None:
    """Judge everything as `chosen` says of each comparison in canonical orientation; give reasons against the first."""
    while (task := open_desk(built.store, who, built.slug).task) is not None:
        with built.store.read() as db:
            row = db.get_one(Assignment, task.assignment_id)
            comparison, swapped = row.comparison_id, row.swapped
        outcome = chosen(comparison)
        choice = "tie" if outcome == "tie" else "AB"[(outcome == "first") == swapped]
        record_judgment(built.store, who, built.slug, task.assignment_id, task.revision, choice)
        if issues:
            side = "B" if swapped else "A"
            explain_judgment(
                built.store, who, built.slug, task.assignment_id, task.revision + 1, {side: list(issues)}, comment="Hm."
            )
