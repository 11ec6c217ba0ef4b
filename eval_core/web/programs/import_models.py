"""The report of an import, as a model from which its schema is made."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class Coverage(BaseModel):
    """How well one system covers the campaign's prompts."""

    system: str
    responses: int
    missing: int = Field(description="prompts without a response")
    empty: int
    identical: int = Field(description="comparisons with a response that is the same text")


class Difference(BaseModel):
    """By what gold could be recognised."""

    kind: Literal["no_prompt", "shorter", "longer", "no_standard", "no_category", "other_standard"]
    value: str


class Source(BaseModel):
    """What the file was taken for; null where that does not apply to its form."""

    form: Literal["csv", "xlsx", "jsonl", "parquet"]
    encoding: str | None
    delimiter: str | None
    sheet: str | None
    other_sheets: list[str]
    merged: int
    merged_rows: list[int]
    columns: dict[str, str] = Field(description="heading in the file, and the column of Parvis that it was taken for")
    address: str | None = Field(description="Always null here: where on a hub a table was read that a command names.")


class LeftOut(BaseModel):
    """Records of the file that do not count."""

    reason: str
    n: int = Field(description="records")
    lines: int = Field(description="lines of the file that they take")
    rows: list[int] = Field(description="the first of them")
    systems: dict[str, int] = Field({}, description="where texts were faulty: system, and how many of its texts")


class Unused(BaseModel):
    """A column that was not used."""

    column: str
    values: int | None = Field(description="how many different values it has; null for more than 1,000")


class Receipt(BaseModel):
    """What became of the file: lines = heading + blank + lines of the records counted + those left out."""

    lines: int
    heading: int
    blank: int
    counted: int = Field(description="records that count")
    left_out: list[LeftOut]
    columns: dict[str, str] = Field(description="column of Parvis, and the heading that was used as it")
    unused: list[Unused]
    alike: list[list[str]] = Field(description="names that look alike, and are kept apart")
    encoding: str | None
    separator: str | None
    assumed: list[str]


class Finding(BaseModel):
    """Something odd about the file."""

    code: Literal[
        "one_system",
        "no_comparison",
        "few_systems",
        "identical_texts",
        "reference_is_response",
        "empty_response",
        "other_standard",
        "same_prompt",
        "names_system",
        "api_error",
        "refusal",
        "special_tokens",
        "loop",
        "cut_text",
        "other_language",
        "escapes",
    ]
    count: int
    rows: list[int] = Field(description="the first of them")
    names: list[str] = Field(description="the systems that it is about, or the names that texts have")
    most: int
    looked: int
    systems: dict[str, int] = Field(description="system, and how many of its texts")


class ImportReport(BaseModel):
    """What an import added."""

    rows: int = Field(description="rows of the file")
    prompts: int
    systems: int
    responses: int
    comparisons: int
    judgments: int
    ratings: int
    gold: int
    controls: int
    known: int = Field(description="rows that were there before, and stay as they were")
    identical: int = Field(description="comparisons of the same text twice")
    anchors: int = Field(description="old comparisons that are judged again in the new round")
    notes: list[str]
    differences: list[Difference]
    coverage: list[Coverage]
    source: Source
    receipt: Receipt
    findings: list[Finding]
