"""A skip in the lead's inbox: what was skipped and why, and settling it, alone or with those like it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape

import streamlit as st

from eval_core.campaigns.talk.skips import Skip, settle_skips
from eval_core.locales import N_, ngettext
from eval_core.locales import gettext as _
from eval_core.ui.frame.badge import count_again
from eval_core.ui.parts.html import note, note_html
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.press import press
from eval_core.ui.parts.refusals import SKIP_LABELS
from eval_core.ui.session import session_id, store
from eval_core.web.shown_text import plain


def skip_words(item: Skip) -> None:
    """Who skipped it and when, in whose words and for which reason."""
    facts = {"name": item.annotator, "when": local_moment(item.skipped_at)}
    skipped = (
        _("{name} skipped this response, {when}", **facts) if item.rated else _("{name} skipped this, {when}", **facts)
    )
    comment = f'<p class="words" dir="auto">{plain(item.comment)}</p>' if item.comment else ""
    reason = note_html(_("Reason: {reason}", reason=_(SKIP_LABELS[item.reason])))
    st.html(f'<h2 class="who skipped">{escape(skipped)}</h2>{comment}{reason}')


def settling(slug: str, key: str, item: Skip, waiting: Sequence[Skip]) -> None:
    """The buttons that settle this skip, all that wait for its reason, and all that wait with its prompt.

    Args:
        key: of the entry, where it is said what became of a click.
        waiting: the skips that the lead sees waiting; no others are settled.
    """
    if item not in waiting:
        if item.settled_at is None:
            return  # what was withdrawn does not wait
        with st.container(key="skip_settled", horizontal=True, vertical_alignment="center"):
            note(_("Settled, {when}.", when=local_moment(item.settled_at)))
            settle = partial(_settle, slug, key, [item], settled=False)
            st.button(_("Take it up again"), key="skip_unsettle", on_click=settle)
        return
    alike = [skip for skip in waiting if skip.rated == item.rated]
    same_reason = [skip for skip in alike if skip.reason == item.reason]
    same_prompt = [skip for skip in alike if skip.prompt == item.prompt]
    with st.container(key="skip_settling", horizontal=True, vertical_alignment="center"):
        st.button(_("Settle"), key="skip_settle", on_click=partial(_settle, slug, key, [item]))
        if len(same_reason) > 1:
            count = len(same_reason)
            label = ngettext("Settle {count} with this reason", "Settle all {count} with this reason", count)
            st.button(label, key="skip_settle_reason", on_click=partial(_settle, slug, key, same_reason))
        if len(same_prompt) > 1 and same_prompt != same_reason:
            count = len(same_prompt)
            label = ngettext("Settle {count} with this prompt", "Settle all {count} with this prompt", count)
            st.button(label, key="skip_settle_prompt", on_click=partial(_settle, slug, key, same_prompt))


def _settle(slug: str, key: str, skips: Sequence[Skip], *, settled: bool = True) -> None:
    ids, rated = [skip.assignment_id for skip in skips], skips[0].rated
    press(
        "inbox",
        lambda: settle_skips(store(), slug, ids, rated=rated, settled=settled, who=session_id()),
        done=N_("Settled.") if settled else N_("It waits again."),
        place=key,
    )
    count_again()
