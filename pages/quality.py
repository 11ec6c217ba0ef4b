"""Quality: can we trust the judgments?"""

from __future__ import annotations

from html import escape

import streamlit as st

from eval_core.locales import gettext as _
from eval_core.ui.announcer import announce
from eval_core.ui.quality import show_agreement, show_checks, show_habits
from eval_core.ui.session import require

seat = require("lead", "researcher")
st.html(f'<h1 class="unseen">{escape(_("Quality"))}</h1>')
show_agreement(seat.slug, compact=announce("", "quality") == "stacked")
show_checks(seat.slug)
show_habits(seat.slug)
