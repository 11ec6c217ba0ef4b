"""The cautions that belong to a ranking's numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eval_core.ranking.fit import Fit
from eval_core.ranking.options import Options
from eval_core.ranking.results import Ranking, RankWarning
from eval_core.ranking.uncertainty.covariance import Clustering
from eval_core.ranking.votes import TIE, Floats, Votes, known_clusters

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
    """Every caution of the ranking of one component, the most important first."""
    size = len(votes.systems)
    warnings = _unbounded([name for name, ok in zip(votes.systems, fitted.bounded, strict=True) if not ok])
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
    return warnings + _few_annotators(votes)


def warnings_together(votes: Votes, parts: Sequence[Ranking]) -> list[RankWarning]:
    """The cautions of the rankings of several components: what holds of all once, the others with their group."""
    text = f"the systems fall into {len(parts)} groups that were never compared; ranks hold within each"
    rows = [row for part in parts for row in part.systems]
    decided = np.array([pair.decided for part in parts for pair in part.pairs])
    said = too_few(np.array([row.judgments for row in rows], dtype=np.float64), decided)
    said.append(RankWarning("disconnected", text, {"components": len(parts)}))
    said += _unbounded(sorted(row.system for row in rows if not row.bounded))
    said += [w for w in parts[0].warnings if not w.details and all(w in part.warnings for part in parts)]
    said += _few_annotators(votes)
    codes = {warning.code for warning in said}
    return said + [
        RankWarning("in_group", f"group {number}: {warning.message}", {"group": number, "warning": warning})
        for number, part in enumerate(parts, 1)
        for warning in part.warnings
        if warning.code not in codes
    ]


def _unbounded(lost: list[str]) -> list[RankWarning]:
    text = f"no finite strength for {', '.join(lost)}: only wins, or only losses, against the others"
    return [RankWarning("unbounded", text, {"systems": tuple(lost)})] if lost else []


def _few_annotators(votes: Votes) -> list[RankWarning]:
    annotators = None if votes.annotator is None else known_clusters(votes.annotator)
    if annotators is None or annotators >= FEW_ANNOTATORS:
        return []
    who = (
        "one annotator the ranking is about this person"
        if annotators == 1
        else f"{annotators} annotators the ranking is about these people"
    )
    return [RankWarning("few_annotators", f"with {who} only", {"annotators": annotators})]


def _about_length(length: Floats, fitted: Fit) -> list[RankWarning]:
    warnings, unknown = [], int(np.isnan(length).sum())
    if not fitted.layout.covariate:
        text = "the effect of length cannot be separated from the strengths; it was left out"
        warnings.append(RankWarning("length_not_identified", text))
    if unknown:
        text = f"of {unknown} of the {len(length)} judgments the lengths are not known: they count as equal"
        warnings.append(RankWarning("length_unknown", text, {"judgments": unknown}))
    return warnings
