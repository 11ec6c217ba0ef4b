"""The static site in a browser, from disk and under a sub-path: readable, searchable, accessible, and inert."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Browser, Page, expect

from eval_core.campaigns.publishing.public_release import Release, read_release
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.demo.load import SLUG, load_demo
from eval_core.locales import LANGUAGES
from eval_core.reports.site.pair_files import pair_files
from eval_core.reports.site.publication import write_site
from eval_core.store import Store, upgrade
from tests.support.browser.axe_checks import PHONE, barriers, sideways

PAGES = ("index.html", "pairs.html", "people.html", "method.html", "data.html")
NASTY = "</script><img src=x onerror=\"document.title='run'\">\u2028<b>"
# Longest time in which the page did not answer, in milliseconds, since it was asked.
LONGEST = "() => new Promise(done => setTimeout(() => done(Math.max(0, ...window.gaps)), 50))"
GAPS = """() => { window.gaps = []; let before = performance.now();
  setInterval(() => { const now = performance.now(); window.gaps.push(now - before - 10); before = now }, 10) }"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing on the test's output."""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The demo, closed."""
    store = Store(f"sqlite:///{tmp_path_factory.mktemp('site') / 'demo.db'}")
    upgrade(store)
    load_demo(store)
    move_campaign(store, SLUG, "closed")
    yield store
    store.dispose()


@pytest.fixture(scope="module")
def site(demo: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's site, below a folder."""
    folder = tmp_path_factory.mktemp("published") / "sub" / "results"
    folder.parent.mkdir()
    write_site(demo, SLUG, folder)
    return folder


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    context.close()
    assert said == []


def searched(page: Page, words: str, count: str) -> None:
    page.get_by_role("searchbox").fill(words)
    expect(page.locator("#state")).to_have_text(count)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible(page: Page, site: Path, scheme: str) -> None:
    """axe finds nothing on any page in any language, wide and on a phone; no page scrolls sideways."""
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    found = []
    for size in ({"width": 1440, "height": 900}, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for language in LANGUAGES:
            for name in PAGES:
                page.goto(f"file://{site}/{'' if language == 'en' else f'{language}/'}{name}")
                page.wait_for_function("document.querySelector('#pairs') === null || document.querySelector('.pair')")
                found += [f"{language}/{name}: {one}" for one in [*barriers(page, preload=False), *sideways(page)]]
    assert found == []


def test_a_barrier_is_found(page: Page, site: Path) -> None:
    """The check above sees a picture without words."""
    page.goto(f"file://{site}/index.html")
    page.evaluate("document.querySelector('main').append(document.createElement('img'))")
    assert any("image-alt" in one for one in barriers(page, preload=False))


def test_under_a_sub_path_everything_is_found(page: Page, site: Path) -> None:
    """Served as GitHub Pages does, below another folder: every file is there, and the language changes on each page."""
    handler = partial(Quiet, directory=str(site.parents[1]))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    missing: list[str] = []
    page.on("response", lambda answer: missing.append(answer.url) if answer.status >= 400 else None)
    try:
        page.goto(f"http://127.0.0.1:{server.server_port}/sub/results/")
        for title in ("Pairs", "People", "Method", "Data"):
            page.get_by_role("navigation", name="Pages").get_by_role("link", name=title).click()
            expect(page.locator("[aria-current=page]")).to_have_text(title)
        page.get_by_role("link", name="Nynorsk").click()
        expect(page.locator("html")).to_have_attribute("lang", "nn")
        assert page.url.endswith("/sub/results/nn/data.html")
    finally:
        server.shutdown()
        server.server_close()
    assert missing == []


def test_search_browse_and_share(page: Page, site: Path) -> None:
    """By keyboard: words, a system and an outcome narrow the pairs; pages turn; the address leads back to a search."""
    page.goto(f"file://{site}/pairs.html")
    expect(page.locator("#state")).to_have_text("127 of 127 pairs")
    expect(page.locator(".pair")).to_have_count(10)
    page.get_by_role("button", name="Next").press("Enter")
    expect(page.locator("#where")).to_have_text("Page 2 of 13")
    page.get_by_role("searchbox").fill("Varmtvann fjell")
    expect(page.locator(".pair").first).to_contain_text("varmtvann")
    narrow = page.locator("#state").inner_text()
    page.get_by_label("System", exact=True).select_option("fjell")
    page.get_by_label("Against").select_option("myr")
    expect(page.locator("#state")).not_to_have_text(narrow)
    kept = page.url
    shown = page.locator("#pairs").inner_text()
    page.goto("about:blank")
    page.goto(kept)
    expect(page.get_by_role("searchbox")).to_have_value("Varmtvann fjell")
    expect(page.locator(".pair").first).to_be_visible()
    assert page.locator("#pairs").inner_text() == shown
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#state")).to_have_text("127 of 127 pairs")
    searched(page, "no such words at all", "No pair fits. Change the search, or clear it.")


def test_a_page_and_a_pair_have_addresses(page: Page, site: Path) -> None:
    """Reload and Back lead to the page of pairs that one was at; the title of a pair is a link to it alone."""
    page.goto(f"file://{site}/pairs.html")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#where")).to_have_text("Page 2 of 13")
    page.reload()
    expect(page.locator("#where")).to_have_text("Page 2 of 13")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="People").click()
    page.go_back()
    expect(page.locator("#where")).to_have_text("Page 2 of 13")
    title = page.locator(".pair h2").first.inner_text()
    page.locator(".pair h2 a").first.click()
    expect(page.locator("#state")).to_have_text("1 of 127 pairs")
    address, shown = page.url, page.locator("#pairs").inner_text()
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#state")).to_have_text("1 of 127 pairs")
    assert page.locator("#pairs").inner_text() == shown
    assert shown.startswith(title)
    page.get_by_label("System", exact=True).select_option("fjell")
    expect(page.locator("#state")).not_to_have_text("1 of 127 pairs")


def test_long_and_foreign_names_keep_their_place(page: Page, site: Path) -> None:
    """A name of 120 letters and a wide matrix scroll no page sideways; texts run in their own direction."""
    page.set_viewport_size(PHONE)
    page.goto(f"file://{site}/pairs.html")
    page.locator(".pair").first.wait_for()
    page.evaluate(
        "document.querySelectorAll('.pair bdi, .figures').forEach((one) => { one.textContent = 'x'.repeat(120) })"
    )
    assert sideways(page) == []
    assert page.locator(".text:not([dir=auto]), .prompt:not([dir=auto])").count() == 0
    assert set(page.locator(".text").evaluate_all("all => all.map((one) => one.lang)")) <= {"nb", "nn"}
    page.goto(f"file://{site}/index.html")
    page.evaluate("""document.querySelectorAll('.matrix tr').forEach((row) => {
      for (let i = 0; i < 9; i++) row.insertAdjacentHTML('beforeend', '<td class="cell none"><span class="vh">never compared</span></td>')
    })""")
    assert sideways(page) == []
    page.evaluate("document.querySelectorAll('.scroll').forEach((one) => { one.style.position = 'static' })")
    assert sideways(page) != [], "the planted one: hidden words are placed outside of the table"


def test_two_systems_are_compared(page: Page, site: Path) -> None:
    """The sentence says what the ranking decides, with the counts, and leads to the pairs of the two."""
    page.goto(f"file://{site}/index.html#compare")
    page.get_by_label("One system").select_option("fjell")
    page.get_by_label("Another system").select_option("fjord")
    apart = [f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" for name in ("fjell", "fjord")]
    expect(page.locator("#answer .said")).to_have_text(f"{apart[0]} is ahead of {apart[1]}: that is decided.")
    page.get_by_role("link", name="Read their pairs").click()
    expect(page.get_by_label("System", exact=True)).to_have_value("fjell")
    expect(page.locator(".pair h2").first).to_have_text("fjell – fjord")


def large(release: Release, pairs: int = 2_139, judgments: int = 8_931) -> Release:
    """As many pairs and judgments as the llmfao data have, with texts of 900 characters, one of them hostile."""
    rng = np.random.default_rng(7)
    systems = [f"system {number}" for number in range(59)]
    sides = [rng.choice(59, 2, replace=False) for _ in range(pairs)]
    which = np.concatenate([np.arange(pairs), rng.integers(0, pairs, judgments - pairs)])
    words = np.array(["elva", "rann", "stille", "gjennom", "bygda", "medan", "vinden", "song", "i", "furua"])
    texts = {(p, s): " ".join(rng.choice(words, 160)) for p in range(13) for s in range(59)}
    texts[0, int(sides[0][0])] = f"nåla {NASTY}"
    rows = [
        {
            "prompt": f"Oppgåve {at % 13}",
            "response_a": texts[at % 13, int(sides[at][0])],
            "response_b": texts[at % 13, int(sides[at][1])],
            "choice": str(rng.choice(["A is more fluent", "B is more fluent", "Equally fluent"])),
            "model_a": systems[sides[at][0]],
            "model_b": systems[sides[at][1]],
            "prompt_id": f"p{at % 13}",
        }
        for at in map(int, which)
    ]
    frame = pd.DataFrame(rows).reindex(columns=list(release.judgments.columns), fill_value=None)
    return replace(release, judgments=frame.astype(object).where(frame.notna(), None))


def test_a_large_site_does_not_freeze(page: Page, demo: Store, site: Path, tmp_path: Path) -> None:
    """A search through all texts of 2,139 pairs never holds the page for half a second; markup in a text is text."""
    copy = tmp_path / "large"
    write_site(demo, SLUG, copy)
    for old in copy.glob("pairs/*.js"):
        if old.name != "compare.js":
            old.unlink()
    for name, text in pair_files(large(read_release(demo, SLUG))).items():
        (copy / "pairs" / name).write_text(text, encoding="utf-8")
    page.goto(f"file://{copy}/pairs.html")
    expect(page.locator("#state")).to_contain_text("pairs")
    page.evaluate(GAPS)
    page.get_by_role("searchbox").fill("nåla")
    expect(page.locator(".pair").first).to_contain_text("</script><img src=x onerror=")
    assert page.evaluate(LONGEST) < 500
    assert page.title() != "run"
    assert page.locator("#pairs img, #pairs b").count() == 0
