"""The threat model and the promises name tests that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.reading import ROOT, inline_code, text_of

NAMED = re.compile(r"(tests/[\w/]+\.py)::(\w+)")
DOCUMENTS = (ROOT / "docs" / "security.md", ROOT / "docs" / "reliability.md")


def missing(text: str) -> list[str]:
    """Tests that a text names and nobody wrote."""
    found = []
    for code in inline_code(text):
        if match := NAMED.fullmatch(code):
            path = ROOT / match[1]
            if not path.is_file() or f"\ndef {match[2]}(" not in path.read_text(encoding="utf-8"):
                found.append(code)
    return found


def unproven(text: str) -> list[str]:
    """Threats and promises whose line says neither which test shows them nor what is not protected."""
    found, about = [], False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if not line.startswith("| "):
            about = about and line.startswith("|")
        elif cells[0] in ("threat", "promise"):
            about = True
        elif about and not any(map(NAMED.search, cells[1:])) and not cells[-1]:
            found.append(cells[0])
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_every_named_test_exists(document: Path) -> None:
    """Each `path::name` is a test, and each threat or promise has one or says what is missing."""
    text = text_of(document)
    assert len([code for code in inline_code(text) if NAMED.fullmatch(code)]) > 30
    assert missing(text) == []
    assert unproven(text) == []


def test_a_missing_test_is_seen() -> None:
    """The planted violations: a test that nobody wrote, a file that is not there, and a threat with neither."""
    here = "tests/unit/docs/test_promises.py"
    text = f"`{here}::test_that_never_was` `tests/nowhere.py::test_x` `{here}::test_a_missing_test_is_seen`"
    assert missing(text) == [f"{here}::test_that_never_was", "tests/nowhere.py::test_x"]
    assert unproven(
        "| threat | what | shown by | not |\n|---|---|---|---|\n| a threat | hope | it works | |\n| b | c | `tests/a.py::test_b` | |"
    ) == ["a threat"]
