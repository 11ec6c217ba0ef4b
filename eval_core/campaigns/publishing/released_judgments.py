"""A campaign's judgments and control answers for readers of a paper: without texts, times, comments and names."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pandas as pd
from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.publishing.judgment_table import written_choices
from eval_core.campaigns.publishing.pseudonyms import Pseudonyms
from eval_core.campaigns.quality.gold_and_repeats import control_answers
from eval_core.campaigns.results.counting import judgments_where
from eval_core.files.columns import UNKNOWN_PROMPTS
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

# The columns of judgments and of control answers, in order. Lengths are in characters, missing where no text is known.
JUDGMENT_COLUMNS = (
    "model_a",
    "model_b",
    "choice",
    "annotator_id",
    "annotator_kind",
    "prompt_id",
    "written_standard",
    "category",
    "kind",
    "round",
    "order_known",
    "length_a",
    "length_b",
    "excluded",
    "withdrawn",
    "counts",
)
CONTROL_COLUMNS = ("annotator_id", "annotator_kind", "kind", "as_expected", "excluded", "counts")


@dataclass(frozen=True)
class ReleasedJudgments:
    """What may be published of who judged what.

    Attributes:
        judgments: one regular live judgment a row, in random order, JUDGMENT_COLUMNS; those that `counts` are ranked.
        controls: one first answer to a gold comparison or a repeat a row, in random order, CONTROL_COLUMNS.
        imported: how many of those that count were made elsewhere.
    """

    judgments: pd.DataFrame
    controls: pd.DataFrame
    imported: int


def released_judgments(
    store: Store,
    slug: str,
    *,
    kind: str = "human",
    who: Who = OPERATOR,
) -> ReleasedJudgments:
    """The judgments of a campaign under random pseudonyms, new each time. Prompts are numbers. For researchers.

    Args:
        kind: whose judgments count: human, judge or all.

    Raises:
        InputError: for an unknown kind. RefusedError: 'signed_out', 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        counted = set(db.scalars(judgments_where(campaign, [f"kind={kind}"])))
        people = Pseudonyms(db)
        rows = pd.read_sql(_query(campaign), db.connection(), coerce_float=False)
        counts = rows["id"].isin(counted)
        return ReleasedJudgments(
            _shuffled(_judgments(rows, counts, people, written_choices(campaign.protocol_key))),
            _shuffled(_controls(db, campaign, kind, people)),
            int(rows.loc[counts, "imported"].sum()),
        )


def _query(campaign: Campaign) -> Select[*tuple[Any, ...]]:
    first, second, first_system, second_system = aliased(Response), aliased(Response), aliased(System), aliased(System)
    return (
        select(
            Judgment.id,
            Judgment.choice,
            Judgment.swapped,
            Judgment.order_known,
            Judgment.imported,
            Person.name.label("annotator_id"),
            Person.kind.label("annotator_kind"),
            Judgment.person_id.in_(Exclusion.people(campaign.id)).label("excluded"),
            first_system.name.label("system_one"),
            second_system.name.label("system_two"),
            func.length(first.text).label("length_one"),
            func.length(second.text).label("length_two"),
            Prompt.id.label("prompt"),
            (Prompt.external_id.is_(None) & (Prompt.text == "")).label("nameless"),
            Prompt.written_standard,
            Prompt.category,
            Comparison.round,
            Comparison.withdrawn_at.is_not(None).label("withdrawn"),
        )
        .select_from(Judgment)
        .join(Assignment, Assignment.id == Judgment.assignment_id)
        .join(Comparison, Comparison.id == Judgment.comparison_id)
        .join(Prompt, Prompt.id == Judgment.prompt_id)
        .join(first, first.id == Comparison.first_response_id)
        .join(second, second.id == Comparison.second_response_id)
        .join(first_system, first_system.id == first.system_id)
        .join(second_system, second_system.id == second.system_id)
        .outerjoin(Person, Person.id == Judgment.person_id)
        .where(Judgment.campaign_id == campaign.id, Judgment.live, Judgment.choice.is_not(None))
        .where(Assignment.kind == "regular", ~Comparison.identical)
    )


def _judgments(
    rows: pd.DataFrame, counts: pd.Series[bool], people: Pseudonyms, written: dict[str, str]
) -> pd.DataFrame:
    swapped, frame = rows["swapped"].astype(bool), pd.DataFrame(index=rows.index)
    for side, (straight, other) in {"a": ("one", "two"), "b": ("two", "one")}.items():
        frame[f"model_{side}"] = rows[f"system_{straight}"].where(~swapped, rows[f"system_{other}"])
        length = rows[f"length_{straight}"].where(~swapped, rows[f"length_{other}"])
        frame[f"length_{side}"] = length.where(length > 0).astype("Int64")
    numbers = _numbers(rows.loc[~rows["nameless"].astype(bool), "prompt"])
    return frame.assign(
        choice=rows["choice"].map(written),
        annotator_id=_names(rows["annotator_id"], people),
        prompt_id=rows["prompt"].map(numbers).astype(object).fillna(min(UNKNOWN_PROMPTS)),
        kind="regular",
        counts=counts,
        excluded=rows["excluded"].fillna(False).astype(bool),
        **{name: rows[name].astype(bool) for name in ("order_known", "withdrawn")},
        **{name: rows[name].astype(object) for name in ("annotator_kind", "written_standard", "category")},
        round=rows["round"].astype("Int64"),
    )[list(JUDGMENT_COLUMNS)]


def _controls(db: Session, campaign: Campaign, kind: str, people: Pseudonyms) -> pd.DataFrame:
    answers = control_answers(db, campaign.id)
    names, kinds = (dict(db.execute(select(Person.id, column)).all()) for column in (Person.name, Person.kind))
    annotator_kind = answers["person"].map(kinds)
    excluded = answers["person"].isin(db.scalars(Exclusion.people(campaign.id)).all())
    asked = kind == "all" or (annotator_kind == "judge") == (kind == "judge")
    return pd.DataFrame(
        {
            "annotator_id": _names(answers["person"].map(names), people),
            "annotator_kind": annotator_kind.astype(object),
            "kind": answers["kind"].astype(object),
            "as_expected": answers["alike"],
            "excluded": excluded,
            "counts": asked & ~excluded,
        },
        columns=list(CONTROL_COLUMNS),
    )


def _names(names: pd.Series[Any], people: Pseudonyms) -> pd.Series[Any]:
    known = names.dropna().unique()
    return names.map({name: people.of(name) for name in known}).astype(object)


def _numbers(prompts: pd.Series[Any]) -> dict[Any, str]:
    """A number for each prompt, in random order."""
    known = sorted(prompts.unique())
    random.SystemRandom().shuffle(known)
    return {prompt: f"prompt-{place}" for place, prompt in enumerate(known, 1)}


def _shuffled(frame: pd.DataFrame) -> pd.DataFrame:
    """In random order, what counts first: of an annotator's judgments of a comparison only the first is ranked."""
    order = list(range(len(frame)))
    random.SystemRandom().shuffle(order)
    counts = frame["counts"].to_numpy()
    order.sort(key=lambda place: not counts[place])
    return frame.iloc[order].reset_index(drop=True)
