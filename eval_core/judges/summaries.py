"""What LLM judges wrote about whole batches: a short text for each criterion, where a protocol asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.kinds import rating_protocol
from eval_core.errors import InputError
from eval_core.protocols import Protocol
from eval_core.protocols.replies import Reading, read_reply
from eval_core.store import Campaign, Exclusion, JudgeReply, Person, Response, Store, System


@dataclass(frozen=True)
class BatchSummary:
    """What a judge wrote about one batch.

    Attributes:
        system: whose responses they are; None where they are not of one system.
        responses: how many the batch had.
        criteria: the text for each criterion, by its key in the protocol's order.
    """

    judge: str
    system: str | None
    responses: int
    criteria: dict[str, str]

    def as_dict(self) -> dict[str, Any]:
        """One entry of `summaries` in `parvis ratings --kind judge --format json`."""
        return asdict(self)


def judge_summaries(
    store: Store, slug: str, *, protocol: str | None = None, systems: Sequence[str] = (), who: Who = OPERATOR
) -> tuple[BatchSummary, ...]:
    """The summaries of a campaign's judges under a protocol, by judge and system, then by arrival. For researchers.

    Replies without a summary have no entry, nor have those of excluded judges and of another content of the protocol.

    Args:
        protocol: the campaign's own where None.
        systems: only of these.

    Raises:
        InputError: for a pairwise protocol. RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        chosen = rating_protocol(campaign, protocol)
        if chosen.judge is None or chosen.judge.reply != "json5_batch":
            return ()
        owners = _owners(db, campaign)
        replies = db.execute(
            select(Person.name, JudgeReply.about, JudgeReply.text)
            .join(Person, Person.id == JudgeReply.person_id)
            .where(
                JudgeReply.campaign_id == campaign.id,
                JudgeReply.protocol_key == chosen.key,
                JudgeReply.protocol_hash == chosen.content_hash,
                JudgeReply.status == "ok",
                JudgeReply.person_id.not_in(Exclusion.people(campaign.id)),
            )
            .order_by(JudgeReply.id)
        ).all()
    summaries = []
    for judge, about, text in replies:
        names = {owners.get(number) for number in about["response"]}
        system = names.pop() if len(names) == 1 else None
        written = _summary(chosen, text, len(about["response"]))
        if written and (not systems or system in systems):
            summaries.append(BatchSummary(judge, system, len(about["response"]), written))
    return tuple(sorted(summaries, key=lambda summary: (summary.judge, summary.system or "")))


def _owners(db: Session, campaign: Campaign) -> dict[int, str]:
    """The name of each response's system."""
    query = select(Response.id, System.name).join(System, System.id == Response.system_id)
    return dict(db.execute(query.where(Response.campaign_id == campaign.id)).all())


def _summary(protocol: Protocol, text: str, items: int) -> dict[str, str]:
    """What can be kept of the summary of a reply, {} where that is nothing."""
    try:
        reading = read_reply(protocol, text, items=items)
    except InputError:
        return {}
    return (reading.summary or {}) if isinstance(reading, Reading) else {}
