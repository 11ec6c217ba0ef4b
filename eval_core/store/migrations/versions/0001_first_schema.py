"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "campaign",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("protocol_key", sa.String(), nullable=False),
        sa.Column("protocol_version", sa.String(), nullable=False),
        sa.Column("protocol_hash", sa.String(), nullable=False),
        sa.Column("guideline_version", sa.String(), nullable=False),
        sa.Column("text_view", sa.String(), nullable=False),
        sa.Column("overlap", sa.Integer(), nullable=False),
        sa.Column("shared", sa.Integer(), nullable=False),
        sa.Column("shared_overlap", sa.Integer(), nullable=False),
        sa.Column("per_annotator", sa.Integer(), nullable=True),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("is_demo", sa.Boolean(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("status IN ('open', 'paused', 'closed')", name=op.f("ck_campaign_status")),
        sa.CheckConstraint("text_view IN ('plain', 'formatted')", name=op.f("ck_campaign_text_view")),
        sa.CheckConstraint("overlap >= 1", name=op.f("ck_campaign_overlap")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign")),
        sa.UniqueConstraint("slug", name=op.f("uq_campaign_slug")),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind IN ('human', 'judge', 'simulated')", name=op.f("ck_person_kind")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("name", name=op.f("uq_person_name")),
    )
    op.create_table(
        "link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_link_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_link")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_link_token_hash")),
    )
    op.create_index(
        "uq_link_live",
        "link",
        ["person_id"],
        unique=True,
        sqlite_where=sa.text("revoked_at IS NULL"),
        postgresql_where=sa.text("revoked_at IS NULL"),
    )
    op.create_table(
        "membership",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=True),
        sa.Column("role", sa.String(), nullable=False),
        sa.CheckConstraint("role IN ('annotator', 'lead', 'researcher')", name=op.f("ck_membership_role")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_membership_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_membership_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_membership")),
    )
    op.create_index(
        "uq_membership_campaign",
        "membership",
        ["person_id", "campaign_id", "role"],
        unique=True,
        sqlite_where=sa.text("campaign_id IS NOT NULL"),
        postgresql_where=sa.text("campaign_id IS NOT NULL"),
    )
    op.create_index(
        "uq_membership_everywhere",
        "membership",
        ["person_id", "role"],
        unique=True,
        sqlite_where=sa.text("campaign_id IS NULL"),
        postgresql_where=sa.text("campaign_id IS NULL"),
    )
    op.create_table(
        "prompt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("external_id", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("written_standard", sa.String(), nullable=True),
        sa.Column("category", sa.String(), nullable=True),
        sa.Column("document", sa.String(), nullable=True),
        sa.Column("reference", sa.String(), nullable=True),
        sa.Column("source_language", sa.String(), nullable=True),
        sa.Column("target_language", sa.String(), nullable=True),
        sa.Column("meta", sa.JSON(), nullable=True),
        sa.CheckConstraint("kind IN ('regular', 'gold')", name=op.f("ck_prompt_kind")),
        sa.CheckConstraint("written_standard IN ('nb', 'nn')", name=op.f("ck_prompt_written_standard")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_prompt_campaign_id_campaign")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_prompt")),
        sa.UniqueConstraint("campaign_id", "key", name=op.f("uq_prompt_campaign_id_key")),
    )
    op.create_table(
        "system",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_system_campaign_id_campaign")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_system")),
        sa.UniqueConstraint("campaign_id", "name", name=op.f("uq_system_campaign_id_name")),
    )
    op.create_table(
        "response",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("prompt_id", sa.Integer(), nullable=False),
        sa.Column("system_id", sa.Integer(), nullable=True),
        sa.Column("text", sa.String(), nullable=True),
        sa.Column("meta", sa.JSON(), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_response_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["prompt_id"], ["prompt.id"], name=op.f("fk_response_prompt_id_prompt")),
        sa.ForeignKeyConstraint(["system_id"], ["system.id"], name=op.f("fk_response_system_id_system")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_response")),
        sa.UniqueConstraint("prompt_id", "system_id", name=op.f("uq_response_prompt_id_system_id")),
    )
    op.create_index(op.f("ix_response_campaign_id"), "response", ["campaign_id"], unique=False)
    op.create_table(
        "sign_in",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("session_hash", sa.String(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("link_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["link_id"], ["link.id"], name=op.f("fk_sign_in_link_id_link")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_sign_in_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
        sa.UniqueConstraint("session_hash", name=op.f("uq_sign_in_session_hash")),
    )
    op.create_index(op.f("ix_sign_in_person_id"), "sign_in", ["person_id"], unique=False)
    op.create_table(
        "comparison",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("prompt_id", sa.Integer(), nullable=False),
        sa.Column("first_response_id", sa.Integer(), nullable=False),
        sa.Column("second_response_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("overlap", sa.Integer(), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("identical", sa.Boolean(), nullable=False),
        sa.Column("gold_outcome", sa.String(), nullable=True),
        sa.Column("gold_issue", sa.String(), nullable=True),
        sa.Column("gold_explanation", sa.String(), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("(kind = 'gold') = (gold_outcome IS NOT NULL)", name=op.f("ck_comparison_gold_has_outcome")),
        sa.CheckConstraint("gold_outcome IN ('first', 'second', 'tie')", name=op.f("ck_comparison_gold_outcome")),
        sa.CheckConstraint("kind IN ('regular', 'gold')", name=op.f("ck_comparison_kind")),
        sa.CheckConstraint("first_response_id <> second_response_id", name=op.f("ck_comparison_two_responses")),
        sa.CheckConstraint("overlap >= 1 AND done >= 0", name=op.f("ck_comparison_counts")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_comparison_campaign_id_campaign")),
        sa.ForeignKeyConstraint(
            ["first_response_id"], ["response.id"], name=op.f("fk_comparison_first_response_id_response")
        ),
        sa.ForeignKeyConstraint(["prompt_id"], ["prompt.id"], name=op.f("fk_comparison_prompt_id_prompt")),
        sa.ForeignKeyConstraint(
            ["second_response_id"], ["response.id"], name=op.f("fk_comparison_second_response_id_response")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_comparison")),
        sa.UniqueConstraint(
            "first_response_id",
            "second_response_id",
            name=op.f("uq_comparison_first_response_id_second_response_id"),
        ),
    )
    op.create_index(
        "ix_comparison_campaign",
        "comparison",
        ["campaign_id", "kind", "identical", "overlap", "done"],
        unique=False,
    )
    op.create_index(
        "ix_comparison_open",
        "comparison",
        ["campaign_id", "position"],
        unique=False,
        sqlite_where=sa.text("done < overlap AND kind = 'regular' AND identical = false AND withdrawn_at IS NULL"),
        postgresql_where=sa.text("done < overlap AND kind = 'regular' AND identical = false AND withdrawn_at IS NULL"),
    )
    op.create_index("ix_comparison_prompt", "comparison", ["prompt_id"], unique=False)
    op.create_table(
        "rating_assignment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("response_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("protocol_key", sa.String(), nullable=False),
        sa.Column("protocol_version", sa.String(), nullable=False),
        sa.Column("protocol_hash", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("shown_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "status IN ('leased', 'done', 'skipped', 'released')", name=op.f("ck_rating_assignment_status")
        ),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_rating_assignment_campaign_id_campaign")
        ),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_rating_assignment_person_id_person")),
        sa.ForeignKeyConstraint(
            ["response_id"], ["response.id"], name=op.f("fk_rating_assignment_response_id_response")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_assignment")),
        sa.UniqueConstraint(
            "response_id",
            "person_id",
            "protocol_key",
            name=op.f("uq_rating_assignment_response_id_person_id_protocol_key"),
        ),
    )
    op.create_index(
        "ix_rating_assignment_person",
        "rating_assignment",
        ["campaign_id", "person_id", "status"],
        unique=False,
    )
    op.create_table(
        "assignment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("comparison_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("occurrence", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("swapped", sa.Boolean(), nullable=False),
        sa.Column("order_known", sa.Boolean(), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("first_shown_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("shown_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("skip_reason", sa.String(), nullable=True),
        sa.Column("skip_comment", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "(status = 'skipped') = (skip_reason IS NOT NULL)", name=op.f("ck_assignment_skip_has_reason")
        ),
        sa.CheckConstraint("kind IN ('regular', 'gold', 'repeat', 'training')", name=op.f("ck_assignment_kind")),
        sa.CheckConstraint(
            "skip_reason IN ('other_standard', 'unreadable', 'uncomfortable', 'other')",
            name=op.f("ck_assignment_skip_reason"),
        ),
        sa.CheckConstraint("status IN ('leased', 'done', 'skipped', 'released')", name=op.f("ck_assignment_status")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_assignment_campaign_id_campaign")),
        sa.ForeignKeyConstraint(
            ["comparison_id"], ["comparison.id"], name=op.f("fk_assignment_comparison_id_comparison")
        ),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_assignment_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignment")),
        sa.UniqueConstraint(
            "comparison_id",
            "person_id",
            "occurrence",
            name=op.f("uq_assignment_comparison_id_person_id_occurrence"),
        ),
    )
    op.create_index(
        "ix_assignment_person", "assignment", ["campaign_id", "person_id", "status", "sequence"], unique=False
    )
    op.create_table(
        "rating",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("rating_assignment_id", sa.Integer(), nullable=False),
        sa.Column("criterion", sa.String(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=True),
        sa.Column("not_applicable", sa.Boolean(), nullable=False),
        sa.Column("explanation", sa.String(), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("active_ms", sa.Integer(), nullable=True),
        sa.Column("language", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("NOT (not_applicable AND value IS NOT NULL)", name=op.f("ck_rating_value_or_na")),
        sa.ForeignKeyConstraint(
            ["rating_assignment_id"],
            ["rating_assignment.id"],
            name=op.f("fk_rating_rating_assignment_id_rating_assignment"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating")),
        sa.UniqueConstraint(
            "rating_assignment_id",
            "criterion",
            "revision",
            name=op.f("uq_rating_rating_assignment_id_criterion_revision"),
        ),
    )
    op.create_index(
        "uq_rating_live",
        "rating",
        ["rating_assignment_id", "criterion"],
        unique=True,
        sqlite_where=sa.text("live"),
        postgresql_where=sa.text("live"),
    )
    op.create_table(
        "judgment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("choice", sa.String(), nullable=True),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("swapped", sa.Boolean(), nullable=False),
        sa.Column("order_known", sa.Boolean(), nullable=False),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("comparison_id", sa.Integer(), nullable=False),
        sa.Column("prompt_id", sa.Integer(), nullable=False),
        sa.Column("first_system_id", sa.Integer(), nullable=True),
        sa.Column("second_system_id", sa.Integer(), nullable=True),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("imported", sa.Boolean(), nullable=False),
        sa.Column("shown_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("active_ms", sa.Integer(), nullable=True),
        sa.Column("layout", sa.String(), nullable=True),
        sa.Column("text_view", sa.String(), nullable=True),
        sa.Column("language", sa.String(), nullable=True),
        sa.Column("prompt_opened", sa.Boolean(), nullable=True),
        sa.Column("protocol_version", sa.String(), nullable=True),
        sa.Column("protocol_hash", sa.String(), nullable=True),
        sa.Column("guideline_version", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("choice IN ('A', 'B', 'tie')", name=op.f("ck_judgment_choice")),
        sa.CheckConstraint("layout IN ('side_by_side', 'stacked')", name=op.f("ck_judgment_layout")),
        sa.CheckConstraint("outcome IN ('first', 'second', 'tie')", name=op.f("ck_judgment_outcome")),
        sa.CheckConstraint("(choice IS NULL) = (outcome IS NULL)", name=op.f("ck_judgment_choice_has_outcome")),
        sa.CheckConstraint("revision >= 1", name=op.f("ck_judgment_revision")),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignment.id"], name=op.f("fk_judgment_assignment_id_assignment")
        ),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_judgment_campaign_id_campaign")),
        sa.ForeignKeyConstraint(
            ["comparison_id"], ["comparison.id"], name=op.f("fk_judgment_comparison_id_comparison")
        ),
        sa.ForeignKeyConstraint(["first_system_id"], ["system.id"], name=op.f("fk_judgment_first_system_id_system")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_judgment_person_id_person")),
        sa.ForeignKeyConstraint(["prompt_id"], ["prompt.id"], name=op.f("fk_judgment_prompt_id_prompt")),
        sa.ForeignKeyConstraint(["second_system_id"], ["system.id"], name=op.f("fk_judgment_second_system_id_system")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_judgment")),
        sa.UniqueConstraint("assignment_id", "revision", name=op.f("uq_judgment_assignment_id_revision")),
    )
    op.create_index("ix_judgment_person", "judgment", ["campaign_id", "person_id", "id"], unique=False)
    op.create_index(
        "ix_judgment_ranking",
        "judgment",
        [
            "campaign_id",
            "first_system_id",
            "second_system_id",
            "outcome",
            "swapped",
            "order_known",
            "person_id",
            "prompt_id",
        ],
        unique=False,
        sqlite_where=sa.text("live AND ranked AND outcome IS NOT NULL"),
        postgresql_where=sa.text("live AND ranked AND outcome IS NOT NULL"),
    )
    op.create_index(
        "uq_judgment_live",
        "judgment",
        ["assignment_id"],
        unique=True,
        sqlite_where=sa.text("live"),
        postgresql_where=sa.text("live"),
    )
