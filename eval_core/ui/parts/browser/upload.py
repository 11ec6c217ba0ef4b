"""A field to choose a file with, in the reader's language: Streamlit's own button speaks English only."""

from __future__ import annotations

from html import escape
from pathlib import Path

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from eval_core.locales import gettext as _

_UPLOAD = st.components.v2.component("parvis_upload", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"))


def upload(*, key: str) -> UploadedFile | None:
    """The file that the reader has chosen, of any kind: whoever reads it says in words what it cannot be.

    Args:
        key: of the field; a new one empties it.
    """
    words = _("Choose a file")
    # What is seen comes from the style sheet, before any script has run; what is heard from the script.
    st.html(f"<style>.stApp {{ --choose: '{escape(words)}' }}</style>")
    uploaded = st.file_uploader(_("File"), key=key, max_upload_size=None)
    _UPLOAD(key="upload_words", data={"choose": words}, height="content")
    return uploaded
