"""Do nominal 95 % intervals cover, and what do the tests decide? See `tests.support.studies` for the world."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.support.studies import DESIGNS, Study, findings
from tests.support.worlds import mean_and_error

ANNOTATORS = (3, 5, 10, 20)
Row = dict[str, Any]


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
