"""What judgments that are there already say about a study to come: how much annotators and prompts differ, and ties."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from eval_core.errors import InputError
from eval_core.ranking.blas import one_thread
from eval_core.ranking.diagnostics.replicas import replicas_of
from eval_core.ranking.diagnostics.variance import Component, components
from eval_core.ranking.fit import fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.votes import Table, count, encode, known_clusters


@dataclass(frozen=True)
class Pilot:
    """What a pilot says, as `plan_power` takes it.

    Attributes:
        judgments, annotators, prompts: how many there are.
        annotator, prompt: how much they differ; None where they do not repeat, or are too few to say.
        tie_share: of judgments between equally strong systems, ν/(2 + ν); the mean over all judgments where systems
            that were never compared have a ν each.
    """

    judgments: int
    annotators: int
    prompts: int
    annotator: Component | None
    prompt: Component | None
    tie_share: float


def pilot_of(judgments: Table, level: float = 0.95) -> Pilot:
    """Read a pilot; its components have intervals at `level`.

    Args:
        judgments: as `rank` takes them.

    Raises:
        InputError: 'pilot_too_small' where the judgments measure no difference, or neither annotators nor prompts
            repeat often enough to say how much they differ.
    """
    votes = encode(judgments)
    if not len(votes):
        raise InputError("pilot_too_small")
    with one_thread():
        options = Options("davidson", "newton", False, None, level, 0, 0)
        fitted = fit_model(len(votes.systems), count(votes), options)
        replicas = replicas_of(votes, fitted, 0)
        if replicas is None:
            raise InputError("pilot_too_small")
        found = components(replicas, level)
    annotator, prompt = (
        part if part is not None and part.high is not None else None for part in (found.annotator, found.prompt)
    )
    if annotator is None and prompt is None:
        raise InputError("pilot_too_small")
    cells = fitted.cells
    nu = np.exp(fitted.layout.log_nu(cells, fitted.beta))  # each component's own
    return Pilot(
        judgments=len(votes),
        annotators=0 if votes.annotator is None else known_clusters(votes.annotator),
        prompts=0 if votes.prompt is None else known_clusters(votes.prompt),
        annotator=annotator,
        prompt=prompt,
        tie_share=float(np.average(nu / (2 + nu), weights=cells.counts.sum(axis=1))),
    )
