"""Analysis and Quality where responses are rated: items to read, criterion by criterion, filtered and taken away."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from eval_core.protocols import load_protocol
from eval_core.reports.criterion_words import criterion_rows, strongest_and_weakest
from eval_core.reports.protocol_words import criterion_names
from eval_core.store import Store
from tests.support.acts import action, one, open_desk
from tests.support.building import Built, build_campaign
from tests.support.page_text import links, sent, words

Open = Callable[..., AppTest]


@pytest.fixture
def rated(store: Store) -> Built:
    """Kari and Ola rate all six responses; Kari gives the first one 1 with a reason and a mark."""
    built = build_campaign(store, protocol="adequacy_fluency", prompts=2)
    for name, others in (("Kari", 5), ("Ola", 4)):
        who = built.enter(name)
        for number in range(6):
            (sheet,) = open_desk(store, who, built.slug).sheets
            low = name == "Kari" and number == 0
            given = action(
                "rate",
                sheet.assignment_id,
                0,
                scores={"adequacy": 1 if low else others, "fluency": 3},
                explanations={"adequacy": "Half of <b>it</b> is missing" if low else "", "fluency": ""},
                marks=[{"side": "A", "start": 0, "end": 3, "issue": "adequacy"}] if low else [],
            )
            assert one(store, who, built.slug, given)
    return built


def seen_by_researcher(built: Built, open_page: Open, page: str = "analysis") -> AppTest:
    who = built.enter("Rolf", "researcher")
    assert "Analysis" in links(open_page("quality", who))
    test = open_page(page, who)
    for button in test.button:
        if button.label == "Show results":
            test = button.click().run()
    return test


def test_why_it_was_bad(rated: Built, open_page: Open) -> None:
    """Every criterion of every system with its counts; the low ratings alone are one response, with reason and mark."""
    test = seen_by_researcher(rated, open_page)
    seen = words(test)
    assert all(system in seen for system in rated.systems)
    assert "6 responses." in seen
    level = next(box for box in test.selectbox if box.label == "Ratings")
    test = level.select("low").run()
    assert not test.exception
    body = sent(test)
    assert "1 response." in words(test)
    assert "Half of &lt;b&gt;it&lt;/b&gt; is missing" in body
    assert "<mark" in body
    criterion = next(box for box in test.selectbox if box.label == "Criterion")
    test = criterion.select("fluency").run()
    assert "No response has such a rating." in words(test)


def test_what_is_read_is_taken_away(rated: Built, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables, each as a workbook and as CSV, made when asked for."""
    made: dict[str, Callable[[], bytes]] = {}
    monkeypatch.setattr(st, "download_button", lambda _label, data, name, *_, **__: made.update({name: data}))
    seen_by_researcher(rated, open_page)
    names = {f"{rated.slug}-{table}.{kind}" for table in ("criteria", "items") for kind in ("xlsx", "csv")}
    assert made.keys() == names
    assert b"Half of <b>it</b> is missing" in made[f"{rated.slug}-items.csv"]()


def test_where_raters_disagree(rated: Built, open_page: Open) -> None:
    """Quality lists the responses that were rated differently and names no system."""
    lead = rated.enter("Siri", "lead")
    test = open_page("quality", lead)
    seen = sent(test)
    assert "6 responses were rated differently by their annotators." in words(test)
    assert "Half of &lt;b&gt;it&lt;/b&gt; is missing" in seen
    assert not [system for system in rated.systems if system in seen]


def test_nothing_is_rated_yet(store: Store, open_page: Open) -> None:
    """Before the first rating the page says so."""
    built = build_campaign(store, protocol="heval", prompts=1)
    assert "There are no ratings yet." in words(seen_by_researcher(built, open_page))


def test_the_strongest_and_the_weakest_criterion_in_words() -> None:
    """Means on scales of different lengths are compared on their own scale; all systems together are one row each."""
    protocol = load_protocol("adequacy_fluency")
    columns = ["system", "criterion", "n", "mean", "low", "high", "na", "noted"]
    rows = [("a", "adequacy", 4, 4.5, 0, 4, 0, 1), ("a", "fluency", 4, 2.0, 3, 0, 0, 0)]
    rows += [("b", "adequacy", 2, 3.0, 0, 0, 0, 0), ("b", "fluency", 2, 3.0, 0, 0, 1, 0)]
    profile = pd.DataFrame(rows, columns=columns)
    names = criterion_names(protocol)
    expected = f"a: highest on {names['adequacy']} (4.50), lowest on {names['fluency']} (2.00)."
    assert strongest_and_weakest(profile, protocol) == [expected]
    assert criterion_rows(profile, protocol) == [
        [names["adequacy"], "4.00", "6", "0", "4", "0", "1"],
        [names["fluency"], "2.33", "6", "3", "0", "1", "0"],
    ]
