"""Reading fairness: nothing but the words tells the two texts apart, and they are comfortable to read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.setup.campaigns import create_campaign
from tests.browser.conftest import Site
from tests.support.browser.acting import AT_THE_TOP
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
# Both texts with their labels: how they look, where they begin, and how wide and high a line of each is.
SIDES = """names => [...document.querySelectorAll('.reading .pair section')].map(side => {
  const styles = one => names.map(name => getComputedStyle(one)[name])
  const body = side.querySelector('.body'), head = side.querySelector('h2')
  const place = one => one.getBoundingClientRect(), at = one =>
    [place(one).top - place(head).top, place(one).left - place(side).left, place(one).width]
  return { side: styles(side).slice(0, 9), head: [...styles(head), ...at(head)], body: [...styles(body), ...at(body)],
    width: place(side).width, top: place(head).top }
})"""
VIEWS = ("plain", "formatted")
UNFAIR = (
    ".reading section + section .body { font-weight: 600 }",
    ".reading section + section .body { color: #777 }",
    ".reading section:first-child .body { font-size: 20px }",
    ".reading section + section h2 { color: red }",
    ".reading .pair.pair { grid-template-columns: 1.1fr 1fr }",
    ".reading section + section { margin-top: 8px }",
    ".reading section + section { background: #eee }",
)


def differences(page: Page, *, stacked: bool = False) -> list[str]:
    """In what the two sides differ; where they stand one below the other, where they begin may differ."""
    a, b = page.evaluate(SIDES, list(LOOKS))
    return [part for part in a if a[part] != b[part] and not (stacked and part == "top")]


@pytest.fixture(scope="module")
def world(start: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> World:
    """One campaign of texts as they are, one of formatted texts; every test has people of its own in them."""
    world = World(start(PARVIS_DWELL_MS="0"))
    rows = [
        {"prompt_id": name, "prompt": name, "system": system, "response": text}
        for name, pair in PAIRS.items()
        for system, text in zip(("en", "to"), pair, strict=True)
    ]
    file = tmp_path_factory.mktemp("pairs") / "responses.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    for view in VIEWS:
        create_campaign(world.site.store, view, text_view=view, per_annotator=len(PAIRS), overlap=10)
        import_responses(world.site.store, file, view)
    return world


def desk_of(world: World, page: Page, name: str) -> None:
    """Open somebody's desk."""
    world.become(page, name)
    page.goto(f"{world.site.url}/annotate")
    expect(page.locator(".reading .body")).to_have_count(2)  # the first page of a server is slow
    settle(page)


def next_one(page: Page, key: str = "1") -> None:
    """Judge, and wait for what comes then."""
    before = page.locator(".reading").get_attribute("data-assignment")
    page.keyboard.press(key)
    expect(page.locator(f".reading[data-assignment='{before}']")).to_have_count(0)
    settle(page)


@pytest.mark.parametrize("view", VIEWS)
def test_both_sides_look_the_same(world: World, visit: Callable[..., Page], view: str) -> None:
    """Whatever the texts are, plain or formatted: same width, type, colour and top, all of each can be read.

    Arabic and Hebrew begin at the right, other scripts at the left.
    """
    page, seen = visit(), {}
    world.enter(view, f"Kari, {view}")
    desk_of(world, page, f"Kari, {view}")
    for _ in PAIRS:
        sides = page.locator(".reading .body").evaluate_all("all => all.map(one => getComputedStyle(one).direction)")
        seen[page.locator(".strip .text").inner_text()] = sides
        for size, stacked in (({"width": 1440, "height": 900}, False), ({"width": 390, "height": 844}, True)):
            page.set_viewport_size(size)
            settle(page)
            assert differences(page, stacked=stacked) == [], seen
            assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth <= innerWidth"), seen
            assert page.locator(".reading .body").evaluate_all(
                "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length") == 0, seen  # fmt: skip
        page.set_viewport_size({"width": 1440, "height": 900})
        next_one(page)
    assert seen == {name: ["rtl" if name.startswith("Arabic") else "ltr"] * 2 for name in PAIRS}


def test_the_check_sees_an_unfair_side(world: World, visit: Callable[..., Page]) -> None:
    """The planted violations: each of these favours a side, and is found."""
    page = visit()
    world.enter("plain", "Ulf")
    desk_of(world, page, "Ulf")
    for planted in UNFAIR:
        assert differences(page) == []
        style = page.add_style_tag(content=planted)
        assert differences(page) != [], planted
        style.evaluate("one => one.remove()")


def test_the_size_of_the_texts_is_ones_own(world: World, visit: Callable[..., Page]) -> None:
    """Chosen in the menu, it holds for both sides, after a reload and on another device, and for nobody else."""
    page = visit(locale="en-GB")
    world.enter("plain", "Stor")
    world.enter("formatted", "Ola")
    desk_of(world, page, "Stor")

    def sizes(one: Page) -> list[str]:
        return list(one.locator(".reading .body").evaluate_all("all => all.map(one => getComputedStyle(one).fontSize)"))

    assert sizes(page) == ["19px", "19px"]
    page.locator(".bar [name=menu]").click()
    page.locator(".st-key-text_size").get_by_text("150 %").click()
    page.wait_for_function("getComputedStyle(document.querySelector('.reading .body')).fontSize === '28.5px'")
    assert sizes(page) == ["28.5px", "28.5px"]
    assert differences(page) == []
    page.reload()
    other, phone = visit(), visit(viewport={"width": 390, "height": 844})
    for one, name in ((page, "Stor"), (other, "Ola"), (phone, "Stor")):
        desk_of(world, one, name)
    assert [sizes(one)[0] for one in (page, phone, other)] == ["28.5px", "27px", "19px"]


def test_each_comparison_starts_at_its_top(world: World, visit: Callable[..., Page]) -> None:
    """However far one had read down, the next comparison begins at its first line."""
    page = visit(viewport={"width": 390, "height": 600})
    world.enter("plain", "Topp")
    desk_of(world, page, "Topp")
    main = page.locator('[data-testid="stMain"]')
    for _ in range(3):
        main.evaluate("main => main.scrollTo(0, 300)")
        assert main.evaluate("main => main.scrollTop") > 0
        next_one(page)
        page.wait_for_function(AT_THE_TOP)


def test_the_end_says_thanks_and_what_was_done(world: World, visit: Callable[..., Page]) -> None:
    """After the last comparison: thanks, how many are saved, the day's time, and the way to one's work."""
    page = visit(locale="en-GB")
    world.enter("plain", "Slutt")
    desk_of(world, page, "Slutt")
    for _ in PAIRS:
        next_one(page)
    stage = page.locator(".st-key-stage")
    expect(stage.get_by_role("heading", name="Thank you!")).to_be_focused()
    expect(stage).to_contain_text(f"{len(PAIRS)} judgments are saved.")
    expect(stage).to_contain_text(re.compile(rf"{len(PAIRS)} comparisons in \d"))
    stage.get_by_role("link", name="See my work").click()
    expect(page.locator("[class*=st-key-open_] button")).to_have_count(len(PAIRS))
