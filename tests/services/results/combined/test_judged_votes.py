"""People's judgments of a campaign next to a judge's verdicts on all of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.results.combined.judged_votes import comparing_judges, judged_votes
from eval_core.errors import InputError
from eval_core.ranking import rank
from eval_core.ranking.rectification.combination import rank_with_judge
from tests.support.building import Built
from tests.support.judged_studies import Design, study

DESIGN = Design(truth=(-0.5, 0.0, 0.5), prompts=40, judged=60, annotators=4)


def rows(dropped: int = 0) -> list[dict[str, Any]]:
    """A study as rows of a file; the judge lacks the verdict on the first `dropped` items that nobody judged."""
    people, verdicts = study(DESIGN, 3)
    keys = ["prompt", "first", "second"]
    judged = set(people[keys].itertuples(index=False, name=None))
    items = [dict(zip(verdicts, row, strict=True)) for row in verdicts.itertuples(index=False, name=None)]
    others = [item for item in items if tuple(item[key] for key in keys) not in judged]
    kept = [item for item in items if item not in others[:dropped]]
    both = [dict(zip(people, row, strict=True)) for row in people.itertuples(index=False, name=None)] + kept
    return [
        {
            "prompt_id": f"p{row['prompt']}",
            "prompt": f"Oppgave {row['prompt']}",
            "written_standard": ("nb", "nn")[row["prompt"] % 2],
            "category": "brev",
            "model_a": row["first"],
            "model_b": row["second"],
            "response_a": f"{row['first']} {row['prompt']} " + "x" * row["length_first"],
            "response_b": f"{row['second']} {row['prompt']} " + "x" * row["length_second"],
            "winner": {"first": "model_a", "second": "model_b", "tie": "tie"}[row["outcome"]],
            "annotator_id": row["annotator"],
            "annotator_kind": "judge" if row["annotator"] == "judge" else "human",
        }
        for row in both
    ]


def built_of(campaign: Callable[..., Built], folder: Path, judgments: list[dict[str, Any]]) -> Built:
    built = campaign(prompts=0)
    path = folder / "study.jsonl"
    path.write_text("\n".join(map(json.dumps, judgments)), encoding="utf-8")
    import_judgments(built.store, path, built.slug)
    return built


def test_a_campaign_gives_what_the_study_gives(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """The ranking of the campaign is that of the study's tables; the judge's conditions are those of items only."""
    built = built_of(campaign, tmp_path, rows())
    assert comparing_judges(built.store, built.slug) == ("judge",)
    found = judged_votes(built.store, built.slug, "judge")
    assert (len(found.people), len(found.verdicts)) == (60, 120)
    joint, direct = rank_with_judge(found.people, found.verdicts, "judge"), rank_with_judge(*study(DESIGN, 3), "judge")
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
    left_out = rows(dropped=2)
    # The items themselves stay in the campaign: another program has judged them.
    others = [
        row | {"annotator_id": "Annen", "annotator_kind": "judge"} for row in rows() if row["annotator_id"] == "judge"
    ]
    built = built_of(campaign, tmp_path, left_out + others)
    with pytest.raises(InputError, match="2 of 120 comparisons"):
        judged_votes(built.store, built.slug, "judge")
    assert len(judged_votes(built.store, built.slug, "Annen").verdicts) == 120


def test_other_names_and_kinds(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """A judge that is not there, and a condition on kind, are refused."""
    built = built_of(campaign, tmp_path, rows())
    with pytest.raises(InputError, match="known: judge"):
        judged_votes(built.store, built.slug, "a0")
    with pytest.raises(InputError, match="kind"):
        judged_votes(built.store, built.slug, "judge", where=["kind=all"])


def test_plain_ranking_never_counts_the_judge(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """Counts and win rates next to a judge are those of people alone."""
    built = built_of(campaign, tmp_path, rows())
    found = judged_votes(built.store, built.slug, "judge")
    joint, alone = rank_with_judge(found.people, found.verdicts, "judge"), rank(found.people)
    facts = [{row.system: (row.judgments, row.win_rate) for row in one.systems} for one in (joint, alone)]
    assert facts[0] == facts[1]
    assert np.isfinite([row.strength for row in joint.systems]).all()
