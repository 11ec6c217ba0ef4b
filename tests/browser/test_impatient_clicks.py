"""What impatient fingers do in the chair: double clicks, held keys, old tabs. Nothing unseen is chosen or answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import pytest
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import func, select, update

from eval_core.campaigns.joining.consent import withdraw_consent
from eval_core.campaigns.rules import change_rules
from eval_core.store import Campaign, Consent, Judgment, Qualification, Question, Reason, Remark, Store
from tests.browser.conftest import Site
from tests.support.acts import open_desk
from tests.support.browser.desk import KEYS, LOOK_MS, Desk
from tests.support.browser.scenes import COURSE, World, judge, settle, small_campaign, take_part

PATIENCE_MS = 4_000
NUMBERS = count()
GUIDELINES, CHOICE = "article.guidelines", ".desk button[data-choice=B]"


@dataclass
class Chair:
    """A campaign of one's own, with a letter, that asks for reasons after every choice, on a server for all."""

    world: World
    slug: str
    before: dict[type, int]

    @classmethod
    def on(cls, site: Site) -> Chair:
        """A new campaign without training."""
        chair = cls(World(site), f"trial-{next(NUMBERS)}", {})
        chair.before = {
            table: chair.rows(table) for table in (Consent, Judgment, Qualification, Question, Reason, Remark)
        }
        small_campaign(site.store, chair.slug, "Flyt i norsk")
        change_rules(site.store, chair.slug, COURSE | {"training": 0, "test": 0})
        return chair

    @property
    def store(self) -> Store:
        return self.world.site.store

    def enter(self, name: str, *roles: str) -> str:
        """Bring somebody in; their session."""
        return self.world.enter(self.slug, f"{name} {self.slug}", *roles)

    def annotator(self, name: str = "Kari") -> str:
        """Bring somebody in who has agreed and read; their session."""
        who = self.enter(name)
        take_part(self.store, self.slug, who)
        return who

    def sit(self, page: Page, name: str = "Kari", path: str = "annotate") -> Page:
        """Seat somebody before a page, after long enough a look."""
        self.world.become(page, f"{name} {self.slug}")
        page.goto(f"{self.world.site.url}/{path}")
        page.locator(".verdict").first.wait_for()
        settle(page)
        page.wait_for_timeout(LOOK_MS)
        return page

    def seat(self, page: Page, name: str = "Kari", mode: str = "judge") -> Desk:
        """Seat somebody at the desk, after long enough a look."""
        self.world.become(page, f"{name} {self.slug}")
        page.goto(f"{self.world.site.url}/annotate")
        desk = Desk(page).stands(mode)
        desk.look()
        return desk

    def rows(self, table: type) -> int:
        """How many rows of a table came with this campaign."""
        with self.store.read() as db:
            return (db.scalar(select(func.count()).select_from(table)) or 0) - self.before.get(table, 0)


@pytest.fixture(scope="module")
def site(start: Callable[..., Site]) -> Site:
    return start()


@pytest.fixture(scope="module")
def patient_site(start: Callable[..., Site]) -> Site:
    """Where a comparison must have stood for seconds before a choice counts."""
    return start(PARVIS_DWELL_MS=str(PATIENCE_MS))


@pytest.fixture
def chair(site: Site) -> Chair:
    return Chair.on(site)


@pytest.fixture
def patient(patient_site: Site) -> Chair:
    return Chair.on(patient_site)


def hold(page: Page, key: str) -> None:
    """Hold a key for two seconds: forty repeats."""
    for _ in range(40):
        page.keyboard.down(key)
        page.wait_for_timeout(50)
    page.keyboard.up(key)


def middle(target: Locator) -> tuple[float, float]:
    """Where a finger lands on it: near its right end, where other buttons once came up."""
    place = target.bounding_box()
    assert place
    return place["x"] + 0.9 * place["width"], place["y"] + place["height"] / 2


def test_a_held_enter_chooses_once_and_answers_nothing(chair: Chair, visit: Callable[..., Page]) -> None:
    """Enter held on a choice makes one judgment; the reasons that come up under it stay unanswered."""
    chair.annotator()
    desk = chair.seat(visit())
    desk.at("button[data-choice=A]").focus()
    hold(desk.page, "Enter")
    desk.stands("why").all_saved()
    assert (chair.rows(Judgment), chair.rows(Remark)) == (1, 0)
    desk.look()
    desk.go_on()
    desk.all_saved()
    assert (chair.rows(Judgment), chair.rows(Remark)) == (1, 1)


def test_enter_twice_answers_nothing(chair: Chair, visit: Callable[..., Page]) -> None:
    """The second of two quick presses of Enter on a choice does not leave the reasons that came up under it."""
    chair.annotator()
    desk = chair.seat(visit())
    desk.at("button[data-choice=A]").focus()
    desk.page.keyboard.press("Enter")
    desk.page.keyboard.press("Enter")
    desk.look()
    desk.stands("why").all_saved()
    assert (chair.rows(Judgment), chair.rows(Remark)) == (1, 0)


@pytest.mark.parametrize("key", ["1", "3"])
def test_a_held_digit_neither_judges_twice_nor_marks(chair: Chair, visit: Callable[..., Page], key: str) -> None:
    """Held down, the digit that chose names nothing in the next moment."""
    chair.annotator()
    desk = chair.seat(visit())
    hold(desk.page, key)
    desk.stands("why").all_saved()
    expect(desk.at(".mark")).to_have_count(0)
    assert (chair.rows(Judgment), chair.rows(Remark)) == (1, 0)


@pytest.mark.parametrize("choice", ["A", "tie", "B"])
def test_the_digit_again_stores_no_reason(chair: Chair, visit: Callable[..., Page], choice: str) -> None:
    """Half a second after the choice the same digit names no fault, of either text: what is stored is empty."""
    chair.annotator()
    desk = chair.seat(visit())
    desk.choose(choice, by="key")
    desk.stands("why")
    desk.page.wait_for_timeout(500)
    desk.page.keyboard.press(KEYS[choice])
    desk.go_on()
    desk.stands("judge").all_saved()
    assert (chair.rows(Judgment), chair.rows(Remark), chair.rows(Reason)) == (1, 1, 0)


def test_undo_four_times_over_two_reasons(chair: Chair, visit: Callable[..., Page]) -> None:
    """X and why, Y and why, all taken back: both sheets were there again, every reason is kept, and X is asked again."""
    chair.annotator()
    desk = chair.seat(visit())
    x = desk.assignment
    desk.judge("A", by="key")
    desk.mark("B", 0, "flow")
    desk.go_on()
    y = desk.stands("judge").assignment
    desk.judge("tie", by="key")
    desk.go_on()
    desk.stands("judge").all_saved()
    seen = []
    for mode in ("why", "judge", "why", "judge"):
        desk.undo()
        desk.stands(mode).all_saved()
        seen.append((mode, desk.assignment, desk.at(".mark[data-issue=flow]").count()))
    assert seen == [("why", y, 0), ("judge", y, 0), ("why", x, 1), ("judge", x, 0)]
    assert (chair.rows(Remark), chair.rows(Reason)) == (2, 1)
    desk.judge("A", by="key")
    expect(desk.at(".mark[data-issue=flow]")).to_have_count(1)
    desk.go_on()
    desk.stands("judge").all_saved()
    assert (desk.assignment, chair.rows(Remark), chair.rows(Reason)) == (y, 3, 2)


def test_a_held_enter_does_not_leave_the_answer_of_the_training(chair: Chair, visit: Callable[..., Page]) -> None:
    """Enter held on a choice in the training shows its answer and stays there."""
    change_rules(chair.store, chair.slug, COURSE)
    chair.annotator()
    desk = chair.seat(visit(), mode="intro")
    desk.go_on(mode="intro")
    desk.stands("judge").look()
    desk.at("button[data-choice=B]").focus()
    hold(desk.page, "Enter")
    desk.stands("answer").all_saved()
    assert chair.rows(Judgment) == 1


@pytest.mark.parametrize("gap", [60, 500, 900])
@pytest.mark.parametrize("choice", ["A", "tie", "B"])
def test_a_second_click_does_not_answer_why(chair: Chair, visit: Callable[..., Page], choice: str, gap: int) -> None:
    """A second click at the same place, at once or after most of a second, meets nothing: the reasons stay open.

    Else they would be missing where B was chosen, and only there.
    """
    chair.annotator()
    desk = chair.seat(visit())
    x, y = middle(desk.at(f"button[data-choice={choice}]"))
    desk.page.mouse.click(x, y)
    desk.stands("why")
    desk.page.wait_for_timeout(gap)
    desk.page.mouse.click(x, y)
    desk.look()
    desk.stands("why").all_saved()
    assert (chair.rows(Judgment), chair.rows(Remark)) == (1, 0)


@pytest.mark.parametrize("gap", [500, 700, 900])
def test_go_on_twice_judges_nothing_unread(chair: Chair, visit: Callable[..., Page], gap: int) -> None:
    """A second click on "Go on" lands on no choice for the texts that came up; they were not read."""
    chair.annotator()
    desk = chair.seat(visit())
    desk.judge("B")
    x, y = middle(desk.at("button[data-do=go-on]"))
    desk.look()
    desk.page.mouse.click(x, y)
    desk.stands("judge")
    desk.page.wait_for_timeout(gap)
    desk.page.mouse.click(x, y)
    desk.look()
    desk.stands("judge").all_saved()
    assert (chair.rows(Judgment), chair.rows(Remark)) == (1, 1)


def test_a_choice_is_not_coloured_before_the_pointer_moves(chair: Chair, visit: Callable[..., Page]) -> None:
    """Under a pointer that has not moved the next choice looks as it always does; then it shows that it can be pressed."""
    change_rules(chair.store, chair.slug, {"reasons": "off"})
    chair.annotator()
    desk = chair.seat(visit())
    button = desk.at("button[data-choice=B]")
    x, y = middle(button)
    desk.page.mouse.move(5, 5)
    plain = button.evaluate("one => getComputedStyle(one).color")
    desk.look()
    desk.page.mouse.move(x, y)
    desk.page.mouse.move(x + 2, y)
    expect(button).not_to_have_css("color", plain)
    before = desk.assignment
    desk.page.mouse.down()
    desk.page.mouse.up()
    expect(desk.page.locator(f".desk:not([data-assignment='{before}'])")).to_be_visible()
    desk.page.wait_for_timeout(400)
    expect(button).to_have_css("color", plain)
    desk.page.mouse.move(x - 3, y)
    expect(button).not_to_have_css("color", plain)


@pytest.mark.parametrize("gap", [60, 300, 700])
def test_a_second_click_passes_no_gate_unread(chair: Chair, visit: Callable[..., Page], gap: int) -> None:
    """A second click at the same place acknowledges no guidelines after the letter, and judges nothing after these."""
    chair.enter("Kari")
    page = visit()
    chair.world.become(page, f"Kari {chair.slug}")
    page.goto(f"{chair.world.site.url}/annotate")
    for words, comes in (
        ("I have read this and want to take part", GUIDELINES),
        ("I have read the guidelines", CHOICE),
    ):
        button = page.get_by_role("button", name=words)
        button.scroll_into_view_if_needed()
        settle(page)
        page.wait_for_timeout(LOOK_MS)
        x, y = middle(button)
        page.mouse.click(x, y)
        page.wait_for_timeout(gap)
        page.mouse.click(x, y)
        page.locator(comes).first.wait_for()
        settle(page)
        page.wait_for_timeout(LOOK_MS)
        expect(page.locator(comes).first).to_be_visible()
    assert (chair.rows(Consent), chair.rows(Judgment)) == (1, 0)


@pytest.mark.parametrize("how", ["withdrawn", "paused"])
def test_reasons_sent_too_late_are_refused_with_a_word(chair: Chair, visit: Callable[..., Page], how: str) -> None:
    """Paused, or the consent withdrawn, while the reasons lie open: the next screen says so."""
    store, slug = chair.store, chair.slug
    who = chair.annotator()
    desk = chair.seat(visit())
    desk.judge("A", by="key")
    desk.look()
    if how == "withdrawn":
        withdraw_consent(store, who, slug)
    else:
        with store.write() as db:
            db.execute(update(Campaign).where(Campaign.slug == slug).values(status="paused"))
    desk.page.keyboard.press("Enter")
    word = {"withdrawn": "Not counted: you have withdrawn", "paused": "Not counted: the campaign is paused."}[how]
    expect(desk.page.get_by_text(word).first).to_be_visible()
    expect(desk.at("section[data-side] .body")).to_have_count(0)
    assert chair.rows(Remark) == 0


def test_a_double_click_on_send_says_sent(chair: Chair, visit: Callable[..., Page]) -> None:
    """A question sent by a double click is one question, and the page does not say that it was not sent."""
    chair.annotator()
    desk = chair.seat(visit())
    panel = desk.open("ask")
    panel.locator("[data-field=question]").fill("<b>Hva</b> med **stil**? \U0001f600")
    panel.locator("button[data-do=send]").dblclick(delay=60)
    expect(desk.page.get_by_text("Sent. The answer will appear here").first).to_be_visible()
    desk.all_saved()
    expect(desk.page.get_by_text("Not sent")).to_have_count(0)
    assert chair.rows(Question) == 1


def test_a_double_click_grants_one_person_a_try(patient: Chair, visit: Callable[..., Page]) -> None:
    """When one newcomer is granted another try, the next one moves under the pointer: the second click is not theirs."""
    store, slug = patient.store, patient.slug
    change_rules(store, slug, {"test": 2, "pass_mark": 1.0})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARVIS_DWELL_MS", "0")
        for name in ("Ola", "Per"):
            who = patient.annotator(name)
            for _ in range(2):
                judge(store, slug, who, right=False)
            open_desk(store, who, slug)
    patient.enter("Leif", "lead")
    page = patient.sit(visit(), "Leif", "inbox")
    page.wait_for_timeout(PATIENCE_MS)
    place = page.locator(".st-key-inbox_grant button").bounding_box()
    assert place
    page.mouse.click(place["x"] + 20, place["y"] + 10)
    expect(page.locator("h2.who")).to_contain_text("Per")
    page.mouse.click(place["x"] + 20, place["y"] + 10)
    settle(page)
    assert patient.rows(Qualification) == 3
    page.wait_for_timeout(PATIENCE_MS)
    page.locator(".st-key-inbox_grant button").click()
    settle(page)
    assert patient.rows(Qualification) == 4


def test_a_line_of_the_inbox_is_chosen_anywhere(chair: Chair, visit: Callable[..., Page]) -> None:
    """A click on the second row of a line, its first words, opens it too."""
    store, slug = chair.store, chair.slug
    change_rules(store, slug, {"test": 1, "pass_mark": 1.0})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARVIS_DWELL_MS", "0")
        for name in ("Ola", "Per"):
            who = chair.annotator(name)
            judge(store, slug, who, right=False)
            open_desk(store, who, slug)
    chair.enter("Leif", "lead")
    page = chair.sit(visit(), "Leif", "inbox")
    line = page.locator(".st-key-inbox_entry [data-testid=stRadioGroup] > *").nth(1).bounding_box()
    assert line
    page.mouse.click(line["x"] + 60, line["y"] + line["height"] - 14)
    expect(page.locator("h2.who")).to_contain_text("Per")
