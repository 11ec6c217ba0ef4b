"""The cautions that belong to a ranking's numbers."""

from __future__ import annotations

import numpy as np

from eval_core.ranking.covariance import Clustering
from eval_core.ranking.fit import Fit
from eval_core.ranking.options import Options
from eval_core.ranking.results import RankWarning
from eval_core.ranking.votes import TIE, Floats, Votes, known_clusters

FEW_ANNOTATORS = 5


def warnings_of(votes: Votes, fitted: Fit, by: Clustering, options: Options) -> list[RankWarning]:
    """Every caution, in the order of its weight."""
    found: list[RankWarning] = []
    size, components = len(votes.systems), int(fitted.components.max()) + 1
    if components > 1:
        text = f"the systems fall into {components} groups that were never compared; ranks hold within each"
        found.append(RankWarning("disconnected", text, {"components": components}))
    lost = [name for name, ok in zip(votes.systems, fitted.bounded, strict=True) if not ok]
    if lost:
        text = f"no finite strength for {', '.join(lost)}: only wins, or only losses, against the others"
        found.append(RankWarning("unbounded", text, {"systems": tuple(lost)}))
    if (votes.outcome == TIE).all():
        found.append(RankWarning("only_ties", "every judgment is a tie: nothing tells the systems apart"))
    if options.position_effect and not fitted.layout.position:
        text = "the position effect cannot be told apart from the strengths; it was left out"
        found.append(RankWarning("position_not_identified", text))
    if votes.length is not None:
        found += _about_length(votes.length, fitted)
    if by.df is not None and by.df < size - 1:
        text = f"{by.df + 1} clusters are few for {size} systems: read the intervals with care"
        found.append(RankWarning("few_clusters", text, {"clusters": by.df + 1, "systems": size}))
    annotators = None if votes.annotator is None else known_clusters(votes.annotator)
    if annotators is not None and annotators < FEW_ANNOTATORS:
        text = f"with {annotators} annotators the ranking speaks of these people only"
        found.append(RankWarning("few_annotators", text, {"annotators": annotators}))
    return found


def _about_length(length: Floats, fitted: Fit) -> list[RankWarning]:
    found, unknown = [], int(np.isnan(length).sum())
    if not fitted.layout.covariate:
        text = "the effect of length cannot be told apart from the strengths; it was left out"
        found.append(RankWarning("length_not_identified", text))
    if unknown:
        text = f"of {unknown} of the {len(length)} judgments the lengths are not known: they count as equal"
        found.append(RankWarning("length_unknown", text, {"judgments": unknown}))
    return found
