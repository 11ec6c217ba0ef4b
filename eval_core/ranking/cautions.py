"""The cautions that belong to a ranking's numbers."""

from __future__ import annotations

import numpy as np

from eval_core.ranking.fit import Fit
from eval_core.ranking.options import Options
from eval_core.ranking.results import RankWarning
from eval_core.ranking.uncertainty.covariance import Clustering
from eval_core.ranking.votes import FIRST, SECOND, TIE, Floats, Votes, known_clusters

FEW_ANNOTATORS = 5
# Five wins of ten leave a share open between 24 and 76 % (Wilson 1927), so fewer say next to nothing of a system.
FEW_JUDGMENTS = 10


def too_few(judgments: Floats, decided: Floats) -> list[RankWarning]:
    """The caution of a slice too small to say anything: nothing is decided, and few judgments for most systems.

    Args:
        judgments: of each system, (K,).
        decided: signs of the decided pairs, (K, K).
    """
    if decided.any() or np.median(judgments) >= FEW_JUDGMENTS:
        return []
    number, systems = int(judgments.sum()) // 2, len(judgments)
    text = f"too few judgments to say anything: {number} for {systems} systems"
    return [RankWarning("few_judgments", text, {"judgments": number, "systems": systems})]


def warnings_of(votes: Votes, fitted: Fit, by: Clustering, options: Options) -> list[RankWarning]:
    """Every caution, the most important first."""
    warnings: list[RankWarning] = []
    size, components = len(votes.systems), int(fitted.components.max()) + 1
    if components > 1:
        text = f"the systems fall into {components} groups that were never compared; ranks hold within each"
        warnings.append(RankWarning("disconnected", text, {"components": components}))
    warnings += _unbounded(votes, fitted)
    if (votes.outcome == TIE).all():
        warnings.append(RankWarning("only_ties", "every judgment is a tie: nothing separates the systems"))
    if options.position_effect and not fitted.layout.position:
        text = "the position effect cannot be separated from the strengths; it was left out"
        warnings.append(RankWarning("position_not_identified", text))
    if votes.length is not None:
        warnings += _about_length(votes.length, fitted)
    clusters = min(by.sizes.values(), default=size)
    if clusters < size:
        text = f"{clusters} clusters are few for {size} systems: read the intervals with care"
        warnings.append(RankWarning("few_clusters", text, {"clusters": clusters, "systems": size}))
    annotators = None if votes.annotator is None else known_clusters(votes.annotator)
    if annotators is not None and annotators < FEW_ANNOTATORS:
        who = (
            "one annotator the ranking is about this person"
            if annotators == 1
            else f"{annotators} annotators the ranking is about these people"
        )
        text = f"with {who} only"
        warnings.append(RankWarning("few_annotators", text, {"annotators": annotators}))
    return warnings


def _unbounded(votes: Votes, fitted: Fit) -> list[RankWarning]:
    """Who has no finite strength: those with only wins, or losses, and those with more, as between two."""
    results = np.zeros((len(votes.systems), 3), dtype=bool)  # who has wins, losses, ties
    results[votes.first, votes.outcome] = True
    results[votes.second, np.array([SECOND, FIRST, TIE])[votes.outcome]] = True
    one_sided = (results.sum(axis=1) == 1) & ~results[:, TIE]
    warnings = []
    for those, why in (
        (one_sided, "only wins, or only losses"),
        (~one_sided, "the judgments give it no upper limit, or no lower one"),
    ):
        names = tuple(votes.systems[i] for i in np.flatnonzero(~fitted.bounded & those))
        if names:
            text = f"no finite strength for {', '.join(names)}: {why}"
            warnings.append(RankWarning("unbounded", text, {"systems": names, "one_sided": those is one_sided}))
    return warnings


def _about_length(length: Floats, fitted: Fit) -> list[RankWarning]:
    warnings, unknown = [], int(np.isnan(length).sum())
    if not fitted.layout.covariate:
        text = "the effect of length cannot be separated from the strengths; it was left out"
        warnings.append(RankWarning("length_not_identified", text))
    if unknown:
        text = f"of {unknown} of the {len(length)} judgments the lengths are not known: they count as equal"
        warnings.append(RankWarning("length_unknown", text, {"judgments": unknown}))
    return warnings
