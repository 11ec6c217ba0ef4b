"""`parvis plan`: what a study can decide, before it begins."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eval_core.cli.output import Form, counted, interval, say_json
from eval_core.cli.votes import votes_of
from eval_core.errors import InputError

if TYPE_CHECKING:
    from eval_core.ranking.diagnostics.pilot import Pilot
    from eval_core.ranking.diagnostics.study_plan import StudyPlan, StudySize

_SOURCES = {"given": "as given", "pilot": "as in the pilot", "assumed": "assumed"}


def plan(
    campaign: Annotated[
        str | None,
        typer.Option(metavar="SLUG", help="A campaign; any of the four numbers below replaces its own."),
    ] = None,
    systems: Annotated[int | None, typer.Option(min=2, help="How many systems.")] = None,
    prompts: Annotated[int | None, typer.Option(min=1, help="How many prompts, each answered by every system.")] = None,
    annotators: Annotated[int | None, typer.Option(min=1, help="How many annotators.")] = None,
    overlap: Annotated[int | None, typer.Option(min=1, help="How many judge each comparison; 1 by default.")] = None,
    gap: Annotated[
        float | None,
        typer.Option(metavar="D", help="A difference of strengths (natural log) to be decided."),
    ] = None,
    pilot: Annotated[
        str | None,
        typer.Option(metavar="FILE|SLUG", help="Judgments or a campaign that show how much people and prompts differ."),
    ] = None,
    sd_annotator: Annotated[
        float | None, typer.Option(help="How much a system's strength varies between annotators, natural log.")
    ] = None,
    sd_prompt: Annotated[float | None, typer.Option(help="The same between prompts.")] = None,
    power: Annotated[float, typer.Option(help="The probability of a decision to aim for.")] = 0.8,
    level: Annotated[float, typer.Option(help="Confidence level of the tests, between 0 and 1.")] = 0.95,
    form: Form = "table",
) -> None:
    """Say what a study can decide: the smallest difference, and how many must judge a system that wins all."""
    from eval_core.ranking.planned_power import LARGEST_GAP

    if gap is not None and not 0 < gap <= LARGEST_GAP:
        raise InputError("bad_gap", largest=f"{LARGEST_GAP:g}")
    size = _size(campaign, systems, prompts, annotators, overlap)
    from eval_core.ranking.diagnostics.study_plan import study_plan

    found = None if pilot is None else _pilot(pilot)
    planned = study_plan(
        size, pilot=found, sd_annotator=sd_annotator, sd_prompt=sd_prompt, gap=gap, level=level, power=power
    )
    if form == "json":
        say_json(_document(planned, found, gap, power))
        return
    for line in [*_lines(planned, gap, power), *_about_pilot(found)]:
        print(line)


def _size(
    campaign: str | None, systems: int | None, prompts: int | None, annotators: int | None, overlap: int | None
) -> StudySize:
    given = {"systems": systems, "prompts": prompts, "annotators": annotators, "overlap": overlap}
    known = {name: number for name, number in given.items() if number is not None}
    if campaign is not None:
        from dataclasses import replace

        from eval_core.campaigns.setup.plan_size import read_plan_size
        from eval_core.cli.database import reading

        size = replace(read_plan_size(reading(), campaign), **known)
        if not size.annotators:
            raise InputError("plan_without_annotators", campaign=campaign)
        return size
    if systems is None or prompts is None or annotators is None:
        raise InputError("plan_without_numbers")
    from eval_core.ranking.diagnostics.study_plan import StudySize

    return StudySize(systems, prompts, annotators, overlap or 1)


def _pilot(pilot: str) -> Pilot:
    """What names a file is one; anything else is a campaign."""
    file = Path(pilot)
    named = file.suffix or file.exists()
    votes = votes_of(file if named else None, None if named else pilot, None)
    if not len(votes):
        raise InputError("nothing_to_rank")
    from eval_core.ranking.diagnostics.pilot import pilot_of

    return pilot_of(votes)


def _document(planned: StudyPlan, pilot: Pilot | None, gap: float | None, power: float) -> dict[str, Any]:
    from dataclasses import asdict

    document = planned.as_dict()
    return {**document, "wanted_power": power, "gap": gap, "pilot": None if pilot is None else asdict(pilot)}


def _lines(planned: StudyPlan, gap: float | None, power: float) -> list[str]:
    size = planned.size
    numbers = (("system", size.systems), ("prompt", size.prompts), ("annotator", size.annotators))
    made = f"{counted(planned.power.judgments, 'judgment')}, {planned.power.per_pair:.4g} a pair"
    people, prompts = (_SOURCES[planned.source[name]] for name in ("annotator", "prompt"))
    lines = [
        f"{', '.join(counted(number, noun) for noun, number in numbers)}, overlap {size.overlap}: {made}",
        f"standard deviation between annotators {planned.sd_annotator:.2f} ({people})",
        f"standard deviation between prompts {planned.sd_prompt:.2f} ({prompts})",
        f"ties between equals: {100 * planned.tie_share:.0f}%",
    ]
    smallest = planned.power.smallest_gap
    if smallest is None:
        lines.append("no difference is decided with that probability: it needs more annotators or more prompts")
    else:
        share = 100 * (planned.power.smallest_share or 0.0)
        lines.append(
            f"smallest difference decided with probability {power:g}: {smallest:.2f}"
            f" (the better one gets {share:.0f}%, ties counted half)"
        )
    if planned.cautious is not None:
        worst = planned.cautious.smallest_gap
        said = "none" if worst is None else f"{worst:.2f}"
        lines.append(f"the same if people and prompts differ as much as the pilot's intervals allow: {said}")
    if gap is not None and planned.power.power is not None:
        lines.append(f"a difference of {gap:g} is decided with probability {planned.power.power:.2f}")
    enough = "" if planned.victory_enough else ", more than there are"
    lines.append(
        f"a system that wins every judgment is decided to be better by {planned.victory} annotators on"
        f" {planned.victory} prompts{enough}"
    )
    return lines


def _about_pilot(pilot: Pilot | None) -> list[str]:
    if pilot is None:
        return []
    parts = [
        f"{name} {part.sd:.2f} {interval((part.low, part.high))}"
        for name, part in (("annotators", pilot.annotator), ("prompts", pilot.prompt))
        if part is not None
    ]
    return [f"pilot: {counted(pilot.judgments, 'judgment')}; between {', between '.join(parts)}"]
