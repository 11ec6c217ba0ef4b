"""A campaign as a data set for others: Parquet files of plain columns and a data card, without personal data."""

from __future__ import annotations

import io
import json
import random
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
from pyarrow import parquet
from sqlalchemy import select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.joining.guideline_editions import guidelines_in, languages_of
from eval_core.campaigns.joining.guidelines import list_clarifications, version_at, versions_of_editions
from eval_core.campaigns.mail.dispatch import zone_of
from eval_core.campaigns.publishing.dataset_card import Card, data_card
from eval_core.campaigns.publishing.judgment_table import judgments_of
from eval_core.campaigns.publishing.metadata import publishable, response_metadata
from eval_core.campaigns.publishing.pseudonyms import Pseudonyms
from eval_core.campaigns.publishing.public_release import require_settled
from eval_core.campaigns.publishing.release_facts import facts_of
from eval_core.campaigns.results.early_results import can_log, looks_of
from eval_core.files import new_folder
from eval_core.store import Campaign, Exclusion, Membership, Person, Prompt, Response, Store, System

_TEXT, _FLAG, _WHOLE, _NUMBER, _MOMENT = pa.string(), pa.bool_(), pa.int64(), pa.float64(), pa.string()
# The columns of every configuration, in order; those of people's own words and exact times are optional.
COLUMNS: dict[str, dict[str, pa.DataType]] = {
    "judgments": {
        "prompt": _TEXT,
        "response_a": _TEXT,
        "response_b": _TEXT,
        "choice": _TEXT,
        "annotator_id": _TEXT,
        "model_a": _TEXT,
        "model_b": _TEXT,
        "prompt_id": _TEXT,
        "written_standard": _TEXT,
        "category": _TEXT,
        "kind": _TEXT,
        "expected_choice": _TEXT,
        "annotator_kind": _TEXT,
        "excluded": _FLAG,
        "withdrawn": _FLAG,
        "round": _WHOLE,
        "order_known": _FLAG,
        "revision": _WHOLE,
        "late": _FLAG,
        "layout": _TEXT,
        "text_view": _TEXT,
        "language": _TEXT,
        "prompt_opened": _FLAG,
        "protocol_version": _TEXT,
        "protocol_hash": _TEXT,
        "guideline_version": _TEXT,
        "issues_a": _TEXT,
        "issues_b": _TEXT,
        "marks": _TEXT,
        "tie_quality": _TEXT,
        "comment": _TEXT,
        "shown_at": _MOMENT,
        "decided_at": _MOMENT,
        "active_ms": _WHOLE,
    },
    "marks": {
        "prompt_id": _TEXT,
        "system": _TEXT,
        "opponent": _TEXT,
        "kind": _TEXT,
        "side": _TEXT,
        "canonical": _TEXT,
        "start": _WHOLE,
        "end": _WHOLE,
        "words": _TEXT,
        "issue": _TEXT,
        "annotator_id": _TEXT,
        "excluded": _FLAG,
        "withdrawn": _FLAG,
    },
    "prompts": {
        "prompt_id": _TEXT,
        "prompt": _TEXT,
        "kind": _TEXT,
        "written_standard": _TEXT,
        "category": _TEXT,
        "document": _TEXT,
        "reference": _TEXT,
        "source_language": _TEXT,
        "target_language": _TEXT,
    },
    "responses": {
        "prompt_id": _TEXT,
        "system": _TEXT,
        "response": _TEXT,
        "withdrawn": _FLAG,
        "family": _TEXT,
        "checkpoint": _NUMBER,
    },
    "annotators": {
        "annotator_id": _TEXT,
        "kind": _TEXT,
        "written_standard": _TEXT,
        "judgments": _WHOLE,
        "controls": _WHOLE,
        "excluded": _FLAG,
        "exclusion_reason": _TEXT,
    },
    "guidelines": {"version": _TEXT, "language": _TEXT, "clarification": _WHOLE, "text": _TEXT},
}
ON_REQUEST = {"comment": "comments", "exclusion_reason": "comments"} | dict.fromkeys(
    ("shown_at", "decided_at", "active_ms"), "times"
)
_Table = pd.DataFrame


@dataclass(frozen=True)
class Written:
    """What was written: rows per configuration, and the facts that are not filled in."""

    rows: dict[str, int]
    missing: tuple[str, ...]


def write_dataset(
    store: Store,
    slug: str,
    folder: Path,
    *,
    comments: bool = False,
    times: bool = False,
    to_leave: bool = False,
    who: Who = OPERATOR,
) -> Written:
    """Write a campaign's data set into a new folder, all or nothing. For leads.

    People get random pseudonyms and rows a random order, new each time, so that neither tells
    who was there first. `kind` distinguishes training, test, gold and repeats; judgments of excluded annotators
    and on withdrawn comparisons are marked.

    Args:
        comments: with what people wrote: comments, and why someone was excluded.
        times: with the exact times of judgments, and their durations.
        to_leave: it goes to others at once, so judging has to be over: it names systems and the answers to gold.

    Raises:
        InputError: if `folder` exists already, or cannot be written.
        RefusedError: 'still_open' for what is to leave before the campaign is closed; 'signed_out' or 'not_allowed'.
    """
    asked, logged = {"comments": comments, "times": times}, can_log(store)
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        if to_leave:
            require_settled(campaign)
        people = Pseudonyms(db)
        judgments = _judgments(db, campaign, people)
        tables = {
            "judgments": judgments,
            "marks": _marks(judgments),
            "prompts": _prompts(db, campaign),
            "responses": _responses(db, campaign),
            "annotators": _annotators(db, campaign, judgments, people),
            "guidelines": _guidelines(db, campaign),
        }
        card = _card(db, campaign, tables, asked, logged=logged)
    with new_folder(folder) as place:
        for name, table in tables.items():
            parquet.write_table(_arrow(name, table, asked), place / f"{name}.parquet", compression="zstd")
        (place / "README.md").write_text(data_card(card), encoding="utf-8")
    return Written({name: len(table) for name, table in tables.items()}, card.missing)


def dataset_zip(store: Store, slug: str, *, comments: bool = False, times: bool = False, who: Who = OPERATOR) -> bytes:
    """What `write_dataset` writes, as one zip for a download.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    packed = io.BytesIO()
    with tempfile.TemporaryDirectory(prefix="parvis-") as place:
        folder = Path(place) / f"{slug}-dataset"
        write_dataset(store, slug, folder, comments=comments, times=times, who=who)
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(folder.iterdir()):
                archive.write(file, f"{folder.name}/{file.name}")
    return packed.getvalue()


def _judgments(db: Session, campaign: Campaign, people: Pseudonyms) -> _Table:
    frame = judgments_of(db, campaign, prompt_keys=True, metadata=True)
    frame.attrs["metadata"] = publishable(frame, frame.attrs["metadata"])
    frame["annotator_id"] = [people.of(name) for name in frame["annotator_id"]]
    # An annotator's first judgment of a comparison counts, so it comes before their others of it.
    counts = frame.pop("ranked").astype(bool)
    order = _shuffled(len(frame))
    order.sort(key=lambda place: not counts.iloc[place])
    return frame.iloc[order].reset_index(drop=True)


def _marks(judgments: _Table) -> _Table:
    """One row for each issue that an annotator found in a response: at its place, with the words there, or without."""
    rows = [
        _mark(judgment, mark)
        for _place, judgment in judgments[judgments["marks"].notna()].iterrows()
        for mark in json.loads(judgment["marks"])
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS["marks"]), dtype=object)


def _mark(judgment: pd.Series[Any], mark: Mapping[str, Any]) -> dict[str, Any]:
    mine, other = ("a", "b") if mark["side"] == "A" else ("b", "a")
    text, system, opponent = judgment[f"response_{mine}"], judgment[f"model_{mine}"], judgment[f"model_{other}"]
    # The canonical order of a comparison, see `Comparison`: by system, or by text where gold has none.
    ahead = system < opponent if system else (text or "") < (judgment[f"response_{other}"] or "")
    return {
        **{name: judgment[name] for name in ("prompt_id", "kind", "annotator_id", "excluded", "withdrawn")},
        **mark,
        "system": system,
        "opponent": opponent,
        "canonical": "first" if ahead else "second",
        "words": None if text is None or mark["start"] is None else text[mark["start"] : mark["end"]],
    }


def _prompts(db: Session, campaign: Campaign) -> _Table:
    columns = [Prompt.key.label("prompt_id"), Prompt.text.label("prompt"), *(getattr(Prompt, name) for name in _FACTS)]
    return _frame(db, select(*columns).where(Prompt.campaign_id == campaign.id).order_by(Prompt.key))


_FACTS = ("kind", "written_standard", "category", "document", "reference", "source_language", "target_language")


def _responses(db: Session, campaign: Campaign) -> _Table:
    frame = _frame(
        db,
        select(
            Response.id,
            Prompt.key.label("prompt_id"),
            System.name.label("system"),
            Response.text.label("response"),
            Response.withdrawn_at.is_not(None).label("withdrawn"),
            System.family,
            System.checkpoint,
        )
        .join(Prompt, Prompt.id == Response.prompt_id)
        .outerjoin(System, System.id == Response.system_id)
        .where(Response.campaign_id == campaign.id)
        # By text last: gold texts have no system, and their order must not show the better one.
        .order_by(Prompt.key, System.name, Response.text),
    )
    return response_metadata(frame, frame.pop("id"), db, campaign)


def _annotators(db: Session, campaign: Campaign, judgments: _Table, people: Pseudonyms) -> _Table:
    """The annotators; how many of their judgments count and how many were controls."""
    regular = (judgments["kind"] == "regular").astype(bool)
    counting, controls = (Counter(judgments["annotator_id"][which]) for which in (regular, ~regular))
    here = select(Exclusion.person_id, Exclusion.reason).where(Exclusion.in_force(campaign.id))
    left_out = dict(db.execute(here).all())
    standards = dict(
        db.execute(
            select(Membership.person_id, Membership.written_standard).where(
                Membership.campaign_id == campaign.id, Membership.role == "annotator"
            )
        ).all()
    )
    rows: list[dict[str, Any]] = []
    for person in db.scalars(select(Person)):
        name = people.of(person.name)
        if name in counting or name in controls:
            rows.append(
                {
                    "annotator_id": name,
                    "kind": person.kind,
                    "written_standard": standards.get(person.id),
                    "judgments": counting[name],
                    "controls": controls[name],
                    "excluded": person.id in left_out,
                    "exclusion_reason": left_out.get(person.id),
                }
            )
    rows.sort(key=lambda row: str(row["annotator_id"]))
    return pd.DataFrame(rows, columns=list(COLUMNS["annotators"]))


def _guidelines(db: Session, campaign: Campaign) -> _Table:
    """Every version that was in force: an edition in each of its languages (clarification 0), or a clarification."""
    rows = [
        {"version": version, "language": language, "clarification": 0, "text": text}
        for edition, version in versions_of_editions(db, campaign)
        for language in languages_of(db, campaign, edition)
        for text in (guidelines_in(db, campaign, language, edition).body,)
    ]
    rows += [
        {
            "version": version_at(db, campaign, added.at),
            "language": None,
            "clarification": added.number,
            "text": added.text,
        }
        for added in list_clarifications(db, campaign.id)
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS["guidelines"]))


def _card(
    db: Session, campaign: Campaign, tables: Mapping[str, _Table], asked: Mapping[str, bool], *, logged: bool
) -> Card:
    systems = list(db.scalars(select(System.name).where(System.campaign_id == campaign.id).order_by(System.name)))
    facts = facts_of(campaign)
    judgments = tables["judgments"]
    regular = (judgments["kind"] == "regular").astype(bool)
    by_people = judgments[judgments["annotator_kind"] != "judge"]
    standards = Counter(
        db.scalars(select(Prompt.written_standard).where(Prompt.campaign_id == campaign.id, Prompt.kind == "regular"))
    )
    return Card(
        slug=campaign.slug,
        title=campaign.title,
        is_demo=campaign.is_demo,
        protocol=f"{campaign.protocol_key} {campaign.protocol_version}",
        asks_norwegian_fluency=campaign.protocol_key == "norwegian_fluency",
        protocol_hash=campaign.protocol_hash,
        guidelines=_counts(by_people["guideline_version"]),
        protocols=_counts(by_people["protocol_hash"][by_people["protocol_hash"] != campaign.protocol_hash]),
        overlap=campaign.overlap,
        systems=systems,
        facts=facts,
        missing=facts.missing(systems),
        kinds=dict(sorted(Counter(judgments["kind"]).items())),
        annotator_kinds=dict(sorted(Counter(tables["annotators"]["kind"]).items())),
        standards={str(name): count for name, count in sorted(standards.items(), key=str) if name},
        excluded=int(tables["annotators"]["excluded"].sum()),
        excluded_judgments=int(judgments["excluded"][regular].sum()),
        withdrawn_judgments=int(judgments["withdrawn"][regular].sum()),
        looks=looks_of(db, campaign, logged=logged),
        rows={name: len(table) for name, table in tables.items()},
        columns={name: _columns(name, table, asked) for name, table in tables.items()},
        comments=asked["comments"],
        times=asked["times"],
        zone=zone_of(db, campaign) if asked["times"] else "",
    )


def _counts(values: pd.Series[Any]) -> dict[str, int]:
    """How often each value occurs; '' for what is not known."""
    return dict(Counter("" if value is None or value != value else str(value) for value in values))


def _columns(config: str, table: _Table, asked: Mapping[str, bool]) -> list[str]:
    ours = [name for name in COLUMNS[config] if asked.get(ON_REQUEST.get(name, ""), True)]
    return [*ours, *table.attrs.get("metadata", ())]


def _arrow(config: str, table: _Table, asked: Mapping[str, bool]) -> pa.Table:
    names = _columns(config, table, asked)
    return pa.table({name: _array(_plain(table[name]), COLUMNS[config].get(name)) for name in names})


def _array(values: list[Any], kind: pa.DataType | None) -> pa.Array:
    """Values of a column of ours, or as they came in a file; as texts where they are of several kinds."""
    try:
        return pa.array(values, kind)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        texts = [value if value is None or isinstance(value, str) else json.dumps(value) for value in values]
        return pa.array(texts, pa.string())


def _plain(values: Iterable[Any]) -> list[Any]:
    return [
        None if value is None or value != value else value.isoformat() if isinstance(value, datetime) else value
        for value in values
    ]


def _frame(db: Session, query: Any) -> _Table:
    result = db.execute(query)
    return pd.DataFrame(result.all(), columns=list(result.keys()), dtype=object)


def _shuffled(number: int) -> list[int]:
    places = list(range(number))
    random.SystemRandom().shuffle(places)
    return places
