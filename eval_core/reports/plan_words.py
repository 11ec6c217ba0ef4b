"""What a study can decide with the variances of a pilot, and whom total victory needs, in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from eval_core.campaigns.setup.adoption import Adoption
from eval_core.campaigns.setup.outlook import WANTED, Help, StudyOutlook
from eval_core.campaigns.setup.question import Question
from eval_core.locales import N_, full_day, interval, ngettext, number, percent
from eval_core.locales import gettext as _
from eval_core.ranking.diagnostics.pilot import Pilot
from eval_core.ranking.diagnostics.study_plan import StudyPlan


def pilot_text(pilot: Pilot) -> str:
    """How much people and prompts differ in the pilot, with intervals."""
    parts = []
    if pilot.annotator is not None and pilot.annotator.high is not None:
        parts.append(
            _(
                "between annotators by {sd} {interval}",
                sd=number(pilot.annotator.sd, 2),
                interval=interval(pilot.annotator.low, pilot.annotator.high),
            )
        )
    if pilot.prompt is not None and pilot.prompt.high is not None:
        parts.append(
            _(
                "between prompts by {sd} {interval}",
                sd=number(pilot.prompt.sd, 2),
                interval=interval(pilot.prompt.low, pilot.prompt.high),
            )
        )
    both = _("{names} and {last}", names=parts[0], last=parts[1]) if len(parts) == 2 else "".join(parts)
    return ngettext(
        "From {count} judgment: a system's strength varies {parts}.",
        "From {count} judgments: a system's strength varies {parts}.",
        pilot.judgments,
        parts=both,
    )


def preferred_text(share: float) -> str:
    """How often the better of two systems is preferred, a tie as half: '6.5 of 10'."""
    return _("{count} of 10", count=of_ten(share))


def of_ten(share: float) -> str:
    """A share as a number of ten, with a decimal where it has one."""
    ten = 10 * share
    return number(ten, 0 if abs(ten - round(ten)) < 0.05 else 1)


def money_text(amount: float, currency: str) -> str:
    """An amount with two or three figures that mean something."""
    step = 10 ** max(0, len(str(int(amount))) - 3)
    return f"{number(round(amount / step) * step, 0)} {currency}".strip()


def outlook_sentences(outlook: StudyOutlook, share: float) -> list[str]:
    """What a study sees, what it would see with more of something, and what all this rests on."""
    study = outlook.study
    if study is None or outlook.power is None:
        return [_("Power is known once there are two systems, two prompts and two annotators.")]
    found = [
        _(
            "Two systems of which one is preferred {share} times are told apart with a probability of about {power}.",
            share=preferred_text(share),
            power=percent(outlook.power),
        )
    ]
    if outlook.smallest is None:
        found.append(_("This plan cannot tell any two systems apart: it needs more annotators or more prompts."))
    found.append(limits_text(outlook.helps, outlook.power))
    worst = None if study.cautious is None else study.cautious.smallest_share
    if worst is not None:
        found.append(
            _(
                "If people and prompts differ as much as the intervals allow, {wanted} is only reached for {share}.",
                wanted=percent(WANTED),
                share=preferred_text(worst),
            )
        )
    return found


_MOST_HELP = {
    "annotators": N_(
        "More annotators help most: with {to}, the probability is {power}. Training aside, they add no hours."
    ),
    "prompts": N_("More prompts help most: with {to}, the probability is {power}."),
    "overlap": N_("More annotators per comparison help most: with {to}, the probability is {power}."),
}
_HELP = {
    "annotators": N_("With {to} annotators: {power}."),
    "prompts": N_("With {to} prompts: {power}."),
    "overlap": N_("With {to} annotators per comparison: {power}."),
}
_ENOUGH = 0.95
# Measured: docs/statistics.md, Plans.
_LEAST_REACHED, _MOST_REACHED = 0.73, 0.83


def limits_text(helps: Sequence[Help], power: float) -> str:
    """What limits a study most: what more people, prompts and judgments of each comparison would do."""
    if power >= _ENOUGH:
        return _("The study is large enough for this difference: a smaller one would do.")
    best, *others = helps
    said = [_(_MOST_HELP[best.of], to=number(best.to), power=percent(best.power))]
    return " ".join([*said, *(_(_HELP[one.of], to=number(one.to), power=percent(one.power)) for one in others)])


def honesty_text(study: StudyPlan) -> str:
    """What a plan's probability rests on, and how right such plans were where they were tried."""
    assumed = "assumed" in study.source.values()
    facts = {"annotators": number(study.sd_annotator, 2), "prompts": number(study.sd_prompt, 2)}
    if assumed:
        rests = _(
            "Assumed, not measured: a system's strength varies between annotators by {annotators} and between prompts "
            "by {prompts}.",
            **facts,
        )
    else:
        rests = _(
            "A system's strength is taken to vary between annotators by {annotators} and between prompts by {prompts}.",
            **facts,
        )
    tried = _(
        "In simulated campaigns, plans for {wanted} decided {low} to {high} of the time.",
        wanted=percent(WANTED),
        low=percent(_LEAST_REACHED),
        high=percent(_MOST_REACHED),
    )
    return f"{rests} {tried}"


def adoption_sentences(adoption: Adoption, question: Question, people: int, *, loaded: bool) -> list[str]:
    """What a study wrote into the rules, what it could not write and why, and what the lead still has to do."""
    written = [_(_WRITTEN[name], value=_value(value)) for name, value in adoption.written.items() if name in _WRITTEN]
    said = [_("Written: {what}.", what="; ".join(written))] if written else [_("The rules had all of it already.")]
    if "judged" in adoption.kept.values():
        said.append(_("Overlap and shared set stay as they are: judging has begun."))
    if "per_prompt" in adoption.kept:
        said.append(
            _(
                "Comparisons per prompt stay as they are: the texts are loaded. To change them, take the file out and "
                "load it again."
            )
        )
    if not loaded:
        said.append(_("Now load the texts: the plan counts on {prompts} prompts.", prompts=number(question.prompts)))
    if people < question.annotators:
        missing = question.annotators - people
        said.append(
            ngettext(
                "{count} more annotator has to be invited.", "{count} more annotators have to be invited.", missing
            )
        )
    return said


_WRITTEN = {
    "overlap": N_("{value} judge each"),
    "shared": N_("{value} in the shared set"),
    "shared_overlap": N_("{value} judge each of the shared set"),
    "per_annotator": N_("at most {value} for one annotator"),
    "deadline": N_("deadline {value}"),
    "stop": N_("it ends when everything is done"),
}


def _value(value: Any) -> str:
    return full_day(value) if isinstance(value, datetime) else number(value) if isinstance(value, int) else ""


def victory_sentence(plan: StudyPlan) -> str:
    """How many annotators and prompts decide where one system wins every judgment."""
    needed = ngettext(
        "A system that wins every judgment is decided to be better once {count} annotator has judged it, on as many "
        "prompts.",
        "A system that wins every judgment is decided to be better once {count} annotators have judged it, on as many "
        "prompts.",
        plan.victory,
    )
    return needed if plan.victory_enough else f"{needed} {_('This plan has fewer.')}"
