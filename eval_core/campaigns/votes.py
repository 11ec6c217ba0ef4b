"""The judgments that a ranking reads, as one narrow frame."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import numpy as np
import pandas as pd
from sqlalchemy import ColumnElement, Select, false, func, literal, null, select, text
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.vote_rows import OUTCOMES, all_rows, kept_rows
from eval_core.errors import InputError
from eval_core.files import is_date
from eval_core.store import (
    Assignment,
    Campaign,
    Comparison,
    Exclusion,
    Judgment,
    Person,
    Prompt,
    Response,
    Store,
    System,
)

# The condition of the covering index, to the letter: SQLite uses a partial index only then.
RANKED = "live AND ranked AND outcome IS NOT NULL"
FIELDS = ("kind", "written_standard", "category", "annotator", "prompt_id", "round", "since", "until")
_ROUND_DIGITS = 9  # what every database holds in an integer
_KINDS = {"human": ("human", "simulated"), "judge": ("judge",), "all": ("human", "simulated", "judge")}


def read_votes(
    store: Store,
    slug: str,
    *,
    where: Sequence[str] = (),
    systems: Sequence[str] = (),
    identical_as_ties: bool = False,
    lengths: bool = False,
    times: bool = False,
    layouts: bool = False,
    who: Who = OPERATOR,
) -> pd.DataFrame:
    """The live judgments of a campaign, one a row.

    Gold, repeats, excluded annotators, identical responses and what was withdrawn are never among them.

    What was read before is kept in this process, and only what is new is read (see `vote_rows`).

    Args:
        where: conditions FIELD=VALUE on `FIELDS`; `kind` is human (the default), judge or all.
        systems: only judgments between these systems.
        identical_as_ties: add one tie, by nobody, for each comparison of identical responses.
        lengths: add columns length_first and length_second: characters of the responses, missing where a text is
            unknown or empty. Without them the texts are not read.
        times, layouts: add a column decided_at, or layout. Without them the ranking's index alone is read.

    Returns:
        Columns first, second (system names; first was shown as A), outcome (first, second, tie), annotator,
        prompt (keys; None where unknown), order_known.

    Raises:
        InputError: for an unknown field, kind, time or system.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        names = dict(db.execute(select(System.id, System.name).where(System.campaign_id == campaign.id)).all())
        unknown = set(systems) - set(names.values())
        if unknown:
            raise InputError(f"no system '{min(unknown)}' in campaign '{slug}'")
        characters = _characters(db, campaign) if lengths else None
        further = [column for wanted, column in ((times, Judgment.decided_at), (layouts, Judgment.layout)) if wanted]
        query = judgments_where(campaign, where).add_columns(*further)
        found = [kept_rows(store, db, campaign, query, (slug, tuple(where), times, layouts))]
        if identical_as_ties:
            found.append(all_rows(db, _identical(campaign).add_columns(*(null().label(one.key) for one in further))))
        frames = [_frame(db, campaign, rows, names, characters) for rows in found]
        frame = pd.concat(frames, ignore_index=True) if len(frames) > 1 else frames[0]
    if systems:
        frame = frame[frame["first"].isin(systems) & frame["second"].isin(systems)].reset_index(drop=True)
    return frame


def slices(store: Store, slug: str, who: Who = OPERATOR) -> dict[str, list[str]]:
    """The written standards and categories that the campaign's regular prompts have, each sorted."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        return {
            name: sorted(
                db.scalars(
                    select(column)
                    .where(Prompt.campaign_id == campaign.id, Prompt.kind == "regular", column.is_not(None))
                    .distinct()
                )
            )
            for name, column in (("written_standard", Prompt.written_standard), ("category", Prompt.category))
        }


def excluded(campaign_id: int) -> Select[int]:
    """The people whose judgments are left out of every analysis of a campaign."""
    return select(Exclusion.person_id).where(Exclusion.campaign_id == campaign_id, Exclusion.lifted_at.is_(None))


def judgments_where(campaign: Campaign, where: Sequence[str]) -> Select[*tuple[Any, ...]]:
    """The judgments that a ranking under FIELD=VALUE conditions reads."""
    wanted: dict[str, list[str]] = {}
    for condition in where:
        field, separator, value = condition.partition("=")
        if not separator or field not in FIELDS:
            raise InputError(f"'{condition}' is not FIELD=VALUE with a field among {', '.join(FIELDS)}")
        wanted.setdefault(field, []).append(value)
    query = select(
        Judgment.id,  # every index of SQLite holds it
        Judgment.first_system_id,
        Judgment.second_system_id,
        Judgment.outcome,
        Judgment.swapped,
        Judgment.order_known,
        Judgment.person_id,
        Judgment.prompt_id,
    ).where(Judgment.campaign_id == campaign.id, text(RANKED), Judgment.id.not_in(_out_of_play(campaign)))
    return query.where(*_conditions(campaign, wanted))


def _out_of_play(campaign: Campaign) -> Select[int]:
    """Judgments on texts that proved to be identical, and on what was withdrawn."""
    other = aliased(Judgment)
    return (
        select(other.id)
        .join(Assignment, Assignment.id == other.assignment_id)
        .join(Comparison, Comparison.id == Assignment.comparison_id)
        .where(
            Comparison.campaign_id == campaign.id,
            Comparison.identical | Comparison.withdrawn_at.is_not(None),
            other.live,
        )
    )


def _conditions(campaign: Campaign, wanted: dict[str, list[str]]) -> list[ColumnElement[bool]]:
    kinds = [kind for value in wanted.get("kind", ["human"]) for kind in _known_kind(value)]
    outsiders = select(Person.id).where(Person.kind.not_in(kinds))
    nobody = Judgment.person_id.is_(None)
    # Judgments of unknown annotators were imported as people's.
    conditions: list[ColumnElement[bool]] = [
        Judgment.person_id.not_in(outsiders) | nobody,
        Judgment.person_id.not_in(excluded(campaign.id)) | nobody,
    ]
    if "human" not in kinds:
        conditions.append(~nobody)
    prompts = select(Prompt.id).where(Prompt.campaign_id == campaign.id)
    columns = {
        "written_standard": Prompt.written_standard,
        "category": Prompt.category,
        "prompt_id": Prompt.external_id,
    }
    for field, column in columns.items():
        if field in wanted:
            conditions.append(Judgment.prompt_id.in_(prompts.where(column.in_(wanted[field]))))
    if "annotator" in wanted:
        conditions.append(Judgment.person_id.in_(select(Person.id).where(Person.name.in_(wanted["annotator"]))))
    if "round" in wanted:
        rounds = [_number(value) for value in wanted["round"]]
        comparisons = select(Comparison.id).where(Comparison.campaign_id == campaign.id, Comparison.round.in_(rounds))
        conditions.append(Judgment.comparison_id.in_(comparisons))
    conditions += [Judgment.decided_at >= _moment(value) for value in wanted.get("since", [])]
    conditions += [Judgment.decided_at <= _end_of(value) for value in wanted.get("until", [])]
    return conditions


def _identical(campaign: Campaign) -> Select[*tuple[Any, ...]]:
    first, second = Response.__table__.alias("first"), Response.__table__.alias("second")
    return (
        select(
            literal(0).label("id"),  # nobody judged them
            first.c.system_id,
            second.c.system_id,
            literal("tie").label("outcome"),
            false().label("swapped"),
            false().label("order_known"),
            null().label("person_id"),
            Comparison.prompt_id,
        )
        .join(first, first.c.id == Comparison.first_response_id)
        .join(second, second.c.id == Comparison.second_response_id)
        .where(Comparison.campaign_id == campaign.id, Comparison.identical, Comparison.kind == "regular")
    )


def _characters(db: Session, campaign: Campaign) -> pd.Series[float]:
    """The length of every text that is known and not empty, by prompt and system: of these there is one response."""
    query = select(Response.prompt_id, Response.system_id, func.length(Response.text)).where(
        Response.campaign_id == campaign.id, Response.system_id.is_not(None), Response.text != ""
    )
    found = pd.DataFrame(db.execute(query).all(), columns=["prompt_id", "system_id", "characters"], dtype=float)
    return found.set_index(["prompt_id", "system_id"])["characters"]


def _frame(
    db: Session, campaign: Campaign, rows: pd.DataFrame, systems: dict[int, str], characters: pd.Series[float] | None
) -> pd.DataFrame:
    people = dict(db.execute(select(Person.id, Person.name)).all())
    # Imported judgments that named no prompt all lie on one prompt without a name or a text.
    nameless = db.scalars(
        select(Prompt.id).where(Prompt.campaign_id == campaign.id, Prompt.external_id.is_(None), Prompt.text == "")
    ).all()
    swapped = rows["swapped"]
    first, second = rows["one"].where(~swapped, rows["two"]), rows["two"].where(~swapped, rows["one"])
    tie = OUTCOMES.index("tie")  # the other two change places where the sides did
    places = rows["outcome"].where(~swapped | (rows["outcome"] == tie), 1 - rows["outcome"])
    frame = pd.DataFrame(
        {
            "first": first.map(systems),
            "second": second.map(systems),
            "outcome": np.array(OUTCOMES, dtype=object)[places],
            "annotator": rows["person_id"].map(people),
            "prompt": rows["prompt_id"].mask(rows["prompt_id"].isin(nameless)) if nameless else rows["prompt_id"],
            "order_known": rows["order_known"],
        }
    )
    if "decided_at" in rows:
        frame["decided_at"] = pd.to_datetime(rows["decided_at"], utc=True)
    if "layout" in rows:
        frame["layout"] = rows["layout"]
    if characters is not None:
        for name, system in (("length_first", first), ("length_second", second)):
            keys = pd.MultiIndex.from_arrays([rows["prompt_id"].astype(float), system.astype(float)])
            frame[name] = characters.reindex(keys).to_numpy()
    return frame


def _known_kind(value: str) -> tuple[str, ...]:
    if value not in _KINDS:
        raise InputError(f"kind must be one of {', '.join(_KINDS)}, not '{value}'")
    return _KINDS[value]


def _number(value: str) -> int:
    if not value.isdecimal() or len(value) > _ROUND_DIGITS:
        raise InputError(f"a round is a whole number of at most {_ROUND_DIGITS} digits, not '{value}'")
    return int(value)


def _end_of(value: str) -> datetime:
    """The moment; for a mere date the end of that day."""
    return _moment(value) + (timedelta(days=1, microseconds=-1) if is_date(value) else timedelta())


def _moment(value: str) -> datetime:
    moment = pd.to_datetime(value, utc=True, errors="coerce")
    if pd.isna(moment):
        raise InputError(f"'{value}' is not a time such as 2026-11-21 or 2026-11-21T14:30")
    return datetime.fromisoformat(moment.isoformat())
