"""One press of a button counts once: the second of a double tap gets the answer to the first."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable

from starlette.responses import Response

_KEPT = 60.0  # seconds
_MOST = 500


def new_press() -> str:
    """A word for one page's button, which nobody can guess."""
    return secrets.token_urlsafe(16)


class Presses:
    """Answers to the presses of the last minute, in memory only."""

    def __init__(self, kept: float = _KEPT, most: int = _MOST) -> None:
        self.kept, self.most = kept, most
        self._answers: dict[str, asyncio.Future[Response]] = {}

    async def once(self, press: str, work: Callable[[], Awaitable[Response]]) -> Response:
        """The answer of `work` to this press; to the same press again, the same answer. Without a word each counts."""
        if not press:
            return await work()
        if press not in self._answers:
            while len(self._answers) >= self.most:
                self._answers.pop(next(iter(self._answers)))  # the oldest
            self._answers[press] = asyncio.ensure_future(self._kept(press, work))
            asyncio.get_running_loop().call_later(self.kept, self._answers.pop, press, None)
        return _copy(await asyncio.shield(self._answers[press]))  # the first of the two requests may be gone by then

    async def again(self, press: str) -> Response | None:
        """The answer to this press, where it has been pressed already."""
        known = self._answers.get(press)
        return None if known is None else _copy(await asyncio.shield(known))

    async def _kept(self, press: str, work: Callable[[], Awaitable[Response]]) -> Response:
        """The answer, kept where it is a good one: what failed can be tried again."""
        failed = True
        try:
            answer = await work()
            failed = answer.status_code >= 400
        finally:
            if failed:
                self._answers.pop(press, None)
        return answer


def _copy(answer: Response) -> Response:
    """The same answer to send: what packs one writes its new length into the headers of that one."""
    fresh = Response(answer.body, answer.status_code)
    fresh.raw_headers = list(answer.raw_headers)
    return fresh
