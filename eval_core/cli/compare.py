"""`parvis compare`: whether a new system is better than a base system."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from eval_core.cli.database import note_look, reading
from eval_core.cli.output import NOT_ENOUGH, Form, counted, interval, say_json, say_lines, say_table
from eval_core.cli.tables import reads_table, receipt_in
from eval_core.cli.votes import chosen_votes, read_file, require_one_source
from eval_core.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from eval_core.campaigns.results.scores import RatingResults
    from eval_core.files import Reading
    from eval_core.ranking import Ranking
    from eval_core.ranking.choices import Choices, Extent
    from eval_core.ranking.comparison import Comparison
    from eval_core.scoring import ScoreVerdict
    from eval_core.store import Store

# Columns of an exported file that must not differ, with their names in messages.
_FIELDS = {"protocol_hash": "protocol", "guideline_version": "guidelines", "text_view": "text view"}
_REASONS = {
    "unbounded": "one of them has no finite strength yet",
    "disconnected": "they were never compared, even indirectly",
    "no_error": "the judgments do not give the difference a standard error",
}
_SHOWN = 3


@reads_table
def compare(
    new: Annotated[str, typer.Argument(help="The system to test.")],
    base: Annotated[str, typer.Argument(help="The system to compare it with.")],
    file: Annotated[Path | None, typer.Argument(help="A file of judgments, instead of --campaign.")] = None,
    campaign: Annotated[str | None, typer.Option(metavar="SLUG", help="A campaign, instead of a file.")] = None,
    require: Annotated[
        Literal["better", "not-worse", "equivalent"] | None,
        typer.Option(help="Exit with 3 unless NEW is better, or not worse, or differs by less than the margin."),
    ] = None,
    margin: Annotated[
        float,
        typer.Option(
            metavar="D",
            help="Margin: NEW is not worse if its interval lies above -D (natural log scale; ratings: points).",
        ),
    ] = 0.0,
    where: Annotated[
        list[str] | None, typer.Option(metavar="FIELD=VALUE", help="Only judgments with this value; repeatable.")
    ] = None,
    level: Annotated[float, typer.Option(help="Confidence level of the interval, between 0 and 1.")] = 0.95,
    *,
    how: Reading,
    form: Form = "table",
) -> None:
    """Say whether NEW is better than BASE, worse, or undecided."""
    require_one_source(file, campaign)
    if require == "equivalent" and margin <= 0:
        raise InputError("equivalent_without_margin")
    store = None if file is not None else reading()
    if store is not None and _rates(store, str(campaign)):
        _compare_rated(store, str(campaign), (new, base, require, margin, where or [], level), form)
        return
    from eval_core.ranking.choices import Choices

    choices = Choices.under(where or ())
    votes, extent = chosen_votes(file, campaign, choices, how=how, store=store)
    if not len(votes):
        raise InputError("nothing_to_rank")
    for name in (new, base):
        if not ((votes["first"] == name) | (votes["second"] == name)).any():
            raise InputError("system_without_judgments", system=name)
    if file is not None:
        _refuse_unlike_judgments(file, how, votes, new, base)
    elif store is not None:
        _refuse_unlike_campaign(store, str(campaign), where or [], new, base)

    from eval_core.ranking import rank
    from eval_core.ranking.comparison import compare as compare_systems

    ranking = rank(votes, level=level)
    comparison = compare_systems(ranking, new, base, margin=margin)
    met = _met(comparison, require)
    if store is not None:
        note_look(store, str(campaign), "compare")
    _say(comparison, ranking, (choices, extent), receipt_in(votes), require, met, form)
    if met is False:
        raise typer.Exit(3)


def _met(comparison: Comparison | ScoreVerdict, require: str | None) -> bool | None:
    answers = {
        "better": comparison.verdict == "better",
        "not-worse": comparison.not_worse,
        "equivalent": comparison.equivalent,
    }
    return None if require is None else answers[require]


def _rates(store: Store, slug: str) -> bool:
    from eval_core.campaigns.access import OPERATOR
    from eval_core.campaigns.kinds import protocol_kind

    return protocol_kind(store, OPERATOR, slug) == "rating"


def _compare_rated(
    store: Store, slug: str, asked: tuple[str, str, str | None, float, list[str], float], form: str
) -> None:
    """The same for a campaign whose responses are rated: by their scores."""
    from eval_core.campaigns.results.scores import rating_results
    from eval_core.campaigns.results.slices import judging_conditions
    from eval_core.scoring import score_verdict

    new, base, require, margin, where, level = asked
    results = rating_results(store, slug, where=where, level=level)
    if not len(results.scores):
        raise InputError("nothing_to_score")
    verdict = score_verdict(results.differences, new, base, margin=margin)
    prompts = judging_conditions(store, slug, (new, base), where=where).prompts
    _refuse_other_prompts(new, prompts[new], base, prompts[base])
    met = _met(verdict, require)
    note_look(store, slug, "compare")
    _say_rated(verdict, results, require, met, form)
    if met is False:
        raise typer.Exit(3)


def _say_rated(verdict: ScoreVerdict, results: RatingResults, require: str | None, met: bool | None, form: str) -> None:
    differences = results.differences
    if form == "json":
        clusters = {"annotator": differences.raters, "prompt": differences.units}
        if differences.clustered_by == "document":
            clusters["document"] = clusters.pop("prompt")
        how = {
            "protocol": results.protocol.key,
            "n_ratings": len(results.scores),
            "n_clusters": clusters,
            "df": differences.df,
        }
        say_json({**verdict.as_dict(), **how, "require": require, "met": met, "warnings": []})
        return
    line = _line(verdict)
    line["share"] = line.pop("expected share")
    say_table([line])
    print(
        f"{100 * verdict.level:g}% interval, {results.protocol.key} scores, from "
        f"{counted(len(results.scores), 'rated response')} by {counted(differences.raters, 'annotator')}"
    )
    print("wins, ties and losses: ratings of both on one prompt by one annotator")
    if verdict.equal_within is not None:
        print(f"equivalent within {verdict.equal_within:.3f}, by two one-sided tests")
    if verdict.reason:
        print(f"undecided: {NOT_ENOUGH[verdict.reason]}")
    if met is not None:
        print(f"required: {require}: {'yes' if met else 'no'}")


def _refuse_unlike_judgments(file: Path, how: Reading, votes: pd.DataFrame, new: str, base: str) -> None:
    from eval_core.files.conditions import field

    of_new, of_base = ((votes["first"] == name) | (votes["second"] == name) for name in (new, base))
    judgments = read_file(file, how).loc[votes.index[of_new | of_base]]
    for column, name in _FIELDS.items():
        values = field(judgments, column)
        if values is not None:
            _refuse_unlike(name, [None if value != value else value for value in values.unique()])
    known = votes["prompt"].dropna()
    if known.nunique() < len(known):
        # Where each judgment has its own prompt, as in an arena, no two systems share any.
        _refuse_other_prompts(new, set(votes["prompt"][of_new].dropna()), base, set(votes["prompt"][of_base].dropna()))


def _refuse_unlike_campaign(store: Store, slug: str, where: list[str], new: str, base: str) -> None:
    from eval_core.campaigns.results.slices import judging_conditions

    conditions = judging_conditions(store, slug, (new, base), where=where)
    for name, values in zip(
        _FIELDS.values(), (conditions.protocol, conditions.guidelines, conditions.text_view), strict=True
    ):
        _refuse_unlike(name, values)
    _refuse_other_prompts(new, conditions.prompts[new], base, conditions.prompts[base])


def _refuse_unlike(name: str, values: Iterable[str | None]) -> None:
    known = sorted({"unknown" if value is None else value for value in values})
    if len(known) > 1:
        listed = ", ".join(value[:12] for value in known[:_SHOWN])
        raise InputError("judgments_differ", name=name, listed=listed)


def _refuse_other_prompts(new: str, of_new: Iterable[Any], base: str, of_base: Iterable[Any]) -> None:
    ours, theirs = set(of_new), set(of_base)
    if ours != theirs:
        raise InputError("prompts_differ", ours=len(ours - theirs), new=new, theirs=len(theirs - ours), base=base)


def _say(
    comparison: Comparison,
    ranking: Ranking,
    chosen: tuple[Choices, Extent],
    receipt: dict[str, Any],
    require: str | None,
    met: bool | None,
    form: str,
) -> None:
    from eval_core.ranking.choices import choices_document

    warnings = [warning.message for warning in ranking.warnings]
    if form == "json":
        group = ranking.group_of(comparison.new)
        asked = {"require": require, "met": met}
        say_json(
            {
                **comparison.as_dict(),
                "model": ranking.model,
                "n_judgments": ranking.n_judgments,
                **{name: getattr(group, name) for name in ("cluster", "n_clusters", "df")},
                **asked,
                "warnings": warnings,
                "choices": choices_document(*chosen),
                **receipt,
            }
        )
    else:
        say_table([_line(comparison)])
        from eval_core.reports.choice_words import choice_lines

        say_lines(choice_lines(*chosen))
        print(
            f"{100 * comparison.level:g}% interval, natural log scale, from {counted(ranking.n_judgments, 'judgment')}"
        )
        if comparison.equal_within is not None:
            print(f"equivalent within {comparison.equal_within:.3f}, by two one-sided tests")
        if comparison.reason:
            before = "undecided" if comparison.verdict == "undecided" else f"{comparison.verdict}, without a difference"
            print(f"{before}: {_REASONS[comparison.reason]}")
        if met is not None:
            print(f"required: {require}: {'yes' if met else 'no'}")
    for warning in warnings:
        print(f"note: {warning}", file=sys.stderr)


def _line(comparison: Comparison | ScoreVerdict) -> dict[str, Any]:
    return {
        "new": comparison.new,
        "base": comparison.base,
        "verdict": comparison.verdict,
        "difference": comparison.difference,
        "interval": interval((comparison.low, comparison.high)),
        "P(better)": comparison.p_better,
        "wins": comparison.wins,
        "ties": comparison.ties,
        "losses": comparison.losses,
        "expected share": comparison.win_share,
    }
