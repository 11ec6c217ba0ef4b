"""How much of a ranking hangs on one choice: one annotator, the texts' lengths, their positions, or overlap."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from eval_core.errors import InputError
from eval_core.ranking.api import rank_votes
from eval_core.ranking.blas import one_thread
from eval_core.ranking.leave_one_out import fits_without
from eval_core.ranking.options import Options
from eval_core.ranking.results import Ranking
from eval_core.ranking.votes import Bools, Floats, Ints, Votes, encode

_EQUAL = 1e-9  # as in `report`: strengths this close are equal


@dataclass(frozen=True)
class Move:
    """A system's rank in both fits, among the systems that both place on one scale."""

    system: str
    rank: int
    new_rank: int


@dataclass(frozen=True)
class Change:
    """What another fit changes.

    Attributes:
        moved: systems whose rank differs, best first.
        leader_changes: whether the set of systems at rank 1 differs.
        lost: systems that had a finite strength on the common scale and no longer have one.
        shifted, largest_shift: the system whose strength (natural log scale, around the mean of those on the common
            scale) moves most, and by how much; None where fewer than two are on it.
        undecided: pairs (by name) that the simultaneous test separated and no longer does.
        decided: pairs that it separates only now. Both are empty for point fits.
    """

    moved: tuple[Move, ...]
    leader_changes: bool
    lost: tuple[str, ...]
    shifted: str | None
    largest_shift: float | None
    undecided: tuple[tuple[str, str], ...] = ()
    decided: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class WithoutAnnotator:
    """The change when this annotator's judgments are left out."""

    annotator: str
    judgments: int
    change: Change


@dataclass(frozen=True)
class Check:
    """One question to a ranking. `reason` says why it has no answer; the other fields are None then.

    Reasons: 'no_lengths', 'no_order' (no presented order is known), 'not_identified' (the effect cannot be separated
    from the strengths), 'no_overlap' (each comparison was judged once), 'too_few' (what is left has no intervals).

    Attributes:
        effect, se: the coefficient (natural log odds; of length for each standard deviation of the log ratio).
        judgments: how many judgments the other fit uses.
    """

    reason: str | None
    change: Change | None = None
    effect: float | None = None
    se: float | None = None
    judgments: int | None = None


@dataclass(frozen=True)
class Robustness:
    """All four; `annotators` has every annotator, those who change most first, and is empty below two."""

    annotators: tuple[WithoutAnnotator, ...]
    length: Check
    position: Check
    one_judgment: Check


def robustness(ranking: Ranking, judgments: pd.DataFrame) -> Robustness:
    """Ask all four questions.

    Args:
        ranking: `rank` of these judgments, whose model, clusters, level and seed the other fits share.
        judgments: as `rank` takes them, with length_first and length_second for the question about length.
    """
    return Robustness(
        without_each_annotator(ranking, judgments),
        with_length(ranking, judgments),
        with_position(ranking, judgments),
        one_per_comparison(ranking, judgments),
    )


def without_each_annotator(ranking: Ranking, judgments: pd.DataFrame) -> tuple[WithoutAnnotator, ...]:
    """Point fits without each annotator in turn; those who change the order most first, then by strengths."""
    votes = _votes(ranking, judgments)
    if votes.annotator is None:
        return ()
    names = pd.factorize(judgments["annotator"])[1]
    if len(names) < 2:
        return ()
    options = Options(ranking.model, "newton", ranking.position is not None, None, ranking.level, ranking.seed, 0)
    before, changes = _of_ranking(ranking, votes), []
    with one_thread():
        for code, mine, fitted in fits_without(votes, options):
            if fitted is not None:
                after = (fitted.strength, np.where(fitted.bounded, fitted.components, -1))
                change = _change(votes, before, after)
                changes.append(WithoutAnnotator(str(names[code]), len(mine), change))
    changes.sort(
        key=lambda removal: (-len(removal.change.moved), -abs(removal.change.largest_shift or 0), removal.annotator)
    )
    return tuple(changes)


def with_length(ranking: Ranking, judgments: pd.DataFrame) -> Check:
    """The ranking at equal lengths, by a length covariate, against the ranking without."""
    if not {"length_first", "length_second"} <= set(judgments.columns):
        return Check("no_lengths")
    if not (judgments["length_first"].notna() & judgments["length_second"].notna()).any():
        return Check("no_lengths")
    votes = encode(judgments, length_covariate=True)
    other = _again(ranking, votes, position=ranking.position is not None)
    if other.length is None:
        return Check("not_identified")
    plain = _again(ranking, encode(judgments), position=ranking.position is not None) if ranking.length else ranking
    return Check(None, _between(plain, other, votes), other.length.log_odds, other.length.se, len(votes))


def with_position(ranking: Ranking, judgments: pd.DataFrame) -> Check:
    """The ranking with a position effect against the ranking without."""
    votes = _votes(ranking, judgments)
    if not votes.order_known.any():
        return Check("no_order")
    other = _again(ranking, votes, position=True)
    if other.position is None:
        return Check("not_identified")
    plain = _again(ranking, votes, position=False) if ranking.position else ranking
    return Check(None, _between(plain, other, votes), other.position.log_odds, other.position.se, len(votes))


def one_per_comparison(ranking: Ranking, judgments: pd.DataFrame) -> Check:
    """The ranking by one judgment of each comparison, drawn with the ranking's seed.

    A comparison is a prompt and two systems; a judgment whose prompt is unknown is a comparison of its own.
    """
    votes = _votes(ranking, judgments)
    keep = _one_each(votes, ranking.seed)
    if keep.all():
        return Check("no_overlap")
    thin = votes.only(keep)
    try:
        other = _again(ranking, thin, position=ranking.position is not None)
    except InputError:
        return Check("too_few")  # a kind of cluster has fewer than two left
    return Check(None, _between(ranking, other, thin), judgments=len(thin))


def _votes(ranking: Ranking, judgments: pd.DataFrame) -> Votes:
    """The judgments as the ranking read them."""
    return encode(judgments, length_covariate=ranking.length is not None)


def _one_each(votes: Votes, seed: int) -> Bools:
    if votes.prompt is None:
        return np.ones(len(votes), dtype=bool)
    low, high = np.minimum(votes.first, votes.second), np.maximum(votes.first, votes.second)
    order = np.random.default_rng(seed).permutation(len(votes))
    # The first of each comparison in a random order is a random one of it.
    chosen = np.unique(np.stack([votes.prompt, low, high])[:, order], axis=1, return_index=True)[1]
    keep = np.zeros(len(votes), dtype=bool)
    keep[order[chosen]] = True
    return keep


def _again(ranking: Ranking, votes: Votes, *, position: bool) -> Ranking:
    return rank_votes(
        votes,
        model=ranking.model,
        position_effect=position,
        cluster=ranking.cluster,
        level=ranking.level,
        seed=ranking.seed,
        details=False,
    )


def _of_ranking(ranking: Ranking, votes: Votes) -> tuple[Floats, Ints]:
    """Strengths (K,), and components (K,) of those with a finite one, -1 for others; systems as in `votes`."""
    rows = {row.system: row for row in ranking.systems}
    system_rows = [rows.get(name) for name in votes.systems]
    strengths = np.array([0.0 if row is None else row.strength for row in system_rows])
    labels = np.array([row.component if row is not None and row.bounded else -1 for row in system_rows])
    return strengths, labels


def _between(base: Ranking, changed: Ranking, votes: Votes) -> Change:
    change = _change(votes, _of_ranking(base, votes), _of_ranking(changed, votes))
    before, after = (
        {(row.system, row.opponent) for row in ranking.pairs if row.decided} for ranking in (base, changed)
    )
    return Change(
        change.moved,
        change.leader_changes,
        change.lost,
        change.shifted,
        change.largest_shift,
        tuple(sorted(before - after)),
        tuple(sorted(after - before)),
    )


def _change(votes: Votes, base: tuple[Floats, Ints], changed: tuple[Floats, Ints]) -> Change:
    """From strengths (K,) and labels of common scales (K,), -1 for none, before and after."""
    both = (base[1] >= 0) & (changed[1] >= 0)
    pairs = base[1] * (len(both) + 1) + changed[1]
    labels, sizes = np.unique(pairs[both], return_counts=True)
    common = np.flatnonzero(both & (pairs == labels[sizes.argmax()])) if len(labels) else np.array([], dtype=int)
    lost = tuple(votes.systems[i] for i in np.flatnonzero((base[1] >= 0) & (changed[1] < 0)))
    if len(common) < 2:
        return Change((), False, lost, None, None)
    before, after = base[0][common], changed[0][common]
    ranks = [1 + (values[None, :] > values[:, None] + _EQUAL).sum(axis=1) for values in (before, after)]
    names = [votes.systems[i] for i in common]
    moved = [Move(name, int(a), int(b)) for name, a, b in zip(names, *ranks, strict=True) if a != b]
    shift = (after - after.mean()) - (before - before.mean())
    most = int(np.abs(shift).argmax())
    return Change(
        moved=tuple(sorted(moved, key=lambda move: (move.rank, move.system))),
        leader_changes=bool(((ranks[0] == 1) != (ranks[1] == 1)).any()),
        lost=lost,
        shifted=names[most],
        largest_shift=float(shift[most]),
    )
