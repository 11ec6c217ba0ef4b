"""Reading fairness: nothing but the words tells the two texts apart, and they are comfortable to read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.setup.campaigns import create_campaign
from tests.browser.conftest import Site
from tests.support.browser.axe_checks import sideways
from tests.support.browser.desk import Desk
from tests.support.browser.scenes import World, settle

PLAIN, LONG = "Dette er en kort tekst.", "Dette er en lang tekst om været. " * 60
PAIRS = {
    "a short and a long text": (PLAIN, LONG),
    "Arabic and Hebrew": ("هذا نص قصير باللغة العربية.", "זהו טקסט קצר בעברית."),
    "Chinese and Japanese": ("这是一个简短的中文文本。" * 20, "これは短い日本語の文章です。"),
    "a word without end": ("a" * 5000, PLAIN),
    "markup of all kinds": ("# Tittel\n\n- **fet**\n- *kursiv*\n\n| a | b |\n|---|---|\n| 1 | 2 |", "<h1>Stor</h1> & <b>fet</b>"),
}  # fmt: skip
LOOKS = ("fontFamily", "fontSize", "fontStyle", "fontWeight", "lineHeight", "letterSpacing", "color", "opacity",
         "backgroundColor", "hyphens", "borderTopWidth", "padding")  # fmt: skip
# A text with its label: how it looks, where it begins, and how wide and high a line of it is.
SIDE = """(side, names) => {
  const styles = one => names.map(name => getComputedStyle(one)[name])
  const body = side.querySelector('.body'), head = side.querySelector('h2')
  const place = one => one.getBoundingClientRect(), at = one =>
    [place(one).top - place(head).top, place(one).left - place(side).left, place(one).width]
  return { side: styles(side).slice(0, 9), head: [...styles(head), ...at(head)], body: [...styles(body), ...at(body)],
    width: place(side).width, top: place(head).top }
}"""
# Into the desk's own root, which styles of the page do not reach.
PLANT = """(desk, css) => {
  const style = document.createElement('style')
  style.textContent = css
  desk.getRootNode().append(style)
  window.planted = style
}"""
VIEWS = ("plain", "formatted")
UNFAIR = (
    "section[data-side=B] .body { font-weight: 600 }",
    "section[data-side=B] .body { color: #777 }",
    "section[data-side=A] .body { font-size: 20px !important }",
    "section[data-side=B] h2 { color: red !important }",
    ".pair.pair.pair { grid-template-columns: 1.1fr 1fr !important }",
    "section[data-side=B] { margin-top: 8px !important }",
    "section[data-side=B] { background: #eee !important }",
)


def differences(desk: Desk) -> list[str]:
    """In what the two sides differ, beside each other or in turns at the same place."""
    looks = []
    for side in "AB":
        turn = desk.at(f".switch button[data-side={side}]")
        if turn.is_visible():
            turn.click()
            desk.page.wait_for_timeout(50)
        looks.append(desk.at(f"section[data-side={side}]").evaluate(SIDE, list(LOOKS)))
    a, b = looks
    return [part for part in a if a[part] != b[part]]


def in_file(folder: Path, rows: list[dict[str, str]]) -> Path:
    """Responses as a file to load."""
    file = folder / "responses.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def world(start: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> World:
    """One campaign of texts as they are, one of formatted texts; every test has people of its own in them."""
    world = World(start(PARVIS_DWELL_MS="0"))
    rows = [
        {"prompt_id": name, "prompt": name, "system": system, "response": text}
        for name, pair in PAIRS.items()
        for system, text in zip(("en", "to"), pair, strict=True)
    ]
    file = in_file(tmp_path_factory.mktemp("pairs"), rows)
    for view in VIEWS:
        create_campaign(world.site.store, view, text_view=view, per_annotator=len(PAIRS), overlap=10)
        import_responses(world.site.store, file, view)
    return world


def desk_of(world: World, page: Page, name: str) -> Desk:
    """Open somebody's desk."""
    world.become(page, name)
    page.goto(f"{world.site.url}/annotate")
    desk = Desk(page).stands("judge")  # the first page of a server is slow
    settle(page)
    return desk


def next_one(desk: Desk, choice: str = "A") -> None:
    """Judge, and wait for what comes then."""
    before = desk.mode, desk.assignment
    desk.choose(choice, "key", look_ms=0)
    desk.moves(*before)


@pytest.mark.parametrize("view", VIEWS)
def test_both_sides_look_the_same(world: World, visit: Callable[..., Page], view: str) -> None:
    """Whatever the texts are, plain or formatted: same width, type, colour and top, all of each can be read.

    Arabic and Hebrew begin at the right, other scripts at the left.
    """
    page, seen = visit(), {}
    world.enter(view, f"Kari, {view}")
    desk = desk_of(world, page, f"Kari, {view}")
    for _ in PAIRS:
        bodies = desk.at("section[data-side] .body")
        sides = bodies.evaluate_all(
            "all => all.map(one => getComputedStyle(one.querySelector('[dir=auto]') ?? one).direction)"
        )
        seen[desk.at(".prompt .text").inner_text()] = sides
        for size in ({"width": 1440, "height": 900}, {"width": 900, "height": 900}, {"width": 390, "height": 844}):
            page.set_viewport_size(size)
            settle(page)
            assert differences(desk) == [], seen
            assert sideways(page) == [], seen
            assert bodies.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length") == 0, (
                seen
            )
        page.set_viewport_size({"width": 1440, "height": 900})
        next_one(desk)
    assert seen == {name: ["rtl" if name.startswith("Arabic") else "ltr"] * 2 for name in PAIRS}


def test_the_check_sees_an_unfair_side(world: World, visit: Callable[..., Page]) -> None:
    """The planted violations: each of these favours a side, and is found."""
    page = visit()
    world.enter("plain", "Ulf")
    desk = desk_of(world, page, "Ulf")
    for planted in UNFAIR:
        assert differences(desk) == []
        page.locator(".desk").evaluate(PLANT, planted)
        assert differences(desk) != [], planted
        page.evaluate("window.planted.remove()")


def test_the_size_of_the_texts_is_ones_own(world: World, visit: Callable[..., Page]) -> None:
    """Chosen in the menu, it holds for both sides, after a reload and on another device, and for nobody else."""
    page = visit(locale="en-GB")
    world.enter("plain", "Stor")
    world.enter("formatted", "Ola")
    desk = desk_of(world, page, "Stor")

    def sizes(one: Desk) -> list[float]:
        bodies = one.at("section[data-side] .body")
        return list(bodies.evaluate_all("all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"))

    usual = sizes(desk)
    assert usual[0] == usual[1] >= 18
    here = desk.assignment
    desk.open("menu").locator("button[data-size='150']").click()
    larger = pytest.approx([1.5 * one for one in usual])
    expect(desk.at("section[data-side=A] .body")).to_have_css("font-size", f"{1.5 * usual[0]:g}px")
    assert sizes(desk) == larger
    page.keyboard.press("Escape")
    assert (differences(desk), desk.assignment) == ([], here)
    page.reload()
    other, phone = visit(), visit(viewport={"width": 390, "height": 844})
    found = {name: sizes(desk_of(world, one, who)) for name, one, who in
             (("reloaded", page, "Stor"), ("another's", other, "Ola"), ("on the phone", phone, "Stor"))}  # fmt: skip
    assert found["reloaded"] == larger
    assert found["another's"] == usual
    assert found["on the phone"][0] > usual[0]


def test_each_comparison_starts_at_its_top(world: World, visit: Callable[..., Page]) -> None:
    """However far one had read down, the next comparison begins at its first line."""
    page = visit(viewport={"width": 390, "height": 600})
    world.enter("plain", "Topp")
    desk = desk_of(world, page, "Topp")
    middle = page.locator(".desk .middle")
    for _ in range(3):
        desk.look(0)
        middle.evaluate("middle => middle.scrollTo(0, 300)")
        next_one(desk)
        assert middle.evaluate("middle => middle.scrollTop") == 0


def test_leading_spaces_are_text(world: World, visit: Callable[..., Page], tmp_path: Path) -> None:
    """Spaces at the beginning of a line look like what they are, not like a block of code."""
    page = visit()
    create_campaign(world.site.store, "spaces", text_view="formatted", per_annotator=1)
    rows = [
        {"prompt_id": "p", "prompt": "p", "system": name, "response": f"    Fire mellomrom, {name}.\n\nOg her."}
        for name in ("a", "b")
    ]
    import_responses(world.site.store, in_file(tmp_path, rows), "spaces")
    world.enter("spaces", "Innrykk")
    desk = desk_of(world, page, "Innrykk")
    assert desk.at("section[data-side=A] .body pre, section[data-side=A] .body code").count() == 0
    families = desk.at("section[data-side=A] .body .w").evaluate_all(
        "all => all.map(one => getComputedStyle(one).fontFamily)"
    )
    assert len(set(families)) == 1


def test_the_end_says_thanks_and_what_was_done(world: World, visit: Callable[..., Page]) -> None:
    """After the last comparison: thanks, how many are saved, and the way to one's work."""
    page = visit(locale="en-GB")
    world.enter("plain", "Slutt")
    desk = desk_of(world, page, "Slutt")
    for _ in PAIRS:
        next_one(desk)
    stage = page.locator(".st-key-stage")
    expect(stage.get_by_role("heading", name="Thank you!")).to_be_focused()
    expect(stage).to_contain_text(f"{len(PAIRS)} judgments are saved.")
    # The last choice can be taken back here too, and made anew.
    desk.undo("mouse")
    desk.stands("judge")
    assert desk.done == len(PAIRS) - 1
    next_one(desk, "B")
    expect(stage.get_by_role("heading", name="Thank you!")).to_be_visible()
    stage.get_by_role("link", name="See my work").click()
    expect(page.locator("[class*=st-key-open_] button")).to_have_count(len(PAIRS))


def test_nothing_lies_above_the_desk(world: World, visit: Callable[..., Page]) -> None:
    """On a laptop the page begins with the bar and ends with the foot, and the count is on it once."""
    page = visit(viewport={"width": 1366, "height": 768})
    world.enter("plain", "Ola at a laptop")
    desk = desk_of(world, page, "Ola at a laptop")
    next_one(desk)

    def reach() -> list[float]:
        box = "(one, edge) => one.getBoundingClientRect()[edge]"
        return [desk.at(".bar").evaluate(box, "top"), desk.at(".foot").evaluate(box, "bottom")]

    counted = page.get_by_text(desk.at(".count").inner_text(), exact=True)
    assert reach() == [0, 768]
    expect(counted).to_have_count(1)
    planted = "one.style.top = '30px'; one.append(one.querySelector('.count').cloneNode(true))"
    page.locator(".desk").evaluate(f"one => {{ {planted} }}")
    assert reach() != [0, 768]
    expect(counted).to_have_count(2)
