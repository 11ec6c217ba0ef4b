"""Plan from the question: live while dials are turned, written on a click; and nothing typed anywhere in Setup is lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.rules import change_rules, read_rules
from eval_core.campaigns.setup.campaigns import campaign_names
from eval_core.campaigns.setup.lifecycle import draft_campaign
from eval_core.campaigns.setup.plan import change_plan, read_plan
from eval_core.campaigns.setup.plan_review import read_plan_review
from eval_core.locales import use_language
from tests.support.building import Built, build_campaign
from tests.support.page_text import words

Open = Callable[..., AppTest]


def at(page: AppTest, step: str) -> AppTest:
    """The page at one of its steps."""
    (steps,) = (radio for radio in page.radio if (radio.key or "").startswith("setup_step_"))
    return steps.set_value(step).run()


def sums(page: AppTest) -> dict[str, str]:
    """What is in the small table, by its words."""
    return dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", unescape(words(page))))


@pytest.fixture
def large(built: Built) -> Built:
    """A campaign with enough texts for a study."""
    made = build_campaign(built.store, slug="large", prompts=60, systems=("alfa", "bravo", "charlie", "delta"))
    made.annotators(3)
    return made


@pytest.fixture
def page(large: Built, open_page: Open) -> AppTest:
    return open_page("setup", large.enter("Eva", "lead"))


def test_dials_are_followed_and_nothing_is_stored_before_the_click(page: AppTest, large: Built) -> None:
    """More people raise the probability; slider and number are one; pay and hours a week show money and the end."""
    before = read_plan(large.store, large.slug)
    first = sums(at(page, "study"))
    assert first["Judgments"] == "720"
    page.slider(key="large/study/annotators/slider").set_value(12).run()
    assert page.number_input(key="large/study/annotators").value == 12
    more = sums(page)
    assert int(more["Probability of seeing 6.5 of 10"][:-1]) > int(first["Probability of seeing 6.5 of 10"][:-1])
    page.number_input(key="large/study/annotators").set_value(60).run()
    assert page.slider(key="large/study/annotators/slider").value == 40
    page.number_input(key="large/study/pay").set_value(1000.0)
    page.number_input(key="large/study/hours_a_week").set_value(1.0).run()
    assert sums(page)["Pay in all"] == "2,200 kr"
    assert not page.exception
    assert read_plan(large.store, large.slug) == before
    page.button(key="preset_paper").click().run()
    assert page.number_input(key="large/study/annotators").value == 10
    said = words(page.button(key="use_plan").click().run())
    assert "The plan is written into the rules." in said
    assert "at most 119 for one annotator" in said
    assert "7 more annotators have to be invited." in said
    assert read_plan(large.store, large.slug).per_annotator == 119
    asked = read_plan_review(large.store, large.slug).question
    assert asked is not None
    assert (asked.annotators, asked.share, asked.pay) == (10, 0.65, 1000)
    assert sums(at(page, "rules"))["Pay in all"] == "2,200 kr"


@pytest.mark.slow
def test_a_draft_without_texts_is_planned_too(built: Built, open_page: Open) -> None:
    """Systems, prompts and words are asked for; comparisons per prompt can be fewer than all."""
    lise = built.enter("Lise", "lead")
    slug = draft_campaign(built.store, "Empty", who=lise)
    page = open_page("setup", lise)
    page.query_params["campaign"] = slug
    page.run()
    at(page, "study")
    assert sums(page)["Judgments"] == "1,200"
    page.number_input(key=f"{slug}/study/per_prompt").set_value(2)
    page.number_input(key=f"{slug}/study/systems").set_value(8).run()
    assert sums(page)["Judgments"] == "490"
    assert "Now load the texts" in words(page.button(key="use_plan").click().run())


@pytest.mark.slow
def test_ratings_have_hours_and_no_power(large: Built, page: AppTest) -> None:
    """Where responses are rated, the plan says what it can, and says that it computes no power."""
    change_plan(large.store, large.slug, {"protocol": "heval"})
    page.run()
    at(page, "study")
    assert {"Rated responses", "Work", "For each annotator"} <= sums(page).keys()
    assert not [name for name in sums(page) if "Seen" in name or "Probability" in name]
    assert "does not compute which differences" in words(page)
    assert not page.exception
    assert not at(page, "rules").exception


def test_what_is_typed_survives_steps_pages_and_languages(page: AppTest, large: Built) -> None:
    """Rules, letter and facts keep what was begun, the steps are marked, and discarding shows what is stored."""
    at(page, "rules").number_input(key="large/training").set_value(7)
    page.radio(key="large/reasons").set_value("all")
    at(page, "letter").text_area(key="large/letter.pay").set_value("Half a sentence")
    at(page, "facts").text_area(key="large/facts/licence").set_value("cc")
    page.switch_page("../../pages/lead/inbox.py").run()
    page.switch_page("../../pages/lead/setup.py").run()
    assert page.text_area(key="large/facts/licence").value == "cc"
    assert at(page, "letter").text_area(key="large/letter.pay").value == "Half a sentence"
    at(page, "rules")
    for language in ("nb", "en"):
        page.session_state["language"] = language
        page.run()
        use_language(language)  # in which a page test names what is chosen
        assert page.number_input(key="large/training").value == 7
        assert page.radio(key="large/reasons").value == "all"
    assert read_rules(large.store, large.slug).training == 0
    assert "2 changes are not saved." in words(page)
    page.button(key="discard_rules").click().run()
    assert page.number_input(key="large/training").value == 0
    assert page.radio(key="large/reasons").value == "off"
    assert not page.exception


def test_hours_follow_the_rules_before_they_are_saved(page: AppTest, large: Built) -> None:
    """A higher overlap shows more hours and a smaller difference at once; a bad field is named and nothing is saved."""
    before = sums(at(page, "rules"))
    page.number_input(key="large/overlap").set_value(3).run()
    after = sums(page)
    assert (before["Work"], after["Work"]) == ("1\u00a0h\u00a036\u00a0min", "2.4 hours")
    assert read_plan(large.store, large.slug).overlap == 2
    page.number_input(key="large/shared").set_value(9).run()
    assert "“Annotators per comparison of the shared set” cannot have this value." in words(page)
    assert "Saved." not in words(page.button(key="save_rules").click().run())
    assert read_plan(large.store, large.slug).overlap == 2
    page.number_input(key="large/shared_overlap").set_value(4).run()
    assert "Saved." in words(page.button(key="save_rules").click().run())
    assert (read_plan(large.store, large.slug).overlap, read_plan(large.store, large.slug).shared) == (3, 9)


@pytest.mark.slow
def test_a_start_asks_about_what_is_not_saved(built: Built, open_page: Open) -> None:
    """With something typed the start names the step; without it, it starts at a click."""
    lise = built.enter("Lise", "lead")
    with built.store.write() as db:
        find_campaign(db, built.slug).status = "draft"
    page = open_page("setup", lise)
    at(page, "letter").text_area(key="trial/letter.pay").set_value("x")
    said = at(page, "course")
    assert "Not saved yet: Letter." in [text.value for text in said.text]
    page.button(key="back_to_letter").click().run()
    assert page.text_area(key="trial/letter.pay").value == "x"
    at(page, "course").button(key="move_started").click().run()
    assert campaign_names(built.store)[built.slug].status == "open"


@pytest.mark.slow
def test_another_lead_is_heard_of_in_other_fields_too(page: AppTest, large: Built) -> None:
    """A field that was not begun follows another lead; one that was says so, on any later visit."""
    at(page, "rules").number_input(key="large/training").set_value(7)
    at(page, "data")
    change_rules(large.store, large.slug, {"training": 3, "test": 4})
    said = words(at(page, "rules"))
    assert "Another lead has meanwhile changed “Gold comparisons for training” to 3." in said
    assert page.number_input(key="large/test").value == 4
    assert "Saved." in words(page.button(key="save_rules").click().run())
    assert (read_rules(large.store, large.slug).training, read_rules(large.store, large.slug).test) == (7, 4)
