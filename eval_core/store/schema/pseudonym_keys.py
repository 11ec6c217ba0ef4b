"""The table of pseudonym keys: what turns people into the same pseudonyms on every page and in every export."""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from eval_core.store.base import Base, utc_now


class PseudonymKey(Base):
    """A campaign's key, made when it is first needed. No program and no archive gets it."""

    __tablename__ = "pseudonym_key"

    id: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id"), unique=True)
    key: Mapped[str] = mapped_column(default=lambda: secrets.token_hex(32))  # 256 bits
    created_at: Mapped[datetime] = mapped_column(default=utc_now)
