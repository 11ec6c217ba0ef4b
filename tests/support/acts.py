"""What people do at the desk, one action at a time: each goes through `clicks.act`, as a browser's would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from eval_core.campaigns.access import Who, authorise
from eval_core.campaigns.desk import clicks
from eval_core.campaigns.desk.compare import Task
from eval_core.campaigns.desk.judgments import Context
from eval_core.campaigns.desk.pile import Answer, Pile, Score, Sheet
from eval_core.campaigns.desk.supply import feedback as lessons
from eval_core.campaigns.desk.supply.feedback import Feedback
from eval_core.errors import RefusedError
from eval_core.store import Store


@dataclass(frozen=True)
class Desk:
    """A pile as most tests look at it: the first sheet, and why there is none."""

    pile: Pile

    @property
    def task(self) -> Task | None:
        sheet = self.pile.first
        if sheet is None:
            return None
        texts = sheet.texts
        return Task(
            sheet.assignment_id, sheet.revision, sheet.prompt, sheet.written_standard, texts["A"], texts.get("B", "")
        )

    @property
    def reason(self) -> str | None:
        return self.pile.instead

    @property
    def chosen(self) -> str | None:
        return self.pile.first.chosen if self.pile.first else None

    @property
    def undoable(self) -> tuple[int, int] | None:
        newest = self.pile.undo[0] if self.pile.undo else None
        return (newest.assignment_id, newest.revision) if newest else None

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        return self.pile.sheets

    def __getattr__(self, name: str) -> Any:
        return getattr(self.pile, name)


def open_desk(store: Store, who: Who, slug: str, *, ahead: int = 0) -> Desk:
    """What lies before someone; one sheet unless a test asks for more."""
    return Desk(clicks.open_desk(store, who, slug, ahead=ahead))


def action(kind: str, assignment: int | None, revision: int = 0, **more: object) -> dict[str, object]:
    """An action as a browser sends it."""
    return {"id": str(uuid4()), "kind": kind, "assignment": assignment, "revision": revision, **more}


def act(store: Store, who: Who, slug: str, *actions: Mapping[str, object]) -> list[Answer]:
    """Carry out actions without laying out the next sheet."""
    return clicks.carry_out(store, who, slug, actions)


def one(store: Store, who: Who, slug: str, document: Mapping[str, object]) -> bool:
    """Whether an action was recorded now, and not known before; RefusedError with its word if it was refused."""
    answer = act(store, who, slug, document)[0]
    if answer.result == "refused":
        raise RefusedError(answer.word or "", "refused")
    return answer.result == "recorded"


def record_judgment(
    store: Store, who: Who, slug: str, assignment: int, revision: int, choice: str, context: Context | None = None
) -> bool:
    shown = {} if context is None else {"layout": context.layout, "language": context.language}
    opened = {} if context is None else {"prompt_opened": context.prompt_opened}
    return one(store, who, slug, action("choose", assignment, revision, choice=choice, **shown, **opened))


def undo_judgment(store: Store, who: Who, slug: str, assignment: int, revision: int) -> bool:
    return one(store, who, slug, action("undo", assignment, revision))


def skip_comparison(
    store: Store, who: Who, slug: str, assignment: int, revision: int, reason: str, comment: str = ""
) -> bool:
    return one(store, who, slug, action("skip", assignment, revision, reason=reason, comment=comment))


def explain_judgment(
    store: Store,
    who: Who,
    slug: str,
    assignment: int,
    revision: int,
    issues: Mapping[str, Sequence[str]],
    quality: str | None = None,
    comment: str = "",
) -> bool:
    """Reasons without a place: issues by side."""
    marks = [
        {"side": side, "start": None, "end": None, "issue": issue} for side, found in issues.items() for issue in found
    ]
    return one(store, who, slug, action("explain", assignment, revision, marks=marks, tie=quality, comment=comment))


def record_ratings(
    store: Store,
    who: Who,
    slug: str,
    assignment: int,
    revision: int,
    scores: Mapping[str, Score],
    language: str | None = None,
) -> bool:
    values = {key: "na" if score.value is None else score.value for key, score in scores.items()}
    why = {key: score.explanation for key, score in scores.items()}
    given = action("rate", assignment, revision, scores=values, explanations=why, language=language)
    return one(store, who, slug, given)


def training_feedback(store: Store, who: Who, slug: str, assignment: int, language: str = "en") -> Feedback:
    with store.read() as db:
        found = lessons.training_feedback(db, authorise(db, who, slug, "annotator"), assignment, language)
    if found is None:
        raise RefusedError("not_allowed", "this comparison has no answer to show")
    return found


undo_ratings, skip_response = undo_judgment, skip_comparison


def judge_and_go_on(
    store: Store, who: Who, slug: str, assignment: int, revision: int, choice: str, context: Context | None = None
) -> Desk:
    """A choice, and the desk after it, in one request as a browser sends it."""
    shown = {} if context is None else {"layout": context.layout, "language": context.language}
    document = action("choose", assignment, revision, choice=choice, **shown)
    answers, pile = clicks.act(store, who, slug, [document], ahead=0)
    if answers[0].result == "refused":
        raise RefusedError(answers[0].word or "", "refused")
    return Desk(pile)
