"""The way to an annotator's page, from any alarm or name. Its address has campaign and annotator: F5 and Back work."""

from __future__ import annotations

from typing import NoReturn

from eval_core.campaigns.people.roster import list_roster
from eval_core.locales import gettext as _
from eval_core.ui.address import go_to, page_address, page_link
from eval_core.ui.parts.tables import Link
from eval_core.ui.session import session_id, store

ANNOTATOR = "annotator"  # in the address


def case_link(slug: str, person_id: int, label: str) -> None:
    """Draw a link to the page of an annotator; `label` is plain text."""
    page_link("case", slug, label=label, annotator=str(person_id))


def case_link_of(slug: str, name: str) -> None:
    """Draw a link to the page of the person of this name; nothing where the campaign no longer has them."""
    found = [one for one in list_roster(store(), slug, session_id()) if one.name == name]
    for person in found:
        case_link(slug, person.person_id, _("Look at the work of {name}", name=name))


def open_case(slug: str, person_id: int) -> NoReturn:
    """Go to the page of an annotator, after a click."""
    go_to("case", slug, annotator=str(person_id))


def case_name(slug: str, person_id: int | None, text: str) -> Link | str:
    """A name in a table that leads to the page of an annotator; where the person is not known, the text alone."""
    return text if person_id is None else Link(text, page_address("case", slug, annotator=str(person_id)))
