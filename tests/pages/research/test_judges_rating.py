"""Judges, where responses are rated: the page says of each judge whether it may be used, with the library's figures."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.results.judges_rating import rating_judge_reports
from eval_core.reports import rating_judge_words as said
from eval_core.store import Store
from tests.support.building import Built, build_campaign
from tests.support.judging import judge_canonically
from tests.support.page_text import words
from tests.support.rating_judges import SYSTEMS, rate_by_judges

Open = Callable[..., AppTest]


@pytest.fixture
def rated(store: Store, tmp_path: Path) -> Built:
    built = build_campaign(store, protocol="adequacy_fluency", prompts=0)
    rate_by_judges(store, built.slug, tmp_path, ("Copy", "Mild"))
    return built


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[[], bytes]]:
    """The page's downloads by their file name."""
    downloads: dict[str, Callable[[], bytes]] = {}
    monkeypatch.setattr(st, "download_button", lambda _label, data, name, *_, **__: downloads.update({name: data}))
    return downloads


def test_each_judge_has_its_answer_and_figures(
    rated: Built, open_page: Open, files: dict[str, Callable[[], bytes]]
) -> None:
    """Verdict, cautions, every table and the files are the library's; no system is named while rating is open."""
    reports = rating_judge_reports(rated.store, rated.slug)
    test = open_page("judges", rated.enter("Rolf", "researcher"))
    seen = words(test)
    for report in reports:
        sentences = [
            said.rating_judge_verdict(report),
            said.rating_judge_details(report),
            *said.rating_judge_cautions(report),
        ]
        assert all(escape(sentence) in seen for sentence in sentences)
        tables = [said.part_rows, said.agreement_rows, said.level_rows, said.annotator_rows, said.habit_rows]
        rows = [row for make in tables for row in make(report)]
        rows += said.confusion_rows(report.criteria["fluency"].confusion)  # type: ignore[arg-type]
        assert all(f">{escape(cell)}<" in seen for row in rows for cell in row)
    copy, mild = reports
    assert said.rating_judge_verdict(copy).startswith("Yes")
    assert said.rating_judge_cautions(copy) == []
    assert said.rating_judge_verdict(mild).startswith("No")
    assert "higher than people" in said.rating_judge_cautions(mild)[0]
    assert len(test.get("plotly_chart")) == 2
    assert not any(f">{system}<" in seen for system in SYSTEMS)
    assert json.loads(files["trial-rating-judge-1.json"]()) == json.loads(json.dumps(copy.as_dict()))
    assert files["trial-rating-judge-2-agreement.csv"]().count(b"\n") == 4


def test_epsilon_is_heard(rated: Built, open_page: Open) -> None:
    """The choice of what a judge may be worse by goes into the test."""
    test = open_page("judges", rated.enter("Rolf", "researcher"))
    test.radio[0].set_value(0.1).run()
    (copy, _) = rating_judge_reports(rated.store, rated.slug, epsilon=0.1)
    assert "ε 0.10" in said.rating_judge_details(copy)
    assert escape(said.rating_judge_details(copy)) in words(test)


def test_without_a_judge(store: Store, open_page: Open) -> None:
    """Where only people have rated, the page says how a judge is asked."""
    built = build_campaign(store, protocol="adequacy_fluency")
    assert "No LLM judge has rated responses" in words(open_page("judges", built.enter("Rolf", "researcher")))


def test_a_pairwise_campaign_shows_either(store: Store, tmp_path: Path, open_page: Open) -> None:
    """Where responses are compared and rated, the reader chooses what to see; comparisons come first."""
    built = build_campaign(store)
    judge_canonically(built, built.enter("Anna"), lambda _: "first")
    rate_by_judges(store, built.slug, tmp_path, ("Copy",))
    test = open_page("judges", built.enter("Rolf", "researcher"))
    assert "No LLM judge has compared responses" in words(test)
    test.selectbox[0].set_value("adequacy_fluency").run()
    (copy,) = rating_judge_reports(store, built.slug, protocol="adequacy_fluency")
    assert escape(said.rating_judge_details(copy)) in words(test)
