"""LLM judges that compare, next to people: can a judge replace annotators?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats
from sqlalchemy import select

from eval_core.agreement import AnnotatorPair, agreement
from eval_core.agreement.alternative_annotator import EPSILON, AlternativeTest, alternative_test
from eval_core.agreement.both_orders import NO_ORDERS, BothOrders
from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.results.judge_orders import orders_of_judges
from eval_core.campaigns.results.votes import read_votes
from eval_core.errors import InputError
from eval_core.locales import natural
from eval_core.ranking import rank
from eval_core.scoring import Measure, RatingAgreement
from eval_core.scoring.consistency import agreement_of
from eval_core.scoring.jackknife import half_width
from eval_core.store import Judgment, Person, Prompt, Remark, Store

OUTCOMES = ("first", "tie", "second")
_PLACES = {"second": 0, "tie": 1, "first": 2}
_RESAMPLES = 1000
_EQUAL = 1e-9


@dataclass(frozen=True)
class Correlated:
    """How similarly two rankings order the `systems` of both; None with fewer than three, or if all are equal."""

    systems: int
    kendall: float | None
    spearman: float | None


@dataclass(frozen=True)
class JudgeReport:
    """One judge next to the people of a campaign.

    Attributes:
        judgments: of the judge that count; `common` are those on comparisons that people judged too.
        with_people: judge and person, two by two, with intervals.
        people_agreement, judge_agreement: of people among themselves on the judge's comparisons, and of the judge with
            them, pair by pair, so that a comparison has the same weight in both: the share of
            equal outcomes (`exact`) and alphas of less < tie < more, with 95 % intervals clustered by prompt.
        people_without_ties, judge_without_ties: likewise the share of equal outcomes, of the pairs without a tie.
        confusion: counts [judge][person] over both judgments of a comparison, in the order of `OUTCOMES` (canonical).
        tie_rate, people_tie_rate: on the common comparisons.
        longer, people_longer: of the choices between texts of different length, the share for the longer one.
        consistent, asked_twice: of the comparisons judged in both orders, how many had the same outcome.
        orders: the same as shares with intervals, next to chance, and the share of the text shown first.
        both_orders: whether the verdict on such a comparison is what both orders say, a tie where they differ; else the
            first order's.
        ranking: the judge's ranking against the people's.
        test: the alternative annotator test.
    """

    judge: str
    judgments: int
    common: int
    with_people: tuple[AnnotatorPair, ...]
    people_agreement: RatingAgreement
    judge_agreement: RatingAgreement
    people_without_ties: Measure
    judge_without_ties: Measure
    confusion: tuple[tuple[int, int, int], ...]
    tie_rate: float | None
    people_tie_rate: float | None
    longer: float | None
    people_longer: float | None
    consistent: int
    asked_twice: int
    orders: BothOrders
    both_orders: bool
    ranking: Correlated
    test: AlternativeTest

    def as_dict(self) -> dict[str, Any]:
        """The document of `parvis judge report --format json`, for one judge."""
        measured = {
            "judge_agreement": self.judge_agreement.exact,
            "people_agreement": self.people_agreement.exact,
            "judge_alpha": self.judge_agreement.alpha_ordinal,
            "people_alpha": self.people_agreement.alpha_ordinal,
            "judge_without_ties": self.judge_without_ties,
            "people_without_ties": self.people_without_ties,
        }
        return (
            asdict(self)
            | {"with_people": [pair.as_dict() for pair in self.with_people]}
            | {name: figure.value for name, figure in measured.items()}
            | {
                "ci": {
                    name: None if figure.low is None else [figure.low, figure.high] for name, figure in measured.items()
                }
            }
        )


def any_judges(store: Store) -> bool:
    """Whether a program has judged or rated anything here."""
    with store.read() as db:
        return db.scalar(select(Person.id).where(Person.kind == "judge").limit(1)) is not None


def judge_reports(
    store: Store,
    slug: str,
    *,
    judges: Sequence[str] = (),
    epsilon: float = EPSILON,
    both: bool = True,
    who: Who = OPERATOR,
) -> tuple[JudgeReport, ...]:
    """Every judge that has compared responses in a campaign, by name. For leads and researchers.

    Args:
        judges: only these.
        epsilon: of the alternative annotator test.
        both: whether a judge's two orders of a comparison count as one verdict of both (see `JudgeReport`).

    Raises:
        InputError: for an unknown judge, or an epsilon out of range.
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    votes = _canonical(read_votes(store, slug, where=["kind=all"], both_orders=both, lengths=True, who=who))
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        known = set(db.scalars(select(Person.name).where(Person.kind == "judge")))
        orders = orders_of_judges(db, campaign)
    names = sorted(known & set(votes["annotator"].dropna()), key=natural)
    if unknown := set(judges) - set(names):
        raise InputError("unknown_judge", judge=min(unknown), campaign=slug, known=", ".join(names) or "none")
    people = votes[votes["annotator"].notna() & ~votes["annotator"].isin(known)]
    return tuple(
        _report(name, votes, people, orders.get(name, NO_ORDERS), epsilon, both)
        for name in names
        if not judges or name in judges
    )


def judge_reasons(
    store: Store, slug: str, judge: str, *, most: int = 50, who: Who = OPERATOR
) -> list[tuple[str, str, str]]:
    """The newest reasons that a judge gave: prompt, its choice as shown ('A', 'tie', 'B'), reason. For researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        rows = db.execute(
            select(Prompt.text, Judgment.choice, Remark.comment)
            .join(Judgment, Judgment.id == Remark.judgment_id)
            .join(Prompt, Prompt.id == Judgment.prompt_id)
            .join(Person, Person.id == Judgment.person_id)
            .where(Judgment.campaign_id == campaign.id, Judgment.live, Person.name == judge, Person.kind == "judge")
            .where(Judgment.choice.is_not(None), Remark.comment.is_not(None))
            .order_by(Judgment.id.desc())
            .limit(most)
        )
        return [(prompt, str(choice), str(reason)) for prompt, choice, reason in rows]


def _report(
    judge: str, votes: pd.DataFrame, people: pd.DataFrame, orders: BothOrders, epsilon: float, one_verdict: bool
) -> JudgeReport:
    mine = votes[votes["annotator"] == judge]
    both = pd.concat([people, mine], ignore_index=True)
    pairs = agreement(both, resamples=_RESAMPLES).annotator_pairs
    paired = mine.merge(people, on="item", suffixes=("", "_person"))
    theirs = people[people["item"].isin(mine["item"])]
    table = pd.crosstab(paired["outcome"], paired["outcome_person"]).reindex(
        index=list(OUTCOMES), columns=list(OUTCOMES), fill_value=0
    )
    with_people, among_people = _agreements(mine, people)
    return JudgeReport(
        judge=judge,
        judgments=len(mine),
        common=int(mine["item"].isin(people["item"]).sum()),
        with_people=tuple(pair for pair in pairs if judge in (pair.annotator, pair.other)),
        people_agreement=among_people,
        judge_agreement=with_people,
        people_without_ties=_without_ties(theirs, theirs),
        judge_without_ties=_without_ties(mine, people),
        confusion=tuple((int(a), int(b), int(c)) for a, b, c in table.to_numpy()),
        tie_rate=_share(mine.loc[mine["item"].isin(people["item"]), "outcome"] == "tie"),
        people_tie_rate=_share(theirs["outcome"] == "tie"),
        longer=_longer(mine),
        people_longer=_longer(people),
        consistent=round((orders.consistent.value or 0) * orders.comparisons),
        asked_twice=orders.comparisons,
        orders=orders,
        both_orders=one_verdict,
        ranking=_correlated(mine, people),
        test=alternative_test(both, judge, epsilon=epsilon),
    )


def _canonical(votes: pd.DataFrame) -> pd.DataFrame:
    """The votes in canonical order (the system whose name sorts first comes first), and an item: prompt and systems."""
    turned = votes["first"] > votes["second"]
    frame = votes.copy()
    for left, right in (("first", "second"), ("length_first", "length_second")):
        frame[left], frame[right] = votes[left].where(~turned, votes[right]), votes[right].where(~turned, votes[left])
    other = votes["outcome"].map({"first": "second", "second": "first", "tie": "tie"})
    frame["outcome"] = votes["outcome"].where(~turned, other)
    frame["item"] = frame.groupby(["prompt", "first", "second"], dropna=False, sort=False).ngroup()
    return frame


def _agreements(mine: pd.DataFrame, people: pd.DataFrame) -> tuple[RatingAgreement, RatingAgreement]:
    """The judge's agreement with people, and the people's own on the same comparisons."""
    known = [side[side["prompt"].notna()].drop_duplicates(["item", "annotator"]) for side in (mine, people)]
    pairs = known[0].merge(known[1], on="item", suffixes=("", "_person"))
    both = np.tile(np.arange(len(pairs)), 2)
    # Sorted, so that neither codes nor intervals depend on the order in which a database answers.
    codes = (pairs[name].factorize(sort=True)[0] for name in ("prompt", "annotator_person", "item"))
    prompt, person, item = (code.astype(np.int64) for code in codes)
    judged, theirs = (np.asarray(pairs[name].map(_PLACES), np.float64) for name in ("outcome", "outcome_person"))
    side = np.repeat(np.arange(2), len(pairs))
    with_people = agreement_of(both, side, prompt[both], np.append(judged, theirs))
    return with_people, agreement_of(item, person, prompt, theirs)


def _without_ties(some: pd.DataFrame, others: pd.DataFrame) -> Measure:
    """Of the pairs of judgments of one comparison by two annotators, neither a tie: the share that is equal."""
    known = [
        side[side["prompt"].notna() & side["annotator"].notna() & (side["outcome"] != "tie")].drop_duplicates(
            ["item", "annotator"]
        )
        for side in (some, others)
    ]
    pairs = known[0].merge(known[1], on="item", suffixes=("", "_other"))
    pairs = pairs[pairs["annotator"] != pairs["annotator_other"]]
    equal = (pairs["outcome"] == pairs["outcome_other"]).to_numpy(dtype=np.float64)
    prompt = pairs["prompt"].factorize(sort=True)[0].astype(np.int64)

    def share(keep: np.ndarray[Any, np.dtype[np.bool_]]) -> np.ndarray[Any, np.dtype[np.float64]]:
        return np.array([equal[keep].mean() if keep.any() else np.nan])

    value = float(share(np.ones(len(equal), dtype=bool))[0])
    half = float(half_width(share, prompt, level=0.95, seed=0)[0])
    if np.isnan(value):
        return Measure(None, None, None)
    if np.isnan(half):
        return Measure(value, None, None)
    return Measure(value, max(0.0, value - half), min(1.0, value + half))


def _share(flags: pd.Series[bool]) -> float | None:
    return float(flags.mean()) if len(flags) else None


def _longer(votes: pd.DataFrame) -> float | None:
    """Of the choices between texts of known, different length, the share for the longer one."""
    gap = votes["length_first"] - votes["length_second"]
    chose = votes[(votes["outcome"] != "tie") & gap.notna() & (gap != 0)]
    return _share((chose["outcome"] == "first") == (gap[chose.index] > 0))


def _correlated(mine: pd.DataFrame, people: pd.DataFrame) -> Correlated:
    strengths = []
    for votes in (mine, people):
        try:
            rows = rank(votes, cluster="none").systems
        except InputError:
            return Correlated(0, None, None)
        strengths.append({row.system: row.strength for row in rows if row.bounded and row.strength is not None})
    both = sorted(strengths[0].keys() & strengths[1].keys())
    if len(both) < 3:
        return Correlated(len(both), None, None)
    left, right = (np.array([values[name] for name in both]) for values in strengths)
    if min(np.ptp(left), np.ptp(right)) < _EQUAL:  # nothing to order
        return Correlated(len(both), None, None)
    return Correlated(
        len(both), float(stats.kendalltau(left, right).statistic), float(stats.spearmanr(left, right).statistic)
    )
