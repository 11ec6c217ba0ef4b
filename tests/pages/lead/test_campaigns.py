"""Campaigns: every campaign of its reader, what needs them first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_in import sign_in
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.campaigns.setup.plan import change_plan
from eval_core.campaigns.talk.questions import ask_question
from eval_core.ui.lead import campaigns
from tests.support.building import Built, build_campaign
from tests.support.page_text import links, sent, words

Open = Callable[..., AppTest]


@pytest.fixture
def many(built: Built) -> Built:
    """Three campaigns that are open, of which one has a question, and one that is archived."""
    for slug in ("second", "third", "old"):
        build_campaign(built.store, slug=slug, systems=("xylofon", "ypsilon"))
    for action in ("closed", "archived"):
        move_campaign(built.store, "old", action)
    kari = Built(built.store, "third", ()).enter("Kari")
    ask_question(built.store, kari, "third", None, "Hva nå?")
    return built


def enter(built: Built, role: str, *slugs: str) -> str:
    who = sign_in(built.store, add_person(built.store, "Lise", [role], slugs).token)
    assert who
    return who


def listed(page: AppTest) -> list[str]:
    """The campaigns in the order of the page."""
    rows = [node.proto for node in page.main.get("page_link")]
    return [link.query_string.partition("=")[2] for link in rows if link.query_string]


def test_what_needs_its_lead_comes_first(many: Built, open_page: Open) -> None:
    """State, progress, needs and protocol of each; the bare address leads here; archived campaigns fold away."""
    page = open_page("", enter(many, "lead", "trial", "second", "third", "old"))
    text = words(page)
    assert "1 campaign needs you." in text
    assert "Needs attention (1): " in text
    assert listed(page) == ["third", "second", "trial", "old"]
    assert "0 of 24 judgments" in text
    assert "Norwegian fluency" in text
    assert "Archived campaigns (1)" in sent(page)


def test_a_researcher_is_told_of_no_needs(many: Built, open_page: Open) -> None:
    """What needs a lead is for leads; a researcher has the list, and neither a new campaign nor a copy."""
    page = open_page("campaigns", enter(many, "researcher", "trial", "third"))
    assert "2 campaigns" in words(page)
    assert "Needs attention" not in words(page)
    assert not page.button


def test_leads_go_on_from_here(many: Built, open_page: Open) -> None:
    """A new campaign, and a copy of one: the page where it is made."""
    who = enter(many, "lead", "trial", "second")
    page = open_page("campaigns", who)
    assert "New campaign" in words(page.button(key="campaigns_new").click().run())
    page = open_page("campaigns", who)
    page.selectbox(key="campaigns_original").set_value("second").run()
    page.button(key="campaigns_duplicate").click().run()
    assert "Setup · <span>Campaign second" in words(page)
    assert "Duplicate the campaign" in sent(page)


def test_many_can_be_searched(many: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """From one more than a few on there is a search; what is found nowhere is said."""
    monkeypatch.setattr(campaigns, "MANY", 2)
    page = open_page("campaigns", enter(many, "lead", "trial", "second", "third"))
    page.text_input(key="campaigns_search").set_value("SECOND ").run()
    assert listed(page) == ["second"]
    page.text_input(key="campaigns_search").set_value("nowhere").run()
    assert listed(page) == []
    assert "No campaign has these words in its title." in words(page)
    monkeypatch.setattr(campaigns, "MANY", 3)
    assert not page.run().text_input


def test_titles_stay_text(many: Built, open_page: Open) -> None:
    """A title with markup in it is shown as it was written."""
    change_plan(many.store, "third", {"title": "<b>x</b> [a](b)"})
    page = open_page("campaigns", enter(many, "lead", "third", "trial"))
    assert "<b>x</b>" not in words(page)
    assert "<b>x</b> [a](b)" in links(page)
