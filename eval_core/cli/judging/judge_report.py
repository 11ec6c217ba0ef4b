"""`parvis judge report`: whether an LLM judge could replace annotators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from eval_core.cli.campaigns import CampaignSlug
from eval_core.cli.database import reading
from eval_core.cli.output import Form, counted, interval, say_json, say_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eval_core.agreement.alternative_annotator import AlternativeTest
    from eval_core.agreement.clustered_share import Share
    from eval_core.campaigns.results.judges_compared import JudgeReport
    from eval_core.campaigns.results.judges_rating import RatingJudgeReport
    from eval_core.judges.certificate import Certificate
    from eval_core.scoring import Measure


def report(
    campaign: CampaignSlug,
    judge: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Only this judge; repeatable.")] = None,
    epsilon: Annotated[
        float | None,
        typer.Option(help="How much worse the cheaper judge may be: 0.2 against experts, 0.1 against a crowd."),
    ] = None,
    protocol: Annotated[
        str | None, typer.Option(metavar="KEY", help="Protocol of the ratings; the campaign's own by default.")
    ] = None,
    orders: Annotated[
        Literal["both", "first"],
        typer.Option(
            help="Count a judge's two orders of a comparison as what both say (a tie where they differ), or the first."
        ),
    ] = "both",
    form: Form = "table",
) -> None:
    """Compare LLM judges with people: agreement, biases, the alternative annotator test."""
    from eval_core.agreement.alternative_annotator import EPSILON
    from eval_core.campaigns.results.judges_compared import judge_reports
    from eval_core.campaigns.results.judges_rating import rating_judge_reports
    from eval_core.campaigns.results.ratings import rating_state
    from eval_core.jobs.judge_certificates import certificates_of_judges

    store, wanted, margin = reading(), judge or [], EPSILON if epsilon is None else epsilon
    rates = protocol is not None or rating_state(store, campaign).rates
    reports: Sequence[JudgeReport | RatingJudgeReport] = (
        rating_judge_reports(store, campaign, protocol=protocol, judges=wanted, epsilon=margin)
        if rates
        else judge_reports(store, campaign, judges=wanted, epsilon=margin, both=orders == "both")
    )
    gold = {} if rates else certificates_of_judges(store, campaign)
    if form == "json":
        say_json({"judges": [_document(judged, rates, gold.get(judged.judge)) for judged in reports]})
        return
    if not reports:
        print(f"no judge has {'rated' if rates else 'compared'} responses in this campaign")
    for number, judged in enumerate(reports):
        if number:
            print()
        _say(judged)
        if judged.judge in gold:
            _say_gold(gold[judged.judge])


def _document(judged: JudgeReport | RatingJudgeReport, rates: bool, exam: Certificate | None) -> dict[str, Any]:
    """A judge for programs; `gold` only where it compares: its certificate, null without one."""
    return judged.as_dict() if rates else judged.as_dict() | {"gold": exam.as_dict() if exam else None}


def _say_gold(exam: Certificate) -> None:
    from eval_core.reports.judge_results.exam_words import exam_answer, exam_setting

    print(f"\non gold: {exam_answer(exam)}")
    print(exam_setting(exam))


def verdict(test: AlternativeTest, things: str = "comparisons") -> str:
    """The answer in a sentence; `things` were judged."""
    if test.omega is None:
        return f"not known: the judge and two people have no {things} in common"
    result = f"omega {test.omega:.2f} at epsilon {test.epsilon:g}"
    if test.passes is None:
        return f"not known: the test needs three annotators ({result})"
    if test.passes:
        return f"yes, for {things} like these: it agrees with the others as well as most annotators do ({result})"
    chance = "; worse by less than epsilon, which may be chance" if test.within_margin else ""
    return f"no: nothing shows that it agrees with the others as well as most annotators do ({result}{chance})"


def _say(judged: JudgeReport | RatingJudgeReport) -> None:
    from eval_core.campaigns.results.judges_compared import JudgeReport

    if isinstance(judged, JudgeReport):
        _say_compared(judged)
        _say_test(judged.test, "comparisons")
    else:
        _say_rated(judged)
        _say_test(judged.score.test, "scores")


def _say_compared(judged: JudgeReport) -> None:
    print(f"{judged.judge}: {counted(judged.judgments, 'judgment')}, {judged.common} on comparisons that people judged")
    print(f"can it replace annotators? {verdict(judged.test)}")
    if judged.asked_twice:
        counts = (
            "count once: what both say, a tie where they differ" if judged.both_orders else "count by the first order"
        )
        print(f"{counted(judged.asked_twice, 'comparison')} in both orders {counts}")
    judge, people, orders = judged.judge_agreement, judged.people_agreement, judged.orders
    rows = [
        ("agreement with a person", with_interval(judge.exact), with_interval(people.exact), ""),
        (
            "the same without ties",
            with_interval(judged.judge_without_ties),
            with_interval(judged.people_without_ties),
            "",
        ),
        (
            "Krippendorff's alpha, ordinal",
            with_interval(judge.alpha_ordinal),
            with_interval(people.alpha_ordinal),
            plain(0.0),
        ),
        ("ties", plain(judged.tie_rate), plain(judged.people_tie_rate), ""),
        ("chose the longer text", plain(judged.longer), plain(judged.people_longer), ""),
        ("same outcome in both orders", with_interval(orders.consistent), "", plain(orders.consistent_by_chance)),
        ("chose the text shown first", with_interval(orders.first), "", plain(0.5 if orders.first.n else None)),
    ]
    say_table([dict(zip(("", "judge", "people", "by chance"), row, strict=True)) for row in rows])
    ranking = judged.ranking
    if ranking.kendall is not None:
        print(f"ranking of {ranking.systems} systems: Kendall {ranking.kendall:.2f}, Spearman {ranking.spearman:.2f}")


def _say_rated(judged: RatingJudgeReport) -> None:
    compared = judged.comparison
    print(f"{judged.judge}: {counted(compared.responses, 'response')} rated, {compared.common} that people rated")
    if judged.partial:
        print(f"criteria: {', '.join(judged.criteria)} only; every score here is of these alone, people's too")
    print(f"can it replace annotators? {verdict(judged.score.test, 'responses')}")
    criteria = {"score": judged.score, **judged.criteria}
    say_table(
        [
            {
                "": key,
                "responses": criterion.comparison.n,
                "alpha": with_interval(criterion.comparison.judge.alpha_ordinal),
                "people's alpha": with_interval(criterion.comparison.people.alpha_ordinal),
                "exact agreement": with_interval(criterion.comparison.judge.exact),
                "people's exact agreement": with_interval(criterion.comparison.people.exact),
                "judge minus people": with_interval(criterion.comparison.bias),
                "omega": criterion.test.omega,
            }
            for key, criterion in criteria.items()
        ]
    )
    print()
    levels = {
        "scores of responses": compared.score.correlation,
        "of systems in documents": compared.document,
        "of systems": compared.system,
        "gap to people and length": compared.length,
        "gap to people and position in the batch": compared.place,
    }
    say_table(
        [
            {
                "": name,
                "n": measures.n,
                "Pearson": with_interval(measures.pearson),
                "Spearman": with_interval(measures.spearman),
                "Kendall": with_interval(measures.kendall),
            }
            for name, measures in levels.items()
            if measures is not None
        ]
    )
    _say_probabilities(judged)


def _say_probabilities(judged: RatingJudgeReport) -> None:
    names = {"value": "plain", "expected": "weighted by probability", "log_probability": "of the response's tokens"}
    if not judged.probabilities:
        return
    print()
    say_table(
        [
            {
                "": key,
                "score": names[kind],
                "n": figures.n,
                "Pearson": with_interval(figures.pearson),
                "Spearman": with_interval(figures.spearman),
                "Kendall": with_interval(figures.kendall),
            }
            for key, kinds in judged.probabilities.items()
            for kind, figures in kinds.items()
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
                "judge at least as good": row.judge_ahead,
                "annotator at least as good": row.annotator_ahead,
                "p": row.p,
                "replaceable": row.replaceable,
            }
            for row in test.annotators
        ]
    )


def with_interval(measure: Measure | Share) -> str:
    """A number with its interval: 0.710 [0.660, 0.760]."""
    return f"{plain(measure.value)} {interval((measure.low, measure.high))}".rstrip()


def plain(value: float | None) -> str:
    """Three decimals; empty for None."""
    return "" if value is None else f"{value:z.3f}"
