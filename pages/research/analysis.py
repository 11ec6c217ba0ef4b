"""Analysis: why do systems differ, or why was a response rated high or low?"""

from __future__ import annotations

from eval_core.campaigns.publishing.report_facts import campaign_facts
from eval_core.protocols import load_protocol
from eval_core.ui.frame.early_results import require_results
from eval_core.ui.frame.rating_notices import rates
from eval_core.ui.parts.browser.announcer import announce
from eval_core.ui.research.analysis import show_convergence, show_issues
from eval_core.ui.research.rated.criterion_list import show_rated_analysis
from eval_core.ui.research.slice_comparison import show_two_parts
from eval_core.ui.session import require, session_id, store

seat = require("researcher")
compact = announce("", "analysis") == "stacked"
require_results(seat.slug)
key = campaign_facts(store(), seat.slug, session_id()).protocol
if rates(seat.slug):
    show_rated_analysis(seat.slug, key)
else:
    protocol = load_protocol(key)
    show_issues(seat.slug, protocol, compact=compact)
    show_two_parts(seat.slug)
    show_convergence(seat.slug, compact=compact)
