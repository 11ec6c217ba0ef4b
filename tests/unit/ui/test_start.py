"""What app.py does before anybody comes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.slow
def test_what_is_loaded_at_the_start_is_never_collected_again(tmp_path: Path) -> None:
    """The libraries' objects are set aside, so that no collection goes through them while people click."""
    code = """import gc, app
from eval_core.ui.warming import prepare
before = gc.get_freeze_count()
prepare(app.store())
print(before, gc.get_freeze_count())"""
    environment = {**os.environ, "PARVIS_DATABASE_URL": f"sqlite:///{tmp_path / 'start.db'}"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    before, after = map(int, done.stdout.split()[-2:])
    assert before == 0
    assert after > 100_000
