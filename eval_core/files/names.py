"""Names and ids as a file has them, told from what cannot be seen in them."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise

_INVISIBLE = dict.fromkeys(map(ord, "\u180e\u200b\u200c\u200d\u2060\ufeff"))
# Letters of other scripts that look like Latin ones (from the list of confusable characters of Unicode),
# and the signs that stand for a hyphen.
_LOOK_ALIKE = str.maketrans(
    "аеорсухіјѕһԁѵοαιυνκτрЅ" + "\u2010\u2011\u2012\u2013\u2014\u2212", "aeopcyxijshdvoaiuvktps" + "-" * 6
)


def tidy(name: str) -> str:
    """A name without blanks at its ends and without characters of no width, its letters composed (NFC)."""
    if name.isascii():
        return name.strip()
    return unicodedata.normalize("NFC", name.translate(_INVISIBLE)).strip()


def alike(names: Iterable[str]) -> list[tuple[str, str]]:
    """Pairs of names that differ only in case, in blanks or in characters that look alike."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name in sorted(set(names)):
        folded = unicodedata.normalize("NFKC", name).casefold().translate(_LOOK_ALIKE)
        groups["".join(folded.split())].append(name)
    return sorted(pair for group in groups.values() for pair in pairwise(group))
