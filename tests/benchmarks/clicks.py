"""Click to next comparison painted, in a headless Chromium: Parvis against a bare Streamlit page.

The pages take turns click by click, so that whatever else the machine does hits all of them. The clock starts at
the time stamp of the browser's own trusted `click` or `keydown` event; it stops in the first task after the
frame (requestAnimationFrame, then a message) that follows the change of every text of the comparison.
"""

from __future__ import annotations

import random
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Page, expect, sync_playwright
from sqlalchemy import func, select

from eval_core.store import Judgment, Store
from tests.benchmarks.machine import load, quantile
from tests.benchmarks.servers import bare, pairs_of, parvis
from tests.browser.conftest import FLAGS, chromium, sign_in

PARVIS, BARE, FRAGMENT, DEFAULTS = "Parvis", "bare page", "bare page in a fragment", "bare page, Streamlit's defaults"
BARE_PAGES = {
    BARE: {"gc": False, "fragment": False},
    FRAGMENT: {"gc": False, "fragment": True},
    DEFAULTS: {"gc": True, "fragment": False},
}
WARM_UP = 15
# Longer than any rerun's tail: the next click finds an idle page. After opening, Streamlit still loads parts of itself.
_REST_MS, _SETTLE_MS = 120, 2000
_RESAMPLES = 4000

_ARM = """
texts => {
  const read = () => [...document.querySelectorAll(texts)].map(element => element.textContent)
  const before = read()
  let start = null
  const begin = event => { start ??= event.timeStamp }
  const kinds = ["click", "keydown"]
  kinds.forEach(kind => window.addEventListener(kind, begin, { capture: true }))
  window.painted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`no new texts; still ${JSON.stringify(read())} after ${start}`)), 15000)
    const observer = new MutationObserver(() => {
      const now = read()
      if (start === null || now.length !== before.length || now.some((text, i) => text === before[i])) return
      observer.disconnect()
      kinds.forEach(kind => window.removeEventListener(kind, begin, { capture: true }))
      const changed = performance.now() - start
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve([changed, performance.now() - start])
        channel.port2.postMessage(null)
      })
    })
    observer.observe(document.querySelector('[data-testid="stMain"]'),
      { subtree: true, childList: true, characterData: true })
  })
}
"""


@dataclass
class Contestant:
    """One page under test: where its texts stand, and the class of the containers of its three buttons."""

    name: str
    page: Page
    texts: str
    buttons: tuple[str, str, str]

    def click(self, turn: int, by: str) -> tuple[float, float]:
        """Judge what is shown; milliseconds from the event to the texts' change and to their being painted."""
        self.page.bring_to_front()
        self.page.evaluate(_ARM, self.texts)
        if by == "key":
            self.page.keyboard.press(str(turn % 3 + 1))
        else:
            self.page.locator(f"{self.buttons[turn % 3]} button").click()
        changed, painted = self.page.evaluate("() => window.painted")
        return changed, painted


def measure(responses: Path, clicks: int, seed: int = 0) -> dict[str, object]:
    """The click latencies of every page, by mouse and by key, as rows and as ratios of medians.

    Raises:
        RuntimeError: if a page's database does not hold exactly the clicks that were made.
    """
    at_start = load()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=chromium(), args=FLAGS)
        stack.callback(browser.close)
        store, address, tokens = stack.enter_context(parvis(folder, responses))
        pairs = pairs_of(responses)
        bare_addresses = {
            name: stack.enter_context(bare(folder, f"bare{number}", pairs, **how))
            for number, (name, how) in enumerate(BARE_PAGES.items())
        }
        taken = {}
        for by, token in tokens.items():
            contestants = [_open_parvis(browser, f"{address}/join/{token}")]
            contestants += [_open_bare(browser, name, url) for name, url in bare_addresses.items()]
            taken[by] = _take_turns(contestants, by, clicks, random.Random(seed))
            for one in contestants:
                one.page.context.close()
        made = 2 * (clicks + WARM_UP)
        _nothing_lost(store, [folder / f"bare{number}.db" for number in range(len(bare_addresses))], made)
        return {
            "browser": browser.version,
            "texts": responses.name,
            "clicks": clicks,
            "warm_up": WARM_UP,
            "load": [at_start, load()],
            "rows": _rows(taken),
            "ratios": _ratios(taken, seed),
        }


def _open(browser: Browser) -> Page:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    return context.new_page()


def _settle(page: Page) -> None:
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=30_000)
    page.wait_for_timeout(_SETTLE_MS)


def _open_parvis(browser: Browser, link: str) -> Contestant:
    page = _open(browser)
    sign_in(page, link)
    expect(page.locator(".reading .body")).to_have_count(2, timeout=30_000)
    _settle(page)
    # One element holds prompt and texts, so its text changes as a whole.
    return Contestant(PARVIS, page, ".reading", tuple(f".st-key-choice_{choice}" for choice in ("A", "tie", "B")))


def _open_bare(browser: Browser, name: str, address: str) -> Contestant:
    page = _open(browser)
    page.goto(address)
    expect(page.get_by_test_id("stText")).to_have_count(3, timeout=30_000)
    _settle(page)
    return Contestant(name, page, '[data-testid="stText"]', tuple(f".st-key-{choice}" for choice in ("A", "tie", "B")))


def _take_turns(
    contestants: Sequence[Contestant], by: str, clicks: int, chance: random.Random
) -> dict[str, list[tuple[float, float]]]:
    taken: dict[str, list[tuple[float, float]]] = {one.name: [] for one in contestants}
    for turn in range(WARM_UP + clicks):
        for one in chance.sample(contestants, len(contestants)):
            times = one.click(turn, by)
            if turn >= WARM_UP:
                taken[one.name].append(times)
            one.page.wait_for_timeout(_REST_MS)
    return taken


def _nothing_lost(store: Store, files: Sequence[Path], made: int) -> None:
    with store.read() as db:
        stored = [db.scalar(select(func.count()).select_from(Judgment))]
    for file in files:
        with sqlite3.connect(file) as connection:
            stored.append(connection.execute("SELECT count(*) FROM vote").fetchone()[0])
    if stored != [made] * len(stored):
        raise RuntimeError(f"{made} clicks on each page, but stored were {stored}")


def _rows(taken: dict[str, dict[str, list[tuple[float, float]]]]) -> list[dict[str, object]]:
    return [
        {
            "page": name,
            "by": by,
            "painted_p50": quantile([painted for _, painted in times], 0.5),
            "painted_p95": quantile([painted for _, painted in times], 0.95),
            "changed_p50": quantile([changed for changed, _ in times], 0.5),
        }
        for by, pages in taken.items()
        for name, times in pages.items()
    ]


def _ratios(taken: dict[str, dict[str, list[tuple[float, float]]]], seed: int) -> list[dict[str, object]]:
    """Parvis's median over each bare page's, with a 95 % interval from resampled turns."""
    generator = np.random.default_rng(seed)
    ratios: list[dict[str, object]] = []
    for by, pages in taken.items():
        painted = {name: np.array(times)[:, 1] for name, times in pages.items()}
        turns = generator.integers(len(painted[PARVIS]), size=(_RESAMPLES, len(painted[PARVIS])))
        for name in BARE_PAGES:
            draws = np.median(painted[PARVIS][turns], axis=1) / np.median(painted[name][turns], axis=1)
            ratios.append(
                {
                    "against": name,
                    "by": by,
                    "ratio": round(float(np.median(painted[PARVIS]) / np.median(painted[name])), 3),
                    "low": quantile(draws, 0.025),
                    "high": quantile(draws, 0.975),
                }
            )
    return ratios
