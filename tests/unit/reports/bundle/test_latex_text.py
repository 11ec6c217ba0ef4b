"""Text from outside cannot act in LaTeX, in whatever script it is."""

from __future__ import annotations

import re
import unicodedata

from hypothesis import example, given
from hypothesis import strategies as st

from eval_core.reports.bundle.latex_text import name, prose, text
from tests.support.latex import printed, visible

NASTY = (
    r"\input{/etc/passwd}",
    "50% & _x_ {y} $z$ #1 ~^",
    "--x,,y''``",
    "模型-7B",
    "a\u0301b\u200b",
    "[@davidson1970]",
)


@given(st.text())
@example("".join(NASTY))
def test_every_text_is_printed_as_it_is(value: str) -> None:
    """Read back, a text is what it was; what pdfLaTeX has no letter for is printed by its number."""
    source = text(value)
    assert printed(source) == visible(unicodedata.normalize("NFC", value))
    assert all(ord(character) < 0x250 or character in "–—‘’“”„…•†‡‰€™" for character in source)


@given(st.text())
@example("Norwegian-Mistral_7B_warm_instruct.v0.2/checkpoint-00012000")
def test_every_name_may_be_broken(value: str) -> None:
    """The same for names, and no run of letters without a place to break is longer than twelve."""
    source = name(value)
    assert printed(source) == visible(unicodedata.normalize("NFC", value))
    runs = re.split(r"\\allowbreak\{\}|\s", source)
    assert all(len(visible(printed(run))) <= 12 for run in runs)


def test_a_name_without_a_break_is_found() -> None:
    """Planted: the plain text of a long name has no place to break."""
    assert r"\allowbreak" not in text("a" * 40)
    assert name("a" * 40).count(r"\allowbreak{}") == 3


def test_citations_in_prose() -> None:
    """A citation becomes a command, and everything around it is text."""
    source = prose("The model of 100% [@davidson1970], and its intervals [@bell2002; @cameron2011].")
    assert source == r"The model of 100\% \citep{davidson1970}, and its intervals \citep{bell2002,cameron2011}."
    assert prose("an annotator's") == "an annotator’s"
