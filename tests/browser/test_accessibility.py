"""Every screen in light and dark, on desktop and phone: no barrier that axe can find, nothing that needs a mouse."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.scenes import ANNOTATOR, STAFF, World, build, enter_link, settle

# Streamlit's own, which a page cannot change.
FRAME: set[str] = set()
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
TAB_STOPS = 40  # more than any screen has


def barriers(page: Page, *rules: str) -> list[str]:
    """axe's findings in WCAG 2.2 A and AA and its best practices (or only these rules), as rule and element."""
    options = {"runOnly": list(rules)} if rules else None
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{one['id']} ({one['impact']}): {node['html'][:160]}"
        for one in found
        if one["id"] not in FRAME
        for node in one["nodes"]
    ]


def sideways(page: Page) -> list[str]:
    """What is wider than the window: the page, or a part that scrolls as the page does."""
    wide = """() => [document.scrollingElement, ...document.querySelectorAll(
        '[data-testid=stMain], [data-testid=stMainBlockContainer], [role=dialog], .st-key-foot, .st-key-why, .st-key-answer')]
        .filter((one) => one.scrollWidth > Math.max(one.clientWidth, 1) || one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => `${one.tagName}.${one.className}: ${one.scrollWidth}`)"""
    return list(page.evaluate(wide))


def everywhere(page: Page) -> list[str]:
    """What is wrong with the screen in any look. Colours are all that differs between the themes."""
    found = [f"desktop: {one}" for one in barriers(page)]
    page.emulate_media(color_scheme="dark")
    settle(page)
    found += [f"dark: {one}" for one in barriers(page, "color-contrast")]
    page.set_viewport_size(PHONE)
    settle(page)
    found += [f"dark phone: {one}" for one in barriers(page)] + [f"too wide: {one}" for one in sideways(page)]
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESKTOP)
    return found


def focused(page: Page) -> str:
    """The element with the keyboard's focus; '' where it was lost to the page as a whole."""
    script = (
        "() => { const at = document.activeElement; return at === document.body ? '' : at.outerHTML.slice(0, 200) }"
    )
    return str(page.evaluate(script))


def walk_to(page: Page, selector: str) -> None:
    """Tab from where the focus is to an element."""
    for _ in range(TAB_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate("selector => !!document.activeElement.closest(selector)", selector):
            return
    pytest.fail(f"the keyboard does not reach {selector}; it is at {focused(page)}")


@pytest.fixture
def world(serve: Callable[..., Site]) -> World:
    return build(serve(PARVIS_DWELL_MS="0"), demo=False)


def test_no_barriers(serve: Callable[..., Site], visit: Callable[..., Page]) -> None:
    """All that annotators, leads and researchers meet, from the link on, in Bokmål."""
    world = build(serve(PARVIS_DWELL_MS="0"))
    page = visit(locale="nb")
    found: dict[str, list[str]] = {}
    for name, link in (("link", enter_link(world)), ("dead link", "join/not-a-link")):
        page.goto(f"{world.site.url}/{link}")
        found[name] = [one for one in barriers(page)]
        page.emulate_media(color_scheme="dark")
        found[name] += barriers(page, "color-contrast")
        page.emulate_media(color_scheme="light")
    for scene in (*ANNOTATOR, *STAFF):
        world.show(page, scene)
        found[scene.name] = everywhere(page)
    assert {name: rules for name, rules in found.items() if rules} == {}


def test_the_checks_see_barriers(serve: Callable[..., Site], visit: Callable[..., Page]) -> None:
    """The planted violations: an image without words, grey on grey, and a line wider than a phone are found."""
    page = visit(viewport=PHONE)
    page.goto(f"{serve().url}/annotate")
    expect(page.locator(".st-key-refusal")).to_be_visible()
    assert (barriers(page), sideways(page)) == ([], [])
    page.evaluate(
        "document.querySelector('.st-key-refusal').innerHTML +="
        ' \'<img src="data:,"><p style="color:#ccc;background:#fff">pale words</p>\''
    )
    assert {rule.split()[0] for rule in barriers(page)} == {"image-alt", "color-contrast"}
    page.evaluate("document.querySelector('.st-key-refusal').innerHTML += '<p style=\"width:500px\">wide</p>'")
    assert sideways(page) != []


def test_the_whole_way_by_keyboard(world: World, visit: Callable[..., Page]) -> None:
    """From the letter to the work and My work without a mouse; the focus is never lost to the page as a whole."""
    page = visit(locale="en-GB")
    world.become(page, "Letter")
    page.goto(f"{world.site.url}/annotate")
    page.locator(".letter").wait_for()

    def press(key: str, ready: str) -> None:
        page.keyboard.press(key)
        expect(page.locator(ready).first).to_be_visible()
        settle(page)
        assert focused(page), f"after {key}, at {ready}"

    walk_to(page, ".st-key-letter_agree button")
    press("Enter", ".first-read")
    walk_to(page, ".st-key-acknowledge button")
    press("Enter", ".st-key-stage h1")
    press("Enter", ".reading.training")
    for turn in range(2):
        press("1", ".st-key-answer")
        press("Enter", ".reading.training" if turn == 0 else ".st-key-stage h1")
    press("Enter", ".reading.test")
    press("1", ".reading.test")
    page.locator(".st-key-undo").wait_for()
    press("u", ".reading.test")
    for choice in "13":
        press(choice, ".reading, .st-key-stage h1")


def test_nothing_at_the_desk_traps_the_keyboard(world: World, visit: Callable[..., Page]) -> None:
    """Reasons, undo, guidelines, a question, Skip, Menu and My work: all reached and all left by keyboard alone."""
    page = visit(locale="en-GB")
    world.become(page, "Why")
    page.goto(f"{world.site.url}/annotate")
    page.locator(".reading.work").wait_for()
    settle(page)

    def press(key: str, ready: str) -> None:
        page.keyboard.press(key)
        expect(page.locator(ready).first).to_be_visible()
        settle(page)
        assert focused(page), f"after {key}, at {ready}"

    press("1", ".st-key-why")
    walk_to(page, '.st-key-why [data-testid="stButtonGroup"]')
    press(" ", ".st-key-why")
    press("Enter", ".st-key-foot")
    walk_to(page, ".st-key-choice_B")
    press("Enter", ".st-key-why")
    press("u", ".st-key-choice_A")
    for opener, inside in (
        (".st-key-guidelines button", "[role=dialog]"),
        (".st-key-ask button", "[role=dialog] textarea"),
        (".st-key-skip button", ".st-key-skip_other"),
        (".st-key-menu button", ".st-key-text_size"),
    ):
        page.keyboard.press("Shift+Tab")
        walk_to(page, opener)
        press("Enter", inside)
        press("Escape", ".reading.work")
        expect(page.locator(inside)).to_be_hidden()
        page.wait_for_timeout(300)
        assert focused(page), f"after closing {opener}"
    walk_to(page, ".st-key-menu button")
    press("Enter", ".st-key-text_size")
    walk_to(page, '[data-testid="stPageLink-NavLink"]')
    press("Enter", "[class*=st-key-open_] button")
    walk_to(page, "[class*=st-key-open_] button")
    press("Enter", ".st-key-judged")
    walk_to(page, ".st-key-close_judgment button")
    press("Enter", ".st-key-hours")
    walk_to(page, '[data-testid="stPageLink-NavLink"]')
    press("Enter", ".reading.work")


def test_a_screen_reader_has_names_and_hears_the_change(world: World, visit: Callable[..., Page]) -> None:
    """Both texts and the three choices have names; after each judgment the live region says something new."""
    page = visit(locale="en-GB")
    world.become(page, "Anna")
    page.goto(f"{world.site.url}/annotate")
    for side in "AB":
        expect(page.get_by_role("region", name=f"Response {side}")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile(f"^{side} is more fluent"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Equally fluent"))).to_be_visible()
    status, heard = page.get_by_role("status").filter(has_text="Next comparison"), [""]
    for _ in range(2):
        before = page.locator(".reading").get_attribute("data-assignment")
        page.keyboard.press("1")
        expect(page.locator(f".reading:not([data-assignment='{before}'])")).to_be_visible()
        expect(status).not_to_have_text(heard[-1])
        heard.append(str(status.text_content()))
    assert re.findall(r"Saved (\d+) of", " ".join(heard)) == ["5", "6"]


@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_reduced_motion_is_honoured(world: World, visit: Callable[..., Page], wish: str) -> None:
    """Who wants no motion gets none at the desk; the planted violation is everybody else, for whom there is some."""
    page = visit(locale="en-GB", reduced_motion=wish)
    world.become(page, "Anna")
    page.goto(f"{world.site.url}/annotate")
    button = page.locator(".st-key-choice_A button")
    expect(button).to_be_visible()
    moving = button.evaluate("one => getComputedStyle(one).transitionDuration.split(', ').some(time => time !== '0s')")
    assert moving == (wish == "no-preference")
