"""Every reply of an LLM judge, word for word."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "judge_reply",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("protocol_key", sa.String(), nullable=False),
        sa.Column("protocol_hash", sa.String(), nullable=False),
        sa.Column("request_hash", sa.String(), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("criterion", sa.String(), nullable=True),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=True),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("prompt_tokens", sa.Integer(), nullable=True),
        sa.Column("completion_tokens", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("status IN ('ok', 'malformed', 'failed')", name=op.f("ck_judge_reply_status")),
        sa.CheckConstraint("attempt >= 1", name=op.f("ck_judge_reply_attempt")),
        sa.CheckConstraint("(status = 'failed') = (text IS NULL)", name=op.f("ck_judge_reply_reply_has_text")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_judge_reply_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_judge_reply_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_judge_reply")),
        sa.UniqueConstraint(
            "person_id", "request_hash", "attempt", name=op.f("uq_judge_reply_person_id_request_hash_attempt")
        ),
    )
    op.create_index("ix_judge_reply_campaign", "judge_reply", ["campaign_id", "person_id"])
