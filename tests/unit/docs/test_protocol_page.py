"""docs/protocols.md: the protocol it builds works, and its tables name every field, rule, reply and protocol."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from jinja2 import Environment, StrictUndefined
from pydantic import BaseModel

from eval_core.protocols import list_protocols, read_protocol
from eval_core.protocols.model import (
    TEMPLATE_NAMES,
    Choices,
    Criterion,
    Example,
    Issue,
    Judge,
    Point,
    Protocol,
    Score,
    Ties,
)
from tests.support.reading import ROOT, blocks, first_cells, section, text_of
from tests.support.running import Run

PAGE = text_of(ROOT / "docs" / "protocols.md")
WALK = "".join(block.body + "\n" for block in blocks(PAGE) if (block.language, block.kind) == ("toml", "walk"))
[PAIR] = [block.body + "\n" for block in blocks(PAGE) if (block.language, block.kind) == ("toml", "pair")]
ANSWER = next(block.body.strip() for block in blocks(PAGE) if block.language == "text")
NAME = "clear_letter.toml"


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    """The page's protocol as a file of the working directory."""
    path = tmp_path / NAME
    path.write_text(WALK, encoding="utf-8")
    return path


def names(heading: str, header: str, text: str = PAGE) -> set[str]:
    """What the first column of the tables under a heading names."""
    return {name for cell in first_cells(section(text, heading), header) for name in re.findall(r"`(.+?)`", cell)}


def literals(model: type[BaseModel], field: str) -> set[str]:
    """The words that a field allows."""
    return set(get_args(model.model_fields[field].annotation))


def test_the_walk_ends_with_a_protocol(letter: Path, done: Run) -> None:
    """The page's blocks together are a well-formed file with what the page says of it."""
    protocol = read_protocol(letter)
    assert [(one.key, one.na, one.explanation, len(one.points)) for one in protocol.criteria] == [
        ("plain_words", False, "below_max", 2),
        ("next_step", True, "none", 0),
    ]
    assert "clear_letter 1.0 is well formed" in done("protocol", "check", NAME).out


def test_its_template_can_be_rendered(letter: Path) -> None:
    """A judge would read of both criteria, of the points in words, of N/A for the second, and of both texts."""
    protocol = read_protocol(letter)
    assert protocol.judge is not None
    template = Environment(undefined=StrictUndefined, autoescape=False).from_string(protocol.judge.template)  # noqa: S701 - no page
    request = template.render(prompt="<the task>", response="<the letter>", criteria=protocol.criteria)
    first, second = (f"{one.key} (1 to 4{na}): {one.description['en']}" for one, na in
                     zip(protocol.criteria, ("", ', or "NA"'), strict=True))  # fmt: skip
    for part in (first, second, "1 = Only for experts", "4 = For everybody", "<the task>", "<the letter>"):
        assert part in request


def test_its_errors_are_as_printed(letter: Path, parvis: Run) -> None:
    """The page's two mistakes get the page's answer."""
    broken = WALK.replace("max = 4", 'max = "four"', 1)
    begin, end = broken.rsplit("[criteria.description]", 1)
    letter.write_text(f"{begin}[criteria.decription]{end}", encoding="utf-8")
    assert parvis("protocol", "check", NAME).complaint == ANSWER


def copied(commands: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What someone gets who copies these lines into a shell in this folder."""
    program = folder / "bin" / "parvis"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m eval_core.cli "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    settings = {name: value for name, value in os.environ.items() if not name.startswith("PARVIS_")}
    path = f"{program.parent}{os.pathsep}{settings['PATH']}"
    return subprocess.run(
        ["sh", "-e", "-u", "-c", commands],
        cwd=folder,
        env=settings | {"PATH": path, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_its_campaign_is_created_by_copying_the_commands(
    letter: Path, done: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The block of commands, copied as it is printed, ends with a campaign; without the setting it does not."""
    [commands] = [block.body for block in blocks(PAGE) if (block.language, block.kind) == ("sh", "use")]
    lacking = commands.replace("export PARVIS_PROTOCOLS=$PWD\n", "")
    assert lacking != commands
    refused = copied(lacking, letter.parent)
    assert (refused.returncode, "no protocol 'clear_letter'" in refused.stderr) == (2, True)
    ran = copied(commands, letter.parent)
    assert ran.returncode == 0, ran.stderr
    assert "campaign 'letters' created" in ran.stdout
    monkeypatch.setenv("PARVIS_PROTOCOLS", str(letter.parent))
    assert [row["protocol"] for row in done("campaign", "list", "--format", "json").json] == ["clear_letter"]
    rows = {row["key"]: row for row in done("protocol", "list", "--format", "json").json}
    assert (rows["clear_letter"]["kind"], rows["clear_letter"]["criteria"]) == ("rating", 2)
    assert rows["clear_letter"]["title"] == "Clear letters"
    assert done("protocol", "show", "clear_letter").json["criteria"][1]["na"] is True


def test_a_protocol_without_english_is_listed(letter: Path, done: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list falls back on a protocol's first language for its title."""
    text = WALK.replace('languages = ["en", "nb", "nn"]', 'languages = ["nb", "nn"]').replace(
        'en = "Clear letters"\n', ""
    )
    letter.write_text(text, encoding="utf-8")
    monkeypatch.setenv("PARVIS_PROTOCOLS", str(letter.parent))
    assert "Klare brev" in done("protocol", "list").out


def test_the_pairwise_protocol_is_well_formed(tmp_path: Path, done: Run, parvis: Run) -> None:
    """The page's second file is checked as it is printed; each table that it could lack is refused by file and key."""
    path = tmp_path / "helpfulness.toml"
    path.write_text(PAIR, encoding="utf-8")
    assert "helpfulness 1.0 is well formed" in done("protocol", "check", path.name).out
    for table in ("question", "choices", "ties", "guidelines"):
        lacking = re.sub(rf"^\[{table}\]\n(?:.*\n)*?(?=^\[|\Z)", "", PAIR, count=1, flags=re.MULTILINE)
        assert lacking != PAIR
        path.write_text(lacking, encoding="utf-8")
        complaint = parvis("protocol", "check", path.name).complaint
        assert complaint == f"parvis: {path.name}: {table}: is missing, and a pairwise protocol needs it"


def test_every_protocol_stands_in_the_table() -> None:
    """The table names each protocol that comes with Parvis, its kind and its score rule."""
    lines = [
        line.split("|") for line in section(PAGE, "Protocols that come with Parvis").splitlines() if line[:2] == "| "
    ]
    told = {key.strip(" `"): (kind.strip(), last.strip(" `")) for _, key, kind, *_, last, _ in lines[1:]}
    assert told.keys() == {one.key for one in list_protocols()}
    for one in list_protocols():
        assert told[one.key][0] == one.kind
        assert one.score is None or told[one.key][1] == one.score.rule


@pytest.mark.parametrize(
    ("heading", "header", "model"),
    [
        ("The protocol", "field", Protocol),
        ("Criteria", "field", Criterion),
        ("Score", "field", Score),
        ("Judge", "field", Judge),
        ("Judge", "of each example", Example),
    ],
)
def test_every_field_is_explained(heading: str, header: str, model: type[BaseModel]) -> None:
    """Each field of a protocol file has a row, and no row speaks of a field that does not exist."""
    assert names(heading, header) == set(model.model_fields)


def test_small_parts_are_explained() -> None:
    """The fields of choices, issues and points are named as well."""
    assert names("Choices and issues", "field") == {*Choices.model_fields, *Issue.model_fields, *Ties.model_fields}
    assert {f"`{name}`" for name in Point.model_fields} <= set(re.findall(r"`\w+`", section(PAGE, "Criteria")))


def test_every_word_that_a_field_allows_is_explained() -> None:
    """Rules, replies, kinds, explanations, fields shown and the names in templates stand in the tables."""
    assert names("How scores are computed", "rule") == literals(Score, "rule")
    assert names("Judge", "reply") == literals(Judge, "reply")
    assert names("Judge", "name") == TEMPLATE_NAMES
    said = set(re.findall(r"`(\w+)`", PAGE))
    assert said >= literals(Criterion, "explanation") | literals(Protocol, "kind")
    assert said >= {"prompt", "source", "reference", "response"}


def test_a_field_that_is_not_told_is_caught() -> None:
    """A row that is taken out is missed."""
    assert names("Judge", "field") - names("Judge", "field", PAGE.replace("| `batch_size` |", "| batch |")) == {
        "batch_size"
    }
