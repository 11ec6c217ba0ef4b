"""The fit without each annotator in turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd

from eval_core.ranking.existence import is_identified
from eval_core.ranking.fit import Fit, fit_model
from eval_core.ranking.newton import fit
from eval_core.ranking.options import Options
from eval_core.ranking.votes import FIRST, SECOND, TIE, Bools, Cells, Ints, Votes, count


def fits_without(votes: Votes, options: Options) -> Iterator[tuple[int, Ints, Fit | None]]:
    """Each known annotator's code, the places of their judgments in `votes`, and the fit to all other judgments.

    The fit is None where no one else judged. The judgments are counted once and each fit subtracts one annotator's
    counts. Where all systems stay in one class it begins at the maximum of all judgments, which is near.
    """
    if votes.annotator is None:
        return
    size = len(votes.systems)
    cells, index = _counted(votes)
    whole = fit_model(size, cells, options)
    by_annotator = np.argsort(votes.annotator, kind="stable")
    codes, starts = np.unique(votes.annotator[by_annotator], return_index=True)
    for code, mine in zip(codes, np.split(by_annotator, starts[1:]), strict=True):
        if code < 0:
            continue  # its annotator is unknown
        theirs = np.bincount(index[mine] * 3 + votes.outcome[mine], minlength=cells.counts.size)
        rest = replace(cells, counts=cells.counts - theirs.reshape(-1, 3))
        rest = rest.only(np.flatnonzero(rest.counts.any(axis=1)))
        yield int(code), mine, _fitted(size, rest, whole, options) if len(rest.first) else None


def _fitted(size: int, rest: Cells, whole: Fit, options: Options) -> Fit:
    """The fit to `rest`, a part of the judgments behind `whole`."""
    if not _alike(size, rest, whole):
        return fit_model(size, rest, options)
    beta = fit(whole.layout, rest, whole.classes, start=whole.beta)
    return replace(whole, cells=rest, beta=beta, strength=beta[:size])


def _alike(size: int, rest: Cells, whole: Fit) -> bool:
    """Whether a maximum exists for `rest` too, with the same parameters; False where that is not plain (`existence`).

    It is plain where wins and ties lead from each system to every other, two systems beat each other, ties have not
    vanished, and each effect is still identified.
    """
    if whole.classes.any() or not whole.measured.all():
        return False
    wins = np.zeros((size, size), dtype=bool)
    for winner, loser, outcome in ((rest.first, rest.second, FIRST), (rest.second, rest.first, SECOND)):
        won = rest.counts[:, outcome] > 0
        wins[winner[won], loser[won]] = True
    tied, leads = rest.counts[:, TIE] > 0, wins.copy()
    leads[rest.first[tied], rest.second[tied]] = leads[rest.second[tied], rest.first[tied]] = True
    if not (_reaches_all(leads) and _reaches_all(leads.T) and (wins & wins.T).any()):
        return False
    if whole.layout.ties and not tied.any():
        return False
    effects = [effect for effect, _ in whole.layout.effects(rest)]
    return all(is_identified(whole.layout, rest, whole.components, effect) for effect in effects)


def _reaches_all(leads: Bools) -> bool:
    """Whether every system can be reached from the first, by what leads from one to another, (K, K)."""
    reached = np.zeros(len(leads), dtype=bool)
    reached[0] = True
    while True:
        further = reached | leads[reached].any(axis=0)
        if (further == reached).all():
            return bool(reached.all())
        reached = further


def _counted(votes: Votes) -> tuple[Cells, Ints]:
    """The counts, and in which cell each judgment is, (n,)."""
    columns = [votes.first, votes.second, votes.order_known]
    if votes.length is not None:
        columns.append(np.nan_to_num(votes.length))
    groups = pd.DataFrame(dict(enumerate(columns))).groupby(list(range(len(columns))), sort=True).ngroup()
    # `count` numbers its cells in the same order.
    return count(votes), np.asarray(groups, dtype=np.int64)
