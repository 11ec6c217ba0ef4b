"""The question that a study is planned from: which difference must be seen, by when, and for how much."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from eval_core.campaigns.rules import RuleError
from eval_core.campaigns.text import storable
from eval_core.store import Campaign

STUDY = "study"  # its key in a campaign's settings, next to the rules
_PER_HOUR = 1_000_000


def _currency(given: str) -> str:
    return " ".join(storable(given).split())


class Question(BaseModel):
    """What a lead asked for, and the study that they settled on.

    `share` is how often the better of two systems is preferred, a tie as half. Systems, prompts and words count where
    no texts are loaded. `per_prompt` is None for every pair of systems.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    share: Annotated[float, Field(ge=0.51, le=0.95)] = 0.65
    systems: Annotated[int, Field(ge=2, le=50)] = 4
    prompts: Annotated[int, Field(ge=1, le=100_000)] = 100
    words: Annotated[int, Field(ge=1, le=100_000)] = 300
    annotators: Annotated[int, Field(ge=1, le=100)] = 6
    overlap: Annotated[int, Field(ge=1, le=100)] = 2
    per_prompt: Annotated[int | None, Field(ge=1, le=1225)] = None
    hours_a_week: Annotated[float, Field(ge=0.5, le=60)] = 5.0
    pay: Annotated[float | None, Field(ge=0, le=_PER_HOUR)] = None
    currency: Annotated[str, AfterValidator(_currency), Field(max_length=12)] = "kr"


# Each preset is a question with people and texts that come near it; what it sees is computed, not promised.
PRESETS: dict[str, dict[str, Any]] = {
    "quick": {"share": 0.75, "annotators": 5, "prompts": 30, "overlap": 1},
    "paper": {"share": 0.65, "annotators": 10, "prompts": 100, "overlap": 2},
    "large": {"share": 0.6, "annotators": 20, "prompts": 200, "overlap": 2},
}


def checked_question(answers: Mapping[str, Any]) -> Question:
    """The question with these answers; RuleError names the first that cannot be."""
    try:
        return Question.model_validate(dict(answers))
    except ValidationError as error:
        problem = error.errors()[0]
        raise RuleError(".".join(map(str, problem["loc"])), problem["msg"]) from None


def question_of(campaign: Campaign) -> Question | None:
    """The question that the campaign was planned from, None if it was not."""
    stored = campaign.settings.get(STUDY)
    return Question.model_validate(stored) if stored else None
