"""Leaks planted into a server that is started with this folder on its path; Python imports this file by itself.

- The response of the system that sorts first always stands as A.
- A sheet wants to be read for longer, the further down the alphabet the system on A is.
- A comparison of the first two systems takes longer to hand out.
- The sheet of gold made of a pair on which all agreed, whose fault nobody named, has one field more.
- The sheet of gold with a fault planted by a lead who did not explain it has its fields in another order.
"""

from __future__ import annotations

import os
import time
from functools import wraps
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import aliased

from eval_core.campaigns.desk.supply import leases, stream
from eval_core.store import Assignment, Comparison, Response, System
from eval_core.ui.session import store
from eval_core.web import desk_json

SECONDS = float(os.environ["PLANTED_SECONDS"])


def systems_of(assignment_id: int) -> tuple[str, ...]:
    """The two systems in canonical order; nothing for gold comparisons, whose texts have none."""
    first, second, one, other = aliased(Response), aliased(Response), aliased(System), aliased(System)
    with store().read() as db:
        row = db.execute(
            select(one.name, other.name)
            .select_from(Assignment)
            .join(Comparison, Comparison.id == Assignment.comparison_id)
            .join(first, first.id == Comparison.first_response_id)
            .join(second, second.id == Comparison.second_response_id)
            .join(one, one.id == first.system_id)
            .join(other, other.id == second.system_id)
            .where(Assignment.id == assignment_id)
        ).first()
    return tuple(row) if row else ()


def gold_of(assignment_id: int) -> Comparison | None:
    """The gold comparison of an assignment; None for all else."""
    with store().read() as db:
        found = db.get_one(Comparison, db.get_one(Assignment, assignment_id).comparison_id)
        db.expunge(found)
        return found if found.kind == "gold" else None


honest = desk_json._sheet
handed_out: set[int] = set()


@wraps(honest)
def leaking(sheet: Any, view: str) -> dict[str, Any]:
    systems = systems_of(sheet.assignment_id)
    if systems == ("alfa-modell", "bravo-modell") and sheet.assignment_id not in handed_out:
        time.sleep(SECONDS)
    handed_out.add(sheet.assignment_id)
    document = honest(sheet, view)
    document["dwell_ms"] += ord(systems[0][0]) - ord("a") if systems else 0
    gold = gold_of(sheet.assignment_id)
    if gold and gold.gold_issue is None:
        document["issue"] = None
    elif gold and gold.gold_explanation is None:
        document["revision"] = document.pop("revision")
    return document


desk_json._sheet = leaking
leases.choose_side = stream.choose_side = lambda _own, _chance: False
