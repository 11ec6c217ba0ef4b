"""Judges: can an LLM judge replace the annotators here?"""

from __future__ import annotations

from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.research.judges import show_judges
from eval_core.ui.session import require

seat = require("researcher")
show_judges(seat.slug, compact=announce("", "judges") == "stacked")
