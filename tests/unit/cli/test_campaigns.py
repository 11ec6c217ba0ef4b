"""`parvis database`, `campaign`, `import`, `export` and `progress`."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from eval_core.campaigns.content.import_report import ImportReport
from eval_core.campaigns.watching import progress
from eval_core.campaigns.watching.forecast import Forecast
from eval_core.campaigns.watching.progress import PersonProgress
from eval_core.cli import imports
from eval_core.store import Store
from tests.support.running import Run, Write, answers, verdicts

READING = (
    "campaign list",
    "progress --campaign trial",
    "person list",
    "rank --campaign trial",
    "export judgments --campaign trial --output out.csv",
    "export ranking --campaign trial --output out.csv",
)
EXPORTED = ["prompt", "response_a", "response_b", "choice", "annotator_id", "model_a", "model_b"]


def imported(done: Run, what: str, file: object, *words: object) -> str:
    return done("import", what, file, "--campaign", "trial", *words).out


def comparisons(done: Run) -> int:
    return int(done("campaign", "list", "--format", "json").json[0]["comparisons"])


@pytest.mark.parametrize("words", READING)
def test_reading_creates_nothing(parvis: Run, tmp_path: Path, words: str) -> None:
    """A command that reads names the database that is not there, and leaves it so."""
    ran = parvis(*words.split())
    assert "parvis.db" in ran.complaint
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", READING)
def test_reading_migrates_nothing(parvis: Run, tmp_path: Path, words: str) -> None:
    """A command that reads refuses a database without our schema and leaves it without."""
    with closing(sqlite3.connect(tmp_path / "parvis.db")) as database:
        database.execute("CREATE TABLE other (id INTEGER)")
        database.commit()
        assert "database upgrade" in parvis(*words.split()).complaint
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("other",)]


def test_first_write_migrates(done: Run, tmp_path: Path) -> None:
    """The first writing command creates and migrates the database; the upgrade finds nothing more to do."""
    assert "created or migrated" in done("campaign", "create", "trial").err
    assert (tmp_path / "parvis.db").exists()
    assert "created or migrated" not in done("database", "upgrade").err


def test_newer_database(parvis: Run, trial: str, contents: Callable[[], list[str]], tmp_path: Path) -> None:
    """A database of a newer Parvis is neither read nor written."""
    with closing(sqlite3.connect(tmp_path / "parvis.db")) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    before = contents()
    for words in ("campaign list", "campaign create other", "database upgrade"):
        assert "9999" in parvis(*words.split()).complaint
    assert contents() == before


def test_upgrade(done: Run, contents: Callable[[], list[str]]) -> None:
    """`database upgrade` creates the database once and changes nothing again."""
    assert "created" in done("database", "upgrade").err
    before = contents()
    assert "up to date" in done("database", "upgrade").out
    assert contents() == before


def test_names_its_database(done: Run, trial: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command on a database names it on stderr, the one of PARVIS_DATABASE_URL where that is set."""
    assert "database: sqlite:///parvis.db" in done("campaign", "list").err
    monkeypatch.setenv("PARVIS_DATABASE_URL", "sqlite:///other.db")
    for words in ("database upgrade", "campaign create one", "campaign list", "person list", "progress --campaign one"):
        assert "database: sqlite:///other.db" in done(*words.split()).err


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://host/parvis", "unsupported"),
        ("nonsense", "PARVIS_DATABASE_URL"),
        ("sqlite:///no/such/folder/parvis.db", "cannot be opened"),
        ("postgresql://me:secret@127.0.0.1:1/parvis", "cannot be opened"),
    ],
)
def test_unusable_databases(parvis: Run, url: str, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A database that cannot be reached is refused in one line that keeps its password to itself."""
    monkeypatch.setenv("PARVIS_DATABASE_URL", url)
    ran = parvis("campaign", "create", "trial")
    assert said in ran.complaint
    assert "secret" not in ran.err
    assert not list(tmp_path.iterdir())


def test_not_a_database(parvis: Run, write: Write, tmp_path: Path) -> None:
    """A file that is no database is refused and left alone."""
    write("parvis.db", "These are not the rows you are looking for. " * 9)
    before = (tmp_path / "parvis.db").read_bytes()
    for words in ("campaign create trial", "campaign list"):
        assert "not a database" in parvis(*words.split()).complaint
    assert (tmp_path / "parvis.db").read_bytes() == before


def test_create_and_list(done: Run, trial: str) -> None:
    """A campaign is listed as it was created, to people and to programs."""
    words = ("--overlap", 3, "--shared", 5, "--shared-overlap", 4, "--per-annotator", 9)
    done("campaign", "create", "other", "--protocol", "norwegian_fluency", *words)
    rows = done("campaign", "list", "--format", "json").json
    assert [(row["slug"], row["title"], row["overlap"]) for row in rows] == [
        ("other", "other", 3),
        ("trial", "Prøve", 2),
    ]
    assert "Prøve" in done("campaign", "list").out


def test_no_campaigns(done: Run) -> None:
    """An empty list is an empty list."""
    done("database", "upgrade")
    assert done("campaign", "list", "--format", "json").json == []
    assert done("person", "list", "--format", "json").json == []
    assert done("campaign", "list").out == "nothing yet\n"


@pytest.mark.parametrize(
    "words",
    [
        "trial",
        "Trial!",
        "other --protocol nonsense",
        "other --overlap 0",
        "other --overlap 99999999999999999999",
        "other --shared 5",
        "other --shared 5 --shared-overlap 1",
        "other --shared -1",
        "other --per-annotator 0",
    ],
)
def test_refused_campaigns(parvis: Run, trial: str, contents: Callable[[], list[str]], words: str) -> None:
    """An existing slug, a malformed one, an unknown protocol and impossible numbers exit 2 and change nothing."""
    before = contents()
    assert parvis("campaign", "create", *words.split()).complaint
    assert contents() == before


def test_importing_responses_twice(done: Run, trial: str, write: Write, contents: Callable[[], list[str]]) -> None:
    """Responses become comparisons of every pair of systems; the same file again adds nothing and says so."""
    file = write("answers.jsonl", answers())
    assert "12 responses, 12 comparisons" in imported(done, "responses", file)
    before = contents()
    assert "nothing new in 12 rows" in imported(done, "responses", file)
    assert contents() == before


def test_balanced_sample(done: Run, trial: str, write: Write) -> None:
    """--comparisons-per-prompt makes so many of each prompt's pairs, once."""
    file = write("answers.jsonl", answers(4, "abcd"))
    imported(done, "responses", file, "--comparisons-per-prompt", 2)
    imported(done, "responses", file, "--comparisons-per-prompt", 2)
    assert comparisons(done) == 8


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("answers.jsonl --campaign trial", 6),
        ("answers.jsonl --campaign trial --against all", 6),
        ("answers.jsonl --campaign trial --against a", 3),
        ("answers.jsonl --campaign trial --against a b", 5),
        ("answers.jsonl --campaign trial --against a --against b", 5),
        ("--campaign trial --against a b answers.jsonl", 5),
        ("--against a answers.jsonl --campaign=trial", 3),
        ("--against=a b --campaign trial answers.jsonl", 5),
    ],
)
def test_against(done: Run, trial: str, write: Write, words: str, number: int) -> None:
    """--against takes one system or several, after one another or repeated, wherever the file stands."""
    write("answers.jsonl", answers(1, "abcd"))
    done("import", "responses", *words.split())
    assert comparisons(done) == number


def test_coverage_is_reported(done: Run, trial: str, write: Write) -> None:
    """Missing, empty and identical responses are counted for each system."""
    rows = answers(2, "ab")
    rows[1]["response"] = rows[0]["response"]
    rows[2]["response"] = "  "
    said = imported(done, "responses", write("answers.jsonl", rows[:3]))
    assert "1 comparison with identical responses" in said
    assert [line.split() for line in said.splitlines()[-2:]] == [["a", "1", "0", "1", "1"], ["b", "1", "1", "0", "1"]]


def test_comparisons_and_gold(done: Run, trial: str, write: Write) -> None:
    """Ready-made comparisons and gold comparisons come in once each."""
    pair = {"prompt": "Skriv", "response_a": "Ein", "response_b": "To", "model_a": "a", "model_b": "b"}
    gold = {"more_fluent": "Eit hus", "less_fluent": "En huset", "issue": "grammar"}
    for what, row, added in (("comparisons", pair, "1 comparison\n"), ("gold", gold, "1 gold comparison\n")):
        file = write(f"{what}.jsonl", [row])
        said = imported(done, what, file)
        assert added in said
        # This gold has no prompt, by which it would be recognised.
        assert ("WARNING: 100% of the gold comparisons have no prompt" in said) == (what == "gold")
        assert "nothing new in 1 row\n" in imported(done, what, file)
    assert done("progress", "--campaign", "trial", "--format", "json").json["gold"] == 1


def test_everything_that_an_import_can_add_has_a_word() -> None:
    """No count that makes a report say 'added:' is left without its noun, as ratings once were."""
    counts = {field.name for field in fields(ImportReport) if field.type == "int"}
    added = {name for name in counts if ImportReport(**{name: 1}).changed}
    assert added == set(imports._ADDED)
    assert "ratings" in added


def test_judgments_round(done: Run, trial: str, write: Write) -> None:
    """Judgments come in once, and an export in each format gives them all, the released columns first."""
    file = write("verdicts.jsonl", verdicts())
    assert "18 judgments" in imported(done, "judgments", file)
    assert "nothing new in 18 rows" in imported(done, "judgments", file)
    tables = {}
    for suffix, read in (("csv", pd.read_csv), ("parquet", pd.read_parquet)):
        assert "18 judgments" in done("export", "judgments", "--campaign", "trial", "--output", f"out.{suffix}").out
        tables[suffix] = read(f"out.{suffix}")
    done("export", "judgments", "--campaign", "trial", "--output", "out.jsonl")
    tables["jsonl"] = pd.read_json("out.jsonl", lines=True)
    words = {"left": "A is more fluent", "right": "B is more fluent", "tie": "Equally fluent"}
    expected = sorted((row["worker"], row["left"], row["right"], words[row["winner"]]) for row in verdicts())
    for table in tables.values():
        assert list(table.columns[:7]) == EXPORTED
        found = table[["annotator_id", "model_a", "model_b", "choice"]]
        assert sorted(found.itertuples(index=False, name=None)) == expected


def test_export_comes_back(done: Run, trial: str, write: Write) -> None:
    """What was exported is imported into another campaign with the same ranking, and known where it came from."""
    imported(done, "judgments", write("verdicts.jsonl", verdicts()))
    done("export", "judgments", "--campaign", "trial", "--output", "out.csv")
    assert "nothing new" in imported(done, "judgments", "out.csv")
    done("campaign", "create", "copy")
    done("import", "judgments", "out.csv", "--campaign", "copy")
    one, two = (done("rank", "--campaign", slug, "--format", "json").json for slug in ("trial", "copy"))
    assert (one.pop("campaigns"), two.pop("campaigns")) == (["trial"], ["copy"])
    assert one == two


def test_order_unknown(done: Run, trial: str, write: Write) -> None:
    """--order-unknown keeps the judgments but bars them from the position effect."""
    imported(done, "judgments", write("verdicts.jsonl", verdicts()), "--order-unknown")
    document = done("rank", "--campaign", "trial", "--position-effect", "--format", "json").json
    assert document["n_judgments"] == 18
    assert document["position"] is None


def test_pseudonymous(done: Run, trial: str, write: Write) -> None:
    """A pseudonymous export tells the annotators apart without their names."""
    imported(done, "judgments", write("verdicts.jsonl", verdicts()))
    done("export", "judgments", "--campaign", "trial", "--output", "out.csv", "--pseudonymous")
    text = Path("out.csv").read_text(encoding="utf-8")
    assert "Kari" not in text
    assert "Ola" not in text
    assert pd.read_csv("out.csv")["annotator_id"].nunique() == 2


def test_spreadsheet_safe(done: Run, trial: str, write: Write) -> None:
    """A cell that a spreadsheet would run is defused where that is asked for, and verbatim else."""
    row = {"left": "=1+1", "right": "b", "winner": "left", "worker": "@me"}
    imported(done, "judgments", write("formula.jsonl", [row, row | {"winner": "right", "worker": "you"}]))
    for words, names in (((), {"=1+1"}), (("--spreadsheet-safe",), {"'=1+1"})):
        done("export", "judgments", "--campaign", "trial", "--output", "out.csv", *words)
        with Path("out.csv").open(encoding="utf-8") as file:
            assert {line["model_a"] for line in csv.DictReader(file)} == names
        done("export", "ranking", "--campaign", "trial", "--output", "out.csv", *words)
        with Path("out.csv").open(encoding="utf-8") as file:
            assert {line["system"] for line in csv.DictReader(file)} == names | {"b"}


def test_exported_ranking(done: Run, trial: str, write: Write) -> None:
    """The exported ranking is the one that `parvis rank` gives, in each format."""
    imported(done, "judgments", write("verdicts.jsonl", verdicts()))
    for name in ("out.csv", "out.jsonl", "out.parquet"):
        done("export", "ranking", "--campaign", "trial", "--output", name, "--pseudonymous")
    assert Path("out.csv").read_text(encoding="utf-8") == done("rank", "--campaign", "trial", "--format", "csv").out
    rows: Any = done("rank", "--campaign", "trial", "--format", "json").json["systems"]
    assert pd.read_json("out.jsonl", lines=True)["system"].tolist() == [row["system"] for row in rows]
    assert list(pd.read_parquet("out.parquet").columns) == list(rows[0])


def test_refused_exports(parvis: Run, done: Run, trial: str, write: Write, tmp_path: Path) -> None:
    """An unknown suffix, a folder that is not there or an empty ranking exits 2 and leaves no file."""
    assert "no judgments" in parvis("export", "ranking", "--campaign", "trial", "--output", "out.csv").complaint
    imported(done, "judgments", write("verdicts.jsonl", verdicts()))
    files = sorted(tmp_path.iterdir())
    for what in ("judgments", "ranking"):
        for output in ("out.xls", "out", "nowhere/out.csv"):
            assert output in parvis("export", what, "--campaign", "trial", "--output", output).complaint
    assert sorted(tmp_path.iterdir()) == files


def test_progress(done: Run, trial: str, write: Write) -> None:
    """Progress counts done and left, per annotator too, and names no system."""
    imported(done, "responses", write("answers.jsonl", answers(3, "abc")))
    imported(done, "judgments", write("verdicts.jsonl", verdicts(1, "xyz")))
    ran = done("progress", "--campaign", "trial", "--format", "json")
    document = ran.json
    assert (document["done"], document["left"], document["total"]) == (6, 18, 24)
    assert {person["name"]: person["done"] for person in document["people"]} == {"Kari": 3, "Ola": 3}
    table = done("progress", "--campaign", "trial").out
    assert "Prøve: 6 of 24 judgments, 18 left" in table
    for system in "abcxyz":
        assert f'"{system}"' not in ran.out
        assert system not in table.split()


def test_gold_is_listed_with_its_answer(done: Run, trial: str, write: Write) -> None:
    """The table says which text of each gold comparison is more fluent, or that neither is."""
    tie = {"prompt": "Skriv", "response_a": "Eit", "response_b": "Ein", "model_a": "a", "model_b": "b", "gold": "tie"}
    imported(done, "gold", write("gold.jsonl", [{"more_fluent": "Eit stort hus", "less_fluent": "En stort huset"}]))
    imported(done, "gold", write("tie.jsonl", [tie]))
    head, *rows = done("gold", "list", "--campaign", "trial").out.splitlines()
    assert "better" in head
    assert sorted("Eit stort hus" in row for row in rows) == [False, True]
    assert sorted("(tie)" in row for row in rows) == [False, True]
    assert not any("En stort huset" in row for row in rows)


def test_a_forecast_is_said_in_days(done: Run, trial: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table gives the expected finish as days, with the year where it is not this one, and never as Python."""
    kari = PersonProgress("Kari", "human", 20, 80, 100, 0, 31.4, datetime(2026, 11, 23, 9, tzinfo=UTC), None)
    ola = replace(kari, name="Ola", forecast=forecast(24, 38))
    ravn = replace(kari, name="Ravn", forecast=forecast(24, 24))
    found = replace(
        progress.campaign_progress(Store("sqlite:///parvis.db"), trial),
        at=datetime(2026, 11, 23, 12, tzinfo=UTC),
        forecast=forecast(30, 70),
        people=(kari, ola, ravn),
    )
    monkeypatch.setattr(progress, "campaign_progress", lambda *_: found)
    lines = done("progress", "--campaign", trial).out.splitlines()
    assert lines[1] == "expected finish: 3 Dec (30 Nov – 9 Jan 2027)"
    assert [line.split()[0] for line in lines[3:]] == ["Kari", "Ola", "Ravn"]
    assert "24 Nov – 8 Dec" in lines[4]
    assert "24 Nov " in lines[5]
    assert "–" not in lines[3] + lines[5]
    assert "datetime" not in "".join(lines)
    assert done("progress", "--campaign", trial, "--format", "json").json["people"][1]["forecast"]["per_hour"] == 31.4


def forecast(low: int, high: int) -> Forecast:
    """An interval from one day to another, counted from the end of October 2026."""
    begin = datetime(2026, 10, 31, 18, 57, tzinfo=UTC)
    return Forecast(begin + timedelta(low), begin + timedelta(low + 3), begin + timedelta(high), per_hour=31.4)


def test_norsumm(done: Run, trial: str, shared_data: Path) -> None:
    """The real summaries come in whole, with the empty and identical ones counted, and only once."""
    file = shared_data / "norsumm" / "responses.jsonl"
    said = imported(done, "responses", file)
    assert "60 prompts, 6 systems, 255 responses, 467 comparisons" in said
    assert "nothing new in 255 rows" in imported(done, "responses", file)
    assert done("progress", "--campaign", "trial", "--format", "json").json["comparisons"] == 460


def test_llmfao(done: Run, trial: str, shared_data: Path) -> None:
    """The real crowd judgments give the same strengths from a campaign as from their file."""
    file = shared_data / "llmfao" / "crowd-comparisons.csv"
    assert "8931 judgments" in imported(done, "judgments", file)
    words = ("--model", "bradley-terry", "--cluster", "none", "--format", "json")
    one = done("rank", file, *words).json["systems"]
    two = done("rank", "--campaign", "trial", *words).json["systems"]
    assert [row["system"] for row in one] == [row["system"] for row in two]
    assert [row["strength"] for row in one] == pytest.approx([row["strength"] for row in two], abs=1e-8)
