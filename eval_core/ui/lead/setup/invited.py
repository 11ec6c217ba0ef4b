"""The step People of the plan: how many annotators are invited, and the way to the page that invites."""

from __future__ import annotations

from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.locales import gettext as _
from eval_core.locales import ngettext
from eval_core.ui.address import page_link
from eval_core.ui.lead.setup.fields import section_heading


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
