"""What Parvis relies on and Streamlit does not promise, one test a fact; `make upgrade-check` asks the newest Streamlit.

docs/architecture.md says of each what Parvis does because of it, and what can go when the fact does.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import streamlit
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT
from tests.ports import free_port
from tests.support.browser.acting import LATE_SCRIPTS

SOURCES = Path(__file__).with_name("streamlit_facts")
NAMED = re.compile(r"""data-testid=["']?(\w+)""")


@contextmanager
def running(folder: Path, script: str, port: int, *options: str) -> Iterator[str]:
    """`streamlit run` on a script with Parvis's own settings, and its address."""
    command = [sys.executable, "-m", "streamlit", "run", script, f"--server.port={port}", *options]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield f"http://127.0.0.1:{port}" if answers(port) else pytest.fail("Streamlit did not start")
        finally:
            process.kill()


def answers(port: int) -> bool:
    """Whether the server comes up, by the address that the service unit and the tests ask."""
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2) as response:
                return response.read() == b"ok"
        except OSError:
            time.sleep(0.1)
    return False


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The least app, with the settings that Parvis runs under."""
    made = tmp_path_factory.mktemp("facts") / "app"
    shutil.copytree(SOURCES, made)
    shutil.copytree(ROOT / ".streamlit", made / ".streamlit")
    return made


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with running(folder, "app.py", free_port()) as url:
        yield url


@pytest.fixture
def front(address: str, visit: Callable[..., Page]) -> Page:
    page = visit()
    page.goto(address)
    expect(page.get_by_text("heard heard")).to_be_visible()
    return page


def collections(page: Page, runs: int) -> int:
    """How many full collections happened over some runs of the page."""
    shown = page.get_by_text(re.compile(r"^collections \d+$"))
    before = int(shown.inner_text().split()[1])
    for _ in range(runs):
        pressed = int(page.get_by_text(re.compile(r"^pressed \d+$")).inner_text().split()[1])
        page.get_by_role("button", name="Press").click()
        expect(page.get_by_text(f"pressed {pressed + 1}", exact=True)).to_be_visible()
    return int(shown.inner_text().split()[1]) - before


def test_post_script_gc(front: Page) -> None:
    """The hidden option runner.postScriptGC = false spares a full collection after every run."""
    assert collections(front, 3) == 0


def test_post_script_gc_is_needed(folder: Path, visit: Callable[..., Page]) -> None:
    """Without the option every run is followed by a full collection: the cause is still there."""
    with running(folder, "app.py", free_port(), "--runner.postScriptGC=true") as url:
        page = visit()
        page.goto(url)
        expect(page.get_by_text("heard heard")).to_be_visible()
        assert collections(page, 3) >= 2


def test_cookie_over_the_websocket(address: str, visit: Callable[..., Page]) -> None:
    """A page reads a cookie that only the server may read and that a route beside Streamlit has set."""
    page = visit()
    page.goto(f"{address}/enter")
    page.goto(address)
    expect(page.get_by_text("cookie known")).to_be_visible()
    assert "facts" not in page.evaluate("document.cookie")


def test_lifespan(front: Page) -> None:
    """What `lifespan` does is done before the first visitor is served, in the same process."""
    expect(front.get_by_text("started before the first visitor")).to_be_visible()


def test_pages_beside_a_plain_script_are_run_without_it(folder: Path, visit: Callable[..., Page]) -> None:
    """On a cold process a deep link runs a file in `pages/` and not the main script: the cause of st.App."""
    with running(folder, "plain.py", free_port()) as url:
        page = visit()
        page.goto(f"{url}/deep")
        expect(page.get_by_text("guarded no")).to_be_visible()


def test_pages_beside_an_app_belong_to_the_router(folder: Path, visit: Callable[..., Page]) -> None:
    """With st.App, whose script does not lie beside `pages/`, the same cold deep link goes through the router."""
    with running(folder, "app.py", free_port()) as url:
        page = visit()
        page.goto(f"{url}/deep")
        expect(page.get_by_text("guarded yes")).to_be_visible()


def test_keys_are_classes(front: Page) -> None:
    """A widget's key is a class of its element, which style sheet and scripts go by."""
    expect(front.locator(".st-key-press button")).to_be_visible()


def bundle() -> str:
    """Streamlit's scripts for the browser, as one text."""
    scripts = (Path(streamlit.__file__).parent / "static" / "static" / "js").glob("*.js")
    return "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in scripts)


def missing(names: set[str], text: str) -> list[str]:
    return sorted(name for name in names if not re.search(rf'["\'`]{name}["\'`-]', text))


def test_names_of_elements() -> None:
    """Every data-testid that Parvis's styles and scripts name is in Streamlit's own scripts; an invented one is not."""
    folders = (ROOT / "eval_core" / "ui", ROOT / "eval_core" / "web" / "desk")
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".css", ".js")]
    names = {name for path in files for name in NAMED.findall(path.read_text(encoding="utf-8"))}
    text = bundle()
    assert len(names) > 10
    assert missing(names, text) == []
    assert missing({"stInvented"}, text) == ["stInvented"]


def test_components_reach_the_document(front: Page) -> None:
    """A component of version 2 draws, reads the document around it, and tells the server without being pressed."""
    assert front.evaluate("document.body.dataset.told") == "told"


def test_an_overtaken_run_ends_after_the_next_has_begun(address: str, visit: Callable[..., Page]) -> None:
    """Runs that came while a component's script was on its way: one is cleaned up after the next has begun."""
    page = visit()
    page.add_init_script(LATE_SCRIPTS)
    page.goto(address)
    for times in (1, 2):  # the second so that the component has surely heard of the first
        page.get_by_role("button", name="Press").click()
        expect(page.get_by_text(f"pressed {times}", exact=True)).to_be_visible()
        page.wait_for_function("!document.querySelector('[data-test-script-state=running]')")
    page.evaluate("window.letGo()")
    page.wait_for_function("window.facts?.includes('ended 0')")
    told = page.evaluate("window.facts")
    assert told.index("begun 1") < told.index("ended 0")


def test_downloads_are_made_when_asked_for(front: Page) -> None:
    """A file given as a function is made at the press of its button, not when the page is drawn."""
    expect(front.get_by_text("made 0")).to_be_visible()
    with front.expect_download(timeout=10000) as taken:
        front.get_by_role("button", name="Take").click()
    assert taken.value.path().read_text() == "made"


def test_an_element_outlives_runs(front: Page) -> None:
    """A component of version 2 is made once: later runs hand new data to the same nodes and clean nothing up."""
    teller = front.locator("#told")
    kept = teller.element_handle()
    for times in (1, 2):
        front.get_by_role("button", name="Press").click()
        expect(front.get_by_text(f"pressed {times}", exact=True)).to_be_visible()
    front.wait_for_function("window.facts.includes('begun 2')")
    assert kept
    assert kept.evaluate("node => node.isConnected")
    assert not [told for told in front.evaluate("window.facts") if told.startswith("ended")]


def test_a_lost_connection_shows_a_dialog(folder: Path, visit: Callable[..., Page]) -> None:
    """Without its server the page is covered by a dialog of Streamlit's, until the server is back: what the desk closes."""
    port, page = free_port(), visit()
    with running(folder, "app.py", port) as url:
        page.goto(url)
        expect(page.get_by_text("heard heard")).to_be_visible()
    dialog = page.get_by_role("dialog").filter(has_text="Connection error")
    expect(dialog).to_be_visible(timeout=20000)
    expect(dialog.get_by_role("button", name="Close")).to_be_visible()
    expect(page.get_by_test_id("stApp")).not_to_have_attribute("data-test-connection-state", "CONNECTED")
    with running(folder, "app.py", port):
        expect(dialog).to_have_count(0, timeout=60000)
        expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-connection-state", "CONNECTED")
