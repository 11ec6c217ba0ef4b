"""What a judge's reply means. How it ended is looked at first: one that was cut off, filtered or refused means nothing,
however well its words read. They may be the beginning of another number, or a draft.
"""

from __future__ import annotations

from eval_core.judges.endpoint import EndpointReply
from eval_core.judges.plan import Request
from eval_core.protocols.replies import Choice, Reading, ReplyError, read_reply

CUT_OFF = "judge_cut_off"
# The same request would end in the same way.
FINAL = frozenset(("judge_refused", "judge_filtered", CUT_OFF))
# The finish reasons of OpenAI, Mistral, Anthropic, Gemini and OpenRouter that say that a reply has no end of its own.
_CUT_OFF, _FILTERED, _BROKEN_OFF = ("length", "max_tokens", "model_length"), ("content_filter", "safety"), ("error",)


def meaning_of(request: Request, reply: EndpointReply) -> Choice | Reading:
    """The answer to a request, of a batch at least in part.

    Raises:
        ReplyError: where the reply is none, or nothing of it can be kept.
    """
    if (wrong := end_of(reply)) is not None:
        raise wrong
    return read_reply(request.protocol, reply.text, items=request.size, criterion=request.criterion)


def end_of(reply: EndpointReply) -> ReplyError | None:
    """Why a reply is none, as the endpoint itself says; None where it came to its end."""
    if reply.refusal:
        return ReplyError("judge_refused", words=reply.refusal[:200])
    reason = (reply.finish_reason or "").lower()
    if reason in _CUT_OFF:
        return ReplyError("judge_cut_off")
    if reason in _FILTERED:
        return ReplyError("judge_filtered")
    return ReplyError("judge_broken_off") if reason in _BROKEN_OFF else None
