"""Links within the documentation lead somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.reading import anchors, documents, links, text_of


def dead_links(text: str, folder: Path, own: Path | None = None) -> list[str]:
    """Relative links from a text in `folder` without a file, or without the heading, at their end."""
    dead = []
    for link in links(text):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        place, _, anchor = link.partition("#")
        target = folder / place if place else own
        if target is None or not target.exists() or (anchor and anchor not in anchors(text_of(target))):
            dead.append(link)
    return dead


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    """Every relative link has a file at its end, and the heading if it names one."""
    assert dead_links(text_of(path), path.parent, path) == []


def test_a_dead_link_is_caught(tmp_path: Path) -> None:
    """A missing file and a missing heading are seen, a good link and a far one are not."""
    (tmp_path / "there.md").write_text("# Why it's off\n", encoding="utf-8")
    text = "[a](there.md) [b](there.md#why-its-off) [c](https://example.org) [d](gone.md) [e](there.md#how)"
    assert dead_links(text, tmp_path) == ["gone.md", "there.md#how"]
