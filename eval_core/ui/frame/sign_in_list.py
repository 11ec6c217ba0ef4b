"""Where someone is signed in, with a way to sign out there: for oneself, and for a lead about one of their people."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial

import streamlit as st

from eval_core.campaigns.people.sign_ins.open_sign_ins import OpenSignIn, end_own_sign_ins, own_sign_ins
from eval_core.locales import N_, ngettext
from eval_core.locales import gettext as _
from eval_core.ui.parts.html import note
from eval_core.ui.parts.local_time import local_full_day
from eval_core.ui.parts.press import attempt, press, show_notice
from eval_core.ui.parts.refusals import Page
from eval_core.ui.session import session_id, store

_MOST = 8  # are listed one by one
SIGNED_OUT = N_("Signed out there.")


def own_sign_in_list(page: Page) -> None:
    """Where the visitor is signed in; `page` has the notice of what became of a click."""
    listed = attempt(lambda: own_sign_ins(store(), session_id())).result or []
    others = [one for one in listed if not one.here]
    if not others:
        note(_("You are signed in in this browser only."))
    else:
        sign_in_list(listed, partial(_end_own, page))
    show_notice(page, "sign_ins")


def sign_in_list(listed: Sequence[OpenSignIn], end: Callable[[Collection[int]], None]) -> None:
    """A line for each of them with a button, and one button for all.

    Args:
        end: signs out there, on a click.
    """
    others = [one for one in listed if not one.here]
    with st.container(key="sign_ins"):
        for one in listed[:_MOST]:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.text(_line(one))
                if not one.here:
                    st.button(_("Sign out there"), key=f"sign_in_{one.id}", on_click=end, args=([one.id],))
        if len(listed) > _MOST:
            note(ngettext("{count} more is not listed.", "{count} more are not listed.", len(listed) - _MOST))
        if len(others) > 1:
            label = _("Sign out everywhere else") if len(others) < len(listed) else _("Sign out everywhere")
            st.button(label, key="sign_ins_all", on_click=end, args=([one.id for one in others],))


def _line(one: OpenSignIn) -> str:
    since, used = local_full_day(one.since), local_full_day(one.used_at)
    if one.here:
        return _("This browser: signed in since {since}.", since=since)
    return _("Signed in since {since}, last used {used}.", since=since, used=used)


def _end_own(page: Page, ended: Collection[int]) -> None:
    press(page, lambda: end_own_sign_ins(store(), session_id(), ended), done=SIGNED_OUT, place="sign_ins")
