"""The step Texts: what is loaded, a file to load with its verdict in view, and the files that were loaded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from eval_core.campaigns.content.import_report import ImportReport
from eval_core.campaigns.setup.import_preview import Kind, Rehearsal, rehearse_import, run_import
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.errors import InputError, RefusedError, UnavailableError
from eval_core.files import AS_IT_IS, Matching, Reading
from eval_core.locales import gettext as _
from eval_core.locales import ngettext
from eval_core.store.bulk import Progress
from eval_core.ui.frame.campaign_line import campaign_help
from eval_core.ui.lead.setup.fields import section_heading
from eval_core.ui.lead.setup.texts.asked import ask, asked, offer
from eval_core.ui.lead.setup.texts.column_choice import column_choice, unclear_columns
from eval_core.ui.lead.setup.texts.faults import fault_table, fault_verdict
from eval_core.ui.lead.setup.texts.kinds import KINDS, criteria_of, kinds_of, meaning
from eval_core.ui.lead.setup.texts.loaded import loaded_files
from eval_core.ui.lead.setup.texts.look import Look, as_file, first_rows, look_at, source_text
from eval_core.ui.lead.setup.texts.texts_state import texts_state
from eval_core.ui.lead.setup.texts.verdict import added_text, foreseen, oddities
from eval_core.ui.lead.setup.texts.word_choice import WordsChosen, word_choice
from eval_core.ui.lead.setup.words import fault_place
from eval_core.ui.parts.browser.upload import upload
from eval_core.ui.parts.html import note, trouble
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.session import session_id, store
from eval_core.web.shown_text import as_label

Judged = Rehearsal | InputError | RefusedError


def texts(slug: str, plan: PlanReview) -> None:
    """What is loaded, a place for more, and the files so far."""
    section_heading(title=_("Loaded so far"), text=loaded_text(plan))
    _outcome()
    text = _("A table of any kind: Excel, CSV, JSON or Parquet. You see a preview before anything is saved.")
    if plan.judged and not plan.rates:
        text += " " + _(
            "Judging has begun, so new responses open a new round, with comparisons of the new responses only."
        )
    section_heading(title=_("Load a file"), text=text)
    kind = cast(
        "Kind",
        st.radio(
            _("What does the file contain?"),
            kinds_of(plan),
            format_func=lambda code: _(KINDS[code]),
            key="setup_kind",
            horizontal=True,
        ),
    )
    # A new key empties the field after a file was loaded.
    key = f"setup_file_{slug}_{kind}_{texts_state().files}"
    if st.session_state.get(key) is None:  # who has chosen a file needs the room for its verdict
        meaning(slug, plan, kind)
    uploaded = upload(key=key)
    if uploaded is not None:
        _show(slug, plan, kind, uploaded)
    loaded_files(slug, plan)


def loaded_text(plan: PlanReview) -> str:
    """What is loaded, in a sentence."""
    if not plan.responses:
        return _("No responses are loaded yet.")
    facts = {
        "responses": ngettext("{count} response", "{count} responses", plan.responses),
        "systems": ngettext("{count} system", "{count} systems", len(plan.systems)),
        "prompts": ngettext("{count} prompt", "{count} prompts", plan.prompts),
    }
    if plan.rates:
        return _("{responses} of {systems} to {prompts} to rate.", **facts)
    comparisons = ngettext("{count} comparison", "{count} comparisons", plan.cost.comparisons)
    return _("{responses} of {systems} to {prompts} make {comparisons} to judge.", comparisons=comparisons, **facts)


def _show(slug: str, plan: PlanReview, kind: Kind, uploaded: UploadedFile) -> None:
    """The verdict with the button that loads, and next to it (on a phone below) the file."""
    with as_file(uploaded) as path:
        reading = asked(kind, uploaded.file_id)
        look = _looked(uploaded, path, kind, reading)
        verdict, file = st.columns([2, 3], gap="medium")
        with file:
            ask(kind, uploaded.file_id, look, reading)
        if isinstance(look, InputError):
            with verdict, st.container(key="setup_verdict"):
                fault_verdict(slug, look)
            with file:
                fault_table(look)
            return
        with file:
            note(source_text(look))
            wrong = st.container()  # in view, above the columns
            matching, columns = column_choice(slug, kind, look, criteria_of(plan))
        with verdict, st.container(key="setup_verdict"):
            judged = None
            if not unclear_columns(matching):
                judged = _judge(slug, plan, kind, uploaded, path, look, matching, replace(reading, columns=columns))
        if isinstance(judged, InputError):
            with wrong:
                fault_table(judged)
        with file:
            first_rows(look, list(matching.found.values()))


def _judge(
    slug: str,
    plan: PlanReview,
    kind: Kind,
    uploaded: UploadedFile,
    path: Path,
    look: Look,
    matching: Matching,
    reading: Reading,
) -> Judged:
    """What the import would do, the button that does it, and below them the options."""
    said, below = st.container(), st.container()
    with below:
        options = _options(slug, plan, kind, look.names.get(matching.found.get("system", ""), []))
    words = texts_state().words.setdefault((slug, kind), WordsChosen())
    reading = words.added_to(reading)
    if reading != AS_IT_IS:
        options["reading"] = reading
    judged = _rehearsed(slug, plan, kind, uploaded, path, options)
    with said:
        word_choice(slug, kind, look, matching, words, judged)
        if isinstance(judged, InputError):
            fault_verdict(slug, judged)
        elif isinstance(judged, RefusedError):
            trouble(refusal_text(judged.code, "setup"))
        else:
            foreseen(judged, rates=plan.rates)
            about = campaign_help(slug)
            wanted = judged.report.changed and st.button(_("Load it"), key="setup_load", type="primary", help=about)
            oddities(judged.report, partial(offer, kind, uploaded.file_id, reading))
            if wanted:
                _load(slug, kind, uploaded.name, path, options)
    return judged


def _looked(uploaded: UploadedFile, path: Path, kind: Kind, reading: Reading) -> Look | InputError:
    """What the file looks like; read once."""
    memory, signature = texts_state(), (uploaded.file_id, kind, reading)
    if memory.look and memory.look[0] == signature:
        return memory.look[1]
    look: Look | InputError
    try:
        with st.spinner(_("Reading the file …")):
            look = look_at(path, kind, reading)
    except InputError as error:
        look = error
    memory.look = (signature, look)
    return look


def _options(slug: str, plan: PlanReview, kind: Kind, systems: list[str]) -> dict[str, Any]:
    """What the lead may choose about an import of this kind."""
    if kind == "judgments":
        unknown = st.checkbox(_("The rows do not say which response was shown first"), key="setup_order_unknown")
        return {"order_known": not unknown}
    if kind != "responses" or plan.rates:
        return {}
    planned = plan.question.per_prompt if plan.question else None
    wanted = st.number_input(
        _("Comparisons per prompt (empty: every pair)"), 1, 10_000, value=planned, key=f"setup_wanted_{slug}"
    )
    against = st.multiselect(
        _("Only pairs with one of these systems (empty: all)"),
        sorted({*systems, *plan.systems}),
        key=f"setup_against_{slug}",
        placeholder=_("All systems"),
    )
    anchors = 0.0
    if plan.judged:
        anchors = st.number_input(
            _("Anchors: old comparisons judged again, in percent of the new ones"),
            0.0,
            100.0,
            value=10.0,
            step=5.0,
            format="%g",
            key="setup_anchors",
        )
    return {"comparisons_per_prompt": wanted, "against": tuple(against) or None, "anchors": anchors / 100}


def _rehearsed(
    slug: str, plan: PlanReview, kind: Kind, uploaded: UploadedFile, path: Path, options: dict[str, Any]
) -> Judged:
    """What the import would do; asked once for each file, choice of options and state of the campaign."""
    chosen = tuple((name, str(value)) for name, value in options.items())
    signature = (slug, kind, uploaded.file_id, chosen, plan.responses, plan.cost.comparisons, plan.judged)
    before = texts_state().rehearsed
    if before and before[0] == signature:
        return before[1]
    rehearsal: Judged
    try:
        with _progress(_("Checking every row …")) as advance:
            rehearsal = rehearse_import(store(), slug, kind, path, who=session_id(), progress=advance, **options)
    except UnavailableError as error:
        return error  # the next run asks again
    except (InputError, RefusedError) as error:
        rehearsal = error
    texts_state().rehearsed = (signature, rehearsal)
    return rehearsal


def _load(slug: str, kind: Kind, name: str, path: Path, options: dict[str, Any]) -> None:
    """Import the file under a progress bar. A click meanwhile cancels it all: nothing is half loaded."""
    memory = texts_state()
    try:
        with _progress(_("Loading the file {file} …", file=name)) as advance:
            report = run_import(store(), slug, kind, path, progress=advance, who=session_id(), **options)
    except (InputError, RefusedError) as error:
        memory.loaded = (name, error)
    else:
        memory.loaded = (name, report)
        memory.files += 1
        memory.columns.pop((slug, kind), None)  # the campaign remembers them from now on
        memory.words.pop((slug, kind), None)
    memory.rehearsed = None
    st.rerun()


@contextmanager
def _progress(text: str) -> Iterator[Progress]:
    """A bar while something long is done."""
    words = as_label(text)
    bar = st.progress(0.0, words)

    def advance(done: int, total: int) -> None:
        bar.progress(min(done / max(total, 1), 1.0), words)

    try:
        yield advance
    finally:
        bar.empty()


def _outcome() -> None:
    """What became of the last file."""
    name, outcome = texts_state().loaded or ("", None)
    texts_state().loaded = None
    if isinstance(outcome, ImportReport):
        added = added_text(outcome)
        note(_("Loaded {file}: {what}.", file=name, what=added or _("nothing new")), role="status")
    elif isinstance(outcome, InputError):
        trouble(_("Not saved. {fault}.", fault=fault_place(outcome)))
    elif isinstance(outcome, RefusedError):
        trouble(refusal_text(outcome.code, "setup"))
