"""Judgments as programs get them, as models from which their schemas are made."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field


class Removed(BaseModel):
    """A judgment that was taken back: remove what you have under this `id`, if anything."""

    id: int
    revision: int
    live: Literal[False]


class Judgment(BaseModel):
    """A judgment as `parvis export judgments --pseudonymous` writes it; A is the response shown as A."""

    id: int = Field(description="of one person's judgment of one comparison, whatever its revision")
    revision: int = Field(description="1, and more after an undo or a change")
    live: Literal[True]
    prompt: str
    response_a: str | None
    response_b: str | None
    choice: str = Field(description="in English, or A, B and tie, as exports of this campaign write it")
    annotator_id: str | None = Field(description="a pseudonym, the same on every page and in pseudonymous exports")
    model_a: str | None = Field(description="the system of A; null in gold")
    model_b: str | None
    prompt_id: str | None
    written_standard: Literal["nb", "nn"] | None
    category: str | None
    kind: Literal["regular", "gold", "repeat", "training", "test"] = Field(description="only the first is ranked")
    annotator_kind: Literal["human", "simulated", "judge"] | None
    excluded: bool = Field(description="whether the annotator is excluded")
    withdrawn: bool = Field(description="whether the comparison, or one of its responses, was withdrawn")
    round: int
    order_known: bool
    shown_at: datetime | None
    decided_at: datetime | None
    active_ms: int | None
    late: bool
    layout: Literal["side_by_side", "stacked", "switched"] | None
    text_view: Literal["plain", "formatted"] | None
    language: str | None
    prompt_opened: bool | None
    protocol_version: str | None
    protocol_hash: str | None
    guideline_version: str | None
    issues_a: str | None = Field(description="the issues found in A, joined by ;")
    issues_b: str | None
    marks: str | None = Field(description="a JSON list of issues with their places")
    tie_quality: Literal["both_well", "both_badly"] | None
    comment: str | None = Field(description="in the annotator's own words")


class JudgmentPage(BaseModel):
    """A page of judgments, in the order in which they were made."""

    judgments: list[Judgment | Removed]
    cursor: str = Field(description="for the next page, or later for what has changed since")
    next: str | None = Field(description="the address of the next page; null where there is none now")
