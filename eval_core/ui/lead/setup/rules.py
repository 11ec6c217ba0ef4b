"""The rules of a campaign: each section says what its settings do and what they cost an annotator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from eval_core.campaigns.joining.consent import letter_text
from eval_core.campaigns.setup.plan_review import PlanReview
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.locales import LANGUAGES, current_language, ngettext, number
from eval_core.locales import gettext as _
from eval_core.protocols import load_protocol
from eval_core.ui.address import page_link
from eval_core.ui.lead.setup.fields import (
    LETTER,
    bind,
    field_key,
    fields_row,
    label_of,
    save_buttons,
    say_faults,
    section_heading,
)
from eval_core.ui.lead.setup.protocol_choice import show_protocol
from eval_core.ui.lead.setup.unsaved import keep
from eval_core.ui.lead.setup.words import gold_supply, guidelines_text
from eval_core.ui.parts.html import note
from eval_core.web.shown_text import article

_MISSING = "…"
_FACTS = 5  # fields of the letter that are the campaign's own; the others have usual words
_LINES = ("letter.responsible", "letter.contact", "letter.ends", "letter.officer")


def letter(slug: str, plan: PlanReview) -> None:
    """What the campaign fills into the information letter, and how the letter then reads."""
    section_heading(
        title=_("Information letter"),
        text=_(
            "Annotators read this letter and agree to it before anything else, and again when it changes. It takes "
            "them a few minutes. Without the first three fields there is no letter."
        ),
    )
    with st.container(key="plan_letter"):
        typed = _typed(slug, plan, LETTER[:_FACTS])
        with st.expander(_("Data protection (optional)")):
            note(_("Where a field is empty, the letter says what is usual. You see it in the preview."))
            typed |= _typed(slug, plan, LETTER[_FACTS:])
        with st.expander(_("Preview of the letter")):
            _preview(plan, typed)
        save_buttons(slug, plan, "letter", _("Save the letter"), LETTER)


def _typed(slug: str, plan: PlanReview, names: Sequence[str]) -> dict[str, Any]:
    """Fields of the letter; what is typed in each."""
    typed = {}
    for name in names:
        bind(slug, plan, name)
        field = st.text_input if name in _LINES else st.text_area
        typed[name.removeprefix("letter.")] = field(
            label_of(name, rated=plan.rates),
            key=field_key(slug, name),
            max_chars=TEXT_LIMIT,
            on_change=keep,
            args=(field_key(slug, name),),
        )
    say_faults(slug, plan, names)
    return typed


def _preview(plan: PlanReview, typed: dict[str, Any]) -> None:
    """The letter as the fields fill it now, with dots for what is required and missing."""
    required = {name: str(typed[name]).strip() or _MISSING for name in ("responsible", "contact", "pay")}
    protocol = load_protocol(plan.plan.protocol)
    tabs = st.tabs(list(LANGUAGES.values()), default=LANGUAGES[current_language()])
    for tab, language in zip(tabs, LANGUAGES, strict=True):
        text = letter_text(protocol, language, {**typed, **required, "title": plan.title})
        tab.html(f'<div class="letter part-of-page" lang="{language}">{article(text, lower=2)}</div>')


def frame(slug: str, plan: PlanReview) -> None:
    """The campaign's title, its protocol, and the view in which texts are shown."""
    section_heading(
        title=_("Title and protocol"),
        text=_(
            "Annotators see the title. The protocol sets what they judge and by which guidelines. Texts are shown as "
            "plain text or with Markdown formatting."
        ),
    )
    fields_row(slug, plan, ("title", "protocol", "text_view"))
    show_protocol(slug, plan, st.session_state.get(field_key(slug, "protocol"), plan.plan.protocol))


def overlap(slug: str, plan: PlanReview) -> None:
    """How many people judge one comparison, or rate one response."""
    if plan.rates:
        section_heading(
            title=_("Overlap"),
            text=_(
                "With two annotators per response you see how far people agree; with one, the same hours cover more "
                "texts."
            ),
        )
        fields_row(slug, plan, ("overlap",))
        return
    section_heading(
        title=_("Overlap and shared set"),
        text=_(
            "With two annotators per comparison you see how far people agree; with one, the same hours cover more "
            "texts. A shared set is a sample that more people judge, and comes first: use one if most comparisons are "
            "judged once. Before judging begins, changing this lays out all comparisons again."
        ),
    )
    fields_row(slug, plan, ("overlap", "shared", "shared_overlap"))


def beside(slug: str, plan: PlanReview) -> None:
    """How many responses a rater sees at once; nothing where responses are compared."""
    if not plan.rates:
        return
    section_heading(
        title=_("Responses to rate"),
        text=_(
            "One response at a time is rated on its own. Several responses to the same prompt next to each other are "
            "rated in light of each other, and need a wide screen. The change applies from the next response."
        ),
    )
    fields_row(slug, plan, ("responses_beside",))


def ending(slug: str, plan: PlanReview) -> None:
    """Quota, deadline, stopping rule and budget."""
    rated = _(
        "Nobody rates more than the quota. Progress compares the pace with the deadline and the hours with the "
        "budget, and says when your stopping rule is met; you then close the campaign yourself."
    )
    section_heading(
        title=_("Quota, deadline and end"),
        text=rated
        if plan.rates
        else _(
            "Nobody judges more than the quota. Progress compares the pace with the deadline and the hours with the "
            "budget, and says when your stopping rule is met; you then close the campaign yourself. Half-widths are "
            "on the ranking's scale: 0.2 means that a system's chance against an equally good one is known to about 5 "
            "percentage points."
        ),
    )
    fields_row(slug, plan, ("per_annotator", "deadline"))
    rule = ("stop", "stop_judgments") if plan.rates else ("stop", "stop_judgments", "stop_width")
    fields_row(slug, plan, (*rule, "budget_hours"))


def guidelines(slug: str, plan: PlanReview) -> None:
    """Which version of the guidelines raters read; where responses are compared, the step Guidelines says it."""
    if not plan.rates:
        return
    text = _(
        "They explain what the protocol asks for: criteria, scales, N/A. With a letter, training or a test, newcomers "
        "read them first. "
        "Everybody reads your clarifications before going on. The time counts towards their hours."
    )
    section_heading(title=_("Guidelines"), text=f"{guidelines_text(plan)} {text}")
    page_link("guidelines", slug, label=_("Read the guidelines"))


def training(slug: str, plan: PlanReview) -> None:
    """Training and test of newcomers."""
    rules = plan.rules
    rated = _(
        "Newcomers first rate control responses and learn each time what was expected of every criterion, and why. The "
        "test after that shows no answers; a response counts as right if every criterion is as expected. The time "
        "counts towards their hours. Anyone who fails waits until you grant another try."
    )
    compared = _(
        "Newcomers first judge gold comparisons and learn each time whether they were right and why. The test after "
        "that shows no answers. Both take time before the first real comparison, and the time counts towards their "
        "hours. Anyone who fails waits until you grant another try."
    )
    text = rated if plan.rates else compared
    if rules.test:
        passing = _(
            "To pass, {right} of {test} must be right.", right=number(rules.right_to_pass), test=number(rules.test)
        )
        text = f"{text} {passing}"
    if rules.training or rules.test:
        text = f"{text} {gold_supply(plan)}"
    section_heading(title=_("Training and test"), text=text)
    fields_row(slug, plan, ("training", "test", "pass_mark"))


def choosing(slug: str, plan: PlanReview) -> None:
    """Which comparisons come first."""
    section_heading(
        title=_("Choice of comparisons"),
        text=_(
            "Balanced choice gives each pair of systems its share: choose it if everything will be judged, or if you "
            "are in doubt. Adaptive choice prefers systems with few judgments and pairs whose order is open: choose "
            "it if there is not enough time for all comparisons, or when a new system joins. Differences may then "
            "look slightly larger than they are. It costs annotators nothing, and comparisons for several of them "
            "still come first."
        ),
    )
    fields_row(slug, plan, ("pair_policy",))


def checks(slug: str, plan: PlanReview) -> None:
    """Gold comparisons and repeats in the stream."""
    rules = plan.rules
    gold, repeats = 100 * rules.gold_share, 100 * rules.repeat_share
    shares = _(
        "Of every 100 comparisons, {gold} are gold and {repeats} repeats.",
        gold=number(round(gold, 1)),
        repeats=number(round(repeats, 1)),
    )
    loaded = (
        ngettext("{count} gold comparison is loaded.", "{count} gold comparisons are loaded.", plan.gold)
        if plan.gold
        else _("No gold comparisons are loaded yet.")
    )
    section_heading(
        title=_("Gold comparisons and repeats"),
        text=_(
            "Gold comparisons show who reads carelessly; repeats show how consistent the judgments are. Annotators "
            "cannot tell them from the others. They are work and are paid, but never enter the ranking."
        )
        + f" {shares} {loaded}",
    )
    fields_row(slug, plan, ("gold_share", "repeat_share"))


def reasons(slug: str, plan: PlanReview) -> None:
    """Whether annotators say why."""
    section_heading(
        title=_("Reasons"),
        text=_(
            "After a choice, annotators tick what was wrong with either text and may add a comment. The choice is "
            "saved first, and pressing Enter goes on without a reason. Each reason takes a few seconds."
        ),
    )
    fields_row(slug, plan, ("reasons", "reasons_share"))


def revising(slug: str, plan: PlanReview) -> None:
    """Whether annotators may change their minds."""
    if plan.rates:
        section_heading(
            title=_("Changing ratings"),
            text=_(
                "Annotators find their earlier ratings under “My work”. If they may change them, the latest counts "
                "and all are kept. Only annotators who use it spend time on it."
            ),
        )
        fields_row(slug, plan, ("revisable",))
        return
    section_heading(
        title=_("Changing judgments"),
        text=_(
            "Annotators find their earlier judgments under “My work”. If they may change them, the latest counts and "
            "all are kept. Only annotators who use it spend time on it."
        ),
    )
    fields_row(slug, plan, ("revisable",))


def controls(slug: str, plan: PlanReview) -> None:
    """Control responses in the stream, where responses are rated."""
    section_heading(
        title=_("Control responses"),
        text=_(
            "Texts whose ratings are known show who reads carelessly. Annotators cannot tell them from the others. "
            "They are work and are paid, but never count in the scores. You are told of annotators who are clearly "
            "below the percentage of the test."
        ),
    )
    fields_row(slug, plan, ("gold_share",))
    page_link("gold_ratings", slug, label=_("Open the control responses"))


def of_comparisons(slug: str, plan: PlanReview) -> None:
    """The sections that only comparisons have; in a campaign of ratings, a line that says so."""
    if plan.rates:
        training(slug, plan)
        controls(slug, plan)
        section_heading(
            title=_("Only where responses are compared"),
            text=_(
                "Shared set, repeats, choice of comparisons and reasons apply only where responses are compared. In "
                "this campaign responses are rated, so there is nothing to plan for them."
            ),
        )
        return
    for section in (training, choosing, checks, reasons):
        section(slug, plan)


SECTIONS: tuple[Callable[[str, PlanReview], None], ...] = (
    frame,
    overlap,
    beside,
    ending,
    guidelines,
    of_comparisons,
    revising,
)
