"""A judge (a program) that rates, compared with the people who rated the same responses.

The judge's agreement is that of pairs: each rating by the judge with each by a person of the same response, every pair
a unit of Krippendorff's alpha with two ratings. People's is alpha among themselves on the responses that the judge
rated. Both weigh a response by how many people rated it, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from eval_core.errors import InputError
from eval_core.scoring.consistency import RatingAgreement, agreement_of
from eval_core.scoring.correlation import Correlation, correlate
from eval_core.scoring.items import Bools, Floats, Ints, ItemScores
from eval_core.scoring.jackknife import half_width
from eval_core.scoring.protocol_comparison import point_correlation, score_points
from eval_core.scoring.results import Measure

OfResponses = Mapping[tuple[Hashable, str], float]  # a number for each item and system


@dataclass(frozen=True)
class PeopleComparison:
    """The score, or one criterion, on the `n` responses to which the judge and at least one person gave a value.

    Attributes:
        judge: the judge's agreement with people; its `n` counts pairs of ratings.
        people: that of people among themselves, on those of the responses that two of them rated.
        bias: the mean over responses of the judge's value minus the mean of the people's.
        correlation: of the judge's values with the means of the people's.
    """

    n: int
    judge: RatingAgreement
    people: RatingAgreement
    bias: Measure
    correlation: Correlation


@dataclass(frozen=True)
class JudgeComparison:
    """One judge compared with the people.

    Attributes:
        responses: how many the judge rated; `common` are those that people rated too.
        criteria: by key.
        document, system: correlation of the judge's scores with the people's at these levels, over the common
            responses.
        annotators: correlation of the judge's scores of responses with those of each person.
        length: correlation of the judge's score minus the people's with the lengths of the responses; `place` with
            their places in the judge's batches. None where these are not known.
    """

    responses: int
    common: int
    score: PeopleComparison
    criteria: Mapping[str, PeopleComparison]
    document: Correlation
    system: Correlation
    annotators: Mapping[str, Correlation]
    length: Correlation | None
    place: Correlation | None


def compare_judge(
    scores: ItemScores,
    judge: str,
    *,
    lengths: OfResponses | None = None,
    places: OfResponses | None = None,
    level: float = 0.95,
    seed: int = 0,
) -> JudgeComparison:
    """Compare the annotator `judge` with all the others, who count as people.

    Args:
        scores: the ratings of the people and of this judge.
        lengths, places: of the responses, in any unit.
        level, seed: of the intervals, which are clustered by document, or by item where there are no two documents
            (`jackknife`); correlations of systems are as in `correlate` without clusters.

    Raises:
        InputError: for a judge that rated nothing, or options out of range.
    """
    if judge not in scores.annotators:
        raise InputError("judge_rated_nothing", judge=judge)
    by_judge = scores.annotator == scores.annotators.index(judge)
    shared = _Shared.of(scores, by_judge, level, seed)
    return JudgeComparison(
        responses=int(by_judge.sum()),
        common=len(shared.mine),
        score=shared.compare(scores.score, whole_numbers=False),
        criteria={
            key: shared.compare(column, whole_numbers=True)
            for key, column in zip(scores.rule.keys, scores.values.T, strict=True)
        },
        document=shared.at("document"),
        system=shared.at("system"),
        annotators=shared.of_people(),
        length=shared.bias_with(lengths),
        place=shared.bias_with(places),
    )


@dataclass(frozen=True)
class _Shared:
    """The r responses that both the judge and a person rated, and the p ratings of them by people.

    Attributes:
        mine: the judge's ratings, as rows of `scores` (r,).
        theirs: the people's, likewise (p,); `response` is the place in `mine` that each belongs to (p,).
    """

    scores: ItemScores
    mine: Ints
    theirs: Ints
    response: Ints
    level: float
    seed: int

    @classmethod
    def of(cls, scores: ItemScores, by_judge: Bools, level: float, seed: int) -> _Shared:
        """From all n ratings; `by_judge` (n,)."""
        unit = scores.item * max(len(scores.systems), 1) + scores.system
        mine, theirs = np.flatnonzero(by_judge), np.flatnonzero(~by_judge)
        mine = mine[np.isin(unit[mine], unit[theirs])]  # sorted by unit, as all ratings are
        theirs = theirs[np.isin(unit[theirs], unit[mine])]
        return cls(scores, mine, theirs, np.searchsorted(unit[mine], unit[theirs]).astype(np.int64), level, seed)

    def compare(self, values: Floats, *, whole_numbers: bool) -> PeopleComparison:
        """Everything about one column of values (n,)."""
        cluster, gap = self.scores.cluster, self._gap(values)
        options: dict[str, Any] = {"whole_numbers": whole_numbers, "level": self.level, "seed": self.seed}
        of_judge, of_person = values[self.mine][self.response], values[self.theirs]
        neither = np.isnan(of_judge + of_person)
        pair = np.tile(np.arange(len(self.theirs)), 2)
        side = np.repeat([0, 1], len(self.theirs))
        paired = np.where(neither[pair], np.nan, np.concatenate([of_judge, of_person]))
        of_people = np.where(np.isnan(of_judge), np.nan, of_person)
        return PeopleComparison(
            n=len(gap),
            judge=agreement_of(pair, side, cluster[self.theirs][pair], paired, **options),
            people=agreement_of(
                self.response, self.scores.annotator[self.theirs], cluster[self.theirs], of_people, **options
            ),
            bias=self._mean(gap),
            correlation=self._correlate(pd.Series(values[self.mine]), pd.Series(self._means(values))),
        )

    def at(self, unit: str) -> Correlation:
        """Of the scores of documents or of systems, over the shared responses."""
        chosen = np.zeros((2, len(self.scores)), dtype=bool)
        chosen[0, self.mine], chosen[1, self.theirs] = True, True
        points = score_points(self.scores.rows(chosen[0]), self.scores.rows(chosen[1]), unit)
        return point_correlation(points, level=self.level, seed=self.seed)

    def of_people(self) -> dict[str, Correlation]:
        """Of the scores of responses with those of each person who rated any of them."""
        scores, criteria = self.scores, {}
        mine = pd.Series(scores.score[self.mine])
        for code in np.unique(scores.annotator[self.theirs]):
            by = scores.annotator[self.theirs] == code
            theirs = pd.Series(scores.score[self.theirs[by]], index=self.response[by])
            criteria[scores.annotators[code]] = self._correlate(mine, theirs)
        return criteria

    def bias_with(self, numbers: OfResponses | None) -> Correlation | None:
        """The correlation of the gap between judge and people with a number of the responses."""
        if not numbers:
            return None
        scores = self.scores
        places = zip(scores.item[self.mine], scores.system[self.mine], strict=True)
        covariate = [numbers.get((scores.items[item], scores.systems[system]), np.nan) for item, system in places]
        return self._correlate(self._gap(scores.score), pd.Series(covariate, dtype=float))

    def _means(self, values: Floats) -> Floats:
        """The mean of the people's values of each response (r,), NaN where there is none."""
        theirs = values[self.theirs]
        scored = ~np.isnan(theirs)
        count = np.bincount(self.response[scored], minlength=len(self.mine))
        total = np.bincount(self.response[scored], theirs[scored], len(self.mine))
        return np.asarray(np.divide(total, count, out=np.full(len(self.mine), np.nan), where=count > 0))

    def _gap(self, values: Floats) -> pd.Series[float]:
        """The judge's value minus the people's mean, by response (0..r - 1), where both have one."""
        return pd.Series(values[self.mine] - self._means(values), dtype=float).dropna()

    def _mean(self, gap: pd.Series[float]) -> Measure:
        """The mean of the gaps and its interval."""
        if gap.empty:
            return Measure(None, None, None)
        values = gap.to_numpy()
        cluster = self.scores.cluster[self.mine][gap.index]
        half = float(
            half_width(lambda keep: values[keep].mean(keepdims=True), cluster, level=self.level, seed=self.seed)[0]
        )
        value = float(values.mean())
        return Measure(value, None, None) if np.isnan(half) else Measure(value, value - half, value + half)

    def _correlate(self, first: pd.Series[float], other: pd.Series[float]) -> Correlation:
        """Of two numbers of responses, by response."""
        clusters = pd.Series(self.scores.cluster[self.mine])
        return correlate(first, other, clusters, level=self.level, seed=self.seed)
