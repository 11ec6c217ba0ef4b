"""Judgments from files: merged as a multiset, counted once, exported and read again."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from sqlalchemy import func, select, update

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_texts import import_comparisons, import_responses
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.results.votes import read_votes
from eval_core.errors import InputError
from eval_core.files import write_table
from eval_core.store import Assignment, Comparison, Judgment, Person, Store
from tests.support.acts import open_desk, record_judgment, undo_judgment
from tests.support.building import Built, build_campaign, comparisons
from tests.support.checking import everything
from tests.support.import_files import Lines

CHOICE = {
    "prompt": "P",
    "response_a": "én",
    "response_b": "to",
    "choice": "A is more fluent",
    "annotator_id": "Per",
    "model_a": "b",
    "model_b": "a",
}
ARENA = {"model_a": "b", "model_b": "a", "winner": "model_a", "judge": "Per", "question_id": "q1"}
SIDES = {"left": "b", "right": "a", "winner": "left", "worker": "Per", "prompt": "P"}
DIALECTS = {
    "choice": (CHOICE, ("choice", "A is more fluent", "B is more fluent", "Equally fluent"), "annotator_id"),
    "arena": (ARENA, ("winner", "model_a", "model_b", "tie"), "judge"),
    "left/right": (SIDES, ("winner", "left", "right", "tie"), "worker"),
}
COLUMNS = ["first", "second", "outcome", "annotator"]


@pytest.fixture
def empty(campaign: Callable[..., Built]) -> Built:
    """A campaign with nothing in it."""
    return campaign(prompts=0, systems=())


def votes(store: Store, slug: str = "trial", **kwargs: Any) -> Counter[tuple[Any, ...]]:
    """The campaign's votes as a multiset of (first, second, outcome, annotator)."""
    return as_multiset(read_votes(store, slug, **kwargs))


def as_multiset(frame: pd.DataFrame) -> Counter[tuple[Any, ...]]:
    known = frame[COLUMNS].astype(object)
    return Counter(map(tuple, known.where(known.notna(), None).to_numpy()))


def imported(built: Built, path: Path, **kwargs: Any) -> Any:
    return import_judgments(built.store, path, built.slug, **kwargs)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_dialect_keeps_sides_and_winner(empty: Built, lines: Lines, dialect: str) -> None:
    """The first side and the winner are exported as the file had them, and stored in canonical order."""
    row, (label, won, lost, tied), _ = DIALECTS[dialect]
    turned = {"model_a": "a", "model_b": "b"} if "model_a" in row else {"left": "a", "right": "b"}
    if dialect == "choice":
        turned |= {"response_a": "to", "response_b": "én"}
    rows: list[Mapping[str, Any]] = [
        {**row, label: won},
        {**row, **turned, label: lost, DIALECTS[dialect][2]: "Ola"},
        {**row, label: tied, DIALECTS[dialect][2]: "Kari"},
    ]
    report = imported(empty, lines(rows))
    assert (report.judgments, report.comparisons, report.known) == (3, 1, 0)
    assert votes(empty.store) == {
        ("b", "a", "first", "Per"): 1,
        ("a", "b", "second", "Ola"): 1,
        ("b", "a", "tie", "Kari"): 1,
    }
    with empty.store.read() as db:
        assert Counter(db.scalars(select(Judgment.outcome))) == {"second": 2, "tie": 1}
    assert [row.done for row in comparisons(empty.store, "trial")] == [3]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_importing_twice_adds_nothing(empty: Built, lines: Lines, dialect: str) -> None:
    """The second time every judgment is known and no table has changed."""
    row, (label, won, lost, _), _ = DIALECTS[dialect]
    path = lines([row, {**row, label: won}, {**row, label: lost}])
    assert imported(empty, path).judgments == 3
    before = everything(empty.store)
    report = imported(empty, path)
    assert (report.judgments, report.known, report.changed) == (0, 3, False)
    assert everything(empty.store) == before


def test_a_file_is_merged_as_a_multiset(empty: Built, lines: Lines) -> None:
    """A further copy of a row in a later file adds one judgment, in any order of the rows."""
    other = {**CHOICE, "choice": "Equally fluent", "annotator_id": "Ola"}
    imported(empty, lines([CHOICE, other]))
    report = imported(empty, lines([other, CHOICE, CHOICE, other, other]))
    assert (report.judgments, report.known) == (3, 2)
    with empty.store.read() as db:
        assert db.scalar(select(func.count()).select_from(Judgment)) == 5
    # Doubled rows are kept, but each annotator has one vote.
    assert votes(empty.store) == {("b", "a", "first", "Per"): 1, ("b", "a", "tie", "Ola"): 1}
    assert [row.done for row in comparisons(empty.store, "trial")] == [2]


def test_the_first_of_two_judgments_by_one_annotator_counts(empty: Built, lines: Lines) -> None:
    """Also when the second comes in a later file, with the sides turned or another outcome."""
    imported(empty, lines([CHOICE, {**CHOICE, "choice": "Equally fluent"}]))
    imported(empty, lines([{**CHOICE, "choice": "B is more fluent"}]))
    assert votes(empty.store) == {("b", "a", "first", "Per"): 1}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_without_an_annotator_every_row_counts(empty: Built, lines: Lines, dialect: str) -> None:
    """Rows that name nobody are each a vote; importing the file again still adds none."""
    row, _, annotator = DIALECTS[dialect]
    anonymous = {key: value for key, value in row.items() if key != annotator}
    path = lines([anonymous] * 4)
    assert imported(empty, path).judgments == 4
    assert imported(empty, path).judgments == 0
    assert votes(empty.store) == {("b", "a", "first", None): 4}


def test_without_a_prompt_every_row_counts(empty: Built, lines: Lines) -> None:
    """Rows that name no prompt need not be about the same one: all count, and none has a prompt to cluster by."""
    row = {key: value for key, value in ARENA.items() if key != "question_id"}
    path = lines([row, row, {**row, "winner": "tie"}])
    imported(empty, path)
    assert imported(empty, path).judgments == 0
    assert votes(empty.store) == {("b", "a", "first", "Per"): 2, ("b", "a", "tie", "Per"): 1}
    assert read_votes(empty.store, "trial")["prompt"].isna().all()


def test_judgments_join_the_responses_that_are_there(empty: Built, lines: Lines) -> None:
    """Judgments without texts join known prompts and responses, and texts fill in what was unknown."""
    given = [
        {"prompt_id": "q1", "prompt": "P", "system": system, "response": text}
        for system, text in (("a", "to"), ("b", "én"))
    ]
    import_responses(empty.store, lines(given), "trial")
    report = imported(empty, lines([ARENA]))
    assert (report.prompts, report.responses, report.comparisons, report.judgments) == (0, 0, 0, 1)
    build_campaign(empty.store, slug="later", prompts=0, systems=())
    import_judgments(empty.store, lines([ARENA]), "later")
    session = Built(empty.store, "later", ()).enter("Ola")
    assert open_desk(empty.store, session, "later").task is None  # no texts yet: nothing to look at
    report = import_responses(empty.store, lines(given), "later")
    assert (report.prompts, report.responses, report.comparisons) == (0, 0, 0)
    task = open_desk(empty.store, session, "later").task
    assert task is not None
    assert (task.prompt, {task.response_a, task.response_b}) == ("P", {"to", "én"})


def test_a_changed_text_changes_nothing(empty: Built, lines: Lines) -> None:
    """A response that differs from the known one is refused by its row, before anything is stored."""
    imported(empty, lines([CHOICE]))
    before = everything(empty.store)
    with pytest.raises(InputError) as problem:
        imported(empty, lines([CHOICE, {**CHOICE, "annotator_id": "Ola", "response_b": "tre"}]))
    assert (problem.value.row, problem.value.column) == (2, "response_b")
    assert everything(empty.store) == before


@pytest.mark.parametrize("label", ["A is better", "a is more fluent", "", "model_a"])
def test_a_wrong_label_names_the_right_ones(empty: Built, lines: Lines, label: str) -> None:
    """A choice outside the three is refused with its row, its column and the accepted words."""
    before = everything(empty.store)
    with pytest.raises(InputError, match="Equally fluent") as problem:
        imported(empty, lines([CHOICE, {**CHOICE, "choice": label}]))
    assert (problem.value.row, problem.value.column) == (2, "choice")
    assert everything(empty.store) == before


def test_order_unknown_is_kept(empty: Built, lines: Lines) -> None:
    """The flag of the import, or of a row of our own export, bars a judgment from position figures only."""
    imported(empty, lines([{**CHOICE, "order_known": "false"}, {**CHOICE, "annotator_id": "Ola"}]))
    imported(empty, lines([{**CHOICE, "annotator_id": "Kari"}]), order_known=False)
    frame = read_votes(empty.store, "trial")
    assert dict(zip(frame["annotator"], frame["order_known"], strict=True)) == {
        "Per": False,
        "Ola": True,
        "Kari": False,
    }


def test_identical_texts_are_left_out_and_counted(empty: Built, lines: Lines) -> None:
    """Judgments on two identical responses are no votes; asked for, each such comparison is one tie."""
    report = imported(empty, lines([CHOICE, {**CHOICE, "prompt": "Q", "response_b": "én "}]))
    assert (report.judgments, report.identical) == (1, 1)
    assert report.notes
    assert sum(votes(empty.store).values()) == 1
    assert votes(empty.store, identical_as_ties=True)[("a", "b", "tie", None)] == 1


@pytest.mark.parametrize("kind", ["judge", "simulated"])
def test_the_kind_of_annotator_survives(empty: Built, lines: Lines, kind: str) -> None:
    """The kinds of annotators in an export are kept; a judge's votes stay separate from people's."""
    imported(empty, lines([{**CHOICE, "annotator_kind": kind}]))
    with empty.store.read() as db:
        assert db.scalar(select(Person.kind).where(Person.name == "Per")) == kind
    expected = 1 if kind == "simulated" else 0
    assert sum(votes(empty.store).values()) == expected
    assert sum(votes(empty.store, where=["kind=all"]).values()) == 1
    assert sum(votes(empty.store, where=["kind=judge"]).values()) == 1 - expected
    assert [row.done for row in comparisons(empty.store, "trial")] == [expected]


def test_a_known_annotator_of_another_kind_is_refused(empty: Built, lines: Lines) -> None:
    """Per is a person here: a file in which that is a judge's name changes nothing, and names row and column."""
    imported(empty, lines([CHOICE]))
    before = everything(empty.store)
    rows = [{**CHOICE, "annotator_id": "Ola"}, {**CHOICE, "prompt": "Q", "annotator_kind": "judge"}]
    with pytest.raises(InputError, match=r"row 2.*annotator_kind.*'Per' is known here as human, not as judge"):
        imported(empty, lines(rows))
    assert everything(empty.store) == before


def test_gold_and_repeats_are_never_votes(empty: Built, lines: Lines) -> None:
    """Rows that an export marks as control work are kept as such and enter no ranking."""
    rows = [{**CHOICE, "kind": kind, "annotator_id": kind} for kind in ("gold", "repeat", "training", "regular")]
    imported(empty, lines(rows))
    assert votes(empty.store) == {("b", "a", "first", "regular"): 1}
    assert [row.done for row in comparisons(empty.store, "trial")] == [1]
    gold = {**CHOICE, "prompt": "G", "gold": "B"}
    import_comparisons(empty.store, lines([gold]), "trial")
    with empty.store.read() as db:
        assert db.scalars(select(Comparison.gold_outcome).where(Comparison.kind == "gold")).all() == ["first"]
    assert sum(votes(empty.store, identical_as_ties=True, where=["kind=all"]).values()) == 1


def test_a_judgment_after_a_skip_counts(empty: Built, lines: Lines) -> None:
    """One who skipped a comparison here and judged it elsewhere has one vote on it."""
    given = [{"prompt_id": "q1", "prompt": "P", "system": s, "response": t} for s, t in (("a", "to"), ("b", "én"))]
    import_responses(empty.store, lines(given), "trial")
    session = empty.enter("Per")
    task = open_desk(empty.store, session, "trial").task
    assert task is not None
    from tests.support.acts import skip_comparison

    skip_comparison(empty.store, session, "trial", task.assignment_id, 0, "other")
    imported(empty, lines([ARENA]))
    assert votes(empty.store) == {("b", "a", "first", "Per"): 1}
    assert [row.done for row in comparisons(empty.store, "trial")] == [1]


def test_open_work_stays_with_its_owner(campaign: Callable[..., Built], lines: Lines) -> None:
    """A file fills a comparison that somebody has before them: they still judge it, and nobody else gets it."""
    built = campaign(prompts=1, systems=("a", "b"), overlap=1)
    kari, ola = built.annotators(2)
    held = open_desk(built.store, kari, built.slug).task
    assert held is not None
    imported(built, lines([ARENA | {"question_id": "p0"}]))
    assert [row.done for row in comparisons(built.store, built.slug)] == [1]
    assert open_desk(built.store, ola, built.slug).reason == "finished"
    assert open_desk(built.store, kari, built.slug).task == held
    assert record_judgment(built.store, kari, built.slug, held.assignment_id, 0, "A")
    assert sum(votes(built.store).values()) == 2


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_export_and_import_give_the_same_votes(
    campaign: Callable[..., Built], other_store: Store, tmp_path: Path, suffix: str
) -> None:
    """Judged here, exported, read into another database: the same votes, texts, order and kinds; twice adds none."""
    built = campaign(prompts=5, overlap=2)
    _work(built)
    frame = export_judgments(built.store, "trial")
    path = tmp_path / f"judgments.{suffix}"
    write_table(frame, path)
    build_campaign(other_store, slug="copy", prompts=0, systems=())
    report = import_judgments(other_store, path, "copy")
    assert report.judgments == len(frame) == 29
    assert import_judgments(other_store, path, "copy").judgments == 0
    assert votes(other_store, "copy") == votes(built.store, "trial")
    again = export_judgments(other_store, "copy")
    same = ["prompt", "response_a", "response_b", "choice", "annotator_id", "model_a", "model_b", "prompt_id", "written_standard", "category", "annotator_kind", "order_known", "decided_at"]  # fmt: skip
    assert Counter(map(tuple, again[same].to_numpy())) == Counter(map(tuple, frame[same].to_numpy()))
    # And back into where they came from, nothing is new.
    assert import_judgments(built.store, path, "trial").judgments == 0


def test_an_export_holds_what_counts(campaign: Callable[..., Built]) -> None:
    """The released data set's columns come first, undone judgments are left out, labels are its three."""
    built = campaign(prompts=2)
    _work(built)
    frame = export_judgments(built.store, "trial")
    first = ["prompt", "response_a", "response_b", "choice", "annotator_id", "model_a", "model_b"]
    assert list(frame.columns[:7]) == first
    assert set(frame["choice"]) <= {"A is more fluent", "B is more fluent", "Equally fluent"}
    with built.store.read() as db:
        live = db.scalar(select(func.count()).where(Judgment.live, Judgment.choice.is_not(None)))
    assert len(frame) == live
    assert (frame["model_a"] != frame["model_b"]).all()


def test_a_pseudonymous_export_names_nobody(campaign: Callable[..., Built]) -> None:
    """Annotators are numbered, one number each, and no name is in the export."""
    built = campaign(prompts=2)
    _work(built)
    frame = export_judgments(built.store, "trial", pseudonymous=True)
    plain = export_judgments(built.store, "trial")
    assert set(frame["annotator_id"]) == {f"annotator-{number}" for number in (1, 2)}
    assert frame.groupby(plain["annotator_id"])["annotator_id"].nunique().eq(1).all()
    assert not any(name in frame.to_csv() for name in set(plain["annotator_id"]))


def test_an_empty_campaign_exports_its_columns(empty: Built) -> None:
    """Without judgments there is a table without rows, with all its columns."""
    frame = export_judgments(empty.store, "trial")
    assert len(frame) == 0
    assert list(frame.columns[:2]) == ["prompt", "response_a"]
    assert len(read_votes(empty.store, "trial")) == 0


def test_real_crowd_judgments_twice(empty: Built, shared_data: Path) -> None:
    """All 8,931 llmfao judgments go in, none the second time; doubled ones have one vote."""
    path = shared_data / "llmfao" / "crowd-comparisons.csv"
    started = time.process_time()
    report = imported(empty, path)
    first = time.process_time() - started
    assert (report.rows, report.judgments, report.known) == (8931, 8931, 0)
    again = imported(empty, path)
    assert (again.judgments, again.known, again.changed) == (0, 8931, False)
    rows = pd.read_csv(path, dtype=str, keep_default_na=False)
    low, high = rows[["left", "right"]].min(axis=1), rows[["left", "right"]].max(axis=1)
    wanted = len(rows.assign(low=low, high=high).drop_duplicates(["prompt", "worker", "low", "high"]))
    assert len(read_votes(empty.store, "trial")) == wanted
    assert sum(row.done for row in comparisons(empty.store, "trial")) == wanted
    assert first < 20


def test_more_rows_than_one_chunk(empty: Built, lines: Lines) -> None:
    """More rows than one chunk holds go in whole, with progress told in order."""
    rows: Sequence[Mapping[str, Any]] = [
        {**ARENA, "question_id": f"q{number % 70}", "judge": f"j{number // 70}"} for number in range(5600)
    ]
    collected: list[tuple[int, int]] = []
    assert imported(empty, lines(rows), progress=lambda done, of: collected.append((done, of))).judgments == 5600
    assert collected == [(5000, 5600), (5600, 5600)]
    assert sum(votes(empty.store).values()) == 5600
    with empty.store.read() as db:
        assert db.scalar(select(func.count()).select_from(Assignment)) == 5600


def _work(built: Built) -> None:
    """Two annotators judge everything, one with an undo on the way; the first judgment's order is unknown."""
    for number, session in enumerate(built.annotators(2)):
        while (task := open_desk(built.store, session, built.slug).task) is not None:
            choice = ("A", "tie", "B", "A", "B")[(task.assignment_id + number) % 5]
            record_judgment(built.store, session, built.slug, task.assignment_id, task.revision, choice)
        if number:
            last = open_desk(built.store, session, built.slug).undoable
            assert last is not None
            undo_judgment(built.store, session, built.slug, *last)
    with built.store.write() as db:
        lowest = db.scalar(select(func.min(Judgment.id)))
        db.execute(update(Judgment).where(Judgment.id == lowest).values(order_known=False))
