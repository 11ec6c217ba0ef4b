"""What a ranking of 1.7 million judgments costs, against NumPy's own reading of them and against other rankers.

Whatever is compared takes turns in one run: a ratio is the median of the turns' ratios.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pandas as pd

from eval_core.ranking import rank, rank_counts
from eval_core.ranking.blas import one_thread
from eval_core.ranking.fit import fit_model
from eval_core.ranking.options import Options
from eval_core.ranking.uncertainty.covariance import covariance_of
from eval_core.ranking.uncertainty.ranges import critical_value, draw
from eval_core.ranking.votes import Votes, count
from tests.benchmarks.machine import load
from tests.benchmarks.many_judgments import ANNOTATORS, JUDGMENTS, PROMPTS, SYSTEMS, make_votes, names_of, write_csv

DRAWS = 4_000
# What takes milliseconds has more turns: whatever else runs on the machine shows in a few of them only.
TURNS, QUICK_TURNS = 5, 25
SIZES = (JUDGMENTS // 100, JUDGMENTS // 10, JUDGMENTS)
PEERS = ("evalica", "arena-rank", "arenakit", "choix")
PEERS_PYTHON = Path(__file__).resolve().parents[2] / ".venv-peers" / "bin" / "python"
_INTERVALS = {"arena-rank": "independent"}
_WORKER = Path(__file__).with_name("peers_worker.py")
_WATCHED = Path(__file__).with_name("watched.py")
_OPTIONS = Options("davidson", "newton", True, None, 0.95, 0, 0)
# As docs/library.md has it, over one table.
_COUNTING = "SELECT first, second, outcome, count(*) AS n FROM judgments GROUP BY first, second, outcome"
Row = dict[str, Any]
Work = Callable[[], float]


def measure() -> Row:
    """`ratios` with their targets, `memory_mb`, `sqlite`, `sizes` (the fit's cost by judgments) and `peers`."""
    at_start = load()
    votes = make_votes()
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "judgments.csv"
        write_csv(votes, file)
        frame = names_of(votes)
        peers = _Peers(file)
        whole, memory = _processes(file, peers.missing)
        results = {
            "judgments": JUDGMENTS,
            "systems": SYSTEMS,
            "annotators": ANNOTATORS,
            "prompts": PROMPTS,
            "turns": TURNS,
            "quick_turns": QUICK_TURNS,
            "ratios": [*_from_codes(votes), *_from_names(frame, peers), *whole],
            "memory_mb": memory,
            "sqlite": _from_sqlite(frame, Path(name) / "judgments.db"),
            "sizes": _sizes(),
            "peers": [*_own(frame), *peers.table(frame)],
        }
        peers.end()
    return {"load": [at_start, load()], **results}


def _ratio(what: str, against: str, target: float, one: Work, other: Work, turns: int = TURNS) -> Row:
    """Both in turns, after one that does not count; each gives its seconds."""
    one(), other()
    spans = [(one(), other()) for _ in range(turns)]
    ratios = sorted(mine / its for mine, its in spans)
    return {
        "what": what,
        "seconds": round(median(mine for mine, _ in spans), 4),
        "against": against,
        "against_seconds": round(median(its for _, its in spans), 4),
        "ratio": round(median(ratios), 3),
        "range": [round(ratios[0], 3), round(ratios[-1], 3)],
        "target": target,
    }


def _timed(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def _from_codes(votes: Votes) -> list[Row]:
    """From integer codes in memory: counts, Davidson's model with a position effect, and its covariance."""

    def read() -> object:
        return votes.first.sum(), votes.second.sum(), votes.outcome.sum()

    def fit(cluster: str) -> object:
        with one_thread():
            return covariance_of(votes, fit_model(SYSTEMS, count(votes), _OPTIONS), cluster)

    with one_thread():
        by, covariance = covariance_of(votes, fit_model(SYSTEMS, count(votes), _OPTIONS), "both")
    assert covariance is not None
    errors = np.sqrt(covariance.pair_variance(np.arange(SYSTEMS)))

    def ranges() -> object:
        with one_thread():
            draws = draw(covariance.matrix[:SYSTEMS, :SYSTEMS], by.df, 0, DRAWS)
            return critical_value(draws, errors, 0.95, None)

    def alone() -> float:
        return _timed(lambda: fit("none"))

    fitted = "Davidson, position effect, sandwich"
    work: list[tuple[str, str, float, Work, Work]] = [
        (f"{fitted}, from codes", "NumPy sums the three columns once", 20, alone, lambda: _timed(read)),
        (f"{fitted} clustered two ways", "the same, not clustered", 10, lambda: _timed(lambda: fit("both")), alone),
        (f"rank ranges from {DRAWS:,} draws", "the fit, not clustered", 5, lambda: _timed(ranges), alone),
    ]
    return [_ratio(*row, turns=QUICK_TURNS) for row in work]


def _from_names(frame: pd.DataFrame, peers: _Peers) -> list[Row]:
    if "evalica" in peers.missing:
        return []
    own = "rank(frame): fit, two-way intervals, rank ranges"
    return [
        _ratio(
            own, "evalica, point fit", 1, lambda: _timed(lambda: rank(frame)), lambda: peers.run("evalica")["seconds"]
        )
    ]


def _processes(file: Path, missing: dict[str, str]) -> tuple[list[Row], int]:
    """`parvis rank FILE` against a process of pandas and evalica; and the most memory of the former, in MB."""
    parvis = [str(Path(sys.executable).with_name("parvis")), "rank", str(file), "--position-effect"]
    memory: list[int] = []

    def ours() -> float:
        seconds, most = _process(parvis)
        memory.append(most)
        return seconds

    def theirs() -> float:
        return _process([str(PEERS_PYTHON), str(_WORKER), str(file), "evalica"])[0]

    if "evalica" in missing:
        ours()
        return [], memory[0]
    what = "parvis rank FILE --position-effect, the whole process"
    return [_ratio(what, "pandas reads FILE, evalica's point fit", 0.8, ours, theirs)], max(memory)


def _process(command: list[str]) -> tuple[float, int]:
    """Seconds and the most memory in MB of a process that must succeed."""
    watched = subprocess.run([sys.executable, str(_WATCHED), *command], stdout=subprocess.PIPE, check=True)
    seconds, most, code = json.loads(watched.stdout)
    if code:
        raise RuntimeError(f"{command[0]} ended with {code}")
    return seconds, round(most / 1e6)


def _from_sqlite(frame: pd.DataFrame, file: Path) -> Row:
    """Seconds of the counting statement, with and without an index that covers it, and of `rank_counts`."""
    with sqlite3.connect(file) as database:
        frame[["first", "second", "outcome"]].to_sql("judgments", database, index=False)
        plain = _median(lambda: pd.read_sql(_COUNTING, database))
        database.execute("CREATE INDEX counting ON judgments (first, second, outcome)")
        covered = _median(lambda: pd.read_sql(_COUNTING, database))
        counts = pd.read_sql(_COUNTING, database)
    return {
        "rows": len(counts),
        "query": plain,
        "query_covered": covered,
        "rank_counts": _median(lambda: rank_counts(counts, position_effect=True)),
    }


def _sizes() -> list[Row]:
    """The fit apart from the counting that precedes it, for every size in turn."""
    all_votes = {size: make_votes(size) for size in SIZES}
    all_cells = {size: count(votes) for size, votes in all_votes.items()}
    seconds: dict[tuple[str, int], list[float]] = {(step, size): [] for step in ("count", "fit") for size in SIZES}
    with one_thread():
        for _ in range(1 + TURNS):
            for size in SIZES:
                seconds["count", size].append(_timed(partial(count, all_votes[size])))
                seconds["fit", size].append(_timed(partial(fit_model, SYSTEMS, all_cells[size], _OPTIONS)))
    return [
        {
            "judgments": size,
            "cells": len(all_cells[size].first),
            **{step: round(median(seconds[step, size][1:]), 4) for step in ("count", "fit")},
        }
        for size in SIZES
    ]


def _median(work: Callable[[], object]) -> float:
    work()
    return round(median(_timed(work) for _ in range(TURNS)), 4)


def _own(frame: pd.DataFrame) -> list[Row]:
    """Our own rows of the table of peers."""
    half = {"model": "bradley-terry", "cluster": "none"}
    kinds: list[tuple[str, str, Row]] = [
        ("Bradley-Terry", "independent; rank ranges", half),
        ("Bradley-Terry", "two-way clusters; rank ranges", {**half, "cluster": "both"}),
        ("Davidson, position", "two-way clusters; rank ranges", {"cluster": "both", "position_effect": True}),
    ]
    return [
        {"ranker": "Parvis", "fits": fits, "intervals": intervals, "seconds": _median(partial(rank, frame, **options))}
        for fits, intervals, options in kinds
    ]


class _Peers:
    """The other rankers' process; `missing` says which cannot be measured, and why."""

    def __init__(self, file: Path) -> None:
        self.missing: dict[str, str] = {}
        self._process: subprocess.Popen[str] | None = None
        if not PEERS_PYTHON.exists():
            self.missing = dict.fromkeys(PEERS, "not installed: `make peers`")
            return
        command = [str(PEERS_PYTHON), str(_WORKER), str(file)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for peer in PEERS:
            problem = self.run(peer).get("problem")
            if problem:
                self.missing[peer] = problem

    def run(self, peer: str) -> Row:
        """One fit by a peer: seconds, version and strengths, or the problem."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{peer}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        answer: Row = json.loads(line) if line else {"problem": "its process ended"}
        return answer

    def table(self, frame: pd.DataFrame) -> list[Row]:
        """A row for each peer: median seconds and how far its strengths lie from ours, or its problem."""
        ours = {row.system: row.strength for row in rank(frame, model="bradley-terry", cluster="none").systems}
        rows: list[Row] = []
        for peer in PEERS:
            answers = [] if peer in self.missing else [self.run(peer) for _ in range(TURNS)]
            problem = self.missing.get(peer) or next((a["problem"] for a in answers if "problem" in a), None)
            row: Row = {"ranker": peer, "fits": "Bradley-Terry", "intervals": _INTERVALS.get(peer, "none")}
            if problem:
                rows.append({**row, "problem": problem})
                continue
            theirs = answers[-1]["strengths"]
            mean = np.mean(list(theirs.values()))
            apart = max(abs(theirs[system] - mean - strength) for system, strength in ours.items())
            seconds = round(median(answer["seconds"] for answer in answers), 4)
            rows.append({**row, "ranker": f"{peer} {answers[-1]['version']}", "seconds": seconds, "apart": apart})
        return rows

    def end(self) -> None:
        """Let the process go."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait()
