"""Campaigns: which one needs me?"""

from __future__ import annotations

from eval_core.campaigns.watching.overview import list_overview
from eval_core.ui.lead.campaigns import duplicate_one, look_at_rest, show_campaigns
from eval_core.ui.registry import STAFF
from eval_core.ui.session import require, session_id, store

require(*STAFF)
campaigns = list_overview(store(), session_id())
show_campaigns(campaigns)
duplicate_one(campaigns)
look_at_rest(campaigns)
