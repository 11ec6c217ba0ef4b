"""`parvis rank`: a ranking of the systems of a file or a campaign."""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from eval_core.cli.output import counted, interval, say_json, say_lines, say_table
from eval_core.cli.rank_sources import (
    Asked,
    about_judge,
    checkpoint_line,
    checkpoints_of,
    judged_ranking,
    refuse_with_judge,
)
from eval_core.cli.tables import reads_table, receipt_in
from eval_core.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from eval_core.files import Reading
    from eval_core.ranking import LengthEffect, PositionEffect, Ranking
    from eval_core.ranking.choices import Extent
    from eval_core.ranking.diagnostics.diagnosis import Diagnosis


@reads_table
def rank(
    file: Annotated[Path | None, typer.Argument(help="A file of judgments, instead of --campaign.")] = None,
    campaign: Annotated[
        list[str] | None,
        typer.Option(metavar="SLUG", help="A campaign, instead of a file; several are ranked together."),
    ] = None,
    model: Annotated[
        Literal["davidson", "bradley-terry"],
        typer.Option(help="Model: ties with a parameter of their own, or as half a win each."),
    ] = "davidson",
    engine: Annotated[
        Literal["newton", "choix"], typer.Option(help="Fitting engine; choix fits bradley-terry only.")
    ] = "newton",
    position_effect: Annotated[
        bool, typer.Option("--position-effect", help="Estimate the advantage of being shown first.")
    ] = False,
    cluster: Annotated[
        Literal["auto", "none", "annotator", "prompt", "both"],
        typer.Option(help="Clusters of the intervals; auto: whichever repeats."),
    ] = "auto",
    reference: Annotated[str | None, typer.Option(metavar="SYSTEM", help="System whose strength is set to 0.")] = None,
    systems: Annotated[str | None, typer.Option(metavar="A,B", help="Only these systems, separated by commas.")] = None,
    where: Annotated[
        list[str] | None, typer.Option(metavar="FIELD=VALUE", help="Only judgments with this value; repeatable.")
    ] = None,
    level: Annotated[float, typer.Option(help="Confidence level of the intervals, between 0 and 1.")] = 0.95,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of P(best) and the rank ranges.")] = 0,
    bootstrap: Annotated[
        int, typer.Option(min=0, help="Percentile intervals from this many bootstrap fits; 0 for none.")
    ] = 0,
    length_covariate: Annotated[
        bool, typer.Option("--length-covariate", help="Control for the length of responses.")
    ] = False,
    identical_as_ties: Annotated[
        bool, typer.Option("--identical-as-ties", help="Count identical responses as ties.")
    ] = False,
    both_orders: Annotated[
        bool,
        typer.Option(
            "--both-orders",
            help="Count a judge's two orders of a comparison as what both say, a tie where they differ.",
        ),
    ] = False,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Every pair of systems instead of the systems, in a table or as CSV.")
    ] = False,
    with_judge: Annotated[
        str | None, typer.Option(metavar="NAME", help="Add a judge that has compared everything to people's judgments.")
    ] = None,
    picked_by_judge: Annotated[
        bool, typer.Option("--picked-by-judge", help="People got comparisons because of that judge's verdict.")
    ] = False,
    diagnostics: Annotated[
        bool,
        typer.Option("--diagnostics", help="Sources of variance, a test of fit, and what other ways to count ties do."),
    ] = False,
    common_prompts: Annotated[
        bool, typer.Option("--common-prompts", help="Only prompts that every judged system answered.")
    ] = False,
    by_checkpoint: Annotated[
        bool,
        typer.Option("--by-checkpoint", help="Strength by checkpoint instead of the systems, in a table or as CSV."),
    ] = False,
    *,
    how: Reading,
    form: Annotated[Literal["table", "json", "csv"], typer.Option("--format", help="Output format.")] = ("table"),
) -> None:
    """Rank the systems of a file of judgments or a campaign."""
    names = [name for part in (systems or "").split(",") if (name := part.strip())]
    if systems is not None and len(set(names)) < 2:
        raise InputError("too_few_systems_named")
    if pairs and by_checkpoint:
        raise InputError("pairs_or_checkpoints")
    from eval_core.ranking.choices import Choices, Method

    choices = Choices.under(
        where or (),
        systems=tuple(names),
        common_prompts=common_prompts,
        identical_as_ties=identical_as_ties,
        both_orders=both_orders,
        judge=with_judge,
        method=Method(model, engine, cluster, position_effect, length_covariate),
    )
    asked = Asked(file, tuple(campaign or ()), choices, bootstrap, how)
    common: dict[str, Any] = {"reference": reference, "level": level, "seed": seed}
    judges: tuple[tuple[str, int], ...] = ()
    if with_judge is not None or picked_by_judge:
        refuse_with_judge(with_judge, choices, bootstrap=bool(bootstrap), diagnostics=diagnostics)
        ranking, extent, votes = judged_ranking(asked, str(with_judge), by_verdict=picked_by_judge, **common)
        diagnosis = None
    else:
        from dataclasses import asdict

        from eval_core.ranking import rank as fit

        votes, extent = asked.votes()
        details = pairs or by_checkpoint or form != "table"
        judges = asked.judges(votes)
        ranking = fit(votes, bootstrap=bootstrap, details=details, **asdict(choices.method), **common)
        diagnosis = _diagnosis(ranking, votes, form) if diagnostics else None
    more = receipt_in(votes) | (checkpoints_of(asked, ranking) if by_checkpoint else {})
    if judges:
        more["judges"] = [{"judge": name, "judgments": count} for name, count in judges]
    rows = "checkpoints" if by_checkpoint else "pairs" if pairs else "systems"
    asked.note_look()
    _say(ranking, diagnosis, form, rows, asked, extent, more)


def _diagnosis(ranking: Ranking, votes: pd.DataFrame, form: str) -> Diagnosis | None:
    if form == "csv":
        raise InputError("diagnostics_not_csv")
    from eval_core.ranking.diagnostics.diagnosis import diagnose

    return diagnose(ranking, votes)


def _say(
    ranking: Ranking,
    diagnosis: Diagnosis | None,
    form: str,
    rows: str,
    asked: Asked,
    extent: Extent,
    more: dict[str, Any],
) -> None:
    from eval_core.ranking.choices import choices_document

    document = ranking.as_dict() | asked.said() | more | {"choices": choices_document(asked.choices, extent)}
    if form == "json":
        say_json({**document, "diagnostics": None if diagnosis is None else diagnosis.as_dict()})
    elif form == "csv":
        import pandas as pd

        from eval_core.files import table_bytes

        # Through the writer of `export ranking`, so that both give the same file.
        sys.stdout.write(table_bytes(pd.DataFrame(document[rows]), ".csv").decode())
        say_lines(_choices(asked, extent), aside=True)
    else:
        if rows == "pairs":
            say_table([_pair_line(row) for row in document["pairs"]])
        elif rows == "checkpoints":
            say_table([checkpoint_line(row) for row in document["checkpoints"]])
        else:
            say_table([_line(row, several=len(document["components"]) > 1) for row in document["systems"]])
        say_lines(_choices(asked, extent))
        say_lines(_judges(document))
        print(_method(ranking, asked.bootstrap if rows == "systems" else 0))
        say_lines(_of_groups(ranking, _effects))
        if ranking.judge is not None:
            print(about_judge(ranking.judge, ranking.n_judgments))
        if diagnosis is not None:
            from eval_core.reports.diagnosis_words import diagnosis_sentences

            for sentence in diagnosis_sentences(diagnosis):
                print(sentence)
    for warning in document["warnings"]:
        print(f"note: {warning}", file=sys.stderr)


def _choices(asked: Asked, extent: Extent) -> list[str]:
    """A line for each choice; JSON has them as they are, and does without the words of other languages."""
    from eval_core.reports.choice_words import choice_lines

    return choice_lines(asked.choices, extent)


def _judges(document: dict[str, Any]) -> list[str]:
    """Which annotators are LLM judges."""
    from eval_core.reports.choice_words import judges_line

    judges = [(row["judge"], row["judgments"]) for row in document.get("judges", ())]
    return [judges_line(judges)] if judges else []


def _line(row: dict[str, Any], *, several: bool) -> dict[str, Any]:
    return {
        **({"group": row["component"] + 1} if several else {}),
        "rank": _range(row["rank_low"], row["rank_high"]),
        "alone": _range(row["rank_low_alone"], row["rank_high_alone"]),
        "system": row["system"],
        "judgments": row["judgments"],
        "win rate": row["win_rate"],
        "strength": row["strength"],
        "interval": _interval(row),
        "P(best)": row["p_best"],
    }


def _range(low: int, high: int) -> str:
    return f"{low}-{high}" if low != high else str(low)


def _pair_line(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "system": row["system"],
        "opponent": row["opponent"],
        "wins": row["wins"],
        "ties": row["ties"],
        "losses": row["losses"],
        "difference": row["difference"],
        "interval": interval((row["low"], row["high"])),
        "p": row["p"],
        "decided": "yes" if row["decided"] else "no",
    }


def _interval(row: dict[str, Any]) -> str:
    if row["bounded"]:
        return interval((row["low"], row["high"]))
    if (row["low"] is None) == (row["high"] is None):
        return "unbounded"
    return f"above {row['low']:.2f}" if row["low"] is not None else f"below {row['high']:.2f}"


def _method(ranking: Ranking, bootstrap: int) -> str:
    clustering = "; ".join(_of_groups(ranking, lambda group: [_clustering(group, bootstrap)]))
    drawn = f" from percentiles of {counted(bootstrap, 'bootstrap fit')}" if bootstrap else ""
    scale = f"relative to {ranking.reference}" if ranking.reference else "centred on the mean"
    return (
        f"{ranking.model} ({ranking.engine}), {counted(ranking.n_judgments, 'judgment')}, {ranking.n_ties} of them"
        f" ties; natural log scale, {scale}; {100 * ranking.level:g}% intervals{drawn}, {clustering};"
        " ranks hold for all systems at once, 'alone' for one that was picked beforehand"
    )


def _of_groups(ranking: Ranking, said: Callable[[Ranking], list[str]]) -> list[str]:
    """What is said of each group of systems that were compared: once where it is the same."""
    groups = [said(group) for group in ranking.groups]
    if all(one == groups[0] for one in groups):
        return groups[0]
    return [f"group {number}: {line}" for number, one in enumerate(groups, 1) for line in one]


def _clustering(ranking: Ranking, bootstrap: int) -> str:
    clusters = ", ".join(counted(count, name) for name, count in ranking.n_clusters.items())
    clustering = f"clustered by {ranking.cluster} ({clusters})" if clusters else "not clustered"
    corrected = "ranks corrected" if bootstrap else "corrected"
    return clustering + (f", {corrected} for few annotators" if ranking.corrected else "")


def _effects(ranking: Ranking) -> list[str]:
    position = [] if ranking.position is None else [_about_position(ranking.position)]
    return position if ranking.length is None else [*position, _about_length(ranking.length)]


def _about_position(effect: PositionEffect) -> str:
    error = "" if effect.se is None else f", standard error {effect.se:.3f}"
    return f"position effect estimated: being shown first adds {effect.log_odds:+.3f} to the log odds{error}"


def _about_length(effect: LengthEffect) -> str:
    error = "" if effect.se is None else f", standard error {effect.se:.3f}"
    judgments = counted(effect.judgments, "judgment")
    return (
        f"controlled for length: being longer by a factor of {exp(effect.sd):.2f} (one standard deviation) adds"
        f" {effect.log_odds:+.3f} to the log odds{error}; from {judgments} with known lengths"
    )
