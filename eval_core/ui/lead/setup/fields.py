"""The fields of a plan: each follows what is stored, and a section saves only what was changed in it."""

from __future__ import annotations

from datetime import date, datetime, time
from html import escape
from typing import Any

import streamlit as st

from eval_core.campaigns.my_work.hours import time_zone
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.plan import FROZEN, Plan, change_plan
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.locales import N_
from eval_core.locales import gettext as _
from eval_core.protocols import list_protocols
from eval_core.ui.lead.setup.protocol_choice import protocol_name
from eval_core.ui.lead.setup.setup_state import follow_stored
from eval_core.ui.parts.html import note
from eval_core.ui.parts.local_time import zone_name
from eval_core.ui.parts.press import NOTHING_CHANGED, SAVED, Notice, leave_notice, press, show_notice
from eval_core.ui.session import session_id, store

LABELS = {
    "letter.responsible": N_("Who runs the evaluation"),
    "letter.contact": N_("Contact for annotators"),
    "letter.pay": N_("Pay"),
    "letter.purpose": N_("Purpose of the judgments (optional)"),
    "letter.sharing": N_("Others who see the judgments (optional)"),
    "letter.basis": N_("Legal basis"),
    "letter.storage": N_("Where the data are stored"),
    "letter.ends": N_("Until when the data are kept"),
    "letter.rights": N_("Rights of those who take part"),
    "letter.officer": N_("Data protection officer"),
    "letter.complaint": N_("Where to complain"),
    "title": N_("Title"),
    "protocol": N_("Protocol"),
    "text_view": N_("How texts are shown"),
    "overlap": N_("Annotators per comparison"),
    "shared": N_("Comparisons in the shared set"),
    "shared_overlap": N_("Annotators per comparison of the shared set"),
    "per_annotator": N_("Most comparisons for one annotator (optional)"),
    "deadline": N_("Deadline (optional)"),
    "stop": N_("When to stop"),
    "stop_judgments": N_("Number of judgments"),
    "stop_width": N_("Half-width of the widest interval"),
    "budget_hours": N_("Budget in hours (optional)"),
    "responses_beside": N_("Responses next to each other"),
    "pair_policy": N_("Which comparisons come first"),
    "training": N_("Gold comparisons for training"),
    "test": N_("Gold comparisons in the test"),
    "pass_mark": N_("Right answers needed, in percent"),
    "gold_share": N_("Gold comparisons, in percent"),
    "repeat_share": N_("Repeats, in percent"),
    "reasons": N_("Ask for reasons"),
    "reasons_share": N_("The share, in percent"),
    "revisable": N_("Annotators may change their earlier judgments"),
}
# The same where responses are rated.
RATED_LABELS = {
    "overlap": N_("Annotators per response"),
    "per_annotator": N_("Most responses for one annotator (optional)"),
    "stop_judgments": N_("Number of rated responses"),
    "revisable": N_("Annotators may change their earlier ratings"),
    "letter.purpose": N_("Purpose of the ratings (optional)"),
    "letter.sharing": N_("Others who see the ratings (optional)"),
}
RATED_STOP = {
    "off": N_("When everything is rated"),
    "judgments": N_("After a number of rated responses"),
}
CHOICES = {
    "reasons": {"off": N_("Never"), "share": N_("After a share of the choices"), "all": N_("After every choice")},
    "pair_policy": {"balanced": N_("Balanced: as planned"), "adaptive": N_("Adaptive: most informative first")},
    "text_view": {"plain": N_("Plain text"), "formatted": N_("With Markdown formatting")},
    "stop": {
        "off": N_("When everything is judged"),
        "judgments": N_("After a number of judgments"),
        "width": N_("When the widest interval is narrow enough"),
    },
}
LETTER = tuple(name for name in LABELS if name.startswith("letter."))
_PERCENT = {"pass_mark": 100.0, "gold_share": 50.0, "repeat_share": 50.0, "reasons_share": 100.0}
# Whole numbers with their least and most.
_WHOLE: dict[str, tuple[int, int]] = {
    "responses_beside": (1, 6),
    "overlap": (1, 100),
    "shared": (0, 1_000_000),
    "shared_overlap": (0, 100),
    "per_annotator": (1, 1_000_000),
    "stop_judgments": (1, 100_000_000),
    "training": (0, 50),
    "test": (0, 50),
}
_LAST_MINUTE = time(23, 59)
state = st.session_state


def section_heading(title: str, text: str) -> None:
    """What a section is about and what it costs."""
    st.html(f'<div class="plan"><h2>{escape(title)}</h2><p>{escape(text)}</p></div>')


def section_form(slug: str, plan: PlanReview, section: str, label: str, names: tuple[str, ...]) -> None:
    """A section's fields next to each other, and the button that saves them."""
    fixed = plan.judged and any(name in FROZEN for name in names)
    with st.form(f"plan_{section}", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            for name in names:
                bind(slug, plan, name)
                _field(slug, name, disabled=plan.judged and name in FROZEN, rated=plan.rates)
        if fixed:
            text = _(
                "Settings in grey are fixed since judging began: with other settings, new judgments would not be "
                "comparable with these."
            )
            note(text)
        if not (fixed and all(name in FROZEN for name in names)):
            args = saving(slug, plan, section, names)
            st.form_submit_button(label, key=f"save_{section}", on_click=save, args=args)
        show_notice("setup", section, once=True)


def _field(slug: str, name: str, *, disabled: bool, rated: bool) -> None:
    label, key = label_of(name, rated=rated), field_key(slug, name)
    if name == "revisable":
        st.checkbox(label, key=key)
    elif name in CHOICES:
        # What was set before, while responses were compared, is shown until it is changed.
        fits = rated and name == "stop" and state[key] in RATED_STOP
        choices = RATED_STOP if fits else CHOICES[name]
        st.radio(label, list(choices), format_func=lambda code: _(choices[code]), key=key, disabled=disabled)
    elif name in _PERCENT:
        st.number_input(label, 0.0, _PERCENT[name], step=1.0, format="%g", key=key, width=224)
    elif name in _WHOLE:
        st.number_input(label, *_WHOLE[name], value=None, step=1, key=key, width=224, disabled=disabled)
    elif name == "stop_width":
        st.number_input(label, 0.01, 10.0, step=0.05, format="%g", key=key, width=224)
    elif name == "budget_hours":
        st.number_input(label, 0.0, 1_000_000.0, value=None, step=1.0, format="%g", key=key, width=224)
    elif name == "deadline":
        st.date_input(label, value=None, key=key, format="YYYY-MM-DD", width=224)
    elif name == "protocol":
        names = [protocol.key for protocol in list_protocols()]
        if state[key] not in names:
            names.append(state[key])
        st.selectbox(label, names, format_func=protocol_name, key=key, width=480, disabled=disabled)
    else:
        st.text_input(label, key=key, max_chars=120, width=480)


def label_of(name: str, *, rated: bool) -> str:
    """What a field is called, in a campaign of ratings or of comparisons."""
    return _((LABELS | RATED_LABELS if rated else LABELS)[name])


def field_key(slug: str, name: str) -> str:
    """The key of a field: what is begun in one campaign is not shown in another."""
    return f"{slug}/{name}"


def _stored(review: PlanReview, name: str) -> Any:
    if name in LETTER:
        return getattr(review.rules.letter, name.removeprefix("letter."))
    return getattr(review.plan if name in Plan.model_fields else review.rules, name)


def _shown(plan: PlanReview, name: str) -> Any:
    """A stored value as its field shows it."""
    value = _stored(plan, name)
    if name in _PERCENT:
        return round(100 * value, 6)
    return _day(value) if name == "deadline" else value


def _day(moment: datetime | None) -> date | None:
    return moment.astimezone(time_zone(zone_name())).date() if moment else None


def _meant(name: str, value: Any) -> Any:
    """What a field shows as it is stored."""
    if name in _PERCENT and value is not None:
        return round(value / 100, 8)
    if name == "deadline" and value is not None:
        return datetime.combine(value, _LAST_MINUTE, time_zone(zone_name()))
    return value


def bind(slug: str, plan: PlanReview, name: str) -> None:
    """Let a field follow what is stored, unless somebody has begun to change it here."""
    follow_stored(field_key(slug, name), _shown(plan, name))


def saving(slug: str, plan: PlanReview, section: str, names: tuple[str, ...]) -> tuple[Any, ...]:
    """What a section's button hands to `save`: each field as it is stored, so that a change can be told."""
    return slug, section, {name: (_shown(plan, name), _stored(plan, name)) for name in names}


def save(slug: str, section: str, drawn: dict[str, tuple[Any, Any]]) -> None:
    """Store what was changed since it was drawn, so that nothing of somebody else's is set back."""
    changed = {
        name: _meant(name, state[field_key(slug, name)])
        for name, (shown, _stored_value) in drawn.items()
        if state[field_key(slug, name)] != shown
    }
    if not changed:
        leave_notice("setup", Notice(section, done=NOTHING_CHANGED))
        return
    seen = {name: stored for name, (_shown_value, stored) in drawn.items()}
    saved = press("setup", lambda: _store(slug, changed, seen), done=SAVED, place=section, fields=LABELS)
    if not saved and not saved.field:
        for name in drawn:  # the fields show what is stored now
            state.pop(field_key(slug, name), None)


def _store(slug: str, changed: dict[str, Any], seen: dict[str, Any]) -> None:
    of_plan = {name: value for name, value in changed.items() if name in Plan.model_fields}
    rules = {name: value for name, value in changed.items() if name not in of_plan and name not in LETTER}
    words = {name.removeprefix("letter."): value for name, value in changed.items() if name in LETTER}
    if of_plan:
        change_plan(store(), slug, of_plan, seen, session_id())
    if rules or words:
        change_rules(store(), slug, rules | ({"letter": words} if words else {}), session_id(), seen=seen)
