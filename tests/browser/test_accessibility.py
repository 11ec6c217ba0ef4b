"""Every screen in light and dark, on desktop and phone: no barrier that axe can find, nothing that needs a mouse."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Site
from tests.support.browser.axe_checks import PHONE, barriers, sideways
from tests.support.browser.desk import Desk
from tests.support.browser.door_scenes import DOORKEEPER, STRANGER, build_doors, with_provider
from tests.support.browser.legibility import faint
from tests.support.browser.rated_scenes import RATED_STAFF, build_rated
from tests.support.browser.scenes import ANNOTATOR, STAFF, World, build, enter_link, judge, settle, take_part

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
SKIP_LINK = "Skip to main content"  # Streamlit's own, seen by the keyboard and heard by screen readers
TAB_STOPS = 40  # more than any screen has
RATED = ("ranking-rated", "analysis-rated", "judges")  # judges-rated needs seconds to reckon


def misspoken(page: Page, language: str, patience_ms: int = 20_000) -> list[str]:
    """The language that the page says it is in, if that stays another; on a busy machine its script comes late."""
    with suppress(AssertionError):
        expect(page.locator("html")).to_have_attribute("lang", language, timeout=patience_ms)
    said = page.evaluate("document.documentElement.lang")
    found = [] if said == language else [f"in {said!r}, not in '{language}'"]
    if language != "en" and page.get_by_text(SKIP_LINK).count():
        found.append("its first link is in English")
    return found


def everywhere(page: Page, dark: ViewportSize, language: str) -> list[str]:
    """What is wrong with the screen: another language, light on a desktop, dark at this size, too wide for a phone.

    In the dark at the same size nothing but colours is other than in the light, and no other rule is asked again.
    """
    rules = COLOURS if dark == DESKTOP else {}
    found = misspoken(page, language) + [f"light: {one}" for one in barriers(page)]
    page.emulate_media(color_scheme="dark")
    for size in (dark, PHONE) if dark != PHONE else (PHONE,):
        page.set_viewport_size(size)
        settle(page)
        found += [f"dark: {one}" for one in barriers(page, **rules)] if size == dark else []
    found += [f"too wide: {one}" for one in sideways(page)]
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESKTOP)
    return found


# The element with the keyboard's focus, in the desk's own root too.
FOCUSED = """let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement"""


def focused(page: Page) -> str:
    """The element with the keyboard's focus; '' where it was lost to the page as a whole."""
    return str(page.evaluate(f"() => {{ {FOCUSED}; return at === document.body ? '' : at.outerHTML.slice(0, 200) }}"))


def press_and_keep_focus(page: Page, key: str, ready: str) -> None:
    """Press a key and wait for what comes then; the focus is not lost to the page as a whole."""
    page.keyboard.press(key)
    expect(page.locator(ready).first).to_be_visible()
    settle(page)
    # What was pressed may go a moment after what comes next is there.
    page.wait_for_function("document.activeElement !== document.body")
    page.wait_for_timeout(100)
    assert focused(page), f"after {key}, at {ready}"


def walk_to(page: Page, selector: str) -> None:
    """Tab from where the focus is to an element."""
    for _ in range(TAB_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate(f"selector => {{ {FOCUSED}; return !!at.closest(selector) }}", selector):
            return
    pytest.fail(f"the keyboard does not reach {selector}; it is at {focused(page)}")


@pytest.fixture(scope="module")
def world(start: Callable[..., Site]) -> World:
    """All screens; the people of the scenes are looked at only, who is to do more enters for it."""
    world = build(with_provider(start))
    build_doors(world)
    build_rated(world)  # the desk of ratings is looked at in test_rating.py
    return world


def experienced(world: World, monkeypatch: pytest.MonkeyPatch, slug: str, name: str) -> None:
    """Someone enters a campaign and has judged four comparisons there."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    who = world.enter(slug, name)
    take_part(world.site.store, slug, who)
    for _ in range(4):
        judge(world.site.store, slug, who)


@pytest.mark.parametrize("part", ["newcomer", "annotator", "staff", "stranger"])
def test_no_barriers(world: World, visit: Callable[..., Page], part: str) -> None:
    """All that strangers and annotators (in the dark on a phone), leads and researchers (on a desktop) meet, from the link on."""
    world.speak("nb")
    page = visit(locale="nb")
    at_work = [scene.name for scene in ANNOTATOR].index("work")
    scenes, dark = (ANNOTATOR[at_work:] if part == "annotator" else ANNOTATOR[:at_work], PHONE)
    if part == "staff":
        scenes, dark = (*STAFF, *(one for one in RATED_STAFF if one.name in RATED), *DOORKEEPER), DESKTOP
    if part == "stranger":  # the public results are looked at in test_site.py
        scenes = tuple(one for one in STRANGER if not one.path.startswith("results/"))
    found: dict[str, list[str]] = {}
    for link in (enter_link(world), "join/not-a-link") if part == "newcomer" else ():
        page.goto(f"{world.site.url}/{link}")
        found[link] = everywhere(page, dark, "nb")
    for scene in scenes:
        world.show(page, scene)
        found[scene.name] = everywhere(page, dark, "nb")
    assert {name: rules for name, rules in found.items() if rules} == {}


def test_the_checks_see_barriers(world: World, visit: Callable[..., Page]) -> None:
    """The planted violations: an image without words, grey on grey, and a line wider than a phone are found."""
    page = visit(viewport=PHONE)
    world.enter("course", "Planted")
    world.become(page, "Planted")
    page.goto(f"{world.site.url}/setup")
    expect(page.locator(".st-key-refusal")).to_be_visible()
    assert (misspoken(page, "en"), barriers(page), sideways(page)) == ([], [], [])
    settle(page)
    page.evaluate("document.documentElement.lang = 'nb'")
    assert misspoken(page, "en", patience_ms=500) != []
    assert misspoken(page, "nb") == ["its first link is in English"]
    page.evaluate(
        "document.querySelector('.st-key-refusal').innerHTML +="
        ' \'<img src="data:,"><p style="color:#ccc;background:#fff">pale words</p>\''
    )
    assert {rule.split()[0] for rule in barriers(page)} == {"image-alt", "color-contrast"}
    assert {rule.split()[0] for rule in barriers(page, **COLOURS)} == {"color-contrast"}
    page.evaluate("document.querySelector('.st-key-refusal').innerHTML += '<p style=\"width:500px\">wide</p>'")
    assert sideways(page) != []


@pytest.mark.parametrize("name", ["guidelines", "ranking"])
def test_a_chosen_button_can_be_read_under_the_pointer(world: World, visit: Callable[..., Page], name: str) -> None:
    """Pills and segmented controls of the pages, in both themes; in the colour of the accent alone they could not."""
    page = visit(locale="nb")
    world.show(page, next(scene for scene in (*ANNOTATOR, *STAFF) if scene.name == name))
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        settle(page)
        chosen = page.locator("[data-testid=stButtonGroup] button[aria-checked=true]")
        assert chosen.count()
        for button in chosen.all():
            button.hover()
            page.wait_for_timeout(400)  # the colours change slowly
            assert faint(button) == []
    page.add_style_tag(content="button:hover { color: #0B5C6B !important; background: #1B1F23 !important }")
    page.add_style_tag(content="button:hover * { color: inherit !important }")
    page.wait_for_timeout(400)
    assert faint(chosen.first) != []


def test_the_whole_way_by_keyboard(world: World, visit: Callable[..., Page]) -> None:
    """From the letter to the work and My work without a mouse; the focus is never lost to the page as a whole."""
    page = visit(locale="en-GB")
    world.enter("course", "Keys")
    world.become(page, "Keys")
    page.goto(f"{world.site.url}/annotate")
    page.locator(".letter").wait_for()
    settle(page)

    press = partial(press_and_keep_focus, page)

    walk_to(page, ".st-key-letter_agree button")
    press("Enter", ".first-read")
    walk_to(page, ".st-key-acknowledge button")
    press("Enter", ".desk[data-mode=intro]")
    press("Enter", ".desk[data-mode=judge][data-stage=training]")
    for turn in range(2):
        press("1", ".desk[data-mode=answer]")
        press("Enter", ".desk[data-stage=training][data-mode=judge]" if turn == 0 else ".desk[data-mode=intro]")
    press("Enter", ".desk[data-mode=judge][data-stage=test]")
    press("1", ".desk[data-mode=judge][data-stage=test]")
    press("u", ".desk[data-mode=judge][data-stage=test]")
    for choice in "13":
        press(choice, ".desk, .st-key-stage h1")


def test_nothing_at_the_desk_traps_the_keyboard(
    world: World, visit: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reasons, marks, undo, guidelines, a question, Skip, Menu and My work: all reached and all left by keyboard alone."""
    page = visit(locale="en-GB")
    experienced(world, monkeypatch, "course", "Trapped")
    world.become(page, "Trapped")
    page.goto(f"{world.site.url}/annotate")
    desk = Desk(page).stands("judge")
    settle(page)

    press = partial(press_and_keep_focus, page)

    press("1", ".desk[data-mode=why]")
    walk_to(page, "section[data-side=B]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    expect(desk.at(".issues [data-issue]").first).to_be_visible()
    press("d", ".desk .mark")
    press("Enter", ".desk[data-mode=judge]")
    walk_to(page, "[data-choice=B]")
    press("Enter", ".desk[data-mode=why]")
    press("u", ".desk[data-mode=judge]")
    for name, inside in (
        ("guidelines", "aside[data-panel=guidelines]"),
        ("ask", "aside[data-panel=ask] [data-field=question]"),
        ("skip", "aside[data-panel=skip] [data-skip=other]"),
        ("menu", "aside[data-panel=menu] [data-size]"),
    ):
        page.keyboard.press("Shift+Tab")
        walk_to(page, f"[data-do={name}]")
        press("Enter", f".desk {inside}")
        press("Escape", ".desk[data-mode=judge]")
        expect(page.locator(f".desk {inside}").first).to_be_hidden()
        assert focused(page), f"after closing {name}"
    walk_to(page, "[data-do=menu]")
    press("Enter", ".desk aside[data-panel=menu]")
    walk_to(page, "[data-do=my_work]")
    press("Enter", "[class*=st-key-open_] button")
    walk_to(page, "[class*=st-key-open_] button")
    press("Enter", ".st-key-judged")
    walk_to(page, ".st-key-close_entry button")
    press("Enter", ".st-key-hours")
    walk_to(page, '[data-testid="stPageLink-NavLink"]')
    press("Enter", ".desk[data-mode=judge]")


@pytest.mark.parametrize("key", ["g", "q", "s", "?"])
def test_keys_open_and_escape_closes(world: World, visit: Callable[..., Page], key: str) -> None:
    """Guidelines, Ask us, Skip and the keys open by key; Escape closes, and the next Space opens nothing again."""
    page = visit(locale="en-GB")
    world.become(page, "Anna")
    page.goto(f"{world.site.url}/annotate")
    Desk(page).stands("judge")
    settle(page)
    name = {"g": "guidelines", "q": "ask", "s": "skip", "?": "keys"}[key]
    press_and_keep_focus(page, key, f".desk aside[data-panel={name}]")
    press_and_keep_focus(page, "Escape", ".desk[data-mode=judge]")
    panels = page.locator(".desk aside[data-panel]")
    expect(panels).to_have_count(0)
    page.keyboard.press("Space")
    page.wait_for_timeout(200)
    expect(panels).to_have_count(0)


def test_a_screen_reader_has_names_and_hears_the_change(
    world: World, visit: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both texts and the three choices have names; after each judgment the live region says something new."""
    page = visit(locale="en-GB")
    experienced(world, monkeypatch, "work", "Listener")
    world.become(page, "Listener")
    page.goto(f"{world.site.url}/annotate")
    for side in "AB":
        expect(page.get_by_role("region", name=f"Response {side}")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile(f"^{side} is more fluent"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Equally fluent"))).to_be_visible()
    # Every word that was said, however shortly it stood there.
    said = page.locator(".desk .said")
    said.evaluate(
        """one => {
          window.heard = []
          new MutationObserver(() => one.textContent && window.heard.push(one.textContent))
            .observe(one, { childList: true, characterData: true, subtree: true })
        }"""
    )
    desk = Desk(page)
    for times in (1, 2):
        desk.judge("A", by="key")
        page.wait_for_function(
            "times => window.heard.filter(one => one.includes('Next comparison.')).length === times", arg=times
        )
    assert desk.done == 6
    assert page.locator(".desk [aria-live]").count() == 1


# A style that moves, within the desk's own root; and whether it does.
MOVING = """desk => {
  const style = document.createElement('style')
  style.textContent = '.choices button { transition: color 1s }'
  desk.getRootNode().prepend(style)
  return [...desk.getRootNode().querySelectorAll('*')].some(one => getComputedStyle(one).transitionDuration !== '0s')
}"""


def test_reduced_motion_is_honoured(world: World, visit: Callable[..., Page]) -> None:
    """Who wants no motion gets none at the desk, though its styles had some; the planted violation is everybody else."""
    moving = {}
    for wish in ("reduce", "no-preference"):
        page = visit(reduced_motion=wish)
        world.become(page, "Anna")
        page.goto(f"{world.site.url}/annotate")
        Desk(page).stands("judge", "why")
        moving[wish] = page.locator(".desk").evaluate(MOVING)
    assert moving == {"reduce": False, "no-preference": True}
