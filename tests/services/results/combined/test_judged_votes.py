"""People's judgments of a campaign next to a judge's verdicts on all of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from eval_core.campaigns.results.combined.judged_votes import comparing_judges, judged_votes
from eval_core.errors import InputError
from eval_core.ranking import rank
from eval_core.ranking.rectification.combination import rank_with_judge
from tests.support.building import Built
from tests.support.judged_studies import SMALL, study, study_campaign, study_rows


def test_a_campaign_gives_what_the_study_gives(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """The ranking of the campaign is that of the study's tables; the judge's conditions are those of items only."""
    built = study_campaign(campaign(prompts=0), tmp_path, study_rows())
    assert comparing_judges(built.store, built.slug) == ("judge",)
    found = judged_votes(built.store, built.slug, "judge")
    assert (len(found.people), len(found.verdicts)) == (60, 120)
    joint, direct = rank_with_judge(found.people, found.verdicts, "judge"), rank_with_judge(*study(SMALL, 3), "judge")
    assert joint.judge is not None
    assert direct.judge is not None
    assert joint.judge.weight == pytest.approx(direct.judge.weight)
    strengths = [{row.system: row.strength for row in one.systems} for one in (joint, direct)]
    assert strengths[0] == pytest.approx(strengths[1])
    some = judged_votes(built.store, built.slug, "judge", where=["annotator=a0", "written_standard=nb"])
    assert set(some.people["annotator"]) == {"a0"}
    assert set(some.verdicts["written_standard"]) == {"nb"}
    assert len(some.verdicts) == 60


def test_a_judge_that_left_something_is_refused(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """Every comparison that people might have got needs a verdict; the message counts what is missing."""
    left_out = study_rows(dropped=2)
    # The items themselves stay in the campaign: another program has judged them.
    others = [
        row | {"annotator_id": "Annen", "annotator_kind": "judge"}
        for row in study_rows()
        if row["annotator_id"] == "judge"
    ]
    built = study_campaign(campaign(prompts=0), tmp_path, left_out + others)
    with pytest.raises(InputError, match="2 of 120 comparisons"):
        judged_votes(built.store, built.slug, "judge")
    assert len(judged_votes(built.store, built.slug, "Annen").verdicts) == 120


def test_other_names_and_kinds(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """A judge that is not there, and a condition on kind, are refused."""
    built = study_campaign(campaign(prompts=0), tmp_path, study_rows())
    with pytest.raises(InputError, match="known: judge"):
        judged_votes(built.store, built.slug, "a0")
    with pytest.raises(InputError, match="kind"):
        judged_votes(built.store, built.slug, "judge", where=["kind=all"])


def test_plain_ranking_never_counts_the_judge(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """Counts and win rates next to a judge are those of people alone."""
    built = study_campaign(campaign(prompts=0), tmp_path, study_rows())
    found = judged_votes(built.store, built.slug, "judge")
    joint, alone = rank_with_judge(found.people, found.verdicts, "judge"), rank(found.people)
    facts = [{row.system: (row.judgments, row.win_rate) for row in one.systems} for one in (joint, alone)]
    assert facts[0] == facts[1]
    assert np.isfinite([row.strength for row in joint.systems]).all()
