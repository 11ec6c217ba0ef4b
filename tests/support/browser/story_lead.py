"""The lead of the lead's story at her browser: what she presses, opens, gives and reads."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Site
from tests.support.browser.scenes import settle


@dataclass
class Lead:
    """Lise, who is no programmer, at her own computer."""

    page: Page
    site: Site
    folder: Path

    @property
    def slug(self) -> str:
        """The campaign in the address."""
        return self.page.url.rpartition("campaign=")[2]

    @property
    def main(self) -> Locator:
        """The page without the list at the side."""
        return self.page.locator("[data-testid=stMain]")

    def look(self, name: str) -> None:
        """What is there now is drawn; pictures are taken here where they are wanted."""
        del name
        settle(self.page)

    def reads(self, words: str | re.Pattern[str], within: str = "[data-testid=stMain]") -> None:
        """Wait until these words are there."""
        expect(self.page.locator(within).get_by_text(words).first).to_be_visible()

    def button(self, name: str, within: str = "[data-testid=stMain]") -> Locator:
        """The button with this label; the last one where a question has one of the same name."""
        return self.page.locator(within).get_by_role("button", name=name, exact=True)

    def press(self, name: str, within: str = "body") -> None:
        """Press a button."""
        self.button(name, within).click()
        settle(self.page)

    def press_one(self, name: str, within: str = "[data-testid=stMain]") -> None:
        """Press a button that opens a question; its name has more than the label."""
        self.page.locator(within).get_by_role("button", name=name).click()
        settle(self.page)

    def counts(self) -> tuple[int, int]:
        """What *Progress* counts: judgments of the headline, and of all rows; the rows add up, and say what is not in both."""
        head = re.search(r"(\d+) av \d+ vurderinger", self.main.inner_text())
        said = re.search(r"Radene har til sammen (\d+), mens overskriften teller (\d+): (.*)", self.main.inner_text())
        *people, together = [
            row.split("\t") for row in self.main.locator("table").first.locator("tbody tr").all_inner_texts()
        ]
        assert head
        assert said
        done, made = int(head[1]), sum(int(row[1]) for row in people)
        assert (made, made, done) == (int(together[1]), int(said[1]), int(said[2]))
        assert made - done == sum(int(part) for part in re.findall(r"(\d+) (?:av dem )?er ", said[3]))
        return done, made

    def opens(self, name: str) -> None:
        """Open a page from the list at the side."""
        self.page.locator(".st-key-pages").get_by_role("link", name=name).first.click()
        expect(self.page.locator("h1").first).to_contain_text(name)
        settle(self.page)

    def step(self, name: str) -> None:
        """Open a step of the plan."""
        self.page.locator('[class*="st-key-setup_step_"] label').filter(has_text=name).click()
        settle(self.page)

    def gives(self, file: Path, kind: str = "") -> None:
        """Choose a file of a kind under *Texts*."""
        if kind:
            self.page.locator(".st-key-setup_kind label").filter(has_text=kind).click()
            settle(self.page)
        self.page.locator('[data-testid="stFileUploader"] input').set_input_files(str(file))
        expect(self.page.locator(".st-key-setup_verdict")).to_be_visible()
        settle(self.page)

    def downloads(self, name: str) -> Path:
        """Press a button that gives a file."""
        with self.page.expect_download() as download:
            self.button(name).first.click()
        path = self.folder / download.value.suggested_filename
        download.value.save_as(path)
        return path
