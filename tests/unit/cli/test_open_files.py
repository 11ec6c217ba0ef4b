"""`parvis serve` may have as many tabs open as the system lets it, and gives back the memory of those closed."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from eval_core.cli import dashboard

FILES = resource.RLIMIT_NOFILE


@pytest.fixture
def limits() -> Iterator[tuple[int, int]]:
    """What this process may open: put back as it was."""
    before = resource.getrlimit(FILES)
    yield before
    resource.setrlimit(FILES, before)


def test_the_soft_limit_is_raised_to_the_hard_one(limits: tuple[int, int]) -> None:
    """From the few that a login or a service is given at first to all that it may have."""
    hard = limits[1]
    resource.setrlimit(FILES, (512, hard))
    dashboard._open_many_files()
    soft = resource.getrlimit(FILES)[0]
    assert soft == (dashboard._MANY_FILES if hard == resource.RLIM_INFINITY else min(hard, dashboard._MANY_FILES))


def test_a_higher_limit_stays(limits: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was given more keeps it."""
    monkeypatch.setattr(dashboard, "_MANY_FILES", 100)
    resource.setrlimit(FILES, (512, limits[1]))
    dashboard._open_many_files()
    assert resource.getrlimit(FILES)[0] == 512


def test_threads_share_two_arenas_unless_the_operator_says_otherwise(
    limits: tuple[int, int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What Streamlit is started with tells glibc to keep few arenas; a number that was set stays."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "execv", lambda *_command: None)
    found = []
    for given in ("", "5"):
        monkeypatch.setenv("MALLOC_ARENA_MAX", given)
        if not given:
            monkeypatch.delenv("MALLOC_ARENA_MAX")
        dashboard._become_streamlit("127.0.0.1", 8501, "http://127.0.0.1:8501")
        found.append(os.environ["MALLOC_ARENA_MAX"])
    assert found == ["2", "5"]
