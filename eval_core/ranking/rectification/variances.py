"""The covariance of rectified strengths, by annotator and by prompt.

An annotator's part is what their judgments add; a prompt's part is that and what the judge's items on it add. So more
items by the judge shrink what prompts differ by, and never what annotators differ by.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from eval_core.errors import InputError
from eval_core.ranking.likelihood import information, local
from eval_core.ranking.rectification.estimate import Rectified
from eval_core.ranking.rectification.items import Matched
from eval_core.ranking.uncertainty.covariance import CORRECTED, Clustering, Covariance, Variances
from eval_core.ranking.uncertainty.half_pooled import Clusters, HalfPooled
from eval_core.ranking.votes import Cells, Floats, Ints, known_clusters


def rectified_covariance(matched: Matched, found: Rectified) -> tuple[Clustering, Variances]:
    """As `covariance_of` with 'auto': two-way, corrected for few annotators; by prompt alone where annotators do not
    repeat.

    Raises:
        InputError: 'single_cluster' where people judged one prompt only.
    """
    votes = matched.votes
    mine = matched.prompt[matched.item]
    prompts = len(np.unique(mine))
    if prompts < 2:
        raise InputError("single_cluster", name="prompt")
    plain = _around(found, found.people.squares() + found.items.squares())
    by_prompt = _by_prompt(matched, found, mine) * (prompts / (prompts - 1))
    annotators = 0 if votes.annotator is None else known_clusters(votes.annotator)
    if votes.annotator is None or not 2 <= annotators < len(votes):
        return Clustering("prompt", {"prompt": prompts}, prompts - 1), Covariance(by_prompt, (by_prompt, plain))
    codes = pd.factorize(votes.annotator)[0].astype(np.int64)
    together = pd.factorize(codes * (int(matched.prompt.max()) + 1) + mine)[0].astype(np.int64)
    cells = _meat(found, together)
    sizes = {"annotator": annotators, "prompt": prompts}
    if annotators <= CORRECTED:
        corrected = HalfPooled(
            Clusters(
                bread=found.bread,
                information=_information_by(matched, found, codes),
                scores=np.asarray(found.people.added(codes, int(codes.max()) + 1).toarray()),
                cells=cells,
                prompts=by_prompt,
                plain=plain,
                prompt_count=prompts,
                systems=found.fitted.layout.size,
            ),
            np.arange(found.fitted.layout.size),
        )
        return Clustering("both", sizes, corrected.df, corrected=True), corrected
    by_annotator = _meat(found, codes) * (annotators / (annotators - 1))
    values, vectors = np.linalg.eigh(by_annotator + by_prompt - cells)
    both = np.asarray((vectors * np.clip(values, 0, None)) @ vectors.T)
    floors = (both, by_annotator, by_prompt, plain)
    return Clustering("both", sizes, min(annotators, prompts) - 1), Covariance(both, floors)


def _around(found: Rectified, middle: Floats) -> Floats:
    return np.asarray(found.bread @ middle @ found.bread)


def _meat(found: Rectified, codes: Ints) -> Floats:
    """The sandwich of people's judgments by clusters (n,), (p, p)."""
    return _around(found, found.people.summed(codes))


def _by_prompt(matched: Matched, found: Rectified, mine: Ints) -> Floats:
    number = int(matched.prompt.max()) + 1
    sums = (found.people.added(mine, number) + found.items.added(matched.prompt, number)).toarray()
    return _around(found, np.asarray(sums.T @ sums))


def _information_by(matched: Matched, found: Rectified, codes: Ints) -> Floats:
    """The information of each annotator, (G, p, p)."""
    layout, pairs = found.fitted.layout, matched.pairs
    at, number = local(layout, pairs, found.fitted.beta), int(codes.max()) + 1
    judged = np.bincount(codes * len(pairs.first) + matched.pair, matched.weight, number * len(pairs.first))
    each = np.zeros((number, len(pairs.first), 3))
    each[:, :, 0] = judged.reshape(number, -1)
    return np.stack([information(layout, Cells(pairs.first, pairs.second, pairs.known, n), at) for n in each])
