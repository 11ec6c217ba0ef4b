"""How many decisions hang on one choice: one annotator, the texts' lengths, their positions, or overlap.

What counts is which pairs are decided and which way round: systems that are not separated may swap ranks for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from eval_core.errors import InputError
from eval_core.ranking.blas import one_thread
from eval_core.ranking.fit import Fit, fit_model
from eval_core.ranking.leave_one_out import fits_without
from eval_core.ranking.options import Options
from eval_core.ranking.results import Ranking
from eval_core.ranking.robustness.yardstick import Yardstick, signs_of
from eval_core.ranking.together import apart
from eval_core.ranking.uncertainty.covariance import Clustering, Variances, covariance_of
from eval_core.ranking.uncertainty.decisions import decided_signs
from eval_core.ranking.uncertainty.strength_draws import component_draws
from eval_core.ranking.uncertainty.total_victory import victories_of
from eval_core.ranking.votes import Bools, Floats, Ints, Votes, count, encode

Pair = tuple[str, str]


@dataclass(frozen=True)
class Change:
    """What another fit changes. Pairs are (stronger, weaker) by name, sorted.

    Attributes:
        undecided: decided in the ranking, and no longer.
        decided: open in the ranking, and decided now.
        turned: decided in both, the other way round now (named as they are now).
        lost: systems that had a finite strength on the common scale and no longer have one.
        shifted, largest_shift: the system whose strength (natural log scale, around the mean of those on the common
            scale) moves most, and by how much; None where fewer than two are on it.
    """

    undecided: tuple[Pair, ...]
    decided: tuple[Pair, ...]
    turned: tuple[Pair, ...]
    lost: tuple[str, ...]
    shifted: str | None
    largest_shift: float | None

    @property
    def decisions(self) -> int:
        """How many pairs are decided differently."""
        return len(self.undecided) + len(self.decided) + len(self.turned)


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
    """All four; `annotators` has every annotator, those who change most first, and is empty below two.

    `decisions`: how many pairs the ranking decides.
    """

    decisions: int
    annotators: tuple[WithoutAnnotator, ...]
    length: Check
    position: Check
    one_judgment: Check


def robustness(ranking: Ranking, judgments: pd.DataFrame) -> Robustness:
    """Ask all four questions, of each component by itself.

    Args:
        ranking: `rank` of these judgments, whose model, clusters, level and seed the other fits share.
        judgments: as `rank` takes them, with length_first and length_second for the question about length.
    """
    return Robustness(
        sum(pair.decided for pair in ranking.pairs),
        without_each_annotator(ranking, judgments),
        with_length(ranking, judgments),
        with_position(ranking, judgments),
        one_per_comparison(ranking, judgments),
    )


def without_each_annotator(ranking: Ranking, judgments: pd.DataFrame) -> tuple[WithoutAnnotator, ...]:
    """Fits without each annotator in turn, held to the ranking's own test (`yardstick`).

    Those who change most decisions come first, then those who move a strength most.
    """
    return _removed(ranking, judgments)


def without_annotator(ranking: Ranking, judgments: pd.DataFrame, annotator: str) -> Change | None:
    """What one annotator changes, as `without_each_annotator` has it; None where there is nothing without them."""
    found = _removed(ranking, judgments, annotator)
    return found[0].change if found else None


def _removed(ranking: Ranking, judgments: pd.DataFrame, only: str | None = None) -> tuple[WithoutAnnotator, ...]:
    by_name: dict[str, list[WithoutAnnotator]] = {}
    for group, mine in apart(ranking, judgments):
        for one in _removals(group, mine, only):
            by_name.setdefault(one.annotator, []).append(one)
    changes = [
        WithoutAnnotator(name, sum(one.judgments for one in found), _all_changes([one.change for one in found]))
        for name, found in by_name.items()
    ]
    changes.sort(
        key=lambda removal: (-removal.change.decisions, -abs(removal.change.largest_shift or 0), removal.annotator)
    )
    return tuple(changes)


def _all_changes(changes: list[Change]) -> Change:
    """What changes in several components."""
    most = max(changes, key=lambda change: abs(change.largest_shift or 0.0))
    return Change(
        undecided=tuple(sorted(pair for change in changes for pair in change.undecided)),
        decided=tuple(sorted(pair for change in changes for pair in change.decided)),
        turned=tuple(sorted(pair for change in changes for pair in change.turned)),
        lost=tuple(sorted(system for change in changes for system in change.lost)),
        shifted=most.shifted,
        largest_shift=most.largest_shift,
    )


def _together(checks: list[Check]) -> Check:
    """One answer of several components: that of those who have one; an effect only where it is the only one."""
    answered = [check for check in checks if check.change is not None]
    if len(checks) == 1 or not answered:
        return checks[0]
    change = _all_changes([check.change for check in answered if check.change is not None])
    return Check(None, change, judgments=sum(check.judgments or 0 for check in answered))


def _removals(ranking: Ranking, judgments: pd.DataFrame, only: str | None = None) -> tuple[WithoutAnnotator, ...]:
    votes = _votes(ranking, judgments)
    if votes.annotator is None:
        return ()
    names = pd.factorize(judgments["annotator"])[1]
    if len(names) < 2 or (only is not None and only not in names):
        return ()
    code_of = None if only is None else list(names).index(only)
    options = Options(ranking.model, "newton", ranking.position is not None, None, ranking.level, ranking.seed, 0)
    before, changes = _of_ranking(ranking, votes), []
    with one_thread():
        yardstick = Yardstick(ranking, votes, fit_model(len(votes.systems), count(votes), options))
        for code, mine, fitted in fits_without(votes, options, code_of):
            if fitted is not None:
                after = _Decided(fitted.strength, _labels(fitted), yardstick.signs_without(code, fitted))
                changes.append(WithoutAnnotator(str(names[code]), len(mine), _change(votes, before, after)))
    return tuple(changes)


def with_length(ranking: Ranking, judgments: pd.DataFrame) -> Check:
    """The ranking at equal lengths, by a length covariate, against the ranking without."""
    return _together([_with_length(group, mine) for group, mine in apart(ranking, judgments)])


def _with_length(ranking: Ranking, judgments: pd.DataFrame) -> Check:
    if not {"length_first", "length_second"} <= set(judgments.columns):
        return Check("no_lengths")
    if not (judgments["length_first"].notna() & judgments["length_second"].notna()).any():
        return Check("no_lengths")
    votes = encode(judgments, length_covariate=True)
    position = ranking.position is not None
    other = _Again(ranking, votes, position=position)
    if not other.fitted.layout.covariate:
        return Check("not_identified")
    plain = _Again(ranking, encode(judgments), position=position).decided if ranking.length else None
    effect, se = other.effect(other.fitted.layout.covariate_index)
    change = _change(votes, plain or _of_ranking(ranking, votes), other.decided)
    return Check(None, change, effect, se, len(votes))


def with_position(ranking: Ranking, judgments: pd.DataFrame) -> Check:
    """The ranking with a position effect against the ranking without."""
    return _together([_with_position(group, mine) for group, mine in apart(ranking, judgments)])


def _with_position(ranking: Ranking, judgments: pd.DataFrame) -> Check:
    votes = _votes(ranking, judgments)
    if not votes.order_known.any():
        return Check("no_order")
    other = _Again(ranking, votes, position=True)
    if not other.fitted.layout.position:
        return Check("not_identified")
    plain = _Again(ranking, votes, position=False).decided if ranking.position else None
    effect, se = other.effect(other.fitted.layout.size)
    change = _change(votes, plain or _of_ranking(ranking, votes), other.decided)
    return Check(None, change, effect, se, len(votes))


def one_per_comparison(ranking: Ranking, judgments: pd.DataFrame) -> Check:
    """The ranking by one judgment of each comparison, drawn with the ranking's seed.

    A comparison is a prompt and two systems; a judgment whose prompt is unknown is a comparison of its own.
    """
    return _together([_one_per_comparison(group, mine) for group, mine in apart(ranking, judgments)])


def _one_per_comparison(ranking: Ranking, judgments: pd.DataFrame) -> Check:
    votes = _votes(ranking, judgments)
    keep = _one_each(votes, ranking.seed)
    if keep.all():
        return Check("no_overlap")
    thin = votes.only(keep)
    try:
        other = _Again(ranking, thin, position=ranking.position is not None)
    except InputError:
        return Check("too_few")  # a kind of cluster has fewer than two left
    return Check(None, _change(thin, _of_ranking(ranking, thin), other.decided), judgments=len(thin))


@dataclass(frozen=True)
class _Decided:
    """Strengths (K,), components (K,) of those with a finite one, -1 for others, and signs (K, K) of decided pairs."""

    strength: Floats
    labels: Ints
    signs: Floats


class _Again:
    """What `rank` would decide with other judgments or another model; raises InputError as `covariance_of` does."""

    def __init__(self, ranking: Ranking, votes: Votes, *, position: bool) -> None:
        options = Options(ranking.model, "newton", position, None, ranking.level, ranking.seed, 0)
        # A clustering that was chosen by itself is chosen again; the ranking says only what it came to.
        wanted = "auto" if ranking.corrected else ranking.cluster
        with one_thread():
            self.fitted = fit_model(len(votes.systems), count(votes), options)
            self.by, self.covariance = covariance_of(votes, self.fitted, wanted)
            signs = _signs(votes, self.fitted, self.by, self.covariance, options, wanted)
        self.decided = _Decided(self.fitted.strength, _labels(self.fitted), signs)

    def effect(self, index: int) -> tuple[float, float | None]:
        """A common parameter and its standard error."""
        if self.covariance is None:
            return float(self.fitted.beta[index]), None
        contrast = np.zeros((1, self.fitted.layout.length))
        contrast[0, index] = 1.0
        return float(self.fitted.beta[index]), float(np.sqrt(max(self.covariance.variance(contrast)[0], 0.0)))


def _signs(
    votes: Votes, fitted: Fit, by: Clustering, covariance: Variances | None, options: Options, wanted: str
) -> Floats:
    """1 where the row's system is decided to be stronger, −1 where weaker, 0 where that is open, (K, K)."""
    size, victories = len(votes.systems), victories_of(votes, fitted.classes, wanted)
    drawn = component_draws(fitted, covariance, by.df, victories, options.seed)
    inside, errors = np.flatnonzero(drawn.known), np.full((size, size), np.nan)
    if covariance is not None and len(inside):
        errors[np.ix_(inside, inside)] = np.sqrt(np.clip(covariance.pair_variance(inside), 0, None))
    gap = fitted.strength[:, None] - fitted.strength[None, :]
    return decided_signs(gap, errors, drawn, options.level, by.df, fitted.classes, victories)


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


def _labels(fitted: Fit) -> Ints:
    return np.where(fitted.bounded, fitted.components, -1)


def _of_ranking(ranking: Ranking, votes: Votes) -> _Decided:
    """What the ranking says, systems as in `votes`."""
    rows = {row.system: row for row in ranking.systems}
    system_rows = [rows.get(name) for name in votes.systems]
    strengths = np.array([0.0 if row is None else row.strength for row in system_rows])
    labels = np.array([row.component if row is not None and row.bounded else -1 for row in system_rows])
    return _Decided(strengths, labels, signs_of(ranking, votes.systems))


def _change(votes: Votes, base: _Decided, changed: _Decided) -> Change:
    both = (base.labels >= 0) & (changed.labels >= 0)
    pairs = base.labels * (len(both) + 1) + changed.labels
    labels, sizes = np.unique(pairs[both], return_counts=True)
    common = np.flatnonzero(both & (pairs == labels[sizes.argmax()])) if len(labels) else np.array([], dtype=int)
    shifted, largest = None, None
    if len(common) >= 2:
        before, after = base.strength[common], changed.strength[common]
        shift = (after - after.mean()) - (before - before.mean())
        most = int(np.abs(shift).argmax())
        shifted, largest = votes.systems[common[most]], float(shift[most])

    def named(signs: Floats, marked: Bools) -> tuple[Pair, ...]:
        return tuple(sorted((votes.systems[i], votes.systems[j]) for i, j in np.argwhere(marked & (signs > 0))))

    return Change(
        undecided=named(base.signs, changed.signs == 0),
        decided=named(changed.signs, base.signs == 0),
        turned=named(changed.signs, base.signs < 0),
        lost=tuple(votes.systems[i] for i in np.flatnonzero((base.labels >= 0) & (changed.labels < 0))),
        shifted=shifted,
        largest_shift=largest,
    )
