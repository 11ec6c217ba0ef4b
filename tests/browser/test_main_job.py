"""The main job on real input: a lead loads, annotators judge, the lead watches, a researcher reads and downloads."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select
from sqlalchemy.orm import aliased

from eval_core.files import read_judgments
from eval_core.store import Comparison, Judgment, Person, Response, Store
from tests.browser.conftest import Site, parvis, sign_in
from tests.support.browser.acting import LABELS, Received
from tests.support.browser.desk import By, Desk
from tests.support.browser.scenes import settle

EACH = 9  # judgments by each of three annotators
DWELL_MS, LOOK_MS = 30, 160  # five times as long at most, for long texts
CHOICES = ("A", "tie", "B", "B", "A")
Key = tuple[str, str, str, str]  # annotator, text as A, text as B, choice


def judgments_in(store: Store) -> Counter[Key]:
    """The live judgments of the database."""
    one, two = aliased(Response), aliased(Response)
    with store.read() as db:
        rows = db.execute(
            select(Person.name, one.text, two.text, Judgment.choice, Judgment.swapped)
            .join(Person, Person.id == Judgment.person_id)
            .join(Comparison, Comparison.id == Judgment.comparison_id)
            .join(one, one.id == Comparison.first_response_id)
            .join(two, two.id == Comparison.second_response_id)
            .where(Judgment.live, Judgment.choice.is_not(None))
        ).all()
    return Counter((name, b, a, choice) if swapped else (name, a, b, choice) for name, a, b, choice, swapped in rows)


def judge_some(desk: Desk, name: str, number: int) -> list[Key]:
    """So many judgments, every other one by key."""
    made = []
    for turn in range(number):
        by: By = "mouse" if turn % 2 else "key"
        a, b, choice = desk.judge(CHOICES[turn % len(CHOICES)], by, look_ms=LOOK_MS)
        made.append((name, a, b, choice))
    return made


def downloaded(page: Page, name: str, row: str = "") -> bytes:
    """What the download button called `name` gives; of several, that in the first row of this selector."""
    buttons = page.locator(row or "body").first.get_by_role("button", name=name, exact=True)
    with page.expect_download() as download:
        buttons.click()
    return Path(download.value.path()).read_bytes()


@pytest.fixture
def site(serve: Callable[..., Site], shared_data: Path) -> Site:
    """A dashboard with the NorSumm summaries, loaded through the command line."""
    running = serve(PARVIS_DWELL_MS=str(DWELL_MS))
    database = running.store.url.render_as_string(hide_password=False)
    parvis("campaign", "create", "norsumm", "--title", "Summaries", "--per-annotator", "300", database=database)
    source = str(shared_data / "norsumm" / "responses.jsonl")
    parvis("import", "responses", source, "--campaign", "norsumm", database=database)
    return running


@pytest.fixture
def link(site: Site) -> Callable[[str, str], str]:
    """Adds a person through the command line; their link."""
    database = site.store.url.render_as_string(hide_password=False)

    def add(name: str, role: str) -> str:
        words = ("person", "add", name, "--role", role, "--campaign", "norsumm")
        said = parvis(*words, "--base-url", site.url, "--format", "json", database=database)
        return str(json.loads(said)["link"])

    return add


@pytest.mark.quick
def test_the_main_job(
    site: Site, link: Callable[[str, str], str], visit: Callable[..., Page], shared_data: Path
) -> None:
    """Database, download and page agree: every judgment once, none else; annotators learn no system's name."""
    lead = visit()
    sign_in(lead, link("Lise", "lead"))
    expect(lead.locator(".verdict")).to_contain_text("0 of ")

    made: list[Key] = []
    receiving: list[Received] = []
    annotators: dict[str, Desk] = {}
    for name in ("Kari", "Ola", "Åse"):
        page = visit()
        receiving.append(Received.by(page))
        sign_in(page, link(name, "annotator"))
        annotators[name] = Desk(page).stands("judge")
    made += judge_some(annotators["Kari"], "Kari", EACH)
    # Nothing is reloaded on the lead's screen, and still it follows.
    expect(lead.locator(".verdict")).to_contain_text(f"{EACH} of ")

    made += judge_some(annotators["Ola"], "Ola", EACH)
    ola = annotators["Ola"]
    ola.look(LOOK_MS)
    ola.undo()
    ola.says("Undone")
    assert ola.done == EACH - 1
    assert ola.texts == made[-1][1:3]
    made.pop()
    a, b, choice = ola.judge("tie", look_ms=LOOK_MS)
    made.append(("Ola", a, b, choice))

    last = annotators["Åse"]
    made += judge_some(last, "Åse", 5)
    before = last.texts
    last.all_saved()
    last.page.reload()
    last.stands("judge")
    assert (last.texts, last.done) == (before, 5)
    made += judge_some(last, "Åse", EACH - 5)

    expect(lead.locator(".verdict")).to_contain_text(f"{3 * EACH} of ")
    assert judgments_in(site.store) == Counter(made)

    researcher = visit()
    named = Received.by(researcher)
    sign_in(researcher, link("Rolf", "researcher"))
    # While judging is open, results are shown to who asks for them.
    researcher.get_by_role("button", name="Show results so far").click()
    expect(researcher.locator(".js-plotly-plot").first).to_be_visible()
    expect(researcher.get_by_text(re.compile("Davidson model .newton.; .*judgments"))).to_have_count(1)
    ranking = pd.read_csv(io.BytesIO(downloaded(researcher, "CSV", ".st-key-downloads_norsumm")))
    assert list(ranking.columns[:3]) == ["system", "component", "rank"]
    researcher.goto(f"{site.url}/export")
    researcher.get_by_text("Pseudonyms instead of annotators' names").click()
    settle(researcher)  # the buttons follow the choice
    exported = downloaded(researcher, "JSONL")
    rows = [json.loads(line) for line in exported.decode().splitlines()]
    by_label = {label: choice for choice, label in LABELS.items()}
    taken = Counter(
        (row["annotator_id"], row["response_a"], row["response_b"], by_label[row["choice"]]) for row in rows
    )
    assert taken == Counter(made)
    file = site.log.with_name("judgments.jsonl")
    file.write_bytes(exported)
    assert len(read_judgments(file)) == 3 * EACH

    responses = [json.loads(line) for line in (shared_data / "norsumm" / "responses.jsonl").open(encoding="utf-8")]
    names = sorted({row["system"] for row in responses})
    for received in receiving:
        assert received.naming(names) == []
    # The planted violation: the researcher's browser receives the names of all that are ranked, and the search finds them.
    ranked = set(ranking["system"])
    assert len(ranked) > 3
    assert ranked <= set(named.naming(names))
