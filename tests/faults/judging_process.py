"""What a process does that judges in threads, and says at once what was acknowledged, until it is killed.

Run by itself it judges alone, says `ASSIGNMENT REVISION CHOICE` on standard output, and kills itself in the end.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from threading import Lock, Thread

from eval_core.errors import RefusedError, UnavailableError
from eval_core.store import Store
from tests.support.acts import Desk, judge_and_go_on, open_desk
from tests.support.checking import Click

Say = Callable[[Click], None]


def judge(store: Store, session: str, slug: str, say: Say, *, too_early: bool = False) -> int:
    """Judge until nothing is left; how often the database could not.

    Args:
        too_early: say so before it has been asked: the planted violation.
    """
    desk: Desk | None = None
    troubles = 0
    while True:
        try:
            desk = desk or open_desk(store, session, slug)
            if desk.task is None:
                if desk.reason != "waiting":
                    return troubles
                time.sleep(0.05)
                desk = None
                continue
            task, choice = desk.task, ("A", "tie", "B")[desk.task.assignment_id % 3]
            click = (task.assignment_id, task.revision + 1, choice)
            if too_early:
                say(click)
            desk = judge_and_go_on(store, session, slug, task.assignment_id, task.revision, choice)
        except UnavailableError:
            troubles += 1
            time.sleep(0.05)
            desk = None
        except RefusedError as refusal:
            if refusal.code not in ("stale", "lease_lost"):
                raise
            desk = None
        else:
            if not too_early:
                say(click)


def judge_in_threads(url: str, slug: str, sessions: list[str], heard: Connection, too_early: bool) -> None:
    """One thread a session. Every message is one system call: killed or not, it is sent whole or not at all."""
    store, lock = Store(url), Lock()

    def say(click: Click) -> None:
        with lock:
            heard.send(click)

    threads = [
        Thread(target=judge, args=(store, session, slug, say), kwargs={"too_early": too_early}) for session in sessions
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def judge_and_die(slug: str, session: str, most: int) -> None:
    """Judge so much, and be killed in the moment of the last acknowledgement."""
    said = 0

    def say(click: Click) -> None:
        nonlocal said
        os.write(1, f"{click[0]} {click[1]} {click[2]}\n".encode())
        said += 1
        if said == most:
            os.kill(os.getpid(), signal.SIGKILL)

    judge(Store(), session, slug, say)


if __name__ == "__main__":
    judge_and_die(sys.argv[1], sys.argv[2], int(sys.argv[3]))
