"""The fit without each annotator in turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pandas as pd

from eval_core.ranking.fit import Fit, fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.votes import Cells, Ints, Votes, count


def fits_without(votes: Votes, options: Options) -> Iterator[tuple[int, Ints, Fit | None]]:
    """Each known annotator's code, the places of their judgments in `votes`, and the fit to all other judgments.

    The fit is None where nobody else judged. The judgments are counted once and each fit subtracts one annotator's
    counts, so that many annotators cost little more than their fits.
    """
    if votes.annotator is None:
        return
    cells, index = _counted(votes)
    by_annotator = np.argsort(votes.annotator, kind="stable")
    codes, starts = np.unique(votes.annotator[by_annotator], return_index=True)
    for code, mine in zip(codes, np.split(by_annotator, starts[1:]), strict=True):
        if code < 0:
            continue  # its annotator is unknown
        theirs = np.bincount(index[mine] * 3 + votes.outcome[mine], minlength=cells.counts.size)
        rest = replace(cells, counts=cells.counts - theirs.reshape(-1, 3))
        rest = rest.only(np.flatnonzero(rest.counts.any(axis=1)))
        yield int(code), mine, fit_model(len(votes.systems), rest, options) if len(rest.first) else None


def _counted(votes: Votes) -> tuple[Cells, Ints]:
    """The counts, and in which cell each judgment is, (n,)."""
    columns = [votes.first, votes.second, votes.order_known]
    if votes.length is not None:
        columns.append(np.nan_to_num(votes.length))
    groups = pd.DataFrame(dict(enumerate(columns))).groupby(list(range(len(columns))), sort=True).ngroup()
    # `count` numbers its cells in the same order.
    return count(votes), np.asarray(groups, dtype=np.int64)
