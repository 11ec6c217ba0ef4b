"""The answers about a campaign as a whole, and the errors, as models from which their schemas are made."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field


class Counts(BaseModel):
    """Numbers of judgments; where responses are rated, of ratings of a response, and comparisons are responses."""

    done: int = Field(description="judgments made of those that are wanted")
    total: int = Field(description="judgments wanted")
    comparisons: int = Field(description="comparisons to judge, without gold and identical responses")
    comparisons_done: int = Field(description="comparisons judged as often as wanted")
    identical: int = Field(description="comparisons whose responses are the same text, which no one judges")
    gold: int = Field(description="gold comparisons")


class Campaign(BaseModel):
    """What a campaign is."""

    slug: str = Field(description="the short name in addresses")
    title: str
    status: Literal["draft", "open", "paused", "closed", "archived"]
    kind: Literal["pairwise", "rating"] = Field(description="whether responses are compared or rated")
    protocol: str = Field(description="the protocol's key")
    protocol_version: str
    protocol_hash: str = Field(description="of the protocol's content")
    is_demo: bool
    deadline: datetime | None
    created_at: datetime
    counts: Counts


class Campaigns(BaseModel):
    """The campaigns that a token opens: one."""

    campaigns: list[Campaign]


class Forecast(BaseModel):
    """When the work may be done, with a 90% interval."""

    low: datetime
    middle: datetime
    high: datetime
    per_hour: float = Field(description="judgments an hour in the last seven days")


class PersonProgress(BaseModel):
    """One annotator, by name."""

    name: str
    kind: Literal["human", "simulated"]
    done: int
    left: int
    quota: int | None
    skipped: int
    pace: float | None = Field(description="judgments per hour of active time; null before the first")
    last_seen: datetime | None
    forecast: Forecast | None
    excluded: bool = Field(description="whether the judgments are left out of every result")
    paused: bool = Field(description="whether a lead gives them no work for now")
    id: int


class Progress(BaseModel):
    """How far the campaign is, as `parvis progress` says. Names no system."""

    slug: str
    title: str
    status: Literal["draft", "open", "paused", "closed", "archived"]
    is_demo: bool
    done: int
    total: int
    left: int
    comparisons: int
    comparisons_done: int
    identical: int
    gold: int
    skipped: int
    forecast: Forecast | None
    deadline: datetime | None
    people: list[PersonProgress]
    at: datetime = Field(description="when this was so")
    rates: bool = Field(description="whether responses are rated, not compared")
    checks: int = Field(description="gold comparisons and repeats that people judged; `done` leaves them out")


class Problem(BaseModel):
    """Why the request was not carried out."""

    error: str = Field(description="a sentence in English")


class Refusal(Problem):
    """What does not go now."""

    code: str = Field(description="a stable word for the reason")


class Fault(Problem):
    """What is wrong with the request or its file. Null or missing where there is no such place."""

    row: int | None = Field(default=None, description="of the file, counted from 1; the header of CSV is row 1")
    column: str | None = Field(default=None, description="as the file calls it")
