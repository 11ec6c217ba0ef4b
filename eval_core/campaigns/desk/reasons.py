"""Reasons for a judgment: the guideline's issues in either response, how good a tie was, and a comment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import bindparam, select

from eval_core.campaigns.access import Who, authorise
from eval_core.campaigns.desk.assignments import held_by, require_open
from eval_core.campaigns.joining.consent import require_consent
from eval_core.campaigns.text import TEXT_LIMIT, storable
from eval_core.errors import RefusedError
from eval_core.protocols import load_protocol
from eval_core.store import Comparison, Judgment, Reason, Remark, Store

QUALITIES = ("both_well", "both_badly")
_LIVE = select(Judgment).where(Judgment.assignment_id == bindparam("assignment"), Judgment.live)
_RESPONSES = select(Comparison.first_response_id, Comparison.second_response_id).where(
    Comparison.id == bindparam("comparison")
)


def explain_judgment(
    store: Store,
    who: Who,
    slug: str,
    assignment_id: int,
    revision_seen: int,
    issues: Mapping[str, Sequence[str]],
    quality: str | None = None,
    comment: str = "",
) -> bool:
    """Add the reasons to a judgment in force, once; nothing ticked is an answer too.

    Args:
        revision_seen: the judgment's revision when the reasons were asked for.
        issues: keys of the protocol's issues under 'A' and 'B', as presented.
        quality: 'both_well' or 'both_badly', on a tie only.
        comment: up to 2,000 characters.

    Returns:
        True if they were added now, False if this judgment had been explained before.

    Raises:
        RefusedError: 'unknown_issue', 'too_long', 'stale' (undone or changed meanwhile), 'withdrawn' (the consent),
            'paused', 'closed', 'not_allowed', 'signed_out'.
    """
    if len(comment) > TEXT_LIMIT:
        raise RefusedError("too_long", f"a comment has at most {TEXT_LIMIT} characters")
    with store.write() as db:
        grant = authorise(db, who, slug, "annotator")
        assignment = held_by(db, grant, assignment_id).assignment
        known = {issue.key for issue in load_protocol(grant.campaign.protocol_key).issues}
        if not set(issues) <= {"A", "B"} or not {issue for side in issues.values() for issue in side} <= known:
            raise RefusedError("unknown_issue", "the protocol does not have this issue or side")
        judgment = db.scalar(_LIVE, {"assignment": assignment_id})
        if judgment is None or judgment.revision != revision_seen or judgment.choice is None:
            raise RefusedError("stale", "this judgment was undone or changed meanwhile")
        if quality is not None and (quality not in QUALITIES or judgment.choice != "tie"):
            raise RefusedError("unknown_issue", "only a tie can be of two good or two bad texts")
        if db.scalar(select(Remark.id).where(Remark.judgment_id == judgment.id)) is not None:
            return False
        require_open(grant)
        require_consent(db, grant)
        stored_comment = storable(comment) or None
        remark = Remark(judgment_id=judgment.id, quality=quality, comment=stored_comment, given_at=store.now())
        db.add(remark)
        db.flush()
        responses = db.execute(_RESPONSES, {"comparison": assignment.comparison_id}).one()
        shown = dict(zip("BA" if assignment.swapped else "AB", responses, strict=True))
        db.add_all(
            Reason(remark_id=remark.id, response_id=shown[side], issue=issue)
            for side, keys in issues.items()
            for issue in dict.fromkeys(keys)
        )
        return True
