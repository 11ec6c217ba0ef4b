"""The values of a judgment: choices as presented, outcomes in the canonical order of the responses."""

from __future__ import annotations

CHOICES = ("A", "tie", "B")


def canonical_outcome(choice: str | None, swapped: bool) -> str | None:
    """The choice as presented, turned into the canonical orientation: 'first', 'second', 'tie' or None."""
    if choice in (None, "tie"):
        return choice
    return "first" if (choice == "A") != swapped else "second"


def presented_choice(outcome: str, swapped: bool) -> str:
    """The reverse: 'first', 'second' or 'tie' in the canonical order, as 'A', 'B' or 'tie' where it was presented."""
    return outcome if outcome == "tie" else "A" if (outcome == "first") != swapped else "B"
