"""The rules of a campaign, set by its leads: order of the pairs, checks, reasons, training, stopping, the letter."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from math import ceil
from typing import Annotated, Any, Literal
from unicodedata import category

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.campaigns.audit import changed, note
from eval_core.campaigns.crowd_rules import Crowd
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.locks import lock_words
from eval_core.campaigns.screen_supply import still_needed
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.errors import ParvisError, RefusedError
from eval_core.protocols.native_screen import ITEMS
from eval_core.store import Campaign, Store

# When the public may see results.
SETTLED = ("closed", "archived")
# What the settings hold besides the rules.
BESIDE = ("facts", "study")
# The rules that have names of their own below them, as in 'letter.pay'.
PARTS = ("letter", "crowd")
WORD = r"^[a-z0-9][a-z0-9_-]{2,39}$"


def _clean(words: str) -> str:
    # NUL and half a surrogate pair cannot be stored everywhere; the other control characters could steer a terminal.
    if any(category(character) in ("Cc", "Cs") and character not in "\t\n\r" for character in words):
        raise ValueError("it holds a control character or half of a surrogate pair")
    return words.strip()


def _in_utc(moment: datetime | None) -> datetime | None:
    return None if moment is None else moment.astimezone(UTC)


def _typed(word: str | None) -> str | None:
    """A word as people type it from a poster: its letters are small; nothing is no word."""
    return (word or "").strip().lower() or None


Share = Annotated[float, Field(ge=0, le=0.5)]
Moment = Annotated[AwareDatetime | None, AfterValidator(_in_utc)]
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
    open_link: Annotated[
        bool, Field(description="Whether anyone who has the campaign's open link may take part; needs a letter.")
    ] = False
    open_link_word: Annotated[
        Annotated[str, Field(pattern=WORD)] | None,
        BeforeValidator(_typed),
        Field(
            description="The open link ends with this word, in place of the campaign's short name: 3 to 40 small"
            " letters, digits, - and _.",
        ),
    ] = None
    open_link_people: Annotated[
        int | None, Field(ge=1, le=1_000_000, description="The most people who can take part by the open link.")
    ] = None
    open_link_per_day: Annotated[
        int, Field(ge=1, le=100_000, description="The most people a day (in UTC) who can begin by the open link.")
    ] = 200
    open_link_judgments: Annotated[
        int | None,
        Field(ge=1, le=1_000_000, description="Quota of each person who came by the open link, if it is lower."),
    ] = None
    open_link_opens: Annotated[
        Moment, Field(description="When the open link opens: a day (from its start) or a moment.")
    ] = None
    open_link_closes: Annotated[
        Moment, Field(description="When the open link closes: a day (to its end) or a moment.")
    ] = None
    native_screen: Annotated[
        bool, Field(description="Whether those who come by the open link are screened for native reading first.")
    ] = False
    native_screen_right: Annotated[
        int, Field(ge=7, le=ITEMS, description="How many of the screen's twelve pairs must be right.")
    ] = 10
    public_results: Annotated[
        Literal["off", "full", "without_texts"],
        Field(
            description="The public page of results, /results/SLUG, once the campaign is closed: none, with texts, or"
            " without them. Opening the campaign again switches it off."
        ),
    ] = "off"
    letter: Letter = Letter()
    crowd: Crowd = Crowd()

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
        changes: names of `Rules` with their new values; 'letter' is a dict of the names of `Letter`, 'crowd' of those
            of `Crowd`.
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
    _check_open_link(db, campaign, rules, names)
    if "native_screen" in names and rules.native_screen and (lacks := still_needed(db, campaign)):
        listed = ", ".join(f"{count} more in {standard}" for standard, count in lacks.items())
        raise RuleError("native_screen", f"a lead approves the screen's pairs first: {listed}")
    if seen is not None and any(name in seen and seen[name] != before[name] for name in names):
        raise RefusedError("changed_meanwhile", "somebody else has changed this meanwhile")
    if rules.public_results not in ("off", now.public_results):
        _require_publishable(campaign)
    if rules.letter != now.letter:
        letter = rules.letter.model_copy(update={"version": now.letter.version + 1})
        rules = rules.model_copy(update={"letter": letter})
    if names:
        stored_besides = {name: value for name, value in campaign.settings.items() if name in BESIDE}
        campaign.settings = rules_document(rules) | stored_besides
        note(db, grant, "rules_changed", changes=changed(before, {name: after[name] for name in names}))
    return rules


def _changed(now: Rules, changes: Mapping[str, Any]) -> Rules:
    wanted = {**now.model_dump(), **changes}
    for part in PARTS:
        if isinstance(wanted[part], dict):
            wanted[part] = {**getattr(now, part).model_dump(), **wanted[part]}
    if isinstance(wanted["letter"], dict):
        wanted["letter"]["version"] = now.letter.version
    try:
        return Rules.model_validate(wanted)
    except ValidationError as error:
        problem = error.errors()[0]
        raise RuleError(".".join(map(str, problem["loc"])), problem["msg"]) from None


def closed_to_strangers(rules: Rules) -> Rules:
    """The same rules without an open link, its screen, a platform and public results: a copy has none of them until its
    lead adds them."""
    of_door = ("open_link", "native_screen", "crowd", "public_results")
    usual = {name: field.default for name, field in Rules.model_fields.items() if name.startswith(of_door)}
    return rules.model_copy(update=usual)


def rules_document(rules: Rules) -> dict[str, Any]:
    """The rules as a campaign's settings hold them: what differs from the defaults, in types of JSON."""
    return rules.model_dump(exclude_defaults=True, mode="json")


def _check_open_link(db: Session, campaign: Campaign, rules: Rules, names: Collection[str]) -> None:
    """Refuse an open link without a letter, with an end before its beginning, or the address of another one."""
    if rules.open_link and not rules.letter.complete:
        raise RuleError(
            "open_link", "an open link needs an information letter: letter.responsible, letter.contact and letter.pay"
        )
    opens, closes = rules.open_link_opens, rules.open_link_closes
    if opens and closes and closes <= opens:
        raise RuleError("open_link_closes", "the open link would close before it opens")
    if not {"open_link", "open_link_word"} & set(names):
        return
    lock_words(db)  # two leads who choose the same word at one moment run one after the other
    others = select(Campaign.id).where(Campaign.id != campaign.id)
    if (word := rules.open_link_word) and db.scalar(
        others.where(or_(Campaign.slug == word, Campaign.settings["open_link_word"].as_string() == word)).limit(1)
    ):
        raise RuleError("open_link_word", "another campaign has this word or short name already")
    same = others.where(Campaign.settings["open_link_word"].as_string() == campaign.slug)
    if rules.open_link and not word and db.scalar(same.limit(1)):
        raise RuleError("open_link_word", "another campaign's open link has this campaign's short name: choose a word")


def _require_publishable(campaign: Campaign) -> None:
    if campaign.status not in SETTLED:
        raise RefusedError("still_open", f"the campaign is {campaign.status}: results are public when it is closed")
    if rates_responses(campaign):
        raise RefusedError("site_of_ratings", "a public page is made of comparisons; here responses are rated")


def without_public_results(settings: Mapping[str, Any]) -> dict[str, Any]:
    """A campaign's settings with the public page of its results switched off."""
    return {name: value for name, value in settings.items() if name != "public_results"}


def with_doors_shut(settings: Mapping[str, Any]) -> dict[str, Any]:
    """A campaign's settings with its open link and the public page of its results switched off."""
    return {name: value for name, value in without_public_results(settings).items() if name != "open_link"}


def _flat(rules: Rules) -> dict[str, Any]:
    """Every rule, the parts of the letter as 'letter.pay', those of the platform as 'crowd.person'."""
    document = rules.model_dump()
    parts = {part: document.pop(part) for part in PARTS}
    return document | {f"{part}.{name}": value for part, values in parts.items() for name, value in values.items()}
