"""What is around every page: style sheet, demo banner, and the staff's sidebar."""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path

import streamlit as st

from eval_core.campaigns.people.sign_in import Visitor
from eval_core.campaigns.setup.campaigns import campaign_names
from eval_core.locales import LANGUAGES, current_language
from eval_core.locales import gettext as _
from eval_core.ui.frame.badge import inbox_badge
from eval_core.ui.parts.press import forget_notices
from eval_core.ui.registry import page_file
from eval_core.ui.session import session_id, store, switch_language

# Streamlit declares its page to be English, and a screen reader would read Norwegian aloud as English (WCAG 3.1.1). Its
# first link is in English too.
_PAGE_LANGUAGE = st.components.v2.component(
    "parvis_language",
    js="""export default ({ data }) => {
        document.documentElement.lang = data.language
        const skip = document.querySelector("[data-testid=stSkipToContent]")
        if (skip) skip.textContent = data.skip
    }""",
)


_SHEETS = ("base", "annotate", "my_work", "lead", "research")


@cache
def _sheet() -> str:
    folder = Path(__file__).with_name("style")
    sheets = [(folder / f"{room}.css").read_text(encoding="utf-8") for room in _SHEETS]
    return f"<style>{''.join(sheets)}</style>"


def style() -> None:
    """Our style sheet, over Streamlit's, and the language of the page."""
    st.html(_sheet())
    with st.container(key="language"):
        _PAGE_LANGUAGE(key="tongue", data={"language": current_language(), "skip": _("Skip to main content")})


def demo_banner(visitor: Visitor | None) -> None:
    """The permanent line over a demo campaign."""
    if visitor and any(row.is_demo and row.slug in visitor.roles for row in campaign_names(store()).values()):
        text = _("Demo campaign: invented texts, judged by simulated annotators.")
        st.html(f'<p class="demo-banner" role="note">{escape(text)}</p>')


def sidebar(visitor: Visitor) -> None:
    """Campaign switcher, language, and who is signed in; what waits in the inbox, at its name."""
    led, chosen = visitor.campaigns_as("lead"), st.session_state.get("campaign")
    if led:
        inbox_badge(chosen if chosen in led else led[0])
    with st.sidebar:
        campaign_choice(tuple(visitor.roles), always=True)
        if "lead" in visitor.everywhere.union(*visitor.roles.values()):
            st.page_link(page_file("new_campaign"), label=_("New campaign"))
        language_choice()
        st.caption(_("Signed in as {name}", name=visitor.name))
        sign_out_link()


def campaign_choice(slugs: tuple[str, ...], *, always: bool = False) -> None:
    """The choice of a campaign, where there are several; `always` names a single one too."""
    if len(slugs) < 2 and not always:
        return
    names, chosen = campaign_names(store()), st.session_state.get("campaign")
    now = chosen if chosen in slugs else next(iter(slugs), None)
    archived = {slug for slug in slugs if names[slug].status == "archived"} - {now}
    folded = set() if st.session_state.get("archived_too") else archived
    titles = {slug: row.title for slug, row in names.items() if slug in slugs and slug not in folded}
    if len(titles) > 1:
        # The widget is not drawn on every page, so its state follows the choice, which is kept apart.
        st.session_state["campaign_choice"] = now
        st.selectbox(
            _("Campaign"),
            list(titles),
            format_func=titles.__getitem__,
            key="campaign_choice",
            on_change=_campaign_chosen,
            label_visibility="visible" if always else "collapsed",
        )
    elif titles:
        st.text(next(iter(titles.values())))
    if archived and always:
        st.checkbox(_("Archived campaigns too"), key="archived_too")


def sign_out_link() -> None:
    """A button that ends the session on this computer. A form, because following a link must change nothing."""
    st.html(f'<form class="leave" method="post" action="leave"><button>{escape(_("Sign out"))}</button></form>')


def language_choice(key: str = "language_choice") -> None:
    """The choice of the interface's language."""
    # The language may have been chosen on another page, so the widget follows it.
    st.session_state[key] = current_language()
    st.selectbox(
        _("Language"),
        list(LANGUAGES),
        format_func=lambda code: LANGUAGES[code],
        key=key,
        on_change=_language_chosen,
        args=(key,),
        label_visibility="collapsed",
    )


def _campaign_chosen() -> None:
    st.session_state["campaign"] = st.session_state["campaign_choice"]
    forget_notices()


def _language_chosen(key: str) -> None:
    if isinstance(session_id(), str):
        switch_language(st.session_state[key])
