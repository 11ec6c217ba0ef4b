"""What is odd about a file that can be read: said before it is loaded, and no reason to refuse it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Oddity = Literal[
    "one_system",  # `names` has it: there is nothing to compare
    "no_comparison",  # no prompt has responses of two systems
    "few_systems",  # prompts that fewer systems answer than others do; `most` is how many do elsewhere
    "identical_texts",  # responses that are the same as another one to the same prompt
    "reference_is_response",  # responses that are the reference itself
    "empty_response",
    "other_standard",  # texts that seem to be in the other written standard; `looked` were looked at
    "same_prompt",  # prompts whose text has another id in an earlier row
]


@dataclass(frozen=True)
class Finding:
    """Something odd, how many times, and where it is first.

    Attributes:
        code: what it is.
        count: how many rows or prompts it concerns; 1 for what concerns the whole file.
        rows: the first of these rows in the file, at most ROWS_SHOWN.
        names: systems that it concerns, where it is about systems.
        most: of few_systems: how many systems answer other prompts.
        looked: of other_standard: how many texts were looked at.
    """

    code: Oddity
    count: int
    rows: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    most: int = 0
    looked: int = 0


ROWS_SHOWN = 5
