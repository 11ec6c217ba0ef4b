"""Systems' names in texts: a response that tells its own, or another's, is not blind."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from eval_core.files.dialogue import spoken

_LEAST = 4  # letters and signs of a name that can be told from other words
_LEAST_WORD = 3  # letters of a word of it
_COMMON = re.compile(
    "models?|modell|system|human|menneske|assistan?t|assistent|baseline|referen[cs]e?|referanse|instruct|chat|base|warm|scratch|"
    "large|small|medium|mini|turbo|norsk|norwegian|preview|latest|plus|open|meta"
)
_WORD = re.compile(r"[^\W\d_]+")
_CAPITAL = r"(?=\w*[A-ZÆØÅ])"
_SAYS = r"""
    (?:\b(?i:(?:jeg|eg)\ (?:er|heter|heiter)|mitt\ navn\ er|navnet?\ mitt\ er|namnet\ mitt\ er|I\ am|I['’]m
        |my\ name\ is|(?:språk|KI-|AI-|language\ )?modell?(?:en)?|assistenten?)
      \s+{capital}((?i:{names}))
      (?=[\s-]?\d|\s*[.,!?]|\s*\Z|\W+(?i:er|is|og|and|en|ein|a|an|kan|can|laget|laga|utviklet|utvikla|fra|frå|from|developed
        |made|trained|trent)\b)
    |\b{capital}((?i:{names}))\s+(?i:er|is)\s+(?i:en|ein|ei|a|an)\s+(?i:(?:stor|large|norsk|norwegian|åpen|open)\s+)*
      (?i:språkmodell|KI|AI|language\ model))"""


class SystemNames:
    """Names of systems, to look for in texts.

    A name with a digit, a sign or a capital inside is found wherever it stands, with or without its signs; so is a word
    of it that has a capital inside (NorMistral). Of other words, which may be ordinary ones (Fjell, Viking, Google), a
    text must say that it is that: 'Jeg er Fjell'.
    """

    def __init__(self, names: Iterable[str]) -> None:
        whole, words = set[str](), set[str]()
        for name in names:
            short = name.rpartition("/")[2]
            whole |= {one for one in (name, short, *_versions(short)) if _is_distinct(one)}
            words |= {word for word in _WORD.findall(short) if len(word) >= _LEAST_WORD}
        words = {word for word in words if not _COMMON.fullmatch(word.casefold())}
        self._signs = {_WORD.findall(one)[0].casefold() for one in whole} | {word.casefold() for word in words}
        self._whole = re.compile(rf"(?<![\w/.-])(?:{_either(map(_pattern, _longest(whole)))})(?=s?(?!\w))")
        names = _either(map(re.escape, _longest(words)))
        self._word = re.compile(rf"\b(?i:{names})(?=s?(?!\w))")
        self._says = re.compile(_SAYS.format(capital=_CAPITAL, names=names), re.VERBOSE)

    def in_text(self, text: str, prompt: str = "") -> list[str]:
        """The names that a response has, as it writes them; those of its prompt tell nothing."""
        said = spoken(text)
        folded = said.casefold()
        if not any(sign in folded for sign in self._signs):  # most texts: far quicker than the patterns
            return []
        found = [match[0] for match in self._whole.finditer(said)]
        found += [match[0] for match in self._word.finditer(said) if _mixed(match[0])]
        found += [match[1] or match[2] for match in self._says.finditer(said)]
        asked = spoken(prompt).casefold()
        return [name for name in dict.fromkeys(found) if name.casefold() not in asked]


def _either(patterns: Iterable[str]) -> str:
    return "|".join(patterns) or r"(?!)"


def _longest(names: Iterable[str]) -> list[str]:
    return sorted(names, key=lambda name: (-len(name), name))


def _versions(name: str) -> list[str]:
    """The words of a name with their numbers: llama-3 of llama-3-8b-instruct."""
    pairs = list(pairwise(re.split(r"[\s_-]+", name)))
    return [f"{word}-{number}" for word, number in pairs if number[:1].isdigit() and len(pairs) > 1]


def _is_distinct(name: str) -> bool:
    told = re.search(r"\d", name) or re.search(r"\w[_-]\w", name) or _mixed(name)
    return len(name) >= _LEAST and _WORD.search(name) is not None and bool(told)


def _mixed(word: str) -> bool:
    """Whether a word has a capital inside, and small letters: no abbreviation."""
    return re.search(r"[^\W\d_][A-ZÆØÅ]", word) is not None and word.upper() != word


def _pattern(name: str) -> str:
    """A name with any sign or none between its words; one that is written with blanks, as it is."""
    if " " in name and not _mixed(name):
        return re.escape(name)
    first, *rest = [word for word in re.split(r"[\s_-]+", name) if word]
    gap = r"[\s_-]?" if _mixed(name) else "[_-]"
    parts = [f"{gap}{'?' * (gap == '[_-]' and word[0].isdigit())}{re.escape(word)}" for word in rest]
    return f"(?i:{re.escape(first)}{''.join(parts)})"
