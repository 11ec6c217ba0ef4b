"""How much a person has done in a campaign: one definition for the list, the hours, and the end of the work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from eval_core.campaigns.my_work.hours import Day


@dataclass(frozen=True)
class WorkCount:
    """A person's work in one campaign.

    Attributes:
        total: comparisons judged, or responses rated; training, test, imports and what was undone are left out. The
            list on My work is as long, the hours add up to it, and the desk counts it.
        today: those of them that were first judged or rated today.
        training_and_test: comparisons judged, or responses rated, in training and test.
    """

    total: int
    today: int
    training_and_test: int


def count_work(days: Sequence[Day], today: date) -> WorkCount:
    """The person's work, from their days in the campaign."""
    return WorkCount(
        sum(day.count for day in days),
        sum(day.count for day in days if day.day == today),
        sum(day.training_and_test for day in days),
    )
