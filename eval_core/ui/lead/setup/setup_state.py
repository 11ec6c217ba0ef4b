"""What Setup remembers in a browser session: the open step, and the file that was looked at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from eval_core.campaigns.content.import_report import ImportReport
from eval_core.campaigns.setup.adoption import Adoption
from eval_core.campaigns.setup.import_preview import Rehearsal
from eval_core.errors import InputError, RefusedError
from eval_core.ranking.diagnostics.pilot import Pilot
from eval_core.ui.session import page_state


@dataclass(frozen=True)
class Copy:
    """A copy that was asked for: of which campaign, its title, and what comes along."""

    slug: str
    title: str
    with_people: bool
    with_gold: bool


@dataclass
class SetupState:
    """What Setup remembers.

    Attributes:
        steps: the open step of each campaign.
        rehearsed: what identifies a file with its options, and what loading it would do.
        files: how many files were loaded; part of the upload field's key, so that a loaded file makes room.
        loaded: the last file's name, and what became of it; None once it was said.
        pilots: what the judgments of a campaign say about this one's study, by the addresses of both.
        adopted: the campaign whose rules were written from a study, and what became of it.
        copied: the last copy that was asked for, and the address of the campaign that it made.
        editions: of each campaign, the edition of its guidelines that the text in the fields began from.
    """

    steps: dict[str, str] = field(default_factory=dict)
    rehearsed: tuple[tuple[Any, ...], Rehearsal | InputError | RefusedError] | None = None
    files: int = 0
    loaded: tuple[str, ImportReport | InputError | RefusedError] | None = None
    pilots: dict[tuple[str, str], Pilot | None] = field(default_factory=dict)
    adopted: tuple[str, Adoption] | None = None
    copied: tuple[Copy, str] | None = None
    editions: dict[str, int] = field(default_factory=dict)


def setup_state() -> SetupState:
    """This browser session's."""
    return page_state(SetupState)
