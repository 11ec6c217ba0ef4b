"""The document that `make bench` writes. The measurements themselves are no tests and never run here."""

from __future__ import annotations

import re
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.benchmarks.report import SECTIONS, goals, report, with_section

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "benchmarks.md"
RESULTS: dict[str, Any] = {
    "load": {
        "load": [0.2, 0.3],
        "every": 2.0,
        "paced": 60.0,
        "fast": 10.0,
        "comparisons": 40_000,
        "missing": ["PostgreSQL did not start: no room"],
        "rows": [
            {
                "server": server,
                "annotators": 200,
                "opening": 3.5,
                "session_mb": 0.31,
                "server_mb": 280,
                "paced": {
                    "rate": 99.4,
                    "p50": p95 / 2,
                    "p95": p95,
                    "p99": 2 * p95,
                    "cpu_ms": 7.77,
                    "server_cores": 0.7,
                    "generator_cores": 0.2,
                },
                "fast": {
                    "rate": 130.5,
                    "p50": 1500.0,
                    "p95": 1600.0,
                    "p99": 1700.0,
                    "cpu_ms": 7.5,
                    "server_cores": 0.99,
                    "generator_cores": busy,
                },
                "clicks": 7_000,
                "lost": 0,
                "doubled": 0,
                "changed": 0,
                "unasked": 0,
                "answered_twice": 0,
                "wrong_counts": 0,
                "unanswered": 0,
                "problems": [],
                "errors": 0,
                "error_lines": [],
            }
            for server, p95, busy in (("Parvis", 44.0, 0.4), ("bare page", 20.0, 0.9))
        ],
    },
    "soak": {
        "load": [0.3, 1.1],
        "minutes": 30,
        "annotators": 40,
        "leads": 3,
        "judged_before": 0,
        "actions": {"choice": 34_000, "sign_in": 212},
        "tables": {"judgment": [0, 34_000], "sign_in": [0, 212]},
        "lost": 0,
        "doubled": 0,
        "changed": 0,
        "unasked": 0,
        "wrong_counts": 0,
        "unanswered": 0,
        "problems": [],
        "problem_count": 0,
        "errors": 0,
        "error_lines": [],
        "samples": {
            "seconds": [0, 900, 1800],
            "memory_mb": [270.0, 301.5, 302.0],
            "judged": [0, 20_000, 34_000],
            "files": [11, 301, 302],
            "connections": [2, 5, 4],
            "threads": [8, 14, 12],
        },
        "waits": {"first": [12.5, 30.1], "last": [12.7, 31.3]},
        "slope": 1.5,
        "each_judgment": 0.9,
        "growth": 0.002,
        "more": {"files": 1.0, "threads": -2.0, "connections": -1.0},
        "unexplained": {},
        "faults": [],
    },
    "leads": {
        "load": [0.2, 0.3],
        "comparisons": 1000,
        "judgments": 5000,
        "annotators": 20,
        "pages": [
            {"page": page, "first": 0.5, "again": 0.2, "after_a_judgment": 0.3}
            for page in ("progress", "inbox", "quality", "people", "setup")
        ],
    },
    "judging": {
        "load": [0.2, 0.3],
        "items": 5000,
        "seconds": 18.0,
        "rate": 277.8,
        "share": 0.868,
        "memory_mb": [240, 250],
    },
    "watching": {
        "without": {"judgments": 10, "median": 7.0, "high": 16.0},
        "with": {"judgments": 11, "median": 6.5, "high": 16.5},
        "ratio": 0.93,
        "annotators": 200,
        "leads": 5,
        "load": [0.5],
    },
    "refresh": {
        "judgments": 998_000,
        "first": 10.9,
        "rank": 0.45,
        "refresh": 0.74,
        "latest_change": 0.07,
        "turns": 7,
        "load": [0.4, 0.6],
    },
    "offline": {
        "load": [0.1, 0.1],
        "ahead": 20,
        "minutes": 10.0,
        "judgments": 20,
        "rows": [
            {"made": 20, "too_early": 0, "recorded": 20, "seconds": seconds, "minutes": 9.5, "lost": 0, "wrong": 0}
            for seconds in (0.6, 5.01)
        ],
        "errors": 0,
        "error_lines": [],
    },
    "date": "2026-03-02",
    "machine": {
        "cpu": "Processor",
        "cores": 4,
        "memory_gib": 16.0,
        "os": "System",
        "python": "3.11.0",
        "packages": {"streamlit": "1.67.0"},
    },
    "clicks": {
        "browser": "140.0",
        "texts": "responses.jsonl",
        "clicks": 100,
        "warm_up": 15,
        "load": [0.1, 0.2],
        "rows": [{"page": "Parvis", "by": "mouse", "painted_p50": 41.5, "painted_p95": 52.0, "changed_p50": 35.0}],
        "far_ms": 300,
        "ratios": [
            {"page": page, "against": against, "by": "mouse", "ratio": ratio, "low": 0.2, "high": 0.35}
            for page, against, ratio in (
                ("Parvis", "bare page", 0.24),
                ("Parvis", "bare page in a fragment", 0.251),
                ("Parvis", "bare page, Streamlit's defaults", 0.9),
                ("Parvis, 300 ms away", "bare page", 0.25),
            )
        ],
    },
    "services": {
        "load": [0.3, 0.4],
        "judging": [
            {
                "database": database,
                "comparisons": 20000,
                "clicks": 300,
                "p50": p50,
                "p95": 12.0,
                "cpu": 2.5,
                "statements": 8,
            }
            for database, p50 in (("SQLite", 9.0), ("PostgreSQL", 18.0))
        ],
        "work": [{"task": "rank, Davidson", "size": "100,000 judgments", "runs": 5, "seconds": 0.25}],
        "missing": ["PostgreSQL did not start: no reason"],
    },
    "coverage": {
        "replications": 50,
        "systems": 6,
        "prompts": 30,
        "annotator_effect": 0.5,
        "prompt_effect": 0.4,
        "rows": [
            {
                "design": "full",
                "annotators": 5,
                "independent": [0.511, 0.031],
                "annotator": [0.87, 0.02],
                "both": [0.9, 0.02],
                "auto": [0.958, 0.012],
                "ranges": [1.0, 0.0],
                "alone": [0.99, 0.01],
                "false_both": [0.16, 0.04],
                "false_auto": [0.02, 0.014],
                "power_both": [0.24, 0.03],
                "power_auto": [0.37, 0.03],
                "power_oracle": [0.45, 0.03],
            }
        ],
    },
    "selection": {
        "replications": 40,
        "systems": 20,
        "judgments": 2000,
        "batch": 20,
        "tau": 0.9,
        "board": 1900,
        "order": [
            {
                "policy": "adaptive",
                "judgments": [812.4, 40.2],
                "ratio": [0.71, 0.05],
                "pairs": [0.94, 0.01],
                "bias": [0.3, 0.02],
                "ranges": [1.0, 0.0],
            },
            {
                "policy": "greedy",
                "judgments": [float("nan"), float("nan")],
                "ratio": [float("nan"), float("nan")],
                "pairs": [0.85, 0.02],
                "bias": [0.9, 0.05],
                "ranges": [1.0, 0.0],
            },
        ],
        "newcomer": [
            {
                "policy": "adaptive",
                "roughly": [50.2, 3.1],
                "roughly_ratio": [0.2, 0.01],
                "well": [170.0, 4.0],
                "well_ratio": [0.24, 0.01],
            }
        ],
    },
    "ranking": {
        "load": [0.5, 0.6],
        "judgments": 1_700_000,
        "systems": 130,
        "annotators": 2000,
        "prompts": 20_000,
        "turns": 5,
        "quick_turns": 25,
        "ratios": [
            {
                "what": "two-way clusters",
                "seconds": 0.2,
                "against": "none",
                "against_seconds": 0.02,
                "ratio": 10.4,
                "range": [9.8, 11.25],
                "target": 10,
            },
            {
                "what": "rank",
                "seconds": 0.5,
                "against": "evalica",
                "against_seconds": 2.5,
                "ratio": 0.2,
                "range": [0.18, 0.3],
                "target": 1,
            },
        ],
        "memory_mb": 512,
        "sqlite": {"rows": 50_003, "query": 1.4, "query_covered": 0.25, "rank_counts": 0.17},
        "sizes": [{"judgments": 17_000, "cells": 9553, "count": 0.0004, "fit": 0.011}],
        "peers": [
            {"ranker": "Parvis", "fits": "Bradley-Terry", "intervals": "independent", "seconds": 0.35},
            {"ranker": "quick 1.0", "fits": "Bradley-Terry", "intervals": "none", "seconds": 0.34, "apart": 5.2e-09},
            {"ranker": "absent", "fits": "Bradley-Terry", "intervals": "none", "problem": "not installed"},
        ],
    },
}


def _shape(document: str) -> list[str]:
    """The headings and the heads of the tables."""
    lines = document.splitlines()
    heads = [line for line, following in pairwise(lines) if following.startswith("| ---")]
    return [line for line in lines if line.startswith("#")] + heads


def test_every_figure_stands_in_the_document() -> None:
    """Each measured figure, each load and whatever could not be measured is written down."""
    text = report(RESULTS)
    for figure in (
        "The desk: 4 of 17 goals met.",
        "painted after 41.5 ms at the median, 0.24 times",
        "A click in the database: 9.0 ms on SQLite, 18.0 ms on PostgreSQL.",
        "| 41.5 | 52.0 | 35.0 |",
        "| Parvis | bare page | mouse | 0.24 | 0.2 to 0.35 |",
        "| SQLite | 9.0 | 12.0 | 2.5 | 8 |",
        "| 20 | 0 | 20 | 5.01 | 9.5 | 0 | 0 |",
        "| 5 | 0.25 |",
        "| full | 5 | 0.51 ± 0.03 | 0.87 ± 0.02 | 0.90 ± 0.02 | 0.96 ± 0.01 | 1.00 ± 0.00 | 0.99 ± 0.01 |",
        "| full | 5 | 0.24 ± 0.03 | 0.37 ± 0.03 | 0.45 ± 0.03 | 0.16 ± 0.04 | 0.02 ± 0.01 |",
        "| adaptive | 812 ± 40 | 0.71 ± 0.05 | 0.94 ± 0.01 | 0.30 ± 0.02 | 1.00 ± 0.00 |",
        "| greedy | not reached | not reached | 0.85 ± 0.02 | 0.90 ± 0.05 | 1.00 ± 0.00 |",
        "| adaptive | 50 ± 3 | 0.20 ± 0.01 | 170 ± 4 | 0.24 ± 0.01 |",
        "Chromium 140.0",
        "| two-way clusters | 0.2 | none | 0.02 | 10.40 (9.80 to 11.25) | at most 10 | not met |",
        "| rank | 0.5 | evalica | 2.5 | 0.20 (0.18 to 0.30) | faster | met |",
        "**512 MB**",
        "50,003 rows in 1.4 s, in\n0.25 s where an index covers it; to rank those counts took 0.17 s",
        "| 17,000 | 9,553 | 0.0004 | 0.011 |",
        "| quick 1.0 | Bradley-Terry | none | 0.34 | 5.2e-09 |",
        "| absent | Bradley-Terry | none | not measured: not installed |  |",
        "rank ranges: quick 1.0.",
        "| Parvis | 200 | 99.4 | 22.0 | 44.0 | 88.0 | 7.77 | 0.7 | 0.2 | 0.31 |",
        "| bare page | 200 | 130.5 | 1500.0 | 1600.0 | 1700.0 | 7.5 | 0.99 | 0.9 |",
        "it may be what is measured: bare page with 200.",
        "PostgreSQL did not start: no room",
        "| 200 annotators, a click every 2 s: p95 | below 1 of the bare page's | 2.2 | **not met** |",
        "| 400 annotators: p95 | below 100 ms |  | **not measured** |",
        "| memory (MB) | 270.0 | 270.0 to 302.0 | 302.0 | +1.5 an hour after the warm-up, and 0.9 kB for each judgment |",
        "judgment 0 → 34,000, sign_in 0 → 212; every other",
    ):
        assert figure in text
    assert "0.1 at the start, 0.2 at the end" in text
    assert "0.3 at the start, 0.4 at the end" in text
    assert "PostgreSQL did not start: no reason" in text


def test_the_goals_compare_like_with_like() -> None:
    """A click is held against the bare page as it comes and against the better of its two best; a goal's edge is met."""
    met = {goal.what: goal.met for goal in goals(RESULTS)}
    assert met["click to next painted, mouse; the bare page as it comes"] is False
    assert met["click to next painted, mouse; the bare page at its best"] is False  # 0.251 of the page in a fragment
    assert met["the same, 300 ms away, mouse; the bare page at its best, at hand"] is True
    assert met["the same, 300 ms away, mouse; the bare page as far away"] is None
    assert met["click to next painted, key; the bare page at its best"] is None
    assert met["PostgreSQL, one click in the database"] is True
    assert met["10 minutes offline, 20 judgments: recorded after coming back"] is False
    slower = deepcopy(RESULTS)
    slower["services"]["judging"][1]["p50"] = 18.1
    assert {goal.what for goal in goals(slower)} >= met.keys()
    assert [goal.what for goal in goals(slower) if goal.met != met[goal.what]] == [
        "PostgreSQL, one click in the database"
    ]


def test_the_committed_document_is_of_this_making() -> None:
    """docs/benchmarks.md has the headings and tables that the report writes today; the long parts may be missing."""
    document, parts = _shape(DOCUMENT.read_text(encoding="utf-8")), dict(RESULTS)
    for long in ("load", "offline", "soak"):
        without = {key: value for key, value in parts.items() if key != long}
        if not (set(_shape(report(parts))) - set(_shape(report(without)))) & set(document):
            parts = without
    assert document == _shape(report(parts))


def test_one_part_measured_on_another_day() -> None:
    """A part takes its old place in the document, or comes last where it had none; the rest stays as it is."""
    text = report(RESULTS)
    section = SECTIONS["load"]({**RESULTS["load"], "paced": 61})
    again = with_section(text, section, "2031-01-02")
    assert _shape(again) == _shape(text)
    assert f"{section}\n\nThis part was measured on 2031-01-02." in again
    assert (
        again.replace(f"{section}\n\nThis part was measured on 2031-01-02.", SECTIONS["load"](RESULTS["load"])) == text
    )
    full = SECTIONS["soak"](RESULTS["soak"] | {"judged_before": 28_000})
    assert "in a campaign that begins with 28,000 judgments" in full
    assert "that begins with" not in section
    rest = {key: value for key, value in RESULTS.items() if key != "soak"}
    last = SECTIONS["soak"](RESULTS["soak"])
    assert with_section(report(rest), last, "2031-01-02") == f"{text}\nThis part was measured on 2031-01-02.\n"


def test_the_committed_document_names_the_machine() -> None:
    """A figure without its machine says nothing: CPU, cores, Python and Streamlit are named."""
    text = DOCUMENT.read_text(encoding="utf-8")
    assert re.search(r"\| CPU \| \S.*\|\n\| cores \| \d+ \|", text)
    assert re.search(r"streamlit 1\.\d+", text)
