"""Tables keep their shape whatever is in them, and a long one goes on in another float."""

from __future__ import annotations

import re

import pytest

from eval_core.reports.bundle.latex_tables import LINES, Column, LatexTable, latex_table

COLUMNS = (Column("Rank", "text"), Column("System", "names"), Column("Strength", "numbers"))


def table(*rows: tuple[str, ...], wide: bool = False) -> LatexTable:
    return LatexTable("ranking", "A & B.", COLUMNS, rows, "50% of it", letters=18, wide=wide)


@pytest.mark.parametrize("nasty", ["a & b", r"\end{tabularx}", "[5pt]", "* star", "new\nline", "%"])
def test_each_row_has_its_cells(nasty: str) -> None:
    """Two separators and one end in each row, no row begins like an option of the row before, three rules."""
    source = latex_table(table((nasty, nasty, nasty), ("1", "b", "0.5")), continued="(continued)")
    lines = [line for line in source.split("\n") if line.endswith(r" \\")]
    assert len(lines) == 3
    for line in lines:
        assert len(re.findall(r"(?<!\\)&", line)) == 2
        assert line[0] not in "[*("
    assert [source.count(rule) for rule in (r"\toprule", r"\midrule", r"\bottomrule", r"\end{tabularx}")] == [1] * 4


def test_a_long_table_goes_on() -> None:
    """Floats hold so many lines, names of several lines included; the number stays, the note comes last."""
    rows = [(str(place), "x" * 30, "0") for place in range(LINES)]
    source = latex_table(table(*rows), continued="(continued)")
    assert source.count(r"\begin{table}") == 2
    assert source.count("(continued)") == source.count(r"\addtocounter{table}{-1}") == 1
    assert source.count(r"50\%") == 1
    assert source.index(r"50\%") > source.index("(continued)")
    assert [source.count(f"\n{place} & ") for place in (0, LINES // 2, LINES - 1)] == [1, 1, 1]
    assert latex_table(table(*rows[: LINES // 2]), continued="").count(r"\begin{table}") == 1


def test_as_wide_as_the_page() -> None:
    """A wide table spans both columns of a page."""
    assert r"\begin{table*}" in latex_table(table(("1", "a", "0"), wide=True), continued="")


def test_without_heads_there_is_no_head() -> None:
    """Columns without a head have no line of heads."""
    plain = LatexTable("people", "People.", (Column("", "names"), Column("", "numbers")), (("a", "1"),), "", 40)
    assert r"\midrule" not in latex_table(plain, continued="")
