"""Three sentences under every ranking: which decisions would change if it were made in another way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.ranking.robustness import Change, Check, Pair, Robustness
from eval_core.reports.ranking_words import listed, short


@dataclass(frozen=True)
class _Question:
    """The sentences where no decision changes, where some do, and where the judgments do not say."""

    firm: str
    changed: str
    unknown: str


_LENGTH = _Question(
    N_("No decision changes when text length is controlled for."),
    N_("When text length is controlled for, decisions change."),
    N_("These judgments do not show how much length matters."),
)
_POSITION = _Question(
    N_("No decision changes when a possible advantage of coming first is taken into account."),
    N_("When a possible advantage of coming first is taken into account, decisions change."),
    N_("These judgments do not show whether it is an advantage to come first."),
)
_ONE_JUDGMENT = _Question(
    N_("No decision changes when only one judgment per comparison counts."),
    N_("When only one judgment per comparison counts, decisions change."),
    N_("With one judgment per comparison, there would be too few for a ranking."),
)


def robustness_sentences(checks: Robustness) -> list[str]:
    """Length, position, one judgment of each comparison.

    Where no pair is decided and none would be, one sentence says so for all three.
    """
    others = (checks.length, checks.position, checks.one_judgment)
    changes = [check.change for check in others if check.change]
    if not checks.decisions and not any(map(_matters, changes)):
        return [
            _(
                "No pair is decided. As far as it can be checked here, that does not change when text length or the "
                "advantage of coming first is taken into account, or when only one judgment per comparison counts."
            )
        ]
    return [
        _answer(checks.length, _LENGTH),
        _answer(checks.position, _POSITION),
        _answer(checks.one_judgment, _ONE_JUDGMENT),
    ]


def _answer(check: Check, question: _Question) -> str:
    if check.reason == "no_overlap":
        return _("Every comparison was judged once, so no judgment is counted twice.")
    if check.change is None:
        return _(question.unknown)
    if not _matters(check.change):
        return _(question.firm)
    return " ".join([_(question.changed), *_change_sentences(check.change)])


def _matters(change: Change) -> bool:
    return bool(change.decisions or change.lost)


def _change_sentences(change: Change) -> list[str]:
    """Which decisions change; the gravest first."""
    said = []
    if change.turned:
        said.append(_("The other way round: {pairs}.", pairs=_named(change.turned)))
    if change.undecided:
        said.append(_("No longer decided: {pairs}.", pairs=_named(change.undecided)))
    if change.decided:
        said.append(_("Decided only then: {pairs}.", pairs=_named(change.decided)))
    if change.lost:
        said.append(
            _("No strength could be estimated for {systems}.", systems=listed([short(name) for name in change.lost]))
        )
    return said


def _named(pairs: Sequence[Pair]) -> str:
    return listed(
        [
            _("{stronger} ahead of {weaker}", stronger=short(stronger), weaker=short(weaker))
            for stronger, weaker in pairs
        ]
    )
