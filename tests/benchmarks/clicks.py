"""Click to next comparison painted, in a headless Chromium: Parvis against a bare Streamlit page, near and far.

The pages take turns click by click, so that whatever else the machine does hits all of them. The clock starts at
the time stamp of the browser's own trusted `click` or `keydown` event; it stops in the first task after the
frame (requestAnimationFrame, then a message) that follows the change of every text of the comparison.
"""

from __future__ import annotations

import random
import sqlite3
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Browser, sync_playwright
from sqlalchemy import func, select

from eval_core.store import Judgment, Store
from tests.benchmarks.contestants import open_bare, open_parvis
from tests.benchmarks.distance import distant
from tests.benchmarks.goals import Goal, bounded
from tests.benchmarks.machine import load, quantile
from tests.benchmarks.servers import bare, pairs_of, parvis
from tests.browser.conftest import FLAGS, chromium

FAR_MS = 300
PARVIS, BARE, FRAGMENT, DEFAULTS = "Parvis", "bare page", "bare page in a fragment", "bare page, Streamlit's defaults"
FAR_PARVIS, FAR_BARE = f"Parvis, {FAR_MS} ms away", f"bare page, {FAR_MS} ms away"
BARE_PAGES = {
    BARE: {"gc": False, "fragment": False},
    FRAGMENT: {"gc": False, "fragment": True},
    DEFAULTS: {"gc": True, "fragment": False},
}
# Parvis far away is held against the bare page at hand too: the network is not to be felt.
PAIRS = (
    *((PARVIS, page) for page in BARE_PAGES),
    (FAR_PARVIS, BARE),
    (FAR_PARVIS, FRAGMENT),
    (FAR_PARVIS, FAR_BARE),
)
WAYS = ("mouse", "key")
WARM_UP = 15
# Longer than any rerun's tail: the next click finds an idle page.
_REST_MS = 120
_ARRIVAL_SECONDS = 10.0
_RESAMPLES = 4000
Row = dict[str, Any]
Times = dict[str, list[tuple[float, float]]]


def measure(responses: Path, clicks: int, seed: int = 0) -> Row:
    """The click latencies of every page, by mouse and by key, as rows and as ratios of medians.

    Raises:
        RuntimeError: if a page's database does not hold exactly the clicks that were made.
    """
    at_start = load()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=chromium(), args=FLAGS)
        stack.callback(browser.close)
        visitors = [f"{place} {by}" for place in (PARVIS, FAR_PARVIS) for by in WAYS]
        store, address, tokens = stack.enter_context(parvis(folder, responses, visitors))
        pairs = pairs_of(responses)
        pages = {
            page: stack.enter_context(bare(folder, f"bare{number}", pairs, **how))
            for number, (page, how) in enumerate(BARE_PAGES.items())
        }
        pages[FAR_BARE] = stack.enter_context(distant(pages[BARE], FAR_MS))
        desks = {PARVIS: address, FAR_PARVIS: stack.enter_context(distant(address, FAR_MS))}
        taken = {}
        for by in WAYS:
            links = {place: f"{desks[place]}/join/{tokens[f'{place} {by}']}" for place in desks}
            taken[by] = _contest(browser, links, pages, by, clicks, seed)
        made = len(WAYS) * (clicks + WARM_UP)
        expected = {folder / "bare0.db": 2 * made, folder / "bare1.db": made, folder / "bare2.db": made}
        _nothing_lost(store, 2 * made, expected)
        return {
            "browser": browser.version,
            "texts": responses.name,
            "clicks": clicks,
            "warm_up": WARM_UP,
            "far_ms": FAR_MS,
            "load": [at_start, load()],
            "rows": _rows(taken),
            "ratios": _ratios(taken, seed),
        }


def goals(found: Row) -> list[Goal]:
    """For each way to click: against the bare page as it comes (or as far away), and against the best one at hand."""
    far = f"the same, {FAR_MS} ms away"
    rows = []
    for name, page, peers, of in (
        ("click to next painted", PARVIS, (DEFAULTS,), "as it comes"),
        ("click to next painted", PARVIS, (BARE, FRAGMENT), "at its best"),
        (far, FAR_PARVIS, (FAR_BARE,), "as far away"),
        (far, FAR_PARVIS, (BARE, FRAGMENT), "at its best, at hand"),
    ):
        for by in WAYS:
            ratios = [
                row["ratio"]
                for row in found["ratios"]
                if (row["page"], row["by"]) == (page, by) and row["against"] in peers
            ]
            what = f"{name}, {by}; the bare page {of}"
            rows.append(bounded(what, max(ratios, default=None), "at most", 0.25, "of the bare page's"))
    return rows


def _contest(browser: Browser, links: dict[str, str], pages: dict[str, str], by: str, clicks: int, seed: int) -> Times:
    """Every page's clicks, one way."""
    contestants = [open_parvis(browser, name, link) for name, link in links.items()]
    contestants += [
        open_bare(browser, name, f"{url}?who={by}{number}") for number, (name, url) in enumerate(pages.items())
    ]
    chance = random.Random(seed)
    taken: Times = {one.name: [] for one in contestants}
    for turn in range(WARM_UP + clicks):
        for one in chance.sample(contestants, len(contestants)):
            times = one.click(turn, by)
            if turn >= WARM_UP:
                taken[one.name].append(times)
            one.page.wait_for_timeout(_REST_MS)
    for one in contestants:
        one.page.wait_for_timeout(2 * FAR_MS)  # the last one is on its way
        one.page.context.close()
    return taken


def _nothing_lost(store: Store, made: int, files: dict[Path, int]) -> None:
    """Every click is stored, once; the desk's may still be on their way."""
    end, stored = time.monotonic() + _ARRIVAL_SECONDS, -1
    while stored != made and time.monotonic() < end:
        with store.read() as db:
            stored = db.scalar(select(func.count()).select_from(Judgment)) or 0
        time.sleep(0.1)
    found = {"Parvis": stored}
    for file in files:
        with sqlite3.connect(file) as connection:
            found[file.name] = connection.execute("SELECT count(*) FROM vote").fetchone()[0]
    expected = {"Parvis": made, **{file.name: number for file, number in files.items()}}
    if found != expected:
        raise RuntimeError(f"clicks made: {expected}, but stored: {found}")


def _rows(taken: dict[str, Times]) -> list[Row]:
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


def _ratios(taken: dict[str, Times], seed: int) -> list[Row]:
    """Parvis's medians over the bare pages', with a 95 % interval from resampled turns."""
    generator = np.random.default_rng(seed)
    ratios: list[Row] = []
    for by, pages in taken.items():
        painted = {name: np.array(times)[:, 1] for name, times in pages.items()}
        size = len(painted[PARVIS])
        turns = generator.integers(size, size=(_RESAMPLES, size))
        for name, against in PAIRS:
            draws = np.median(painted[name][turns], axis=1) / np.median(painted[against][turns], axis=1)
            ratios.append(
                {
                    "page": name,
                    "against": against,
                    "by": by,
                    "ratio": round(float(np.median(painted[name]) / np.median(painted[against])), 3),
                    "low": quantile(draws, 0.025),
                    "high": quantile(draws, 0.975),
                }
            )
    return ratios
