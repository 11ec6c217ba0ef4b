"""Each annotator's results on gold and repeats, their speed, and how much of their work came late."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
from sqlalchemy import bindparam, case, func, select, text
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.results.ledger import ledger
from eval_core.locales import natural
from eval_core.store import Assignment, Comparison, Judgment, Person, Store
from eval_core.store.bulk import chunks

_KINDS = ("gold", "repeat")
_LATE = (
    select(Judgment.person_id, func.count())
    # Exactly the condition of its index.
    .where(Judgment.campaign_id == bindparam("campaign"), text("late"), Judgment.live, Judgment.outcome.is_not(None))
    .group_by(Judgment.person_id)
)


@dataclass(frozen=True)
class AnnotatorChecks:
    """One annotator: gold answered as expected, repeats answered as before, k of n each; median seconds a comparison.

    First answers count: later changes do not show how a person judges. `seconds` is None if no
    time was measured. `late` counts the live judgments of every kind that came after their lease had run out.
    """

    annotator: str
    gold_right: int
    gold: int
    repeats_alike: int
    repeats: int
    seconds: float | None
    late: int
    took_first: int = 0
    took_second: int = 0
    fast: int = 0
    timed: int = 0


def annotator_checks(store: Store, slug: str, who: Who = OPERATOR) -> tuple[AnnotatorChecks, ...]:
    """Everybody who has judged here, by name; training and test left out. For leads and researchers."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        rows = ledger(store, db, campaign)
        controls = _controls(db, campaign.id)
        times = _first_times(db, rows)
        late = dict(db.execute(_LATE, {"campaign": campaign.id}).all())
        names = dict(db.execute(select(Person.id, Person.name)).all())
    plain = times.groupby("person_id")["active_ms"].median() / 1000
    gold, repeats = (
        controls[controls["kind"] == kind].groupby("person")["alike"].agg(["sum", "size"]) for kind in _KINDS
    )
    nothing = pd.Series({"sum": 0, "size": 0})
    checks = []
    judged = {*rows["person_id"], *controls["person"]} & names.keys()
    for person in sorted(judged, key=lambda person: natural(names[person])):
        of_gold, of_repeats = (counts.loc[person] if person in counts.index else nothing for counts in (gold, repeats))
        seconds = plain.get(person)
        checks.append(
            AnnotatorChecks(
                annotator=names[person],
                gold_right=int(of_gold["sum"]),
                gold=int(of_gold["size"]),
                repeats_alike=int(of_repeats["sum"]),
                repeats=int(of_repeats["size"]),
                seconds=None if seconds is None or pd.isna(seconds) else float(seconds),
                late=late.get(person, 0),
            )
        )
    return tuple(checks)


def _first_times(db: Session, rows: pd.DataFrame) -> pd.DataFrame:
    """Columns person_id, active_ms of the first choice on each of the ledger's judgments."""
    changed = rows["revision"] > 1
    first = aliased(Judgment)
    earlier = [
        row
        for ids in chunks(int(judgment) for judgment in rows.loc[changed, "id"])
        for row in db.execute(
            select(first.person_id, first.active_ms)
            .join(Judgment, Judgment.assignment_id == first.assignment_id)
            .where(first.revision == 1, Judgment.id.in_(ids))
        )
    ]
    columns = ["person_id", "active_ms"]
    return pd.concat([rows.loc[~changed, columns], pd.DataFrame(earlier, columns=columns, dtype="float32")])


def _controls(db: Session, campaign_id: int) -> pd.DataFrame:
    """Columns person, kind ('gold', 'repeat'), alike: first answers compared with gold or one's own earlier answer."""
    regular, before = aliased(Assignment), aliased(Judgment)
    expected = case((Assignment.kind == "gold", Comparison.gold_outcome), else_=before.outcome)
    rows = db.execute(
        select(
            Judgment.person_id,
            Assignment.kind,
            Judgment.outcome == expected,
        )
        .join(Assignment, Assignment.id == Judgment.assignment_id)
        .join(Comparison, Comparison.id == Assignment.comparison_id)
        .outerjoin(
            regular,
            (Assignment.kind == "repeat")
            & (regular.comparison_id == Assignment.comparison_id)
            & (regular.person_id == Assignment.person_id)
            & (regular.kind == "regular")
            & (regular.status == "done"),
        )
        .outerjoin(before, (before.assignment_id == regular.id) & (before.revision == 1))
        .where(
            Judgment.campaign_id == campaign_id,
            text("NOT judgment.ranked"),
            Judgment.revision == 1,
            Judgment.outcome.is_not(None),
            Judgment.person_id.is_not(None),
            Assignment.status == "done",
            Assignment.kind.in_(_KINDS),
            expected.is_not(None),
        )
    ).all()
    return pd.DataFrame(rows, columns=["person", "kind", "alike"]).astype({"alike": bool})
