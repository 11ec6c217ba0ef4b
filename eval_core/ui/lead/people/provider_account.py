"""Which account at the sign-in provider lets a lead or researcher in, besides their link."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.people.roster import SEES_NAMES, PersonHere
from eval_core.campaigns.people.sign_ins.provider_accounts import AccountRow, change_account, claim_of, read_account
from eval_core.campaigns.people.sign_ins.sign_in_provider import sign_in_provider
from eval_core.locales import gettext as _
from eval_core.ui.lead.people.people_state import people_state
from eval_core.ui.parts.html import heading, note
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.press import SAVED, attempt, press, show_notice
from eval_core.ui.session import session_id, store

state = st.session_state


def provider_account(slug: str, person: PersonHere) -> None:
    """The account, to be invited, changed or taken away; nothing without a provider, or for annotators."""
    provider = sign_in_provider()
    if provider is None or not _may_have_one(person):
        return
    account = _read(slug, person)
    before = (account.claim.email or account.claim.subject) if account else ""
    place = f"account/{person.person_id}"
    key = f"{place}/{before}"  # with the stored value: where another lead changes it, the field shows that
    heading(_("Sign-in at {provider}", provider=provider.name), "who")
    with st.form(f"form/{key}", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(_("Mail address or identifier there"), before, key=key, max_chars=255, width=420)
        st.form_submit_button(_("Save"), key="people_account", on_click=_save, args=(slug, person, key, place))
    if account is None:
        note(
            _(
                "The owner of this account may sign in there as {name}, besides their link. {provider} must have "
                "verified the address; it decides nothing else.",
                name=person.name,
                provider=provider.name,
            )
        )
    elif account.issuer != provider.issuer:
        note(_("This was for another provider, {issuer}. Save it again to use it here.", issuer=account.issuer))
    else:
        _standing(account)
    show_notice("people", place)


def account_place(slug: str, person: PersonHere) -> str:
    """The name of the provider at which the person may sign in; '' where there is none."""
    provider = sign_in_provider()
    if provider is None or not _may_have_one(person):
        return ""
    account = _read(slug, person)
    return provider.name if account and account.issuer == provider.issuer else ""


def _standing(account: AccountRow) -> None:
    if account.first_used_at is None:
        note(_("Not used yet. Save an empty field to take the invitation back."))
        return
    note(_("First used {when}. Save an empty field to end it.", when=local_moment(account.first_used_at)))
    if account.claim.email:
        note(_("Identifier: {subject}", subject=account.claim.subject))


def _may_have_one(person: PersonHere) -> bool:
    is_staff = bool(SEES_NAMES & {*person.place.roles, *person.everywhere})
    return person.kind == "human" and is_staff and (person.in_reach or person.is_you)


def _read(slug: str, person: PersonHere) -> AccountRow | None:
    return attempt(lambda: read_account(store(), slug, person.person_id, session_id())).result


def _save(slug: str, person: PersonHere, key: str, place: str) -> None:
    wanted = claim_of(str(state.get(key) or ""))
    people_state().person, people_state().place = person.person_id, place
    press(
        "people",
        lambda: change_account(store(), slug, person.person_id, wanted, session_id()),
        done=SAVED,
        place=place,
    )
