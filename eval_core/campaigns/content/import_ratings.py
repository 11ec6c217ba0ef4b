"""Importing ratings made elsewhere: each is stored once, and a changed one only if the lead asks for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.content.import_report import (
    Begin,
    ImportReport,
    coverage,
    note_import,
    remember_reading,
    remembered_reading,
)
from eval_core.campaigns.content.loader import PROMPT_FIELDS, Loader, clean
from eval_core.campaigns.kinds import rating_protocol, scales_of
from eval_core.files import AS_IT_IS, Reading, read_ratings, receipt_of
from eval_core.protocols import Protocol
from eval_core.store import Prompt, Rating, RatingAssignment, Store, utc_now
from eval_core.store.bulk import Progress, Row, chunks, insert_rows


def import_ratings(
    store: Store,
    path: Path,
    slug: str,
    *,
    protocol: str | None = None,
    revise: bool = False,
    reading: Reading = AS_IT_IS,
    progress: Progress | None = None,
    who: Who = OPERATOR,
    begin: Begin = Store.write,
) -> ImportReport:
    """Add the ratings of a file, long or wide, with their prompts, systems, responses and people.

    Identity of a rating: prompt, system, annotator and criterion, under one protocol. Unknown people are added, of the
    kind in `annotator_kind`: human if it is empty.

    Args:
        protocol: under which they were made; None: the campaign's own.
        revise: a changed rating becomes the next revision; the earlier ones stay.
        reading: how the file is to be read; its columns are remembered for the next file.
        begin: begins the transaction; one that is rolled back shows what the import would do.

    Raises:
        InputError: for anything wrong with the file, a changed text, an annotator known here as of another kind, or
            (without `revise`) a changed rating, naming the row; then nothing is changed.
    """
    with store.read() as db:
        chosen = rating_protocol(authorise(db, who, slug, "lead").campaign, protocol)
    known = remembered_reading(store, slug, "ratings", reading, who)
    frame = read_ratings(path, scales_of(chosen), known)
    receipt = receipt_of(frame)
    with begin(store) as db:
        grant = authorise(db, who, slug, "lead")
        loader = Loader(db, grant.campaign, str(path), receipt.source)
        report = ImportReport(rows=len(frame), receipt=receipt)
        records = frame[~frame.reset_index().duplicated(["row", "prompt_id", "system", "annotator"]).to_numpy()]
        report.prompts = loader.add_prompts(list(_prompt_rows(records)))
        _note_documents(loader, records)
        report.systems = loader.add_systems(frame["system"])
        report.responses = loader.add_responses(list(_response_rows(loader, records)), "response")
        people = loader.add_people(_kinds_of_people(records))
        loader.faults.check()
        rows = _with_ids(loader, frame, people)
        assignments = _assignments(db, grant.campaign.id, chosen, rows)
        rows["assignment"] = [assignments[pair] for pair in zip(rows["response"], rows["person"], strict=True)]
        _record(loader, rows, report, revise=revise, progress=progress)
        report.coverage = coverage(db, grant.campaign)
        remember_reading(grant.campaign, "ratings", reading)
        note_import(loader, grant, "ratings", report)
        return report


def _prompt_rows(records: pd.DataFrame) -> list[tuple[int, str, Row]]:
    fields = [name for name in PROMPT_FIELDS if name in records]
    return [
        (
            int(number),
            row["prompt_id"],
            {"text": clean(row["prompt"]) or "", "external_id": row["prompt_id"], "meta": None}
            | {name: clean(row[name]) for name in fields},
        )
        for number, row in zip(records.index, records.to_dict("records"), strict=True)
    ]


def _note_documents(loader: Loader, records: pd.DataFrame) -> None:
    """Fill in the document of a known prompt that had none; another one is an InputError."""
    named = records[records["document"].notna()].drop_duplicates("prompt_id")
    for part in chunks(zip(named.index, named["prompt_id"], named["document"], strict=True), 500):
        ids = [loader.prompts[key] for _, key, _ in part]
        known = {row.id: row for row in loader.db.scalars(select(Prompt).where(Prompt.id.in_(ids)))}
        for number, key, document in part:
            prompt = known[loader.prompts[key]]
            if prompt.document is None:
                prompt.document = document
                loader.trail.fill_in("prompt.document", prompt.id)
            elif prompt.document != document:
                loader.fault("other_document", int(number), "document", document, key=key, document=prompt.document)


def _response_rows(loader: Loader, records: pd.DataFrame) -> list[tuple[int, int, int, str | None, Row | None]]:
    return [
        (int(number), loader.prompts[prompt], loader.systems[system], clean(text), None)
        for number, prompt, system, text in zip(
            records.index, records["prompt_id"], records["system"], records["response"], strict=True
        )
    ]


def _kinds_of_people(records: pd.DataFrame) -> dict[str, tuple[int, str | None]]:
    """Name -> row and kind of person, from the first row that has it; None if none does."""
    # Sorting is stable: rows with a kind come before those without, each in the order of the file.
    first = records.sort_values("annotator_kind", key=pd.isna, kind="stable").drop_duplicates("annotator")
    return {
        name: (int(number), clean(kind))
        for number, name, kind in zip(first.index, first["annotator"], first["annotator_kind"], strict=True)
    }


def _with_ids(loader: Loader, frame: pd.DataFrame, people: dict[str, int]) -> pd.DataFrame:
    """The ratings with the columns response, person (ids), criterion, value (an int or None), na, explanation."""
    keys = zip(frame["prompt_id"].map(loader.prompts), frame["system"].map(loader.systems), strict=True)
    return pd.DataFrame(
        {
            "response": [loader.responses[key][0] for key in keys],
            "person": frame["annotator"].map(people).astype("int64").to_numpy(),
            "criterion": frame["criterion"].to_numpy(dtype=object),
            "value": frame["value"].astype(object).where(~frame["na"], None).to_numpy(),
            "na": frame["na"].to_numpy(),
            # As objects: in a column of text pandas turns None into NaN, which PostgreSQL would store as a word.
            "explanation": pd.Series([clean(one) for one in frame["explanation"]], frame.index, dtype=object),
        },
        index=frame.index,
    )


def _assignments(db: Session, campaign_id: int, protocol: Protocol, rows: pd.DataFrame) -> dict[tuple[int, int], int]:
    """(response, person) -> assignment under the protocol; missing ones are added, as done."""

    def known() -> dict[tuple[int, int], int]:
        here = select(RatingAssignment.response_id, RatingAssignment.person_id, RatingAssignment.id).where(
            RatingAssignment.campaign_id == campaign_id, RatingAssignment.protocol_key == protocol.key
        )
        return {(response, person): identity for response, person, identity in db.execute(here)}

    before = known()
    wanted = dict.fromkeys(zip(rows["response"].tolist(), rows["person"].tolist(), strict=True))
    new = [
        {
            "campaign_id": campaign_id,
            "response_id": response,
            "person_id": person,
            "protocol_key": protocol.key,
            "protocol_version": str(protocol.version),
            "protocol_hash": protocol.content_hash,
            "status": "done",
        }
        for response, person in wanted
        if (response, person) not in before
    ]
    insert_rows(db, RatingAssignment, new)
    _take_over(db, [before[pair] for pair in wanted if pair in before])
    return known() if new else before


def _take_over(db: Session, assignments: list[int]) -> None:
    """An open or released assignment is done once its ratings are imported."""
    for part in chunks(assignments, 500):
        db.execute(
            update(RatingAssignment)
            .where(RatingAssignment.id.in_(part), RatingAssignment.status != "done")
            .values(status="done", leased_until=None)
        )


def _record(
    loader: Loader, rows: pd.DataFrame, report: ImportReport, *, revise: bool, progress: Progress | None
) -> None:
    """Add new ratings, and changed ones if asked for."""
    db = loader.db
    known = _known(db, rows["assignment"].unique().tolist())
    now, new = utc_now(), []
    outdated: list[int] = []
    for number, row in zip(rows.index, rows.to_dict("records"), strict=True):
        value = None if row["value"] is None else int(row["value"])
        before = known.get((row["assignment"], row["criterion"]))
        if before and before[2] and before[3:] == (value, bool(row["na"]), row["explanation"]):
            report.known += 1
            continue
        if before and before[2]:
            if not revise:
                loader.fault("other_rating", int(number), row["criterion"])
            outdated.append(before[0])
        new.append(_row(row, value, before[1] + 1 if before else 1, now))
    loader.faults.check()
    for part in chunks(outdated, 500):
        db.execute(update(Rating).where(Rating.id.in_(part)).values(live=False))
    report.ratings = len(new)
    for start, part in enumerate(chunks(new)):
        db.execute(insert(Rating), part)
        if progress:
            progress(start * len(part) + len(part), len(new))


def _row(row: dict[Any, Any], value: int | None, revision: int, now: Any) -> Row:
    return {
        "rating_assignment_id": row["assignment"],
        "criterion": row["criterion"],
        "revision": revision,
        "live": True,
        "value": value,
        "not_applicable": bool(row["na"]),
        "explanation": row["explanation"],
        "created_at": now,
    }


def _known(
    db: Session, assignments: list[int]
) -> dict[tuple[int, str], tuple[int, int, bool, int | None, bool, str | None]]:
    """(assignment, criterion) -> id, revision, live, value, N/A and explanation of its newest revision."""
    known = {}
    for part in chunks(assignments, 500):
        rows = select(Rating).where(Rating.rating_assignment_id.in_(part)).order_by(Rating.revision)
        for row in db.execute(rows.with_only_columns(*_COLUMNS)):
            identity, assignment, criterion, revision, *rest = row
            known[assignment, criterion] = (identity, revision, *rest)
    return known


_COLUMNS = (
    Rating.id,
    Rating.rating_assignment_id,
    Rating.criterion,
    Rating.revision,
    Rating.live,
    Rating.value,
    Rating.not_applicable,
    Rating.explanation,
)
