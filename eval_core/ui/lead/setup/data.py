"""The texts of a campaign: files are previewed, checked row by row, and only then loaded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pandas as pd
import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from eval_core.campaigns.content.import_report import ImportReport
from eval_core.campaigns.setup.import_preview import Kind, Rehearsal, rehearse_import, run_import
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.errors import InputError, RefusedError, UnavailableError
from eval_core.files import read_table
from eval_core.locales import N_, ngettext, number
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.ui.address import page_link
from eval_core.ui.lead.gold import difference_text
from eval_core.ui.lead.setup.fields import section_heading
from eval_core.ui.lead.setup.setup_state import setup_state
from eval_core.ui.lead.setup.words import fault_place, hours_text
from eval_core.ui.parts.html import note, trouble
from eval_core.ui.parts.refusals import refusal_text
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store

KINDS = {
    "responses": N_("Responses"),
    "comparisons": N_("Ready-made comparisons"),
    "gold": N_("Gold comparisons"),
    "judgments": N_("Judgments made elsewhere"),
    "ratings": N_("Ratings made elsewhere"),
}
# Those that a campaign of ratings takes.
_OF_RATINGS = ("responses", "ratings")
_MEANING = {
    "responses": N_(
        "Each system's responses, one per row. Columns: {columns}; optional: {more}. Parvis makes the comparisons."
    ),
    "comparisons": N_(
        "One comparison per row. Columns: {columns}; optional: {more}. Rows with a known answer become gold "
        "comparisons."
    ),
    "gold": N_(
        "Comparisons with a known answer, one per row. Columns: {columns}; optional: {more}. They never enter the "
        "ranking."
    ),
    "judgments": N_(
        "One judgment per row, or a file that Parvis exported. Columns: {columns}; optional: {more}. The prompts and "
        "responses in the rows are loaded too."
    ),
    "ratings": N_(
        "One rated response per row. Columns: {columns}, and one per criterion: {criteria}; optional: {more}. The "
        "prompts and responses in the rows are loaded too."
    ),
}
# The columns that a file needs, and those that it may have.
_COLUMNS = {
    "responses": (("prompt", "system", "response"), ("prompt_id", "written_standard", "category")),
    "comparisons": (
        ("prompt", "response_a", "response_b", "model_a", "model_b"),
        ("prompt_id", "written_standard", "category", "gold"),
    ),
    "ratings": (("prompt_id", "system", "annotator_id"), ("prompt", "response", "reference", "document")),
    "gold": (("more_fluent", "less_fluent"), ("prompt", "written_standard", "issue", "explanation", "marks")),
    "judgments": (("model_a", "model_b", "winner"), ("prompt", "response_a", "response_b", "annotator_id")),
}
TYPES = ["csv", "jsonl", "parquet"]
_FIRST_ROWS = 5
_CELL = 48
_NAME = 50  # characters, of up to four bytes each


def data(slug: str, plan: PlanReview) -> None:
    """What is loaded, and a place for more."""
    section_heading(title=_("Loaded so far"), text=loaded_text(plan))
    _outcome()
    title = _("Load a file")
    text = _("CSV, JSONL or Parquet. You see a preview before anything is saved.")
    if plan.judged and not plan.rates:
        text += " " + _(
            "Judging has begun, so new responses open a new round, with comparisons of the new responses only."
        )
    section_heading(title=title, text=text)
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
    needed, more = (", ".join(names) for names in _COLUMNS[kind])
    criteria = ", ".join(criterion.key for criterion in load_protocol(plan.plan.protocol).rated)
    meaning = N_("Each system's responses, one per row. Columns: {columns}; optional: {more}.")
    note(
        _(
            meaning if plan.rates and kind == "responses" else _MEANING[kind],
            columns=needed,
            more=more,
            criteria=criteria,
        )
    )
    # A new key empties the field after a file was loaded.
    key = f"setup_file_{slug}_{kind}_{setup_state().files}"
    # The field's own button speaks English only; the style sheet puts these words in its place.
    st.html(f"<style>.stApp {{ --choose: '{escape(_('Choose a file'))}' }}</style>")
    uploaded = st.file_uploader(_("File"), TYPES, key=key, max_upload_size=None)
    if uploaded is not None:
        _look(slug, plan, kind, uploaded)


def kinds_of(plan: PlanReview) -> list[str]:
    """The kinds of file that this campaign takes: what is compared, or what is rated."""
    return [kind for kind in KINDS if (kind in _OF_RATINGS if plan.rates else kind != "ratings")]


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


def _look(slug: str, plan: PlanReview, kind: Kind, uploaded: UploadedFile) -> None:
    """The first rows, the options, what loading would do, and the button that loads."""
    with as_file(uploaded) as path:
        try:
            frame = read_table(path)
        except InputError as error:
            _fault(error, None)
            return
        _first_rows(frame, _COLUMNS[kind][0])
        options = _options(slug, plan, kind, frame)
        rehearsal = _rehearsed(slug, kind, uploaded, path, options)
        if isinstance(rehearsal, InputError):
            _fault(rehearsal, frame)
        elif isinstance(rehearsal, RefusedError):
            trouble(refusal_text(rehearsal.code, "setup"))
        else:
            _foreseen(rehearsal, rates=plan.rates)
            if rehearsal.report.changed and st.button(_("Load it"), key="setup_load", type="primary"):
                _load(slug, kind, uploaded.name, path, options)


@contextmanager
def as_file(uploaded: UploadedFile) -> Iterator[Path]:
    """The upload as a file of its own name, gone afterwards: readers go by the ending, the log by the name."""
    with TemporaryDirectory(prefix="parvis-") as folder:
        path = Path(folder) / file_name(uploaded.name)
        path.write_bytes(uploaded.getbuffer())
        yield path


def file_name(given: str) -> str:
    """A browser's name for a file as one that any file system and database takes."""
    name = "".join(char for char in Path(given.replace("\\", "/")).name if char.isprintable())
    ending = Path(name).suffix[:10]
    return (name.removesuffix(ending)[:_NAME].strip(". ") or "upload") + ending


def _first_rows(frame: pd.DataFrame, first: Sequence[str]) -> None:
    rows = ngettext("{count} row", "{count} rows", len(frame))
    note(_("{rows}; the first look like this:", rows=rows))
    _rows(frame.head(_FIRST_ROWS), first)


def _rows(frame: pd.DataFrame, first: Sequence[str | None]) -> None:
    """Rows of a file under the file's own column names, some of them first, each with its number in the file."""
    frame = frame[sorted(frame.columns, key=lambda name: name not in first)]  # stable: the others as in the file
    header = [_("Row"), *map(str, frame.columns)]
    cells = [[number(int(row)), *map(_cell, values)] for row, *values in frame.itertuples(name=None)]
    with st.container(key=f"setup_rows_{len(frame)}"):
        table(header, cells, numeric=(0,), caption=_("Rows of the file"))


def _cell(value: Any) -> str:
    if value is None or value != value:
        return ""
    text = " ".join(str(value).split())
    return text if len(text) <= _CELL else f"{text[: _CELL - 1]}…"


def _options(slug: str, plan: PlanReview, kind: Kind, frame: pd.DataFrame) -> dict[str, Any]:
    """What the lead may choose about an import of this kind."""
    if kind == "judgments":
        unknown = st.checkbox(_("The rows do not say which response was shown first"), key="setup_order_unknown")
        return {"order_known": not unknown}
    if kind != "responses" or plan.rates:
        return {}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        wanted = st.number_input(
            _("Comparisons per prompt (empty: every pair)"), 1, 10_000, value=None, key="setup_wanted", width=280
        )
        given = frame["system"].dropna().astype(str).unique() if "system" in frame else ()
        names = sorted({*given, *plan.systems})
        against = st.multiselect(
            _("Only pairs with one of these systems (empty: all)"),
            names,
            key=f"setup_against_{slug}",
            placeholder=_("All systems"),
            width=360,
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
                width=360,
            )
    return {"comparisons_per_prompt": wanted, "against": tuple(against) or None, "anchors": anchors / 100}


def _rehearsed(
    slug: str, kind: Kind, uploaded: UploadedFile, path: Path, options: dict[str, Any]
) -> Rehearsal | InputError | RefusedError:
    """What the import would do; asked once for each file and choice of options."""
    signature = (slug, kind, uploaded.file_id, tuple(options.items()))
    before = setup_state().rehearsed
    if before and before[0] == signature:
        return before[1]
    rehearsal: Rehearsal | InputError | RefusedError
    try:
        with st.spinner(_("Checking every row …")):
            rehearsal = rehearse_import(store(), slug, kind, path, who=session_id(), **options)
    except UnavailableError as error:
        return error  # the next run asks again
    except (InputError, RefusedError) as error:
        rehearsal = error
    setup_state().rehearsed = (signature, rehearsal)
    return rehearsal


def _foreseen(rehearsal: Rehearsal, *, rates: bool) -> None:
    """What would be added, what it would cost, and what is unusual about the file."""
    report = rehearsal.report
    if not report.changed:
        note(_("Nothing new: all rows were loaded before."))
        return
    note(_("Every row is readable. Loading the file adds: {what}.", what=added_text(report)), role="status")
    more = rehearsal.after.hours - rehearsal.before.hours
    if more > 0:
        wanted = rehearsal.after.judgments - rehearsal.before.judgments
        text = (
            ngettext("That is {count} sheet of ratings", "That is {count} sheets of ratings", wanted)
            if rates
            else ngettext("That is {count} judgment", "That is {count} judgments", wanted)
        )
        note(_("{judgments}, about {hours} hours of work.", judgments=text, hours=hours_text(more)))
    _oddities(report)
    for difference in report.differences:
        trouble(difference_text(difference))


def added_text(report: ImportReport) -> str:
    """What an import adds, as a list in words."""
    parts = []
    if report.prompts:
        parts.append(ngettext("{count} prompt", "{count} prompts", report.prompts))
    if report.systems:
        parts.append(ngettext("{count} system", "{count} systems", report.systems))
    if report.responses:
        parts.append(ngettext("{count} response", "{count} responses", report.responses))
    if report.comparisons:
        parts.append(ngettext("{count} comparison", "{count} comparisons", report.comparisons))
    if report.gold:
        parts.append(ngettext("{count} gold comparison", "{count} gold comparisons", report.gold))
    if report.judgments:
        parts.append(ngettext("{count} judgment", "{count} judgments", report.judgments))
    if report.ratings:
        parts.append(ngettext("{count} rating", "{count} ratings", report.ratings))
    if report.anchors:
        parts.append(ngettext("{count} anchor", "{count} anchors", report.anchors))
    return ", ".join(parts)


def _oddities(report: ImportReport) -> None:
    if report.known:
        note(ngettext("{count} row was known before.", "{count} rows were known before.", report.known))
    if report.identical:
        text = ngettext(
            "{count} pair of identical texts is kept and never shown.",
            "{count} pairs of identical texts are kept and never shown.",
            report.identical,
        )
        note(text)
    missing = sum(row.missing for row in report.coverage)
    empty = sum(row.empty for row in report.coverage)
    if missing or empty:
        text = _(
            "In the whole campaign {missing} responses are missing and {empty} are empty: no comparisons are made "
            "with them.",
            missing=number(missing),
            empty=number(empty),
        )
        trouble(text)


def _load(slug: str, kind: Kind, name: str, path: Path, options: dict[str, Any]) -> None:
    """Import the file under a progress bar. A click meanwhile cancels it all: nothing is half loaded."""
    memory = setup_state()
    bar = st.progress(0.0, _("Loading the file {file} …", file=name))

    def advance(done: int, total: int) -> None:
        bar.progress(done / max(total, 1))

    try:
        report = run_import(store(), slug, kind, path, progress=advance, who=session_id(), **options)
    except (InputError, RefusedError) as error:
        memory.loaded = (name, error)
    else:
        memory.loaded = (name, report)
        memory.files += 1
    memory.rehearsed = None
    st.rerun()


def _outcome() -> None:
    """What became of the last file."""
    name, outcome = setup_state().loaded or ("", None)
    setup_state().loaded = None
    if isinstance(outcome, ImportReport):
        added = added_text(outcome)
        note(_("Loaded {file}: {what}.", file=name, what=added or _("nothing new")), role="status")
    elif isinstance(outcome, InputError):
        _fault(outcome, None)
    elif isinstance(outcome, RefusedError):
        trouble(refusal_text(outcome.code, "setup"))


def _fault(error: InputError, frame: pd.DataFrame | None) -> None:
    """Where the file is wrong, with the row as it is in the file."""
    trouble(_("Not saved. {fault}.", fault=fault_place(error)))
    if frame is not None and error.row in frame.index:
        _rows(frame.loc[[error.row]], [error.column])
        note(_("This is the first error. Fix the file and upload it again."))


def people(slug: str, plan: PlanReview) -> None:
    """How many judge, and the way to the page where they are invited."""
    text = (
        ngettext("{count} annotator is invited.", "{count} annotators are invited.", plan.annotators)
        if plan.annotators
        else _("No annotator is invited yet.")
    )
    section_heading(
        title=_("Annotators"),
        text=f"{text} "
        + _(
            "Paste their names on the People page: each gets a link to send. Anyone who opens it before the start "
            "sees that the campaign has not started."
        ),
    )
    page_link("people", slug, label=_("Invite people"))
