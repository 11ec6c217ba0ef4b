"""The data of a site: the ranked judgments, the guidelines, the rankings as tables, and a data card."""

from __future__ import annotations

import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pandas as pd

from eval_core.campaigns.publishing.dataset_card import Card, data_card
from eval_core.files import table_bytes, write_table
from eval_core.protocols import NORWEGIAN
from eval_core.reports.site.contents import ALL, Contents


def write_data(contents: Contents, folder: Path) -> None:
    """Write judgments (Parquet, zipped CSV), guidelines (Parquet), rankings (CSV) and README.md into a folder."""
    judgments = contents.release.judgments
    guidelines = pd.DataFrame(
        [
            {"version": contents.release.guideline_version, "language": one.language, "text": one.text}
            for one in contents.release.guidance
        ],
        columns=["version", "language", "text"],
    )
    write_table(judgments, folder / "judgments.parquet")
    _write_zipped(table_bytes(judgments, ".csv", spreadsheet_safe=True), folder / "judgments.csv.zip")
    write_table(guidelines, folder / "guidelines.parquet")
    for name, part in contents.parts.items():
        end = "" if name == ALL else f"-{name}"
        systems = pd.DataFrame(part.ranking.as_dict()["systems"])
        write_table(systems, folder / f"ranking{end}.csv", spreadsheet_safe=True)
    card = data_card(_card(contents, judgments, guidelines))
    (folder / "README.md").write_text(card, encoding="utf-8")


def _write_zipped(table: bytes, path: Path) -> None:
    """A zip with one file, of a fixed time: the same table gives the same bytes."""
    entry = zipfile.ZipInfo(path.stem, (1980, 1, 1, 0, 0, 0))
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(entry, table)


def _card(contents: Contents, judgments: pd.DataFrame, guidelines: pd.DataFrame) -> Card:
    facts, release = contents.facts, contents.release
    systems = list(facts.systems)
    standards = judgments.drop_duplicates("prompt_id")["written_standard"].dropna()
    return Card(
        slug=facts.slug,
        title=facts.title,
        is_demo=facts.is_demo,
        protocol=f"{facts.protocol} {facts.protocol_version}",
        asks_norwegian_fluency=facts.protocol == NORWEGIAN,
        protocol_hash=facts.protocol_hash,
        guidelines=_counts(judgments["guideline_version"]),
        protocols=release.protocols,
        overlap=facts.overlap,
        systems=systems,
        facts=release.facts,
        missing=release.facts.missing(systems),
        kinds={"ranked": len(judgments)},
        annotator_kinds=release.annotators,
        standards={str(name): count for name, count in sorted(Counter(standards).items())},
        excluded=len(facts.excluded),
        excluded_judgments=0,
        withdrawn_judgments=0,
        looks=contents.behind.looks,
        rows={"judgments": len(judgments), "guidelines": len(guidelines)},
        columns={"judgments": list(judgments.columns), "guidelines": list(guidelines.columns)},
        comments=False,
        times=False,
        faulty=release.faulty,
        public=True,
    )


def _counts(values: pd.Series[Any]) -> dict[str, int]:
    """How often each value occurs; '' for what is not known."""
    return dict(sorted(Counter("" if value is None or value != value else str(value) for value in values).items()))
