"""The notebook of docs/ runs from its first cell to its last, and what it shows can be shown."""

from __future__ import annotations

import ast
import json
from typing import Any

import pandas as pd
import pytest

from eval_core.ranking import Ranking, rank
from tests.support.reading import ROOT

NOTEBOOK = ROOT / "docs" / "walkthrough.ipynb"


def run(cells: list[str]) -> list[Any]:
    """What each cell shows: the value of its last line, as a notebook does it."""
    names: dict[str, Any] = {}
    shown = []
    for number, source in enumerate(cells):
        tree = ast.parse(source)
        last = tree.body.pop()
        assert isinstance(last, ast.Expr), f"cell {number} shows nothing"
        exec(compile(tree, f"cell {number}", "exec"), names)  # noqa: S102
        shown.append(eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names))  # noqa: S307
    return shown


@pytest.fixture
def cells(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The notebook's code, with its own folder as the place where it runs."""
    monkeypatch.chdir(NOTEBOOK.parent)
    document = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert not any(cell.get("outputs") for cell in document["cells"])  # what is kept would grow old
    return ["".join(cell["source"]) for cell in document["cells"] if cell["cell_type"] == "code"]


def test_every_cell_runs(cells: list[str]) -> None:
    """The ranking shows itself as a table, the figure is one, and no cell fails."""
    shown = run(cells)
    (ranking,) = [one for one in shown if isinstance(one, Ranking)]
    assert all(f"<td>{row.system}</td>" in ranking._repr_html_() for row in ranking.systems)
    assert any(hasattr(one, "to_plotly_json") for one in shown)


def test_a_cell_that_shows_nothing_is_seen(cells: list[str]) -> None:
    """The planted fault: a cell that ends in an assignment."""
    with pytest.raises(AssertionError, match="shows nothing"):
        run([*cells[:1], "x = 1"])


def test_frames_have_every_field_and_the_table_escapes_names() -> None:
    """A name with signs of HTML stays text; what won everything has its one limit and no strength."""
    rows = [("<b>x", "y", "first", f"a{n % 5}", n) for n in range(40)]
    rows += [("y", "z", ("first", "second", "tie")[n % 3], f"a{n % 5}", n) for n in range(40)]
    ranking = rank(pd.DataFrame(rows, columns=["first", "second", "outcome", "annotator", "prompt"]))
    frame, table = ranking.to_frame(), ranking._repr_html_()
    assert list(frame["system"]) == [row.system for row in ranking.systems]
    assert list(ranking.pairs_frame()["decided"]) == [pair.decided for pair in ranking.pairs]
    assert "&lt;b&gt;x" in table
    assert "<b>x" not in table
    assert "nan" not in table.lower()
    assert f"&gt; {ranking.systems[0].low:.2f}" in table
