"""Cursors: nothing is missed between pages, and a cursor opens its own campaign alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval_core.campaigns.people.pseudonym_keys import pseudonym_key
from eval_core.campaigns.publishing.cursors import Cursor, Place, opened
from eval_core.campaigns.publishing.judgment_pages import judgment_page
from eval_core.errors import InputError
from tests.support.building import Built
from tests.support.judging import judge


@given(st.data())
def test_no_row_is_missed_that_turns_up_late(data: st.DataObject) -> None:
    """Rows that are committed out of order, as on PostgreSQL, are all read, if none takes longer than is waited for."""
    delays = data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=20))
    limit = data.draw(st.integers(1, 4))
    place, read = Place(0, 0), set()
    for now in range(len(delays) + 30):
        rows = [made + 1 for made, delay in enumerate(delays) if made + delay <= now]
        mark = max((row for row in rows if row - 1 <= now - 4), default=0)
        for _ in range(data.draw(st.integers(0, 3)) if now < len(delays) + 20 else 10):
            following = [row for row in rows if row > place.at]
            ended, page = len(following) <= limit, following[:limit]
            read |= set(page)
            place = place.moved(page[-1] if page else None, mark, ended=ended)
            place = place.again() if ended else place
    assert read == set(range(1, len(delays) + 1))
    assert place.settled == len(delays)


def test_cursors_are_of_one_campaign(campaign: Callable[..., Built]) -> None:
    """A cursor of another campaign, a changed one, and what was never one are refused, and nothing else is said."""
    built, other = campaign(), campaign(slug="other")
    for each in (built, other):
        judge(each, each.enter(f"{each.slug}-Kari"), at_most=3)
    cursor = judgment_page(built.store, "trial", None, 1).cursor
    foreign = judgment_page(built.store, "other", None, 1).cursor
    flipped = cursor[:-3] + ("A" if cursor[-3] != "A" else "B") + cursor[-2:]
    for word in (
        foreign, flipped, cursor[:-4], cursor + "AAAA", "x", "1 OR 1=1", "'; DROP TABLE judgment; --", "å", "\0", "A" * 9999,
    ):  # fmt: skip
        with pytest.raises(InputError) as refusal:
            judgment_page(built.store, "trial", word)
        assert refusal.value.code == "unknown_cursor", word
    assert len(judgment_page(built.store, "trial", cursor).records) == 2
    for limit in (0, -1, 1_001):
        with pytest.raises(InputError, match="from 1 to 1000"):
            judgment_page(built.store, "trial", None, limit)


def test_a_cursor_says_nothing_of_the_key(campaign: Callable[..., Built]) -> None:
    """It opens with the campaign's key alone."""
    built = campaign()
    key = pseudonym_key(built.store, built.slug)
    sealed = Cursor(Place(1, 2), Place(3, 4), 5, 6).sealed(key)
    assert opened(sealed, key) == Cursor(Place(1, 2), Place(3, 4), 5, 6)
    with pytest.raises(InputError):
        opened(sealed, key[::-1])
    assert key == pseudonym_key(built.store, built.slug)
