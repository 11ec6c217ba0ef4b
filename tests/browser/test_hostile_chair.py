"""What impatient fingers do in the chair: double clicks, held keys, old tabs. Nothing unseen is chosen or answered."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import func, select, update

from eval_core.campaigns.assigning import open_desk
from eval_core.campaigns.consent import withdraw_consent
from eval_core.campaigns.rules import change_rules
from eval_core.store import Campaign, Judgment, Qualification, Question, Remark
from tests.browser.acting import LOOK_MS
from tests.browser.conftest import Site
from tests.browser.scenes import COURSE, World, judge, settle, small_campaign, take_part

SLUG = "trial"


PATIENCE_MS = 4_000


@pytest.fixture
def world(serve: Callable[..., Site]) -> World:
    """A campaign with a letter that asks for reasons after every choice, and no training."""
    return _open(serve())


@pytest.fixture
def patient(serve: Callable[..., Site]) -> World:
    """The same, where a comparison must have stood for seconds before a choice counts."""
    return _open(serve(PARVIS_DWELL_MS=str(PATIENCE_MS)))


def _open(site: Site) -> World:
    running = World(site)
    small_campaign(running.site.store, SLUG, "Flyt i norsk")
    change_rules(running.site.store, SLUG, COURSE | {"training": 0, "test": 0})
    return running


def sit(world: World, page: Page, name: str, path: str = "annotate") -> Page:
    """Seat somebody before a page, after long enough a look."""
    world.become(page, name)
    page.goto(f"{world.site.url}/{path}")
    page.locator(".reading, .st-key-stage h1, .verdict").first.wait_for()
    settle(page)
    page.wait_for_timeout(LOOK_MS)
    return page


def rows(world: World, table: type) -> int:
    with world.site.store.read() as db:
        return db.scalar(select(func.count()).select_from(table)) or 0


def hold(page: Page, key: str) -> None:
    """Hold a key for two seconds: forty repeats."""
    for _ in range(40):
        page.keyboard.down(key)
        page.wait_for_timeout(50)
    page.keyboard.up(key)
    settle(page)


def test_a_held_enter_chooses_once_and_answers_nothing(world: World, visit: Callable[..., Page]) -> None:
    """Enter held on a choice makes one judgment; the reasons that come up under it stay unanswered."""
    take_part(world.site.store, SLUG, world.enter(SLUG, "Kari"))
    page = sit(world, visit(), "Kari")
    page.locator(".st-key-choice_A button").focus()
    hold(page, "Enter")
    expect(page.locator(".st-key-why")).to_be_visible()
    assert (rows(world, Judgment), rows(world, Remark)) == (1, 0)
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-foot")).to_be_visible()
    assert (rows(world, Judgment), rows(world, Remark)) == (1, 1)


def test_a_held_enter_does_not_leave_the_answer_of_the_training(world: World, visit: Callable[..., Page]) -> None:
    """Enter held on a choice in the training shows its answer and stays there."""
    change_rules(world.site.store, SLUG, COURSE)
    take_part(world.site.store, SLUG, world.enter(SLUG, "Kari"))
    page = sit(world, visit(), "Kari")
    page.keyboard.press("Enter")
    expect(page.locator(".reading.training")).to_be_visible()
    page.wait_for_timeout(LOOK_MS)
    page.locator(".st-key-choice_B button").focus()
    hold(page, "Enter")
    expect(page.locator(".st-key-answer")).to_be_visible()
    assert rows(world, Judgment) == 1


def test_a_double_click_does_not_answer_why(patient: World, visit: Callable[..., Page]) -> None:
    """ "Go on" comes up where "B is more fluent" was: the second click is refused with a word, and the next one goes on.

    The reasons that nobody saw would else be missing where B was chosen, and only there. The guard is set long, so that
    a busy machine does not make the second click a slow one.
    """
    take_part(patient.site.store, SLUG, patient.enter(SLUG, "Kari"))
    page = sit(patient, visit(), "Kari")
    page.wait_for_timeout(PATIENCE_MS)
    place = page.locator(".st-key-choice_B button").bounding_box()
    assert place
    page.mouse.move(place["x"] + 0.9 * place["width"], place["y"] + place["height"] / 2)
    page.mouse.click(place["x"] + 0.9 * place["width"], place["y"] + place["height"] / 2)
    page.locator(".st-key-go_on button").wait_for()
    page.mouse.click(place["x"] + 0.9 * place["width"], place["y"] + place["height"] / 2)
    expect(page.locator(".st-key-why .saved").first).to_contain_text("Not sent")
    assert (rows(patient, Judgment), rows(patient, Remark)) == (1, 0)
    page.wait_for_timeout(PATIENCE_MS)
    page.locator(".st-key-go_on button").click()
    expect(page.locator(".st-key-foot")).to_be_visible()
    assert rows(patient, Remark) == 1


def test_reasons_sent_too_late_are_refused_with_a_word(world: World, visit: Callable[..., Page]) -> None:
    """Paused, or the consent withdrawn, while the reasons lie open: the next page says so."""
    store = world.site.store
    for name, word in (("Ola", "Not counted: you have withdrawn"), ("Kari", "Not counted: the campaign is paused.")):
        who = world.enter(SLUG, name)
        take_part(store, SLUG, who)
        page = sit(world, visit(), name)
        page.keyboard.press("1")
        page.locator(".st-key-why").wait_for()
        page.wait_for_timeout(LOOK_MS)
        if name == "Ola":
            withdraw_consent(store, who, SLUG)
        else:
            with store.write() as db:
                db.execute(update(Campaign).where(Campaign.slug == SLUG).values(status="paused"))
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert").filter(has_text=word).first).to_be_visible()
        expect(page.locator(".reading")).to_have_count(0)
        assert rows(world, Remark) == 0


def test_a_double_click_on_send_says_sent(world: World, visit: Callable[..., Page]) -> None:
    """A question sent by a double click is one question, and the page does not say that it was not sent."""
    take_part(world.site.store, SLUG, world.enter(SLUG, "Kari"))
    page = sit(world, visit(), "Kari")
    page.locator(".bar [name=ask]").click()
    page.locator(".st-key-ask_form textarea").fill("<b>Hva</b> med **stil**? \U0001f600")
    page.locator(".st-key-send_question button").dblclick(delay=60)
    expect(page.locator(".st-key-ask_form [role=status]")).to_contain_text("Sent.")
    settle(page)
    expect(page.locator(".st-key-ask_form .trouble")).to_have_count(0)
    assert rows(world, Question) == 1


def test_a_double_click_grants_one_person_a_try(patient: World, visit: Callable[..., Page]) -> None:
    """When one newcomer is granted another try, the next one moves under the pointer: the second click is not theirs."""
    world, store = patient, patient.site.store
    change_rules(store, SLUG, {"test": 2, "pass_mark": 1.0})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARVIS_DWELL_MS", "0")
        for name in ("Ola", "Per"):
            who = world.enter(SLUG, name)
            take_part(store, SLUG, who)
            for _ in range(2):
                judge(store, SLUG, who, right=False)
            open_desk(store, who, SLUG)
    world.enter(SLUG, "Leif", "lead")
    page = sit(world, visit(), "Leif", "inbox")
    page.wait_for_timeout(PATIENCE_MS)
    place = page.locator(".st-key-inbox_grant button").bounding_box()
    assert place
    page.mouse.click(place["x"] + 20, place["y"] + 10)
    expect(page.locator("h2.who")).to_contain_text("Per")
    page.mouse.click(place["x"] + 20, place["y"] + 10)
    settle(page)
    assert rows(world, Qualification) == 3
    page.wait_for_timeout(PATIENCE_MS)
    page.locator(".st-key-inbox_grant button").click()
    settle(page)
    assert rows(world, Qualification) == 4


def test_a_line_of_the_inbox_is_chosen_anywhere(world: World, visit: Callable[..., Page]) -> None:
    """A click on the second row of a line, its first words, opens it too."""
    store = world.site.store
    change_rules(store, SLUG, {"test": 1, "pass_mark": 1.0})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARVIS_DWELL_MS", "0")
        for name in ("Ola", "Per"):
            who = world.enter(SLUG, name)
            take_part(store, SLUG, who)
            judge(store, SLUG, who, right=False)
            open_desk(store, who, SLUG)
    world.enter(SLUG, "Leif", "lead")
    page = sit(world, visit(), "Leif", "inbox")
    line = page.locator(".st-key-inbox_entry [data-testid=stRadioGroup] > *").nth(1).bounding_box()
    assert line
    page.mouse.click(line["x"] + 60, line["y"] + line["height"] - 14)
    expect(page.locator("h2.who")).to_contain_text("Per")
