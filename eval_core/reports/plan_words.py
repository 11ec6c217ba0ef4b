"""What a study can decide with the variances of a pilot, and whom total victory needs, in plain words."""

from __future__ import annotations

from eval_core.locales import gettext as _
from eval_core.locales import interval, ngettext, number, percent
from eval_core.ranking.diagnostics.pilot import Pilot
from eval_core.ranking.diagnostics.study_plan import StudyPlan


def pilot_sentences(pilot: Pilot, plan: StudyPlan) -> list[str]:
    """What the pilot says, what the plan decides with it, and at worst."""
    return [_of_pilot(pilot), _decides(plan)]


def _of_pilot(pilot: Pilot) -> str:
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


def _decides(plan: StudyPlan) -> str:
    share = plan.power.smallest_share
    if share is None:
        return _("This plan cannot tell any two systems apart: it needs more annotators or more prompts.")
    sentence = _(
        "If the same holds here, the plan probably tells two systems apart if one reads better in {share} of cases.",
        share=percent(share),
    )
    worst = None if plan.cautious is None else plan.cautious.smallest_share
    if worst is None:
        return sentence
    return f"{sentence} {_('If they differ as much as the intervals allow: in {share}.', share=percent(worst))}"


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
