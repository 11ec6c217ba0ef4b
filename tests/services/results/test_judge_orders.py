"""Judges that judged in both orders: one verdict of both, habits next to chance, and judges named in a ranking."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest

from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.results.judges_compared import judge_reasons, judge_reports
from eval_core.campaigns.results.leaderboard import read_leaderboard
from eval_core.campaigns.results.votes import read_votes
from eval_core.cli import main
from eval_core.judges.replies import Answer, store_answers
from eval_core.judges.work import begin_judging, pairs_left
from eval_core.protocols.replies import Choice
from eval_core.ranking.choices import Choices
from eval_core.reports.judge_results.judge_words import judge_cells, judge_details
from eval_core.reports.ranking_words import remarks
from tests.support.building import Built

Build = Callable[..., Built]
Choose = Callable[[str, str], str]


def let_judge(built: Built, name: str, choose: Choose) -> None:
    """A judge that chooses so between A and B judges everything in both orders."""
    judging = begin_judging(built.store, built.slug, name)
    answers = []
    for pair in pairs_left(built.store, judging):
        choice = choose(pair.response_a, pair.response_b)
        meaning = Choice(choice, f"{choice} reads better.")  # type: ignore[arg-type]
        reply = f'{{"choice": "{choice}", "reason": "{choice} reads better."}}'
        answers.append(Answer(pair, None, f"{name}{pair.comparison_id}{pair.occurrence}", meaning, reply))
    store_answers(built.store, judging, answers)


@pytest.fixture
def judged(campaign: Build) -> Built:
    """Twelve prompts: Reader says the same in both orders, First always takes A."""
    built = campaign(prompts=12)
    let_judge(built, "Reader", lambda a, b: "A" if a > b else "B")
    let_judge(built, "First", lambda a, b: "A")
    return built


def outcomes(built: Built, name: str, *, both: bool) -> list[str]:
    """The outcomes of a judge's votes."""
    votes = read_votes(built.store, built.slug, where=["kind=judge"], both_orders=both)
    return list(votes.loc[votes["annotator"] == name, "outcome"])


def test_both_orders_count_once(judged: Built) -> None:
    """Who contradicts themselves has said nothing: ties only. Who does not has the same votes as by the first order."""
    first, both = (outcomes(judged, "First", both=choice) for choice in (False, True))
    assert set(first) == {"first"}
    assert set(both) == {"tie"}
    assert len(first) == len(both) > 0
    assert outcomes(judged, "Reader", both=True) == outcomes(judged, "Reader", both=False)
    votes = read_votes(judged.store, judged.slug, where=["kind=judge"], both_orders=True)
    assert not votes["order_known"].any()  # of both orders, not of one


def test_habits_next_to_chance(judged: Built) -> None:
    """First: the first text always, never consistent, as chance would have it; Reader: half, and always consistent."""
    first, reader = judge_reports(judged.store, judged.slug)
    assert (first.orders.first.value, first.orders.consistent.value, first.orders.consistent_by_chance) == (1, 0, 0)
    assert (reader.orders.first.value, reader.orders.consistent.value) == (0.5, 1.0)
    assert reader.orders.consistent_by_chance == 0.5
    assert (first.consistent, first.asked_twice) == (0, first.judgments)
    assert reader.as_dict()["orders"]["consistent"]["value"] == 1.0
    cells = {row[0]: row[1] for row in judge_cells(first)}
    assert cells["Chose the text shown first (by chance: 50%)"].startswith("100%")
    assert "in both orders count once each: what both say" in judge_details(first)
    (by_first, _) = judge_reports(judged.store, judged.slug, both=False)
    assert "the first counts" in judge_details(by_first)
    assert (by_first.both_orders, first.both_orders) == (False, True)


def test_a_ranking_names_its_judges(judged: Built) -> None:
    """Judges are listed with the number of their judgments, and the choice of orders is said; people's has neither."""
    board = read_leaderboard(judged.store, judged.slug, Choices(kind="judge", both_orders=True))
    said = " ".join(remarks(board))
    count = len(board.votes) // 2
    assert board.judges == (("First", count), ("Reader", count))
    assert f"LLM judges, with their judgments: First ({count}), Reader ({count})." in said
    assert "what both say, a tie where they differ" in said
    plain = read_leaderboard(judged.store, judged.slug, Choices(kind="judge"))
    assert "the first counts" in " ".join(remarks(plain))
    people = read_leaderboard(judged.store, judged.slug)
    assert people.judges == ()
    assert "LLM" not in " ".join(remarks(people))
    assert "orders" not in " ".join(remarks(people))


def test_the_command_names_judges(judged: Built, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    """`parvis rank` lists the judges, in words and as JSON, and takes both orders for one verdict when asked."""

    def rank(*words: str) -> str:
        monkeypatch.setenv("PARVIS_DATABASE_URL", judged.store.engine.url.render_as_string(hide_password=False))
        monkeypatch.setattr(sys, "argv", ["parvis", "rank", "--campaign", judged.slug, *words])
        with pytest.raises(SystemExit) as ended:
            main()
        assert not ended.value.code
        return capsys.readouterr().out

    its = ("--where", "kind=judge", "--where", "annotator=First")
    found = json.loads(rank(*its, "--both-orders", "--format", "json"))
    assert (found["n_ties"], found["choices"]["both_orders"]) == (found["n_judgments"], True)
    assert found["judges"] == [{"judge": "First", "judgments": found["n_judgments"]}]
    assert json.loads(rank(*its, "--format", "json"))["n_ties"] == 0
    assert f"LLM judges, with their judgments: First ({found['n_judgments']})." in rank(*its)


def test_reasons_are_shown_and_exported(judged: Built) -> None:
    """What a judge wrote is read newest first, by its name only, and is the comment of its rows in the export."""
    reasons = judge_reasons(judged.store, judged.slug, "First", most=5)
    assert [row[1:] for row in reasons] == [("A", "A reads better.")] * 5
    assert judge_reasons(judged.store, judged.slug, "Kari") == []
    rows = export_judgments(judged.store, judged.slug)
    assert set(rows.loc[rows["annotator_id"] == "First", "comment"]) == {"A reads better."}
