"""What a lead needs around a campaign."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Each room adds its tables below."""
    _settled_skips()
    _guidelines()
    _jobs()
    _mail()
    _pause()
    _loaded_files()
    op.add_column("campaign", sa.Column("headings", sa.JSON()))
    op.add_column("response", sa.Column("gold", sa.JSON()))
    _training_of_raters()


def _settled_skips() -> None:
    for table in ("assignment", "rating_assignment"):
        op.add_column(table, sa.Column("skip_settled_at", sa.DateTime(timezone=True)))


def _training_of_raters() -> None:
    with op.batch_alter_table("rating_assignment") as table:
        table.add_column(sa.Column("kind", sa.String(), nullable=False, server_default="regular"))
        table.add_column(sa.Column("qualification_id", sa.Integer()))
        table.create_foreign_key(
            op.f("fk_rating_assignment_qualification_id_qualification"), "qualification", ["qualification_id"], ["id"]
        )
        table.create_check_constraint(op.f("ck_rating_assignment_kind"), "kind IN ('regular', 'training', 'test')")


def _guidelines() -> None:
    op.add_column("campaign", sa.Column("guideline_edition", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "guideline_edition",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.Column("published_by", sa.Integer(), nullable=True),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        *_references("guideline_edition", campaign_id="campaign", published_by="person"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guideline_edition")),
        sa.UniqueConstraint("campaign_id", "number", name=op.f("uq_guideline_edition_campaign_id_number")),
    )


def _jobs() -> None:
    op.create_table(
        "job",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=True),
        sa.Column("asked_by", sa.Integer(), nullable=True),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lease", sa.String(), nullable=True),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=True),
        sa.Column("total", sa.Integer(), nullable=True),
        sa.Column("outcome", sa.JSON(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "state IN ('waiting', 'running', 'paused', 'done', 'failed', 'stopped')", name=op.f("ck_job_state")
        ),
        sa.CheckConstraint("(lease IS NULL) = (leased_until IS NULL)", name=op.f("ck_job_lease")),
        *_references("job", campaign_id="campaign", asked_by="person"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
    )
    living = sa.text("NOT (state IN ('done', 'failed', 'stopped'))")
    op.create_index("uq_job_key", "job", ["key"], unique=True, sqlite_where=living, postgresql_where=living)
    op.create_index("ix_job_due", "job", ["state", "due_at"])
    op.create_index("ix_job_campaign_id", "job", ["campaign_id"])


def _mail() -> None:
    op.create_table(
        "mail_address",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("folded", sa.String(), nullable=False),
        sa.Column("stop_key", sa.String(), nullable=False),
        sa.Column("stopped_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("time_zone", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        *_references("mail_address", person_id="person"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_address")),
        sa.UniqueConstraint("person_id", name=op.f("uq_mail_address_person_id")),
        sa.UniqueConstraint("stop_key", name=op.f("uq_mail_address_stop_key")),
    )
    op.create_index("ix_mail_address_folded", "mail_address", ["folded"])
    op.create_table(
        "mail_plan",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("sending", sa.Boolean(), nullable=False),
        sa.Column("reminders", sa.Boolean(), nullable=False),
        sa.Column("summaries", sa.Boolean(), nullable=False),
        sa.Column("time_zone", sa.String(), nullable=True),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        *_references("mail_plan", campaign_id="campaign"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_plan")),
        sa.UniqueConstraint("campaign_id", name=op.f("uq_mail_plan_campaign_id")),
    )
    op.create_table(
        "mail",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=True),
        sa.Column("asked_by", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("answer", sa.String(), nullable=True),
        sa.Column("queued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind IN ('invitation', 'reminder', 'summary', 'link')", name=op.f("ck_mail_kind")),
        sa.CheckConstraint("state IN ('waiting', 'sending', 'sent', 'refused', 'dropped')", name=op.f("ck_mail_state")),
        *_references("mail", campaign_id="campaign", person_id="person", asked_by="person"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail")),
        sa.UniqueConstraint("key", name=op.f("uq_mail_key")),
    )
    op.create_index("ix_mail_campaign", "mail", ["campaign_id", "id"])
    op.create_index("ix_mail_person", "mail", ["person_id", "id"])
    op.create_table(
        "link_offer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("mail_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        *_references("link_offer", person_id="person", mail_id="mail"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_link_offer")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_link_offer_token_hash")),
    )
    op.create_index("ix_link_offer_person_id", "link_offer", ["person_id"])
    op.create_index("ix_link_offer_mail_id", "link_offer", ["mail_id"])


def _pause() -> None:
    op.create_table(
        "pause",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("made_by", sa.Integer(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lifted_by", sa.Integer(), nullable=True),
        sa.Column("lifted_at", sa.DateTime(timezone=True), nullable=True),
        *_references("pause", campaign_id="campaign", person_id="person", made_by="person", lifted_by="person"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pause")),
    )
    live = sa.text("lifted_at IS NULL")
    op.create_index(
        "uq_pause_live", "pause", ["campaign_id", "person_id"], unique=True, sqlite_where=live, postgresql_where=live
    )


def _loaded_files() -> None:
    op.create_table(
        "loaded_file",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=True),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("added", sa.JSON(), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("loaded_by", sa.Integer(), nullable=True),
        sa.Column("program", sa.String(), nullable=True),
        sa.Column("loaded_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "kind IN ('responses', 'comparisons', 'gold', 'judgments', 'ratings')", name=op.f("ck_loaded_file_kind")
        ),
        *_references("loaded_file", campaign_id="campaign", loaded_by="person"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_loaded_file")),
    )
    op.create_index("ix_loaded_file_campaign_id", "loaded_file", ["campaign_id"])
    # Who deletes a comparison, a prompt or a response asks these tables for it.
    op.create_index("ix_comparison_second_response_id", "comparison", ["second_response_id"])
    op.create_index("ix_judgment_comparison_id", "judgment", ["comparison_id"])
    op.create_index("ix_judgment_prompt_id", "judgment", ["prompt_id"])


def _references(table: str, **columns: str) -> list[sa.ForeignKeyConstraint]:
    """Foreign keys of a table: each column with the table that it refers to."""
    return [
        sa.ForeignKeyConstraint([column], [f"{other}.id"], name=op.f(f"fk_{table}_{column}_{other}"))
        for column, other in columns.items()
    ]
