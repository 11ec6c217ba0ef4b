"""What the README's picture of the ranking shows, and what it would show today."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from eval_core.figures.forest import forest_plot
from eval_core.locales import use_language
from eval_core.ranking import rank
from eval_core.reports.figure_words import forest_words, numerals
from eval_core.reports.standings.decision_words import verdict
from tests.support.reading import ROOT

IMAGES = ROOT / "docs" / "images"
_DRAWN = "drawn"
# What a browser has drawn: the verdict, and what is written on the first figure.
READ = """() => ({
  verdict: document.querySelector('.verdict')?.textContent ?? '',
  written: [...(document.querySelector('.js-plotly-plot')?.layout.annotations ?? [])].map((note) => note.text ?? ''),
})"""


def keep_picture(path: Path, drawn: dict[str, Any]) -> None:
    """Write a picture again in few colours, so that the file stays small, with what was drawn beside its pixels."""
    beside = PngInfo()
    beside.add_text(_DRAWN, json.dumps(drawn))
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(96, dither=Image.Dither.NONE).save(path, optimize=True, pnginfo=beside)


def drawn_on(path: Path) -> dict[str, Any]:
    """What the browser had drawn when the picture was taken; {} where the picture does not say."""
    with Image.open(path) as picture:
        found: dict[str, Any] = json.loads(picture.info.get(_DRAWN, "{}"))
        return found


def drawn_of(votes: pd.DataFrame) -> dict[str, Any]:
    """What the page draws of these judgments, in English."""
    use_language("en")
    ranking = rank(votes)
    figure = forest_plot(ranking, labels=forest_words(ranking), **numerals())
    return {"verdict": verdict(ranking), "written": [note.text or "" for note in figure.layout.annotations]}
