"""The annotators' desk in a browser: what lies on it, and what people do there with mouse, keys or fingers.

Everything lies in the desk's open shadow root, which Playwright's locators look into by themselves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import Locator, Page, expect

By = Literal["mouse", "key", "tap"]
KEYS = {"A": "1", "tie": "2", "B": "3"}
# Longer than the dwell guard of 400 ms, on short texts.
LOOK_MS = 550
# Longer than what has just come up takes no answer.
HASTE_MS = 430


@dataclass(frozen=True)
class Desk:
    """A browser tab with the desk in it."""

    page: Page

    def at(self, selector: str) -> Locator:
        """Something on the desk."""
        return self.page.locator(".desk").locator(selector)

    def stands(self, *modes: str) -> Desk:
        """Wait until the desk stands there, in one of these modes."""
        wanted = modes or ("judge", "rate")
        expect(self.page.locator(", ".join(f".desk[data-mode={mode}]" for mode in wanted))).to_be_visible()
        return self

    @property
    def mode(self) -> str:
        """What one is asked for."""
        return self._data("mode")

    @property
    def stage(self) -> str:
        """Training, test or work."""
        return self._data("stage")

    @property
    def assignment(self) -> int:
        """What lies there."""
        return int(self._data("assignment") or 0)

    @property
    def done(self) -> int:
        """The annotator's own count."""
        return int(self.at(".count").get_attribute("data-done") or 0)

    @property
    def line(self) -> str:
        """What it says became of the last click."""
        return self.at(".line").inner_text()

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts that lie there, A first, as stored."""
        return tuple(str(one.text_content()) for one in self.at("section .body").all())

    def _data(self, name: str) -> str:
        return self.page.locator(".desk").get_attribute(f"data-{name}") or ""

    def look(self, look_ms: int = LOOK_MS) -> None:
        """Read for so long; where one text is shown at a time, both."""
        for button in self.at(".switch button[data-side].unseen").all():
            if button.is_visible():
                button.click()
        self.page.wait_for_timeout(look_ms)

    def moves(self, mode: str, assignment: int) -> None:
        """Wait until something else is asked than this."""
        self.page.locator(f".desk:not([data-mode={mode}][data-assignment='{assignment}'])").wait_for()

    def press(self, target: Locator, by: By = "mouse") -> None:
        """Press a button that one sees, with a mouse or a finger."""
        if by == "tap":
            target.tap()
        else:
            target.click()

    def choose(self, choice: str, by: By = "mouse", look_ms: int = LOOK_MS) -> tuple[str, ...]:
        """Make a choice after a look; the texts that were judged."""
        self.stands("judge")
        self.look(look_ms)
        texts = self.texts
        if by == "key":
            self.page.keyboard.press(KEYS[choice])
        else:
            self.press(self.at(f"button[data-choice={choice}]"), by)
        return texts

    def judge(self, choice: str, by: By = "mouse", look_ms: int = LOOK_MS) -> tuple[str, ...]:
        """Make a choice and wait until something else is asked: the next comparison, or why."""
        self.stands("judge")
        before, done = (self.mode, self.assignment), self.done
        texts = self.choose(choice, by, look_ms)
        self.moves(*before)
        expect(self.at(".count")).to_have_attribute("data-done", str(done + 1))
        return *texts, choice

    def do(self, name: str, by: By = "mouse") -> None:
        """Press one of the desk's own buttons: go-on, next, begin, undo, skip, ask, guidelines, menu, flip, keys."""
        self.press(self.at(f"button[data-do={name}]").first, by)

    def go_on(self, by: By = "key", mode: str = "why", look_ms: int = HASTE_MS) -> None:
        """Leave the reasons, an answer of the training, or the words between two stages, not sooner than that counts."""
        self.stands(mode)
        self.page.wait_for_timeout(look_ms if by == "key" or mode == "why" else 0)
        before = self.mode, self.assignment
        if by == "key":
            self.page.keyboard.press("Enter")
        else:
            self.do({"why": "go-on", "answer": "next", "intro": "begin"}[mode], by)
        self.moves(*before)

    def undo(self, by: By = "key") -> None:
        """Take back what was done last."""
        if by == "key":
            self.page.keyboard.press("u")
        else:
            self.do("undo", by)

    def word(self, side: str, number: int) -> Locator:
        """The so manieth word of a text, from 0."""
        return self.at(f"section[data-side={side}] .body .w").nth(number)

    def mark(
        self, side: str, first: int, issue: str, last: int | None = None, by: By = "mouse", look_ms: int = HASTE_MS
    ) -> None:
        """Mark a word, or several, with an issue, not sooner than that counts."""
        self.page.wait_for_timeout(look_ms)
        one, other = self.word(side, first), self.word(side, first if last is None else last)
        marks = self.at(f".mark[data-issue={issue}]").count()
        if last is None:
            self.press(one, by)
        else:
            self._drag(one, other)
        button = self.at(f".issues button[data-issue={issue}]")
        expect(button).to_be_visible()
        self.press(button, by)
        expect(self.at(f".mark[data-issue={issue}]")).not_to_have_count(marks)

    def _drag(self, one: Locator, other: Locator) -> None:
        one.scroll_into_view_if_needed()
        begin, end = one.bounding_box(), other.bounding_box()
        assert begin
        assert end
        mouse = self.page.mouse
        mouse.move(begin["x"] + 2, begin["y"] + begin["height"] / 2)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
        mouse.up()

    def panel(self, name: str) -> Locator:
        """One of the panels: guidelines, ask, skip, menu, keys."""
        return self.page.locator(f".desk aside[data-panel={name}]")

    def open(self, name: str, by: By = "mouse") -> Locator:
        """Open a panel."""
        self.do(name, by)
        expect(self.panel(name)).to_be_visible()
        return self.panel(name)

    def skip(self, reason: str, by: By = "mouse") -> None:
        """Skip what lies there for a reason; another sheet comes."""
        before = self.mode, self.assignment
        panel = self.open("skip", by)
        self.press(panel.locator(f"button[data-skip={reason}]"), by)
        self.moves(*before)

    def ask(self, question: str, by: By = "mouse") -> None:
        """Ask about what lies there, and close the panel."""
        panel = self.open("ask", by)
        panel.locator("[data-field=question]").fill(question)
        self.press(panel.locator("button[data-do=send]"), by)

    def rate(self, values: dict[str, str], by: By = "mouse") -> None:
        """Choose these points, by criterion."""
        for criterion, value in values.items():
            self.press(self.at(f"fieldset[data-criterion={criterion}] [role=radio][data-value='{value}']"), by)

    def says(self, words: str | re.Pattern[str]) -> None:
        """Wait until the line says so."""
        expect(self.at(".line")).to_contain_text(words)

    def all_saved(self) -> None:
        """Wait until nothing waits to be sent."""
        expect(self.page.locator(".desk")).to_have_attribute("data-waiting", "0")
