"""A judge's exam on a campaign's own gold as a job: asked for by a lead, its certificate kept with the job.

Nothing else is stored, so an exam that is interrupted begins again. The endpoint's address and key come from where a
run's come from (`judge_work`).
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass, replace

from sqlalchemy import select

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.jobs.job_queue import Outcome, Turn, queue_job
from eval_core.errors import RefusedError
from eval_core.jobs.runner import GivenUpError, Pulse
from eval_core.jobs.typed_keys import find_key, forget_key, keep_key
from eval_core.judges.certificate import Certificate, certificate, read_certificate, stored_certificate
from eval_core.judges.endpoint import Endpoint
from eval_core.judges.exam import ExamPaper, sit_exam
from eval_core.judges.exam_gold import Gold, gold_of_campaign
from eval_core.judges.prices import Price
from eval_core.judges.server_address import server_endpoint
from eval_core.store import Campaign, Job, Store

KIND = "judge_exam"


@dataclass(frozen=True)
class ExamRun:
    """What an exam needs to know; it is stored, so it holds neither address nor key.

    Attributes:
        pass_mark: the share that must be right in both orders, 0 to 1.
        prompt_price, reply_price: of a million tokens.
        timeout: seconds to wait for a reply.
        typed: the word for a key that was typed for this exam, as `typed_keys` has it; None: the environment's.
    """

    model: str
    temperature: float | None = None
    pass_mark: float = 0.8
    prompt_price: float | None = None
    reply_price: float | None = None
    concurrency: int = 8
    timeout: float = 120.0
    typed: str | None = None

    @property
    def price(self) -> Price | None:
        """Both prices, where both are known."""
        if self.prompt_price is None or self.reply_price is None:
            return None
        return Price(self.prompt_price, self.reply_price)


def ask_for_exam(store: Store, slug: str, wanted: ExamRun, who: Who = OPERATOR, *, key: str | None = None) -> bool:
    """Queue an exam; False where one of this judge waits or runs here already. For leads.

    Args:
        key: one that was typed for this exam; it stays in this process's memory.

    Raises:
        RefusedError: 'signed_out', 'not_allowed', 'no_judge_endpoint' where the server names none, 'no_model', or
            'exam_without_gold' where the campaign has no gold comparison in use.
    """
    pairs = gold_of_campaign(store, slug, who).pairs
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        if not server_endpoint():
            raise RefusedError("no_judge_endpoint", "this server names no endpoint: see PARVIS_JUDGE_URL")
        if not wanted.model.strip():
            raise RefusedError("no_model", "no model is named")
        if not pairs:
            raise RefusedError("exam_without_gold", "the campaign has no gold comparison in use")
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


def read_exams(store: Store, slug: str, who: Who = OPERATOR) -> list[Certificate]:
    """The certificates of a campaign's exams of the last thirty days, the newest first. For researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        done = select(Job.outcome).where(Job.campaign_id == campaign.id, Job.kind == KIND, Job.state == "done")
        outcomes = db.scalars(done.order_by(Job.ended_at.desc(), Job.id.desc())).all()
    found = (read_certificate((outcome or {}).get("certificate", {})) for outcome in outcomes)
    return [exam for exam in found if exam is not None]


def examine_as_job(store: Store, turn: Turn, pulse: Pulse) -> Outcome:
    """One turn of an exam: all of it."""
    wanted = ExamRun(**turn.about)
    key = find_key(wanted.typed) if wanted.typed else None
    if wanted.typed and key is None:
        raise GivenUpError(code="key_gone")
    with store.read() as db:
        slug = db.get_one(Campaign, turn.campaign_id).slug
    gold = gold_of_campaign(store, slug)
    paper = asyncio.run(_sit(wanted, gold, pulse, key))
    forget_key(wanted.typed)
    exam = certificate(
        paper,
        judge=wanted.model.strip(),
        protocol=gold.protocol,
        gold=slug,
        when=store.now(),
        pass_mark=wanted.pass_mark,
        temperature=wanted.temperature,
        price=wanted.price,
    )
    return {"code": "examined", "certificate": stored_certificate(exam)}


async def _sit(wanted: ExamRun, gold: Gold, pulse: Pulse, key: str | None) -> ExamPaper:
    endpoint = Endpoint(
        server_endpoint(),
        wanted.model.strip(),
        concurrency=wanted.concurrency,
        timeout=wanted.timeout,
        temperature=wanted.temperature,
        key=key,
    )
    try:
        return await sit_exam(endpoint, gold, concurrency=wanted.concurrency, watch=pulse)
    finally:
        await endpoint.close()
