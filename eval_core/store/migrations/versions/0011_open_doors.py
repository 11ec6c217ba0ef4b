"""Open doors: what open links, crowd platforms, sign-in at an issuer and public results store."""

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One function a door."""
