"""Which checkpoint of which model a system is."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("system", sa.Column("family", sa.String()))
    op.add_column("system", sa.Column("checkpoint", sa.Double()))
