"""Comparisons that annotators judged differently, the most divided first, with each one's reasons; names no system."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import pandas as pd
from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.results.counting import counting
from eval_core.campaigns.results.ledger import ledger
from eval_core.ranking.votes import OUTCOMES
from eval_core.store import (
    Campaign,
    Comparison,
    Judgment,
    Person,
    Prompt,
    Reason,
    Remark,
    Response,
    Store,
)


@dataclass(frozen=True)
class Opinion:
    """One annotator's judgment: 'first', 'tie' or 'second' as the texts are ordered here, and the reasons if any."""

    annotator: str | None
    outcome: str
    issues_first: tuple[str, ...]
    issues_second: tuple[str, ...]
    quality: str | None
    comment: str | None
    decided_at: datetime | None


@dataclass(frozen=True)
class Disagreement:
    """A comparison that annotators judged differently, its two texts in canonical order.

    `first_id` and `second_id` are the responses'. `division` is the mean distance between two of its judgments: 1 for
    opposite choices, 0.5 for a tie and a choice.
    """

    comparison_id: int
    division: float
    prompt: str
    written_standard: str | None
    category: str | None
    first_id: int
    first: str | None
    second_id: int
    second: str | None
    opinions: tuple[Opinion, ...]


@dataclass(frozen=True)
class Divided:
    """Which comparisons were judged differently; `compared` have judgments by at least two annotators.

    `division` has one value for each divided comparison, under its id, the most divided first.
    """

    division: pd.Series[float]
    compared: int


@dataclass(frozen=True)
class Disagreements:
    """Some of them, of `total`; `compared` comparisons have judgments by at least two annotators.

    `protocol`: the key of the one under which they were judged; `text_view`: how the texts were shown.
    """

    protocol: str
    text_view: str
    total: int
    compared: int
    shown: tuple[Disagreement, ...]


def find_divided(store: Store, slug: str, who: Who = OPERATOR) -> Divided:
    """Find the comparisons that people judged differently, the most divided first. For leads and researchers.

    LLM judges, excluded annotators and withdrawn comparisons are left out.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        return _divided(counting(campaign).of(db, ledger(store, db, campaign)))


def read_disagreements(
    store: Store, slug: str, *, limit: int = 20, offset: int = 0, divided: Divided | None = None, who: Who = OPERATOR
) -> Disagreements:
    """The comparisons on which people disagree, the most divided first. For leads and researchers.

    Args:
        divided: an earlier result of `find_divided`, which saves finding them again.
    """
    divided = divided or find_divided(store, slug, who)
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        shown = _described(store, db, campaign, divided.division.iloc[offset : offset + limit])
        return Disagreements(campaign.protocol_key, campaign.text_view, len(divided.division), divided.compared, shown)


def _divided(rows: pd.DataFrame) -> Divided:
    ids, place = np.unique(rows["comparison_id"], return_inverse=True)
    counts = np.bincount(place * 3 + rows["outcome"], minlength=3 * len(ids)).reshape(-1, 3)
    n = counts.sum(axis=1)
    first, second, tie = (counts[n > 1, OUTCOMES.index(outcome)] for outcome in ("first", "second", "tie"))
    ids, n = ids[n > 1], n[n > 1]
    # Two opposite choices have distance 1, a tie and a preference 0.5.
    division = (first * second + 0.5 * tie * (first + second)) / (n * (n - 1) / 2)
    figures = pd.DataFrame({"division": division, "n": n}, index=ids)
    divided = figures[figures["division"] > 0].sort_values(["division", "n"], ascending=False, kind="stable")
    return Divided(divided["division"], len(figures))


def _described(store: Store, db: Session, campaign: Campaign, divided: pd.Series[float]) -> tuple[Disagreement, ...]:
    first_text, second_text = aliased(Response), aliased(Response)
    rows = db.execute(
        select(Comparison, Prompt, first_text, second_text)
        .join(Prompt, Prompt.id == Comparison.prompt_id)
        .join(first_text, first_text.id == Comparison.first_response_id)
        .join(second_text, second_text.id == Comparison.second_response_id)
        .where(Comparison.id.in_([int(comparison) for comparison in divided.index]))
    ).all()
    known = {row[0].id: row for row in rows}
    opinions = opinions_of(store, db, campaign, [row[0] for row in rows])
    described = []
    for its_id, division in zip(divided.index, divided, strict=True):
        comparison, prompt, first, second = known[int(its_id)]
        described.append(
            Disagreement(
                comparison.id,
                float(division),
                prompt.text,
                prompt.written_standard,
                prompt.category,
                first.id,
                first.text,
                second.id,
                second.text,
                tuple(opinions[comparison.id]),
            )
        )
    return tuple(described)


def opinions_of(
    store: Store, db: Session, campaign: Campaign, comparisons: Sequence[Comparison]
) -> dict[int, list[Opinion]]:
    """Comparison -> what each annotator who counts said of it, in the order of judging; the permission is checked."""
    # By the ledger: for the conditions of what counts, SQLite would scan the whole campaign.
    counted = counting(campaign).of(db, ledger(store, db, campaign))
    mine = counted.loc[counted["comparison_id"].isin([comparison.id for comparison in comparisons]), "id"]
    rows = db.execute(
        select(
            Judgment.comparison_id,
            Judgment.outcome,
            Judgment.decided_at,
            Person.name,
            Remark.id,
            Remark.quality,
            Remark.comment,
        )
        .outerjoin(Person, Person.id == Judgment.person_id)
        .outerjoin(Remark, Remark.judgment_id == Judgment.id)
        .where(Judgment.id.in_([int(comparison) for comparison in mine]))
        .order_by(Judgment.id)
    ).all()
    reasons: dict[tuple[int, int], dict[str, None]] = defaultdict(dict)  # marked at several places, an issue is one
    given = select(Reason).where(Reason.remark_id.in_([row[4] for row in rows if row[4]])).order_by(Reason.id)
    for reason in db.scalars(given):
        reasons[reason.remark_id, reason.response_id][reason.issue] = None
    sides = {comparison.id: (comparison.first_response_id, comparison.second_response_id) for comparison in comparisons}
    opinions: dict[int, list[Opinion]] = defaultdict(list)
    for comparison_id, outcome, decided_at, name, remark, quality, comment in rows:
        issues = [tuple(reasons[remark, side]) for side in sides[comparison_id]]
        assert outcome is not None  # noqa: S101 - what counts has an outcome
        opinions[comparison_id].append(Opinion(name, outcome, issues[0], issues[1], quality, comment, decided_at))
    return opinions
