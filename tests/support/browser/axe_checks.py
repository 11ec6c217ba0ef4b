"""What axe finds on a page, and whether it scrolls sideways."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}


def barriers(page: Page, **asked: object) -> list[str]:
    """axe's findings in WCAG 2.2 A and AA and its best practices, as rule and element; Streamlit's own included.

    Args:
        asked: which rules, in axe's words; all by default.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    options = {"resultTypes": ["violations"], **asked}
    found = page.evaluate("options => axe.run(document, options).then(results => results.violations)", options)
    return [f"{one['id']} ({one['impact']}): {node['html'][:160]}" for one in found for node in one["nodes"]]


def sideways(page: Page) -> list[str]:
    """What is wider than the window: the page, or a part that scrolls as the page does."""
    wide = """() => {
      const roots = [document, ...[...document.querySelectorAll('*')].map(one => one.shadowRoot).filter(Boolean)]
      const parts = '[data-testid=stMain], [data-testid=stMainBlockContainer], [role=dialog], .desk, .middle, .foot, .bar, aside'
      return [document.scrollingElement, ...roots.flatMap(root => [...root.querySelectorAll(parts)])]
        .filter((one) => one.scrollWidth > Math.max(one.clientWidth, 1) || one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => `${one.tagName}.${one.className}: ${one.scrollWidth}`)
    }"""
    return list(page.evaluate(wide))


AXE = Axe().axe_script
