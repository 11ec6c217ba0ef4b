"""Imports on SQLite: laid out in a copy while others write, and moved in one short turn, whole or not at all."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, select
from sqlalchemy.orm import Session

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_texts import import_comparisons, import_gold, import_responses
from eval_core.campaigns.people.sign_ins.sign_in import sign_out
from eval_core.campaigns.setup.import_preview import rehearse_import
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.errors import UnavailableError
from eval_core.store import Comparison, Person, Store, engine
from eval_core.store.stage import check_again
from eval_core.upkeep.integrity import check_database
from tests.support.building import Built
from tests.support.checking import everything, problems, refusal
from tests.support.import_files import Lines
from tests.support.judging import judge

ROOT = Path(__file__).resolve().parents[3]

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
Loading = Callable[[Store], Any]  # how an import begins: `Store.stage`, `Store.write`


def meanwhile(act: Callable[[], object], begin: Loading = Store.stage) -> Loading:
    """An import that begins like this, and while it is being laid out, for the first time, something happens."""
    left = [act]

    @contextmanager
    def beginning(store: Store) -> Iterator[Session]:
        with begin(store) as db:
            yield db
            while left:
                left.pop()()

    return beginning


def answers(prompts: int = 4) -> list[dict[str, str]]:
    """Responses of three systems to so many new prompts."""
    return [
        {"prompt_id": f"n{number}", "prompt": f"Ny {number}", "system": system, "response": f"{system} om {number}"}
        for number in range(prompts)
        for system in ("xerxes", "ymse", "zulu")
    ]


def a_file_of_each_kind(built: Built, lines: Lines, begin: Loading) -> None:
    """Responses of a new round with anchors, gold, ready-made comparisons, texts that were missing, judgments."""
    one, slug = built.store, built.slug
    fresh = [
        {"prompt_id": f"p{number}", "prompt": f"Oppgave {number}", "system": "ny", "response": f"Nytt {number}"}
        for number in range(4)
    ]
    import_responses(one, lines([*fresh, *answers(3)]), slug, anchors=0.5, begin=begin)
    gold = {"more_fluent": "Jeg spiser.", "less_fluent": "Jeg spise.", "issue": "verb", "explanation": "Presens."}
    import_gold(one, lines([gold]), slug, begin=begin)
    pair = {"prompt_id": "q", "prompt": "Spørsmål", "system_a": "x", "system_b": "y", "response_a": "Ja."}
    pairs = [{**pair, "response_b": "Nei."}, {**pair, "prompt_id": "q2", "response_b": "Tja.", "gold": "A"}]
    import_comparisons(one, lines(pairs), slug, begin=begin)
    verdict = {"prompt_id": "q3", "prompt": "", "left": "x", "right": "y", "winner": "left"}
    people = [{**verdict, "worker": name} for name in ("Kari", "Kari", "Ola", None)]
    import_judgments(one, lines(people), slug, begin=begin)
    import_judgments(one, lines([*people, {**verdict, "winner": "tie", "worker": "Ola"}]), slug, begin=begin)
    texts = [{"prompt_id": "q3", "prompt": "Igjen", "system": system, "response": "Likt."} for system in "xy"]
    import_responses(one, lines(texts), slug, begin=begin)  # what the judgments lacked, and identical


def rows_of(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Every row without the moment at which it was made."""
    return {
        name: sorted((tuple("" if isinstance(one, datetime) else one for one in row) for row in rows), key=repr)
        for name, rows in everything(store).items()
    }


def test_a_staged_import_does_what_a_direct_one_does(campaign: Callable[..., Built], lines: Lines) -> None:
    """Every row of every table is the same, numbers and all; a lost change would be noticed."""
    built = campaign(prompts=4, overlap=1)
    (kari,) = built.annotators(1)
    judge(built, kari, at_most=12)
    built.store.dispose()
    file = Path(str(built.store.url.database))
    direct = Built(Store(f"sqlite:///{shutil.copy(file, file.with_name('direct.db'))}"), built.slug, built.systems)
    a_file_of_each_kind(built, lines, Store.stage)
    a_file_of_each_kind(direct, lines, Store.write)
    assert rows_of(built.store) == rows_of(direct.store)
    with direct.store.write() as db:
        db.get_one(Comparison, 1).overlap += 1
    assert rows_of(built.store) != rows_of(direct.store)
    direct.store.dispose()


def in_the_turn(store: Store, load: Callable[[], object]) -> int:
    """How many statements were carried out, each once for each set of values, while other writers waited."""
    counted = 0

    def count(_connection: Connection, _cursor: Any, _statement: str, values: Any, _about: Any, many: bool) -> None:
        nonlocal counted
        if store._turn._taken:
            counted += len(values) if many else 1

    event.listen(Engine, "before_cursor_execute", count)
    try:
        load()
    finally:
        event.remove(Engine, "before_cursor_execute", count)
    return counted


@pytest.mark.parametrize(("begin", "grows"), [(Store.stage, False), (Store.write, True)])
def test_the_turn_does_not_grow_with_the_file(
    campaign: Callable[..., Built], lines: Lines, begin: Loading, grows: bool
) -> None:
    """Ten times the responses are moved by the same statements; the direct way, the planted one, takes more."""
    counts = []
    for prompts in (30, 300):
        built, file = campaign(slug=f"of-{prompts}"), lines(answers(prompts))
        load = partial(import_responses, built.store, file, built.slug, begin=begin)
        counts.append(in_the_turn(built.store, load))
    small, large = counts
    assert (large > 5 * small) if grows else (large == small)


def test_clicks_go_on_while_a_file_is_laid_out(
    campaign: Callable[..., Built], lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An annotator judges in the middle of an import; where the import holds the turn, the planted way, the click
    cannot."""
    built = campaign(prompts=4, overlap=1)
    kari, ola = built.annotators(2)
    judge(built, kari, at_most=1)
    begin = meanwhile(lambda: judge(built, ola, at_most=3))
    report = import_responses(built.store, lines(answers()), built.slug, begin=begin)
    assert (report.responses, report.comparisons) == (12, 12)
    assert problems(built.store, built.slug) == []
    with built.store.read() as db:
        assert len(db.scalars(select(Comparison.id).where(Comparison.done > 0)).all()) == 4
    monkeypatch.setattr(engine, "LOCK_SECONDS", 0.05)
    with pytest.raises(UnavailableError):
        held = meanwhile(lambda: judge(built, ola, at_most=1), Store.write)
        import_responses(built.store, lines(answers(5)), built.slug, begin=held)


def test_work_of_the_same_person_is_not_counted_twice(campaign: Callable[..., Built], lines: Lines) -> None:
    """A file has a judgment that its annotator makes at the desk while it is laid out: it is known in the end."""
    built = campaign(prompts=1, overlap=1, systems=("alfa", "bravo"))
    (kari,) = built.annotators(1)
    with built.store.read() as db:
        name = db.scalars(select(Person.name)).one()
    row = {"prompt_id": "p0", "prompt": "Oppgave 0", "left": "alfa", "right": "bravo", "winner": "tie"}
    file = lines([{**row, "worker": name}])
    begin = meanwhile(lambda: judge(built, kari, choice="tie"))
    report = import_judgments(built.store, file, built.slug, begin=begin)
    assert (report.judgments, report.known) == (0, 1)


def test_what_came_in_between_is_seen(campaign: Callable[..., Built], lines: Lines) -> None:
    """A first judgment, the same file from elsewhere, and what a lead did: the import begins again, and knows it."""
    built = campaign(prompts=4, overlap=1)
    (kari,) = built.annotators(1)
    first = meanwhile(lambda: judge(built, kari, at_most=1))
    import_responses(built.store, lines(answers(2)), built.slug, begin=first)
    with built.store.read() as db:
        assert max(db.scalars(select(Comparison.round))) == 2
    file = lines(answers(4))
    same = meanwhile(lambda: import_responses(built.store, file, built.slug))
    assert import_responses(built.store, file, built.slug, begin=same).responses == 0
    assert problems(built.store, built.slug) == []


def test_who_signed_out_stores_nothing_more(campaign: Callable[..., Built], lines: Lines) -> None:
    """The permission is asked for again in the turn."""
    built = campaign()
    lead = built.enter("Lead", "lead")
    before: list[Any] = []

    def leave() -> None:
        sign_out(built.store, lead)
        before.append(everything(built.store))

    file = lines(answers())
    word = refusal(lambda: import_responses(built.store, file, built.slug, who=lead, begin=meanwhile(leave)))
    assert word == "signed_out"
    assert everything(built.store) == before[0]


def test_in_the_end_the_others_wait(campaign: Callable[..., Built], lines: Lines) -> None:
    """A lead who goes on and on does not keep a file out for ever."""
    built = campaign()
    lead = built.enter("Lead", "lead")
    begun = []

    @contextmanager
    def begin(store: Store) -> Iterator[Session]:
        with store.stage() as db:
            begun.append(db)
            yield db
            move_campaign(store, built.slug, "paused" if len(begun) % 2 else "resumed", lead)

    assert import_responses(built.store, lines(answers()), built.slug, begin=begin).responses == 12
    assert len(begun) == 3


def test_without_room_for_a_copy(campaign: Callable[..., Built], lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is loaded as before, in one turn."""
    built = campaign()

    def full(*_about: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(engine, "Stage", full)
    assert import_responses(built.store, lines(answers()), built.slug).responses == 12


@pytest.mark.parametrize(("setting", "level"), [("NORMAL", 1), ("FULL", 2)])
def test_it_waits_for_the_disk_as_clicks_do(
    campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch, setting: str, level: int
) -> None:
    """What is set for the database holds where it is attached to the copy; SQLite itself would begin with FULL."""
    monkeypatch.setenv("PARVIS_SQLITE_SYNCHRONOUS", setting)
    with campaign().store.stage() as db:
        assert db.connection().exec_driver_sql("PRAGMA real.synchronous").scalar_one() == level


def test_a_look_at_a_file_waits_for_no_one(campaign: Callable[..., Built], lines: Lines) -> None:
    """What a lead sees before a file is loaded is worked out while another writes, and nothing of it is stored."""
    built = campaign()
    lead = built.enter("Lead", "lead")
    before = everything(built.store)
    with built.store.write():
        found = rehearse_import(built.store, built.slug, "responses", lines(answers()), who=lead)
    assert found.report.responses == 12
    assert everything(built.store) == before


def _die_in_the_turn(url: str, slug: str, file: str) -> None:
    """Load a file, and be killed when its rows are in the database and not yet committed."""

    @contextmanager
    def begin(store: Store) -> Iterator[Session]:
        with store.stage() as db:
            yield db
            check_again(
                db, lambda now: event.listen(now, "before_commit", lambda _: os.kill(os.getpid(), signal.SIGKILL))
            )

    import_responses(Store(url), Path(file), slug, begin=begin)


# A program of its own: a process that is spawned would run again whatever page the tests before have made the main module.
_VICTIM = f"import sys; from {__name__} import _die_in_the_turn; _die_in_the_turn(*sys.argv[1:])"


def test_killed_in_the_turn(campaign: Callable[..., Built], lines: Lines, tmp_path: Path) -> None:
    """Nothing of the file is there, nothing is left in any folder, and it can be loaded again."""
    built = campaign()
    before = everything(built.store)
    file = lines(answers(200))
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SQLITE_TMPDIR", str(temporary))
        url = built.store.url.render_as_string()
        victim = subprocess.run([sys.executable, "-c", _VICTIM, url, built.slug, str(file)], cwd=ROOT, check=False)
    assert victim.returncode == -signal.SIGKILL
    assert everything(built.store) == before
    assert list(temporary.iterdir()) == []
    assert not check_database(built.store).problems
    assert import_responses(built.store, file, built.slug).responses == 600


def test_what_cannot_be_staged_is_noticed(campaign: Callable[..., Built]) -> None:
    """Work that changes rows whose numbers may move is a mistake in the program, and stores nothing."""
    built = campaign()
    kari = built.annotators(1)[0]
    judge(built, kari, at_most=1)
    before = everything(built.store)
    with pytest.raises(AssertionError, match="UPDATE assignment"), built.store.stage() as db:
        db.connection().exec_driver_sql("UPDATE assignment SET sequence = 7")
    assert everything(built.store) == before
