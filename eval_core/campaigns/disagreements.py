"""What annotators judged differently, the most divided first, with all that each of them said; names no system."""

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
from eval_core.campaigns.votes import judgments_where, read_votes
from eval_core.store import (
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
    System,
)

# How far apart two choices are: opposite ones wholly, a tie and a preference half.
_PLACE = {"first": 0.0, "tie": 0.5, "second": 1.0}


@dataclass(frozen=True)
class Opinion:
    """One annotator's judgment: 'first', 'tie' or 'second' as the texts stand here, and the reasons if any."""

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
class Disagreements:
    """Some of them, of `total`; `compared` comparisons have judgments by at least two annotators.

    `protocol` is the key of the one under which they were judged, `text_view` that of the texts.
    """

    protocol: str
    text_view: str
    total: int
    compared: int
    shown: tuple[Disagreement, ...]


def read_disagreements(
    store: Store, slug: str, *, limit: int = 20, offset: int = 0, who: Who = OPERATOR
) -> Disagreements:
    """The comparisons on which people disagree, from the most divided on. For leads and researchers.

    Judges (programs) are left out, as are excluded annotators and what was withdrawn.
    """
    divided, compared = _divided(read_votes(store, slug, who=who))
    part = divided.iloc[offset : offset + limit]
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        shown = _described(db, campaign, part)
        return Disagreements(campaign.protocol_key, campaign.text_view, len(divided), compared, shown)


def _divided(votes: pd.DataFrame) -> tuple[pd.DataFrame, int]:
    """Columns prompt, one, two (canonical), division, sorted; and how many comparisons have two judgments or more."""
    turned = votes["first"] > votes["second"]
    place = votes["outcome"].map(_PLACE)
    frame = pd.DataFrame(
        {
            "prompt": votes["prompt"],
            "one": votes["first"].where(~turned, votes["second"]),
            "two": votes["second"].where(~turned, votes["first"]),
            "place": np.where(turned, 1 - place, place),
        }
    )
    found = (
        frame.groupby(["prompt", "one", "two"], observed=True)["place"]
        .value_counts()
        .unstack(fill_value=0)
        .reindex(columns=list(_PLACE.values()), fill_value=0)
    )
    first, tie, second = (found[place] for place in _PLACE.values())
    n = first + tie + second
    found = found[n > 1].assign(division=(first * second + 0.5 * tie * (first + second)) / (n * (n - 1) / 2), n=n)
    found = found.reset_index()
    divided = found[found["division"] > 0]
    return divided.sort_values(
        ["division", "n", "prompt", "one", "two"], ascending=[False, False, True, True, True]
    ), len(found)


def _described(db: Session, campaign: Campaign, part: pd.DataFrame) -> tuple[Disagreement, ...]:
    if part.empty:
        return ()
    first, second = aliased(Response), aliased(Response)
    names = dict(db.execute(select(System.id, System.name).where(System.campaign_id == campaign.id)).all())
    rows = db.execute(
        select(Comparison, Prompt, first, second)
        .join(Prompt, Prompt.id == Comparison.prompt_id)
        .join(first, first.id == Comparison.first_response_id)
        .join(second, second.id == Comparison.second_response_id)
        .where(Comparison.prompt_id.in_({int(prompt) for prompt in part["prompt"]}))
    ).all()
    known = {(row[1].id, names.get(row[2].system_id or 0), names.get(row[3].system_id or 0)): row for row in rows}
    wanted = [
        (known[key], division)
        for *key_, division in part[["prompt", "one", "two", "division"]].itertuples(index=False)
        if (key := tuple(key_)) in known
    ]
    opinions = _opinions(db, campaign, [row[0] for row, _ in wanted])
    return tuple(
        Disagreement(
            comparison.id,
            float(division),
            prompt.text,
            prompt.written_standard,
            prompt.category,
            one.id,
            one.text,
            two.id,
            two.text,
            tuple(opinions[comparison.id]),
        )
        for (comparison, prompt, one, two), division in wanted
    )


def _opinions(db: Session, campaign: Campaign, comparisons: Sequence[Comparison]) -> dict[int, list[Opinion]]:
    judged = select(Assignment.id).where(Assignment.comparison_id.in_([one.id for one in comparisons]))
    rows = db.execute(
        judgments_where(campaign, [])
        .with_only_columns(
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
        .where(Judgment.assignment_id.in_(judged))
        .order_by(Judgment.id)
    ).all()
    reasons: dict[tuple[int, int], list[str]] = defaultdict(list)
    given = select(Reason).where(Reason.remark_id.in_([row[4] for row in rows if row[4]])).order_by(Reason.id)
    for reason in db.scalars(given):
        reasons[reason.remark_id, reason.response_id].append(reason.issue)
    sides = {one.id: (one.first_response_id, one.second_response_id) for one in comparisons}
    found: dict[int, list[Opinion]] = defaultdict(list)
    for comparison_id, outcome, decided_at, name, remark, quality, comment in rows:
        issues = [tuple(reasons[remark, side]) for side in sides[comparison_id]]
        assert outcome is not None  # noqa: S101 - what counts has an outcome
        found[comparison_id].append(Opinion(name, outcome, issues[0], issues[1], quality, comment, decided_at))
    return found
