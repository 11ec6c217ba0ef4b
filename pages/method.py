"""Method: how are the numbers made?"""

from __future__ import annotations

from eval_core.ui.method import show_commands, show_method
from eval_core.ui.session import require

seat = require("researcher")
show_method()
show_commands(seat.slug)
