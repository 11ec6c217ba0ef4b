"""Case file: one annotator of a campaign, for its leads; reached by name, and nothing of the systems."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select, update
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.access import find_person
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.quality import annotators
from eval_core.campaigns.quality.exclusions import list_exclusions
from eval_core.campaigns.quality.pauses import paused_since
from eval_core.campaigns.results.early_results import show_results
from eval_core.campaigns.talk.messages import sent_messages
from eval_core.store import Judgment
from eval_core.ui.lead.case.case_link import ANNOTATOR
from eval_core.ui.lead.case.judged_view import all_judged
from tests.support.building import Built
from tests.support.checking import refusal
from tests.support.judging import judge
from tests.support.page_text import sent, words

Open = Callable[..., AppTest]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine, the page waits for the newest figures."""
    monkeypatch.setattr(annotators.FIGURES, "patience", 60)


@pytest.fixture
def judged(built: Built) -> Built:
    """Two annotators have judged all twelve comparisons."""
    for name in ("Kari", "Ola"):
        assert judge(built, built.enter(name)) == 12
    return built


def number_of(built: Built, name: str) -> int:
    with built.store.read() as db:
        return find_person(db, name).id


def case_of(open_page: Open, built: Built, name: str, session: str) -> AppTest:
    """The page of an annotator, as its address opens it."""
    test = open_page("case", session, asking=False)
    test.query_params[ANNOTATOR] = str(number_of(built, name))
    return test.run()


def test_what_a_lead_reads_of_an_annotator(judged: Built, open_page: Open) -> None:
    """Name, state, measures, judgments and what leaving them out does; no system while judging is open."""
    lead = judged.enter("Lise", "lead")
    test = case_of(open_page, judged, "Kari", lead)
    assert not test.exception
    text = words(test)
    for part in ("Kari", "At work", "12 judgments", "Compared with the others", "12 of 24 judgments"):
        assert part in text
    assert "the ranking" not in text, "what leaving out does to it is not known"
    assert len([one for one in test.expander if one.label.startswith("No")]) == 10
    assert not [name for name in judged.systems if name in sent(test)]
    show_results(judged.store, judged.slug, lead)
    assert "the ranking" not in words(test.run())


def test_filters_and_pages(judged: Built, open_page: Open) -> None:
    """The second page has the rest; a filter has what it says."""
    with judged.store.write() as db:
        mine = select(Judgment.id).where(Judgment.person_id == number_of(judged, "Kari")).limit(3)
        db.execute(update(Judgment).values(choice="A", outcome="first"))
        db.execute(update(Judgment).where(Judgment.id.in_(mine)).values(choice="tie", outcome="tie"))
    test = case_of(open_page, judged, "Kari", judged.enter("Lise", "lead"))
    test.button(key="case_more").click().run()
    assert len([one for one in test.expander if one.label.startswith("No")]) == 2
    (filters,) = test.button_group
    assert filters.options[0] == "All 12"
    filters.set_value("ties").run()
    assert len([one for one in test.expander if one.label.startswith("No")]) == 3


def test_what_a_lead_does(judged: Built, open_page: Open) -> None:
    """Write, pause and end it, leave out and include again: each by the service, with a word on the page."""
    lead, kari = judged.enter("Lise", "lead"), number_of(judged, "Kari")
    test = case_of(open_page, judged, "Kari", lead)
    test.text_area(key=f"case_message_{judged.slug}_{kari}").set_value("Takk!").run()
    test.button(key="case_send").click().run()
    assert [message.text for message in sent_messages(judged.store, judged.slug, kari)] == ["Takk!"]
    assert "Sent." in words(test)
    test.button(key="case_pause").click().run()
    assert set(paused_since(judged.store, judged.slug)) == {kari}
    assert "Paused since" in words(test)
    test.button(key="case_resume").click().run()
    assert paused_since(judged.store, judged.slug) == {}
    test.button(key="case_exclude").click().run()
    assert "say why first" in words(test)
    test.text_area(key=f"case_reason_{judged.slug}_{kari}").set_value("Too fast").run()
    test.button(key="case_exclude").click().run()
    assert [row.reason for row in list_exclusions(judged.store, judged.slug)] == ["Too fast"]
    assert "Left out because: Too fast" in words(test)
    test.button(key="case_lift").click().run()
    actions = [entry.action for entry in read_log(judged.store, judged.slug)]
    assert actions[:2] == ["exclusion_lifted", "person_excluded"]


def test_the_list_as_a_file(judged: Built) -> None:
    """Every judgment with its texts; no system, and not for researchers."""
    lead, kari = judged.enter("Lise", "lead"), number_of(judged, "Kari")
    frame = all_judged(lead, judged.slug, kari, "all")
    assert frame["number"].tolist() == list(range(12, 0, -1))
    assert (frame["kind"] == "regular").all()
    assert not [name for name in judged.systems if name in frame.to_csv()]
    refused = refusal(lambda: all_judged(judged.enter("Rolf", "researcher"), judged.slug, kari, "all"))
    assert refused == "not_allowed"


@pytest.mark.parametrize("address", ["", "x", "999", "-1"])
def test_an_address_without_an_annotator(built: Built, open_page: Open, address: str) -> None:
    """The page says so, and where names are found."""
    test = open_page("case", built.enter("Lise", "lead"))
    test.query_params[ANNOTATOR] = address
    assert "This annotator is not in the campaign." in words(test.run())
    assert not test.exception


def test_nothing_judged_yet(built: Built, open_page: Open) -> None:
    """A newcomer has a page that says so; a researcher is refused."""
    built.enter("Kari")
    test = case_of(open_page, built, "Kari", built.enter("Lise", "lead"))
    for part in ("Has not begun", "Kari has not judged anything here yet.", "nothing would change"):
        assert part in words(test)
    refused = case_of(open_page, built, "Kari", built.enter("Rolf", "researcher"))
    assert "not for your role" in words(refused)
