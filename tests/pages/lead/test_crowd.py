"""The crowd platform on People: its settings, who is to be paid, and those who returned their submissions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.access import find_campaign, find_person
from eval_core.campaigns.crowd_rules import PROLIFIC
from eval_core.campaigns.joining.arrival_ends import end_arrival
from eval_core.campaigns.rules import change_rules, read_rules
from tests.support.arriving import CODES, LETTER, PIDS, agreed, ended
from tests.support.building import Built
from tests.support.page_text import words

Open = Callable[..., AppTest]


@pytest.fixture
def lise(built: Built) -> str:
    """The session of a lead, in a campaign with a letter."""
    change_rules(built.store, built.slug, {"letter": LETTER, "open_link": True})
    return built.enter("Lise", "lead")


def opened(page: AppTest) -> AppTest:
    page.session_state["crowd_rules"] = True
    return page.run()


@pytest.mark.slow
def test_prolific_is_filled_in_and_saved(built: Built, lise: str, open_page: Open) -> None:
    """One press fills in what Prolific uses; the lead types the codes, and the study's address appears."""
    page = opened(open_page("people", lise))
    page.button(key="crowd_prolific").click().run()
    page.text_input(key=f"{built.slug}/crowd.completed_code").set_value("C1ABCDEF").run()
    page.button(key="crowd_save").click().run()
    crowd = read_rules(built.store, built.slug).crowd
    assert crowd.model_dump() | PROLIFIC == crowd.model_dump()
    assert crowd.completed_code == "C1ABCDEF"
    assert any(code.value.endswith(crowd.placeholder_query()) for code in page.code)
    # The same page in another tab: what it saw is no longer what is stored.
    page.text_input(key=f"{built.slug}/crowd.completed_code").set_value("C2").run()
    change_rules(built.store, built.slug, {"crowd": {"completed_code": "C3"}})
    page.button(key="crowd_save").click().run()
    assert read_rules(built.store, built.slug).crowd.completed_code == "C3"


@pytest.mark.slow
def test_an_unsafe_address_is_named_and_not_saved(built: Built, lise: str, open_page: Open) -> None:
    """The field is named, and nothing of the form is stored."""
    page = opened(open_page("people", lise))
    page.text_input(key=f"{built.slug}/crowd.platform").set_value("Andre").run()
    page.text_input(key=f"{built.slug}/crowd.full_address").set_value("http://evil.example/").run()
    page.button(key="crowd_save").click().run()
    assert "Return address for those for whom nothing is left" in words(page)
    assert not read_rules(built.store, built.slug).crowd.is_set


@pytest.mark.slow
def test_payment_and_returned_submissions(built: Built, lise: str, open_page: Open) -> None:
    """The table has ids and ends; a pasted table is looked at first, and withdraws on a press."""
    change_rules(built.store, built.slug, {"crowd": CODES})
    for name, pid in zip(("Kari", "Ola"), PIDS, strict=False):
        agreed(built, name, pid)
    page = open_page("people", lise)
    assert f"<td>Kari</td><td>{PIDS[0]}</td>" in words(page)
    pasted = page.text_area(key=f"submissions_paste_{built.slug}")
    pasted.set_value("a,b\n1,2").run()
    assert "Participant id" in words(page)
    assert not any(button.key == "submissions_withdraw" for button in page.button)
    table = f"Participant id,Status\n{PIDS[0]},RETURNED\n{PIDS[1]},TIMED-OUT\nnobody,APPROVED\n"
    page.text_area(key=f"submissions_paste_{built.slug}").set_value(table).run()
    assert "Returned: will be withdrawn here" in words(page)
    assert ended(built, "Kari") is None
    page.button(key="submissions_withdraw").click().run()
    assert [ended(built, name) for name in ("Kari", "Ola")] == ["withdrawn", None]
    assert "Withdrawn: they get nothing more to judge" in words(page)
    assert not any(button.key == "submissions_withdraw" for button in page.button)
    with built.store.write() as db:
        of_ola = find_person(db, "Ola").id, find_campaign(db, built.slug).id
        assert end_arrival(db, *of_ola, "completed", built.store.now())
    assert "then withdrew" not in words(page.run())
    page.text_area(key=f"submissions_paste_{built.slug}").set_value(table.replace("TIMED-OUT", "RETURNED")).run()
    page.button(key="submissions_withdraw").click().run()
    assert "<td>Completed, then withdrew</td>" in words(page)
