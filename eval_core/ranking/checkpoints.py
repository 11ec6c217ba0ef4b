"""Strength by checkpoint: the rows of a ranking in the order in which each model was trained."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from eval_core.ranking.results import PairRow, Ranking


@dataclass(frozen=True)
class ModelCheckpoint:
    """A system that is a model of `family` at `checkpoint` (0 or more, in whatever it was counted)."""

    system: str
    family: str
    checkpoint: float


@dataclass(frozen=True)
class CheckpointRow:
    """A checkpoint's strength, on the scale of its ranking, and how far it is from the checkpoint before.

    Attributes:
        strength, low, high: as in `SystemRow`: natural log scale, the interval pointwise; None where not bounded.
        bounded, component: as in `SystemRow`; strengths of different components cannot be compared.
        change: strength minus that of the family's checkpoint before, `change_low` to `change_high` its pointwise
            interval, `decided` whether the simultaneous test separates the two. None (False) for the first of a family
            and where there is no finite difference.
    """

    family: str
    checkpoint: float
    system: str
    component: int
    strength: float | None
    low: float | None
    high: float | None
    bounded: bool
    change: float | None
    change_low: float | None
    change_high: float | None
    decided: bool

    def as_dict(self) -> dict[str, Any]:
        """The row in `parvis rank --by-checkpoint --format json`."""
        return asdict(self)


def by_checkpoint(ranking: Ranking, checkpoints: Sequence[ModelCheckpoint]) -> tuple[CheckpointRow, ...]:
    """The ranked systems that are checkpoints: by family, then checkpoint, then name. Empty where there are none."""
    systems = {row.system: row for row in ranking.systems}
    pairs = {(row.system, row.opponent): row for row in ranking.pairs}
    known = sorted((one for one in checkpoints if one.system in systems), key=_place)
    rows = []
    for before, one in zip([None, *known], known, strict=False):
        earlier = before.system if before is not None and before.family == one.family else None
        low, change, high, decided = _change(pairs, one.system, earlier)
        row = systems[one.system]
        rows.append(
            CheckpointRow(
                family=one.family,
                checkpoint=one.checkpoint,
                system=one.system,
                component=row.component,
                strength=row.strength if row.bounded else None,
                low=row.low,
                high=row.high,
                bounded=row.bounded,
                change=change,
                change_low=low,
                change_high=high,
                decided=decided,
            )
        )
    return tuple(rows)


def _place(one: ModelCheckpoint) -> tuple[str, float, str]:
    return one.family, one.checkpoint, one.system


def _change(
    pairs: dict[tuple[str, str], PairRow], system: str, earlier: str | None
) -> tuple[float | None, float | None, float | None, bool]:
    """Lower limit, difference and upper limit of system minus earlier, and whether it is decided."""
    if earlier is None:
        return None, None, None, False
    if (system, earlier) in pairs:
        row = pairs[system, earlier]
        return row.low, row.difference, row.high, row.decided
    row = pairs[earlier, system]
    turned = [None if value is None else -value for value in (row.high, row.difference, row.low)]
    return turned[0], turned[1], turned[2], row.decided
