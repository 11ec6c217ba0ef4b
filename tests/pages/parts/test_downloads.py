"""Downloads are made when asked for, and ask again who is there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.people.persons import revoke_link
from eval_core.errors import RefusedError
from tests.support.building import Built
from tests.support.judging import judge


@pytest.mark.parametrize(("page", "files"), [("ranking", 15), ("quality", 6), ("analysis", 12), ("export", 6)])
def test_a_revoked_link_downloads_nothing(
    built: Built, open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, page: str, files: int
) -> None:
    """Every download of the page gives a file while the link lives, and is refused afterwards."""
    for name in ("Kari", "Ola"):
        judge(built, built.enter(name), issues=["grammar"])
    rolf = built.enter("Rolf", "researcher")
    made: list[Callable[[], bytes]] = []
    monkeypatch.setattr(st, "download_button", lambda _label, data, *_, **__: made.append(data))
    assert not open_page(page, rolf).exception
    assert len(made) == files
    assert all(make() for make in made)
    revoke_link(built.store, "Rolf")
    for make in made:
        with pytest.raises(RefusedError) as refusal:
            make()
        assert refusal.value.code == "signed_out"
