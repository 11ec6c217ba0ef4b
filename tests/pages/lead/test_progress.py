"""Progress: the sentence, what needs the lead with a button that acts, the rows, and the hours."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import streamlit as st
from sqlalchemy import select, update
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.access import find_campaign, find_person
from eval_core.campaigns.people.persons import revoke_link
from eval_core.campaigns.quality.exclusions import exclude_person
from eval_core.campaigns.talk.questions import ask_question
from eval_core.store import Assignment, Campaign, Judgment
from eval_core.ui.lead import progress_data as watching
from tests.support.acts import open_desk
from tests.support.building import Built, build_campaign
from tests.support.judging import judge
from tests.support.page_text import sent, words

Open = Callable[..., AppTest]


@pytest.fixture
def empty(store: Any) -> Built:
    """A campaign into which nothing was loaded."""
    return build_campaign(store, prompts=0)


def away(built: Built, **span: float) -> None:
    """Let everything that was done lie so long ago."""
    long_ago = built.store.now() - timedelta(**span)
    with built.store.write() as db:
        db.execute(update(Judgment).values(shown_at=long_ago, decided_at=long_ago))
        db.execute(update(Assignment).values(shown_at=long_ago, first_shown_at=long_ago))


def button(page: AppTest, beginning: str, named: str = "") -> str:
    """The key of the only button whose key begins so, next to a line about this person."""
    keys = [one.key for one in page.button if one.key and one.key.startswith(beginning)]
    if named:
        lines = [one.proto.body for one in page.get("html") if 'class="need"' in one.proto.body]
        return keys[[named in line for line in lines].index(True)]
    (key,) = keys
    return key


def test_a_stalled_annotator_is_handed_over_with_one_click(built: Built, open_page: Open) -> None:
    """The line names who stays away; its button releases what lies with them, says so, and then offers to write."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    judge(built, kari, at_most=3)
    assert open_desk(built.store, kari, built.slug).task is not None
    away(built, days=6)
    page = open_page("progress", lise)
    assert "Kari has been away for 6 days" in words(page)
    assert f"Campaign: Campaign {built.slug}" in words(page)  # named before the work is handed over
    page.button(key=button(page, "hand_over_")).click().run()
    assert "1 comparison goes to others now." in words(page)
    with built.store.read() as db:
        assert set(db.scalars(select(Assignment.status))) == {"done", "released"}
    page.run()
    assert page.button(key=button(page, "look_stalled")).label == "Look at Kari"


def test_the_lead_hands_nothing_over_of_one_who_came_back(built: Built, open_page: Open) -> None:
    """Between looking and clicking the annotator was there: their comparison stays with them, and the page says why."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    judge(built, kari, at_most=3)
    open_desk(built.store, kari, built.slug)
    away(built, days=6)
    page = open_page("progress", lise)
    judge(built, kari, at_most=1)
    page.button(key=button(page, "hand_over_")).click().run()
    assert "Not saved: Kari has been back in the meantime, so nothing was handed over." in words(page)


def test_questions_lead_to_the_inbox(built: Built, open_page: Open) -> None:
    """Who waits is one line, and its button opens the inbox with the very question."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    ask_question(built.store, built.enter("Ola"), built.slug, None, "Hvem først?")
    number = ask_question(built.store, kari, built.slug, None, "Hva nå?")
    page = open_page("progress", lise)
    assert "Kari has waited for an answer since" in words(page)
    page.button(key=button(page, "answer_", "Kari")).click().run()
    assert "2 people are waiting for an answer." in sent(page)
    assert page.radio(key="inbox_entry").value == f"question-{number}"


def test_at_most_three_lines(built: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many needs the three most urgent are in view, and all others one click away."""
    from eval_core.campaigns.watching.needs import Need, Worker

    lise = built.enter("Lise", "lead")
    found = watching.watch(built.store, built.slug)
    needs = (
        Need("disconnected", count=2),
        Need("no_hands", count=1),
        Need("agreement"),
        Need("stalled", Worker("Kari", 11), away=True),
        Need("stalled", Worker("Ola", 12), away=True),
    )
    monkeypatch.setattr(watching, "watch", lambda *_: watching.Watch(found.progress, needs))
    page = open_page("progress", lise)
    assert [one.key for one in page.button if one.key.startswith(("act_", "look_"))] == [
        "act_disconnected",
        "act_no_hands",
        "act_agreement",
        "look_stalled_11",
        "look_stalled_12",
    ]
    (more,) = [part for part in page.expander if part.label == "Show 2 more"]
    assert [one.label for one in more.button] == ["Look at Kari", "Look at Ola"]


def test_a_researcher_reads_and_has_no_buttons(built: Built, open_page: Open) -> None:
    """Anyone who does not lead sees how far it is, and neither the needs nor the hours."""
    judge(built, built.enter("Kari"), at_most=2)
    page = open_page("progress", built.enter("Rolf", "researcher"))
    assert "2 of 24 judgments." in words(page)
    assert "Needs attention" not in words(page)
    assert not [one.key for one in page.button if one.key and one.key.startswith("act_")]
    assert not page.expander


def test_an_empty_campaign_leads_to_the_setup(empty: Built, open_page: Open) -> None:
    """Nothing loaded, no one invited: the page says so and links to where both are done."""
    page = open_page("progress", empty.enter("Lise", "lead"))
    assert "There is nothing to judge yet." in words(page)
    links = [node.proto.page for node in page.main if hasattr(node, "proto") and hasattr(node.proto, "page")]
    assert "Set up the campaign" in sent(page), links
    assert "Invite annotators" in sent(page)


def test_progress_names_no_system_while_judging_is_open(
    built: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that the page sends names a system, in any status; a planted name is seen by the same check."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    judge(built, kari)
    away(built, days=6)
    for status in ("open", "paused"):
        with built.store.write() as db:
            db.execute(update(Campaign).values(status=status))
        st.cache_data.clear()
        page = open_page("progress", lise)
        assert not [name for name in built.systems if name in sent(page)]
    from eval_core.ui.lead import progress_text

    st.cache_data.clear()
    monkeypatch.setattr("eval_core.ui.lead.progress_text._STATUS", {"paused": built.systems[0]})
    assert progress_text._STATUS
    assert built.systems[0] in sent(open_page("progress", lise))


def test_many_leads_cost_one_reading(built: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks within the same half minute reads what the first one read; a revoked lead reads nothing of it."""
    read: list[str] = []
    true_watch = watching.watch
    monkeypatch.setattr(watching, "watch", lambda *args: read.append("watch") or true_watch(*args))
    pages = [open_page("progress", built.enter(name, "lead")) for name in ("Lise", "Liv", "Lars")]
    assert [page.exception for page in pages] == [pages[0].exception] * 3
    assert read == ["watch"]
    lena = built.enter("Lena", "lead")
    revoke_link(built.store, "Lena")
    assert "of 24" not in words(open_page("progress", lena))


def test_hours_open_on_demand(built: Built, open_page: Open) -> None:
    """Closed, the part counts nothing; opened, it has a row a person and day, the whole as a file, and the budget."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    judge(built, kari)
    with built.store.write() as db:
        campaign = find_campaign(db, built.slug)
        campaign.settings = {"budget_hours": 2.0}
    page = open_page("progress", lise)
    assert not page.exception
    assert "Day by day" not in words(page)
    page.session_state["hours_of_all"] = True
    page.run()
    assert "Day by day" in words(page)
    assert "of 2 hours" in words(page)
    page.number_input(key=f"budget_{built.slug}").set_value(4.0).run()
    with built.store.read() as db:
        assert find_campaign(db, built.slug).settings["budget_hours"] == 4.0


def test_what_a_lead_does_is_seen_at_once(built: Built, open_page: Open) -> None:
    """An exclusion reaches needs and rows in the next run, not half a minute later."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    judge(built, kari, at_most=3)
    away(built, days=6)
    page = open_page("progress", lise)
    assert "Kari has been away for 6 days" in words(page)
    with built.store.read() as db:
        person = find_person(db, "Kari").id
    assert exclude_person(built.store, built.slug, person, "never came back")
    page.run()
    assert "has been away" not in words(page)
    assert "left out" in words(page)


def test_headline_and_rows_are_of_one_reading(built: Built, open_page: Open) -> None:
    """What is judged between two readings is in neither: the note below the rows has the number of the headline."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    judge(built, kari, at_most=2)
    watching.watched(built.slug)
    judge(built, kari, at_most=1)
    page = open_page("progress", lise)
    assert "2 of 24 judgments." in words(page)
    assert "All rows together have" not in words(page)
    watching.look_again()
    assert "3 of 24 judgments." in words(open_page("progress", lise))


def test_the_deadline_is_changed_in_the_plan(built: Built, open_page: Open) -> None:
    """The button next to a deadline that has passed opens the step where the plan is made."""
    lise = built.enter("Lise", "lead")
    judge(built, built.enter("Kari"), at_most=2)
    with built.store.write() as db:
        find_campaign(db, built.slug).deadline = built.store.now() - timedelta(days=1)
    page = open_page("progress", lise)
    page.button(key="act_deadline").click().run()
    assert page.session_state["state/SetupState"].steps[built.slug] == "study"
    assert "Plan from the question" in sent(page)
