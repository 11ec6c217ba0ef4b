"""Quality: can we trust the judgments?"""

from __future__ import annotations

from eval_core.ui.frame.rating_notices import rates
from eval_core.ui.lead.disagreements import show_disagreements
from eval_core.ui.lead.left_out import show_left_out
from eval_core.ui.lead.quality import read_figures, show_agreement, show_annotators, show_order, show_trust
from eval_core.ui.lead.rated_quality import show_rated_quality
from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.session import require

seat = require("lead", "researcher")
leads = "lead" in seat.visitor.roles[seat.slug]
if rates(seat.slug):
    announce("", "quality")
    show_rated_quality(seat.slug, leads=leads)
    if leads:
        show_left_out(seat.slug, rates=True)
else:
    figures = read_figures(seat.slug)
    show_trust(seat.slug, figures, leads=leads)
    show_agreement(seat.slug, figures.agreement, compact=announce("", "quality") == "stacked")
    show_annotators(seat.slug, figures, leads=leads)
    show_disagreements(seat.slug, figures.divided, acts=leads)
    if leads:
        show_left_out(seat.slug)
    show_order(figures.by_layout)
