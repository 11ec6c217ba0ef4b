"""`parvis campaign rules` and `parvis campaign set`: what a lead decides about the annotators' work."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from eval_core.cli.database import reading, writing
from eval_core.cli.output import Form, say_json, say_table
from eval_core.errors import ParvisError

if TYPE_CHECKING:
    from eval_core.campaigns.rules import Rules
    from eval_core.campaigns.setup.plan import Outline
    from eval_core.campaigns.setup.plan_review import Advice

_SHARES = ("gold_share", "repeat_share", "reasons_share", "pass_mark")
_ADVICE = {
    "no_letter": "no information letter: annotators are not asked for consent"
    " (a letter needs --letter-responsible, --letter-contact and --letter-pay)",
    "letter_changed": "the letter has changed: {have} of those who agreed will be asked again",
    "gold_short": "training and test take {need} gold comparisons, and {have} can be shown: newcomers will be held up"
    " (load more with 'parvis import gold')",
    "gold_short_second": "training, test and a second try take {need} gold comparisons, and {have} can be shown:"
    " whoever fails cannot be given another unseen test",
    "gold_short_stream": "training, test and the share of the stream take {need} gold comparisons of one annotator,"
    " and {have} can be shown: nobody sees one twice, so the share will be smaller",
    "gold_unused": "{have} gold comparisons are loaded, and no rule uses them (--gold-share, --training, --test)",
    "few_shared": "two annotators will share about {have} comparisons, and agreement is told from {need} or more:"
    " a shared set makes sure of it",
    "repeats_too_late": "no repeats will come: the first can be an annotator's comparison {need},"
    " and one annotator judges {have}",
}
Slug = Annotated[str, typer.Argument(help="The campaign's short name.")]


def _share(given: str) -> float:
    """A share as 5% or 0.05."""
    body, percent = (given[:-1], 100) if given.endswith("%") else (given, 1)
    try:
        value = float(body) / percent
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise typer.BadParameter(f"'{given}' is not a share: write it as 5% or as 0.05")
    return round(value, 9)


def show(slug: Slug, form: Form = "table") -> None:
    """Show a campaign's rules for the annotators' work, and what does not fit."""
    from eval_core.campaigns.rules import read_rules
    from eval_core.campaigns.setup.plan_review import advice

    store = reading()
    found, advised = read_rules(store, slug), advice(store, slug)
    if form == "json":
        say_json(found.model_dump() | {"defaults": _at_default(found), "advice": [asdict(one) for one in advised]})
        return
    defaults = _at_default(found)
    say_table(
        [
            {"rule": _as_option(name), "value": value, "default": name in defaults}
            for name, value in _flat(found).items()
        ]
    )
    _say_advice(advised)


def _moment(given: str) -> datetime:
    """The last minute of a day, in UTC, or a moment of its own."""
    try:
        found = datetime.fromisoformat(given)
    except ValueError:
        raise typer.BadParameter(f"'{given}' is not a time such as 2026-12-04 or 2026-12-04T14:30+01:00") from None
    if len(given) == len("2026-12-04"):
        found = found.replace(hour=23, minute=59)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def change(
    slug: Slug,
    title: Annotated[str | None, typer.Option(help="The campaign's title.")] = None,
    overlap: Annotated[int | None, typer.Option(help="Annotators per comparison; fixed by the first judgment.")] = None,
    shared: Annotated[int | None, typer.Option(help="Comparisons in the shared set; fixed likewise.", min=0)] = None,
    shared_overlap: Annotated[int | None, typer.Option(help="Annotators of each of those; fixed likewise.")] = None,
    text_view: Annotated[
        Literal["plain", "formatted"] | None, typer.Option(help="How texts are shown; fixed likewise.")
    ] = None,
    per_annotator: Annotated[int | None, typer.Option(help="The most that one annotator judges.", min=1)] = None,
    deadline: Annotated[
        datetime | None,
        typer.Option(help="The last day, or a moment (UTC if no zone).", parser=_moment, metavar="TIME"),
    ] = None,
    pair_policy: Annotated[
        Literal["balanced", "adaptive"] | None,
        typer.Option(help="Comparisons as planned, or first those that say most about the order."),
    ] = None,
    gold_share: Annotated[
        float | None, typer.Option(help="Gold comparisons in the stream, at most 50%.", parser=_share, metavar="SHARE")
    ] = None,
    repeat_share: Annotated[
        float | None, typer.Option(help="Repeats in the stream, at most 50%.", parser=_share, metavar="SHARE")
    ] = None,
    reasons: Annotated[
        Literal["off", "share", "all"] | None,
        typer.Option(help="Ask for reasons: never, on a share, on every comparison."),
    ] = None,
    reasons_share: Annotated[
        float | None, typer.Option(help="On how many, with '--reasons share'.", parser=_share, metavar="SHARE")
    ] = None,
    training: Annotated[int | None, typer.Option(help="Gold comparisons with feedback first.", min=0, max=50)] = None,
    test: Annotated[int | None, typer.Option(help="Unseen gold comparisons after that.", min=0, max=50)] = None,
    pass_mark: Annotated[
        float | None, typer.Option(help="How much of the test must be right.", parser=_share, metavar="SHARE")
    ] = None,
    revisable: Annotated[bool | None, typer.Option(help="May annotators change earlier judgments?")] = None,
    stop: Annotated[
        Literal["off", "judgments", "width"] | None,
        typer.Option(help="Enough when all is judged, after so many judgments, or once intervals are narrow."),
    ] = None,
    stop_judgments: Annotated[int | None, typer.Option(help="How many, with '--stop judgments'.", min=1)] = None,
    stop_width: Annotated[
        float | None, typer.Option(help="The widest interval's half-width, with '--stop width' (natural log scale).")
    ] = None,
    responses_beside: Annotated[
        int | None, typer.Option(help="Where responses are rated: so many of one prompt together.", min=1, max=6)
    ] = None,
    budget_hours: Annotated[float | None, typer.Option(help="Hours that may be worked.", min=0)] = None,
    letter_responsible: Annotated[str | None, typer.Option(help="The letter: who runs the evaluation.")] = None,
    letter_contact: Annotated[str | None, typer.Option(help="The letter: whom to write to.")] = None,
    letter_pay: Annotated[str | None, typer.Option(help="The letter: what is paid.")] = None,
    letter_purpose: Annotated[str | None, typer.Option(help="The letter: what the judgments are for.")] = None,
    letter_sharing: Annotated[str | None, typer.Option(help="The letter: who else sees the judgments.")] = None,
) -> None:
    """Set a campaign's plan and rules; they hold from the next comparison on."""
    # The options are called as the rules are; what was not given is not changed.
    given = {name: value for name, value in locals().items() if name != "slug" and value is not None}
    letter = {name.removeprefix("letter_"): given.pop(name) for name in list(given) if name.startswith("letter_")}
    changes = given | ({"letter": letter} if letter else {})
    if not changes:
        raise ParvisError("nothing to change: name at least one rule, such as --gold-share 5%")
    from eval_core.campaigns.rules import change_rules, read_rules
    from eval_core.campaigns.setup.plan import Outline, change_plan, read_outline
    from eval_core.campaigns.setup.plan_review import advice

    store = writing()
    before = _flat(read_rules(store, slug)) | _outlined(read_outline(store, slug))
    outline = {name: changes.pop(name) for name in list(changes) if name in Outline.model_fields}
    if outline:
        change_plan(store, slug, outline)
    rules = change_rules(store, slug, changes) if changes else read_rules(store, slug)
    after = _flat(rules) | _outlined(read_outline(store, slug))
    changed = [name for name in after if after[name] != before[name]]
    for name in changed:
        print(f"{_as_option(name)}: {before[name] or 'empty'} -> {after[name] or 'empty'}")
    if not changed:
        print("nothing changed")
    _say_advice(advice(store, slug))


def _flat(found: Rules) -> dict[str, str]:
    """Every rule with its value in words; the parts of the letter as 'letter.pay'."""
    document = found.model_dump()
    letter = {f"letter.{name}": value for name, value in document.pop("letter").items()}
    return {name: _worded(name, value) for name, value in (document | letter).items()}


def _outlined(found: Outline) -> dict[str, str]:
    """What the campaign is beside its rules, in words."""
    return {name: _worded(name, value) for name, value in found.model_dump().items()}


def _at_default(found: Rules) -> list[str]:
    """The rules that have their default."""
    defaults, now = _flat(type(found)()), _flat(found)
    return [name for name in now if now[name] == defaults[name]]


def _as_option(name: str) -> str:
    return name.replace(".", "-").replace("_", "-")


def _worded(name: str, value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return "yes" if value else "" if value is None else "no"
    return f"{100 * value:g}%" if name in _SHARES else " ".join(str(value).split())


def _say_advice(found: list[Advice]) -> None:
    for one in found:
        print("note: " + _ADVICE[one.code].format(need=one.need, have=one.have))
