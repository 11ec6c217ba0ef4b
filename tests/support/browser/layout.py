"""Where the controls of the desk lie, what covers what, and how a page looks: measured in the browser."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

# The part of each control that one can hit: cut off where something around it scrolls, and where the window ends.
HIT = """(selector) => {
  const holds = (one) => one.shadowRoot?.querySelector('.desk')
  const root = (document.getElementById('host') ?? [...document.querySelectorAll('*')].find(holds)).shadowRoot
  const cut = (box, edge) => ({ left: Math.max(box.left, edge.left), top: Math.max(box.top, edge.top),
    right: Math.min(box.right, edge.right), bottom: Math.min(box.bottom, edge.bottom) })
  const found = [], same = (one, other) => ['left', 'top', 'right', 'bottom'].every((edge) => Math.abs(one[edge] - other[edge]) < 0.5)
  for (const one of root.querySelectorAll(selector)) {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    let box = cut(one.getBoundingClientRect(), { left: 0, top: 0, right: innerWidth, bottom: innerHeight })
    for (let up = one.parentElement, inner = one; up; inner = up, up = up.parentElement) {
      if (getComputedStyle(inner).position === 'fixed') break
      const style = getComputedStyle(up)
      if (style.display !== 'contents' && (style.overflowX !== 'visible' || style.overflowY !== 'visible')) box = cut(box, up.getBoundingClientRect())
    }
    if (box.right - box.left < 1 || box.bottom - box.top < 1) continue
    const named = ['do', 'choice', 'issue', 'tie', 'side', 'skip', 'field', 'value', 'size', 'language', 'campaign']
    const name = named.filter((key) => key in one.dataset).map((key) => `${key}=${one.dataset[key]}`)[0]
    found.push([name ?? one.className ?? one.tagName, box.left, box.top, box.right, box.bottom, !same(box, one.getBoundingClientRect())])
  }
  return found
}"""
CONTROLS = "button, input, textarea, select, a"
CHOICES = "button[data-choice]"


@dataclass(frozen=True)
class Box:
    """A control and the rectangle in which it can be hit, in CSS pixels."""

    name: str
    left: float
    top: float
    right: float
    bottom: float
    cut: bool  # whether a part of it is scrolled away

    @property
    def size(self) -> tuple[float, float]:
        return self.right - self.left, self.bottom - self.top

    def meets(self, other: Box) -> bool:
        """Whether they share a point that is not on the edge of both."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0 and down > 0


def boxes(page: Page, selector: str = CONTROLS) -> list[Box]:
    """The controls that one can hit now."""
    return [Box(*one) for one in page.evaluate(HIT, selector)]


def resize(page: Page, width: int, height: int) -> None:
    """Make the window so large, and wait until the desk has followed: it does in the next frame."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def overlaps(controls: list[Box], choices: list[Box]) -> list[str]:
    """Each control that lies on a choice of another screen, as 'control on choice'; a choice may lie on itself."""
    return [
        f"{one.name} on {choice.name}"
        for one in controls
        for choice in choices
        if not one.name.startswith("choice=") and one.meets(choice)
    ]


def contrast(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """The contrast of two colours as WCAG defines it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: tuple[float, float, float]) -> float:
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
