"""Each rater's sheets in numbers: their time, the same value throughout, "not applicable", and how they follow others.

First answers count: later changes do not show how a person rates.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
import pandas as pd
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.quality.controls import ControlCount
from eval_core.campaigns.quality.gold_and_repeats import quickest
from eval_core.files import RatedScale
from eval_core.locales import natural
from eval_core.store import Campaign, Person, Rating, RatingAssignment, Response

# A sheet of fewer values says nothing when all are the same.
SEVERAL = 3
# To choose one of five answers takes half a second even where there is nothing to think about (Hick 1952, Quarterly
# Journal of Experimental Psychology 4).
SECONDS_A_CHOICE = 0.5
_LEAST_SHARED = 8  # responses, for a correlation
_LARGEST = 0.999  # correlation, whose transformation is finite

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Estimated:
    """A number with its sampling variance."""

    value: float
    variance: float


@dataclass(frozen=True)
class RaterChecks:
    """One rater in numbers; k of n each.

    Attributes:
        sheets: responses rated.
        same: of the `several` sheets with at least `SEVERAL` values, those on which all values are the same.
        not_applicable: of all `cells`.
        seconds: median for a sheet, None if no time was measured.
        fast: of the `timed` sheets, those made faster than a response is read and its points are chosen.
        late: sheets that came after their lease had run out.
        log_seconds: the mean logarithm of the seconds of a sheet; None with fewer than two.
        shared: responses that others rated too; follows: the correlation of the scores with the others' mean there,
            -1 to 1, 0 where all scores are the same, None with fewer than eight or where all of the others' are.
        level: how much higher than the others' the scores are there, as a share of the scale, -1 to 1.
        controls_right: of the control responses, those rated as expected.
        counts: whether results have their ratings: of people who are not excluded.
    """

    annotator: str
    sheets: int
    same: int = 0
    several: int = 0
    not_applicable: int = 0
    cells: int = 0
    seconds: float | None = None
    fast: int = 0
    timed: int = 0
    late: int = 0
    log_seconds: Estimated | None = None
    shared: int = 0
    follows: float | None = None
    level: float | None = None
    controls_right: int = 0
    controls: int = 0
    counts: bool = True


def read_sheets(db: Session, campaign: Campaign) -> pd.DataFrame:
    """The first answers of the sheets that people have rated under the campaign's protocol, one criterion a row.

    Returns:
        Columns sheet, person, response (ids), annotator, characters, criterion, value (missing for "not applicable"),
        active_ms (missing where not measured), late. Withdrawn responses are left out.
    """
    rows = db.execute(
        select(
            RatingAssignment.id.label("sheet"),
            RatingAssignment.person_id.label("person"),
            RatingAssignment.response_id.label("response"),
            Person.name.label("annotator"),
            func.length(func.coalesce(Response.text, "")).label("characters"),
            Rating.criterion,
            Rating.value,
            Rating.active_ms,
            Rating.late,
        )
        .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
        .join(Response, Response.id == RatingAssignment.response_id)
        .join(Person, Person.id == RatingAssignment.person_id)
        .where(
            RatingAssignment.campaign_id == campaign.id,
            RatingAssignment.protocol_key == campaign.protocol_key,
            RatingAssignment.status == "done",
            Rating.revision == 1,
            Response.withdrawn_at.is_(None),
            Response.system_id.is_not(None),
            Person.kind != "judge",
        )
        .order_by(Rating.id)
    )
    frame = pd.DataFrame(rows.all(), columns=list(rows.keys()))
    return frame.astype({"value": "float64", "active_ms": "float64", "late": bool, "characters": "float64"})


def rater_checks(
    sheets: pd.DataFrame,
    scales: Sequence[RatedScale],
    excluded: Collection[int] = (),
    controls: Mapping[int, ControlCount] = MappingProxyType({}),
) -> tuple[RaterChecks, ...]:
    """Everyone who has rated, by name.

    Args:
        sheets: as `read_sheets` gives them.
        scales: of the protocol's criteria.
        excluded: ids of people whose ratings do not count.
        controls: how people did on control responses, by id.
    """
    if sheets.empty:
        return ()
    one = one_a_sheet(sheets, scales)
    checks = [_checks(str(name), mine, excluded, controls) for name, mine in one.groupby("annotator", sort=False)]
    return tuple(sorted(checks, key=lambda check: natural(check.annotator)))


def one_a_sheet(sheets: pd.DataFrame, scales: Sequence[RatedScale]) -> pd.DataFrame:
    """One row a sheet: annotator, person, response, late, ms, rated, na, same, fast, score, others."""
    size = {scale.key: (scale.min, scale.max - scale.min) for scale in scales}
    known = sheets[sheets["criterion"].isin(size)]
    low, width = (known["criterion"].map({key: pair[place] for key, pair in size.items()}) for place in (0, 1))
    grouped = known.assign(share=(known["value"] - low) / width).groupby("sheet", sort=False)
    one = grouped.agg(
        annotator=("annotator", "first"),
        person=("person", "first"),
        response=("response", "first"),
        late=("late", "max"),
        ms=("active_ms", "max"),
        characters=("characters", "first"),
        rated=("value", "count"),
        cells=("value", "size"),
        least=("value", "min"),
        most=("value", "max"),
        score=("share", "mean"),
    )
    soonest = one["characters"].map(quickest) + SECONDS_A_CHOICE * one["rated"]
    one["fast"] = one["ms"].notna() & (one["ms"] < 1000 * soonest)
    one["several"] = one["rated"] >= SEVERAL
    one["same"] = one["several"] & (one["least"] == one["most"])
    scored = one[one["score"].notna()].groupby("response")["score"].agg(["sum", "size"])
    total, count = (one["response"].map(scored[name]) for name in ("sum", "size"))
    one["others"] = ((total - one["score"]) / (count - 1)).where(count > 1)
    return one


def _checks(
    name: str, mine: pd.DataFrame, excluded: Collection[int], controls: Mapping[int, ControlCount]
) -> RaterChecks:
    person = int(mine["person"].iloc[0])
    control = controls.get(person, ControlCount(0, 0))
    timed = mine[mine["ms"].notna()]
    shared = mine[mine["others"].notna() & mine["score"].notna()]
    return RaterChecks(
        annotator=name,
        sheets=len(mine),
        same=int(mine["same"].sum()),
        several=int(mine["several"].sum()),
        not_applicable=int((mine["cells"] - mine["rated"]).sum()),
        cells=int(mine["cells"].sum()),
        seconds=float(timed["ms"].median() / 1000) if len(timed) else None,
        fast=int(timed["fast"].sum()),
        timed=len(timed),
        late=int(mine["late"].sum()),
        log_seconds=_log_seconds(timed["ms"].to_numpy(dtype=float) / 1000),
        shared=len(shared),
        follows=_correlation(shared) if len(shared) >= _LEAST_SHARED else None,
        level=float((shared["score"] - shared["others"]).mean()) if len(shared) else None,
        controls_right=control.right,
        controls=control.n,
        counts=person not in excluded,
    )


def _log_seconds(seconds: Floats) -> Estimated | None:
    if len(seconds) < 2:
        return None
    logs = np.log(np.maximum(seconds, 0.1))
    return Estimated(float(logs.mean()), float(logs.var(ddof=1) / len(logs)))


def _correlation(shared: pd.DataFrame) -> float | None:
    own, others = (shared[name].to_numpy(dtype=float) for name in ("score", "others"))
    if np.ptp(others) == 0:
        return None
    if np.ptp(own) == 0:
        return 0.0
    return float(np.corrcoef(own, others)[0, 1])


def fisher(check: RaterChecks) -> Estimated | None:
    """Fisher's transformation of `follows`, whose variance hardly depends on it."""
    if check.follows is None:
        return None
    return Estimated(float(np.arctanh(np.clip(check.follows, -_LARGEST, _LARGEST))), 1 / (check.shared - 3))


def logit(k: int, n: int) -> Estimated | None:
    """The logarithm of the odds of k of n, with a half added to either (Haldane); None of nothing."""
    if n == 0:
        return None
    yes, no = k + 0.5, n - k + 0.5
    return Estimated(float(np.log(yes / no)), 1 / yes + 1 / no)
