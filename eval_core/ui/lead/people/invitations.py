"""Adding people by a pasted list, and the invitations to send them, each with its link."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from html import escape

import streamlit as st

from eval_core.campaigns.people.invitations import MOST_CHARACTERS, PastedLine, add_people, preview_people
from eval_core.campaigns.people.link_address import checked_base_url, guide_address, link_address
from eval_core.campaigns.setup.campaigns import campaign_names
from eval_core.errors import RefusedError
from eval_core.locales import LANGUAGES, N_, current_language, ngettext, number, use_language
from eval_core.locales import gettext as _
from eval_core.reports.ranking_words import STANDARDS
from eval_core.ui.lead.people.labels import REFUSALS, roles_text
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store

_STANDING = {
    "new": N_("New: gets a link"),
    "known": N_("From another campaign: keeps their own link, which you cannot see"),
    "here": N_("Already here: gets the role too"),
    "unchanged": N_("Already here: nothing to do"),
}
_PROBLEMS = {
    "bad_name": N_("A name has 1 to 80 characters, and no quotation marks or < >"),
    "unknown_word": N_("“{word}” is neither a role nor nb or nn"),
    "two_standards": N_("Only one written standard, or none for both"),
    "standard_without_annotator": N_("A written standard is for annotators only"),
    "twice": N_("This name is in another line too"),
    "not_human": N_("Only people lead and do research"),
    "other_standard": N_("Has another written standard here: change it in the person's details below"),
}
Invitation = tuple[str, Collection[str], str]  # name, roles and token
state = st.session_state


def adding(slug: str) -> None:
    """A place for names, what would come of each line, and a button once nothing is wrong."""
    how = _(
        "A pseudonym is enough. After a comma or a tab: annotator, lead or researcher (annotator if you leave it "
        "out), and nb or nn for an annotator who judges only one written standard."
    )
    st.html(f'<p class="note">{escape(how)}</p>')
    st.text_area(
        _("Names, one per line"),
        key="people_paste",
        height=128,
        max_chars=MOST_CHARACTERS,
        on_change=_look,
        placeholder=_("Kari\nOla, nn\nLise, lead"),
    )
    pasted = state.get("people_paste") or ""
    # A press takes the focus out of the field, which is what makes the preview.
    st.button(_("Preview the list"), key="people_look", type="tertiary")
    if not pasted.strip():
        _outcome()
        return
    try:
        lines = preview_people(store(), slug, pasted, session_id())
    except RefusedError as refusal:
        st.html(f'<p class="note trouble" role="alert">{escape(_(REFUSALS[refusal.code]))}</p>')
        return
    _preview(lines)
    if any(line.problem for line in lines):
        st.html(f'<p class="note trouble" role="alert">{escape(_(REFUSALS["bad_lines"]))}</p>')
    elif changing := sum(line.standing != "unchanged" for line in lines):
        label = ngettext("Add {count} person", "Add {count} people", changing)
        st.button(label, key="people_add", type="primary", on_click=_add, args=(slug, pasted, _known(lines)))
    _outcome()


def invitations(slug: str, *, rates: bool) -> None:
    """The texts to send, ready to copy, until the lead hides them; with the guide unless the campaign `rates`."""
    found: list[Invitation] = state.get(_kept(slug)) or []
    if not found:
        return
    heading = ngettext("{count} invitation to send", "{count} invitations to send", len(found))
    text = _("The links are shown now and never again. Copy each text, and send it only to that person.")
    st.html(f'<h2 class="section">{escape(heading)}</h2><p class="note">{escape(text)}</p>')
    title = campaign_names(store())[slug].title
    languages = list(LANGUAGES)
    chosen = st.segmented_control(
        _("Language of the invitation"),
        languages,
        default=current_language(),
        format_func=lambda code: LANGUAGES[code],
        key="people_language",
    )
    # Where nobody has said what links begin with: where this page was found.
    here = (st.context.url or "").rpartition("/")[0]
    base = checked_base_url(os.environ.get("PARVIS_BASE_URL") or here or None)
    language = chosen or current_language()
    guide = None if rates else guide_address(language, base)
    for name, roles, token in found:
        written = invitation_text(name, roles, title, link_address(token, base), language, guide)
        st.code(written, language=None, wrap_lines=True)
    st.button(_("I have sent them: hide the links"), key="people_hide", on_click=_hide, args=(slug,))


def invitation_text(
    name: str, roles: Collection[str], title: str, address: str, language: str, guide: str | None = None
) -> str:
    """The invitation in this language, with the personal link; for annotators also with the address of the guide."""
    with _speaking(language):
        how = [_("How it works, on one page: {address}", address=guide)] if guide and "annotator" in roles else []
        if set(roles) <= {"annotator"}:
            what = _(
                "You are invited to take part in “{title}”. You read two texts at a time and say which of them is "
                "written in better Norwegian.",
                title=title,
            )
        else:
            what = _("You are invited to “{title}”, with this role: {roles}.", title=title, roles=roles_text(roles))
        return "\n\n".join(
            (
                _("Welcome to Parvis, {name}!", name=name),
                f"{what} {_('This is your personal link:')}",
                address,
                _(
                    "Open it on a computer or a phone, and press “Sign in”. The link signs you in as {name}: keep it "
                    "to yourself, and use it again whenever you come back.",
                    name=name,
                ),
                *how,
            )
        )


def keep_invitations(slug: str, made: Sequence[Invitation]) -> None:
    """Show these links in this browser session until they are put away; a newer link takes an older one's place."""
    names = {name for name, _roles, _token in made}
    before = [one for one in state.get(_kept(slug)) or [] if one[0] not in names]
    state[_kept(slug)] = [*before, *made]


def forget_invitation(slug: str, name: str) -> None:
    """Show somebody's link no more: it is dead."""
    state[_kept(slug)] = [one for one in state.get(_kept(slug)) or [] if one[0] != name]


def _preview(lines: Sequence[PastedLine]) -> None:
    rows = []
    for line in lines:
        asked = line.place.written_standard
        standard = _(STANDARDS[asked]) if asked else _("Both") if "annotator" in line.place.roles else ""
        what = f"⚠ {_(_PROBLEMS[line.problem], word=line.word)}" if line.problem else _(_STANDING[line.standing])
        rows.append([number(line.number), line.name, what, roles_text(line.place.roles), standard])
    header = [_("Line"), _("Name"), _("Result"), _("Roles"), _("Written standard")]
    with st.container(key="people_preview"):
        table(header, rows, caption=_("Preview"))


def _known(lines: Sequence[PastedLine]) -> list[str]:
    return [line.name for line in lines if line.standing != "new"]


def _look() -> None:
    state["people_outcome"] = None


def _add(slug: str, pasted: str, known: list[str]) -> None:
    if state.get("people_paste") != pasted:
        return  # the second click of a double click: the list is done
    try:
        made = add_people(store(), slug, pasted, known, session_id())
    except RefusedError as refusal:
        state["people_outcome"] = refusal.code
        return
    keep_invitations(slug, [(one.name, one.place.roles, one.token) for one in made if one.token])
    state["people_outcome"], state["people_paste"] = len(made), ""


def _outcome() -> None:
    """What became of the last list."""
    word = state.get("people_outcome")
    if isinstance(word, str):
        st.html(f'<p class="note trouble" role="alert">{escape(_(REFUSALS[word]))}</p>')
    elif word:
        text = ngettext("{count} person is added.", "{count} people are added.", word)
        st.html(f'<p class="note" role="status">{escape(text)}</p>')


def _hide(slug: str) -> None:
    state[_kept(slug)] = []


def _kept(slug: str) -> str:
    return f"people_invited/{slug}"


@contextmanager
def _speaking(language: str) -> Iterator[None]:
    """Speak another language for a moment: the reader of the letter is not the reader of the page."""
    before = current_language()
    use_language(language)
    try:
        yield
    finally:
        use_language(before)
