"""Writes a campaign's results for a paper: a folder, or the same as a zip."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from eval_core import __version__
from eval_core.campaigns.access import OPERATOR, Who
from eval_core.campaigns.publishing.released_judgments import ReleasedJudgments, released_judgments
from eval_core.campaigns.publishing.report_facts import CampaignFacts, campaign_facts
from eval_core.campaigns.results.early_results import Looks, read_looks
from eval_core.campaigns.results.leaderboard import Leaderboard, read_leaderboards
from eval_core.errors import InputError
from eval_core.figures.painted import WIDTHS
from eval_core.files import new_folder, write_table
from eval_core.locales import LANGUAGES, full_moment, in_language
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.reports.bundle import recomputation
from eval_core.reports.bundle.documents import FigureFile, main_document, prose_document, readme
from eval_core.reports.bundle.latex_tables import latex_table
from eval_core.reports.bundle.methods import MethodFacts, methods_paragraphs, robustness_paragraphs
from eval_core.reports.bundle.recomputation import Part, controls_of, document, firmness_of, parts_of
from eval_core.reports.bundle.references import bibtex, cited
from eval_core.reports.bundle.result_figures import result_figures
from eval_core.reports.bundle.result_tables import result_tables
from eval_core.reports.choice_words import choice_lines
from eval_core.reports.ranking_words import method_line
from eval_core.store import Store

_ALL = "all"


@dataclass(frozen=True)
class Bundle:
    """What was written: the files below the folder, in order, and the parts that have a ranking."""

    files: tuple[str, ...]
    parts: tuple[str, ...]


def write_bundle(store: Store, slug: str, folder: Path, *, kind: str = "human", who: Who = OPERATOR) -> Bundle:
    """Write the results of a campaign into a new or empty folder, all or nothing. For researchers.

    Tables and captions are in the current language, methods in every one. People get random pseudonyms and prompts
    numbers, new each time; there are no texts. The numbers are computed from the Parquet files as they are written.

    Args:
        kind: whose judgments: human, judge or all.

    Raises:
        InputError: if `folder` is not empty or cannot be written; for an unknown kind; where responses are rated; or
            where there is nothing to rank.
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    facts, looks = campaign_facts(store, slug, who, kind=kind), read_looks(store, slug, who)
    if load_protocol(facts.protocol).kind == "rating":
        raise InputError("bundle_of_ratings", campaign=slug)
    read = {board.choices.written_standard or _ALL: board for board in read_leaderboards(store, slug, kind, who)}
    released = released_judgments(store, slug, kind=kind, who=who)
    with new_folder(folder) as place:
        _write(place, facts, read, released, looks, kind, store)
        files = sorted(str(file.relative_to(place)) for file in place.rglob("*") if file.is_file())
        parts = tuple(json.loads((place / "numbers.json").read_text("utf-8"))["choices"]["parts"])
    return Bundle(tuple(files), parts)


def bundle_zip(store: Store, slug: str, *, kind: str = "human", who: Who = OPERATOR) -> bytes:
    """What `write_bundle` writes, as one zip for a download. For researchers.

    Raises:
        InputError, RefusedError: as `write_bundle`.
    """
    packed = io.BytesIO()
    with tempfile.TemporaryDirectory(prefix="parvis-") as place:
        folder = Path(place) / f"{slug}-results"
        written = write_bundle(store, slug, folder, kind=kind, who=who)
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in written.files:
                archive.write(folder / file, f"{folder.name}/{file}")
    return packed.getvalue()


def _write(
    place: Path,
    campaign: CampaignFacts,
    read: Mapping[str, Leaderboard],
    released: ReleasedJudgments,
    looks: Looks,
    kind: str,
    store: Store,
) -> None:
    choices, parts, facts = _computed(place, campaign, read, released, looks, kind)
    script = Path(recomputation.__file__).read_text(encoding="utf-8")
    (place / "compute.py").write_text(script, encoding="utf-8")
    numbers = {
        "made_with": {"parvis": __version__},
        "campaign": _public(campaign) | {"looks": asdict(looks)},
        "choices": choices,
        "results": document(parts, facts.firmness, facts.controls),
    }
    text = json.dumps(numbers, ensure_ascii=False, indent=1, allow_nan=False)
    (place / "numbers.json").write_text(text + "\n", encoding="utf-8")
    (place / "tables").mkdir()
    tables = result_tables(facts, {name: method_line(part.ranking, read[name]) for name, part in parts.items()})
    for table in tables:
        source = latex_table(table, continued=_("(continued)"))
        (place / "tables" / f"{table.label}.tex").write_text(source, encoding="utf-8")
    figures = _figures(place, parts)
    sources = set()
    for language in LANGUAGES:
        with in_language(language):
            paragraphs, firmness = methods_paragraphs(facts), robustness_paragraphs(facts)
        sources |= set(cited(paragraphs))
        for name, said in (("methods", paragraphs), ("robustness", firmness)):
            (place / f"{name}-{language}.tex").write_text(prose_document(language, said), encoding="utf-8")
    (place / "references.bib").write_text(bibtex(sources), encoding="utf-8")
    main = main_document(campaign.title, list(LANGUAGES), figures, [table.label for table in tables])
    (place / "main.tex").write_text(main, encoding="utf-8")
    (place / "README.md").write_text(readme(campaign.title, full_moment(store.now()), _chosen(read)), encoding="utf-8")


def _computed(
    place: Path,
    campaign: CampaignFacts,
    read: Mapping[str, Leaderboard],
    released: ReleasedJudgments,
    looks: Looks,
    kind: str,
) -> tuple[dict[str, Any], dict[str, Part], MethodFacts]:
    """The choices and the results of the files as they were written; a part that cannot be ranked is left out.

    Raises:
        InputError: the last part's reason, where none can be ranked.
    """
    for name, frame in (("judgments", released.judgments), ("controls", released.controls)):
        write_table(frame, place / f"{name}.parquet")
    judgments, controls = (pd.read_parquet(place / f"{name}.parquet") for name in ("judgments", "controls"))
    choices: dict[str, Any] = {"kind": kind, "model": "davidson", "level": 0.95, "seed": 0}
    parts: dict[str, Part] = {}
    problem = InputError("nothing_to_rank")
    for name in read:
        try:
            parts |= parts_of(judgments, choices | {"parts": [name]})
        except InputError as error:
            problem = error
    if not parts:
        raise problem
    facts = MethodFacts(
        campaign, parts, controls_of(controls), released.imported, looks, kind, firmness_of(judgments, parts)
    )
    return choices | {"parts": list(parts)}, parts, facts


def _chosen(read: Mapping[str, Leaderboard]) -> list[str]:
    """What is ranked, a line each."""
    first = next(iter(read.values()))
    return [line for line in choice_lines(first.choices, first.extent) if line]


def _public(campaign: CampaignFacts) -> dict[str, Any]:
    """The campaign's facts as JSON; of people left out only their number."""
    facts = asdict(campaign) | {"excluded": len(campaign.excluded)}
    return facts | {name: None if facts[name] is None else facts[name].date().isoformat() for name in ("first", "last")}


def _figures(place: Path, parts: Mapping[str, Part]) -> list[FigureFile]:
    """Each figure as PDF and SVG in both widths."""
    from eval_core.figures.painted import paint

    (place / "figures").mkdir()
    files = []
    for figure in result_figures(parts):
        names = {width: f"{figure.label}-{width}" for width in WIDTHS}
        for width, name in names.items():
            painted = paint(figure.model, width)
            (place / "figures" / f"{name}.pdf").write_bytes(painted.pdf())
            (place / "figures" / f"{name}.svg").write_bytes(painted.svg())
        files.append(FigureFile(figure.caption, names["one"], names["two"]))
    return files
