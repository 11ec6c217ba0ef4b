"""Two systems compared by their ratings, read from the differences of all."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from eval_core.errors import InputError
from eval_core.ranking.comparison import BETTER, UNDECIDED, WORSE
from eval_core.scoring.differences import ScoreDifferences


@dataclass(frozen=True)
class ScoreVerdict:
    """One comparison of two systems, planned in advance.

    Attributes:
        verdict: 'better' or 'worse' where the pointwise interval is on one side of 0, else 'undecided'.
        reason: why there is no interval (`ScoreDifference`).
        difference, low, high: score of `new` minus that of `base`, with its pointwise interval.
        p_better: P(new is better). decided: whether the test of all pairs of the campaign separates the two.
        not_worse: whether `low` is above −`margin`. equal_within, equivalent: as in `ranking.comparison`.
        wins, ties, losses: of the ratings of both on one prompt by one annotator, seen from `new`.
        win_share: of these, a tie as half a win.
    """

    new: str
    base: str
    verdict: str
    reason: str | None
    difference: float
    low: float | None
    high: float | None
    level: float
    p_better: float | None
    decided: bool
    margin: float
    not_worse: bool
    equal_within: float | None
    equivalent: bool
    wins: int
    ties: int
    losses: int
    win_share: float | None

    def as_dict(self) -> dict[str, Any]:
        """The fields in their order, ready for JSON."""
        return asdict(self)


def score_verdict(differences: ScoreDifferences, new: str, base: str, *, margin: float = 0.0) -> ScoreVerdict:
    """Compare `new` with `base`.

    Args:
        margin: by how many points of the score `new` may be worse and still count as not worse, or differ and still
            count as equivalent; 0 or more.

    Raises:
        InputError: for a system without a score, one compared with itself, or a negative margin.
    """
    if new == base:
        raise InputError("same_system")
    if not (math.isfinite(margin) and margin >= 0):
        raise InputError("bad_margin")
    pair = differences.of(new, base)
    if pair is None:
        known = {name for row in differences.pairs for name in (row.system, row.opponent)}
        raise InputError("system_without_ratings", system=base if new in known else new)
    sign = 1 if pair.system == new else -1
    low, high, above = pair.low, pair.high, pair.p_above
    if sign < 0 and low is not None and high is not None and above is not None:
        low, high, above = -high, -low, 1 - above
    met = pair.wins + pair.ties + pair.losses
    wins, losses = (pair.wins, pair.losses)[::sign]
    better, worse = low is not None and low > 0, high is not None and high < 0
    return ScoreVerdict(
        new=new,
        base=base,
        verdict=BETTER if better else WORSE if worse else UNDECIDED,
        reason=pair.reason,
        difference=sign * pair.difference,
        low=low,
        high=high,
        level=differences.level,
        p_better=above,
        decided=pair.decided,
        margin=margin,
        not_worse=low is not None and low > -margin,
        equal_within=pair.equal_within,
        equivalent=pair.equal_within is not None and pair.equal_within < margin,
        wins=wins,
        ties=pair.ties,
        losses=losses,
        win_share=(wins + pair.ties / 2) / met if met else None,
    )
