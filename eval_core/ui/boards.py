"""Rankings for the screen: computed once for each state of the data, whoever looks."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from eval_core.campaigns.leaderboard import Leaderboard, latest_change, read_leaderboard
from eval_core.errors import InputError
from eval_core.ranking import encode, rank
from eval_core.ranking.planning import PairPlan, plan_pairs
from eval_core.ranking.rank_shares import rank_probabilities
from eval_core.ranking.results import Ranking
from eval_core.ranking.robustness import Robustness, robustness
from eval_core.ui.session import session_id, store

# The first that settles; the method line names it. choix does not settle on very lopsided counts.
ENGINES_OF = {"davidson": ("newton",), "bradley-terry": ("choix", "newton")}


@dataclass(frozen=True)
class Slice:
    """What is ranked: None means all."""

    written_standard: str | None = None
    category: str | None = None
    common_only: bool = True
    model: str = "davidson"


@dataclass(frozen=True)
class Board:
    """A slice's facts and its ranking, None where there is nothing to rank."""

    facts: Leaderboard
    ranking: Ranking | None


def board(slug: str, chosen: Slice) -> Board:
    """The ranking of a slice as it stands; RefusedError for whoever may not see it."""
    return _board(store().name, slug, latest_change(store(), slug, session_id()), chosen)


# Keyed by the newest change: no ranking is older than the data, and none is computed twice. (Streamlit leaves
# parameters with a leading underscore out of the key.)
@st.cache_data(max_entries=256, show_spinner=False)
def _board(database: str, slug: str, latest: tuple[int, ...], chosen: Slice) -> Board:
    facts = _read(slug, chosen)
    return Board(facts, _ranked(facts.votes, chosen.model))


def firmness(slug: str, chosen: Slice) -> Robustness | None:
    """What would change in the slice's ranking if it were made in another way; None where there is no ranking."""
    return _firmness(store().name, slug, latest_change(store(), slug, session_id()), chosen)


@st.cache_data(max_entries=64, show_spinner=False)
def _firmness(database: str, slug: str, latest: tuple[int, ...], chosen: Slice) -> Robustness | None:
    facts = _read(slug, chosen, lengths=True)
    ranking = _ranked(facts.votes, chosen.model)
    return robustness(ranking, facts.votes) if ranking else None


def plans(slug: str, chosen: Slice) -> tuple[PairPlan, ...]:
    """What would decide between the slice's leader and those not told apart from it."""
    return _plans(store().name, slug, latest_change(store(), slug, session_id()), chosen)


@st.cache_data(max_entries=64, show_spinner=False)
def _plans(database: str, slug: str, latest: tuple[int, ...], chosen: Slice) -> tuple[PairPlan, ...]:
    facts = _read(slug, chosen)
    ranking = _ranked(facts.votes, chosen.model)
    return plan_pairs(ranking, facts.votes) if ranking else ()


def rank_chances(slug: str, chosen: Slice) -> pd.DataFrame:
    """The probability of every rank of the slice's systems, as `rank_heat_map` draws them."""
    return _rank_chances(store().name, slug, latest_change(store(), slug, session_id()), chosen)


@st.cache_data(max_entries=64, show_spinner=False)
def _rank_chances(database: str, slug: str, latest: tuple[int, ...], chosen: Slice) -> pd.DataFrame:
    return rank_probabilities(encode(_read(slug, chosen).votes), model=chosen.model)


def _read(slug: str, chosen: Slice, *, lengths: bool = False) -> Leaderboard:
    return read_leaderboard(
        store(),
        slug,
        written_standard=chosen.written_standard,
        category=chosen.category,
        common_only=chosen.common_only,
        lengths=lengths,
    )


def _ranked(votes: pd.DataFrame, model: str) -> Ranking | None:
    """The fit; None where there is no judgment between two systems."""
    for engine in ENGINES_OF[model]:
        try:
            return rank(votes, model=model, engine=engine)
        except InputError:
            continue
    return None


def rows_of(ranking: Ranking) -> pd.DataFrame:
    """One row a system, with the columns of `parvis rank --format csv`."""
    return pd.DataFrame(ranking.as_dict()["systems"])
