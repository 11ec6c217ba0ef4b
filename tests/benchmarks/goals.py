"""What we set ourselves before measuring, and whether it is met."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Literal, NamedTuple

Bound = Literal["at most", "below", "at least"]
_HOLDS = {"at most": operator.le, "below": operator.lt, "at least": operator.ge}
_VERDICTS = {True: "met", False: "**not met**", None: "**not measured**"}


class Goal(NamedTuple):
    """One row of the table; `met` is None where it was not measured."""

    what: str
    goal: str
    measured: str
    met: bool | None


def bounded(what: str, value: float | None, bound: Bound, limit: float, of: str = "") -> Goal:
    """A figure that keeps to a limit; `of` says what it counts, such as 'ms', or what it is a share of."""
    if value is None:
        return Goal(what, f"{bound} {limit:g} {of}".rstrip(), "", None)
    return Goal(what, f"{bound} {limit:g} {of}".rstrip(), f"{value:g}", bool(_HOLDS[bound](value, limit)))


def none(what: str, count: int | None) -> Goal:
    """Something that must not happen at all."""
    return Goal(what, "none", "" if count is None else f"{count:,}", None if count is None else count == 0)


def goals_table(goals: Iterable[Goal]) -> str:
    """The rows as Markdown."""
    lines = [("", "goal", "measured", ""), ("---",) * 4]
    lines += [(one.what, one.goal, one.measured, _VERDICTS[one.met]) for one in goals]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
