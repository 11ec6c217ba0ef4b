"""Annotate: which of these two reads better? Or, under a rating protocol: how good is this?"""

from __future__ import annotations

from eval_core.campaigns.desk.clicks import open_desk
from eval_core.ui.address import go_to
from eval_core.ui.annotate.desk_element import desk_element
from eval_core.ui.annotate.gate.gate_screens import gate_screen
from eval_core.ui.annotate.guidelines import close_reading
from eval_core.ui.session import require, session_id, store

here = require("annotator")
pile = open_desk(store(), session_id(), here.slug)
# First: what is drawn before it would shift it, and a slow page would have it fade.
asked_for = desk_element(here, pile)
if asked_for:
    go_to(asked_for, here.slug)
if pile.instead != "guidelines":
    close_reading()
gate_screen(here.slug, pile)
