"""Rounds: only what is new is compared, old comparisons come back as anchors, and show drift."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from eval_core.campaigns.audit import read_log
from eval_core.campaigns.content.import_report import ImportReport
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.quality.drift import drift, list_rounds
from eval_core.errors import InputError
from eval_core.store import Comparison, Response, System
from tests.support.building import Built
from tests.support.checking import refusal
from tests.support.judging import judge


def add_system(
    built: Built, folder: Path, *, prompts: int, name: str = "delta-modell", **asked: object
) -> ImportReport:
    """Responses of one more system to the first prompts."""
    file = folder / f"{name}.jsonl"
    rows = [
        {
            "prompt_id": f"p{number}",
            "prompt": f"Oppgave {number}",
            "written_standard": ("nb", "nn")[number % 2],
            "system": name,
            "response": f"Et nytt svar {number}.",
        }
        for number in range(prompts)
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return import_responses(built.store, file, built.slug, **asked)  # type: ignore[arg-type]


def systems_of(built: Built, round_number: int) -> list[set[str]]:
    """The two systems of every comparison of a round."""
    with built.store.read() as db:
        names = dict(db.execute(select(Response.id, System.name).join(System, System.id == Response.system_id)).all())
        rows = db.scalars(
            select(Comparison).where(Comparison.campaign_id == built.id, Comparison.round == round_number)
        ).all()
        return [{names[row.first_response_id], names[row.second_response_id]} for row in rows]


def test_a_new_system_is_compared_in_a_round_of_its_own(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """Every new comparison holds the new system; what the old ones lack among themselves is not made up for."""
    built = campaign(prompts=4, overlap=1)
    (kari,) = built.annotators(1)
    judge(built, kari)
    report = add_system(built, tmp_path, prompts=4, comparisons_per_prompt=2)
    assert report.comparisons == 8
    names = systems_of(built, 2)
    assert len(names) == 8
    assert all("delta-modell" in pair for pair in names)
    (row,) = list_rounds(built.store, built.slug)
    assert (row.number, row.comparisons, row.anchors) == (2, 8, 0)
    assert [entry.action for entry in read_log(built.store, built.slug)][:2] == ["responses_imported", "round_opened"]


def test_before_judging_there_is_one_round(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """What is loaded before anybody has judged belongs to the first round, and so do files without news."""
    built = campaign(prompts=4, overlap=1)
    add_system(built, tmp_path, prompts=4)
    assert list_rounds(built.store, built.slug) == []
    (kari,) = built.annotators(1)
    judge(built, kari)
    assert add_system(built, tmp_path, prompts=4).comparisons == 0
    assert list_rounds(built.store, built.slug) == []


def test_two_files_before_the_first_judgment_are_one_round(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """A round goes on growing until somebody has judged some of it."""
    built = campaign(prompts=2, overlap=1)
    (kari,) = built.annotators(1)
    judge(built, kari)
    add_system(built, tmp_path, prompts=1)
    add_system(built, tmp_path, prompts=2, name="echo-modell")
    assert [(row.number, row.comparisons) for row in list_rounds(built.store, built.slug)] == [(2, 10)]
    judge(built, kari)
    add_system(built, tmp_path, prompts=2, name="foxtrot-modell")
    assert [row.number for row in list_rounds(built.store, built.slug)] == [2, 3]


def test_anchors_are_judged_once_more_by_others(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """They go to people who have not had them, among the new ones and not before or after them, and drift reads them."""
    built = campaign(prompts=6, overlap=1)
    kari, ola = built.annotators(2)
    assert judge(built, kari) == 18
    report = add_system(built, tmp_path, prompts=6, anchors=0.5)
    assert (report.comparisons, report.anchors) == (18, 9)
    with built.store.read() as db:
        rows = db.scalars(select(Comparison).where(Comparison.campaign_id == built.id, Comparison.overlap == 2)).all()
        new = db.scalars(
            select(Comparison.position).where(Comparison.campaign_id == built.id, Comparison.round == 2)
        ).all()
        assert {row.anchor_round for row in rows} == {2}
        places = sorted(row.position for row in rows)
        assert min(new) <= places[0] < sorted(new)[4]
        assert sorted(new)[-5] < places[-1] <= max(new)
        assert {row.prompt_id % 2 for row in rows} == {0, 1}  # of both written standards
    assert drift(built.store, built.slug, 2).anchors == 0
    assert judge(built, ola) == 27
    drifted = drift(built.store, built.slug, 2)
    assert drifted.anchors == 9
    assert drifted.alike is not None
    assert 0 <= drifted.alike.low <= drifted.alike.share <= drifted.alike.high <= 1
    assert drifted.before is None
    assert judge(built, kari) == 0


def test_drift_separates_agreement_from_disagreement(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """Judged alike before and differently since: the shares are 1 and 0."""
    built = campaign(prompts=4, overlap=2)
    kari, ola, siri = built.annotators(3)
    judge(built, kari, choice="tie")
    judge(built, ola, choice="tie")
    add_system(built, tmp_path, prompts=4, anchors=1.0)
    judge(built, siri)
    drifted = drift(built.store, built.slug, 2)
    assert drifted.anchors == 12
    assert (drifted.before and drifted.before.share, drifted.alike and drifted.alike.share) == (1.0, 0.0)
    assert (drifted.ties_before, drifted.ties_since) == (1.0, 0.0)


def test_unknown_rounds_and_shares_are_refused(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """A round that is not there, and a share above one."""
    built = campaign()
    assert refusal(lambda: drift(built.store, built.slug, 2)) == "unknown_round"
    with pytest.raises(InputError, match="anchors"):
        add_system(built, tmp_path, prompts=1, anchors=1.5)
