"""Setup: what is the plan?"""

from __future__ import annotations

from eval_core.ui.session import require

seat = require("lead")
