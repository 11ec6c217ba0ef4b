"""A report on paper: every figure is whole, on one sheet of A4, as Chromium prints it and as one sees it there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pypdfium2 as pdfium
import pytest
from playwright.sync_api import Browser, Page

from eval_core.demo.load import load_demo
from eval_core.figures import forest_model, win_matrix_model
from eval_core.locales import use_language
from eval_core.ranking import Ranking, rank
from eval_core.reports.figure_words import forest_words, matrix_words, numerals
from eval_core.reports.page import campaign_report
from eval_core.reports.paper_figures import embedded
from eval_core.store import Store, upgrade

A4 = (595, 842)  # points
# Each figure gets an edge in a colour that nothing else has.
EDGES = """() => [...document.querySelectorAll('figure img')].map((image, i) => {
  image.style.outline = `4px solid rgb(${200 + 5 * (i % 10)}, ${5 * Math.floor(i / 10)}, 250)`
  image.style.outlineOffset = '-4px'
  return image.naturalHeight / image.naturalWidth
})"""
TOO_TALL = (
    "figure { break-inside: auto !important } figure img { height: 1700px !important; max-height: none !important }"
)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def many_systems(number: int) -> Ranking:
    """A ranking of so many systems, each compared with its neighbours."""
    rng = np.random.default_rng(5)
    first = rng.integers(0, number - 3, 40 * number)
    second = first + rng.integers(1, 4, len(first))
    names = np.array([f"norsk-modell-{place}b-instruct" for place in range(number)])
    outcome = rng.choice(["first", "second", "tie"], len(first), p=[0.55, 0.3, 0.15])
    return rank(pd.DataFrame({"first": names[first], "second": names[second], "outcome": outcome}))


def figure(ranking: Ranking) -> str:
    """Two figures of a large ranking, as the page has them."""
    made = (
        embedded(forest_model(ranking, labels=forest_words(ranking), **numerals()), "Ranking"),
        embedded(win_matrix_model(ranking, labels=matrix_words(), **numerals()), "Wins"),
    )
    return "".join(f'<figure><h3>{one["heading"]}</h3><img src="{one["wide"]}"></figure>' for one in made)


def cut_figures(page: Page) -> list[str]:
    """What is wrong with figures on paper: on several sheets, or not of their own shape."""
    shapes = page.evaluate(EDGES)
    sheets = [
        np.asarray(sheet.render(scale=2).to_numpy())[:, :, :3]
        for sheet in pdfium.PdfDocument(page.pdf(prefer_css_page_size=True))
    ]
    found = []
    for i, shape in enumerate(shapes):
        # pdfium renders blue, green, red.
        colour = np.array([250, 5 * (i // 10), 200 + 5 * (i % 10)])
        places = [np.argwhere(np.abs(sheet.astype(int) - colour).max(axis=2) <= 1) for sheet in sheets]
        on = [number for number, place in enumerate(places, 1) if len(place)]
        if len(on) != 1:
            found.append(f"figure {i + 1} is on sheets {on}")
            continue
        high, wide = np.ptp(places[on[0] - 1], axis=0) + 1
        if abs(high / wide / shape - 1) > 0.05:
            found.append(f"figure {i + 1} has the wrong shape")
    return found


def test_no_figure_is_cut(page: Page, tmp_path: Path) -> None:
    """The demo's report and figures of 75 systems print on A4 whole; a figure that is too tall is found."""
    store = Store(f"sqlite:///{tmp_path}/demo.db")
    upgrade(store)
    load_demo(store)
    use_language("en")
    html = campaign_report(store, "demo")
    assert len(html.encode()) < 1_500_000
    large = figure(many_systems(75))
    page.set_content(html.replace("</figure>", "</figure>" + large, 1))
    sheet = pdfium.PdfDocument(page.pdf(prefer_css_page_size=True))[0]
    assert tuple(map(round, sheet.get_size())) == A4
    assert page.evaluate("document.querySelectorAll('figure').length") >= 6
    assert cut_figures(page) == []
    page.add_style_tag(content=TOO_TALL)
    assert cut_figures(page), "planted: too tall"
