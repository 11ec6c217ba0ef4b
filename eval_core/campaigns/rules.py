"""The rules of a campaign, set by its leads: order of the pairs, checks, reasons, training, stopping, the letter."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Annotated, Any, Literal
from unicodedata import category

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.campaigns.audit import changed, note
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.errors import ParvisError, RefusedError
from eval_core.store import Campaign, Store

# When the public may see results.
SETTLED = ("closed", "archived")
# What the settings hold besides the rules.
BESIDE = ("facts", "study")


def _clean(words: str) -> str:
    # NUL and half a surrogate pair cannot be stored everywhere; the other control characters could steer a terminal.
    if any(category(character) in ("Cc", "Cs") and character not in "\t\n\r" for character in words):
        raise ValueError("it holds a control character or half of a surrogate pair")
    return words.strip()


Share = Annotated[float, Field(ge=0, le=0.5)]
Words = Annotated[str, AfterValidator(_clean), Field(max_length=TEXT_LIMIT)]


class Letter(BaseModel):
    """What the campaign adds to the information letter. Without the first three there is no letter.

    `version` counts the changes, so that people agree again to a changed letter.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    responsible: Annotated[Words, Field(description="The letter: who runs the evaluation.")] = ""
    contact: Annotated[Words, Field(description="The letter: whom to contact, with questions or to withdraw.")] = ""
    pay: Annotated[Words, Field(description="The letter: the payment.")] = ""
    purpose: Annotated[Words, Field(description="The letter: what the judgments are used for.")] = ""
    sharing: Annotated[Words, Field(description="The letter: who else sees the judgments.")] = ""
    # A data protection notice; where one of these is empty, the letter has the usual words.
    basis: Annotated[Words, Field(description="The letter: the legal basis, if it is not consent.")] = ""
    storage: Annotated[Words, Field(description="The letter: where the data are stored.")] = ""
    ends: Annotated[Words, Field(description="The letter: until when the data are kept.")] = ""
    rights: Annotated[Words, Field(description="The letter: the rights of those who take part.")] = ""
    officer: Annotated[Words, Field(description="The letter: the data protection officer.")] = ""
    complaint: Annotated[Words, Field(description="The letter: where to complain.")] = ""
    version: Annotated[int, Field(ge=0)] = 0

    @property
    def complete(self) -> bool:
        """Whether there is a letter to send."""
        return bool(self.responsible.strip() and self.contact.strip() and self.pay.strip())


class Rules(BaseModel):
    """The rules of one campaign; the defaults hold where nothing was set.

    Shares run from 0 to 1. `parvis campaign set --help` and docs/cli.md print the descriptions.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    pair_policy: Annotated[
        Literal["balanced", "adaptive"],
        Field(description="Order of the comparisons: as planned, or the most informative first."),
    ] = "balanced"
    gold_share: Annotated[Share, Field(description="Share of gold comparisons among an annotator's comparisons.")] = 0.0
    repeat_share: Annotated[Share, Field(description="Share of repeats among an annotator's comparisons.")] = 0.0
    reasons: Annotated[
        Literal["off", "share", "all"],
        Field(description="Ask for reasons: never, on a share of the comparisons, on all."),
    ] = "off"
    reasons_share: Annotated[
        float, Field(ge=0, le=1, description="Share of the comparisons that ask for reasons, with reasons=share.")
    ] = 0.2
    training: Annotated[
        int, Field(ge=0, le=50, description="Gold comparisons, or control responses, with feedback before the work.")
    ] = 0
    test: Annotated[
        int,
        Field(
            ge=0,
            le=50,
            description="Further gold comparisons, or control responses, without feedback.",
        ),
    ] = 0
    pass_mark: Annotated[float, Field(ge=0, le=1, description="Share of the test that must be right.")] = 0.8
    revisable: Annotated[bool, Field(description="Whether annotators may change earlier judgments.")] = True
    stop: Annotated[
        Literal["off", "judgments", "width"],
        Field(
            description="When the campaign has enough: all is judged, stop_judgments are made, or the widest interval"
            " of a strength is as narrow as stop_width."
        ),
    ] = "off"
    stop_judgments: Annotated[
        int, Field(ge=1, le=100_000_000, description="Number of judgments, with stop=judgments.")
    ] = 1000
    stop_width: Annotated[
        float,
        Field(ge=0.01, le=10, description="Half-width of the widest interval (natural log scale), with stop=width."),
    ] = 0.3
    responses_beside: Annotated[
        int,
        Field(ge=1, le=6, description="Responses to one prompt shown next to each other, where responses are rated."),
    ] = 1
    budget_hours: Annotated[
        float | None, Field(ge=0, le=1_000_000, description="Hours that annotators may work in total.")
    ] = None
    public_results: Annotated[
        Literal["off", "full", "without_texts"],
        Field(
            description="The public page of results, /results/SLUG, once the campaign is closed: none, with texts, or"
            " without them. Opening the campaign again switches it off."
        ),
    ] = "off"
    letter: Letter = Letter()

    @property
    def share_of_reasons(self) -> float:
        """How many comparisons ask for reasons, 0 to 1."""
        return {"off": 0.0, "share": self.reasons_share, "all": 1.0}[self.reasons]

    @property
    def right_to_pass(self) -> int:
        """How many of the test's comparisons must be right: 55 % of 20 are 11, though not to the last bit."""
        return ceil(self.pass_mark * self.test - 1e-9)


class RuleError(ParvisError):
    """A value that a rule cannot take. `rule` names it, a part of the letter as 'letter.pay'."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"{rule}: {message}")
        self.rule = rule


def rules_of(campaign: Campaign) -> Rules:
    """The campaign's rules, with defaults for what it does not set."""
    return Rules.model_validate(_of_rules(campaign))


def _of_rules(campaign: Campaign) -> dict[str, Any]:
    """The settings without the release facts and the planned study, which are stored next to them."""
    return {name: value for name, value in campaign.settings.items() if name not in BESIDE}


def read_rules(store: Store, slug: str, who: Who = OPERATOR) -> Rules:
    """The rules of a campaign. For its leads."""
    with store.read() as db:
        return rules_of(authorise(db, who, slug, "lead").campaign)


def change_rules(
    store: Store, slug: str, changes: dict[str, Any], who: Who = OPERATOR, *, seen: Mapping[str, Any] | None = None
) -> Rules:
    """Set some of a campaign's rules. A changed letter gets the next version, and people agree to it again.

    Args:
        changes: names of `Rules` with their new values; 'letter' is a dict of the names of `Letter`.
        seen: the values that the lead saw, a part of the letter as 'letter.pay'; a rule that someone else has
            changed meanwhile is refused.

    Raises:
        RuleError: for an unknown rule or a value out of range, naming it; nothing is changed.
        RefusedError: 'changed_meanwhile'; 'still_open' for a public page of results before judging is closed;
            'site_of_ratings' for one where responses are rated; 'signed_out' or 'not_allowed'.
    """
    with store.write() as db:
        return change_rules_within(db, authorise(db, who, slug, "lead"), changes, seen)


def change_rules_within(
    db: Session, grant: Grant, changes: Mapping[str, Any], seen: Mapping[str, Any] | None = None
) -> Rules:
    """`change_rules` within a transaction of the caller's, who has checked the permission."""
    campaign = grant.campaign
    # Two leads who save at one moment change what each of them changed (PostgreSQL).
    db.refresh(campaign, with_for_update={"key_share": True})
    now = rules_of(campaign)
    rules = _changed(now, changes)
    before, after = _flat(now), _flat(rules)
    names = [name for name in after if after[name] != before[name]]
    if seen is not None and any(name in seen and seen[name] != before[name] for name in names):
        raise RefusedError("changed_meanwhile", "somebody else has changed this meanwhile")
    if rules.public_results not in ("off", now.public_results):
        _require_publishable(campaign)
    if rules.letter != now.letter:
        letter = rules.letter.model_copy(update={"version": now.letter.version + 1})
        rules = rules.model_copy(update={"letter": letter})
    if names:
        stored_besides = {name: value for name, value in campaign.settings.items() if name in BESIDE}
        campaign.settings = rules.model_dump(exclude_defaults=True) | stored_besides
        note(db, grant, "rules_changed", changes=changed(before, {name: after[name] for name in names}))
    return rules


def _changed(now: Rules, changes: Mapping[str, Any]) -> Rules:
    wanted = {**now.model_dump(), **changes}
    if isinstance(wanted["letter"], dict):
        wanted["letter"] = {**now.letter.model_dump(), **wanted["letter"], "version": now.letter.version}
    try:
        return Rules.model_validate(wanted)
    except ValidationError as error:
        problem = error.errors()[0]
        raise RuleError(".".join(map(str, problem["loc"])), problem["msg"]) from None


def _require_publishable(campaign: Campaign) -> None:
    if campaign.status not in SETTLED:
        raise RefusedError("still_open", f"the campaign is {campaign.status}: results are public when it is closed")
    if rates_responses(campaign):
        raise RefusedError("site_of_ratings", "a public page is made of comparisons; here responses are rated")


def without_public_results(settings: Mapping[str, Any]) -> dict[str, Any]:
    """A campaign's settings with the public page of its results switched off."""
    return {name: value for name, value in settings.items() if name != "public_results"}


def _flat(rules: Rules) -> dict[str, Any]:
    """Every rule, the parts of the letter as 'letter.pay'."""
    document = rules.model_dump()
    letter = document.pop("letter")
    return document | {f"letter.{name}": value for name, value in letter.items()}
