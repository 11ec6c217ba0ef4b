"""Judges: the page says of each judge whether it may be used, with the figures of the library."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import pytest
from sqlalchemy import update
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.results.judges_compared import judge_reports
from eval_core.judges.replies import Answer, store_answers
from eval_core.judges.work import begin_judging, pairs_left
from eval_core.protocols.replies import Choice
from eval_core.reports.judge_results.judge_words import judge_cells, judge_details, judge_verdict
from eval_core.store import Person, Store
from tests.support.building import Built, build_campaign
from tests.support.judging import judge_canonically
from tests.support.page_text import words

Open = Callable[..., AppTest]
TRUTH = ("first", "second", "tie")


@pytest.fixture
def judged(store: Store) -> Built:
    """Three people and Echo agree on everything, Contrary with nobody."""
    built = build_campaign(store, prompts=6, overlap=5)
    for name in ("Kari", "Ola", "Siri", "Echo"):
        judge_canonically(built, built.enter(name), lambda comparison: TRUTH[comparison % 3])
    judge_canonically(built, built.enter("Contrary"), lambda comparison: TRUTH[(comparison + 1) % 3])
    with store.write() as db:
        db.execute(update(Person).where(Person.name.in_(("Echo", "Contrary"))).values(kind="judge"))
    return built


def test_each_judge_has_its_answer_and_figures(judged: Built, open_page: Open) -> None:
    """Verdict, details and table are those of the library; the choice of epsilon is heard."""
    contrary, echo = judge_reports(judged.store, judged.slug)
    assert (echo.test.passes, contrary.test.passes) == (True, False)
    test = open_page("judges", judged.enter("Rolf", "researcher"))
    seen = words(test)
    for report in (contrary, echo):
        assert escape(judge_verdict(report)) in seen
        assert escape(judge_details(report)) in seen
        assert all(f">{escape(cell)}<" in seen for row in judge_cells(report) for cell in row)
    assert "ε 0.15" in seen
    test.radio[0].set_value(0.2).run()
    assert "ε 0.20" in words(test)


def test_without_a_judge(store: Store, open_page: Open) -> None:
    """Where only people have judged, the page says how a judge is asked."""
    built = build_campaign(store)
    assert "No LLM judge has compared responses" in words(open_page("judges", built.enter("Rolf", "researcher")))


def test_no_system_is_named(judged: Built, open_page: Open) -> None:
    """The page can be read while judging is open: it shows no system's results."""
    seen = words(open_page("judges", judged.enter("Lise", "lead")))
    assert not any(system in seen for system in judged.systems)


def test_reasons_open_on_demand(built: Built, open_page: Open) -> None:
    """What a judge wrote is read when its part is opened."""
    judging = begin_judging(built.store, built.slug, "robot")
    pairs = list(pairs_left(built.store, judging))[:4]
    store_answers(
        built.store,
        judging,
        [Answer(pair, None, str(place), Choice("A", "The word order."), "{}") for place, pair in enumerate(pairs)],
    )
    test = open_page("judges", built.enter("Frida", "researcher"))
    assert "The word order." not in words(test)
    test.session_state["reasons_1"] = True
    test.run()
    assert "The word order." in words(test)
