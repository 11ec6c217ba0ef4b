"""The Export page's parts: judgments, ratings, everything, the data set, and tokens for programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import TypeVar

import streamlit as st

from eval_core import settings
from eval_core.campaigns.access import Who
from eval_core.campaigns.kinds import scales_of
from eval_core.campaigns.people.api_tokens import NewToken, create_token, list_tokens, revoke_token
from eval_core.campaigns.people.link_address import checked_base_url, results_address
from eval_core.campaigns.publishing.archive.export import export_everything
from eval_core.campaigns.publishing.dataset import dataset_zip
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.publishing.public_results import read_publication
from eval_core.campaigns.publishing.release_facts import read_release_facts
from eval_core.campaigns.results.early_results import note_look
from eval_core.campaigns.results.ratings import export_ratings
from eval_core.campaigns.rules import change_rules
from eval_core.errors import RefusedError
from eval_core.files import MIME_TYPES, ratings_table, table_bytes
from eval_core.locales import N_, current_language, said, use_language
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.ranking.choices import Choices
from eval_core.reports.bundle.folder import bundle_zip
from eval_core.reports.choice_words import STANDARDS
from eval_core.reports.page import campaign_report
from eval_core.reports.site.publication import site_zip
from eval_core.ui.parts.downloads import file_button
from eval_core.ui.parts.html import heading, note
from eval_core.ui.parts.press import SAVED, press, show_notice
from eval_core.ui.research.rankings import board
from eval_core.ui.session import page_state, session_id, store

_ZIP = "application/zip"
Made = TypeVar("Made")
# What the public page of results shows, by the rule's value.
PUBLIC = {"off": N_("No page"), "full": N_("With prompts and responses"), "without_texts": N_("Without the texts")}
_PROGRAM_FIELD = "token_name"  # the field that a new token's name is written in
_FACTS = {
    "recruitment": N_("recruitment"),
    "pay_basis": N_("pay basis"),
    "ethics_reference": N_("ethics reference"),
    "licence": N_("licence"),
    "contact": N_("contact"),
}


@dataclass
class ExportState:
    """The token that was just created, until it has been shown once."""

    new_token: NewToken | None = None


def judgments(slug: str) -> None:
    """The judgments as a table, in four formats."""
    note(_("One judgment per row. Response A is the one that was shown as A. Texts and system names are included."))
    pseudonymous, safe = _options()
    with st.container(horizontal=True):
        for suffix, mime in MIME_TYPES.items():
            make = partial(_judgments, session_id(), slug, suffix, pseudonymous, safe)
            _download(f"{slug}-judgments{suffix}", mime, make, key=f"judgments{suffix}", label=_label(suffix))


def ratings(slug: str, protocols: Sequence[str]) -> None:
    """The ratings as a long table under each of these protocols, in four formats."""
    heading(_("Ratings"))
    note(
        _(
            "One rating per row: one criterion of one response by one annotator; NA is “not applicable”. Ratings by "
            "LLM judges and by annotators left out are marked."
        )
    )
    pseudonymous, safe = _options("ratings_")
    for key in protocols:
        note(said(load_protocol(key).title))
        with st.container(horizontal=True):
            for suffix, mime in MIME_TYPES.items():
                make = partial(_ratings, session_id(), slug, key, suffix, pseudonymous, safe)
                name = f"{slug}-{key}-ratings{suffix}"
                _download(name, mime, make, key=f"ratings_{key}{suffix}", label=_label(suffix))


def report(slug: str) -> None:
    """The results as a page to read, print and cite, in the reader's language."""
    heading(_("Report"))
    note(_("The results with their figures, methods and limitations as one page, to read, to print and to cite."))
    make = partial(_report, session_id(), slug, current_language())
    _download(f"{slug}-report.html", "text/html", make, key="report", label=_("Report (HTML)"))


def site(slug: str) -> None:
    """The results as a site in a ZIP, and the lead's switch of the public page; both wait until judging is closed."""
    heading(_("Publish"))
    note(
        _(
            "The results as a site for everyone: the ranking, every pair, method, data and citation, in three "
            "languages. No one is named in it. It needs no server."
        )
    )
    now = read_publication(store(), slug, session_id())
    if not now.settled:
        note(_("This waits until the campaign is closed: until then, nothing that names a system is public."))
        return
    with_texts = st.checkbox(_("With prompts and responses"), value=True, key="site_texts")
    make = partial(_site, session_id(), slug, with_texts)
    _download(f"{slug}-site.zip", _ZIP, make, key="site", label=_("Site (ZIP)"))
    _public_page(slug, now.shown)


def _public_page(slug: str, shown: str) -> None:
    """The switch, and the page's address when there is one."""
    key = f"public_{slug}"
    st.session_state[key] = shown
    choices = {name: _(label) for name, label in PUBLIC.items()}
    st.radio(
        _("Public page in Parvis"),
        list(choices),
        format_func=choices.__getitem__,
        key=key,
        on_change=_publish,
        args=(slug, key, shown),
    )
    show_notice("export", "public")
    if shown != "off":
        # Without a configured address it begins like that of this page.
        here = (st.context.url or "").rpartition("/")[0]
        address = results_address(slug, checked_base_url(None if settings.BASE_URL.text else here))
        note(_("Anyone can read it, without signing in. Opening the campaign again switches it off."))
        st.link_button(address, address)


def everything(slug: str) -> None:
    """The whole campaign as an archive."""
    heading(_("Everything"))
    note(
        _(
            "The whole campaign in one file, which “parvis import all” restores in another Parvis. What people wrote "
            "is included; links and tokens are not."
        )
    )
    named = st.checkbox(_("With people's names"), key="named")
    make = partial(_everything, session_id(), slug, named)
    _download(f"{slug}.zip", _ZIP, make, key="everything", label=_("Everything (ZIP)"))


def dataset(slug: str) -> None:
    """The data set for a hub, and what its card lacks."""
    heading(_("Data set"))
    note(_("Parquet files and a data card for others. Every annotator gets a new pseudonym each time it is made."))
    missing = read_release_facts(store(), slug, session_id())
    lacking = [_(_FACTS[name]) for name in _FACTS if not getattr(missing, name)]
    if lacking:
        note(_("Not filled in: {facts}.", facts=", ".join(lacking)))
    comments = st.checkbox(_("With comments, and the reasons why annotators were left out"), key="comments")
    times = st.checkbox(_("With exact times"), key="times")
    make = partial(_dataset, session_id(), slug, comments, times)
    _download(f"{slug}-dataset.zip", _ZIP, make, key="dataset", label=_("Data set (ZIP)"))


def results_section(slug: str) -> None:
    """What a paper needs of the results, where there is a ranking."""
    if not any(board(slug, Choices(written_standard=standard)).ranking for standard in (None, *STANDARDS)):
        return
    heading(_("For a paper"))
    note(
        _(
            "Figures, LaTeX tables, a methods section with its sources, every number, the judgments under random "
            "names, and a script that computes each number again."
        )
    )
    make = partial(_bundle, session_id(), slug, current_language())
    _download(f"{slug}-results.zip", _ZIP, make, key="bundle", label=_("Write my results section (ZIP)"))


def tokens(slug: str) -> None:
    """Tokens for programs: create, show once, list, revoke."""
    heading(_("Programs"))
    note(
        _(
            "With a token, a program such as a training loop adds responses and reads progress, ranking and judgments"
            " over HTTP, in this campaign only."
        )
    )
    state = page_state(ExportState)
    fresh, state.new_token = state.new_token, None
    if fresh is not None:
        note(_("The token of {name}. It is shown only now: copy it.", name=fresh.name))
        st.code(fresh.token, language=None)
    show_notice("export", once=True)
    for row in list_tokens(store(), slug, session_id()):
        if row.revoked_at is None:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.text(row.name)
                key, args = f"revoke_{row.token_id}", (slug, row.token_id)
                st.button(_("Revoke"), key=key, on_click=_revoke, args=args)
    with st.form("token", border=False, clear_on_submit=True):
        st.text_input(_("Name of the program"), key=_PROGRAM_FIELD, max_chars=80)
        st.form_submit_button(_("Create a token"), on_click=_create, args=(slug,))


def _options(prefix: str = "") -> tuple[bool, bool]:
    """Whether annotators are numbered, and whether cells are safe for spreadsheets."""
    pseudonymous = st.checkbox(_("Pseudonyms instead of annotators' names"), value=True, key=f"{prefix}pseudonymous")
    safe = st.checkbox(
        _("Safe for spreadsheets: no cell is run as a formula (CSV only; texts then differ by an apostrophe)"),
        key=f"{prefix}spreadsheet_safe",
    )
    return pseudonymous, safe


def _label(suffix: str) -> str:
    return "Excel" if suffix == ".xlsx" else suffix[1:].upper()


def _create(slug: str) -> None:
    name = st.session_state[_PROGRAM_FIELD]
    outcome = press("export", lambda: create_token(store(), slug, name, session_id()))
    page_state(ExportState).new_token = outcome.result


def _revoke(slug: str, token_id: int) -> None:
    with suppress(RefusedError):  # the page that is drawn next says why
        revoke_token(store(), slug, token_id, session_id())


def _judgments(who: Who, slug: str, suffix: str, pseudonymous: bool, safe: bool) -> bytes:
    frame = export_judgments(store(), slug, pseudonymous=pseudonymous, who=who)
    return table_bytes(frame, suffix, spreadsheet_safe=safe)


def _ratings(who: Who, slug: str, key: str, suffix: str, pseudonymous: bool, safe: bool) -> bytes:
    protocol, frame = export_ratings(store(), slug, protocol=key, pseudonymous=pseudonymous, who=who)
    return table_bytes(ratings_table(frame, scales_of(protocol)), suffix, spreadsheet_safe=safe)


def _publish(slug: str, key: str, seen: str) -> None:
    wanted = st.session_state[key]
    change = partial(change_rules, store(), slug, {"public_results": wanted}, session_id())
    press("export", lambda: change(seen={"public_results": seen}), done=SAVED, place="public")


def _site(who: Who, slug: str, texts: bool) -> bytes:
    return site_zip(store(), slug, texts=texts, who=who)


def _report(who: Who, slug: str, language: str) -> bytes:
    return _in_language(language, lambda: campaign_report(store(), slug, who=who)).encode()


def _everything(who: Who, slug: str, named: bool) -> bytes:
    packed = BytesIO()
    export_everything(store(), slug, packed, named=named, who=who)
    note_look(store(), slug, "export all", who)
    return packed.getvalue()


def _dataset(who: Who, slug: str, comments: bool, times: bool) -> bytes:
    return dataset_zip(store(), slug, comments=comments, times=times, who=who)


def _bundle(who: Who, slug: str, language: str) -> bytes:
    return _in_language(language, lambda: bundle_zip(store(), slug, who=who))


def _in_language(language: str, make: Callable[[], Made]) -> Made:
    """What is made in the page's language: Streamlit calls for files in a thread that knows nothing of it."""

    def made() -> Made:
        use_language(language)
        return make()

    return copy_context().run(made)


def _download(name: str, mime: str, make: Callable[[], bytes], *, key: str, label: str) -> None:
    """A button whose file is made on the click; permission is checked again then."""
    file_button(label, make, name, mime, key=key)
