"""Templates can be loaded as they are, and explain themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

from eval_core.errors import InputError
from eval_core.files import (
    COLUMNS,
    TEMPLATES,
    RatedScale,
    meta_of,
    read_comparisons,
    read_gold,
    read_judgments,
    read_ratings,
    read_responses,
    template,
)
from eval_core.files.gold import read_gold_ratings

READ = {
    "responses": read_responses,
    "comparisons": read_comparisons,
    "gold": read_gold,
    "judgments": read_judgments,
    "ratings": lambda path: read_ratings(path, [RatedScale("fluency", 1, 5)]),
}


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
@pytest.mark.parametrize("kind", [kind for kind in TEMPLATES if kind != "controls"])
def test_a_template_loads_as_it_is(tmp_path: Path, kind: str, suffix: str) -> None:
    """Two example rows under our names, readable by the import of the kind, in both forms."""
    path = tmp_path / f"mal{suffix}"
    path.write_bytes(template(kind, suffix))
    frame = READ[kind](path)
    assert len(frame) == 2
    assert meta_of(frame).isna().all()
    assert {column.name for column in TEMPLATES[kind]} <= COLUMNS[kind].keys()


@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_a_template_of_control_responses_has_the_column_of_a_criterion(tmp_path: Path, suffix: str) -> None:
    """What is right is under the key of a criterion, as a number and as a range; each column is explained."""
    path = tmp_path / f"mal{suffix}"
    path.write_bytes(template("controls", suffix, criterion="adequacy"))
    rows, receipt = read_gold_ratings(path, [RatedScale("adequacy", 1, 5)])
    assert [row.expected for row in rows] == [{"adequacy": (3, 3)}, {"adequacy": (2, 3)}]
    assert receipt.source.form == suffix[1:]


def test_a_workbook_explains_its_columns(tmp_path: Path) -> None:
    """The second sheet has a line for each column, in the reader's words; a Norwegian Excel knows the CSV file's parts."""
    path = tmp_path / "mal.xlsx"
    path.write_bytes(template("gold", ".xlsx", explain=lambda text: f"<{text}>"))
    rows = list(load_workbook(path)["Columns"].iter_rows(values_only=True))
    assert rows[0] == ("<Column>", "<Meaning>")
    assert rows[1] == ("more_fluent", "<The better text.> (<needed>)")
    assert len(rows) == 1 + len(TEMPLATES["gold"])
    assert template("gold", ".csv").startswith("\ufeffmore_fluent;less_fluent;".encode())
    with pytest.raises(InputError, match="ends in one of .xlsx, .csv"):
        template("gold", ".doc")
