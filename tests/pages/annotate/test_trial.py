"""Trial: a lead sees what an annotator sees, at the same desk, and goes back to Setup; nothing of it is kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.desk.clicks import act
from eval_core.campaigns.desk.trial import end_trial, trial_called
from eval_core.campaigns.rules import change_rules
from eval_core.store import Store
from tests.support.acts import action
from tests.support.building import Built, build_campaign
from tests.support.checking import everything
from tests.support.page_text import desk_data, links, words

Open = Callable[..., AppTest]


@pytest.fixture
def draft(store: Store) -> Built:
    """A draft with a letter."""
    built = build_campaign(store, status="draft")
    change_rules(store, built.slug, {"letter": {"responsible": "Us", "contact": "us@example.org", "pay": "None"}})
    return built


def test_the_annotators_way_without_a_trace(draft: Built, open_page: Open) -> None:
    """Letter, guidelines, desk, the end, five others: the database is as it was when the page was opened."""
    lead = draft.enter("Lise", "lead")
    before = everything(draft.store)
    page = open_page("trial", lead)
    assert "Trial: you see what an annotator sees, and nothing is kept." in words(page)
    page.button(key="letter_agree").click().run()
    page.button(key="acknowledge").click().run()
    given = desk_data(page)
    assert given["slug"].startswith("~")
    assert given["words"]["count_of"] == "Trial: {done} of {quota}"
    trial = trial_called(given["slug"])
    assert trial is not None
    for _ in range(5):
        sheet = desk_data(page.run())["pile"]["sheets"][0]
        (answer,), _pile = act(trial.store, lead, trial.slug, [action("choose", sheet["assignment"], choice="tie")])
        assert answer.result == "recorded"
    page.run()
    assert "That was the trial" in words(page)
    assert everything(draft.store) == before
    page.button(key="trial_again").click().run()
    assert trial_called(trial.slug) is None
    page.button(key="letter_agree").click().run()
    assert everything(draft.store) == before
    end_trial(desk_data(page)["slug"])


def test_a_trial_is_a_leads(draft: Built, open_page: Open, store: Store) -> None:
    """An annotator gets no trial; a campaign without texts says what is missing."""
    assert "This page is not for your role." in words(open_page("trial", draft.enter("Kari")))
    empty = build_campaign(store, slug="empty", prompts=0, systems=(), status="draft")
    page = open_page("trial", empty.enter("Eva", "lead"))
    assert "there is nothing to judge yet" in words(page)
    assert links(page)["Back to Setup"].startswith("setup?")
