"""The plan of a campaign: title, overlap, shared set, quota, text view, deadline and protocol.

Settings whose change would make judgments incomparable are frozen by the first judgment.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.campaigns.audit import changed, note
from eval_core.campaigns.content.pairs import serving_order, shared_sample
from eval_core.campaigns.locks import lock_all_work
from eval_core.campaigns.rules import Letter, RuleError, Rules, change_rules_within, rules_of
from eval_core.campaigns.setup.lifecycle import LONGEST_TITLE, clean_title
from eval_core.errors import InputError, RefusedError
from eval_core.protocols import list_protocols, load_protocol
from eval_core.store import Campaign, Comparison, Judgment, Prompt, RatingAssignment, Store

# Fixed by the first judgment or rating.
FROZEN = ("protocol", "text_view", "overlap", "shared", "shared_overlap")
Model = TypeVar("Model", bound=BaseModel)
_LAID_OUT = ("overlap", "shared", "shared_overlap")


def _title(given: str) -> str:
    try:
        return clean_title(given)
    except RefusedError as refusal:
        raise ValueError(str(refusal)) from None


class Plan(BaseModel):
    """What a campaign is, besides its rules. `parvis campaign set --help` and docs/cli.md print the descriptions."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: Annotated[
        str, Field(max_length=10 * LONGEST_TITLE, description="The campaign's title."), AfterValidator(_title)
    ]
    protocol: Annotated[str, Field(description="Key of the protocol; fixed by the first judgment.")]
    text_view: Annotated[
        Literal["plain", "formatted"],
        Field(description="Show texts as they are, or format their Markdown; fixed by the first judgment."),
    ]
    overlap: Annotated[int, Field(ge=1, le=100, description="Annotators per comparison; fixed by the first judgment.")]
    shared: Annotated[
        int,
        Field(ge=0, le=1_000_000, description="Comparisons in the shared set (0: none); fixed by the first judgment."),
    ] = 0
    shared_overlap: Annotated[
        int,
        Field(ge=0, le=100, description="Annotators per comparison of the shared set; fixed by the first judgment."),
    ] = 0
    per_annotator: Annotated[
        int | None, Field(ge=1, le=1_000_000, description="Quota: the most that one annotator judges.")
    ] = None
    deadline: Annotated[
        AwareDatetime | None,
        Field(description="The deadline: a day (to its end) or a moment, in UTC unless it has a zone."),
    ] = None


def plan_of(campaign: Campaign) -> Plan:
    """The campaign's plan now, even if its protocol is unknown."""
    return Plan.model_construct(
        **{name: getattr(campaign, name) for name in Plan.model_fields if name != "protocol"},
        protocol=campaign.protocol_key,
    )


def read_plan(store: Store, slug: str, who: Who = OPERATOR) -> Plan:
    """The campaign's plan now. For its leads."""
    with store.read() as db:
        return plan_of(authorise(db, who, slug, "lead").campaign)


def change_plan(
    store: Store, slug: str, changes: Mapping[str, Any], seen: Mapping[str, Any] | None = None, who: Who = OPERATOR
) -> Plan:
    """Change some of a campaign's plan. For leads.

    A changed overlap or shared set lays the comparisons out again: their overlap, their order, the shared set.

    Args:
        changes: names of `Plan` with their new values.
        seen: the values that the lead saw; one that someone else has changed meanwhile is refused.

    Raises:
        RuleError: for an unknown name or a value that does not fit, naming it; nothing is changed.
        RefusedError: 'frozen' for settings fixed since judging began; 'changed_meanwhile'; 'signed_out', 'not_allowed'.
    """
    with store.write() as db:
        return change_plan_within(db, authorise(db, who, slug, "lead"), changes, seen)


def change_settings(
    store: Store,
    slug: str,
    plan: Mapping[str, Any],
    rules: Mapping[str, Any],
    who: Who = OPERATOR,
    *,
    seen: Mapping[str, Any] | None = None,
) -> tuple[Plan, Rules]:
    """`change_plan` and `change_rules` in one transaction: where either refuses, nothing is changed. For leads."""
    with store.write() as db:
        return change_settings_within(db, authorise(db, who, slug, "lead"), plan, rules, seen)


def change_settings_within(
    db: Session,
    grant: Grant,
    plan: Mapping[str, Any],
    rules: Mapping[str, Any],
    seen: Mapping[str, Any] | None = None,
) -> tuple[Plan, Rules]:
    """`change_settings` within a transaction of the caller's, who has checked the permission."""
    changed = change_plan_within(db, grant, plan, seen) if plan else plan_of(grant.campaign)
    db.flush()  # the rules read the campaign again
    return changed, change_rules_within(db, grant, rules, seen) if rules else rules_of(grant.campaign)


def change_plan_within(db: Session, grant: Grant, changes: Mapping[str, Any], seen: Mapping[str, Any] | None) -> Plan:
    """`change_plan` within a transaction of the caller's, who has checked the permission."""
    campaign = grant.campaign
    db.refresh(campaign, with_for_update={"key_share": True})  # one lead after another (PostgreSQL)
    now = plan_of(campaign)
    wanted = _changed(now, changes)
    names = [name for name in changes if getattr(now, name) != getattr(wanted, name)]
    for name in names:
        if seen is not None and name in seen and seen[name] != getattr(now, name):
            raise RefusedError("changed_meanwhile", f"somebody else has changed '{name}' meanwhile")
    fixed = [name for name in names if name in FROZEN]
    if fixed:
        lock_all_work(db, campaign)  # no first judgment between the check for one and the change
    if fixed and judging_began(db, campaign):
        raise RefusedError("frozen", f"'{fixed[0]}' is fixed since judging began")
    if names:
        _store(campaign, wanted)
        if set(names) & set(_LAID_OUT):
            lay_out(db, campaign)
        before, after = ({name: getattr(plan, name) for name in names} for plan in (now, wanted))
        note(db, grant, "rules_changed", changes=changed(before, after))
    return wanted


def judging_began(db: Session, campaign: Campaign) -> bool:
    """Whether anything was judged, or rated under the campaign's own protocol, here or elsewhere."""
    judged = select(Judgment.id).where(Judgment.campaign_id == campaign.id)
    rated = select(RatingAssignment.id).where(
        RatingAssignment.campaign_id == campaign.id,
        RatingAssignment.protocol_key == campaign.protocol_key,
        RatingAssignment.status == "done",
    )
    return bool(db.scalar(select(judged.exists() | rated.exists())))


def tried_settings(plan: Plan, rules: Rules, changes: Mapping[str, Any]) -> tuple[Plan, Rules, frozenset[str]]:
    """What settings would be with these changes, and the names of those that cannot have such a value.

    Args:
        changes: names of `Plan`, of `Rules`, and of `Letter` as 'letter.pay'. Those that cannot be are left out.
    """
    of_plan = {name: value for name, value in changes.items() if name in Plan.model_fields}
    flat = {name: value for name, value in changes.items() if name not in of_plan}
    words = {name.removeprefix("letter."): flat.pop(name) for name in list(flat) if name.startswith("letter.")}
    wanted, wrong = _tried(Plan, plan.model_dump(), of_plan)
    if _half_shared(wanted):
        wanted, wrong = _tried(
            Plan, plan.model_dump(), {n: v for n, v in of_plan.items() if not n.startswith("shared")}
        )
        wrong |= {"shared_overlap"}
    letter, wrong_words = _tried(Letter, rules.letter.model_dump(), words)
    kept, wrong_rules = _tried(Rules, rules.model_dump(), flat)
    faults = wrong | wrong_rules | {f"letter.{name}" for name in wrong_words}
    return wanted, kept.model_copy(update={"letter": letter}), frozenset(faults)


def _tried(model: type[Model], now: dict[str, Any], changes: Mapping[str, Any]) -> tuple[Model, set[str]]:
    try:
        return model.model_validate({**now, **changes}), set()
    except ValidationError as error:
        wrong = {str(problem["loc"][0]) for problem in error.errors()} & set(changes)
    good = {name: value for name, value in changes.items() if name not in wrong}
    return model.model_validate({**now, **good}), wrong


def _half_shared(plan: Plan) -> bool:
    """Whether the shared set lacks one of its two numbers, or is judged by fewer than the other comparisons."""
    return (plan.shared > 0) != (plan.shared_overlap > 0) or bool(plan.shared and plan.shared_overlap < plan.overlap)


def _changed(now: Plan, changes: Mapping[str, Any]) -> Plan:
    try:
        wanted = Plan.model_validate({**now.model_dump(), **changes})
    except ValidationError as error:
        problem = error.errors()[0]
        raise RuleError(".".join(map(str, problem["loc"])), problem["msg"]) from None
    if wanted.protocol != now.protocol:  # the present one may be missing by now
        try:
            load_protocol(wanted.protocol)
        except InputError as error:
            raise RuleError("protocol", error.message) from None
    if _half_shared(wanted):
        raise RuleError("shared_overlap", "a shared set needs both numbers, and at least the overlap of the others")
    return wanted


def _store(campaign: Campaign, wanted: Plan) -> None:
    for name in set(Plan.model_fields) - {"protocol"}:
        setattr(campaign, name, getattr(wanted, name))
    if wanted.protocol != campaign.protocol_key:
        chosen = load_protocol(wanted.protocol)
        kinds = {known.key: known.kind for known in list_protocols()}
        if kinds.get(campaign.protocol_key) != chosen.kind:
            _renew_letter(campaign)
        campaign.protocol_key, campaign.protocol_version = chosen.key, str(chosen.version)
        campaign.protocol_hash = chosen.content_hash


def _renew_letter(campaign: Campaign) -> None:
    """Renew the letter, which differs between rating and comparing: people agree to it again."""
    letter = campaign.settings.get("letter", {})
    if letter.get("version"):
        campaign.settings = campaign.settings | {"letter": letter | {"version": letter["version"] + 1}}


def lay_out(db: Session, campaign: Campaign) -> None:
    """Draw the shared set again, and give every comparison its overlap and its place, as an import does."""
    rows = db.execute(
        select(
            Comparison.id,
            Comparison.prompt_id,
            Prompt.written_standard,
            Prompt.category,
            (~Comparison.identical & Comparison.withdrawn_at.is_(None)).label("judged"),
        )
        .join(Prompt, Prompt.id == Comparison.prompt_id)
        .where(Comparison.campaign_id == campaign.id, Comparison.kind == "regular")
        .order_by(Comparison.id)
    ).all()
    strata: dict[int, Hashable] = {row.prompt_id: (row.written_standard, row.category) for row in rows}
    chosen = shared_sample(
        [row for row in rows if row.judged], lambda row: strata[row.prompt_id], campaign.shared, seed=campaign.slug
    )
    shared = {row.id for row in chosen}
    ordered = serving_order(rows, lambda row: row.prompt_id, seed=campaign.slug)
    ordered.sort(key=lambda row: row.id not in shared)  # stable: the shared set comes first
    if ordered:
        db.connection().execute(
            update(Comparison)
            .where(Comparison.id == bindparam("which"))
            .values(shared=bindparam("is_shared"), position=bindparam("place"), overlap=bindparam("wanted")),
            [
                {
                    "which": row.id,
                    "is_shared": row.id in shared,
                    "place": place,
                    "wanted": campaign.shared_overlap if row.id in shared else campaign.overlap,
                }
                for place, row in enumerate(ordered)
            ],
        )
