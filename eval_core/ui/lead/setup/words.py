"""Sentences about a plan: what does not fit, what it costs, what it can decide, how far it is prepared."""

from __future__ import annotations

from eval_core.campaigns.pace import Pace
from eval_core.campaigns.quality.drift import Drift, Estimate
from eval_core.campaigns.setup.cost import WORDS_PER_MINUTE, Cost
from eval_core.campaigns.setup.plan_review import Advice, PlanReview
from eval_core.errors import MESSAGES, InputError
from eval_core.locales import N_, current_language, duration, interval, ngettext, number, percent
from eval_core.locales import gettext as _
from eval_core.reports.choice_words import STANDARDS

STATUS = {
    "draft": N_("Not started yet: nobody can judge."),
    "open": N_("Running: annotators judge."),
    "paused": N_("Paused: no one gets anything to judge until you resume."),
    "closed": N_("Closed: judging has ended."),
    "archived": N_("Archived: closed, and no longer listed."),
}
_FEW_ANCHORS = 10


def is_loaded(plan: PlanReview) -> bool:
    """Whether there is anything to judge: comparisons, or responses where these are rated."""
    return bool(plan.responses if plan.rates else plan.cost.comparisons)


def plan_sentences(plan: PlanReview) -> str:
    """The plan in two sentences."""
    first = plan.rules.training + plan.rules.test
    if plan.rates and first:
        rated = ngettext(
            "Newcomers rate {count} control response first.", "Newcomers rate {count} control responses first.", first
        )
        return f"{overlap_sentence(plan)} {rated}"
    begins = (
        ngettext(
            "Newcomers judge {count} gold comparison first.", "Newcomers judge {count} gold comparisons first.", first
        )
        if first
        else _("Newcomers start right away.")
    )
    return f"{overlap_sentence(plan)} {begins}"


def overlap_sentence(review: PlanReview) -> str:
    """How many judge each comparison, or rate each response."""
    if review.rates:
        return ngettext(
            "Each response is rated by {count} annotator.",
            "Each response is rated by {count} annotators.",
            review.plan.overlap,
        )
    return ngettext(
        "Each comparison is judged by {count} annotator.",
        "Each comparison is judged by {count} annotators.",
        review.plan.overlap,
    )


def cost_text(cost: Cost, annotators: int = 0, *, rates: bool = False) -> str:
    """What the plan costs in hours, or how many are left, and what that rests on; `rates` where responses are rated."""
    if not cost.judgments:
        if rates:
            return _("The cost in hours is known once there are responses.")
        return _("The cost in hours is known once there are comparisons.")
    return " ".join(
        part for part in (*_hours_parts(cost, annotators, rates=rates), basis_text(cost, rates=rates)) if part
    )


def _hours_parts(cost: Cost, annotators: int, *, rates: bool) -> list[str]:
    made = cost.judgments + cost.extra
    judgments = (
        ngettext("{count} sheet of ratings", "{count} sheets of ratings", made)
        if rates
        else ngettext("{count} judgment", "{count} judgments", made)
    )
    if cost.done:
        parts = [_("About {time} of work is left.", time=work_text(cost.hours_left))]
    else:
        parts = [
            _(
                "The plan takes about {time} of work: {judgments} in all.",
                time=work_text(cost.hours),
                judgments=judgments,
            )
        ]
    if cost.extra and not cost.done:
        parts.append(
            ngettext(
                "{count} of them is for gold comparisons, repeats, training and test.",
                "{count} of them are for gold comparisons, repeats, training and test.",
                cost.extra,
            )
        )
    if annotators > 1:
        parts.append(
            ngettext(
                "Shared by {count} annotator: {time} each.",
                "Shared by {count} annotators: {time} each.",
                annotators,
                time=work_text(cost.hours_left / annotators),
            )
        )
    return parts


def basis_text(cost: Cost, *, rates: bool = False) -> str:
    """What hours rest on: the times measured here, those of an earlier campaign, or the length of the texts."""
    if cost.pace is not None:
        return _measured_text(cost, cost.pace, rates=rates)
    facts = {
        "words": number(cost.words, 0),
        "speed": number(WORDS_PER_MINUTE),
        "seconds": number(cost.seconds, 0),
    }
    if rates:
        return _(
            "This assumes {words} words per response with its prompt, read at {speed} words per minute, and {seconds} "
            "seconds per response in all.",
            **facts,
        )
    return _(
        "This assumes {words} words per comparison, read at {speed} words per minute, and {seconds} seconds per "
        "comparison in all.",
        **facts,
    )


def _measured_text(cost: Cost, pace: Pace, *, rates: bool) -> str:
    facts = {
        "seconds": number(pace.seconds, 0),
        "interval": interval(pace.low, pace.high, lambda seconds: number(seconds, 0)),
        "earlier": cost.earlier,
        "so_far": duration(round(60 * pace.hours)),
    }
    if cost.earlier and rates:
        return ngettext(
            "As measured in “{earlier}”, with texts of this length: {seconds} seconds a response {interval}, from "
            "{count} rated response.",
            "As measured in “{earlier}”, with texts of this length: {seconds} seconds a response {interval}, from "
            "{count} rated responses.",
            pace.done,
            **facts,
        )
    if cost.earlier:
        return ngettext(
            "As measured in “{earlier}”, with texts of this length: {seconds} seconds a judgment {interval}, from "
            "{count} judgment.",
            "As measured in “{earlier}”, with texts of this length: {seconds} seconds a judgment {interval}, from "
            "{count} judgments.",
            pace.done,
            **facts,
        )
    if rates:
        return ngettext(
            "Measured: {seconds} seconds a response {interval}, from {count} rated response; {so_far} so far.",
            "Measured: {seconds} seconds a response {interval}, from {count} rated responses; {so_far} so far.",
            pace.done,
            **facts,
        )
    return ngettext(
        "Measured: {seconds} seconds a judgment {interval}, from {count} judgment; {so_far} so far.",
        "Measured: {seconds} seconds a judgment {interval}, from {count} judgments; {so_far} so far.",
        pace.done,
        **facts,
    )


def work_text(hours: float) -> str:
    """A time of work: hours, with one decimal below ten; below two hours in minutes, at least one unless it is none."""
    if hours >= 2:
        return _("{hours} hours", hours=number(hours, 1 if hours < 10 else 0))
    return duration(max(round(60 * hours), 1 if hours else 0))


_ADVICE = {
    "no_letter": N_(
        "Annotators are not asked for consent: the letter does not say who runs the evaluation, who to contact, or "
        "what annotators are paid."
    ),
    "gold_short": N_(
        "Gold comparisons for training and test: {need} needed, {have} available. Newcomers have to wait until more "
        "are loaded."
    ),
    "gold_short_standard": N_(
        "Gold comparisons in {standard} for training and test: {need} needed, {have} available. Anyone who judges only "
        "{standard} cannot begin."
    ),
    "gold_short_second": N_(
        "Gold comparisons for training, test and a second try: {need} needed, {have} available. Anyone who fails "
        "cannot get another test."
    ),
    "gold_short_stream": N_(
        "Gold comparisons for training, test and the work itself: {need} needed, {have} available. Nobody gets the "
        "same one twice, so the share will be smaller."
    ),
    "controls_few": N_(
        "Control responses for training and test: {need} needed, {have} available. Newcomers have to wait until more "
        "are loaded."
    ),
    "controls_few_standard": N_(
        "Control responses in {standard} for training and test: {need} needed, {have} available. Anyone who rates only "
        "{standard} cannot begin."
    ),
    "controls_few_second": N_(
        "Control responses for training, test and a second try: {need} needed, {have} available. Anyone who fails "
        "cannot get another test."
    ),
    "controls_short": N_("Control responses have a share of the sheets, but none is loaded."),
    "few_shared": N_(
        "Two annotators will share about {have} comparisons, and agreement needs {need} or more. A shared set makes "
        "sure of it."
    ),
    "repeats_too_late": N_(
        "There will be no repeats: the earliest is comparison {need}, and an annotator judges {have}."
    ),
}


def guidelines_text(plan: PlanReview) -> str:
    """Which version of the guidelines is in force, and how many clarifications it holds."""
    text = _("Version {version} is in force.", version=plan.guidelines)
    if not plan.clarifications:
        return text
    held = ngettext(
        "It holds {count} clarification of this campaign.",
        "It holds {count} clarifications of this campaign.",
        plan.clarifications,
    )
    return f"{text} {held}"


def advice_text(advice: Advice) -> str:
    """An advice as a sentence."""
    if advice.code == "letter_changed":
        return ngettext(
            "The letter has changed: {count} person who agreed to it will be asked again.",
            "The letter has changed: {count} people who agreed to it will be asked again.",
            advice.have or 0,
        )
    if advice.code == "controls_unused":
        return ngettext(
            "{count} control response is loaded, but no one gets it: set a share of the sheets.",
            "{count} control responses are loaded, but no one gets them: set a share of the sheets.",
            advice.have or 0,
        )
    if advice.code == "gold_unused":
        return ngettext(
            "{count} gold comparison is loaded, but nothing uses it.",
            "{count} gold comparisons are loaded, but nothing uses them.",
            advice.have or 0,
        )
    return _(
        _ADVICE[advice.code],
        need=number(advice.need or 0),
        have=number(advice.have or 0),
        standard=standard_name(advice.standard or ""),
    )


def standard_name(standard: str) -> str:
    """The name of a written standard within a sentence: Norwegian has it in lower case."""
    name = _(STANDARDS.get(standard, standard))
    return name if current_language() == "en" else name.lower()


def gold_supply(plan: PlanReview) -> str:
    """How much gold, or how many control responses, there are by written standard; what training and test take."""
    counts = ", ".join(
        f"{standard_name(standard)} {number(count)}" for standard, count in plan.gold_by_standard.items()
    )
    need = number(plan.rules.training + plan.rules.test)
    if plan.rates:
        facts = {"need": need, "have": number(min((plan.controls, *plan.gold_by_standard.values())))}
        return _("Training and test take {need} control responses; everyone has at least {have} to get.", **facts)
    if not counts:
        return _(
            "Training and test take {need} gold comparisons; {have} are loaded.", need=need, have=number(plan.gold)
        )
    return _(
        "Training and test take {need} gold comparisons. Loaded for those who judge only one written standard: "
        "{counts}.",
        need=need,
        counts=counts,
    )


def fault_place(error: InputError) -> str:
    """Where a fault is and what it is."""
    where = []
    if error.row is not None:
        where.append(_("Row {row}", row=number(error.row)))
    if error.column is not None:
        where.append(_("column “{column}”", column=error.column))
    text = fault_text(error)
    return f"{', '.join(where)}: {text}" if where else text[:1].upper() + text[1:]


def fault_text(error: InputError) -> str:
    """What is wrong, in the current language."""
    facts = {name: fact if isinstance(fact, str) else number(fact) for name, fact in error.facts.items()}
    return _(MESSAGES[error.code], **facts)


def drift_text(drift: Drift) -> str:
    """Whether the annotators' standards have moved since the earlier rounds."""
    if drift.alike is None:
        return _("No anchor has been judged again yet, so drift is not known.")
    now = _(
        "Anchors were judged the same as before in {share} of cases; {count} anchors so far.",
        share=_percent(drift.alike),
        count=number(drift.anchors),
    )
    if drift.before is None:
        return f"{now} {_('Earlier agreement is not known, so drift cannot be distinguished from chance.')}"
    then = _("Before the round, two annotators agreed in {share} of cases.", share=_percent(drift.before))
    if drift.anchors < _FEW_ANCHORS:
        verdict = _("There are too few anchors to distinguish drift from chance.")
    elif drift.alike.high < drift.before.low:
        verdict = _("The standards seem to have drifted: compare the rounds with caution.")
    else:
        verdict = _("No drift is visible.")
    return f"{now} {then} {verdict}"


def _percent(estimate: Estimate) -> str:
    return f"{percent(estimate.share)} {interval(estimate.low, estimate.high, percent)}"
