"""Draws every page in each size and theme: filled, empty and failing. Run by `make screenshots`; no test.

The pictures go to screenshots/, to be looked at; the two of the README to docs/images (`make pictures` draws these only).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.setup.campaigns import create_campaign
from tests.browser.conftest import ROOT, Site
from tests.support.browser.door_scenes import DOORKEEPER, STRANGER, build_doors, with_provider
from tests.support.browser.rated_scenes import RATED_STAFF, RATER, build_rated
from tests.support.browser.scenes import ANNOTATOR, STAFF, Scene, World, build, enter_link, press, settle
from tests.support.pictures import IMAGES, READ, keep_picture

FOLDER = ROOT / "screenshots"
SAMPLE = ROOT / "data" / "sample" / "judgments.csv"
SIZES = {"desktop": (1440, 900), "window": (900, 900), "phone": (390, 844), "sideways": (844, 390)}
TOUCHED = ("phone", "sideways")
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# Bokmål shows every screen; the other two those whose words are tightest or longest.
TIGHT = ("letter", "practice-answer", "work", "work-saved", "waiting", "menu", "reasons-marked", "reasons-tie", "my-work",
         "setup")  # fmt: skip
LANGUAGES = {"nb": None, "nn": TIGHT, "en": TIGHT}
MOTION_MS = 400  # dialogs and drawers slide in, figures are drawn after the page


def take(page: Page, scene: Scene, language: str) -> None:
    """A picture of what is there in each size and both themes; and of long pages the whole."""
    finger = page.context.new_cdp_session(page)
    for size, (width, height) in SIZES.items():
        finger.send("Emulation.setTouchEmulationEnabled", {"enabled": size in TOUCHED})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            page.set_viewport_size({"width": width, "height": height})
            if "plotly" in scene.ready:  # figures take on a theme when the page is drawn anew
                page.reload()
                page.locator(scene.ready).first.wait_for()
            settle(page)
            page.wait_for_timeout(MOTION_MS)
            page.screenshot(path=Path(FOLDER, f"{scene.name}-{language}-{size}-{theme}.png"))
        if scene.rows and size in ("desktop", "phone"):
            page.emulate_media(color_scheme="light")
            page.set_viewport_size({"width": width, "height": scene.rows * (2 if size == "phone" else 1)})
            if "plotly" in scene.ready:
                page.reload()
                page.locator(scene.ready).first.wait_for()
            settle(page)
            page.wait_for_timeout(MOTION_MS)
            page.screenshot(path=Path(FOLDER, f"{scene.name}-{language}-{size}-whole.png"))
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    finger.detach()
    page.set_viewport_size({"width": 1440, "height": 900})


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_scene(serve: Callable[..., Site], visit: Callable[..., Page], language: str) -> None:
    """All that annotators, leads and researchers meet, from the link on."""
    FOLDER.mkdir(exist_ok=True)
    world: World = build(with_provider(serve))
    build_rated(world)
    build_doors(world)
    world.speak(language)
    page = visit(locale=language)
    for name, link in (("link", enter_link(world)), ("dead-link", "join/not-a-link")):
        page.goto(f"{world.site.url}/{link}")
        take(page, Scene(name, "", link, "h1"), language)
    wanted = LANGUAGES[language]
    for scene in (*ANNOTATOR, *STAFF, *RATER, *RATED_STAFF, *STRANGER, *DOORKEEPER):
        world.show(page, scene)
        if wanted is None or scene.name in wanted:
            take(page, scene, language)


def test_pictures_of_the_readme(serve: Callable[..., Site], visit: Callable[..., Page]) -> None:
    """*Annotate*, and *Ranking* of the README's sample, in English and light."""
    world: World = build(serve(PARVIS_DWELL_MS="0"), demo=False)
    create_campaign(world.site.store, "sample", title="Sample")
    import_judgments(world.site.store, SAMPLE, "sample")
    world.enter("sample", "Rita", "researcher")
    world.speak("en")
    page = visit(locale="en")
    page.emulate_media(color_scheme="light")
    IMAGES.mkdir(exist_ok=True)
    (annotate,) = (scene for scene in ANNOTATOR if scene.name == "work")
    draw(world, page, annotate, 700)
    reveal = press(".st-key-show_results button")
    draw(world, page, Scene("ranking", "Rita", "ranking", ".js-plotly-plot", reveal), 620)


def draw(world: World, page: Page, scene: Scene, height: int) -> None:
    """A picture of a scene in docs/images, which holds what was drawn."""
    page.set_viewport_size({"width": 1180, "height": height})
    world.show(page, scene)
    page.wait_for_timeout(MOTION_MS)
    path = IMAGES / f"{scene.path}.png"
    page.screenshot(path=path)
    keep_picture(path, page.evaluate(READ))
