"""New campaign: what shall be judged next?"""

from __future__ import annotations

from eval_core.ui.lead.new_campaign import new_campaign
from eval_core.ui.session import require

seat = require("lead", anywhere=True)
new_campaign(first=not seat.campaigns)
