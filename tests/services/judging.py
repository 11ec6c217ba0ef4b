"""Judgments with reasons, made by the services, for pages that show what became of them."""

from __future__ import annotations

from collections.abc import Sequence

from eval_core.campaigns.assigning import open_desk
from eval_core.campaigns.explaining import explain_judgment
from eval_core.campaigns.judging import record_judgment
from tests.services.building import Built


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
