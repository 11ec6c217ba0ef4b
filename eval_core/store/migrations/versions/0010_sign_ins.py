"""When each sign-in was last used, so that one that no one uses can end."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_SIGN_IN = sa.table(
    "sign_in",
    sa.column("created_at", sa.DateTime(timezone=True)),
    sa.column("revoked_at", sa.DateTime(timezone=True)),
    sa.column("used_at", sa.DateTime(timezone=True)),
)


def upgrade() -> None:
    op.add_column("sign_in", sa.Column("used_at", sa.DateTime(timezone=True)))
    # When those of before were used was not recorded: an upgrade signs no one out.
    ended = _SIGN_IN.c.revoked_at.is_not(None)
    last = sa.case((ended, _SIGN_IN.c.created_at), else_=sa.literal(datetime.now(UTC), sa.DateTime(timezone=True)))
    op.execute(_SIGN_IN.update().values(used_at=last))
    with op.batch_alter_table("sign_in") as table:
        table.alter_column("used_at", existing_type=sa.DateTime(timezone=True), nullable=False)
