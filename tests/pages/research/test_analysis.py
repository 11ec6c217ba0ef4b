"""Analysis: why a system loses, the comparisons to read, and two parts of the data side by side."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from html import escape
from itertools import cycle, product
from typing import Any

import pytest
from sqlalchemy import select, update
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.results.issues import issue_examples
from eval_core.campaigns.results.votes import read_votes
from eval_core.ranking.slices import compare_slices
from eval_core.reports.slice_words import slice_cells, slice_notes, slice_verdict
from eval_core.store import Comparison, Judgment, Person, Prompt, Response, Store, System
from eval_core.ui.research import analysis
from tests.support.building import Built, build_campaign
from tests.support.judging import judge
from tests.support.page_text import sent, words
from tests.support.snapshots import Snapshots

Open = Callable[..., AppTest]
COMMENT = "Setningen er bygd feil."
# Who shows these as they are lets a text run in the researcher's browser.
PLACES = ("prompt", "response", "comment", "annotator", "system")


def nasty(place: str) -> str:
    return f'<script>alert("{place}")</script>'


@pytest.fixture
def explained(built: Built) -> Built:
    """Two annotators have judged everything and said why."""
    judge(built, built.enter("Kari"), issues=["grammar"], comment=COMMENT)
    judge(built, built.enter("Ola"), issues=["grammar", "flow"])
    return built


@pytest.fixture
def hostile(built: Built) -> Built:
    """Markup in every text that others wrote."""
    judge(built, built.enter("Kari"), issues=["grammar"], comment=nasty("comment"))
    with built.store.write() as db:
        db.execute(update(Person).where(Person.name == "Kari").values(name=nasty("annotator")))
        db.execute(update(Prompt).values(text=nasty("prompt")))
        db.execute(update(Response).values(text=nasty("response")))
        db.execute(update(System).where(System.name == built.systems[0]).values(name=nasty("system")))
    return built


def test_without_judgments_it_says_so(built: Built, open_page: Open) -> None:
    """An empty campaign has a sentence for each part of the page, and no figure."""
    test = open_page("analysis", built.enter("Rolf", "researcher"))
    assert "No annotator has been asked for reasons yet." in words(test)
    assert "There are no judgments yet." in words(test)
    assert "trouble" not in words(test)
    assert "Comparisons to read" not in words(test)
    assert "Difference: the first minus the second" not in words(test)
    assert "Does the ranking stabilise?" not in words(test)


def test_issues_and_the_comparisons_to_read(explained: Built, open_page: Open) -> None:
    """The figure is there, and under it the very comparisons that the service gives for the system and issue chosen."""
    test = open_page("analysis", explained.enter("Rolf", "researcher"))
    assert "per 100 judgments with reasons" in sent(test)
    assert set(boxes(test)["System"].options) == set(explained.systems)
    for system, issue in product(explained.systems, ("grammar", "flow")):
        boxes(test)["System"].set_value(system).run()
        boxes(test)["Issue"].set_value(issue).run()
        examples = issue_examples(explained.store, explained.slug, system, issue, limit=10)
        assert words(test).count('<details class="gold">') == len(examples) > 0
        assert all(escape(example.text or "") in words(test) for example in examples)
        comments = [word.comment for example in examples for word in example.ticked]
        assert (COMMENT in comments) == (COMMENT in words(test))


def test_a_long_prompt_heads_a_comparison_by_its_first_words(explained: Built, open_page: Open) -> None:
    """What is folded shows a line of it; all of it is inside, so that the page of a phone stays short."""
    long = "Skriv et sammendrag av denne teksten. " * 60
    with explained.store.write() as db:
        db.execute(update(Prompt).values(text=long))
    seen = words(open_page("analysis", explained.enter("Rolf", "researcher")))
    heads = re.findall(r"<details class=\"gold\"><summary><span[^>]*>([^<]*)</span>", seen)
    assert heads
    assert all(len(head) < 100 and head.endswith("…") for head in heads)
    assert seen.count(escape(long)) == len(heads)


def boxes(test: AppTest) -> dict[str, Any]:
    """The page's choices by their labels, as the last run left them."""
    return {box.label: box for box in test.selectbox}


def test_markup_in_every_word_is_text(hostile: Built, open_page: Open) -> None:
    """Prompts, responses, comments and names are shown as they were written, and nothing of them runs."""
    test = open_page("analysis", hostile.enter("Rolf", "researcher"))
    boxes(test)["System"].set_value(nasty("system")).run()
    assert "<script" not in words(test)
    assert [place for place in PLACES if escape(nasty(place)) in words(test)] == list(PLACES)


@pytest.mark.parametrize("escaping", ["plain", "escape"])
def test_the_check_sees_markup(hostile: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch, escaping: str) -> None:
    """The planted violation: without either kind of escaping the same search finds a script."""
    monkeypatch.setattr(analysis, escaping, lambda text: text)
    test = open_page("analysis", hostile.enter("Rolf", "researcher"))
    boxes(test)["System"].set_value(nasty("system")).run()
    assert "<script" in words(test)


def test_two_parts_side_by_side(explained: Built, open_page: Open) -> None:
    """Bokmål is compared with Nynorsk at first, with the verdict and the numbers that the library gives for the two."""
    frames = [
        read_votes(explained.store, explained.slug, where=[f"written_standard={standard}"]) for standard in ("nb", "nn")
    ]
    comparison = compare_slices(*frames)
    test = open_page("analysis", explained.enter("Rolf", "researcher"))
    seen = words(test)
    assert escape(slice_verdict(comparison, "Bokmål", "Nynorsk")) in seen
    assert all(f">{escape(cell)}<" in seen for row in slice_cells(comparison) for cell in row)


@pytest.fixture
def varied(store: Store, snapshots: Snapshots) -> Built:
    return snapshots.campaign("analysis", store, build_varied)


def build_varied(store: Store) -> Built:
    """Three people and an LLM judge have judged everything, in two rounds and on the first and third of a month."""
    built = build_campaign(store, overlap=4)
    choices = cycle(("A", "A", "B", "tie", "A", "B", "B"))
    for name in ("Kari", "Ola", "Per", "Robot"):
        who = built.enter(name)
        while judge(built, who, at_most=1, choice=next(choices)):
            pass
    with store.write() as db:
        db.execute(update(Person).where(Person.name == "Robot").values(kind="judge"))
        db.execute(update(Comparison).where(Comparison.id % 2 == 0).values(round=2))
        for name, day in (("Kari", 1), ("Ola", 1), ("Per", 3), ("Robot", 9)):
            person = select(Person.id).where(Person.name == name).scalar_subquery()
            when = datetime(2026, 11, day, 12, tzinfo=UTC)
            db.execute(update(Judgment).where(Judgment.person_id == person).values(decided_at=when))
    return built


@pytest.mark.parametrize(
    ("cut", "names", "first", "second"),
    [
        ("written_standard", ("Bokmål", "Nynorsk"), ["written_standard=nb"], ["written_standard=nn"]),
        ("category", ("Mail", "News"), ["category=mail"], ["category=news"]),
        ("annotator", ("Kari", "The others"), ["annotator=Kari"], ["annotator=Ola", "annotator=Per"]),
        ("round", ("Round 1", "Round 2"), ["round=1"], ["round=2"]),
        ("kind", ("Human annotators", "LLM judges"), ["kind=human"], ["kind=judge"]),
        (
            "day",
            ("Before 2 Nov", "From 2 Nov on"),
            ["until=2026-11-01"],
            ["since=2026-11-02"],
        ),
    ],
)
def test_every_cut(
    varied: Built, open_page: Open, cut: str, names: tuple[str, str], first: list[str], second: list[str]
) -> None:
    """Each way to divide the judgments shows the very numbers of the library for the two parts that are named."""
    comparison = compare_slices(*(read_votes(varied.store, varied.slug, where=part) for part in (first, second)))
    test = open_page("analysis", varied.enter("Rolf", "researcher"))
    assert len(boxes(test)["Split by"].options) == 6
    boxes(test)["Split by"].set_value(cut).run()
    seen = words(test)
    assert escape(slice_verdict(comparison, *names)) in seen
    assert all(f">{escape(name)}</th>" in seen for name in names)
    assert all(f">{escape(cell)}<" in seen for row in slice_cells(comparison) for cell in row)
    assert all(escape(note) in seen for note in slice_notes(comparison))


def test_the_day_is_the_reader_s_choice(varied: Built, open_page: Open) -> None:
    """Another day cuts elsewhere; only days with judgments before and after are offered."""
    test = open_page("analysis", varied.enter("Rolf", "researcher"))
    boxes(test)["Split by"].set_value("day").run()
    (day,) = test.date_input
    assert (day.min, day.max) == (date(2026, 11, 2), date(2026, 11, 3))
    day.set_value(date(2026, 11, 3)).run()
    assert ">Before 3 Nov</th>" in words(test)


def test_the_same_part_twice(explained: Built, open_page: Open) -> None:
    """It gets a quiet sentence in the place of numbers: nothing is wrong."""
    test = open_page("analysis", explained.enter("Rolf", "researcher"))
    boxes(test)["Second part"].set_value("nb").run()
    assert '<p class="note">Choose two different parts.</p>' in words(test)
    assert "Difference: the first minus the second" not in words(test)


def test_one_value_is_no_cut(store: Store, open_page: Open) -> None:
    """What all judgments have in common is not offered; where that is everything, the page says so."""
    single = build_campaign(store, prompts=1)
    judge(single, single.enter("Kari"))
    rolf = single.enter("Rolf", "researcher")
    assert "There is nothing to split by" in words(open_page("analysis", rolf))
    judge(single, single.enter("Ola"))
    assert boxes(open_page("analysis", rolf))["Split by"].options == ["Annotator"]


def test_convergence(explained: Built, open_page: Open) -> None:
    """Where there are judgments, the strengths are drawn as they came to be."""
    test = open_page("analysis", explained.enter("Rolf", "researcher"))
    assert "Does the ranking stabilise?" in words(test)
    assert f"{explained.slug}-convergence" in sent(test)


def test_others_see_nothing(explained: Built, open_page: Open) -> None:
    """Annotators and strangers get neither comments nor numbers; the researcher, who may, gets both."""
    secrets = (COMMENT, "per 100 judgments", "Difference: the first minus the second")
    for who in (explained.sessions["Kari"], None):
        assert not [secret for secret in secrets if secret in sent(open_page("analysis", who))]
    seen = sent(open_page("analysis", explained.enter("Rolf", "researcher")))
    assert [secret for secret in secrets if secret in seen] == list(secrets)
