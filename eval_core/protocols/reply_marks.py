"""Checks of a rating in a reply: its scale, its explanation, its language."""

from __future__ import annotations

import re

from eval_core.protocols.model import Criterion, Protocol, Scale
from eval_core.protocols.reply_types import Mark, ReplyError

# 4, 4.0, 4/5, 4 out of 5, 4점. Fractions match too, and are refused by `whole_number`. White space is bounded here and
# in the other searches for scores: otherwise a reply of blanks takes minutes.
_GAP = r"[^\S\n]{0,3}"
NUMBER = (
    r"(?P<number>[-−+]?\d[\d.,]*(?<![.,]))"
    rf"(?:{_GAP}(?:/|out\s{{1,3}}of){_GAP}(?P<of>\d+)(?!\d|[.,]\d))?(?:{_GAP}점(?!수))?"
)
NOT_APPLICABLE = r"(?P<na>N\s?/\s?A|NA|not\s{1,3}applicable|해당\s?없음)"
_VALUE = re.compile(rf"\s*(?:{NUMBER}|{NOT_APPLICABLE})\s*", re.IGNORECASE)
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_QUOTED = re.compile(
    "|".join(f"{start}[^{start}{end}]{{1,300}}{end}" for start, end in ('""', "“”", "''", "‘’", "「」", "«»", "``"))
)
_WORD = re.compile(r"[^\W\d_]+")
_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")


def wrong_language(protocol: Protocol, text: str) -> bool:
    """Whether a text is not in the language that the protocol asks its judges for.

    Only Korean is checked: at least a third of the words outside quotation marks must contain Hangul (of all words,
    where all are quoted). A text without words passes.
    """
    if protocol.judge is None or protocol.judge.reply_language != "ko":
        return False
    words = _WORD.findall(_QUOTED.sub(" ", text)) or _WORD.findall(text)
    return 3 * sum(_HANGUL.search(word) is not None for word in words) < len(words)


def checked_text(protocol: Protocol, text: str, *, item: int | None = None, criterion: str | None = None) -> str:
    """A judge's words without white space around them.

    Raises:
        ReplyError: if the text cannot be stored or is in the wrong language.
    """
    # json5 does not join a character that was escaped as a surrogate pair.
    text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    if _UNSTORABLE.search(text):
        raise ReplyError("reply_unstorable", item=item, criterion=criterion)
    if wrong_language(protocol, text):
        raise ReplyError("reply_not_korean", item=item, criterion=criterion)
    return text.strip()


def whole_number(scale: Scale, number: str, of: str | None) -> int:
    """The number written as `number`, or as `number`/`of`; ReplyError if it is not on the scale."""
    try:
        value = float(number)
    except ValueError:
        raise ReplyError("reply_not_whole", value=number[:40]) from None
    if of is not None and int(of[:9]) != scale.max:
        raise ReplyError("reply_other_scale", value=number[:40], of=of[:9], least=scale.min, most=scale.max)
    return on_scale(scale, value)


def on_scale(scale: Scale, value: float) -> int:
    """A number as an integer on the scale; ReplyError if it is none."""
    if isinstance(value, float) and not value.is_integer():  # so are infinity and NaN
        raise ReplyError("reply_not_whole", value=value)
    if not scale.min <= value <= scale.max:
        # Python refuses to print a number of thousands of digits.
        shown = f"{value:g}" if abs(value) < 1e15 else "the number"
        raise ReplyError("reply_outside_scale", value=shown, least=scale.min, most=scale.max)
    return int(value)


def written_value(scale: Scale, text: str) -> int | None:
    """A value given as text: "4", "4/5", "4점", or None for "N/A"; ReplyError for anything else."""
    match = _VALUE.fullmatch(text)
    if match is None:
        raise ReplyError("reply_not_a_rating", value=text[:40])
    return None if match["na"] else whole_number(scale, match["number"], match["of"])


def make_mark(
    protocol: Protocol, criterion: Criterion, value: int | None, explanation: str, *, item: int | None = None
) -> Mark:
    """A rating, checked against the rules of its criterion.

    A criterion may require an explanation of every number (`required`), or of those below the highest (`below_max`);
    N/A needs none. An explanation that is not required is kept.

    Raises:
        ReplyError: for N/A where it is not allowed, a missing explanation, or one in the wrong language.
    """
    if value is None and not criterion.na:
        raise ReplyError("reply_na_refused", item=item, criterion=criterion.key)
    words = checked_text(protocol, explanation, item=item, criterion=criterion.key)
    rule = criterion.explanation
    required = value is not None and (rule == "required" or (rule == "below_max" and value < criterion.max))
    if required and not words:
        raise ReplyError("reply_without_explanation", item=item, criterion=criterion.key)
    return Mark(value, words)
