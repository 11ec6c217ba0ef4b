"""Random names for people in what is published."""

from __future__ import annotations

import secrets

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.store import Person


class Pseudonyms:
    """A random pseudonym for each person, new each time; programs keep their names."""

    def __init__(self, db: Session) -> None:
        self._kinds = dict(db.execute(select(Person.name, Person.kind)).all())
        self._given: dict[str, str] = {}

    def of(self, name: str | None) -> str | None:
        """The pseudonym of a person's name; None for nobody."""
        if name is None or self._kinds[name] != "human":
            return name
        while name not in self._given:
            fresh = f"annotator-{secrets.token_hex(4)}"
            if fresh not in self._given.values() and fresh not in self._kinds:
                self._given[name] = fresh
        return self._given[name]
