"""What pages compute is kept while the data stay as they are, and let go when they change."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import streamlit as st

from eval_core.ui.shared_results import of_newest_state

Compute = Callable[..., str]


class Work:
    """Counts how often something was computed, and what."""

    def __init__(self) -> None:
        self.done: list[tuple[object, ...]] = []

    def __call__(self, keeping: Callable[[Compute], Compute]) -> Compute:
        def compute(database: str, slug: str, latest: tuple[int, ...], chosen: str = "all") -> str:
            self.done.append((slug, latest, chosen))
            return f"{slug} {latest} {chosen}"

        return keeping(compute)


def _computed_again(keeping: Callable[[Compute], Compute]) -> list[tuple[object, ...]]:
    """What is computed for those who ask again after the data of one of two campaigns have changed."""
    work = Work()
    found = work(keeping)
    asked = [("a", (1, 0), "all"), ("a", (1, 0), "nn"), ("b", (1, 0), "all")]
    for one in 2 * asked:
        assert found("db", *one) == f"{one[0]} {one[1]} {one[2]}"
    assert work.done == asked
    assert found("db", "a", (2, 0), chosen="nn") == "a (2, 0) nn"
    work.done.clear()
    for one in asked:
        found("db", *one)
    return work.done


def test_results_of_an_older_state_are_let_go() -> None:
    """Asked for once more, what was found of an older state is computed anew: nothing of it was kept."""
    assert _computed_again(of_newest_state) == [("a", (1, 0), "all"), ("a", (1, 0), "nn")]


def test_a_cache_that_keeps_them_is_noticed() -> None:
    """Planted: the plain cache still has what nobody can ask for any more."""
    assert _computed_again(st.cache_data) == []


def test_what_fails_is_told_and_tried_again() -> None:
    """An error reaches whoever asked, and is not kept."""

    @of_newest_state
    def compute(database: str, slug: str, latest: tuple[int, ...]) -> str:
        answers.append(slug)
        if len(answers) == 1:
            raise ZeroDivisionError
        return "well"

    answers: list[str] = []
    with pytest.raises(ZeroDivisionError):
        compute("db", "a", (1,))
    assert compute("db", "a", (1,)) == "well"
