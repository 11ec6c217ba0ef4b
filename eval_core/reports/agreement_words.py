"""Agreement in plain words."""

from __future__ import annotations

from eval_core.agreement import Agreement
from eval_core.locales import N_, ngettext, number, percent
from eval_core.locales import gettext as _

# Ordinal α of the crowd judgments that the llmfao project (Ustalov 2023) has published: 2,124 comparisons of answers by
# language models. A test computes it.
CROWD_ALPHA = 0.288
# L. Zheng et al. (2023), "Judging LLM-as-a-judge with MT-Bench and Chatbot Arena", NeurIPS, table 5: people with
# people, first turn, votes without ties.
PEOPLE_WITHOUT_TIES = 0.81
HARDLY = 0.2  # an ordinal α whose interval ends below it is hardly more than chance
_REASONS = {
    "one_annotator": N_("Agreement needs at least two annotators."),
    "no_shared_item": N_("No comparison has been judged by two annotators yet."),
    "one_category": N_("All judgments of shared comparisons are the same, so that α is not defined."),
    "one_item": N_("Only one comparison is shared, so there are no intervals."),
    "one_prompt": N_("All shared comparisons have the same prompt, so there are no intervals."),
}
CHANCE = N_("That is no more than chance: read the guidelines together.")
PERHAPS = N_("That may be no more than chance: there are too few judgments to say.")
_NOTHING_JUDGED = N_("There are no judgments yet.")
_NOBODY_KNOWN = N_("It is not known who judged what, so agreement cannot be computed.")
MEASURES = {
    "percent_agreement": N_("Share of equal judgments"),
    "without_ties": N_("The same without ties"),
    "alpha_ordinal": N_("Krippendorff's α, ordinal"),
    "alpha_nominal": N_("Krippendorff's α, nominal"),
    "gwet_ac1": N_("Gwet's AC1"),
}


def agreement_verdict(agreement: Agreement) -> str:
    """How far the annotators agree, in at most two sentences: the second says how far others did."""
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
    limits = agreement.intervals.alpha_ordinal
    if alpha <= 0 or (limits is not None and limits[0] <= 0):
        return f"{sentence} {_(CHANCE if alpha <= 0 else PERHAPS)}"
    compared = _(
        "Krippendorff's α is {alpha}; it was {other} among crowd workers who compared answers by language models "
        "(llmfao, Ustalov 2023).",
        alpha=number(alpha, 2),
        other=number(CROWD_ALPHA, 2),
    )
    return f"{sentence} {compared}"


def ties_note(agreement: Agreement) -> str:
    """What agreement without ties is, next to the figure that others print; empty where it is not known."""
    share = agreement.estimates.without_ties
    if share is None:
        return ""
    return _(
        "Without ties: pairs of judgments in which neither is “{tie}”. Two annotators agree in {share} of them here; "
        "{other} was reported for people on MT-Bench (Zheng et al. 2023), where guessing gives {half}.",
        tie=_("Tie"),
        share=percent(share),
        other=percent(PEOPLE_WITHOUT_TIES),
        half=percent(0.5),
    )


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
