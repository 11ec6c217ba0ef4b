"""Importing judgments made elsewhere: merged as a multiset, so that importing twice adds nothing twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sqlalchemy import bindparam, case, func, insert, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who
from eval_core.campaigns.content.comparisons import pair_of_responses
from eval_core.campaigns.content.import_report import (
    Begin,
    ImportReport,
    coverage,
    lead_of,
    norwegian,
    note_import,
    remember_reading,
    remembered_reading,
    staged,
)
from eval_core.campaigns.content.import_texts import add_pairs, prompt_keys
from eval_core.campaigns.content.loader import Loader, clean
from eval_core.campaigns.content.prompts_out import leave_out_prompts
from eval_core.campaigns.content.rounds import open_round
from eval_core.files import AS_IT_IS, PERSON_KINDS, Reading, read_judgments, receipt_of
from eval_core.files.conditions import field
from eval_core.files.findings import findings_in_judgments
from eval_core.files.judged_items import expanded, refuse_mixed
from eval_core.files.metadata import meta_of
from eval_core.files.moments import moments
from eval_core.store import Assignment, Campaign, Comparison, Judgment, Person, Store, utc_now
from eval_core.store.bulk import CHUNK, Progress, Row

_CANONICAL = {("a", False): "first", ("a", True): "second", ("b", False): "second", ("b", True): "first"}
_CONTROL = ("gold", "repeat", "training", "test")
_CHOICES = {"a": "A", "b": "B", "tie": "tie"}
# Read from the metadata of any file; and what Parvis's own files say, which the campaign knows for itself.
_READ = ("annotator_kind", "decided_at")
_EXPORTED = frozenset(
    (
        *("kind", "expected_choice", "excluded", "withdrawn", "round", "revision", "shown_at", "active_ms", "late"),
        *("layout", "text_view", "language", "prompt_opened", "protocol_version", "protocol_hash", "guideline_version"),
        *("issues_a", "issues_b", "marks", "tie_quality", "comment", "length_a", "length_b", "counts"),
    )
)


@staged
def import_judgments(
    store: Store,
    path: Path,
    slug: str,
    *,
    order_known: bool = True,
    reading: Reading = AS_IT_IS,
    progress: Progress | None = None,
    who: Who = OPERATOR,
    begin: Begin = Store.stage,
) -> ImportReport:
    """Add the judgments of a file (any of the three dialects), with their prompts, systems, responses and people.

    Identity of a judgment: prompt, the two responses, annotator, outcome, and which occurrence of such a row
    in the file. Where one annotator judged a comparison several times, only the first enters a ranking.
    Rows on two identical texts are counted and left out.

    Args:
        order_known: False leaves the judgments out of position and side figures.
        reading, begin: as in `import_responses`.

    Raises:
        InputError: for anything wrong with the file, a changed text, or an annotator known here as of another kind;
            then nothing is changed.
    """
    known = remembered_reading(store, slug, "judgments", reading, who)
    frame = read_judgments(path, order_known=order_known, reading=known)
    exported = frame.attrs["exported"]
    refuse_mixed(frame)
    frame["key"] = prompt_keys(frame)
    with begin(store) as db:
        grant = lead_of(db, who, slug)
        campaign = grant.campaign
        loader = Loader(db, campaign, str(path), receipt_of(frame).source)
        frame = leave_out_prompts(loader, grant, frame, store.now())
        report = ImportReport(rows=len(frame), receipt=receipt_of(frame))
        report.findings = findings_in_judgments(frame, norwegian=norwegian(grant))
        add_pairs(loader, frame, report)
        loader.faults.check()
        frame = _with_comparisons(loader, frame, report)
        report.identical = int(frame["identical"].sum())
        frame = frame[~frame["identical"]]
        own = {*_READ, *(_EXPORTED if exported else ())}
        frame["kept"] = pd.Series([_kept(meta, own) for meta in meta_of(frame)], index=frame.index, dtype=object)
        frame["kind"] = _optional(frame, "kind")
        decided = field(frame, "decided_at")
        frame["moment"] = pd.NaT if decided is None else moments(decided).dt.floor("us")
        people = loader.add_people(_kinds_of_people(frame))
        loader.faults.check()
        frame = frame.assign(person_id=frame["annotator"].map(people).fillna(0).astype("int64"))
        fresh = _unknown(db, campaign, frame)
        report.judgments = len(fresh)
        report.known = len(frame) - len(fresh)
        _insert(db, campaign, fresh, progress)
        open_round(loader, grant, report.comparisons)
        report.coverage = coverage(db, campaign)
        if report.identical:
            report.notes.append(f"{report.identical} judgments of identical responses were left out")
        remember_reading(campaign, "judgments", reading)
        note_import(loader, grant, "judgments", report)
        return report


def _kinds_of_people(frame: pd.DataFrame) -> dict[str, tuple[int, str | None]]:
    """Name -> row and kind of person, from the `annotator_kind` of Parvis' own export; None without it."""
    named = frame[frame["annotator"].notna()].drop_duplicates("annotator")
    return {
        name: (int(number), kind if kind in PERSON_KINDS else None)
        for number, name, kind in zip(named.index, named["annotator"], _optional(named, "annotator_kind"), strict=True)
    }


def _kept(meta: Any, own: Collection[str]) -> dict[str, Any] | None:
    """What is kept of a judgment's metadata."""
    return {name: value for name, value in (meta or {}).items() if name not in own} or None


def _optional(frame: pd.DataFrame, name: str) -> pd.Series[Any]:
    """A field that only some files have; None where it is missing."""
    found = field(frame, name)
    values = [None] * len(frame) if found is None else [clean(value) for value in found]
    return pd.Series(values, index=frame.index, dtype=object)


def _with_comparisons(loader: Loader, frame: pd.DataFrame, report: ImportReport) -> pd.DataFrame:
    """Add the comparisons, and the columns comparison_id, first, second, swapped, outcome_canonical, identical."""
    swapped = frame["system_a"] > frame["system_b"]
    first = frame["system_a"].where(~swapped, frame["system_b"])
    second = frame["system_b"].where(~swapped, frame["system_a"])
    frame = frame.assign(swapped=swapped, first=first, second=second)
    frame["canonical"] = [
        "tie" if outcome == "tie" else _CANONICAL[outcome, bool(side)]
        for outcome, side in zip(frame["outcome"], swapped, strict=True)
    ]
    unique = frame.drop_duplicates(["key", "first", "second"])
    rows = {
        (key, first, second): pair_of_responses(loader, key, first, second)
        for key, first, second in zip(unique["key"], unique["first"], unique["second"], strict=True)
    }
    report.comparisons = loader.add_comparisons(list(rows.values()))
    ids = {
        names: (loader.comparisons[row["first_response_id"], row["second_response_id"]], row["identical"])
        for names, row in rows.items()
    }
    comparisons = [ids[names] for names in zip(frame["key"], frame["first"], frame["second"], strict=True)]
    frame["comparison_id"] = [comparison_id for comparison_id, _ in comparisons]
    frame["identical"] = [same for _, same in comparisons]
    frame["prompt_pk"] = frame["key"].map(loader.prompts)
    frame["first_system_id"] = frame["first"].map(loader.systems)
    frame["second_system_id"] = frame["second"].map(loader.systems)
    return frame


def _unknown(db: Session, campaign: Campaign, frame: pd.DataFrame) -> pd.DataFrame:
    """The rows that exceed what the campaign has already, with the columns occurrence and ranked."""
    have: Counter[tuple[int, int, str | None]] = Counter()
    counted: set[tuple[int, int]] = set()
    for comparison_id, person_id, outcome, count, ranked in db.execute(
        select(
            Judgment.comparison_id,
            Judgment.person_id,
            Judgment.outcome,
            func.count(),
            func.sum(case((Judgment.ranked, 1), else_=0)),
        )
        .where(Judgment.campaign_id == campaign.id, Judgment.live, Judgment.outcome.is_not(None))
        .group_by(Judgment.comparison_id, Judgment.person_id, Judgment.outcome)
    ):
        have[comparison_id, person_id or 0, outcome] += count
        if ranked:
            counted.add((comparison_id, person_id or 0))
    last = {
        (comparison_id, person_id or 0): occurrence
        for comparison_id, person_id, occurrence in db.execute(
            select(Assignment.comparison_id, Assignment.person_id, func.max(Assignment.occurrence))
            .where(Assignment.campaign_id == campaign.id)
            .group_by(Assignment.comparison_id, Assignment.person_id)
        )
    }
    keys = ["comparison_id", "person_id", "canonical"]
    frame = expanded(frame.assign(place=np.arange(len(frame))))
    nth = frame.groupby(keys, sort=False).cumcount()
    known = [have[key] for key in zip(*(frame[name] for name in keys), strict=True)]
    fresh = frame[nth.to_numpy() >= np.array(known, dtype=np.int64)]
    within = fresh.groupby(keys[:2], sort=False).cumcount()
    before = [last.get(key, -1) + 1 for key in zip(fresh["comparison_id"], fresh["person_id"], strict=True)]
    once = fresh[~fresh["place"].duplicated()]
    ranked = _ranked(once, counted).set_axis(once["place"]).loc[fresh["place"]]
    return fresh.assign(occurrence=within.to_numpy() + np.array(before, dtype=np.int64), ranked=ranked.to_numpy())


def _ranked(frame: pd.DataFrame, counted: set[tuple[int, int]]) -> pd.Series[Any]:
    """Which rows count: an annotator's first on a comparison, in time if the file says it, control work left out.

    If the annotator or the prompt is unknown, two rows may be about different things: each counts.
    """
    regular = ~frame["kind"].isin(_CONTROL)
    identity = ["comparison_id", "person_id"]
    in_time = np.argsort(frame["moment"].to_numpy(), kind="stable")  # what has no time comes last
    in_time = in_time[regular.to_numpy()[in_time]]
    again = pd.Series(False, index=frame.index)
    again.iloc[in_time] = frame[identity].iloc[in_time].duplicated().to_numpy()
    again |= pd.Series(
        [pair in counted for pair in zip(*(frame[name] for name in identity), strict=True)],
        index=frame.index,
        dtype=bool,
    )
    unknown = (frame["person_id"] == 0) | (frame["prompt_id"].isna() & frame["prompt"].isna())
    return regular & (unknown | ~again)


def _insert(db: Session, campaign: Campaign, frame: pd.DataFrame, progress: Progress | None) -> None:
    """Insert assignments and judgments in chunks, and raise the comparisons' counts."""
    done: Counter[int] = Counter()
    kinds = dict(db.execute(select(Person.id, Person.kind)).all())
    rows: list[Any] = frame.to_dict("records")
    for start in range(0, len(rows), CHUNK):
        part = rows[start : start + CHUNK]
        assignments = [_assignment(campaign, row) for row in part]
        ids = db.scalars(insert(Assignment).returning(Assignment.id, sort_by_parameter_order=True), assignments)
        judgments = [
            _judgment(campaign, row, assignment, assignment_id)
            for row, assignment, assignment_id in zip(part, assignments, ids, strict=True)
        ]
        db.execute(insert(Judgment), judgments)
        done.update(
            row["comparison_id"]
            for row in judgments
            if row["ranked"] and kinds.get(row["person_id"] or 0, "human") != "judge"
        )
        if progress:
            progress(min(start + CHUNK, len(rows)), len(rows))
    if done:
        db.connection().execute(
            update(Comparison)
            .where(Comparison.id == bindparam("which"))
            .values(done=Comparison.done + bindparam("more")),
            [{"which": comparison_id, "more": more} for comparison_id, more in done.items()],
        )


def _assignment(campaign: Campaign, row: Row) -> Row:
    return {
        "campaign_id": campaign.id,
        "comparison_id": row["comparison_id"],
        "person_id": row["person_id"] or None,
        "occurrence": row["occurrence"],
        # Parvis' own export says which rows were control work; they must not enter a ranking elsewhere.
        "kind": row["kind"] if row["kind"] in _CONTROL else "regular",
        "status": "done",
        "swapped": bool(row["swapped"]),
        "order_known": bool(row["order_known"]),
    }


def _judgment(campaign: Campaign, row: Row, assignment: Row, assignment_id: int) -> Row:
    return {
        "assignment_id": assignment_id,
        "revision": 1,
        "live": True,
        "choice": _CHOICES[row["outcome"]],
        "outcome": row["canonical"],
        "swapped": assignment["swapped"],
        "order_known": assignment["order_known"],
        "ranked": bool(row["ranked"]),
        "campaign_id": campaign.id,
        "comparison_id": row["comparison_id"],
        "prompt_id": row["prompt_pk"],
        "first_system_id": row["first_system_id"],
        "second_system_id": row["second_system_id"],
        "person_id": row["person_id"] or None,
        "imported": True,
        "decided_at": None if row["moment"] is pd.NaT else row["moment"].to_pydatetime(),
        "meta": row["kept"],
        "created_at": utc_now(),
    }
