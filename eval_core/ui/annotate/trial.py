"""The trial of a campaign: a lead goes an annotator's way, from the letter over the guidelines to the desk."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html import escape

import streamlit as st

from eval_core.campaigns.desk.clicks import open_desk
from eval_core.campaigns.desk.trial import Trial, begin_trial, end_trial, trial_called
from eval_core.errors import RefusedError
from eval_core.locales import gettext as _
from eval_core.ui.address import go_to, page_link
from eval_core.ui.annotate.desk_element import desk_element
from eval_core.ui.annotate.gate.gate_screens import gate_screen
from eval_core.ui.annotate.guidelines import close_reading
from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.parts.html import trouble
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.session import Seat, page_state, session_id, store


@dataclass
class TrialState:
    """What the page remembers: the trial of each campaign, by the campaign's short name."""

    trials: dict[str, str] = field(default_factory=dict)


def show_trial(seat: Seat) -> None:
    """The desk of the trial that goes on, or of a new one."""
    try:
        trial = _trial(seat.slug)
    except RefusedError as refusal:
        trouble(refusal_text(refusal.code, "setup"))
        _way_back(seat.slug)
        return
    pile = open_desk(trial.store, session_id(), trial.slug)
    banner = _("Trial: you see what an annotator sees, and nothing is kept.")
    st.html(f'<p class="demo-banner" role="note">{escape(banner)}</p>')
    words = {"my_work": _("End the trial"), "count_of": _("Trial: {done} of {quota}")}
    if desk_element(replace(seat, slug=trial.slug, campaigns=()), pile, words) == "my_work":
        end_trial(trial.slug)
        go_to("setup", trial.of)
    if pile.instead != "guidelines":
        close_reading()
    if pile.instead in ("quota", "finished"):
        _end(trial)
    else:
        gate_screen(trial.slug, pile)


def _trial(slug: str) -> Trial:
    trials = page_state(TrialState).trials
    trial = trial_called(trials.get(slug, ""))
    if trial is None:
        trial = begin_trial(store(), slug, session_id())
        trials[slug] = trial.slug
    return trial


def _end(trial: Trial) -> None:
    title = _("That was the trial")
    text = _("An annotator would go on from here. Nothing of what you did is kept.")
    with st.container(key="stage"):
        st.html(f'<h1 tabindex="-1">{escape(title)}</h1><p class="finish">{escape(text)}</p>')
        st.button(_("Try five others"), key="trial_again", on_click=end_trial, args=(trial.slug,))
        _way_back(trial.of)
    announce(f"{title}. {text}", f"{trial.slug} end", "h1")


def _way_back(slug: str) -> None:
    page_link("setup", slug, label=_("Back to Setup"))
