"""What the uncertainty is made of, whether the model fits, and what the way of counting ties does, in plain words."""

from __future__ import annotations

from eval_core.locales import N_, interval, ngettext, number, percent
from eval_core.locales import gettext as _
from eval_core.ranking.diagnostics.diagnosis import Diagnosis
from eval_core.ranking.diagnostics.tie_convention import Convention, TieTest
from eval_core.ranking.diagnostics.transitivity import FitTest, Misfit
from eval_core.ranking.diagnostics.variance import Component, Variance
from eval_core.reports.ranking_words import listed

_NAMED = 3
_ALPHA = 0.05
_HINT = 0.01  # above it a p is a hint only: at 5% the test fires in up to 13% of studies without a circle
_PEOPLE = N_(
    "Between annotators a system's strength varies with a standard deviation of {sd} {interval}; 0 would mean that all "
    "judge alike."
)
_PROMPTS = N_("Between prompts a system's strength varies with a standard deviation of {sd} {interval}.")
_TOO_FEW = {
    "annotator": N_("How much annotators differ cannot be said: they are too few."),
    "prompt": N_("How much prompts differ cannot be said: they are too few."),
}


def diagnosis_sentences(diagnosis: Diagnosis) -> list[str]:
    """Everything, one sentence or two for each question."""
    return [
        *variance_sentences(diagnosis.variance),
        *fit_sentences(diagnosis.fit),
        *tie_sentences(diagnosis.ties),
    ]


def variance_sentences(variance: Variance) -> list[str]:
    """Where the uncertainty comes from, and how much annotators and prompts differ."""
    named = [
        _(text, share=percent(part.share))
        for text, part in (
            (N_("annotators who differ {share}"), variance.annotator),
            (N_("prompts that differ {share}"), variance.prompt),
        )
        if part is not None
    ]
    if not named:
        return []
    sentences = []
    if all(part is None or part.high is not None for part in (variance.annotator, variance.prompt)):
        named.append(_("single judgments {share}", share=percent(variance.rest.share)))
        parts = _("{names} and {last}", names=", ".join(named[:-1]), last=named[-1])
        sentences.append(_("The uncertainty of a typical difference comes from: {parts}.", parts=parts))
    for name, text, part in (("annotator", _PEOPLE, variance.annotator), ("prompt", _PROMPTS, variance.prompt)):
        if part is not None:
            sentences.append(_(_TOO_FEW[name]) if part.high is None else _spread(text, part, part.high))
    return sentences


def _spread(text: str, part: Component, high: float) -> str:
    return _(text, sd=number(part.sd, 2), interval=interval(part.low, high))


def fit_sentences(fit: FitTest) -> list[str]:
    """Whether one strength a system describes the judgments."""
    if fit.p is None:
        return [_("Whether one strength for each system is enough cannot be tested with these pairs.")]
    if fit.p > _ALPHA and not fit.misfits:
        return [_("Nothing speaks against one strength for each system ({p}).", p=_p(fit))]
    if fit.p > _HINT:
        sentences = [_("There is some sign that one strength for each system is not enough ({p}).", p=_p(fit))]
    else:
        sentences = [
            _(
                "One strength for each system does not describe all the judgments ({p}): some systems do better "
                "against certain opponents than the ranking says.",
                p=_p(fit),
            )
        ]
    return [*sentences, *(_misfit(row) for row in fit.misfits[:_NAMED])]


def _p(fit: FitTest) -> str:
    """The p-value, or the bound below which replicas say no more."""
    least = 1 / (fit.replicas + 1)
    value = fit.p or 0.0
    return f"p < {number(2 * least, 3)}" if value <= least else f"p = {number(value, 3)}"


def _misfit(row: Misfit) -> str:
    return _(
        "{system} got {share} of the judgments against {opponent}, ties counted half; their strengths say {expected}.",
        system=row.system,
        opponent=row.opponent,
        share=percent(row.share),
        expected=percent(row.expected),
    )


def tie_sentences(ties: TieTest) -> list[str]:
    """Whether the ranking depends on how ties are counted; nothing where there are none."""
    sentences = []
    if ties.p is not None and ties.p <= _ALPHA and ties.system is not None:
        sentences.append(
            _(
                "Ties and the other judgments do not say the same. Without the ties the strength of {system} would "
                "change by {shift}. State with every result how ties are counted.",
                system=ties.system,
                shift=number(ties.shift or 0.0, 2),
            )
        )
    elif ties.p is not None:
        sentences.append(_("There is no sign that ties and the other judgments say different things."))
    for heading, change in (
        (N_("If ties were thrown away: {what}"), ties.thrown_away),
        (N_("If ties counted as half a win: {what}"), ties.as_half),
    ):
        if change is not None:
            sentences.append(_(heading, what=_change(change)))
    return sentences


def _change(change: Convention) -> str:
    pieces = []
    if change.leader_changes:
        pieces.append(_("another system would lead"))
    if change.reversed:
        pieces.append(_("reversed: {pairs}", pairs=_pairs(change.reversed)))
    if change.undecided:
        pieces.append(
            ngettext("{count} pair no longer decided", "{count} pairs no longer decided", len(change.undecided))
        )
    if change.decided:
        pieces.append(ngettext("{count} more pair decided", "{count} more pairs decided", len(change.decided)))
    return ("; ".join(pieces) or _("the same decisions")) + "."


def _pairs(pairs: tuple[tuple[str, str], ...]) -> str:
    return listed([f"{first} – {second}" for first, second in pairs])
