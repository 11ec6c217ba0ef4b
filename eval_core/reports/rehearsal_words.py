"""A judge's rehearsal in words: what is asked about, how a reply is read, and what the whole run would cost."""

from __future__ import annotations

from collections.abc import Sequence

from eval_core.judges.plan import Request
from eval_core.judges.rehearsal import Tried
from eval_core.locales import gettext as _
from eval_core.locales import ngettext, number, said
from eval_core.protocols.replies import Choice, Reply

_MILLION = 1e6


def item_title(place: int, request: Request) -> str:
    """The item's number, the criterion that is asked for, and how many responses a batch has."""
    parts = [_("Item {number}", number=number(place))]
    if request.criterion is not None:
        labels = {rated.key: rated.label for rated in request.protocol.rated}
        parts.append(said(labels[request.criterion]))
    if request.size > 1:
        parts.append(ngettext("{count} response", "{count} responses", request.size))
    return " · ".join(parts)


def reading_lines(request: Request, meaning: Choice | Reply | None) -> list[str]:
    """What a reply says as Parvis reads it, a line for each choice or rating; none where it cannot be read."""
    if meaning is None:
        return []
    if isinstance(meaning, Choice):
        choices = request.protocol.choices
        labels = {"A": choices.a, "tie": choices.tie, "B": choices.b} if choices else {}
        choice = said(labels[meaning.choice]) if labels else meaning.choice
        return [f"{choice}: {meaning.reason}" if meaning.reason else choice]
    names = {rated.key: said(rated.label) for rated in request.protocol.rated}
    lines = []
    for place, marks in enumerate(meaning.items, 1):
        item = f"{number(place)}. " if len(meaning.items) > 1 else ""
        for key, mark in marks.items():
            value = _("not applicable") if mark.value is None else number(mark.value)
            why = f" – {mark.explanation}" if mark.explanation else ""
            lines.append(f"{item}{names.get(key, key)}: {value}{why}")
    return lines


def fault_text(tried: Tried) -> str:
    """What is wrong with a reply, in the program's own words."""
    return tried.fault or _("None.")


def tried_sentence(tried: Sequence[Tried]) -> str:
    """How many of the replies can be read."""
    readable = sum(one.meaning is not None for one in tried)
    return _("{readable} of {asked} replies can be read.", readable=number(readable), asked=number(len(tried)))


def form_sentence(tried: Sequence[Tried]) -> str:
    """In which form the endpoint was asked to reply; '' where that was not found out."""
    form = next((one.form for one in tried if one.form), None)
    if form == "json_schema":
        return _("The endpoint takes the protocol's JSON schema; a run asks for it too.")
    if form == "json_object":
        return _("The endpoint takes requests for a JSON object; a run asks for one too.")
    return _("Only the prompt's words ask for the form of the reply; in a run too.") if form else ""


def size_sentence(requests: int) -> str:
    """How many requests the whole run makes."""
    return ngettext(
        "The whole run makes {count} request, and more where a reply cannot be read.",
        "The whole run makes {count} requests, and more where a reply cannot be read.",
        requests,
    )


def price_sentence(tried: Sequence[Tried], requests: int, prompt_price: float | None, reply_price: float | None) -> str:
    """Tokens of the whole run, as the endpoint counted them in the replies at hand, and their price.

    Args:
        prompt_price, reply_price: of a million tokens; the price is said where both are given.
    """
    counted = [
        (one.reply.prompt_tokens, one.reply.completion_tokens)
        for one in tried
        if one.reply and one.reply.prompt_tokens is not None and one.reply.completion_tokens is not None
    ]
    if not tried:
        return _("Ask the judge about a few items first: its tokens are counted there.")
    if not counted:
        return _("The endpoint counted no tokens, so the price is not known.")
    prompts = requests * sum(prompt for prompt, _reply in counted) / len(counted)
    replies = requests * sum(reply for _prompt, reply in counted) / len(counted)
    size = _(
        "As in these replies, that is about {prompts} tokens of prompts and {replies} of replies.",
        prompts=number(round(prompts)),
        replies=number(round(replies)),
    )
    if prompt_price is None or reply_price is None:
        return size
    price = (prompts * prompt_price + replies * reply_price) / _MILLION
    return f"{size} {_('Price: about {price}.', price=number(price, 2))}"
