"""Painted figures say what the screen says, in files that look the same everywhere."""

from __future__ import annotations

import re
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import matplotlib as mpl
import pytest

from eval_core.figures.forest import forest_model
from eval_core.figures.painted import WIDTHS, Painted, Width, paint
from eval_core.figures.painted.canvas import Text
from eval_core.figures.theme import LIGHT, contrast, luminance
from eval_core.figures.win_matrix import win_matrix_model
from tests.unit.figures.building import FOREST, HOSTILE, MATRIX, collisions, judged, outside, ranking, row

LONG = "norsk-modell-7b-instruct-2026-11-01-med-et-navn-som-ikke-tar-slutt-" * 3
BOTH: tuple[Width, ...] = ("one", "two")


def forest(names: list[str], width: Width = "two") -> Painted:
    made = ranking([row(name, i) for i, name in enumerate(names, 1)], combinations(names[1:4], 2))
    return paint(forest_model(made, labels=FOREST), width)


def matrix(names: list[str], width: Width = "two") -> Painted:
    made = ranking([row(name, i) for i, name in enumerate(names, 1)])
    return paint(win_matrix_model(made, labels=MATRIX), width)


@pytest.mark.parametrize("width", BOTH)
def test_a_painted_forest_has_the_rankings_numbers(width: Width) -> None:
    """Names, rank ranges and estimates are written; in two columns the judgments, win rates and intervals too."""
    texts = forest(["Aase", "Bjørg", "Cato"], width).texts()
    assert {"Aase", "Bjørg", "Cato", "1–2", "2.13", "Ranks", "Scale"} <= set(texts)
    assert ({"1,001", "0.89", "[1.73,", "2.53]"} <= set(texts)) == (width == "two")


@pytest.mark.parametrize("width", BOTH)
@pytest.mark.parametrize("names", [["a", "b"], [LONG, LONG + "x", "b"], [f"system-{i}-instruct" for i in range(30)]])
def test_nothing_leaves_the_sheet_and_nothing_lies_on_another(names: list[str], width: Width) -> None:
    """Long names are wrapped and cut to their column; the planted text is found outside and on another."""
    for figure in (forest(names, width), matrix(names, width)):
        assert figure.wide == pytest.approx(WIDTHS[width].wide)
        assert outside(figure) == []
        assert collisions(figure) == []
    planted = Painted(figure.wide, figure.high, (*figure.shapes, Text(figure.wide - 5, 9, "too wide", 9, "#000000")))
    assert outside(planted) == ["too wide"]
    twice = Painted(figure.wide, figure.high, (*figure.shapes, *figure.shapes))
    assert len(collisions(twice)) > len(names)


def test_a_system_without_an_estimate_has_its_limit() -> None:
    """Who won everything has an arrow and what it is above; nothing is written as an estimate."""
    fitted = judged(("x", "y", "first"), ("y", "x", "first"), ("x", "y", "tie"), ("top", "x", "first"))
    texts = paint(forest_model(fitted, labels=FOREST)).texts()
    low = next(row.low for row in fitted.systems if row.system == "top")
    assert low is not None
    assert f"> {low:.2f}".replace("-", "−") in texts


def test_the_files_are_the_same_every_time_and_have_no_date() -> None:
    """The same figure gives the same bytes of SVG, PDF and PNG; a changed name gives others."""
    first, again = forest(["a", "b"]), forest(["a", "b"])
    assert first.svg() != forest(["a", "c"]).svg()
    for kind in ("svg", "pdf", "png"):
        made = getattr(first, kind)()
        assert made == getattr(again, kind)()
        assert b"Date" not in made
        assert b"Matplotlib" not in made.replace(b"<!-- Created with matplotlib", b"")


def test_fonts_are_in_the_files() -> None:
    """The PDF has its typeface as TrueType (type 42), the SVG has outlines only."""
    figure = forest(["a", "bør"])
    pdf = figure.pdf()
    streams = b"".join(
        zlib.decompress(part)
        for part in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
        if part[:1] == b"x"
    )
    assert b"SourceSansPro" in pdf + streams
    assert re.search(rb"/FontFile2", pdf + streams)
    assert b"/Type3" not in pdf + streams
    svg = figure.svg()
    assert b"<text" not in svg
    assert b"font-family" not in svg


def test_names_are_drawn_and_not_run() -> None:
    """Markup, formulas and control characters in a name are letters; what no typeface has is one sign."""
    figure = forest([HOSTILE, "$x^2$", "日本"])
    assert b"<script" not in figure.svg()
    assert {"$x^2$", "\ufffd\ufffd"} <= set(figure.texts())
    assert not any("\u202e" in text for text in figure.texts())


def test_colours_read_in_grey_and_under_numbers() -> None:
    """Numbers have contrast on every colour of a cell, and the two ends of a scale differ in lightness."""
    for colour in (LIGHT.low, LIGHT.even, LIGHT.high):
        assert contrast(LIGHT.ink, colour) >= 4.5
    grey = [luminance(colour) for colour in (LIGHT.low, LIGHT.even, LIGHT.high)]
    assert min(abs(a - b) for a, b in combinations(grey, 2)) > 0.15


@pytest.mark.slow
def test_matplotlib_is_imported_when_something_is_painted() -> None:
    """Neither figures nor the report's page load it; painting does."""
    lazy = "import sys, eval_core.figures.painted, eval_core.reports.page; assert 'matplotlib' not in sys.modules"
    done = subprocess.run([sys.executable, "-c", lazy], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "matplotlib" in sys.modules or forest(["a", "b"]).svg()


def test_settings_of_others_stay_and_threads_do_not_meet() -> None:
    """A program's own settings of Matplotlib change no byte and are its own afterwards; so with files made at once."""
    figure = forest(["a", "b"])
    expected = figure.svg()
    with mpl.rc_context({"svg.fonttype": "none", "font.size": 33.0, "text.usetex": False, "lines.linewidth": 9.0}):
        before = dict(mpl.rcParams)
        with ThreadPoolExecutor(4) as pool:
            made = list(pool.map(lambda _: figure.svg(), range(6)))
        assert dict(mpl.rcParams) == before
    assert made == [expected] * 6
