"""A server that is told to stop leaves nothing behind but its database and its log."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.campaigns.setup.lifecycle import move_campaign
from eval_core.places import HOME
from tests.browser.conftest import Site, serving


@contextmanager
def public_site(folder: Path, scratch: Path) -> Iterator[Site]:
    """A server whose public results have been looked at, so that their pages are on its disk."""
    scratch.mkdir()
    with serving(folder) as begin:
        site = begin(TMPDIR=str(scratch))
        create_campaign(site.store, "published", title="Published")
        import_judgments(site.store, HOME / "data" / "sample" / "judgments.csv", "published")
        move_campaign(site.store, "published", "closed")
        change_rules(site.store, "published", {"public_results": "full"})
        with urllib.request.urlopen(f"{site.url}/results/published/", timeout=60) as answer:
            assert answer.status == 200
        yield site


@pytest.mark.slow
def test_pages_of_results_are_gone_with_the_server(tmp_path: Path) -> None:
    """They hold texts and choices; a temporary folder outlives the server, and anyone may find it there."""
    scratch = tmp_path / "scratch"
    with public_site(tmp_path, scratch) as site:
        assert list(scratch.glob("parvis-*/parvis-results-*/*/site/index.html")), "nothing was looked at"
        site.stop()
        assert list(scratch.iterdir()) == []
