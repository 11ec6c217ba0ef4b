"""Several desks in frames of one page, which are laid out anew and measured all at once: in milliseconds, not seconds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from playwright.sync_api import Frame, Page

from tests.support.browser.desk_stub import Stub
from tests.support.browser.layout import CONTROLS, HIT, Box

# Each desk has a slug that none had before, and so a pile of its own.
_NUMBERS = count()
PANELS = ("guidelines", "ask", "skip", "menu", "keys")
_LAID = """async ({ look, labels, controls, hit, opened, panels }) => {
  const keys = { guidelines: 'g', ask: 'q', skip: 's', keys: '?' }
  const frames = [...document.querySelectorAll('iframe')]
  const rootOf = (frame) => frame.contentDocument.getElementById('host').shadowRoot
  const label = (frame) => rootOf(frame).querySelector('[data-choice=A]:not([hidden] *) .label, fieldset h3').textContent
  for (const frame of frames) {
    Object.assign(frame.style, { width: `${look.width}px`, height: `${look.height}px` })
    const own = frame.contentWindow, spoken = `${look.language} ${look.size}`
    if (own.spoken === spoken) continue
    own.spoken = spoken
    own.known ??= {}
    const asked = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(own.location.search)), language: look.language })
    own.known[look.language] ??= await (await fetch(`/data/${asked.get('slug')}?${asked}`)).json()
    own.desk.update({ ...own.known[look.language], size: look.size })
  }
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const end = performance.now() + 10000
  while (frames.some((one) => label(one) !== labels[one.name]) && performance.now() < end) await frame()
  if (performance.now() > end) throw new Error(`not in ${look.language}: ${frames.map(label)}`)
  await frame()
  await frame()
  const found = {}
  for (const one of frames) {
    const own = one.contentWindow, measure = own.eval(`(${hit})`)
    const press = (key) => own.document.dispatchEvent(new own.KeyboardEvent('keydown', { key, bubbles: true }))
    found[one.name] = measure(controls)
    const idle = rootOf(one).querySelector('[data-do=skip]')?.ariaDisabled === 'true' ? 'skip' : ''
    for (const panel of opened.includes(one.name) ? panels.filter((each) => each !== idle) : []) {
      if (panel === 'menu') rootOf(one).querySelector('[data-do=menu]').click()
      else press(keys[panel])
      const there = rootOf(one).querySelector('aside')?.dataset.panel
      if (there !== panel) throw new Error(`${there} is open, not ${panel}`)
      found[`${one.name}, ${panel}`] = measure(controls)
      press('Escape')
    }
  }
  return found
}"""


@dataclass(frozen=True)
class Look:
    """How somebody looks at a desk."""

    width: int
    height: int
    language: str
    size: int  # of the text, in per cent


class Abreast:
    """One page with a desk in each of its frames; `plans` are what an address asks the stub for, by the frame's name."""

    def __init__(self, page: Page, stub: Stub, plans: dict[str, dict[str, Any]]) -> None:
        self._page, self._stub = page, stub
        page.goto(f"{stub.url}/desk-files/stub/desk.css")
        page.evaluate("document.body.innerHTML = ''")
        self._slugs = {name: f"abreast{next(_NUMBERS)}" for name in plans}
        for name, plan in plans.items():
            asked = "&".join(f"{key}={value}" for key, value in {"language": "en", **plan}.items())
            address = f"{stub.url}/?slug={self._slugs[name]}&{asked}"
            page.evaluate(
                """([name, src]) => {
                  const frame = Object.assign(document.createElement('iframe'), { name, src })
                  frame.style.cssText = 'position: absolute; left: 0; top: 0; border: 0; width: 1440px; height: 900px'
                  document.body.append(frame)
                }""",
                [name, address],
            )
            self.frame(name).locator(".desk[data-mode]").wait_for()

    def frame(self, name: str) -> Frame:
        """The frame of a desk."""
        held = self._page.locator(f"iframe[name='{name}']").element_handle()
        found = held.content_frame()
        assert found
        return found

    def press(self, name: str, selector: str, mode: str) -> None:
        """Press something of a desk, and wait until it is in a mode."""
        self.tell(name, "root.querySelector(argument).click()", selector)
        self.frame(name).locator(f".desk[data-mode={mode}]").wait_for()

    def tell(self, name: str, script: str, argument: Any = None) -> Any:
        """Run a script with a desk's shadow root as `root`."""
        return self.frame(name).evaluate(
            f"argument => {{ const root = document.getElementById('host').shadowRoot; {script} }}", argument
        )

    def lie(self, look: Look, opened: tuple[str, ...]) -> dict[str, list[Box]]:
        """What one can hit on each desk, and with each panel of those named in `opened`, where one looks so."""
        labels = {}
        for name, slug in self._slugs.items():
            desk = self._stub.desk(slug)
            desk.plan = replace(desk.plan, language=look.language)
            protocol = desk.pile()["protocol"]
            labels[name] = protocol["choices"]["A"] if "choices" in protocol else protocol["criteria"][0]["label"]
        asked = {"look": vars(look), "labels": labels, "controls": CONTROLS, "hit": HIT}
        found = self._page.evaluate(_LAID, {**asked, "opened": opened, "panels": PANELS})
        return {name: [Box(*one) for one in rows] for name, rows in found.items()}
