"""No table of the research pages is cut: measured in a real browser, with long names."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.people.sign_ins.sign_in import choose_language
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.store import Store
from tests.browser.conftest import Site
from tests.support.browser.scenes import World, settle

SYSTEMS = ("fjell", "fjord", "norsk-språkmodell-med-et-svært-langt-navn-7B-instruct-sjekkpunkt-10000")
PEOPLE = ("Annotator 10", "Annotator 2", "Annotator 1")
SLUG = "tables"
# A table's own frame scrolls where it is wider: these are cut.
CUT = """() => [...document.querySelectorAll('[data-testid=stMain] .scroll')]
  .filter(frame => frame.checkVisibility() && frame.scrollWidth > frame.clientWidth + 1)
  .map(frame => frame.getAttribute('aria-label'))"""
AS_IT_WAS = "table.plain th, table.plain td { white-space: nowrap !important; padding-right: 16px !important }"


def fill(store: Store, folder: Path) -> None:
    """A campaign in two categories that three people have judged."""
    chance = random.Random(0)
    rows = [
        {
            "prompt_id": f"p{number}",
            "prompt": f"Oppgave {number}",
            "system": system,
            "response": f"Svar {number} av {system}.",
        }
        | {"category": ("brev", "nyheter")[number % 2], "written_standard": "nb"}
        for number in range(12)
        for system in SYSTEMS
    ]
    (folder / "responses.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with (folder / "judgments.csv").open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(("question_id", "judge", "model_a", "model_b", "winner"))
        for number in range(12):
            for one, two in combinations(SYSTEMS, 2):
                for person in PEOPLE:
                    out.writerow((f"p{number}", person, one, two, chance.choice(("model_a", "model_b", "tie"))))
    create_campaign(store, SLUG, title="Tabeller")
    import_responses(store, folder / "responses.jsonl", SLUG)
    import_judgments(store, folder / "judgments.csv", SLUG)


@pytest.fixture
def page(serve: Callable[..., Site], visit: Callable[..., Page], tmp_path: Path) -> Callable[[str, int], Page]:
    """Opens a page of the campaign at a width, as its lead."""
    site = serve()
    fill(site.store, tmp_path)
    world = World(site)
    choose_language(site.store, world.enter(SLUG, "Lise", "lead", "researcher"), "nb")
    opened = visit(locale="nb")

    def show(path: str, width: int) -> Page:
        opened.set_viewport_size({"width": width, "height": 900})
        world.become(opened, "Lise")
        opened.goto(f"{site.url}/{path}")
        shown = opened.locator(".st-key-show_results button, [data-testid=stMain] .scroll").first
        expect(shown).to_be_visible()
        if opened.locator(".st-key-show_results button").count():
            opened.locator(".st-key-show_results button").first.click()
        expect(opened.locator("[data-testid=stMain] .scroll").first).to_be_visible()
        settle(opened)
        return opened

    return show


def test_no_column_is_cut(page: Callable[[str, int], Page]) -> None:
    """Quality at 1440 pixels and Analysis at 390 show all columns; annotators are in the order of their numbers."""
    quality = page("quality", 1440)
    assert quality.evaluate(CUT) == []
    text = quality.locator("[data-testid=stMain]").inner_text()
    assert text.index("Annotator 1\t") < text.index("Annotator 2\t") < text.index("Annotator 10\t")
    analysis = page("analysis", 390)
    assert analysis.evaluate(CUT) == []
    analysis.add_style_tag(content=AS_IT_WAS)
    assert analysis.evaluate(CUT) != [], "the measure finds the columns that used to be cut"
