"""A migration after the newest one, for tests of upgrades."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from eval_core.store import head_revision, migrate
from tests.services.store.test_migrations import MIGRATION


@pytest.fixture
def next_migration(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """Adds a migration to a copy of the folder, and makes `upgrade` use that."""

    def plant(then: str = "pass") -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(Path(migrate.__file__).parent / "migrations", folder)
        (folder / "versions" / "9999_planted.py").write_text(MIGRATION.format(head=head_revision(), then=then))
        monkeypatch.setattr(migrate, "_SCRIPTS", folder)

    return plant
