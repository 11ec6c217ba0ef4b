"""Adding people by a pasted list, and the invitations to send, each with its link."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from urllib.parse import quote, urlencode

import streamlit as st

from eval_core import settings
from eval_core.campaigns.people.invitations import MOST_CHARACTERS, PastedLine, add_people, preview_people
from eval_core.campaigns.people.invited import InvitedTo, preview_invitation
from eval_core.campaigns.people.link_address import checked_base_url, guide_address, link_address
from eval_core.locales import LANGUAGES, N_, current_language, in_language, ngettext, number
from eval_core.locales import gettext as _
from eval_core.reports.background.invitation_words import greeting, invitation_words, roles_text
from eval_core.reports.choice_words import STANDARDS
from eval_core.ui.frame.campaign_line import campaign_line
from eval_core.ui.lead.people.mail import mail_to
from eval_core.ui.lead.people.people_state import keep_invitations, people_state
from eval_core.ui.lead.people.qr_codes import Card, qr_image, qr_page
from eval_core.ui.parts.downloads import download_row
from eval_core.ui.parts.html import heading_html, note, note_html, trouble
from eval_core.ui.parts.press import attempt, forget_notice, press, show_notice
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store

_STANDING = {
    "new": N_("New: gets a link"),
    "known": N_("From another campaign: keeps their own link, which you cannot see"),
    "here": N_("Already here: gets the role too"),
    "unchanged": N_("Already here: nothing to do"),
    "addressed": N_("Already here: gets this mail address"),
}
_PROBLEMS = {
    "bad_name": N_("A name has 1 to 80 characters, and no quotation marks or < >"),
    "unknown_word": N_("“{word}” is neither a role nor nb or nn"),
    "two_standards": N_("Only one written standard, or none for both"),
    "standard_without_annotator": N_("A written standard is for annotators only"),
    "twice": N_("This name is in another line too"),
    "not_human": N_("Only people lead and do research"),
    "other_standard": N_("Has another written standard here: change it in the person's details below"),
    "bad_address": N_("“{word}” is not a mail address"),
    "two_addresses": N_("Only one mail address"),
    "taken_name": N_("Someone else has this name: write a name before the address"),
    "address_out_of_reach": N_("Takes part in campaigns that you do not lead: leave the address out"),
}
PASTED = "people_paste"  # key of the field for names
state = st.session_state


def adding(slug: str) -> None:
    """A field for names, a preview of what each line would do, and a button once nothing is wrong."""
    how = _(
        "A pseudonym is enough. After a comma or a tab: annotator, lead or researcher (annotator if you leave it "
        "out), nb or nn for an annotator who judges only one written standard, and a mail address if you like."
    )
    note(how)
    st.text_area(
        _("Names, one per line"),
        key=PASTED,
        height=128,
        max_chars=MOST_CHARACTERS,
        on_change=_forget,
        persist_state="session",  # kept while the lead looks at another page
        placeholder=_("Kari\nOla, nn\nLise, lead\nUnni, unni@example.org"),
    )
    pasted = state.get(PASTED) or ""
    # A click takes the focus out of the field, and that makes the preview.
    st.button(_("Preview the list"), key="people_look")
    if not pasted.strip():
        _outcome()
        return
    preview = attempt(lambda: preview_people(store(), slug, pasted, session_id()))
    if preview.result is None:
        trouble(refusal_text(preview.refused, "people"))
        return
    lines = preview.result
    _preview(lines)
    if any(line.problem for line in lines):
        trouble(refusal_text("bad_lines", "people"))
    elif changing := sum(line.standing != "unchanged" or bool(line.address) for line in lines):
        campaign_line(slug)
        label = ngettext("Add {count} person", "Add {count} people", changing)
        st.button(label, key="people_add", type="primary", on_click=_add, args=(slug, pasted, _known(lines)))
    _outcome()


def invitations(slug: str) -> None:
    """The texts to send, ready to copy, until the lead hides them."""
    made = people_state().invitations.get(slug)
    if not made:
        return
    heading = ngettext("{count} invitation to send", "{count} invitations to send", len(made))
    text = _("The links are shown now and never again. Copy each text, and send it only to that person.")
    st.html(heading_html(heading) + note_html(text))
    languages = list(LANGUAGES)
    chosen = st.segmented_control(
        _("Language of the invitation"),
        languages,
        default=current_language(),
        format_func=lambda code: LANGUAGES[code],
        key="people_language",
    )
    # Without a configured address, links begin like the address of this page.
    here = (st.context.url or "").rpartition("/")[0]
    base = checked_base_url(None if settings.BASE_URL.text else here)
    language = chosen or current_language()
    guide = guide_address(language, base)
    cards = []
    for number_here, (name, roles, token) in enumerate(made):
        place = preview_invitation(store(), slug, roles, session_id())
        cards.append(Card(name, place.title, link_address(token, base, slug)))
        letter = invitation_text(name, place, cards[-1].address, language, guide)
        st.html(heading_html(name, "who"))
        st.code(letter, language=None, wrap_lines=True)
        _other_ways(number_here, cards[-1], letter)
    download_row(slug, "qr", [(_("QR codes to print"), "html", "text/html", partial(qr_page, cards))])
    st.button(_("I have sent them: hide the links"), key="people_hide", on_click=_hide, args=(slug,))


def _other_ways(number_here: int, card: Card, letter: str) -> None:
    """The same invitation in the lead's own mail program, and its link for a phone's camera."""
    subject = _("Invitation to “{title}”", title=card.title)
    with st.container(horizontal=True):
        st.link_button(_("Write a mail"), f"mailto:?{urlencode({'subject': subject, 'body': letter}, quote_via=quote)}")
        with st.popover(_("QR code"), key=f"people_qr_{number_here}"):
            qr_image(card.address, 240)
            st.text(_("Only {name} may use this code.", name=card.name))


def invitation_text(name: str, place: InvitedTo, address: str, language: str, guide: str) -> str:
    """The invitation in this language, with the personal link; where there is one also with the guide's address."""
    with in_language(language):
        how = [_("How it works, on one page: {address}", address=guide)] if place.has_guide else []
        return "\n\n".join(
            (
                greeting(name),
                " ".join(invitation_words(place)),
                f"{_('This is your personal link:')}\n{address}",
                _(
                    "Open it on a computer or a phone, and press “Sign in”. The link signs you in as {name}: keep it "
                    "to yourself, and use it again whenever you come back.",
                    name=name,
                ),
                *how,
            )
        )


def _preview(lines: Sequence[PastedLine]) -> None:
    rows = []
    for line in lines:
        asked = line.place.written_standard
        standard = _(STANDARDS[asked]) if asked else _("Both") if "annotator" in line.place.roles else ""
        what = f"⚠ {_(_PROBLEMS[line.problem], word=line.word)}" if line.problem else _(_STANDING[_standing(line)])
        rows.append([number(line.number), line.name, what, roles_text(line.place.roles), standard, line.address])
    header = [_("Line"), _("Name"), _("Result"), _("Roles"), _("Written standard"), _("Mail address")]
    if not any(line.address for line in lines):
        header, rows = header[:-1], [row[:-1] for row in rows]
    with st.container(key="people_preview"):
        table(header, rows, caption=_("Preview"))
    if any(line.name_from_address for line in lines):
        note(
            _("A line with an address alone takes the part before the @ as the name. Write another before the address.")
        )


def _standing(line: PastedLine) -> str:
    return "addressed" if line.standing == "unchanged" and line.address else line.standing


def _known(lines: Sequence[PastedLine]) -> list[str]:
    return [line.name for line in lines if line.standing != "new"]


def _forget() -> None:
    forget_notice("people")
    people_state().added = 0


def _add(slug: str, pasted: str, known: list[str]) -> None:
    if state.get(PASTED) != pasted:
        return  # the second click of a double click: the list was added
    people_state().added = 0
    made = press("people", lambda: add_people(store(), slug, pasted, known, session_id()), place="list")
    if made.result is not None:
        keep_invitations(
            slug, [(person.name, person.place.roles, person.token) for person in made.result if person.token]
        )
        people_state().added, state[PASTED] = len(made.result), ""
        people_state().asked = None
        state[mail_to(slug)] = [person.person_id for person in made.result if person.has_address]


def _outcome() -> None:
    """What became of the last list."""
    if added := people_state().added:
        note(ngettext("{count} person is added.", "{count} people are added.", added), role="status")
    else:
        show_notice("people", "list")


def _hide(slug: str) -> None:
    people_state().invitations[slug] = []
