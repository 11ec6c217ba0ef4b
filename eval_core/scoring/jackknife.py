"""The variance of any statistic of ratings that vary together in clusters.

The delete-a-group jackknife (P. S. Kott, "The delete-a-group jackknife", Journal of Official Statistics 17 (2001),
521-526): G groups of whole clusters are left out in turn, and with the statistic t of all and t_g of those without
group g, V = (G − 1)/G · Σ_g (t_g − t)², with G − 1 degrees of freedom.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import special

from eval_core.scoring.items import Bools, Floats, Ints

GROUPS = 30


def half_width(
    statistic: Callable[[Bools], Floats], clusters: Ints, *, level: float, seed: int, groups: int = GROUPS
) -> Floats:
    """Half the width of an interval around the statistic of all.

    Args:
        statistic: of the ratings where a mask (n,) is true; (k,), NaN where not defined.
        clusters: codes (n,). Each is a group of its own where they are no more than `groups`; else they are divided
            at random, by `seed`.
        level: between 0 and 1.

    Returns:
        (k,); NaN where the statistic is not defined for all or without a group, or where there is only one cluster.
    """
    _, cluster = np.unique(clusters, return_inverse=True)
    count = int(cluster.max(initial=-1)) + 1
    whole = statistic(np.ones(len(cluster), dtype=bool))
    if count < 2:
        return np.full(whole.shape, np.nan)
    used = min(count, groups)
    dealt = np.random.default_rng(seed).permutation(count) % used
    moved = np.array([statistic(dealt[cluster] != group) - whole for group in range(used)])
    variance = (used - 1) / used * (moved**2).sum(axis=0)
    return np.asarray(special.stdtrit(used - 1, (1 + level) / 2) * np.sqrt(variance))
