"""What is said of an LLM judge beside the people, in the reader's language."""

from __future__ import annotations

from eval_core.campaigns.judge_results import JudgeReport
from eval_core.locales import N_, number
from eval_core.locales import gettext as _

_NOTHING = "–"
OUTCOMES = (N_("First system"), N_("Equally fluent"), N_("Second system"))


def judge_verdict(found: JudgeReport) -> str:
    """Whether the judge may be used instead of people here, in one sentence."""
    test = found.test
    if test.omega is None:
        return _("It cannot be told yet: this judge and two annotators have no comparison in common.")
    if test.passes is None:
        return _("It cannot be told yet: that takes at least three annotators who judged the same comparisons.")
    if test.passes:
        return _("Yes, for comparisons like these: it agrees with the others as well as most annotators do.")
    return _("No: it agrees with the others worse than most annotators do.")


def judge_details(found: JudgeReport) -> str:
    """The figures behind the verdict."""
    counted = _(
        "{judgments} judgments, {common} on comparisons that people judged too.",
        judgments=number(found.judgments),
        common=number(found.common),
    )
    if found.test.omega is None:
        return counted
    tested = _(
        "Alternative annotator test: ω {omega} at ε {epsilon}; from ω {half} on the judge passes.",
        omega=number(found.test.omega, 2),
        epsilon=number(found.test.epsilon, 2),
        half=number(0.5, 1),
    )
    return f"{counted} {tested}"


def judge_header() -> list[str]:
    """Column heads of `judge_cells`."""
    return ["", _("The judge"), _("Annotators")]


def judge_cells(found: JudgeReport) -> list[list[str]]:
    """The judge's habits beside the annotators'; what does not exist is a dash."""
    twice = found.consistent / found.asked_twice if found.asked_twice else None
    kendall, spearman = (
        _NOTHING if value is None else number(value, 2) for value in (found.ranking.kendall, found.ranking.spearman)
    )
    return [
        [_("Same outcome as an annotator"), _share(found.judge_agreement), _share(found.people_agreement)],
        [_("Equally fluent"), _share(found.tie_rate), _share(found.people_tie_rate)],
        [_("Chose the longer text"), _share(found.longer), _share(found.people_longer)],
        [_("Same outcome in both orders"), _share(twice), _NOTHING],
        [_("Ranking against the people's: Kendall's τ"), kendall, _NOTHING],
        [_("Ranking against the people's: Spearman's ρ"), spearman, _NOTHING],
    ]


def confusion_header() -> list[str]:
    """Column heads of `confusion_cells`."""
    return [_("The judge said"), *(_("Annotators: {outcome}", outcome=_(one)) for one in OUTCOMES)]


def confusion_cells(found: JudgeReport) -> list[list[str]]:
    """What annotators said where the judge said each of the three; canonical order."""
    return [[_(outcome), *map(number, row)] for outcome, row in zip(OUTCOMES, found.confusion, strict=True)]


def left_out_header() -> list[str]:
    """Column heads of `left_out_cells`."""
    return [_("Annotator"), _("Comparisons"), _("Judge as good"), _("Annotator as good"), _("Could be replaced")]


def left_out_cells(found: JudgeReport) -> list[list[str]]:
    """Each annotator against the judge."""
    return [
        [
            row.annotator,
            number(row.n),
            _share(row.judge_ahead),
            _share(row.annotator_ahead),
            _("Yes, replaceable") if row.replaceable else _("Not replaceable"),
        ]
        for row in found.test.annotators
    ]


def _share(value: float | None) -> str:
    return _NOTHING if value is None else f"{number(100 * value, 0)}\N{NO-BREAK SPACE}%"
