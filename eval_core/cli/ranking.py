"""`parvis rank`: from a file or a campaign to a ranking."""

from __future__ import annotations

import sys
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from eval_core.cli.output import say_json, say_table
from eval_core.cli.votes import votes_of
from eval_core.errors import InputError

if TYPE_CHECKING:
    from eval_core.ranking import LengthEffect, Ranking


def rank(
    file: Annotated[Path | None, typer.Argument(help="A file of judgments, instead of --campaign.")] = None,
    campaign: Annotated[str | None, typer.Option(metavar="SLUG", help="A campaign, instead of a file.")] = None,
    model: Annotated[
        Literal["davidson", "bradley-terry"], typer.Option(help="Ties with a parameter, or as half a win each.")
    ] = "davidson",
    engine: Annotated[
        Literal["newton", "choix"], typer.Option(help="What fits; choix for bradley-terry only.")
    ] = "newton",
    position_effect: Annotated[
        bool, typer.Option("--position-effect", help="Estimate the advantage of standing as A.")
    ] = False,
    cluster: Annotated[
        Literal["auto", "none", "annotator", "prompt", "both"], typer.Option(help="What the intervals cluster by.")
    ] = "auto",
    reference: Annotated[str | None, typer.Option(metavar="SYSTEM", help="The system whose strength is 0.")] = None,
    systems: Annotated[str | None, typer.Option(metavar="A,B", help="Only these systems, with commas between.")] = None,
    where: Annotated[
        list[str] | None, typer.Option(metavar="FIELD=VALUE", help="Only such judgments; repeatable.")
    ] = None,
    level: Annotated[float, typer.Option(help="Of the intervals, between 0 and 1.")] = 0.95,
    seed: Annotated[int, typer.Option(min=0, help="Of the draws behind P(best) and the rank ranges.")] = 0,
    bootstrap: Annotated[int, typer.Option(min=0, help="Percentile intervals from so many fits.")] = 0,
    length_covariate: Annotated[
        bool, typer.Option("--length-covariate", help="Hold the length of responses equal.")
    ] = False,
    identical_as_ties: Annotated[
        bool, typer.Option("--identical-as-ties", help="Count identical responses as ties.")
    ] = False,
    form: Annotated[Literal["table", "json", "csv"], typer.Option("--format", help="For people or programs.")] = (
        "table"
    ),
) -> None:
    """Rank the systems of a file of judgments or of a campaign."""
    names = [name for part in (systems or "").split(",") if (name := part.strip())]
    if systems is not None and len(set(names)) < 2:
        raise InputError("too_few_systems_named")
    votes = votes_of(
        file,
        campaign,
        where,
        systems=names,
        identical_as_ties=identical_as_ties,
        lengths=length_covariate,
        categories=True,
    )

    from eval_core.ranking import rank as fit

    ranking = fit(
        votes,
        model=model,
        engine=engine,
        position_effect=position_effect,
        cluster=cluster,
        reference=reference,
        level=level,
        seed=seed,
        bootstrap=bootstrap,
        length_covariate=length_covariate,
    )
    _say(ranking, form)


def _say(ranking: Ranking, form: str) -> None:
    document = ranking.as_dict()
    if form == "json":
        say_json(document)
    elif form == "csv":
        import pandas as pd

        from eval_core.files import table_bytes

        # Through the writer of `export ranking`, so that both give the same file.
        sys.stdout.write(table_bytes(pd.DataFrame(document["systems"]), ".csv").decode())
    else:
        say_table([_line(row, several=len(document["components"]) > 1) for row in document["systems"]])
        print(_method(ranking))
        if ranking.length is not None:
            print(_about_length(ranking.length))
    for warning in document["warnings"]:
        print(f"note: {warning}", file=sys.stderr)


def _line(row: dict[str, Any], *, several: bool) -> dict[str, Any]:
    low, high = row["rank_low"], row["rank_high"]
    interval = "" if row["low"] is None else f"[{row['low']:.3f}, {row['high']:.3f}]"
    return {
        **({"group": row["component"] + 1} if several else {}),
        "rank": f"{low}-{high}" if low != high else str(low),
        "system": row["system"],
        "judgments": row["judgments"],
        "win rate": row["win_rate"],
        "strength": row["strength"],
        "interval": interval if row["bounded"] else "unbounded",
        "P(best)": row["p_best"],
    }


def _method(ranking: Ranking) -> str:
    clusters = ", ".join(f"{count} {name}s" for name, count in ranking.n_clusters.items())
    by = f"clustered by {ranking.cluster} ({clusters})" if clusters else "not clustered"
    scale = f"relative to {ranking.reference}" if ranking.reference else "around their mean"
    return (
        f"{ranking.model} ({ranking.engine}), {ranking.n_judgments} judgments, {ranking.n_ties} of them ties;"
        f" natural log scale, {scale}; {100 * ranking.level:g} % intervals, {by}"
    )


def _about_length(effect: LengthEffect) -> str:
    error = "" if effect.se is None else f", standard error {effect.se:.3f}"
    return (
        f"length held equal: being longer by a factor of {exp(effect.sd):.2f} (one standard deviation) adds"
        f" {effect.log_odds:+.3f} to the log odds{error}; from {effect.judgments} judgments with known lengths"
    )
