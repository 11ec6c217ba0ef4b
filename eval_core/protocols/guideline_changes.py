"""What has changed between two versions of the guidelines, passage by passage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from eval_core.protocols.guidelines import Item, Section


@dataclass(frozen=True)
class SectionChange:
    """A heading with the passages under it that are gone and those that are new, in their order."""

    heading: str
    gone: tuple[Item, ...]
    new: tuple[Item, ...]


def changes(before: Sequence[Section], after: Sequence[Section]) -> tuple[SectionChange, ...]:
    """The passages that differ, under today's headings in their order; headings that are gone come last.

    A passage is the same if its text is; a new number in a list or a new anchor is no change. A passage that moved to
    another heading is gone there and new here.
    """
    was, now = _by_heading(before), _by_heading(after)
    found = []
    for heading in dict.fromkeys([*now, *was]):
        old, fresh = was.get(heading, []), now.get(heading, [])
        steps = SequenceMatcher(a=[item.text for item in old], b=[item.text for item in fresh], autojunk=False)
        gone: list[Item] = []
        new: list[Item] = []
        for step, start, end, fresh_start, fresh_end in steps.get_opcodes():
            if step != "equal":
                gone += old[start:end]
                new += fresh[fresh_start:fresh_end]
        if gone or new:
            found.append(SectionChange(heading, tuple(gone), tuple(new)))
    return tuple(found)


def _by_heading(sections: Sequence[Section]) -> dict[str, list[Item]]:
    items: dict[str, list[Item]] = {}
    for section in sections:
        items.setdefault(section.heading, []).extend(section.items)
    return items
