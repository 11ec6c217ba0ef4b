"""Quality: how far the annotators agree, and nothing of how the systems do."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from threading import Event

import pytest
import streamlit as st
from sqlalchemy import select, update
from streamlit.testing.v1 import AppTest

from eval_core.agreement import agreement
from eval_core.campaigns.quality import annotators
from eval_core.campaigns.quality import figures as trust
from eval_core.campaigns.quality.gold_and_repeats import annotator_checks
from eval_core.campaigns.results.votes import read_votes
from eval_core.ranking import rank
from eval_core.ranking.habits import annotator_habits
from eval_core.reports.agreement_words import agreement_cells, agreement_verdict
from eval_core.reports.annotators.habit_words import annotator_table
from eval_core.reports.effect_words import layout_sentence
from eval_core.store import Judgment, Person, Store
from tests.support.building import Built, build_campaign
from tests.support.judging import judge
from tests.support.marks import make_late
from tests.support.page_text import sent, words

Open = Callable[..., AppTest]
TABLE = "Krippendorff&#x27;s α, ordinal"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, the page waits for the newest figures."""
    for held in (trust.FIGURES, annotators.FIGURES):
        monkeypatch.setattr(held, "patience", 60)


@pytest.fixture
def judged(built: Built) -> Built:
    """Two annotators have judged all twelve comparisons."""
    for name in ("Kari", "Ola"):
        assert judge(built, built.enter(name)) == 12
    return built


@pytest.mark.parametrize(
    ("judgments", "sentence"), [(0, "There are no judgments yet."), (12, "Agreement needs at least two annotators.")]
)
def test_too_few_annotators(built: Built, open_page: Open, judgments: int, sentence: str) -> None:
    """An empty campaign says that it is empty, one with a single annotator asks for a second; there are no numbers."""
    judge(built, built.enter("Kari"), at_most=judgments)
    nothing_but(open_page("quality", built.enter("Lise", "lead")), sentence)


def test_nothing_is_shared(store: Store, open_page: Open) -> None:
    """Two annotators on different comparisons: the page says that none was judged by both."""
    apart = build_campaign(store, overlap=1)
    for name in ("Kari", "Ola"):
        assert judge(apart, apart.enter(name), at_most=6) == 6
    nothing_but(
        open_page("quality", apart.enter("Lise", "lead")), "No comparison has been judged by two annotators yet."
    )


def nothing_but(test: AppTest, sentence: str) -> None:
    """The sentence is there, and none of the numbers that do not exist."""
    assert sentence in words(test)
    assert TABLE not in words(test)
    assert "Annotator against annotator" not in words(test)


def test_what_is_left_out_is_told_where_nothing_is_shared(built: Built, open_page: Open) -> None:
    """Judgments by no one known are counted, though there is no agreement to speak of."""
    judge(built, built.enter("Kari"))
    judge(built, built.enter("Ola"), at_most=5)
    with built.store.write() as db:
        ola = select(Person.id).where(Person.name == "Ola").scalar_subquery()
        db.execute(update(Judgment).where(Judgment.person_id == ola).values(person_id=None))
    test = open_page("quality", built.enter("Lise", "lead"))
    nothing_but(test, "Agreement needs at least two annotators.")
    assert "5 judgments are left out: their annotators or prompts are not known." in words(test)


def test_habits_and_checks_of_each_annotator(judged: Built, open_page: Open) -> None:
    """The table holds what the library and the services say of the same judgments, with its note."""
    test = open_page("quality", judged.enter("Rolf", "researcher"))
    habits = annotator_habits(read_votes(judged.store, judged.slug, times=True), position_effect=False)
    checks = annotator_checks(judged.store, judged.slug)
    assert [one.annotator for one in habits] == [one.annotator for one in checks] == ["Kari", "Ola"]
    seen = words(test).replace(' class="number"', "")
    header, rows = annotator_table(checks, habits)
    assert [row[0] for row in rows] == ["Kari", "Ola"]
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in header)
    assert f"{head}</tr></thead><tbody>{''.join(_row(row) for row in rows)}</tbody>" in seen
    assert "A habit is not an error" in seen
    assert "Late" not in seen
    # For a lead, a name leads to the page about that person's work.
    of_lead = words(open_page("quality", judged.enter("Lise", "lead")))
    with judged.store.read() as db:
        people = db.scalars(select(Person.id).where(Person.name.in_(["Kari", "Ola"]))).all()
    assert [person for person in people if f'annotator={person}"' not in of_lead] == []
    assert "annotator=" not in seen


def test_late_judgments(judged: Built, open_page: Open) -> None:
    """How many came late is in the annotator's row, with what it means."""
    with judged.store.read() as db:
        mine = select(Judgment.id).join(Person, Person.id == Judgment.person_id).where(Person.name == "Kari")
        make_late(judged, list(db.scalars(mine.where(Judgment.live).limit(2))))
    seen = words(open_page("quality", judged.enter("Lise", "lead")))
    assert ">Late</th>" in seen
    assert "Late: judgments that arrived after the time reserved for them" in seen
    assert [checks.late for checks in annotator_checks(judged.store, judged.slug)] == [2, 0]


def test_one_annotator_has_no_habits(built: Built, open_page: Open) -> None:
    """Habits are held against others: of one annotator only the checks are shown."""
    judge(built, built.enter("Kari"))
    test = open_page("quality", built.enter("Lise", "lead"))
    assert "Per annotator" in words(test)
    assert "Expected</th>" not in words(test).split("</table>")[0]


def test_position_in_each_layout(judged: Built, open_page: Open) -> None:
    """Stacked and side by side are distinguished, each with the effect and interval of its own judgments."""
    with judged.store.write() as db:
        db.execute(update(Judgment).where(Judgment.id % 3 == 0).values(layout="stacked"))
        db.execute(update(Judgment).where(Judgment.id % 3 != 0).values(layout="side_by_side"))
    seen = words(open_page("quality", judged.enter("Lise", "lead")))
    votes = read_votes(judged.store, judged.slug, layouts=True)
    for layout, n in votes["layout"].value_counts().items():
        found = rank(votes[votes["layout"] == layout], position_effect=True)
        assert found.n_judgments == n
        assert escape(layout_sentence(layout, found)) in seen
    assert "Layout not known" not in seen


def test_unknown_order_says_nothing_of_position(built: Built, open_page: Open) -> None:
    """Where no one knows which text stood first, the page does not ask."""
    judge(built, built.enter("Kari"))
    question = "Does it matter which text comes first?"
    lise = built.enter("Lise", "lead")
    assert question in words(open_page("quality", lise))
    judge(built, built.enter("Ola"), at_most=1)
    with built.store.write() as db:
        db.execute(update(Judgment).values(order_known=False))
    st.cache_data.clear()
    assert question not in words(open_page("quality", lise))


@pytest.mark.parametrize("role", ["lead", "researcher"])
def test_verdict_table_and_matrix(judged: Built, open_page: Open, role: str) -> None:
    """Leads and researchers see what the library measures of the same judgments, all and two by two."""
    found = agreement(read_votes(judged.store, judged.slug))
    test = open_page("quality", judged.enter("Rolf", role))
    seen = words(test)
    assert f'<p class="sentence">{escape(agreement_verdict(found))}</p>' in seen
    assert "on 12 comparisons that both judged" in seen
    for row in agreement_cells(found):
        assert "".join(escape(cell) for cell in row) in "".join(_cells(seen))
    assert "Annotator against annotator" in seen
    assert "agreement_matrix" in sent(test)
    assert {"Kari", "Ola"} <= set(sent(test).replace('"', " ").split())


def test_it_follows_every_judgment(built: Built, open_page: Open) -> None:
    """A rerun of the open page counts what was judged meanwhile."""
    kari, ola = built.enter("Kari"), built.enter("Ola")
    judge(built, kari)
    judge(built, ola, at_most=5)
    test = open_page("quality", built.enter("Lise", "lead"))
    assert "on 5 comparisons that both judged" in words(test)
    judge(built, ola, at_most=3)
    assert "on 8 comparisons that both judged" in words(test.run())


def test_the_check_sees_an_old_measurement(built: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted violation: with a key that does not move, the page stays behind."""
    monkeypatch.setattr(trust, "latest_change", lambda *_: (0,))
    kari, ola = built.enter("Kari"), built.enter("Ola")
    judge(built, kari)
    judge(built, ola, at_most=5)
    test = open_page("quality", built.enter("Lise", "lead"))
    judge(built, ola, at_most=3)
    assert "on 5 comparisons that both judged" in words(test.run())


def test_no_system_is_named(judged: Built, open_page: Open) -> None:
    """Nothing on the page tells one system from another; the same search finds every one on Ranking."""
    lise = judged.enter("Lise", "lead")
    assert not [name for name in judged.systems if name in sent(open_page("quality", lise))]
    assert [name for name in judged.systems if name in sent(open_page("ranking", lise))] == list(judged.systems)


def test_others_see_nothing(judged: Built, open_page: Open) -> None:
    """Annotators and strangers get none of the judgments' numbers; the lead, who may, gets them."""
    verdict = "on 12 comparisons that both judged"
    for who in (judged.sessions["Kari"], None):
        assert verdict not in sent(open_page("quality", who))
    assert verdict in sent(open_page("quality", judged.enter("Lise", "lead")))


def _row(cells: list[str]) -> str:
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


def _cells(html: str) -> list[str]:
    """The text of every cell of a table, in order."""
    return [part.split(">", 1)[1] for part in html.split("</td>") if ">" in part for part in [part.split("<td")[-1]]]


def test_old_figures_say_so(built: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where newer figures take their time, those of a while ago stand there with a line that says so."""
    said = "New judgments have arrived since these figures were computed."
    kari, ola = built.enter("Kari"), built.enter("Ola")
    judge(built, kari)
    judge(built, ola, at_most=5)
    test = open_page("quality", built.enter("Lise", "lead"))
    assert said not in words(test)
    computing = Event()
    monkeypatch.setattr(trust.FIGURES, "patience", 0)
    monkeypatch.setattr(trust.FIGURES, "_compute", lambda *_: computing.wait(30))
    judge(built, ola, at_most=3)
    found = words(test.run())
    assert said in found
    assert "on 5 comparisons that both judged" in found
    computing.set()
