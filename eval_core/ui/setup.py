"""The plan of a campaign: each section says what it does and what it costs an annotator, and is saved by itself."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import streamlit as st

from eval_core.campaigns.planning import Advice, Plan
from eval_core.campaigns.rules import MOST_WORDS, RuleError, Rules, change_rules
from eval_core.errors import RefusedError
from eval_core.locales import LANGUAGES, N_, current_language, ngettext, number
from eval_core.locales import gettext as _
from eval_core.protocols.letters import fill, load_letter
from eval_core.ui.registry import page_file
from eval_core.ui.session import session_id, store
from eval_core.ui.text import article

_LABELS = {
    "letter.responsible": N_("Who runs the evaluation"),
    "letter.contact": N_("Whom annotators can write to"),
    "letter.pay": N_("Pay"),
    "letter.purpose": N_("What the judgments are for (may stay empty)"),
    "letter.sharing": N_("Who else sees the judgments (may stay empty)"),
    "training": N_("Gold comparisons for training"),
    "test": N_("Gold comparisons in the test"),
    "pass_mark": N_("Right answers needed, in percent"),
    "gold_share": N_("Gold comparisons, in percent"),
    "repeat_share": N_("Repeats, in percent"),
    "reasons": N_("Ask for reasons"),
    "reasons_share": N_("The share, in percent"),
    "revisable": N_("Annotators may change their earlier judgments"),
}
_REASONS = {"off": N_("Never"), "share": N_("After a share of the choices"), "all": N_("After every choice")}
_PERCENT = {"pass_mark": 100.0, "gold_share": 50.0, "repeat_share": 50.0, "reasons_share": 100.0}
_LETTER = tuple(name for name in _LABELS if name.startswith("letter."))
_MOST_GOLD = 50
_MISSING = "…"
state = st.session_state


def head(plan: Plan) -> str:
    """The plan in two sentences, what does not fit in it, and from when a change holds, as HTML."""
    rules = plan.rules
    first = rules.training + rules.test
    sentences = [
        ngettext(
            "Each comparison is judged by {count} annotator.",
            "Each comparison is judged by {count} annotators.",
            plan.overlap,
        ),
        ngettext(
            "Newcomers judge {count} gold comparison first.", "Newcomers judge {count} gold comparisons first.", first
        )
        if first
        else _("Newcomers start right away."),
    ]
    notes = "".join(f'<p class="note trouble">{escape(advice_text(one))}</p>' for one in plan.advice)
    notes += f'<p class="note">{escape(power_text(plan))}</p>'
    if plan.judged:
        text = _("Judging has begun: what you change here applies from the next comparison on.")
        notes += f'<p class="note">{escape(text)}</p>'
    return f'<h1 class="verdict">{escape(" ".join(sentences))}</h1>{notes}'


def power_text(plan: Plan) -> str:
    """What the plan can decide, and what that rests on."""
    if plan.power is None:
        return _("What the plan can decide is known once there are two systems, prompts, and as many annotators.")
    if plan.power.smallest_share is None:
        return _("This plan cannot tell any two systems apart: it needs more annotators or more prompts.")
    said = ngettext(
        "With {count} annotator the plan probably tells two systems apart if one reads better in {share} % of cases.",
        "With {count} annotators the plan probably tells two systems apart if one reads better in {share} % of cases.",
        plan.annotators,
        share=number(100 * plan.power.smallest_share, 0),
    )
    return f"{said} {_('That assumes that people differ moderately in taste.')}"


def advice_text(one: Advice) -> str:
    """An advice as a sentence."""
    need, have = number(one.need or 0), number(one.have or 0)
    match one.code:
        case "letter_changed":
            return ngettext(
                "The letter has changed: {count} person who agreed to it will be asked again.",
                "The letter has changed: {count} people who agreed to it will be asked again.",
                one.have or 0,
            )
        case "gold_short":
            return _(
                "Gold comparisons for training and test: {need} needed, {have} there. "
                "Newcomers are held up until more are loaded.",
                need=need,
                have=have,
            )
        case "gold_short_second":
            return _(
                "Gold comparisons for training, test and a second try: {need} needed, {have} there. "
                "Whoever fails cannot get another test.",
                need=need,
                have=have,
            )
        case "gold_short_stream":
            return _(
                "Gold comparisons for training, test and the work itself: {need} needed, {have} there. "
                "Nobody gets one twice, so the share will be smaller.",
                need=need,
                have=have,
            )
        case "gold_unused":
            return ngettext(
                "{count} gold comparison is loaded, but nothing uses it.",
                "{count} gold comparisons are loaded, but nothing uses them.",
                one.have or 0,
            )
        case "repeats_too_late":
            return _(
                "No repeats will come: the earliest is comparison {need}, and an annotator judges {have}.",
                need=need,
                have=have,
            )
    return _(
        "Annotators are not asked for consent: the letter lacks who runs the evaluation, whom to write to, or pay."
    )


def letter(slug: str, plan: Plan) -> None:
    """What the campaign fills into the information letter, and how the letter then reads."""
    _heading(
        title=_("Information letter"),
        text=_(
            "Annotators read this letter and agree to it before anything else, and once more when it has changed. "
            "It takes them a few minutes. Without the first three fields there is no letter."
        ),
    )
    with st.container(key="plan_letter"):
        typed = {}
        for name in _LETTER:
            _bind(slug, plan.rules, name)
            field = st.text_input if name in _LETTER[:2] else st.text_area
            typed[name.removeprefix("letter.")] = field(_(_LABELS[name]), key=_key(slug, name), max_chars=MOST_WORDS)
        with st.expander(_("How the letter reads")):
            _preview(plan.title, typed)
        args = _saving(slug, plan, "letter", _LETTER)
        st.button(_("Save the letter"), key="save_letter", on_click=_save, args=args)
        _notice("letter")


def _preview(title: str, typed: dict[str, Any]) -> None:
    """The letter with what stands in the fields now; dots stand for what it cannot do without."""
    required = {name: str(typed[name]).strip() or _MISSING for name in ("responsible", "contact", "pay")}
    tabs = st.tabs(list(LANGUAGES.values()), default=LANGUAGES[current_language()])
    for tab, language in zip(tabs, LANGUAGES, strict=True):
        text = fill(load_letter(language), {**typed, **required, "title": title})
        tab.html(f'<div class="letter" lang="{language}">{article(text)}</div>')


def guidelines(slug: str, plan: Plan) -> None:
    """Which version of the guidelines holds."""
    version = _("Version {version} is in force.", version=plan.guidelines)
    if plan.clarifications:
        version += " " + ngettext(
            "It holds {count} clarification of this campaign.",
            "It holds {count} clarifications of this campaign.",
            plan.clarifications,
        )
    _heading(
        title=_("Guidelines"),
        text=f"{version} "
        + _(
            "With a letter, training or a test, newcomers read the guidelines first. Everybody reads what is new in "
            "them before going on. The time counts towards their hours."
        ),
    )
    st.page_link(page_file("guidelines"), label=_("Read the guidelines"))


def training(slug: str, plan: Plan) -> None:
    """How newcomers begin."""
    rules = plan.rules
    text = _(
        "Newcomers first judge gold comparisons and learn each time whether they were right and why. "
        "The test after that gives no answers. Both take time before the first real comparison; it is in their hours. "
        "Whoever fails waits until you grant another try."
    )
    if rules.test:
        passing = _(
            "To pass, {right} of {test} must be right.", right=number(rules.right_to_pass), test=number(rules.test)
        )
        text = f"{text} {passing}"
    _heading(title=_("Training and test"), text=text)
    _form(slug, plan, "training", _("Save training and test"), ("training", "test", "pass_mark"))


def checks(slug: str, plan: Plan) -> None:
    """Gold comparisons and repeats in the stream."""
    rules = plan.rules
    gold, repeats = 100 * rules.gold_share, 100 * rules.repeat_share
    shares = _(
        "Of 100 comparisons now: {gold} gold, {repeats} repeated.",
        gold=number(round(gold, 1)),
        repeats=number(round(repeats, 1)),
    )
    loaded = (
        ngettext("{count} gold comparison is loaded.", "{count} gold comparisons are loaded.", plan.gold)
        if plan.gold
        else _("No gold comparisons are loaded yet.")
    )
    _heading(
        title=_("Gold comparisons and repeats"),
        text=_(
            "Gold comparisons show who reads carelessly, repeats how steady the judgments are. "
            "Annotators cannot tell them from the others. They are work and are paid, but never enter the ranking."
        )
        + f" {shares} {loaded}",
    )
    _form(slug, plan, "checks", _("Save gold and repeats"), ("gold_share", "repeat_share"))


def reasons(slug: str, plan: Plan) -> None:
    """Whether annotators say why."""
    _heading(
        title=_("Reasons"),
        text=_(
            "After a choice, annotators tick what was wrong with either text and may add a comment. "
            "The choice is saved first, and Enter alone goes on; each reason takes them some seconds."
        ),
    )
    _form(slug, plan, "reasons", _("Save reasons"), ("reasons", "reasons_share"))


def revising(slug: str, plan: Plan) -> None:
    """Whether annotators may change their minds."""
    _heading(
        title=_("Changing judgments"),
        text=_(
            "Annotators find their earlier judgments under “My work”. If they may change them, the latest counts "
            "and all are kept. It takes time only from those who use it."
        ),
    )
    _form(slug, plan, "revising", _("Save this choice"), ("revisable",))


SECTIONS: tuple[Callable[[str, Plan], None], ...] = (letter, guidelines, training, checks, reasons, revising)


def _heading(*, title: str, text: str) -> None:
    st.html(f'<div class="plan"><h2>{escape(title)}</h2><p>{escape(text)}</p></div>')


def _form(slug: str, plan: Plan, section: str, label: str, names: tuple[str, ...]) -> None:
    with st.form(f"plan_{section}", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            for name in names:
                _bind(slug, plan.rules, name)
                _field(slug, name)
        args = _saving(slug, plan, section, names)
        st.form_submit_button(label, key=f"save_{section}", on_click=_save, args=args)
        _notice(section)


def _field(slug: str, name: str) -> None:
    label, key = _(_LABELS[name]), _key(slug, name)
    if name == "revisable":
        st.checkbox(label, key=key)
    elif name == "reasons":
        st.radio(label, list(_REASONS), format_func=lambda code: _(_REASONS[code]), key=key)
    elif name in _PERCENT:
        st.number_input(label, 0.0, _PERCENT[name], step=1.0, format="%g", key=key, width=224)
    else:
        st.number_input(label, 0, _MOST_GOLD, step=1, key=key, width=224)


def _key(slug: str, name: str) -> str:
    return f"{slug}/{name}"


def _shown(rules: Rules, name: str) -> Any:
    """A rule's value as its field shows it."""
    value = getattr(rules.letter if name in _LETTER else rules, name.removeprefix("letter."))
    return round(100 * value, 6) if name in _PERCENT else value


def _bind(slug: str, rules: Rules, name: str) -> None:
    """Let a field follow what is stored, unless somebody has begun to change it here."""
    key, stored = _key(slug, name), _shown(rules, name)
    seen = state.get(f"{key}/seen", stored)
    if key not in state or (seen != stored and state[key] == seen):
        state[key] = stored
    state[f"{key}/seen"] = stored


def _saving(slug: str, plan: Plan, section: str, names: tuple[str, ...]) -> tuple[Any, ...]:
    return slug, section, {name: _shown(plan.rules, name) for name in names}


def _save(slug: str, section: str, drawn: dict[str, Any]) -> None:
    """Store what was changed since it was drawn, so that nothing of somebody else's is set back."""
    changed = {name: state[_key(slug, name)] for name in drawn if state[_key(slug, name)] != drawn[name]}
    if not changed:
        state["plan_notice"] = (section, "unchanged", "")
        return
    changes: dict[str, Any] = {
        name: round(value / 100, 8) if name in _PERCENT else value
        for name, value in changed.items()
        if name not in _LETTER
    }
    words = {name.removeprefix("letter."): value for name, value in changed.items() if name in _LETTER}
    try:
        change_rules(store(), slug, changes | ({"letter": words} if words else {}), session_id())
        state["plan_notice"] = (section, "saved", "")
    except RuleError as error:
        state["plan_notice"] = (section, "wrong", error.rule)
    except RefusedError:
        state["plan_notice"] = (section, "refused", "")


def _notice(section: str) -> None:
    """What became of the last click on Save, beside the button; said once."""
    where, word, rule = state.get("plan_notice", ("", "", ""))
    if where != section:
        return
    del state["plan_notice"]
    text = {
        "saved": _("Saved."),
        "unchanged": _("Nothing to save: nothing was changed."),
        "wrong": _("Not saved: “{field}” cannot have this value.", field=_(_LABELS.get(rule, ""))),
        "refused": _("Not saved: only a lead of this campaign may change the plan."),
    }[word]
    trouble = " trouble" if word in ("wrong", "refused") else ""
    st.html(f'<p class="note{trouble}" role="status">{escape(text)}</p>')
