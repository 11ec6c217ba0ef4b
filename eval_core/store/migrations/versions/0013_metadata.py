"""Columns of files that are none of ours: what comparisons and judgments came with."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Empty for what is there already: a table is not written again for it."""
    for table in ("comparison", "judgment"):
        op.add_column(table, sa.Column("meta", sa.JSON(), nullable=True))
