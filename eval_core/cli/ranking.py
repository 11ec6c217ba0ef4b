"""`parvis rank`: from a file or a campaign to a ranking."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from eval_core.cli.output import Format, say_json, say_table
from eval_core.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from eval_core.ranking import Ranking


def rank(
    file: Annotated[Path | None, typer.Argument(help="A file of judgments, instead of --campaign.")] = None,
    campaign: Annotated[str | None, typer.Option()] = None,
    model: Annotated[str, typer.Option(help="davidson or bradley-terry")] = "davidson",
    engine: Annotated[str, typer.Option(help="newton or choix")] = "newton",
    position_effect: Annotated[bool, typer.Option("--position-effect")] = False,
    cluster: Annotated[str, typer.Option(help="auto, none, annotator, prompt or both")] = "auto",
    reference: Annotated[str | None, typer.Option(help="The system whose strength is 0.")] = None,
    systems: Annotated[str | None, typer.Option(help="Only these, separated by commas.")] = None,
    where: Annotated[list[str] | None, typer.Option(help="FIELD=VALUE; repeatable.")] = None,
    level: Annotated[float, typer.Option()] = 0.95,
    seed: Annotated[int, typer.Option()] = 0,
    bootstrap: Annotated[int, typer.Option(help="Percentile intervals from so many fits.")] = 0,
    length_covariate: Annotated[bool, typer.Option("--length-covariate", hidden=True)] = False,
    identical_as_ties: Annotated[bool, typer.Option("--identical-as-ties")] = False,
    form: Annotated[Format, typer.Option("--format")] = Format.table,
) -> None:
    """Rank the systems of a file or a campaign."""
    from eval_core.ranking import rank as fit

    if (file is None) == (campaign is None):
        raise InputError("name either a file of judgments or --campaign")
    if length_covariate:
        raise InputError("this version has no length covariate")
    names = [name.strip() for name in systems.split(",")] if systems else []
    if file is not None:
        votes = _votes_of_file(file, where or [], names, identical_as_ties)
    else:
        from eval_core.campaigns.votes import read_votes
        from eval_core.cli.database import reading

        votes = read_votes(
            reading(), str(campaign), where=where or [], systems=names, identical_as_ties=identical_as_ties
        )
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
    )
    _say(ranking, form)


def _votes_of_file(file: Path, where: list[str], systems: list[str], identical_as_ties: bool) -> pd.DataFrame:
    from eval_core.files import read_judgments, to_votes_frame, where_filter

    frame = read_judgments(file)
    if where:
        frame = where_filter(frame, where)
    unknown = set(systems) - set(frame["system_a"]) - set(frame["system_b"])
    if unknown:
        raise InputError(f"no system '{min(unknown)}'", file=file)
    if systems:
        frame = frame[frame["system_a"].isin(systems) & frame["system_b"].isin(systems)]
    return to_votes_frame(frame, identical_as_ties=identical_as_ties)


def _say(ranking: Ranking, form: Format) -> None:
    document = ranking.as_dict()
    rows = document["systems"]
    if form is Format.json:
        say_json(document)
        return
    if form is Format.csv:
        writer = csv.DictWriter(sys.stdout, fieldnames=list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return
    say_table(
        [
            {
                "rank": f"{row['rank_low']}–{row['rank_high']}" if row["rank_low"] != row["rank_high"] else row["rank"],
                "system": row["system"],
                "judgments": row["judgments"],
                "win rate": row["win_rate"],
                "strength": row["strength"] if row["bounded"] else "unbounded",
                "low": row["low"],
                "high": row["high"],
                "P(best)": row["p_best"],
            }
            for row in rows
        ]
    )
    print(
        f"{ranking.model}, {ranking.n_judgments} judgments ({ranking.n_ties} ties), clustered by {ranking.cluster}, "
        f"{100 * ranking.level:g} % intervals on the natural log scale"
    )
    for warning in document["warnings"]:
        print(f"note: {warning}", file=sys.stderr)
