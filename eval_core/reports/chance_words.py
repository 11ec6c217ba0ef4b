"""What a difference between two systems means for one judgment, and when two count as equal, in plain words."""

from __future__ import annotations

from eval_core.locales import N_, number
from eval_core.locales import gettext as _
from eval_core.ranking.comparison import expected_share
from eval_core.ranking.results import PairRow, Ranking
from eval_core.reports.ranking_words import listed, short

_TENTHS = 10
_ALL, _NONE = N_("nearly always"), N_("hardly ever")


def chance_sentence(pair: PairRow, system: str) -> str:
    """Of ten judgments of the pair, how many `system` wins, how many are ties; '' where the model does not say.

    Args:
        pair: a row of the ranking's pairs.
        system: one of its two, from whose side it is read.
    """
    if pair.win_chance is None or pair.loss_chance is None:
        return ""
    mine, theirs, other = pair.win_chance, pair.loss_chance, pair.opponent
    if system != pair.system:
        mine, theirs, other = theirs, mine, pair.system
    if pair.tie_chance is None or round(_TENTHS * pair.tie_chance) == 0:
        return _(
            "{system} is preferred {times} to {opponent}.",
            system=short(system),
            opponent=short(other),
            times=times_in_ten(mine),
        )
    return _(
        "{system} is preferred {times} to {opponent}, {opponent} {others}; about {ties} in 10 are ties.",
        system=short(system),
        opponent=short(other),
        times=times_in_ten(mine),
        others=times_in_ten(theirs),
        ties=number(round(_TENTHS * pair.tie_chance)),
    )


def times_in_ten(chance: float) -> str:
    """'about 7 times in 10'; at the ends 'nearly always' or 'hardly ever'."""
    times = round(_TENTHS * chance)
    if times == _TENTHS:
        return _(_ALL)
    return _(_NONE) if times == 0 else _("about {times} times in 10", times=number(times))


def equivalence_sentence(ranking: Ranking, share: float) -> str:
    """Which pairs are equivalent: neither would win more than `share` of their judgments, a tie as half.

    Args:
        share: above 0.5 and below 1, such as 0.55.
    """
    pairs = [
        f"{short(pair.system)} – {short(pair.opponent)}"
        for group in ranking.groups
        for pair in group.pairs
        if pair.equal_within is not None and (expected_share(group, pair.equal_within) or 1.0) <= share
    ]
    most = number(100 * share, 0)
    if not pairs:
        return _(
            "No two systems are shown to be equal within {most} to {rest}: not decided is not the same as equal.",
            most=most,
            rest=number(100 - 100 * share, 0),
        )
    return _(
        "Equal within {most} to {rest}, each pair on its own: {pairs}.",
        most=most,
        rest=number(100 - 100 * share, 0),
        pairs=listed(pairs),
    )
