"""Four sentences under every ranking: which decisions would change if it were made in another way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eval_core.locales import N_, ngettext
from eval_core.locales import gettext as _
from eval_core.ranking.robustness import Change, Check, Pair, Robustness, WithoutAnnotator
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


# By the number of known annotators.
_NO_ONE_LEFT_OUT = (
    N_("It is not known who judged, so no annotator can be left out."),
    N_("There is only one annotator: the ranking is theirs."),
    N_("Leaving out any one annotator would leave nothing to rank."),
)


def robustness_sentences(checks: Robustness, *, annotators: int) -> list[str]:
    """One annotator left out, length, position, one judgment of each comparison.

    Where no pair is decided and none would be, one sentence says so for all four.

    Args:
        annotators: how many are known among the judgments; with none, there is no ranking without one.
    """
    others = (checks.length, checks.position, checks.one_judgment)
    changes = [removal.change for removal in checks.annotators] + [check.change for check in others if check.change]
    if not checks.decisions and not any(map(_matters, changes)):
        return [
            _(
                "No pair is decided. As far as it can be checked here, that does not change when any one annotator is "
                "left out, when text length or the advantage of coming first is taken into account, or when only one "
                "judgment per comparison counts."
            )
        ]
    return [
        _annotators(checks.annotators, annotators),
        _answer(checks.length, _LENGTH),
        _answer(checks.position, _POSITION),
        _answer(checks.one_judgment, _ONE_JUDGMENT),
    ]


def _annotators(removals: Sequence[WithoutAnnotator], annotators: int) -> str:
    if not removals:
        return _(_NO_ONE_LEFT_OUT[min(annotators, len(_NO_ONE_LEFT_OUT) - 1)])
    changing = [removal for removal in removals if _matters(removal.change)]
    if not changing:
        return _("No decision changes when any one annotator is left out.")
    worst, others = changing[0], len(changing) - 1
    without = _("Without {annotator}, decisions change.", annotator=worst.annotator)
    sentences = [without, *change_sentences(worst.change)]
    if others:
        sentences.append(
            ngettext(
                "The same holds, for these or other decisions, without {count} other annotator.",
                "The same holds, for these or other decisions, without any of {count} other annotators.",
                others,
            )
        )
    return " ".join(sentences)


def _answer(check: Check, question: _Question) -> str:
    if check.reason == "no_overlap":
        return _("Every comparison was judged once, so no judgment is counted twice.")
    if check.change is None:
        return _(question.unknown)
    if not _matters(check.change):
        return _(question.firm)
    return " ".join([_(question.changed), *change_sentences(check.change)])


def _matters(change: Change) -> bool:
    return bool(change.decisions or change.lost)


def change_sentences(change: Change) -> list[str]:
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
