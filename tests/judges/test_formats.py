"""In which form an endpoint is asked to reply: found out by the first request, and kept to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest
from sqlalchemy import select

from eval_core.judges.endpoint import Endpoint, EndpointReply, NoReplyError, UselessError
from eval_core.judges.formats import FormedRequests, fields_of
from eval_core.judges.plan import Request
from eval_core.judges.settings import Setting
from eval_core.judges.work import ShownPair, begin_judging
from eval_core.protocols import load_protocol
from eval_core.store import JudgeSetting
from tests.judges.conftest import MODEL, judge
from tests.judges.stub import Stub
from tests.support.building import Built

PAIR = ShownPair(1, 0, False, "Skriv.", None, "Ja.", "Nei.", None, None)
REQUEST = Request(load_protocol("norwegian_fluency"), "m", None, PAIR)
LINE = Request(load_protocol("gptscore_ko"), "m", None, PAIR, "fluency")
GOOD = EndpointReply('{"choice": "A"}', 1, 1)


class Picky:
    """An endpoint that takes some forms and answers the others as it is told to."""

    def __init__(self, taken: set[str], otherwise: Exception) -> None:
        self.taken, self.otherwise = taken, otherwise
        self.asked: list[str] = []

    async def ask(self, messages: list[dict[str, str]], more: dict[str, Any] | None = None) -> EndpointReply:
        """A reply, or the error of this one."""
        form = (more or {}).get("response_format", {}).get("type", "plain")
        self.asked.append(form)
        await asyncio.sleep(0)
        if form in self.taken:
            return GOOD
        raise self.otherwise


def run(picky: Picky, times: int = 3, request: Request = REQUEST) -> FormedRequests:
    """So many requests at once, all answered."""
    formed = FormedRequests(cast("Endpoint", picky))

    async def all_of_them() -> list[EndpointReply]:
        return await asyncio.gather(*(formed.ask(request) for _ in range(times)))

    assert asyncio.run(all_of_them()) == [GOOD] * times
    return formed


@pytest.mark.parametrize(
    "otherwise",
    [
        NoReplyError("Bad Request", status=400),
        NoReplyError("extra fields not permitted", status=422),
        NoReplyError("failed to parse grammar", status=500, body="{}"),
        NoReplyError("an error inside a 200: response_format is unknown", body="{}"),
    ],
)
@pytest.mark.parametrize("best", ["json_schema", "json_object", "plain"])
def test_the_best_form_that_is_taken(best: str, otherwise: Exception) -> None:
    """The first request goes down the list to what is taken; all others are asked in that form at once."""
    order = ["json_schema", "json_object", "plain"]
    picky = Picky(set(order[order.index(best) :]), otherwise)
    assert run(picky).form == best
    assert picky.asked == [*order[: order.index(best) + 1], best, best]


def test_where_the_reply_is_no_json_nothing_is_asked_for() -> None:
    """A score line is asked for in words alone."""
    picky = Picky({"plain"}, NoReplyError("Bad Request", status=400))
    assert run(picky, request=LINE).form == "plain"
    assert picky.asked == ["plain"] * 3


@pytest.mark.parametrize(
    "error",
    [
        NoReplyError("slow", perhaps_paid=True),
        NoReplyError("busy", status=429),
        NoReplyError("cut", status=None),
        NoReplyError("maximum context length is 8192 tokens", status=400),
        NoReplyError("filtered by the content management policy", status=400),
        NoReplyError("out of order", status=500),
        NoReplyError("an error inside a 200: on holiday", body="{}"),
        UselessError("model", "does not exist"),
        UselessError("quota", "none left"),
        UselessError("key", "wrong"),
    ],
)
def test_what_is_not_about_the_form_decides_nothing(error: Exception) -> None:
    """A time-out, a refused key or an empty quota is raised at once; the next request finds out."""
    picky = Picky(set(), error)
    formed = FormedRequests(cast("Endpoint", picky))
    with pytest.raises(type(error)):
        asyncio.run(formed.ask(REQUEST))
    assert (picky.asked, formed.form) == (["json_schema"], None)
    picky.taken = {"json_schema"}
    assert asyncio.run(formed.ask(REQUEST)) == GOOD
    assert formed.form == "json_schema"


def test_the_plain_error_is_the_one_that_counts() -> None:
    """Where no form is taken, the plain request's error is raised, and nothing is decided."""
    picky = Picky(set(), NoReplyError("bad", status=400))
    formed = FormedRequests(cast("Endpoint", picky))
    with pytest.raises(NoReplyError, match="bad"):
        asyncio.run(formed.ask(REQUEST))
    assert picky.asked == ["json_schema", "json_object", "plain"]
    assert formed.form is None


def test_no_one_queues_behind_a_first_request_that_failed() -> None:
    """Where the first request finds nothing out, the others are asked side by side."""
    picky = Picky(set(), NoReplyError("Bad Request", status=400))
    formed = FormedRequests(cast("Endpoint", picky))

    async def three() -> list[object]:
        return list(await asyncio.gather(*(formed.ask(REQUEST) for _ in range(3)), return_exceptions=True))

    assert [type(one) for one in asyncio.run(three())] == [NoReplyError] * 3
    order = ["json_schema", "json_object", "plain"]
    assert picky.asked == [*order, *(form for form in order for _ in range(2))]


def test_the_schema_is_strict_and_named() -> None:
    """The field is as endpoints expect it: a named strict schema of the protocol's own keys."""
    field = fields_of(REQUEST, "json_schema")["response_format"]["json_schema"]
    assert (field["name"], field["strict"]) == ("norwegian_fluency", True)
    assert set(field["schema"]["properties"]) == {"issues", "reason", "choice"}
    assert fields_of(REQUEST, "plain") == {}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("taken", ["json_schema", "json_object", None])
def test_a_run_tells_and_keeps_its_form(
    taken: str | None, to_judge: Callable[..., Built], stub: Callable[..., Stub]
) -> None:
    """A server that refuses a form costs one request; the run says its form, and the judge's setting keeps it."""
    built, endpoint = to_judge("adequacy_fluency", prompts=3), stub("adequacy_fluency", forms=(taken, None))
    setting = Setting(endpoint.url, MODEL)
    begin_judging(built.store, built.slug, MODEL, setting=setting)
    _, tally = judge(built, endpoint, concurrency=4)
    form = taken or "plain"
    assert (tally.form, tally.ok, tally.failed, tally.malformed) == (form, 9, 0, 0)
    assert endpoint.requests == 9 + ["json_schema", "json_object", "plain"].index(form)
    with built.store.read() as db:
        kept = db.scalars(select(JudgeSetting)).one()
        assert kept.reply_format == form
        assert (kept.reply_schema is not None) == (form == "json_schema")
