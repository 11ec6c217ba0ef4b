"""An LLM judge's run as a job: asked for by a lead, with progress, pause and stop, and continued where it ended.

The address of the endpoint and its key come from the server's environment alone: a lead who could name an address would
have the key sent there.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.jobs.job_queue import Outcome, Turn, queue_job
from eval_core.errors import RefusedError
from eval_core.jobs.runner import AgainError, Pulse
from eval_core.judges.endpoint import Endpoint
from eval_core.judges.run import Tally, run_judge
from eval_core.judges.work import begin_judging
from eval_core.store import Campaign, Store

KIND = "judge_run"


@dataclass(frozen=True)
class JudgeRun:
    """What a run needs to know, as `parvis judge run` takes it. It is stored, so it holds neither address nor key.

    Attributes:
        concurrency: requests at once.
        timeout: seconds to wait for a reply.
    """

    model: str
    protocol: str | None = None
    concurrency: int = 8
    limit: int | None = None
    timeout: float = 120.0
    temperature: float | None = None


def ask_for_judge(store: Store, slug: str, wanted: JudgeRun, who: Who = OPERATOR) -> bool:
    """Queue a judge's run; False where this judge waits or runs here already. For leads.

    Raises:
        RefusedError: 'signed_out', 'not_allowed', or 'no_judge_endpoint' where the server names none.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        if not os.environ.get("PARVIS_JUDGE_URL"):
            raise RefusedError("no_judge_endpoint", "this server names no endpoint: see PARVIS_JUDGE_URL")
        queued = queue_job(
            db,
            KIND,
            f"{KIND}/{grant.campaign.id}/{wanted.model.strip()}",
            store.now(),
            campaign_id=grant.campaign.id,
            asked_by=grant.person_id,
            about=asdict(wanted),
        )
        if queued:
            note(db, grant, "job_asked", job=KIND)
        return queued


def run_as_job(store: Store, turn: Turn, pulse: Pulse) -> Outcome:
    """One turn of a run; replies are stored as they come, so another turn asks for the rest only."""
    wanted = JudgeRun(**turn.about)
    with store.read() as db:
        slug = db.get_one(Campaign, turn.campaign_id).slug
    tally = asyncio.run(_run(store, slug, wanted, pulse))
    outcome: Mapping[str, Any] = {
        "code": "judged",
        "asked": tally.asked,
        "malformed": tally.malformed,
        "failed": tally.failed,
        "given_up": tally.given_up,
    }
    if (
        tally.failed and wanted.limit is None
    ):  # requests that got no reply in spite of all retries: later there may be one
        raise AgainError(**outcome)
    return outcome


async def _run(store: Store, slug: str, wanted: JudgeRun, pulse: Pulse) -> Tally:
    judging = await asyncio.to_thread(begin_judging, store, slug, wanted.model, wanted.protocol)
    endpoint = Endpoint(
        os.environ.get("PARVIS_JUDGE_URL", ""),
        wanted.model,
        concurrency=wanted.concurrency,
        timeout=wanted.timeout,
        temperature=wanted.temperature,
    )
    try:
        return await run_judge(
            store,
            judging,
            endpoint,
            concurrency=wanted.concurrency,
            temperature=wanted.temperature,
            limit=wanted.limit,
            watch=lambda tally: pulse(tally.done, tally.total),
        )
    finally:
        await endpoint.close()
