"""How much length and position matter, and how often a system is first in draws, in plain words.

An effect on the natural-log scale is given as a share: of two equally strong responses, the one that has that much more
of it is preferred in logistic(effect) of the judgments that prefer one of the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log

from scipy import stats

from eval_core.locales import N_, interval, ngettext, number, percent
from eval_core.locales import gettext as _
from eval_core.ranking.results import Ranking
from eval_core.ranking.robustness import Change
from eval_core.reports.ranking_words import of_groups, short

LONGER = 1.1  # the ratio of lengths that the sentences use
_LEAST = 0.01  # a smaller probability counts as none
_MOST_NAMED = 4


@dataclass(frozen=True)
class _Words:
    """The sentences where more of it is preferred, where less is, and where neither is known; and the share."""

    more: str
    less: str
    unknown: str
    share: str


LAYOUTS = {
    "side_by_side": N_("Texts side by side"),
    "stacked": N_("One text above the other"),
    "switched": N_("One text at a time, behind a switch"),
    None: N_("Layout not known"),
}
_LENGTH = _Words(
    N_("Longer texts are preferred."),
    N_("Shorter texts are preferred."),
    N_("No evidence that length matters."),
    N_(
        "Of two otherwise equal texts, one that is {longer} longer is chosen in {share} of the judgments that are not "
        "ties ({level} interval: "
        "{interval})."
    ),
)
_POSITION = _Words(
    N_("It is an advantage to come first."),
    N_("It is a disadvantage to come first."),
    N_("No evidence that it matters which text comes first."),
    N_(
        "Of two equal texts, the first is chosen in {share} of the judgments that are not ties ({level} interval: "
        "{interval})."
    ),
)


def length_sentences(ranking: Ranking, change: Change | None) -> list[str]:
    """What length explains, where the ranking controls for it; `change` is what that does to the strengths."""
    sentences = of_groups(ranking, _length)
    if sentences and change is not None and change.shifted is not None:
        moved = _(
            "Controlling for length changes no strength by more than {shift} (largest: {system}).",
            shift=number(abs(change.largest_shift or 0.0), 2),
            system=short(change.shifted),
        )
        sentences[-1] += f" {moved}"
    return sentences


def _length(ranking: Ranking) -> list[str]:
    length = ranking.length
    if length is None or length.se is None or not length.sd:
        return []
    return [_effect(ranking, length.log_odds, length.se, log(LONGER) / length.sd, _LENGTH)]


def position_sentences(ranking: Ranking) -> list[str]:
    """Whether the text shown first has an advantage, where the ranking takes it into account."""
    return of_groups(ranking, _position)


def _position(ranking: Ranking) -> list[str]:
    position = ranking.position
    if position is None or position.se is None:
        return []
    return [_effect(ranking, position.log_odds, position.se, 1.0, _POSITION)]


def layout_sentence(layout: str | None, ranking: Ranking) -> str:
    """The position effect among the judgments made in one layout; None where the layout is not known."""
    sentences = position_sentences(ranking) or [
        _("These judgments do not show whether it matters which text comes first.")
    ]
    return ngettext(
        "{layout}, from {count} judgment: {said}",
        "{layout}, from {count} judgments: {said}",
        ranking.n_judgments,
        layout=_(LAYOUTS[layout]),
        said=" ".join(sentences),
    )


def best_sentence(ranking: Ranking) -> str:
    """The share of draws around the estimates in which a system is first, where not negligible; '' where unknown."""
    if not ranking.connected:
        return ""  # each group has its own best
    rows = sorted(((row.p_best, row.system) for row in ranking.systems if row.p_best is not None), reverse=True)
    named = [(share, system) for share, system in rows if share >= _LEAST][:_MOST_NAMED]
    if not named:
        return ""
    shares = [f"{short(system)} {percent(share)}" for share, system in named]
    left = max(0.0, 1 - sum(share for share, _system in named))
    if len(named) < len(rows):
        share = percent(left) if left >= _LEAST else f"<\N{NO-BREAK SPACE}{percent(_LEAST)}"
        shares.append(_("the others {share} together", share=share))
    return _("First in simulated repetitions of the study: {shares}.", shares=", ".join(shares))


def _effect(ranking: Ranking, log_odds: float, se: float, unit: float, words: _Words) -> str:
    """The verdict on an effect of `unit` times `log_odds`, and its share with the ranking's interval."""
    spread = stats.norm if ranking.df is None else stats.t(ranking.df)
    half = float(spread.ppf((1 + ranking.level) / 2)) * se
    low, middle, high = (_chance(unit * value) for value in (log_odds - half, log_odds, log_odds + half))
    verdict = words.more if log_odds > half else words.less if log_odds < -half else words.unknown
    about = {"share": percent(middle), "interval": interval(low, high, percent), "level": percent(ranking.level)}
    return f"{_(verdict)} {_(words.share, longer=percent(LONGER - 1), **about)}"


def _chance(effect: float) -> float:
    return 1 / (1 + exp(-max(-700.0, min(700.0, effect))))
