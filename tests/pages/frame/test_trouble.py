"""A database that cannot: Annotate keeps the comparison and says why, in each language; other pages say so and stay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.errors import UnavailableError
from eval_core.store import Store
from eval_core.ui import session
from tests.support.building import Built
from tests.support.checking import problems

CLICK = {
    ("database_busy", "en"): "Not saved: the database was busy for too long. Try again.",
    ("database_full", "nb"): "Ikke lagret: Disken på serveren er full. Det som var lagret fra før, er trygt.",
    ("database_read_only", "nn"): "Ikkje lagra: Databasen tek ikkje imot noko nytt akkurat no.",
    ("database_away", "en"): "The database did not answer. You see the current state; repeat what is missing.",
}
SCREEN = {
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


@pytest.mark.parametrize(("code", "language"), CLICK)
def test_a_click_that_cannot_be_saved(
    built: Built, open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, code: str, language: str
) -> None:
    """The click is told as not saved and why, the comparison and its choices stay, and the next click counts."""
    kari = built.enter("Kari")
    page = open_page("annotate", kari)
    monkeypatch.setattr(session, "_languages", lambda: language)
    page.run()
    lying = [part for part in html(page).split("<div") if "data-assignment" in part]
    with failing(built.store, code, "write"):
        page.button(key="choice_A").click().run()
    assert not page.exception
    assert CLICK[code, language] in html(page)
    assert [part for part in html(page).split("<div") if "data-assignment" in part] == lying
    page.button(key="choice_A").click().run()
    assert CLICK[code, language] not in html(page)
    assert problems(built.store, built.slug, [(1, 1, "A")]) == []


@pytest.mark.parametrize(("code", "language"), SCREEN)
def test_a_page_that_cannot_be_drawn(
    built: Built, open_page: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, code: str, language: str
) -> None:
    """Without its database Annotate says so, that what is saved is safe, and comes back by itself."""
    kari = built.enter("Kari")
    page = open_page("annotate", kari)
    monkeypatch.setattr(session, "_languages", lambda: language)
    with failing(built.store, code, "read", "write"):
        page.run()
    assert not page.exception
    assert SCREEN[code, language] in html(page)
    assert "data-assignment" not in html(page)
    page.run()
    assert "data-assignment" in html(page)
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
