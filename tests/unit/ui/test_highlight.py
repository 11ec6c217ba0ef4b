"""Marking what was searched for: the words, and nothing else."""

from __future__ import annotations

import re
import unicodedata
from html import escape, unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.ui.parts.highlight import marked


@pytest.mark.parametrize(
    ("html", "words", "expected"),
    [
        ("<p>En kafé</p>", "kafe", "<p>En <mark>kafé</mark></p>"),
        ('<p class="mark">class</p>', "class", '<p class="mark"><mark>class</mark></p>'),
        ("<p>a &lt;b&gt; c</p>", "<b>", "<p>a <mark>&lt;b&gt;</mark> c</p>"),
        ("<p>R&amp;D</p>", "amp", "<p>R&amp;D</p>"),
        ("<p>grammar</p>", "gram grammar", "<p><mark>grammar</mark></p>"),
        ("<p>Text.</p>", " ", "<p>Text.</p>"),
    ],
)
def test_only_what_is_read_is_marked(html: str, words: str, expected: str) -> None:
    """Words are found in the text between tags, never inside a tag or an escape."""
    assert marked(html, words) == expected


@given(st.text(), st.text(max_size=5))
def test_marking_neither_loses_nor_opens_anything(text: str, words: str) -> None:
    """Whatever is searched for in whatever text: no tag appears but <mark>, and the words stay what they were."""
    result = marked(f"<p>{escape(text)}</p>", words)
    assert set(re.findall(r"<[^>]*>", result)) <= {"<p>", "</p>", "<mark>", "</mark>"}
    left = unescape(re.sub(r"</?(mark|p)>", "", result))
    assert unicodedata.normalize("NFC", left) == unicodedata.normalize("NFC", unescape(escape(text)))
