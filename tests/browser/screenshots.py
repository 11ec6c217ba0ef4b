"""Draws every page in each size and theme: filled, empty and failing. Run by `make screenshots`; no test.

The pictures go to screenshots/, to be looked at; the two of the README to docs/images (`make pictures` draws these only).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.browser.conftest import ROOT, Site
from tests.support.browser.rated_scenes import RATED_STAFF, RATER, build_rated
from tests.support.browser.scenes import ANNOTATOR, STAFF, Scene, World, build, enter_link, settle

FOLDER = ROOT / "screenshots"
IMAGES = ROOT / "docs" / "images"
# The scenes of the README's pictures, and the height of each in pixels.
PICTURES = {"work": ("annotate", 760), "ranking": ("ranking", 900)}
SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# Bokmål shows every screen; the other two those whose words are tightest or longest.
TIGHT = ("letter", "practice-answer", "work", "work-saved", "menu", "reasons", "reasons-tie", "my-work", "setup")
LANGUAGES = {"nb": None, "nn": TIGHT, "en": TIGHT}
MOTION_MS = 400  # dialogs and drawers slide in, figures are drawn after the page


def take(page: Page, scene: Scene, language: str) -> None:
    """Four pictures of what is there: both sizes, both themes; and of long pages the whole."""
    finger = page.context.new_cdp_session(page)
    for size, (width, height) in SIZES.items():
        finger.send("Emulation.setTouchEmulationEnabled", {"enabled": size == "phone"})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            page.set_viewport_size({"width": width, "height": height})
            if "plotly" in scene.ready:  # figures take on a theme when the page is drawn anew
                page.reload()
                page.locator(scene.ready).first.wait_for()
            settle(page)
            page.wait_for_timeout(MOTION_MS)
            page.screenshot(path=Path(FOLDER, f"{scene.name}-{language}-{size}-{theme}.png"))
        if scene.rows:
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
    world: World = build(serve(PARVIS_DWELL_MS="0"))
    build_rated(world)
    world.speak(language)
    page = visit(locale=language)
    for name, link in (("link", enter_link(world)), ("dead-link", "join/not-a-link")):
        page.goto(f"{world.site.url}/{link}")
        take(page, Scene(name, "", link, "h1"), language)
    wanted = LANGUAGES[language]
    for scene in (*ANNOTATOR, *STAFF, *RATER, *RATED_STAFF):
        world.show(page, scene)
        if wanted is None or scene.name in wanted:
            take(page, scene, language)


def test_pictures_of_the_readme(serve: Callable[..., Site], visit: Callable[..., Page]) -> None:
    """*Annotate* and *Ranking* in English and light, with few colours, so that the files stay small."""
    world: World = build(serve(PARVIS_DWELL_MS="0"))
    world.speak("en")
    page = visit(locale="en")
    page.emulate_media(color_scheme="light")
    for scene in (*ANNOTATOR, *STAFF):
        world.show(page, scene)
        if scene.name not in PICTURES:
            continue
        name, height = PICTURES[scene.name]
        page.set_viewport_size({"width": 1180, "height": height})
        settle(page)
        page.wait_for_timeout(MOTION_MS)
        IMAGES.mkdir(exist_ok=True)
        path = IMAGES / f"{name}.png"
        page.screenshot(path=path)
        with Image.open(path) as picture:
            picture.convert("RGB").quantize(96, dither=Image.Dither.NONE).save(path, optimize=True)
        page.set_viewport_size({"width": 1440, "height": 900})
