"""Tables for a paper: LaTeX with the rules of booktabs, a caption and a line on the method, as wide as a column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from eval_core.reports.bundle.latex_text import DEFINITION, name, text

ROWS = 44  # of one float; the rest follows in another
_OPTION = ("[", "*", "(")  # after the end of a row these would begin an option


@dataclass(frozen=True)
class Column:
    """A column's head, and what is in it: 'names' (may take several lines), 'text' (one line) or 'numbers'."""

    head: str
    kind: str


@dataclass(frozen=True)
class LatexTable:
    """A table in plain text. `note` says under it how the numbers were computed."""

    label: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str


_SPECIFICATION = {"names": r">{\raggedright\arraybackslash}X", "text": "l", "numbers": "r"}
_HEADER = rf"""% Needs booktabs, tabularx, and fontenc with T1 (pdfLaTeX) or a Unicode font (LuaLaTeX).
{DEFINITION}
"""


def latex_table(table: LatexTable, *, continued: str) -> str:
    r"""The table as one or more floats of \linewidth.

    Args:
        continued: after the caption of each float but the first, as plain text.
    """
    parts = [table.rows[start : start + ROWS] for start in range(0, len(table.rows), ROWS)] or [()]
    return _HEADER + "\n".join(
        "\n".join(_float(table, rows, number, last=number == len(parts) - 1, continued=continued))
        for number, rows in enumerate(parts)
    )


def _float(
    table: LatexTable, rows: Sequence[Sequence[str]], number: int, *, last: bool, continued: str
) -> Iterator[str]:
    caption = text(table.caption) + (f" {text(continued)}" if number else "")
    yield r"\begin{table}"
    yield r"\centering"
    yield rf"\caption{{{caption}}}"
    yield rf"\label{{tab:{table.label}{f'-{number + 1}' if number else ''}}}"
    yield r"\footnotesize\setlength{\tabcolsep}{3pt}"
    yield rf"\begin{{tabularx}}{{\linewidth}}{{@{{}}{''.join(_SPECIFICATION[c.kind] for c in table.columns)}@{{}}}}"
    yield r"\toprule"
    yield _line([text(column.head) for column in table.columns])
    yield r"\midrule"
    for row in rows:
        yield _line([_cell(cell, column) for cell, column in zip(row, table.columns, strict=True)])
    yield r"\bottomrule"
    yield r"\end{tabularx}"
    if last and table.note:
        yield rf"\par\smallskip\raggedright\footnotesize {name(table.note)}"
    yield r"\end{table}"
    yield ""


def _cell(value: str, column: Column) -> str:
    return name(value) if column.kind == "names" else text(value)


def _line(cells: Sequence[str]) -> str:
    line = " & ".join(cells) + r" \\"
    return "{}" + line if line.startswith(_OPTION) else line
