"""My work: what have I done?"""

from __future__ import annotations

from eval_core.ui.session import require

seat = require("annotator")
