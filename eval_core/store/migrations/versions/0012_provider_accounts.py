"""Accounts at an OpenID provider, which open sign-ins without a personal link."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The accounts first: a sign-in refers to the one that opened it."""
    op.create_table(
        "provider_account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("issuer", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=True),
        sa.Column("subject", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("first_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_provider_account_person_id_person")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_provider_account")),
        sa.UniqueConstraint("person_id", name=op.f("uq_provider_account_person_id")),
        sa.UniqueConstraint("issuer", "email", name=op.f("uq_provider_account_issuer_email")),
        sa.UniqueConstraint("issuer", "subject", name=op.f("uq_provider_account_issuer_subject")),
        sa.CheckConstraint("email IS NOT NULL OR subject IS NOT NULL", name=op.f("ck_provider_account_named")),
    )
    with op.batch_alter_table("sign_in") as table:
        table.alter_column("link_id", existing_type=sa.Integer(), nullable=True)
        table.add_column(sa.Column("provider_account_id", sa.Integer(), nullable=True))
        table.create_foreign_key(
            op.f("fk_sign_in_provider_account_id_provider_account"),
            "provider_account",
            ["provider_account_id"],
            ["id"],
        )
        table.create_check_constraint(
            op.f("ck_sign_in_opened_by"), "(link_id IS NULL) <> (provider_account_id IS NULL)"
        )
