"""Agreement in plain words."""

from __future__ import annotations

from eval_core.agreement import Agreement
from eval_core.locales import N_, ngettext, number, percent
from eval_core.locales import gettext as _

# Upper limits of ordinal alpha; people's taste differs where texts are close, so the wording is mild.
_DEGREES = (
    (0.0, N_("That is no more than chance: read the guidelines together.")),
    (0.2, N_("That is little more than chance: talk about the comparisons on which you differ.")),
    (0.4, N_("That is usual where texts are close in fluency.")),
    (0.6, N_("That is good for judgments of fluency.")),
    (1.0, N_("That is very good for judgments of fluency.")),
)
_REASONS = {
    "one_annotator": N_("Agreement needs at least two annotators."),
    "no_shared_item": N_("No comparison has been judged by two annotators yet."),
    "one_category": N_("All judgments of shared comparisons are the same, so that α is not defined."),
    "one_item": N_("Only one comparison is shared, so there are no intervals."),
}
_NOTHING_JUDGED = N_("There are no judgments yet.")
_NOBODY_KNOWN = N_("It is not known who judged what, so agreement cannot be computed.")
MEASURES = {
    "percent_agreement": N_("Share of equal judgments"),
    "alpha_ordinal": N_("Krippendorff's α, ordinal"),
    "alpha_nominal": N_("Krippendorff's α, nominal"),
    "gwet_ac1": N_("Gwet's AC1"),
}


def agreement_verdict(agreement: Agreement) -> str:
    """How far the annotators agree, in at most two sentences."""
    share, alpha = agreement.estimates.percent_agreement, agreement.estimates.alpha_ordinal
    if share is None:
        return _(_why_none(agreement))
    sentence = ngettext(
        "Two annotators give the same answer {share} of the time, on {count} comparison that both judged.",
        "Two annotators give the same answer {share} of the time, on {count} comparisons that both judged.",
        agreement.n_items,
        share=percent(share),
    )
    if alpha is None:
        return sentence
    return f"{sentence} {_(next(words for limit, words in _DEGREES if alpha <= limit))}"


def _why_none(agreement: Agreement) -> str:
    """Why agreement is unknown: the most important reason."""
    codes = [warning.code for warning in agreement.warnings]
    if any(
        warning.code == "one_annotator" and warning.details.get("annotators") == 0 for warning in agreement.warnings
    ):
        return _NOBODY_KNOWN if "unplaced" in codes else _NOTHING_JUDGED
    return next((_REASONS[code] for code in codes if code in _REASONS), _REASONS["no_shared_item"])


def agreement_notes(agreement: Agreement) -> list[str]:
    """What is left out or not defined; the reason why there is no agreement at all is the verdict, and not repeated."""
    reasons = agreement.warnings if agreement.n_items else ()
    notes = [_(_REASONS[warning.code]) for warning in reasons if warning.code in _REASONS]
    unplaced = sum(int(warning.details["count"]) for warning in agreement.warnings if warning.code == "unplaced")
    if unplaced:
        notes.append(
            ngettext(
                "{count} judgment is left out: its annotator or its prompt is not known.",
                "{count} judgments are left out: their annotators or prompts are not known.",
                unplaced,
            )
        )
    return notes


def agreement_header() -> list[str]:
    """Column heads of `agreement_cells`."""
    return [_("Measure"), _("Value"), _("From"), _("To")]


def agreement_cells(agreement: Agreement) -> list[list[str]]:
    """One row for each measure; what does not exist is a dash."""
    rows = []
    for name, label in MEASURES.items():
        value, interval = getattr(agreement.estimates, name), getattr(agreement.intervals, name)
        cells = [value, *(interval or (None, None))]
        rows.append([_(label), *("–" if cell is None else number(cell, 2) for cell in cells)])
    return rows
