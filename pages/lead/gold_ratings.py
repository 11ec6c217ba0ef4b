"""Control responses: where do we know how a response should be rated?"""

from __future__ import annotations

from eval_core.ui.frame.rating_notices import rates
from eval_core.ui.lead.gold_ratings import compared_instead, show_controls, show_loading
from eval_core.ui.session import require

slug = require("lead").slug
if rates(slug):
    show_controls(slug)
    show_loading(slug)
else:
    compared_instead(slug)
