"""Rated responses to read: filters, order, pages, explanations and marked words; what is left out stays out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eval_core.campaigns.access import find_person
from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.quality.exclusions import exclude_person
from eval_core.campaigns.results.rated_items import (
    ItemFilter,
    criterion_profile,
    items_table,
    read_divided_items,
    read_items,
)
from eval_core.errors import InputError
from tests.support.acts import action, one, open_desk
from tests.support.building import Built

Build = Callable[..., Built]
WORDS = (0, 3)


def rate(built: Built, who: str, value: int, *, why: str = "", mark: bool = False, times: int = 1) -> list[int]:
    """Rate so many responses with one value on adequacy, 3 on fluency, explained or marked; their sheets."""
    sheets = []
    for _ in range(times):
        (sheet,) = open_desk(built.store, who, built.slug).sheets
        given = action(
            "rate",
            sheet.assignment_id,
            0,
            scores={"adequacy": value, "fluency": 3},
            explanations={"adequacy": why, "fluency": ""},
            marks=[{"side": "A", "start": WORDS[0], "end": WORDS[1], "issue": "adequacy"}] if mark else [],
        )
        assert one(built.store, who, built.slug, given)
        sheets.append(sheet.assignment_id)
    return sheets


@pytest.fixture
def rated(campaign: Build) -> Built:
    """Two raters on all six responses: Kari 1 on the first and 5 on the others, Ola 4 on all."""
    built = campaign(protocol="adequacy_fluency", prompts=2)
    kari, ola = built.enter("Kari"), built.enter("Ola")
    rate(built, kari, 1, why="Half of it is missing", mark=True)
    rate(built, kari, 5, times=5)
    rate(built, ola, 4, times=6)
    return built


def test_low_and_high_ratings(rated: Built) -> None:
    """One response has a low rating, by Kari; it is shown with both sheets, her reason and the words that she marked."""
    low = read_items(rated.store, rated.slug, ItemFilter(level="low"))
    assert (low.total, low.protocol.key) == (1, "adequacy_fluency")
    (item,) = low.items
    assert item.system in rated.systems
    kari, ola = sorted(item.sheets, key=lambda sheet: sheet.annotator)
    assert (kari.annotator, kari.judge, ola.annotator) == ("Kari", False, "Ola")
    assert kari.seen.sheet.scores["adequacy"] == Score(1, "Half of it is missing")
    assert (kari.marks, ola.marks) == (((*WORDS, "adequacy"),), ())
    assert read_items(rated.store, rated.slug, ItemFilter(criterion="fluency", level="low")).total == 0
    high = read_items(rated.store, rated.slug, ItemFilter(criterion="adequacy", level="high"))
    assert high.total == 6
    assert read_items(rated.store, rated.slug, ItemFilter(noted=True)).total == 1


def test_the_worst_come_first_and_pages_follow(rated: Built) -> None:
    """In order of the mean on the criterion; pages together are all of them, once each."""
    whole = read_items(rated.store, rated.slug, ItemFilter(criterion="adequacy"), limit=10).items
    assert {sheet.seen.sheet.scores["adequacy"].value for sheet in whole[0].sheets} == {1, 4}
    best = read_items(rated.store, rated.slug, ItemFilter(criterion="adequacy", level="high"), limit=10).items
    assert best[-1] == whole[0]
    parts = [
        read_items(rated.store, rated.slug, ItemFilter(criterion="adequacy"), limit=4, offset=at).items for at in (0, 4)
    ]
    assert (*parts[0], *parts[1]) == whole
    mine = read_items(rated.store, rated.slug, ItemFilter(system=rated.systems[0]))
    assert (mine.total, {item.system for item in mine.items}) == (2, {rated.systems[0]})


def test_where_raters_differ_most(rated: Built) -> None:
    """Three points apart before one point apart; the system is not named."""
    divided = read_divided_items(rated.store, rated.slug)
    apart = [
        abs(a.seen.sheet.scores["adequacy"].value - b.seen.sheet.scores["adequacy"].value)  # type: ignore[operator]
        for a, b in (item.sheets for item in divided.items)
    ]
    assert apart == [3, 1, 1, 1, 1, 1]
    assert {item.system for item in divided.items} == {None}


def test_a_table_to_take_away(rated: Built) -> None:
    """A row a rating, with the marked words themselves."""
    table = items_table(rated.store, rated.slug, ItemFilter(level="low"))
    assert len(table) == 4
    (row,) = table[table["explanation"].notna()].to_dict("records")
    assert (row["annotator"], row["criterion"], row["value"]) == ("Kari", "adequacy", 1)
    assert row["marked"] == f'["{row["response"][slice(*WORDS)]}"]'


def test_the_profile_counts_every_rating(rated: Built) -> None:
    """Twelve values on each criterion, one of them low and explained; an excluded rater's are left out everywhere."""
    profile = criterion_profile(rated.store, rated.slug)
    assert list(profile["criterion"].unique()) == ["adequacy", "fluency"]
    adequacy = profile[profile["criterion"] == "adequacy"]
    assert adequacy[["n", "low", "high", "na", "noted"]].sum().tolist() == [12, 1, 11, 0, 1]
    with rated.store.read() as db:
        person = find_person(db, "Kari")
        assert person is not None
        kari = person.id
    exclude_person(rated.store, rated.slug, kari, "Clicked without reading")
    assert criterion_profile(rated.store, rated.slug)["n"].sum() == 12
    assert read_items(rated.store, rated.slug, ItemFilter(level="low")).total == 0
    assert read_divided_items(rated.store, rated.slug).total == 0


def test_bad_questions_are_refused(rated: Built) -> None:
    """An unknown level or criterion, and a campaign that compares."""
    for chosen in (ItemFilter(level="middle"), ItemFilter(criterion="beauty")):
        with pytest.raises(InputError):
            read_items(rated.store, rated.slug, chosen)


def test_nothing_rated(campaign: Build) -> None:
    """No items, no profile, no error."""
    built = campaign(protocol="heval", prompts=1)
    assert read_items(built.store, built.slug, ItemFilter()).total == 0
    assert len(criterion_profile(built.store, built.slug)) == 0
    assert len(items_table(built.store, built.slug, ItemFilter())) == 0
