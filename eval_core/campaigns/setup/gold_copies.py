"""Gold of one campaign for another: what a lead has collected serves the next one too."""

from __future__ import annotations

import pandas as pd
from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant
from eval_core.campaigns.audit import note
from eval_core.campaigns.content.import_texts import add_gold
from eval_core.campaigns.content.loader import PROMPT_FIELDS, Loader
from eval_core.campaigns.desk.supply.rating_gold import control_responses
from eval_core.campaigns.kinds import rates_responses
from eval_core.store import Campaign, Comparison, Prompt, Response


def copy_gold(db: Session, original: Campaign, grant: Grant) -> int:
    """Add the original's gold to the campaign of `grant`: comparisons, or control responses where it rates.

    Returns:
        How many were added.
    """
    added = (_copy_controls if rates_responses(original) else _copy_comparisons)(db, original, grant)
    if added:
        note(db, grant, "gold_imported", file=original.slug, gold=added)
    return added


def _copy_comparisons(db: Session, original: Campaign, grant: Grant) -> int:
    """Add the original's gold comparisons to the campaign of `grant`, as texts without systems.

    Withdrawn ones stay where they are, and so does gold that has lost a text.
    """
    first, second = aliased(Response), aliased(Response)
    rows = db.execute(
        select(Comparison, Prompt, first.text.label("first"), second.text.label("second"))
        .join(Prompt, Prompt.id == Comparison.prompt_id)
        .join(first, first.id == Comparison.first_response_id)
        .join(second, second.id == Comparison.second_response_id)
        .where(
            Comparison.campaign_id == original.id,
            Comparison.kind == "gold",
            Comparison.withdrawn_at.is_(None),
            first.text != "",
            second.text != "",
        )
        .order_by(Comparison.id)
    ).all()
    if not rows:
        return 0
    gold = [_row(row.Comparison, row.Prompt, row.first, row.second) for row in rows]
    return add_gold(Loader(db, grant.campaign, original.slug), pd.DataFrame(gold).astype(object)).gold


def _copy_controls(db: Session, original: Campaign, grant: Grant) -> int:
    """Add the original's control responses with their prompts and what is known of them, without withdrawn ones."""
    rows = db.execute(
        select(Response, Prompt)
        .join(Prompt, Prompt.id == Response.prompt_id)
        .where(*control_responses(original))
        .order_by(Response.id)
    ).all()
    kept = [
        (response.text, dict(gold), prompt) for response, prompt in rows if (gold := response.gold) and response.text
    ]
    for text, gold, prompt in kept:
        known = {name: getattr(prompt, name) for name in ("key", "kind", "text", *PROMPT_FIELDS)}
        copied = Prompt(campaign_id=grant.campaign.id, **known)
        db.add(copied)
        db.flush()
        db.add(Response(campaign_id=grant.campaign.id, prompt_id=copied.id, text=text, gold=gold))
    db.flush()
    return len(kept)


def _row(comparison: Comparison, prompt: Prompt, first: str, second: str) -> dict[str, object]:
    """A row as `read_gold` gives it, the more fluent text first."""
    turned = comparison.gold_outcome == "second"
    return {
        # By its key, people who have read one of the texts before are spared it.
        "prompt_id": prompt.external_id or prompt.key,
        "prompt": prompt.text,
        "written_standard": prompt.written_standard,
        "category": prompt.category,
        "response_a": second if turned else first,
        "response_b": first if turned else second,
        "gold": "tie" if comparison.gold_outcome == "tie" else "a",
        "issue": comparison.gold_issue,
        "explanation": comparison.gold_explanation,
        "marks": comparison.gold_marks,
    }
