"""`parvis judge report`: may a judge be used instead of people?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import reading
from eval_core.cli.output import Form, say_json, say_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eval_core.agreement.alternative_annotator import AlternativeTest
    from eval_core.campaigns.results.judges_compared import JudgeReport
    from eval_core.campaigns.results.judges_rating import RatingJudgeReport
    from eval_core.scoring import Measure


def report(
    campaign: CampaignSlug,
    judge: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this one; repeatable.")] = None,
    epsilon: Annotated[
        float | None, typer.Option(help="What a judge may be worse by, as it costs less: 0.2 experts, 0.1 crowds.")
    ] = None,
    protocol: Annotated[
        str | None, typer.Option(metavar="KEY", help="Judges who rated under this one; the campaign's own if left out.")
    ] = None,
    form: Form = "table",
) -> None:
    """Hold a campaign's LLM judges against its people: agreement, habits, the alternative annotator test."""
    from eval_core.agreement.alternative_annotator import EPSILON
    from eval_core.campaigns.results.judges_compared import judge_reports
    from eval_core.campaigns.results.judges_rating import rating_judge_reports
    from eval_core.campaigns.results.ratings import rating_state

    store, wanted, margin = reading(), judge or [], EPSILON if epsilon is None else epsilon
    rates = protocol is not None or rating_state(store, campaign).rates
    found: Sequence[JudgeReport | RatingJudgeReport] = (
        rating_judge_reports(store, campaign, protocol=protocol, judges=wanted, epsilon=margin)
        if rates
        else judge_reports(store, campaign, judges=wanted, epsilon=margin)
    )
    if form == "json":
        say_json({"judges": [one.as_dict() for one in found]})
        return
    if not found:
        print(f"no judge has {'rated' if rates else 'compared'} responses in this campaign")
    for number, one in enumerate(found):
        if number:
            print()
        _say(one)


def verdict(test: AlternativeTest, things: str = "comparisons") -> str:
    """The answer in a sentence; `things` were judged."""
    if test.omega is None:
        return f"cannot be told: the judge and two people have no {things} in common"
    held = f"omega {test.omega:.2f} at epsilon {test.epsilon:g}"
    if test.passes is None:
        return f"cannot be told from fewer than three annotators ({held})"
    if test.passes:
        return f"yes, for {things} like these: it agrees with the others as well as most annotators do ({held})"
    chance = "; worse by less than epsilon, which may be chance" if test.within_margin else ""
    return f"no: it is not shown to agree with the others as well as most annotators do ({held}{chance})"


def _say(one: JudgeReport | RatingJudgeReport) -> None:
    from eval_core.campaigns.results.judges_compared import JudgeReport

    if isinstance(one, JudgeReport):
        _say_compared(one)
        _say_test(one.test, "comparisons")
    else:
        _say_rated(one)
        _say_test(one.score.test, "scores")


def _say_compared(one: JudgeReport) -> None:
    print(f"{one.judge}: {one.judgments} judgments, {one.common} on comparisons that people judged")
    print(f"instead of people? {verdict(one.test)}")
    judge, people = one.judge_agreement, one.people_agreement
    say_table(
        [
            {
                "": "agreement with a person",
                "judge": with_interval(judge.exact),
                "people": with_interval(people.exact),
            },
            {
                "": "Krippendorff's alpha, ordinal",
                "judge": with_interval(judge.alpha_ordinal),
                "people": with_interval(people.alpha_ordinal),
            },
            {"": "ties", "judge": plain(one.tie_rate), "people": plain(one.people_tie_rate)},
            {"": "chose the longer text", "judge": plain(one.longer), "people": plain(one.people_longer)},
            {
                "": "same outcome in both orders",
                "judge": plain(one.consistent / one.asked_twice if one.asked_twice else None),
                "people": "",
            },
        ]
    )
    placed = one.ranking
    if placed.kendall is not None:
        print(f"ranking of {placed.systems} systems: Kendall {placed.kendall:.2f}, Spearman {placed.spearman:.2f}")


def _say_rated(one: RatingJudgeReport) -> None:
    comparison = one.comparison
    print(f"{one.judge}: {comparison.responses} responses rated, {comparison.common} that people rated")
    print(f"instead of people? {verdict(one.score.test, 'responses')}")
    parts = {"score": one.score, **one.criteria}
    say_table(
        [
            {
                "": key,
                "responses": part.comparison.n,
                "alpha": with_interval(part.comparison.judge.alpha_ordinal),
                "people's alpha": with_interval(part.comparison.people.alpha_ordinal),
                "equal": with_interval(part.comparison.judge.exact),
                "people's equal": with_interval(part.comparison.people.exact),
                "judge minus people": with_interval(part.comparison.bias),
                "omega": part.test.omega,
            }
            for key, part in parts.items()
        ]
    )
    print()
    levels = {
        "scores of responses": comparison.score.correlation,
        "of systems in documents": comparison.document,
        "of systems": comparison.system,
        "gap to people and length": comparison.length,
        "gap to people and place in the batch": comparison.place,
    }
    say_table(
        [
            {
                "": name,
                "n": found.n,
                "Pearson": with_interval(found.pearson),
                "Spearman": with_interval(found.spearman),
                "Kendall": with_interval(found.kendall),
            }
            for name, found in levels.items()
            if found is not None
        ]
    )


def _say_test(test: AlternativeTest, things: str) -> None:
    if not test.annotators:
        return
    print()
    say_table(
        [
            {
                "annotator": row.annotator,
                things: row.n,
                "judge as good": row.judge_ahead,
                "annotator as good": row.annotator_ahead,
                "p": row.p,
                "replaceable": row.replaceable,
            }
            for row in test.annotators
        ]
    )


def with_interval(found: Measure) -> str:
    """A number with its interval: 0.710 [0.660, 0.760]."""
    return plain(found.value) + ("" if found.low is None else f" [{plain(found.low)}, {plain(found.high)}]")


def plain(value: float | None) -> str:
    """Three decimals, nothing for what does not exist."""
    return "" if value is None else f"{value:z.3f}"
