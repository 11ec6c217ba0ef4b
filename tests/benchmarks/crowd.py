"""People who judge at a server, as many as wanted, in one process and without browsers."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tests.benchmarks.actions import CHOICES
from tests.benchmarks.annotator import Unanswered
from tests.benchmarks.line import Line
from tests.benchmarks.tab import PATIENCE_SECONDS, Tab

_AT_ONCE = 8  # tabs that are opened at the same time
_PAIR = re.compile(r"^(\d+)\. ")


class Person(Protocol):
    """Somebody who has a question before them; `asked` tells it from every other, of anybody."""

    @property
    def asked(self) -> str: ...

    async def open(self) -> None: ...

    async def choose(self, choice: str) -> None: ...

    async def close(self) -> None: ...


@dataclass
class BarePageUser:
    """Somebody at the bare Streamlit page."""

    address: str
    name: str
    tab: Tab = field(init=False)

    def __post_init__(self) -> None:
        self.tab = Tab(self.address, _PAIR, query=f"who={self.name}")

    @property
    def asked(self) -> str:
        return f"{self.name}/{self.tab.asked}"

    async def open(self) -> None:
        """Open the page."""
        await self.tab.open()

    async def choose(self, choice: str) -> None:
        """Press a choice."""
        before = self.tab.asked
        await self.tab.press(choice)
        if self.tab.asked == before:
            raise Unanswered(f"the click on pair {before} was not answered: {self.tab.exceptions[-1:]}")

    async def close(self) -> None:
        """Close the tab."""
        await self.tab.close()


@dataclass
class EndpointUser:
    """The same at the bare endpoint."""

    address: str
    name: str
    line: Line = field(init=False)
    pair: int = 0

    def __post_init__(self) -> None:
        self.line = Line(self.address)

    @property
    def asked(self) -> str:
        return f"{self.name}/{self.pair}"

    async def open(self) -> None:
        """Ask for the first pair."""
        await self._ask({"who": self.name})

    async def choose(self, choice: str) -> None:
        """Send a choice."""
        await self._ask({"who": self.name, "pair": self.pair, "choice": choice})

    async def _ask(self, told: dict[str, object]) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            reply = await self.line.ask("POST", "/", json.dumps(told).encode())
        if reply.status != 200:
            raise Unanswered(f"the endpoint answered {reply.status}")
        self.pair = json.loads(reply.body)[0]

    async def close(self) -> None:
        """Hang up."""
        self.line.close()


@dataclass
class Clicks:
    """What a crowd clicked: the choice per question that was answered, how long each took, and what went wrong."""

    acknowledged: dict[str, str] = field(default_factory=dict)
    unanswered: dict[str, str] = field(default_factory=dict)  # with the reason
    answered_twice: int = 0
    seconds: list[float] = field(default_factory=list)

    async def click(self, person: Person, choice: str) -> bool:
        """One click; False where this person got no answer."""
        question, begin = person.asked, time.perf_counter()
        try:
            await person.choose(choice)
        except (OSError, TimeoutError, EOFError, Unanswered, LookupError, ConnectionError) as problem:
            self.unanswered[question] = f"{type(problem).__name__}: {problem}"[:200]
            return False
        self.seconds.append(time.perf_counter() - begin)
        self.answered_twice += question in self.acknowledged
        self.acknowledged[question] = choice
        return True


async def opened(people: Sequence[Person]) -> None:
    """All of them come in, a few at a time."""
    door = asyncio.Semaphore(_AT_ONCE)

    async def enter(person: Person) -> None:
        async with door:
            await person.open()

    await asyncio.gather(*(enter(person) for person in people))


async def closed(people: Sequence[Person]) -> None:
    """All of them go."""
    await asyncio.gather(*(person.close() for person in people))


async def work(people: Sequence[Person], clicks: Clicks, seconds: float, every: float, seed: int = 0) -> float:
    """Everybody clicks for so many seconds; how long it took until the last answer.

    Args:
        every: seconds from one click to the next of one person: evenly distributed between half and one and a half of
            it, the first click anywhere in the first of them. Whoever waits longer for an answer clicks as soon as it
            is there. 0: everybody clicks as soon as the answer is there.
    """
    begin = time.monotonic()

    async def judge(number: int, person: Person) -> None:
        chance = random.Random(f"{seed}/{number}")
        due = begin + every * chance.random()
        while True:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if time.monotonic() >= begin + seconds or not await clicks.click(person, chance.choice(CHOICES)):
                return
            due = max(due + every * (0.5 + chance.random()), time.monotonic())

    await asyncio.gather(*(judge(number, person) for number, person in enumerate(people)))
    return time.monotonic() - begin
