"""Files that are wrong: exit 2, one message that names the place, nothing changed."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.support.running import Run, Write, answers

RESPONSES = "prompt,system,response\n"
COMPARISONS = "prompt,response_a,response_b,model_a,model_b\n"
CHOICE = "prompt,response_a,response_b,choice,annotator_id,model_a,model_b\n"
LATIN = "p,b,blåbær\n".encode("latin-1")


def object_line(response: str) -> str:
    """A line of JSONL, whose response stands as JSON."""
    return f'{{"prompt": "p", "system": "a", "response": {response}}}\n'


# What is imported, the file's name, its contents, and what the message says next to the name.
FILES: list[tuple[str, str, str | bytes, tuple[str, ...]]] = [
    ("responses", "empty.csv", "", ("empty",)),
    ("responses", "empty.jsonl", "", ("empty",)),
    ("responses", "empty.parquet", "", ("empty",)),
    ("responses", "header.csv", RESPONSES, ("no rows",)),
    ("responses", "blank.jsonl", "\n\n", ("no rows",)),
    ("responses", "column.csv", "prompt,system\np,a\n", ("row 1", "'response'")),
    ("responses", "twice.csv", "prompt,system,response,system\np,a,b,c\n", ("row 1", "'system'")),
    ("responses", "mixed.csv", RESPONSES.encode() + "p,a,blåbær\n".encode() + LATIN, ("row 3", "'response'", "UTF-8")),
    ("responses", "utf16.csv", (RESPONSES + "p,,b\n").encode("utf-16"), ("row 2", "'system'")),
    ("responses", "nul.csv", RESPONSES + "p,a,x\0y\n", ("row 2", "'response'", "NUL")),
    ("responses", "nul.jsonl", object_line(r'"x\u0000y"'), ("row 1", "'response'", "NUL")),
    ("responses", "half.jsonl", object_line(r'"x\ud800y"'), ("row 1", "'response'", "surrogate")),
    ("responses", "nan.jsonl", object_line("NaN"), ("row 1",)),
    ("responses", "list.jsonl", object_line("[]"), ("row 1", "'response'")),
    ("responses", "json.jsonl", object_line('"x"') + "{oops\n", ("row 2",)),
    ("responses", "array.jsonl", "[1]\n", ("row 1", "object")),
    ("responses", "ragged.csv", RESPONSES + "p,a,b,c\n", ("row 2",)),
    ("responses", "open.csv", RESPONSES + 'p,a,"b\n', ("row 2", "quote")),
    (
        "responses",
        "standard.csv",
        "prompt,system,response,written_standard\np,a,b,sv\n",
        ("row 2", "'written_standard'"),
    ),
    ("responses", "nobody.csv", RESPONSES + "p, ,b\n", ("row 2", "'system'")),
    ("responses", "two.csv", RESPONSES + "p,a,b\np,a,c\n", ("row 3", "'response'")),
    ("responses", "file.parquet", "not Parquet", ("Parquet",)),
    ("responses", "file.doc", RESPONSES + "p,a,b\n", (".jsonl",)),
    ("responses", "file.xlsx", RESPONSES + "p,a,b\n", ("workbook",)),
    ("responses", "many.csv", RESPONSES + "p,,b\n,a,b\n", ("row 2", "'system'", "and 1 more fault")),
    ("responses", "long.csv", RESPONSES + f"p,a,{'x' * (16 * 2**20 + 1)}\n", ("row 2", "'response'", "16 MiB")),
    ("comparisons", "self.csv", COMPARISONS + "p,x,y,m,m\n", ("row 2", "'model_b'", "itself")),
    ("comparisons", "gold.csv", COMPARISONS.replace("\n", ",gold\n") + "p,x,y,m,n,C\n", ("row 2", "'gold'", "'C'")),
    ("comparisons", "lacking.csv", RESPONSES + "p,a,b\n", ("row 1", "'response_a'")),
    ("judgments", "self.csv", "left,right,winner\nm,m,tie\n", ("row 2", "'right'", "itself")),
    ("judgments", "label.csv", CHOICE + "p,x,y,A is best,k,m,n\n", ("row 2", "'choice'", "'A is best'")),
    ("judgments", "arena.csv", "model_a,model_b,winner\nm,n,left\n", ("row 2", "'winner'", "'left'")),
    ("judgments", "sides.csv", "left,right,winner\nm,n,model_a\n", ("row 2", "'winner'", "'model_a'")),
    ("judgments", "lacking.csv", "left,right\nm,n\n", ("row 1", "'winner'")),
    ("gold", "lacking.csv", "more_fluent\nx\n", ("row 1", "'less_fluent'")),
    ("gold", "same.csv", "more_fluent,less_fluent\nx,x\n", ("row 2", "identical")),
]


@pytest.mark.parametrize(("what", "name", "content", "said"), FILES, ids=[f"{row[0]}-{row[1]}" for row in FILES])
def test_wrong_files(
    parvis: Run,
    trial: str,
    write: Write,
    contents: Callable[[], list[str]],
    what: str,
    name: str,
    content: str | bytes,
    said: tuple[str, ...],
) -> None:
    """A wrong file is refused by its name, row and column, and nothing of it is kept."""
    write(name, content)
    before = contents()
    complaint = parvis("import", what, name, "--campaign", trial).complaint
    assert all(words in complaint for words in (name, *said)), complaint
    assert len(complaint) < 500
    assert contents() == before
    if what == "judgments":
        assert parvis("rank", name).complaint == complaint


def test_unknown_campaign(parvis: Run, trial: str, write: Write, contents: Callable[[], list[str]]) -> None:
    """A campaign that is not there is refused by name, with the known ones, by every command that takes one."""
    write("answers.jsonl", answers())
    write("verdicts.csv", "left,right,winner\na,b,tie\n")
    write("gold.csv", "more_fluent,less_fluent\nx,y\n")
    before = contents()
    for words in (
        "import responses answers.jsonl",
        "import judgments verdicts.csv",
        "import gold gold.csv",
        "export judgments --output out.csv",
        "export ranking --output out.csv",
        "progress",
        "rank",
    ):
        complaint = parvis(*words.split(), "--campaign", "nowhere").complaint
        assert "'nowhere'" in complaint
        assert trial in complaint
    assert contents() == before


def test_missing_file(parvis: Run, trial: str) -> None:
    """A file that is not there, or a folder, is refused by name."""
    for what in ("responses", "comparisons", "judgments", "gold"):
        for name in ("missing.csv", "."):
            assert f"'{name}'" in parvis("import", what, name, "--campaign", trial).complaint


def test_changed_text(done: Run, parvis: Run, trial: str, write: Write, contents: Callable[[], list[str]]) -> None:
    """Another text for a known prompt and system is refused by its row, the new rows before it with it."""
    done("import", "responses", write("answers.jsonl", answers(2)), "--campaign", trial)
    before = contents()
    rows = answers(3)[::-1]
    rows[4]["response"] = "Eit anna svar"
    complaint = parvis("import", "responses", write("changed.jsonl", rows), "--campaign", trial).complaint
    assert "row 5" in complaint
    assert "'response'" in complaint
    assert contents() == before


def test_refused_options(parvis: Run, trial: str, write: Write, contents: Callable[[], list[str]]) -> None:
    """A sample of no pairs, or against a system that is not there, is refused and keeps nothing."""
    file = write("answers.jsonl", answers())
    before = contents()
    for words in ("--comparisons-per-prompt 0", "--comparisons-per-prompt x", "--against nobody", "--against a nobody"):
        assert parvis("import", "responses", file, "--campaign", trial, *words.split()).complaint
    assert contents() == before


def test_odd_but_good(done: Run, trial: str, write: Write) -> None:
    """White space, markup and names that look missing are texts and names as any other."""
    texts = ["  ", "<script>alert(1)</script>", 'line\nbreak, "quotes"', "=1+1"]
    rows = [
        {"prompt": "p", "system": system, "response": text}
        for system, text in zip(["None", "NA", "nan", "<b>"], texts, strict=True)
    ]
    done("import", "responses", write("odd.jsonl", rows), "--campaign", trial)
    said = done("campaign", "list", "--format", "json").json[0]
    assert said["comparisons"] == 3


def test_terminal_commands_in_names(done: Run, write: Write) -> None:
    """A system's name cannot command the terminal that a table is printed on; programs get it verbatim."""
    name = "a\x1b[31m\nb"
    file = write("escape.jsonl", [{"left": name, "right": "c", "winner": winner} for winner in ("left", "right")])
    table = done("rank", file).out
    assert "\x1b" not in table
    assert "a\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}b" in table
    assert {row["system"] for row in done("rank", file, "--format", "json").json["systems"]} == {name, "c"}


def test_deep_json(parvis: Run, trial: str, write: Write) -> None:
    """A value nested beyond reason is refused as any other bad line."""
    deep = (
        json.dumps({"prompt": "p", "system": "a", "response": "x"})[:-1] + ', "m": ' + "[" * 10**5 + "]" * 10**5 + "}"
    )
    assert "row 1" in parvis("import", "responses", write("deep.jsonl", deep), "--campaign", trial).complaint
