"""The examples of docs/data-formats.md really work, and its tables name every column."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from eval_core.files import meta_of, read_comparisons, read_gold, read_judgments, read_responses, read_table
from tests.support.documents import shape
from tests.support.reading import ROOT, Block, blocks, first_cells, section, text_of
from tests.support.running import Run

PAGE = text_of(ROOT / "docs" / "data-formats.md")
READERS: dict[str, Callable[[Path], pd.DataFrame]] = {
    "responses": read_responses,
    "comparisons": read_comparisons,
    "judgments": read_judgments,
    "gold": read_gold,
}
EXAMPLES = [block for block in blocks(PAGE) if block.kind in READERS]
# The headings whose first example holds every column of their table.
FULL = {"Responses": "responses", "Comparisons": "comparisons", "choice": "judgments", "Gold comparisons": "gold"}
_WITHOUT_SYSTEMS = {"system_a", "system_b"}  # of gold pairs


def name_of(block: Block) -> str:
    return f"{block.heading}-{block.language}".replace("/", "-")


def saved(block: Block, folder: Path) -> Path:
    """The example as a file."""
    path = folder / f"{block.kind}.{block.language}"
    path.write_text(block.body, encoding="utf-8")
    return path


def columns_of(heading: str, header: str = "column") -> list[str]:
    """The columns that the table under a heading names."""
    return [name for cell in first_cells(section(PAGE, heading), header) for name in re.findall(r"`(.+?)`", cell)]


def strangers(frame: pd.DataFrame) -> set[str]:
    """Columns of a file that its reader did not know and kept as metadata."""
    return {name for meta in meta_of(frame) if meta for name in meta}


def near(one: Any, two: Any) -> bool:
    """Whether two JSON documents are the same, numbers to six decimals."""
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(near(one[key], two[key]) for key in one)
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(near, one, two))
    if isinstance(one, float) and isinstance(two, float | int):
        return abs(one - two) < 1e-6 * max(1.0, abs(one))
    return bool(one == two)


def example(kind: str) -> Any:
    """The page's JSON document of a kind."""
    return next(json.loads(block.body) for block in blocks(PAGE) if (block.language, block.kind) == ("json", kind))


def choice_example(folder: Path) -> Path:
    return saved(next(block for block in EXAMPLES if block.heading == "choice"), folder)


@pytest.mark.parametrize("block", EXAMPLES, ids=name_of)
def test_an_example_can_be_imported_once(block: Block, trial: str, done: Run, tmp_path: Path) -> None:
    """Every example goes into a campaign, and adds nothing the second time."""
    path = saved(block, tmp_path)
    assert "added" in done("import", block.kind, path, "--campaign", trial).out
    assert "nothing new" in done("import", block.kind, path, "--campaign", trial).out


@pytest.mark.parametrize("block", [block for block in EXAMPLES if block.kind == "judgments"], ids=name_of)
def test_an_example_of_judgments_can_be_ranked(block: Block, done: Run, tmp_path: Path) -> None:
    """All three dialects give the same winner without a database."""
    assert done("rank", saved(block, tmp_path), "--format", "json").json["systems"][0]["system"] == "fjell"


def test_the_page_has_an_example_of_everything() -> None:
    """Each kind of file and each dialect of judgments is shown."""
    assert {block.kind for block in EXAMPLES} == READERS.keys()
    assert {"choice", "arena", "left/right"} <= {block.heading for block in EXAMPLES}


@pytest.mark.parametrize("block", EXAMPLES, ids=name_of)
def test_no_column_of_an_example_is_unknown(block: Block, tmp_path: Path) -> None:
    """What the examples show is read, and not put aside as metadata (but for the label of a bad tie)."""
    assert strangers(READERS[block.kind](saved(block, tmp_path))) <= {"winner"}


@pytest.mark.parametrize(("heading", "kind"), FULL.items())
def test_the_tables_name_every_column(heading: str, kind: str, tmp_path: Path) -> None:
    """Table, example and reader speak of the same columns: none is left out, none invented."""
    block = next(block for block in EXAMPLES if block.heading == heading)
    path = saved(block, tmp_path)
    assert set(read_table(path).columns) == set(columns_of(heading))
    frame = READERS[kind](path)
    unread = set(frame.columns[frame.isna().all()])
    assert unread == (_WITHOUT_SYSTEMS if kind == "gold" else set())


def test_needed_columns_are_needed(tmp_path: Path) -> None:
    """A file without a column marked as needed is refused by its name; without another it is read."""
    for heading, kind in FULL.items():
        block = next(block for block in EXAMPLES if block.heading == heading)
        table = read_table(saved(block, tmp_path))
        needed = set(re.findall(r"^\| `(\w+)` \| yes", section(PAGE, heading), re.MULTILINE))
        for name in table.columns:
            path = tmp_path / f"without-{name}.csv"
            table.drop(columns=name).to_csv(path, index=False)
            refused = False
            try:
                READERS[kind](path)
            except Exception as error:
                refused = f"'{name}'" in str(error)
                assert refused, (heading, name, str(error))
            assert refused == (name in needed), (heading, name)


def test_exported_judgments_have_the_columns_named(trial: str, done: Run, tmp_path: Path) -> None:
    """The table of exported judgments is the file's header, in order, and the file ranks as what was imported."""
    path = choice_example(tmp_path)
    done("import", "judgments", path, "--campaign", trial)
    done("export", "judgments", "--campaign", trial, "--output", "out.csv")
    assert list(read_table(tmp_path / "out.csv").columns) == columns_of("Exported judgments")
    again, before = (done("rank", file, "--format", "json").json for file in ("out.csv", path))
    assert again == before


def test_rankings_have_the_shape_named(trial: str, done: Run, tmp_path: Path) -> None:
    """The JSON of a ranking is what the choice example gives, to the number; the table names the CSV's columns."""
    path = choice_example(tmp_path)
    found = done("rank", path, "--format", "json").json
    assert near(found, example("rank"))
    names = columns_of("Rankings", "key of a system")
    assert list(found["systems"][0]) == names
    assert done("rank", path, "--format", "csv").out.splitlines()[0].replace('"', "").split(",") == names
    done("import", "judgments", path, "--campaign", trial)
    done("export", "ranking", "--campaign", trial, "--output", "ranking.csv")
    assert list(read_table(tmp_path / "ranking.csv").columns) == names


def test_agreement_has_the_shape_named(done: Run, tmp_path: Path) -> None:
    """The JSON of agreement is what the choice example gives, to the number; the table names its keys."""
    found = done("agreement", choice_example(tmp_path), "--format", "json").json
    assert near(found, example("agreement"))
    assert list(found) == columns_of("Agreement", "key of the document")


def test_progress_and_people_have_the_shape_named(trial: str, done: Run, tmp_path: Path) -> None:
    """The JSON of progress and of a new person has the keys of the page."""
    done("import", "judgments", choice_example(tmp_path), "--campaign", trial)
    found = done("progress", "--campaign", trial, "--format", "json").json
    assert shape(found) == shape(example("progress"))
    changing = {"at": None, "title": None}
    assert found | changing == example("progress") | changing
    person = done("person", "add", "Liv", "--role", "annotator", "--format", "json").json
    assert shape(person) == shape(example("person"))
    assert person["link"].rsplit("/", 1)[0] == example("person")["link"].rsplit("/", 1)[0]


def test_like_rows_are_merged_as_the_page_says(trial: str, done: Run, tmp_path: Path) -> None:
    """Three like rows in a file whose first two are known add one."""
    rows = ["left,right,winner,worker,prompt", *["a,b,left,Ola,p"] * 3]
    for count, added in ((2, "2 judgments"), (3, "1 judgment\n")):
        Path("like.csv").write_text("\n".join(rows[: count + 1]) + "\n", encoding="utf-8")
        assert added in done("import", "judgments", "like.csv", "--campaign", trial).out


@pytest.mark.parametrize(
    ("old", "new"),
    [('"system"', '"machine"'), ('"response"', '"said"'), ('"written_standard": "nb"', '"written_standard": "no"')],
)
def test_a_broken_example_is_caught(old: str, new: str, trial: str, parvis: Run, tmp_path: Path) -> None:
    """An example with a wrong column or value does not import."""
    block = next(block for block in EXAMPLES if block.kind == "responses")
    path = saved(Block(block.language, block.kind, block.heading, block.body.replace(old, new)), tmp_path)
    assert parvis("import", "responses", path, "--campaign", trial).code == 2


def test_an_invented_column_is_caught(tmp_path: Path) -> None:
    """A column that no reader knows is seen as metadata."""
    block = next(block for block in EXAMPLES if block.kind == "responses")
    body = block.body.replace('"category"', '"colour"')
    assert strangers(read_responses(saved(Block(block.language, block.kind, "", body), tmp_path))) == {"colour"}


def test_a_wrong_number_or_key_is_caught() -> None:
    """Documents that differ in a number, a key or a length are not near, and keys make the shape."""
    document = example("rank")
    assert near(document, example("rank"))
    assert not near(document, document | {"level": 0.9})
    assert not near(document, document | {"systems": document["systems"][:1]})
    assert not near(document, {key: value for key, value in document.items() if key != "df"})
    assert shape({"a": 1, "b": [{"c": 2}]}) == shape({"a": 3, "b": [{"c": 4}, {"c": 5}]}) != shape({"a": 1, "b": [2]})
