"""Where someone is signed in: listed and ended on My work, and by a lead on People."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.people.persons import renew_link
from eval_core.campaigns.people.roster import list_roster
from eval_core.campaigns.people.sign_ins.open_sign_ins import own_sign_ins
from eval_core.campaigns.people.sign_ins.sign_in import current_visitor, sign_in
from eval_core.ui.frame import sign_in_list
from tests.support.building import Built
from tests.support.page_text import words

Open = Callable[..., AppTest]


def sessions(built: Built, name: str, role: str, times: int) -> list[str]:
    """So many sign-ins of one person by one link."""
    built.enter(name, role)
    token = renew_link(built.store, name).token
    return [sign_in(built.store, token) or "" for _ in range(times)]


def keys(test: AppTest) -> list[str]:
    return [button.key for button in test.button if (button.key or "").startswith("sign_in")]  # type: ignore[misc]


def test_one_browser_needs_no_list(built: Built, open_page: Open) -> None:
    """Nothing to press where there is nothing else."""
    (session,) = sessions(built, "Kari", "annotator", 1)
    page = open_page("my_work", session)
    assert "You are signed in in this browser only." in words(page)
    assert keys(page) == []


def test_annotators_end_one_or_all_others(built: Built, open_page: Open) -> None:
    """One's own browser has no button; the others go one by one or together."""
    here, second, third, fourth = sessions(built, "Kari", "annotator", 4)
    page = open_page("my_work", here)
    seen = words(page)
    assert "This browser: signed in since" in seen
    assert seen.count("Signed in since") == 3
    last = own_sign_ins(built.store, fourth)[0].id
    page.button(key=f"sign_in_{last}").click().run()
    assert "Signed out there." in words(page)
    live = [current_visitor(built.store, one) is not None for one in (here, second, third, fourth)]
    assert live == [True, True, True, False]
    page.button(key="sign_ins_all").click().run()
    live = [current_visitor(built.store, one) is not None for one in (here, second, third, fourth)]
    assert live == [True, False, False, False]
    assert "You are signed in in this browser only." in words(page)


def test_leads_end_those_of_their_people(built: Built, open_page: Open) -> None:
    """Under the person's link; one's own are there too, without the browser in use."""
    first, second = sessions(built, "Kari", "annotator", 2)
    lead, lost = sessions(built, "Lise", "lead", 2)
    ids = {one.name: one.person_id for one in list_roster(built.store, "trial")}
    page = open_page("people", lead)
    page.selectbox(key="people_person").set_value(ids["Kari"]).run()
    assert len(keys(page)) == 3
    page.button(key=f"sign_in_{own_sign_ins(built.store, second)[0].id}").click().run()
    assert "Signed out there." in words(page)
    assert current_visitor(built.store, first)
    assert current_visitor(built.store, second) is None
    assert "Signed out" in words(page)  # in the log
    page.selectbox(key="people_person").set_value(ids["Lise"]).run()
    assert len(keys(page)) == 1
    page.button(key=keys(page)[0]).click().run()
    assert current_visitor(built.store, lead)
    assert current_visitor(built.store, lost) is None


def test_a_long_list_is_cut(built: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest is counted, and goes with all others."""
    monkeypatch.setattr(sign_in_list, "_MOST", 2)
    here, *others = sessions(built, "Kari", "annotator", 5)
    page = open_page("my_work", here)
    assert "3 more are not listed." in words(page)
    assert len(keys(page)) == 2
    page.button(key="sign_ins_all").click().run()
    assert [current_visitor(built.store, one) for one in others] == [None] * 4
