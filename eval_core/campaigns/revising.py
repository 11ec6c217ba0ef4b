"""Revising an earlier judgment: a choice takes the place of a choice, and each revision is kept."""

from __future__ import annotations

from eval_core.campaigns.access import Grant, Who, authorise
from eval_core.campaigns.consent import require_consent
from eval_core.campaigns.judging import Context, append_revision, held_by, require_choice
from eval_core.campaigns.rules import rules_of
from eval_core.errors import RefusedError
from eval_core.store import WORK_KINDS, Campaign, Store


def why_fixed(campaign: Campaign) -> str | None:
    """Why judgments cannot be revised now: 'paused', 'closed' or 'not_revisable'; None where they can."""
    if campaign.status != "open":
        return campaign.status
    return None if rules_of(campaign).revisable else "not_revisable"


def revise_judgment(
    store: Store,
    who: Who,
    slug: str,
    assignment_id: int,
    revision_seen: int,
    choice: str,
    context: Context | None = None,
) -> bool:
    """Put another choice in the place of one's own earlier one. The counts of the comparison stay as they are.

    The earlier revisions keep their remarks. The new one has no time of showing and no active time: when its
    texts were opened again is not recorded, and the time since the first showing was not spent on it.

    Args:
        revision_seen: the revision that was on the screen, at least 1.
        choice: 'A', 'tie' or 'B', as presented.

    Returns:
        True if it was revised now, False if this choice stood there already (the same click twice).

    Raises:
        RefusedError: 'stale' (revised or undone meanwhile), 'not_revisable' (the lead does not allow it, or it
            belongs to training or test), 'withdrawn' (the consent), 'paused' or 'closed', 'not_allowed',
            'signed_out', 'unknown_choice'.
    """
    require_choice(choice, context)
    with store.write() as db:
        grant: Grant = authorise(db, who, slug, "annotator")
        held = held_by(db, grant, assignment_id)
        if held.choice == choice and held.revision in (revision_seen, revision_seen + 1):
            return False
        require_consent(db, grant)
        fixed = why_fixed(grant.campaign)
        if fixed:
            raise RefusedError(fixed, f"judgments cannot be revised now: {fixed}")
        if held.assignment.kind not in WORK_KINDS:
            raise RefusedError("not_revisable", "training and test are not revised")
        if held.assignment.status != "done" or held.revision != revision_seen:
            raise RefusedError("stale", "this comparison was revised or undone meanwhile")
        held.assignment.shown_at = None
        append_revision(db, grant, held, choice, context or Context(), store.now())
        return True
