"""The shape of a protocol file. Unknown keys are errors; adding a protocol is adding a file."""

from __future__ import annotations

import hashlib
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Language = Literal["en", "nb", "nn"]
Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Labels = dict[str, str]  # language -> words


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Point(_Part):
    """One point of a scale that the reference puts into words."""

    value: int
    label: Labels


class Criterion(_Part):
    """What is rated, on whole numbers from `min` to `max`; `na` allows "not applicable"."""

    key: Key
    label: Labels
    description: Labels = {}
    min: int
    max: int
    points: tuple[Point, ...] = ()
    na: bool = False
    explanation: Literal["none", "optional", "required", "below_max"] = "none"

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.min >= self.max:
            raise ValueError("min must be below max")
        if any(not self.min <= point.value <= self.max for point in self.points):
            raise ValueError("a point lies outside min..max")
        return self


class Issue(_Part):
    """One kind of fluency issue that annotators can name."""

    key: Key
    label: Labels


class Choices(_Part):
    """The labels of the three choices of a pairwise protocol."""

    a: Labels
    tie: Labels
    b: Labels


class Score(_Part):
    """How an item score comes from its ratings."""

    rule: Literal["mean", "mean_over_applicable_div_max", "given_overall", "mean_of_criterion_means"]


class Judge(_Part):
    """How an LLM judge is asked: a Jinja2 template and the shape of its reply."""

    template: str
    reply: Literal["json5_batch", "json_object", "score_line", "integer"]
    reply_language: str | None = None
    batch_size: int = Field(default=1, ge=1)


class Protocol(_Part):
    """A protocol: what is judged and how. `content_hash` identifies its content, not its layout."""

    key: Key
    version: Annotated[str, Field(min_length=1)]
    kind: Literal["pairwise", "rating"]
    title: Labels
    languages: tuple[Language, ...] = Field(min_length=1)
    shows: tuple[Literal["prompt", "source", "reference", "response"], ...] = Field(min_length=1)
    choices: Choices | None = None
    issues: tuple[Issue, ...] = ()
    score: Score | None = None
    criteria: tuple[Criterion, ...] = ()
    judge: Judge | None = None

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.kind == "pairwise" and self.choices is None:
            raise ValueError("a pairwise protocol needs [choices]")
        if self.kind == "rating" and (self.score is None or not self.criteria):
            raise ValueError("a rating protocol needs [score] and [[criteria]]")
        for name, parts in (("issues", self.issues), ("criteria", self.criteria)):
            keys = [part.key for part in parts]
            if len(keys) != len(set(keys)):
                raise ValueError(f"a key stands twice in {name}")
        for name, labels in self._all_labels():
            missing = [language for language in self.languages if not labels.get(language, "").strip()]
            if missing:
                raise ValueError(f"{name} lacks the language {', '.join(missing)}")
        return self

    @property
    def content_hash(self) -> str:
        """SHA-256 of the content in hex; comments, layout and the order of keys do not change it."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()

    def _all_labels(self) -> list[tuple[str, Labels]]:
        found = [("title", self.title)]
        if self.choices:
            found += [(f"choices.{side}", getattr(self.choices, side)) for side in ("a", "tie", "b")]
        found += [(f"issues.{issue.key}.label", issue.label) for issue in self.issues]
        for criterion in self.criteria:
            found.append((f"criteria.{criterion.key}.label", criterion.label))
            found += [(f"criteria.{criterion.key}.points.{point.value}", point.label) for point in criterion.points]
        return found
