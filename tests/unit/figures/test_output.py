"""Figures on their way out, and the texts in them."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from eval_core.figures import DARK, SCREEN, forest_plot, standalone_html
from eval_core.figures.output import config
from eval_core.figures.text import ELLIPSIS, literal, shorten, width, wrap
from tests.unit.figures.building import FOREST, HOSTILE, ranking, row


class Scripts(HTMLParser):
    """Collects the page's scripts as a browser would cut them, and its title."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self.title = ""
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside == "script":
            self.scripts[-1] += data
        elif self.inside == "title":
            self.title += data


def parsed(page: str) -> Scripts:
    reader = Scripts()
    reader.feed(page)
    return reader


def test_the_page_stands_alone() -> None:
    """The page has plotly.js within, loads nothing from the network, and has the figure's ground."""
    page = standalone_html(forest_plot(ranking([row("a", 1)]), labels=FOREST, theme=DARK), "Tittel", lang="nb")
    assert "plotly.js v" in page
    assert "<script src" not in page
    assert '<html lang="nb">' in page
    assert f"background: {DARK.ground}" in page


def test_no_text_breaks_out_of_the_page() -> None:
    """A name, title, language or file name with a closing script tag adds no script and no element."""
    tame = standalone_html(forest_plot(ranking([row("a", 1)]), labels=FOREST), "t")
    fig = forest_plot(ranking([row(HOSTILE, 1)]), labels=FOREST | {"axis": HOSTILE})
    fig.update_layout(meta=HOSTILE)
    page = standalone_html(fig, HOSTILE, lang='"><script>alert(3)</script>', file_name=HOSTILE)
    assert len(parsed(page).scripts) == len(parsed(tame).scripts)
    assert not [script for script in parsed(page).scripts if script.startswith("alert")]
    assert parsed(page).title == HOSTILE


def test_config_offers_the_image_and_nothing_else() -> None:
    """The only button of a page saves an SVG of one width under a name fit for a file; the screen has no button."""
    settings = config("a/b <c>")
    assert settings["modeBarButtons"] == [["toImage"]]
    assert settings["toImageButtonOptions"] == {"format": "svg", "filename": "a-b-c-", "width": 1000}
    assert SCREEN["displayModeBar"] is False


@given(st.text())
def test_literal_text_has_no_markup_left(text: str) -> None:
    """No character acts: no tag opens, every ampersand begins an entity, no control or direction mark stays."""
    safe = literal(text)
    assert "<" not in safe
    assert ">" not in safe
    assert safe.replace("&amp;", "").replace("&lt;", "").replace("&gt;", "").count("&") == 0
    assert not set(safe) & set("\n\r\t\u202e\u2066\u200b\u2028")


@given(st.text(), st.floats(20, 300))
def test_shortened_text_fits(text: str, room: float) -> None:
    """Text is left alone where it fits; otherwise its beginning with an ellipsis does, and its end if it is one word."""
    short = shorten(text, 14, room)
    assert width(short, 14) <= room
    if short != text:
        begin, _, end = short.rpartition(ELLIPSIS)
        assert text.startswith(begin)
        assert text.endswith(end)
        assert not end or " " not in text


@given(st.lists(st.text("abcdefgh", min_size=1, max_size=8), min_size=1), st.floats(80, 300))
def test_wrapped_text_fits_and_loses_nothing(words: list[str], room: float) -> None:
    """Lines are no wider than the room, and joined again they are the text."""
    wrapped = wrap(" ".join(words), 12, room)
    assert wrapped.replace("\n", " ") == " ".join(words)
    assert all(width(line, 12) <= room or " " not in line for line in wrapped.split("\n"))
