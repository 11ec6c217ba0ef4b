"""The ratings of a campaign under one protocol, as a table; and their state."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.kinds import rates_responses, rating_protocol
from eval_core.campaigns.people.pseudonym_keys import kept_pseudonyms
from eval_core.errors import InputError
from eval_core.protocols import Protocol
from eval_core.scoring import Rule
from eval_core.store import (
    Campaign,
    Exclusion,
    Person,
    Prompt,
    Rating,
    RatingAssignment,
    RatingMark,
    Response,
    Store,
    System,
)

_KINDS = {"human": ("human", "simulated"), "judge": ("judge",), "all": ("human", "simulated", "judge")}
_SLICES = {
    "written_standard": Prompt.written_standard,
    "category": Prompt.category,
    "annotator": Person.name,
    "prompt_id": Prompt.external_id,
}


@dataclass(frozen=True)
class LeftOut:
    """How many annotators who rated are excluded, and how many rated responses are withdrawn."""

    excluded: int
    withdrawn: int


def rule_of(protocol: Protocol) -> Rule:
    """The rule by which scores are computed; InputError for a pairwise protocol."""
    if protocol.score is None:
        raise InputError("protocol_without_scores", protocol=protocol.key)
    return Rule(
        tuple((criterion.key, criterion.min, criterion.max) for criterion in protocol.rated), protocol.score.rule
    )


def read_ratings_of(
    store: Store,
    slug: str,
    *,
    protocol: str | None = None,
    kind: str = "human",
    systems: Sequence[str] = (),
    where: Sequence[str] = (),
    who: Who = OPERATOR,
) -> tuple[Protocol, pd.DataFrame]:
    """The live ratings under a protocol, one a row, without excluded annotators and withdrawn responses.

    Args:
        protocol: None: the campaign's own.
        kind: whose: human (the default, simulated raters among them), judge or all.
        systems: only of these.
        where: conditions FIELD=VALUE on written_standard, category, annotator or prompt_id; those on one field are
            alternatives.

    Returns:
        The protocol, and columns item (the prompt's key), document, system, annotator, criterion, value (Int64).

    Raises:
        InputError: for a pairwise protocol, or an unknown kind, system or field. RefusedError: 'signed_out',
            'not_allowed'.
    """
    wanted = _wanted(kind, where)
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        chosen = rating_protocol(campaign, protocol)
        names = set(db.scalars(select(System.name).where(System.campaign_id == campaign.id)))
        if unknown := set(systems) - names:
            raise InputError("unknown_campaign_system", system=min(unknown), campaign=slug)
        query = _query(campaign, chosen).where(*wanted, *_counting(campaign))
        frame = _frame(db, query.where(System.name.in_(systems)) if systems else query)
    frame = frame.rename(columns={"prompt_id": "item"})
    return chosen, frame[["item", "document", "system", "annotator", "criterion", "value"]]


def ratings_where(campaign: Campaign, protocol: Protocol, kind: str = "human") -> Select[Any]:
    """A query of the ratings that count under a protocol, by such people; other columns with `with_only_columns`."""
    ratings: Select[Any] = _query(campaign, protocol).where(*_wanted(kind, ()), *_counting(campaign)).order_by(None)
    return ratings


def ratings_left_out(
    store: Store,
    slug: str,
    *,
    protocol: str | None = None,
    kind: str = "human",
    where: Sequence[str] = (),
    who: Who = OPERATOR,
) -> LeftOut:
    """What `read_ratings_of` with these options leaves out.

    Raises:
        InputError, RefusedError: as `read_ratings_of`.
    """
    wanted = _wanted(kind, where)
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        query = _query(campaign, rating_protocol(campaign, protocol)).where(*wanted).order_by(None)
        people = query.with_only_columns(func.count(Person.id.distinct()))
        responses = query.with_only_columns(func.count(Response.id.distinct()))
        return LeftOut(
            db.scalar(people.where(Person.id.in_(Exclusion.people(campaign.id)))) or 0,
            db.scalar(responses.where(Response.withdrawn_at.is_not(None))) or 0,
        )


def export_ratings(
    store: Store, slug: str, *, protocol: str | None = None, pseudonymous: bool = False, who: Who = OPERATOR
) -> tuple[Protocol, pd.DataFrame]:
    """Every live rating under a protocol, in the columns of `read_ratings`; judges and excluded people included.

    `annotator_kind` and `excluded` tell them apart. Three columns more: layout, late, and marks (the places in the
    response that the rating is about, as JSON); and expected and log_probability, where a judge has any. With
    `pseudonymous`, annotators have the pseudonyms of `kept_pseudonyms`.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        chosen = rating_protocol(campaign, protocol)
        extra = (
            Rating.expected,
            Rating.log_probability,
            Rating.layout,
            Rating.late,
            Rating.rating_assignment_id,
            Rating.revision,
        )
        frame = _frame(db, _query(campaign, chosen).add_columns(*extra))
        frame["marks"] = _marks(db, campaign, frame)
        out = set(db.scalars(select(Person.name).where(Person.id.in_(Exclusion.people(campaign.id)))))
        names = kept_pseudonyms(db, campaign, set(frame["annotator"]))
    unknown = [name for name in ("expected", "log_probability") if frame[name].isna().all()]
    frame = frame.drop(columns=["rating_assignment_id", "revision", *unknown]).astype({"late": bool})
    frame["excluded"] = frame["annotator"].isin(out)
    if pseudonymous:
        frame["annotator"] = frame["annotator"].map(names)
    return chosen, frame


def _marks(db: Session, campaign: Campaign, frame: pd.DataFrame) -> pd.Series[Any]:
    """What each rating marked, as a JSON list of start and end; None where it marked nothing."""
    marks: dict[tuple[int, int, str], list[dict[str, int | None]]] = {}
    query = (
        select(RatingMark)
        .join(RatingAssignment, RatingAssignment.id == RatingMark.rating_assignment_id)
        .where(RatingAssignment.campaign_id == campaign.id)
        .order_by(RatingMark.start.is_(None), RatingMark.start, RatingMark.end)
    )
    for mark in db.scalars(query):
        key = (mark.rating_assignment_id, mark.revision, mark.issue)
        marks.setdefault(key, []).append({"start": mark.start, "end": mark.end})
    ratings = zip(frame["rating_assignment_id"], frame["revision"], frame["criterion"], strict=True)
    found = [json.dumps(marks[rating]) if rating in marks else None for rating in ratings]
    return pd.Series(found, index=frame.index, dtype=object)


def _wanted(kind: str, where: Sequence[str]) -> list[ColumnElement[bool]]:
    """The conditions for a rating to be by such people and to meet FIELD=VALUE conditions."""
    if kind not in _KINDS:
        raise InputError("bad_kind", accepted=", ".join(_KINDS), value=kind)
    values: dict[str, list[str]] = {}
    for condition in where:
        field, separator, value = condition.partition("=")
        if not separator or field not in _SLICES:
            raise InputError("bad_field_condition", condition=condition, accepted=", ".join(_SLICES))
        values.setdefault(field, []).append(value)
    return [Person.kind.in_(_KINDS[kind]), *(_SLICES[field].in_(wanted) for field, wanted in values.items())]


def _counting(campaign: Campaign) -> tuple[ColumnElement[bool], ...]:
    """The conditions for a live rating to count: its person is not excluded, and its response is not withdrawn."""
    return (Person.id.not_in(Exclusion.people(campaign.id)), Response.withdrawn_at.is_(None))


def _query(campaign: Campaign, protocol: Protocol) -> Any:
    return (
        select(
            Prompt.key.label("prompt_id"),
            System.name.label("system"),
            Person.name.label("annotator"),
            Rating.criterion,
            Rating.value,
            Rating.not_applicable.label("na"),
            Rating.explanation,
            Prompt.document,
            Prompt.text.label("prompt"),
            Response.text.label("response"),
            Prompt.reference,
            Prompt.source_language,
            Prompt.target_language,
            Prompt.written_standard,
            Prompt.category,
            Person.kind.label("annotator_kind"),
        )
        .select_from(Rating)
        .join(RatingAssignment, RatingAssignment.id == Rating.rating_assignment_id)
        .join(Response, Response.id == RatingAssignment.response_id)
        .join(Prompt, Prompt.id == Response.prompt_id)
        .join(System, System.id == Response.system_id)
        .join(Person, Person.id == RatingAssignment.person_id)
        .where(
            RatingAssignment.campaign_id == campaign.id,
            RatingAssignment.protocol_key == protocol.key,
            Rating.live,
        )
        .order_by(Rating.id)
    )


def _frame(db: Session, query: Any) -> pd.DataFrame:
    result = db.execute(query)
    frame = pd.DataFrame(result.all(), columns=list(result.keys()), dtype=object)
    frame["value"] = frame["value"].astype("Int64")
    frame["na"] = frame["na"].astype(bool)
    frame["prompt"] = frame["prompt"].mask(frame["prompt"] == "")
    return frame


@dataclass(frozen=True)
class RatingState:
    """The state of a campaign's ratings, known without reading them.

    Attributes:
        rates: whether responses are rated under the campaign's own protocol, not compared.
        protocols: the protocols under which somebody rated, the campaign's own first, then by key.
        kinds: who rated under the campaign's own protocol: 'human', 'simulated', 'judge'.
        systems: the campaign's systems, by name.
        newest: a number that grows with every rating, change and undo (of any campaign: finding the newest of
            one would read all of its ratings, every few seconds).
    """

    rates: bool
    protocols: tuple[str, ...]
    kinds: frozenset[str]
    systems: tuple[str, ...]
    newest: int


def rating_state(store: Store, slug: str, who: Who = OPERATOR) -> RatingState:
    """The state of a campaign's ratings, for researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        own = campaign.protocol_key
        rated = db.execute(
            select(RatingAssignment.protocol_key, Person.kind)
            .join(Person, Person.id == RatingAssignment.person_id)
            .where(RatingAssignment.campaign_id == campaign.id, RatingAssignment.status == "done")
            .distinct()
        ).all()
        names = db.scalars(select(System.name).where(System.campaign_id == campaign.id).order_by(System.name))
        return RatingState(
            rates=rates_responses(campaign),
            protocols=tuple(sorted({row.protocol_key for row in rated}, key=lambda key: (key != own, key))),
            kinds=frozenset(row.kind for row in rated if row.protocol_key == own),
            systems=tuple(names),
            newest=db.scalar(select(func.max(Rating.id))) or 0,
        )
