"""The desk as one element of Streamlit's page: what its script is given, and what the script asks the page for.

From then on the desk speaks with the server by itself (`eval_core/web/desk.py`), and asks for a run of the page only
where Streamlit draws something: a gate, another page, or everything in another language.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import streamlit as st

from eval_core.campaigns.desk.pile import Pile
from eval_core.campaigns.people.sign_ins.sign_in import TEXT_SIZES, Visitor, choose_text_size
from eval_core.campaigns.setup.campaigns import campaign_names
from eval_core.errors import RefusedError
from eval_core.locales import LANGUAGES, current_language, language_name, spoken_language
from eval_core.protocols import load_protocol
from eval_core.ui.address import show_campaign
from eval_core.ui.annotate.desk_words import desk_refusals, desk_words
from eval_core.ui.annotate.guidelines import panel_document
from eval_core.ui.session import Seat, session_id, store, switch_language
from eval_core.web.desk_files import desk_address
from eval_core.web.desk_json import pile_document

KEY = "desk"
PAGES = ("my_work", "guidelines")  # where the desk's menu leads
# Of one key, one HTML and one style sheet: with another one, the browser would make a new element and forget the desk.
_DESK = st.components.v2.component(
    "parvis_desk",
    html='<div class="desk-host"></div>',
    # The desk lies over the page, from here down. Only its bar takes room of the page, before its own styles are there.
    css="""
.desk-host { display: block; min-height: 48px }
""",
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
    isolate_styles=False,
)


def desk_element(seat: Seat, pile: Pile, words: Mapping[str, str] | None = None) -> str | None:
    """Draw the desk; returns the page that its reader asked for, if any. The first element of its page.

    Args:
        words: what it says otherwise than usual, by the keys of `desk_words`.
    """
    with st.container(key="desk_place"):
        found = _DESK(
            key=KEY,
            data=desk_data(seat, pile, words or {}),
            on_rerun_change=_look,
            on_go_change=_look,
            on_language_change=_choose_language,
            on_campaign_change=_choose_campaign,
            on_text_size_change=_choose_text_size,
        )
    return found.go if found.go in PAGES else None


def desk_data(seat: Seat, pile: Pile, words: Mapping[str, str]) -> dict[str, Any]:
    """What the script is given: what the first paint needs, and the words of everything that may follow."""
    language, base = current_language(), base_path()
    protocol = load_protocol(pile.protocol)
    titles = {slug: row.title for slug, row in campaign_names(store()).items()}
    return {
        "src": desk_address(base),
        "base": base,
        "slug": seat.slug,
        "owner": owner_of(seat.visitor),
        "language": language,
        "reads": spoken_language([*protocol.languages, *LANGUAGES]),
        "size": seat.visitor.text_size,
        "words": {**desk_words(), **words},
        "refusals": desk_refusals(rates=protocol.kind == "rating"),
        "guidelines": panel_document(seat.slug),
        "menu": {
            "languages": LANGUAGES | {tag: language_name(tag) for tag in protocol.languages},
            "campaigns": [[slug, titles[slug]] for slug in seat.campaigns],
            "staff": bool(seat.visitor.campaigns_as("researcher")),
            "sizes": list(TEXT_SIZES),
        },
        "pile": pile_document(pile),
        "view": pile.text_view,
        "gate": pile.instead,
    }


def base_path() -> str:
    """What the addresses of this dashboard begin with: '' or, for instance, '/parvis'."""
    path = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""


def owner_of(visitor: Visitor) -> str:
    """Under which name a browser keeps what waits to be sent: no other person, here or elsewhere, has the same."""
    return hashlib.sha256(f"{visitor.person_id} {visitor.since}".encode()).hexdigest()[:16]


def _look() -> None:
    """A wish only: the page that is drawn next reads the database."""


def _given(name: str) -> object:
    """What the script asked for last; it comes from the browser, so it may be anything."""
    state: Mapping[str, object] = st.session_state.get(KEY) or {}
    return state.get(name)


def _choose_language() -> None:
    language = _given("language")
    if isinstance(language, str) and isinstance(session_id(), str):
        with suppress(RefusedError):  # one that neither the interface nor a protocol speaks
            switch_language(language)


def _choose_campaign() -> None:
    slug = _given("campaign")
    if isinstance(slug, str):  # of one that is not theirs they see no more than a refusal
        show_campaign(slug)


def _choose_text_size() -> None:
    percent = _given("text_size")
    if isinstance(percent, int):
        with suppress(RefusedError):  # an unknown size, or a database that is away: the size stays
            choose_text_size(store(), session_id(), percent)
