"""The annotator's chair: consent, guidelines read, qualification, questions, reasons, hours."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "consent",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("letter_version", sa.String(), nullable=False),
        sa.Column("letter_hash", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("given_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_consent_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_consent_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_consent")),
    )
    op.create_index("ix_consent_person", "consent", ["person_id", "campaign_id"])

    op.create_table(
        "guideline_reading",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("acknowledged", sa.Boolean(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_guideline_reading_campaign_id_campaign")
        ),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_guideline_reading_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guideline_reading")),
    )
    op.create_index("ix_guideline_reading_person", "guideline_reading", ["person_id", "campaign_id"])

    op.create_table(
        "hours_note",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("day", sa.String(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("minutes BETWEEN 0 AND 1440", name=op.f("ck_hours_note_minutes")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_hours_note_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_hours_note_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hours_note")),
    )
    op.create_index("ix_hours_note_person", "hours_note", ["person_id", "campaign_id", "day"])

    op.create_table(
        "qualification",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("correct", sa.Integer(), nullable=True),
        sa.Column("passed", sa.Boolean(), nullable=True),
        sa.Column("granted_by", sa.Integer(), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(passed IS NULL) = (finished_at IS NULL)", name=op.f("ck_qualification_finished_is_decided")
        ),
        sa.CheckConstraint("attempt >= 1 AND asked >= 0", name=op.f("ck_qualification_counts")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_qualification_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["granted_by"], ["person.id"], name=op.f("fk_qualification_granted_by_person")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_qualification_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_qualification")),
        sa.UniqueConstraint(
            "person_id", "campaign_id", "attempt", name=op.f("uq_qualification_person_id_campaign_id_attempt")
        ),
    )
    op.create_table(
        "question",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answer", sa.String(), nullable=True),
        sa.Column("answered_by", sa.Integer(), nullable=True),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("resolved_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["answered_by"], ["person.id"], name=op.f("fk_question_answered_by_person")),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignment.id"], name=op.f("fk_question_assignment_id_assignment")
        ),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_question_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_question_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_question")),
    )
    op.create_index("ix_question_person", "question", ["campaign_id", "person_id"])

    op.create_table(
        "clarification",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("question_id", sa.Integer(), nullable=True),
        sa.Column("published_by", sa.Integer(), nullable=True),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_clarification_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["published_by"], ["person.id"], name=op.f("fk_clarification_published_by_person")),
        sa.ForeignKeyConstraint(["question_id"], ["question.id"], name=op.f("fk_clarification_question_id_question")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clarification")),
        sa.UniqueConstraint("campaign_id", "number", name=op.f("uq_clarification_campaign_id_number")),
    )
    op.create_table(
        "remark",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("judgment_id", sa.Integer(), nullable=False),
        sa.Column("quality", sa.String(), nullable=True),
        sa.Column("comment", sa.String(), nullable=True),
        sa.Column("given_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("quality IN ('both_well', 'both_badly')", name=op.f("ck_remark_quality")),
        sa.ForeignKeyConstraint(["judgment_id"], ["judgment.id"], name=op.f("fk_remark_judgment_id_judgment")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_remark")),
        sa.UniqueConstraint("judgment_id", name=op.f("uq_remark_judgment_id")),
    )
    op.create_table(
        "reason",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("remark_id", sa.Integer(), nullable=False),
        sa.Column("response_id", sa.Integer(), nullable=False),
        sa.Column("issue", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["remark_id"], ["remark.id"], name=op.f("fk_reason_remark_id_remark")),
        sa.ForeignKeyConstraint(["response_id"], ["response.id"], name=op.f("fk_reason_response_id_response")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reason")),
        sa.UniqueConstraint("remark_id", "response_id", "issue", name=op.f("uq_reason_remark_id_response_id_issue")),
    )
    op.create_index("ix_reason_response_id", "reason", ["response_id"])

    with op.batch_alter_table("assignment") as table:
        table.add_column(sa.Column("skipped_at", sa.DateTime(timezone=True)))
        table.add_column(sa.Column("asks_reasons", sa.Boolean(), nullable=False, server_default=sa.false()))
        table.add_column(sa.Column("qualification_id", sa.Integer()))
        table.create_foreign_key(
            op.f("fk_assignment_qualification_id_qualification"), "qualification", ["qualification_id"], ["id"]
        )
        table.drop_constraint(op.f("ck_assignment_kind"), type_="check")
        table.create_check_constraint(
            op.f("ck_assignment_kind"), "kind IN ('regular', 'gold', 'repeat', 'training', 'test')"
        )
    with op.batch_alter_table("campaign") as table:
        table.add_column(sa.Column("clarifications", sa.Integer(), nullable=False, server_default="0"))
        table.drop_column("guideline_version")
    with op.batch_alter_table("person") as table:
        table.add_column(sa.Column("text_size", sa.Integer(), nullable=False, server_default="100"))
        table.add_column(sa.Column("first_standard", sa.String()))
        table.add_column(sa.Column("dialect_area", sa.String()))
        for name, condition in _PERSON.items():
            table.create_check_constraint(op.f(f"ck_person_{name}"), condition)


_PERSON = {
    "first_standard": "first_standard IN ('nb', 'nn', 'both', 'neither')",
    "dialect_area": "dialect_area IN ('east', 'south', 'west', 'trondelag', 'north', 'mixed')",
    "text_size": "text_size BETWEEN 80 AND 200",
}
