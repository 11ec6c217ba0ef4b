"""Who uses this browser, and may they be here; and what a page remembers of them. The only reader of cookies."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import NoReturn, TypeVar

import streamlit as st

from eval_core.campaigns.access import Who
from eval_core.campaigns.desk.trial import trial_called
from eval_core.campaigns.people.sign_ins.sign_in import Visitor, choose_language, current_visitor
from eval_core.errors import UnavailableError
from eval_core.locales import gettext as _
from eval_core.locales import use_language
from eval_core.store import Store
from eval_core.ui.address import asked_campaign, go_to, known_campaign
from eval_core.web.cookie import COOKIE
from eval_core.web.ways_in import ways_in

State = TypeVar("State")


@dataclass(frozen=True)
class Seat:
    """A checked visitor in the campaign they are looking at."""

    visitor: Visitor
    slug: str
    campaigns: tuple[str, ...]


@cache
def store() -> Store:
    """The process's one store."""
    return Store()


def desk_store(slug: str) -> Store:
    """The database behind a campaign's desk: of a trial its own."""
    trial = trial_called(slug)
    return trial.store if trial else store()


def page_state(kind: type[State]) -> State:
    """What this browser session remembers of a page: an object of the page's own class, kept under one key.

    Args:
        kind: a class whose fields all have defaults.
    """
    state: State = st.session_state.setdefault(f"state/{kind.__name__}", kind())
    return state


def session_id() -> Who:
    """What services ask for: the session id of this browser's cookie, None without one."""
    return _cookies().get(COOKIE)


def visitor() -> Visitor | None:
    """Who is signed in here; also sets the language of this run."""
    identity, state = session_id(), st.session_state
    use_readers_language()  # before the database is asked, in case it cannot answer
    person = current_visitor(store(), identity if isinstance(identity, str) else None)
    chosen = state["spoken"] = person.language if person else None
    use_language(state.get("language") or chosen, _languages())
    return person


def use_readers_language() -> None:
    """Speak the language of this tab's last run, without asking the database."""
    use_language(st.session_state.get("language") or st.session_state.get("spoken"), _languages())


def require(*roles: str, drawn: str = "", anywhere: bool = False) -> Seat:
    """Let only these roles go on drawing; everyone else reads why there is nothing to see.

    This guards what is drawn. What is done is guarded in the services. The seat is in the campaign that the address
    names; without one, in the campaign of the run before or in the first.

    Args:
        drawn: the campaign for which the page was drawn: a part of it that is drawn again by itself is about no other.
        anywhere: a role in every campaign will do while there is none; the seat then has no campaign ('').
    """
    person = visitor()
    if person is None:
        refuse(_("You are not signed in. Open your personal link to go on."), ways=ways_in())
    campaigns = tuple(person.campaigns_as(*roles))
    if not campaigns and person.everywhere & set(roles):
        if anywhere:
            return Seat(person, "", ())
        if "lead" in person.everywhere:  # the first steps, whichever page was asked for
            go_to("new_campaign", "")
        refuse(_("There is no campaign yet. A lead sets up the first one."), title=_("Nothing here yet"))
    if not campaigns:
        refuse(_("This page is not for your role. Ask the campaign's lead if you need it."), home=True)
    slug = drawn or campaign_here(person, *roles)
    if slug not in campaigns:
        # The same words whether or not there is such a campaign, so that addresses cannot be probed.
        refuse(_("There is no campaign here that you may see. Choose one of your own."), home=True)
    return Seat(person, slug, campaigns)


def campaign_here(person: Visitor, *roles: str) -> str | None:
    """The campaign that this tab shows to someone with these roles; None if its address names one they may not see,
    or there is none for them."""
    campaigns, asked = person.campaigns_as(*roles), asked_campaign()
    if asked:
        return asked if asked in campaigns else None
    return known_campaign() if known_campaign() in campaigns else next(iter(campaigns), None)


def refuse(message: str, *, title: str = "", home: bool = False, ways: Mapping[str, str] | None = None) -> NoReturn:
    """Say why there is nothing to see, and stop.

    Args:
        title: the heading; '' for that of a page that the reader may not see.
        home: with a link to the page that opens first for the reader.
        ways: more links: an address, relative to the first page, and what it says.
    """
    links = ({"./": _("To the first page")} if home else {}) | dict(ways or {})
    with st.container(key="refusal"):
        st.html(f"<h1>{escape(title or _('No access'))}</h1>")
        st.text(message)
        for address, label in links.items():
            st.html(f'<a href="{address}" target="_self">{escape(label)}</a>')
    st.stop()


def switch_language(language: str) -> None:
    """Remember the chosen language, for this browser and for the person."""
    with suppress(UnavailableError):  # then it holds for this browser only
        choose_language(store(), session_id(), language)
    st.session_state["language"] = language


def _cookies() -> dict[str, str]:
    # The one seam that tests replace: a page test has no browser to hold a cookie.
    return dict(st.context.cookies)


def _languages() -> str:
    """The browser's languages as a header says them: first the page's own, for a websocket's header may name others."""
    return ",".join(filter(None, (st.context.locale, st.context.headers.get("Accept-Language"))))
