"""What a lead needs around a campaign."""

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Each room adds its tables below."""
