"""What gold comparisons, repeats and the clock say of each annotator."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.store import Assignment, Comparison, Judgment, Person, Store


@dataclass(frozen=True)
class AnnotatorChecks:
    """One annotator: gold answered as expected, repeats answered as before, k of n each; median seconds a comparison.

    First answers count: what somebody has changed afterwards says nothing of how they judge. `seconds` is None where no
    time was taken.
    """

    annotator: str
    gold_right: int
    gold: int
    repeats_alike: int
    repeats: int
    seconds: float | None


def annotator_checks(store: Store, slug: str, who: Who = OPERATOR) -> tuple[AnnotatorChecks, ...]:
    """Everybody who has judged here, by name; training and test left out. For leads and researchers."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        answers = _first_answers(db, campaign.id)
        gold = dict(
            db.execute(
                select(Comparison.id, Comparison.gold_outcome).where(
                    Comparison.campaign_id == campaign.id, Comparison.kind == "gold"
                )
            ).all()
        )
    controls = answers[answers["kind"] == "gold"]
    right = controls["outcome"] == controls["comparison"].map(gold)
    before = answers[answers["kind"] == "regular"].set_index(["annotator", "comparison"])["outcome"]
    repeats = answers[answers["kind"] == "repeat"].join(before.rename("before"), on=["annotator", "comparison"])
    repeats = repeats.dropna(subset="before")
    alike = repeats["outcome"] == repeats["before"]
    seconds = answers[answers["kind"] == "regular"].groupby("annotator")["active_ms"].median() / 1000
    return tuple(
        AnnotatorChecks(
            annotator=name,
            gold_right=int(right[controls["annotator"] == name].sum()),
            gold=int((controls["annotator"] == name).sum()),
            repeats_alike=int(alike[repeats["annotator"] == name].sum()),
            repeats=int((repeats["annotator"] == name).sum()),
            seconds=None if pd.isna(seconds.get(name)) else float(seconds[name]),
        )
        for name in sorted(answers["annotator"].unique())
    )


def _first_answers(db: Session, campaign_id: int) -> pd.DataFrame:
    """The first choice on each assignment of the stream that is done."""
    first = aliased(Judgment)
    rows = db.execute(
        select(Person.name, Assignment.comparison_id, Assignment.kind, first.outcome, first.active_ms)
        .join(Assignment, Assignment.person_id == Person.id)
        .join(first, (first.assignment_id == Assignment.id) & (first.revision == 1))
        .where(
            Assignment.campaign_id == campaign_id,
            Assignment.kind.in_(("regular", "gold", "repeat")),
            Assignment.status == "done",
            first.outcome.is_not(None),
        )
    ).all()
    return pd.DataFrame(rows, columns=["annotator", "comparison", "kind", "outcome", "active_ms"])
