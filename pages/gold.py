"""Gold comparisons: where do we know the answer?"""

from __future__ import annotations

from eval_core.ui.session import require

seat = require("lead")
