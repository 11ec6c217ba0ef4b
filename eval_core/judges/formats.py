"""The form in which an endpoint is asked to reply: the protocol's schema, any JSON object, or nothing said.

Endpoints differ in what they take, so the first request of a run finds out, and the others follow.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any, Literal

from sqlalchemy import update

from eval_core.judges.endpoint import Endpoint, EndpointReply, NoReplyError
from eval_core.judges.plan import Request
from eval_core.judges.work import Judging
from eval_core.protocols.reply_schema import reply_schema
from eval_core.store import JudgeSetting, Store

ReplyForm = Literal["json_schema", "json_object", "plain"]
FORMS: tuple[ReplyForm, ...] = ("json_schema", "json_object", "plain")
# What endpoints say of a field that they do not know or cannot serve; and what else is wrong with a request.
_NOT_TAKEN = (400, 415, 422, 501)
_OF_THE_FORM = re.compile(r"response_?format|json|schema|structured|grammar|guided", re.IGNORECASE)
_OF_SOMETHING_ELSE = re.compile(r"context|token|too long|too large|filter|moderation|policy|flagged", re.IGNORECASE)


class FormedRequests:
    """Asks an endpoint in the best form that it takes.

    Args:
        form: one that was decided before; None where the first request is to find out.

    Attributes:
        form: None until it is decided.
    """

    def __init__(self, endpoint: Endpoint, form: ReplyForm | None = None) -> None:
        self._endpoint, self.form = endpoint, form
        self._tried = form is not None
        self._deciding = asyncio.Lock()

    async def ask(self, request: Request, more: dict[str, Any] | None = None) -> EndpointReply:
        """The reply to a request. The first finds out the form, and the others wait for it; where it fails, no longer.

        Raises:
            NoReplyError, UselessError: as the endpoint does; then the form stays undecided.
        """
        if not self._tried:
            async with self._deciding:
                if not self._tried:
                    try:
                        return await self._decide(request, more or {})
                    finally:
                        self._tried = True
        if self.form is None:
            return await self._decide(request, more or {})
        return await self._endpoint.ask(request.messages, fields_of(request, self.form) | (more or {}))

    async def _decide(self, request: Request, more: dict[str, Any]) -> EndpointReply:
        for form in FORMS:
            fields = fields_of(request, form)
            if form != "plain" and not fields:
                continue
            try:
                reply = await self._endpoint.ask(request.messages, fields | more)
            except NoReplyError as error:
                if form == "plain" or not _may_be_the_form(error):
                    raise
            else:
                self.form = form
                return reply
        raise AssertionError("the plain request returns or raises")


def fields_of(request: Request, form: ReplyForm) -> dict[str, Any]:
    """The fields of a request that ask for a form; none for 'plain', and where the protocol's reply is no JSON."""
    schema = reply_schema(request.protocol, items=request.size, criterion=request.criterion)
    if schema is None or form == "plain":
        return {}
    if form == "json_object":
        return {"response_format": {"type": "json_object"}}
    named = {"name": request.protocol.key[:64], "strict": True, "schema": schema}
    return {"response_format": {"type": "json_schema", "json_schema": named}}


def keep_form(store: Store, judging: Judging, form: ReplyForm) -> None:
    """Keep the form in which the judge was last asked to reply, with the schema of a full request."""
    judge, schema = judging.protocol.judge, None
    if form == "json_schema" and judge is not None:
        schema = reply_schema(judging.protocol, items=judge.batch_size)
    ours = (
        JudgeSetting.campaign_id == judging.campaign_id,
        JudgeSetting.person_id == judging.person_id,
        JudgeSetting.protocol_key == judging.protocol.key,
    )
    with store.write() as db:
        db.execute(update(JudgeSetting).where(*ours).values(reply_format=form, reply_schema=schema))


def _may_be_the_form(error: NoReplyError) -> bool:
    """Whether a request may be answered in another form; the status is missing for an error inside a 200."""
    if error.perhaps_paid:
        return False
    if _OF_THE_FORM.search(str(error)):
        return error.body is not None or error.status is not None
    return error.status in _NOT_TAKEN and not _OF_SOMETHING_ELSE.search(str(error))
