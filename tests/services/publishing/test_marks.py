"""Marks and late judgments leave Parvis as they were given, and come back from an archive."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from sqlalchemy import select, update

from eval_core.campaigns.publishing.dataset import write_dataset
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.results.votes import read_votes
from eval_core.files import read_judgments, to_votes_frame
from eval_core.store import Assignment, Judgment, Reason, Remark, Response
from tests.support.building import Built
from tests.support.full_campaign import furnish
from tests.support.marks import WORDS, make_late

# Characters outside the Basic Multilingual Plane and a combining one: code points, not UTF-16 and not glyphs.
ODD = "\N{GRINNING FACE}\N{GRINNING FACE} Dei e\N{COMBINING ACUTE ACCENT}i gjekk heim."
GJEKK = (11, 16)


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A campaign with something in every table."""
    made = campaign(prompts=8, overlap=3)
    furnish(made)
    return made


def marks_of(row: dict[str, Any]) -> list[dict[str, Any]]:
    marks: list[dict[str, Any]] = json.loads(row["marks"])
    return marks


def test_the_export_has_each_mark_on_its_side(built: Built) -> None:
    """Marks are about the response that was shown on their side, by place; one issue marked twice is one issue."""
    rows = [row for row in export_judgments(built.store, built.slug).to_dict("records") if row["marks"]]
    with built.store.read() as db:
        swapped = set(db.scalars(select(Judgment.swapped).join(Remark, Remark.judgment_id == Judgment.id)))
    assert swapped == {False, True}, "only one order is looked at"
    assert rows
    for row in rows:  # `furnish` ticks A only
        assert marks_of(row) == [{"side": "A", "start": a, "end": b, "issue": "grammar"} for a, b in WORDS]
        assert [row["response_a"][a:b] for a, b in WORDS] == ["Dette", "er"]
        assert (row["issues_a"], row["issues_b"]) == ("grammar", None)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_mark_on_the_other_side_is_told_apart(built: Built) -> None:
    """The planted violation: a judgment's order turned round without its marks is seen in the export."""
    before = marks_of(export_judgments(built.store, built.slug).dropna(subset="marks").iloc[0].to_dict())
    with built.store.write() as db:
        db.execute(update(Judgment).values(swapped=~Judgment.swapped))
        db.execute(update(Assignment).values(swapped=~Assignment.swapped))
    after = marks_of(export_judgments(built.store, built.slug).dropna(subset="marks").iloc[0].to_dict())
    assert [mark["side"] for mark in before + after] == ["A", "A", "B", "B"]


def test_marks_without_a_place_come_last(built: Built) -> None:
    """An issue without a place has neither start nor end, and its own row in the data set, without words."""
    with built.store.write() as db:
        reason = db.scalars(select(Reason).order_by(Reason.id)).first()
        assert reason is not None
        db.add(Reason(remark_id=reason.remark_id, response_id=reason.response_id, issue="flow"))
    row = export_judgments(built.store, built.slug).query("issues_a == 'flow;grammar'").iloc[0].to_dict()
    assert marks_of(row)[-1] == {"side": "A", "start": None, "end": None, "issue": "flow"}


def test_late_judgments_are_marked_and_count(built: Built, tmp_path: Path) -> None:
    """A late judgment says so in every file, and stays among the votes."""
    frame, votes = export_judgments(built.store, built.slug), len(read_votes(built.store, built.slug))
    assert frame["late"].sum() == 1  # that of `furnish`
    with built.store.read() as db:
        everyone = list(db.scalars(select(Judgment.id)))
    make_late(built, everyone)
    frame = export_judgments(built.store, built.slug)
    assert frame["late"].all()
    frame.to_parquet(tmp_path / "all.parquet")
    assert len(read_votes(built.store, built.slug)) == votes
    assert len(to_votes_frame(read_judgments(tmp_path / "all.parquet"))) == votes


def test_the_data_set_has_the_marked_words(built: Built, tmp_path: Path) -> None:
    """Each mark is a row with the words at its place, counted in code points, and meets its judgment."""
    with built.store.write() as db:
        reason = db.scalars(select(Reason).order_by(Reason.id)).first()
        assert reason is not None
        db.execute(update(Response).where(Response.id == reason.response_id).values(text=ODD))
        reason.start, reason.end = GJEKK
        db.add(Reason(remark_id=reason.remark_id, response_id=reason.response_id, issue="flow"))
    written = write_dataset(built.store, built.slug, tmp_path / "set", comments=True)
    marks, judgments = (pd.read_parquet(tmp_path / "set" / f"{name}.parquet") for name in ("marks", "judgments"))
    assert written.rows["marks"] == len(marks) == sum(len(json.loads(each)) for each in judgments["marks"].dropna())
    words = set(marks["words"].dropna())
    assert {"gjekk", ODD[6:8]} <= words <= {"gjekk", "Dette", "er", ODD[6:8], ODD[0:5]}
    (flow,) = marks[marks["issue"] == "flow"].to_dict("records")
    assert all(pd.isna(flow[name]) for name in ("start", "end", "words"))
    assert set(marks["annotator_id"]) <= set(judgments["annotator_id"])
    # The side is that of the judgment in which the two systems met.
    regular = marks[marks["kind"] == "regular"]
    assert (regular["canonical"] == "first").eq(regular["system"] < regular["opponent"]).all()
    met = regular.merge(judgments, on=["prompt_id", "annotator_id", "kind"])
    met = met[(met["model_a"] == met["system"]) & (met["model_b"] == met["opponent"])]
    assert set(met["side"]) == {"A"}
    card = (tmp_path / "set" / "README.md").read_text()
    assert "config_name: marks" in card
    assert "Unicode code points" in card


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_data_set_without_marks(campaign: Callable[..., Built], tmp_path: Path) -> None:
    """Where nothing was marked the file is there, with its columns and no rows."""
    built = campaign()
    assert write_dataset(built.store, built.slug, tmp_path / "set").rows["marks"] == 0
    assert pd.read_parquet(tmp_path / "set" / "marks.parquet").columns[0] == "prompt_id"
