"""Case file: can we trust this annotator's judgments?"""

from __future__ import annotations

from eval_core.ui.lead.case.screen import show_case
from eval_core.ui.session import require

show_case(require("lead").slug)
