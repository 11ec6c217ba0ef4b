"""The page of one annotator, section by section."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.people.roster import PersonHere, list_roster
from eval_core.locales import gettext as _
from eval_core.ui.address import page_link
from eval_core.ui.lead.case.case_link import ANNOTATOR
from eval_core.ui.parts.html import note, verdict
from eval_core.ui.session import session_id, store


def show_case(slug: str) -> None:
    """The annotator whom the address names."""
    person = _chosen(slug)
    if person is None:
        verdict(_("This annotator is not in the campaign."))
        note(_("Follow a name on Progress or Quality."))
        page_link("progress", slug, label=_("Open Progress"))
        return
    verdict(person.name)


def _chosen(slug: str) -> PersonHere | None:
    wanted = st.query_params.get(ANNOTATOR, "")
    people = list_roster(store(), slug, session_id())
    return next((person for person in people if str(person.person_id) == wanted), None)
