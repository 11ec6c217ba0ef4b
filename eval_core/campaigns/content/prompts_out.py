"""Prompts that are left out for all systems because a response to them is faulty: in this file, before it and after."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import datetime

import pandas as pd
from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import Grant
from eval_core.campaigns.content.loader import Loader
from eval_core.campaigns.content.withdrawals import take_out_response
from eval_core.files.receipt import receipt_of, without
from eval_core.store import LoadedFile, Response
from eval_core.store.bulk import chunks


def leave_out_prompts(loader: Loader, grant: Grant, frame: pd.DataFrame, now: datetime) -> pd.DataFrame:
    """The frame (with a column `key`) without the prompts that were left out with an earlier file.

    Such a prompt comes in again with a file in which the systems that failed answer it. What earlier files loaded for
    prompts that this file leaves out is withdrawn: the failing system would gain where it alone lacks them.
    """
    before = _left_out_before(loader.db, grant.campaign.id)
    sides = [name for name in ("system", "system_a", "system_b") if name in frame] if before else []
    answering = defaultdict[str, set[str]](set)
    for side in sides:
        for key, systems in frame[frame["key"].isin(before)].groupby("key")[side]:
            answering[str(key)] |= set(systems)
    gone = {key: before[key][0] for key, systems in answering.items() if not before[key][1] <= systems}
    for kind in sorted(set(gone.values())):
        frame = without(frame, frame["key"].isin([key for key in gone if gone[key] == kind]), kind)
    loader.trail.left_out = {
        one.reason: {key: list(systems) for key, systems in one.prompts.items() if key not in before}
        for one in receipt_of(frame).left_out
        if one.prompts
    }
    keys = [key for prompts in loader.trail.left_out.values() for key in prompts if key in loader.prompts]
    for part in chunks((loader.prompts[key] for key in keys), 500):
        loaded = (Response.prompt_id.in_(part), Response.system_id.is_not(None), Response.withdrawn_at.is_(None))
        for response in loader.db.scalars(select(Response).where(*loaded)).all():
            take_out_response(loader.db, grant, response, now)
    return frame


def prompts_left_out(db: Session, campaign_id: int) -> dict[str, tuple[int, dict[str, int]]]:
    """Kind of fault -> how many prompts were left out for it before loading, and how many texts of which system."""
    found: dict[str, tuple[int, Counter[str]]] = {}
    for kind, systems in _left_out_before(db, campaign_id).values():
        prompts, texts = found.get(kind, (0, Counter[str]()))
        found[kind] = (prompts + 1, texts + Counter(systems))
    return {kind: (prompts, dict(sorted(texts.items()))) for kind, (prompts, texts) in sorted(found.items())}


def _left_out_before(db: Session, campaign_id: int) -> dict[str, tuple[str, set[str]]]:
    """Key of a prompt -> why it was left out, and the systems that failed."""
    files = db.scalars(select(LoadedFile.about).where(LoadedFile.campaign_id == campaign_id).order_by(LoadedFile.id))
    return {
        key: (kind, set(systems))
        for about in files
        for kind, prompts in about.get("left_out", {}).items()
        for key, systems in prompts.items()
    }
