"""An LLM judge compared with the people, in the reader's language."""

from __future__ import annotations

from eval_core.agreement.alternative_annotator import AlternativeTest
from eval_core.agreement.clustered_share import Share
from eval_core.campaigns.results.judges_compared import JudgeReport
from eval_core.locales import N_, interval, ngettext, number, percent
from eval_core.locales import gettext as _
from eval_core.scoring import Measure

NOTHING = "–"
OUTCOMES = (N_("First system"), N_("Tie"), N_("Second system"))


def judge_verdict(report: JudgeReport) -> str:
    """Whether the judge could replace the annotators here, in one sentence."""
    test = report.test
    if test.omega is None:
        return _("Not known yet: this judge and two annotators have no comparison in common.")
    if test.passes is None:
        return _("Not known yet: this needs at least three annotators who judged the same comparisons.")
    if test.passes:
        return _("Yes, for comparisons like these: it agrees with the others as well as most annotators do.")
    return _("No: it is not shown to agree with the others as well as most annotators do.")


def judge_details(report: JudgeReport) -> str:
    """The figures behind the verdict."""
    counted = _(
        "{judgments} judgments, {common} on comparisons that people judged too.",
        judgments=number(report.judgments),
        common=number(report.common),
    )
    return " ".join(filter(None, (counted, _orders(report), test_sentence(report.test))))


def _orders(report: JudgeReport) -> str:
    """What counts of a judge that judged in both orders."""
    if not report.asked_twice:
        return ""
    if report.both_orders:
        return ngettext(
            "{count} comparison in both orders counts once: what both say, a tie where they differ.",
            "{count} comparisons in both orders count once each: what both say, a tie where they differ.",
            report.asked_twice,
        )
    return ngettext(
        "{count} comparison was judged in both orders: the first counts.",
        "{count} comparisons were judged in both orders: the first counts.",
        report.asked_twice,
    )


def test_sentence(test: AlternativeTest) -> str:
    """The outcome of the alternative annotator test; empty where it could not be made."""
    if test.omega is None:
        return ""
    sentence = _(
        "Alternative annotator test: ω {omega} at ε {epsilon}; from ω {half} on the judge passes.",
        omega=number(test.omega, 2),
        epsilon=number(test.epsilon, 2),
        half=number(0.5, 1),
    )
    if test.passes is False and test.within_margin:
        sentence += " " + _(
            "It is worse by less than ε here, which may be chance: more shared judgments could decide it."
        )
    return sentence


def judge_header() -> list[str]:
    """Column heads of `judge_cells`."""
    return [_("Measure"), _("The judge"), _("Annotators")]


def judge_cells(report: JudgeReport) -> list[list[str]]:
    """The judge's habits next to the annotators'; what does not exist is a dash, or left out where neither has it."""
    both, orders = (report.judge_agreement, report.people_agreement), report.orders
    kendall, spearman = (
        NOTHING if value is None else number(value, 2) for value in (report.ranking.kendall, report.ranking.spearman)
    )
    rows = [
        [_("Same outcome as an annotator"), *(measured_share(side.exact) for side in both)],
        [
            _("The same without ties"),
            *(measured_share(side) for side in (report.judge_without_ties, report.people_without_ties)),
        ],
        [_("Krippendorff's α, ordinal"), *(measured(side.alpha_ordinal) for side in both)],
        [_("Ties"), share(report.tie_rate), share(report.people_tie_rate)],
        [_("Chose the longer text"), share(report.longer), share(report.people_longer)],
        [
            _("Same outcome in both orders (by chance: {share})", share=share(orders.consistent_by_chance)),
            measured_share(orders.consistent),
            NOTHING,
        ],
        [
            _("Chose the text shown first (by chance: {share})", share=percent(0.5)),
            measured_share(orders.first),
            NOTHING,
        ],
        [_("Ranking compared with the people's: Kendall's τ"), kendall, NOTHING],
        [_("Ranking compared with the people's: Spearman's ρ"), spearman, NOTHING],
    ]
    return [row for row in rows if row[1:] != [NOTHING, NOTHING]]


def confusion_header() -> list[str]:
    """Column heads of `confusion_cells`."""
    return [_("The judge said"), *(_("Annotators: {outcome}", outcome=_(outcome)) for outcome in OUTCOMES)]


def confusion_cells(report: JudgeReport) -> list[list[str]]:
    """What annotators chose where the judge chose each of the three; canonical order."""
    return [[_(outcome), *map(number, row)] for outcome, row in zip(OUTCOMES, report.confusion, strict=True)]


def left_out_header(*, rated: bool = False) -> list[str]:
    """Column heads of `left_out_cells`, of comparisons or of rated responses."""
    of = _("Responses") if rated else _("Comparisons")
    return [
        _("Annotator"),
        of,
        _("Judge at least as good"),
        _("Annotator at least as good"),
        _("Replaceable by the judge"),
    ]


def left_out_cells(test: AlternativeTest) -> list[list[str]]:
    """Each annotator against the judge."""
    return [
        [
            row.annotator,
            number(row.n),
            share(row.judge_ahead),
            share(row.annotator_ahead),
            _("Yes") if row.replaceable else _("No"),
        ]
        for row in test.annotators
    ]


def interval_note() -> str:
    """What the numbers in brackets mean."""
    return _("In brackets: {level} intervals, for other texts judged by similar annotators.", level=percent(0.95))


def share(value: float | None) -> str:
    """A share in per cent, or a dash."""
    return NOTHING if value is None else percent(value)


def measured_share(measure: Measure | Share) -> str:
    """A share in per cent with its interval: 71% [66%, 76%]."""
    if measure.low is None or measure.high is None:
        return share(measure.value)
    return f"{share(measure.value)} {interval(measure.low, measure.high, percent)}"


def measured(measure: Measure) -> str:
    """A coefficient with its interval, or a dash."""
    if measure.value is None:
        return NOTHING
    if measure.low is None or measure.high is None:
        return number(measure.value, 2)
    return f"{number(measure.value, 2)} {interval(measure.low, measure.high)}"
