"""Which language a page is in before anybody has chosen one."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import streamlit as st

from eval_core.locales import preferred
from eval_core.ui import session


@pytest.mark.parametrize(
    ("own", "header", "language"),
    [
        ("nn-NO", "en-US,en;q=0.9", "nn"),  # a websocket that says nothing of what was chosen in the browser
        ("nb", None, "nb"),
        ("se", "se,nb;q=0.9,en;q=0.8", "nb"),  # not one of ours: the next best
        (None, "nn,nb;q=0.9", "nn"),
        (None, None, "en"),
    ],
)
def test_the_browsers_own_language_first(
    own: str | None, header: str | None, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page's own word for the language counts, then what the header says, then English."""
    headers = {"Accept-Language": header} if header else {}
    monkeypatch.setattr(st, "context", SimpleNamespace(locale=own, headers=headers))
    assert preferred(session._languages()) == language
