"""A program that keeps a copy of the judgments has what an export has, whatever happens between its questions."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select, text

from eval_core.campaigns.access import find_person
from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.content.withdrawals import withdraw_comparison
from eval_core.campaigns.desk.judgments import revise_judgment
from eval_core.campaigns.people.erasure import erase_by_name
from eval_core.campaigns.people.pseudonym_keys import pseudonym_key, pseudonyms_under
from eval_core.campaigns.publishing import judgment_pages
from eval_core.campaigns.publishing.cursors import Cursor, Place
from eval_core.campaigns.publishing.judgment_pages import judgment_page
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.quality.exclusions import exclude_person, lift_exclusion
from eval_core.errors import RefusedError
from eval_core.store import Judgment, Person
from tests.support.acts import explain_judgment, open_desk, record_judgment, undo_judgment
from tests.support.building import Built, comparisons
from tests.support.judging import judge
from tests.support.judgment_copy import Copy, exported

FILE = "prompt_id,prompt,model_a,model_b,response_a,response_b,choice,annotator_id\n"


class Life:
    """What people and leads do in a campaign, at random."""

    def __init__(self, built: Built, seed: int, folder: Path) -> None:
        self.built, self.chance, self.folder = built, random.Random(seed), folder
        names = [f"{built.slug}-{name}" for name in ("Kari", "Ola", "Liv")]
        self.people = [(name, built.enter(name)) for name in names]
        self.done: list[tuple[str, int]] = []

    def goes_on(self) -> None:
        acts = {self.judge: 8, self.undo: 3, self.revise: 3, self.explain: 4}
        acts |= {self.exclude: 1, self.withdraw: 1, self.load: 1, self.load_texts: 1, self.erase: 1}
        act = self.chance.choices(list(acts), list(acts.values()))[0]
        with suppress(RefusedError):  # excluded, or already explained
            act(*self.chance.choice(self.people))

    def judge(self, _name: str, session: str) -> None:
        task = open_desk(self.built.store, session, self.built.slug).task
        if task:
            choice = self.chance.choice(["A", "tie", "B"])
            record_judgment(self.built.store, session, self.built.slug, task.assignment_id, task.revision, choice)
            self.done.append((session, task.assignment_id))

    def undo(self, _name: str, session: str) -> None:
        undoable = open_desk(self.built.store, session, self.built.slug).undoable
        if undoable:
            undo_judgment(self.built.store, session, self.built.slug, *undoable)

    def revise(self, _name: str, _session: str) -> None:
        session, assignment = self.chance.choice(self.done or [("", 0)])
        for revision in range(1, 5):
            try:
                revise_judgment(
                    self.built.store, session, self.built.slug, assignment, revision, self.chance.choice("AB")
                )
            except RefusedError:
                continue

    def explain(self, _name: str, session: str) -> None:
        found = open_desk(self.built.store, session, self.built.slug).undoable
        if found:
            ticked = {"A": ["grammar"]}
            comment = f"Hm, {self.chance.random()}"
            explain_judgment(self.built.store, session, self.built.slug, *found, ticked, None, comment)

    def exclude(self, name: str, _session: str) -> None:
        with self.built.store.read() as db:
            person = find_person(db, name).id
        if not exclude_person(self.built.store, self.built.slug, person, "too fast"):
            lift_exclusion(self.built.store, self.built.slug, person)

    def withdraw(self, _name: str, _session: str) -> None:
        rows = comparisons(self.built.store, self.built.slug)
        row = self.chance.choice(rows)
        withdraw_comparison(self.built.store, self.built.slug, row.id, withdrawn=row.withdrawn_at is None)

    def load(self, _name: str, _session: str) -> None:
        """Judgments from elsewhere, on a prompt without texts."""
        path = self.folder / "judgments.csv"
        number = self.chance.randrange(3)
        path.write_text(f"{FILE}x{number},,alfa-modell,bravo-modell,,,A is more fluent,Ada\n")
        import_judgments(self.built.store, path, self.built.slug)

    def load_texts(self, _name: str, _session: str) -> None:
        """The texts of such a prompt, which fill in what was missing."""
        path = self.folder / "responses.csv"
        number = self.chance.randrange(3)
        row = f"x{number},Skriv om {number}.,nb"
        path.write_text(
            f"prompt_id,prompt,written_standard,system,response\n{row},alfa-modell,Ja {number}.\n{row},bravo-modell,Nei.\n"
        )
        import_responses(self.built.store, path, self.built.slug)

    def erase(self, name: str, session: str) -> None:
        if len(self.people) > 2:
            self.people.remove((name, session))
            erase_by_name(self.built.store, name)


def live_through(built: Built, seed: int, folder: Path, steps: int = 60) -> None:
    """AssertionError where the copy of a program is not what is exported at that moment."""
    life, copy = Life(built, seed, folder), Copy(built)
    for step in range(steps):
        life.goes_on()
        if life.chance.random() < 0.5:
            copy.read(life.chance.choice([1, 2, 5]))
        if step % 20 == 19:
            copy.read_all(life.chance.choice([1, 3, 100]))
            assert copy.table == exported(built)
    assert len(copy.table) > 5


@pytest.mark.both_databases
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("settled", [True, False])
def test_a_copy_is_the_export(
    campaign: Callable[..., Built], seed: int, settled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However judgments, changes, undos, reasons, exclusions and loaded files mix with the reading of pages.

    On PostgreSQL nothing is settled within a minute, unless it is said to be at once: then cursors move on.
    """
    if settled:
        monkeypatch.setattr(judgment_pages, "_SETTLED", timedelta(0))
    live_through(campaign(prompts=6, overlap=3), seed, tmp_path)


def _no_reasons(_db: Any, _campaign: Any, at: Cursor, _limit: int) -> tuple[list[int], Place, bool]:
    return [], at.actions, True


def _nothing_filled_in(db: Any, campaign: Any, cursor: Cursor | None) -> Cursor:
    at = _CURRENT(db, campaign, cursor)
    return replace(cursor, files=at.files) if cursor and at.rewrites == cursor.rewrites else at


_CURRENT = judgment_pages._current


@pytest.mark.parametrize(
    ("name", "fault", "acts"),
    [
        ("_REWRITES", (), ["exclude"]),
        ("_REWRITES", (), ["withdraw"] * 5),
        ("_touched", _no_reasons, ["explain"]),
        ("_current", _nothing_filled_in, ["load_texts"] * 5),
    ],
    ids=["exclusion", "withdrawal", "reasons", "texts"],
)
def test_what_a_copy_would_miss_is_caught(
    campaign: Callable[..., Built],
    name: str,
    fault: Any,
    acts: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Planted: pages that know nothing of exclusions and withdrawals, of reasons, or of texts that came later."""
    monkeypatch.setattr(judgment_pages, "_SETTLED", timedelta(0))
    copies = []
    for slug in ("sound", "faulty"):
        if slug == "faulty":
            monkeypatch.setattr(judgment_pages, name, fault)
        life = Life(campaign(slug=slug, prompts=1), 1, tmp_path)
        copy = Copy(life.built)
        for act in ["judge", "judge", "load", "load", "load"]:
            getattr(life, act)(*life.people[0])
        copy.read_all(2)
        assert copy.table == exported(life.built)
        for act in acts:
            getattr(life, act)(*life.people[0])
        copy.read_all(2)
        copies.append(copy.table == exported(life.built))
    assert copies == [True, False]


def test_what_was_taken_back_comes_as_such(campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that leaves it out has a judgment too many; who asks again later is not asked to read all again."""
    monkeypatch.setattr(judgment_pages, "_SETTLED", timedelta(0))
    built = campaign()
    copy = Copy(built)
    kari = built.enter("Kari")
    judge(built, kari, at_most=2)
    copy.read_all(10)
    undoable = open_desk(built.store, kari, built.slug).undoable
    assert undoable is not None
    undo_judgment(built.store, kari, built.slug, *undoable)
    page = judgment_page(built.store, built.slug, copy.cursor)
    assert [record["live"] for record in page.records] == [False]
    assert len(copy.table) == 2
    copy.read_all(10)
    assert copy.table == exported(built)
    assert len(copy.table) == 1


def test_pseudonyms_stay(campaign: Callable[..., Built]) -> None:
    """The same on every page and in exports, under a new name too; others in another campaign; never a name."""
    built, other = campaign(), campaign(slug="other")
    link = built.enter("Kari")
    judge(built, link, at_most=4)
    assert set(export_judgments(built.store, "trial", pseudonymous=True)["annotator_id"]) == {"annotator-1"}
    copy = Copy(built)
    copy.read_all(1)
    (pseudonym,) = {row["annotator_id"] for row in copy.table}
    assert "Kari" not in json.dumps(copy.table)
    assert set(export_judgments(built.store, "trial", pseudonymous=True)["annotator_id"]) == {pseudonym}
    erase_by_name(built.store, "Kari")
    copy.read_all(2)
    assert {row["annotator_id"] for row in copy.table} == {pseudonym}
    with built.store.read() as db:
        (person,) = db.scalars(select(Judgment.person_id).distinct())
        name = db.get_one(Person, person).name
        keys = [pseudonym_key(built.store, slug) for slug in ("trial", other.slug)]
        first, second = (pseudonyms_under(db, key, {name})[name] for key in keys)
    assert (first, first != second) == (pseudonym, True)


def test_where_responses_are_rated_there_are_no_pages(campaign: Callable[..., Built]) -> None:
    """The refusal says so, before any cursor is looked at."""
    built = campaign(protocol="heval")
    with pytest.raises(RefusedError) as refusal:
        judgment_page(built.store, built.slug)
    assert refusal.value.code == "responses_rated"


@pytest.mark.both_databases
def test_a_page_reads_by_the_index(campaign: Callable[..., Built]) -> None:
    """A campaign of few judgments, next to one of many, is read by its own index, and not through those of the other."""
    built, other = campaign(prompts=1, overlap=1), campaign(slug="other", prompts=10, overlap=1)
    judge(other, other.enter("Busy"))
    judge(built, built.enter("Kari"), at_most=2)
    asked: list[tuple[str, Any]] = []
    event.listen(built.store.engine, "before_cursor_execute", lambda *about: asked.append((about[2], about[3])))
    with built.store.write() as db:
        db.execute(text("ANALYZE"))
    assert len(judgment_page(built.store, built.slug).records) == 2
    ((statement, values),) = [one for one in asked if "AND live AND" in one[0]]
    with built.store.engine.connect() as db:
        if built.store.is_sqlite:
            plan = db.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
        else:  # so few rows are read faster without any index
            db.exec_driver_sql("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
            plan = db.exec_driver_sql(f"EXPLAIN {statement}", values).all()
    assert "ix_judgment_page" in str(plan)
