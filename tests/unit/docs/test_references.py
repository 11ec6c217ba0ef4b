"""docs/protocols.md: every requirement of the references names tests that exist, or says that it is not met."""

from __future__ import annotations

import ast
import re

from tests.support.reading import ROOT, section, text_of

PAGE = text_of(ROOT / "docs" / "protocols.md")
HEADINGS = ("HEval", "Hindi-English", "The MT evaluator", "The Korean criteria", "The Norwegian guidelines")


def rows(text: str) -> list[list[str]]:
    """The cells of every row of the five tables, without their heads."""
    found = [
        line.strip("|").split("|") for name in HEADINGS for line in section(text, name).splitlines() if line[:2] == "| "
    ]
    return [[cell.strip() for cell in row] for row in found if row[0].strip() != "requirement"]


def not_shown(text: str) -> list[str]:
    """The requirements whose tests do not exist, or that name none without saying so."""
    wrong = []
    for requirement, shown in rows(text):
        tests = re.findall(r"`([\w/]+\.py)::(test_\w+)`", shown)
        exist = all((ROOT / "tests" / file).is_file() and name in functions(file) for file, name in tests)
        if not exist or (not tests and not shown.startswith("not yet")):
            wrong.append(requirement)
    return wrong


def functions(file: str) -> set[str]:
    """The names of a test file's functions."""
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_each_requirement_has_its_test() -> None:
    """Every row names a test that is there."""
    assert len(rows(PAGE)) > 50
    assert not_shown(PAGE) == []


def test_a_test_that_is_gone_is_caught() -> None:
    """A renamed test, or a row without one, is named."""
    assert len(not_shown(PAGE.replace("::test_table_13`", "::test_table_31`"))) > 0
    first = next(shown for _requirement, shown in rows(PAGE) if shown.startswith("`"))
    assert len(not_shown(PAGE.replace(first, "surely", 1))) > 0
