"""A methods section says what is true of these judgments, and cites the same in each language."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pandas as pd
import pytest

from eval_core.campaigns.publishing.report_facts import CampaignFacts
from eval_core.campaigns.results.early_results import Looks
from eval_core.locales import LANGUAGES, use_language
from eval_core.ranking.robustness import Change, Check, Robustness
from eval_core.reports.bundle.methods import MethodFacts, methods_paragraphs, robustness_paragraphs
from eval_core.reports.bundle.recomputation import Control, Firmness, firmness_of, parts_of
from eval_core.reports.bundle.references import SOURCES, cited
from eval_core.reports.bundle.result_tables import result_tables

CHOICES = {"model": "davidson", "level": 0.95, "seed": 0, "parts": ["all"]}
LOOKS = Looks(people=2, commands=0, programs=0, known=True, closed=True, imported=False)
NOW = datetime(2026, 3, 2, tzinfo=UTC)
CAMPAIGN = CampaignFacts(
    slug="trial",
    title="Trial",
    is_demo=False,
    protocol="norwegian_fluency",
    protocol_version="1.0",
    protocol_hash="0" * 64,
    guideline_versions=("1.0",),
    unversioned=0,
    unprotocolled=0,
    text_view="plain",
    overlap=2,
    systems=("a", "b", "c"),
    judgments=96,
    annotators=4,
    simulated=0,
    prompts=8,
    controls=0,
    skipped=0,
    identical=0,
    withdrawn=0,
    excluded=(),
    first=NOW,
    last=NOW,
)


def judgments(*, wins_all: bool = False, people: int = 4) -> pd.DataFrame:
    """Three systems on eight prompts, by so many people; with `wins_all` a never loses."""
    labels = ("A is more fluent", "Equally fluent", "B is more fluent")
    rows = [
        {
            "model_a": first,
            "model_b": second,
            "choice": labels[0 if wins_all and first == "a" else (place + prompt + person) * (place + 2) % 3],
            "annotator_id": f"annotator-{person}",
            "prompt_id": f"prompt-{prompt}",
            "written_standard": None,
            "order_known": True,
            "length_a": None,
            "length_b": None,
            "counts": True,
        }
        for person in range(people)
        for prompt in range(8)
        for place, (first, second) in enumerate((("a", "b"), ("b", "c"), ("a", "c")))
    ]
    return pd.DataFrame(rows)


def facts(frame: pd.DataFrame) -> MethodFacts:
    controls = {"gold": Control(0, 0), "repeats": Control(0, 0)}
    parts = parts_of(frame, CHOICES)
    return MethodFacts(CAMPAIGN, parts, controls, 0, LOOKS, "human", firmness_of(frame, parts))


def changed(usual: MethodFacts, *, gold: int = 0, **made: Any) -> MethodFacts:
    """The same results under other facts, of the campaign or of its judgments."""
    own = {name: made.pop(name) for name in ("imported", "kind") if name in made}
    controls = {**usual.controls, "gold": Control(gold, gold // 2)}
    return replace(usual, controls=controls, campaign=replace(CAMPAIGN, **made), **own)


@pytest.fixture(scope="module")
def usual() -> MethodFacts:
    return facts(judgments())


def test_the_usual_study(usual: MethodFacts) -> None:
    """Who judged what, the model and its sources, the agreement, and the program."""
    text = "\n".join(methods_paragraphs(usual))
    for said in (
        "96 judgments by 4 annotators compare the responses of 3 systems to 8 prompts.",
        "The protocol was norwegian_fluency, version 1.0.",
        "Annotators were not told which systems had written the responses",
        "There were neither gold comparisons nor repeats",
        "Davidson's parameter for ties [@davidson1970]",
        "clustered by both [@cameron2011]",
        "corrected for the number of annotators",
        "the mean of an estimate for each difference and one from all systems",
        "Krippendorff's α (ordinal) [@krippendorff2019] is ",
        "Parvis",
    ):
        assert said in text
    assert "sign test" not in text


def test_many_annotators_need_no_common_variance() -> None:
    """Where nothing is pooled, the section says nothing of it."""
    text = "\n".join(methods_paragraphs(facts(judgments(people=31))))
    assert "corrected for the number of annotators" in text
    assert "all systems together" not in text.replace("hold for all systems together", "")


@pytest.mark.parametrize(
    ("made", "said", "unsaid"),
    [
        ({"imported": 5}, "5 judgments were made elsewhere", "The protocol was"),
        ({"imported": 5}, "", "not told which systems"),
        ({"gold": 10}, "Of 10 answers to gold comparisons, 50% were right.", "neither gold"),
        ({"excluded": (("Kari", "Too fast"),)}, "The judgments of 1 annotator were left out.", "Kari"),
        ({"simulated": 2}, "2 of the annotators are simulated.", ""),
        ({"is_demo": True}, "Demo campaign", ""),
        ({"kind": "judge"}, "by 4 LLM judges", "Annotators were not told"),
        ({"kind": "all"}, "by people and LLM judges", "Annotators were not told"),
    ],
)
def test_sentences_have_their_ground(usual: MethodFacts, made: dict[str, Any], said: str, unsaid: str) -> None:
    """What holds of these judgments only is said of them, and what does not is not."""
    before = "\n".join(methods_paragraphs(usual))
    text = "\n".join(methods_paragraphs(changed(usual, **made)))
    assert said in text
    assert not said or said not in before, "it would be said of every study"
    assert not unsaid or unsaid not in text


def test_total_victory_is_explained_where_it_occurs() -> None:
    """The sign test, and limits on one side, only where somebody won everything."""
    won = facts(judgments(wins_all=True))
    assert "sign test" in "\n".join(methods_paragraphs(won))
    tables = {table.label: table for table in result_tables(won, {"all": "Method."})}
    assert "at most one limit is known" in tables["ranking"].note
    assert tables["ranking"].rows[0][2].startswith(">")


def test_how_firm_it_is_said(usual: MethodFacts) -> None:
    """What the ranking hangs on has a paragraph, and a system's name in it cites nothing."""
    assert "one judgment per comparison" in "".join(robustness_paragraphs(usual))
    change = Change((("[@gwet2008]", "b"),), (), (), (), None, None)
    unanswered = Check("no_lengths")
    named = Robustness(1, unanswered, Check(None, change), unanswered)
    paragraphs = robustness_paragraphs(replace(usual, firmness={"all": Firmness(named, None)}))
    assert "gwet2008" in "".join(paragraphs), "planted: it is named"
    assert cited(paragraphs) == []


def test_one_annotator() -> None:
    """Without overlap there is no agreement, and it is said."""
    text = "\n".join(methods_paragraphs(facts(judgments(people=1))))
    assert "Agreement needs at least two annotators." in text
    assert "@krippendorff2019" not in text
    assert "resampling" not in text


def test_unknown_annotators() -> None:
    """Where nobody is known two may have judged the same: the reason why agreement is not known is the true one."""
    text = "\n".join(methods_paragraphs(facts(judgments().assign(annotator_id=None))))
    assert "It is not known who judged what" in text


@pytest.mark.parametrize(("people", "said"), [(4, "resampling prompts."), (10, "resampling prompts; with ten")])
def test_what_is_resampled(people: int, said: str) -> None:
    """From ten annotators on the intervals of agreement are about other annotators too, and it is said."""
    assert said in "\n".join(methods_paragraphs(facts(judgments(people=people))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_cites_the_same(usual: MethodFacts, language: str) -> None:
    """A translation that loses a citation, or invents one, is found."""
    expected = cited(methods_paragraphs(usual))
    use_language(language)
    paragraphs = methods_paragraphs(usual)
    assert set(cited(paragraphs)) == set(expected)
    assert set(expected) < set(SOURCES)
    assert ("annotators" in " ".join(paragraphs)) == (language == "en")


def test_tables_hold_the_ranking(usual: MethodFacts) -> None:
    """Every system has a row in both tables of the ranking, every pair one in its own; agreement and people follow."""
    tables = {table.label: table for table in result_tables(usual, {"all": "Method."})}
    assert list(tables) == ["ranking", "ranking-wide", "pairs", "agreement", "people"]
    ranking = usual.parts["all"].ranking
    for label, place in (("ranking", 1), ("ranking-wide", 2)):
        assert [row[place] for row in tables[label].rows] == [row.system for row in ranking.systems]
    assert len(tables["pairs"].rows) == 3
    decided = sum(row[-1].endswith("*") for row in tables["pairs"].rows)
    assert decided == sum(pair.decided for pair in ranking.pairs)
    assert ("Gold comparisons answered as expected", "not checked") in tables["people"].rows
    assert "2 people, on the pages" in tables["people"].note
    for table in tables.values():
        assert all(len(row) == len(table.columns) for row in table.rows)
