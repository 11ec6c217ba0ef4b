"""What the words for a winner mean, as people and public tools write them; one table for all dialects."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from eval_core.files.headings import plain_word


@dataclass(frozen=True)
class Word:
    """What a word means: 'a', 'b', 'tie' or 'skip', and whether it says more than that, so that it is kept."""

    meaning: str
    more: bool = False


def _all(words: str, word: Word) -> dict[str, Word]:
    return dict.fromkeys(words.split(), word)


A_B = {
    **dict.fromkeys(("a", "first", "forste", "fyrste"), "a"),
    **dict.fromkeys(("b", "second", "andre"), "b"),
}
LEFT_RIGHT = {
    **dict.fromkeys(("left", "leftside", "venstre"), "a"),
    **dict.fromkeys(("right", "rightside", "hoyre", "hogre"), "b"),
}
"""What the sides are called. A file with A and B does not say which was left: such words are refused there."""
_NUMBERED = {"1": "a", "2": "b"}  # only beside a noun: alone they are numbers
_VOTES = {"leftvote": Word("a"), "rightvote": Word("b")}  # FastChat's, whose first model is the left one
_NOUN = (
    "(?:model|modell|modellen|system|systemet|response|respons|answer|svar|svaret|output|text|tekst|completion"
    "|assistant|candidate|option|generator|player|translation|summary)"
)
_MUCH = (
    "(?:much|clearly|slightly|significantly|somewhat|marginally|far|alittle|abit|strongly|weakly|overwhelmingly"
    "|litt|klart|mye|mykje|noe|noko)"
)
_BETTER = (
    "(?:better|best|wins|won|win|winner|vote|preferred|morefluent|strong|bedre|betre|beste|vinner|vinn|vant"
    "|mestflytende|mestflytande|merflytende|meirflytande)"
)
_SIDED = re.compile(
    f"(?:the)?(?P<noun>{_NOUN})?(?P<side>{'|'.join((*A_B, *LEFT_RIGHT, *_NUMBERED))})(?P<after>{_NOUN})?"
    f"(?:is|er|was|var)?(?P<much>{_MUCH})?(?P<better>{_BETTER})?"
)
_EVEN = _all(
    "tie ties tied tievote draw equal equals equally equallyfluent bothequal same thesame aboutthesame aboutequal"
    " similar nopreference nodifference nowinner uavgjort likt like lik likeflytende likeflytande likegode likgode"
    " omtrentlike omtrentlikt ingenforskjell ingenforskjel ingenskilnad",
    Word("tie"),
)
_MORE = _all(
    "bothbad bothbadvote tiebothbad botharebad botherebad tiebad equallybad bothpoor bothlose bothgood bothgoodvote"
    " tiebothgood botharegood tiegood equallygood bothwin tieinconsistent inconsistent beggedarlige beggegode"
    " beggedarlege likedarlige likedarlege",
    Word("tie", more=True),
)
# A>>B, A>B, A=B, B>A, B>>A and A<B; WildBench writes A++ and A+, and some say which kind of tie: A=B=Bad.
_SIGNS = re.compile(r"([ab])([<>=≈~]+)([ab])(=(?:good|bad))?")
_PLUS = re.compile(r"([ab])(\++)")
# MT-bench's judges say [[A]], [[B]] or, for a tie, [[C]].
_BRACKETS = re.compile(r"\[\[(.*)\]\]")


def word_of(said: str, sides: Mapping[str, str] = A_B) -> Word | None:
    """What a word means by itself; None for one that is unknown, and for a number."""
    text = "".join(said.casefold().split())
    if wrapped := _BRACKETS.fullmatch(text):
        return Word("tie") if wrapped[1] == "c" else word_of(wrapped[1], sides)
    if signs := _SIGNS.fullmatch(text):
        return _by_signs(*signs.groups())
    if plus := _PLUS.fullmatch(text):
        return Word(plus[1], more=True)
    plain = plain_word(said)
    if known := _EVEN.get(plain) or _MORE.get(plain) or _VOTES.get(plain):
        return known
    sided = _SIDED.fullmatch(plain)
    if sided is None or (sided["side"] in _NUMBERED and not sided["noun"]):
        return None
    side = (_NUMBERED if sided["side"] in _NUMBERED else sides).get(sided["side"])
    return Word(side, more=sided["much"] is not None) if side else None


def _by_signs(left: str, signs: str, right: str, kind: str | None) -> Word | None:
    if left == right or len(set(signs)) > 1:
        return None
    if signs[0] in "<>":
        return Word(left if signs[0] == ">" else right, more=len(signs) > 1) if not kind else None
    return Word("tie", more=kind is not None)


@dataclass(frozen=True)
class Numbers:
    """What the numbers of a column mean: by each word, and the code of what was assumed, with its facts."""

    words: dict[str, Word]
    assumed: str
    facts: dict[str, str | int]


def numbers_of(words: Collection[str], *, preference: bool, strength: bool) -> Numbers | None:
    """What numbers mean that stand for winners; None where they may mean one thing or its opposite.

    1 and 2 are the first and the second, 0 and 1.5 a tie. 0 and 1 alone may be either way round, and so may -1 and 1.
    Only a column that is called a preference has signs that are read: negative for the first, as public sets have it.

    Args:
        preference: whether the column is called one.
        strength: whether it is called the strength of one, which is signed throughout.
    """
    values = {word: number for word in words if (number := _number(word)) is not None}
    kinds = set(values.values())
    if kinds <= {0, 1, 1.5, 2} and 2 in kinds and not strength:
        meaning = {1.0: "a", 2.0: "b"}
        return Numbers({word: Word(meaning.get(value, "tie")) for word, value in values.items()}, "one_two", {})
    if strength or (preference and min(kinds, default=0) < 0):
        signed = {word: Word("tie" if not value else "a" if value < 0 else "b", more=True)
                  for word, value in values.items()}  # fmt: skip
        most = max(map(abs, kinds), default=0)
        return Numbers(signed, "signed", {"least": f"{-most:g}", "most": f"{most:g}"})
    return None


def _number(word: str) -> float | None:
    text = word.strip().replace("−", "-").replace(",", ".")
    return float(text) if re.fullmatch(r"[+-]?[0-9]{1,6}(\.[0-9]{1,6})?", text) else None


def is_number(word: str) -> bool:
    """Whether a word is a number."""
    return _number(word) is not None


TRUTH = {
    **dict.fromkeys(("true", "1", "1.0", "sann", "ja", "yes", "x"), True),
    **dict.fromkeys(("false", "0", "0.0", "usann", "nei", "no"), False),
}
"""What a cell of a column for one answer says, in small letters. SANN and USANN are a Norwegian Excel's."""
