"""Raters in words: whether their ratings can be trusted, how far they agree, and each one's habits."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from eval_core.campaigns.quality.doubts import Doubt
from eval_core.campaigns.quality.rater_checks import RaterChecks
from eval_core.locales import N_, interval, number, percent
from eval_core.locales import gettext as _
from eval_core.ranking.habits import share_with_interval
from eval_core.reports.agreement_words import CHANCE, HARDLY, PERHAPS
from eval_core.reports.ranking_words import listed
from eval_core.reports.rating_words import NOT_RATED_TWICE, alpha_sentence
from eval_core.scoring import RatingAgreement

_NOTHING = "–"
# K. Krippendorff (2019), Content Analysis, 4th ed., chapter 12: what he asks of data that conclusions rest on.
RELIABLE, TENTATIVE = 0.8, 2 / 3
_VERDICTS = {
    "hasty": N_("Look at the ratings of {names} first: most were made faster than a response can be read and rated."),
    "controls": N_("Look at the ratings of {names} first: they missed too many control responses."),
    "one_value": N_("Look at the ratings of {names} first: nearly every criterion gets the same value."),
    "quick": N_("Look at the ratings of {names} first: they are much quicker than the others and follow them less."),
}
_FOUND = {
    "hasty": N_("faster than reading"),
    "controls": N_("misses control responses"),
    "one_value": N_("the same value throughout"),
    "quick": N_("much quicker than the others"),
    "apart": N_("agrees less with the others"),
}


def rating_trust_verdict(agreement: RatingAgreement, doubts: Sequence[Doubt]) -> str:
    """The verdict of the page Quality where responses are rated.

    Args:
        agreement: of the score.
        doubts: whose ratings to look at, each named for the most telling reason.
    """
    if doubts:
        return " ".join(text for code in _VERDICTS if (text := _named(code, doubts)))
    alpha = agreement.alpha_ordinal
    if not agreement.n:
        return _("Not checked: no response has been rated by two annotators, so it is not known whether they agree.")
    if alpha.value is None:
        return _("All scores of the responses that several annotators rated are the same, so they tell nothing apart.")
    if alpha.high is not None and alpha.high < HARDLY:
        return _("Do not trust these ratings yet: the annotators agree hardly more than by chance.")
    if alpha.low is None or alpha.low <= 0:
        return _("It is not known yet whether to trust these ratings: the annotators may agree no more than by chance.")
    return _("There is no sign of a problem with these ratings.")


def _named(code: str, doubts: Sequence[Doubt]) -> str:
    names = [doubt.annotator for doubt in doubts if next(one.code for one in doubt.reasons) == code]
    return _(_VERDICTS[code], names=listed(names)) if names else ""


def rating_agreement_verdict(agreement: RatingAgreement) -> str:
    """How far the annotators agree in the score of a response, and what that is good for."""
    alpha = agreement.alpha_ordinal.value
    if alpha is None:
        return _(NOT_RATED_TWICE) if not agreement.n else ""
    low = agreement.alpha_ordinal.low
    if alpha <= 0 or (low is not None and low <= 0):
        said = _(CHANCE if alpha <= 0 else PERHAPS)
    elif alpha >= RELIABLE:
        said = _("By the usual measure ({reliable} or more) the scores are reliable.", reliable=number(RELIABLE, 2))
    elif alpha >= TENTATIVE:
        said = _(
            "By the usual measure ({tentative} to {reliable}) the scores allow tentative conclusions.",
            tentative=number(TENTATIVE, 2),
            reliable=number(RELIABLE, 2),
        )
    else:
        said = _(
            "By the usual measure (below {tentative}) one annotator's score says little: means over many responses and "
            "annotators say more.",
            tentative=number(TENTATIVE, 2),
        )
    return f"{alpha_sentence(agreement)} {said}"


def rater_table(
    checks: Sequence[RaterChecks], doubts: Sequence[Doubt] = (), excluded: Collection[str] = ()
) -> tuple[list[str], list[list[str]]]:
    """Column heads and one row for each rater, by name; a missing value is a dash; empty columns are left out.

    Args:
        doubts: about whom the last column says anything.
        excluded: whose ratings are left out, which the last column says.
    """
    flagged = {doubt.annotator: "; ".join(_(_FOUND[reason.code]) for reason in doubt.reasons) for doubt in doubts}
    flagged |= {name: _("left out") for name in excluded}
    head = [
        _("Annotator"),
        _("Rated responses"),
        _("Controls as expected"),
        _("Median time (seconds)"),
        _("The same value throughout"),
        _("N/A"),
        _("Follows the others"),
        _("Compared with the others"),
        _("Late"),
        _("Flagged"),
    ]
    rows = [_cells(check, flagged.get(check.annotator, _NOTHING)) for check in checks]
    columns = [place for place in range(len(head)) if place == 0 or any(row[place] != _NOTHING for row in rows)]
    return [head[place] for place in columns], [[row[place] for place in columns] for row in rows]


def _cells(check: RaterChecks, flagged: str) -> list[str]:
    return [
        check.annotator,
        number(check.sheets),
        _counted(check.controls_right, check.controls),
        _NOTHING if check.seconds is None else number(check.seconds, 0),
        _counted(check.same, check.several),
        percent(check.not_applicable / check.cells) if check.not_applicable else _NOTHING,
        _NOTHING if check.follows is None else number(check.follows, 2),
        _NOTHING if check.level is None else level_text(check.level),
        number(check.late) if check.late else _NOTHING,
        flagged,
    ]


def _counted(k: int, n: int) -> str:
    share = share_with_interval(k, n)
    if share.low is None or share.high is None:
        return _NOTHING
    return f"{_('{part} of {all}', part=number(k), all=number(n))} {interval(share.low, share.high, percent)}"


def level_text(level: float) -> str:
    """How much higher or lower than the others' the scores are, in per cent of the scale."""
    if round(100 * level) == 0:
        return _("the same")
    if level > 0:
        return _("{share} higher", share=percent(level))
    return _("{share} lower", share=percent(-level))
