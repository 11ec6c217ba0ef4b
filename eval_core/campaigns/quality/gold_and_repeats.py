"""Each annotator's results on gold and repeats, their speed and sides, and how much of their work came late."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import stats
from sqlalchemy import bindparam, case, func, select, text
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.results.counting import counting
from eval_core.campaigns.results.ledger import ledger
from eval_core.locales import natural
from eval_core.ranking.votes import OUTCOMES
from eval_core.store import Assignment, Campaign, Comparison, Exclusion, Judgment, Person, Response, Store
from eval_core.store.bulk import chunks

_KINDS = ("gold", "repeat")
_WORK = ("took_first", "took_second", "fast", "timed", "judged", "ties", "compared")
_ALIKE = ("alike", "alike_low", "alike_high")
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
        judged: live judgments between systems; `ties` of them are ties.
        alike: the share of others' judgments of the same comparisons that equal theirs, the mean over the `compared`
            comparisons that others judged too, from `alike_low` to `alike_high` (95 %, normal). None without any, and
            no interval for one.
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
    person_id: int = 0
    judged: int = 0
    ties: int = 0
    alike: float | None = None
    alike_low: float | None = None
    alike_high: float | None = None
    compared: int = 0


def quickest(characters: float) -> float:
    """Seconds within which no one can read even one of two texts of so many characters."""
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
        soonest = soonest_of(db, campaign)
        counted = counting(campaign).of(db, rows)
    people = _work(rows, times, soonest).join(_alike(rows, counted))
    gold, repeats = (
        controls[controls["kind"] == kind].groupby("person")["alike"].agg(["sum", "size"]) for kind in _KINDS
    )
    people = people.join([gold.add_prefix("gold_"), repeats.add_prefix("repeat_")], how="outer")
    measured = people[["seconds", *_ALIKE]].astype(object).where(people[["seconds", *_ALIKE]].notna(), None)
    counts = people.drop(columns=["seconds", *_ALIKE]).fillna(0).astype(int)
    checks = [
        AnnotatorChecks(
            annotator=names[person],
            gold_right=row["gold_sum"],
            gold=row["gold_size"],
            repeats_alike=row["repeat_sum"],
            repeats=row["repeat_size"],
            late=late.get(person, 0),
            counts=person not in left_out,
            person_id=int(person),
            **{name: row[name] for name in _WORK},
            **{name: values[name] for name in ("seconds", *_ALIKE)},
        )
        for person, row, values in zip(
            counts.index.tolist(), counts.to_dict("records"), measured.to_dict("records"), strict=True
        )
        if person in names
    ]
    return tuple(sorted(checks, key=lambda check: natural(check.annotator)))


def soonest_of(db: Session, campaign: Campaign) -> float:
    """`quickest` for a text of usual length in the campaign."""
    lengths = select(func.length(Response.text)).where(Response.campaign_id == campaign.id, Response.text != "")
    return quickest(float(np.median(db.scalars(lengths.limit(_TEXTS)).all() or [0.0])))


def _work(rows: pd.DataFrame, times: pd.DataFrame, soonest: float) -> pd.DataFrame:
    """By person: the columns `_WORK` and seconds."""
    known = rows["order_known"].to_numpy()
    turned, outcome = rows["swapped"].to_numpy(), rows["outcome"].to_numpy()
    first, second = (OUTCOMES.index(name) for name in ("first", "second"))
    sides = pd.DataFrame(
        {
            "person_id": rows["person_id"],
            "took_first": known & (outcome == np.where(turned, second, first)),
            "took_second": known & (outcome == np.where(turned, first, second)),
            "judged": True,
            "ties": outcome == OUTCOMES.index("tie"),
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


def _alike(rows: pd.DataFrame, counted: pd.DataFrame) -> pd.DataFrame:
    """By person: the columns `_ALIKE` and compared. Those whose judgments are `counted` are the others."""
    ids, place = np.unique(np.concatenate([counted["comparison_id"], rows["comparison_id"]]), return_inverse=True)
    theirs, mine = place[: len(counted)], place[len(counted) :]
    counts = np.bincount(theirs * 3 + counted["outcome"], minlength=3 * len(ids)).reshape(-1, 3)
    own = rows["id"].isin(counted["id"]).to_numpy().astype(int)  # not compared with itself
    others = counts.sum(axis=1)[mine] - own
    frame = pd.DataFrame({"person_id": rows["person_id"], "n": others})
    frame["alike"] = (counts[mine, rows["outcome"]] - own) / np.maximum(others, 1)
    by_person = frame[frame["n"] > 0].groupby("person_id")["alike"]
    mean, n = by_person.mean(), by_person.size()
    margin = stats.norm.ppf(0.975) * by_person.std() / np.sqrt(n)
    low, high = (mean - margin).clip(lower=0), (mean + margin).clip(upper=1)
    return pd.DataFrame({"alike": mean, "alike_low": low, "alike_high": high, "compared": n})


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
