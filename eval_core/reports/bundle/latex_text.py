"""Text from outside in LaTeX: printed as it is, broken where it is long, whatever characters it has."""

from __future__ import annotations

import unicodedata
from itertools import groupby

from eval_core.figures.leaderboard_text import latex
from eval_core.reports.bundle.references import split_citations

# What pdfLaTeX prints in T1 with the companion symbols; the signs that `latex` writes as macros are among ASCII.
_LATIN = "ĂăĄąĆćČčĎďĐđĒēĘęĚěĞğĪīİıĹĺĽľŁłŃńŇňŊŋŌōŐőŒœŔŕŘřŚśŞşŠšŢţŤťŪūŮůŰűŸŹźŻżŽž"
_SIGNS = "–—‘’“”„…•†‡‰€™−\u00a0\u202f"
_PRINTED = frozenset([*map(chr, range(32, 127)), *map(chr, range(0xA1, 0x100)), *_LATIN, *_SIGNS]) - {"\u00ad"}
_MACROS = {
    "α": r"\ensuremath{\alpha}",
    "θ": r"\ensuremath{\theta}",
    "≤": r"\ensuremath{\leq}",
    "≥": r"\ensuremath{\geq}",
}
# LuaLaTeX and XeLaTeX print such a character where their font has it, pdfLaTeX its number.
DEFINITION = r"\providecommand{\parvischar}[2]{\ifdefined\Umathchar\symbol{#1}\else\texttt{U+#2}\fi}"
_BREAK = r"\allowbreak{}"
_AFTER = frozenset("-_./:@+|\\")  # a line may end after these
_LONGEST = 12  # letters without a break


def text(value: str) -> str:
    """Text that LaTeX prints literally, also where its fonts lack a character (see `DEFINITION`)."""
    visible = unicodedata.normalize("NFC", value)
    return "".join(
        "".join(map(_foreign, piece)) if odd else latex("".join(piece))
        for odd, piece in groupby(visible, key=lambda character: character not in _PRINTED)
    )


def name(value: str) -> str:
    """A name that may end a line after a sign or within a long word, so that it fits any column."""
    done, run = [], ""
    for character in unicodedata.normalize("NFC", value):
        run += character
        if character in _AFTER or len(run) >= _LONGEST:
            done.append(text(run) + _BREAK)
            run = ""
        elif character.isspace() and text(character) == " ":
            done.append(text(run))
            run = ""
    return "".join([*done, text(run)])


def prose(value: str) -> str:
    r"""A sentence with its citations `[@key]` as \citep, and with curved apostrophes."""
    cite = "\\citep{{{}}}".format
    return "".join(
        text(part.replace("'", "’")) if isinstance(part, str) else cite(",".join(part))
        for part in split_citations(value)
    )


def _foreign(character: str) -> str:
    if character in _MACROS:
        return _MACROS[character]
    if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
        return " "
    return rf"\parvischar{{{ord(character)}}}{{{ord(character):04X}}}"
