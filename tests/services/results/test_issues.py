"""Why a system loses: what is counted, against a recount by brute force, and the comparisons to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest
from scipy.stats import norm
from sqlalchemy import func, select

from eval_core.campaigns.desk.judgments import revise_judgment
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.results.issues import _rate, issue_examples, issue_profile
from eval_core.errors import InputError
from eval_core.protocols import load_protocol
from eval_core.store import Assignment, Comparison, Judgment, Prompt, Reason, Remark
from tests.support.acts import explain_judgment, open_desk, record_judgment, undo_judgment
from tests.support.building import Built, text_of
from tests.support.golden import add_gold, assignment, settle
from tests.support.marks import mark_words

ISSUES = [issue.key for issue in load_protocol("norwegian_fluency").issues]
PATTERN = (
    {"A": ["grammar"], "B": []},
    {"A": ["grammar", "flow"], "B": ["spelling"]},
    {},
    {"B": ["grammar", "other_language"]},
    None,  # does not answer: undone, or left open
)


def answer(built: Built, session: str, number: int) -> int | None:
    """Judge the present comparison and answer by the pattern; the assignment, None if nothing is left."""
    task = open_desk(built.store, session, built.slug).task
    if task is None:
        return None
    record_judgment(built.store, session, built.slug, task.assignment_id, task.revision, ("A", "B", "tie")[number % 3])
    issues = PATTERN[number % len(PATTERN)]
    if issues is None:
        undo_judgment(built.store, session, built.slug, task.assignment_id, task.revision + 1)
        record_judgment(built.store, session, built.slug, task.assignment_id, task.revision + 2, "B")
        issues = {}
    comment = f"Merknad {number}" if number % 2 else ""
    seen = task.revision + (3 if number % len(PATTERN) == 4 else 1)
    explain_judgment(built.store, session, built.slug, task.assignment_id, seen, issues, None, comment)
    return task.assignment_id


@pytest.fixture
def told(campaign: Callable[..., Built]) -> Built:
    """Two annotators judge everything and say why; gold and repeats lie between; some is revised or unanswered."""
    built = campaign(prompts=6, overlap=2)
    add_gold(built, 4)
    settle(built, reasons="all", gold_share=0.4, repeat_share=0.1)
    for session in built.annotators(2):
        number = 0
        last: list[int] = []
        while (made := answer(built, session, number)) is not None:
            last.append(made)
            number += 1
        # The new revision of the first that counts has no remark: it is asked for, and not given.
        first = next(item for item in last if assignment(built, item).kind == "regular")
        seen = 3 if last.index(first) % len(PATTERN) == 4 else 1
        revise_judgment(built.store, session, built.slug, first, seen, "tie")
    return built


def recount(
    built: Built, keep: Callable[[dict[str, Any]], bool] = lambda row: True
) -> dict[tuple[str, str], list[int]]:
    """(asked, given, ticked) per system and issue, row by row through the export and the assignments."""
    rows = export_judgments(built.store, built.slug).to_dict("records")
    with built.store.read() as db:
        remarked = set(db.scalars(select(Remark.judgment_id)))
        live = db.execute(
            select(Judgment.id, Assignment.asks_reasons)
            .join(Assignment, Assignment.id == Judgment.assignment_id)
            .where(Judgment.live, Judgment.choice.is_not(None))
            .order_by(Judgment.id)
        ).all()
    counted: dict[tuple[str, str], list[int]] = {}
    for row, (judgment, asks) in zip(rows, live, strict=True):
        if row["kind"] != "regular" or not keep(row):
            continue
        for side in "ab":
            distinct = set((row[f"issues_{side}"] or "").split(";"))
            for issue in ISSUES:
                cell = counted.setdefault((row[f"model_{side}"], issue), [0, 0, 0])
                cell[0] += bool(asks)
                cell[1] += judgment in remarked
                cell[2] += issue in distinct
    return counted


def as_cells(profile: pd.DataFrame) -> dict[tuple[str, str], list[int]]:
    return {
        (row["system"], row["issue"]): [row["asked"], row["given"], row["ticked"]] for row in profile.to_dict("records")
    }


def test_counts_are_those_of_brute_force(told: Built) -> None:
    """Asked, given and ticked equal a recount of the exported judgments; gold, repeats and old revisions count not."""
    profile = issue_profile(told.store, told.slug)
    assert as_cells(profile) == recount(told)
    assert profile["issue"].tolist() == ISSUES * 3
    assert profile["system"].unique().tolist() == sorted(told.systems)
    kinds = Counter(export_judgments(told.store, told.slug)["kind"])
    assert kinds["gold"] > 0  # so that they could have been counted
    assert (profile["given"] < profile["asked"]).any()
    assert profile["ticked"].sum() > 10


def test_an_issue_counts_once_in_a_text(told: Built) -> None:
    """Marked at two places, an issue is one of that text; the comparisons to read are the same."""
    before = issue_profile(told.store, told.slug), issue_examples(told.store, told.slug, told.systems[0], "grammar")
    with told.store.read() as db:
        reasons = db.scalar(select(func.count(Reason.id)))
    assert mark_words(told)
    with told.store.read() as db:
        assert db.scalar(select(func.count(Reason.id))) > (reasons or 0)  # so that they could have been counted
    after = issue_profile(told.store, told.slug), issue_examples(told.store, told.slug, told.systems[0], "grammar")
    pd.testing.assert_frame_equal(after[0], before[0])
    assert after[1] == before[1]


@pytest.mark.parametrize(
    ("where", "keep"),
    [
        (["written_standard=nn"], lambda row: row["written_standard"] == "nn"),
        (["annotator=trial-a"], lambda row: row["annotator_id"] == "trial-a"),
        (
            ["category=mail", "written_standard=nb"],
            lambda row: (row["category"], row["written_standard"]) == ("mail", "nb"),
        ),
    ],
)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_conditions_choose_the_judgments(told: Built, where: list[str], keep: Callable[[dict[str, Any]], bool]) -> None:
    """A slice's counts are those of its own judgments."""
    cells = as_cells(issue_profile(told.store, told.slug, where=where))
    assert cells == recount(told, keep)
    assert 0 < sum(cell[1] for cell in cells.values()) < sum(cell[1] for cell in recount(told).values())


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_rates_are_per_100_with_wilsons_interval(told: Built) -> None:
    """The rate is 100 ticked / given, its limits those of Wilson's formula."""
    for row in issue_profile(told.store, told.slug, level=0.9).to_dict("records"):
        n, p, z = row["given"], row["ticked"] / row["given"], norm.ppf(0.95)
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * ((p * (1 - p) + z * z / (4 * n)) / n) ** 0.5 / (1 + z * z / n)
        limits = [100 * max(middle - half, 0), 100 * min(middle + half, 1)]
        assert [row["rate"], row["low"], row["high"]] == pytest.approx([100 * p, *limits], abs=1e-9)


def test_a_published_wilson_interval() -> None:
    """81 of 263, Newcombe's example (1998, Statistics in Medicine 17, table I): 0.2553 to 0.3662."""
    assert _rate(81, 263, 0.95)[1:] == pytest.approx((25.53, 36.62), abs=0.005)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_asked_and_not_yet_answered(campaign: Callable[..., Built]) -> None:
    """A judgment whose question is open counts as asked, and its systems have no rates; without any there is no row."""
    built = campaign()
    assert len(issue_profile(built.store, built.slug)) == 0
    settle(built, reasons="all")
    session = built.enter("Kari")
    task = open_desk(built.store, session, built.slug).task
    assert task is not None
    record_judgment(built.store, session, built.slug, task.assignment_id, 0, "A")
    profile = issue_profile(built.store, built.slug)
    assert set(profile["asked"]) == {1}
    assert set(profile["given"]) == set(profile["ticked"]) == {0}
    assert profile[["rate", "low", "high"]].isna().all(axis=None)
    assert profile["system"].nunique() == 2


def plant(built: Built, session: str, ticks: dict[str, list[str]], choice: str, comment: str) -> tuple[str, str]:
    """Judge and explain the present comparison, with ticks by the system's name; its prompt and pair."""
    task = open_desk(built.store, session, built.slug).task
    assert task is not None
    by_text = {text_of(task_prompt(built, task.assignment_id), name): name for name in built.systems}
    shown = {"A": by_text[task.response_a], "B": by_text[task.response_b]}
    record_judgment(built.store, session, built.slug, task.assignment_id, 0, choice)
    issues = {side: ticks.get(name, []) for side, name in shown.items()}
    explain_judgment(built.store, session, built.slug, task.assignment_id, 1, issues, None, comment)
    return task_prompt(built, task.assignment_id), shown["A" if choice == "A" else "B"]


def task_prompt(built: Built, identity: int) -> str:
    with built.store.read() as db:
        comparison = db.get_one(Comparison, db.get_one(Assignment, identity).comparison_id)
        key: str = db.get_one(Prompt, comparison.prompt_id).key
    return key


def test_examples_are_the_ticked_ones(campaign: Callable[..., Built]) -> None:
    """Two annotators agree on one text: one example, with both texts, both names, their comments and the outcome."""
    built = campaign(prompts=1, systems=("alfa-modell", "bravo-modell"), overlap=2)
    settle(built, reasons="all")
    kari, ola = built.enter("Kari"), built.enter("Ola")
    winners = [
        plant(built, kari, {"bravo-modell": ["grammar"], "alfa-modell": ["flow"]}, "A", "Bøyingsfeil.")[1],
        plant(built, ola, {"bravo-modell": ["grammar", "spelling"]}, "tie", "")[1],
    ]
    (example,) = issue_examples(built.store, built.slug, "bravo-modell", "grammar")
    assert (example.prompt_id, example.prompt, example.written_standard) == ("p0", "Oppgave 0", "nb")
    assert (example.system, example.text) == ("bravo-modell", text_of("p0", "bravo-modell"))
    assert (example.opponent, example.opponent_text) == ("alfa-modell", text_of("p0", "alfa-modell"))
    first, second = example.ticked
    assert (first.annotator, first.comment) == ("Kari", "Bøyingsfeil.")
    assert first.outcome == ("won" if winners[0] == "bravo-modell" else "lost")
    assert (second.annotator, second.outcome, second.comment) == ("Ola", "tie", None)
    (other,) = issue_examples(built.store, built.slug, "alfa-modell", "flow")
    assert (other.text, [tick.annotator for tick in other.ticked]) == (text_of("p0", "alfa-modell"), ["Kari"])
    assert issue_examples(built.store, built.slug, "alfa-modell", "grammar") == ()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_examples_hold_every_tick_once(told: Built) -> None:
    """Over all systems and issues, those who ticked are as many as the profile counts; the most agreed on come first."""
    for row in issue_profile(told.store, told.slug).to_dict("records"):
        examples = issue_examples(told.store, told.slug, row["system"], row["issue"], limit=1000)
        assert sum(len(one.ticked) for one in examples) == row["ticked"]
        assert len({one.comparison_id for one in examples}) == len(examples)
        sizes = [len(one.ticked) for one in examples]
        assert sizes == sorted(sizes, reverse=True)
        assert issue_examples(told.store, told.slug, row["system"], row["issue"], limit=2) == examples[:2]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_is_not_there_is_named(told: Built) -> None:
    """An unknown system, issue or condition, a limit of none and an impossible level are InputErrors."""
    for call, word in (
        (lambda: issue_examples(told.store, told.slug, "zulu", "grammar"), "zulu"),
        (lambda: issue_examples(told.store, told.slug, "alfa-modell", "boredom"), "boredom"),
        (lambda: issue_examples(told.store, told.slug, "alfa-modell", "grammar", limit=0), "examples"),
        (lambda: issue_profile(told.store, told.slug, level=1), "level"),
        (lambda: issue_profile(told.store, told.slug, where=["mood=good"]), "mood"),
    ):
        with pytest.raises(InputError, match=word):
            call()
