"""A rater's sheets to read: by what is remarkable, the newest first. Names no system."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import pandas as pd
from sqlalchemy import func, select

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.kinds import rating_protocol, scales_of
from eval_core.campaigns.quality.rater_checks import one_a_sheet, read_sheets
from eval_core.campaigns.talk.seen import SheetSeen, sheets_seen
from eval_core.store import Rating, RatingAssignment, Store

_APART = 0.3  # of the scale


@dataclass(frozen=True)
class RatedRow:
    """One sheet as the rater saw and filled it in.

    Attributes:
        seconds: None where not measured. remarkable: codes of `RATED_FILTERS`, without 'all'.
        apart: how much higher than the others' mean the score is, as a share of the scale; None without others.
    """

    seen: SheetSeen
    rated_at: datetime | None
    seconds: float | None
    remarkable: tuple[str, ...]
    apart: float | None


@dataclass(frozen=True)
class RatedPage:
    """Some of a rater's sheets, and how many there are under each filter. `protocol` is the campaign's."""

    protocol: str
    rows: tuple[RatedRow, ...]
    counts: dict[str, int]


# Everything, one value on all criteria, faster than a response is read and rated, far from the others, N/A.
RATED_FILTERS: dict[str, Callable[[pd.DataFrame], pd.Series[bool]]] = {
    "all": lambda sheets: sheets["rated"] >= 0,
    "same": lambda sheets: sheets["same"],
    "fast": lambda sheets: sheets["fast"],
    "apart": lambda sheets: (sheets["score"] - sheets["others"]).abs() >= _APART,
    "na": lambda sheets: sheets["rated"] < sheets["cells"],
}


def read_rated(
    store: Store,
    slug: str,
    person_id: int,
    chosen: str = "all",
    *,
    limit: int = 10,
    offset: int = 0,
    who: Who = OPERATOR,
) -> RatedPage:
    """Sheets of one rater, the newest first. For leads.

    Args:
        chosen: one of `RATED_FILTERS`.

    Raises:
        InputError: where the campaign compares. RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        protocol = rating_protocol(campaign)
        every = read_sheets(db, campaign)
        if every.empty:
            return RatedPage(protocol.key, (), dict.fromkeys(RATED_FILTERS, 0))
        sheets = one_a_sheet(every, scales_of(protocol))
        mine = sheets[sheets["person"] == person_id].sort_index(ascending=False)
        found = {code: condition(mine) for code, condition in RATED_FILTERS.items()}
        shown = mine[found[chosen]].iloc[offset : offset + limit]
        ids = [int(sheet) for sheet in shown.index]
        seen = sheets_seen(db, ids)
        when = select(Rating.rating_assignment_id, func.max(Rating.decided_at)).where(Rating.live)
        times = dict(
            db.execute(
                when.join(RatingAssignment, RatingAssignment.id == Rating.rating_assignment_id)
                .where(RatingAssignment.campaign_id == campaign.id, RatingAssignment.id.in_(ids))
                .group_by(Rating.rating_assignment_id)
            ).all()
        )
    rows = [
        RatedRow(
            seen[sheet],
            times.get(sheet),
            None if pd.isna(row["ms"]) else float(row["ms"]) / 1000,
            tuple(code for code in RATED_FILTERS if code != "all" and bool(found[code][sheet])),
            None if pd.isna(row["others"]) else float(row["score"] - row["others"]),
        )
        for sheet, row in zip(ids, shown.to_dict("records"), strict=True)
    ]
    return RatedPage(protocol.key, tuple(rows), {code: int(mask.sum()) for code, mask in found.items()})
