"""What is left out: annotators' judgments or ratings, comparisons and texts; leaving out more, putting it back."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

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
from eval_core.errors import RefusedError
from eval_core.locales import N_, current_language, ngettext
from eval_core.locales import gettext as _
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.session import session_id, store

_SAID = {
    "excluded": N_("Done. The judgments are kept and left out from now on."),
    "lifted": N_("Done. The judgments count again."),
    "restored": N_("Done. It counts again."),
    "no_text": N_("Not saved: say why first. The reason is shown in the log and in the report."),
    "too_long": N_("Not saved: a reason has at most 500 characters."),
    "nobody": N_("Not saved: choose an annotator first."),
    "unknown_person": N_("Not saved: this person is no longer in the campaign."),
    "response_withdrawn": N_("Not saved: one of its texts is withdrawn. Put that back first."),
    "not_allowed": N_("Not saved: this needs the role of a lead."),
    "signed_out": N_("Not saved: you have been signed out. Open your personal link again."),
}
# The same where responses are rated.
_RATED = {
    "excluded": N_("Done. The ratings are kept and left out from now on."),
    "lifted": N_("Done. The ratings count again."),
}
_DONE = ("excluded", "lifted", "restored")
state = st.session_state


def show_left_out(slug: str, *, rates: bool = False) -> None:
    """What is left out now, each with the button that puts it back, and the form that leaves out more. For leads.

    Args:
        rates: whether responses are rated in the campaign.
    """
    st.html(f'<h2 class="section">{escape(_("Left out"))}</h2>')
    rows = list_exclusions(store(), slug, session_id())
    withdrawn = list_withdrawn(store(), slug, session_id())
    live = [row for row in rows if row.lifted_at is None]
    if not live and not withdrawn:
        judged, rated = _("Nothing is left out: every judgment counts."), _("Nothing is left out: every rating counts.")
        st.html(f'<p class="note">{escape(rated if rates else judged)}</p>')
    for row in live:
        _excluded(slug, row)
    for one in withdrawn:
        _withdrawn(slug, one)
    _form(slug, {row.person_id for row in live}, rates=rates)
    _notice(rates=rates)


def _excluded(slug: str, row: ExclusionRow) -> None:
    about = {"name": row.name, "when": local_moment(row.made_at), "reason": row.reason}
    if row.ratings and not row.judgments:
        said = ngettext(
            "{name}: ratings of {count} response, since {when}. {reason}",
            "{name}: ratings of {count} responses, since {when}. {reason}",
            row.ratings,
            **about,
        )
        more = _("Others rate these responses instead.") if row.put_back else ""
    else:
        said = ngettext(
            "{name}: {count} judgment, since {when}. {reason}",
            "{name}: {count} judgments, since {when}. {reason}",
            row.judgments,
            **about,
        )
        more = _("Others judge these comparisons instead.") if row.put_back else ""
    _line(f"{said} {more}".strip(), _("Include again"), f"lift_{row.person_id}", _lift, slug, row.person_id)


def _withdrawn(slug: str, one: Withdrawn) -> None:
    about = first_words(one.text or "" if one.kind == "response" else one.prompt, 80)
    when = local_moment(one.at)
    if one.kind == "response":
        said = _("A text, since {when}: “{about}”", when=when, about=about)
    else:
        said = _("A comparison, since {when}: “{about}”", when=when, about=about)
    _line(said, _("Put it back"), f"restore_{one.kind}_{one.id}", _restore, slug, one.kind, one.id)


def _line(said: str, label: str, key: str, deed: Callable[..., None], *args: object) -> None:
    with st.container(key=f"line_{key}", horizontal=True, vertical_alignment="center"):
        st.html(f'<p class="sentence">{escape(said)}</p>')
        st.button(label, key=key, on_click=deed, args=args)


def _form(slug: str, excluded: set[int], *, rates: bool) -> None:
    people = {one: name for one, name in people_who_judged(store(), slug, session_id()).items() if one not in excluded}
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
        st.html(f'<p class="note">{escape(_consequences(rates=rates))}</p>')
        label = _("Leave the ratings out") if rates else _("Leave them out")
        st.button(label, key=f"{key}_button", on_click=_exclude, args=(slug, key))


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


def _exclude(slug: str, key: str) -> None:
    person = state.get(f"{key}_person_{current_language()}")
    if person is None:
        state["left_out_notice"] = "nobody"
        return
    reason, put_back = str(state[f"{key}_reason"]), bool(state[f"{key}_put_back"])
    if _deed("excluded", lambda: exclude_person(store(), slug, person, reason, put_back=put_back, who=session_id())):
        state[f"{key}_reason"], state[f"{key}_put_back"] = "", False


def _lift(slug: str, person_id: int) -> None:
    _deed("lifted", lambda: lift_exclusion(store(), slug, person_id, session_id()))


def _restore(slug: str, kind: str, its_id: int) -> None:
    service = withdraw_response if kind == "response" else withdraw_comparison
    _deed("restored", lambda: service(store(), slug, its_id, withdrawn=False, who=session_id()))


def _deed(done: str, service: Callable[[], object]) -> bool:
    try:
        service()
    except RefusedError as refusal:
        state["left_out_notice"] = refusal.code
        return False
    state["left_out_notice"] = done
    return True


def _notice(*, rates: bool) -> None:
    """What became of the last click, until the next one."""
    word = state.pop("left_out_notice", "")
    said = _SAID | (_RATED if rates else {})
    if word in _DONE:
        st.html(f'<p class="note" role="status">{escape(_(said[word]))}</p>')
    elif word:
        refused = said.get(word, said["not_allowed"])
        st.html(f'<p class="note trouble" role="alert">{escape(_(refused))}</p>')
