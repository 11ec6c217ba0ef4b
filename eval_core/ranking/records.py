"""From a fit to the records of `results`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from eval_core.errors import InputError
from eval_core.ranking.cautions import too_few, warnings_of
from eval_core.ranking.chances import chances_at
from eval_core.ranking.fit import Fit
from eval_core.ranking.options import Options
from eval_core.ranking.results import LengthEffect, PairRow, PositionEffect, Ranking, SystemRow, TieEffect
from eval_core.ranking.tables import tally
from eval_core.ranking.uncertainty.adjusted import adjusted_p
from eval_core.ranking.uncertainty.covariance import Clustering, Variances
from eval_core.ranking.uncertainty.decisions import decide
from eval_core.ranking.uncertainty.ranges import best_shares, spread_of
from eval_core.ranking.uncertainty.strength_draws import component_draws
from eval_core.ranking.uncertainty.total_victory import Victories, one_sided_limit
from eval_core.ranking.votes import TIE, Cells, Floats, Votes
from eval_core.ranking.win_rates import win_rate_limits

_EQUAL = 1e-9
# A smaller standard error is rounding: the judgments fit without a residual and so give no error.
_SMALLEST_ERROR = 1e-6


@dataclass(frozen=True)
class _Tested:
    """What the tests of all pairs say, (K, K) each but `p_best` (K,); NaN where there is nothing to say.

    Attributes:
        decided, alone: signs of the decisions: for all systems at once, and for the row's system alone.
        errors: standard errors of the differences.
        p, p_alone: adjusted for all pairs, and of the pair alone.
        above: how probable it is that the row's system is the stronger.
    """

    decided: Floats
    alone: Floats
    errors: Floats
    p: Floats
    p_alone: Floats
    above: Floats
    p_best: Floats


class Report:
    """The ranking of one component under construction: strengths as reported, then errors, ranges and rows.

    `cells` say how many judgments there are: a row of `votes` may count for several.

    Raises:
        InputError: where the reference is not bounded.
    """

    def __init__(
        self,
        votes: Votes,
        cells: Cells,
        fitted: Fit,
        covariance: Variances | None,
        by: Clustering,
        options: Options,
        victories: Victories,
    ) -> None:
        self.victories = victories
        self.votes, self.fitted, self.covariance, self.by, self.options = votes, fitted, covariance, by, options
        self.cells, self.size = cells, len(votes.systems)
        self.counts = tally(self.size, cells)
        self.strength = fitted.strength.copy()
        self.shift = 0.0
        self.anchor = None if options.reference is None else votes.systems.index(options.reference)
        if self.anchor is not None:
            if not fitted.bounded[self.anchor]:
                raise InputError("reference_not_finite", system=votes.systems[self.anchor])
            self.shift = float(self.strength[self.anchor])
            self.strength -= self.shift
        # As scipy.stats computes them; to load that takes longer than the whole ranking.
        middle = np.array([(1 + options.level) / 2, options.level])
        self.quantile, self.one_sided = (
            special.ndtri(middle) if by.df is None else special.stdtrit(by.df, middle)
        ).tolist()

    def build(self, limits: tuple[Floats, Floats] | None) -> Ranking:
        """The ranking; `limits` (K,), (K,) replace the intervals of the strengths as fitted."""
        tested, rates, se = self._simultaneous(), self._rate_limits(), self._errors()
        low, high = self.strength - self.quantile * se, self.strength + self.quantile * se
        if limits is not None:
            low, high = limits[0] - self.shift, limits[1] - self.shift
            if self.anchor is not None:
                low[self.anchor] = high[self.anchor] = 0.0
        self._one_sided(low, high)
        rows = [self._row(i, tested, se, low, high, rates) for i in range(self.size)]
        rows.sort(key=lambda row: (row.rank, row.system))
        options = self.options
        return Ranking(
            model=options.model,
            engine=options.engine,
            n_judgments=int(self.cells.counts.sum()),
            n_ties=int(self.cells.counts[:, TIE].sum()),
            level=options.level,
            seed=options.seed,
            reference=options.reference,
            cluster=self.by.name,
            n_clusters=self.by.sizes,
            df=self.by.df,
            connected=True,
            components=(self.votes.systems,),
            systems=tuple(rows),
            pairs=tuple(self._pair(i, j, tested) for i in range(self.size) for j in range(i + 1, self.size)),
            tie=self._tie(),
            position=self._position(),
            length=self._length(),
            corrected=self.by.corrected,
            warnings=(
                *too_few(self.counts.judgments, tested.decided),
                *warnings_of(self.votes, self.fitted, self.by, options),
            ),
        )

    def _errors(self) -> Floats:
        """Standard errors of the strengths as reported, (K,); NaN where there are none, 0 for the reference."""
        errors = np.full(self.size, np.nan)
        fitted = self.fitted
        if self.covariance is not None:
            peers = np.flatnonzero(fitted.measured)
            zero = peers[peers == self.anchor] if self.anchor in peers else peers
            for i in peers:
                contrast = np.zeros((1, fitted.layout.length))
                contrast[0, zero] -= 1 / len(zero)
                contrast[0, i] += 1
                errors[i] = _error(self.covariance.variance(contrast))[0]
        if self.anchor is not None:
            errors[self.anchor] = 0.0
        return errors

    def _simultaneous(self) -> _Tested:
        """All pairs, tested together."""
        fitted, options, level, df = self.fitted, self.options, self.options.level, self.by.df
        drawn = component_draws(fitted, self.covariance, df, self.victories, options.seed)
        inside = np.flatnonzero(drawn.known)
        p, errors, p_best = *np.full((2, self.size, self.size), np.nan), np.full(self.size, np.nan)
        if self.covariance is not None and len(inside):
            errors[np.ix_(inside, inside)] = _error(self.covariance.pair_variance(inside))
        gap = self.strength[:, None] - self.strength[None, :]
        found = decide(gap, errors, drawn, level, df, fitted.classes, self.victories)
        across = ~np.isnan(found.victory_p)
        with np.errstate(invalid="ignore"):  # 0/0 of a system with itself
            t = gap / errors
        p_alone, above = np.where(across, found.victory_p, self._two_sided(t)), self._below(t)
        if options.details:
            signs, sign_p, spread = found.signs, found.victory_p, spread_of(drawn.covariance, errors)
            p = adjusted_p(gap, errors, drawn.around, spread, p_alone, sign_p, signs, level)
        if drawn.strengths is not None:
            p_best = best_shares(np.zeros(self.size), drawn.strengths)
            for i in np.flatnonzero(across.any(axis=1)):
                share = (drawn.strengths[:, [i]] > drawn.strengths).mean(axis=0)
                above[i] = np.where(across[i], share, above[i])
        return _Tested(found.signs, found.alone, errors, p, p_alone, above, p_best)

    def _below(self, t: Floats) -> Floats:
        """P(T ≤ t) of a normal, or of Student's t."""
        return np.asarray(special.ndtr(t) if self.by.df is None else special.stdtr(self.by.df, t))

    def _two_sided(self, t: Floats) -> Floats:
        return 2 * self._below(-np.abs(t))

    def _one_sided(self, low: Floats, high: Floats) -> None:
        """Where a system that won (or lost) everything must be above (or below), into `low` (or `high`), (K,)."""
        fitted, tie = self.fitted, self.fitted.layout
        log_nu = float(fitted.beta[tie.tie_index]) if tie.ties else -np.inf
        for i in np.flatnonzero(~fitted.bounded).tolist():
            won = self.victories.beaten(i, fitted.bounded, self.strength)
            lost = self.victories.beaten_by(i, fitted.bounded, self.strength)
            above = one_sided_limit(self.strength[won], log_nu, 1 - self.options.level)
            below = one_sided_limit(-self.strength[lost], log_nu, 1 - self.options.level)
            low[i], high[i] = np.nan if above is None else above, np.nan if below is None else -below

    def _rate_limits(self) -> Floats:
        """Limits of the win rates, (2, K)."""
        if not self.options.details:
            return np.full((2, self.size), np.nan)
        level = self.options.level
        return np.array(win_rate_limits(self.votes, self.counts, self.by, self.victories, level, self.quantile))

    def _row(self, i: int, tested: _Tested, se: Floats, low: Floats, high: Floats, rates: Floats) -> SystemRow:
        stronger = int((self.strength > self.strength[i] + _EQUAL).sum())
        return SystemRow(
            system=self.votes.systems[i],
            component=0,
            rank=1 + stronger,
            rank_low=1 + int((tested.decided[i] < 0).sum()),
            rank_high=self.size - int((tested.decided[i] > 0).sum()),
            strength=float(self.strength[i]),
            se=_number(se[i]),
            low=_number(low[i]),
            high=_number(high[i]),
            win_rate=float(self.counts.win_rate[i]),
            p_best=_number(tested.p_best[i]),
            judgments=int(self.counts.judgments[i]),
            bounded=bool(self.fitted.bounded[i]),
            rank_low_alone=1 + int((tested.alone[i] < 0).sum()),
            rank_high_alone=self.size - int((tested.alone[i] > 0).sum()),
            win_rate_low=_number(rates[0, i]),
            win_rate_high=_number(rates[1, i]),
        )

    def _pair(self, i: int, j: int, tested: _Tested) -> PairRow:
        error, gap = float(tested.errors[i, j]), float(self.strength[i] - self.strength[j])
        has_error = bool(np.isfinite(error))
        chances = chances_at(gap, self.fitted.nu) if has_error else None
        return PairRow(
            system=self.votes.systems[i],
            opponent=self.votes.systems[j],
            wins=int(self.counts.wins[i, j]),
            ties=int(self.counts.ties[i, j]),
            losses=int(self.counts.wins[j, i]),
            difference=gap if has_error else None,
            se=_number(error),
            low=gap - self.quantile * error if has_error else None,
            high=gap + self.quantile * error if has_error else None,
            p_above=_number(tested.above[i, j]),
            p=_number(tested.p[i, j]),
            decided=bool(tested.decided[i, j] != 0),
            p_alone=_number(tested.p_alone[i, j]),
            win_chance=chances.win if chances else None,
            tie_chance=chances.tie if chances and self.options.model == "davidson" else None,
            loss_chance=chances.loss if chances else None,
            equal_within=abs(gap) + self.one_sided * error if has_error else None,
        )

    def _tie(self) -> TieEffect | None:
        """None without such a parameter, and where ties and strengths run away together."""
        layout = self.fitted.layout
        if self.options.model != "davidson":
            return None
        if not layout.ties:
            return None if self.cells.counts[:, TIE].any() else TieEffect(None, 0.0, None)
        log_nu = float(self.fitted.beta[layout.tie_index])
        return TieEffect(log_nu, float(np.exp(log_nu)), self._parameter_error(layout.tie_index))

    def _position(self) -> PositionEffect | None:
        layout = self.fitted.layout
        if not layout.position:
            return None
        return PositionEffect(float(self.fitted.beta[layout.size]), self._parameter_error(layout.size))

    def _length(self) -> LengthEffect | None:
        layout, length = self.fitted.layout, self.votes.length
        if not layout.covariate or length is None:
            return None
        effect = float(self.fitted.beta[layout.covariate_index])
        judgments = int(np.isfinite(length).sum())
        return LengthEffect(effect, self._parameter_error(layout.covariate_index), self.votes.length_sd, judgments)

    def _parameter_error(self, index: int) -> float | None:
        if self.covariance is None:
            return None
        contrast = np.zeros((1, self.fitted.layout.length))
        contrast[0, index] = 1
        return _number(_error(self.covariance.variance(contrast))[0])


def _error(variance: Floats) -> Floats:
    """Standard errors; NaN where it is no more than rounding."""
    errors = np.sqrt(np.clip(variance, 0, None))
    return np.where(errors > _SMALLEST_ERROR, errors, np.nan)


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
