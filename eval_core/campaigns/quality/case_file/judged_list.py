"""An annotator's judgments for the lead to read, by what is remarkable about them. Names no system.

Gold, repeats and regular comparisons are distinguished here: a lead reads this, never the annotator.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np
import pandas as pd
from sqlalchemy import case, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who
from eval_core.campaigns.outcomes import presented_choice
from eval_core.campaigns.people.roster import authorise_lead
from eval_core.campaigns.quality.disagreements import Opinion, opinions_of
from eval_core.campaigns.quality.gold_and_repeats import soonest_of
from eval_core.campaigns.results.counting import counting
from eval_core.campaigns.results.ledger import ledger
from eval_core.ranking.votes import OUTCOMES
from eval_core.store import (
    WORK_KINDS,
    Assignment,
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
from eval_core.store.bulk import chunks

FILTERS = ("all", "gold_missed", "repeat_changed", "apart", "fast", "marked", "ties")
_FIRST, _SECOND = aliased(Response), aliased(Response)
_COLUMNS = {
    "assignment": Assignment.id,
    "comparison": Assignment.comparison_id,
    "kind": Assignment.kind,
    "judgment": Judgment.id,
    "swapped": Judgment.swapped,
    "choice": Judgment.choice,
    "outcome": Judgment.outcome,
    "revision": Judgment.revision,
    "active_ms": Judgment.active_ms,
    "decided_at": Judgment.decided_at,
    "expected": Comparison.gold_outcome,
    "remark": Remark.id,
}


@dataclass(frozen=True)
class JudgedMark:
    """A fault that the annotator named on one side, at a half-open range of characters or without a place."""

    side: str
    start: int | None
    end: int | None
    issue: str


@dataclass(frozen=True)
class JudgedRow:
    """One judgment, its texts as they were presented.

    Attributes:
        number: its place among the annotator's judgments, from 1 for the first.
        kind: 'regular', 'gold' or 'repeat'.
        choice: 'A', 'tie' or 'B', as it is now; `first_choice` as it was first, `changed` if that differs.
        expected: of gold the right answer, of a repeat the earlier one, as presented here; None of others.
        explanation: of gold, why.
        seconds: the time that the first choice took.
        remarkable: those of `FILTERS` that it belongs to, without 'all'.
        others: what the others said of a regular comparison, as it is presented here: name and choice.
    """

    assignment_id: int
    comparison_id: int
    number: int
    kind: str
    prompt: str
    written_standard: str | None
    response_a: str
    response_b: str
    choice: str
    first_choice: str
    expected: str | None
    explanation: str | None
    decided_at: datetime | None
    seconds: float | None
    remarkable: tuple[str, ...]
    quality: str | None = None
    comment: str | None = None
    marks: tuple[JudgedMark, ...] = ()
    others: tuple[tuple[str | None, str], ...] = ()

    @property
    def changed(self) -> bool:
        """Whether the annotator chose otherwise later."""
        return self.choice != self.first_choice


@dataclass(frozen=True)
class JudgedPage:
    """Some judgments, the newest first; `counts` has how many each of `FILTERS` finds."""

    rows: tuple[JudgedRow, ...]
    counts: dict[str, int] = field(default_factory=dict)
    text_view: str = "plain"
    protocol: str = ""


def read_judged(
    store: Store,
    slug: str,
    person_id: int,
    chosen: str = "all",
    *,
    limit: int | None = 10,
    offset: int = 0,
    who: Who = OPERATOR,
) -> JudgedPage:
    """An annotator's judgments in a campaign, training and test left out. For leads.

    Args:
        chosen: one of `FILTERS`.
        limit: None for all.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise_lead(db, who, slug).campaign
        frame = _judgments(db, campaign, person_id)
        if frame.empty:
            return JudgedPage((), dict.fromkeys(FILTERS, 0), campaign.text_view, campaign.protocol_key)
        frame = _remarkable(store, db, campaign, person_id, frame)
        counts = {name: int(frame[name].sum()) for name in FILTERS}
        wanted = frame[frame[chosen]].iloc[::-1]
        wanted = wanted.iloc[offset : None if limit is None else offset + limit]
        rows = _read(store, db, campaign, person_id, wanted)
        return JudgedPage(rows, counts, campaign.text_view, campaign.protocol_key)


def _judgments(db: Session, campaign: Campaign, person_id: int) -> pd.DataFrame:
    """The person's live judgments in the order in which they came up, with the first answer of each."""
    query = (
        select(*_COLUMNS.values())
        .join(Judgment, (Judgment.assignment_id == Assignment.id) & Judgment.live)
        .join(Comparison, Comparison.id == Assignment.comparison_id)
        .outerjoin(Remark, Remark.judgment_id == Judgment.id)
        .where(
            Assignment.campaign_id == campaign.id,
            Assignment.person_id == person_id,
            Assignment.kind.in_(WORK_KINDS),
            Judgment.choice.is_not(None),
        )
        .order_by(Assignment.sequence, Assignment.id)
    )
    frame = pd.DataFrame(db.execute(query).all(), columns=list(_COLUMNS))
    frame["first"], frame["first_ms"] = frame["outcome"], frame["active_ms"].astype("float64")
    revised = frame.loc[frame["revision"] > 1, "assignment"].tolist()
    place = dict(zip(frame["assignment"], frame.index, strict=True))
    for ids in chunks(revised):
        earlier = select(Judgment.assignment_id, Judgment.outcome, Judgment.active_ms).where(
            Judgment.assignment_id.in_(ids), Judgment.revision == 1, Judgment.outcome.is_not(None)
        )
        for assignment, outcome, active in db.execute(earlier):
            frame.loc[place[assignment], "first"] = outcome
            frame.loc[place[assignment], "first_ms"] = np.nan if active is None else active
    return frame


def _remarkable(store: Store, db: Session, campaign: Campaign, person_id: int, frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with a column of truth for each of `FILTERS`, and what was expected."""
    regular = frame[frame["kind"] == "regular"].drop_duplicates("comparison").set_index("comparison")["first"]
    repeat, gold = frame["kind"] == "repeat", frame["kind"] == "gold"
    frame["expected"] = frame["expected"].where(gold, frame["comparison"].map(regular).where(repeat))
    missed = frame["expected"].notna() & (frame["first"] != frame["expected"])
    frame["number"] = np.arange(1, len(frame) + 1)
    frame["all"] = True
    frame["gold_missed"], frame["repeat_changed"] = gold & missed, repeat & missed
    frame["fast"] = frame["first_ms"] < 1000 * soonest_of(db, campaign)
    frame["ties"] = frame["outcome"] == "tie"
    frame["marked"] = frame["remark"].isin(_said_something(db, campaign, person_id))
    frame["apart"] = _apart(counting(campaign).of(db, ledger(store, db, campaign)), person_id, frame)
    return frame


def _said_something(db: Session, campaign: Campaign, person_id: int) -> set[int]:
    """The person's remarks that have a reason or a comment."""
    with_reason = select(Reason.id).where(Reason.remark_id == Remark.id).exists()
    said = (
        select(Remark.id)
        .join(Judgment, Judgment.id == Remark.judgment_id)
        .where(Judgment.campaign_id == campaign.id, Judgment.person_id == person_id, Judgment.live)
        .where(with_reason | (Remark.comment.is_not(None) & (Remark.comment != "")))
    )
    return set(db.scalars(said))


def _apart(counted: pd.DataFrame, person_id: int, frame: pd.DataFrame) -> np.ndarray[Any, Any]:
    """Whether most of the others chose otherwise; only regular comparisons have others."""
    others = counted[counted["comparison_id"].isin(frame["comparison"]) & (counted["person_id"] != person_id)]
    ids, place = np.unique(others["comparison_id"], return_inverse=True)
    counts = np.bincount(place * 3 + others["outcome"], minlength=3 * len(ids)).reshape(-1, 3)
    at = np.searchsorted(ids, frame["comparison"].to_numpy(dtype=np.int64))
    known = (frame["kind"] == "regular").to_numpy() & frame["comparison"].isin(ids).to_numpy()
    apart = np.zeros(len(frame), dtype=bool)
    codes = frame["outcome"].map({name: code for code, name in enumerate(OUTCOMES)}).to_numpy(dtype=np.int64)
    alike, total = counts[at[known], codes[known]], counts.sum(axis=1)[at[known]]
    apart[known] = (total > 0) & (2 * alike < total)
    return apart


def _read(store: Store, db: Session, campaign: Campaign, person_id: int, wanted: pd.DataFrame) -> tuple[JudgedRow, ...]:
    """The texts and remarks of these judgments."""
    about = _texts(db, wanted["assignment"].tolist())
    marks = _marks(db, wanted["judgment"].tolist())
    name = db.scalar(select(Person.name).where(Person.id == person_id))
    regular = wanted.loc[wanted["kind"] == "regular", "comparison"].tolist()
    opinions: dict[int, list[Opinion]] = {comparison: [] for comparison in regular}
    for ids in chunks(regular):
        comparisons = db.scalars(select(Comparison).where(Comparison.id.in_(ids))).all()
        opinions |= opinions_of(store, db, campaign, comparisons)
    judged: list[Any] = list(wanted.itertuples(index=False))
    return tuple(
        _row(
            one,
            about[one.assignment],
            marks.get(one.judgment, ()),
            opinions[one.comparison] if one.kind == "regular" else [],
            name,
        )
        for one in judged
    )


def _row(
    one: Any, about: tuple[Any, ...], marks: tuple[JudgedMark, ...], opinions: list[Opinion], name: str | None
) -> JudgedRow:
    prompt, standard, response_a, response_b, explanation, quality, comment = about
    turned = bool(one.swapped)
    return JudgedRow(
        assignment_id=one.assignment,
        comparison_id=one.comparison,
        number=one.number,
        kind=one.kind,
        prompt=prompt,
        written_standard=standard,
        response_a=response_a or "",
        response_b=response_b or "",
        choice=one.choice,
        first_choice=presented_choice(one.first, turned),
        expected=presented_choice(one.expected, turned) if isinstance(one.expected, str) else None,
        explanation=explanation,
        decided_at=None if pd.isna(one.decided_at) else one.decided_at,
        seconds=None if pd.isna(one.first_ms) else one.first_ms / 1000,
        remarkable=tuple(code for code in FILTERS[1:] if getattr(one, code)),
        quality=quality,
        comment=comment,
        marks=marks,
        others=tuple(
            (row.annotator, presented_choice(row.outcome, turned)) for row in opinions if row.annotator != name
        ),
    )


def _texts(db: Session, assignments: list[int]) -> dict[int, tuple[Any, ...]]:
    """Assignment -> prompt, standard, text A and B as presented, explanation of gold, quality and comment."""
    found: dict[int, tuple[Any, ...]] = {}
    for ids in chunks(assignments):
        rows = db.execute(
            select(
                Assignment.id,
                Prompt.text,
                Prompt.written_standard,
                case((Judgment.swapped, _SECOND.text), else_=_FIRST.text),
                case((Judgment.swapped, _FIRST.text), else_=_SECOND.text),
                Comparison.gold_explanation,
                Remark.quality,
                Remark.comment,
            )
            .join(Judgment, (Judgment.assignment_id == Assignment.id) & Judgment.live)
            .join(Comparison, Comparison.id == Assignment.comparison_id)
            .join(Prompt, Prompt.id == Comparison.prompt_id)
            .join(_FIRST, _FIRST.id == Comparison.first_response_id)
            .join(_SECOND, _SECOND.id == Comparison.second_response_id)
            .outerjoin(Remark, Remark.judgment_id == Judgment.id)
            .where(Assignment.id.in_(ids))
        )
        found |= {row[0]: tuple(row[1:]) for row in rows}
    return found


def _marks(db: Session, judgments: list[int]) -> dict[int, tuple[JudgedMark, ...]]:
    """Judgment -> the faults that the annotator named."""
    as_a = case((Judgment.swapped, Comparison.second_response_id), else_=Comparison.first_response_id)
    found: dict[int, tuple[JudgedMark, ...]] = {}
    for ids in chunks(judgments):
        rows = db.execute(
            select(Judgment.id, Reason.response_id == as_a, Reason.start, Reason.end, Reason.issue)
            .join(Remark, Remark.judgment_id == Judgment.id)
            .join(Reason, Reason.remark_id == Remark.id)
            .join(Comparison, Comparison.id == Judgment.comparison_id)
            .where(Judgment.id.in_(ids))
            .order_by(Reason.id)
        )
        for judgment, on_a, start, end, issue in rows:
            found[judgment] = (*found.get(judgment, ()), JudgedMark("A" if on_a else "B", start, end, issue))
    return found
