"""From an endpoint's replies to the report that compares the judge with the people."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from eval_core.campaigns.content.import_ratings import import_ratings
from eval_core.campaigns.results.judges_rating import rating_judge_reports
from eval_core.protocols import load_protocol
from eval_core.store import Prompt, Response, System
from tests.judges.conftest import MODEL, judge
from tests.judges.stub import Stub, score_of
from tests.support.building import Built


def test_a_batch_judge_beside_people(to_judge: Callable[..., Built], stub: Callable[..., Stub], tmp_path: Path) -> None:
    """Ola gives what the stub draws from a text and Kari another point: the report says so, and knows the batches."""
    built = to_judge("mt_qualitative", prompts=8)
    judge(built, stub("mt_qualitative"))
    rated = load_protocol("mt_qualitative").rated
    keys = [criterion.key for criterion in rated]
    with built.store.read() as db:
        responses = list(
            db.execute(
                select(Prompt.external_id, System.name, Response.text)
                .join(Response, Response.prompt_id == Prompt.id)
                .join(System, System.id == Response.system_id)
            )
        )
    lines = [",".join(["prompt_id", "system", "annotator_id", *keys])]
    for prompt, system, text in responses:
        drawn = [int(score_of(text, criterion) or 1) for criterion in rated]
        lines.append(",".join([prompt, system, "Ola", *map(str, drawn)]))
        lines.append(",".join([prompt, system, "Kari", *(str(value + 1 if value < 5 else 1) for value in drawn)]))
    path = tmp_path / "people.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    import_ratings(built.store, path, built.slug)
    [reports] = rating_judge_reports(built.store, built.slug)
    assert (reports.judge, reports.comparison.common) == (MODEL, len(responses))
    assert {part.comparison.judge.exact.value for part in reports.criteria.values()} == {0.5}
    assert {part.comparison.people.exact.value for part in reports.criteria.values()} == {0.0}
    assert reports.comparison.annotators["Ola"].spearman.value == pytest.approx(1)
    assert reports.comparison.place is not None
    assert reports.comparison.place.n == len(responses)
    assert reports.score.test.passes is None
