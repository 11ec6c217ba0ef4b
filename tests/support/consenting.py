"""Agreeing to a campaign's letter."""

from __future__ import annotations

from eval_core.campaigns.joining.consent import give_consent, read_letter
from tests.support.building import Built


def agree_to_letter(built: Built, session: str) -> None:
    """Agree to the letter as it reads now."""
    letter = read_letter(built.store, session, built.slug, "nb")
    give_consent(built.store, session, built.slug, letter.version, "nb")
