"""When sign-ins are used: kept in memory, and written by the server's chores, so that no page or click waits for it."""

from __future__ import annotations

from datetime import datetime, timedelta
from threading import Lock
from weakref import WeakKeyDictionary

from sqlalchemy import select, update

from eval_core.campaigns.access import hash_secret
from eval_core.store import SignIn, Store

# What is written is so exact: each sign-in is written twice a day at most.
_EXACT = timedelta(hours=12)
_used: WeakKeyDictionary[Store, dict[str, datetime]] = WeakKeyDictionary()
_lock = Lock()


def note_use(store: Store, session_id: str) -> None:
    """Remember that a live session is being used."""
    with _lock:
        _used.setdefault(store, {})[hash_secret(session_id)] = store.now()


def write_uses(store: Store) -> int:
    """Write what was remembered, where the database does not know it nearly as well; how many sign-ins were written.

    Raises:
        UnavailableError: if the database is unavailable; then it is remembered until the next time.
    """
    with _lock:
        used = dict(_used.get(store, {}))
    with store.read() as db:
        known = db.execute(select(SignIn.session_hash, SignIn.used_at).where(SignIn.session_hash.in_(used))).all()
    late = {session: used[session] for session, at in known if used[session] - at >= _EXACT}
    if late:
        with store.write() as db:
            for session, at in sorted(late.items()):
                row = (SignIn.session_hash == session, SignIn.used_at < at)
                db.execute(update(SignIn).where(*row).values(used_at=at))
    with _lock:
        memory = _used.get(store, {})
        for session, at in used.items():
            if memory.get(session) == at:
                del memory[session]
    return len(late)
