"""What stands below the results in a report: each sentence only where it holds, each source where it is cited."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape

import pytest

from eval_core.agreement import agreement
from eval_core.campaigns.publishing.report_facts import campaign_facts
from eval_core.campaigns.results.early_results import Looks
from eval_core.campaigns.results.leaderboard import read_leaderboard
from eval_core.locales import use_language
from eval_core.ranking import rank
from eval_core.reports.agreement_words import agreement_cells
from eval_core.reports.bundle.methods import MethodFacts
from eval_core.reports.bundle.recomputation import Control, Part
from eval_core.reports.bundle.references import SOURCES
from eval_core.reports.evidence import limitations, reference
from eval_core.reports.page import campaign_report
from tests.support.building import Built
from tests.support.judging import judge

HEADINGS = ["Methods", "People and their agreement", "Robustness", "Limitations", "References", "Data and method"]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    use_language("en")
    yield
    use_language("en")


@pytest.fixture
def judged(campaign: Callable[..., Built]) -> Built:
    """A campaign without gold that two people have judged."""
    built = campaign(prompts=6, overlap=2)
    for person in built.annotators(2):
        judge(built, person)
    return built


def section(report: str, heading: str) -> str:
    """The text of a section, without tags."""
    html = report.split(f"<h2>{heading}</h2>", 1)[1].split("<h2>", 1)[0]
    return unescape(re.sub(r"<[^>]+>", " ", html))


@pytest.mark.slow
def test_a_report_has_what_a_paper_needs(judged: Built) -> None:
    """Its sections in order; agreement is that of the judgments; what was not checked is said; sources are complete."""
    report = campaign_report(judged.store, judged.slug)
    found = [heading for heading in re.findall(r"<h2>([^<]+)</h2>", report) if heading in HEADINGS]
    assert found == HEADINGS
    votes = read_leaderboard(judged.store, judged.slug).votes
    people = " ".join(section(report, "People and their agreement").split())
    for cells in agreement_cells(agreement(votes)):
        assert " ".join(cells) in people
    assert "Gold comparisons answered as expected 0 not checked" in people
    methods, sources = section(report, "Methods"), section(report, "References")
    cited = [source for source in SOURCES.values() if source.short in methods]
    assert len(cited) >= 6
    for source in SOURCES.values():
        assert (reference(source) in sources) == (source in cited), source.short
    assert "2 people judged" in section(report, "Limitations")
    check_figures(report)


def check_figures(report: str) -> None:
    """Each figure is an SVG of both widths in the page, with words for who cannot see it; there is no script."""
    assert "<script" not in report
    pictures = [base64.b64decode(data) for data in re.findall(r"data:image/svg\+xml;base64,([\w+/=]+)", report)]
    figures = report.count("<figure>")
    assert figures == 6
    assert len(pictures) == 2 * figures
    assert all(picture.startswith(b"<?xml") and b"<svg" in picture for picture in pictures)
    assert {re.search(rb'width="([\d.]+)pt"', picture)[1] for picture in pictures} == {b"493.228346", b"238.110236"}
    assert all(re.findall(r'<img [^>]*alt="Figure: [^"]+"', report))
    assert len(report.encode()) < 1_500_000


def test_each_limitation_has_its_ground(judged: Built) -> None:
    """A sentence that needs a ground is missing without it, and said with it."""
    votes = read_leaderboard(judged.store, judged.slug).votes
    part = Part({}, rank(votes), None, None, agreement(votes))
    nobody = Looks(0, 0, 0, known=True, closed=True, imported=False)
    checked = {"gold": Control(5, 5), "repeats": Control(0, 0)}
    campaign = replace(campaign_facts(judged.store, judged.slug), annotators=12)
    plain = MethodFacts(campaign, {"all": part}, checked, 0, nobody, "human")
    alone = Part({}, rank(votes), None, None, agreement(votes.assign(annotator="Kari")))
    grounds = {
        "Annotators were simulated": replace(plain, campaign=replace(campaign, simulated=2)),
        "4 people judged": replace(plain, campaign=replace(campaign, annotators=4)),
        "Verdicts of LLM judges": replace(plain, kind="all"),
        "How far annotators agree is not known": replace(plain, parts={"all": alone}),
        "care was not checked": replace(plain, controls={"gold": Control(0, 0), "repeats": Control(0, 0)}),
        "Judgments were imported": replace(plain, imported=3),
        "Results were seen": replace(plain, looks=replace(nobody, commands=1)),
        "Annotators were left out": replace(plain, campaign=replace(campaign, excluded=(("Kari", "asked to"),))),
    }
    always = list(limitations(plain))
    assert len(always) == 3
    # Where nobody is known, nobody's number is said; of programs' care there is nothing to check.
    assert list(limitations(replace(plain, campaign=replace(campaign, annotators=0)))) == always
    judged_by_programs = replace(grounds["care was not checked"], kind="judge")
    assert not any("care" in text for text in limitations(judged_by_programs))
    for sentence, facts in grounds.items():
        said = [text for text in limitations(facts) if text not in always]
        assert len(said) == 1, sentence
        assert sentence in said[0]


@pytest.mark.parametrize(
    ("cluster", "said"),
    [
        ("both", "take annotators and prompts as samples"),
        ("annotator", "take annotators as a sample"),
        ("prompt", "take prompts as a sample"),
        ("none", "take each judgment as independent"),
    ],
)
def test_what_the_intervals_are_about(judged: Built, cluster: str, said: str) -> None:
    """Of whom and what the judgments are a sample is said by what they are clustered by, and nothing else is."""
    votes = read_leaderboard(judged.store, judged.slug).votes
    part = Part({}, rank(votes, cluster=cluster), None, None, agreement(votes))
    controls = {"gold": Control(5, 5), "repeats": Control(0, 0)}
    looks = Looks(0, 0, 0, known=True, closed=True, imported=False)
    facts = MethodFacts(campaign_facts(judged.store, judged.slug), {"all": part}, controls, 0, looks, "human")
    about = [text for text in limitations(facts) if text.startswith("The intervals")]
    assert len(about) == 1
    assert said in about[0]
