"""What Setup remembers in a browser session: the open step, and what was made of a study."""

from __future__ import annotations

from dataclasses import dataclass, field

from eval_core.campaigns.setup.adoption import Adoption
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
        pilots: what the judgments of a campaign say about this one's study, by the addresses of both.
        adopted: the campaign whose rules were written from a study, and what became of it.
        copied: the last copy that was asked for, and the address of the campaign that it made.
        editions: of each campaign, the edition of its guidelines that the text in the fields began from.
    """

    steps: dict[str, str] = field(default_factory=dict)
    pilots: dict[tuple[str, str], Pilot | None] = field(default_factory=dict)
    adopted: tuple[str, Adoption] | None = None
    copied: tuple[Copy, str] | None = None
    editions: dict[str, int] = field(default_factory=dict)


def setup_state() -> SetupState:
    """This browser session's."""
    return page_state(SetupState)
