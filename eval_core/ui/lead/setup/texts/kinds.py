"""The kinds of files that a campaign takes: what each holds, its columns, and a template to begin with."""

from __future__ import annotations

from functools import partial

from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.files import MIME_TYPES, template
from eval_core.files.templates import template_columns
from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.ui.parts.downloads import download_row
from eval_core.ui.parts.html import note

KINDS = {
    "responses": N_("Responses"),
    "comparisons": N_("Ready-made comparisons"),
    "gold": N_("Gold comparisons"),
    "controls": N_("Control responses"),
    "judgments": N_("Judgments made elsewhere"),
    "ratings": N_("Ratings made elsewhere"),
}
# Those that a campaign of ratings takes; only it takes the second and the third.
_OF_RATINGS = ("responses", "controls", "ratings")
_MEANING = {
    "responses": N_("Each system's responses, one per row. Parvis makes the comparisons."),
    "comparisons": N_("One comparison per row. Rows with a known answer become gold comparisons."),
    "gold": N_("Comparisons with a known answer, one per row. They never enter the ranking."),
    "controls": N_(
        "Texts whose ratings are known, one per row, with a column for at least one criterion: {criteria}. Raters "
        "cannot tell them from the others, and they never enter the scores."
    ),
    "judgments": N_(
        "One judgment per row, or a file that Parvis exported. The prompts and responses in the rows are loaded too."
    ),
    "ratings": N_(
        "One rated response per row, with a column for each criterion: {criteria}. The prompts and responses in the "
        "rows are loaded too."
    ),
}


def kinds_of(plan: PlanReview) -> list[str]:
    """The kinds of file that this campaign takes: what is compared, or what is rated."""
    return [kind for kind in KINDS if (kind in _OF_RATINGS if plan.rates else kind not in _OF_RATINGS[1:])]


def criteria_of(plan: PlanReview) -> list[str]:
    """The keys of what responses are rated by; none where they are compared."""
    return [criterion.key for criterion in load_protocol(plan.plan.protocol).rated]


def meaning(slug: str, plan: PlanReview, kind: str) -> None:
    """What a file of this kind holds, which columns it needs and may have, and a template of it."""
    says = N_("Each system's responses, one per row.") if plan.rates and kind == "responses" else _MEANING[kind]
    criterion = next(iter(criteria_of(plan)), "fluency")
    columns_of = template_columns(kind, criterion)
    needed, more = (", ".join(one.name for one in columns_of if one.required is required) for required in (True, False))
    columns = _("Columns: {needed}; optional: {more}.", needed=needed, more=more)
    note(f"{_(says, criteria=', '.join(criteria_of(plan)))} {columns}")
    files = [
        (label, ending, MIME_TYPES[f".{ending}"], partial(template, kind, f".{ending}", criterion=criterion, explain=_))
        for label, ending in ((_("Template for Excel"), "xlsx"), (_("Template as CSV"), "csv"))
    ]
    download_row(slug, kind, files)
