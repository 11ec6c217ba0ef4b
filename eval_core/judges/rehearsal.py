"""A rehearsal before a judge's run: the first requests as they would be made, asked live, and nothing stored.

What the endpoint replies is read as in a run, so a prompt that is misunderstood or a model that cannot keep to the
format shows here, on a few real items and for the price of a few requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from sqlalchemy import select

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.errors import ParvisError, RefusedError
from eval_core.judges.endpoint import Endpoint, EndpointReply, NoReplyError
from eval_core.judges.formats import FormedRequests, ReplyForm
from eval_core.judges.guidance import guidance_in_force
from eval_core.judges.plan import Request, requests_left
from eval_core.judges.reply_meanings import meaning_of
from eval_core.judges.server_address import server_endpoint
from eval_core.judges.work import Judging, count_left, items_left, pairs_left, usable_protocol
from eval_core.protocols import Protocol, list_protocols
from eval_core.protocols.replies import Choice, Reply, ReplyError, whole
from eval_core.store import Person, Store

ITEMS = 5
SECONDS = 60.0  # in all: somebody waits for it


@dataclass(frozen=True)
class Rehearsal:
    """What a run would ask, before anything is asked.

    Attributes:
        requests: about the first items that this judge lacks; at most `ITEMS`.
        left: how many requests the whole run makes, if each is answered at once.
        judged: whether this judge has replied here before.
    """

    protocol: Protocol
    requests: tuple[Request, ...]
    left: int
    judged: bool = False


@dataclass(frozen=True)
class Tried:
    """What became of one request.

    Attributes:
        reply: as it came, without the key; None where none came.
        meaning: what it says; None where it cannot be read.
        fault: why there is no reply, or what is wrong with it; '' where nothing is.
        form: in which the endpoint was asked to reply, as it will be in a run; None where that was not found out.
    """

    reply: EndpointReply | None
    meaning: Choice | Reply | None
    fault: str
    form: ReplyForm | None = None


def judge_protocols(store: Store, slug: str, who: Who = OPERATOR) -> list[str]:
    """The keys of the protocols by which a judge can work in a campaign, its own first. For researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        own = authorise(db, who, slug, "researcher").campaign.protocol_key
    fitting = [one.key for one in list_protocols() if one.judge and (one.kind == "rating" or one.key == own)]
    return sorted(fitting, key=lambda key: key != own)


def read_rehearsal(
    store: Store,
    slug: str,
    model: str,
    protocol: str | None = None,
    temperature: float | None = None,
    who: Who = OPERATOR,
    *,
    name: str | None = None,
    seed: int | None = None,
) -> Rehearsal:
    """The first requests of a run, and their number. For researchers; nothing is stored or asked.

    Args:
        name: the judge's; the model's where None.

    Raises:
        InputError: for a protocol by which no judge can work here.
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        chosen = usable_protocol(campaign, protocol)
        known = db.scalar(select(Person.id).where(Person.name == (name or model).strip(), Person.kind == "judge"))
        rules = guidance_in_force(db, campaign)
        judging = Judging(campaign.id, known or 0, chosen, known is not None, rules)  # no person has the id 0
    requests = tuple(replace(request, seed=seed) for request in _first(store, judging, model, temperature))
    return Rehearsal(chosen, requests, _requests_of(judging, count_left(store, judging)), judging.resumed)


def ask_rehearsal(
    store: Store, slug: str, rehearsal: Rehearsal, *, key: str | None = None, who: Who = OPERATOR
) -> tuple[Tried, ...]:
    """Ask the server's endpoint, all requests at once, and read its replies; nothing but a line of the log is stored.

    For researchers; only leads start runs. A key that the endpoint refuses and a model that it does not know are a
    fault of each request.

    Args:
        key: one that was typed; that of the server's environment where None.

    Raises:
        RefusedError: 'signed_out', 'not_allowed', 'no_judge_endpoint' where the server names none, or 'no_model'.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "researcher")
        url = server_endpoint()
        if not url:
            raise RefusedError("no_judge_endpoint", "this server names no endpoint: see PARVIS_JUDGE_URL")
        if not rehearsal.requests:
            return ()
        if not rehearsal.requests[0].model:
            raise RefusedError("no_model", "no model is named")
        note(db, grant, "judge_tried", name=rehearsal.requests[0].model)
    return asyncio.run(_ask_all(rehearsal.requests, url, key))


async def _ask_all(requests: tuple[Request, ...], base_url: str, key: str | None) -> tuple[Tried, ...]:
    first = requests[0]
    try:
        endpoint = Endpoint(
            base_url,
            first.model,
            concurrency=len(requests),
            timeout=SECONDS,
            temperature=first.temperature,
            seed=first.seed,
            key=key,
        )
    except ParvisError as error:
        return tuple(Tried(None, None, str(error)) for _ in requests)
    try:
        formed = FormedRequests(endpoint)
        tried = await asyncio.gather(*(_ask(formed, request) for request in requests))
        return tuple(replace(one, form=formed.form) for one in tried)
    finally:
        await endpoint.close()


async def _ask(formed: FormedRequests, request: Request) -> Tried:
    try:
        async with asyncio.timeout(SECONDS):
            reply = await formed.ask(request)
    except TimeoutError:
        return Tried(None, None, f"no reply within {SECONDS:.0f} seconds")
    except (NoReplyError, ParvisError) as error:
        return Tried(None, None, str(error))
    try:
        return Tried(reply, whole(meaning_of(request, reply)), "")
    except ReplyError as error:
        return Tried(reply, None, error.message)


def _first(store: Store, judging: Judging, model: str, temperature: float | None) -> Iterator[Request]:
    """One request about each of the first items; where criteria are asked for apart, another one for each item."""
    judge = judging.protocol.judge
    if judging.protocol.kind == "pairwise":
        for pair in islice((pair for pair in pairs_left(store, judging) if pair.occurrence == 0), ITEMS):
            yield Request(judging.protocol, model, temperature, pair, guidelines=judging.rules)
    elif judge is not None and judge.per_criterion:
        keys = judging.asked
        for place, item in enumerate(islice(items_left(store, judging), ITEMS)):
            key = keys[place % len(keys)]
            chosen = key if key in item.criteria else item.criteria[0]
            yield Request(judging.protocol, model, temperature, (item,), chosen, judging.rules)
    else:
        yield from requests_left(store, judging, model, temperature, ITEMS)


def _requests_of(judging: Judging, items: int) -> int:
    size = judging.protocol.judge.batch_size if judging.protocol.judge else 1
    return -(-items // size)
