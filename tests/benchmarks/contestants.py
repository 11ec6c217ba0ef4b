"""The pages whose clicks are timed, each open in a browser of its own."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import sign_in

# After opening, Streamlit still loads parts of itself.
_SETTLE_MS = 2000
_CHOICES = ("A", "tie", "B")

# Looks into every shadow root: the desk draws inside one.
_ARM = """
texts => {
  const within = root =>
    [root, ...[...root.querySelectorAll("*")].flatMap(element => element.shadowRoot ? within(element.shadowRoot) : [])]
  const roots = within(document)
  const read = () => roots.flatMap(root => [...root.querySelectorAll(texts)]).map(element => element.textContent)
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
    roots.forEach(root => observer.observe(root, { subtree: true, childList: true, characterData: true }))
  })
}
"""


@dataclass
class Contestant:
    """One page under test: where its texts stand, and its three buttons."""

    name: str
    page: Page
    texts: str
    buttons: tuple[str, ...]

    def click(self, turn: int, by: str) -> tuple[float, float]:
        """Judge what is shown; milliseconds from the event to the texts' change and to their being painted."""
        self.page.bring_to_front()
        self.page.evaluate(_ARM, self.texts)
        if by == "key":
            self.page.keyboard.press(str(turn % 3 + 1))
        else:
            self.page.locator(self.buttons[turn % 3]).click()
        changed, painted = self.page.evaluate("() => window.painted")
        return changed, painted


def open_parvis(browser: Browser, name: str, link: str) -> Contestant:
    """The desk of whoever this personal link is for."""
    page = _open(browser)
    sign_in(page, link)
    expect(page.locator("section[data-side] .body")).to_have_count(2, timeout=30_000)
    _settle(page)
    return Contestant(
        name, page, "section[data-side] .body", tuple(f'button[data-choice="{choice}"]' for choice in _CHOICES)
    )


def open_bare(browser: Browser, name: str, address: str) -> Contestant:
    """The bare page."""
    page = _open(browser)
    page.goto(address)
    expect(page.get_by_test_id("stText")).to_have_count(3, timeout=30_000)
    _settle(page)
    return Contestant(name, page, '[data-testid="stText"]', tuple(f".st-key-{choice} button" for choice in _CHOICES))


def _open(browser: Browser) -> Page:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    return context.new_page()


def _settle(page: Page) -> None:
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=30_000)
    page.wait_for_timeout(_SETTLE_MS)
