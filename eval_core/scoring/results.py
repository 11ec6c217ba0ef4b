"""The record that several modules return."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """A coefficient or share, None where not defined, and its interval, None where there is none."""

    value: float | None
    low: float | None
    high: float | None
