"""The report as one file: its figures can be recomputed, and nothing in it can do harm."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy import update

from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.publishing.report_facts import campaign_facts
from eval_core.campaigns.results.leaderboard import read_leaderboard
from eval_core.cli.votes import votes_of
from eval_core.files import write_table
from eval_core.locales import use_language
from eval_core.ranking import rank
from eval_core.ranking.choices import Choices
from eval_core.reports.page import campaign_report
from eval_core.reports.standings.ranking_table import ranking_table
from eval_core.store import Campaign, Store, System
from tests.support.building import Built
from tests.support.judging import judge

NASTY = '<script>alert("x")</script>'


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    use_language("en")
    yield
    use_language("en")


@pytest.fixture
def judged(campaign: Callable[..., Built]) -> Built:
    """A campaign in both written standards that two people have judged."""
    built = campaign(prompts=8, overlap=2)
    for person in built.annotators(2):
        judge(built, person)
    return built


def rows(report: str) -> list[list[str]]:
    """The cells of the tables of numbers, in order."""
    matches = re.findall(r"<tr>((?:<td[^>]*>[^<]*</td>)+)</tr>", report)
    return [[unescape(cell) for cell in re.findall(r"<td[^>]*>([^<]*)</td>", row)] for row in matches]


def test_the_numbers_are_those_of_the_exported_file(judged: Built, tmp_path: Path) -> None:
    """Ranked again from the exported judgments with the report's own conditions, every cell is the same."""
    file = tmp_path / "judgments.csv"
    write_table(export_judgments(judged.store, judged.slug, pseudonymous=True), file)
    expected = [
        row
        for conditions in ([], ["written_standard=nb"], ["written_standard=nn"])
        for row in ranking_table(rank(votes_of(file, None, conditions)))[1]
    ]
    report = campaign_report(judged.store, judged.slug)
    assert rows(report) == expected
    assert len(expected) == 9
    for standard in ("nb", "nn"):
        assert f"parvis rank trial-judgments.csv --where written_standard={standard}" in report
        board = read_leaderboard(judged.store, judged.slug, Choices(written_standard=standard))
        assert board.fingerprint in report
    assert report.count("<script src=") == 0, "it needs no network"


@pytest.mark.slow
def test_the_facts_are_counted(judged: Built, store: Store) -> None:
    """Judgments, annotators, prompts and systems as they are, and as the report has them."""
    facts = campaign_facts(store, judged.slug)
    assert (facts.judgments, facts.annotators, facts.prompts) == (48, 2, 8)
    assert facts.systems == tuple(sorted(judged.systems))
    assert (facts.controls, facts.skipped, facts.identical, facts.withdrawn, facts.simulated) == (0, 0, 0, 0, 0)
    assert facts.first is not None
    report = campaign_report(store, judged.slug)
    assert '<th scope="row">Judgments</th><td>48</td>' in report
    dated = r"\d{1,2} [A-Z][a-z]+ 20\d\d \d\d:\d\d"
    assert re.search(rf"Made with Parvis [\d.]+, {dated} \(UTC\)", report), "it is a file to cite"
    assert re.search(rf'<th scope="row">Judged \(UTC\)</th><td>{dated} – {dated}</td>', report)


@pytest.mark.slow
def test_nothing_from_outside_is_markup(judged: Built, store: Store) -> None:
    """A title and a system's name with tags are text; the planted one is found where it is raw."""
    with store.write() as db:
        db.execute(update(Campaign).values(title=NASTY))
        db.execute(update(System).where(System.name == "alfa-modell").values(name=NASTY))
    report = campaign_report(store, judged.slug)
    assert NASTY not in report
    assert "&lt;script&gt;alert" in report
    assert NASTY in report.replace("&lt;", "<").replace("&gt;", ">").replace("&#34;", '"')
    assert json.dumps(NASTY)[1:-1] not in report


def test_an_empty_campaign_says_so(campaign: Callable[..., Built]) -> None:
    """Without a judgment there is a report with words, in the reader's language, and without figures."""
    built = campaign(prompts=2)
    use_language("nn")
    report = campaign_report(built.store, built.slug)
    assert '<html lang="nn">' in report
    assert "plotly" not in report
    assert "parvis rank --campaign trial" in report
