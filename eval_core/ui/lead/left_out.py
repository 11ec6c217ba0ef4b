"""What is left out: annotators' judgments or ratings, comparisons and texts; with ways to leave out and to restore."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from eval_core.campaigns.content.withdrawals import Withdrawn, list_withdrawn, withdraw_comparison, withdraw_response
from eval_core.campaigns.quality.exclusions import (
    REASON_LIMIT,
    ExclusionRow,
    exclude_person,
    lift_exclusion,
    list_exclusions,
    people_who_judged,
)
from eval_core.campaigns.text import first_words
from eval_core.locales import N_, current_language, ngettext
from eval_core.locales import gettext as _
from eval_core.ui.frame.campaign_line import campaign_line
from eval_core.ui.lead.case.case_link import case_link
from eval_core.ui.parts.html import heading, note, sentence
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.press import Notice, leave_notice, press, show_notice
from eval_core.ui.session import session_id, store

state = st.session_state


def show_left_out(slug: str, *, rates: bool = False) -> None:
    """What is left out now, each with a button that restores it, and a form to leave out more. For leads.

    Args:
        rates: whether responses are rated in the campaign.
    """
    heading(_("Left out"))
    rows = list_exclusions(store(), slug, session_id())
    withdrawn = list_withdrawn(store(), slug, session_id())
    in_force = [row for row in rows if row.lifted_at is None]
    if not in_force and not withdrawn:
        judged, rated = _("Nothing is left out: every judgment counts."), _("Nothing is left out: every rating counts.")
        note(rated if rates else judged)
    for row in in_force:
        _excluded(slug, row, rates=rates)
    for text in withdrawn:
        _withdrawn(slug, text)
    _form(slug, {row.person_id for row in in_force}, rates=rates)
    show_notice("left_out", once=True)


def _excluded(slug: str, row: ExclusionRow, *, rates: bool) -> None:
    about = {"name": row.name, "when": local_moment(row.made_at), "reason": row.reason}
    if row.ratings and not row.judgments:
        line = ngettext(
            "{name}: ratings of {count} response, since {when}. {reason}",
            "{name}: ratings of {count} responses, since {when}. {reason}",
            row.ratings,
            **about,
        )
        more = _("Others rate these responses instead.") if row.put_back else ""
    else:
        line = ngettext(
            "{name}: {count} judgment, since {when}. {reason}",
            "{name}: {count} judgments, since {when}. {reason}",
            row.judgments,
            **about,
        )
        more = _("Others judge these comparisons instead.") if row.put_back else ""
    _line(f"{line} {more}".strip(), _("Include again"), f"lift_{row.person_id}", _lift, slug, row.person_id, rates)
    case_link(slug, row.person_id, _("Look at the work of {name}", name=row.name))


def _withdrawn(slug: str, item: Withdrawn) -> None:
    about = first_words(item.text or "" if item.kind == "response" else item.prompt, 80)
    when = local_moment(item.at)
    if item.kind == "response":
        line = _("A text, since {when}: “{about}”", when=when, about=about)
    else:
        line = _("A comparison, since {when}: “{about}”", when=when, about=about)
    _line(line, _("Put it back"), f"restore_{item.kind}_{item.id}", _restore, slug, item.kind, item.id)


def _line(text: str, label: str, key: str, restore: Callable[..., None], *args: object) -> None:
    with st.container(key=f"line_{key}", horizontal=True, vertical_alignment="center"):
        sentence(text)
        st.button(label, key=key, on_click=restore, args=args)


def _form(slug: str, excluded: set[int], *, rates: bool) -> None:
    judged_by = people_who_judged(store(), slug, session_id())
    people = {person: name for person, name in judged_by.items() if person not in excluded}
    if not people:
        return
    title = _("Leave an annotator's ratings out") if rates else _("Leave an annotator's judgments out")
    with st.expander(title):
        key = f"{slug}/exclude"
        st.selectbox(
            _("Annotator"),
            list(people),
            index=None,
            format_func=people.__getitem__,
            placeholder=_("Choose"),
            key=f"{key}_person_{current_language()}",
        )
        st.text_area(_("Why"), key=f"{key}_reason", max_chars=REASON_LIMIT, height=96)
        judged, rated = _("Let others judge these comparisons instead"), _("Let others rate these responses instead")
        st.checkbox(rated if rates else judged, key=f"{key}_put_back")
        campaign_line(slug)
        note(_consequences(rates=rates))
        label = _("Leave the ratings out") if rates else _("Leave them out")
        st.button(label, key=f"{key}_button", on_click=_exclude, args=(slug, key, rates))


def _consequences(*, rates: bool) -> str:
    if rates:
        return _(
            "The ratings are kept and can count again later. The person gets nothing more to rate: explain why. The "
            "reason is shown in the log and in the report."
        )
    return _(
        "The judgments are kept and can count again later. The person gets nothing more to judge: explain why. The "
        "reason is shown in the log and in the report."
    )


def _exclude(slug: str, key: str, rates: bool) -> None:
    person = state.get(f"{key}_person_{current_language()}")
    if person is None:
        leave_notice("left_out", Notice(refused="nobody"))
        return
    reason, put_back = str(state[f"{key}_reason"]), bool(state[f"{key}_put_back"])
    judged = N_("Done. The judgments are kept and left out from now on.")
    rated = N_("Done. The ratings are kept and left out from now on.")
    if press(
        "left_out",
        lambda: exclude_person(store(), slug, person, reason, put_back=put_back, who=session_id()),
        done=rated if rates else judged,
    ):
        state[f"{key}_reason"], state[f"{key}_put_back"] = "", False


def _lift(slug: str, person_id: int, rates: bool) -> None:
    done = N_("Done. The ratings count again.") if rates else N_("Done. The judgments count again.")
    press("left_out", lambda: lift_exclusion(store(), slug, person_id, session_id()), done=done)


def _restore(slug: str, kind: str, its_id: int) -> None:
    service = withdraw_response if kind == "response" else withdraw_comparison
    press(
        "left_out",
        lambda: service(store(), slug, its_id, withdrawn=False, who=session_id()),
        done=N_("Done. It counts again."),
    )
