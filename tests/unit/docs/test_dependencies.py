"""The tables of dependencies are those of the package."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.support.reading import ROOT, first_cells, section, text_of

TABLES = {"To run": "dependencies", "To develop": "dev"}


def declared(key: str) -> list[str]:
    """Names in pyproject.toml, without versions and extras."""
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]
    wanted = project["dependencies"] if key == "dependencies" else project["optional-dependencies"][key]
    return sorted(re.split(r"[^\w.-]", one)[0] for one in wanted)


def documented(text: str, heading: str) -> list[str]:
    """Names in the table under a heading."""
    return sorted(first_cells(section(text, heading), "package"))


@pytest.mark.parametrize(("heading", "key"), TABLES.items())
def test_every_dependency_has_its_reason(heading: str, key: str) -> None:
    """Each package that is asked for stands in the table, and no other does."""
    assert documented(text_of(ROOT / "docs" / "dependencies.md"), heading) == declared(key)


@pytest.mark.parametrize(("heading", "key"), TABLES.items())
def test_a_missing_or_surplus_package_is_caught(heading: str, key: str) -> None:
    """A table with one line less, or one more, differs."""
    text = text_of(ROOT / "docs" / "dependencies.md")
    line = f"| {declared(key)[0]} |"
    assert documented(text.replace(line, "", 1), heading) != declared(key)
    assert documented(text.replace(line, f"| leftpad | why not |\n{line}", 1), heading) != declared(key)
