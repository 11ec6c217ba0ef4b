"""The annotators of the lead's story, who judge by services on a clock in hand, and the days that pass."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import DateTime, text

from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, read_guidelines
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.store import Base, Store
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment
from tests.support.browser.scenes import take_part
from tests.support.browser.story_files import is_good_gold, quality


@dataclass
class Crew:
    """Those who were invited: their sessions by name, in a campaign whose database they reach under their own clock."""

    store: Store
    clock: Clock
    slug: str
    sessions: dict[str, str]

    @classmethod
    def of(cls, store: Store, slug: str, links: dict[str, str]) -> Crew:
        """Everyone follows their link, agrees to the letter and reads the guidelines."""
        sessions = {
            name: str(sign_in(store, link.rpartition("/")[2].partition("?")[0])) for name, link in links.items()
        }
        for session in sessions.values():
            take_part(store, slug, session)
        clock = Clock()
        clock.time = datetime.now(UTC)
        return cls(Store(store.url, clock=clock), clock, slug, sessions)

    def at(self, **ago: float) -> None:
        """Set the clock to so long ago, in the words of `timedelta`."""
        self.clock.time = datetime.now(UTC) - timedelta(**ago)

    def reads_news(self, name: str) -> None:
        """Acknowledge what is new in the guidelines."""
        who = self.sessions[name]
        version = read_guidelines(self.store, who, self.slug, "nb").version
        acknowledge_guidelines(self.store, who, self.slug, version, "nb")

    def judges(self, name: str, at_most: int = 1000, *, careless: bool = False) -> int:
        """Judge what comes up, about twenty seconds each, mostly as the texts deserve; how many that made."""
        who = self.sessions[name]
        for made in range(at_most):
            task = open_desk(self.store, who, self.slug).task
            if task is None:
                return made
            self.clock.move(seconds=14 + task.assignment_id % 13)
            choice = _choice(task.response_a, task.response_b, random.Random(task.assignment_id), careless=careless)
            record_judgment(self.store, who, self.slug, task.assignment_id, task.revision, choice)
        return at_most


def _choice(a: str, b: str, chance: random.Random, *, careless: bool) -> str:
    if is_good_gold(a) or is_good_gold(b):
        return "AB"[is_good_gold(a) == careless]
    if careless:
        return chance.choice(("A", "B", "tie"))
    better = quality(a) - quality(b)
    return chance.choices(("A", "B", "tie"), (2.0 ** (2 * better), 2.0 ** (-2 * better), 1.0))[0]


def days_pass(store: Store, days: int) -> None:
    """Let everything in an SQLite database have happened so many days earlier."""
    with store.write() as db:
        for table in Base.metadata.sorted_tables:
            for column in table.columns:
                if isinstance(column.type, DateTime) or "DateTime" in type(column.type).__name__:
                    name = f'"{column.name}"'
                    moved = f"strftime('%Y-%m-%d %H:%M:%f', {name}, '-{days} days') || '000'"
                    db.execute(text(f'UPDATE "{table.name}" SET {name} = {moved} WHERE {name} IS NOT NULL'))  # noqa: S608 - our names
