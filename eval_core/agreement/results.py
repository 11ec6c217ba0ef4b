"""The records of a measurement of agreement: plain and frozen, ready for a table, a figure or JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Interval = tuple[float, float]


@dataclass(frozen=True)
class Measures(Generic[T]):
    """One value for each of the five figures: an estimate, an interval, or draws.

    `without_ties` is the share of equal judgments among the pairs of judgments in which neither is a tie.
    """

    percent_agreement: T
    alpha_nominal: T
    alpha_ordinal: T
    gwet_ac1: T
    without_ties: T

    def as_dict(self) -> dict[str, Any]:
        """With the keys of `parvis agreement --format json`."""
        return {
            "percent_agreement": self.percent_agreement,
            "krippendorff_alpha": {"nominal": self.alpha_nominal, "ordinal": self.alpha_ordinal},
            "gwet_ac1": self.gwet_ac1,
            "percent_agreement_without_ties": self.without_ties,
        }


Estimates = Measures[float | None]


@dataclass(frozen=True)
class AgreementWarning:
    """A caution, or the reason why a number is None. `code` is stable (the interface translates it)."""

    code: str
    message: str
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class AnnotatorPair:
    """Two annotators (`annotator` sorts before `other` by code point) on the `n` comparisons that both judged."""

    annotator: str
    other: str
    n: int
    estimates: Estimates
    intervals: Measures[Interval | None]

    def as_dict(self) -> dict[str, Any]:
        """One of `annotator_pairs` in the JSON."""
        names = {"annotator": self.annotator, "other": self.other, "n": self.n}
        return {**names, **self.estimates.as_dict(), "ci": self.intervals.as_dict()}


@dataclass(frozen=True)
class Agreement:
    """The agreement of all annotators, and of each pair.

    Attributes:
        n_items: comparisons with at least two annotators; everything below is about these.
        n_annotators: the annotators of these comparisons.
        estimates: shares and coefficients, 1 for perfect agreement; None where not defined.
        intervals: at `level`, from resampling prompts, and wider where there are enough annotators to say how much
            they differ; None where not defined.
        annotator_pairs: those who share a comparison, sorted by name.
        warnings: what was left out, and why numbers are None.
    """

    n_items: int
    n_annotators: int
    estimates: Estimates
    intervals: Measures[Interval | None]
    level: float
    resamples: int
    seed: int
    annotator_pairs: tuple[AnnotatorPair, ...]
    warnings: tuple[AgreementWarning, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The JSON document of `parvis agreement --format json` (without the warnings, which go to stderr)."""
        return {
            "n_items": self.n_items,
            "n_annotators": self.n_annotators,
            **self.estimates.as_dict(),
            "ci": self.intervals.as_dict(),
            "level": self.level,
            "resamples": self.resamples,
            "seed": self.seed,
            "annotator_pairs": [pair.as_dict() for pair in self.annotator_pairs],
        }
