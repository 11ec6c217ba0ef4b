"""Two runs of one judge refuse each other: a lease that a run renews, and that ends when its process dies."""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from eval_core.errors import ParvisError, UnavailableError
from eval_core.judges.work import Judging
from eval_core.store import JudgeLease, Person, Store

LEASE = timedelta(seconds=60)
_BEAT = 15.0  # seconds between two renewals


class JudgeBusyError(ParvisError):
    """Another run of this judge is at work in this campaign."""


@asynccontextmanager
async def leased(store: Store, judging: Judging, beat: float = _BEAT) -> AsyncIterator[None]:
    """Hold the lease of a judge in a campaign.

    Raises:
        JudgeBusyError: where another run holds it; later, within the block, where another run has taken it because this
            one could not renew it in time.
    """
    word = f"{_place()}/{os.getpid()}/{secrets.token_hex(8)}"
    await asyncio.to_thread(_take, store, judging, word)
    task = asyncio.current_task()
    lost = False

    async def renew() -> None:
        nonlocal lost
        while True:
            await asyncio.sleep(beat)
            with suppress(UnavailableError):  # the lease holds for a while without us
                if not await asyncio.to_thread(_renew, store, judging, word):
                    lost = True
                    if task is not None:
                        task.cancel()
                    return

    renewing = asyncio.create_task(renew())
    try:
        yield
    except asyncio.CancelledError:
        if lost:
            raise JudgeBusyError("another run of this judge has gone on in place of this one") from None
        raise
    finally:
        renewing.cancel()
        with suppress(UnavailableError):
            _give_back(store, judging, word)


def _take(store: Store, judging: Judging, word: str) -> None:
    here = (JudgeLease.campaign_id == judging.campaign_id, JudgeLease.person_id == judging.person_id)
    try:
        with store.write() as db:
            now = store.now()
            held = db.scalar(select(JudgeLease).where(*here).with_for_update())
            # A lease that ends later than any can was given by a clock that has been set back since.
            if held is not None and now < held.leased_until <= now + 2 * LEASE and not _is_dead(held.word):
                name = db.scalar(select(Person.name).where(Person.id == judging.person_id))
                raise JudgeBusyError(
                    f"'{name}' is at work in this campaign already: wait for that run, or stop it"
                    f" (if it died on another machine, this judge is free at {held.leased_until:%H:%M:%S} UTC)"
                )
            values = {"word": word, "leased_until": now + LEASE}
            if held is None:
                owner = {"campaign_id": judging.campaign_id, "person_id": judging.person_id}
                db.execute(insert(JudgeLease).values(**owner, **values))
            else:
                db.execute(update(JudgeLease).where(*here).values(**values))
    except IntegrityError:  # both came at the same moment
        raise JudgeBusyError("another run of this judge has just begun: wait for it, or stop it") from None


def _renew(store: Store, judging: Judging, word: str) -> bool:
    with store.write() as db:
        ours = update(JudgeLease).where(*_its(judging, word)).values(leased_until=store.now() + LEASE)
        return db.scalar(ours.returning(JudgeLease.id).execution_options(synchronize_session=False)) is not None


def _give_back(store: Store, judging: Judging, word: str) -> None:
    with store.write() as db:
        db.execute(delete(JudgeLease).where(*_its(judging, word)).execution_options(synchronize_session=False))


def _its(judging: Judging, word: str) -> tuple[ColumnElement[bool], ...]:
    return (
        JudgeLease.campaign_id == judging.campaign_id,
        JudgeLease.person_id == judging.person_id,
        JudgeLease.word == word,
    )


def _place() -> str:
    """This machine, and the processes that it shows us: a container has its own numbers."""
    try:
        space = str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        space = ""
    return hashlib.sha256(f"{socket.gethostname()}/{space}".encode()).hexdigest()[:16]


def _is_dead(word: str) -> bool:
    """Whether the run of this lease was a process of this machine that is gone."""
    place, number, _ = word.split("/")
    if os.name != "posix" or place != _place():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
