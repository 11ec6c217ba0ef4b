"""Open doors: what open links, crowd platforms, the native screen and programs store."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One function a door."""
    _arrivals()
    _native_screen()
    _judgment_pages()


def _arrivals() -> None:
    op.create_table(
        "arrival",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=True),
        sa.Column("parameters", sa.JSON(), nullable=False),
        sa.Column("platform_person", sa.String(), nullable=True),
        sa.Column("arrived_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.String(), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        *_references("arrival", person_id="person", campaign_id="campaign"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_arrival")),
        sa.UniqueConstraint("person_id", "campaign_id", name=op.f("uq_arrival_person_id_campaign_id")),
        sa.UniqueConstraint("campaign_id", "platform_person", name=op.f("uq_arrival_campaign_id_platform_person")),
        sa.CheckConstraint(
            "ended IN ('completed', 'screened_out', 'full', 'withdrawn')", name=op.f("ck_arrival_ended")
        ),
        sa.CheckConstraint("(ended IS NULL) = (ended_at IS NULL)", name=op.f("ck_arrival_ended_at")),
    )
    op.create_index("ix_arrival_campaign", "arrival", ["campaign_id", "arrived_at"])


def _native_screen() -> None:
    op.create_table(
        "screen_approval",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("pair", sa.String(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("approved_by", sa.Integer(), nullable=True),
        sa.Column("approved_at", sa.DateTime(timezone=True), nullable=False),
        *_references("screen_approval", campaign_id="campaign", approved_by="person"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_screen_approval")),
        sa.UniqueConstraint("campaign_id", "pair", name=op.f("uq_screen_approval_campaign_id_pair")),
    )
    op.create_table(
        "screen_try",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("written_standard", sa.String(), nullable=False),
        sa.Column("items", sa.JSON(), nullable=False),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("correct", sa.Integer(), nullable=True),
        sa.Column("passed", sa.Boolean(), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        *_references("screen_try", person_id="person", campaign_id="campaign"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_screen_try")),
        sa.UniqueConstraint("person_id", "campaign_id", name=op.f("uq_screen_try_person_id_campaign_id")),
        sa.CheckConstraint("written_standard IN ('nb', 'nn')", name=op.f("ck_screen_try_written_standard")),
        sa.CheckConstraint("(passed IS NULL) = (finished_at IS NULL)", name=op.f("ck_screen_try_finished_is_decided")),
        sa.CheckConstraint("(passed IS NULL) = (correct IS NULL)", name=op.f("ck_screen_try_decided_is_counted")),
    )


def _judgment_pages() -> None:
    op.create_table(
        "pseudonym_key",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        *_references("pseudonym_key", campaign_id="campaign"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pseudonym_key")),
        sa.UniqueConstraint("campaign_id", name=op.f("uq_pseudonym_key_campaign_id")),
    )
    # A program that keeps a copy asks for the judgments of a campaign after a certain one.
    live = sa.text("live")
    op.create_index("ix_judgment_page", "judgment", ["campaign_id", "id"], sqlite_where=live, postgresql_where=live)


def _references(table: str, **targets: str) -> list[sa.ForeignKeyConstraint]:
    return [
        sa.ForeignKeyConstraint([column], [f"{target}.id"], name=op.f(f"fk_{table}_{column}_{target}"))
        for column, target in targets.items()
    ]
