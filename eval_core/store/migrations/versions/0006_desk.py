"""The desk: actions, marks, late work, one text at a time."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_LAYOUT = "layout IN ('side_by_side', 'stacked', 'switched')"
_PLACE = {"place": '(start IS NULL) = ("end" IS NULL)', "range": '0 <= start AND start < "end"'}


def upgrade() -> None:
    _desk_action()
    _rating_mark()
    # On SQLite a new check rebuilds its table, rows and indexes: judgment, rating and reason once each, the others not.
    with op.batch_alter_table("judgment") as table:
        table.add_column(sa.Column("late", sa.Boolean(), nullable=False, server_default=sa.false()))
        table.drop_constraint(op.f("ck_judgment_layout"), type_="check")
        table.create_check_constraint(op.f("ck_judgment_layout"), _LAYOUT)
    late = sa.text("late")
    op.create_index(
        "ix_judgment_late", "judgment", ["campaign_id", "person_id"], sqlite_where=late, postgresql_where=late
    )
    with op.batch_alter_table("rating") as table:
        table.add_column(sa.Column("layout", sa.String()))
        table.add_column(sa.Column("late", sa.Boolean(), nullable=False, server_default=sa.false()))
        table.create_check_constraint(op.f("ck_rating_layout"), _LAYOUT)
    with op.batch_alter_table("reason") as table:
        table.add_column(sa.Column("start", sa.Integer()))
        table.add_column(sa.Column("end", sa.Integer()))
        table.drop_constraint(op.f("uq_reason_remark_id_response_id_issue"), type_="unique")
        table.create_unique_constraint(
            op.f("uq_reason_remark_id_response_id_issue_start_end"),
            ["remark_id", "response_id", "issue", "start", "end"],
        )
        for name, condition in _PLACE.items():
            table.create_check_constraint(op.f(f"ck_reason_{name}"), condition)
    _placeless("reason", ["remark_id", "response_id", "issue"])
    op.add_column("question", sa.Column("marks", sa.JSON()))
    op.add_column("comparison", sa.Column("gold_marks", sa.JSON()))


def _desk_action() -> None:
    references = {
        "campaign_id": "campaign",
        "person_id": "person",
        "assignment_id": "assignment",
        "rating_assignment_id": "rating_assignment",
    }
    op.create_table(
        "desk_action",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.String(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=True),
        sa.Column("rating_assignment_id", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=True),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("read_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "assignment_id IS NULL OR rating_assignment_id IS NULL", name=op.f("ck_desk_action_about_one")
        ),
        *(
            sa.ForeignKeyConstraint([column], [f"{table}.id"], name=op.f(f"fk_desk_action_{column}_{table}"))
            for column, table in references.items()
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_desk_action")),
        sa.UniqueConstraint("campaign_id", "person_id", "uuid", name=op.f("uq_desk_action_campaign_id_person_id_uuid")),
    )
    op.create_index("ix_desk_action_person", "desk_action", ["campaign_id", "person_id", "id"])


def _rating_mark() -> None:
    op.create_table(
        "rating_mark",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("rating_assignment_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=True),
        sa.Column("end", sa.Integer(), nullable=True),
        sa.Column("issue", sa.String(), nullable=False),
        *(sa.CheckConstraint(condition, name=op.f(f"ck_rating_mark_{name}")) for name, condition in _PLACE.items()),
        sa.CheckConstraint("revision >= 1", name=op.f("ck_rating_mark_revision")),
        sa.ForeignKeyConstraint(
            ["rating_assignment_id"],
            ["rating_assignment.id"],
            name=op.f("fk_rating_mark_rating_assignment_id_rating_assignment"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_mark")),
        sa.UniqueConstraint(
            "rating_assignment_id",
            "revision",
            "issue",
            "start",
            "end",
            name=op.f("uq_rating_mark_rating_assignment_id_revision_issue_start_end"),
        ),
    )
    _placeless("rating_mark", ["rating_assignment_id", "revision", "issue"])


def _placeless(table: str, columns: list[str]) -> None:
    op.create_index(
        f"uq_{table}_placeless",
        table,
        columns,
        unique=True,
        sqlite_where=sa.text("start IS NULL"),
        postgresql_where=sa.text("start IS NULL"),
    )
