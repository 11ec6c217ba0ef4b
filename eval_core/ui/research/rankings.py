"""Rankings for the screen: computed once for each state of the data and shared by all readers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

import pandas as pd

from eval_core.campaigns.results.combined.judged_votes import judged_votes
from eval_core.campaigns.results.combined.model_checkpoints import read_checkpoints
from eval_core.campaigns.results.leaderboard import Leaderboard, latest_change, read_leaderboard
from eval_core.errors import InputError
from eval_core.ranking import encode, rank
from eval_core.ranking.checkpoints import CheckpointRow, by_checkpoint
from eval_core.ranking.choices import Choices, Method
from eval_core.ranking.diagnostics.diagnosis import Diagnosis, diagnose
from eval_core.ranking.power import PairPlan, plan_pairs
from eval_core.ranking.rectification.combination import rank_with_judge
from eval_core.ranking.results import Ranking
from eval_core.ranking.robustness import Robustness, robustness
from eval_core.ranking.uncertainty.rank_shares import rank_probabilities
from eval_core.ui.session import session_id, store
from eval_core.ui.shared_results import of_newest_state


def file_name(slug: str, chosen: Choices) -> str:
    """What the names of a ranking's files begin with."""
    whose = None if chosen.kind == "human" else chosen.kind
    return "-".join(filter(None, (slug, chosen.written_standard, chosen.category, whose, chosen.judge and "judge")))


@dataclass(frozen=True)
class Board:
    """A slice's facts and its ranking, None where there is nothing to rank."""

    facts: Leaderboard
    ranking: Ranking | None


@dataclass(frozen=True)
class JointBoard:
    """People's judgments and the ranking with a judge, or why there is none."""

    facts: Leaderboard
    ranking: Ranking | None
    refused: InputError | None


def joint_board(slug: str, chosen: Choices) -> JointBoard:
    """The current ranking of people and the judge of the choices."""
    return _joint_board(*_state(slug), chosen)


def curve(slug: str, chosen: Choices) -> tuple[CheckpointRow, ...]:
    """The slice's strengths by checkpoint; empty where no ranked system is one."""
    ranking = board(slug, chosen).ranking
    known = read_checkpoints(store(), slug, session_id())
    return by_checkpoint(ranking, known) if ranking and known else ()


def board(slug: str, chosen: Choices) -> Board:
    """The current ranking of a slice; RefusedError for readers who may not see it."""
    return _board(*_state(slug), chosen)


def robustness_of(slug: str, chosen: Choices) -> Robustness | None:
    """What would change if the slice's ranking were made in another way; None where there is no ranking."""
    return _robustness(*_state(slug), chosen)


def plans(slug: str, chosen: Choices) -> tuple[PairPlan, ...]:
    """What would separate the slice's leader from the systems that are not separated from it."""
    return _plans(*_state(slug), chosen)


def diagnosis_of(slug: str, chosen: Choices) -> Diagnosis | None:
    """What the uncertainty is made of, and whether the model fits; None where the judgments do not say."""
    return _diagnosis(*_state(slug), chosen)


def rank_chances(slug: str, chosen: Choices) -> pd.DataFrame:
    """The probability of every rank of the slice's systems, as `rank_heat_map` draws them."""
    return _rank_chances(*_state(slug), chosen)


def options_of(ranking: Ranking, method: Method) -> dict[str, Any]:
    """The options of `rank` that reproduce a slice's ranking; they may differ from those chosen (see `_variants`)."""
    return asdict(replace(method, engine=ranking.engine, cluster=ranking.cluster))


def rows_of(ranking: Ranking) -> pd.DataFrame:
    """One row a system, with the columns of `parvis rank --format csv`."""
    return pd.DataFrame(ranking.as_dict()["systems"])


def _state(slug: str) -> tuple[str, str, tuple[int, ...]]:
    """Where the data are, and their newest change, for readers who may see them."""
    return store().name, slug, latest_change(store(), slug, session_id())


@of_newest_state
def _board(database: str, slug: str, latest: tuple[int, ...], chosen: Choices) -> Board:
    facts = _read(slug, chosen, lengths=chosen.method.length_covariate)
    return Board(facts, _ranked(facts.votes, chosen.method))


@of_newest_state
def _joint_board(database: str, slug: str, latest: tuple[int, ...], chosen: Choices) -> JointBoard:
    facts = _read(slug, chosen, lengths=False)
    if chosen.method != Method(chosen.method.model) or chosen.common_prompts:
        return JointBoard(facts, None, InputError("judge_options", option=""))
    judge = str(chosen.judge)
    try:
        found = judged_votes(store(), slug, judge, where=chosen.conditions, systems=chosen.systems)
        ranking = rank_with_judge(found.people, found.verdicts, judge, model=chosen.method.model)
    except InputError as refused:
        return JointBoard(facts, None, refused)
    return JointBoard(facts, ranking, None)


@of_newest_state
def _robustness(database: str, slug: str, latest: tuple[int, ...], chosen: Choices) -> Robustness | None:
    ranking = _board(database, slug, latest, chosen).ranking
    return robustness(ranking, _read(slug, chosen, lengths=True).votes) if ranking else None


@of_newest_state
def _plans(database: str, slug: str, latest: tuple[int, ...], chosen: Choices) -> tuple[PairPlan, ...]:
    computed = _board(database, slug, latest, chosen)
    return plan_pairs(computed.ranking, computed.facts.votes) if computed.ranking else ()


@of_newest_state
def _diagnosis(database: str, slug: str, latest: tuple[int, ...], chosen: Choices) -> Diagnosis | None:
    computed = _board(database, slug, latest, chosen)
    return diagnose(computed.ranking, computed.facts.votes) if computed.ranking else None


@of_newest_state
def _rank_chances(database: str, slug: str, latest: tuple[int, ...], chosen: Choices) -> pd.DataFrame:
    computed = _board(database, slug, latest, chosen)
    options = options_of(computed.ranking, chosen.method) if computed.ranking else asdict(chosen.method)
    votes = encode(computed.facts.votes, length_covariate=options.pop("length_covariate"))
    return rank_probabilities(votes, **options)


def _read(slug: str, chosen: Choices, *, lengths: bool) -> Leaderboard:
    return read_leaderboard(store(), slug, chosen, lengths=lengths)


def _ranked(votes: pd.DataFrame, method: Method) -> Ranking | None:
    """The first variant that can be fitted; None where there is no judgment between two systems."""
    for variant in _variants(method):
        try:
            return rank(votes, **asdict(variant))
        except InputError:
            continue
    return None


def _variants(method: Method) -> Iterator[Method]:
    """As chosen, or as close to it as the judgments allow; the method line says which it is.

    choix does not converge on very lopsided counts, and judgments in a single cluster cannot be clustered.
    """
    yield method
    yield replace(method, engine="newton")
    yield replace(method, engine="newton", cluster="auto")
