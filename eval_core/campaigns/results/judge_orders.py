"""The second order of LLM judges' comparisons: how far it changes their verdicts, and one verdict of both."""

from __future__ import annotations

import numpy as np
import pandas as pd
from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from eval_core.agreement.both_orders import BothOrders, both_orders
from eval_core.ranking.votes import OUTCOMES
from eval_core.store import Assignment, Campaign, Judgment, Person, Store

_VERDICTS = {"first": 1.0, "tie": 0.0, "second": -1.0}


def judge_names(store: Store) -> set[str]:
    """The names of all LLM judges."""
    with store.read() as db:
        return set(db.scalars(select(Person.name).where(Person.kind == "judge")))


def orders_of_judges(db: Session, campaign: Campaign) -> dict[str, BothOrders]:
    """What the order does to the verdicts of each judge of a campaign, by name; of comparisons judged in both."""
    rows = _both(db, campaign)
    verdicts = rows[["one", "other"]].apply(lambda column: column.map(_VERDICTS)).to_numpy(dtype=float)
    # The first column is of the order that shows the canonical first as A.
    turned = rows["swapped"].to_numpy(dtype=bool)
    verdicts = np.where(turned[:, None], verdicts[:, ::-1], verdicts)
    return {str(name): both_orders(verdicts[places]) for name, places in rows.groupby("judge").indices.items()}


def with_both_orders(db: Session, campaign: Campaign, rows: pd.DataFrame) -> pd.DataFrame:
    """Rows of the ledger in which a judge's verdict is what both orders say, and a tie where they differ.

    Such a verdict was given in no one order, so its order counts as not known.
    """
    other = _both(db, campaign)[["person_id", "comparison_id", "other"]]
    if not len(other):
        return rows
    keys = ["person_id", "comparison_id"]
    second = rows[keys].merge(other, on=keys, how="left")["other"].set_axis(rows.index)
    known, tie = second.notna(), OUTCOMES.index("tie")
    differs = known & (second.map({name: place for place, name in enumerate(OUTCOMES)}) != rows["outcome"])
    return rows.assign(
        outcome=rows["outcome"].mask(differs, tie).astype("int8"), order_known=rows["order_known"] & ~known
    )


def _both(db: Session, campaign: Campaign) -> pd.DataFrame:
    """A row for each comparison that a judge has judged in both orders: who, which, and its canonical outcomes.

    `one` is the outcome that counts in rankings, given in the order `swapped`, `other` that of the other order.
    """
    first, second, other = aliased(Judgment), aliased(Judgment), aliased(Assignment)
    query = (
        select(Person.name, Person.id, Assignment.comparison_id, first.outcome, second.outcome, first.swapped)
        .select_from(first)
        .join(Assignment, Assignment.id == first.assignment_id)
        .join(
            other,
            (other.comparison_id == Assignment.comparison_id)
            & (other.person_id == Assignment.person_id)
            & (other.occurrence > Assignment.occurrence)
            & (other.swapped != Assignment.swapped),
        )
        .join(second, second.assignment_id == other.id)
        .join(Person, Person.id == first.person_id)
        .where(first.campaign_id == campaign.id, Person.kind == "judge", first.live, second.live)
        .where(first.outcome.is_not(None), second.outcome.is_not(None))
        .order_by(first.id)
    )
    names = ["judge", "person_id", "comparison_id", "one", "other", "swapped"]
    found = pd.DataFrame(db.execute(query).all(), columns=names)
    return found.drop_duplicates(["person_id", "comparison_id"]).reset_index(drop=True)
