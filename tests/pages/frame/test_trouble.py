"""A database that cannot: Annotate says why, in each language, and comes back; other pages say so and stay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.errors import UnavailableError
from eval_core.store import Store
from eval_core.ui import session
from tests.support.building import Built
from tests.support.page_text import desk_data, sent

SCREEN = {
    ("database_moved", "en"): "so nothing can be saved. Write to the server&#x27;s operator.",
    ("database_moved", "nb"): "byttet ut eller slettet, så det går ikke an å lagre noe. Skriv til den som drifter",
    ("database_damaged", "nn"): "Databasefila er skadd, så det går ikkje an å lagre noko. Skriv til den som driftar",
    ("database_away", "en"): "The database cannot be reached just now. Everything you saved is safe.",
    ("database_away", "nb"): "Vi når ikke databasen akkurat nå. Det du har lagret, er trygt.",
    ("database_full", "nn"): "Disken på serveren er full, så det går ikkje an å lagre noko nytt.",
}


@contextmanager
def failing(store: Store, code: str, *ways: str) -> Iterator[None]:
    """What the services meet (tests/faults shows that they do): transactions that fail with this word."""

    @contextmanager
    def fail() -> Iterator[None]:
        raise UnavailableError(code, "planted")
        yield

    with pytest.MonkeyPatch.context() as patch:
        for way in ways:
            patch.setattr(store, way, fail)
        yield


def html(page: AppTest) -> str:
    """Everything drawn as HTML."""
    return " ".join(one.proto.body for one in page.get("html"))


@pytest.mark.parametrize(("code", "language"), SCREEN)
def test_a_page_that_cannot_be_drawn(
    built: Built, open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, code: str, language: str
) -> None:
    """Without its database Annotate says so, that what is saved is safe, and comes back by itself."""
    kari = built.enter("Kari")
    page = open_page("annotate", kari)
    lying = desk_data(page)["pile"]["sheets"]
    monkeypatch.setattr(session, "_languages", lambda: language)
    with failing(built.store, code, "read", "write"):
        page.run()
    assert not page.exception
    assert SCREEN[code, language] in html(page)
    assert "parvis_desk" not in sent(page)
    page.run()
    assert desk_data(page)["pile"]["sheets"] == lying
    assert SCREEN[code, language] not in html(page)


def test_a_fresh_page_without_a_lease(built: Built, open_page: Callable[..., AppTest]) -> None:
    """Where a comparison cannot even be leased, the page says why instead of breaking."""
    kari = built.enter("Kari")
    with failing(built.store, "database_read_only", "write"):
        page = open_page("annotate", kari)
    assert not page.exception
    assert "The database cannot save anything just now." in html(page)


def test_progress_says_so_and_stays(built: Built, open_page: Callable[..., AppTest]) -> None:
    """Progress puts a line where its live parts were, and shows them again later."""
    lead = built.enter("Lise", "lead")
    page = open_page("progress", lead)
    with failing(built.store, "database_away", "read"):
        page.run()
    assert not page.exception
    assert "The database cannot be reached just now." in html(page)
    page.run()
    assert "The database cannot be reached just now." not in html(page)
