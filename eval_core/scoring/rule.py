"""What is rated, on which scales, and how a response's score comes from it."""

from __future__ import annotations

from dataclasses import dataclass

from eval_core.errors import InputError

MEAN = "mean"
SHARE = "mean_over_applicable_div_max"
GIVEN = "given_overall"
CRITERION_MEANS = "mean_of_criterion_means"
RULES = (MEAN, SHARE, GIVEN, CRITERION_MEANS)
OVERALL = "overall"  # the key of a rater's own verdict, which GIVEN takes as the score


@dataclass(frozen=True)
class Rule:
    """The part of a rating protocol that scores depend on.

    Attributes:
        criteria: (key, min, max) of everything that is rated, on whole numbers; the rater's own verdict, where there
            is one, is among them as "overall".
        rule: one of `RULES`. *mean*: the mean of what was rated. *mean_over_applicable_div_max*: the points given over
            the points there were to get, which with one maximum for all criteria is the mean over the maximum (HEval:
            N. Joshi, I. Mathur, H. Darbari & A. Kumar, "HEval: yet another human evaluation metric", International
            Journal on Natural Language Computing 2 (2013), section 4). *given_overall*: the rater's own verdict,
            never a mean. *mean_of_criterion_means*: of one response the mean, of many the mean of the criteria's means.

    Raises:
        InputError: where these do not make a scale.
    """

    criteria: tuple[tuple[str, int, int], ...]
    rule: str

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            raise InputError("bad_score_rule", accepted=", ".join(RULES))
        if not self.criteria or len(set(self.keys)) != len(self.criteria):
            raise InputError("bad_rule_criteria")
        for key, low, high in self.criteria:
            if low >= high:
                raise InputError("empty_scale", criterion=key)
            if self.rule == SHARE and (low < 0 or high <= 0):
                raise InputError("scale_below_zero", criterion=key)
        if self.rule == GIVEN and OVERALL not in self.keys:
            raise InputError("rule_without_overall", rule=GIVEN, criterion=OVERALL)

    @property
    def keys(self) -> tuple[str, ...]:
        """The criteria's keys, in their order."""
        return tuple(key for key, _, _ in self.criteria)

    @property
    def limits(self) -> tuple[float, float]:
        """The lowest and the highest score that there can be."""
        if self.rule == SHARE:
            return min(low / high for _, low, high in self.criteria), 1.0
        scales = [scale for scale in self.criteria if self.rule != GIVEN or scale[0] == OVERALL]
        return float(min(low for _, low, _ in scales)), float(max(high for _, _, high in scales))
