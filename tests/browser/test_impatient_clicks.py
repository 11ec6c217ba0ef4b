"""What impatient fingers do in the chair: double clicks, held keys, old tabs. Nothing unseen is chosen or answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import func, select, update

from eval_core.campaigns.joining.consent import withdraw_consent
from eval_core.campaigns.rules import change_rules
from eval_core.store import Campaign, Judgment, Qualification, Question, Remark, Store
from tests.browser.conftest import SLOW, Site
from tests.support.acts import open_desk
from tests.support.browser.acting import LOOK_MS
from tests.support.browser.scenes import COURSE, World, judge, settle, small_campaign, take_part

PATIENCE_MS = 4_000
NUMBERS = count()


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
        chair.before = {table: chair.rows(table) for table in (Judgment, Qualification, Question, Remark)}
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
        page.locator(".reading, .st-key-stage h1, .verdict").first.wait_for()
        settle(page)
        page.wait_for_timeout(LOOK_MS)
        return page

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
def slow(start: Callable[..., Site]) -> Chair:
    """Where one sees a screen come up piece by piece."""
    return Chair.on(start(PYTHONPATH=SLOW, SERVER_SLOWER="0.2"))


@pytest.fixture
def patient(patient_site: Site) -> Chair:
    return Chair.on(patient_site)


def hold(page: Page, key: str) -> None:
    """Hold a key for two seconds: forty repeats."""
    for _ in range(40):
        page.keyboard.down(key)
        page.wait_for_timeout(50)
    page.keyboard.up(key)
    settle(page)


def refused_then_sent(chair: Chair, page: Page, look_ms: int) -> None:
    """The reasons were not sent, and the page says so; after a look they are."""
    expect(page.locator(".st-key-why .saved").first).to_contain_text("Not sent")
    assert (chair.rows(Judgment), chair.rows(Remark)) == (1, 0)
    settle(page)
    page.wait_for_timeout(look_ms)
    page.locator(".st-key-go_on button").click()
    expect(page.locator(".st-key-foot")).to_be_visible()
    assert chair.rows(Remark) == 1


def test_a_held_enter_chooses_once_and_answers_nothing(chair: Chair, visit: Callable[..., Page]) -> None:
    """Enter held on a choice makes one judgment; the reasons that come up under it stay unanswered."""
    chair.annotator()
    page = chair.sit(visit())
    page.locator(".st-key-choice_A button").focus()
    hold(page, "Enter")
    expect(page.locator(".st-key-why")).to_be_visible()
    assert (chair.rows(Judgment), chair.rows(Remark)) == (1, 0)
    settle(page)
    page.wait_for_timeout(LOOK_MS)
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-foot")).to_be_visible()
    assert (chair.rows(Judgment), chair.rows(Remark)) == (1, 1)


def test_a_held_enter_does_not_leave_the_answer_of_the_training(chair: Chair, visit: Callable[..., Page]) -> None:
    """Enter held on a choice in the training shows its answer and stays there."""
    change_rules(chair.store, chair.slug, COURSE)
    chair.annotator()
    page = chair.sit(visit())
    page.keyboard.press("Enter")
    expect(page.locator(".reading.training")).to_be_visible()
    settle(page)
    page.wait_for_timeout(LOOK_MS)
    page.locator(".st-key-choice_B button").focus()
    hold(page, "Enter")
    expect(page.locator(".st-key-answer")).to_be_visible()
    assert chair.rows(Judgment) == 1


def test_a_double_click_does_not_answer_why(patient: Chair, visit: Callable[..., Page]) -> None:
    """ "Go on" comes up where "B is more fluent" was: the second click is refused with a word, and the next one goes on.

    The reasons that nobody saw would else be missing where B was chosen, and only there. The guard is set long, so that
    a busy machine does not make the second click a slow one.
    """
    patient.annotator()
    page = patient.sit(visit())
    page.wait_for_timeout(PATIENCE_MS)
    place = page.locator(".st-key-choice_B button").bounding_box()
    assert place
    x, y = place["x"] + 0.9 * place["width"], place["y"] + place["height"] / 2
    page.mouse.click(x, y)
    page.wait_for_function("at => document.elementFromPoint(...at)?.closest('.st-key-go_on')", arg=[x, y])
    page.mouse.click(x, y)
    refused_then_sent(patient, page, PATIENCE_MS)


def test_reasons_half_drawn_are_not_answered(slow: Chair, visit: Callable[..., Page]) -> None:
    """ "Go on" is painted, and what belongs around it is still on its way: pressed then, it is refused with a word."""
    slow.annotator()
    page = slow.sit(visit())
    page.locator(".st-key-choice_A button").click()
    page.locator(".st-key-go_on button").click()
    refused_then_sent(slow, page, LOOK_MS)


def test_reasons_sent_too_late_are_refused_with_a_word(chair: Chair, visit: Callable[..., Page]) -> None:
    """Paused, or the consent withdrawn, while the reasons lie open: the next page says so."""
    store, slug = chair.store, chair.slug
    for name, word in (("Ola", "Not counted: you have withdrawn"), ("Kari", "Not counted: the campaign is paused.")):
        who = chair.annotator(name)
        page = chair.sit(visit(), name)
        page.keyboard.press("1")
        page.locator(".st-key-why").wait_for()
        settle(page)
        page.wait_for_timeout(LOOK_MS)
        if name == "Ola":
            withdraw_consent(store, who, slug)
        else:
            with store.write() as db:
                db.execute(update(Campaign).where(Campaign.slug == slug).values(status="paused"))
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert").filter(has_text=word).first).to_be_visible()
        expect(page.locator(".reading")).to_have_count(0)
        assert chair.rows(Remark) == 0


def test_a_double_click_on_send_says_sent(chair: Chair, visit: Callable[..., Page]) -> None:
    """A question sent by a double click is one question, and the page does not say that it was not sent."""
    chair.annotator()
    page = chair.sit(visit())
    page.locator(".bar [name=ask]").click()
    page.locator(".st-key-ask_form textarea").fill("<b>Hva</b> med **stil**? \U0001f600")
    page.locator(".st-key-send_question button").dblclick(delay=60)
    expect(page.locator(".st-key-ask_form [role=status]")).to_contain_text("Sent.")
    settle(page)
    expect(page.locator(".st-key-ask_form .trouble")).to_have_count(0)
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
