"""From the figures of one run (bench.json) to docs/benchmarks.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tests.benchmarks import (
    clicks,
    coverage,
    judging,
    lead_pages,
    load_report,
    offline,
    refresh,
    services,
    soak,
    watching,
)
from tests.benchmarks.goals import Goal, goals_table

Row = dict[str, Any]

_GOALS = """## What was to be reached

The desk against the goals set before it was built. The bare page *at its best* is the better of its two ways, drawn as
a page or in a fragment, without Streamlit's garbage collection after each rerun; so it is where nothing else is said.
*As it comes* it has Streamlit's defaults."""
_CLICKS = """## From the click to the next comparison painted

In headless Chromium: `parvis serve` with `PARVIS_DWELL_MS=0` (its dwell guard off, since no finger is so quick)
beside a bare Streamlit page, `tests/benchmarks/bare_page.py`: three buttons, one insert, one query. *{far_ms} ms away*:
the same server through a line on which each byte takes half of that each way. The pages take turns click by click,
{clicks} clicks on each by mouse and as many by key, after {warm_up} to warm up; texts from `{texts}`. *Changed* is when
the new texts are in the page, *painted* the first task after the next frame; both are counted from the browser's own
event. Every click was found in the databases afterwards. Machine load average: {load}."""
_JUDGING = """## One click in the database

What the desk's route does for one choice, `act`: record it, lease what comes next, and read the new pile; by one
annotator on {comparisons:,} comparisons, {clicks} clicks after 20 to warm up. *Statements* are those of the last click,
beginning and end of the transaction left out. SQLite in WAL mode with `synchronous=NORMAL`, PostgreSQL with its default
settings and on the same machine. Machine load average: {load}."""
_WORK = """## Larger work

Wall-clock seconds, the median where there are several runs; on SQLite where a database is needed."""

_SELECTION = """## Choosing pairs

{replications} simulated campaigns a row (`tests/benchmarks/selecting.py`) on {systems} systems, {batch} judgments at a time
up to {judgments:,}: judgments until Kendall's τ to the true order is {tau} on average, also as a ratio to uniform choice,
and in the end what the independent 95 % intervals hold, by how many standard errors systems come out too far apart, and
in what share of the campaigns all rank ranges hold; ± one Monte Carlo standard error."""
_NEWCOMER = """A new system on a board of {systems} with {board:,} judgments: judgments on the whole board until the
standard error of its strength is 0.5 (roughly placed) and 0.3 (well placed)."""
_RANKING = """## Speed of the ranking

{judgments:,} judgments of {systems} systems by {annotators:,} annotators on {prompts:,} prompts, drawn from a fixed seed
(`tests/benchmarks/ranking_speed.py`). What a row compares took {turns} turns in one run ({quick_turns} where a
turn takes milliseconds), after one to warm up; the ratio is the median over the turns, with the smallest and the largest. From codes: 64-bit integers in memory to counts, the fit,
and the covariance of its parameters. evalica is given its outcomes ready mapped; its process reads only the three columns
that it needs, ours all five. Machine load average: {load}."""
_MEMORY = """The most memory of a `parvis rank FILE` process was **{memory_mb} MB**; the target, below {limit} MB, is
**{met}**."""
_SQLITE = """From SQLite, the counting statement of [the library guide](library.md) gave {rows:,} rows in {query} s, in
{query_covered} s where an index covers it; to rank those counts took {rank_counts} s."""
_SIZES = """The fit sees the counts only, so its cost does not grow with the judgments; the counting does:"""
_PEERS = """The same judgments, from a pandas frame of names to the result, seconds at the median of {turns} runs. Other
rankers fit Bradley-Terry with a tie as half a win for each, so ours does so in the first rows. *Apart* is the largest
distance of a strength (natural log, around the mean) from ours. choix is given a matrix of wins that we counted for it."""
_MOST_MEMORY = 600


# What stands by itself in the document, in its order.
SECTIONS: dict[str, Callable[[Row], str]] = {
    "coverage": coverage.report_section,
    "leads": lead_pages.report_section,
    "watching": watching.report_section,
    "refresh": refresh.report_section,
    "judging": judging.report_section,
    "load": load_report.report_section,
    "offline": offline.report_section,
    "soak": soak.report_section,
}


def report(results: Row) -> str:
    """The Markdown of `results`, as `tests.benchmarks.run` writes them."""
    clicked, served = results["clicks"], results["services"]
    first = served["judging"][0]
    parts = [
        "# Benchmarks",
        f"Written by `make bench` on {results['date']} from its `bench.json`; not by hand.",
        summary(results),
        _table(("machine", ""), _machine(results["machine"], clicked["browser"])),
        _GOALS,
        goals_table(goals(results)),
        _CLICKS.format(**{**clicked, "load": _load(clicked["load"])}),
        _table(
            ("page", "by", "painted, median (ms)", "painted, 95 % (ms)", "changed, median (ms)"),
            (
                [row[key] for key in ("page", "by", "painted_p50", "painted_p95", "changed_p50")]
                for row in clicked["rows"]
            ),
        ),
        "Parvis's median over a bare page's, with a 95 % interval from resampled turns:",
        _table(
            ("", "against", "by", "ratio", "interval"),
            (
                [row["page"], row["against"], row["by"], row["ratio"], f"{row['low']} to {row['high']}"]
                for row in clicked["ratios"]
            ),
        ),
        _JUDGING.format(comparisons=first["comparisons"], clicks=first["clicks"], load=_load(served["load"])),
        _table(
            ("database", "median (ms)", "95 % (ms)", "CPU of this process (ms)", "statements"),
            ([row[key] for key in ("database", "p50", "p95", "cpu", "statements")] for row in served["judging"]),
        ),
        *served["missing"],
        _WORK,
        _table(
            ("task", "size", "runs", "seconds"),
            ([row[key] for key in ("task", "size", "runs", "seconds")] for row in served["work"]),
        ),
        *([coverage.report_section(results["coverage"])] if "coverage" in results else []),
        *_selection(results["selection"]),
        *_ranking(results["ranking"]),
        *(write(results[part]) for part, write in SECTIONS.items() if part in results and part != "coverage"),
    ]
    return "\n\n".join(parts) + "\n"


def with_section(document: str, section: str, date: str) -> str:
    """The document with one section measured again on another day; added at its end where there was none."""
    head, *others = document.rstrip("\n").split("\n\n## ")
    title, fresh = section.splitlines()[0], f"{section}\n\nThis part was measured on {date}."
    sections = [f"## {one}" for one in others]
    known = [one.splitlines()[0] for one in sections]
    if title in known:
        sections[known.index(title)] = fresh
    else:
        sections.append(fresh)
    return "\n\n".join([head, *sections]) + "\n"


def goals(results: Row) -> list[Goal]:
    """Every goal of the desk, in one table."""
    crowd = load_report.goals(results["load"]) if "load" in results else []
    away = offline.goals(results["offline"]) if "offline" in results else []
    return [*crowd, *clicks.goals(results["clicks"]), *services.goals(results["services"]), *away]


def summary(results: Row) -> str:
    """The main figures, and what the words in the tables mean."""
    clicked, ranking = results["clicks"], results["ranking"]
    memory = ranking["memory_mb"]
    painted, ratio = clicked["rows"][0], clicked["ratios"][0]
    recorded = [f"{row['p50']} ms on {row['database']}" for row in results["services"]["judging"]]
    met = sum(row["ratio"] <= row["target"] for row in ranking["ratios"])
    click = f"the next comparison is painted after {painted['painted_p50']} ms at the median"
    desk = goals(results)
    lines = [
        f"The desk: {sum(one.met is True for one in desk)} of {len(desk)} goals met.",
        f"A click by {painted['by']}: {click}, {ratio['ratio']} times the bare page's time.",
        f"A click in the database: {', '.join(recorded)}.",
        f"Ranking {ranking['judgments']:,} judgments: {met} of {len(ranking['ratios'])} targets met, {memory} MB of memory.",
    ]
    if "watching" in results:
        lines.append(f"With leads at their pages, a judgment takes {results['watching']['ratio']} times as long.")
    lines.append("How many annotators one process carries: [below](#many-annotators-on-one-process).")
    words = (
        "*Painted*: the browser has drawn the new texts. *In turns*: the things compared run alternately, so that a busy"
        " machine slows both. *Target*: what we set ourselves before measuring."
    )
    return "\n".join(f"- {line}" for line in lines) + f"\n\n{words}"


def _selection(results: Row) -> list[str]:
    order = [
        [
            row["policy"],
            _figure(row["judgments"], 0),
            *(_figure(row[key]) for key in ("ratio", "pairs", "bias", "ranges")),
        ]
        for row in results["order"]
    ]
    newcomer = [
        [row["policy"], *(_figure(row[key], 2 * key.endswith("ratio")) for key in row if key != "policy")]
        for row in results["newcomer"]
    ]
    return [
        _SELECTION.format(**results),
        _table(("choice", "judgments", "ratio", "intervals", "too far apart (SE)", "rank ranges"), order),
        _NEWCOMER.format(**results),
        _table(("choice", "roughly placed", "ratio", "well placed", "ratio"), newcomer),
    ]


def _ranking(results: Row) -> list[str]:
    ratios = [
        [
            row["what"],
            row["seconds"],
            row["against"],
            row["against_seconds"],
            f"{row['ratio']:.2f} ({row['range'][0]:.2f} to {row['range'][1]:.2f})",
            f"at most {row['target']}" if row["target"] > 1 else "faster",
            "met" if row["ratio"] <= row["target"] else "not met",
        ]
        for row in results["ratios"]
    ]
    met = "met" if results["memory_mb"] < _MOST_MEMORY else "not met"
    sizes = [[f"{row['judgments']:,}", f"{row['cells']:,}", row["count"], row["fit"]] for row in results["sizes"]]
    peers = [
        [
            row["ranker"],
            row["fits"],
            row["intervals"],
            row.get("seconds", f"not measured: {row.get('problem')}"),
            f"{row['apart']:.1e}" if "apart" in row else "",
        ]
        for row in results["peers"]
    ]
    return [
        _RANKING.format(**{**results, "load": _load(results["load"])}),
        _table(("what", "seconds", "against", "seconds", "ratio", "target", "verdict"), ratios),
        _MEMORY.format(**results, limit=_MOST_MEMORY, met=met),
        _SQLITE.format(**results["sqlite"]),
        _SIZES,
        _table(("judgments", "different counts", "counting (s)", "fit (s)"), sizes),
        _PEERS.format(**results),
        _table(("ranker", "model", "intervals", "seconds", "apart"), peers),
        _faster_peers(results["peers"]),
    ]


def _faster_peers(peers: Sequence[Row]) -> str:
    """Which peers took less time than our fastest row."""
    ours = min(row["seconds"] for row in peers if row["ranker"] == "Parvis")
    faster = [row["ranker"] for row in peers if row.get("seconds", ours) < ours]
    if not faster:
        return "No other ranker that was measured took less time than Parvis with its intervals and rank ranges."
    return f"Faster than Parvis with its intervals and rank ranges: {', '.join(faster)}."


def _figure(estimate: Sequence[float], digits: int = 2) -> str:
    """A mean and its Monte Carlo standard error."""
    value, error = estimate
    return "not reached" if value != value else f"{value:.{digits}f} ± {error:.{digits}f}"


def _machine(machine: Row, browser: str) -> list[tuple[str, object]]:
    return [
        ("CPU", machine["cpu"]),
        ("cores", machine["cores"]),
        ("memory", f"{machine['memory_gib']} GiB"),
        ("system", machine["os"]),
        ("Python", machine["python"]),
        ("browser", f"Chromium {browser}"),
        ("packages", ", ".join(f"{name} {version}" for name, version in machine["packages"].items())),
    ]


def _load(ends: Sequence[float]) -> str:
    return f"{ends[0]} at the start, {ends[1]} at the end (processes, one-minute average)"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)
