"""LLM judges that rate, next to people: can a judge replace annotators?"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import pandas as pd
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from eval_core.agreement.alternative_annotator import EPSILON, AlternativeTest, alternative_rating_test
from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.results.combined.judge_probabilities import probability_correlations
from eval_core.campaigns.results.ratings import read_ratings_of, rule_of
from eval_core.errors import InputError
from eval_core.locales import natural
from eval_core.protocols import Protocol
from eval_core.scoring import (
    Confusion,
    ItemScores,
    JudgeComparison,
    PeopleComparison,
    RatingAgreement,
    compare_judge,
    confusions,
    item_scores,
)
from eval_core.scoring.correlation import Correlation
from eval_core.store import Campaign, JudgeReply, Person, Prompt, Response, Store, System

_Numbers = dict[tuple[Hashable, str], float]  # by prompt's key and system


@dataclass(frozen=True)
class RatedPart:
    """The score, or one criterion: figures, alternative annotator test, and counts of value pairs (criteria only)."""

    comparison: PeopleComparison
    test: AlternativeTest
    confusion: Confusion | None

    def as_dict(self) -> dict[str, Any]:
        """One part of the JSON."""
        compared = self.comparison
        document = {
            "n": compared.n,
            "judge": _agreement(compared.judge),
            "people": _agreement(compared.people),
            "bias": asdict(compared.bias),
            "correlation": asdict(compared.correlation),
            "test": self.test.as_dict(),
        }
        return document if self.confusion is None else document | asdict(self.confusion)


@dataclass(frozen=True)
class RatingJudgeReport:
    """One judge next to the people who rated the same responses under the same protocol.

    Where the judge rated some of the criteria only, `criteria` has these, and every score is made of these alone.
    """

    judge: str
    protocol: Protocol
    comparison: JudgeComparison
    score: RatedPart
    criteria: Mapping[str, RatedPart]
    probabilities: Mapping[str, Mapping[str, Correlation]] = field(default_factory=dict)

    @property
    def partial(self) -> bool:
        """Whether the judge rated some of the criteria only."""
        return len(self.criteria) < len(self.protocol.rated)

    def as_dict(self) -> dict[str, Any]:
        """The document of `parvis judge report --format json`, for one judge."""
        compared = self.comparison
        levels = {"item": compared.score.correlation, "document": compared.document, "system": compared.system}
        return {
            "judge": self.judge,
            "responses": compared.responses,
            "common": compared.common,
            "asked": list(self.criteria),
            "score": self.score.as_dict(),
            "criteria": {key: part.as_dict() for key, part in self.criteria.items()},
            "levels": {unit: asdict(figures) for unit, figures in levels.items()},
            "annotators": [{"annotator": name, **asdict(figures)} for name, figures in compared.annotators.items()],
            "length": None if compared.length is None else asdict(compared.length),
            "batch_place": None if compared.place is None else asdict(compared.place),
            "probabilities": {
                key: {kind: asdict(figures) for kind, figures in kinds.items()}
                for key, kinds in self.probabilities.items()
            },
        }


def rating_judge_reports(
    store: Store,
    slug: str,
    *,
    protocol: str | None = None,
    judges: Sequence[str] = (),
    epsilon: float = EPSILON,
    who: Who = OPERATOR,
) -> tuple[RatingJudgeReport, ...]:
    """Every judge that has rated responses of a campaign under a protocol, by name. For leads and researchers.

    Args:
        protocol: None: the campaign's own.
        judges: only these.
        epsilon: of the alternative annotator test.

    Raises:
        InputError: for a pairwise protocol, an unknown judge, or an epsilon out of range.
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    chosen, frame = read_ratings_of(store, slug, protocol=protocol, kind="all", who=who)
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        known = set(db.scalars(select(Person.name).where(Person.kind == "judge")))
        names = _responses(db, campaign)
        places = _places(db, campaign, chosen, names)
        people = frame[~frame["annotator"].isin(known)]
        weighed = {
            judge: probability_correlations(db, campaign, chosen, judge, people)
            for judge in known & set(frame["annotator"])
            if not judges or judge in judges
        }
    rated = sorted(known & set(frame["annotator"]), key=natural)
    if unknown := set(judges) - set(rated):
        raise InputError("unknown_judge", judge=min(unknown), campaign=slug, known=", ".join(rated) or "none")
    lengths = {name: length for name, length in names.values() if length is not None}
    reports = []
    for judge in rated:
        if not judges or judge in judges:
            mine = frame[~frame["annotator"].isin(known - {judge})]
            report = _report(judge, chosen, mine, lengths, places.get(judge), epsilon)
            reports.append(replace(report, probabilities=weighed[judge]))
    return tuple(reports)


def _report(
    judge: str, protocol: Protocol, frame: pd.DataFrame, lengths: _Numbers, places: _Numbers | None, epsilon: float
) -> RatingJudgeReport:
    rule = rule_of(protocol)
    asked = set(frame.loc[frame["annotator"] == judge, "criterion"])
    frame = frame[frame["criterion"].isin(asked)]
    scores = item_scores(frame, rule)
    compared = compare_judge(scores, judge, lengths=lengths, places=places)
    crossed = confusions(frame, rule, judge)
    columns = dict(zip(rule.keys, scores.values.T, strict=True))
    criteria = {
        key: RatedPart(comparison, _tested(scores, columns[key], judge, epsilon), crossed[key])
        for key, comparison in compared.criteria.items()
        if key in asked
    }
    score = RatedPart(compared.score, _tested(scores, scores.score, judge, epsilon), None)
    return RatingJudgeReport(judge, protocol, compared, score, criteria)


def _tested(scores: ItemScores, values: Any, judge: str, epsilon: float) -> AlternativeTest:
    names = [scores.annotators[code] for code in scores.annotator]
    response = scores.item * len(scores.systems) + scores.system
    frame = pd.DataFrame({"item": response, "annotator": names, "value": values})
    return alternative_rating_test(frame, judge, epsilon=epsilon)


def _responses(db: Session, campaign: Campaign) -> dict[int, tuple[tuple[Hashable, str], float | None]]:
    """Response -> its prompt's key and system, and its length in characters if it has a text."""
    query = (
        select(Response.id, Prompt.key, System.name, func.length(Response.text))
        .join(Prompt, Prompt.id == Response.prompt_id)
        .join(System, System.id == Response.system_id)
        .where(Response.campaign_id == campaign.id, Response.withdrawn_at.is_(None))
    )
    return {row: ((key, system), length) for row, key, system, length in db.execute(query)}


def _places(
    db: Session, campaign: Campaign, protocol: Protocol, names: Mapping[int, tuple[tuple[Hashable, str], Any]]
) -> dict[str, _Numbers]:
    """Judge -> the place, from 1, of each response in the batch whose reply rated it; only batches of several."""
    query = (
        select(Person.name, JudgeReply.about)
        .join(Person, Person.id == JudgeReply.person_id)
        .where(
            JudgeReply.campaign_id == campaign.id,
            JudgeReply.protocol_key == protocol.key,
            JudgeReply.status == "ok",
        )
        .order_by(JudgeReply.id)
    )
    places_of: dict[str, _Numbers] = {}
    for judge, about in db.execute(query):
        batch = about.get("response", [])
        for place, response in enumerate(batch if len(batch) > 1 else [], 1):
            if response in names:
                places_of.setdefault(judge, {}).setdefault(names[response][0], float(place))
    return places_of


def _agreement(agreed: RatingAgreement) -> dict[str, Any]:
    return {name: value for name, value in asdict(agreed).items() if name != "ratings"}
