"""Judgments as a table that Parvis and other tools can read."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

import pandas as pd
from sqlalchemy import ColumnElement, Select, false, func, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.people.pseudonym_keys import kept_pseudonyms
from eval_core.campaigns.publishing.metadata import publishable, with_metadata
from eval_core.protocols import NORWEGIAN, load_protocol
from eval_core.store import (
    Assignment,
    Campaign,
    Comparison,
    Exclusion,
    Judgment,
    Person,
    Prompt,
    Reason,
    Remark,
    Response,
    Store,
    System,
)

# A canonical outcome as a choice between the presented sides.
_STRAIGHT = {"first": "A", "second": "B", "tie": "tie"}
_SWAPPED = {"first": "B", "second": "A", "tie": "tie"}
_TIMES = ("shown_at", "decided_at")
# Numbers of what a row is about, which are not exported.
_IDENTITIES = ("judgment_id", "comparison_id", "shown_a", "shown_b")
_MOST_NAMED = 5_000  # judgments that a query names one by one
# What is exported of a judgment under its own name.
_OF_JUDGMENT = (
    Judgment.order_known,
    Judgment.revision,
    Judgment.shown_at,
    Judgment.decided_at,
    Judgment.active_ms,
    Judgment.late,
    Judgment.layout,
    Judgment.text_view,
    Judgment.language,
    Judgment.prompt_opened,
    Judgment.protocol_version,
    Judgment.protocol_hash,
    Judgment.guideline_version,
    Judgment.ranked,
)


def written_choices(protocol_key: str) -> dict[str, str]:
    """How the choices are written in files.

    Those of the Norwegian fluency protocol have the English labels of the released data set; under any other the choice
    itself is written, which every reader knows, and the data card says what it means.
    """
    choices = load_protocol(NORWEGIAN).choices if protocol_key == NORWEGIAN else None
    if choices is None:
        return {"A": "A", "B": "B", "tie": "tie"}
    return {"A": choices.a["en"], "B": choices.b["en"], "tie": choices.tie["en"]}


def export_judgments(store: Store, slug: str, *, pseudonymous: bool = False, who: Who = OPERATOR) -> pd.DataFrame:
    """Every live judgment, one a row, A being the response presented as A.

    The columns of the released data set come first (prompt, response_a, response_b, choice, annotator_id,
    model_a, model_b), then further columns, then five that hold the reasons, if they were asked for; last what the
    campaign's files had besides (`with_metadata`). `kind` tells gold and repeats, `annotator_kind` simulated annotators
    and judges; `excluded` and `withdrawn` mark rows that every analysis leaves out. With `pseudonymous`, annotators
    have the pseudonyms of `kept_pseudonyms`, and no column of a file tells who they are.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        frame = judgments_of(db, campaign, metadata=True).drop(columns=["ranked", "expected_choice"])
        if pseudonymous:
            named = set(frame.attrs["metadata"]) - set(publishable(frame, frame.attrs["metadata"]))
            frame = frame.drop(columns=list(named))
            names = kept_pseudonyms(db, campaign, set(frame["annotator_id"].dropna()))
            frame["annotator_id"] = frame["annotator_id"].map(names)
    return frame


def judgments_of(
    db: Session,
    campaign: Campaign,
    *,
    prompt_keys: bool = False,
    ids: Collection[int] | None = None,
    metadata: bool = False,
) -> pd.DataFrame:
    """The rows of `export_judgments` under people's names, in order of their ids, with `ranked` and `expected_choice`.

    A prompt without an id has its key as such. `ranked` is False for all but a person's first judgment of a comparison,
    `expected_choice` the answer to a gold one.

    Args:
        prompt_keys: the key as `prompt_id` of every prompt, as the data set's table of prompts has it.
        ids: only these judgments.
        metadata: with what the campaign's files had besides, see `with_metadata`.
    """
    few = ids is not None and len(ids) <= _MOST_NAMED
    these = [Judgment.id.in_(ids or ())] if few else []
    result = db.execute(_query(campaign).where(*these))
    frame = pd.DataFrame(result.all(), columns=list(result.keys()), dtype=object)
    if ids is not None and not few:
        frame = frame[frame["judgment_id"].isin(ids)].reset_index(drop=True)
    # Truth values, not objects: `~` of an object True is -2, and would choose every row.
    frame = frame.astype({"excluded": bool, "withdrawn": bool, "late": bool})
    frame = _presented(_with_remarks(frame, db, campaign, these), written_choices(campaign.protocol_key))
    keys = frame.pop("prompt_key")
    frame["prompt_id"] = keys if prompt_keys else frame["prompt_id"].where(frame["prompt_id"].notna(), keys)
    identities = frame[list(_IDENTITIES)]
    frame = frame.drop(columns=list(_IDENTITIES))
    return with_metadata(frame, identities, db, campaign) if metadata else frame


def _query(campaign: Campaign) -> Select[*tuple[Any, ...]]:
    first, second, first_system, second_system = aliased(Response), aliased(Response), aliased(System), aliased(System)
    return (
        select(
            Prompt.text.label("prompt"),
            first.id.label("response_one"),
            second.id.label("response_two"),
            first.text.label("text_one"),
            second.text.label("text_two"),
            Judgment.id.label("judgment_id"),
            Judgment.comparison_id,
            Judgment.choice,
            Person.name.label("annotator_id"),
            first_system.name.label("system_one"),
            second_system.name.label("system_two"),
            Judgment.swapped,
            Prompt.external_id.label("prompt_id"),
            Prompt.written_standard,
            Prompt.category,
            Assignment.kind,
            Person.kind.label("annotator_kind"),
            func.coalesce(Judgment.person_id.in_(Exclusion.people(campaign.id)), false()).label("excluded"),
            Comparison.withdrawn_at.is_not(None).label("withdrawn"),
            Comparison.round,
            *_OF_JUDGMENT,
            Comparison.gold_outcome,
            Prompt.key.label("prompt_key"),
        )
        .select_from(Judgment)
        .join(Assignment, Assignment.id == Judgment.assignment_id)
        .join(Comparison, Comparison.id == Judgment.comparison_id)
        .join(Prompt, Prompt.id == Judgment.prompt_id)
        .join(first, first.id == Comparison.first_response_id)
        .join(second, second.id == Comparison.second_response_id)
        .outerjoin(first_system, first_system.id == first.system_id)
        .outerjoin(second_system, second_system.id == second.system_id)
        .outerjoin(Person, Person.id == Judgment.person_id)
        .where(Judgment.campaign_id == campaign.id, Judgment.live, Judgment.choice.is_not(None))
        .order_by(Judgment.id)
    )


def _with_remarks(
    frame: pd.DataFrame, db: Session, campaign: Campaign, these: Sequence[ColumnElement[bool]]
) -> pd.DataFrame:
    """Add the annotators' reasons: issues of either response (each once, sorted, with ;), marks, quality, comment."""
    here = (
        select(
            Remark.judgment_id,
            Remark.quality.label("tie_quality"),
            Remark.comment,
            Reason.response_id,
            Reason.issue,
            Reason.start,
            Reason.end,
        )
        .join(Judgment, Judgment.id == Remark.judgment_id)
        .outerjoin(Reason, Reason.remark_id == Remark.id)
        .where(Judgment.campaign_id == campaign.id, Judgment.live, *these)
        .order_by(Reason.start.is_(None), Reason.start, Reason.end, Reason.issue)
    )
    remarks: dict[int, Any] = {}
    reasons: dict[tuple[int, int], list[Any]] = {}
    for row in db.execute(here):
        remarks[row.judgment_id] = row
        if row.issue:
            reasons.setdefault((row.judgment_id, row.response_id), []).append(row)
    sides = [
        [reasons.get(pair, []) for pair in zip(frame["judgment_id"], frame[name], strict=True)]
        for name in ("response_one", "response_two")
    ]
    for name, given in zip(("issues_one", "issues_two"), sides, strict=True):
        issues = [";".join(sorted({reason.issue for reason in some})) or None for some in given]
        frame[name] = pd.Series(issues, dtype=object)
    marks = [_marks(*pair[::-1] if swapped else pair) for *pair, swapped in zip(*sides, frame["swapped"], strict=True)]
    frame["marks"] = pd.Series(marks, dtype=object)
    for name in ("tie_quality", "comment"):
        values = [getattr(remarks.get(judgment), name, None) for judgment in frame["judgment_id"]]
        frame[name] = pd.Series(values, dtype=object)
    return frame


def _marks(*sides: list[Any]) -> str | None:
    """The reasons against A and against B, one after the other, as JSON; None where there are none."""
    marks = [
        {"side": side, "start": reason.start, "end": reason.end, "issue": reason.issue}
        for side, reasons in zip("AB", sides, strict=True)
        for reason in reasons
    ]
    return json.dumps(marks) if marks else None


def _presented(frame: pd.DataFrame, written: dict[str, str]) -> pd.DataFrame:
    swapped = frame.pop("swapped").astype(bool)
    gold = frame.pop("gold_outcome")
    frame["expected_choice"] = gold.map(_STRAIGHT).where(~swapped, gold.map(_SWAPPED)).map(written)
    for side, (name, straight, other) in enumerate(
        (
            ("response_a", "text_one", "text_two"),
            ("response_b", "text_two", "text_one"),
            ("model_a", "system_one", "system_two"),
            ("model_b", "system_two", "system_one"),
            ("issues_a", "issues_one", "issues_two"),
            ("issues_b", "issues_two", "issues_one"),
            ("shown_a", "response_one", "response_two"),
            ("shown_b", "response_two", "response_one"),
        )
    ):
        frame.insert(side, name, frame[straight].where(~swapped, frame[other]))
    frame["choice"] = frame["choice"].map(written)
    for name in _TIMES:
        frame[name] = [moment.isoformat() if moment is not None else None for moment in frame[name]]
    first = ["prompt", "response_a", "response_b", "choice", "annotator_id", "model_a", "model_b"]
    last = ["issues_a", "issues_b", "marks", "tie_quality", "comment"]
    rest = [name for name in frame.columns if name not in (*first, *last) and not name.endswith(("_one", "_two"))]
    return frame[[*first, *(name for name in rest if name not in _IDENTITIES), *last, *_IDENTITIES]]
