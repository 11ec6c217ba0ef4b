"""Campaigns: every campaign of its reader, what needs them first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import update
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.campaigns.setup.plan import change_plan
from eval_core.campaigns.talk.questions import ask_question
from eval_core.places import HOME
from eval_core.store import Campaign, Store
from eval_core.ui.lead import campaigns, progress_data
from tests.support.building import Built, build_campaign
from tests.support.page_text import links, sent, words
from tests.support.queries import counted

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
    assert "<strong>Needs attention (1)</strong> Kari has waited" in text
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


def queries_by_campaigns(store: Store, lead: str, open_page: Open, more: int) -> tuple[int, int]:
    """The queries of a look at the page when nothing is new: now, and with so many more open campaigns."""
    found = []
    for number in range(more + 1):
        if number:
            build_campaign(store, slug=f"more-{number}", prompts=1, systems=("xylofon", "ypsilon"))
        if number in (0, more):
            open_page("campaigns", lead)
            with counted(store) as sent:
                open_page("campaigns", lead)
            found.append(len(sent))
    return found[0], found[1]


def test_each_campaign_is_looked_at_once(built: Built, open_page: Open) -> None:
    """What needs the lead is kept until the campaign changes: a second look costs the same, however many there are."""
    lead = sign_in(built.store, add_person(built.store, "Lise", ["lead"]).token)
    assert lead
    few, many = queries_by_campaigns(built.store, lead, open_page, 6)
    assert few == many


def test_looking_again_and_again_would_be_noticed(
    built: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: a page that reads the needs of every campaign at every look."""
    monkeypatch.setattr(progress_data.Attention, "is_current", lambda self, _campaign: self.at >= opened[-1])
    opened = [built.store.now()]
    lead = sign_in(built.store, add_person(built.store, "Lise", ["lead"]).token)
    assert lead

    def open_again(page: str, who: str) -> AppTest:
        opened.append(built.store.now())
        return open_page(page, who)

    few, many = queries_by_campaigns(built.store, lead, open_again, 6)
    assert many > few + 6 * 20


def test_a_change_is_seen_at_the_next_look(many: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the campaigns only the one with a new question is looked at again, once half a minute has gone."""
    lead = enter(many, "lead", "trial", "second", "third")
    open_page("campaigns", lead)
    looked: list[str] = []
    watch = progress_data.watch
    monkeypatch.setattr(progress_data, "FIGURE_SECONDS", 0)
    monkeypatch.setattr(
        progress_data, "watch", lambda store, slug, **how: looked.append(slug) or watch(store, slug, **how)
    )
    kari = Built(many.store, "second", ()).enter("Siri")
    ask_question(many.store, kari, "second", None, "Og nå?")
    assert "2 campaigns need you." in words(open_page("campaigns", lead))
    assert looked == ["second"]


def test_all_is_drawn_before_the_campaigns_are_looked_at(
    many: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list does not wait for the looks, which may take seconds."""
    steps: list[str] = []
    draw, look = campaigns._draw, campaigns.look_at
    monkeypatch.setattr(campaigns, "_draw", lambda line: (steps.append("draw"), draw(line)))
    monkeypatch.setattr(campaigns, "look_at", lambda campaign: (steps.append("look"), look(campaign)))
    open_page("campaigns", enter(many, "lead", "trial", "second", "third"))
    assert steps == ["draw"] * 3 + ["look"] * 3 + ["draw"] * 3


def test_a_lost_protocol_is_said_in_its_line(
    many: Built, open_page: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose protocol cannot be read says so; the other campaigns have their progress and their needs."""
    monkeypatch.setenv("PARVIS_PROTOCOLS", str(tmp_path))
    file = tmp_path / "own.toml"
    own = (HOME / "data" / "protocols" / "norwegian_fluency.toml").read_text("utf-8")
    own = own.replace("../guidelines", str(HOME / "data" / "guidelines"))
    file.write_text(own.replace('"norwegian_fluency"', '"own"', 1), "utf-8")
    build_campaign(many.store, slug="lost", protocol="own")
    lead = enter(many, "lead", "trial", "third", "lost")
    file.unlink()
    text = words(open_page("campaigns", lead))
    assert text.count("The protocol file of this campaign is missing or wrong.") == 1
    assert "1 campaign needs you." in text
    assert "0 of 24 judgments" in text


def test_a_page_of_a_campaign_without_its_protocol_says_so(
    built: Built, open_page: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leads and annotators read why there is nothing here, and the way to other campaigns stays."""
    with built.store.write() as db:
        db.execute(update(Campaign).values(protocol_key="gone"))
    for page, who in (("progress", built.enter("Lise", "lead")), ("annotate", built.enter("Kari"))):
        opened = open_page(page, who)
        assert "The protocol file of this campaign is missing or wrong." in words(opened)
        assert not opened.exception
