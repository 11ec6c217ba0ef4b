"""The records of a ranking: plain and frozen, ready for a table, a figure or JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from html import escape
from importlib import import_module
from typing import Any

import pandas as pd


@dataclass(frozen=True)
class RankWarning:
    """A caution that belongs to the numbers. `code` is stable (the interface translates it)."""

    code: str
    message: str
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class SystemRow:
    """One system's row. Strengths are natural logs; ranges are inclusive.

    `rank_low` to `rank_high` holds for all systems at once. `rank_low_alone` to `rank_high_alone`, which is no wider,
    holds for this system if it was picked before the judgments were looked at.

    Where `bounded` is False `se` is None, and of `low` and `high` there is at most the limit towards those against
    whom every judgment had the same winner (`total_victory`). The win rate's limits are pointwise (`win_rates`); None
    where the judgments give none.
    """

    system: str
    component: int
    rank: int
    rank_low: int
    rank_high: int
    strength: float
    se: float | None
    low: float | None
    high: float | None
    win_rate: float
    p_best: float | None
    judgments: int
    bounded: bool
    rank_low_alone: int
    rank_high_alone: int
    win_rate_low: float | None = None
    win_rate_high: float | None = None


@dataclass(frozen=True)
class PairRow:
    """Two systems (`system` sorts before `opponent` by code point) compared.

    Counts are judgments: `wins` + `ties` + `losses`, seen from `system`. `difference` is the strength of
    `system` minus that of `opponent`, with its error and pointwise interval; None where unbounded or in different
    components. `p_above` is P(system is stronger). `p` is two-sided and adjusted for all pairs of the component
    (`adjusted`); `decided` says whether the simultaneous test separates the two: p is at most 1 − level. `p_alone` is
    that of the pair alone; where one won everything both come from the sign test.

    `win_chance`, `tie_chance` and `loss_chance` are the model's for one judgment (`chances`). `equal_within` is the
    smallest margin (natural log scale) within which the two are equivalent at the level: the larger end, without its
    sign, of an interval that leaves out 1 − level at each end (two one-sided tests, Schuirmann 1987, Journal of
    Pharmacokinetics and Biopharmaceutics 15).
    """

    system: str
    opponent: str
    wins: int
    ties: int
    losses: int
    difference: float | None
    se: float | None
    low: float | None
    high: float | None
    p_above: float | None
    p: float | None
    decided: bool
    p_alone: float | None = None
    win_chance: float | None = None
    tie_chance: float | None = None
    loss_chance: float | None = None
    equal_within: float | None = None


@dataclass(frozen=True)
class TieEffect:
    """Davidson's tie parameter; without a single tie log_nu and se are None and nu is 0."""

    log_nu: float | None
    nu: float
    se: float | None


@dataclass(frozen=True)
class PositionEffect:
    """Advantage of the response shown first (as A), natural log odds."""

    log_odds: float
    se: float | None


@dataclass(frozen=True)
class LengthEffect:
    """Advantage of the longer response, natural log odds for each standard deviation of the log ratio of lengths.

    Attributes:
        sd: that standard deviation (around equal lengths, so that it does not depend on the presented order).
        judgments: how many judgments are of two responses whose lengths are known.
    """

    log_odds: float
    se: float | None
    sd: float
    judgments: int


@dataclass(frozen=True)
class JudgeShare:
    """What a judge added to a ranking by people (see `rectification`).

    Attributes:
        weight: λ, from 0 (the judge counts for nothing) to 1.
        worth: how many more judgments by people would have narrowed the intervals as much: n(ΣV(0)/ΣV(λ) − 1), over the
            variances of all differences; below 0 where chance made them wider.
        width: the intervals' width as a share of what people's judgments alone give (root mean square).
        items: on how many items (a prompt and two systems) the judge has a verdict; people judged `judged` of them.
        by_verdict: whether people's judgments are weighted since they got items because of the judge's verdict.
    """

    judge: str
    weight: float
    worth: float
    width: float
    items: int
    judged: int
    by_verdict: bool


@dataclass(frozen=True)
class Ranking:
    """A fitted ranking: `systems` from strongest to weakest within component order.

    Systems that were never compared do not move each other: each component has a ranking of its own, the same as of its
    judgments alone (`groups`). What all share stands here too; where they differ, `cluster` is 'auto', and `df`, `tie`,
    `position` and `length`, which are those of the only component, are None.

    `corrected`: the errors are corrected for few annotators (see `half_pooled`), in any component.
    With `length`, the strengths and everything that follows from them are those at equal lengths. With `judge`, they
    follow from people's judgments and a judge's verdicts together; counts and win rates are people's.
    """

    model: str
    engine: str
    n_judgments: int
    n_ties: int
    level: float
    seed: int
    reference: str | None
    cluster: str
    n_clusters: Mapping[str, int]
    df: float | None
    connected: bool
    components: tuple[tuple[str, ...], ...]
    systems: tuple[SystemRow, ...]
    pairs: tuple[PairRow, ...]
    tie: TieEffect | None
    position: PositionEffect | None
    length: LengthEffect | None = None
    warnings: tuple[RankWarning, ...] = ()
    scale: str = "log"
    corrected: bool = False
    judge: JudgeShare | None = None
    parts: tuple[Ranking, ...] = ()

    @property
    def groups(self) -> tuple[Ranking, ...]:
        """The ranking of each component, in their order; this one where there is only one."""
        return self.parts or (self,)

    def group_of(self, system: str) -> Ranking:
        """The ranking of the component that this system is in."""
        return next(group for group in self.groups if system in group.components[0])

    @property
    def has_position(self) -> bool:
        """Whether any component has a position effect."""
        return any(group.position for group in self.groups)

    @property
    def has_length(self) -> bool:
        """Whether any component has a length effect."""
        return any(group.length for group in self.groups)

    def to_frame(self) -> pd.DataFrame:
        """The systems, one a row, with the fields of `SystemRow` as columns; missing where there is no number."""
        return _frame(self.systems)

    def pairs_frame(self) -> pd.DataFrame:
        """Every two systems, one a row, with the fields of `PairRow` as columns; missing where there is no number."""
        return _frame(self.pairs)

    def figure(self) -> Any:
        """The forest plot, as a figure of Plotly.

        Raises:
            ModuleNotFoundError: where only this package is there, without the figures.
        """
        # The one call upwards: a notebook asks a ranking for its picture. Painter and words are above, and nothing
        # here needs them; so they are looked up by name, and only then.
        figures, words = import_module("eval_core.figures"), import_module("eval_core.reports.figure_words")
        return figures.forest_plot(self, labels=words.forest_words(self), **words.numerals())

    def _repr_html_(self) -> str:
        """The table that a notebook shows: rank ranges, strengths and intervals, and every warning below."""
        table = pd.DataFrame(
            {
                "rank": [_range(row.rank_low, row.rank_high) for row in self.systems],
                "system": [row.system for row in self.systems],
                "judgments": [row.judgments for row in self.systems],
                "win rate": [row.win_rate for row in self.systems],
                "strength": [row.strength if row.bounded else None for row in self.systems],
                f"[{100 * self.level:g}%]": [_interval(row) for row in self.systems],
                "P(best)": [row.p_best for row in self.systems],
            }
        )
        cautions = "".join(f"<p>{escape(warning.message)}</p>" for warning in self.warnings)
        return str(table.to_html(index=False, float_format=lambda value: f"{value:.2f}", na_rep="")) + cautions

    @property
    def method(self) -> str:
        """'refined' where the errors are corrected for few annotators, else 'textbook'."""
        return "refined" if self.corrected else "textbook"

    def as_dict(self) -> dict[str, Any]:
        """The JSON document of `parvis rank --format json`."""
        names = [
            "model",
            "engine",
            "n_judgments",
            "n_ties",
            "scale",
            "level",
            "seed",
            "reference",
            "cluster",
            "n_clusters",
            "df",
            "corrected",
            "method",
            "connected",
        ]
        document: dict[str, Any] = {name: getattr(self, name) for name in names}
        document["n_clusters"] = dict(self.n_clusters)
        document["components"] = [list(component) for component in self.components]
        document["systems"] = [asdict(row) for row in self.systems]
        document["pairs"] = [asdict(row) for row in self.pairs]
        document["tie"] = asdict(self.tie) if self.tie else None
        document["position"] = asdict(self.position) if self.position else None
        document["length"] = asdict(self.length) if self.length else None
        for name in ("tie", "position", "length"):
            effects = [getattr(group, name) for group in self.groups]
            document[f"{name}s"] = [asdict(effect) if effect else None for effect in effects]
        own = ("cluster", "n_clusters", "df", "corrected")
        document["clusterings"] = [{name: getattr(group, name) for name in own} for group in self.groups]
        document["judge"] = asdict(self.judge) if self.judge else None
        document["warnings"] = [warning.message for warning in self.warnings]
        return document


def _frame(rows: Sequence[Any]) -> pd.DataFrame:
    return pd.DataFrame([asdict(row) for row in rows])


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _interval(row: SystemRow) -> str:
    """[low, high]; where it won, or lost, everything the one limit that there is."""
    if row.low is not None and row.high is not None:
        return f"[{row.low:.2f}, {row.high:.2f}]"
    if row.low is not None:
        return f"> {row.low:.2f}"
    return "" if row.high is None else f"< {row.high:.2f}"
