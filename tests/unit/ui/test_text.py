"""Untrusted text as HTML: it shows what it is and does nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.web.shown_text import article, as_html, formatted, plain

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![pixel](https://tracker.example/p.png)",
    "![x](javascript:alert(1))",
    "[click](https://tracker.example) and <https://tracker.example>",
    "[ref]: https://tracker.example\n\n[ref] ![ref]",
    "</div></article><form action=//tracker.example><button>x",
    "<iframe src=//tracker.example></iframe>",
    "| a | b |\n|---|---|\n| <b>x</b> | ![i](//t.example/i) |",
]
HARMLESS = set("p br em strong code pre ul ol li blockquote hr h1 h2 h3 h4 h5 h6 table thead tbody tr th td".split())  # noqa: SIM905


class Seen(HTMLParser):
    """What a browser would make of it: elements, attributes and text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_plain_text_is_shown_exactly(text: str) -> None:
    """The browser's text is the stored text, whatever it holds; there is no element in it."""
    seen = Seen(plain(text))
    assert seen.text == text
    assert seen.elements == set()


def test_line_breaks_and_control_characters() -> None:
    """Line ends of every system are line ends; control characters show as a mark and never vanish."""
    assert plain("a\r\nb\rc\nd\te") == "a\nb\nc\nd\te"
    assert plain("a\x00b\x1bc") == "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c"


@pytest.mark.parametrize("text", HOSTILE)
def test_formatted_text_loads_and_runs_nothing(text: str) -> None:
    """Only harmless elements remain, and no attribute that could name an address or a script."""
    seen = Seen(formatted(text))
    assert seen.elements <= HARMLESS
    assert not seen.attributes & {"href", "src", "onerror", "action", "style"}


@given(st.text(st.sampled_from("<>!&[]()*_`#|-\n \"'=:/.abcx1$")))
def test_formatted_text_is_harmless_whatever_it_holds(text: str) -> None:
    """The same for any mixture of the characters that Markdown and HTML are made of."""
    seen = Seen(formatted(text))
    assert seen.elements <= HARMLESS
    assert not seen.attributes - {"class", "dir", "start", "style"}
    assert not re.search(r"style=\"(?!text-align:(left|right|center)\")", formatted(text))


def test_links_and_images_keep_their_words() -> None:
    """A link shows its text and an image its description: no word of the response is lost."""
    assert Seen(formatted("se [her](https://x.example) og ![en hund](https://x.example/h.png)")).text.strip() == (
        "se her og en hund"
    )


def test_the_view_is_the_campaigns() -> None:
    """Plain shows the Markdown as written, formatted as emphasis; our own articles wrap their lines."""
    assert as_html("*a*\nb", "plain") == "*a*\nb"
    assert as_html("*a*\nb", "formatted") == '<p dir="auto"><em>a</em><br>\nb</p>\n'.replace("<br>", "<br />")
    assert "<br" not in article("*a*\nb")


def test_absurd_nesting_loses_no_words() -> None:
    """Words that Markdown would drop in the depth are shown as plain text instead."""
    assert "x" in Seen(formatted(">" * 3000 + " x")).text


def test_each_block_has_a_direction_of_its_own() -> None:
    """Paragraphs, items, quotations and tables; not the lists around items, which have no letters of their own."""
    html = formatted("Norsk\n\nعربي\n\n- en\n- שתיים\n\n> sitat\n\n| a |\n|---|\n| b |")
    assert html.count('<p dir="auto">') == 2
    assert html.count('<li dir="auto">') == 2
    assert "<ul>" in html
    assert '<blockquote dir="auto">\n<p>' in html
    assert '<table dir="auto">' in html
