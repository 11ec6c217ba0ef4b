"""What tests of the database's schema share."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from eval_core.store import head_revision, migrate

MIGRATION = """
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = "9999", "{head}", None, None

def upgrade():
    op.create_table("extra", sa.Column("id", sa.Integer(), primary_key=True))
    with op.batch_alter_table("campaign") as table:
        table.add_column(sa.Column("extra", sa.String()))
    {then}
"""


@pytest.fixture
def next_migration(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], None]:
    """Adds a migration to a copy of the folder, and makes `upgrade` use that."""

    def plant(then: str = "pass") -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(Path(migrate.__file__).parent / "migrations", folder)
        (folder / "versions" / "9999_planted.py").write_text(MIGRATION.format(head=head_revision(), then=then))
        monkeypatch.setattr(migrate, "_SCRIPTS", folder)

    return plant
