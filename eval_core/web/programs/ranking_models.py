"""The ranking, as `parvis rank --format json` prints it, as a model from which its schema is made."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field


class RankedSystem(BaseModel):
    """One system; strengths are natural logs."""

    system: str
    component: int = Field(description="the group of systems that can be compared, from 0")
    rank: int
    rank_low: int = Field(description="the best rank that the judgments allow, for all systems at once")
    rank_high: int = Field(description="the worst such rank")
    strength: float
    se: float | None = Field(description="null where unbounded")
    low: float | None
    high: float | None
    win_rate: float = Field(description="from 0 to 1, ties as half")
    p_best: float | None
    judgments: int
    bounded: bool = Field(description="whether it has a finite strength")
    rank_low_alone: int
    rank_high_alone: int
    win_rate_low: float | None
    win_rate_high: float | None


class RankedPair(BaseModel):
    """Two systems, seen from `system`, whose name sorts first."""

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
    p: float | None = Field(description="adjusted for all pairs")
    decided: bool
    p_alone: float | None
    win_chance: float | None
    tie_chance: float | None
    loss_chance: float | None
    equal_within: float | None


class TieEffect(BaseModel):
    """Davidson's tie parameter."""

    log_nu: float | None
    nu: float
    se: float | None


class PositionEffect(BaseModel):
    """The advantage of being shown first, in log odds."""

    log_odds: float
    se: float | None


class LengthEffect(BaseModel):
    """The advantage of the longer response, in log odds for a standard deviation."""

    log_odds: float
    se: float | None
    sd: float
    judgments: int


class GroupClusters(BaseModel):
    """What the intervals of a component are clustered by."""

    cluster: str
    n_clusters: dict[str, int]
    df: float | None
    corrected: bool


class JudgeShare(BaseModel):
    """What a judge added to a ranking by people."""

    judge: str
    weight: float
    worth: float
    width: float
    items: int
    judged: int
    by_verdict: bool


class Chosen(BaseModel):
    """What was ranked, and how: null means all."""

    systems: list[str] | None
    common_prompts: bool
    written_standard: str | None
    category: str | None
    kind: str
    where: list[str]
    identical_as_ties: bool
    both_orders: bool
    with_judge: str | None
    model: str
    engine: str
    cluster: str
    position_effect: bool
    length_covariate: bool
    n_systems: int
    n_prompts: int
    n_common_prompts: int | None
    unjudged: list[str] = Field(description="systems without a judgment")


class Ranking(BaseModel):
    """The ranking of the systems. It names them, also while judging is open."""

    model: str
    engine: str
    n_judgments: int
    n_ties: int
    scale: str
    level: float
    seed: int
    reference: str | None
    cluster: str = Field(description="auto where the components differ")
    n_clusters: dict[str, int]
    df: float | None = Field(description="null also where the components differ")
    corrected: bool
    method: str
    connected: bool
    components: list[list[str]]
    systems: list[RankedSystem]
    pairs: list[RankedPair]
    tie: TieEffect | None = Field(description="of the only component; null where there are several")
    position: PositionEffect | None
    length: LengthEffect | None
    ties: list[TieEffect | None] = Field(description="of each component")
    positions: list[PositionEffect | None]
    lengths: list[LengthEffect | None]
    clusterings: list[GroupClusters]
    judge: JudgeShare | None
    warnings: list[str]
    campaigns: list[str]
    choices: Chosen
    diagnostics: dict[str, Any] | None = Field(description="always null here")
