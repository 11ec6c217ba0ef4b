"""Responses that somebody could not rate, and questions about a response."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("rating_assignment") as table:
        table.add_column(sa.Column("skip_reason", sa.String()))
        table.add_column(sa.Column("skip_comment", sa.String()))
        table.add_column(sa.Column("skipped_at", sa.DateTime(timezone=True)))
        for name, condition in _RATING_ASSIGNMENT.items():
            table.create_check_constraint(op.f(f"ck_rating_assignment_{name}"), condition)
    with op.batch_alter_table("question") as table:
        table.add_column(sa.Column("rating_assignment_id", sa.Integer()))
        table.create_foreign_key(
            op.f("fk_question_rating_assignment_id_rating_assignment"),
            "rating_assignment",
            ["rating_assignment_id"],
            ["id"],
        )
        table.create_check_constraint(
            op.f("ck_question_about_one"), "assignment_id IS NULL OR rating_assignment_id IS NULL"
        )


_RATING_ASSIGNMENT = {
    "skip_has_reason": "(status = 'skipped') = (skip_reason IS NOT NULL)",
    "skip_reason": "skip_reason IN ('other_standard', 'unreadable', 'uncomfortable', 'other')",
}
