"""What loading a file would do, in sentences: what it adds and costs, and what is odd about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from eval_core.campaigns.content.import_report import ImportReport
from eval_core.campaigns.setup.import_preview import Rehearsal
from eval_core.files import Finding, TableSource
from eval_core.files.receipt import LeftOut
from eval_core.locales import N_, ngettext, number
from eval_core.locales import gettext as _
from eval_core.ui.lead.gold import difference_text
from eval_core.ui.lead.setup.words import work_text
from eval_core.ui.parts.html import note, sentence, trouble

_LEFT_OUT = {
    "names_system": N_("a response names a system of the file"),
    "api_error": N_("a response is an error of a program"),
    "empty_response": N_("a response is empty"),
}
# Findings that need nothing but their number.
_ILLS: dict[str, Callable[[int], str]] = {
    "api_error": lambda count: ngettext(
        "{count} response seems to be an error of a program.",
        "{count} responses seem to be errors of a program.",
        count,
    ),
    "refusal": lambda count: ngettext(
        "{count} response seems to be a refusal.", "{count} responses seem to be refusals.", count
    ),
    "special_tokens": lambda count: ngettext(
        "{count} response has tokens that a model writes for itself.",
        "{count} responses have tokens that a model writes for itself.",
        count,
    ),
    "loop": lambda count: ngettext(
        "{count} response says the same again and again.", "{count} responses say the same again and again.", count
    ),
    "cut_text": lambda count: ngettext(
        "{count} response seems to be cut short.", "{count} responses seem to be cut short.", count
    ),
    "escapes": lambda count: ngettext(
        "{count} text has escapes such as \\n or &amp; in place of characters.",
        "{count} texts have escapes such as \\n or &amp; in place of characters.",
        count,
    ),
}
# What the whole campaign's figures say already.
_COUNTED = ("few_systems", "empty_response")


def foreseen(rehearsal: Rehearsal, *, rates: bool) -> None:
    """What would be added, what it would cost, and what is unusual about the file."""
    report = rehearsal.report
    if not report.changed:
        sentence(_("Nothing new: all rows were loaded before."))
        return
    sentence(_("Every row is readable. Loading the file adds: {what}.", what=added_text(report)))
    more = rehearsal.after.hours - rehearsal.before.hours
    if more > 0:
        wanted = rehearsal.after.judgments - rehearsal.before.judgments
        text = (
            ngettext("That is {count} sheet of ratings", "That is {count} sheets of ratings", wanted)
            if rates
            else ngettext("That is {count} judgment", "That is {count} judgments", wanted)
        )
        note(_("{judgments}, about {time} of work.", judgments=text, time=work_text(more)))


def oddities(report: ImportReport, offer: Callable[[str], None]) -> None:
    """What a lead should know before loading the file.

    Args:
        offer: offers what can be done about a finding, by its code.
    """
    if report.known:
        note(ngettext("{count} row was known before.", "{count} rows were known before.", report.known))
    if report.identical:
        text = ngettext(
            "{count} pair of identical texts is kept and never shown.",
            "{count} pairs of identical texts are kept and never shown.",
            report.identical,
        )
        note(text)
    if report.receipt.source.merged:
        trouble(merged_text(report.receipt.source), role="")
    for finding in report.findings:
        if not (finding.code == "identical_texts" and report.identical):
            trouble(finding_text(finding), role="")
            offer(finding.code)
    for left in report.receipt.left_out:
        if left.reason in _LEFT_OUT:
            note(left_out_text(left))
            offer(left.reason)
    for said in report.receipt.assumed:
        if said.code == "decoded":
            count = int(dict(said.facts)["texts"])
            note(ngettext("{count} text is decoded.", "{count} texts are decoded.", count))
            offer("escapes")
    missing = sum(row.missing for row in report.coverage)
    empty = sum(row.empty for row in report.coverage)
    if (missing or empty) and not any(finding.code in _COUNTED for finding in report.findings):
        text = _(
            "In the whole campaign {missing} responses are missing and {empty} are empty: no comparisons are made "
            "with them.",
            missing=number(missing),
            empty=number(empty),
        )
        trouble(text, role="")
    for difference in report.differences:
        trouble(difference_text(difference), role="")


def left_out_text(left: LeftOut) -> str:
    """How many rows go with the prompts that are left out for all systems, and why."""
    text = ngettext(
        "{count} row is left out, of all systems, with the prompts where {why}.",
        "{count} rows are left out, of all systems, with the prompts where {why}.",
        left.n,
        why=_(_LEFT_OUT[left.reason]),
    )
    return _with_rows(text, left.rows, left.n)


def merged_text(source: TableSource) -> str:
    """That merged cells have filled rows, as a sentence."""
    text = ngettext(
        "Merged cells count for each of their rows: {count} row was filled from the cell above.",
        "Merged cells count for each of their rows: {count} rows were filled from the cell above.",
        source.merged,
    )
    return _with_rows(text, source.merged_rows, source.merged)


def finding_text(finding: Finding) -> str:
    """Something odd about a file, as a sentence, with the first rows where it is."""
    text = _finding(finding)
    if finding.systems:
        counts = ", ".join(f"{system} {number(count)}" for system, count in finding.systems.items())
        text += " " + _("By system: {counts}.", counts=counts)
    return _with_rows(text, finding.rows, finding.count) if finding.rows else text


def _with_rows(text: str, rows: Sequence[int], count: int) -> str:
    shown = ", ".join(map(number, rows))
    if count > len(rows):
        shown += " …"
    return f"{text} {_('Rows: {rows}', rows=shown)}"


def _finding(finding: Finding) -> str:
    count = finding.count
    if finding.code == "one_system":
        name = ", ".join(finding.names)
        return _("The file has responses of one system only, {name}: there is nothing to compare.", name=name)
    if finding.code == "no_comparison":
        return _("No prompt has responses of two systems: there is nothing to compare.")
    if finding.code == "few_systems":
        return ngettext(
            "{count} prompt has responses of fewer than {most} systems.",
            "{count} prompts have responses of fewer than {most} systems.",
            count,
            most=number(finding.most),
        )
    if finding.code == "identical_texts":
        return ngettext(
            "{count} response is the same as another one to its prompt.",
            "{count} responses are the same as another one to their prompt.",
            count,
        )
    if finding.code == "reference_is_response":
        return ngettext(
            "{count} response is the reference itself.", "{count} responses are the reference itself.", count
        )
    if finding.code == "empty_response":
        return ngettext("{count} response is empty.", "{count} responses are empty.", count)
    if finding.code in _ILLS:
        return _ILLS[finding.code](count)
    if finding.code == "names_system":
        names = ", ".join(finding.names)
        return ngettext(
            "{count} response names a system of the file: {names}.",
            "{count} responses name a system of the file: {names}.",
            count,
            names=names,
        )
    if finding.code == "other_language":
        return ngettext(
            "{count} response seems to be in another language than Norwegian, of {looked} that were looked at.",
            "{count} responses seem to be in another language than Norwegian, of {looked} that were looked at.",
            count,
            looked=number(finding.looked),
        )
    if finding.code == "other_standard":
        return ngettext(
            "{count} text seems to be in the other written standard, of {looked} that were looked at.",
            "{count} texts seem to be in the other written standard, of {looked} that were looked at.",
            count,
            looked=number(finding.looked),
        )
    return ngettext(
        "{count} prompt has the text of an earlier one under another id.",
        "{count} prompts have the text of an earlier one under another id.",
        count,
    )


def added_text(report: ImportReport) -> str:
    """What an import adds, as a list in words."""
    return counts_text(report.counts)


def counts_text(counts: dict[str, int]) -> str:
    """How many of what, by the names of `ImportReport`, as a list in words; what is not added is left out."""
    given = counts.get
    parts = []
    if count := given("prompts", 0):
        parts.append(ngettext("{count} prompt", "{count} prompts", count))
    if count := given("systems", 0):
        parts.append(ngettext("{count} system", "{count} systems", count))
    if count := given("responses", 0):
        parts.append(ngettext("{count} response", "{count} responses", count))
    if count := given("comparisons", 0):
        parts.append(ngettext("{count} comparison", "{count} comparisons", count))
    if count := given("gold", 0):
        parts.append(ngettext("{count} gold comparison", "{count} gold comparisons", count))
    if count := given("controls", 0):
        parts.append(ngettext("{count} control response", "{count} control responses", count))
    if count := given("judgments", 0):
        parts.append(ngettext("{count} judgment", "{count} judgments", count))
    if count := given("ratings", 0):
        parts.append(ngettext("{count} rating", "{count} ratings", count))
    if count := given("anchors", 0):
        parts.append(ngettext("{count} anchor", "{count} anchors", count))
    return ", ".join(parts)
