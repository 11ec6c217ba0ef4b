"""The shape of a protocol file. Unknown keys are errors; adding a protocol is adding a file."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Annotated, Literal, Self

from babel import parse_locale
from jinja2 import Environment, TemplateSyntaxError, meta
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator


def _checked_tag(tag: str) -> str:
    try:
        parse_locale(tag, sep="-")
    except ValueError:
        raise ValueError(f"'{tag}' is no language tag, such as en, nb or pt-BR") from None
    return tag


Language = Annotated[str, AfterValidator(_checked_tag)]  # BCP 47
Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Labels = dict[str, str]  # language -> words
OVERALL = "overall"  # the key of a rater's overall rating, next to those of the criteria
_ENDS_WITH_RESPONSE = re.compile(r"\{\{-?\s*response\s*-?\}\}\s*\Z")
# The names that a judge's template may use.
TEMPLATE_NAMES = frozenset(
    (
        *("prompt", "written_standard", "response_a", "response_b"),
        *("source", "reference", "response", "source_language", "target_language"),
        *("criterion", "criteria", "overall", "items", "examples", "issues", "guidelines"),
    )
)


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Point(_Part):
    """One point of a scale that has a label."""

    value: int
    label: Labels


class Scale(_Part):
    """A scale of whole numbers from `min` to `max`.

    Attributes:
        points: the points that have a label, any or none of the numbers.
        na: whether "not applicable" is allowed.
        explanation: whether a rating needs one: of every number ('required'), or only 'below_max'.
    """

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
        if len({point.value for point in self.points}) != len(self.points):
            raise ValueError("two points have the same value")
        return self


class Criterion(Scale):
    """A scale with a key: what is rated."""

    key: Key


class Issue(_Part):
    """One category of issues that annotators can choose."""

    key: Key
    label: Labels


class Choices(_Part):
    """The labels of the three choices of a pairwise protocol."""

    a: Labels
    tie: Labels
    b: Labels


class Ties(_Part):
    """What a tie can mean, where annotators are asked why: both texts are good, or both are bad."""

    both_well: Labels
    both_badly: Labels


class Score(_Part):
    """How an item's score is computed from its ratings; `overall` is the scale of an overall rating, for its rule."""

    rule: Literal["mean", "mean_over_applicable_div_max", "given_overall", "mean_of_criterion_means"]
    overall: Scale | None = None

    @model_validator(mode="after")
    def _has_its_scale(self) -> Self:
        if (self.rule == "given_overall") != (self.overall is not None):
            raise ValueError("the rule given_overall needs [score.overall], and no other rule has it")
        return self

    def require_scales(self, criteria: tuple[Criterion, ...]) -> None:
        """Check that the rule can be computed on the scales of the criteria; ValueError where it cannot."""
        unsuitable = any(criterion.min < 0 or criterion.max <= 0 for criterion in criteria)
        if self.rule == "mean_over_applicable_div_max" and unsuitable:
            raise ValueError(f"the rule {self.rule} needs scales from 0 upwards")


class Example(_Part):
    """A rated item of one language pair, an example for a judge; `ratings`: criterion -> (rating, explanation)."""

    source_language: str
    target_language: str
    source: str
    response: str
    reference: str
    ratings: dict[Key, tuple[int, str]]


class Judge(_Part):
    """How an LLM judge is asked: a Jinja2 template and the shape of its reply.

    With `per_criterion` each criterion has a request of its own; `batch_size` is the number of items in one request.
    `likelihood` is a second template that ends with the response, whose tokens' log-probabilities can be asked for.
    """

    template: str
    likelihood: str | None = None
    reply: Literal["json5_batch", "json_object", "score_line", "integer"]
    reply_language: str | None = None
    batch_size: int = Field(default=1, ge=1)
    per_criterion: bool = False
    examples: tuple[Example, ...] = ()

    @model_validator(mode="after")
    def _fits_its_reply(self) -> Self:
        if self.reply == "score_line" and not self.per_criterion:
            raise ValueError("a score_line rates one criterion: set per_criterion = true")
        if self.batch_size > 1 and self.reply != "json5_batch":
            raise ValueError("only json5_batch answers for several items")
        _check_template("template", self.template)
        if self.likelihood is not None:
            _check_template("likelihood", self.likelihood)
            if not _ENDS_WITH_RESPONSE.search(self.likelihood):
                raise ValueError("likelihood: it must end with {{ response }}")
        return self


def _check_template(name: str, template: str) -> None:
    try:
        tree = Environment(autoescape=False).parse(template)  # noqa: S701 - a prompt, not a page
    except TemplateSyntaxError as error:
        raise ValueError(f"{name}: line {error.lineno}: {error.message}") from None
    unknown = meta.find_undeclared_variables(tree) - TEMPLATE_NAMES
    if unknown:
        raise ValueError(f"{name}: unknown name '{min(unknown)}' (known: {', '.join(sorted(TEMPLATE_NAMES))})")


class Protocol(_Part):
    """A protocol: what is judged and how. `content_hash` identifies its content, not its layout.

    Attributes:
        question: what annotators are asked of two texts; pairwise protocols only.
        guidelines: language -> Markdown with anchors, as `guidelines_of` reads it.
    """

    key: Key
    version: Annotated[str, Field(min_length=1)]
    kind: Literal["pairwise", "rating"]
    title: Labels
    languages: tuple[Language, ...] = Field(min_length=1)
    shows: tuple[Literal["prompt", "source", "reference", "response"], ...] = Field(min_length=1)
    question: Labels = {}
    choices: Choices | None = None
    issues: tuple[Issue, ...] = ()
    ties: Ties | None = None
    guidelines: Labels = {}
    score: Score | None = None
    criteria: tuple[Criterion, ...] = ()
    judge: Judge | None = None

    @model_validator(mode="after")
    def _complete(self) -> Self:
        self._require_parts_of_pairs()
        if self.kind == "rating" and (self.score is None or not self.criteria):
            raise ValueError("a rating protocol needs [score] and [[criteria]]")
        if self.score:
            self.score.require_scales(self.criteria)
        for name, parts in (("issues", self.issues), ("criteria", self.criteria)):
            keys = [part.key for part in parts]
            if len(keys) != len(set(keys)):
                raise ValueError(f"a key occurs twice in {name}")
        if OVERALL in (criterion.key for criterion in self.criteria):
            raise ValueError(f"criteria: the key '{OVERALL}' is that of [score.overall]")
        known = {criterion.key for criterion in self.criteria}
        for example in self.judge.examples if self.judge else ():
            if set(example.ratings) != known:
                raise ValueError("judge.examples: an example rates other criteria than the protocol has")
        for name, labels in self._all_labels():
            missing = [language for language in self.languages if not labels.get(language, "").strip()]
            if missing:
                raise ValueError(f"{name} lacks the language {', '.join(missing)}")
            # In the protocol's order: who reads none of the languages gets the first.
            ordered = {language: labels[language] for language in self.languages} | labels
            labels.clear()
            labels.update(ordered)
        return self

    def _require_parts_of_pairs(self) -> None:
        """ValueError for what a pairwise protocol lacks, all of it at once."""
        needed: dict[str, object] = {
            "question": self.question,
            "choices": self.choices,
            "guidelines": self.guidelines,
        }
        needed |= {"ties": self.ties} if self.issues else {}
        if self.kind == "rating":
            alone = [name for name in ("question", "choices", "ties", "issues") if getattr(self, name)]
            if alone:
                raise ValueError(f"{alone[0]}: only a pairwise protocol has this")
        elif self.refers:
            raise ValueError("shows: two texts are compared without a reference")
        elif missing := [name for name, part in needed.items() if not part]:
            raise ValueError("; ".join(f"{name}: is missing, and a pairwise protocol needs it" for name in missing))

    @property
    def content_hash(self) -> str:
        """SHA-256 of the content in hex; comments, layout and the order of keys do not change it.

        The guidelines are left out: they have a version of their own, which is kept with each judgment.
        """
        # Without defaults, so that a new field of this class changes no protocol that does not use it.
        content = self.model_dump(mode="json", exclude_defaults=True, exclude={"guidelines"})
        return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

    @property
    def asks(self) -> bool:
        """Whether people and judges see what the responses answer: as a prompt, or as a source."""
        return "prompt" in self.shows or "source" in self.shows

    @property
    def refers(self) -> bool:
        """Whether they see the reference, where there is one."""
        return "reference" in self.shows

    @property
    def rated(self) -> tuple[Criterion, ...]:
        """Everything that is rated: the criteria, then the overall rating where the protocol asks for one."""
        if self.score is None or self.score.overall is None:
            return self.criteria
        return (*self.criteria, Criterion(key=OVERALL, **self.score.overall.model_dump()))

    def _all_labels(self) -> list[tuple[str, Labels]]:
        labels = [("title", self.title)]
        labels += [(name, part) for name in ("question", "guidelines") if (part := getattr(self, name))]
        if self.choices:
            labels += [(f"choices.{side}", getattr(self.choices, side)) for side in ("a", "tie", "b")]
        if self.ties:
            labels += [(f"ties.{name}", getattr(self.ties, name)) for name in ("both_well", "both_badly")]
        labels += [(f"issues.{issue.key}.label", issue.label) for issue in self.issues]
        scales: list[tuple[str, Scale]] = [(f"criteria.{criterion.key}", criterion) for criterion in self.criteria]
        if self.score and self.score.overall:
            scales.append(("score.overall", self.score.overall))
        for name, scale in scales:
            labels.append((f"{name}.label", scale.label))
            if scale.description:
                labels.append((f"{name}.description", scale.description))
            labels += [(f"{name}.points.{point.value}", point.label) for point in scale.points]
        return labels
