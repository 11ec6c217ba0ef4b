"""Ranking: people and a judge together, and strength by checkpoint."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.ranking.rectification.combination import rank_with_judge
from eval_core.reports.combined_words import judge_sentences
from eval_core.reports.page import campaign_report
from eval_core.store import Store
from tests.support.building import Built, build_campaign
from tests.support.judged_studies import SMALL, study, study_campaign, study_rows
from tests.support.page_text import words
from tests.support.running import answers, verdicts

Open = Callable[..., AppTest]


@pytest.fixture
def judged(store: Store) -> Built:
    return build_campaign(store, prompts=0)


def with_judge(built: Built, open_page: Open) -> AppTest:
    """The page Ranking with the judge chosen."""
    test = open_page("ranking", built.enter("Rolf", "researcher"))
    (choice,) = [box for box in test.selectbox if "judge" in box.label]
    assert choice.options == ["People alone", "judge"]
    return choice.set_value("judge").run()


@pytest.mark.slow
def test_people_and_a_judge(judged: Built, open_page: Open, tmp_path: Path) -> None:
    """The page and the report say what the judge was worth and cannot do, as the library computes it."""
    study_campaign(judged, tmp_path, study_rows())
    test = with_judge(judged, open_page)
    seen = words(test)
    sentences = judge_sentences(rank_with_judge(*study(SMALL, 3), "judge"))
    assert "human judgment" in sentences[0]
    report = campaign_report(judged.store, judged.slug)
    for sentence in sentences:
        assert escape(sentence) in seen
        assert escape(sentence, quote=False) in report.replace("&#39;", "'")
    assert [block.value for block in test.code] == ["parvis rank --campaign trial --with-judge judge"]
    of_judges = words(open_page("judges", judged.enter("Lise", "lead")))
    assert escape(sentences[0]) in of_judges
    assert not any(f">{system}<" in of_judges for system in SMALL.names)
    assert "of the judge judge on all comparisons" in seen
    assert "Win matrix" not in seen


@pytest.mark.slow
def test_a_judge_that_left_something(judged: Built, open_page: Open, tmp_path: Path) -> None:
    """Where they cannot be put together, the page and the report say why, and the page how to go on."""
    others = [row | {"annotator_id": "Annen"} for row in study_rows() if row["annotator_kind"] == "judge"]
    study_campaign(judged, tmp_path, [*study_rows(dropped=2), *others])
    test = open_page("ranking", judged.enter("Rolf", "researcher"))
    (choice,) = [box for box in test.selectbox if "judge" in box.label]
    seen = words(choice.set_value("judge").run())
    why = "The judge has not judged every comparison between these systems."
    assert why in seen
    assert "People alone" in seen
    assert why in campaign_report(judged.store, judged.slug)


def test_strength_by_checkpoint(judged: Built, open_page: Open, tmp_path: Path) -> None:
    """The curve and its table where systems are checkpoints; else the page says how to get them."""
    names = {"a": "modell 1000", "b": "modell 250", "c": "modell 10000"}
    path = tmp_path / "answers.jsonl"
    said = [row | {side: names[row[side]] for side in ("left", "right")} for row in verdicts()]
    steps = [
        row | {"system": "modell", "checkpoint": int(names[row["system"]].split()[1])} for row in answers(prompts=3)
    ]
    for rows, load in ((steps, import_responses), (said, import_judgments)):
        path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        load(judged.store, path, judged.slug)
    seen = words(open_page("ranking", judged.enter("Rolf", "researcher")))
    assert "Strength by checkpoint" in seen
    assert "No ranked system has a checkpoint" not in seen
    assert seen.index("<td>modell 250</td>") < seen.rindex("<td>modell 10000</td>")


@pytest.mark.slow
def test_without_a_judge_or_a_checkpoint(judged: Built, open_page: Open, tmp_path: Path) -> None:
    """People alone: no switch for a judge, and how to get a curve."""
    study_campaign(judged, tmp_path, [row for row in study_rows() if row["annotator_kind"] == "human"])
    test = open_page("ranking", judged.enter("Rolf", "researcher"))
    assert not [box for box in test.selectbox if "judge" in box.label]
    assert "No ranked system has a checkpoint" in words(test)
    assert "together</h2>" not in campaign_report(judged.store, judged.slug)
