"""Protocols and guidelines: data files in, typed objects out."""

from eval_core.protocols.guidelines import Guidelines, load_guidelines
from eval_core.protocols.loading import DATA, list_protocols, load_protocol, read_protocol
from eval_core.protocols.model import Criterion, Issue, Protocol

__all__ = [
    "DATA",
    "Criterion",
    "Guidelines",
    "Issue",
    "Protocol",
    "list_protocols",
    "load_guidelines",
    "load_protocol",
    "read_protocol",
]
