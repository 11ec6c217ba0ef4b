"""Gold comparisons: where do we know the answer?"""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.content.gold import list_gold, resemblance
from eval_core.locales import gettext as _
from eval_core.locales import ngettext
from eval_core.ui.address import page_link
from eval_core.ui.frame.campaign_line import campaign_help
from eval_core.ui.frame.rating_notices import rates
from eval_core.ui.frame.trouble import noting
from eval_core.ui.lead import gold, gold_draft, gold_pairs
from eval_core.ui.lead.gold_draft import GoldState
from eval_core.ui.parts.html import heading, note, trouble, verdict
from eval_core.ui.parts.press import show_notice
from eval_core.ui.session import page_state, require, session_id, store

FIRST = 8  # rows; the rest comes when asked for


def show_all() -> None:
    page_state(GoldState).all_shown = True


def overview(slug: str) -> None:
    rows = list_gold(store(), slug, session_id())
    verdict(gold.headline(rows))
    gold.say_lacking(slug)
    if rates(slug):
        note(
            _(
                "Gold comparisons apply only where responses are compared. In this campaign responses are rated, so "
                "none are used."
            )
        )
    if not rows:
        note(
            _(
                "Comparisons with known answers: they train and test newcomers and show who is careless, but are not "
                "ranked."
            )
        )
        note(_("Load a file under Setup, or plant a fault below."))
        page_link("setup", slug, label=_("Open Setup"))
        return
    compared = resemblance(store(), slug, session_id())
    if text := gold.resemblance_text(compared):
        note(text)
    for difference in compared.differences:
        trouble(gold.difference_text(difference), role="")
    labels = gold.issue_labels(slug)
    words = st.text_input(_("Search"), key="gold_search", placeholder=_("Search"), label_visibility="collapsed")
    hits = [row for row in rows if gold.matches(row, words, labels)]
    if not hits:
        note(_("No gold comparison contains these words."))
    shown = hits if page_state(GoldState).all_shown else hits[:FIRST]
    for row in shown:
        with st.container(key=f"gold_row_{row.comparison_id}", horizontal=True, vertical_alignment="top"):
            st.html(gold.row_html(row, labels))
            st.button(
                _("Put back") if row.withdrawn else _("Withdraw"),
                key=f"gold_use_{row.comparison_id}",
                help=campaign_help(slug),
                on_click=gold.change_use,
                args=(slug, row.comparison_id),
                kwargs={"withdrawn": not row.withdrawn},
            )
    if len(shown) < len(hits):
        label = ngettext("Show {count} more", "Show {count} more", len(hits) - len(shown))
        st.button(label, key="gold_more", on_click=show_all)


@st.fragment
@noting
def helper(slug: str) -> None:
    require("lead", drawn=slug)
    memory = page_state(GoldState)
    if memory.added:
        memory.added = False
        st.rerun()  # the list above is drawn again
    draft = gold_draft.current_draft(slug)
    heading(_("Plant a fault"))
    note(
        _(
            "Take a real response and plant one or more faults in it: the gold comparison is then as long and of the "
            "same kind as the rest. The unchanged response counts as the better one, so choose one that reads "
            "well."
        )
    )
    gold_draft.choose_source()
    label = _("Another response") if draft else _("Take a response")
    st.button(label, key="gold_next", on_click=gold_draft.next_draft, args=(slug,))
    if draft is None:
        show_notice("gold")
        return
    gold_draft.draft_facts(draft)
    labels = gold.issue_labels(slug)
    left, right = st.columns(2, gap="large")
    with left:
        gold_draft.fault_choices(draft, labels)
    with right:
        gold_draft.faulty_text(draft)
        gold_draft.category_and_explanation(draft, labels)
        st.button(_("Add gold comparison"), key="gold_add", on_click=gold_draft.add, args=(slug, draft))
        show_notice("gold")


slug_now = require("lead").slug
overview(slug_now)
if not rates(slug_now):
    gold_pairs.recognition(slug_now)
    gold_pairs.settled(slug_now)
helper(slug_now)
