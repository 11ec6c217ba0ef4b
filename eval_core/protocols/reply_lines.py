"""Ratings in plain words: a score line such as "Fluency Score (1-5): 4", or one whole number.

A text is searched in a copy of the same length, in which markup and mentions of the scale ("1-5", "out of 5", "5점
만점") are blank: they are no scores.
"""

from __future__ import annotations

import re

from eval_core.protocols.model import Criterion, Protocol, Scale
from eval_core.protocols.reply_marks import NOT_APPLICABLE, NUMBER, make_mark, whole_number
from eval_core.protocols.reply_types import Mark, ReplyError

_Span = tuple[int, int]
_LABEL_LIMIT = 200  # characters of a line before its score
_FREE = r"(?<![\w.,/])"
_ENDINGS = "입니다|이다|이에요|예요|으로|로|을|를|임|이며|이고"  # how a Korean sentence goes on behind a number
# Behind a number: such an ending, the end of the line, or a sign; no word and no per cent.
_STOPS = rf"(?![^\S\n]{{0,3}}%)(?:(?<=점)|(?={_ENDINGS})|(?=[^\S\n]{{0,9}}(?:$|[^\w\s])))"
# What makes something else of a number: 4th, 4%.
_UNCLEAR = re.compile(rf"(?<!점)(?!{_ENDINGS})(?:[^\W_]|[^\S\n]{{0,3}}%)")
_MARKUP = str.maketrans(dict.fromkeys("*_`#>|", " "))
# What a score leaves behind it in its line: the ending of a Korean sentence, markup, a sign before the explanation.
_LEFT = re.compile(r"(?:[가-힣]{1,5}(?:\s(?:평가|부여|매|줍|주|드)[가-힣]{1,6})?)?[*_`#>|\s]*[-–—:;,.!]?[^\S\n]*")
_HEADING = re.compile(
    r"[*_#>\s]*(?:(?:evaluation\s)?explanation|reason|설명|평가\s?설명|이유|근거)[*_\s]*[:：][*_\s]*", re.IGNORECASE
)
_FENCE = re.compile(r"^[^\S\n]*(?:```|~~~)[\w-]*[^\S\n]*$", re.MULTILINE)
_SENTENCE_END = re.compile(r"[.!?。][^\S\n]+")
# A second number beside the first: "3-4", "3, 4", "3점 또는 4점".
_MORE = re.compile(r"[^\S\n]{0,9}(?:[-–—~〜∼/,&]|or\b|to\b|and\b|또는|혹은|이나|나|에서|와|과)[^\S\n]{0,9}\d")
_DIGITS = re.compile(r"\d[\d.,]*(?:[^\S\n]{0,3}(?:/|out\sof)[^\S\n]{0,3}\d+)?", re.IGNORECASE)


def read_score_line(protocol: Protocol, criterion: Criterion, text: str) -> Mark:
    """The rating of a reply whose score stands behind a label; all other words explain it.

    The label is "score", "rating", "점수", "평점" or a criterion's name. Without any label, a line that holds nothing
    but a score is one. The same score may be told more than once, and those of other criteria beside it.

    Raises:
        ReplyError: for no score, different scores, only one of another criterion, or what `make_mark` refuses.
    """
    seen = _masked(criterion, text)
    found = list(_labelled(protocol, criterion).finditer(seen))
    if not found:
        alone = rf"^[^\S\n]*+{_FREE}{_value_of(criterion)}[^\S\n]{{0,9}}\.?[^\S\n]*$"
        found = list(re.finditer(alone, seen, re.IGNORECASE | re.MULTILINE))
    if not found:
        raise ReplyError("reply_without_score", criterion=criterion.key)
    labels = [named_criteria(protocol, _label(seen, one)) for one in found]
    if any(criterion.key in names for names in labels):
        # What is told of other criteria beside it is part of the explanation.
        found = [one for one, names in zip(found, labels, strict=True) if not names or criterion.key in names]
    elif named := set().union(*labels):
        raise ReplyError("reply_score_of_other", other=min(named), criterion=criterion.key)
    values = {_value(criterion, seen, one) for one in found}
    if len(values) > 1:
        raise ReplyError("reply_scores_differ", criterion=criterion.key)
    return make_mark(protocol, criterion, values.pop(), _without(text, seen, found))


def read_integer(protocol: Protocol, criterion: Criterion, text: str) -> Mark:
    """The rating of a reply that holds one whole number, or N/A where that is allowed, and perhaps words.

    Raises:
        ReplyError: for no number, two numbers (equal or not), a number of another criterion, or what `make_mark`
            refuses.
    """
    seen = _masked(criterion, text)
    found = list(re.finditer(_FREE + _value_of(criterion) + _STOPS, seen, re.IGNORECASE | re.MULTILINE))
    if len(found) > 1 or len(_DIGITS.findall(seen)) > 1:
        raise ReplyError("reply_several_numbers", criterion=criterion.key)
    if not found:
        raise ReplyError("reply_without_number", criterion=criterion.key)
    named = named_criteria(protocol, _label(seen, found[0]))
    if named and criterion.key not in named:
        raise ReplyError("reply_number_of_other", other=min(named), criterion=criterion.key)
    return make_mark(protocol, criterion, _value(criterion, seen, found[0]), _without(text, seen, found))


def named_criteria(protocol: Protocol, text: str) -> set[str]:
    """The keys of the criteria that a text names, by key or by label in any language; longer names come first.

    "Semantic fluency" names no "fluency" where there is a criterion of the longer name.
    """
    names = _names(protocol)
    pattern = rf"(?<![A-Za-z])(?:{_any(names)})(?![A-Za-z])"
    return {key for found in re.finditer(pattern, text.casefold()) for key in names[found[0]]}


def labelled_criterion(protocol: Protocol, text: str) -> str | None:
    """The key of the one criterion that the labels of a reply's scores name; None where they name none or several."""
    named: set[str] = set()
    for criterion in protocol.rated:
        seen = _masked(criterion, text)
        for found in _labelled(protocol, criterion).finditer(seen):
            named |= named_criteria(protocol, _label(seen, found))
    return named.pop() if len(named) == 1 else None


def _names(protocol: Protocol) -> dict[str, set[str]]:
    """What the criteria are called, in lower case -> their keys."""
    names: dict[str, set[str]] = {}
    for criterion in protocol.rated:
        for name in (criterion.key.replace("_", " "), *criterion.label.values()):
            names.setdefault(name.strip().casefold(), set()).add(criterion.key)
    return names


def _any(names: dict[str, set[str]]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def _value_of(scale: Scale) -> str:
    return rf"(?:{NUMBER}|{NOT_APPLICABLE})" if scale.na else NUMBER


def _labelled(protocol: Protocol, scale: Scale) -> re.Pattern[str]:
    """A label and the value that it announces, in the same line or alone in the next one."""
    names = _any(_names(protocol))
    word = rf"(?<![A-Za-z])(?:scores?|ratings?|점수|평점)(?:\s(?:for|of)\s(?:{names}))?"
    brackets = r"[^\S\n]{0,9}[()\[\]（）]{0,2}[^\S\n]{0,9}[()\[\]（）]{0,2}[^\S\n]{0,9}"
    next_line = r"\n\s{0,9}(?=\S{1,5}(?:[^\S\n]?(?:/|out of)[^\S\n]?\d+)?[^\w\n]*$)"
    colon = rf"[:：=][^\S\n]{{0,9}}(?:{next_line})?"
    joined = r"(?:is|of|was|은|는|이|가)?[^\S\n]{0,9}(?:[-–—][^\S\n]+)?"
    # Only "score" and the like with a colon announce a number whatever follows it: "Fluency: 2 errors" is no score.
    label = rf"(?:(?P<sure>{word}{brackets}{colon})|{word}{brackets}{joined}|(?<![A-Za-z])(?:{names}){brackets}{colon})"
    return re.compile(f"{label}{_FREE}{_value_of(scale)}(?(sure)|{_STOPS})", re.IGNORECASE | re.MULTILINE)


def _masked(scale: Scale, text: str) -> str:
    """The text with blanks for markup and for mentions of the scale, as long as before."""
    gap, low, high = r"[^\S\n]{0,3}", scale.min, scale.max
    between = rf"{low}{gap}점?{gap}(?:[-–—~〜∼]|to|에서|부터){gap}{high}(?![\d.,]*\d)(?:{gap}점(?!수))?(?:{gap}까지)?"
    full_marks = rf"{high}{gap}점{gap}만점(?:{gap}(?:에서|에|으로|중))?"
    out_of = rf"[(\[（]{gap}(?:/|out\sof){gap}{high}{gap}[)\]）]"
    mention = rf"(?<![\d.,/])(?:{between}|{full_marks}|{out_of})"
    return re.sub(mention, lambda found: " " * len(found[0]), text.translate(_MARKUP), flags=re.IGNORECASE)


def _label_start(seen: str, found: re.Match[str]) -> int:
    """Where the label of a value begins: with its line (or a line before, that ends in a colon), behind a sentence."""
    before = seen[max(0, found.start() - _LABEL_LIMIT) : found.start()]
    label = before.rstrip() if before.rstrip().endswith((":", "：")) else before
    begins = label.rfind("\n") + 1
    begins = max([begins, *(one.end() for one in _SENTENCE_END.finditer(label, begins))])
    return found.start() - len(before) + begins


def _label(seen: str, found: re.Match[str]) -> str:
    return seen[_label_start(seen, found) : found.end()]


def _value(criterion: Criterion, seen: str, found: re.Match[str]) -> int | None:
    groups = found.groupdict()
    if _UNCLEAR.match(seen, found.end()):
        raise ReplyError("reply_score_not_whole", criterion=criterion.key)
    if groups.get("na"):
        return None
    if _MORE.match(seen, found.end()):
        raise ReplyError("reply_numbers_adjacent", criterion=criterion.key)
    return whole_number(criterion, groups["number"], groups["of"])


def _without(text: str, seen: str, scores: list[re.Match[str]]) -> str:
    """The words beside the scores and their labels."""
    kept, position = [], 0
    for one in scores:
        kept.append(text[position : max(position, _label_start(seen, one))])
        behind = _LEFT.match(text, one.end())
        position = behind.end() if behind else one.end()
    kept.append(text[position:])
    rest = _FENCE.sub("", "".join(kept))
    heading = _HEADING.match(rest)
    rest = rest[heading.end() :] if heading else rest
    return rest if re.search(r"[^\W\d_]", rest) else ""
