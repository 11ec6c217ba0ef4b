"""About Parvis: the version of every part is on the page, and only staff read it."""

from __future__ import annotations

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from eval_core import __version__
from eval_core.store import Store
from eval_core.upkeep.versions import versions
from tests.support.building import build_campaign
from tests.support.page_text import words

Open = Callable[..., AppTest]


def test_every_part_has_its_version(store: Store, open_page: Open) -> None:
    """Parvis, Python, the database, its schema and each package, in the table and as text to copy."""
    built = build_campaign(store)
    shown = open_page("about", built.enter("Lise", "lead"))
    text = words(shown)
    parts = versions(store)
    assert f"This is Parvis {__version__}" in text
    assert {"python", "schema", "streamlit", "choix"} <= set(parts)
    copied = shown.code[0].value.splitlines()
    assert copied == [f"{name} {number}" for name, number in parts.items() if name != "parvis"]
    assert all(number in text for number in parts.values())


def test_annotators_have_no_such_page(store: Store, open_page: Open) -> None:
    """What runs here is no matter of an annotator's; nothing of it is drawn."""
    built = build_campaign(store)
    assert not open_page("about", built.enter("Kari")).code
