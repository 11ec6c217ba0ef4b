"""`parvis report --bundle`: what it refuses, in one line and with nothing changed, and what it writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.running import Run, Write, verdicts


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "--output FILE.html or --bundle DIR"),
        (("--output", "r.html", "--bundle", "new"), "--output FILE.html or --bundle DIR"),
        (("--bundle", "new", "--protocol", "heval"), "made of comparisons"),
        (("--bundle", "taken"), "already something"),
        (("--bundle", "new"), "no judgments to rank"),
    ],
)
def test_what_is_refused(parvis: Run, trial: str, tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    """Neither or both outputs, a protocol of ratings, a folder that holds something, and a campaign without judgments."""
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "mine.txt").write_text("mine", encoding="utf-8")
    ran = parvis("report", "--campaign", trial, *options)
    assert said in ran.err
    assert ran.code == 2
    assert ran.out == ""
    assert not (tmp_path / "new").exists()
    assert [path.name for path in (tmp_path / "taken").iterdir()] == ["mine.txt"]


@pytest.mark.slow
def test_what_is_written(done: Run, trial: str, write: Write, tmp_path: Path) -> None:
    """Every file is named, and `parvis rank` of the judgments gives the numbers of the folder."""
    done("import", "judgments", write("j.jsonl", verdicts()), "--campaign", trial)
    said = done("report", "--campaign", trial, "--bundle", "new", "--language", "nn").out.splitlines()
    assert said[-1] == f"{len(said) - 1} files written to new"
    assert all((tmp_path / "new" / name).is_file() for name in said[:-1])
    numbers = json.loads((tmp_path / "new" / "numbers.json").read_text("utf-8"))
    ranked = done("rank", "new/judgments.parquet", "--format", "json").json["systems"]
    published = numbers["results"]["parts"]["all"]["ranking"]["systems"]
    assert [row["system"] for row in ranked] == [row["system"] for row in published]
    for row, other in zip(ranked, published, strict=True):
        assert row["strength"] == pytest.approx(other["strength"], abs=1e-9)
