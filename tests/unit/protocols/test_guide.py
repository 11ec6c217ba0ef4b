"""The guide for annotators: one page, the same sections in every language, and the product's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from eval_core.errors import InputError
from eval_core.locales import gettext, use_language
from eval_core.protocols import load_guide, load_protocol
from eval_core.protocols.guide import Guide
from eval_core.protocols.loader import DATA

LANGUAGES = ("en", "nb", "nn")
SECTIONS = ("work", "fluency", "time", "keys", "reasons", "saved", "unsure", "breaks", "privacy", "contact")
BUTTONS = ("Undo", "Skip", "Ask us", "Go on")
PAGES = ("Guidelines", "My work")


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


def outline(guide: Guide) -> list[str]:
    """What each line begins with: a heading, a list item or nothing of the kind."""
    begun = [re.match(r"#+ |- |(?=\S)", line) for line in guide.body.splitlines()]
    return [match.group() for match in begun if match and match.group()]


def test_every_language_has_the_same_headings() -> None:
    """Every language has the same sections in the same order, with as many list items."""
    guides = [load_guide(language) for language in LANGUAGES]
    assert [guide.marks for guide in guides] == [SECTIONS] * 3
    assert [outline(guide) for guide in guides] == [outline(guides[0])] * 3
    assert [guide.body.count("\n## ") for guide in guides] == [len(SECTIONS)] * 3
    assert "<!--" not in "".join(guide.body for guide in guides)


def test_a_lost_section_is_seen(tmp_path: Path) -> None:
    """A language that lost a section, or its mark, has other marks."""
    text = (DATA / "guide" / "nn.md").read_text(encoding="utf-8")
    (tmp_path / "nn.md").write_text(text.replace("## <!-- breaks -->", "## ", 1), encoding="utf-8")
    assert load_guide("nn", tmp_path).marks == tuple(mark for mark in SECTIONS if mark != "breaks")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_is_one_page(language: str) -> None:
    """At most about 480 words, so that it is read."""
    assert len(re.findall(r"\w[\w‑'’-]*", load_guide(language).body)) <= 490


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_buttons_and_pages_are_called_as_on_the_screen(language: str) -> None:
    """The three keys have the protocol's choices; each button and page named is one that the desk shows."""
    body = load_guide(language).body
    choices = load_protocol("norwegian_fluency").choices
    assert choices is not None
    for key, choice in (("1", choices.a), ("2", choices.tie), ("3", choices.b)):
        assert f"- `{key}`: {choice[language]}\n" in body
    assert [key for key in ("U", "F", "G", "Q", "S", "Enter", "?") if f"`{key}`" not in body] == []
    use_language(language)
    waiting = gettext("Saved up to no. {done}, {count} waiting", done=172, count=2)
    assert f"*{waiting}*" in " ".join(body.split())
    assert [name for name in BUTTONS if f"*{gettext(name)}*" not in body] == []
    quoted = "*{}*" if language == "en" else "«{}»"
    assert [name for name in PAGES if quoted.format(gettext(name)) not in body] == []


@pytest.mark.parametrize("language", ["se", "../letters/en", ""])
def test_an_unknown_language_has_no_guide(language: str) -> None:
    """A language without a file is refused; there is no silent fallback, and no other folder is read."""
    with pytest.raises(InputError, match="no guide in the language"):
        load_guide(language)
