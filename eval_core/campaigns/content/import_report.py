"""What an import did, in numbers that a lead can check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field, replace
from functools import partial, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import Grant, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.content.gold_resemblance import Difference, notes, resemblance_of
from eval_core.campaigns.content.loader import Loader
from eval_core.campaigns.people.pseudonym_keys import address_pseudonyms
from eval_core.files import AS_IT_IS, Finding, Reading, Receipt
from eval_core.files.reading import sound_rows
from eval_core.protocols import NORWEGIAN
from eval_core.store import Campaign, Comparison, Prompt, Response, Store, System
from eval_core.store.stage import OvertakenError, check_again

Begin = Callable[[Store], AbstractContextManager[Session]]  # begins a transaction: `Store.stage` or `Store.write`
_ATTEMPTS = 3
_VALUES = " values"  # after a kind of file: what its words mean, by column
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class SystemCoverage:
    """How well one system covers the campaign's prompts."""

    system: str
    responses: int
    missing: int
    empty: int
    identical: int


@dataclass
class ImportReport:
    """Counts of one import; `known` rows were there before and stay unchanged.

    `differences` say by what gold would be recognised, `notes` the same in plain English. `receipt` says what became
    of the file's lines, `findings` what is odd about it.
    """

    rows: int = 0
    prompts: int = 0
    systems: int = 0
    responses: int = 0
    comparisons: int = 0
    judgments: int = 0
    ratings: int = 0
    gold: int = 0
    controls: int = 0
    known: int = 0
    identical: int = 0
    anchors: int = 0
    coverage: list[SystemCoverage] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    receipt: Receipt = field(default_factory=Receipt)
    findings: list[Finding] = field(default_factory=list)

    @property
    def counts(self) -> dict[str, int]:
        """What was read, added and known before, by name; zeros left out."""
        return {name: value for name, value in vars(self).items() if isinstance(value, int) and value}

    def document(self) -> dict[str, Any]:
        """The report for programs."""
        plain = asdict(replace(self, receipt=Receipt()))
        return plain | {"receipt": self.receipt.document(), "source": asdict(self.receipt.source)}

    @property
    def changed(self) -> bool:
        """Whether anything was added."""
        texts = (self.prompts, self.systems, self.responses, self.comparisons, self.gold, self.controls)
        added = (*texts, self.judgments, self.ratings)
        return any(added)


def staged(importing: Callable[P, R]) -> Callable[P, R]:
    """An import that begins again where another change came in between, or without the rows that were found faulty.

    The last attempt makes others wait.
    """

    @wraps(importing)
    def patient(*args: P.args, **options: P.kwargs) -> R:
        given = cast("Reading", options.get("reading", AS_IT_IS))
        return sound_rows(lambda reading: begun(*args, **{**options, "reading": reading}), given)

    def begun(*args: Any, **options: Any) -> R:
        importing_any = cast("Callable[..., R]", importing)
        for _ in range(_ATTEMPTS):
            try:
                return importing_any(*args, **options)
            except OvertakenError:
                continue
        return importing_any(*args, **{**options, "begin": Store.write})

    return patient


def lead_of(db: Session, who: Who, slug: str) -> Grant:
    """The permission to import; asked for again before anything is stored, since a staged import takes its time."""
    check_again(db, lambda now: authorise(now, who, slug, "lead"))
    return authorise(db, who, slug, "lead")


def remembered_columns(store: Store, slug: str, kind: str, who: Who) -> dict[str, str]:
    """Heading -> our column ("" for metadata), as a lead has chosen for files of this kind. For leads."""
    with store.read() as db:
        chosen = authorise(db, who, slug, "lead").campaign.headings or {}
        return dict(chosen.get(kind, {}))


def remembered_reading(store: Store, slug: str, kind: str, reading: Reading, who: Who) -> Reading:
    """How a file is to be read, with what a lead has chosen for earlier files of this kind. For leads."""
    with store.read() as db:
        chosen = authorise(db, who, slug, "lead").campaign.headings or {}
    said = chosen.get(f"{kind}{_VALUES}", {})
    values = {(column, word): meaning for column, words in said.items() for word, meaning in words.items()}
    known = reading.remembering(dict(chosen.get(kind, {})), values)
    return replace(known, pseudonyms=partial(address_pseudonyms, store, slug, who))


def remember_reading(campaign: Campaign, kind: str, reading: Reading) -> None:
    """Keep what was chosen for the next file of this kind."""
    known = campaign.headings or {}
    if reading.columns:
        known = {**known, kind: {**known.get(kind, {}), **reading.columns}}
    if reading.values:
        words = {column: dict(said) for column, said in known.get(f"{kind}{_VALUES}", {}).items()}
        for (column, word), meaning in reading.values.items():
            words.setdefault(column, {})[word] = meaning
        known = {**known, f"{kind}{_VALUES}": words}
    if known != (campaign.headings or {}):
        campaign.headings = known


def norwegian(grant: Grant) -> bool:
    """Whether the texts of a campaign should be Norwegian."""
    return grant.campaign.protocol_key == NORWEGIAN


def compare_gold(db: Session, campaign: Campaign, report: ImportReport) -> None:
    """Enter into the report by what the gold in use would be recognised."""
    found = resemblance_of(db, campaign)
    report.differences += found.differences
    report.notes += notes(found)


def note_import(loader: Loader, grant: Grant, kind: str, report: ImportReport) -> None:
    """Enter an import in the audit log and among the loaded files, unless everything was known."""
    report.receipt = replace(report.receipt, alike=tuple(dict.fromkeys([*report.receipt.alike, *loader.twice])))
    if report.changed or loader.trail.filled_in or any(loader.trail.left_out.values()):
        path = Path(loader.file)
        name = report.receipt.source.address or path.name
        note(loader.db, grant, f"{kind}_imported", file=name, **report.counts)
        added = {name: count for name, count in report.counts.items() if name not in ("rows", "known", "identical")}
        loader.trail.keep(grant, kind, name, path, report.rows, added)


def coverage(db: Session, campaign: Campaign) -> list[SystemCoverage]:
    """Missing, empty and identical responses per system, by name."""
    prompts = db.scalar(select(func.count()).where(Prompt.campaign_id == campaign.id, Prompt.kind == "regular")) or 0
    given: Counter[int | None] = Counter()
    empty: Counter[int | None] = Counter()
    is_blank = func.trim(func.coalesce(Response.text, "?")) == ""
    for system_id, blank, count in db.execute(
        select(Response.system_id, is_blank, func.count())
        .join(Prompt, Prompt.id == Response.prompt_id)
        .where(Response.campaign_id == campaign.id, Response.system_id.is_not(None), Prompt.kind == "regular")
        .group_by(Response.system_id, is_blank)
    ):
        given[system_id] += count
        empty[system_id] += count if blank else 0
    identical: Counter[int] = Counter()
    first, second = aliased(Response), aliased(Response)
    for pair in db.execute(
        select(first.system_id, second.system_id)
        .select_from(Comparison)
        .join(first, first.id == Comparison.first_response_id)
        .join(second, second.id == Comparison.second_response_id)
        .where(Comparison.campaign_id == campaign.id, Comparison.identical)
    ):
        identical.update(system_id for system_id in pair if system_id is not None)
    return [
        SystemCoverage(name, given[key] - empty[key], prompts - given[key], empty[key], identical[key])
        for name, key in db.execute(
            select(System.name, System.id).where(System.campaign_id == campaign.id).order_by(System.name)
        ).all()
    ]
