"""From counts to a fit: the finite estimates, and places for systems without one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from eval_core.ranking.existence import classes_of, components_of, is_identified, members_of, numbered
from eval_core.ranking.likelihood import Layout
from eval_core.ranking.newton import centre, fit, fit_choix
from eval_core.ranking.options import Options
from eval_core.ranking.votes import TIE, Bools, Cells, Floats, Ints

# Precision of the Gaussian prior (mean 0, sd 4.5) that places systems without a finite estimate: weak enough
# to keep them outside the others.
_PLACEMENT_PRECISION = 0.05


@dataclass(frozen=True)
class Fit:
    """A fitted model.

    Attributes:
        layout: which parameters were estimated.
        cells: the counts they are estimated from, of judgments inside classes only.
        beta: the maximum of the likelihood of `cells`, (p,).
        strength: what to report, (K,): mean zero over the bounded systems of each component, placed elsewhere.
        components, classes: labels, (K,); see `existence`.
        bounded: whether the system is in the largest class of its component, (K,).
        measured: bounded, and judgments with a winner inside the class say how far apart its systems are, (K,).
    """

    layout: Layout
    cells: Cells
    beta: Floats
    strength: Floats
    components: Ints
    classes: Ints
    bounded: Bools
    measured: Bools

    @property
    def nu(self) -> float:
        """The tie parameter ν of the only component; 0 without ties."""
        return float(np.exp(self.beta[self.layout.tie_index])) if self.layout.ties else 0.0


def fit_model(size: int, cells: Cells, options: Options) -> Fit:
    """Fit `cells` over `size` systems, whatever their shape; each component by itself, so that none moves another."""
    components = components_of(size, cells)
    if not components.any():
        return _fit_connected(size, cells, options)
    members = members_of(components)
    parts = [_fit_connected(len(mine), cells.among(size, mine), options) for mine in members]
    return _together(components, members, parts)


def _together(components: Ints, members: list[Ints], parts: list[Fit]) -> Fit:
    """The fits of all components as one; the systems of each are `members`."""
    inner, found = [part.cells for part in parts], {}
    for name in ("strength", "classes", "bounded", "measured"):
        found[name] = np.concatenate([getattr(part, name) for part in parts])[np.argsort(np.concatenate(members))]
    strengths = np.zeros(len(components))
    for mine, part in zip(members, parts, strict=True):
        strengths[mine] = part.beta[: len(mine)]
    effects = [part.beta[part.layout.size :] for part in parts]
    lengths = [one.length for one in inner if one.length is not None]
    cells = Cells(
        np.concatenate([mine[one.first] for mine, one in zip(members, inner, strict=True)]),
        np.concatenate([mine[one.second] for mine, one in zip(members, inner, strict=True)]),
        np.concatenate([one.known for one in inner]),
        np.concatenate([one.counts for one in inner]),
        np.concatenate(lengths) if lengths else None,
    )
    layout = Layout.together(components, tuple(part.layout for part in parts))
    classes = numbered(components * len(components) + found.pop("classes"))
    return Fit(layout, cells, np.concatenate([strengths, *effects]), components=components, classes=classes, **found)


def _fit_connected(size: int, cells: Cells, options: Options) -> Fit:
    """`fit_model` of one component.

    Judgments across classes say only "far apart": the numbers come from those inside classes, which have a
    finite maximum (see `existence`). Tie parameter and effects are common to all classes. Where the data identify
    either effect but not both, the length effect is left out.
    """
    components = np.zeros(size, dtype=np.int64)
    ties = options.model == "davidson" and bool(cells.counts[:, TIE].any())
    classes, ties_identified = classes_of(size, cells, components, ties=ties)
    inner = cells.only(classes[cells.first] == classes[cells.second])
    won = np.bincount(classes[inner.first], inner.counts[:, :TIE].sum(axis=1), size)
    position = options.position_effect and bool(won.any())
    position = position and is_identified(Layout(size, True, ties), cells, components, size)
    prior_layout = Layout(size, position, ties, cells.length is not None and bool(won.any()))
    if prior_layout.covariate and not is_identified(prior_layout, cells, components, prior_layout.covariate_index):
        prior_layout = Layout(size, position, ties)
    layout = replace(prior_layout, ties=ties and ties_identified and bool(won.any()))
    strength, bounded = np.zeros(size), np.ones(size, dtype=bool)
    if not np.array_equal(classes, components):
        prior = fit(prior_layout, cells, components, _PLACEMENT_PRECISION)[:size]
        bounded = _largest(classes, cells, prior)
        strength = np.where(bounded, 0.0, centre(prior, size, components, bounded))
    measured = bounded & (won[classes] > 0)
    beta = np.zeros(layout.length)
    if measured.any():
        beta = fit_choix(size, inner, classes) if options.engine == "choix" else fit(layout, inner, classes)
        strength[measured] = beta[:size][measured]
    return Fit(layout, inner, beta, strength, components, classes, bounded, measured)


def _largest(classes: Ints, cells: Cells, prior: Floats) -> Bools:
    """Marks the largest class.

    Where several have as many systems: the one with the most judgments, then the one placed lowest (so that the
    undefeated of two systems is the one without a number), then the first name.
    """
    size = len(classes)
    n = cells.counts.sum(axis=1)
    judgments = np.bincount(classes[cells.first], n, size) + np.bincount(classes[cells.second], n, size)
    members = np.bincount(classes, minlength=size)
    place = np.round(np.bincount(classes, prior, size) / np.maximum(members, 1), 6)
    order = np.lexsort((classes, place[classes], -judgments[classes], -members[classes]))
    return np.asarray(classes == classes[order[0]])
