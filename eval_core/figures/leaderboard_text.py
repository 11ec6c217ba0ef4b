"""The leaderboard as text: a LaTeX table for a paper and a Markdown table for a page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import pairwise

from eval_core.figures.forest_rows import rank_text
from eval_core.figures.text import Count, Number, bracketed, grouped, two_decimals
from eval_core.ranking.results import Ranking, SystemRow

LEADERBOARD_LABELS = (
    "rank",  # heads the rank ranges
    "system",  # heads the names
    "judgments",  # heads the judgments per system
    "win_rate",  # heads the win rates
    "estimate",  # heads the estimates with their intervals: the level belongs here
    "unbounded",  # instead of an estimate that is not finite
    "group",  # over each group of systems, where there are several; {number} becomes 1, 2, ...
)
_COLUMNS = LEADERBOARD_LABELS[:5]
_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "'": r"\textquotesingle{}",
    "−": "$-$",
    "–": "--",
    "\u00a0": "~",
    "\u202f": r"\,",
}
# Characters with a meaning in CommonMark, in GitHub's tables, strikethrough, mathematics, mentions and bare addresses,
# anywhere in a line.
_MARKDOWN = re.compile(r"[\\`*_{}\[\]<>|~&#!$@:]|(?<=[wW]{3})\.")


def leaderboard_latex(
    ranking: Ranking, *, labels: Mapping[str, str], number: Number = two_decimals, count: Count = grouped
) -> str:
    r"""The ranking as a `tabular` with the rules of the package booktabs; names are escaped, a minus is `$-$`.

    It needs `\usepackage{booktabs}`, and `\usepackage[T1]{fontenc}` with `\usepackage{textcomp}` for marks in names.

    Args:
        labels: the words, one for each of LEADERBOARD_LABELS (plain text).
        number: writes estimates and win rates (0 to 1).
        count: writes judgments.

    Raises:
        KeyError: for a word that is missing.
    """
    texts = {key: latex(labels[key]) for key in LEADERBOARD_LABELS}
    table = [r"\begin{tabular}{llrrr}", r"\toprule", _line([texts[key] for key in _COLUMNS])]
    for heading, rows in _groups(ranking, labels):
        table.append(r"\midrule")
        if heading:
            table.append(rf"\multicolumn{{5}}{{l}}{{{latex(heading)}}} \\")
        table += [_line([latex(cell) for cell in _cells(row, labels, number, count)]) for row in rows]
    return "\n".join([*table, r"\bottomrule", r"\end{tabular}", ""])


def leaderboard_markdown(
    ranking: Ranking, *, labels: Mapping[str, str], number: Number = two_decimals, count: Count = grouped
) -> str:
    """The ranking as a table of GitHub Flavored Markdown; names are escaped, a minus is the sign −.

    Args, Raises: as `leaderboard_latex`.
    """
    texts = {key: labels[key] for key in LEADERBOARD_LABELS}
    parts = []
    for heading, rows in _groups(ranking, labels):
        cells = [[texts[key] for key in _COLUMNS], *(_cells(row, labels, number, count) for row in rows)]
        head, *body = (_row([markdown(cell) for cell in line]) for line in cells)
        title = [f"**{markdown(heading)}**", ""] if heading else []
        parts.append("\n".join([*title, head, "| :-- | :-- | --: | --: | --: |", *body, ""]))
    return "\n".join(parts)


def latex(text: str) -> str:
    """Text that LaTeX prints literally; control and direction-changing characters become spaces."""
    escaped = ""
    for before, character in pairwise(" " + _visible(text)):
        # Two hyphens are no dash, two commas no quotation mark.
        apart = "{}" if before == character and character in "-," else ""
        escaped += apart + _LATEX.get(character, character)
    return escaped


def markdown(text: str) -> str:
    """Text that Markdown shows literally within a line or a table's cell."""
    return _MARKDOWN.sub(lambda match: "\\" + match[0], _visible(text))


def _visible(text: str) -> str:
    return "".join(" " if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"} else c for c in text)


def _groups(ranking: Ranking, labels: Mapping[str, str]) -> list[tuple[str, list[SystemRow]]]:
    """Each component's rows under its heading, which is empty where there is one only."""
    components = list(dict.fromkeys(row.component for row in ranking.systems))
    groups = []
    for number, component in enumerate(components, 1):
        heading = labels["group"].replace("{number}", str(number)) if len(components) > 1 else ""
        groups.append((heading, [row for row in ranking.systems if row.component == component]))
    return groups or [("", [])]


def _cells(row: SystemRow, labels: Mapping[str, str], number: Number, count: Count) -> list[str]:
    estimate = number(row.strength) if row.bounded else labels["unbounded"]
    if row.bounded and row.low is not None and row.high is not None:
        estimate += f" {bracketed(row.low, row.high, number)}"
    return [rank_text(row), row.system, count(row.judgments), number(row.win_rate), estimate]


def _line(cells: Sequence[str]) -> str:
    line = " & ".join(cells) + r" \\"
    # After a rule or the end of a row these would begin an option.
    return "{}" + line if line[0] in "[*(" else line


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
