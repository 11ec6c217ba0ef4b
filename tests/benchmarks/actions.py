"""What the desk's element sends for what an annotator does with the sheet before them."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

CHOICES = ("A", "tie", "B")
Action = dict[str, Any]
Pile = dict[str, Any]


def chosen(sheet: dict[str, Any], choice: str, seen_ms: int = 0, *, age_ms: int = 0) -> Action:
    """A choice on a sheet that lay there for `seen_ms`, made `age_ms` before it is sent."""
    return {
        **_action("choose", sheet),
        "choice": choice,
        "seen_ms": seen_ms,
        "visible_ms": seen_ms,
        "age_ms": age_ms,
        "layout": "side_by_side",
        "prompt_opened": False,
        "language": "nb",
    }


def skipped(sheet: dict[str, Any], seen_ms: int = 0) -> Action:
    """The sheet, handed on to somebody else."""
    return {**_action("skip", sheet), "reason": "other", "comment": "", "seen_ms": seen_ms, "age_ms": 0}


def taken_back(pile: Pile) -> Action:
    """The newest of what can be undone."""
    return {**_action("undo", pile["undo"][0]), "age_ms": 0}


def held(pile: Pile) -> list[int]:
    """The assignments of a pile."""
    return [sheet["assignment"] for sheet in pile["sheets"]]


def _action(kind: str, about: dict[str, Any]) -> Action:
    return {"id": str(uuid4()), "kind": kind, "assignment": about["assignment"], "revision": about["revision"]}
