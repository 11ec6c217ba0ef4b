"""Setup: the lead reads the plan, changes it step by step, and reads what became of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.people.persons import add_person, revoke_link
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.rules import Rules, change_rules, read_rules
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.campaigns.setup.plan_review import Advice
from eval_core.ui.lead.setup.steps import TITLES
from eval_core.ui.lead.setup.words import advice_text
from tests.support.acts import open_desk, record_judgment
from tests.support.boards import Board
from tests.support.building import Built, build_campaign
from tests.support.checking import everything
from tests.support.golden import add_gold
from tests.support.page_text import in_campaign, sent, words

Open = Callable[..., AppTest]


@pytest.fixture
def page(built: Built, open_page: Open) -> AppTest:
    """The page as a lead of the campaign opens it, at the rules."""
    return at(open_page("setup", built.enter("Lise", "lead")), "rules")


def at(page: AppTest, step: str) -> AppTest:
    """The page at one of its steps."""
    return page.radio(key="setup_step_en").set_value(step).run()


def rules(built: Built) -> Rules:
    return read_rules(built.store, built.slug)


def save(page: AppTest, step: str) -> str:
    """Press a step's button; the page's words then."""
    next(button for button in page.button if button.key == f"save_{step}").click().run()
    return words(page)


def test_an_empty_campaign_has_a_plan(built: Built, open_page: Open) -> None:
    """A campaign with nothing in it shows every section, and what is missing."""
    create_campaign(built.store, "bare", title="Bare")
    link = add_person(built.store, "Lise", ["lead"], ["bare"])
    page = open_page("setup", sign_in(built.store, link.token))
    assert "Annotators are not asked for consent" in words(page)
    said = "".join(words(at(page, step)) for step in TITLES if step != "rounds")
    assert "Newcomers start right away." in said
    assert "No responses are loaded yet." in said
    assert "No gold comparisons are loaded yet." in said
    assert "No annotator is invited yet." in said
    assert "The cost in hours is known once there are comparisons." in said
    assert "Judging has begun" not in said
    headings = re.findall(r"<h2>(.*?)</h2>", said)
    assert {"Information letter", "Guidelines", "Training and test", "Reasons", "Changing judgments"} <= set(headings)
    assert "Rounds" not in page.radio(key="setup_step_en").options


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({"training": 5, "test": 8, "pass_mark": 75.0}, {"training": 5, "test": 8, "pass_mark": 0.75}),
        ({"gold_share": 5.0, "repeat_share": 2.5}, {"gold_share": 0.05, "repeat_share": 0.025}),
    ],
)
def test_numbers_are_saved(page: AppTest, built: Built, typed: dict[str, float], expected: dict[str, Any]) -> None:
    """What is typed in percent is stored as a share, said to be saved, and seen by who opens the page again."""
    for name, value in typed.items():
        page.number_input(key=f"trial/{name}").set_value(value)
    assert "Saved." in save(page, "rules")
    assert rules(built) == Rules(**expected)
    assert page.number_input(key=f"trial/{next(iter(typed))}").value == next(iter(typed.values()))
    assert "Not saved: nothing was changed." in save(page, "rules")


def test_reasons_and_changing_are_saved(page: AppTest, built: Built) -> None:
    """The choice of three and the tick box are stored."""
    page.radio(key="trial/reasons").set_value("share")
    page.number_input(key="trial/reasons_share").set_value(30.0)
    page.checkbox(key="trial/revisable").uncheck()
    assert "Saved." in save(page, "rules")
    assert rules(built) == Rules(reasons="share", reasons_share=0.3, revisable=False)


def test_the_choice_of_comparisons_is_saved(page: AppTest, built: Built) -> None:
    """Balanced is chosen until a lead takes the other; the page says what each does."""
    assert page.radio(key="trial/pair_policy").value == "balanced"
    assert "Adaptive choice prefers systems with few judgments" in words(page)
    page.radio(key="trial/pair_policy").set_value("adaptive")
    assert "Saved." in save(page, "rules")
    assert rules(built) == Rules(pair_policy="adaptive")
    assert "Not saved: nothing was changed." in save(page, "rules")


def test_the_letter_is_seen_while_it_is_written(page: AppTest, built: Built) -> None:
    """The preview has what is typed in all three languages before it is saved; the advice goes when it is."""
    at(page, "letter")
    page.text_input(key="trial/letter.responsible").set_value("Universitetet <b>her</b> & *der*").run()
    said = words(page)
    assert said.count("Universitetet &lt;b&gt;her&lt;/b&gt; &amp; *der*") == 3
    assert "<b>her" not in said
    assert {'lang="en"', 'lang="nb"', 'lang="nn"'} <= set(re.findall(r'lang="\w+"', said))
    assert rules(built).letter.responsible == ""
    page.text_input(key="trial/letter.contact").set_value("lise@example.org")
    page.text_area(key="trial/letter.pay").set_value("250 kroner")
    assert "Saved." in save(page, "letter")
    assert "not asked for consent" not in words(at(page, "course"))
    assert rules(built).letter.complete
    assert rules(built).letter.version == 1


def test_a_value_past_the_widget_is_refused(page: AppTest, built: Built) -> None:
    """A browser that sends what the field would not take gets a word at the button, and nothing is stored."""
    at(page, "letter").text_area(key="trial/letter.pay").set_value("x\0y")
    said = save(page, "letter")
    assert "Not saved: “Pay” cannot have this value." in said
    assert rules(built) == Rules()
    at(page, "rules")
    page.number_input(key="trial/training").set_value(99)
    assert "Saved." not in save(page, "rules")
    assert rules(built) == Rules()


def test_what_another_lead_set_is_not_set_back(page: AppTest, built: Built) -> None:
    """A page that was opened earlier saves only what was changed on it, and then shows what the other one set."""
    change_rules(built.store, built.slug, {"gold_share": 0.1})
    page.number_input(key="trial/repeat_share").set_value(5.0)
    save(page, "rules")
    assert rules(built) == Rules(gold_share=0.1, repeat_share=0.05)
    assert page.number_input(key="trial/gold_share").value == 10.0


def test_campaigns_are_kept_apart(built: Built, open_page: Open) -> None:
    """After the switch in the sidebar the other campaign's plan is shown and saved, and nothing carries over."""
    other = build_campaign(built.store, slug="second", systems=("xylofon", "ypsilon"))
    change_rules(built.store, "trial", {"training": 7})
    link = add_person(built.store, "Lise", ["lead"], [built.slug, other.slug])
    page = open_page("setup", sign_in(built.store, link.token))
    at(in_campaign(page, "trial"), "rules")
    assert page.number_input(key="trial/training").value == 7
    at(in_campaign(page, "second"), "rules")
    assert page.number_input(key="second/training").value == 0
    page.number_input(key="second/training").set_value(2)
    save(page, "rules")
    assert (rules(built).training, rules(other).training) == (7, 2)


def test_a_revoked_lead_saves_nothing(page: AppTest, built: Built) -> None:
    """The link dies while the page lies open: the click stores nothing and the page is empty."""
    revoke_link(built.store, "Lise")
    before = everything(built.store)
    page.number_input(key="trial/training").set_value(5)
    assert "You are not signed in." in save(page, "rules") + sent(page)
    assert everything(built.store) == before
    assert "Training and test" not in words(page)


def test_no_system_is_named_and_judging_is_spoken_of(built: Built, open_page: Open) -> None:
    """In the middle of judging the page says from when changes hold, and names neither systems nor texts."""
    kari, lise = built.enter("Kari"), built.enter("Lise", "lead")
    add_gold(built, 2)
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    record_judgment(built.store, kari, built.slug, task.assignment_id, 0, "A")
    said = sent(open_page("setup", lise))
    assert "Judging has begun: changes apply from the next comparison." in said
    assert "2 gold comparisons are loaded, but nothing uses them." in said
    assert not [one for one in (*built.systems, "Dette er svar", "Teksten 0") if one in said]


def test_every_advice_has_its_own_sentence() -> None:
    """The codes that the service names each have words of their own, with their numbers."""
    codes = re.findall(r"^    '(\w+)':", Advice.__doc__ or "", re.MULTILINE)
    said = {code: advice_text(Advice(code, 41, 17)) for code in codes}
    assert len(codes) == 14
    assert len(set(said.values())) == 14
    assert all("17" in text for code, text in said.items() if code not in ("no_letter", "controls_short"))


def test_the_plan_takes_the_variances_of_judgments(built: Built, open_page: Open, tmp_path: Path) -> None:
    """Who chooses a campaign with judgments reads how much people and prompts differed there, and what that means here;
    whom total victory needs is said all along."""
    table = Board(annotators=8, overlap=4, prompts=8, annotator_sd=0.7).judgments(1)
    sides = {"first": "model_a", "second": "model_b", "tie": "tie"}
    file = tmp_path / "pilot.csv"
    table.assign(outcome=table["outcome"].map(sides)).rename(
        columns={
            "first": "model_a",
            "second": "model_b",
            "outcome": "winner",
            "annotator": "annotator_id",
            "prompt": "prompt_id",
        }
    ).to_csv(file, index=False)
    import_judgments(built.store, file, built.slug)
    built.annotators(8)
    page = at(open_page("setup", built.enter("Lise", "lead")), "study")
    assert "Assumed, not measured: a system's strength varies" in unescape(words(page))
    assert "A system that wins every judgment is decided to be better once" in words(page)
    assert page.selectbox(key=f"{built.slug}/pilot").proto.placeholder == "Assumed: moderately"  # not Streamlit's own
    page.selectbox(key=f"{built.slug}/pilot").set_value(built.slug).run()
    said = unescape(words(page))
    assert "From 480 judgments: a system's strength varies between annotators by" in said
    assert "Assumed, not measured" not in said
    assert not re.search(r"\bs[0-5]\b", said)  # no system is named
