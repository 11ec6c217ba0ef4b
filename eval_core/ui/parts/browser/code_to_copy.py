"""A short code in large type with a button that copies it; it can be selected where the browser copies nothing."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from eval_core.locales import gettext as _

_CODE = st.components.v2.component(
    "parvis_code",
    html='<p id="label"></p><div id="row"><code id="code"></code><button id="copy" type="button"></button></div>'
    '<p id="said" role="status"></p>',
    css="""
#label { margin: 0 0 4px; font: 400 15px/22px "Source Sans", "Source Sans 3", sans-serif }
#row { display: flex; flex-wrap: wrap; gap: 8px; align-items: stretch }
#code { flex: 0 1 auto; min-height: 48px; padding: 8px 16px; box-sizing: border-box; border: 1px solid currentColor;
  font: 600 22px/30px "Source Code Pro", monospace; letter-spacing: .06em; overflow-wrap: anywhere;
  color: inherit; background: none; user-select: all; -webkit-user-select: all }
#copy { min-height: 48px; padding: 8px 16px; border: 1px solid currentColor; background: none; color: inherit;
  font: 600 16px/24px "Source Sans", "Source Sans 3", sans-serif; cursor: pointer }
#copy:focus-visible { outline: 2px solid currentColor; outline-offset: 2px }
#said { min-height: 22px; margin: 4px 0 0; font: 400 15px/22px "Source Sans", "Source Sans 3", sans-serif }
""",
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
)


def code_to_copy(label: str, code: str, *, key: str) -> None:
    """Draw a code under its label, with a button that copies it."""
    words = {"copy": _("Copy"), "copied": _("Copied."), "selected": _("Selected. Copy it with your browser.")}
    _CODE(key=key, data={"label": label, "code": code, **words}, height="content")
