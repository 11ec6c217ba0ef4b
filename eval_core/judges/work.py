"""What an LLM judge still has to judge in a campaign, in small portions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import find_campaign
from eval_core.campaigns.people.persons import new_person
from eval_core.errors import InputError, ParvisError
from eval_core.judges.guidance import Guidance, guidance_in_force
from eval_core.judges.settings import Setting, keep_setting
from eval_core.protocols import OVERALL, Protocol, load_protocol
from eval_core.store import (
    Assignment,
    Campaign,
    Comparison,
    JudgeReply,
    Judgment,
    Person,
    Prompt,
    Rating,
    RatingAssignment,
    Response,
    Store,
)

PAGE = 200  # rows read at a time
Thing = tuple[int, str | bool | None]
_NO_ONE = 0  # no row's id
_FIRST, _SECOND = aliased(Response), aliased(Response)


@dataclass(frozen=True)
class Judging:
    """A judge (a person of kind judge) in a campaign, under a protocol with a [judge]."""

    campaign_id: int
    person_id: int
    protocol: Protocol
    resumed: bool  # it has replied here before
    guidance: Guidance | None = None
    only: tuple[str, ...] = ()  # of the criteria; all where empty

    @property
    def asked(self) -> tuple[str, ...]:
        """What the judge's replies must rate, in the protocol's order."""
        keys = asked_criteria(self.protocol)
        return tuple(key for key in keys if key in self.only) if self.only else keys

    @property
    def rules(self) -> str | None:
        """The guidelines in force in the campaign, as Markdown."""
        return self.guidance.text if self.guidance else None


@dataclass(frozen=True)
class RatedItem:
    """A response to be rated, and what is shown with it; `criteria` are those it still lacks."""

    response_id: int
    system_id: int
    response: str
    source: str
    reference: str | None
    source_language: str | None
    target_language: str | None
    written_standard: str | None
    criteria: tuple[str, ...]


@dataclass(frozen=True)
class ShownPair:
    """A comparison in one of its two orders; `occurrence` 0 is the order that counts in rankings."""

    comparison_id: int
    occurrence: int
    swapped: bool
    prompt: str
    written_standard: str | None
    response_a: str
    response_b: str
    source_language: str | None
    target_language: str | None


def begin_judging(
    store: Store,
    slug: str,
    name: str,
    protocol: str | None = None,
    *,
    setting: Setting | None = None,
    moved: bool = False,
    only: tuple[str, ...] = (),
) -> Judging:
    """The judge of this name in a campaign, added where there is none yet.

    Args:
        protocol: a rating protocol's key; the campaign's own where None.
        setting: what the name means, kept from the first run on; not looked at where None.
        moved: the same setting answers at another address from now on.
        only: the criteria to ask about; all where empty.

    Raises:
        InputError: for a protocol without [judge], a pairwise one that is not the campaign's own, one under another
            version of which this judge has worked here already, another setting under its name, an unknown criterion,
            or some criteria of a protocol that asks about all in one request.
        ParvisError: for an unknown campaign, or a person of this name who is not a judge.
    """
    with store.write() as db:
        campaign = find_campaign(db, slug)
        # Of two runs that begin together, the second finds the judge that the first has added (PostgreSQL).
        db.refresh(campaign, with_for_update={"key_share": True})
        chosen = usable_protocol(campaign, protocol)
        require_criteria(chosen, only)
        person = _judge_of(db, campaign, name, chosen) or new_person(db, name, "judge")
        if setting is not None:
            keep_setting(db, campaign.id, person, chosen, setting, moved=moved)
        before = select(JudgeReply.id).where(JudgeReply.person_id == person.id, JudgeReply.campaign_id == campaign.id)
        resumed = db.scalar(before.limit(1)) is not None
        return Judging(campaign.id, person.id, chosen, resumed, guidance_in_force(db, campaign), only)


def look_ahead(store: Store, slug: str, name: str, protocol: str | None = None, only: tuple[str, ...] = ()) -> Judging:
    """As `begin_judging`, to see what would be asked: nothing is written, and a judge that is new has no rows.

    Raises:
        InputError, ParvisError: as `begin_judging`.
    """
    with store.read() as db:
        campaign = find_campaign(db, slug)
        chosen = usable_protocol(campaign, protocol)
        require_criteria(chosen, only)
        person = _judge_of(db, campaign, name, chosen)
        who = person.id if person else _NO_ONE
        return Judging(campaign.id, who, chosen, person is not None, guidance_in_force(db, campaign), only)


def count_left(store: Store, judging: Judging) -> int:
    """How many items the judge has yet to be asked about.

    An item is a response, each of its criteria where they are asked for separately, or a comparison in one order.
    """
    with store.read() as db:
        if judging.protocol.kind == "pairwise":
            wanted = _comparisons(judging).with_only_columns(Comparison.id)
            assigned = select(func.count()).where(
                Assignment.person_id == judging.person_id,
                Assignment.occurrence < 2,
                Assignment.comparison_id.in_(wanted),
            )
            all_of_them = db.scalar(select(func.count()).select_from(wanted.subquery())) or 0
            return 2 * all_of_them - (db.scalar(assigned) or 0)
        wanted = _responses(judging).with_only_columns(Response.id)
        keys = judging.asked
        have = (
            select(func.count())
            .select_from(Rating)
            .join(RatingAssignment, RatingAssignment.id == Rating.rating_assignment_id)
            .where(*_sheets(judging), Rating.live, Rating.criterion.in_(keys), RatingAssignment.response_id.in_(wanted))
        )
        missing = len(keys) * (db.scalar(select(func.count()).select_from(wanted.subquery())) or 0)
        missing -= db.scalar(have) or 0
        return missing if _apart(judging) else missing // len(keys)


def items_left(store: Store, judging: Judging) -> Iterator[RatedItem]:
    """The responses that lack a rating by the judge, by id; read in portions."""
    last = 0
    keys = judging.asked
    while True:
        with store.read() as db:
            page = _responses(judging).where(Response.id > last).order_by(Response.id).limit(PAGE)
            rows: list[Any] = list(db.execute(page))
            if not rows:
                return
            last = rows[-1].id
            have = {
                (response, criterion)
                for response, criterion in db.execute(
                    select(RatingAssignment.response_id, Rating.criterion)
                    .join(Rating, Rating.rating_assignment_id == RatingAssignment.id)
                    .where(*_sheets(judging), Rating.live, RatingAssignment.response_id.in_([row.id for row in rows]))
                )
            }
        for row in rows:
            if lacking := tuple(key for key in keys if (row.id, key) not in have):
                yield RatedItem(
                    response_id=row.id,
                    system_id=row.system_id,
                    response=row.response,
                    source=row.source,
                    reference=row.reference,
                    source_language=row.source_language,
                    target_language=row.target_language,
                    written_standard=row.written_standard,
                    criteria=lacking,
                )


def pairs_left(store: Store, judging: Judging) -> Iterator[ShownPair]:
    """The comparisons that the judge has not seen in both orders, by id; read in portions."""
    last = 0
    while True:
        with store.read() as db:
            page = _comparisons(judging).where(Comparison.id > last).order_by(Comparison.id).limit(PAGE)
            rows: list[Any] = list(db.execute(page))
            if not rows:
                return
            last = rows[-1].id
            seen: dict[int, dict[int, bool]] = {row.id: {} for row in rows}
            for comparison, occurrence, swapped in db.execute(
                select(Assignment.comparison_id, Assignment.occurrence, Assignment.swapped).where(
                    Assignment.person_id == judging.person_id, Assignment.comparison_id.in_(seen)
                )
            ):
                seen[comparison][occurrence] = swapped
        for row in rows:
            first = seen[row.id].get(0, _starts_swapped(judging, row.id))
            for occurrence, swapped in ((0, first), (1, not first)):
                if occurrence not in seen[row.id]:
                    a, b = (row.two, row.one) if swapped else (row.one, row.two)
                    of_prompt = (row.source_language, row.target_language)
                    yield ShownPair(row.id, occurrence, swapped, row.prompt, row.written_standard, a, b, *of_prompt)


def asked_criteria(protocol: Protocol) -> tuple[str, ...]:
    """What the judge's replies must rate: the overall verdict alone where the protocol has one."""
    judge = protocol.judge
    keys = tuple(criterion.key for criterion in protocol.rated)
    if judge is None or judge.per_criterion or judge.reply == "json5_batch":
        return keys
    return keys[-1:] if judge.reply == "integer" or OVERALL in keys else keys


def require_criteria(protocol: Protocol, only: tuple[str, ...]) -> None:
    """InputError where a judge cannot be asked about these criteria alone, or one is unknown; () asks about all."""
    if only and not (protocol.judge and protocol.judge.per_criterion):
        raise InputError("judge_criteria_together", protocol=protocol.key)
    known = asked_criteria(protocol)
    if unknown := [key for key in only if key not in known]:
        raise InputError("judge_criterion_unknown", protocol=protocol.key, criterion=unknown[0], known=", ".join(known))


@dataclass(frozen=True)
class Past:
    """What came of the earlier requests about one thing: how many replies could not be read, and the last outcome."""

    malformed: int
    last: str


def thing_of(about: RatedItem | ShownPair, criterion: str | None) -> Thing:
    """What is asked about: a response and perhaps one criterion, or a comparison and whether it is swapped."""
    if isinstance(about, ShownPair):
        return about.comparison_id, about.swapped
    return about.response_id, criterion


def past_requests(store: Store, judging: Judging) -> dict[Thing, Past]:
    """What came of earlier requests, of those that did not all end well."""
    with store.read() as db:
        rows = db.execute(
            select(JudgeReply.about, JudgeReply.criterion, JudgeReply.status)
            .where(
                JudgeReply.campaign_id == judging.campaign_id,
                JudgeReply.person_id == judging.person_id,
                JudgeReply.protocol_key == judging.protocol.key,
                JudgeReply.status != "ok",
            )
            .order_by(JudgeReply.id)
        )
        past: dict[Thing, Past] = {}
        for about, criterion, status in rows:
            things: list[Thing] = (
                [(about["comparison"], about["swapped"])]
                if "comparison" in about
                else [(response, criterion) for response in about["response"]]
            )
            for thing in things:
                before = past.get(thing, Past(0, status))
                past[thing] = Past(before.malformed + (status == "malformed"), status)
        return past


def _judge_of(db: Session, campaign: Campaign, name: str, protocol: Protocol) -> Person | None:
    person = db.scalar(select(Person).where(Person.name == name.strip()))
    if person is None:
        return None
    if person.kind != "judge":
        raise ParvisError(f"'{person.name}' is the name of a person who is no judge")
    if _used_other_content(db, campaign, person, protocol):
        raise InputError("protocol_changed", judge=person.name, protocol=protocol.key)
    return person


def usable_protocol(campaign: Campaign, key: str | None) -> Protocol:
    """The protocol by which a judge may work in a campaign, its own where `key` is None.

    Raises:
        InputError: for one without [judge], or a pairwise one that is not the campaign's own.
    """
    chosen = load_protocol(key or campaign.protocol_key)
    if chosen.judge is None:
        raise InputError("protocol_without_judge", protocol=chosen.key)
    if chosen.kind == "pairwise" and chosen.key != campaign.protocol_key:
        raise InputError("protocol_not_compared", protocol=chosen.key)
    return chosen


def _used_other_content(db: Session, campaign: Campaign, person: Person, protocol: Protocol) -> bool:
    """Whether the judge has worked here under another content of this protocol; imports do not say theirs."""
    sheet = select(RatingAssignment.id).where(
        RatingAssignment.campaign_id == campaign.id,
        RatingAssignment.person_id == person.id,
        RatingAssignment.protocol_key == protocol.key,
        RatingAssignment.protocol_hash != protocol.content_hash,
    )
    judgment = select(Judgment.id).where(
        Judgment.campaign_id == campaign.id,
        Judgment.person_id == person.id,
        Judgment.protocol_hash != protocol.content_hash,
    )
    return db.scalar((judgment if protocol.kind == "pairwise" else sheet).limit(1)) is not None


def _apart(judging: Judging) -> bool:
    return judging.protocol.judge is not None and judging.protocol.judge.per_criterion


def _starts_swapped(judging: Judging, comparison_id: int) -> bool:
    """Which order comes first: random, but the same in every run."""
    seed = f"{judging.campaign_id}/{judging.person_id}/{comparison_id}"
    return hashlib.sha256(seed.encode()).digest()[0] % 2 == 1


def _sheets(judging: Judging) -> tuple[Any, ...]:
    return (
        RatingAssignment.campaign_id == judging.campaign_id,
        RatingAssignment.person_id == judging.person_id,
        RatingAssignment.protocol_key == judging.protocol.key,
    )


def _responses(judging: Judging) -> Any:
    """The responses that can be rated, with the fields of `RatedItem` but the last."""
    return (
        select(
            Response.id,
            Response.system_id,
            Response.text.label("response"),
            Prompt.text.label("source"),
            Prompt.reference,
            Prompt.source_language,
            Prompt.target_language,
            Prompt.written_standard,
        )
        .join(Prompt, Prompt.id == Response.prompt_id)
        .where(
            Response.campaign_id == judging.campaign_id,
            Response.text.is_not(None),
            Response.system_id.is_not(None),
            Response.withdrawn_at.is_(None),
            Prompt.kind == "regular",
        )
    )


def _comparisons(judging: Judging) -> Any:
    """The comparisons that can be judged: regular, of two different known texts."""
    return (
        select(
            Comparison.id,
            Prompt.text.label("prompt"),
            Prompt.written_standard,
            Prompt.source_language,
            Prompt.target_language,
            _FIRST.text.label("one"),
            _SECOND.text.label("two"),
        )
        .join(Prompt, Prompt.id == Comparison.prompt_id)
        .join(_FIRST, _FIRST.id == Comparison.first_response_id)
        .join(_SECOND, _SECOND.id == Comparison.second_response_id)
        .where(
            Comparison.campaign_id == judging.campaign_id,
            Comparison.kind == "regular",
            ~Comparison.identical,
            Comparison.withdrawn_at.is_(None),
            _FIRST.text.is_not(None),
            _SECOND.text.is_not(None),
        )
    )
