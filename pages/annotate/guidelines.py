"""Guidelines: how are responses compared or rated here?"""

from __future__ import annotations

import streamlit as st

from eval_core.locales import gettext as _
from eval_core.ui.address import page_link
from eval_core.ui.annotate.guidelines import READERS, show_guidelines
from eval_core.ui.frame.chrome import language_choice, sign_out_link
from eval_core.ui.frame.rating_notices import rates
from eval_core.ui.frame.sidebar import campaign_choice
from eval_core.ui.lead.inbox.clarification import clarifying
from eval_core.ui.session import require

seat = require(*READERS)
if not seat.visitor.campaigns_as("researcher"):
    with st.container(key="bar", horizontal=True, vertical_alignment="center"):
        back = _("Back to the response") if rates(seat.slug) else _("Back to the comparison")
        page_link("annotate", seat.slug, label=back)
        sign_out_link()
        campaign_choice(seat, "guidelines")
        language_choice()
if seat.slug in seat.visitor.campaigns_as("lead"):
    clarifying(seat.slug)
show_guidelines(seat.slug)
