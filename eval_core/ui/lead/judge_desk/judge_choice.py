"""Which judge: protocol, the model at the server's endpoint, name, temperature, seed, and a key for this run."""

from __future__ import annotations

import streamlit as st

from eval_core.judges.rehearsal import judge_protocols
from eval_core.judges.server_address import endpoint_host, server_endpoint
from eval_core.locales import current_language
from eval_core.locales import gettext as _
from eval_core.reports.protocol_words import title_of
from eval_core.ui.lead.judge_desk.desk_state import ChosenJudge
from eval_core.ui.parts.html import note, verdict
from eval_core.ui.session import session_id, store


def choose_judge(slug: str) -> ChosenJudge | None:
    """The judge that the fields name; None where no protocol here has a prompt for judges."""
    host = endpoint_host(server_endpoint())
    if host:
        verdict(_("A language model at {host} can judge here.", host=host))
    else:
        verdict(_("This server knows no language model that may judge."))
        note(
            _(
                "The server's operator names one in PARVIS_JUDGE_URL and puts its key into OPENAI_API_KEY. "
                "Until then the prompts can be read here."
            )
        )
    protocols = judge_protocols(store(), slug, session_id())
    if not protocols:
        note(_("No protocol that fits this campaign has a prompt for judges."))
        return None
    language = current_language()
    with st.container(key="judge_fields", horizontal=True, vertical_alignment="bottom"):
        st.selectbox(_("Protocol"), protocols, format_func=title_of, key=f"judge_protocol_{language}", width=304)
        st.text_input(_("Model, as the endpoint names it"), key="judge_model", max_chars=200, width=304)
        st.text_input(
            _("Name of the judge (empty: the model's)"),
            key="judge_name",
            max_chars=200,
            help=_("One setting has one name: another temperature or seed is another judge."),
            width=304,
        )
        st.number_input(
            _("Temperature (empty: the endpoint's)"), 0.0, 2.0, None, 0.1, format="%.1f", key="judge_heat", width=304
        )
        st.number_input(_("Seed (empty: the endpoint's)"), 0, None, None, 1, key="judge_seed", width=304)
        if host:
            _type_key()
    return chosen_now(slug, language)


def chosen_now(slug: str, language: str) -> ChosenJudge:
    """The judge that the fields name when a button is pressed: what was typed last may not be drawn yet.

    Args:
        language: in which they were drawn.
    """
    state = st.session_state
    key = (state.get("judge_key") or "").strip()
    return ChosenJudge(
        slug,
        state[f"judge_protocol_{language}"],
        (state.get("judge_model") or "").strip(),
        (state.get("judge_name") or "").strip() or None,
        state.get("judge_heat"),
        state.get("judge_seed"),
        key or None,
    )


def _type_key() -> None:
    """A field for a key typed for this run. It is never stored, and never sent to the browser."""
    st.text_input(
        _("Key, if not the server's"),
        type="password",
        key="judge_key",
        autocomplete="off",
        max_chars=500,
        help=_("For this run only. It stays in the server's memory, is never stored, and ends with the run."),
        width=304,
    )
