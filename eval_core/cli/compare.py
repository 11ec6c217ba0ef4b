"""`parvis compare`: is a new system better than the one before it?"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from eval_core.cli.output import Form, say_json, say_table
from eval_core.cli.votes import votes_of
from eval_core.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from eval_core.ranking import Ranking
    from eval_core.ranking.comparison import Comparison

# Columns of an exported file, and what they hold.
_FIELDS = {"protocol_hash": "protocol", "guideline_version": "guidelines", "text_view": "text view"}
_REASONS = {
    "unbounded": "one of them has no finite strength yet",
    "disconnected": "they were never compared, even indirectly",
    "no_error": "the judgments do not tell how sure the difference is",
}
_SHOWN = 3


def compare(
    new: Annotated[str, typer.Argument(help="The system on trial.")],
    base: Annotated[str, typer.Argument(help="The system that it is held against.")],
    file: Annotated[Path | None, typer.Argument(help="A file of judgments, instead of --campaign.")] = None,
    campaign: Annotated[str | None, typer.Option(metavar="SLUG", help="A campaign, instead of a file.")] = None,
    require: Annotated[
        Literal["better", "not-worse"] | None, typer.Option(help="Exit with 3 unless NEW is that.")
    ] = None,
    margin: Annotated[
        float, typer.Option(metavar="D", help="NEW is not worse where its interval lies above -D (natural log).")
    ] = 0.0,
    where: Annotated[
        list[str] | None, typer.Option(metavar="FIELD=VALUE", help="Only such judgments; repeatable.")
    ] = None,
    level: Annotated[float, typer.Option(help="Of the interval, between 0 and 1.")] = 0.95,
    form: Form = "table",
) -> None:
    """Say whether NEW is better than BASE, worse, or undecided."""
    votes = votes_of(file, campaign, where)
    if not len(votes):
        raise InputError("nothing_to_rank")
    for name in (new, base):
        if not ((votes["first"] == name) | (votes["second"] == name)).any():
            raise InputError("system_without_judgments", system=name)
    if file is not None:
        _refuse_unlike_judgments(file, votes, new, base)
    else:
        _refuse_unlike_campaign(str(campaign), where or [], new, base)

    from eval_core.ranking import rank
    from eval_core.ranking.comparison import compare as held

    ranking = rank(votes, level=level)
    found = held(ranking, new, base, margin=margin)
    met = None if require is None else found.verdict == "better" if require == "better" else found.not_worse
    _say(found, ranking, require, met, form)
    if met is False:
        raise typer.Exit(3)


def _refuse_unlike_judgments(file: Path, votes: pd.DataFrame, new: str, base: str) -> None:
    from eval_core.files import read_judgments
    from eval_core.files.conditions import field

    of_new, of_base = ((votes["first"] == name) | (votes["second"] == name) for name in (new, base))
    judgments = read_judgments(file).loc[votes.index[of_new | of_base]]
    for column, name in _FIELDS.items():
        values = field(judgments, column)
        if values is not None:
            _refuse_unlike(name, [None if value != value else value for value in values.unique()])
    known = votes["prompt"].dropna()
    if known.nunique() < len(known):
        # Where each judgment has a prompt of its own, as in an arena, no two systems share any.
        _refuse_other_prompts(new, set(votes["prompt"][of_new].dropna()), base, set(votes["prompt"][of_base].dropna()))


def _refuse_unlike_campaign(slug: str, where: list[str], new: str, base: str) -> None:
    from eval_core.campaigns.results.slices import judging_conditions
    from eval_core.cli.database import reading

    found = judging_conditions(reading(), slug, (new, base), where=where)
    for name, values in zip(_FIELDS.values(), (found.protocol, found.guidelines, found.text_view), strict=True):
        _refuse_unlike(name, values)
    _refuse_other_prompts(new, found.prompts[new], base, found.prompts[base])


def _refuse_unlike(name: str, values: Iterable[str | None]) -> None:
    known = sorted({"unknown" if value is None else value for value in values})
    if len(known) > 1:
        listed = ", ".join(value[:12] for value in known[:_SHOWN])
        raise InputError("judgments_differ", name=name, listed=listed)


def _refuse_other_prompts(new: str, of_new: Iterable[Any], base: str, of_base: Iterable[Any]) -> None:
    ours, theirs = set(of_new), set(of_base)
    if ours != theirs:
        raise InputError("prompts_differ", ours=len(ours - theirs), new=new, theirs=len(theirs - ours), base=base)


def _say(found: Comparison, ranking: Ranking, require: str | None, met: bool | None, form: str) -> None:
    document = ranking.as_dict()
    warnings = document["warnings"]
    if form == "json":
        names = ("model", "n_judgments", "cluster", "n_clusters", "df")
        asked = {"require": require, "met": met}
        say_json({**found.as_dict(), **{name: document[name] for name in names}, **asked, "warnings": warnings})
    else:
        say_table([_line(found)])
        print(f"{100 * found.level:g} % interval, natural log scale, from {ranking.n_judgments} judgments")
        if found.reason:
            print(f"undecided: {_REASONS[found.reason]}")
        if met is not None:
            print(f"required: {require}: {'yes' if met else 'no'}")
    for warning in warnings:
        print(f"note: {warning}", file=sys.stderr)


def _line(found: Comparison) -> dict[str, Any]:
    interval = "" if found.low is None else f"[{found.low:.3f}, {found.high:.3f}]"
    return {
        "new": found.new,
        "base": found.base,
        "verdict": found.verdict,
        "difference": found.difference,
        "interval": interval,
        "P(better)": found.p_better,
        "wins": found.wins,
        "ties": found.ties,
        "losses": found.losses,
        "expected share": found.win_share,
    }
