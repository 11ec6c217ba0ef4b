"""The campaign is in the address: which one a tab shows, who may see it, and where links and actions lead."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.setup.campaigns import campaign_names
from eval_core.campaigns.setup.plan import change_plan
from eval_core.store import Campaign, Membership, Person
from eval_core.ui.frame import chrome
from eval_core.ui.registry import PAGES
from eval_core.web.shown_text import as_label
from tests.support.building import Built, build_campaign
from tests.support.page_text import in_campaign, links, sent, words

Open = Callable[..., AppTest]


@pytest.fixture
def second(built: Built) -> Built:
    """Another campaign, whose title and systems are its own."""
    return build_campaign(built.store, slug="second", systems=("xylofon", "ypsilon"))


def enter(built: Built, *roles: str, slugs: tuple[str, ...] = ("trial", "second")) -> str:
    """The session of someone with these roles in these campaigns."""
    who = sign_in(built.store, add_person(built.store, "Kari", list(roles), list(slugs)).token)
    assert who
    return who


def at(open_page: Open, page: str, who: str, slug: str) -> AppTest:
    """A page at the address of a campaign, in a tab of its own."""
    return in_campaign(open_page(page, who, asking=False), slug)


def title_of(test: AppTest) -> list[str]:
    """The page's own titles."""
    return [line for line in words(test).splitlines() if "<h1" in line]


@pytest.mark.drawn
@pytest.mark.parametrize("page", [page.name for page in PAGES if page.of_campaign and not page.own_title])
def test_every_page_names_itself_and_the_campaign(built: Built, second: Built, open_page: Open, page: str) -> None:
    """One title a page, with the page's name and the campaign's; the address names the campaign, also where it did not."""
    who = enter(built, "annotator", "lead")
    test = open_page(page, who)
    assert test.query_params["campaign"] == ["second"] or test.query_params["campaign"] == "second"
    (title,) = title_of(in_campaign(test, "trial"))
    entry = next(entry for entry in PAGES if entry.name == page)
    assert f"{entry.title} · <span>Campaign trial</span>" in title


def test_two_tabs_each_stay_in_their_campaign(built: Built, second: Built, open_page: Open) -> None:
    """What one tab shows, and what its buttons do, does not depend on what another tab shows."""
    who = enter(built, "lead")
    one, other = at(open_page, "setup", who, "trial"), at(open_page, "setup", who, "second")
    one.run()
    assert "Campaign trial" in title_of(one)[0]
    assert "Campaign second" in title_of(other)[0]
    one.button(key="move_paused").click().run()
    status = {slug: row.status for slug, row in campaign_names(built.store).items()}
    assert status == {"trial": "paused", "second": "open"}


NO_CAMPAIGN = ("Campaigns", "About Parvis")  # pages about none


def test_links_stay_in_the_campaign(built: Built, second: Built, open_page: Open) -> None:
    """Every link of the sidebar and of the page leads to the campaign that is shown; the switcher's lead to the others."""
    who = enter(built, "annotator", "lead")
    test = at(open_page, "progress", who, "trial")
    found = links(test)
    assert found.pop("Campaign second · open") == "progress?campaign=second"
    assert found["Inbox"] == "inbox?campaign=trial"
    assert {link.partition("?")[2] for label, link in found.items() if label not in NO_CAMPAIGN} == {"campaign=trial"}


def test_without_a_campaign_the_last_one_is_shown(built: Built, second: Built, open_page: Open) -> None:
    """An address without a campaign shows the one that the tab showed last."""
    test = at(open_page, "progress", enter(built, "lead"), "trial")
    del test.query_params["campaign"]
    assert "Campaign trial" in title_of(test.run())[0]


@pytest.mark.parametrize("slug", ["second", "nothing", "../trial", "x" * 300, ""])
def test_another_campaign_is_refused_in_the_same_words(built: Built, second: Built, open_page: Open, slug: str) -> None:
    """Whether there is such a campaign is not to be learnt: neither from words, nor from title, sidebar or heading."""
    who = enter(built, "lead", slugs=("trial",))
    test = at(open_page, "progress", who, slug)
    if slug:
        assert title_of(test) == ["<h1>No access</h1>"]
        assert '<a href="./" target="_self">To the first page</a>' in sent(test)
        assert "There is no campaign here that you may see." in sent(test)
        assert test.query_params["campaign"] in (slug, [slug])
        answers = sent(test).replace(slug, "")
        assert "Campaign second" not in answers
        assert "xylofon" not in answers
    else:
        assert "Campaign trial" in title_of(test)[0]


def test_links_change_with_what_the_reader_may_do(built: Built, second: Built, open_page: Open) -> None:
    """Of a campaign that someone only annotates, the switcher opens the desk, and a bare link to it too."""
    who = built.enter("Kari", "lead")
    with built.store.write() as db:
        person = db.scalars(select(Person.id)).one()
        campaign = db.scalars(select(Campaign.id).where(Campaign.slug == "second")).one()
        db.add(Membership(person_id=person, campaign_id=campaign, role="annotator"))
    found = links(at(open_page, "progress", who, "trial"))
    assert found["Campaign second · open"] == "annotate?campaign=second"
    assert found["My work"] == "my_work?campaign=second"
    assert "xylofon" not in sent(at(open_page, "", who, "second"))


def test_titles_of_people_are_no_markdown(built: Built, second: Built, open_page: Open) -> None:
    """A title with Markdown in it is shown as it was written, in the switcher too."""
    who = enter(built, "lead")
    title = "*A* [b](c) :red[d] $e$"
    change_plan(built.store, "second", {"title": title})
    test = at(open_page, "progress", who, "trial")
    assert f"{title} · open" in links(test)
    assert as_label(title) in next(node.proto.label for node in test.get("page_link") if "open" in node.proto.label)


def test_a_link_of_a_table_opens_its_page(built: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the browser says was followed is one of our pages, or nothing happens."""
    said: list[object] = []
    true_style = chrome.style
    monkeypatch.setattr(chrome, "style", lambda page: (true_style(page), said.pop() if said else None)[1])
    lise = enter(built, "lead", slugs=("trial",))
    built.enter("Ola")
    with built.store.read() as db:
        ola = db.scalars(select(Person.id).where(Person.name == "Ola")).one()
    for nowhere in ("nowhere?campaign=trial", "https://example.org", "../case", "", 7, {"page": "case"}):
        said.append(nowhere)
        (title,) = title_of(at(open_page, "people", lise, "trial"))
        assert "People" in title
        said.clear()
    page = open_page("people", lise, asking=False)
    said.append(f"case?campaign=trial&annotator={ola}")
    (title,) = title_of(page.run())
    assert "Case file" in title
    assert "Ola" in words(page)
