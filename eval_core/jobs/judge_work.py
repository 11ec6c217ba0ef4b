"""An LLM judge's run as a job: asked for by a lead, with progress, pause and stop, and continued where it ended.

The endpoint's address comes from the server's environment alone: a lead who could name an address would have the key
sent there. Its key comes from there too, or was typed for this run (`typed_keys`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.jobs.job_queue import Outcome, Turn, queue_job
from eval_core.errors import ParvisError, RefusedError
from eval_core.jobs.runner import AgainError, GivenUpError, Pulse
from eval_core.jobs.typed_keys import find_key, forget_key, keep_key
from eval_core.judges.endpoint import Endpoint
from eval_core.judges.leases import JudgeBusyError
from eval_core.judges.run import Tally, run_judge
from eval_core.judges.server_address import server_endpoint
from eval_core.judges.settings import Setting
from eval_core.judges.work import begin_judging
from eval_core.store import Campaign, Store

KIND = "judge_run"


@dataclass(frozen=True)
class JudgeRun:
    """What a run needs to know, as `parvis judge run` takes it. It is stored, so it holds neither address nor key.

    Attributes:
        concurrency: requests at once.
        timeout: seconds to wait for a reply.
        typed: the word for a key that was typed for this run, as `typed_keys` has it; None: the environment's.
    """

    model: str
    protocol: str | None = None
    concurrency: int = 8
    limit: int | None = None
    timeout: float = 120.0
    temperature: float | None = None
    typed: str | None = None


def ask_for_judge(store: Store, slug: str, wanted: JudgeRun, who: Who = OPERATOR, *, key: str | None = None) -> bool:
    """Queue a judge's run; False where this judge waits or runs here already. For leads.

    Args:
        key: one that was typed for this run; it stays in this process's memory.

    Raises:
        RefusedError: 'signed_out', 'not_allowed', 'no_judge_endpoint' where the server names none, or 'no_model'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        if not server_endpoint():
            raise RefusedError("no_judge_endpoint", "this server names no endpoint: see PARVIS_JUDGE_URL")
        if not wanted.model.strip():
            raise RefusedError("no_model", "no model is named")
        if key:
            wanted = replace(wanted, typed=keep_key(key))
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
        else:
            forget_key(wanted.typed)
        return queued


def run_as_job(store: Store, turn: Turn, pulse: Pulse) -> Outcome:
    """One turn of a run; replies are stored as they come, so another turn asks for the rest only."""
    wanted = JudgeRun(**turn.about)
    key = find_key(wanted.typed) if wanted.typed else None
    if wanted.typed and key is None:
        raise GivenUpError(code="key_gone")
    with store.read() as db:
        slug = db.get_one(Campaign, turn.campaign_id).slug
    try:
        tally = asyncio.run(_run(store, slug, wanted, pulse, key))
    except JudgeBusyError as busy:
        raise AgainError(code="said", text=str(busy)) from None
    except ParvisError:  # the run is over, the key with it
        forget_key(wanted.typed)
        raise
    if tally.stopped == "failures":
        forget_key(wanted.typed)
        (main, *_) = tally.main_reasons
        raise GivenUpError(code="said", text=main.text)
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
    forget_key(wanted.typed)
    return outcome


async def _run(store: Store, slug: str, wanted: JudgeRun, pulse: Pulse, key: str | None) -> Tally:
    endpoint = Endpoint(
        server_endpoint(),
        wanted.model,
        concurrency=wanted.concurrency,
        timeout=wanted.timeout,
        temperature=wanted.temperature,
        key=key,
    )
    setting = Setting(endpoint.host, wanted.model, temperature=wanted.temperature)
    try:
        judging = await asyncio.to_thread(
            lambda: begin_judging(store, slug, wanted.model, wanted.protocol, setting=setting)
        )
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
