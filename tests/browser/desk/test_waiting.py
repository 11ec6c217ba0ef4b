"""The head counts what the server has, and says beside it what waits: with texts left, at the pile's end, after a reload."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.desk.conftest import PHONE, Laid

# What a reader is told of the work: in the head and in the foot.
TOLD = """return { head: root.querySelector('.count').innerText, fits: root.querySelector('.bar').scrollWidth <= innerWidth }"""


def judged_offline(desk: Laid, number: int) -> None:
    """So many comparisons without a connection; after the last one nothing else may lie there."""
    desk.pile.trouble.offline = True
    for _ in range(number - 1):
        desk.judge("A")
    desk.choose("A")
    expect(desk.page.locator(".desk")).to_have_attribute("data-waiting", str(number))


@pytest.mark.quick
@pytest.mark.parametrize(
    ("quota", "head"), [(0, ["18 saved", "21 saved"]), (30, ["18 of 30", "21 of 30"])], ids=["no quota", "quota"]
)
@pytest.mark.parametrize("options", [{}, PHONE], ids=["screen", "phone"])
def test_the_head_counts_what_is_saved(
    lay: Callable[..., Laid], quota: int, head: list[str], options: dict[str, object]
) -> None:
    """Three that wait are not among the saved; they are told where texts are left, at the end, and after a reload."""
    desk = lay(options, done=18, quota=quota, ahead=2)
    expect(desk.at(".count")).to_have_text(head[0])
    judged_offline(desk, 2)
    expect(desk.at(".count")).to_have_text(f"{head[0]} · 2 waiting")
    desk.choose("A")
    for _ in range(2):
        expect(desk.at(".count")).to_have_text(f"{head[0]} · 3 waiting")
        desk.says("There is nothing more to judge here until you are connected again. Saved up to no. 18, 3 waiting")
        assert desk.tell(TOLD) == {"head": f"{head[0]} · 3 waiting", "fits": True}
        desk.page.reload()
        desk.stands("judge")
    desk.pile.trouble.offline = False
    desk.all_saved()
    expect(desk.at(".count")).to_have_text(head[1])
    assert desk.pile.done == 21


@pytest.mark.quick
def test_a_head_that_counts_what_waits_is_noticed(lay: Callable[..., Laid]) -> None:
    """The planted fault: the count of before, which took what waited for saved."""
    desk = lay(
        done=18,
        fault=("bar.js", "words.count_saved, { done: say(view.saved)", "words.count_saved, { done: say(view.done)"),
    )
    judged_offline(desk, 2)
    expect(desk.at(".count")).to_have_text("20 saved · 2 waiting")


@pytest.mark.quick
def test_a_click_does_not_flicker(lay: Callable[..., Laid]) -> None:
    """While the server answers as it should, nothing waits in words."""
    desk = lay(done=18)
    watched = "window.seen = []; new MutationObserver(() => seen.push(root.querySelector('.count').textContent))"
    desk.tell(
        f"{watched}.observe(root.querySelector('.count'), {{ subtree: true, childList: true, characterData: true }})"
    )
    for _ in range(3):
        desk.judge("tie")
    desk.all_saved()
    expect(desk.at(".count")).to_have_text("21 saved")
    assert [text for text in desk.page.evaluate("window.seen") if "waiting" in text] == []
