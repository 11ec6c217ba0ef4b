"""An annotator at the desk's services themselves, without a server."""

from __future__ import annotations

from dataclasses import dataclass, field

from eval_core.campaigns.desk.clicks import act, open_desk
from eval_core.campaigns.desk.pile import Pile
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.store import Store
from tests.benchmarks.actions import chosen


@dataclass
class Seat:
    """Whoever a personal link is for, with the pile that their browser would hold."""

    store: Store
    token: str
    slug: str
    who: str = field(init=False)
    pile: Pile = field(init=False)

    def __post_init__(self) -> None:
        self.who = sign_in(self.store, self.token)

    def open(self) -> Pile:
        """Sit down: the first pile."""
        self.pile = open_desk(self.store, self.who, self.slug)
        return self.pile

    def choose(self, choice: str) -> None:
        """Judge the first sheet, as the route does for one action.

        Raises:
            RuntimeError: if it is not recorded.
        """
        first, *ahead = self.pile.sheets
        action = chosen({"assignment": first.assignment_id, "revision": first.revision}, choice)
        held = [sheet.assignment_id for sheet in ahead]
        answers, self.pile = act(self.store, self.who, self.slug, [action], held)
        if answers[0].result != "recorded":
            raise RuntimeError(f"a choice was answered with {answers[0]}")
