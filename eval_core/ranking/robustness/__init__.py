"""How many decisions of a ranking hang on lengths, on positions, or on overlap.

May import: the rest of ranking.
Tests: tests/unit/ranking/robustness.
"""

from eval_core.ranking.robustness.checks import (
    Change,
    Check,
    Pair,
    Robustness,
    one_per_comparison,
    robustness,
    with_length,
    with_position,
)

__all__ = [
    "Change",
    "Check",
    "Pair",
    "Robustness",
    "one_per_comparison",
    "robustness",
    "with_length",
    "with_position",
]
