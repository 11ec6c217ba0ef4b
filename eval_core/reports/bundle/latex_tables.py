"""Tables for a paper: LaTeX with the rules of booktabs, a caption and a line on the method, as wide as they may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from eval_core.reports.bundle.latex_text import DEFINITION, name, text

LINES = 52  # of one float; the rest follows in another
_OPTION = ("[", "*", "(")  # after the end of a row these would begin an option


@dataclass(frozen=True)
class Column:
    """A column's head, and what is in it: 'names' (may take several lines), 'text' (one line) or 'numbers'."""

    head: str
    kind: str


@dataclass(frozen=True)
class LatexTable:
    """A table in plain text.

    Attributes:
        note: says under it how the numbers were computed.
        letters: about how many letters of a name fit into a line.
        wide: whether it is as wide as the page where that has two columns.
    """

    label: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str
    letters: int
    wide: bool = False


_SPECIFICATION = {"names": r">{\raggedright\arraybackslash}X", "text": "l", "numbers": "r"}
_HEADER = rf"""% Needs booktabs, tabularx, and fontenc with T1 (pdfLaTeX) or a Unicode font (LuaLaTeX).
{DEFINITION}
"""


def latex_table(table: LatexTable, *, continued: str) -> str:
    r"""The table as one or more floats of \linewidth.

    Args:
        continued: after the caption of each float but the first, as plain text.
    """
    parts = list(_split(table))
    return _HEADER + "\n".join(
        "\n".join(_float(table, rows, number, last=number == len(parts) - 1, continued=continued))
        for number, rows in enumerate(parts)
    )


def _float(
    table: LatexTable, rows: Sequence[Sequence[str]], number: int, *, last: bool, continued: str
) -> Iterator[str]:
    caption, kind = text(table.caption) + (f" {text(continued)}" if number else ""), "table*" if table.wide else "table"
    yield rf"\begin{{{kind}}}"
    yield r"\centering" + (r"\addtocounter{table}{-1}" if number else "")
    yield rf"\setlength{{\belowcaptionskip}}{{4pt}}\caption{{{caption}}}"
    yield rf"\label{{tab:{table.label}{f'-{number + 1}' if number else ''}}}"
    yield r"\footnotesize\setlength{\tabcolsep}{3pt}"
    yield rf"\begin{{tabularx}}{{\linewidth}}{{@{{}}{''.join(_SPECIFICATION[c.kind] for c in table.columns)}@{{}}}}"
    yield r"\toprule"
    if any(column.head for column in table.columns):
        yield _line([text(column.head) for column in table.columns])
        yield r"\midrule"
    for row in rows:
        yield _line([_cell(cell, column) for cell, column in zip(row, table.columns, strict=True)])
    yield r"\bottomrule"
    yield r"\end{tabularx}"
    if last and table.note:
        yield rf"\par\smallskip\raggedright\footnotesize {name(table.note)}"
    yield rf"\end{{{kind}}}"
    yield ""


def _split(table: LatexTable) -> Iterator[list[tuple[str, ...]]]:
    """The rows of each float; a row has as many lines as its longest name needs."""
    names = [place for place, column in enumerate(table.columns) if column.kind == "names"]
    rows: list[tuple[str, ...]] = []
    lines = 0
    for row in table.rows:
        needed = max((ceil(len(row[place]) / table.letters) for place in names), default=1)
        if rows and lines + needed > LINES:
            yield rows
            rows, lines = [], 0
        rows.append(row)
        lines += needed
    yield rows


def _cell(value: str, column: Column) -> str:
    return name(value) if column.kind == "names" else text(value)


def _line(cells: Sequence[str]) -> str:
    line = " & ".join(cells) + r" \\"
    return "{}" + line if line.startswith(_OPTION) else line
