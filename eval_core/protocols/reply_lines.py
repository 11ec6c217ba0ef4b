"""Ratings in replies without JSON: a score line such as "Fluency Score (1-5): 4", or a single whole number.

Scores are searched for in a copy of the text, `masked`, in which markup and mentions of the scale ("1-5", "out of 5",
"5점 만점") are replaced by as many blanks, because they contain numbers that are no scores.
"""

from __future__ import annotations

import re

from eval_core.protocols.model import Criterion, Protocol, Scale
from eval_core.protocols.reply_marks import NOT_APPLICABLE, NUMBER, make_mark, whole_number
from eval_core.protocols.reply_types import Mark, ReplyError

_Span = tuple[int, int]
_LABEL_LIMIT = 200  # characters of a line before its score
_FREE = r"(?<![\w.,/])"
_ENDINGS = "입니다|이다|이에요|예요|으로|로|을|를|임|이며|이고"  # how a Korean sentence goes on after a number
# After a number: such an ending, the end of the line, or punctuation; no word and no per cent sign.
_STOPS = rf"(?![^\S\n]{{0,3}}%)(?:(?<=점)|(?={_ENDINGS})|(?=[^\S\n]{{0,9}}(?:$|[^\w\s])))"
# What follows a number that is no score, as in 4th or 4%.
_UNCLEAR = re.compile(rf"(?<!점)(?!{_ENDINGS})(?:[^\W_]|[^\S\n]{{0,3}}%)")
_MARKUP = str.maketrans(dict.fromkeys("*_`#>|", " "))
# What is removed together with a score: the ending of a Korean sentence, markup, punctuation before the explanation.
_AFTER_SCORE = re.compile(
    r"(?:[가-힣]{1,5}(?:\s(?:평가|부여|매|줍|주|드)[가-힣]{1,6})?)?[)\]]?[*_`#>|\s]*[-–—:;,.!]?[^\S\n]*"
)
_HEADING = re.compile(
    r"[*_#>\s]*(?:(?:evaluation\s)?explanation|feedback|reason|설명|평가\s?설명|이유|근거)[*_\s]*[:：][*_\s]*",
    re.IGNORECASE,
)
_RESULT = (
    r"\[[^\S\n]{0,3}results?[^\S\n]{0,3}\][^\S\n]{0,3}[:：]?[^\S\n]{0,3}[(\[]?"  # as Prometheus writes before its score
)
_NAMES_RESULT = re.compile(rf"{_RESULT}|\A[*_#>\s]{{0,20}}feedback[*_\s]{{0,9}}[:：]", re.IGNORECASE)
_FENCE = re.compile(r"^[^\S\n]*(?:```|~~~)[\w-]*[^\S\n]*$", re.MULTILINE)
_SENTENCE_END = re.compile(r"[.!?。][^\S\n]+")
# A second number after the first: "3-4", "3, 4", "3점 또는 4점".
_SECOND_NUMBER = re.compile(r"[^\S\n]{0,9}(?:[-–—~〜∼/,&]|or\b|to\b|and\b|또는|혹은|이나|나|에서|와|과)[^\S\n]{0,9}\d")
_DIGITS = re.compile(r"\d[\d.,]*(?:[^\S\n]{0,3}(?:/|out\sof)[^\S\n]{0,3}\d+)?", re.IGNORECASE)


def read_score_line(protocol: Protocol, criterion: Criterion, text: str) -> Mark:
    """The rating of a reply whose score follows a label; all other words explain it.

    The label is "score", "rating", "점수", "평점" or a criterion's name. Where there is no label, a line with only a
    score counts. The same score may be repeated, and scores of other criteria may be given, too.

    Raises:
        ReplyError: for no score, different scores, only one of another criterion, or what `make_mark` refuses.
    """
    masked = _masked(criterion, text)
    scores = list(_labelled(protocol, criterion).finditer(masked))
    if not scores:
        alone = rf"^[^\S\n]*+{_FREE}{_value_of(criterion)}[^\S\n]{{0,9}}\.?[^\S\n]*$"
        scores = list(re.finditer(alone, masked, re.IGNORECASE | re.MULTILINE))
    if not scores:
        raise ReplyError("reply_without_score", criterion=criterion.key)
    labels = [named_criteria(protocol, _label(masked, score)) for score in scores]
    if any(criterion.key in names for names in labels):
        # Scores of other criteria are part of the explanation.
        scores = [score for score, names in zip(scores, labels, strict=True) if not names or criterion.key in names]
    elif named := set().union(*labels):
        raise ReplyError("reply_score_of_other", other=min(named), criterion=criterion.key)
    values = {_value(criterion, masked, score) for score in scores}
    if len(values) > 1:
        raise ReplyError("reply_scores_differ", criterion=criterion.key)
    return make_mark(protocol, criterion, values.pop(), _explanation(text, masked, scores))


def names_result(text: str) -> bool:
    """Whether a reply marks its score as Prometheus does: "[RESULT] 4", or "Feedback: … Score: 4"."""
    return _NAMES_RESULT.search(text) is not None


def read_integer(protocol: Protocol, criterion: Criterion, text: str) -> Mark:
    """The rating of a reply with exactly one whole number, or N/A where that is allowed, and perhaps words.

    Where the reply marks its score (`names_result`), other numbers are words like others.

    Raises:
        ReplyError: for no number, two numbers (equal or not), a number of another criterion, or what `make_mark`
            refuses.
    """
    if names_result(text):
        return read_score_line(protocol, criterion, text)
    masked = _masked(criterion, text)
    scores = list(re.finditer(_FREE + _value_of(criterion) + _STOPS, masked, re.IGNORECASE | re.MULTILINE))
    if len(scores) > 1 or len(_DIGITS.findall(masked)) > 1:
        raise ReplyError("reply_several_numbers", criterion=criterion.key)
    if not scores:
        raise ReplyError("reply_without_number", criterion=criterion.key)
    named = named_criteria(protocol, _label(masked, scores[0]))
    if named and criterion.key not in named:
        raise ReplyError("reply_number_of_other", other=min(named), criterion=criterion.key)
    return make_mark(protocol, criterion, _value(criterion, masked, scores[0]), _explanation(text, masked, scores))


def named_criteria(protocol: Protocol, text: str) -> set[str]:
    """The keys of the criteria that a text names, by key or by label in any language.

    A longer name wins: "Semantic fluency" does not name "fluency" where a criterion has the longer name.
    """
    names = _names(protocol)
    pattern = rf"(?<![A-Za-z])(?:{_any(names)})(?![A-Za-z])"
    return {key for name in re.findall(pattern, text.casefold()) for key in names[name]}


def labelled_criterion(protocol: Protocol, text: str) -> str | None:
    """The key of the only criterion that the labels of a reply's scores name; None where they name none or several."""
    named: set[str] = set()
    for criterion in protocol.rated:
        masked = _masked(criterion, text)
        for score in _labelled(protocol, criterion).finditer(masked):
            named |= named_criteria(protocol, _label(masked, score))
    return named.pop() if len(named) == 1 else None


def _names(protocol: Protocol) -> dict[str, set[str]]:
    """Names of criteria in lower case -> the keys of the criteria that have the name."""
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
    """A pattern of a label and its value, in the same line or alone in the next one."""
    names = _any(_names(protocol))
    word = rf"(?<![A-Za-z])(?:scores?|ratings?|점수|평점)(?:\s(?:for|of)\s(?:{names}))?"
    brackets = r"[^\S\n]{0,9}[()\[\]（）]{0,2}[^\S\n]{0,9}[()\[\]（）]{0,2}[^\S\n]{0,9}"
    next_line = r"\n\s{0,9}(?=\S{1,5}(?:[^\S\n]?(?:/|out of)[^\S\n]?\d+)?[^\w\n]*$)"
    colon = rf"[:：=][^\S\n]{{0,9}}(?:{next_line})?"
    joined = r"(?:is|of|was|은|는|이|가)?[^\S\n]{0,9}(?:[-–—][^\S\n]+)?"
    # Only after "score" and the like with a colon may anything follow the number: "Fluency: 2 errors" is no score.
    sure = rf"(?P<sure>{word}{brackets}{colon}|{_RESULT})"
    label = rf"(?:{sure}|{word}{brackets}{joined}|(?<![A-Za-z])(?:{names}){brackets}{colon})"
    return re.compile(f"{label}{_FREE}{_value_of(scale)}(?(sure)|{_STOPS})", re.IGNORECASE | re.MULTILINE)


def _masked(scale: Scale, text: str) -> str:
    """The text with blanks in place of markup and mentions of the scale; its length stays the same."""
    gap, low, high = r"[^\S\n]{0,3}", scale.min, scale.max
    between = rf"{low}{gap}점?{gap}(?:[-–—~〜∼]|to|에서|부터){gap}{high}(?![\d.,]*\d)(?:{gap}점(?!수))?(?:{gap}까지)?"
    full_marks = rf"{high}{gap}점{gap}만점(?:{gap}(?:에서|에|으로|중))?"
    out_of = rf"[(\[（]{gap}(?:/|out\sof){gap}{high}{gap}[)\]）]"
    mention = rf"(?<![\d.,/])(?:{between}|{full_marks}|{out_of})"
    return re.sub(mention, lambda match: " " * len(match[0]), text.translate(_MARKUP), flags=re.IGNORECASE)


def _label_start(masked: str, score: re.Match[str]) -> int:
    """Where the label of a score begins: after the last sentence of its line, or of the line before if it ends in a
    colon."""
    if score[0].startswith("["):
        return score.start()
    before = masked[max(0, score.start() - _LABEL_LIMIT) : score.start()]
    label = before.rstrip() if before.rstrip().endswith((":", "：")) else before
    start = label.rfind("\n") + 1
    start = max([start, *(sentence.end() for sentence in _SENTENCE_END.finditer(label, start))])
    return score.start() - len(before) + start


def _label(masked: str, score: re.Match[str]) -> str:
    return masked[_label_start(masked, score) : score.end()]


def _value(criterion: Criterion, masked: str, score: re.Match[str]) -> int | None:
    groups = score.groupdict()
    if _UNCLEAR.match(masked, score.end()):
        raise ReplyError("reply_score_not_whole", criterion=criterion.key)
    if groups.get("na"):
        return None
    if _SECOND_NUMBER.match(masked, score.end()):
        raise ReplyError("reply_numbers_adjacent", criterion=criterion.key)
    return whole_number(criterion, groups["number"], groups["of"])


def _explanation(text: str, masked: str, scores: list[re.Match[str]]) -> str:
    """The text without the scores and their labels; '' where no words are left."""
    pieces, position = [], 0
    for score in scores:
        pieces.append(text[position : max(position, _label_start(masked, score))])
        after = _AFTER_SCORE.match(text, score.end())
        position = after.end() if after else score.end()
    pieces.append(text[position:])
    rest = _FENCE.sub("", "".join(pieces))
    heading = _HEADING.match(rest)
    rest = rest[heading.end() :] if heading else rest
    return rest if re.search(r"[^\W\d_]", rest) else ""
