"""An LLM judge's run as a job: asked for by a lead, with progress, pause and stop, and continued where it ended.

The endpoint's address comes from the server's environment alone: a lead who could name an address would have the key
sent there. Its key comes from there too, or was typed for this run (`typed_keys`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.jobs.job_queue import Outcome, Turn, queue_job
from eval_core.errors import ParvisError, RefusedError
from eval_core.jobs.runner import AgainError, GivenUpError, Pulse
from eval_core.jobs.typed_keys import find_key, forget_key, keep_key
from eval_core.judges.endpoint import Endpoint
from eval_core.judges.expenses import spent_since
from eval_core.judges.leases import JudgeBusyError
from eval_core.judges.prices import Account, Price
from eval_core.judges.run import STOP_AFTER, Tally, run_judge
from eval_core.judges.server_address import endpoint_host, server_endpoint
from eval_core.judges.settings import Setting, setting_differences
from eval_core.judges.work import Judging, begin_judging, require_criteria, usable_protocol
from eval_core.store import Campaign, JudgeReply, Person, Store

KIND = "judge_run"


@dataclass(frozen=True)
class JudgeRun:
    """What a run needs to know, as `parvis judge run` takes it. It is stored, so it holds neither address nor key.

    Attributes:
        name: the judge's; the model's where None.
        concurrency: requests at once.
        timeout: seconds to wait for a reply.
        budget: spend at most this much, over all turns; needs the prices.
        prompt_price, reply_price: of a million tokens.
        stop_after: so many equal failures in a row end the run.
        after: the id of the newest reply of any judge when it was asked for: what came later is its own.
        criteria: only these, where the protocol asks about each in a request; all where empty.
        typed: the word for a key that was typed for this run, as `typed_keys` has it; None: the environment's.
    """

    model: str
    protocol: str | None = None
    concurrency: int = 8
    limit: int | None = None
    timeout: float = 120.0
    temperature: float | None = None
    typed: str | None = None
    name: str | None = None
    seed: int | None = None
    budget: float | None = None
    prompt_price: float | None = None
    reply_price: float | None = None
    stop_after: int = STOP_AFTER
    after: int = 0
    criteria: tuple[str, ...] = ()

    @property
    def judge(self) -> str:
        """The judge's name."""
        return (self.name or self.model).strip()

    @property
    def price(self) -> Price | None:
        """Both prices, where both are known."""
        if self.prompt_price is None or self.reply_price is None:
            return None
        return Price(self.prompt_price, self.reply_price)


def ask_for_judge(store: Store, slug: str, wanted: JudgeRun, who: Who = OPERATOR, *, key: str | None = None) -> bool:
    """Queue a judge's run; False where this judge waits or runs here already. For leads.

    Args:
        key: one that was typed for this run; it stays in this process's memory.

    Raises:
        InputError: for criteria about which no judge can be asked under the protocol.
        RefusedError: 'signed_out', 'not_allowed', 'no_judge_endpoint' where the server names none, 'no_model',
            'budget_without_price', 'judge_is_person' where a person has the name, or 'other_setting' where the name
            means another setting already.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        _check(db, wanted)
        if wanted.criteria:
            require_criteria(usable_protocol(grant.campaign, wanted.protocol), wanted.criteria)
        wanted = replace(wanted, after=db.scalar(select(func.max(JudgeReply.id))) or 0)
        if key:
            wanted = replace(wanted, typed=keep_key(key))
        queued = queue_job(
            db,
            KIND,
            f"{KIND}/{grant.campaign.id}/{wanted.judge}",
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
        raise GivenUpError(code="equal_failures", count=wanted.stop_after, text=main.text)
    outcome: Mapping[str, Any] = {
        "code": "judged",
        "asked": tally.asked,
        "malformed": tally.malformed,
        "failed": tally.failed,
        "given_up": tally.given_up,
        "stopped": tally.stopped,
    }
    if tally.failed and wanted.limit is None and tally.stopped is None:
        raise AgainError(**outcome)  # requests that got no reply in spite of all retries: later there may be one
    forget_key(wanted.typed)
    return outcome


def _check(db: Session, wanted: JudgeRun) -> None:
    """Refuse a run that could not begin."""
    if not server_endpoint():
        raise RefusedError("no_judge_endpoint", "this server names no endpoint: see PARVIS_JUDGE_URL")
    if not wanted.model.strip():
        raise RefusedError("no_model", "no model is named")
    if wanted.budget is not None and wanted.price is None:
        raise RefusedError("budget_without_price", "a budget needs the two prices")
    kind = db.scalar(select(Person.kind).where(Person.name == wanted.judge))
    if kind not in (None, "judge"):
        raise RefusedError("judge_is_person", f"'{wanted.judge}' is a person, not a judge")
    if other := setting_differences(db, wanted.judge, _setting(endpoint_host(server_endpoint()).lower(), wanted)):
        raise RefusedError("other_setting", f"'{wanted.judge}' means another setting: {other}")


def _setting(host: str, wanted: JudgeRun) -> Setting:
    return Setting(host, wanted.model.strip(), temperature=wanted.temperature, seed=wanted.seed)


def _account(store: Store, judging: Judging, wanted: JudgeRun) -> Account:
    """The budget, less what earlier turns of this run have spent."""
    if wanted.price is None:
        return Account()
    return Account(wanted.price, wanted.budget, spent_since(store, judging, wanted.price, wanted.after))


async def _run(store: Store, slug: str, wanted: JudgeRun, pulse: Pulse, key: str | None) -> Tally:
    endpoint = Endpoint(
        server_endpoint(),
        wanted.model.strip(),
        concurrency=wanted.concurrency,
        timeout=wanted.timeout,
        temperature=wanted.temperature,
        seed=wanted.seed,
        key=key,
    )
    setting = _setting(endpoint.host, wanted)
    try:
        judging = await asyncio.to_thread(
            lambda: begin_judging(
                store, slug, wanted.judge, wanted.protocol, setting=setting, only=tuple(wanted.criteria)
            )
        )
        return await run_judge(
            store,
            judging,
            endpoint,
            concurrency=wanted.concurrency,
            temperature=wanted.temperature,
            limit=wanted.limit,
            stop_after=wanted.stop_after,
            account=await asyncio.to_thread(_account, store, judging, wanted),
            watch=lambda tally: pulse(tally.done, tally.total),
        )
    finally:
        await endpoint.close()
