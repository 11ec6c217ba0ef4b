"""The threat model names tests that there are."""

from __future__ import annotations

import re

from tests.unit.docs.reading import ROOT, inline_code, text_of

NAMED = re.compile(r"(tests/[\w/]+\.py)::(\w+)")
DOCUMENT = ROOT / "docs" / "security.md"


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
    """Threats whose line says neither which test shows the protection nor what is not protected."""
    lines = [line for line in text.splitlines() if line.startswith("| ") and line.count(" | ") >= 3]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [row[0] for row in rows if row[0] != "threat" and not NAMED.search(row[2]) and not row[3]]


def test_every_named_test_exists() -> None:
    """Each `path::name` of the threat model is a test, and each threat has one or says that nothing protects."""
    text = text_of(DOCUMENT)
    assert len([code for code in inline_code(text) if NAMED.fullmatch(code)]) > 40
    assert missing(text) == []
    assert unproven(text) == []


def test_a_missing_test_is_seen() -> None:
    """The planted violations: a test that nobody wrote, a file that is not there, and a threat with neither."""
    here = "tests/unit/docs/test_security.py"
    text = f"`{here}::test_that_never_was` `tests/nowhere.py::test_x` `{here}::test_a_missing_test_is_seen`"
    assert missing(text) == [f"{here}::test_that_never_was", "tests/nowhere.py::test_x"]
    assert unproven("| a threat | hope | it works | |\n| b | c | `tests/a.py::test_b` | |") == ["a threat"]
