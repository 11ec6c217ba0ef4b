"""`parvis agreement`: from a file or a campaign to how far its annotators agree."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eval_core.cli.output import Form, say_json, say_table
from eval_core.cli.votes import votes_of

if TYPE_CHECKING:
    from eval_core.agreement import Agreement, AnnotatorPair, Interval

_NAMES = {
    "percent_agreement": "percent agreement",
    "alpha_nominal": "Krippendorff's alpha, nominal",
    "alpha_ordinal": "Krippendorff's alpha, ordinal",
    "gwet_ac1": "Gwet's AC1",
}


def agreement(
    file: Annotated[Path | None, typer.Argument(help="A file of judgments, instead of --campaign.")] = None,
    campaign: Annotated[str | None, typer.Option(metavar="SLUG", help="A campaign, instead of a file.")] = None,
    where: Annotated[
        list[str] | None, typer.Option(metavar="FIELD=VALUE", help="Only such judgments; repeatable.")
    ] = None,
    level: Annotated[float, typer.Option(help="Of the intervals, between 0 and 1.")] = 0.95,
    resamples: Annotated[int, typer.Option(min=0, help="Of the comparisons, behind the intervals.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="Of the resampling.")] = 0,
    form: Form = "table",
) -> None:
    """Measure how far the annotators of a file of judgments or of a campaign agree."""
    votes = votes_of(file, campaign, where)

    from eval_core.agreement import agreement as measured

    found = measured(votes, level=level, resamples=resamples, seed=seed)
    if form == "json":
        say_json(found.as_dict())
    else:
        _say(found)
    for warning in found.warnings:
        print(f"note: {warning.message}", file=sys.stderr)


def _say(found: Agreement) -> None:
    estimates, intervals = vars(found.estimates), vars(found.intervals)
    say_table(
        [
            {"measure": words, "value": estimates[name], "interval": _between(intervals[name])}
            for name, words in _NAMES.items()
        ]
    )
    how = f"; {100 * found.level:g} % intervals from {found.resamples} resamples of the comparisons"
    print(
        f"{found.n_items} comparisons that two or more judged, {found.n_annotators} annotators"
        f"{how if found.resamples else ''}"
    )
    if found.annotator_pairs:
        print()
        say_table([_line(pair) for pair in found.annotator_pairs])


def _line(pair: AnnotatorPair) -> dict[str, Any]:
    return {
        "annotator": pair.annotator,
        "other": pair.other,
        "comparisons": pair.n,
        "percent agreement": pair.estimates.percent_agreement,
        "alpha nominal": pair.estimates.alpha_nominal,
        "interval": _between(pair.intervals.alpha_nominal),
        "alpha ordinal": pair.estimates.alpha_ordinal,
        "AC1": pair.estimates.gwet_ac1,
    }


def _between(interval: Interval | None) -> str:
    return "" if interval is None else f"[{interval[0]:.3f}, {interval[1]:.3f}]"
