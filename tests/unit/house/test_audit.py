"""What `make audit` makes of pip-audit's answers."""

from __future__ import annotations

import runpy
from typing import Any

import pytest

from tests.support.reading import ROOT

FINE: dict[str, Any] = {"name": "good", "version": "1", "vulns": []}
BAD = {"name": "bad", "version": "2", "vulns": [{"id": "CVE-1", "fix_versions": ["3"]}]}
UNKNOWN = {"name": "far", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("found", "code", "word"),
    [
        ([FINE], 0, "1 packages, 0 known vulnerabilities"),
        ([FINE, BAD], 1, "bad 2: CVE-1, mended in 3"),
        ([FINE, UNKNOWN], 0, "1 could not be looked up"),
        ([UNKNOWN], 0, "NOTHING WAS AUDITED: the database of known vulnerabilities at pypi.org cannot be reached"),
        (None, 0, "it was dark"),
    ],
)
def test_only_a_known_vulnerability_fails(found: list[dict[str, Any]] | None, code: int, word: str) -> None:
    """A vulnerable package fails the build by name; a database out of reach does not, and is told of."""
    verdict = runpy.run_path(str(ROOT / ".ci" / "audit.py"))["verdict"]
    ended, said = verdict(None if found is None else {"dependencies": found}, "" if found else "it was dark")
    assert ended == code
    assert word in "\n".join(said)
