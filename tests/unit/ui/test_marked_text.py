"""Marked words in a text: at their place, escaped, with the name of the fault."""

from __future__ import annotations

import pytest

from eval_core.ui.parts.marked_text import marked_text


def mark(words: str, label: str) -> str:
    return f'<mark title="{label}">{words}</mark>'


@pytest.mark.parametrize(
    ("text", "spans", "html"),
    [
        ("Boka er god", [], "Boka er god"),
        ("Boka er god", [(5, 7, "Flow")], f"Boka {mark('er', 'Flow')} god"),
        ("Boka er god", [(0, 4, "A"), (2, 7, "B")], mark("Bo", "A") + mark("ka", "A, B") + mark(" er", "B") + " god"),
        ("Boka", [(-1, -1, "nowhere")], "Boka"),
        ("Boka", [(2, 99, "too long")], f"Bo{mark('ka', 'too long')}"),
        ("😀 er", [(2, 4, "after a sign beyond 16 bits")], f"😀 {mark('er', 'after a sign beyond 16 bits')}"),
        ("<b> & c", [(0, 3, '"x"')], f"{mark('&lt;b&gt;', '&quot;x&quot;')} &amp; c"),
    ],
)
def test_words_are_marked(text: str, spans: list[tuple[int, int, str]], html: str) -> None:
    """By characters of the text, overlapping ones with all their labels; what is no place of the text marks nothing."""
    assert marked_text(text, spans) == html
