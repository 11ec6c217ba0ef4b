"""`parvis rank` of people and a judge, of several campaigns, and by checkpoint."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from tests.support.judged_studies import Design, study
from tests.support.running import Run, Write, answers, verdicts

DESIGN = Design(truth=(-0.5, 0.0, 0.5), prompts=40, judged=60, annotators=4)


@pytest.fixture
def judged(write: Write) -> str:
    """A study as a file: people's judgments and a judge's."""
    rows = [
        {
            "prompt_id": f"p{row['prompt']}",
            "model_a": row["first"],
            "model_b": row["second"],
            "winner": {"first": "model_a", "second": "model_b", "tie": "tie"}[row["outcome"]],
            "annotator_id": row["annotator"],
            "annotator_kind": "judge" if row["annotator"] == "judge" else "human",
        }
        for table in study(DESIGN, 3)
        for row in table.to_dict("records")
    ]
    return write("study.jsonl", rows)


def test_a_judge_next_to_people(done: Run, judged: str) -> None:
    """The table says what the judge was worth and what it cannot do; counts are people's; JSON has it all."""
    ran = done("rank", judged, "--with-judge", "judge")
    assert "human judgment" in ran.out
    assert "a judge cannot shrink what annotators differ by" in ran.out
    document = done("rank", judged, "--with-judge", "judge", "--format", "json").json
    assert document["n_judgments"] == 60
    share = document["judge"]
    assert (share["judge"], share["items"], share["by_verdict"]) == ("judge", 120, False)
    assert 0 <= share["weight"] <= 1
    alone = done("rank", judged, "--format", "json").json
    assert alone["judge"] is None
    assert alone["n_judgments"] == 60
    assert done("rank", judged, "--with-judge", "judge", "--picked-by-judge", "--format", "json").json["judge"][
        "by_verdict"
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--with-judge", "nobody"), "'nobody'"),
        (("--with-judge", "judge", "--bootstrap", "5"), "--bootstrap"),
        (("--with-judge", "judge", "--engine", "choix"), "--engine"),
        (("--with-judge", "judge", "--cluster", "none"), "--cluster"),
        (("--with-judge", "judge", "--position-effect"), "--position-effect"),
        (("--with-judge", "judge", "--where", "kind=all"), "kind"),
        (("--with-judge", "a0"), "has not judged all"),
        (("--picked-by-judge",), "--with-judge"),
        (("--by-checkpoint",), "campaign"),
        (("--by-checkpoint", "--pairs"), "either --pairs or --by-checkpoint"),
    ],
)
def test_what_does_not_go_together(parvis: Run, judged: str, words: tuple[str, ...], said: str) -> None:
    """Options that do not fit a judge, and judges who are none, are refused in plain words."""
    assert said in parvis("rank", judged, *words).complaint


@pytest.fixture
def two(done: Run, write: Write, trial: str) -> tuple[str, str]:
    """Two campaigns with one prompt in common under other ids, one person in both, and judgments of different systems."""
    done("campaign", "create", "later", "--title", "Seinere")
    for slug, systems, prefix in ((trial, "abc", "p"), ("later", "bcd", "q")):
        rows = [row | {"prompt_id": row["prompt_id"].replace("p", prefix)} for row in answers(systems=systems)]
        done("import", "responses", write(f"{slug}.jsonl", rows), "--campaign", slug)
        texts = {(row["prompt_id"], row["system"]): row for row in rows}
        said: list[dict[str, Any]] = []
        for row in verdicts(systems=systems):
            key = row["prompt"].replace("p", prefix)
            one, other = (texts[key, row[side]] for side in ("left", "right"))
            same = {name: one[name] for name in ("prompt_id", "prompt", "written_standard")}
            said.append(row | same | {"response_a": one["response"], "response_b": other["response"]})
        done("import", "judgments", write(f"{slug}-said.jsonl", said), "--campaign", slug)
    return trial, "later"


def test_several_campaigns(done: Run, parvis: Run, two: tuple[str, str]) -> None:
    """All systems on one scale; the same person and the same text are one cluster; the same judgment counts once."""
    words = [word for slug in two for word in ("--campaign", slug)]
    document = done("rank", *words, "--format", "json").json
    assert document["campaigns"] == list(two)
    assert {row["system"] for row in document["systems"]} == set("abcd")
    assert document["connected"]
    each = [done("rank", "--campaign", slug, "--format", "json").json for slug in two]
    assert [one["campaigns"] for one in each] == [[two[0]], [two[1]]]
    assert document["n_clusters"]["annotator"] == each[0]["n_clusters"]["annotator"]
    assert document["n_clusters"]["prompt"] == each[0]["n_clusters"]["prompt"]
    # b against c was judged in both, by the same people, on the same texts.
    common = {
        slug: done("rank", "--campaign", slug, "--systems", "b,c", "--format", "json").json["n_judgments"]
        for slug in two
    }
    assert document["n_judgments"] == sum(one["n_judgments"] for one in each) - common[two[1]]
    assert "'x'" in parvis("rank", *words, "--systems", "a,x").complaint
    assert done("rank", *words, "--systems", "a,b", "--format", "json").json["n_judgments"] > 0
    assert "twice" in parvis("rank", "--campaign", two[0], "--campaign", two[0]).complaint
    assert "one campaign" in parvis("rank", *words, "--with-judge", "judge").complaint


def test_what_several_campaigns_leave_out_is_said(done: Run, parvis: Run, two: tuple[str, str]) -> None:
    """Judgments of the same texts are counted on stderr; a campaign of another protocol is refused, empty as it is."""
    words = [word for slug in two for word in ("--campaign", slug)]
    assert "in a campaign named before" in done("rank", *words).err
    done("campaign", "create", "rated", "--protocol", "heval")
    assert "rated: heval" in parvis("rank", "--campaign", two[0], "--campaign", "rated").complaint
    assert "no judgments" in parvis("rank", "--campaign", "rated", "--common-prompts").complaint


def test_other_conditions_are_refused(done: Run, parvis: Run, two: tuple[str, str], write: Write) -> None:
    """Campaigns under different protocols are not ranked together; the message says what differs."""
    with closing(sqlite3.connect("parvis.db")) as database:
        (later,) = database.execute("SELECT id FROM campaign WHERE slug = 'later'").fetchone()
        database.execute("UPDATE judgment SET protocol_hash = 'other' WHERE campaign_id = ?", (later,))
        database.commit()
    complaint = parvis("rank", "--campaign", two[0], "--campaign", two[1]).complaint
    assert "protocol" in complaint
    assert "later: other" in complaint


def test_by_checkpoint(done: Run, parvis: Run, write: Write, trial: str) -> None:
    """A table in order of training, the same rows as CSV and JSON; without checkpoints a refusal."""
    rows = [
        row | {"system": "modell", "checkpoint": {"a": 1000, "b": 250, "c": 10000}[row["system"]]} for row in answers()
    ]
    done("import", "responses", write("answers.jsonl", rows), "--campaign", trial)
    names = {"a": "modell 1000", "b": "modell 250", "c": "modell 10000"}
    said = [row | {side: names[row[side]] for side in ("left", "right")} for row in verdicts()]
    done("import", "judgments", write("said.jsonl", said), "--campaign", trial)
    words = ("rank", "--campaign", trial, "--by-checkpoint")
    found = done(*words, "--format", "json").json["checkpoints"]
    assert [(row["family"], row["checkpoint"]) for row in found] == [
        ("modell", 250),
        ("modell", 1000),
        ("modell", 10000),
    ]
    assert [row["change"] is None for row in found] == [True, False, False]
    lines = done(*words).out.splitlines()
    assert "modell 250" in lines[1]
    assert done(*words, "--format", "csv").out.splitlines()[0].startswith('"family","checkpoint","system"')
    done("campaign", "create", "empty", "--title", "Uten")
    done("import", "judgments", write("plain.jsonl", verdicts()), "--campaign", "empty")
    assert "checkpoint" in parvis("rank", "--campaign", "empty", "--by-checkpoint").complaint
