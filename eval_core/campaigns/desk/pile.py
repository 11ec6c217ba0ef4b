"""The pile: the sheets before one annotator, and what the desk says next to them. Names no system, gold or repeat."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

from eval_core.campaigns.desk.supply.feedback import Feedback, RatingFeedback
from eval_core.campaigns.desk.supply.qualification import TestResult


@dataclass(frozen=True)
class TextMark:
    """A place in a text with an issue: half-open, in Unicode code points; both None where the issue has no place."""

    side: str
    start: int | None
    end: int | None
    issue: str


@dataclass(frozen=True)
class Given:
    """The reasons that were given for a choice."""

    marks: tuple[TextMark, ...]
    tie: str | None
    comment: str


@dataclass(frozen=True)
class Score:
    """One criterion's rating: a whole number, or None for "not applicable"."""

    value: int | None
    explanation: str = ""


@dataclass(frozen=True)
class Sheet:
    """A comparison to judge ('pair') or a response to rate ('rating'), as one annotator sees it.

    Attributes:
        revision: of the assignment, 0 before the first judgment.
        texts: by side, 'A' and 'B', or 'A' alone.
        asks_reasons: whether a choice is followed by the question why.
        chosen: the choice, if only the reasons are missing; `given`: those that were given for it and undone.
        dwell: how long the texts must be in sight before a click counts.
        stage, step: 'training', 'test' or 'work'; (number, total) in the first two.
        reference: what a person wrote for the prompt, which is in `source_language`.
        scores: what is rated already, by criterion.
        group: the same for responses that are shown next to each other.
        made: when the assignment was made, which an action on it repeats: a number may be given a second time.
    """

    assignment_id: int
    revision: int
    kind: str
    prompt: str
    written_standard: str | None
    texts: dict[str, str]
    dwell: timedelta
    asks_reasons: bool = False
    chosen: str | None = None
    given: Given | None = None
    stage: str = "work"
    step: tuple[int, int] | None = None
    reference: str | None = None
    source_language: str | None = None
    target_language: str | None = None
    scores: dict[str, Score] = field(default_factory=dict)
    marks: tuple[TextMark, ...] = ()
    group: int = 0
    made: str = ""


@dataclass(frozen=True)
class Undoable:
    """An action that can be undone: 'choose', 'explain', 'skip' or 'rate' at a revision of an assignment."""

    assignment_id: int
    revision: int
    kind: str


@dataclass(frozen=True)
class Pile:
    """What an annotator's browser is given.

    Attributes:
        sheets: the one before the annotator and those ahead, in this order; empty where `instead` says why.
        stage, step: of the first sheet.
        done: their own saved judgments or ratings in this campaign, training and test left out.
        quota: how many they are asked for, None without a limit.
        instead: why there is no sheet: 'consent', 'withdrawn', 'guidelines', 'failed', 'no_gold', 'paused', 'closed',
            'draft', 'archived', 'quota', 'waiting' (others hold the rest), 'on_hold' (a lead has
            paused the person), 'finished' or 'empty'.
        undo: what can be undone, the newest first.
        unread: answers to their questions that they have not seen; `messages` of the lead likewise.
        test: (asked, right): how many the test asks, and how many must be right; None without one.
        result: of a failed test.
        ahead: how many sheets may be taken ahead.
    """

    slug: str
    title: str
    protocol: str
    text_view: str
    is_demo: bool
    sheets: tuple[Sheet, ...]
    stage: str
    step: tuple[int, int] | None
    done: int
    quota: int | None
    instead: str | None
    undo: tuple[Undoable, ...]
    unread: int
    messages: int
    test: tuple[int, int] | None
    result: TestResult | None
    ahead: int

    @property
    def first(self) -> Sheet | None:
        """The sheet before the annotator."""
        return self.sheets[0] if self.sheets else None


@dataclass(frozen=True)
class Answer:
    """What became of an action: 'recorded', 'known' (it had been before) or 'refused', then with a word why."""

    id: str | None
    result: str
    word: str | None = None
    feedback: Feedback | RatingFeedback | None = None
