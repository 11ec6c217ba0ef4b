"""Importing responses, comparisons and gold comparisons: one transaction, nothing twice."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import pandas as pd
from sqlalchemy import case, func, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Grant, Who, authorise
from eval_core.campaigns.content.comparisons import pair_of_responses, paired
from eval_core.campaigns.content.import_report import (
    Begin,
    ImportReport,
    compare_gold,
    coverage,
    lead_of,
    norwegian,
    note_import,
    remember_reading,
    remembered_reading,
    staged,
)
from eval_core.campaigns.content.loader import PROMPT_FIELDS, Loader, clean
from eval_core.campaigns.content.prompts_out import leave_out_prompts
from eval_core.campaigns.content.rounds import open_round
from eval_core.campaigns.kinds import rates_responses
from eval_core.errors import InputError
from eval_core.files import (
    AS_IT_IS,
    Reading,
    prompt_key,
    read_comparisons,
    read_gold,
    read_responses,
    receipt_of,
    text_key,
)
from eval_core.files.checkpoints import checkpoints_of
from eval_core.files.dialogue import spoken
from eval_core.files.findings import Finding, findings_in_pairs, findings_in_responses
from eval_core.files.metadata import meta_of
from eval_core.files.names import tidy
from eval_core.store import Comparison, Prompt, Response, Store
from eval_core.store.bulk import Progress, Row, insert_rows


@staged
def import_responses(
    store: Store,
    path: Path,
    slug: str,
    *,
    comparisons_per_prompt: int | None = None,
    against: Collection[str] | None = None,
    anchors: float = 0.0,
    reading: Reading = AS_IT_IS,
    progress: Progress | None = None,
    who: Who = OPERATOR,
    begin: Begin = Store.stage,
) -> ImportReport:
    """Add the responses of a file and, if the campaign compares them, make comparisons of them.

    Once there are judgments, this opens a new round, which compares only what is new (see `rounds`).

    Args:
        comparisons_per_prompt: pairs per prompt, a balanced sample; None: every pair.
        against: only pairs with at least one of these systems.
        anchors: old comparisons that a new round serves once more, as a share of its new ones (0 to 1).
        reading: how the file is to be read; its columns and values are remembered for the next file of this kind.
        begin: begins the transaction; where it keeps nothing, nothing is stored.

    Raises:
        InputError: for anything wrong with the file, or a text that differs from the one known; then
            nothing is changed.
    """
    if comparisons_per_prompt is not None and comparisons_per_prompt < 1:
        raise InputError("bad_comparisons_per_prompt")
    if not 0 <= anchors <= 1:
        raise InputError("bad_anchor_share")
    frame = read_responses(path, remembered_reading(store, slug, "responses", reading, who))
    frame["key"], frame["meta"] = prompt_keys(frame), meta_of(frame)
    with begin(store) as db:
        grant = lead_of(db, who, slug)
        loader = Loader(db, grant.campaign, str(path), receipt_of(frame).source)
        frame = leave_out_prompts(loader, grant, frame, store.now())
        report = ImportReport(rows=len(frame), receipt=receipt_of(frame))
        report.prompts = loader.add_prompts(_prompt_rows(frame))
        report.systems = loader.add_systems(frame["system"], checkpoints_of(frame))
        _advance(progress, frame, 0.2)
        known = set(loader.responses)
        against = against and [tidy(name) for name in against]
        missing = set(against or ()) - loader.systems.keys()
        if missing:
            raise InputError("unknown_opponent", system=min(missing), file=path)
        report.responses = loader.add_responses(list(_response_rows(loader, frame)), "response")
        report.known = len(frame) - report.responses
        loader.faults.check()
        _advance(progress, frame, 0.5)
        # A later round compares only what is new; a file without new responses adds pairs of the old ones.
        old = known if loader.round > 1 and report.responses else None
        rates = rates_responses(grant.campaign)
        rows = [] if rates else paired(loader, set(frame["key"]), comparisons_per_prompt, against, old)
        report.comparisons = loader.add_comparisons(rows)
        _advance(progress, frame, 0.8)
        report.anchors = open_round(loader, grant, report.comparisons, anchors)
        report.identical = sum(row["identical"] for row in rows)
        report.coverage = coverage(db, loader.campaign)
        report.findings = [
            *([] if rates else _nothing_to_compare(loader)),
            *findings_in_responses(frame, norwegian=norwegian(grant)),
        ]
        if report.responses:  # earlier gold may differ from them
            compare_gold(db, loader.campaign, report)
        remember_reading(grant.campaign, "responses", reading)
        note_import(loader, grant, "responses", report)
        if progress:
            progress(len(frame), len(frame))
        return report


def _nothing_to_compare(loader: Loader) -> list[Finding]:
    """What keeps the campaign from having any comparison."""
    if loader.comparisons:
        return []
    if len(loader.systems) == 1:
        return [Finding("one_system", 1, names=tuple(loader.systems))]
    return [Finding("no_comparison", 1)]


def _advance(progress: Progress | None, frame: pd.DataFrame, share: float) -> None:
    """Say roughly how far an import has come."""
    if progress:
        progress(int(share * len(frame)), len(frame))


@staged
def import_comparisons(
    store: Store,
    path: Path,
    slug: str,
    *,
    reading: Reading = AS_IT_IS,
    progress: Progress | None = None,
    who: Who = OPERATOR,
    begin: Begin = Store.stage,
) -> ImportReport:
    """Add ready-made comparisons; rows with a value in `gold` become gold comparisons.

    Args:
        reading, begin: as in `import_responses`.

    Raises:
        InputError: as `import_responses`.
    """
    frame = read_comparisons(path, remembered_reading(store, slug, "comparisons", reading, who))
    with begin(store) as db:
        grant = lead_of(db, who, slug)
        report = _add_comparisons(db, grant, path, frame, store.now())
        remember_reading(grant.campaign, "comparisons", reading)
    if progress:
        progress(len(frame), len(frame))
    return report


def _add_comparisons(db: Session, grant: Grant, path: Path, frame: pd.DataFrame, now: datetime) -> ImportReport:
    frame["key"], frame["meta"] = prompt_keys(frame), meta_of(frame)
    loader = Loader(db, grant.campaign, str(path), receipt_of(frame).source)
    frame = leave_out_prompts(loader, grant, frame, now)
    report = ImportReport(rows=len(frame), receipt=receipt_of(frame))
    add_pairs(loader, frame, report)
    gold = frame["gold"].notna() if "gold" in frame else pd.Series(False, index=frame.index)
    rows = list(_comparison_rows(loader, frame, gold))
    _refuse_other_answers(loader, rows)
    loader.faults.check()
    regular, golden = ([row for _, row in rows if row["kind"] == kind] for kind in ("regular", "gold"))
    report.comparisons, report.gold = loader.add_comparisons(regular), loader.add_comparisons(golden)
    open_round(loader, grant, report.comparisons)
    report.known = (
        len({(r["first_response_id"], r["second_response_id"]) for _, r in rows}) - report.comparisons - report.gold
    )
    report.identical = sum(row["identical"] for _, row in rows)
    report.coverage = coverage(db, loader.campaign)
    report.findings = findings_in_pairs(frame, norwegian=norwegian(grant))
    if report.gold or report.responses:
        compare_gold(db, loader.campaign, report)
    note_import(loader, grant, "comparisons", report)
    return report


@staged
def import_gold(
    store: Store,
    path: Path,
    slug: str,
    *,
    reading: Reading = AS_IT_IS,
    progress: Progress | None = None,
    who: Who = OPERATOR,
    begin: Begin = Store.stage,
) -> ImportReport:
    """Add gold comparisons: comparisons whose answer is known. They never enter a ranking.

    Args:
        reading, begin: as in `import_responses`.

    Raises:
        InputError: as `import_responses`.
    """
    frame = read_gold(path, remembered_reading(store, slug, "gold", reading, who))
    with begin(store) as db:
        grant = lead_of(db, who, slug)
        if frame["system_a"].notna().any():
            report = _add_comparisons(db, grant, path, frame, store.now())
        else:
            loader = Loader(db, grant.campaign, str(path), receipt_of(frame).source)
            report = add_gold(loader, frame)
            report.findings = findings_in_pairs(frame, norwegian=norwegian(grant))
            if report.gold:
                compare_gold(db, loader.campaign, report)
            note_import(loader, grant, "gold", report)
        remember_reading(grant.campaign, "gold", reading)
    if progress:
        progress(len(frame), len(frame))
    return report


def add_gold(loader: Loader, frame: pd.DataFrame) -> ImportReport:
    """Add gold comparisons of texts without systems (columns of `read_gold`, where A is the more fluent one)."""
    report = ImportReport(rows=len(frame), receipt=receipt_of(frame))
    # Texts without a system tell one gold comparison from another, so they make the prompt's key.
    frame["key"] = [
        "gold:" + text_key("\n".join((row.prompt or "", *sorted((row.response_a, row.response_b)))), None)
        for row in _cleaned(frame)
    ]
    frame["meta"] = meta_of(frame)
    _refuse_reversed(loader, frame)
    loader.faults.check()
    for key in set(frame["key"]) & loader.prompts.keys():
        loader.trail.use("prompt", loader.prompts[key])
    fresh = frame[~frame["key"].isin(loader.prompts) & ~frame["key"].duplicated()]
    report.prompts = loader.add_prompts(_prompt_rows(fresh), kind="gold")
    report.gold = loader.add_comparisons([_gold_row(loader, row) for row in _cleaned(fresh)])
    report.known = len(frame) - report.gold
    return report


def _refuse_other_answers(loader: Loader, rows: list[tuple[int, Row]]) -> None:
    """Note where a known comparison would get a gold answer that it did not have."""
    answers = dict(
        loader.db.execute(
            select(Comparison.id, Comparison.gold_outcome).where(Comparison.campaign_id == loader.campaign.id)
        ).all()
    )
    seen: dict[tuple[int, int], str | None] = {}
    for number, row in rows:
        pair = (row["first_response_id"], row["second_response_id"])
        known = loader.comparisons.get(pair)
        before = answers[known] if known in answers else seen.setdefault(pair, row["gold_outcome"])
        # A plain row on a known gold comparison says nothing about its answer.
        if before != row["gold_outcome"] and (row["kind"] == "gold" or known not in answers):
            loader.fault("other_gold_answer", number, "gold")


def _refuse_reversed(loader: Loader, frame: pd.DataFrame) -> None:
    """The same for gold texts without systems: the better text may not be the worse one of a known pair."""
    better = aliased(Response)
    first = Comparison.gold_outcome == "first"
    known = dict(
        loader.db.execute(
            select(Prompt.key, better.text)
            .join(Comparison, Comparison.prompt_id == Prompt.id)
            .join(better, better.id == case((first, Comparison.first_response_id), else_=Comparison.second_response_id))
            .where(Prompt.campaign_id == loader.campaign.id, Prompt.kind == "gold")
        ).all()
    )
    for row in _cleaned(frame):
        if known.setdefault(row.key, row.response_a) != row.response_a:
            loader.fault("other_gold_answer", int(row.Index), "more_fluent", row.response_a)


def add_pairs(loader: Loader, frame: pd.DataFrame, report: ImportReport) -> None:
    """Add the prompts, systems and responses of a frame of pairs (columns of `read_comparisons`, and `key`)."""
    report.prompts = loader.add_prompts(_prompt_rows(frame))
    report.systems = loader.add_systems(pd.concat([frame["system_a"], frame["system_b"]]).unique())
    for side in ("a", "b"):
        texts = frame.drop_duplicates(["key", f"system_{side}", f"response_{side}"])
        rows = [
            (
                int(number),
                loader.prompts[key],
                loader.systems[system],
                _blank_to_empty(clean(body)),
                None,
            )
            for number, key, system, body in zip(
                texts.index, texts["key"], texts[f"system_{side}"], texts[f"response_{side}"], strict=True
            )
        ]
        report.responses += loader.add_responses(rows, f"response_{side}")


def prompt_keys(frame: pd.DataFrame) -> list[str]:
    """The prompt key of every row."""
    return [
        prompt_key(clean(prompt_id), clean(prompt) or "", clean(standard))
        for prompt_id, prompt, standard in zip(
            frame["prompt_id"], frame["prompt"], frame["written_standard"], strict=True
        )
    ]


def _cleaned(frame: pd.DataFrame) -> Iterable[Any]:
    return frame.astype(object).where(frame.notna(), None).itertuples()


def _prompt_rows(frame: pd.DataFrame) -> list[tuple[int, str, Row]]:
    unique = frame.drop_duplicates(["key", "prompt", "written_standard"])
    fields = [name for name in PROMPT_FIELDS if name in unique]
    return [
        (
            int(row.Index),
            row.key,
            {
                "text": row.prompt or "",
                "external_id": row.prompt_id,
                **{name: getattr(row, name) if name in fields else None for name in PROMPT_FIELDS},
            },
        )
        for row in _cleaned(unique)
    ]


def _response_rows(loader: Loader, frame: pd.DataFrame) -> Iterable[tuple[int, int, int, str | None, Row | None]]:
    for row in _cleaned(frame):
        yield (
            int(row.Index),
            loader.prompts[row.key],
            loader.systems[row.system],
            _blank_to_empty(row.response or ""),
            row.meta,
        )


def _blank_to_empty(body: str | None) -> str | None:
    return body if body is None or spoken(body).strip() else ""


def _comparison_rows(loader: Loader, frame: pd.DataFrame, gold: pd.Series) -> Iterable[tuple[int, Row]]:
    """Each comparison of the frame once, with its row in the file."""
    gold_column = ["gold"] if "gold" in frame else []
    unique = frame.assign(is_gold=gold).drop_duplicates(["key", "system_a", "system_b", *gold_column])
    for row in _cleaned(unique):
        pair = pair_of_responses(loader, row.key, row.system_a, row.system_b) | {"meta": row.meta}
        if row.is_gold:
            swapped = row.system_a > row.system_b
            pair |= {
                "kind": "gold",
                "gold_outcome": _gold_outcome(row.gold, swapped),
                "gold_issue": getattr(row, "issue", None),
                "gold_explanation": getattr(row, "explanation", None),
            }
        yield int(row.Index), pair


def _gold_outcome(answer: str, swapped: bool) -> str:
    if answer.lower() == "tie":
        return "tie"
    return "first" if (answer.lower() == "a") != swapped else "second"


def _gold_row(loader: Loader, row: Any) -> Row:
    swapped = row.response_a > row.response_b
    texts = sorted((row.response_a, row.response_b))
    prompt_id = loader.prompts[row.key]
    campaign_id = loader.campaign.id
    insert_rows(
        loader.db,
        Response,
        [{"campaign_id": campaign_id, "prompt_id": prompt_id, "system_id": None, "text": body} for body in texts],
    )
    first, second = loader.db.scalars(
        select(Response.id).where(Response.prompt_id == prompt_id).order_by(Response.id)
    ).all()
    return {
        "campaign_id": campaign_id,
        "prompt_id": prompt_id,
        "first_response_id": first,
        "second_response_id": second,
        "identical": False,
        "kind": "gold",
        "gold_outcome": _gold_outcome(row.gold, swapped),
        "gold_issue": row.issue,
        "gold_explanation": row.explanation,
        "gold_marks": getattr(row, "marks", None),
        "meta": row.meta,
    }


def gold_count(store: Store, slug: str, who: Who = OPERATOR) -> int:
    """How many gold comparisons the campaign has."""
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead", "researcher").campaign
        return (
            db.scalar(
                select(func.count())
                .select_from(Comparison)
                .join(Prompt, Prompt.id == Comparison.prompt_id)
                .where(Comparison.campaign_id == campaign.id, Comparison.kind == "gold")
            )
            or 0
        )
