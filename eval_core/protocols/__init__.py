"""Protocols, guidelines and the guide for annotators: data files in, typed objects out.

May import: errors and places.
Tests: tests/unit/protocols.
"""

from eval_core.protocols.guide import Guide, load_guide
from eval_core.protocols.guidelines import (
    Category,
    Guidelines,
    Item,
    Section,
    by_category,
    guidelines_for,
    load_guidelines,
    plain_text,
)
from eval_core.protocols.loader import DATA, NORWEGIAN, list_protocols, load_protocol, read_protocol
from eval_core.protocols.model import OVERALL, Criterion, Issue, Judge, Protocol

__all__ = [
    "DATA",
    "NORWEGIAN",
    "OVERALL",
    "Category",
    "Criterion",
    "Guide",
    "Guidelines",
    "Issue",
    "Item",
    "Judge",
    "Protocol",
    "Section",
    "by_category",
    "guidelines_for",
    "list_protocols",
    "load_guide",
    "load_guidelines",
    "load_protocol",
    "plain_text",
    "read_protocol",
]
