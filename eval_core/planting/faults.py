"""Known faults for real Norwegian texts: found by rules, planted singly, each with its explanation.

A fault replaces one span of the text. The rules offer only what is surely a fault, so a text may have none of a kind.
A lead reads every fault before it is used, and those marked `check` with particular care.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from eval_core.planting import word_lists as lists

_WORD = re.compile(r"[^\W\d_]+")
_LOWER_WORD = re.compile(r"(?<![\w-])[a-zæøåéèêòóôäöü]{6,}(?![\w-])")
_DOUBLE = re.compile(r"(?<=[aeiouyæøå])([bdfgklmnprst])\1(?=[a-zæøå])")
_SILENT = re.compile(r"(?<![\w-])(?:(?P<gj>gj)|(?P<hj>hj)|(?P<skj>skj))(?=[a-zæøå])")
# Within a line only: a missing full stop at a paragraph's end is hardly noticed.
_FULL_STOP = re.compile(r"(?<![\w.])[a-zæøåé]{3,}\. [A-ZÆØÅ][a-zæøå]+")
_ABBREVIATIONS = re.compile(
    r"\b(?:adr|alle|art|avd|ekskl|eks|etc|feks|forts|gen|hhv|inkl|jamf|jfr|kap|kgl|mill|mrd|mva|osv|tlf)\."
)
_SENTENCE_START = r"(?:(?<![^\n])|(?<=[.!?] ))"


@dataclass(frozen=True)
class Fault:
    """One change to a text: `before`, at [start, end) in code points, becomes `after`.

    Attributes:
        issue: its category in the guidelines, a key of the protocol.
        kind: the rule that found it, one of KINDS.
        explanation: what is wrong, by language (en, nb, nn), quoting before and after.
        check: whether a reader should make sure that it is a fault in this text.
    """

    issue: str
    kind: str
    start: int
    end: int
    before: str
    after: str
    explanation: dict[str, str]
    check: bool = False


@dataclass(frozen=True)
class Piece:
    """A stretch of a text in two versions; the two are the same where nothing was changed."""

    before: str
    after: str


@dataclass(frozen=True)
class _Source:
    text: str
    standard: str
    known: frozenset[str]  # existing words in lower case


_Change = tuple[int, int, str]  # start, end, replacement

KINDS = tuple(lists.REASONS)


def candidates(text: str, standard: str, words: Collection[str] = ()) -> list[Fault]:
    """The faults that could be planted in a text, by position; they may overlap.

    Args:
        standard: the written standard of the text, 'nb' or 'nn'.
        words: words known from other texts, in any case. A compound is recognised by them, and no misspelling is one
            of them.
    """
    known = lists.HALVES | lists.LISTED | lists.REAL_WORDS | {word.lower() for word in words} | vocabulary([text])
    source = _Source(text, standard, frozenset(known))
    faults = [
        _fault(source, kind, start, end, after)
        for kind, finder in _FINDERS.items()
        for start, end, after in finder(source)
        if text[start:end] != after
    ]
    return sorted(faults, key=lambda fault: (fault.start, fault.end, fault.kind))


def vocabulary(texts: Iterable[str]) -> set[str]:
    """The words of some texts in lower case."""
    return {word.lower() for text in texts for word in _WORD.findall(text)}


def overlap(fault: Fault, other: Fault) -> bool:
    """Whether two faults change the same letters, so that only one of them can be planted."""
    return fault.start < other.end and other.start < fault.end


def plant(text: str, faults: Iterable[Fault]) -> str:
    """The text with these faults in it.

    Raises:
        ValueError: if two of them overlap, or one does not fit the text.
    """
    parts, position = [], 0
    for fault in sorted(faults, key=lambda fault: fault.start):
        if fault.start < position or text[fault.start : fault.end] != fault.before:
            raise ValueError(f"'{fault.before}' cannot be changed at {fault.start}")
        parts += [text[position : fault.start], fault.after]
        position = fault.end
    return "".join([*parts, text[position:]])


def compare(before: str, after: str) -> list[Piece]:
    """The two texts side by side in pieces of whole words; the pieces of each side, joined, are its text."""
    old, new = (re.findall(r"\w+|\s+|[^\w\s]", text) for text in (before, after))
    return [
        Piece("".join(old[i:j]), "".join(new[k:m]))
        for _, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    ]


def marks_of(before: str, after: str) -> list[tuple[int, int]]:
    """Where the changed text differs: [start, end) of whole words in it, in code points and in order.

    Where something is missing the words on both sides are marked. A text that shares less than half of its letters
    with the other is another one, and has no marks.
    """
    pieces = compare(before, after)
    shared = sum(len(piece.after) for piece in pieces if piece.before == piece.after)
    if 2 * shared < len(after):
        return []
    marks: list[tuple[int, int]] = []
    position = 0
    for piece in pieces:
        if piece.before != piece.after:
            start, end = _words_at(after, position, position + len(piece.after))
            if marks and not after[marks[-1][1] : start].strip():
                start = marks.pop()[0]
            marks += [(start, end)] if start < end else []
        position += len(piece.after)
    return marks


def _words_at(text: str, start: int, end: int) -> tuple[int, int]:
    """A span without the white space around it; with the words next to it where it holds nothing else."""
    inside = text[start:end]
    if inside.strip():
        return start + len(inside) - len(inside.lstrip()), end - (len(inside) - len(inside.rstrip()))
    before, after = text[:start].split(), text[end:].split()
    left = text.rindex(before[-1], 0, start) if before else start
    return left, text.index(after[0], end) + len(after[0]) if after else end


def written_standard_of(text: str, asked: str | None = None) -> str | None:
    """The written standard of a text, 'nb' or 'nn', by the frequent words that only one of the two has.

    Args:
        asked: the standard that the prompt asks for; it is assumed of a text without such words.

    Returns:
        None for a text with words of both standards, of another one than `asked`, or, without `asked`, of neither.
    """
    words = vocabulary([text])
    standards = {standard for standard, swaps in lists.OTHER_STANDARD.items() if words & swaps.keys()}
    if asked:
        return asked if standards <= {asked} else None
    return standards.pop() if len(standards) == 1 else None


def _fault(source: _Source, kind: str, start: int, end: int, after: str) -> Fault:
    issue, reasons = lists.REASONS[kind]
    before = source.text[start:end]
    explanation = {language: reason.format(before=before, after=after) for language, reason in reasons.items()}
    return Fault(issue, kind, start, end, before, after, explanation, check=kind in _CHECKED)


def _misspelt(source: _Source, match: re.Match[str], wrong: str) -> Iterator[_Change]:
    if wrong not in source.known:
        yield match.start(), match.end(), wrong


def _double(source: _Source) -> Iterator[_Change]:
    """A double consonant inside a long word loses one letter."""
    for match in _LOWER_WORD.finditer(source.text):
        word = match.group()
        pair = _DOUBLE.search(word)
        # A short word would become another one («flytter» «flyter»); «kome» and «overskot» are right in Nynorsk.
        long = pair and (len(word) - pair.end() >= 3 or pair.start() >= 5)
        if pair and long and not re.search("komm|kott|skudd|funn", word):
            yield from _misspelt(source, match, word[: pair.start()] + word[pair.start() + 1 :])


def _silent(source: _Source) -> Iterator[_Change]:
    """A silent letter is left out: gj and hj become j, skj becomes sj."""
    for match in _LOWER_WORD.finditer(source.text):
        if head := _SILENT.match(match.group()):
            wrong = {"gj": "j", "hj": "j", "skj": "sj"}[head.group()] + match.group()[head.end() :]
            yield from _misspelt(source, match, wrong)


def _infinitive(source: _Source) -> Iterator[_Change]:
    for match in re.finditer(rf"\b(?:{lists.BEFORE_INFINITIVE}) (å) [a-zæøå]+", source.text):
        yield _swapped(match, 1, "og")


def _conjunction(source: _Source) -> Iterator[_Change]:
    for match in re.finditer(rf"\b[a-zæøå]+,? (og) (?:{lists.NO_INFINITIVE})\b", source.text):
        yield _swapped(match, 1, "å")


def _swapped(match: re.Match[str], group: int, word: str) -> _Change:
    """The whole match with one of its groups replaced, so that the explanation quotes the words around it."""
    text, offset = match.group(), match.start()
    changed = text[: match.start(group) - offset] + word + text[match.end(group) - offset :]
    return match.start(), match.end(), changed


def _in_case_of(model: str, word: str) -> str:
    return word.capitalize() if model[0].isupper() else word


def _compound(source: _Source) -> Iterator[_Change]:
    for match in _LOWER_WORD.finditer(source.text):
        word = match.group()
        for middle in range(4, len(word) - 3):
            left, right = word[:middle], word[middle:]
            if left not in lists.NO_LEFT_HALF and right not in lists.NO_RIGHT_HALF and _are_words(source, left, right):
                yield match.start(), match.end(), f"{left} {right}"
                break


def _are_words(source: _Source, left: str, right: str) -> bool:
    """Whether both halves are words; the left one may carry the s that joins compounds."""
    joined = left.endswith("s") and len(left) > 5 and left[:-1] in source.known
    return right in source.known and (joined or left in source.known)


def _gender(source: _Source) -> Iterator[_Change]:
    adjectives = "|".join(lists.ADJECTIVES.values())
    for right, (wrong, nouns) in lists.NOUNS[source.standard].items():
        listed = rf"\b({right}|{right.capitalize()}) (?:(?:{adjectives}) )?{_ending_in(nouns)}\b"
        for match in re.finditer(listed, source.text):
            yield _swapped(match, 1, _in_case_of(match.group(1), wrong))


def _ending_in(nouns: Iterable[str]) -> str:
    """A pattern of these nouns, and of compounds that end in one that has at least four letters."""
    listed = sorted(nouns, key=len, reverse=True)
    long = "|".join(noun for noun in listed if len(noun) >= 4)
    return rf"(?:{'|'.join(listed)}|[a-zæøå]{{3,}}(?:{long}))"


def _number(source: _Source) -> Iterator[_Change]:
    counts = lists.PLURALS[source.standard]
    for match in re.finditer(rf"\b(?:{counts}) ({'|'.join(lists.ADJECTIVES)}) [a-zæøå]+", source.text, re.IGNORECASE):
        if singular := lists.ADJECTIVES.get(match.group(1)):
            yield _swapped(match, 1, singular)


def _word_order(source: _Source) -> Iterator[_Change]:
    """After an adverbial or a subordinate clause at the beginning: the subject before the verb."""
    standard = source.standard
    sure, others = lists.SUBJECTS[standard], lists.OPEN_SUBJECTS[standard]
    subject = rf"(?P<subject>(?:{sure})\b|(?:{others})(?= (?:{lists.AFTER_SUBJECT[standard]})\b))"
    verb = rf"(?P<verb>{lists.VERBS[standard]}|(?!{lists.NO_VERB})[a-zæøå]{{2,}}(?:er|ar|te|de))"
    adverbial = rf"(?P<lead>(?:{lists.ADVERBIALS[standard]}|I [12]\d{{3}}) )"
    clause = rf"(?:{lists.CONJUNCTIONS[standard]}) [^,.!?:\n]*?(?P<end>\w+, )"
    for match in re.finditer(rf"{_SENTENCE_START}(?:{adverbial}|{clause}){verb} {subject}", source.text):
        lead = match.group("lead") or match.group("end")
        yield match.start("verb") - len(lead), match.end(), f"{lead}{match.group('subject')} {match.group('verb')}"


def _standard(source: _Source) -> Iterator[_Change]:
    """A frequent word in the form of the other written standard; abbreviations such as NO are not changed."""
    swaps = lists.OTHER_STANDARD[source.standard]
    for match in _WORD.finditer(source.text):
        word = match.group()
        other = swaps.get(word.lower())
        if other and word in (word.lower(), word.capitalize()):
            yield match.start(), match.end(), _in_case_of(word, other)


def _definiteness(source: _Source) -> Iterator[_Change]:
    for nouns in (listed for _, listed in lists.NOUNS[source.standard].values()):
        indefinite = {definite: noun for noun, definite in nouns.items()}
        listed = "|".join(sorted(indefinite, key=len, reverse=True))
        adjectives = "|".join([*lists.ADJECTIVES, "første", "andre", "tredje", "siste", "norske", "gamle"])
        pattern = rf"\b(?:den|det|Den|Det) (?:{adjectives}) [a-zæøå]*?({listed})\b"
        for match in re.finditer(pattern, source.text):
            yield _swapped(match, 1, indefinite[match.group(1)])


def _comma_but(source: _Source) -> Iterator[_Change]:
    for match in re.finditer(r"\w+(,) men\b", source.text):
        yield _swapped(match, 1, "")


def _comma_clause(source: _Source) -> Iterator[_Change]:
    conjunctions, verbs = lists.CONJUNCTIONS[source.standard], lists.VERBS[source.standard]
    for match in re.finditer(
        rf"{_SENTENCE_START}(?:{conjunctions}) [^,.!?:\n]*?(?P<quoted>\w+(?P<comma>,) (?:{verbs}))\b", source.text
    ):
        yield match.start("quoted"), match.end("quoted"), match.group("quoted").replace(",", "", 1)


def _full_stop(source: _Source) -> Iterator[_Change]:
    for match in _FULL_STOP.finditer(source.text):
        if not _ABBREVIATIONS.match(match.group()):
            yield match.start(), match.end(), match.group().replace(".", "", 1)


def _preposition(source: _Source) -> Iterator[_Change]:
    for right, wrong, places in (("i", "på", lists.IN), ("på", "i", lists.ON)):
        for match in re.finditer(rf"\b({right}|{right.capitalize()}) (?:{places})\b", source.text):
            yield _swapped(match, 1, _in_case_of(match.group(1), wrong))


_CHECKED = ("preposition", "definiteness")  # the text may be right with another meaning, or in an older style
_FINDERS = {
    "double": _double,
    "silent": _silent,
    "infinitive": _infinitive,
    "conjunction": _conjunction,
    "compound": _compound,
    "gender": _gender,
    "number": _number,
    "word_order": _word_order,
    "standard": _standard,
    "definiteness": _definiteness,
    "comma_but": _comma_but,
    "comma_clause": _comma_clause,
    "full_stop": _full_stop,
    "preposition": _preposition,
}
