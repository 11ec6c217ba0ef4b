"""What a judge's replies have cost since a run was asked for: a budget holds over all pauses and restarts of a run."""

from __future__ import annotations

from sqlalchemy import select

from eval_core.judges.plan import requests_left
from eval_core.judges.prices import Account, Price, bytes_of
from eval_core.judges.work import Judging
from eval_core.store import JudgeReply, Store


def spent_since(store: Store, judging: Judging, price: Price, after: int) -> float:
    """The cost of this judge's requests in the campaign, in the currency of the price.

    What the endpoint did not count is estimated: such a request costs as much as the dearest that was counted, or,
    where none was, as much as the next one is likely to. A request that was refused with an answer costs nothing.

    Args:
        after: the id of the newest reply that does not count.
    """
    with store.read() as db:
        rows = db.execute(
            select(JudgeReply.prompt_tokens, JudgeReply.completion_tokens, JudgeReply.text, JudgeReply.body).where(
                JudgeReply.campaign_id == judging.campaign_id,
                JudgeReply.person_id == judging.person_id,
                JudgeReply.id > after,
            )
        ).all()
    counted, perhaps_paid = [], 0
    for prompt, reply, text, body in rows:
        if prompt is not None and reply is not None:
            counted.append(price.of(prompt, reply))
        elif text is not None or body is None:
            perhaps_paid += 1
    if not perhaps_paid:
        return sum(counted)
    return sum(counted) + perhaps_paid * (max(counted) if counted else _likely(store, judging, price))


def _likely(store: Store, judging: Judging, price: Price) -> float:
    """What the next request is likely to cost; 0 where none is left."""
    following = next(requests_left(store, judging, "", None, 1), None)
    return Account(price).estimate(bytes_of(following.messages)) if following else 0.0
