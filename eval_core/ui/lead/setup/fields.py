"""The fields of a plan: each follows what is stored, and a step saves all that was changed in it at once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time
from html import escape
from typing import Any, Literal

import streamlit as st

from eval_core.campaigns.my_work.hours import time_zone
from eval_core.campaigns.rules import Rules
from eval_core.campaigns.setup.plan import FROZEN, Plan, change_settings, tried_settings
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.locales import N_, day, ngettext, number
from eval_core.locales import gettext as _
from eval_core.protocols import list_protocols
from eval_core.reports.protocol_words import title_of
from eval_core.ui.frame.campaign_line import campaign_help
from eval_core.ui.lead.setup.unsaved import (
    begun_under,
    changed_elsewhere,
    discard,
    follow_stored,
    is_begun,
    keep,
    typed,
)
from eval_core.ui.parts.html import note, trouble
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
    "gold_share": N_("Control responses, in percent"),
    "training": N_("Control responses for training"),
    "test": N_("Control responses in the test"),
    "pass_mark": N_("As expected, in percent, or the lead is told"),
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
OPTIONS = {
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
RULES = tuple(name for name in LABELS if name not in LETTER)
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


def fields_row(slug: str, plan: PlanReview, names: tuple[str, ...]) -> None:
    """Fields next to each other, with what is wrong or was changed by another lead under them."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for name in names:
            bind(slug, plan, name)
            _field(slug, name, disabled=plan.judged and name in FROZEN, rated=plan.rates)
    if plan.judged and any(name in FROZEN for name in names):
        text = _(
            "Settings in grey are fixed since judging began: with other settings, new judgments would not be "
            "comparable with these."
        )
        note(text)
    say_faults(slug, plan, names)


def say_faults(slug: str, plan: PlanReview, names: Iterable[str]) -> None:
    """Name each of these fields that cannot have what is typed, or that another lead has changed meanwhile."""
    wrong = trial(slug, plan)[2]
    for name in names:
        facts = {"field": label_of(name, rated=plan.rates).partition(" (")[0]}
        if name in wrong:
            trouble(_("“{field}” cannot have this value.", **facts))
        elif changed_elsewhere(field_key(slug, name)):
            trouble(
                _(
                    "Another lead has meanwhile changed “{field}” to {value}. Saving replaces it with yours.",
                    **facts,
                    value=_as_written(name, _shown(plan, name)),
                ),
                role="status",
            )


def _as_written(name: str, stored: Any) -> str:
    """A stored value as its field writes it."""
    if stored in (None, ""):
        return _("nothing")
    if isinstance(stored, bool):
        return _("yes") if stored else _("no")
    if isinstance(stored, date):
        return day(stored)
    if isinstance(stored, int | float):
        return number(stored)
    return _(OPTIONS[name][stored]) if name in OPTIONS else str(stored)


def _field(slug: str, name: str, *, disabled: bool, rated: bool) -> None:
    label, key = label_of(name, rated=rated), field_key(slug, name)
    kept: dict[str, Any] = {"key": key, "on_change": keep, "args": (key,)}
    if name == "revisable":
        st.checkbox(label, **kept)
    elif name in OPTIONS:
        # What was set before, while responses were compared, is shown until it is changed.
        fits = rated and name == "stop" and state[key] in RATED_STOP
        choices = RATED_STOP if fits else OPTIONS[name]
        st.radio(label, list(choices), format_func=lambda code: _(choices[code]), **kept, disabled=disabled)
    elif name in _PERCENT:
        st.number_input(label, 0.0, _PERCENT[name], step=1.0, format="%g", **kept, width=224)
    elif name in _WHOLE:
        st.number_input(label, *_WHOLE[name], value=None, step=1, **kept, width=224, disabled=disabled)
    elif name == "stop_width":
        st.number_input(label, 0.01, 10.0, step=0.05, format="%g", **kept, width=224)
    elif name == "budget_hours":
        st.number_input(label, 0.0, 1_000_000.0, value=None, step=1.0, format="%g", **kept, width=224)
    elif name == "deadline":
        st.date_input(label, value=None, **kept, format="YYYY-MM-DD", width=224)
    elif name == "protocol":
        names = [protocol.key for protocol in list_protocols()]
        if state[key] not in names:
            names.append(state[key])
        st.selectbox(label, names, format_func=title_of, **kept, width=480, disabled=disabled)
    else:
        st.text_input(label, **kept, max_chars=120, width=480)


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
    return stored_day(value) if name == "deadline" else value


def stored_day(moment: datetime | None) -> date | None:
    """The day of a deadline where the browser is."""
    return moment.astimezone(time_zone(zone_name())).date() if moment else None


def _meant(name: str, value: Any) -> Any:
    """What a field shows as it is stored."""
    if name in _PERCENT and value is not None:
        return round(value / 100, 8)
    if name == "deadline" and value is not None:
        return end_of_day(value)
    return value


def end_of_day(day: date | None) -> datetime | None:
    """The last minute of a day where the browser is, as a deadline is stored."""
    return None if day is None else datetime.combine(day, _LAST_MINUTE, time_zone(zone_name()))


def bind(slug: str, plan: PlanReview, name: str) -> None:
    """Let a field follow what is stored, unless it was begun to change here."""
    follow_stored(field_key(slug, name), _shown(plan, name))


def begun(slug: str, names: Iterable[str]) -> dict[str, Any]:
    """What is typed in these fields and not saved, as it would be stored, by name."""
    return {name: _meant(name, typed(field_key(slug, name))) for name in names if is_begun(field_key(slug, name))}


def trial(slug: str, plan: PlanReview) -> tuple[Plan, Rules, frozenset[str]]:
    """The plan and the rules as typed, without what cannot be; and the names of what cannot be."""
    return tried_settings(plan.plan, plan.rules, begun(slug, LABELS))


def save_buttons(slug: str, plan: PlanReview, step: str, label: str, names: tuple[str, ...]) -> None:
    """How much of a step is not saved, the button that saves all of it, and the one that forgets it."""
    keys = [field_key(slug, name) for name in names]
    changed = say_unsaved(keys)
    with st.container(horizontal=True):
        seen = {name: _stored(plan, name) for name in names}
        kind: Literal["primary", "secondary"] = "primary" if changed else "secondary"
        args = (slug, step, names, seen)
        st.button(label, key=f"save_{step}", type=kind, help=campaign_help(slug), on_click=_save, args=args)
        if changed:
            st.button(_("Discard"), key=f"discard_{step}", on_click=discard, args=(keys,))
    show_notice("setup", step, once=True)


def say_unsaved(keys: Iterable[str]) -> int:
    """Say how many of these fields show what is not saved, if any; their number."""
    count = sum(map(is_begun, keys))
    if count:
        note(unsaved_text(count), role="status")
    return count


def unsaved(slug: str, step: str) -> int:
    """How many fields of a step show something that is not saved. A plan that is only tried out is not asked for."""
    if step in ("facts", "guidelines"):
        return begun_under(f"{slug}/{step}/")
    names = {"rules": RULES, "letter": LETTER}.get(step, ())
    return len(begun(slug, names))


def unsaved_steps(slug: str) -> list[str]:
    """The steps in which something is typed and not saved."""
    return [step for step in ("rules", "letter", "guidelines", "facts") if unsaved(slug, step)]


def unsaved_text(count: int) -> str:
    """How many changes are not saved."""
    return ngettext("{count} change is not saved.", "{count} changes are not saved.", count)


def _save(slug: str, step: str, names: tuple[str, ...], seen: dict[str, Any]) -> None:
    """Store what was changed since it was drawn, in one transaction: nothing of another lead's is set back."""
    changed = begun(slug, names)
    if not changed:
        leave_notice("setup", Notice(step, done=NOTHING_CHANGED))
        return
    if press("setup", lambda: _store(slug, changed, seen), done=SAVED, place=step, fields=LABELS):
        discard(field_key(slug, name) for name in names)  # the fields show what is stored now


def _store(slug: str, changed: dict[str, Any], seen: dict[str, Any]) -> None:
    of_plan = {name: value for name, value in changed.items() if name in Plan.model_fields}
    rules = {name: value for name, value in changed.items() if name not in of_plan and name not in LETTER}
    words = {name.removeprefix("letter."): value for name, value in changed.items() if name in LETTER}
    rules |= {"letter": words} if words else {}
    change_settings(store(), slug, of_plan, rules, session_id(), seen=seen)
