"""A protocol's own words in the reader's language: what was asked, the choices, issues and criteria."""

from __future__ import annotations

from eval_core.errors import InputError
from eval_core.locales import N_, said
from eval_core.locales import gettext as _
from eval_core.protocols import NORWEGIAN, Protocol, load_protocol
from eval_core.reports.choice_words import STANDARDS

SIDES = ("A", "tie", "B")  # from left to right


def title_of(key: str) -> str:
    """The title of a protocol; the key of one that is no longer there."""
    try:
        return said(load_protocol(key).title)
    except InputError:
        return key


def text_language(protocol_key: str) -> str:
    """The language tag of texts that do not say theirs: 'no' where Norwegian is judged, else '', which is unknown."""
    return "no" if protocol_key == NORWEGIAN else ""


def asked_title(protocol: Protocol, standard: str | None) -> str:
    """What stands above the text that responses answer: the standard that a prompt asks for, or that it is a source."""
    return _("Source") if "source" in protocol.shows else _(STANDARDS.get(standard or "", N_("Prompt")))


def asked_language(protocol: Protocol, source: str | None, standard: str | None) -> str:
    """The language tag of that text, '' where it is unknown: a source's is its own, never that of the responses."""
    return source or ("" if "source" in protocol.shows else standard or text_language(protocol.key))


def choice_labels(protocol: Protocol) -> dict[str, str]:
    """The three choices of a comparison, A, tie and B in this order, in words; empty where responses are rated."""
    if protocol.choices is None:
        return {}
    labels = (protocol.choices.a, protocol.choices.tie, protocol.choices.b)
    return {side: said(label) for side, label in zip(SIDES, labels, strict=True)}


def tie_labels(protocol: Protocol) -> dict[str, str]:
    """What a tie can mean, `both_well` and `both_badly`, in words; empty for a protocol without reasons."""
    ties = protocol.ties
    return {"both_well": said(ties.both_well), "both_badly": said(ties.both_badly)} if ties else {}


def issue_labels(protocol: Protocol) -> dict[str, str]:
    """The names of the issues that annotators can find, by key."""
    return {issue.key: said(issue.label) for issue in protocol.issues}


def criterion_names(protocol: Protocol) -> dict[str, str]:
    """The names of everything that is rated, by key."""
    return {criterion.key: said(criterion.label) for criterion in protocol.rated}
