"""Two systems compared, read from one ranking."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from typing import Any

from eval_core.errors import InputError
from eval_core.ranking.results import PairRow, Ranking

BETTER, WORSE, UNDECIDED = "better", "worse", "undecided"


@dataclass(frozen=True)
class Comparison:
    """The comparison of `new` with `base` in a ranking.

    Attributes:
        verdict: 'better' or 'worse' where the pointwise interval is on one side of 0, or where one of them won all
            judgments and the sign test (`total_victory`) is at most 1 − `level`; else 'undecided'. It suits one
            comparison planned in advance; for one picked from many, use `decided`.
        reason: why there is no difference: 'unbounded' (one of the two has no finite strength), 'disconnected'
            (never compared, even indirectly) or 'no_error' (the judgments give no standard error).
        difference, low, high: strength of `new` minus that of `base`, natural log scale, and its pointwise
            interval at `level`; None with a `reason`.
        p_better: P(new is stronger); not adjusted for repeated testing.
        decided: whether the simultaneous test over all pairs of the ranking separates the two.
        not_worse: whether `low` is above −`margin`, or the verdict is 'better'.
        equal_within: the smallest margin within which the two are equivalent at `level` (two one-sided tests); None
            without a difference.
        equivalent: whether that is below `margin`: neither is stronger by as much.
        wins, ties, losses: direct judgments, seen from `new`.
        win_share, win_share_low, win_share_high: expected share of direct judgments won, a tie as half a win,
            without a position effect; the limits are those of the difference at the fitted tie parameter.
    """

    new: str
    base: str
    verdict: str
    reason: str | None
    difference: float | None
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
    win_share_low: float | None
    win_share_high: float | None

    def as_dict(self) -> dict[str, Any]:
        """The fields in their order, ready for JSON."""
        return asdict(self)


def compare(ranking: Ranking, new: str, base: str, *, margin: float = 0.0) -> Comparison:
    """Compare `new` with `base`.

    The whole ranking counts: judgments of either against third systems count as well as direct ones.

    Args:
        margin: by how much (natural log scale, 0 or more) `new` may be weaker and still count as not worse, or differ
            and still count as equivalent.

    Raises:
        InputError: for a system that is not in the ranking, one compared with itself, or a negative margin.
    """
    rows = {row.system: row for row in ranking.systems}
    for name in (new, base):
        if name not in rows:
            raise InputError("system_without_judgments", system=name)
    if new == base:
        raise InputError("same_system")
    if not (math.isfinite(margin) and margin >= 0):
        raise InputError("bad_margin")
    pair, own = _pair(ranking, new, base), ranking.group_of(new)
    low, high = pair.low, pair.high
    verdict = UNDECIDED
    if low is not None and high is not None and (low > 0 or high < 0):
        verdict = BETTER if low > 0 else WORSE
    elif pair.difference is None and pair.p_alone is not None and pair.p_alone <= 1 - ranking.level:
        verdict = BETTER if (pair.p_above or 0.0) > 0.5 else WORSE  # one of the two won everything
    return Comparison(
        new=new,
        base=base,
        verdict=verdict,
        reason=None if pair.difference is not None else _reason(ranking, new, base),
        difference=pair.difference,
        low=low,
        high=high,
        level=ranking.level,
        p_better=pair.p_above,
        decided=pair.decided,
        margin=margin,
        not_worse=verdict == BETTER or (low is not None and low > -margin),
        equal_within=pair.equal_within,
        equivalent=pair.equal_within is not None and pair.equal_within < margin,
        wins=pair.wins,
        ties=pair.ties,
        losses=pair.losses,
        win_share=expected_share(own, pair.difference),
        win_share_low=expected_share(own, low),
        win_share_high=expected_share(own, high),
    )


def expected_share(ranking: Ranking, difference: float | None) -> float | None:
    """`share_at` for a difference of strengths with the ranking's tie parameter; None for None.

    Bradley-Terry's model, where a tie is already half a win, is Davidson's at ν = 0.
    """
    return None if difference is None else share_at(difference, ranking.tie.nu if ranking.tie else 0.0)


def share_at(difference: float, nu: float) -> float:
    """P(win) + P(tie)/2 in Davidson's model: (e^{d/2} + ν/2)/Z, Z = e^{d/2} + e^{−d/2} + ν (see `likelihood`)."""
    # Written as ½ + ½ tanh(d/2)·(1 − P(tie)), it does not overflow.
    decisive = 1 / (1 + nu / (2 * math.cosh(min(abs(difference) / 2, 700.0))))
    return 0.5 + math.tanh(difference / 2) / 2 * decisive


def _pair(ranking: Ranking, new: str, base: str) -> PairRow:
    """The pair as seen from `new`."""
    first, second = sorted((new, base))
    pair = next(row for row in ranking.pairs if (row.system, row.opponent) == (first, second))
    if new == first:
        return pair
    return replace(
        pair,
        system=new,
        opponent=base,
        wins=pair.losses,
        losses=pair.wins,
        difference=_negative(pair.difference),
        low=_negative(pair.high),
        high=_negative(pair.low),
        p_above=None if pair.p_above is None else 1 - pair.p_above,
        win_chance=pair.loss_chance,
        loss_chance=pair.win_chance,
    )


def _negative(value: float | None) -> float | None:
    return None if value is None else -value


def _reason(ranking: Ranking, new: str, base: str) -> str:
    rows = {row.system: row for row in ranking.systems}
    if rows[new].component != rows[base].component:
        return "disconnected"
    return "no_error" if rows[new].bounded and rows[base].bounded else "unbounded"
