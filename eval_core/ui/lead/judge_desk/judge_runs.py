"""The whole run: its price, a button that queues it, and how far the runs of this campaign are."""

from __future__ import annotations

import streamlit as st

from eval_core.campaigns.jobs.job_list import list_jobs
from eval_core.jobs.exam_work import KIND as EXAM
from eval_core.jobs.judge_work import KIND, JudgeRun, ask_for_judge
from eval_core.judges.rehearsal import Rehearsal
from eval_core.judges.run import STOP_AFTER
from eval_core.judges.server_address import server_endpoint
from eval_core.locales import N_, current_language
from eval_core.locales import gettext as _
from eval_core.reports.rehearsal_words import price_sentence, size_sentence
from eval_core.ui.lead.judge_desk.desk_state import ChosenJudge, tried_with
from eval_core.ui.lead.judge_desk.judge_choice import chosen_now
from eval_core.ui.lead.setup.background import job_lines
from eval_core.ui.parts.html import heading, note, sentence
from eval_core.ui.parts.press import press, show_notice
from eval_core.ui.session import session_id, store

JOBS_SECONDS = 3.0


def offer_run(slug: str, chosen: ChosenJudge, rehearsal: Rehearsal, *, leads: bool) -> None:
    """What the whole run takes, and the button that starts it."""
    if not rehearsal.left:
        return
    heading(_("The whole run"))
    sentence(size_sentence(rehearsal.left))
    with st.container(key="judge_price", horizontal=True, vertical_alignment="bottom"):
        prompt = _price(_("Price of a million tokens, prompts"), "judge_price_prompt")
        reply = _price(_("Price of a million tokens, replies"), "judge_price_reply")
        if leads:
            st.number_input(
                _("Budget (empty: none)"),
                0.0,
                None,
                None,
                1.0,
                format="%g",
                key="judge_budget",
                help=_("Spend at most this much, in the currency of the prices."),
                width=228,
            )
            st.number_input(_("Stop after equal failures"), 1, 1000, STOP_AFTER, 1, key="judge_stop_after", width=228)
    sentence(price_sentence(tried_with(chosen), rehearsal.left, prompt, reply))
    if not leads:
        note(_("Leads and researchers may try a judge; a lead starts an exam or the whole run."))
        return
    if not server_endpoint():
        return
    st.button(_("Run all"), key="judge_run_all", on_click=_run, args=(slug, current_language()))
    if chosen.key:
        note(
            _(
                "With a typed key the run lives in the server's memory: it ends if the server is restarted, "
                "and what was judged until then stays."
            )
        )
    else:
        note(_("It runs in the background and goes on when this page is closed."))
    show_notice("judge_desk", "run")


def show_runs(slug: str) -> None:
    """The runs of LLM judges here, each with its progress, and buttons to pause and stop it."""
    jobs = [job for job in list_jobs(store(), slug, who=session_id()) if job.kind in (KIND, EXAM)]
    if jobs:
        heading(_("Runs"))
        job_lines(slug, jobs, "judge_desk")


def _price(label: str, key: str) -> float | None:
    return st.number_input(label, 0.0, 100_000.0, None, 0.1, format="%g", key=key, width=228)


def _run(slug: str, language: str) -> None:
    chosen = chosen_now(slug, language)
    state = st.session_state
    wanted = JudgeRun(
        chosen.model,
        chosen.protocol,
        temperature=chosen.temperature,
        name=chosen.name,
        seed=chosen.seed,
        budget=state.get("judge_budget"),
        prompt_price=state.get("judge_price_prompt"),
        reply_price=state.get("judge_price_reply"),
        stop_after=state.get("judge_stop_after") or STOP_AFTER,
    )
    queued = press(
        "judge_desk",
        lambda: ask_for_judge(store(), slug, wanted, session_id(), key=chosen.key),
        done=N_("The run is in the list below."),
        place="run",
    )
    if queued:
        st.session_state["judge_key"] = ""  # the run has it; the field needs it no longer
