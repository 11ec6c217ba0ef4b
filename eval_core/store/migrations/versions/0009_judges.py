"""Judges one can trust with money: what a judge's name means, who is at work as it, and all that its replies held."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _settings()
    _lease()
    _replies()
    _probabilities()


def _settings() -> None:
    op.create_table(
        "judge_setting",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("protocol_key", sa.String(), nullable=False),
        sa.Column("protocol_version", sa.String(), nullable=False),
        sa.Column("protocol_hash", sa.String(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        sa.Column("model_revision", sa.String(), nullable=True),
        sa.Column("temperature", sa.Double(), nullable=True),
        sa.Column("seed", sa.Integer(), nullable=True),
        sa.Column("reply_format", sa.String(), nullable=True),
        sa.Column("reply_schema", sa.JSON(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "reply_format IN ('json_schema', 'json_object', 'plain')", name=op.f("ck_judge_setting_reply_format")
        ),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_judge_setting_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_judge_setting_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_judge_setting")),
        sa.UniqueConstraint(
            "campaign_id",
            "person_id",
            "protocol_key",
            name=op.f("uq_judge_setting_campaign_id_person_id_protocol_key"),
        ),
    )


def _lease() -> None:
    op.create_table(
        "judge_lease",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_judge_lease_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_judge_lease_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_judge_lease")),
        sa.UniqueConstraint("campaign_id", "person_id", name=op.f("uq_judge_lease_campaign_id_person_id")),
    )


def _replies() -> None:
    for name, kind in (
        ("reasoning", sa.String()),
        ("refusal", sa.String()),
        ("finish_reason", sa.String()),
        ("usage", sa.JSON()),
        ("body", sa.String()),
        ("kept", sa.Integer()),
    ):
        op.add_column("judge_reply", sa.Column(name, kind, nullable=True))


def _probabilities() -> None:
    op.add_column("rating", sa.Column("expected", sa.Double(), nullable=True))
    op.add_column("rating", sa.Column("log_probability", sa.Double(), nullable=True))
