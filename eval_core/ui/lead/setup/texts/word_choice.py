"""What a file does not say of its winners: what a word means, whether a name is a label, which criterion counts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from eval_core.errors import InputError
from eval_core.files import Matching, Reading
from eval_core.files.reading import Meaning
from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.ui.lead.setup.texts.look import Look
from eval_core.ui.parts.html import note
from eval_core.web.shown_text import as_label

_MEANINGS: dict[Meaning, str] = {"a": "A", "b": "B", "tie": N_("a tie"), "skip": N_("leave the row out")}
_UNKNOWN = ("winner_unknown", "winner_number", "winner_missing")


@dataclass
class WordsChosen:
    """What a lead has chosen for files of a kind, as in `Reading`."""

    values: dict[tuple[str, str], Meaning] = field(default_factory=dict)
    winner: Any = None
    criterion: str | None = None

    def added_to(self, reading: Reading) -> Reading:
        """How the file is to be read, with what was chosen."""
        return replace(reading, values=dict(self.values), winner=self.winner, criterion=self.criterion)


def word_choice(slug: str, kind: str, look: Look, matching: Matching, chosen: WordsChosen, error: Any) -> None:
    """A list of the words that are unknown or were chosen for, and the other choices that a refusal asks for."""
    faults = error.faults if isinstance(error, InputError) else ()
    unknown = {_place(fault): None for fault in faults if fault.code in _UNKNOWN}
    if places := [*dict.fromkeys((*chosen.values, *unknown))]:
        note(_("What do these words for the winner mean?"))
        for column, word in places:
            _word(f"setup_word_{slug}_{kind}_{column}_{word}", chosen, column, word)
    refused = {fault.code: fault for fault in faults}
    if (two := refused.get("winner_two_readings")) or chosen.winner:
        _reading(f"setup_winner_{slug}_{kind}", chosen, two)
    heading = matching.found.get("criterion", "")
    if (refused.get("several_criteria") or chosen.criterion) and look.names.get(heading):
        key = f"setup_criterion_{slug}_{kind}"
        st.selectbox(
            _("Which criterion is to be read?"),
            look.names[heading],
            index=None,
            key=key,
            on_change=lambda: setattr(chosen, "criterion", st.session_state[key]),
        )


def _place(fault: InputError) -> tuple[str, str]:
    return str(fault.facts["heading"]), str(fault.facts.get("value", ""))


def _word(key: str, chosen: WordsChosen, column: str, word: str) -> None:
    """A word of the file, and what it means."""
    st.session_state[key] = chosen.values.get((column, word), "")

    def choose() -> None:
        if meaning := st.session_state[key]:
            chosen.values[column, word] = meaning
        else:
            chosen.values.pop((column, word), None)

    st.selectbox(
        as_label(_("“{name}”", name=word) if word else _("(empty cell)")),
        ["", *_MEANINGS],
        format_func=lambda code: _(_MEANINGS[code]) if code else _("not known"),
        key=key,
        on_change=choose,
    )


def _reading(key: str, chosen: WordsChosen, error: InputError | None) -> None:
    """Whether winners are names or labels, with what each reading comes to."""
    if error is not None:
        by_name, by_label = error.facts["by_name"], error.facts["by_label"]
        note(_("Rows won, if they are names: {by_name}; if they are labels: {by_label}.", by_name=by_name,
               by_label=by_label))  # fmt: skip
    labels = {"names": _("Names of systems"), "labels": _("Labels: A is the first system of the row, B the second")}
    st.radio(
        _("What are the winners?"),
        list(labels),
        index=list(labels).index(chosen.winner) if chosen.winner else None,
        format_func=labels.__getitem__,
        key=key,
        on_change=lambda: setattr(chosen, "winner", st.session_state[key]),
    )
