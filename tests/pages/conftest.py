"""Pages without a browser: the router in Streamlit's AppTest, over a campaign in an SQLite file."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

import eval_core.ui.session as session
import eval_core.web.own_files as own_files
from eval_core.places import HOME
from eval_core.store import Store
from eval_core.ui.registry import page_file
from tests.support.building import Built, build_campaign

ROUTER = Path(session.__file__).with_name("router.py")
# Every AppTest looks through all installed packages for components, which takes longer than most pages: once is enough.
INSTALLED = cache(manifest_scanner.scan_component_manifests)


@pytest.fixture
def store(tmp_path: Path, migrated_sqlite: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """The store that the pages open, without the dwell guard."""
    shutil.copy(migrated_sqlite, tmp_path / "parvis.db")
    opened = Store(f"sqlite:///{tmp_path / 'parvis.db'}")
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    monkeypatch.setattr(session, "Store", lambda: opened)
    session.store.cache_clear()
    st.cache_data.clear()
    yield opened
    session.store.cache_clear()
    opened.dispose()


@pytest.fixture
def built(store: Store) -> Built:
    """A campaign of four prompts and three systems."""
    return build_campaign(store)


@pytest.fixture
def open_page(store: Store, monkeypatch: pytest.MonkeyPatch) -> Callable[..., AppTest]:
    """Opens a page by its address, in a session of its own that has seen nothing before.

    Who may see results asks for them, unless `asking` is False.
    """
    monkeypatch.setattr(session, "_languages", lambda: "en")
    monkeypatch.setattr(manifest_scanner, "scan_component_manifests", INSTALLED)

    def new(page: str, session_id: str | None, *, asking: bool = True) -> AppTest:
        monkeypatch.setattr(session, "_cookies", lambda: {session.COOKIE: session_id} if session_id else {})
        monkeypatch.setattr(own_files, "asking_session", lambda: session_id)
        test = AppTest.from_file(str(ROUTER), default_timeout=30)
        test = test.switch_page(f"../../{page_file(page).relative_to(HOME)}").run() if page else test.run()
        if asking and any(button.key == "show_results" for button in test.button):
            test.button(key="show_results").click().run()
        return test

    return new
