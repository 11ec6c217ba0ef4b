"""Work in the background, for leads: a quiet table, and buttons for what goes on for long."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from eval_core.campaigns.jobs.job_list import JobRow, list_jobs, move_job
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.reports.background.job_words import kind_text, outcome_text, progress_text, state_text
from eval_core.ui.lead.setup.fields import section_heading
from eval_core.ui.parts.local_time import local_moment
from eval_core.ui.parts.press import press, show_notice
from eval_core.ui.parts.refusals import Page
from eval_core.ui.parts.tables import table
from eval_core.ui.session import session_id, store

_BUTTONS = {
    "waiting": {"paused": N_("Pause"), "stopped": N_("Stop")},
    "running": {"paused": N_("Pause"), "stopped": N_("Stop")},
    "paused": {"resumed": N_("Resume"), "stopped": N_("Stop")},
}


def background(slug: str, plan: PlanReview) -> None:
    """What the server does for this campaign without a click; nothing where there is none."""
    del plan
    jobs = list_jobs(store(), slug, who=session_id())
    if not jobs:
        return
    section_heading(
        title=_("In the background"),
        text=_("What the server does for this campaign by itself. It goes on when this page is closed."),
    )
    with st.container(key="setup_jobs"):
        job_lines(slug, jobs, "setup")


def job_lines(slug: str, jobs: Sequence[JobRow], page: Page) -> None:
    """A table of jobs, and for each that goes on buttons to pause, resume and stop it; `page` is the one with it."""
    header = [_("What"), _("State"), _("Progress"), _("When"), _("Outcome")]
    table(header, [_cells(job) for job in jobs], caption=_("In the background"))
    for job in jobs:
        if job.campaign == slug and job.state in _BUTTONS:
            with st.container(horizontal=True, vertical_alignment="center", key=f"job_{job.id}"):
                st.text(_what(job))
                for move, label in _BUTTONS[job.state].items():
                    st.button(_(label), key=f"job_{job.id}_{move}", on_click=_move, args=(page, slug, job.id, move))
    show_notice(page, "jobs")


def _cells(job: JobRow) -> list[str]:
    when = job.ended_at or (job.started_at if job.state == "running" else job.due_at) or job.created_at
    return [
        _what(job),
        state_text(job.state),
        progress_text(job.done, job.total),
        local_moment(when),
        outcome_text(job.outcome),
    ]


def _what(job: JobRow) -> str:
    return f"{kind_text(job.kind)}: {job.judge}" if job.judge else kind_text(job.kind)


def _move(page: Page, slug: str, job_id: int, move: str) -> None:
    press(page, lambda: move_job(store(), slug, job_id, move, session_id()), place="jobs")
