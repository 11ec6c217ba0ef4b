"""About Parvis: which version of it, and of everything that it is made of, runs here?"""

from __future__ import annotations

import streamlit as st

from eval_core.locales import gettext as _
from eval_core.ui.parts.html import note, sentence
from eval_core.ui.parts.tables import table
from eval_core.ui.registry import STAFF
from eval_core.ui.session import require, store
from eval_core.upkeep.versions import versions

require(*STAFF)
parts = versions(store())
sentence(_("This is Parvis {version}, under the Apache License 2.0.", version=parts.pop("parvis")))
note(_("If you report a fault, please add these versions."))
table([_("Part"), _("Version")], [[name, number] for name, number in parts.items()], caption=_("Versions"))
with st.expander(_("As plain text, to copy")):
    st.code("\n".join(f"{name} {number}" for name, number in parts.items()), language=None)
