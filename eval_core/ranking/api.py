"""From judgments to a ranking, in one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from eval_core.errors import InputError
from eval_core.ranking.blas import one_thread
from eval_core.ranking.existence import components_of, members_of
from eval_core.ranking.fit import fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.records import Report
from eval_core.ranking.results import Ranking
from eval_core.ranking.together import together
from eval_core.ranking.uncertainty.bootstrap import percentile_limits
from eval_core.ranking.uncertainty.covariance import choose_clustering, covariance_of, independent_covariance
from eval_core.ranking.uncertainty.total_victory import victories_of
from eval_core.ranking.votes import Cells, Floats, Table, Votes, count, encode, encode_counts


def rank(
    judgments: Table,
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
    details: bool = True,
    length_covariate: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Ranking:
    """Rank systems by judgments, one a row; strengths are natural logs.

    Args:
        judgments: a pandas frame, an Arrow table or a mapping from names to arrays, all of one length n: first and
            second (systems; first was shown first), outcome ('first', 'second' or 'tie'), and optionally annotator,
            prompt (missing where unknown) and order_known (whether first was really shown first).
        model: 'davidson' (ties have a parameter) or 'bradley-terry' (a tie is half a win for each).
        engine: 'newton', or 'choix' for bradley-terry without a position effect.
        cluster: 'auto', 'none', 'annotator', 'prompt' or 'both'.
        reference: measure strengths from this system instead of the mean.
        systems: keep only judgments between these.
        level: of intervals and rank ranges, between 0 and 1.
        seed: of the draws behind P(best), the rank ranges and the bootstrap.
        bootstrap: replace the intervals by percentiles of this many cluster-bootstrap fits.
        details: whether win rates get intervals and pairs the p adjusted for all (None without). They take as long as
            the ranking itself where there are a million judgments or a hundred systems.
        length_covariate: control for length by a coefficient of the standardised log ratio of the two lengths
            (columns length_first and length_second, in characters, missing where unknown).
        progress: called with (done, total) after each bootstrap fit.

    Raises:
        InputError: for options or data that do not fit together.
    """
    return rank_votes(
        encode(judgments, systems, length_covariate=length_covariate),
        model=model,
        engine=engine,
        position_effect=position_effect,
        cluster=cluster,
        reference=reference,
        level=level,
        seed=seed,
        bootstrap=bootstrap,
        details=details,
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
    details: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Ranking:
    """`rank` on coded judgments; with a length covariate if they carry one."""
    options = Options(model, engine, position_effect, reference, level, seed, bootstrap, details)
    return _ranked(votes, None, options, cluster, progress)


def rank_counts(
    counts: Table,
    *,
    model: str = "davidson",
    engine: str = "newton",
    position_effect: bool = False,
    cluster: str = "none",
    reference: str | None = None,
    systems: Sequence[str] | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> Ranking:
    """`rank` on judgments that are counted already, as by `SELECT ..., count(*) AS n ... GROUP BY ...`.

    Counts do not say who judged what, so the intervals take each judgment as independent (HC0): they are too
    narrow where annotators or prompts repeat.

    Args:
        counts: as the judgments of `rank`, with a column n next to first, second, outcome and optionally order_known:
            how many such judgments there are, a whole number.

    Raises:
        InputError: as `rank`; for any cluster but 'none', a column annotator or prompt, and an n that is not a count.
    """
    options = Options(model, engine, position_effect, reference, level, seed, 0, details=True)
    if cluster != "none":
        raise InputError("counts_without_clusters", cluster=cluster)
    votes, times = encode_counts(counts, systems)
    return _ranked(votes, times, options, cluster, None)


_Progress = Callable[[int, int], None]


def _ranked(votes: Votes, times: Floats | None, options: Options, cluster: str, progress: _Progress | None) -> Ranking:
    """Each component by itself, and the rankings of all as one."""
    options.check(votes)
    with one_thread():
        cells = count(votes, times)
        components = components_of(len(votes.systems), cells)
        if not components.any():
            return _rank_connected(votes, cells, times, options, cluster, progress)
        choose_clustering(votes, cluster)
        parts, members = [], members_of(components)
        for number, mine in enumerate(members):
            own = votes.among(mine)
            counted = None if times is None else times[components[votes.first] == number]
            named = replace(options, reference=options.reference if options.reference in own.systems else None)
            told = _from(progress, number * options.bootstrap, len(members) * options.bootstrap)
            try:
                parts.append(_rank_connected(own, count(own, counted), counted, named, cluster, told))
            except InputError as error:
                if error.code not in ("single_cluster", "cluster_unknown"):
                    raise
                name = str(error.facts["name"])
                raise InputError("cluster_of_group", name=name, systems=", ".join(own.systems)) from error
        return together(votes, options, parts)


def _rank_connected(
    votes: Votes, cells: Cells, times: Floats | None, options: Options, cluster: str, progress: _Progress | None
) -> Ranking:
    fitted = fit_model(len(votes.systems), cells, options)
    by, covariance = covariance_of(votes, fitted, cluster) if times is None else independent_covariance(fitted)
    limits = percentile_limits(votes, fitted, by, options, progress) if options.bootstrap else None
    victories = victories_of(votes, fitted.classes, cluster, times)
    return Report(votes, cells, fitted, covariance, by, options, victories).build(limits)


def _from(progress: _Progress | None, done: int, total: int) -> _Progress | None:
    """Tells what is done of all components."""
    return None if progress is None else lambda turn, _own: progress(done + turn, total)
