"""Mixed traffic as a campaign's days bring it: annotators, leads, programs, exports, strangers, all at one dashboard."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.store import Store
from tests.benchmarks.actions import CHOICES
from tests.benchmarks.annotator import Annotator, Refused, Unanswered
from tests.benchmarks.crowd import Clicks
from tests.benchmarks.line import Line, sign_in, sign_out
from tests.benchmarks.strangers import Strangers
from tests.benchmarks.tab import Tab

# Of an annotator's turns, what is no choice; the rest are choices.
_UNDO, _SKIP, _RELOAD, _LEAVE = 0.03, 0.02, 0.015, 0.005
_PAGES = ("progress", "quality", "inbox", "people")
_EXPORT_SECONDS, _IMPORT_SECONDS = 30.0, 60.0
NEW_PROMPTS, NEW_SYSTEMS = 5, 5  # of an import
_GONE = (OSError, TimeoutError, EOFError, LookupError, Unanswered)


@dataclass
class Traffic:
    """Everybody who comes, and what they did.

    Args:
        tokens: of the annotators' links.
        leads: tokens of the leads' links.
        program: the token by which a program adds responses and reads results.
        every: mean seconds from one click of an annotator to the next.
    """

    store: Store
    address: str
    slug: str
    tokens: list[str]
    leads: list[str]
    program: str
    every: float = 2.0
    clicks: Clicks = field(default_factory=Clicks)
    actions: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    spent: list[tuple[float, float]] = field(default_factory=list)  # when (monotonic) and for how long a click waited
    _end: float = 0.0
    _pause: float = 0.0  # when annotators end their work

    async def flow(self, seconds: float, rest: float = 0.0) -> None:
        """Let all of them come and go for so many seconds; in the last `rest` of them annotators do nothing."""
        self._end = time.monotonic() + seconds
        self._pause = self._end - rest
        strangers = Strangers(self.address, self.slug)
        actors = [self._annotator(number, token) for number, token in enumerate(self.tokens)]
        actors += [self._lead(number, token) for number, token in enumerate(self.leads)]
        await asyncio.gather(
            *actors,
            strangers.come(self._end),
            self._repeat(_EXPORT_SECONDS, self._export),
            self._repeat(_IMPORT_SECONDS, self._import),
        )
        self.actions.update({f"stranger_{kind}": number for kind, number in strangers.visits.items()})

    @property
    def over(self) -> bool:
        return time.monotonic() >= self._end

    async def _annotator(self, number: int, token: str) -> None:
        chance = random.Random(f"annotator {number}")
        person = Annotator(self.address, self.slug, token)
        await self._rest(self.every * 5 * chance.random())
        await self._tried(person.open(), "sign_in")
        while not self.over:
            await self._rest(self.every * (0.5 + chance.random()))
            if time.monotonic() < self._pause:
                await self._turn(person, chance)
        await person.close()

    async def _turn(self, person: Annotator, chance: random.Random) -> None:
        """One action of an annotator."""
        draw = chance.random()
        if draw < _UNDO and person.undoable:
            await self._undo(person)
        elif draw < _UNDO + _SKIP:
            await self._tried(person.skip(), "skip")
        elif draw < _UNDO + _SKIP + _RELOAD:
            before = person.asked
            await self._tried(person.reload(), "reload")
            if person.asked != before:
                self.problems.append(f"after a reload assignment {person.asked} came up and not {before}")
        elif draw < _UNDO + _SKIP + _RELOAD + _LEAVE:
            await self._tried(self._leave(person), "sign_in")
        elif await self.clicks.click(person, chance.choice(CHOICES)):
            self.actions["choice"] += 1
            self.spent.append((time.monotonic(), self.clicks.seconds[-1]))
        else:
            await self._tried(person.reload(), "reload")
        self.problems += person.tab.exceptions
        person.tab.exceptions.clear()

    async def _undo(self, person: Annotator) -> None:
        """Take the last action back. Where the answer does not bring its sheet, it may be taken back or stand."""
        last, choice = person.pile["undo"][0], None
        question = str(last["assignment"])
        if last["kind"] == "choose":
            choice = self.clicks.acknowledged.pop(question, None)
        elif last["kind"] == "skip":
            await self._tried(self._unskip(person), "undo")
            return
        if (not await self._tried(person.undo(), "undo") or person.asked != question) and choice is not None:
            self.clicks.unanswered[question] = f"Undo, and {person.asked} came up"

    async def _unskip(self, person: Annotator) -> None:
        """Take a skip back. Refused is right where somebody else has got the comparison since."""
        try:
            await person.undo()
        except Refused as refusal:
            if refusal.words != {"lease_lost"}:
                raise

    async def _leave(self, person: Annotator) -> None:
        """Sign out; come again by the link."""
        await person.leave()
        await person.open()

    async def _lead(self, number: int, token: str) -> None:
        """Has a page open for a while with what it redraws by itself, then goes to the next."""
        chance = random.Random(f"lead {number}")
        tab = Tab(self.address)
        while not self.over:
            if not tab.cookie:
                tab.cookie = await sign_in(self.address, token)
                self.actions["sign_in"] += 1
            await self._tried(tab.open(), "open")
            for page in _PAGES * 3:
                if self.over or not await self._tried(tab.go_to(page), page):
                    break
                stay = min(chance.uniform(5, 40), max(0.0, self._end - time.monotonic()))
                await self._tried(tab.stay(stay), "stay")
            await tab.close()
            await sign_out(self.address, tab.cookie)
            tab.cookie = ""
            self.problems += tab.exceptions
            tab.exceptions.clear()

    async def _export(self) -> None:
        begun = self.actions["choice"] > 100
        frame = await asyncio.to_thread(export_judgments, self.store, self.slug)
        if frame.empty and begun:
            self.problems.append("an export without judgments")
        for what in ("progress", "ranking")[: 1 + begun]:
            await self._ask("GET", what)

    async def _import(self) -> None:
        turn = self.actions["import"]
        rows = [
            {
                "prompt_id": f"new {turn}-{prompt}",
                "prompt": f"Skriv om ny sak {turn}-{prompt}.",
                "written_standard": "nb",
                "system": f"system-{'abcde'[system]}",
                "response": f"Det som er skrevet om sak {turn}-{prompt} av nummer {system}.",
            }
            for prompt in range(NEW_PROMPTS)
            for system in range(NEW_SYSTEMS)
        ]
        await self._ask("POST", "responses", "\n".join(map(json.dumps, rows)).encode())

    async def _ask(self, method: str, what: str, body: bytes = b"") -> None:
        """By the routes for programs."""
        line = Line(self.address)
        headers = {"Authorization": f"Bearer {self.program}", "Content-Type": "application/jsonl"}
        reply = await line.ask(method, f"/api/campaigns/{self.slug}/{what}", body, headers)
        line.close()
        if reply.status != 200:
            self.problems.append(f"{what} was answered with {reply.status}: {reply.body[:200].decode()}")

    async def _repeat(self, every: float, action: Callable[[], Awaitable[None]]) -> None:
        name = action.__name__.strip("_")
        while not self.over:
            await self._tried(action(), name)
            await self._rest(every)

    async def _rest(self, seconds: float) -> None:
        await asyncio.sleep(max(0.0, min(seconds, self._end - time.monotonic())))

    async def _tried(self, action: Awaitable[object], name: str) -> bool:
        """Count the action, or what went wrong with it."""
        try:
            await action
        except (*_GONE, RuntimeError) as problem:
            self.problems.append(f"{name}: {type(problem).__name__}: {problem}"[:300])
            return False
        self.actions[name] += 1
        return True
