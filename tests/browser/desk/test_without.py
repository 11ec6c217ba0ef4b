"""What a browser may lack or count wrongly: a database of its own, an id at random, and the time somebody was reading."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.desk.conftest import Laid
from tests.support.browser.stub_pile import Plan, StubDesk, Trouble

NO_DATABASE = "Object.defineProperty(window, 'indexedDB', { value: { open() { throw new Error('refused') } } })"
NO_UUID = "Object.defineProperty(crypto, 'randomUUID', { value: undefined })"
NOT_KEPT = "This browser cannot keep choices. Each one has to be saved before the next."
UUID4 = r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"


def judged_once(desk: Laid) -> bool:
    """Whether a second choice waits until the first was saved, on a slow connection."""
    first = desk.assignment
    desk.pile.trouble = Trouble(delay_ms=1500)
    desk.page.keyboard.press("1")
    expect(desk.page.locator(".desk")).to_have_attribute("data-waiting", "1")
    held = desk.assignment == first
    desk.page.keyboard.press("3")
    desk.page.wait_for_timeout(100)
    held = held and desk.page.locator(".desk").get_attribute("data-waiting") == "1"
    desk.pile.trouble = Trouble()
    desk.moves("judge", first)
    desk.all_saved()
    return held and len(desk.acted("choose")) == 1


def test_without_a_database_nothing_is_taken_ahead(lay: Callable[..., Laid]) -> None:
    """Each choice is saved before the next, the server hands out one sheet, and the line says why."""
    desk = lay(before=NO_DATABASE, ahead=20)
    expect(desk.at(".line")).to_have_text(NOT_KEPT)
    assert judged_once(desk)
    assert [call["ahead"] for call in desk.pile.calls] == [0] * len(desk.pile.calls)
    expect(desk.at(".line")).to_have_text(NOT_KEPT)
    desk.undo()
    desk.all_saved()
    assert desk.pile.done == 0


@pytest.mark.parametrize(
    "planted",
    [
        {},
        {
            "before": NO_DATABASE,
            "fault": ("state.js", "here.lasting ? applied(pile, work) : blocked(pile, work)", "applied(pile, work)"),
        },
    ],
    ids=["database", "fault"],
)
def test_with_a_database_the_next_is_judged_meanwhile(lay: Callable[..., Laid], planted: dict[str, Any]) -> None:
    """So it is where choices are kept; a desk that goes on although it cannot keep them is noticed."""
    desk = lay(ahead=20, **planted)
    assert not judged_once(desk)


def test_blocked_work_shows_one_sheet(lay: Callable[..., Laid]) -> None:
    """The pure part: what waits holds the first sheet, shows what was chosen, and can not be undone."""
    desk = lay()
    pile = StubDesk("blocked", Plan(ahead=5)).pile()
    first = pile["sheets"][0]
    script = """async ({ pile, actions, lasting }) => {
      const { lay } = await import('/desk-files/stub/state.js')
      const kept = actions.map((action, order) => ({ order, action: { id: `a${order}`, ...action }, sheet: null, undone: null }))
      const view = lay(pile, kept, { front: null, lesson: null, begun: [], lasting })
      return { sheets: view.sheets.map((one) => one.assignment), held: view.held, chosen: view.chosen, done: view.done, undo: view.undo }
    }"""
    choice = {"kind": "choose", "assignment": first["assignment"], "revision": 0, "choice": "tie"}

    def lies(actions: list[dict[str, Any]], *, lasting: bool) -> dict[str, Any]:
        found: dict[str, Any] = desk.page.evaluate(script, {"pile": pile, "actions": actions, "lasting": lasting})
        return found

    one = {"sheets": [first["assignment"]], "done": 0, "undo": None}
    assert lies([], lasting=False) == {**one, "held": False, "chosen": None}
    assert lies([choice], lasting=False) == {**one, "held": True, "chosen": "tie"}
    assert len(lies([choice], lasting=True)["sheets"]) == 5
    assert lies([choice], lasting=True)["done"] == 1


def test_ids_without_a_secure_context(lay: Callable[..., Laid]) -> None:
    """Plain http has no randomUUID: ids are made of random bytes, are version 4, and judgments are recorded once."""
    for fault in (None, ("outbox.js", "(bytes[6]) & 0x0f) | 0x40", "(bytes[6]) & 0x0f) | 0x10")):
        desk = lay(before=NO_UUID, fault=fault)
        assert desk.page.evaluate("crypto.randomUUID === undefined")
        desk.judge("A", look_ms=0)
        desk.judge("B", look_ms=0)
        desk.all_saved()
        ids = [action["id"] for action in desk.acted("choose")]
        script = "async () => { const { newId } = await import('/desk-files/stub/outbox.js'); return Array.from({ length: 500 }, newId) }"
        ids += desk.page.evaluate(script)
        assert len(set(ids)) == len(ids) == 502
        assert all(re.fullmatch(UUID4, one) for one in ids) == (fault is None)


# A clock of our own time; steps are [milliseconds that pass, what happens then].
READ = """async ({ steps, idle }) => {
  const { makeClock } = await import('/desk-files/stub/clock.js')
  let now = 1000, seen = 'visible'
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => seen })
  const clock = makeClock(() => now), told = []
  clock.idleAfter(idle)
  for (const [passed, what] of steps) {
    now += passed
    if (what === 'hidden' || what === 'visible') {
      seen = what
      document.dispatchEvent(new Event('visibilitychange'))
    } else if (what === 'sign') document.dispatchEvent(new Event('pointermove'))
    else if (what === 'painted') clock.painted()
    else if (what === 'times') told.push(clock.times())
    else told.push(clock.tired())
  }
  clock.end()
  delete document.visibilityState
  return told
}"""
STEPS: dict[str, tuple[list[tuple[int, str]], tuple[int, int]]] = {
    "reading": ([(4000, "sign"), (1000, "times")], (5000, 5000)),
    "hidden": ([(1000, "hidden"), (60_000, "visible"), (2000, "times")], (63_000, 3000)),
    "asked while hidden": ([(1000, "hidden"), (60_000, "times")], (61_000, 1000)),
    "signs while hidden": (
        [(1000, "hidden"), (500, "sign"), (500, "sign"), (500, "visible"), (0, "times")],
        (2500, 1000),
    ),
    "away at the screen": ([(1000, "sign"), (900_000, "sign"), (1000, "times")], (902_000, 302_000)),
    "away and still so": ([(900_000, "times")], (900_000, 300_000)),
    "next sheet": ([(5000, "sign"), (2000, "painted"), (700, "times")], (700, 700)),
}


def read(desk: Laid, steps: list[tuple[int, str]]) -> list[Any]:
    told: list[Any] = desk.page.evaluate(READ, {"steps": steps, "idle": 300_000})
    return told


def test_the_time_that_somebody_was_reading(lay: Callable[..., Laid]) -> None:
    """A hidden tab does not count, and of a silence the first five minutes do; what was seen counts on."""
    desk = lay()
    for name, (steps, (seen, visible)) in STEPS.items():
        assert read(desk, steps) == [{"seen_ms": seen, "visible_ms": visible}], name
    for planted in (
        ("clock.js", "const more = hidden ? 0 : ", "const more = "),
        ("clock.js", "read += Math.min(gap, idle)", "read += gap"),
    ):
        spoiled = lay(fault=planted)
        assert any(
            read(spoiled, steps) != [{"seen_ms": seen, "visible_ms": visible}]
            for steps, (seen, visible) in STEPS.values()
        ), planted


def test_who_is_tired(lay: Callable[..., Laid]) -> None:
    """Forty-five minutes without a pause of five, told once; a pause, at the screen or away from it, begins them anew."""
    desk = lay()
    minute = (60_000, "sign")
    assert read(desk, [*[minute] * 44, (0, "tired")]) == [False]
    assert read(desk, [*[minute] * 45, (0, "tired"), (0, "tired")]) == [True, False]
    assert read(desk, [*[minute] * 30, (301_000, "sign"), *[minute] * 30, (0, "tired")]) == [False]
    away = [(0, "hidden"), (301_000, "visible")]
    assert read(desk, [*[minute] * 30, *away, *[minute] * 30, (0, "tired")]) == [False]
    glance = [(0, "hidden"), (1000, "visible")]
    assert read(desk, [*[minute] * 30, *glance, *[minute] * 30, (0, "tired")]) == [True]


def test_a_break_is_proposed_after_a_choice(lay: Callable[..., Laid]) -> None:
    """Not in the middle of a text: the line says so with the next comparison, once."""
    ahead = "const real = performance.now.bind(performance); window.passed = 0; performance.now = () => real() + window.passed"
    rest = "You have been reading for 45 minutes. Time for a short break."
    desk = lay(before=ahead)
    desk.page.evaluate(
        "() => { for (let at = 0; at < 46; at++) { window.passed += 60000; document.dispatchEvent(new Event('pointermove')) } }"
    )
    assert rest not in desk.line
    desk.judge("A", by="key", look_ms=0)
    expect(desk.at(".line")).to_have_text(rest)
    desk.judge("A", by="key", look_ms=0)
    expect(desk.at(".line")).not_to_have_text(rest)
