"""`parvis agreement`: how far the annotators of a file or a campaign agree."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eval_core.cli.output import Form, counted, interval, say_json, say_table
from eval_core.cli.tables import reads_table, receipt_in
from eval_core.cli.votes import votes_of

if TYPE_CHECKING:
    from eval_core.agreement import Agreement, AnnotatorPair
    from eval_core.files import Reading

_NAMES = {
    "percent_agreement": "percent agreement",
    "without_ties": "the same without ties",
    "alpha_nominal": "Krippendorff's alpha, nominal",
    "alpha_ordinal": "Krippendorff's alpha, ordinal",
    "gwet_ac1": "Gwet's AC1",
}


@reads_table
def agreement(
    file: Annotated[Path | None, typer.Argument(help="A file of judgments, instead of --campaign.")] = None,
    campaign: Annotated[str | None, typer.Option(metavar="SLUG", help="A campaign, instead of a file.")] = None,
    where: Annotated[
        list[str] | None, typer.Option(metavar="FIELD=VALUE", help="Only judgments with this value; repeatable.")
    ] = None,
    level: Annotated[float, typer.Option(help="Confidence level of the intervals, between 0 and 1.")] = 0.95,
    resamples: Annotated[
        int, typer.Option(min=0, help="Resamples of the prompts for the intervals; 0 for none.")
    ] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the resampling.")] = 0,
    *,
    how: Reading,
    form: Form = "table",
) -> None:
    """Measure how far annotators agree, in a file of judgments or a campaign."""
    votes = votes_of(file, campaign, where, how=how)

    from eval_core.agreement import agreement as measure

    result = measure(votes, level=level, resamples=resamples, seed=seed)
    if form == "json":
        say_json({**result.as_dict(), **receipt_in(votes)})
    else:
        _say(result)
    for warning in result.warnings:
        print(f"note: {warning.message}", file=sys.stderr)


def _say(result: Agreement) -> None:
    estimates, intervals = vars(result.estimates), vars(result.intervals)
    say_table(
        [
            {"measure": words, "value": estimates[name], "interval": interval(intervals[name])}
            for name, words in _NAMES.items()
        ]
    )
    items = counted(result.n_items, "comparison")
    annotators = counted(result.n_annotators, "annotator")
    resamples = counted(result.resamples, "resample")
    method = f"; {100 * result.level:g}% intervals from {resamples} of the prompts" if result.resamples else ""
    print(f"{items} judged by two or more, {annotators}{method}")
    if result.annotator_pairs:
        print()
        say_table([_line(pair) for pair in result.annotator_pairs])


def _line(pair: AnnotatorPair) -> dict[str, Any]:
    return {
        "annotator": pair.annotator,
        "other": pair.other,
        "comparisons": pair.n,
        "percent agreement": pair.estimates.percent_agreement,
        "without ties": pair.estimates.without_ties,
        "alpha nominal": pair.estimates.alpha_nominal,
        "interval": interval(pair.intervals.alpha_nominal),
        "alpha ordinal": pair.estimates.alpha_ordinal,
        "AC1": pair.estimates.gwet_ac1,
    }
