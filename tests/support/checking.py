"""What must hold in every campaign at every moment, found by brute force over the tables."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import select

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.outcomes import canonical_outcome
from eval_core.errors import RefusedError
from eval_core.store import Assignment, Base, Comparison, Exclusion, Judgment, Reason, Remark, Store

Click = tuple[int, int, str | None]  # assignment, revision it made, choice (None for an undo)
# Words that may not name a field of anything sent to an annotator's browser.
_TELLING = re.compile(r"swap|order|canonical|gold|system|model|first|second|outcome|identical|shared")


def refusal(action: Callable[[], object]) -> str:
    """The word by which an action is refused."""
    with pytest.raises(RefusedError) as refused:
        action()
    return refused.value.code


def everything(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    with store.read() as db:
        return {
            table.name: sorted((tuple(row) for row in db.execute(select(table))), key=repr)
            for table in Base.metadata.sorted_tables
        }


def history(store: Store) -> dict[int, dict[str, Any]]:
    """Every judgment by its id."""
    with store.read() as db:
        return {row.id: dict(row._mapping) for row in db.execute(select(Judgment.__table__))}


def rewritten(before: dict[int, dict[str, Any]], after: dict[int, dict[str, Any]]) -> list[str]:
    """Where an append-only table was changed: rows gone, or changed in another column than `live`."""
    found = []
    for identity, row in before.items():
        now = after.get(identity)
        if now is None:
            found.append(f"judgment {identity} is gone")
        elif {**row, "live": None} != {**now, "live": None}:
            found.append(f"judgment {identity} was rewritten")
        elif now["live"] and not row["live"]:
            found.append(f"judgment {identity} came back to life")
    return found


def problems(store: Store, slug: str, acknowledged: Iterable[Click] = (), now: datetime | None = None) -> list[str]:
    """Broken promises of a campaign without imports: lost or doubled judgments, wrong counts, too much overlap.

    Args:
        acknowledged: every click and undo that a service accepted.
        now: the time at which leases count, the store's own by default.
    """
    now = now or store.now()
    with store.read() as db:
        campaign_id = find_campaign(db, slug).id
        comparisons = {row.id: row for row in db.scalars(select(Comparison).filter_by(campaign_id=campaign_id))}
        assignments = {row.id: row for row in db.scalars(select(Assignment).filter_by(campaign_id=campaign_id))}
        judgments = list(db.scalars(select(Judgment).filter_by(campaign_id=campaign_id).order_by(Judgment.id)))
        exclusions = list(db.scalars(select(Exclusion).filter_by(campaign_id=campaign_id, put_back=True)))
        remarks = list(db.execute(select(Remark.judgment_id, Reason.response_id).outerjoin(Reason)).all())
        return [
            *_lost(judgments, acknowledged),
            *_revisions(assignments, judgments),
            *_counts(comparisons, assignments, judgments, exclusions, now),
            *_doubled(assignments, judgments),
            *_kinds(comparisons, assignments, judgments),
            *_remarks(comparisons, judgments, remarks),
        ]


def _lost(judgments: list[Judgment], acknowledged: Iterable[Click]) -> Iterable[str]:
    kept = Counter((row.assignment_id, row.revision, row.choice) for row in judgments)
    for click in acknowledged:
        if kept[click] != 1:
            yield f"the acknowledged click {click} is {kept[click]} times in the history"


def _revisions(assignments: dict[int, Assignment], judgments: list[Judgment]) -> Iterable[str]:
    by_assignment: dict[int, list[Judgment]] = defaultdict(list)
    for row in judgments:
        by_assignment[row.assignment_id].append(row)
        if row.outcome != canonical_outcome(row.choice, assignments[row.assignment_id].swapped):
            yield f"judgment {row.id} has the outcome of another order"
    for identity, assignment in assignments.items():
        rows = by_assignment[identity]
        if [row.revision for row in rows] != list(range(1, len(rows) + 1)):
            yield f"assignment {identity} has revisions {[row.revision for row in rows]}"
        if [row.live for row in rows] != [False] * (len(rows) - 1) + [True] * bool(rows):
            yield f"assignment {identity} has not just its last revision live"
        judged = bool(rows) and rows[-1].choice is not None
        if judged != (assignment.status == "done"):
            yield f"assignment {identity} is {assignment.status}, its last choice says otherwise"


def _counts(
    comparisons: dict[int, Comparison],
    assignments: dict[int, Assignment],
    judgments: list[Judgment],
    exclusions: list[Exclusion],
    now: datetime,
) -> Iterable[str]:
    # What is put back is not done; once it counts again, what others judged instead may be too many.
    put_back = {row.person_id for row in exclusions if row.lifted_at is None}
    back = {row.person_id for row in exclusions if row.lifted_at is not None}
    twice = {row.comparison_id for row in judgments if row.person_id in back}
    made = Counter(
        row.comparison_id
        for row in judgments
        if row.live and row.choice is not None and assignments[row.assignment_id].kind == "regular"
        if row.person_id not in put_back
    )
    # What came after its lease had ended is kept, though somebody else has the place.
    late = Counter(row.comparison_id for row in judgments if row.live and row.late and row.choice is not None)
    held = Counter(
        row.comparison_id
        for row in assignments.values()
        if row.kind == "regular" and row.status == "leased" and row.leased_until is not None and row.leased_until > now
    )
    for identity, comparison in comparisons.items():
        if comparison.done != made[identity]:
            yield f"comparison {identity} says {comparison.done} done, there are {made[identity]}"
        if made[identity] - late[identity] + held[identity] > comparison.overlap and identity not in twice:
            yield f"comparison {identity} has {made[identity]} judgments and {held[identity]} leases, overlap {comparison.overlap}"


def _doubled(assignments: dict[int, Assignment], judgments: list[Judgment]) -> Iterable[str]:
    times = Counter(
        (row.person_id, row.comparison_id, assignments[row.assignment_id].kind == "repeat")
        for row in judgments
        if row.live and row.choice is not None
    )
    for (person, comparison, _), count in times.items():
        if count > 1:
            yield f"person {person} judged comparison {comparison} {count} times"


def _kinds(
    comparisons: dict[int, Comparison], assignments: dict[int, Assignment], judgments: list[Judgment]
) -> Iterable[str]:
    for row in judgments:
        if row.ranked != (assignments[row.assignment_id].kind == "regular"):
            yield f"judgment {row.id} is {assignments[row.assignment_id].kind}, and ranked is {row.ranked}"
    regular = {(row.person_id, row.comparison_id): row for row in assignments.values() if row.kind == "regular"}
    for row in assignments.values():
        if (row.kind in ("gold", "training", "test")) != (comparisons[row.comparison_id].kind == "gold"):
            yield f"assignment {row.id} is {row.kind} on a {comparisons[row.comparison_id].kind} comparison"
        if row.kind == "repeat":
            before = regular.get((row.person_id, row.comparison_id))
            if before is None or before.swapped == row.swapped:
                yield f"assignment {row.id} repeats nothing with its sides swapped"
    shown = Counter((row.person_id, row.comparison_id, row.kind == "repeat") for row in assignments.values())
    for (person, comparison, _), count in shown.items():
        if count > 1:
            yield f"comparison {comparison} came to person {person} {count} times"


def _remarks(comparisons: dict[int, Comparison], judgments: list[Judgment], remarks: Iterable[Any]) -> Iterable[str]:
    by_id = {row.id: row for row in judgments}
    for judgment_id, response_id in remarks:
        row = by_id.get(judgment_id)
        if row is None:
            continue  # another campaign's
        if row.choice is None:
            yield f"judgment {judgment_id} is an undo and has a remark"
        both = (comparisons[row.comparison_id].first_response_id, comparisons[row.comparison_id].second_response_id)
        if response_id is not None and response_id not in both:
            yield f"judgment {judgment_id} has a reason about a text that it did not show"


def leaks(sent: Any, names: Collection[str]) -> list[str]:
    """What an object meant for an annotator's browser (or for the lead's progress) tells about systems.

    Args:
        names: the systems' names; they may stand in no value.
    """
    found = []
    for path, value in _leaves(sent, type(sent).__name__):
        if _TELLING.search(path.rsplit(".", 1)[-1]):
            found.append(f"the field {path} tells")
        found += [f"{path} names {name}" for name in names if name in str(value)]
    return found


def _leaves(value: Any, path: str) -> Iterable[tuple[str, Any]]:
    if dataclasses.is_dataclass(value):
        for part in dataclasses.fields(value):
            yield f"{path}.{part.name}", ""
            yield from _leaves(getattr(value, part.name), f"{path}.{part.name}")
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _leaves(part, f"{path}.{key}")
    elif isinstance(value, list | tuple | set | frozenset):
        for part in value:
            yield from _leaves(part, path)
    else:
        yield path, value
