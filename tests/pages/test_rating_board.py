"""Ranking where responses are rated: the library's numbers in the reader's words, for subsets and each kind of rater."""

from __future__ import annotations

import io
from collections.abc import Callable
from html import escape
from pathlib import Path

import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.importing_ratings import import_ratings
from eval_core.campaigns.lifecycle import move_campaign
from eval_core.campaigns.rating_results import RatingResults, rating_results
from eval_core.reports import rating_words as said
from eval_core.store import Person, Store
from eval_core.ui import rating_board
from tests.pages.seeing import sent, words
from tests.services.building import Built, build_campaign

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
    """Opens a page, Ranking unless told, as a researcher."""
    rolf = empty.enter("Rolf", "researcher")
    return lambda page="ranking", **options: open_page(page, rolf, **options)


def shows(test: AppTest, found: RatingResults) -> bool:
    """Whether verdict, every number and the method of these results are on the page."""
    cells = [cell for row in said.overall(found) for cell in said.rating_cells(row, found.protocol)]
    cells += [cell for row in [*said.agreement_rows(found), *said.highest_rows(found)] for cell in row]
    sentences = [
        said.rating_verdict(found),
        *said.rating_cautions(found),
        *said.rating_agreement_sentences(found),
        said.rating_method_line(found),
    ]
    page = words(test)
    return all(f">{escape(cell)}<" in page for cell in cells) and all(escape(one) in page for one in sentences)


def test_the_numbers_are_the_librarys(rated: Built, researcher: Callable[..., AppTest]) -> None:
    """Verdict, scores, intervals, criteria, agreement and highest ranks are those of `rating_results`."""
    test, found = researcher(), rating_results(rated.store, rated.slug)
    assert len(said.overall(found)) == 3
    assert shows(test, found)
    assert len(test.get("plotly_chart")) == 2


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
    st.cache_data.clear()  # nobody turns into a judge where this is no test
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
    found: Files = {}
    monkeypatch.setattr(st, "download_button", lambda _label, data, name, *_, **__: found.update({name: data}))
    return found


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
    assert set(files) == {f"trial-adequacy_fluency-ratings.{suffix}" for suffix in ("csv", "jsonl", "parquet")}
    table = pd.read_csv(io.BytesIO(files["trial-adequacy_fluency-ratings.csv"]()))
    assert len(table) == 6 * 3 * 3 * 2
    assert set(table["annotator_id"]) == {"annotator-1", "annotator-2", "annotator-3"}
    test.checkbox(key="ratings_pseudonymous").uncheck().run()
    named = pd.read_csv(io.BytesIO(files["trial-adequacy_fluency-ratings.csv"]()))
    assert set(named["annotator_id"]) == {"Kari", "Ola", "Per"}
