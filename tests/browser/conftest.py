"""A real server and a real browser: `parvis serve` as a process, Chromium through Playwright."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from eval_core.store import Store, upgrade
from tests.conftest import IN_CI
from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
# The PYTHONPATH of a server that pauses for SERVER_SLOWER seconds after each element that it sends.
SLOW = f"{Path(__file__).parent / 'slow_server'}:{ROOT}"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# What stands there in a moment on a machine of its own takes seconds beside two other processes of tests.
SLOWEST_MS = int(os.environ.get("BROWSER_PATIENCE_MS", "60000"))
expect.set_options(timeout=SLOWEST_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser, and is slow unless it says that it is quick."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if not item.get_closest_marker("quick"):
                item.add_marker(pytest.mark.slow)


@dataclass
class Site:
    """A running dashboard and the database behind it."""

    store: Store
    port: int
    url: str
    process: subprocess.Popen[bytes]
    log: Path

    def stop(self, number: int = signal.SIGTERM) -> None:
        """End the server."""
        self.process.send_signal(number)
        self.process.wait(120)


def parvis(*arguments: str, database: str, **environment: str) -> str:
    """Run the command line; its standard output."""
    done = subprocess.run(
        [sys.executable, "-m", "eval_core.cli", *arguments],
        cwd=ROOT,
        env={**os.environ, "PARVIS_DATABASE_URL": database, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Starts dashboards; they end with the test."""
    with serving(tmp_path) as begin:
        yield begin


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Site]]:
    """Starts dashboards for all tests of a module, each with a database of its own: starting is what takes long."""
    folder, number = tmp_path_factory.mktemp("served"), count()
    with serving(folder) as begin:
        yield lambda **settings: begin(f"sqlite:///{folder}/{next(number)}.db", **settings)


@contextmanager
def serving(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """What starts dashboards, with their files in a folder; they end with the block."""
    sites: list[Site] = []
    usual = SLOW if "SERVER_SLOWER" in os.environ else str(ROOT)

    def begin(
        database: str | None = None, port: int | None = None, *, upgraded: bool = True, **environment: str
    ) -> Site:
        database = database or f"sqlite:///{tmp_path / 'parvis.db'}"
        store = Store(database)
        if upgraded:  # else that is left to the server
            upgrade(store)
        port = port or free_port()
        log = tmp_path / f"serve{len(sites)}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "eval_core.cli", "serve", "--port", str(port)],
                cwd=tmp_path,
                env={**os.environ, "PYTHONPATH": usual, "PARVIS_DATABASE_URL": database, **environment},
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        url = environment.get("PARVIS_BASE_URL", f"http://127.0.0.1:{port}")
        sites.append(Site(store, port, url, process, log))
        path = url.partition("://")[2].partition("/")[2]
        _wait_for(f"http://127.0.0.1:{port}/{f'{path}/' if path else ''}_stcore/health", sites[-1])
        return sites[-1]

    try:
        yield begin
    finally:
        for site in sites:
            if site.process.poll() is None:
                site.stop()
            site.store.dispose()


def _wait_for(address: str, site: Site, seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(address, timeout=10):
                return
        except OSError:
            if site.process.poll() is not None:
                break
            time.sleep(0.1)
    pytest.fail(f"no answer from {address}:\n{site.log.read_text(errors='replace')}")


def chromium() -> str | None:
    """The system's Chromium, None for Playwright's own.

    Debian's shell without windows comes first: with it three files of tests took a quarter less processor time.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    return next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium: the system's, or one that Playwright installs; skips without, fails in CI.

    It ends with the module, for as long as Playwright runs nobody else can run an event loop in this thread.
    """
    with sync_playwright() as playwright:
        try:
            found = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        except PlaywrightError as problem:
            if not IN_CI and _installed():
                found = playwright.chromium.launch(args=FLAGS)
            elif IN_CI:
                raise
            else:
                pytest.skip(f"no browser: the browser tests did not run ({str(problem).splitlines()[0]})")
        yield found
        found.close()


def _installed() -> bool:
    """Let Playwright install its Chromium, where the network allows."""
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


class Profiles:
    """Browser profiles, emptied and used again: a new one has Streamlit's scripts to fetch and compile, which takes long."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[tuple[dict[str, Any], BrowserContext]] = []
        self._taken: list[tuple[dict[str, Any], BrowserContext]] = []

    def take(self, options: dict[str, Any]) -> BrowserContext:
        """A profile with these options that knows nothing of anybody."""
        found = next((one for one in self._free if one[0] == options), None)
        if found is None:
            found = options, self._browser.new_context(**options)
            found[1].set_default_timeout(SLOWEST_MS)
        else:
            self._free.remove(found)
        self._taken.append(found)
        return found[1]

    def empty(self) -> None:
        """Forget whoever used those that were taken."""
        for options, context in self._taken:
            context.set_offline(False)
            context.clear_cookies()
            for page in context.pages:
                self._forget(page)
                page.close()
            self._free.append((options, context))
        self._taken.clear()

    def _forget(self, page: Page) -> None:
        """Empty what the page's site keeps in the browser, once nothing on the page can write to it any more."""
        site = re.match(r"https?://[^/]+", page.url)
        if site is None:
            return
        page.goto("about:blank")
        kept = {"origin": site[0], "storageTypes": "indexeddb,local_storage"}
        page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", kept)


@pytest.fixture(scope="module")
def profiles(browser: Browser) -> Profiles:
    return Profiles(browser)


@pytest.fixture
def visit(profiles: Profiles) -> Iterator[Callable[..., Page]]:
    """Opens pages, each in a browser profile of its own, as one person at one computer."""

    def new(**options: Any) -> Page:
        viewport = options.pop("viewport", {"width": 1440, "height": 900})
        page = profiles.take({"locale": "en-GB"} | options).new_page()
        page.set_viewport_size(viewport)
        if slower := os.environ.get("BROWSER_SLOWER"):
            session = page.context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": float(slower)})
        return page

    yield new
    profiles.empty()


def sign_in(page: Page, link: str) -> None:
    """Open a personal link and press its button."""
    page.goto(link)
    page.get_by_role("button").click()
    page.wait_for_url(lambda url: "/join/" not in url)
