"""Commands take any table: what was taken is said, headings are named, and a template is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.running import Run, Write

FILE = "Oppgave;Modell;Tekst;Svar\nSkriv.;fjell;x;Blåbær\nSkriv.;fjord;x;Øl\n"


def test_a_file_of_excel_is_loaded_by_its_headings(
    parvis: Run, done: Run, trial: str, write: Write, tmp_path: Path
) -> None:
    """Two headings of one meaning are refused; --column settles it; separator, encoding and columns are said."""
    path = write("svar.csv", FILE.encode("cp1252"))
    assert "'Tekst', 'Svar'" in parvis("import", "responses", path, "--campaign", trial).complaint
    options = ("--column", "Svar=response", "--column", "Tekst=")
    ran = done("import", "responses", path, "--campaign", trial, *options)
    assert "read as Windows-1252, separated by semicolons" in ran.err
    assert "'Svar' is response" in ran.err
    # The campaign remembers them.
    assert "nothing new" in done("import", "responses", path, "--campaign", trial).out
    missing = parvis("import", "responses", path, "--campaign", trial, "--column", "svar=response")
    assert "svar.csv, row 1, column 'svar': " in missing.complaint
    assert "'Oppgave', 'Modell', 'Tekst', 'Svar'" in missing.complaint
    assert "not THEIRS=ours" in parvis("rank", path, "--column", "Svar").complaint


def test_gold_of_a_campaign_that_rates_is_control_responses(parvis: Run, done: Run, write: Write) -> None:
    """The same command takes them, says how many, and knows them the second time; comparisons are refused by name."""
    done("campaign", "create", "rated", "--protocol", "adequacy_fluency")
    path = write("kontroll.csv", "Svar,fluency\nHo gjekk.,3-4\nHo gjekke.,1\n")
    assert "added: 2 control responses" in done("import", "gold", path, "--campaign", "rated").out
    assert "nothing new" in done("import", "gold", path, "--campaign", "rated").out
    pairs = write("pairs.csv", "more_fluent,less_fluent\nx,y\n")
    assert "control responses needs this column" in parvis("import", "gold", pairs, "--campaign", "rated").complaint


def test_all_faults_come_before_the_one_message(parvis: Run, trial: str, write: Write) -> None:
    """Twenty faults are listed and the others counted; the message is the last line."""
    path = write("svar.csv", "prompt,system,response\n" + "p,,x\n" * 30)
    ran = parvis("import", "responses", path, "--campaign", trial)
    lines = [line for line in ran.err.splitlines() if line.startswith("  ")]
    assert len(lines) == 21
    assert lines[0].startswith("  row 2, column 'system'")
    assert lines[-1] == "  … and 10 more"
    assert ran.complaint.endswith("(and 29 more faults)")


def test_a_template_is_written_and_nothing_else_is_asked(parvis: Run, done: Run, tmp_path: Path) -> None:
    """--template needs neither a file nor a campaign, and makes no database."""
    assert "mal.xlsx" in done("import", "responses", "--template", str(tmp_path / "mal.xlsx")).out
    assert (tmp_path / "mal.xlsx").read_bytes().startswith(b"PK")
    assert "ends in one of" in parvis("import", "gold", "--template", str(tmp_path / "mal.doc")).complaint
    assert not list(tmp_path.glob("*.db"))


@pytest.mark.slow
def test_a_workbook_of_judgments_is_exported_and_ranked(done: Run, trial: str, write: Write, tmp_path: Path) -> None:
    """An export for spreadsheets is a file to rank, with the same result as the CSV file."""
    path = write("votes.csv", "modell_a;modell_b;vinner;vurderer\ns;t;modell_a;k\nt;s;A;o\ns;t;uavgjort;p\n")
    done("import", "judgments", path, "--campaign", trial)
    book = str(tmp_path / "ut.xlsx")
    done("export", "judgments", "--campaign", trial, "--output", book)
    ranks = [done("rank", file, "--format", "json").json["systems"] for file in (path, book)]
    assert ranks[0] == ranks[1]
