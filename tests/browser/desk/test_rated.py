"""Responses are rated by mouse, finger and keys; what was rated survives a reload; what is missing is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.desk.conftest import PHONE, Laid
from tests.support.browser import stub_texts
from tests.support.browser.layout import boxes, resize

CRITERIA = [one["key"] for one in stub_texts.protocol_json("heval", "en")["criteria"]]


@pytest.mark.quick
def test_digits_rate_and_enter_saves(lay: Callable[..., Laid]) -> None:
    """A digit rates the current criterion, N is not applicable, Enter saves; Undo brings what was chosen back."""
    desk = lay(protocol="heval")
    first = desk.assignment
    expect(desk.at(".left")).to_have_text("11 left")
    for key in "43210n43210":
        desk.page.keyboard.press(key)
    expect(desk.at(".left")).to_have_text("All rated")
    desk.page.keyboard.press("Enter")
    desk.moves("rate", first)
    desk.all_saved()
    (rated,) = desk.acted("rate")
    assert list(rated["scores"]) == CRITERIA
    assert list(rated["scores"].values()) == [4, 3, 2, 1, 0, "na", 4, 3, 2, 1, 0]
    desk.undo()
    expect(desk.page.locator(f".desk[data-assignment='{first}']")).to_be_visible()
    expect(desk.at("[aria-checked=true]")).to_have_count(11)


@pytest.mark.quick
def test_a_count_that_is_never_less_is_noticed(lay: Callable[..., Laid]) -> None:
    """A desk that always counts all criteria: the number does not follow what is rated."""
    desk = lay(protocol="heval", fault=("rating.js", "{ count: left }", "{ count: criteria.length }"))
    desk.page.keyboard.press("4")
    expect(desk.at("[aria-checked=true]")).to_have_count(1)
    expect(desk.at(".left")).not_to_have_text("10 left")


@pytest.mark.quick
def test_what_is_missing_is_named(lay: Callable[..., Laid]) -> None:
    """Save tells each criterion that has no score or no explanation, and stays where it is."""
    desk = lay(protocol="mt_qualitative")
    desk.page.keyboard.press("5")
    desk.page.keyboard.press("2")
    desk.do("save")
    expect(desk.at(".line")).to_contain_text("Not saved. Still missing: ")
    expect(desk.at(".line")).to_contain_text("why: ")
    assert desk.acted("rate") == []
    field = desk.at("fieldset:nth-of-type(2) textarea")
    field.fill("Stivt.")
    for key in ("5", "5", "5"):
        desk.at("h2").first.click()
        desk.page.keyboard.press(key)
    field.press("Enter")
    desk.all_saved()
    (rated,) = desk.acted("rate")
    assert list(rated["explanations"].values()) == ["Stivt."]


@pytest.mark.quick
def test_ratings_and_marks_survive_a_reload(lay: Callable[..., Laid]) -> None:
    """Scores, explanations and marked words are there again before they were saved."""
    desk = lay(protocol="mt_qualitative")
    desk.page.keyboard.press("3")
    desk.at("textarea").first.fill("Et ord mangler 🙂")
    desk.word("A", 2).click()
    desk.at(".issues [data-issue]").nth(1).click()
    expect(desk.at(".marked")).to_have_count(1)
    desk.page.wait_for_timeout(200)
    desk.page.reload()
    desk.stands("rate")
    expect(desk.at("[aria-checked=true]")).to_have_count(1)
    expect(desk.at("textarea").first).to_have_value("Et ord mangler 🙂")
    expect(desk.at(".marked")).to_have_count(1)


@pytest.mark.quick
def test_a_group_is_saved_one_by_one(lay: Callable[..., Laid]) -> None:
    """Each response of a group is saved by itself and stays readable beside the others until all are saved."""
    desk = lay(protocol="hindi_english", group=2)
    columns = desk.at(".column")
    expect(columns).to_have_count(2)
    for place, name in enumerate(("Save A", "Save B")):
        for fieldset in columns.nth(place).locator("fieldset").all():
            fieldset.locator("[role=radio]").nth(2).click()
        desk.page.get_by_role("button", name=name).click()
        desk.all_saved()
        if place == 0:
            expect(columns.nth(0)).to_have_attribute("data-saved", "")
            expect(columns.nth(0).locator(".body")).to_be_visible()
    assert len(desk.acted("rate")) == 2
    expect(desk.at(".column[data-saved]")).to_have_count(0)


@pytest.mark.quick
@pytest.mark.parametrize("how", ["save", "skip"])
def test_no_time_is_told_twice(lay: Callable[..., Laid], how: str) -> None:
    """What was saved or skipped beside a response took its time: the other one tells its own since then."""
    desk = lay(protocol="hindi_english", group=2)
    columns = desk.at(".column")
    expect(columns).to_have_count(2)
    for fieldset in columns.locator("fieldset").all():
        fieldset.locator("[role=radio]").nth(2).click()
    desk.page.wait_for_timeout(1500)
    if how == "save":
        desk.page.get_by_role("button", name="Save B").click()
    else:
        desk.open("skip").get_by_role("button", name="B", exact=True).click()
        desk.at("button[data-skip=other]").click()
    desk.page.get_by_role("button", name="Save A").click()
    desk.all_saved()
    before, after = [one for one in desk.pile.actions if one["kind"] in ("rate", "skip")]
    assert before["seen_ms"] >= 1500 > after["seen_ms"]


@pytest.mark.quick
@pytest.mark.parametrize("protocol", ["heval", "mt_qualitative", "hindi_english", "gptscore_ko"])
def test_points_lie_in_even_rows(lay: Callable[..., Laid], protocol: str) -> None:
    """At each size the points of a criterion are one row of equal cells, no word is broken, and Save is in view."""
    desk = lay(PHONE, protocol=protocol, language="nb")
    for width, height in SIZES:
        resize(desk.page, width, height)
        assert crooked(desk) == [], (width, height)
    resize(desk.page, 390, 844)
    for planted, seen in PLANTED.items():
        desk.tell("root.append(Object.assign(document.createElement('style'), { textContent: argument }))", planted)
        assert seen in crooked(desk), planted
        desk.tell("root.lastElementChild.remove()")
    assert crooked(desk) == []


SIZES = ((320, 568), (390, 844), (844, 390), (900, 900), (1440, 900))
# What each of these does to a desk.
PLANTED = {
    ".points { grid-template-columns: repeat(4, 1fr) !important }": "points in two rows",
    ".points button:last-child { margin-left: 9px }": "points of different widths",
    ".points .word { display: block !important; font-size: 40px }": "a word is broken",
    ".saving { position: relative; top: 200px }": "Save is not in view",
}
POINTS = """return [...root.querySelectorAll('fieldset .points')].map((row) => [...row.children].map((one) => {
  const { top, width } = one.getBoundingClientRect(), wrap = one.style.overflowWrap
  one.style.overflowWrap = 'normal'
  const broken = one.scrollWidth > one.clientWidth
  one.style.overflowWrap = wrap
  return [Math.round(top), width, broken]
}))"""


def crooked(desk: Laid) -> list[str]:
    """What is wrong with the points and with Save at this size."""
    wrong = []
    rows = desk.tell(POINTS)
    assert rows
    if any(len({top for top, _, _ in row}) > 1 for row in rows):
        wrong.append("points in two rows")
    if any(max(width for _, width, _ in row) - min(width for _, width, _ in row) > 1 for row in rows):
        wrong.append("points of different widths")
    if any(broken for row in rows for _, _, broken in row):
        wrong.append("a word is broken")
    if [box.cut for box in boxes(desk.page) if box.name == "do=save"] != [False]:
        wrong.append("Save is not in view")
    return wrong


def test_criteria_follow_the_language(lay: Callable[..., Laid]) -> None:
    """Who changes the language while rating reads the criteria in it at once, and keeps what was rated."""
    desk = lay(protocol="hindi_english")
    desk.page.keyboard.press("3")
    names = {}
    for language in ("nb", "en"):
        desk.open("menu")
        desk.panel("menu").locator(f"[data-language={language}]").click()
        desk.page.keyboard.press("Escape")
        labels = [one["label"] for one in stub_texts.protocol_json("hindi_english", language)["criteria"]]
        expect(desk.at("fieldset h3")).to_have_text(labels)
        expect(desk.at("[aria-checked=true]")).to_have_count(1)
        names[language] = labels
    assert names["nb"] != names["en"], "the criteria of this protocol have one language, and show nothing"


@pytest.mark.parametrize("fault", [None, ("panels.js", "${desk.data.reads}", "")], ids=["as-it-is", "planted"])
def test_the_menu_follows_a_language_that_the_interface_does_not_speak(
    lay: Callable[..., Laid], fault: tuple[str, str, str] | None
) -> None:
    """From Korean, where the interface is in English, to English: the criteria and the menu change both."""
    desk = lay(protocol="gptscore_ko", language="ko", fault=fault)
    panel = desk.open("menu")
    expect(panel.locator("[data-language=ko]")).to_have_attribute("aria-pressed", "true")
    panel.locator("[data-language=en]").click()
    labels = [one["label"] for one in stub_texts.protocol_json("gptscore_ko", "en")["criteria"]]
    expect(desk.at("fieldset h3")).to_have_text(labels)
    pressed = "true" if fault is None else "false"
    expect(desk.panel("menu").locator("[data-language=en]")).to_have_attribute("aria-pressed", pressed)
