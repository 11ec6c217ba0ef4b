"""Each annotator's results on gold and repeats, their speed and sides, and how much of their work came late."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from sqlalchemy import bindparam, case, func, select, text
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.results.ledger import ledger
from eval_core.locales import natural
from eval_core.ranking.votes import OUTCOMES
from eval_core.store import Assignment, Comparison, Exclusion, Judgment, Person, Response, Store
from eval_core.store.bulk import chunks

_KINDS = ("gold", "repeat")
_LATE = (
    select(Judgment.person_id, func.count())
    # Exactly the condition of its index.
    .where(Judgment.campaign_id == bindparam("campaign"), text("late"), Judgment.live, Judgment.outcome.is_not(None))
    .group_by(Judgment.person_id)
)
# An ordinary reader takes 238 words a minute (Brysbaert 2019, Journal of Memory and Language 109), of about six
# characters with the space; three times that is skimming.
_CHARACTERS_A_SECOND = 3 * 238 * 6 / 60
_TEXTS = 1_000  # whose median length is taken for that of all


@dataclass(frozen=True)
class AnnotatorChecks:
    """One annotator: gold answered as expected, repeats answered as before, k of n each; median seconds a comparison.

    First answers count: later changes do not show how a person judges.

    Attributes:
        seconds: None if no time was measured.
        late: live judgments of every kind that came after their lease had run out.
        took_first, took_second: judgments that take a side as they are now, as presented, of known order.
        fast: of the `timed` judgments, those made within `quickest`.
        counts: whether results have their judgments: of people who are not excluded.
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
    counts: bool = True


def quickest(characters: float) -> float:
    """Seconds within which nobody can read even one of two texts of so many characters."""
    return characters / _CHARACTERS_A_SECOND


def annotator_checks(store: Store, slug: str, who: Who = OPERATOR) -> tuple[AnnotatorChecks, ...]:
    """Everybody who has judged here, by name; training and test left out. For leads and researchers."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        rows = ledger(store, db, campaign)
        controls = control_answers(db, campaign.id)
        times = _first_times(db, rows)
        late = dict(db.execute(_LATE, {"campaign": campaign.id}).all())
        names = dict(db.execute(select(Person.id, Person.name)).all())
        programs = select(Person.id).where(Person.kind == "judge")
        left_out = {*db.scalars(Exclusion.people(campaign.id)), *db.scalars(programs)}
        lengths = select(func.length(Response.text)).where(Response.campaign_id == campaign.id, Response.text != "")
        soonest = quickest(float(np.median(db.scalars(lengths.limit(_TEXTS)).all() or [0.0])))
    people = _work(rows, times, soonest)
    gold, repeats = (
        controls[controls["kind"] == kind].groupby("person")["alike"].agg(["sum", "size"]) for kind in _KINDS
    )
    people = people.join([gold.add_prefix("gold_"), repeats.add_prefix("repeat_")], how="outer")
    counts = people.drop(columns="seconds").fillna(0).astype(int)
    checks = [
        AnnotatorChecks(
            annotator=names[person],
            gold_right=row["gold_sum"],
            gold=row["gold_size"],
            repeats_alike=row["repeat_sum"],
            repeats=row["repeat_size"],
            seconds=None if pd.isna(seconds) else float(seconds),
            late=late.get(person, 0),
            took_first=row["took_first"],
            took_second=row["took_second"],
            fast=row["fast"],
            timed=row["timed"],
            counts=person not in left_out,
        )
        for person, row, seconds in zip(
            counts.index.tolist(), counts.to_dict("records"), people["seconds"], strict=True
        )
        if person in names
    ]
    return tuple(sorted(checks, key=lambda check: natural(check.annotator)))


def _work(rows: pd.DataFrame, times: pd.DataFrame, soonest: float) -> pd.DataFrame:
    """By person: columns took_first, took_second, seconds, fast, timed."""
    known = rows["order_known"].to_numpy()
    turned, outcome = rows["swapped"].to_numpy(), rows["outcome"].to_numpy()
    first, second = (OUTCOMES.index(name) for name in ("first", "second"))
    sides = pd.DataFrame(
        {
            "person_id": rows["person_id"],
            "took_first": known & (outcome == np.where(turned, second, first)),
            "took_second": known & (outcome == np.where(turned, first, second)),
        }
    )
    timed = times[times["active_ms"].notna()].assign(fast=lambda some: some["active_ms"] < 1000 * soonest)
    by_person = timed.groupby("person_id")
    speed = pd.DataFrame(
        {
            "seconds": by_person["active_ms"].median() / 1000,
            "fast": by_person["fast"].sum(),
            "timed": by_person.size(),
        }
    )
    return sides.groupby("person_id").sum().join(speed, how="outer")


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


def control_answers(db: Session, campaign_id: int) -> pd.DataFrame:
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
