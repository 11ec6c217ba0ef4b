"""What keeps someone from the desk: one function, one order, for comparing and for rating."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant
from eval_core.campaigns.joining.consent import has_consented, has_withdrawn, letter_version
from eval_core.campaigns.joining.guidelines import has_acknowledged, version_in_force
from eval_core.campaigns.joining.native_screen import screen_gate
from eval_core.campaigns.rules import Rules


@dataclass(frozen=True)
class Known:
    """The guidelines that a person has worked under; `version` is None where it was not recorded (an import)."""

    version: str | None


def closed_gate(
    db: Session,
    grant: Grant,
    rules: Rules,
    known: Known | None,
    *,
    excluded: bool,
    paused: bool,
    rates: bool,
    gated: bool = True,
) -> str | None:
    """Why the person may not work now, in this order; None if they may.

    The campaign's status where it is not open, 'consent', 'withdrawn', 'screen', 'screened_out', 'guidelines',
    'finished' for the excluded, 'on_hold' for the paused.

    Args:
        known: None for a newcomer.
        gated: False for code in this process, which agrees to nothing and reads nothing.
    """
    campaign = grant.campaign
    if campaign.status != "open":
        return campaign.status
    if gated:
        letter = letter_version(rules, rates=rates)
        if letter is not None and not has_consented(db, grant, letter):
            return "consent"
        # Anyone who withdrew stays out, even if the lead has removed the letter since.
        if letter is None and rules.letter.version and has_withdrawn(db, grant):
            return "withdrawn"
        if rules.native_screen and (screened := screen_gate(db, grant)):
            return screened
        if _must_read(grant, rules, known, letter) and not has_acknowledged(db, grant):
            return "guidelines"
    if excluded:
        return "finished"
    return "on_hold" if paused else None


def _must_read(grant: Grant, rules: Rules, known: Known | None, letter: str | None) -> bool:
    """Newcomers read where something else precedes the work too; others when the guidelines have changed."""
    if known is None:
        return letter is not None or rules.training > 0 or rules.test > 0
    return known.version is not None and known.version != version_in_force(grant.campaign)
