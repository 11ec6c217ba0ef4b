"""What an import would do: it is carried out and rolled back, so that a lead sees the outcome before it is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_ratings import import_ratings
from eval_core.campaigns.content.import_report import ImportReport
from eval_core.campaigns.content.import_texts import import_comparisons, import_gold, import_responses
from eval_core.campaigns.kinds import rates_responses
from eval_core.campaigns.quality.gold_ratings import import_controls
from eval_core.campaigns.rules import rules_of
from eval_core.campaigns.setup.cost import Cost, cost_within
from eval_core.store import Store
from eval_core.store.bulk import Progress

Kind = Literal["responses", "comparisons", "gold", "controls", "judgments", "ratings"]
_IMPORTS: dict[str, Callable[..., ImportReport]] = {
    "responses": import_responses,
    "comparisons": import_comparisons,
    "gold": import_gold,
    "controls": import_controls,
    "judgments": import_judgments,
    "ratings": import_ratings,
}


@dataclass(frozen=True)
class Rehearsal:
    """What an import would do: its report, and what the campaign would cost before and after it."""

    report: ImportReport
    before: Cost
    after: Cost


def rehearse_import(
    store: Store, slug: str, kind: Kind, path: Path, *, who: Who = OPERATOR, **options: Any
) -> Rehearsal:
    """What `run_import` would do with these arguments. Stores nothing. For leads.

    Raises:
        InputError, RefusedError: as the import.
    """
    costs: list[Cost] = []

    @contextmanager
    def begin(store: Store) -> Iterator[Session]:
        with store.stage(keep=False) as db:
            yield db
            db.flush()
            costs.append(_cost(store, db, slug, who))

    with store.read() as db:
        costs.append(_cost(store, db, slug, who))
    report = run_import(store, slug, kind, path, who=who, begin=begin, **options)
    return Rehearsal(report, *costs)


def run_import(
    store: Store,
    slug: str,
    kind: Kind,
    path: Path,
    *,
    progress: Progress | None = None,
    who: Who = OPERATOR,
    **options: Any,
) -> ImportReport:
    """Import a file of one of the kinds. For leads.

    Args:
        options: of the import of that kind.

    Raises:
        InputError, RefusedError: as the import; then nothing is changed.
    """
    return _IMPORTS[kind](store, path, slug, progress=progress, who=who, **options)


def gold_kind(store: Store, slug: str, who: Who = OPERATOR) -> Kind:
    """What gold is in a campaign: comparisons, or control responses where responses are rated. For leads."""
    with store.read() as db:
        return "controls" if rates_responses(authorise(db, who, slug, "lead").campaign) else "gold"


def _cost(store: Store, db: Session, slug: str, who: Who) -> Cost:
    campaign = authorise(db, who, slug, "lead").campaign
    return cost_within(store, db, campaign, rules_of(campaign), 0, who)
