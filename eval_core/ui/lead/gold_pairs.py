"""Gold made of judged pairs, and how well gold can be recognised: what a blind classifier says of it."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.content.gold_recognition import recognise_gold
from eval_core.campaigns.quality.settled_pairs import LEAST_AGREEING, MOST_AT_ONCE, add_settled, count_settled
from eval_core.locales import N_, interval, ngettext, number, percent
from eval_core.locales import gettext as _
from eval_core.planting.recognition import LEAST, Recognition
from eval_core.ui.frame.campaign_line import campaign_help
from eval_core.ui.lead.gold_draft import GoldState
from eval_core.ui.parts.html import heading, note, trouble
from eval_core.ui.parts.press import Notice, attempt, leave_notice, press, show_notice
from eval_core.ui.session import page_state, session_id, store

_MOST_AGREEING = 20
_VERDICTS = {
    "hardly": N_(
        "Gold is hard to recognise: given one gold comparison and one regular one, the classifier picks the gold one "
        "in {share} of 100 cases ({level} interval {interval}). Guessing would pick it in 50."
    ),
    "partly": N_(
        "Gold can be recognised in part: given one gold comparison and one regular one, the classifier picks the gold "
        "one in {share} of 100 cases ({level} interval {interval}). Guessing would pick it in 50."
    ),
    "clearly": N_(
        "Gold is easy to recognise: given one gold comparison and one regular one, the classifier picks the gold one "
        "in {share} of 100 cases ({level} interval {interval}). Guessing would pick it in 50."
    ),
}
_SIGNS = {
    "prompt": N_("whether there is a prompt"),
    "length": N_("the length of the texts"),
    "similarity": N_("how alike the two texts are"),
    "bytes": N_("the number of bytes"),
    "place": N_("the place in the stream"),
}
state = st.session_state


def recognition(slug: str) -> None:
    """The button that trains the classifier, and what it found."""
    heading(_("Can gold be recognised?"))
    note(
        _(
            "Annotators who recognise a gold comparison judge it with more care than the rest. Here a classifier tries "
            "to recognise gold without reading: it sees only whether there is a prompt, how long and how alike the two "
            "texts are, how many bytes they have, and where in the stream they come."
        )
    )
    st.button(_("Try to recognise gold"), key="gold_recognise", on_click=_recognise, args=(slug,))
    show_notice("gold", "recognise")
    found = page_state(GoldState).recognised.get(slug)
    if found is not None:
        (note if found.verdict in ("unknown", "hardly") else trouble)(recognition_text(found), role="status")


def recognition_text(found: Recognition) -> str:
    """How well gold can be recognised and by what, in words."""
    if found.auc is None or found.low is None or found.high is None:
        return _(
            "Too little to learn from: it takes {least} gold comparisons and {least} others. There are {gold} and "
            "{regular}.",
            least=number(LEAST),
            gold=number(found.gold),
            regular=number(found.regular),
        )
    text = _(
        _VERDICTS[found.verdict],
        share=number(100 * found.auc, 0),
        level=percent(0.95),
        interval=interval(found.low, found.high, lambda limit: number(100 * limit, 0)),
    )
    if found.verdict == "hardly":
        return text
    if not found.telling:
        return f"{text} {_('No single sign gives it away, only all of them together.')}"
    signs = ", ".join(_(_SIGNS[sign]) for sign in found.telling)
    return f"{text} {_('What gives it away on its own: {signs}.', signs=signs)}"


def settled(slug: str) -> None:
    """Gold of pairs on which everybody agreed; before there are any, what kind of gold there is instead."""
    heading(_("Use pairs on which all agreed"))
    agreeing = int(state.get("gold_agreeing") or LEAST_AGREEING)
    pairs = count_settled(store(), slug, agreeing, session_id())
    page_state(GoldState).agreeing = agreeing if pairs else 0
    if not pairs and agreeing == LEAST_AGREEING:
        note(
            _(
                "No pair has been judged alike by at least {least} annotators yet. Until then a gold comparison is one "
                "text twice, once with a fault. Annotators can recognise it by that, since other comparisons have two "
                "different texts.",
                least=number(LEAST_AGREEING),
            )
        )
        show_notice("gold", "settled")
        return
    note(
        _(
            "Where all annotators chose the same of two responses, the two make a gold comparison that looks like the "
            "rest. The pairs are chosen so that their lengths match the campaign's. Nobody gets texts that they have "
            "judged before."
        )
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.number_input(
            _("Minimum number of annotators"), LEAST_AGREEING, _MOST_AGREEING, key="gold_agreeing", width=240
        )
        wanted = st.number_input(
            _("Number of pairs"), 1, MOST_AT_ONCE, value=min(10, MOST_AT_ONCE), key="gold_wanted", width=160
        )
        st.button(
            _("Make gold comparisons"),
            key="gold_settle",
            help=campaign_help(slug),
            on_click=_settle,
            args=(slug, int(wanted), agreeing),
            disabled=not pairs,
        )
    note(ngettext("All agreed on {count} pair.", "All agreed on {count} pairs.", pairs))
    show_notice("gold", "settled")


def _recognise(slug: str) -> None:
    found = attempt(lambda: recognise_gold(store(), slug, session_id()))
    leave_notice("gold", Notice("recognise", refused=found.refused))
    if found.result is not None:
        page_state(GoldState).recognised[slug] = found.result


def _settle(slug: str, wanted: int, agreeing: int) -> None:
    done = N_("Added to the gold comparisons.")
    press("gold", lambda: add_settled(store(), slug, wanted, agreeing, session_id()), done=done, place="settled")
