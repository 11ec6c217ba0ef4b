"""The lead's control room: the log of deeds, rounds, exclusions, messages, tokens, drafts, written standards."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def _id() -> sa.Column[Any]:
    return sa.Column("id", sa.Integer(), nullable=False)


def _at(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _reference(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer(), nullable=nullable)


def _foreign_key(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=op.f(f"fk_{table}_{column}_{target}"))


def upgrade() -> None:
    op.create_table(
        "event",
        _id(),
        _reference("campaign_id"),
        _reference("person_id", nullable=True),
        sa.Column("deed", sa.String(), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        _at("at"),
        _foreign_key("event", "campaign_id", "campaign"),
        _foreign_key("event", "person_id", "person"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
    )
    op.create_index("ix_event_campaign", "event", ["campaign_id", "id"])
    op.create_table(
        "round",
        _id(),
        _reference("campaign_id"),
        sa.Column("number", sa.Integer(), nullable=False),
        _reference("opened_by", nullable=True),
        _at("opened_at"),
        sa.CheckConstraint("number >= 2", name=op.f("ck_round_number")),
        _foreign_key("round", "campaign_id", "campaign"),
        _foreign_key("round", "opened_by", "person"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round")),
        sa.UniqueConstraint("campaign_id", "number", name=op.f("uq_round_campaign_id_number")),
    )
    op.create_table(
        "exclusion",
        _id(),
        _reference("campaign_id"),
        _reference("person_id"),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("put_back", sa.Boolean(), nullable=False),
        _reference("made_by", nullable=True),
        _at("made_at"),
        _reference("lifted_by", nullable=True),
        _at("lifted_at", nullable=True),
        _foreign_key("exclusion", "campaign_id", "campaign"),
        _foreign_key("exclusion", "person_id", "person"),
        _foreign_key("exclusion", "made_by", "person"),
        _foreign_key("exclusion", "lifted_by", "person"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exclusion")),
    )
    op.create_index(
        "uq_exclusion_live",
        "exclusion",
        ["campaign_id", "person_id"],
        unique=True,
        sqlite_where=sa.text("lifted_at IS NULL"),
        postgresql_where=sa.text("lifted_at IS NULL"),
    )
    op.create_table(
        "message",
        _id(),
        _reference("campaign_id"),
        _reference("person_id"),
        sa.Column("text", sa.String(), nullable=False),
        _reference("sent_by", nullable=True),
        _at("sent_at"),
        _at("read_at", nullable=True),
        _foreign_key("message", "campaign_id", "campaign"),
        _foreign_key("message", "person_id", "person"),
        _foreign_key("message", "sent_by", "person"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_message")),
    )
    op.create_index("ix_message_person", "message", ["campaign_id", "person_id"])
    op.create_table(
        "program_token",
        _id(),
        _reference("campaign_id"),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        _reference("created_by", nullable=True),
        _at("created_at"),
        _at("revoked_at", nullable=True),
        _foreign_key("program_token", "campaign_id", "campaign"),
        _foreign_key("program_token", "created_by", "person"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_program_token")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_program_token_token_hash")),
    )
    op.create_index("ix_program_token_campaign_id", "program_token", ["campaign_id"])

    op.create_index(
        "ix_judgment_unranked",
        "judgment",
        ["campaign_id", "person_id"],
        sqlite_where=sa.text("NOT ranked"),
        postgresql_where=sa.text("NOT ranked"),
    )

    with op.batch_alter_table("campaign") as table:
        table.drop_constraint(op.f("ck_campaign_status"), type_="check")
        table.create_check_constraint(
            op.f("ck_campaign_status"), "status IN ('draft', 'open', 'paused', 'closed', 'archived')"
        )
    with op.batch_alter_table("comparison") as table:
        table.add_column(sa.Column("anchor_round", sa.Integer()))
    with op.batch_alter_table("membership") as table:
        table.add_column(sa.Column("written_standard", sa.String()))
        table.create_check_constraint(op.f("ck_membership_written_standard"), "written_standard IN ('nb', 'nn')")
