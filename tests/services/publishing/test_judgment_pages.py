"""A program that keeps a copy of the judgments has what an export has, whatever happens between its questions."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from eval_core.campaigns.access import find_person
from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.content.withdrawals import withdraw_comparison
from eval_core.campaigns.desk.judgments import revise_judgment
from eval_core.campaigns.people.erasure import erase_by_name
from eval_core.campaigns.publishing import judgment_pages
from eval_core.campaigns.publishing.judgment_pages import JudgmentPage, judgment_page
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.quality.exclusions import exclude_person, lift_exclusion
from eval_core.errors import RefusedError
from tests.support.acts import explain_judgment, open_desk, record_judgment, undo_judgment
from tests.support.building import Built, comparisons

FILE = "prompt_id,prompt,model_a,model_b,response_a,response_b,choice,annotator_id\n"


class Copy:
    """What a program has: it puts each record in place of the one with its id, and removes what is not live."""

    def __init__(self, built: Built) -> None:
        self.built, self.cursor = built, None
        self.records: dict[int, dict[str, Any]] = {}

    def read(self, limit: int) -> JudgmentPage:
        page = judgment_page(self.built.store, self.built.slug, self.cursor, limit)
        assert len(page.records) <= limit
        for record in page.records:
            if record["live"]:
                self.records[record["id"]] = record
            else:
                self.records.pop(record["id"], None)
        self.cursor = page.cursor
        return page

    def read_all(self, limit: int) -> None:
        for _ in range(1_000):
            if not self.read(limit).more:
                return
        pytest.fail("the pages have no end")

    @property
    def table(self) -> list[dict[str, Any]]:
        rows = ({key: row[key] for key in row if key not in ("id", "live")} for row in self.records.values())
        return sorted(rows, key=in_order)


def in_order(row: dict[str, Any]) -> str:
    return json.dumps(row, sort_keys=True)


def exported(built: Built) -> list[dict[str, Any]]:
    """The rows of `parvis export judgments --pseudonymous`."""
    frame = export_judgments(built.store, built.slug, pseudonymous=True)
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return sorted(rows, key=in_order)


class Life:
    """What people and leads do in a campaign, at random."""

    def __init__(self, built: Built, seed: int, folder: Path) -> None:
        self.built, self.chance, self.folder = built, random.Random(seed), folder
        self.people = [(name, built.enter(name)) for name in ("Kari", "Ola", "Liv")]
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
        number = self.chance.randrange(100)
        path.write_text(f"{FILE}x{number},,alfa-modell,bravo-modell,,,A is more fluent,Ada\n")
        import_judgments(self.built.store, path, self.built.slug)

    def load_texts(self, _name: str, _session: str) -> None:
        """The texts of such a prompt, which fill in what was missing."""
        path = self.folder / "responses.csv"
        number = self.chance.randrange(100)
        row = f"x{number},Skriv om {number}.,nb"
        path.write_text(
            f"prompt_id,prompt,written_standard,system,response\n{row},alfa-modell,Ja {number}.\n{row},bravo-modell,Nei.\n"
        )
        import_responses(self.built.store, path, self.built.slug)

    def erase(self, name: str, session: str) -> None:
        if len(self.people) > 2:
            self.people.remove((name, session))
            erase_by_name(self.built.store, name)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, all is settled at once: on PostgreSQL cursors move as they do on SQLite."""
    monkeypatch.setattr(judgment_pages, "_SETTLED", timedelta(0))


@pytest.mark.both_databases
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("settled", [True, False])
def test_a_copy_is_the_export(
    campaign: Callable[..., Built], seed: int, settled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However judgments, changes, undos, reasons, exclusions and loaded files mix with the reading of pages."""
    if settled:
        monkeypatch.setattr(judgment_pages, "_SETTLED", timedelta(0))
    built = campaign(prompts=6, overlap=3)
    life, copy = Life(built, seed, tmp_path), Copy(built)
    for step in range(70):
        life.goes_on()
        if life.chance.random() < 0.5:
            copy.read(life.chance.choice([1, 2, 5]))
        if step % 20 == 19:
            copy.read_all(life.chance.choice([1, 3, 100]))
            assert copy.table == exported(built)
    assert len(copy.table) > 5
