"""The integrity of a database: the checks of `parvis check` and of every backup."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import aliased

from eval_core.files import prompt_key
from eval_core.store import Comparison, Prompt, Response, Store, System, head_revision
from eval_core.store.soundness import (
    SHOWN,
    Problem,
    broken_references,
    damage,
    malformed_hashes,
    problems_of,
    schema_gaps,
)
from eval_core.upkeep.integrity_rules import rules
from eval_core.upkeep.mark_rules import stray_gold_marks, stray_question_marks, unknown_issues

_FIRST, _SECOND = aliased(Response), aliased(Response)


@dataclass(frozen=True)
class Findings:
    """The findings of the checks; `schema`: the database's revision, None if it has none.

    If the database has another schema than this version, only the file is checked: its rows may mean something else.
    """

    schema: str | None
    problems: tuple[Problem, ...]

    @property
    def is_current(self) -> bool:
        """Whether the schema is this version's, so that everything was checked."""
        return self.schema == head_revision()


def check_database(store: Store) -> Findings:
    """Check the database as it is at one moment. It is only read, and others go on working."""
    with store.engine.connect() as connection:  # rolled back: a commit fails on a damaged file
        return check_connection(connection, store.now())


def check_connection(connection: Connection, now: datetime) -> Findings:
    """`check_database` within a transaction of the caller's; `now` decides which leases are live."""
    try:
        schema = MigrationContext.configure(connection).get_current_revision()
        problems = damage(connection)
        if problems:
            return Findings(schema, tuple(problems))
        if schema != head_revision():
            wrong = (
                f"the schema is {schema or 'missing'}, this version's is {head_revision()}; nothing else was checked"
            )
            return Findings(schema, (Problem("schema", None, 1, (), wrong),))
        problems = schema_gaps(connection)
        if not any(problem.check == "columns" for problem in problems):  # missing columns cannot be queried
            problems += _contents(connection, now)
    except DBAPIError as error:
        reason = str(error.orig).strip().partition("\n")[0]
        return Findings(None, (Problem("file", None, 1, (), f"the database cannot be read: {reason}"),))
    return Findings(schema, tuple(problems))


def _contents(connection: Connection, now: datetime) -> Iterator[Problem]:
    yield from broken_references(connection)
    yield from malformed_hashes(connection)
    for rule in rules(now):
        yield from problems_of(connection, rule.check, rule.table, rule.says, rule.query)
    yield from _problem("hash", "prompt", "the key is not that of text and written standard", _wrong_keys(connection))
    yield from _problem("hash", "prompt", "the key is not that of the gold texts", _wrong_gold_keys(connection))
    yield from _problem(
        "orientation", "comparison", "the first system's name does not sort first", _turned_round(connection)
    )
    for rule in unknown_issues(connection):
        yield from problems_of(connection, rule.check, rule.table, rule.says, rule.query)
    yield from _problem("mark", "comparison", "gold marks outside the worse text", stray_gold_marks(connection))
    yield from _problem("mark", "question", "marks outside the text that it is about", stray_question_marks(connection))
    yield from _problem("identical", "comparison", "called identical, and the texts differ", _not_identical(connection))


def _problem(check: str, table: str, says: str, ids: Iterator[int]) -> Iterator[Problem]:
    shown = sorted(ids)
    if shown:
        yield Problem(check, table, len(shown), tuple(shown[:SHOWN]), says)


def _wrong_keys(connection: Connection) -> Iterator[int]:
    """Prompts without an id of their own, whose key is a digest."""
    rows = select(Prompt.id, Prompt.key, Prompt.text, Prompt.written_standard).where(
        Prompt.external_id.is_(None), Prompt.key.startswith("text:")
    )
    for row in connection.execute(rows):
        if row.key != prompt_key(None, row.text, row.written_standard):
            yield row.id


def _wrong_gold_keys(connection: Connection) -> Iterator[int]:
    """Gold texts without systems: the key is a digest of prompt and texts."""
    rows = (
        select(Prompt.id, Prompt.key, Prompt.text, _FIRST.text, _SECOND.text)
        .join(Comparison, Comparison.prompt_id == Prompt.id)
        .join(_FIRST, _FIRST.id == Comparison.first_response_id)
        .join(_SECOND, _SECOND.id == Comparison.second_response_id)
        .where(Prompt.key.startswith("gold:text:"))
    )
    for identity, key, prompt, *texts in connection.execute(rows):
        if key != "gold:" + prompt_key(None, "\n".join((prompt, *sorted(map(str, texts)))), None):
            yield identity


def _turned_round(connection: Connection) -> Iterator[int]:
    """Systems in the wrong order: by code point, which databases do not sort by, so each pair is compared here."""
    names = dict(connection.execute(select(System.id, System.name)).all())
    pairs = (
        select(func.min(Comparison.id), _FIRST.system_id, _SECOND.system_id)
        .join(_FIRST, _FIRST.id == Comparison.first_response_id)
        .join(_SECOND, _SECOND.id == Comparison.second_response_id)
        .where(_FIRST.system_id.is_not(None), _SECOND.system_id.is_not(None))
        .group_by(_FIRST.system_id, _SECOND.system_id)
    )
    for identity, first, second in connection.execute(pairs):
        if first in names and second in names and names[first] >= names[second]:
            yield identity


def _not_identical(connection: Connection) -> Iterator[int]:
    rows = (
        select(Comparison.id, _FIRST.text, _SECOND.text)
        .join(_FIRST, _FIRST.id == Comparison.first_response_id)
        .join(_SECOND, _SECOND.id == Comparison.second_response_id)
        .where(Comparison.identical)
    )
    for identity, first, second in connection.execute(rows):
        if first is None or second is None or first.strip() != second.strip():
            yield identity
