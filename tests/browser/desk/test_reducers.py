"""What the screen shows at once is what the server will say: the pure parts of the desk, run in the browser."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.desk.conftest import Laid
from tests.support.browser.stub_pile import Plan, StubDesk

# Carries out steps on a pile as the desk does: each becomes an action that waits, and the view follows at once.
WALK = """async ({ pile, steps }) => {
  const { lay, broughtBack } = await import('/desk-files/stub/state.js')
  const here = { front: null, lesson: null, begun: ['training', 'test', 'work'], lasting: true }
  const kept = [], shown = new Map()
  const act = (action, sheet = null, undone = null) =>
    kept.push({ order: kept.length, owner: 'kari', action: { id: `a${kept.length}`, ...action }, done_at: 0, sheet, undone })
  const look = () => {
    const view = lay(pile, kept, here)
    for (const one of view.sheets) shown.set(one.assignment, one)
    return view
  }
  for (const step of steps) {
    const { sheet, undo, chosen } = look()
    if (step === 'undo') {
      const entry = undo
      if (!entry) continue
      act({ kind: 'undo', assignment: entry.assignment, revision: entry.revision }, broughtBack(shown.get(entry.assignment), entry), entry.kind)
      continue
    }
    const { assignment, revision } = sheet
    if (sheet.chosen) act({ kind: 'explain', assignment, revision, marks: [], tie: null, comment: '' })
    else if (step === 'skip') act({ kind: 'skip', assignment, revision, reason: 'other', comment: '' })
    else act({ kind: 'choose', assignment, revision, choice: step })
  }
  return { actions: kept.map((one) => one.action), view: look() }
}"""
SETTLED = """async ({ pile }) => (await import('/desk-files/stub/state.js'))
  .lay(pile, [], { front: null, lesson: null, begun: ['training', 'test', 'work'], lasting: true })"""


def lying(view: dict[str, Any]) -> dict[str, Any]:
    """What a reader sees of a view."""
    sheet, undo = view["sheet"], view["undo"]
    told = {key: sheet[key] for key in ("assignment", "revision", "chosen")} if sheet else None
    return {
        "sheet": told,
        "done": view["done"],
        "mode": view["mode"],
        "undo": undo and (undo["kind"], undo["assignment"]),
    }


def walked(desk: Laid, seed: int, forgotten: int = 0) -> tuple[dict[str, Any], dict[str, Any]]:
    """What lies there after some random steps: as the screen has it at once, and as the server tells it afterwards.

    Args:
        forgotten: so many of the last actions never reach the server.
    """
    chance = random.Random(seed)
    server = StubDesk("walk", Plan(reasons=2, ahead=20, texts="short"))
    steps = [chance.choice(["A", "B", "tie", "skip", "undo", "undo"]) for _ in range(14)]
    done = desk.page.evaluate(WALK, {"pile": server.pile(), "steps": steps})
    answers = server.act({"actions": done["actions"][: len(done["actions"]) - forgotten]})
    assert {answer["result"] for answer in answers} <= {"recorded"}
    return lying(done["view"]), lying(desk.page.evaluate(SETTLED, {"pile": server.pile()}))


@pytest.mark.quick
def test_the_screen_says_what_the_server_will_say(lay: Callable[..., Laid]) -> None:
    """After any choices, reasons, skips and undos; and where the server has not got the last one, it shows."""
    desk = lay()
    for seed in range(25):
        at_once, later = walked(desk, seed)
        assert at_once == later, seed
    assert any(one != other for one, other in (walked(desk, seed, forgotten=1) for seed in range(5)))


@pytest.mark.quick
def test_the_draft_of_a_rating(lay: Callable[..., Laid]) -> None:
    """Which keys rate, what is missing, what comes next, and which draft still belongs to a sheet."""
    desk = lay(protocol="mt_qualitative")
    found = desk.page.evaluate(
        """async () => {
          const { draftOf, following, gaps, scoreOfKey, saidWhy } = await import('/desk-files/stub/rating_draft.js')
          const one = { key: 'one', min: 0, max: 4, na: true, explanation: 'below_max', points: {} }
          const two = { ...one, key: 'two', na: false, min: 1, max: 5, explanation: 'required' }
          const draft = { revision: 0, scores: { one: 4 }, explanations: { one: ' ', two: 'x' }, marks: [] }
          const sheet = (revision) => ({ revision, scores: { one: 1 } })
          return {
            keys: ['0', '4', '5', 'n', 'N', 'x', ''].map((key) => scoreOfKey(one, key)),
            others: ['0', '5', 'n'].map((key) => scoreOfKey(two, key)),
            gaps: gaps([one, two], draft),
            why: gaps([one, two], { ...draft, scores: { one: 3, two: 'na' } }),
            next: [following([one, two], draft), following([one, two], draft, 'two'), following([one], draft)],
            said: saidWhy(draft),
            drafts: [0, 1, 2, 3].map((revision) => draftOf(sheet(revision), { ...draft, revision: 0 }).scores.one),
          }
        }"""
    )
    assert found == {
        "keys": [0, 4, None, "na", "na", None, None],
        "others": [None, 5, None],
        "gaps": [{"key": "two", "lacks": "score"}],
        "why": [{"key": "one", "lacks": "why"}],
        "next": ["two", "two", None],
        "said": {"two": "x"},
        "drafts": [4, 4, 4, 1],
    }
