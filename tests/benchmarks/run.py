"""`make bench`: measure, write bench.json, and docs/benchmarks.md from it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks import (
    clicks,
    coverage,
    judging,
    lead_pages,
    load,
    machine,
    offline,
    ranking_speed,
    refresh,
    selecting,
    services,
    soak,
    watching,
)
from tests.benchmarks.goals import goals_table
from tests.benchmarks.report import SECTIONS, goals, report, with_section

ROOT = Path(__file__).resolve().parents[2]
RESULTS, DOCUMENT = ROOT / "bench.json", ROOT / "docs" / "benchmarks.md"
PARTS = (
    "clicks",
    "services",
    "coverage",
    "selection",
    "ranking",
    "leads",
    "refresh",
    "watching",
    "judging",
    "load",
    "offline",
)
SOAK = "soak"  # half an hour, so only when it is asked for
CROWD = ROOT / ".." / "shared" / "data" / "llmfao" / "crowd-comparisons.csv"


def main() -> None:
    """Measure everything, or only one part beside the other parts' figures of the last run."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.run", description=__doc__)
    parser.add_argument("--clicks", type=int, default=110, help="clicks on each page by mouse, and as many by key")
    parser.add_argument("--responses", type=Path, default=ROOT / "data" / "demo" / "responses.jsonl")
    parser.add_argument("--replications", type=int, default=100, help="of each simulation")
    parser.add_argument("--minutes", type=float, default=soak.MINUTES, help="of mixed traffic, with --only soak")
    parser.add_argument("--judged", type=int, default=0, help="judgments the campaign has before, with --only soak")
    parser.add_argument("--only", choices=(*PARTS, SOAK), help="keep the other parts of bench.json as they are")
    parser.add_argument("--render", action="store_true", help="measure nothing; write the document from bench.json")
    chosen = parser.parse_args()
    again = (chosen.only or chosen.render) and RESULTS.exists()
    known = json.loads(RESULTS.read_text(encoding="utf-8")) if again else {}
    measured = set() if chosen.render else {chosen.only} if chosen.only else set(PARTS)
    whole = set(PARTS) - SECTIONS.keys() <= known.keys() | measured
    if not whole and chosen.render:
        parser.error("bench.json does not have all parts: run 'make bench' first")
    if not chosen.render:
        results = {**known, "date": datetime.now(UTC).date().isoformat(), "machine": machine.describe()}
        measures: dict[str, Callable[[], object]] = {
            "clicks": lambda: clicks.measure(chosen.responses, chosen.clicks),
            "services": lambda: services.measure(CROWD if CROWD.exists() else None),
            "coverage": lambda: coverage.measure(chosen.replications),
            "selection": lambda: selecting.measure(chosen.replications),
            "ranking": ranking_speed.measure,
            "leads": lead_pages.measure,
            "refresh": refresh.measure,
            "watching": watching.measure,
            "judging": judging.measure,
            "load": load.measure,
            "offline": lambda: offline.measure(chosen.responses),
            SOAK: lambda: soak.measure(chosen.minutes, judged_before=chosen.judged),
        }
        for part in [chosen.only] if chosen.only else PARTS:
            results[part] = measures[part]()
            # After each: what was measured for minutes is not lost with what fails after it.
            RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        known = results
    if whole:
        DOCUMENT.write_text(report(known), encoding="utf-8")
        print(goals_table(goals(known)))
    elif chosen.only in SECTIONS:  # a fresh clone has the document, but not the figures that it was written from
        section = SECTIONS[chosen.only](known[chosen.only])
        DOCUMENT.write_text(
            with_section(DOCUMENT.read_text(encoding="utf-8"), section, known["date"]), encoding="utf-8"
        )
    else:
        print(f"kept in {RESULTS.name}; the document is written once all parts are there")


if __name__ == "__main__":
    main()
