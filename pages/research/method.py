"""Method: how are the numbers computed?"""

from __future__ import annotations

from eval_core.locales import gettext as _
from eval_core.ui.frame.rating_notices import rated_instead, rates
from eval_core.ui.research.method import show_commands, show_method
from eval_core.ui.session import require

seat = require("researcher")
if rates(seat.slug):
    text = _("This page is about compared responses; how scores are made is explained with the scores.")
    rated_instead(seat, text)
show_method()
show_commands(seat.slug)
