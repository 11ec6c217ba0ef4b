"""What a browser's session remembers of the page Run a judge: the judge that was chosen, and what it replied."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from eval_core.judges.rehearsal import Tried
from eval_core.ui.session import page_state


@dataclass(frozen=True)
class ChosenJudge:
    """A judge as the fields name it; `key` is left out of every comparison and of what is printed.

    Attributes:
        name: the judge's own; None where it is called like its model.
    """

    slug: str
    protocol: str
    model: str
    name: str | None
    temperature: float | None
    seed: int | None
    key: str | None = field(default=None, repr=False, compare=False)


@dataclass
class JudgeDeskState:
    """What was tried, and of which judge."""

    of: ChosenJudge | None = None
    tried: tuple[Tried, ...] = ()


def tried_with(chosen: ChosenJudge) -> tuple[Tried, ...]:
    """What this judge replied on this page; () for any other."""
    state = page_state(JudgeDeskState)
    return state.tried if state.of == chosen else ()


def remember(chosen: ChosenJudge, tried: tuple[Tried, ...]) -> None:
    """Keep the replies of a judge, without its key."""
    state = page_state(JudgeDeskState)
    state.of = replace(chosen, key=None)
    state.tried = tried
