"""Who sees what: every page on a cold deep link, for every role, for strangers and for the revoked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.people.persons import revoke_link
from eval_core.ui.registry import PAGES, home_of
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built
from tests.support.checking import everything
from tests.support.page_text import sent

Open = Callable[..., AppTest]
ROLES = ("annotator", "researcher", "lead")
REFUSALS = ("This page is not for your role.", "You are not signed in.")
# What a campaign's data looks like on the wire.
SECRETS = ("alfa-modell", "Oppgave 0", "Dette er svar", "of 24")


def allowed(role: str) -> set[str]:
    """The pages of a role; a lead has the researcher's too."""
    held = {role, "researcher"} if role == "lead" else {role}
    return {page.name for page in PAGES if held & set(page.roles)}


def refused(test: AppTest) -> bool:
    """Whether the page only says no."""
    return any(word in sent(test) for word in REFUSALS)


@pytest.mark.parametrize("role", ROLES)
def test_every_page_on_a_cold_deep_link(built: Built, open_page: Open, role: str) -> None:
    """A role sees its own pages, and on the others a clear refusal without any of the campaign's data."""
    who = built.enter("Kari", role)
    for page in PAGES:
        test = open_page(page.name, who)
        assert refused(test) == (page.name not in allowed(role)), page.name
        if refused(test):
            assert not [secret for secret in SECRETS if secret in sent(test)]


def test_one_person_may_hold_every_role(built: Built, open_page: Open) -> None:
    """Who annotates and leads sees all pages, with one switch for language and campaign on each."""
    who = built.enter("Kari", *ROLES)
    for page in PAGES:
        test = open_page(page.name, who)
        assert not refused(test)
        assert [box.key for box in test.selectbox].count("language_choice") == 1


def test_strangers_and_the_revoked_see_nothing(built: Built, open_page: Open) -> None:
    """Without a session, with a made-up one and with a revoked one every page only says so."""
    gone = built.enter("Gone", "lead", "annotator")
    revoke_link(built.store, "Gone")
    for who in (None, "x" * 43, gone):
        for page in PAGES:
            test = open_page(page.name, who)
            assert "You are not signed in." in sent(test)
            assert not [secret for secret in SECRETS if secret in sent(test)]


def test_the_check_sees_data(built: Built, open_page: Open) -> None:
    """The planted violation: on pages that do show data the same search finds it."""
    annotator, lead = built.enter("Kari"), built.enter("Lise", "lead")
    task = open_desk(built.store, annotator, built.slug).task
    assert task is not None
    record_judgment(built.store, annotator, built.slug, task.assignment_id, 0, "A")
    assert "Dette er svar" in sent(open_page("annotate", annotator))
    assert "1 of 24" in sent(open_page("progress", lead))
    ranking = sent(open_page("ranking", lead))
    assert any(system in ranking for system in built.systems)


def test_the_bare_address_leads_home(built: Built, open_page: Open) -> None:
    """`/` opens the page that a role works on."""
    for role, word in (("annotator", "Oppgave"), ("lead", "of 24 judgments"), ("researcher", "nothing to rank")):
        assert home_of({role}) in allowed(role)
        assert word in sent(open_page("", built.enter(role, role)))


def test_a_revoked_run_stores_and_draws_nothing(built: Built, open_page: Open) -> None:
    """The link is revoked while a comparison lies open: the next run of the page is empty. Of clicks, the routes' tests."""
    who = built.enter("Kari")
    test = open_page("annotate", who)
    assert "Dette er svar" in sent(test)
    revoke_link(built.store, "Kari")
    before = everything(built.store)
    test.run()
    assert everything(built.store) == before
    assert "You are not signed in." in sent(test)
    assert "Dette er svar" not in sent(test)
