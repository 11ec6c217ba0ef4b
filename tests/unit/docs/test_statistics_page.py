"""The headings of docs/statistics.md name modules that exist."""

from __future__ import annotations

import re

from tests.support.reading import ROOT, headings, text_of

PAGE = text_of(ROOT / "docs" / "statistics.md")


def unknown_modules(text: str) -> list[str]:
    """Modules named in headings that are in none of the three packages of mathematics."""
    modules = {
        path.stem for name in ("ranking", "agreement", "scoring") for path in (ROOT / "eval_core" / name).rglob("*.py")
    }
    return [name for heading in headings(text) for name in re.findall(r"`(\w+)`", heading) if name not in modules]


def test_headings_name_modules() -> None:
    """Who reads a formula finds its code."""
    assert len(re.findall(r"^#.*`", PAGE, re.MULTILINE)) > 10
    assert unknown_modules(PAGE) == []


def test_a_module_that_is_gone_is_caught() -> None:
    """A renamed module is seen."""
    assert unknown_modules(PAGE.replace("`habits`", "`manners`", 1)) == ["manners"]
