"""Ranking where responses are rated: the library's numbers in the reader's words, for subsets and each kind of rater."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from html import escape
from pathlib import Path

import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.content.import_ratings import import_ratings
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.quality.exclusions import exclude_person
from eval_core.campaigns.results.early_results import show_results
from eval_core.campaigns.results.score_comparison import Other, compare_scores
from eval_core.campaigns.results.scores import RatingResults, rating_results
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.protocols import load_protocol
from eval_core.reports import rating_words as said
from eval_core.reports.score_comparison_words import (
    criterion_correlation_rows,
    score_comparison_note,
    score_comparison_rows,
    score_comparison_sentences,
)
from eval_core.store import Person, Store
from eval_core.ui.research import scores as rating_board
from tests.support.building import Built, build_campaign
from tests.support.page_text import sent, words
from tests.support.people import id_of

Open = Callable[..., AppTest]
Files = dict[str, Callable[[], bytes]]
SYSTEMS = ("alfa", "bravo", "charlie")


@pytest.fixture
def empty(store: Store) -> Built:
    """A campaign of ratings without any."""
    return build_campaign(store, protocol="adequacy_fluency", prompts=0, systems=SYSTEMS)


def rate(built: Built, folder: Path, *names: str, prompts: int = 6) -> None:
    """Everybody rates every system: alfa best, charlie worst, each rater a little differently."""
    rows = [
        f"p{i},d{i // 2},{system},{name},{5 - k - (i + who) % 2},{4 - k + (i * who + k) % 2}"
        for i in range(prompts)
        for k, system in enumerate(built.systems)
        for who, name in enumerate(names)
    ]
    path = folder / "ratings.csv"
    path.write_text("\n".join(["prompt_id,document,system,annotator_id,adequacy,fluency", *rows]), encoding="utf-8")
    import_ratings(built.store, path, built.slug)


@pytest.fixture
def rated(empty: Built, tmp_path: Path) -> Built:
    rate(empty, tmp_path, "Kari", "Ola", "Per")
    return empty


@pytest.fixture
def researcher(empty: Built, open_page: Open) -> Callable[..., AppTest]:
    """Opens a page, Ranking by default, as a researcher."""
    rolf = empty.enter("Rolf", "researcher")
    return lambda page="ranking", **options: open_page(page, rolf, **options)


def shows(test: AppTest, results: RatingResults) -> bool:
    """Whether verdict, every number and the method of these results are on the page."""
    cells = [cell for row in said.overall(results) for cell in said.rating_cells(row, results.protocol)]
    cells += [
        cell
        for row in [*said.agreement_rows(results.agreement, results.protocol), *said.highest_rows(results)]
        for cell in row
    ]
    sentences = [
        said.rating_verdict(results),
        *said.rating_cautions(results),
        *said.rating_agreement_sentences(results),
        said.rating_method_line(results),
    ]
    page = words(test)
    return all(f">{escape(cell)}<" in page for cell in cells) and all(
        escape(sentence) in page for sentence in sentences
    )


def test_the_numbers_are_the_librarys(rated: Built, researcher: Callable[..., AppTest]) -> None:
    """Verdict, scores, intervals, criteria, agreement and highest ranks are those of `rating_results`."""
    test, results = researcher(), rating_results(rated.store, rated.slug)
    assert len(said.overall(results)) == 3
    assert shows(test, results)
    assert len(test.get("plotly_chart")) == 3


def test_a_subset_is_ranked_among_itself(rated: Built, researcher: Callable[..., AppTest]) -> None:
    """Choosing two systems leaves the third out of every number."""
    test = researcher()
    test.multiselect(key="systems").set_value(["alfa", "charlie"]).run()
    assert shows(test, rating_results(rated.store, rated.slug, systems=("alfa", "charlie")))
    assert "bravo" not in words(test)


def test_people_and_judges_are_told_apart(rated: Built, researcher: Callable[..., AppTest]) -> None:
    """Where an LLM judge rated too, people's ratings come first, and the judge's or all can be chosen."""
    assert not researcher().get("button_group")
    with rated.store.write() as db:
        person = db.query(Person).filter_by(name="Per").one()
        person.kind = "judge"
    st.cache_data.clear()  # no one turns into a judge where this is no test
    test = researcher()
    assert shows(test, rating_results(rated.store, rated.slug))
    for kind in ("judge", "all"):
        test.session_state["kind_en"] = kind
        test.run()
        assert shows(test, rating_results(rated.store, rated.slug, kind=kind))
    assert ">Per<" in words(test)


def test_a_new_rating_is_seen_at_once(rated: Built, researcher: Callable[..., AppTest], tmp_path: Path) -> None:
    """The cache knows ratings: what was computed before one came is not shown after it."""
    before = rating_results(rated.store, rated.slug)
    assert shows(researcher(), before)
    rate(rated, tmp_path, "Anne", prompts=2)
    after = rating_results(rated.store, rated.slug)
    assert said.rating_method_line(after) != said.rating_method_line(before)
    assert shows(researcher(), after)


def test_before_the_first_rating(researcher: Callable[..., AppTest], files: Files) -> None:
    """Both pages say that there is nothing yet, ask for nothing and draw nothing."""
    test = researcher(asking=False)
    assert "There is nothing to score yet: no ratings here." in words(test)
    assert not test.get("plotly_chart")
    export = researcher("export", asking=False)
    assert "There are no ratings to export yet." in words(export)
    assert files == {}


@pytest.mark.parametrize("page", ["ranking", "export"])
def test_no_result_before_it_is_asked_for(rated: Built, researcher: Callable[..., AppTest], page: str) -> None:
    """While rating is open nothing is shown until it is asked for; a closed campaign shows its results."""
    test = researcher(page, asking=False)
    assert "Judging is still open." in words(test)
    assert not any(f"{name}<" in sent(test) for name in SYSTEMS)
    move_campaign(rated.store, rated.slug, "closed")
    assert "Judging is still open." not in words(researcher(page, asking=False))


def test_few_annotators_are_named_as_the_reason(
    empty: Built, researcher: Callable[..., AppTest], tmp_path: Path
) -> None:
    """With two annotators the page says why the intervals are wide; with one, that the scores are one person's."""
    rate(empty, tmp_path, "Kari")
    assert "All scores come from one annotator" in words(researcher())
    rate(empty, tmp_path, "Ola")
    assert "There are only 2 annotators. That alone makes the intervals wide" in words(researcher())


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Files:
    """The pages' downloads by their file name."""
    downloads: Files = {}
    monkeypatch.setattr(st, "download_button", lambda _label, data, name, *_, **__: downloads.update({name: data}))
    return downloads


def test_scores_are_taken_away(rated: Built, researcher: Callable[..., AppTest], files: Files) -> None:
    """The table comes in three formats with the same numbers; figures as pages, everything as JSON."""
    researcher()
    expected = rating_board.system_rows(rating_results(rated.store, rated.slug))
    assert len(expected) == 3 * 4
    pd.testing.assert_frame_equal(pd.read_csv(io.BytesIO(files["trial-scores.csv"]())), expected, check_dtype=False)
    parquet = pd.read_parquet(io.BytesIO(files["trial-scores.parquet"]()))
    assert parquet["score"].tolist() == expected["score"].tolist()
    assert len(files["trial-scores.jsonl"]().splitlines()) == 12
    assert "plotly" in str(files["trial-scores.html"]())
    assert '"protocol": "adequacy_fluency"' in str(files["trial-scores.json"]())
    assert len(pd.read_csv(io.BytesIO(files["trial-criteria.csv"]()))) == 6


def test_ratings_are_taken_away(rated: Built, researcher: Callable[..., AppTest], files: Files) -> None:
    """Export gives every rating in a long table, without names unless they are asked for; no judgments are offered."""
    test = researcher("export")
    exported = {f"trial-adequacy_fluency-ratings.{suffix}" for suffix in ("xlsx", "csv", "jsonl", "parquet")}
    assert set(files) == {*exported, "trial-report.html"}
    table = pd.read_csv(io.BytesIO(files["trial-adequacy_fluency-ratings.csv"]()))
    assert len(table) == 6 * 3 * 3 * 2
    assert set(table["annotator_id"]) == {"annotator-1", "annotator-2", "annotator-3"}
    test.checkbox(key="ratings_pseudonymous").uncheck().run()
    named = pd.read_csv(io.BytesIO(files["trial-adequacy_fluency-ratings.csv"]()))
    assert set(named["annotator_id"]) == {"Kari", "Ola", "Per"}


def test_documents_are_drawn_and_downloaded(rated: Built, researcher: Callable[..., AppTest], files: Files) -> None:
    """The scores by document are in a figure, a table and a file, over all annotators."""
    test, results = researcher(), rating_results(rated.store, rated.slug)
    page = words(test)
    assert said.document_header(results) == ["Document", "alfa", "bravo", "charlie"]
    rows = said.document_rows(results)
    assert [row[0] for row in rows] == ["d0", "d1", "d2"]
    assert all(f">{cell}<" in page for row in rows for cell in row)
    table = pd.read_csv(io.BytesIO(files["trial-documents.csv"]()))
    overall = [level for level in results.documents if level.annotator is None]
    assert table["score"].tolist() == pytest.approx([level.score.value for level in overall])


def test_written_standards_apart_and_together(store: Store, open_page: Open, tmp_path: Path) -> None:
    """Bokmål and Nynorsk are one below the other with their own numbers and files, or together; a category too."""
    built = build_campaign(store, protocol="adequacy_fluency", prompts=8, systems=SYSTEMS)
    rate(built, tmp_path, "Kari", "Ola", prompts=8)
    rolf = built.enter("Rolf", "researcher")
    test = open_page("ranking", rolf)
    assert shows(test, rating_results(store, built.slug))
    test.session_state["view_en"] = "apart"
    test.run()
    for standard in ("nb", "nn"):
        assert shows(test, rating_results(store, built.slug, where=[f"written_standard={standard}"]))
    assert "<h2>Nynorsk</h2>" in words(test)
    test.session_state["view_en"] = "together"
    test.run()
    test.selectbox(key="category_en").set_value("mail").run()
    assert shows(test, rating_results(store, built.slug, where=["category=mail"]))


def test_what_is_left_out_is_said(rated: Built, researcher: Callable[..., AppTest]) -> None:
    """The line under the scores counts excluded annotators and names the data; both change with an exclusion."""
    before = words(researcher())
    assert f"data {rating_results(rated.store, rated.slug).fingerprint}." in before
    exclude_person(rated.store, rated.slug, id_of(rated.store, "Per"), "Not read")
    page, results = words(researcher()), rating_results(rated.store, rated.slug)
    assert f"1 annotator left out; data {results.fingerprint}." in page
    assert f"data {results.fingerprint}." not in before


def test_nothing_to_compare_the_scores_with(rated: Built, researcher: Callable[..., AppTest]) -> None:
    """With one protocol and people only the section says what would be there, and offers no choice."""
    test = researcher()
    assert "There is nothing to compare these scores with yet." in words(test)
    assert "against_en" not in [box.key for box in test.selectbox]


def test_scores_compared_with_another_protocol(
    rated: Built, researcher: Callable[..., AppTest], files: Files, tmp_path: Path
) -> None:
    """Figure, table, sentences and files are those of `compare_scores`, for whichever choice is made."""
    path = tmp_path / "other.csv"
    rows = [f"p{i},d{i // 2},{s},Siri,{4 - k},{3 - k + i % 2},{4 - k}" for i in range(6) for k, s in enumerate(SYSTEMS)]
    header = "prompt_id,document,system,annotator_id,adequacy,grammar,overall"
    keys = [criterion.key for criterion in load_protocol("hindi_english").rated]
    path.write_text("\n".join([",".join([*header.split(",")[:4], *keys]), *(r + ",3" for r in rows)]), encoding="utf-8")
    import_ratings(rated.store, path, rated.slug, protocol="hindi_english")
    test = researcher()
    comparison = compare_scores(rated.store, rated.slug, Other(protocol="hindi_english"))
    page = words(test)
    assert all(f">{escape(cell)}<" in page for row in score_comparison_rows(comparison) for cell in row)
    assert all(
        escape(sentence) in page
        for sentence in [*score_comparison_sentences(comparison), score_comparison_note(comparison)]
    )
    assert len(test.get("plotly_chart")) == 4
    assert len(pd.read_csv(io.BytesIO(files["trial-against.csv"]()))) == len(comparison.points) == 18 + 9 + 3
    assert json.loads(str(files["trial-against.json"]()))["document"] == comparison.as_dicts("document")
    apart = compare_scores(rated.store, rated.slug, Other(protocol="hindi_english"), criteria=True)
    cells = criterion_correlation_rows(apart)
    assert len(cells) == len(keys) * (1 + len(SYSTEMS))
    (toggle,) = [box for box in test.toggle if box.key == "against_criteria"]
    page = words(toggle.set_value(True).run())
    assert all(f">{escape(cell)}<" in page for row in cells for cell in row)
    assert json.loads(str(files["trial-against.json"]()))["criterion"] == apart.criteria_dicts()
    with rated.store.write() as db:
        db.query(Person).filter_by(name="Per").one().kind = "judge"
    st.cache_data.clear()  # no one turns into a judge where this is no test
    test = researcher()
    (choice,) = [box for box in test.selectbox if box.key == "against_en"]
    assert [label.rpartition(", ")[2] for label in choice.options] == ["by LLM judges", "by people"]
    assert all(
        f">{escape(cell)}<" in words(test)
        for row in score_comparison_rows(compare_scores(rated.store, rated.slug, Other(kind="judge")))
        for cell in row
    )


def test_another_campaign_is_compared_once_its_results_are_shown(rated: Built, open_page: Open, tmp_path: Path) -> None:
    """While judging is open there, its numbers are not shown here either; once revealed there, they are."""
    second = build_campaign(rated.store, slug="z-other", protocol="adequacy_fluency", prompts=0, systems=SYSTEMS)
    rate(second, tmp_path, "Siri")
    link = add_person(rated.store, "Roy", ("researcher",), [rated.slug, "z-other"])
    roy = sign_in(rated.store, link.token)
    show_results(rated.store, rated.slug, roy)
    test = open_page("ranking", roy, asking=False)
    assert "Judging is still open in “Campaign z-other”" in words(test)
    assert "Spearman" not in words(test)
    show_results(rated.store, "z-other", roy)
    test = open_page("ranking", roy, asking=False)
    assert "Both rank all systems in the same order." in words(test)


def test_an_excluded_rater_stands_on_quality(rated: Built, open_page: Open) -> None:
    """A lead reads how many responses' ratings are left out, and whether others rate them instead."""
    exclude_person(rated.store, rated.slug, id_of(rated.store, "Per"), "Not read", put_back=True)
    page = words(open_page("quality", rated.enter("Lise", "lead")))
    assert "Per: ratings of 18 responses, since" in page
    assert "Not read Others rate these responses instead." in page
