"""Four sentences under every ranking: which ranks would change if it were made in another way."""

from __future__ import annotations

from dataclasses import dataclass

from eval_core.locales import N_, ngettext
from eval_core.locales import gettext as _
from eval_core.ranking.robustness import Change, Check, Robustness, WithoutAnnotator
from eval_core.reports.ranking_words import listed


@dataclass(frozen=True)
class _Question:
    """The sentences where no rank changes, where some do, and where the judgments do not say."""

    firm: str
    moved: str
    unknown: str


_LENGTH = _Question(
    N_("No rank changes when text length is controlled for."),
    N_("When text length is controlled for, these ranks change: {systems}."),
    N_("These judgments do not show how much length matters."),
)
_POSITION = _Question(
    N_("No rank changes when a possible advantage of coming first is taken into account."),
    N_("When a possible advantage of coming first is taken into account, these ranks change: {systems}."),
    N_("These judgments do not show whether it is an advantage to come first."),
)
_ONE_JUDGMENT = _Question(
    N_("No rank changes when only one judgment per comparison counts."),
    N_("When only one judgment per comparison counts, these ranks change: {systems}."),
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

    Args:
        annotators: how many are known among the judgments; with none, there is no ranking without one.
    """
    return [
        _annotators(checks.annotators, annotators),
        _answer(checks.length, _LENGTH),
        _answer(checks.position, _POSITION),
        _answer(checks.one_judgment, _ONE_JUDGMENT),
    ]


def _annotators(removals: tuple[WithoutAnnotator, ...], annotators: int) -> str:
    if not removals:
        return _(_NO_ONE_LEFT_OUT[min(annotators, len(_NO_ONE_LEFT_OUT) - 1)])
    changing = [removal for removal in removals if removal.change.moved or removal.change.lost]
    if not changing:
        return _("No system changes its rank when any one annotator is left out.")
    worst = changing[0]
    sentence = _("No rank changes without {annotator}.", annotator=worst.annotator)
    if worst.change.moved:
        moves = _moves(worst.change)
        sentence = _("Without {annotator} these ranks change: {systems}.", annotator=worst.annotator, systems=moves)
    others = ngettext(
        "Without {count} other annotator the ranking changes too.",
        "Without any of {count} other annotators the ranking changes too.",
        len(changing) - 1,
    )
    return " ".join([sentence, *_losses(worst.change), *([others] if len(changing) > 1 else [])])


def _answer(check: Check, question: _Question) -> str:
    if check.reason == "no_overlap":
        return _("Every comparison was judged once, so no judgment is counted twice.")
    if check.change is None:
        return _(question.unknown)
    moved = check.change.moved
    sentence = _(question.moved, systems=_moves(check.change)) if moved else _(question.firm)
    return " ".join([sentence, *_losses(check.change)])


def _moves(change: Change) -> str:
    return listed([_("{system} ({rank} to {new})", system=m.system, rank=m.rank, new=m.new_rank) for m in change.moved])


def _losses(change: Change) -> list[str]:
    losses = []
    if change.lost:
        losses.append(_("No strength could be estimated for {systems}.", systems=listed(change.lost)))
    if change.undecided:
        pairs = [f"{first} – {second}" for first, second in change.undecided]
        losses.append(_("No longer separated: {pairs}.", pairs=listed(pairs)))
    return losses
