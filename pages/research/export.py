"""Export: download the data, whole or in parts."""

from __future__ import annotations

from eval_core.campaigns.results.leaderboard import latest_change
from eval_core.campaigns.results.ratings import rating_state
from eval_core.locales import gettext as _
from eval_core.ui.frame.early_results import results_or_button
from eval_core.ui.parts.html import note, verdict
from eval_core.ui.research import export
from eval_core.ui.session import require, session_id, store

seat = require("researcher")
verdict(_("Download data"))
judged = latest_change(store(), seat.slug, session_id())[0] > 0
ratings = rating_state(store(), seat.slug, session_id())
rated = bool(ratings.protocols)
shown = not (judged or rated) or results_or_button(seat.slug)  # judgments, ratings and data set name the systems
if not judged and not ratings.rates:
    note(_("There are no judgments to export yet."))
elif judged and shown:
    export.judgments(seat.slug)
    if not ratings.rates:
        export.results_section(seat.slug)
if not rated and ratings.rates:
    note(_("There are no ratings to export yet."))
elif rated and shown:
    export.ratings(seat.slug, ratings.protocols)
if (judged or rated) and shown:
    export.report(seat.slug)
if "lead" in seat.visitor.roles[seat.slug]:
    export.everything(seat.slug)
    if shown:
        export.dataset(seat.slug)
        if judged and not ratings.rates:
            export.site(seat.slug)
    export.tokens(seat.slug)
