"""A look at the whole database that costs little: for the hourly job. `integrity` has the thorough checks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import func, or_, select

from eval_core import settings
from eval_core.store import Job, Store, current_revision, head_revision
from eval_core.store.soundness import is_damaged

_LARGEST = 512 * 1024 * 1024  # bytes of an SQLite file that is read through every hour
_OLDEST_BACKUP = timedelta(hours=50)  # two nights, and some
_LATE = timedelta(hours=2)


def quick_check(store: Store) -> tuple[str, ...]:
    """What is wrong at this moment, as codes; `reports.background.job_words` has the words.

    `schema`: not this version's. `backup`: nothing in the folder PARVIS_BACKUPS is newer than two days. `jobs`: some
    work is two hours late. A file (of up to 512 MiB) that SQLite's quick check finds damaged takes nothing any more.

    Raises:
        ParvisError: if PARVIS_BACKUPS is no folder.
        UnavailableError: if the database does not answer, or is damaged.
    """
    wrong = []
    if current_revision(store) != head_revision():
        return ("schema",)
    if not _is_large(store) and is_damaged(store):
        store.file.note_damage()
        store.check_file()
    if _backup_is_old(store.now()):
        wrong.append("backup")
    with store.read() as db:
        late = store.now() - _LATE
        stuck = select(func.count()).where(
            or_((Job.state == "waiting") & (Job.due_at < late), (Job.state == "running") & (Job.leased_until < late))
        )
        if db.scalar(stuck):
            wrong.append("jobs")
    return tuple(wrong)


def _is_large(store: Store) -> bool:
    return store.is_sqlite and Path(str(store.url.database)).stat().st_size > _LARGEST


def _backup_is_old(now: datetime) -> bool:
    folder = settings.BACKUPS.value()
    if folder is None:
        return False
    made = [file.stat().st_mtime for file in folder.iterdir() if file.is_file()]
    return not made or datetime.fromtimestamp(max(made), UTC) < now - _OLDEST_BACKUP
