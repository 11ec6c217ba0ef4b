"""Trial: what does an annotator of this campaign see?"""

from __future__ import annotations

from eval_core.ui.annotate.trial import show_trial
from eval_core.ui.session import require

show_trial(require("lead"))
