"""What leaving an annotator out would do."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.quality.case_file.case_head import CaseHead
from eval_core.campaigns.watching.omission import read_omission
from eval_core.locales import gettext as _
from eval_core.reports.annotators.case_words import omission_sentences
from eval_core.ui.parts.html import heading, sentence_html
from eval_core.ui.parts.local_time import local_day
from eval_core.ui.session import session_id, store


def show_omission(slug: str, head: CaseHead) -> None:
    """Judgments, work to make again, and the end date."""
    heading(_("If {name} is left out", name=head.person.name))
    found = read_omission(store(), slug, head.person.person_id, session_id())
    st.html("".join(map(sentence_html, omission_sentences(found, local_day, rates=head.rates))))
