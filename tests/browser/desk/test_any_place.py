"""Nothing lies where the finger is at any size between a small phone and a wide screen, for a mouse and for a finger.

Hypothesis draws window, language and text size.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from eval_core.campaigns.people.sign_ins.sign_in import TEXT_SIZES
from eval_core.locales import LANGUAGES
from tests.support.browser.abreast import Abreast, Look
from tests.support.browser.desk_stub import Stub
from tests.support.browser.layout import Box, overlaps

EXAMPLES = 24  # for each pointer
POINTERS: dict[str, dict[str, Any]] = {"fine": {}, "coarse": {"has_touch": True, "is_mobile": True}}
# Where the styles change, and a pixel beside it.
WIDTHS = st.one_of(
    st.integers(320, 2560),
    st.sampled_from([390, 400, 401, 599, 600, 700, 701, 844, 899, 900, 1119, 1120, 1199, 1200]),
)
HEIGHTS = st.one_of(st.integers(320, 1440), st.sampled_from([360, 361, 390, 420, 421, 500, 501, 700, 701, 820, 821]))
LOOKS = st.builds(Look, WIDTHS, HEIGHTS, st.sampled_from(sorted(LANGUAGES)), st.sampled_from(TEXT_SIZES))
LIMITS = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
PLANTED = "const style = document.createElement('style'); style.textContent = argument; root.append(style)"


def screens(page: Page, stub: Stub) -> Abreast:
    """A desk at each screen that comes before or after a choice."""
    work = {"reasons": 1, "done": 41}
    lesson = {"stage": "training", "lessons": 1}
    names = ("judge", "why A", "why tie", "why a word")
    found = Abreast(page, stub, {**dict.fromkeys(names, work), "intro": lesson, "answer": lesson})
    for name, choice in {"why A": "A", "why tie": "tie", "why a word": "B"}.items():
        found.press(name, f"[data-choice={choice}]", "why")
    arrows = """const side = root.querySelector('section[data-side=A]')
    side.focus()
    for (const key of ['ArrowRight', 'ArrowRight'])
      side.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }))
    return root.querySelectorAll('.w.selected').length"""
    assert found.tell("why a word", arrows) == 1
    found.press("answer", "[data-do=begin]", "judge")
    found.press("answer", "[data-choice=A]", "answer")
    return found


def lying(found: Abreast, look: Look) -> dict[str, list[str]]:
    """By screen, what lies on a choice of the screen before or after it; and where the choices themselves have moved."""
    controls = found.lie(look, ("judge", "why tie"))
    choices = [one for one in controls["judge"] if one.name.startswith("choice=")]
    assert len(choices) == 3, look
    wrong = {name: overlaps(shown, choices) for name, shown in controls.items()}
    moved = [name for name, shown in controls.items() if not still(shown, choices)]
    return {name: what for name, what in (wrong | {"moved": moved}).items() if what}


def still(controls: list[Box], choices: list[Box]) -> bool:
    """Whether the choices of this screen lie where those of another do, to a tenth of a pixel."""
    own = [one for one in controls if one.name.startswith("choice=")]
    edges = [(one.left, one.top, one.right, one.bottom) for one in own]
    wanted = [(one.left, one.top, one.right, one.bottom) for one in choices]
    return len(own) == 3 and all(
        abs(a - b) < 0.1 for one, other in zip(edges, wanted, strict=True) for a, b in zip(one, other, strict=True)
    )


@pytest.mark.parametrize("pointer", POINTERS)
def test_no_control_lies_on_a_choice_at_any_size(stub: Stub, visit: Callable[..., Page], pointer: str) -> None:
    """Of reasons, answer, introduction and panels, none; and the choices stay where they are. A rule for one size shows."""
    found = screens(visit(**POINTERS[pointer]), stub)
    assert found.tell("judge", "return matchMedia('(pointer: coarse)').matches") == (pointer == "coarse")

    @LIMITS
    @given(look=LOOKS)
    @example(look=Look(320, 320, "nb", 150))
    @example(look=Look(844, 390, "nn", 150))
    @example(look=Look(1366, 768, "en", 150))
    def none(look: Look) -> None:
        assert lying(found, look) == {}

    none()
    only = (
        "@media (width: 777px) and (pointer: {}) {{ [data-do=go-on] {{ position: fixed; left: 50%; bottom: 12px }} }}"
    )
    found.tell("why A", PLANTED, only.format(pointer))
    assert lying(found, Look(778, 555, "nb", 100)) == {}
    assert list(lying(found, Look(777, 555, "nb", 100))) == ["why A"]
    found.tell("answer", PLANTED, ".choices { padding-left: 1px }")
    assert lying(found, Look(778, 555, "nb", 100)) == {"moved": ["answer"]}


def on_save(found: Abreast, look: Look) -> list[str]:
    """What lies on Save of a rating, on the same screen or on one with a panel."""
    controls = found.lie(look, ("heval", "mt_qualitative"))
    saves = {name: [one for one in controls[name] if one.name == "do=save"] for name in ("heval", "mt_qualitative")}
    assert all(len(one) == 1 for one in saves.values()), look
    return [
        f"{one.name} of {name}"
        for name, shown in controls.items()
        for one in shown
        if one.name != "do=save" and one.meets(saves[name.partition(",")[0]][0])
    ]


@pytest.mark.parametrize("pointer", POINTERS)
def test_nothing_lies_on_save_at_any_size(stub: Stub, visit: Callable[..., Page], pointer: str) -> None:
    """A second press of Save rates nothing of the next response, and no press in a panel saves."""
    plans = {name: {"protocol": name} for name in ("heval", "mt_qualitative")}
    found = Abreast(visit(**POINTERS[pointer]), stub, plans)

    @LIMITS
    @given(look=LOOKS)
    def none(look: Look) -> None:
        assert on_save(found, look) == []

    none()
    found.tell("heval", PLANTED, "[role=radio] { position: fixed !important; inset: 0 }")
    assert on_save(found, Look(900, 700, "nb", 100))
