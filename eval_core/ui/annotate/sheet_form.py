"""The form in which ratings are changed: every criterion with its scale and its explanation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

import streamlit as st

from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.desk.rating_sheets import RatedResponse
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.locales import N_, current_language, said
from eval_core.locales import gettext as _
from eval_core.protocols import Criterion, Protocol
from eval_core.ui.parts.sheet import NOT_APPLICABLE, point_of

Fields = Mapping[str, tuple[str, str | None]]  # criterion -> widgets of its rating and of its explanation
_WHY = {"required": N_("Why?"), "below_max": N_("Why, below the best score?"), "optional": N_("Why (optional)")}


def sheet_form(sheet: RatedResponse, protocol: Protocol, button: str, save: Callable[[Fields], None]) -> None:
    """Every criterion of the protocol, in its order, with the present ratings.

    Args:
        button: the key of the button that saves.
        save: called on a click, with the keys of the widgets, for `chosen`.
    """
    # With the language: the browser sends a choice as its label, which a widget in another language does not know.
    name = f"{sheet.assignment_id}_{sheet.revision}_{current_language()}"
    fields = {
        one.key: (f"mark_{name}_{one.key}", None if one.explanation == "none" else f"reason_{name}_{one.key}")
        for one in protocol.rated
    }
    with st.form(f"sheet_{name}", border=False):
        for criterion in protocol.rated:
            _criterion(criterion, *fields[criterion.key], sheet.scores.get(criterion.key))
        st.form_submit_button(_("Save"), key=button, on_click=save, args=(fields,))


def _criterion(criterion: Criterion, rating: str, why: str | None, score: Score | None) -> None:
    scale = range(criterion.min, criterion.max + 1)
    values = [*map(str, scale), *([NOT_APPLICABLE] if criterion.na else [])]
    stands = None if score is None else NOT_APPLICABLE if score.value is None else str(score.value)
    about = said(criterion.description)
    words = f'<p class="note">{escape(about)}</p>' if about else ""
    label = said(criterion.label)
    st.html(f'<h3 class="criterion">{escape(label)}</h3>{words}')
    st.radio(
        label,
        values,
        index=None if stands is None else values.index(stands),
        format_func=lambda value: point_of(criterion, None if value == NOT_APPLICABLE else int(value)),
        horizontal=True,
        key=rating,
        label_visibility="collapsed",
    )
    if why:
        hint = _(_WHY[criterion.explanation])
        st.text_input(
            hint,
            score.explanation if score else "",
            key=why,
            max_chars=TEXT_LIMIT,
            placeholder=hint,
            label_visibility="collapsed",
        )


def chosen(fields: Fields) -> dict[str, Score]:
    """The ratings in the widgets, by criterion; a criterion without a rating is left out."""
    scores = {}
    for key, (rating, why) in fields.items():
        picked = st.session_state.get(rating)
        if picked is not None:
            value = None if picked == NOT_APPLICABLE else int(picked)
            scores[key] = Score(value, str(st.session_state.get(why) or "") if why else "")
    return scores
