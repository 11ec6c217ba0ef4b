"""`parvis judge report`: may a judge be used instead of people?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import reading
from eval_core.cli.output import Form, say_json, say_table

if TYPE_CHECKING:
    from eval_core.campaigns.judge_results import JudgeReport


def report(
    campaign: CampaignSlug,
    judge: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this one; repeatable.")] = None,
    epsilon: Annotated[
        float | None, typer.Option(help="What a judge may be worse by, as it costs less: 0.2 experts, 0.1 crowds.")
    ] = None,
    form: Form = "table",
) -> None:
    """Hold a campaign's LLM judges against its people: agreement, habits, the alternative annotator test."""
    from eval_core.agreement.alternative import EPSILON
    from eval_core.campaigns.judge_results import judge_reports

    found = judge_reports(reading(), campaign, judges=judge or [], epsilon=EPSILON if epsilon is None else epsilon)
    if form == "json":
        say_json({"judges": [one.as_dict() for one in found]})
        return
    if not found:
        print("no judge has compared responses in this campaign")
    for number, one in enumerate(found):
        if number:
            print()
        _say(one)


def verdict(found: JudgeReport) -> str:
    """The answer in a sentence."""
    test = found.test
    if test.omega is None:
        return "cannot be told: the judge and two people have no comparison in common"
    held = f"omega {test.omega:.2f} at epsilon {test.epsilon:g}"
    if test.passes is None:
        return f"cannot be told from fewer than three annotators ({held})"
    if test.passes:
        return f"yes, for comparisons like these: it agrees with the others as well as most annotators do ({held})"
    return f"no: it agrees with the others worse than most annotators do ({held})"


def _say(one: JudgeReport) -> None:
    print(f"{one.judge}: {one.judgments} judgments, {one.common} on comparisons that people judged")
    print(f"instead of people? {verdict(one)}")
    say_table(
        [
            {"": "agreement with a person", "judge": one.judge_agreement, "people": one.people_agreement},
            {"": "ties", "judge": one.tie_rate, "people": one.people_tie_rate},
            {"": "chose the longer text", "judge": one.longer, "people": one.people_longer},
            {
                "": "same outcome in both orders",
                "judge": one.consistent / one.asked_twice if one.asked_twice else None,
                "people": None,
            },
        ]
    )
    placed = one.ranking
    if placed.kendall is not None:
        print(f"ranking of {placed.systems} systems: Kendall {placed.kendall:.2f}, Spearman {placed.spearman:.2f}")
    if one.test.annotators:
        print()
        say_table(
            [
                {
                    "annotator": row.annotator,
                    "comparisons": row.n,
                    "judge as good": row.judge_ahead,
                    "annotator as good": row.annotator_ahead,
                    "p": row.p,
                    "replaceable": row.replaceable,
                }
                for row in one.test.annotators
            ]
        )
