"""`parvis campaign rules` and `parvis campaign set`: a campaign's plan and the rules for its annotators' work."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

import typer
from typer.core import TyperCommand

from eval_core.cli.database import reading, writing
from eval_core.cli.output import Form, say_json, say_table
from eval_core.errors import ParvisError

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from eval_core.campaigns.rules import Rules
    from eval_core.campaigns.setup.plan import Plan
    from eval_core.campaigns.setup.plan_review import Advice

_ADVICE = {
    "no_letter": "no information letter: annotators are not asked for consent"
    " (a letter needs letter.responsible, letter.contact and letter.pay)",
    "letter_changed": "the letter has changed: {have} of those who agreed will be asked again",
    "gold_short": "training and test need {need} gold comparisons, and {have} can be shown: newcomers will have to wait"
    " (load more with 'parvis import gold')",
    "gold_short_standard": "training and test need {need} gold comparisons, and {have} can be shown to annotators who"
    " judge only {standard}: they will get stuck",
    "gold_short_second": "training, test and a second try need {need} gold comparisons, and {have} can be shown:"
    " annotators who fail cannot be given another unseen test",
    "gold_short_stream": "training, test and gold_share need {need} gold comparisons per annotator,"
    " and {have} can be shown: no annotator sees one twice, so the share will be smaller",
    "controls_few": "training and test need {need} control responses, and {have} can be shown: newcomers will have"
    " to wait",
    "controls_few_standard": "training and test need {need} control responses, and {have} can be shown to those who"
    " rate only {standard}: they will get stuck",
    "controls_few_second": "training, test and a second try need {need} control responses, and {have} can be shown:"
    " annotators who fail cannot be given another unseen test",
    "controls_short": "control responses have a share of the sheets, and none is loaded",
    "controls_unused": "{have} control responses are loaded, and no rule uses them (gold_share, training, test)",
    "gold_unused": "{have} gold comparisons are loaded, and no rule uses them (gold_share, training, test)",
    "few_shared": "two annotators will share about {have} comparisons, and measuring agreement needs {need} or more:"
    " plan a shared set (shared, shared_overlap)",
    "repeats_too_late": "no repeats will come: the first can be an annotator's comparison {need},"
    " and one annotator judges {have}",
}
_FIRST_COLUMN = 20  # characters of a setting's name in the help
Slug = Annotated[str, typer.Argument(help="The campaign's short name.")]


@dataclass(frozen=True)
class Setting:
    """One name that `parvis campaign set` takes, as its field in the model describes it.

    Attributes:
        values: what it takes, in words.
        default: of a campaign that does not set it, in words; None for what every campaign has of its own.
    """

    name: str
    values: str
    default: str | None
    description: str
    field: FieldInfo


class SetCommand(TyperCommand):
    """`campaign set`; its help ends with the names, read from the models only when someone asks for help."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the names, what each takes and its default, and then the example."""
        with formatter.section("Names"):
            formatter.write_dl(
                [(setting.name, _described(setting)) for setting in settings().values()], col_max=_FIRST_COLUMN
            )
        super().format_epilog(ctx, formatter)


def show(slug: Slug, form: Form = "table") -> None:
    """Show a campaign's rules, and notes on what does not fit."""
    from eval_core.campaigns.rules import read_rules
    from eval_core.campaigns.setup.plan_review import advice

    store = reading()
    rules, notes = read_rules(store, slug), advice(store, slug)
    defaults = _at_default(rules)
    if form == "json":
        say_json(rules.model_dump() | {"defaults": defaults, "advice": [asdict(advised) for advised in notes]})
        return
    say_table(
        [{"rule": name, "value": value, "default": name in defaults} for name, value in _rules_in_words(rules).items()]
    )
    _say_advice(notes)


def change(
    slug: Slug,
    values: Annotated[
        list[str], typer.Argument(metavar="NAME=VALUE", help="Setting and its new value; an empty value clears it.")
    ],
) -> None:
    """Set a campaign's plan and rules. They apply from the next comparison."""
    from eval_core.campaigns.rules import RuleError, read_rules
    from eval_core.campaigns.setup.plan import Plan, change_settings, read_plan
    from eval_core.campaigns.setup.plan_review import advice

    texts = _named_texts(values)
    known = settings()
    changes = {name: _value(name, known[name].field, text) for name, text in texts.items()}
    plan = {name: changes.pop(name) for name in list(changes) if name in Plan.model_fields}
    rules: dict[str, Any] = {}
    for name, value in changes.items():
        part, dot, below = name.partition(".")
        if dot:
            rules.setdefault(part, {})[below] = value
        else:
            rules[name] = value
    store = writing()
    before = _plan_in_words(read_plan(store, slug)) | _rules_in_words(read_rules(store, slug))
    try:
        new_plan, new_rules = change_settings(store, slug, plan, rules)
    except RuleError as error:
        if error.rule not in texts:
            raise
        raise ParvisError(
            f"'{error.rule}={texts[error.rule][:80]}' is not possible: {str(error).partition(': ')[2]};"
            f" {error.rule} takes {known[error.rule].values}"
        ) from None
    after = _plan_in_words(new_plan) | _rules_in_words(new_rules)
    changed = [name for name in after if after[name] != before[name]]
    for name in changed:
        print(f"{name}: {before[name] or 'empty'} -> {after[name] or 'empty'}")
    if not changed:
        print("nothing changed")
    _say_advice(advice(store, slug))


def settings() -> dict[str, Setting]:
    """All that `campaign set` can change, by name, in the order of the models' fields."""
    from eval_core.campaigns.crowd_rules import Crowd
    from eval_core.campaigns.rules import PARTS, Letter, Rules
    from eval_core.campaigns.setup.plan import Plan

    fields = {
        **Plan.model_fields,
        **{name: field for name, field in Rules.model_fields.items() if name not in PARTS},
        # The version counts the changes of the others.
        **{f"letter.{name}": field for name, field in Letter.model_fields.items() if name != "version"},
        **{f"crowd.{name}": field for name, field in Crowd.model_fields.items()},
    }
    return {
        name: Setting(
            name,
            values=_possible(field),
            default=None if name in Plan.model_fields else _in_words(field.default, share=_is_share(field)),
            description=field.description or "",
            field=field,
        )
        for name, field in fields.items()
    }


def _named_texts(values: list[str]) -> dict[str, str]:
    """The texts of NAME=VALUE by name.

    Raises:
        ParvisError: for a word without '=', an unknown name, and a name that comes twice.
    """
    texts: dict[str, str] = {}
    for word in values:
        name, equals, text = word.partition("=")
        if not equals:
            raise ParvisError(f"'{word}' is not NAME=VALUE, such as gold_share=5%")
        if name not in settings():
            raise ParvisError(f"there is no setting '{name}'{_like(name)}; 'parvis campaign set --help' lists all")
        if name in texts:
            raise ParvisError(f"'{name}' is set twice")
        texts[name] = text
    return texts


def _like(name: str) -> str:
    """The settings whose names resemble a name that is none, in words."""
    near = get_close_matches(name.replace("-", "_"), list(settings()))
    return f" (like it: {', '.join(near)})" if near else ""


def _value(name: str, field: FieldInfo, text: str) -> Any:
    """A text as the model takes it; one that cannot be read goes to the model as it is, which refuses it."""
    if not text and type(None) in get_args(field.annotation):
        return None
    if _is_moment(field):
        return moment(text, begins=name.endswith("_opens"))
    if _is_share(field) and text.endswith("%"):
        try:
            return round(float(text[:-1]) / 100, 9)
        except ValueError:
            return text
    return text


def moment(text: str, *, begins: bool = False) -> datetime | str:
    """A moment, or of a day its first or its last minute, in UTC unless the text names another zone."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    if len(text) == len("2026-12-04") and not begins:
        moment = moment.replace(hour=23, minute=59)
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _is_moment(field: FieldInfo) -> bool:
    from pydantic import AwareDatetime

    return AwareDatetime in get_args(field.annotation)


def _is_share(field: FieldInfo) -> bool:
    highest = _bounds(field)[1]
    return field.annotation is float and highest is not None and highest <= 1


def _bounds(field: FieldInfo) -> tuple[float | None, float | None]:
    """The lowest and the highest value that a field takes, None where it has no such bound."""
    lowest = [bound.ge for bound in field.metadata if hasattr(bound, "ge")]
    highest = [bound.le for bound in field.metadata if hasattr(bound, "le")]
    return lowest[0] if lowest else None, highest[0] if highest else None


def _possible(field: FieldInfo) -> str:
    """The values that a field takes, in words."""
    kind = field.annotation
    empty = " or empty" if type(None) in get_args(kind) else ""
    low, high = _bounds(field)
    if get_origin(kind) is Literal:
        return ", ".join(get_args(kind))
    if kind is bool:
        return "yes, no"
    if _is_share(field):
        return f"a share from {100 * (low or 0):g}% to {100 * (high or 0):g}%"
    if _is_moment(field):
        return f"a time such as 2026-12-04 or 2026-12-04T14:30+01:00{empty}"
    if low is not None and high is not None:
        whole = "a whole number" if int in (kind, *get_args(kind)) else "a number"
        return f"{whole} from {low:,} to {high:,}{empty}"
    return "text"


def _described(setting: Setting) -> str:
    default = "" if setting.default is None else f" Default: {setting.default or 'empty'}."
    return f"{setting.description} Takes {setting.values}.{default}"


def _rules_in_words(rules: Rules) -> dict[str, str]:
    """Every rule with its value in words; parts of the letter as 'letter.pay', of the platform as 'crowd.person'."""
    from eval_core.campaigns.rules import PARTS

    document = rules.model_dump()
    below = {f"{part}.{name}": _in_words(value) for part in PARTS for name, value in document.pop(part).items()}
    fields = type(rules).model_fields
    return {name: _in_words(value, share=_is_share(fields[name])) for name, value in document.items()} | below


def _plan_in_words(plan: Plan) -> dict[str, str]:
    return {name: _in_words(value) for name, value in plan.model_dump().items()}


def _at_default(rules: Rules) -> list[str]:
    """The rules that have their default."""
    defaults = _rules_in_words(type(rules)())
    return [name for name, value in _rules_in_words(rules).items() if value == defaults[name]]


def _in_words(value: Any, *, share: bool = False) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{100 * value:g}%" if share else " ".join(str(value).split())


def _say_advice(notes: list[Advice]) -> None:
    for advised in notes:
        print("note: " + _ADVICE[advised.code].format(**asdict(advised)))
