"""Scores of one campaign held against others of the same responses: what there is, what counts, what is found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from eval_core.campaigns.access import find_person
from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_ratings import import_ratings
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.quality.exclusions import exclude_person
from eval_core.campaigns.results.early_results import show_results
from eval_core.campaigns.results.score_comparison import Other, ScoreComparison, comparable_scores, compare_scores
from eval_core.campaigns.results.votes import read_votes
from eval_core.errors import InputError
from eval_core.ranking import rank
from eval_core.store import Response
from tests.support.building import Built, build_campaign
from tests.support.checking import refusal

Build = Callable[..., Built]
SYSTEMS = ("alfa", "bravo", "charlie")


def rate(built: Built, folder: Path, who: str, *, bend: int = 0) -> None:
    """Six prompts in three documents: alfa best, charlie worst; `bend` changes every second prompt's scores."""
    rows = [
        f"p{i},d{i // 2},{system},{who},{5 - k - (bend if i % 2 else 0)},{4 - k + i % 2}"
        for i in range(6)
        for k, system in enumerate(SYSTEMS)
    ]
    path = folder / "ratings.csv"
    path.write_text("\n".join(["prompt_id,document,system,annotator_id,adequacy,fluency", *rows]), encoding="utf-8")
    import_ratings(built.store, path, built.slug)


@pytest.fixture
def rated(campaign: Build, tmp_path: Path) -> Built:
    """A campaign of ratings by Kari."""
    built = campaign(protocol="adequacy_fluency", prompts=0, systems=SYSTEMS)
    rate(built, tmp_path, "Kari")
    return built


def other_campaign(rated: Built, folder: Path) -> Built:
    """A second campaign with Ola's ratings of the same prompts and systems."""
    built = build_campaign(rated.store, slug="second", protocol="adequacy_fluency", prompts=0, systems=SYSTEMS)
    rate(built, folder, "Ola", bend=1)
    return built


def sizes(found: ScoreComparison) -> dict[str, int]:
    return {row.unit: row.correlation.n for row in found.correlations}


def test_another_campaigns_scores_of_the_same_responses(rated: Built, tmp_path: Path) -> None:
    """Responses are matched by prompt, system and text over campaigns, and a text that changed is another response."""
    second = other_campaign(rated, tmp_path)
    comparison = compare_scores(rated.store, rated.slug, Other("second"))
    assert sizes(comparison) == {"item": 18, "document": 9, "system": 3}
    assert comparison.title == "Campaign second"
    one = comparison.points.set_index(["unit", "item", "system"]).loc[("item", "p1", "bravo")]
    assert (one["document"], one["one"], one["other"]) == ("d0", 4.0, 3.5)
    with rated.store.write() as db:
        for slug, text in ((rated.id, "En tekst."), (second.id, "En annen tekst.")):
            db.query(Response).filter_by(campaign_id=slug).order_by(Response.id).first().text = text  # type: ignore[union-attr]
    assert sizes(compare_scores(rated.store, rated.slug, Other("second"))) == {"item": 17, "document": 9, "system": 3}


def test_the_ranking_of_a_pairwise_campaign(rated: Built, tmp_path: Path) -> None:
    """Compared with a pairwise campaign, each system has its score and its strength; only systems correlate."""
    pairs = build_campaign(rated.store, slug="pairs", prompts=0, systems=SYSTEMS)
    path = tmp_path / "judgments.csv"
    wins = [("alfa", "bravo"), ("bravo", "charlie"), ("alfa", "charlie"), ("bravo", "alfa"), ("charlie", "bravo")]
    rows = [f"q{i},{one},{other},model_a,Siri" for i, (one, other) in enumerate([*wins[:3], *wins])]
    path.write_text("\n".join(["prompt_id,model_a,model_b,winner,annotator_id", *rows]), encoding="utf-8")
    assert compare_scores(rated.store, rated.slug, Other("pairs")).points.empty
    import_judgments(rated.store, path, pairs.slug)
    comparison = compare_scores(rated.store, rated.slug, Other("pairs"))
    strengths = {row.system: row.strength for row in rank(read_votes(rated.store, "pairs")).systems}
    bounded = {row.system for row in rank(read_votes(rated.store, "pairs")).systems if row.bounded}
    assert dict(zip(comparison.points["system"], comparison.points["other"], strict=True)) == {
        name: strengths[name] for name in bounded
    }
    assert sizes(comparison) == {"system": len(bounded)}
    assert comparison.overall("item") is None
    with pytest.raises(InputError, match="nothing is compared"):
        compare_scores(rated.store, rated.slug, Other(protocol="norwegian_fluency"))


def test_each_annotator_and_slice(rated: Built, tmp_path: Path) -> None:
    """With `each` every annotator has a row, and a slice holds for both sides; excluded annotators are left out."""
    rate(rated, tmp_path, "Per", bend=1)
    comparison = compare_scores(rated.store, rated.slug, Other(kind="all"), each=True)
    assert {(row["annotator"], row["system"]) for row in comparison.as_dicts("document")} == {
        (who, system) for who in (None, "Kari", "Per") for system in (None, *SYSTEMS)
    }
    assert [row["annotator"] for row in comparison.as_dicts("system")] == [None, "Kari", "Per"]
    assert sizes(compare_scores(rated.store, rated.slug, Other(), where=["prompt_id=p0", "prompt_id=p1"]))["item"] == 6
    with rated.store.read() as db:
        per = find_person(db, "Per").id
    exclude_person(rated.store, rated.slug, per, "Not read")
    alone = compare_scores(rated.store, rated.slug, Other(kind="all"), each=True)
    assert {row["annotator"] for row in alone.as_dicts("item")} == {None, "Kari"}
    with pytest.raises(InputError, match="FIELD=VALUE"):
        compare_scores(rated.store, rated.slug, Other(), where=["round=1"])


def test_only_what_one_may_see_is_offered(rated: Built, tmp_path: Path) -> None:
    """A researcher is offered other campaigns with the same systems that they may read, and sees where results are
    not shown yet; campaigns without a role are neither offered nor mentioned."""
    rita = rated.enter("Rita", "researcher")
    second = other_campaign(rated, tmp_path)
    build_campaign(rated.store, slug="apart", prompts=0, systems=("delta",))
    here = [Other(None, "adequacy_fluency")]
    assert [choice.other for choice in comparable_scores(rated.store, rated.slug, rita)] == here
    assert refusal(lambda: compare_scores(rated.store, rated.slug, Other("second"), who=rita)) == "not_allowed"
    rosa = second.enter("Rosa", "researcher")
    assert refusal(lambda: comparable_scores(rated.store, rated.slug, rosa)) == "not_allowed"
    assert [choice.other for choice in comparable_scores(rated.store, rated.slug)] == [
        *here,
        Other("second", "adequacy_fluency"),
    ]
    roy = sign_in(rated.store, add_person(rated.store, "Roy", ("researcher",), [rated.slug, "second"]).token)
    assert [choice.shown for choice in comparable_scores(rated.store, rated.slug, roy)] == [True, False]
    show_results(rated.store, "second", roy)
    assert [choice.shown for choice in comparable_scores(rated.store, rated.slug, roy)] == [True, True]
