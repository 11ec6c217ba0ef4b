"""The types that the comments of the browser scripts declare are checked by `make types`."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.reading import ROOT

DESK = ROOT / "eval_core" / "web" / "desk"


def checked(settings: Path) -> subprocess.CompletedProcess[str]:
    """The check's answer about the scripts beside these settings."""
    if not shutil.which("npm") and "CI" not in os.environ:
        pytest.skip("no npm: the types of the browser scripts are checked in CI")
    done = subprocess.run([ROOT / ".ci" / "types" / "check", settings], capture_output=True, text=True, check=False)
    if "not checked" in done.stderr:
        pytest.skip(done.stderr)
    return done


@pytest.mark.slow
def test_a_wrong_type_is_caught(tmp_path: Path) -> None:
    """A script that gives a number where the types want words does not pass; the scripts as they are do."""
    copied = tmp_path / "desk"
    shutil.copytree(DESK, copied)
    assert checked(copied / "jsconfig.json").returncode == 0
    (copied / "planted.js").write_text('import { fill } from "./dom.js"\nfill(5, {})\n', encoding="utf-8")
    done = checked(copied / "jsconfig.json")
    assert done.returncode != 0
    assert "planted.js(2,6)" in done.stdout
