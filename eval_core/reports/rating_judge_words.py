"""An LLM judge that rates compared with the people, in the reader's language."""

from __future__ import annotations

from eval_core.agreement.alternative_annotator import AlternativeTest
from eval_core.campaigns.results.judges_rating import RatedPart, RatingJudgeReport
from eval_core.campaigns.results.ratings import rule_of
from eval_core.locales import gettext as _
from eval_core.locales import number, percent
from eval_core.reports.judge_results.judge_words import (
    NOTHING,
    left_out_cells,
    left_out_header,
    measured,
    measured_share,
    share,
    test_sentence,
)
from eval_core.reports.protocol_words import criterion_names
from eval_core.reports.ranking_words import listed
from eval_core.scoring import Confusion, Correlation, Measure
from eval_core.scoring.rule import GIVEN, OVERALL

_MATTERS = 0.05


def rating_judge_verdict(report: RatingJudgeReport) -> str:
    """Whether the judge could replace the annotators here, in one sentence; the score decides."""
    test = report.score.test
    if test.omega is None:
        return _("Not known yet: this judge and two annotators have rated no response in common.")
    if test.passes is None:
        return _("Not known yet: this needs at least three annotators who rated the same responses.")
    if test.passes:
        return _("Yes, for responses like these: its scores are as close to the others' as most annotators' are.")
    return _("No: its scores are not shown to be as close to the others' as most annotators' are.")


def rating_judge_details(report: RatingJudgeReport) -> str:
    """The figures behind the verdict."""
    counted = _(
        "{responses} responses rated, {common} of them by people too.",
        responses=number(report.comparison.responses),
        common=number(report.comparison.common),
    )
    return " ".join(filter(None, (counted, _asked(report), test_sentence(report.score.test), _one_by_one(report))))


def _asked(report: RatingJudgeReport) -> str:
    """Which criteria the judge rated, where these are not all."""
    names = part_names(report)
    if not report.partial:
        return ""
    return _(
        "It rated some of the criteria only ({criteria}), and scores here are of these alone, people's too.",
        criteria=listed([names[key] for key in report.criteria]),
    )


def _one_by_one(report: RatingJudgeReport) -> str:
    """For which criteria the judge passes although its score does not; empty where there is nothing to add."""
    if report.score.test.passes is not False:
        return ""
    names = part_names(report)
    tests = {names[key]: part.test.passes for key, part in parts(report).items() if key}
    passed = [name for name, passes in tests.items() if passes]
    if passed and len(passed) == len(tests):
        return _("Tested separately, it passes for every criterion.")
    return _("Tested separately, it passes for {criteria}.", criteria=listed(passed)) if passed else ""


def rating_judge_cautions(report: RatingJudgeReport) -> list[str]:
    """Cautions that the verdict needs: criteria for which it is not valid, and biases that chance hardly
    explains (their intervals leave out 0) and, for scoring higher or lower, are a twentieth of the scale or more."""
    comparison, cautions = report.comparison, []
    names = part_names(report)
    failed = [names[key] for key, part in parts(report).items() if part.test.passes is False]
    if report.score.test.passes and failed:
        cautions.append(_("Not for every criterion: it does not pass for {criteria}.", criteria=listed(failed)))
    low, high = rule_of(report.protocol).limits
    bias = abs(comparison.score.bias.value or 0)
    lean = {"by": number(bias, 2)}
    direction = _direction(comparison.score.bias) if bias >= _MATTERS * (high - low) else 0
    if direction > 0:
        cautions.append(_("It scores {by} higher than people: do not mix the two.", **lean))
    elif direction < 0:
        cautions.append(_("It scores {by} lower than people: do not mix the two.", **lean))
    if comparison.length and (direction := _direction(comparison.length.spearman)):
        longer = _("Compared with people, it favours longer responses.")
        cautions.append(longer if direction > 0 else _("Compared with people, it favours shorter responses."))
    if comparison.place and (direction := _direction(comparison.place.spearman)):
        later = _("Compared with people, it gives higher scores to later responses in a batch.")
        cautions.append(
            later if direction > 0 else _("Compared with people, it gives lower scores to later responses in a batch.")
        )
    return cautions


def part_header() -> list[str]:
    """Column heads of `part_rows`."""
    leaning, blank = _("Judge minus annotators"), _("N/A: judge (annotators)")
    return [_("Criterion"), _("Responses"), leaning, blank, _("Could replace annotators")]


def part_rows(report: RatingJudgeReport) -> list[list[str]]:
    """The score, then each criterion: bias, "not applicable", and the alternative annotator test."""
    names = part_names(report)
    return [
        [
            names[key],
            number(part.comparison.n),
            measured(part.comparison.bias),
            _blank(part.confusion),
            _replaces(part.test),
        ]
        for key, part in parts(report).items()
    ]


def agreement_header() -> list[str]:
    """Column heads of `agreement_rows`."""
    judge, people = _("judge"), _("annotators")
    measures = (_("The same"), _("At most 1 apart"), _("α, ordinal"))
    return [_("Criterion"), *(f"{measure}: {side}" for measure in measures for side in (judge, people))]


def agreement_rows(report: RatingJudgeReport) -> list[list[str]]:
    """The score, then each criterion: the judge's agreement with annotators, and theirs among themselves."""
    names, rows = part_names(report), []
    for key, part in parts(report).items():
        both = (part.comparison.judge, part.comparison.people)
        same = [measured_share(side.exact) for side in both]
        near = [NOTHING if side.within_one is None else measured_share(side.within_one) for side in both]
        rows.append([names[key], *same, *near, *(measured(side.alpha_ordinal) for side in both)])
    return rows


def level_header() -> list[str]:
    """Column heads of `level_rows`."""
    return [_("Scores of"), _("Number"), _("Pearson's r"), _("Spearman's ρ"), _("Kendall's τ")]


def level_rows(report: RatingJudgeReport) -> list[list[str]]:
    """The correlation of the judge's scores with the annotators': of responses, documents (if any), systems."""
    comparison = report.comparison
    levels = {
        _("Responses"): comparison.score.correlation,
        _("Documents and systems"): comparison.document,
        _("Systems: the ranking"): comparison.system,
    }
    return [
        [name, number(level.n), *(measured(each) for each in _all(level))] for name, level in levels.items() if level.n
    ]


def probability_header() -> list[str]:
    """Column heads of `probability_rows`."""
    return [_("Criterion"), _("Score"), _("Number"), _("Pearson's r"), _("Spearman's ρ"), _("Kendall's τ")]


def probability_rows(report: RatingJudgeReport) -> list[list[str]]:
    """The correlation of plain and weighted scores, and of the response's log-probability, with the annotators."""
    labels = part_names(report)
    kinds = {
        "value": _("as the judge wrote it"),
        "expected": _("weighted by probability"),
        "log_probability": _("the response's own probability"),
    }
    return [
        [labels[key], kinds[kind], number(figures.n), *(measured(each) for each in _all(figures))]
        for key, found in report.probabilities.items()
        for kind, figures in found.items()
    ]


def habit_header() -> list[str]:
    """Column heads of `habit_rows`."""
    return [_("Judge minus annotators correlates with"), _("Spearman's ρ")]


def habit_rows(report: RatingJudgeReport) -> list[list[str]]:
    """Biases that a score should not have; of its place only where responses were rated in batches."""
    length, place = report.comparison.length, report.comparison.place
    rows = [[_("the length of the response"), NOTHING if length is None else measured(length.spearman)]]
    return rows if place is None else [*rows, [_("its place in the batch"), measured(place.spearman)]]


def annotator_header() -> list[str]:
    """Column heads of `annotator_rows`."""
    return [*left_out_header(rated=True), _("Spearman's ρ with the judge")]


def annotator_rows(report: RatingJudgeReport) -> list[list[str]]:
    """Each annotator against the judge: the alternative annotator test and the correlation of their scores."""
    rows = left_out_cells(report.score.test)
    of = report.comparison.annotators
    return [[*row, measured(of[row[0]].spearman) if row[0] in of else NOTHING] for row in rows]


def confusion_header(confusion: Confusion) -> list[str]:
    """Column heads of `confusion_rows`."""
    return [_("The judge said"), *(_("Annotators: {outcome}", outcome=point) for point in _points(confusion))]


def confusion_rows(confusion: Confusion) -> list[list[str]]:
    """The annotators' points for each point of the judge."""
    points = _kept(confusion)
    names = _points(confusion)
    return [
        [name, *(number(confusion.counts[at][to]) for to in points)] for name, at in zip(names, points, strict=True)
    ]


def parts(report: RatingJudgeReport) -> dict[str, RatedPart]:
    """The score (under the empty key) and the criteria; a criterion that is the score is not repeated."""
    criteria = dict(report.criteria)
    if len(criteria) == 1:
        return criteria
    whole = report.protocol.score is not None and report.protocol.score.rule == GIVEN
    score = criteria.pop(OVERALL, report.score) if whole else report.score
    return {"": score} | criteria


def part_names(report: RatingJudgeReport) -> dict[str, str]:
    """The names of `parts` in the reader's language."""
    return {"": _("Score"), **criterion_names(report.protocol)}


def judge_agreement_words() -> dict[str, str]:
    """The words of the figure of agreement."""
    return {
        "criterion": _("Criterion"),
        "judge": _("Judge"),
        "people": _("Annotators"),
        "responses": _("Responses"),
        "axis": _(
            "Krippendorff's alpha (ordinal), between the judge and annotators and among annotators: 1 is full "
            "agreement, 0 is chance level; {level} intervals",
            level=percent(0.95),
        ),
    }


def _blank(confusion: Confusion | None) -> str:
    """The share of "not applicable": the judge's (the annotators')."""
    if confusion is None or confusion.na is None:
        return NOTHING
    return f"{share(confusion.na)} ({share(confusion.people_na)})"


def _replaces(test: AlternativeTest) -> str:
    """Whether the judge passes, and ω."""
    if test.omega is None:
        return NOTHING
    omega = f"ω\N{NO-BREAK SPACE}{number(test.omega, 2)}"
    if test.passes is None:
        return omega
    return f"{_('Yes') if test.passes else _('No')} ({omega})"


def _direction(measure: Measure) -> int:
    """1 or −1 where the whole interval is above or below 0, else 0."""
    if measure.low is None or measure.high is None:
        return 0
    return int(measure.low > 0) - int(measure.high < 0)


def _all(correlation: Correlation) -> tuple[Measure, Measure, Measure]:
    return correlation.pearson, correlation.spearman, correlation.kendall


def _kept(confusion: Confusion) -> list[int]:
    """The places of the table that are shown: "not applicable" only where a rater chose it."""
    last = len(confusion.points)
    used = any(confusion.counts[last]) or any(row[last] for row in confusion.counts)
    return list(range(last + used))


def _points(confusion: Confusion) -> list[str]:
    return [*map(number, confusion.points), _("N/A")][: len(_kept(confusion))]
