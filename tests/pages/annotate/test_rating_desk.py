"""Annotate under a rating protocol: every criterion with its scale, what is missing by name, nothing that tells systems."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.rules import change_rules
from eval_core.protocols import load_protocol
from eval_core.store import Rating, Store
from tests.support.building import Built, build_campaign
from tests.support.page_text import sent, words

Open = Callable[..., AppTest]
HEVAL = load_protocol("heval")


@pytest.fixture
def rated(store: Store) -> Built:
    """Two prompts with three systems each, rated under HEval."""
    return build_campaign(store, protocol="heval", prompts=2, systems=("alfa-modell", "bravo-modell", "charlie-modell"))


def fill(test: AppTest, values: list[str | None]) -> None:
    """Choose in each criterion, in the page's order; None chooses nothing."""
    for radio, value in zip(test.radio, values, strict=True):
        if value is not None:
            radio.set_value(value)


def save(test: AppTest) -> AppTest:
    return next(button for button in test.button if button.label == "Save").click().run()


def stored(store: Store) -> dict[str, int | None]:
    with store.read() as db:
        return {rating.criterion: rating.value for rating in db.scalars(select(Rating).where(Rating.live))}


def test_every_criterion_stands_there_with_its_points(rated: Built, open_page: Open) -> None:
    """Eleven features in the protocol's order, each with five labelled points and N/A; no system's name is sent."""
    test = open_page("annotate", rated.enter("Kari"))
    assert [radio.label for radio in test.radio] == [criterion.label["en"] for criterion in HEVAL.criteria]
    assert all(
        radio.options == ["0 Not acceptable", "1 Partly acceptable", "2 Acceptable", "3 Perfect", "4 Ideal", "N/A"]
        for radio in test.radio
    )
    assert "Source" in words(test)
    assert not any(system in sent(test) for system in rated.systems)


def test_what_is_missing_is_named_and_nothing_is_lost(rated: Built, open_page: Open, store: Store) -> None:
    """An incomplete sheet is not stored; the line names what is missing, and what was chosen stays chosen."""
    test = open_page("annotate", rated.enter("Kari"))
    fill(test, ["0", None, *["3"] * 8, "NA"])
    save(test)
    assert f"Not saved. Still missing: {HEVAL.criteria[1].label['en']}." in words(test)
    assert stored(store) == {}
    assert [radio.value for radio in test.radio] == ["0", None, *["3"] * 8, "NA"]
    test.radio[1].set_value("2")
    save(test)
    keys = [criterion.key for criterion in HEVAL.criteria]
    assert stored(store) == dict(zip(keys, [0, 2, *[3] * 8, None], strict=True))
    assert "1 saved" in words(test)
    assert [radio.value for radio in test.radio] == [None] * 11


def test_undo_brings_the_response_back(rated: Built, open_page: Open, store: Store) -> None:
    """After Undo nothing is stored, and the page says what to do."""
    test = open_page("annotate", rated.enter("Kari"))
    fill(test, ["3"] * 11)
    save(test)
    test.button(key="undo").click().run()
    assert stored(store) == {}
    assert "Undone. Rate this response again." in words(test)


def test_several_responses_beside_each_other(rated: Built, open_page: Open, store: Store) -> None:
    """Three responses to one prompt, each with its own sheet, saved one by one."""
    change_rules(store, rated.slug, {"responses_beside": 3})
    test = open_page("annotate", rated.enter("Kari"))
    assert len(test.radio) == 33
    fill(test, [*["3"] * 11, *[None] * 22])
    save(test)
    assert len(test.radio) == 22
    assert len(stored(store)) == 11


def test_explanations_where_the_protocol_asks(store: Store, open_page: Open) -> None:
    """Under the MT protocol a rating below the top is saved with its reason only; the page says whose is missing."""
    built = build_campaign(store, protocol="mt_qualitative", prompts=1)
    protocol = load_protocol("mt_qualitative")
    test = open_page("annotate", built.enter("Kari"))
    fill(test, ["4", "5", "5", "5", "5"])
    save(test)
    assert f"Still missing: why: {protocol.criteria[0].label['en']}." in words(test)
    test.text_input[0].set_value("A word is missing")
    save(test)
    with store.read() as db:
        explanations = {
            rating.criterion: rating.explanation for rating in db.scalars(select(Rating).where(Rating.live))
        }
    assert explanations[protocol.criteria[0].key] == "A word is missing"


@pytest.mark.parametrize("protocol", ["adequacy_fluency", "gptscore_ko", "heval", "hindi_english", "mt_qualitative"])
def test_each_protocol_is_rated_to_the_end(store: Store, open_page: Open, protocol: str) -> None:
    """Every built-in rating protocol can be filled in at its desk, its own verdict included, until there is no more."""
    built = build_campaign(store, protocol=protocol, prompts=1, systems=("alfa-modell",))
    rated = load_protocol(protocol).rated
    test = open_page("annotate", built.enter("Kari"))
    fill(test, [str(criterion.max) for criterion in rated])
    for field in test.text_input:
        field.set_value("Derfor")
    save(test)
    assert set(stored(store)) == {criterion.key for criterion in rated}
    assert "You have rated everything there is for you." in words(test)
