"""From judgments to a ranking, in one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy import stats
from threadpoolctl import threadpool_limits

from eval_core.errors import InputError
from eval_core.ranking.covariance import Clustering, Covariance, choose_clustering, sandwich
from eval_core.ranking.existence import classes_of, components_of
from eval_core.ranking.likelihood import Layout, information, local
from eval_core.ranking.newton import centre, fit, fit_choix, gauge
from eval_core.ranking.ranges import best_shares, critical_value, draw
from eval_core.ranking.results import PairRow, PositionEffect, Ranking, RankWarning, SystemRow, TieEffect
from eval_core.ranking.tables import Tally, tally
from eval_core.ranking.votes import TIE, Cells, Floats, Ints, Votes, count, encode

MODELS = ("davidson", "bradley-terry")
ENGINES = ("newton", "choix")
FEW_ANNOTATORS = 5
_EQUAL = 1e-9
# Places systems that have no finite estimate: weak enough to keep them outside the others.
_PLACEMENT_PRECISION = 0.05


@dataclass(frozen=True)
class _Fit:
    """A fitted model: parameters (p,), and which systems have a finite estimate."""

    layout: Layout
    cells: Cells
    beta: Floats
    components: Ints
    bounded: np.ndarray[tuple[int], np.dtype[np.bool_]]
    position_lost: bool


def rank(
    frame: pd.DataFrame,
    *,
    model: str = "davidson",
    engine: str = "newton",
    position_effect: bool = False,
    cluster: str = "auto",
    reference: str | None = None,
    systems: Sequence[str] | None = None,
    level: float = 0.95,
    seed: int = 0,
    bootstrap: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Ranking:
    """Rank systems from a frame with columns first, second, outcome and optionally annotator, prompt, order_known.

    Args:
        model: 'davidson' (ties have a parameter) or 'bradley-terry' (a tie is half a win for each).
        engine: 'newton', or 'choix' for bradley-terry without a position effect.
        cluster: 'auto', 'none', 'annotator', 'prompt' or 'both'.
        reference: measure strengths from this system instead of the mean.
        systems: keep only judgments between these.
        bootstrap: replace the intervals by percentiles of so many cluster-bootstrap fits.

    Raises:
        InputError: for options or data that do not fit together.
    """
    if systems:
        frame = frame[frame["first"].isin(systems) & frame["second"].isin(systems)]
    return rank_votes(
        encode(frame),
        model=model,
        engine=engine,
        position_effect=position_effect,
        cluster=cluster,
        reference=reference,
        level=level,
        seed=seed,
        bootstrap=bootstrap,
        progress=progress,
    )


def rank_votes(
    votes: Votes,
    *,
    model: str = "davidson",
    engine: str = "newton",
    position_effect: bool = False,
    cluster: str = "auto",
    reference: str | None = None,
    level: float = 0.95,
    seed: int = 0,
    bootstrap: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Ranking:
    """`rank` on coded judgments."""
    _check(votes, model, engine, position_effect, reference, level)
    with threadpool_limits(1):
        clustering = choose_clustering(votes, cluster)
        fitted = _fit(votes, count(votes), model, engine, position_effect)
        covariance = _covariance(votes, fitted, clustering)
        return _Report(votes, fitted, covariance, clustering, model, engine, reference, level, seed).build(
            bootstrap, progress
        )


def _check(votes: Votes, model: str, engine: str, position: bool, reference: str | None, level: float) -> None:
    if model not in MODELS or engine not in ENGINES:
        raise InputError(f"the model must be one of {', '.join(MODELS)}, the engine one of {', '.join(ENGINES)}")
    if engine == "choix" and (model == "davidson" or position):
        raise InputError("the engine choix fits Bradley-Terry without a position effect only")
    if not 0 < level < 1:
        raise InputError("the level must lie between 0 and 1")
    if not len(votes):
        raise InputError("there are no judgments to rank")
    if reference is not None and reference not in votes.systems:
        raise InputError(f"the reference '{reference}' is not among the systems")


def _fit(votes: Votes, cells: Cells, model: str, engine: str, position: bool) -> _Fit:
    size = len(votes.systems)
    components = components_of(size, cells)
    only_ties = bool((cells.counts[:, :TIE] == 0).all())
    ties = model == "davidson" and bool((cells.counts[:, TIE] > 0).any()) and not only_ties
    identified = position and not only_ties and _position_identified(size, cells)
    layout = Layout(size, identified, ties)
    if only_ties:
        nothing = np.zeros(layout.length)
        return _Fit(layout, cells, nothing, components, np.ones(size, bool), position)
    classes = classes_of(layout, cells, components)
    if identified:
        # Where only the position effect runs away, it is what the data cannot tell, not the strengths.
        without = Layout(size, False, ties)
        calmer = classes_of(without, cells, components)
        if calmer.max() < classes.max():
            layout, classes, identified = without, calmer, False
    bounded = _largest(classes, components, cells, size)
    inner = cells.within(bounded)
    # Across groups, judgments say only "far apart"; within them they fix the numbers.
    inner = Cells(*(part[components[inner.first] == components[inner.second]] for part in _fields(inner)))
    layout = Layout(size, identified and _position_identified(size, inner), ties and bool(inner.counts[:, TIE].any()))
    groups = np.where(bounded, components, components.max() + 1 + np.arange(size))
    _, groups = np.unique(groups, return_inverse=True)
    if engine == "choix":
        beta = np.zeros(layout.length)
        for component in np.unique(components):
            members = np.flatnonzero(bounded & (components == component))
            beta += fit_choix(size, inner, members)
        beta = centre(beta, size, groups)
    else:
        beta = fit(layout, inner, groups)
    if not bounded.all():
        beta = _place(beta, Layout(size, False, ties), cells, components, bounded)
    return _Fit(layout, inner, beta, components, bounded, position and not layout.position)


def _fields(cells: Cells) -> tuple[Ints, Ints, Ints, Floats]:
    return cells.first, cells.second, cells.known, cells.counts  # type: ignore[return-value]


def _largest(classes: Ints, components: Ints, cells: Cells, size: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Marks, per component, the largest class (then the one with most judgments, then the first name)."""
    n = cells.counts.sum(axis=1)
    played = np.bincount(cells.first, n, size) + np.bincount(cells.second, n, size)
    bounded = np.zeros(size, dtype=bool)
    for component in np.unique(components):
        members = np.flatnonzero(components == component)
        best = max(
            np.unique(classes[members]),
            key=lambda one: (
                int((classes[members] == one).sum()),
                float(played[members][classes[members] == one].sum()),
                -int(members[classes[members] == one][0]),
            ),
        )
        bounded[members[classes[members] == best]] = True
    return bounded


def _place(
    beta: Floats, layout: Layout, cells: Cells, components: Ints, bounded: np.ndarray[tuple[int], np.dtype[np.bool_]]
) -> Floats:
    """Put unbounded systems where a fit with a weak Gaussian prior puts them against the bounded ones."""
    prior = fit(layout, cells, components, ridge=_PLACEMENT_PRECISION)
    beta = beta.copy()
    for system in np.flatnonzero(~bounded):
        peers = bounded & (components == components[system])
        beta[system] = prior[system] - prior[: layout.size][peers].mean()
    return beta


def _position_identified(size: int, cells: Cells) -> bool:
    """Whether h is not a mere combination of strengths: it must raise the rank of the design."""
    pairs = np.unique(np.stack([cells.first, cells.second, cells.known]), axis=1)
    design = np.zeros((pairs.shape[1], size + 1))
    row = np.arange(pairs.shape[1])
    design[row, pairs[0]], design[row, pairs[1]], design[:, size] = 1, -1, pairs[2]
    return bool(np.linalg.matrix_rank(design) > np.linalg.matrix_rank(design[:, :size])) if len(row) else False


def _inverse_information(fitted: _Fit) -> Floats:
    layout, cells = fitted.layout, fitted.cells
    groups = np.where(fitted.bounded, fitted.components, fitted.components.max() + 1 + np.arange(layout.size))
    _, groups = np.unique(groups, return_inverse=True)
    fixed = gauge(layout, np.asarray(groups))
    return np.asarray(np.linalg.inv(information(layout, cells, local(layout, cells, fitted.beta)) + fixed))


def _covariance(votes: Votes, fitted: _Fit, clustering: Clustering) -> Covariance | None:
    """None where nothing can be said: only ties, or no judgments between bounded systems."""
    decided = fitted.cells.counts[:, :TIE].sum() > 0
    if not decided:
        return None
    same = fitted.components[votes.first] == fitted.components[votes.second]
    keep = fitted.bounded[votes.first] & fitted.bounded[votes.second] & same
    inner = Votes(
        votes.systems,
        votes.first[keep],
        votes.second[keep],
        votes.outcome[keep],
        None if votes.annotator is None else votes.annotator[keep],
        None if votes.prompt is None else votes.prompt[keep],
        votes.order_known[keep],
    )
    bread = _inverse_information(fitted)
    return sandwich(fitted.layout, inner, fitted.cells, fitted.beta, bread, clustering)


class _Report:
    """Turns a fit into the records of `results`."""

    def __init__(
        self,
        votes: Votes,
        fitted: _Fit,
        covariance: Covariance | None,
        clustering: Clustering,
        model: str,
        engine: str,
        reference: str | None,
        level: float,
        seed: int,
    ) -> None:
        self.votes, self.fitted, self.covariance, self.by = votes, fitted, covariance, clustering
        self.model, self.engine, self.reference, self.level, self.seed = model, engine, reference, level, seed
        self.size = len(votes.systems)
        self.strength = fitted.beta[: self.size].copy()
        if reference is not None:
            self._shift_to_reference(reference)
        spread = stats.norm if clustering.df is None else stats.t(clustering.df)
        self.quantile = float(spread.ppf((1 + level) / 2))
        self.cdf = spread.cdf

    def build(self, bootstrap: int, progress: Callable[[int, int], None] | None) -> Ranking:
        counts = tally(self.votes)
        decided, p_best, pair_se = self._simultaneous()
        se = self._errors()
        low, high = self.strength - self.quantile * se, self.strength + self.quantile * se
        if bootstrap:
            low, high = self._bootstrap(bootstrap, progress)
        rows = [self._row(i, counts, decided, p_best, se, low, high) for i in range(self.size)]
        rows.sort(key=lambda row: (row.component, row.rank, row.system))
        names, n = self.votes.systems, self.fitted.components.max() + 1
        members = [tuple(names[i] for i in np.flatnonzero(self.fitted.components == c)) for c in range(n)]
        return Ranking(
            model=self.model,
            engine=self.engine,
            n_judgments=len(self.votes),
            n_ties=int((self.votes.outcome == TIE).sum()),
            level=self.level,
            seed=self.seed,
            reference=self.reference,
            cluster=self.by.name,
            n_clusters=self.by.sizes,
            df=self.by.df,
            connected=bool(n == 1),
            components=tuple(members),
            systems=tuple(rows),
            pairs=tuple(self._pairs(counts, decided, pair_se)),
            tie=self._tie(),
            position=self._position(),
            warnings=tuple(self._warnings(int(n))),
        )

    def _shift_to_reference(self, reference: str) -> None:
        index = self.votes.systems.index(reference)
        if not self.fitted.bounded[index]:
            raise InputError(f"the reference '{reference}' has no finite strength")
        same = self.fitted.components == self.fitted.components[index]
        self.strength[same] -= self.strength[index]

    def _errors(self) -> Floats:
        """Standard errors of the strengths as reported (NaN where there are none)."""
        errors = np.full(self.size, np.nan)
        if self.covariance is None:
            return errors
        for i in np.flatnonzero(self.fitted.bounded):
            contrast = np.zeros(self.fitted.layout.length)
            peers = self.fitted.bounded & (self.fitted.components == self.fitted.components[i])
            index = None if self.reference is None else self.votes.systems.index(self.reference)
            if index is not None and self.fitted.components[index] == self.fitted.components[i]:
                contrast[index] -= 1
            else:
                contrast[np.flatnonzero(peers)] -= 1 / peers.sum()
            contrast[i] += 1
            errors[i] = np.sqrt(max(0.0, float(self.covariance.variance(contrast[None, :])[0])))
        return errors

    def _simultaneous(self) -> tuple[Floats, Floats, Floats]:
        """Signs of decided pairs (K, K), P(best) (K,), and the pairs' standard errors (K, K)."""
        decided, p_best = np.zeros((self.size, self.size)), np.full(self.size, np.nan)
        pair_se = np.full((self.size, self.size), np.nan)
        for component in np.unique(self.fitted.components):
            members = np.flatnonzero(self.fitted.bounded & (self.fitted.components == component))
            if self.covariance is None or len(members) < 2:
                continue
            draws = draw(self.covariance.matrix[np.ix_(members, members)], self.by.df, self.seed)
            errors = np.sqrt(np.clip(self.covariance.pair_variance(members), 0, None))
            gap = self.strength[members][:, None] - self.strength[members][None, :]
            limit = critical_value(draws, errors, self.level) * errors
            # Without a measurable error nothing is decided.
            decided[np.ix_(members, members)] = np.where((np.abs(gap) > limit) & (errors > 0), np.sign(gap), 0)
            p_best[members] = best_shares(self.strength[members], draws)
            pair_se[np.ix_(members, members)] = errors
        return decided, p_best, pair_se

    def _row(
        self, i: int, counts: Tally, decided: Floats, p_best: Floats, se: Floats, low: Floats, high: Floats
    ) -> SystemRow:
        peers = np.flatnonzero(self.fitted.components == self.fitted.components[i])
        stronger = int((self.strength[peers] > self.strength[i] + _EQUAL).sum())
        bounded = bool(self.fitted.bounded[i])

        def number(value: float) -> float | None:
            return float(value) if bounded and np.isfinite(value) else None

        return SystemRow(
            system=self.votes.systems[i],
            component=int(self.fitted.components[i]),
            rank=1 + stronger,
            rank_low=1 + int((decided[i, peers] < 0).sum()),
            rank_high=len(peers) - int((decided[i, peers] > 0).sum()),
            strength=float(self.strength[i]),
            se=number(se[i]),
            low=number(low[i]),
            high=number(high[i]),
            win_rate=float(counts.win_rate[i]),
            p_best=number(p_best[i]),
            judgments=int(counts.judgments[i]),
            bounded=bounded,
        )

    def _pairs(self, counts: Tally, decided: Floats, pair_se: Floats) -> list[PairRow]:
        rows = []
        for i in range(self.size):
            for j in range(i + 1, self.size):
                error = pair_se[i, j]
                gap = float(self.strength[i] - self.strength[j])
                known = bool(np.isfinite(error))
                rows.append(
                    PairRow(
                        system=self.votes.systems[i],
                        opponent=self.votes.systems[j],
                        wins=int(counts.wins[i, j]),
                        ties=int(counts.ties[i, j]),
                        losses=int(counts.wins[j, i]),
                        difference=gap if known else None,
                        low=gap - self.quantile * float(error) if known else None,
                        high=gap + self.quantile * float(error) if known else None,
                        p_above=float(self.cdf(gap / error)) if known and error > 0 else None,
                        decided=bool(decided[i, j] != 0),
                    )
                )
        return rows

    def _tie(self) -> TieEffect | None:
        layout = self.fitted.layout
        if self.model != "davidson":
            return None
        if not layout.ties:
            return None if (self.votes.outcome == TIE).any() else TieEffect(None, 0.0, None)
        log_nu = float(self.fitted.beta[layout.tie_index])
        return TieEffect(log_nu, float(np.exp(log_nu)), self._parameter_error(layout.tie_index))

    def _position(self) -> PositionEffect | None:
        layout = self.fitted.layout
        if not layout.position:
            return None
        return PositionEffect(float(self.fitted.beta[layout.size]), self._parameter_error(layout.size))

    def _parameter_error(self, index: int) -> float | None:
        if self.covariance is None:
            return None
        contrast = np.zeros((1, self.fitted.layout.length))
        contrast[0, index] = 1
        return float(np.sqrt(max(0.0, self.covariance.variance(contrast)[0])))

    def _warnings(self, components: int) -> list[RankWarning]:
        found = []
        if components > 1:
            text = f"the systems fall into {components} groups that were never compared; ranks hold within each"
            found.append(RankWarning("disconnected", text, {"components": components}))
        lost = [name for name, ok in zip(self.votes.systems, self.fitted.bounded, strict=True) if not ok]
        if lost:
            text = f"no finite strength for {', '.join(lost)}: they won or lost everything that would fix it"
            found.append(RankWarning("unbounded", text, {"systems": tuple(lost)}))
        if not (self.votes.outcome != TIE).any():
            found.append(RankWarning("only_ties", "every judgment is a tie: nothing tells the systems apart"))
        if self.fitted.position_lost:
            text = "the position effect cannot be told apart from the strengths; it was left out"
            found.append(RankWarning("position_not_identified", text))
        if self.by.df is not None and self.by.df < self.size - 1:
            text = f"{self.by.df + 1} clusters are few for {self.size} systems: read the intervals with care"
            found.append(RankWarning("few_clusters", text, {"clusters": self.by.df + 1, "systems": self.size}))
        annotators = None if self.votes.annotator is None else len(np.unique(self.votes.annotator))
        if annotators is not None and annotators < FEW_ANNOTATORS:
            text = f"with {annotators} annotators the ranking speaks of these people only"
            found.append(RankWarning("few_annotators", text, {"annotators": annotators}))
        return found

    def _bootstrap(self, times: int, progress: Callable[[int, int], None] | None) -> tuple[Floats, Floats]:
        """Percentile limits from resampling the clusters (judgments, where there are none), weights multiplied."""
        chance = np.random.default_rng(self.seed)
        codes = [np.unique(getattr(self.votes, name), return_inverse=True)[1] for name in self.by.sizes]
        codes = codes or [np.arange(len(self.votes))]
        fits = np.full((times, self.size), np.nan)
        for turn in range(times):
            weights = np.ones(len(self.votes))
            for code in codes:
                groups = int(code.max()) + 1
                weights *= np.bincount(chance.integers(groups, size=groups), minlength=groups)[code]
            cells = count(self.votes, weights)
            again = _fit(self.votes, cells, self.model, self.engine, self.fitted.layout.position)
            strength = again.beta[: self.size].copy()
            strength[~again.bounded] = np.nan
            if self.reference is not None:
                strength -= strength[self.votes.systems.index(self.reference)]
            fits[turn] = strength
            if progress:
                progress(turn + 1, times)
        tail = (1 - self.level) / 2
        usable = np.isfinite(fits).any(axis=0)
        limits = np.full((2, self.size), np.nan)
        limits[:, usable] = np.nanquantile(fits[:, usable], [tail, 1 - tail], axis=0)
        return limits[0], limits[1]
