"""Ranking: the switches of the method, what they say, and intervals by resampling."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from itertools import cycle
from random import Random
from typing import Any

import pytest
import streamlit as st
from sqlalchemy import select
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.results.leaderboard import read_leaderboard
from eval_core.campaigns.results.slices import slices
from eval_core.ranking import rank
from eval_core.ranking.choices import Choices
from eval_core.ranking.diagnostics.diagnosis import diagnose
from eval_core.ranking.power import plan_pairs
from eval_core.ranking.results import Ranking
from eval_core.ranking.robustness import robustness
from eval_core.reports.bootstrap_words import bootstrap_sentences
from eval_core.reports.diagnosis_words import diagnosis_sentences
from eval_core.reports.effect_words import best_sentence, length_sentences, position_sentences
from eval_core.reports.power_words import planner_sentences
from eval_core.reports.ranking_words import method_line
from eval_core.reports.standings.category_words import category_table
from eval_core.reports.standings.ranking_table import ranking_table
from eval_core.reports.standings.robustness_words import robustness_sentences
from eval_core.store import Person, Response, Store
from eval_core.ui.research import resampling as bootstrapping
from tests.support.building import Built, build_campaign
from tests.support.judging import judge, judge_canonically
from tests.support.page_text import words
from tests.support.snapshots import Snapshots

Open = Callable[..., AppTest]
RESAMPLES = 20


@pytest.fixture
def judged(store: Store, snapshots: Snapshots) -> Built:
    return snapshots.campaign("ranking", store, build_judged)


def build_judged(store: Store) -> Built:
    """Three annotators of mixed opinions have judged everything, sides drawn alike; their texts differ in length."""
    store.chance = Random(5)  # otherwise two options may happen to give the same figures to two decimals
    built = build_campaign(store, prompts=8, overlap=3)
    with store.write() as db:
        for response in db.scalars(select(Response)):
            response.text = f"{response.text}{' Og mer.' * (response.id * 7 % 11)}"
    choices = cycle(("A", "A", "B", "tie", "A", "B", "B"))
    for name in ("Kari", "Ola", "Per"):
        who = built.enter(name)
        while judge(built, who, at_most=1, choice=next(choices)):
            pass
    return built


@pytest.fixture
def researcher(judged: Built, open_page: Open) -> Callable[[], AppTest]:
    """Opens Ranking with both written standards together."""
    rolf = judged.enter("Rolf", "researcher")

    def new() -> AppTest:
        test = open_page("ranking", rolf)
        test.session_state["view_en"] = "together"
        return test.run()

    return new


def expected(built: Built, **options: Any) -> Ranking:
    """What the library says of all of it."""
    return rank(read_leaderboard(built.store, built.slug, lengths=True).votes, **options)


def shows(test: AppTest, ranking: Ranking, *, p_best: bool = False) -> bool:
    """Whether every number of the ranking is in the page's table."""
    cells = [cell for row in ranking_table(ranking, p_best=p_best)[1] for cell in row]
    return all(f">{escape(cell)}<" in words(test) for cell in cells)


def labels(test: AppTest) -> list[str]:
    return [box.label for box in [*test.selectbox, *test.toggle]]


def switch(test: AppTest, **chosen: Any) -> AppTest:
    """Turn these switches, by their keys."""
    for key, value in chosen.items():
        kind = test.toggle if isinstance(value, bool) else test.selectbox
        kind(key=key).set_value(value).run()
    return test


@pytest.mark.drawn
@pytest.mark.parametrize(
    ("chosen", "options", "sentence"),
    [
        ({}, {}, "Davidson model (newton)"),
        ({"model": "bradley-terry"}, {"model": "bradley-terry"}, "Bradley-Terry model (newton)"),
        (
            {"model": "bradley-terry", "engine_en": "choix"},
            {"model": "bradley-terry", "engine": "choix"},
            "Bradley-Terry model (choix)",
        ),
        ({"cluster_en": "annotator"}, {"cluster": "annotator"}, "clustered by annotator (df 2)"),
        ({"cluster_en": "prompt"}, {"cluster": "prompt"}, "clustered by prompt (df 7)"),
        ({"cluster_en": "both"}, {"cluster": "both"}, "clustered by annotator and prompt (df 2)"),
        ({"cluster_en": "none"}, {"cluster": "none"}, "not clustered"),
        ({"position_effect": True}, {"position_effect": True}, "with a position effect"),
        ({"length_covariate": True}, {"length_covariate": True}, "controlled for length"),
    ],
)
def test_every_switch_is_an_option_of_the_library(
    judged: Built, researcher: Callable[[], AppTest], chosen: dict[str, Any], options: dict[str, Any], sentence: str
) -> None:
    """The page shows the numbers that `rank` gives under the same option, and its method line names it."""
    test = switch(researcher(), **chosen)
    ranking = expected(judged, **options)
    line = method_line(ranking, read_leaderboard(judged.store, judged.slug))
    assert sentence in line
    assert escape(line) in words(test)
    assert shows(test, ranking)


def test_options_differ(judged: Built) -> None:
    """The check above is one: no two of these rankings have the same numbers."""
    options = (
        {},
        {"model": "bradley-terry"},
        {"cluster": "none"},
        {"position_effect": True},
        {"length_covariate": True},
    )
    rankings = [ranking_table(expected(judged, **chosen))[1] for chosen in options]
    assert [ranking for ranking in rankings if rankings.count(ranking) > 1] == []


@pytest.mark.slow
def test_choix_is_offered_where_it_can_do_it(researcher: Callable[[], AppTest]) -> None:
    """The engine is a choice for Bradley-Terry without effects only."""
    test = researcher()
    assert "Engine" not in labels(test)
    assert "Engine" in labels(switch(test, model="bradley-terry"))
    assert "Engine" not in labels(switch(test, position_effect=True))
    assert "Engine" not in labels(switch(test, position_effect=False, length_covariate=True))


def test_clusters_that_are_not_there(built: Built, open_page: Open) -> None:
    """One annotator cannot be clustered by: the ranking stays, and the line says what was done instead."""
    # Each prompt with other outcomes: by prompts that are alike one cannot cluster either.
    outcomes = ("first", "second", "tie", "second", "first")
    judge_canonically(built, built.enter("Kari"), lambda comparison: outcomes[comparison % 5])
    test = switch(open_page("ranking", built.enter("Rolf", "researcher")), cluster_en="annotator")
    assert "clustered by annotator" not in words(test)
    assert "clustered by prompt" in words(test)


def test_effects_in_sentences(judged: Built, researcher: Callable[[], AppTest]) -> None:
    """Length and position are explained where they are taken into account, and not elsewhere."""
    votes = read_leaderboard(judged.store, judged.slug, lengths=True).votes
    ranking = rank(votes, position_effect=True, length_covariate=True)
    sentences = [*length_sentences(ranking, robustness(ranking, votes).length.change), *position_sentences(ranking)]
    assert len(sentences) == 2
    test = researcher()
    assert not [sentence for sentence in sentences if escape(sentence) in words(test)]
    switch(test, position_effect=True, length_covariate=True)
    assert [sentence for sentence in sentences if escape(sentence) in words(test)] == sentences


def test_p_best_only_for_who_wants_it(judged: Built, researcher: Callable[[], AppTest]) -> None:
    """How often a system is first in draws is a sentence and a column, once it is switched on."""
    test, ranking = researcher(), expected(judged)
    assert "First in draws" not in words(test)
    assert "First in simulated repetitions" not in words(test)
    switch(test, p_best=True)
    assert escape(best_sentence(ranking)) in words(test)
    assert "First in draws" in words(test)
    assert shows(test, ranking, p_best=True)


def test_planner_and_robustness_in_sentences(judged: Built, researcher: Callable[[], AppTest]) -> None:
    """What would separate systems, and how robust the ranking is, are under it in the library's words."""
    votes = read_leaderboard(judged.store, judged.slug, lengths=True).votes
    ranking = rank(votes)
    plans = planner_sentences(plan_pairs(ranking, votes))
    seen = words(researcher())
    assert plans
    assert all(escape(sentence) in seen for sentence in plans)
    assert all(escape(sentence) in seen for sentence in robustness_sentences(robustness(ranking, votes)))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[bootstrapping.Resampling]:
    """The bootstraps of this test, of few resamples each."""
    values: list[bootstrapping.Resampling] = []

    class Noted(bootstrapping.Resampling):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            values.append(self)

    monkeypatch.setattr(bootstrapping, "RESAMPLES", RESAMPLES)
    monkeypatch.setattr(bootstrapping, "Resampling", Noted)
    return values


def test_resampling_waits_for_the_button(
    judged: Built, researcher: Callable[[], AppTest], made: list[bootstrapping.Resampling]
) -> None:
    """Nothing is resampled before the button is pressed; then the page has both intervals, and the next reader gets them at once."""
    test = researcher()
    assert made == []
    press(test, made)
    drawn = expected(judged, bootstrap=RESAMPLES)
    assert escape(bootstrap_sentences(expected(judged), drawn, RESAMPLES)[0]) in words(test)
    other = researcher()
    assert "Interval by resampling" not in words(other)
    press(other, made)
    assert "Interval by resampling" in words(other)
    assert len(made) == 1


def test_resampling_is_of_the_method_chosen(
    judged: Built, researcher: Callable[[], AppTest], made: list[bootstrapping.Resampling]
) -> None:
    """The resamples are ranked as the figure is; another method has none before the button is pressed again."""
    test = switch(researcher(), position_effect=True, length_covariate=True, cluster_en="prompt")
    press(test, made)
    options = {"position_effect": True, "length_covariate": True, "cluster": "prompt"}
    assert made[0].ranking == expected(judged, bootstrap=RESAMPLES, **options)
    assert "Interval by resampling" in words(test)
    assert "Interval by resampling" not in words(switch(test, position_effect=False))


def test_resampling_does_not_start_again_by_itself(
    built: Built, open_page: Open, made: list[bootstrapping.Resampling]
) -> None:
    """A judgment more leaves the intervals as they are, and says that they are of before."""
    kari, ola = built.enter("Kari"), built.enter("Ola")
    judge(built, kari)
    judge(built, ola, at_most=8, choice="B")
    test = open_page("ranking", built.enter("Rolf", "researcher"))
    test.session_state["view_en"] = "together"
    press(test.run(), made)
    changed = "The judgments have changed since"
    assert changed not in words(test)
    judge(built, ola, at_most=1)
    assert changed in words(test.run())
    assert len(made) == 1
    press(test, made)
    assert changed not in words(test)
    assert len(made) == 2


def press(test: AppTest, made: list[bootstrapping.Resampling]) -> None:
    """Ask for the resampling, and look again when it is done."""
    next(button for button in test.button if button.label == "Resample").click().run()
    made[-1].wait()
    test.run()


def test_people_and_judges_are_ranked_apart(judged: Built, researcher: Callable[[], AppTest]) -> None:
    """Where an LLM judge judged too, people's ranking comes first, and the judge's or that of both can be chosen."""
    assert "Judgments by" not in {box.label for box in researcher().get("button_group")}
    with judged.store.write() as db:
        db.query(Person).filter_by(name="Per").one().kind = "judge"
    st.cache_data.clear()  # no one turns into a judge where this is no test
    test, seen = researcher(), []
    for kind in ("human", "judge", "all"):
        test.session_state["kind_en"] = kind
        test.run()
        ranking = rank(read_leaderboard(judged.store, judged.slug, Choices(kind=kind), lengths=True).votes)
        assert shows(test, ranking)
        seen.append(ranking.n_judgments)
    assert seen[0] == 2 * seen[1] == 2 * seen[2] // 3


def test_all_categories_and_the_fit_open_on_demand(judged: Built, researcher: Callable[[], AppTest]) -> None:
    """Both parts say nothing until they are opened; then every category is in one table, and the tests are said."""
    test, ranking = researcher(), expected(judged)
    name = f"{judged.slug}"
    assert "Each category is a ranking of its own" not in words(test)
    for key in (f"categories_{name}", f"fit_{name}"):
        test.session_state[key] = True
    seen = words(test.run())
    categories = slices(judged.store, judged.slug)["category"]
    assert len(categories) > 1
    found = {
        category: rank(read_leaderboard(judged.store, judged.slug, Choices(category=category)).votes)
        for category in categories
    }
    header, rows = category_table(found)
    assert all(f">{escape(cell)}<" in seen for row in [header, *rows] for cell in row)
    assert "Each category is a ranking of its own" in seen
    diagnosis = diagnose(ranking, read_leaderboard(judged.store, judged.slug, Choices()).votes)
    assert diagnosis is not None
    assert all(escape(sentence) in seen for sentence in diagnosis_sentences(diagnosis))
