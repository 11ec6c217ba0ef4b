"""How far annotators agree: counts per comparison in, coefficients and intervals out. Pure mathematics.

May import: errors and places.
Tests: tests/unit/agreement.
"""

from eval_core.agreement.api import agreement
from eval_core.agreement.results import Agreement, AgreementWarning, AnnotatorPair, Estimates, Interval, Measures

__all__ = [
    "Agreement",
    "AgreementWarning",
    "AnnotatorPair",
    "Estimates",
    "Interval",
    "Measures",
    "agreement",
]
