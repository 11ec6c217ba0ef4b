"""Do nominal 95 % intervals cover, and what do the tests decide? See `tests.support.studies` for the world."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.support.studies import DESIGNS, Study, findings
from tests.support.worlds import mean_and_error

ANNOTATORS = (3, 5, 10, 20)
Row = dict[str, Any]
_COVERAGE = """## Coverage of the intervals

{replications} simulated studies a row (`tests/support/studies.py`): {systems} systems, every pair on each of {prompts} prompts,
judged by everybody (full), each comparison by one annotator (single), or all by one annotator and 15 % each by the
others (heavy). Annotators and prompts have opinions of their own: their effects on each system's strength have standard
deviation {annotator_effect} and {prompt_effect}. The share of the differences of strengths that a nominal 95 % interval
holds: with judgments as independent, with the textbook's sandwich by annotator and by both ways (`--cluster annotator`,
`both`), and with the default (`auto`); the share of the studies in which all rank ranges hold at once, and of the
systems whose range alone holds; ± one Monte Carlo standard error."""
_DECIDED = """The share of the pairs that the test of all pairs together decides rightly, and that of an oracle, which knows the true
covariance of the estimates and keeps the same familywise level; and in how many studies of equal systems any pair is
decided, which is to be 5 % at most."""


def measure(replications: int, seed: int = 0) -> Row:
    """Coverage of the differences of strengths by each kind of interval, power, and false decisions among equals.

    A row per design and number of annotators; each figure is a pair (mean, Monte Carlo standard error).
    """
    rows = []
    for design in DESIGNS:
        for annotators in ANNOTATORS:
            study = Study(design, annotators)
            rows.append({"design": design, "annotators": annotators, **_row(study, replications, seed)})
    return {
        "replications": replications,
        "systems": study.systems,
        "prompts": study.prompts,
        "annotator_effect": study.annotator_sd,
        "prompt_effect": study.prompt_sd,
        "rows": rows,
    }


def _row(study: Study, replications: int, seed: int) -> Row:
    independent, annotator, both, own = (
        findings(study, replications, seed, cluster) for cluster in ("none", "annotator", "both", "auto")
    )
    equal = replace(study, spread=0.0)
    equal_both, equal_own = (findings(equal, replications, seed + 1, cluster) for cluster in ("both", "auto"))
    figures = {
        "independent": independent.coverage(),
        "annotator": annotator.coverage(),
        "both": both.coverage(),
        "auto": own.coverage(),
        "ranges": own.ranges,
        "alone": own.alone.mean(axis=1),
        "false_both": equal_both.false_decisions(),
        "false_auto": equal_own.false_decisions(),
        "power_both": both.power(),
        "power_auto": own.power(),
        "power_oracle": own.oracle_power(),
    }
    return {name: mean_and_error(values) for name, values in figures.items()}


def report_section(found: Row) -> str:
    """The figures as two tables."""
    kinds = ("independent", "annotator", "both", "auto", "ranges", "alone")
    head = ("design", "annotators", "independent", "by annotator", "both ways", "Parvis", "rank ranges", "range alone")
    decided = ("power_both", "power_auto", "power_oracle", "false_both", "false_auto")
    names = ("power: both ways", "Parvis", "oracle", "false: both ways", "Parvis")
    return "\n\n".join(
        [
            _COVERAGE.format(**found),
            _table(found["rows"], head, kinds),
            _DECIDED,
            _table(found["rows"], ("design", "annotators", *names), decided),
        ]
    )


def _table(rows: Sequence[Row], head: Sequence[str], kinds: Sequence[str]) -> str:
    figures = ([f"{row[kind][0]:.2f} ± {row[kind][1]:.2f}" for kind in kinds] for row in rows)
    body = ([row["design"], str(row["annotators"]), *line] for row, line in zip(rows, figures, strict=True))
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *body))
