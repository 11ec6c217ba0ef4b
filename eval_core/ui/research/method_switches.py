"""The switches for whose judgments are ranked, and how, folded away: most readers need none of them."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.results.combined.judged_votes import comparing_judges
from eval_core.campaigns.results.slices import judged_by
from eval_core.locales import N_, current_language
from eval_core.locales import gettext as _
from eval_core.ranking.choices import Method
from eval_core.reports.choice_words import MODELS
from eval_core.reports.rating_words import KINDS
from eval_core.ui.parts.html import note
from eval_core.ui.session import session_id, store

ENGINES = {"newton": N_("Newton's method (built in)"), "choix": N_("choix (I-LSR)")}
CLUSTERINGS = {
    "auto": N_("Automatic: annotator or prompt, where they repeat"),
    "annotator": N_("By annotator"),
    "prompt": N_("By prompt"),
    "both": N_("By annotator and prompt"),
    "none": N_("Not clustered"),
}


def choose_whose(slug: str) -> str:
    """Whose judgments are ranked, 'human', 'judge' or 'all': asked where both people and LLM judges have judged."""
    kinds = judged_by(store(), slug, session_id())
    if len(kinds) < 2:
        return "".join(kinds) or "human"
    return st.segmented_control(
        _("Judgments by"),
        list(KINDS),
        format_func=lambda kind: _(KINDS[kind]),
        default="human",
        required=True,
        key=f"kind_{current_language()}",  # the browser sends back the words that it showed
    )


def choose_both_orders(kind: str) -> bool:
    """Whether a judge's two orders of a comparison count as one verdict; asked where judges' judgments count."""
    return kind != "human" and st.toggle(_("Judges: what both orders say, else a tie"), value=True, key="both_orders")


def choose_judge(slug: str, kind: str) -> str | None:
    """The judge whose verdicts are added to people's judgments; asked where people and judges have compared."""
    if kind != "human" or len(judged_by(store(), slug, session_id())) < 2:
        return None
    nobody = _("People alone")
    return st.selectbox(
        _("Add the verdicts of a judge"),
        [None, *comparing_judges(store(), slug, session_id())],
        format_func=lambda name: name or nobody,
        key=f"with_judge_{current_language()}",
        width=300,
    )


def choose_method() -> tuple[Method, bool]:
    """The method that the reader chose, and whether P(best) is shown."""
    with st.popover(_("Method")):
        text = _("The same judgments, computed in another way. The line under each ranking says what was used.")
        note(text)
        language = current_language()  # the browser sends back the words that it showed
        model = st.selectbox(_("Model"), list(MODELS), format_func=MODELS.__getitem__, key="model")
        cluster = st.selectbox(
            _("Intervals"),
            list(CLUSTERINGS),
            format_func=lambda clustering: _(CLUSTERINGS[clustering]),
            key=f"cluster_{language}",
            help=_("Judgments by one person, or of one prompt, resemble each other; clustering allows for that."),
        )
        position = st.toggle(_("Take into account which text came first"), key="position_effect")
        length = st.toggle(_("Control for text length"), key="length_covariate")
        engine = "newton"
        if model == "bradley-terry" and not position and not length:  # all that choix can do
            engine = st.selectbox(
                _("Engine"), list(ENGINES), format_func=lambda name: _(ENGINES[name]), key=f"engine_{language}"
            )
        p_best = st.toggle(_("Show how often each is first in simulated repetitions"), key="p_best")
    return Method(model, engine, cluster, position_effect=position, length_covariate=length), p_best
