"""Panels lie beside the texts and lock nothing; the focus goes back, and no ring is left for Space to press."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.desk.conftest import PHONE, Laid

PANELS = ("guidelines", "ask", "skip", "menu")


@pytest.mark.quick
def test_space_does_not_open_a_panel_again(lay: Callable[..., Laid]) -> None:
    """After Escape the focus lies where it was, and Space opens nothing: opened by mouse, by its key, and by Tab."""
    desk = lay()
    for name in PANELS:
        panel = desk.open(name)
        desk.page.keyboard.press("Escape")
        expect(panel).to_have_count(0)
        desk.page.keyboard.press("Space")
        assert desk.page.locator(".desk aside[data-panel]").count() == 0, name
    desk.page.keyboard.press("g")
    expect(desk.panel("guidelines")).to_be_visible()
    desk.page.keyboard.press("Escape")
    desk.at("button[data-do=menu]").focus()
    desk.page.keyboard.press("Enter")
    expect(desk.panel("menu")).to_be_visible()
    desk.page.keyboard.press("Escape")
    assert desk.tell("return root.activeElement.dataset.do") == "menu", "who walks by keys finds back"


@pytest.mark.quick
@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_texts_are_read_and_judged_beside_a_panel(lay: Callable[..., Laid], options: dict[str, object]) -> None:
    """With the guidelines open the texts scroll, and a choice counts; nothing of the panel lies on the choices."""
    desk = lay(options, texts="long", reasons=0)
    panel = desk.open("guidelines", by="tap" if options else "mouse")
    before = desk.tell("const middle = root.querySelector('.middle'); middle.scrollTop = 200; return middle.scrollTop")
    assert before == 200
    desk.judge("A", look_ms=0, by="tap" if options else "mouse")
    expect(panel).to_be_visible()
    desk.page.wait_for_timeout(600)
    desk.at("aside button[data-do=close]").click()
    desk.all_saved()
    (read,) = desk.acted("read")
    assert read["seen_ms"] >= 500
    assert read["version"]


@pytest.mark.quick
def test_the_guidelines_are_searched(lay: Callable[..., Laid]) -> None:
    """All words must be there; case and accents make no difference, but æ, ø and å are letters of their own."""
    desk = lay(language="nb")
    panel = desk.open("guidelines")
    field = panel.locator("[data-field=search]")
    field.fill("KOMMA avgjør")
    expect(panel.locator(".hits")).to_have_text("Fant ett avsnitt")
    expect(panel.locator("li:visible")).to_have_count(1)
    expect(panel.locator("mark").first).to_have_text("komma")
    field.fill("sma forskjeller")
    expect(panel.locator("li:visible")).to_have_count(0)
    field.fill("")
    expect(panel.locator("mark")).to_have_count(0)


@pytest.mark.quick
def test_a_question_is_asked_about_words(lay: Callable[..., Laid]) -> None:
    """Words are picked up while one asks; what is half written is there again; an answer is marked as new once."""
    desk = lay()
    expect(desk.at("button[data-do=ask] .news")).to_have_text("Your question was answered")
    panel = desk.open("ask")
    expect(panel.locator(".reply .new")).to_have_count(1)
    desk.word("A", 1).click()
    expect(panel.locator(".picked")).to_contain_text(desk.word("A", 1).inner_text())
    panel.locator("[data-field=question]").fill("Teller dette?")
    desk.page.keyboard.press("Escape")
    panel = desk.open("ask")
    expect(panel.locator("[data-field=question]")).to_have_value("Teller dette?")
    desk.word("B", 2).click()
    panel.locator("button[data-do=send]").click()
    expect(panel.locator(".sent")).to_contain_text("Sent.")
    desk.all_saved()
    (asked,) = desk.acted("ask")
    assert (asked["question"], asked["assignment"]) == ("Teller dette?", desk.assignment)
    assert [mark["side"] for mark in asked["marks"]] == ["B"]
    assert desk.acted("seen")
    expect(desk.at("button[data-do=ask] .news")).to_have_text("")


@pytest.mark.quick
def test_what_is_said_of_a_question_lies_over_nothing(lay: Callable[..., Laid]) -> None:
    """On a phone the word that it was sent takes a line of its own; where its row may shrink, that is found."""
    desk = lay(PHONE, language="nb")
    panel = desk.open("ask", by="tap")
    panel.locator("[data-field=question]").fill("Teller dette?")
    panel.locator("button[data-do=send]").tap()
    expect(panel.locator(".sent")).to_contain_text("Sendt.")

    def gap() -> float:
        sent, below = panel.locator(".sent").bounding_box(), panel.locator("h3").bounding_box()
        assert sent
        assert below
        return below["y"] - sent["y"] - sent["height"]

    assert gap() >= 0
    panel.locator(".row").evaluate("row => row.style.flexShrink = 1")
    assert gap() < 0


@pytest.mark.quick
def test_keys_in_a_panel_judge_nothing(lay: Callable[..., Laid]) -> None:
    """Who writes a comment with digits, or stands on a reason, chooses nothing by them."""
    desk = lay()
    panel = desk.open("skip")
    panel.locator("[data-field=comment]").fill("")
    panel.locator("[data-field=comment]").press_sequentially("1 2 3 u")
    panel.locator("button[data-skip=other]").focus()
    desk.page.keyboard.press("1")
    assert desk.done == 0
    panel.locator("button[data-skip=other]").click()
    desk.says("Skipped")
    desk.all_saved()
    (skipped,) = desk.acted("skip")
    assert (skipped["reason"], skipped["comment"]) == ("other", "1 2 3 u")
    assert 0 < skipped["visible_ms"] <= skipped["seen_ms"], "what came after it would seem too fast"


@pytest.mark.quick
@pytest.mark.parametrize(
    ("what", "kind"), [("skip", "comment"), ("why", "comment"), ("ask", "question"), ("rate", "explanation")]
)
def test_what_is_too_long_is_cut_with_a_word(lay: Callable[..., Laid], what: str, kind: str) -> None:
    """At 2,000 characters, as the server counts them, wherever one writes; what was there before stays."""
    desk = lay(protocol="mt_qualitative") if what == "rate" else lay(reasons=1)
    if what == "why":
        desk.choose("A", look_ms=0)
        desk.stands("why")
    elif what != "rate":
        desk.open(what)
    field = desk.at(f"[data-field={kind}]").first
    field.fill("🙂" * 2000)
    expect(field).to_have_value("🙂" * 2000)
    assert "at most 2,000 characters" not in desk.line
    field.fill("a" * 1000 + "🙂" * 1001)
    desk.says(f"{kind} has at most 2,000 characters.")
    expect(field).to_have_value("a" * 1000 + "🙂" * 1000)
    field.evaluate("field => field.setSelectionRange(1000, 1000)")
    desk.page.keyboard.insert_text("bb")
    expect(field).to_have_value("a" * 1000 + "🙂" * 1000)


@pytest.mark.quick
def test_the_menu_changes_language_and_size(lay: Callable[..., Laid]) -> None:
    """Both change at once and the panel stays; a campaign and My work are asked of the page; out is a form."""
    desk = lay()
    panel = desk.open("menu")
    panel.locator("[data-language=nn]").click()
    expect(desk.at("button[data-choice=A]")).to_contain_text("A har best språk")
    expect(desk.panel("menu").locator("h2")).to_have_text("Meny")
    desk.panel("menu").locator("[data-size='150']").click()
    expect(desk.panel("menu").locator("[data-size='150']")).to_have_attribute("aria-pressed", "true")
    desk.panel("menu").locator("[data-campaign=other]").click()
    desk.panel("menu").locator("[data-do=my_work]").click()
    assert desk.page.evaluate("window.told.slice(-2)") == [["campaign", "other"], ["go", "my_work"]]
    desk.panel("menu").locator("[data-do=leave]").click()
    desk.page.wait_for_url("**/leave")
