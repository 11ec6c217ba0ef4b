"""Scores of a campaign's responses, documents and systems, and the agreement of its raters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eval_core.campaigns.access import OPERATOR, Who
from eval_core.campaigns.results.leaderboard import fingerprint
from eval_core.campaigns.results.ratings import LeftOut, ratings_left_out, read_ratings_of, rule_of
from eval_core.protocols import Protocol
from eval_core.scoring import (
    HighestRanks,
    ItemScores,
    LevelScore,
    ScoreAgreement,
    ScoreDifferences,
    Share,
    document_scores,
    highest_ranks,
    item_scores,
    rating_agreement,
    score_differences,
    system_scores,
)
from eval_core.store import Store

_NOTHING = LeftOut(0, 0)


@dataclass(frozen=True)
class RatingResults:
    """Results under one protocol; in the levels, annotator None is the mean of the annotators' means.

    `differences` are those of all pairs of systems, tested together.
    `left_out` was rated and does not count; `fingerprint`: twelve hexadecimal digits that change with the
    ratings that count.
    """

    protocol: Protocol
    scores: ItemScores
    systems: tuple[LevelScore, ...]
    documents: tuple[LevelScore, ...]
    highest: HighestRanks
    agreement: ScoreAgreement
    differences: ScoreDifferences
    left_out: LeftOut = _NOTHING
    fingerprint: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The document of `parvis ratings --format json`: numbers and names only, None for what does not exist."""
        measured = {"score": self.agreement.score, **self.agreement.criteria}
        return {
            "protocol": self.protocol.key,
            "systems": [
                {
                    "system": row.system,
                    "annotator": row.annotator,
                    "score": row.score.value,
                    "se": row.score.se,
                    "low": row.score.low,
                    "high": row.score.high,
                    "criteria": {key: mean.value for key, mean in row.criteria.items()},
                    "n": row.score.n,
                }
                for row in self.systems
            ],
            "pairs": [pair.as_dict() for pair in self.differences.pairs],
            "df": self.differences.df,
            "documents": [
                {
                    "document": row.document,
                    "system": row.system,
                    "annotator": row.annotator,
                    "score": row.score.value,
                    "n": row.score.n,
                }
                for row in self.documents
            ],
            "items": self._items(),
            "agreement": {
                "highest_rank": _share(self.highest.highest),
                "highest_rank_first": _share(self.highest.first),
                "per_system": [{"system": name} | _share(of) for name, of in self.highest.per_system.items()],
                "alpha_ordinal": {key: row.alpha_ordinal.value for key, row in measured.items()},
            },
            "highest": [
                {
                    "system": row.system,
                    "annotator": row.annotator,
                    "n": row.n,
                    "shared": row.shared,
                    "first": row.first,
                }
                for row in self.highest.counts
            ],
            "excluded": self.left_out.excluded,
            "withdrawn": self.left_out.withdrawn,
            "fingerprint": self.fingerprint,
        }

    def _items(self) -> list[dict[str, Any]]:
        scores = self.scores
        keys = scores.rule.keys
        return [
            {
                "prompt_id": scores.items[item],
                "document": scores.documents[document] if document >= 0 else None,
                "system": scores.systems[system],
                "annotator": scores.annotators[annotator],
                "score": _number(score),
                "criteria": {key: _number(value) for key, value in zip(keys, values, strict=True)},
            }
            for item, document, system, annotator, score, values in zip(
                scores.item, scores.document, scores.system, scores.annotator, scores.score, scores.values, strict=True
            )
        ]


def rating_results(
    store: Store,
    slug: str,
    *,
    protocol: str | None = None,
    kind: str = "human",
    systems: Sequence[str] = (),
    where: Sequence[str] = (),
    level: float = 0.95,
    who: Who = OPERATOR,
) -> RatingResults:
    """Compute the results of a campaign's ratings; HEval's "limited corpus" is a subset of `systems`.

    Args:
        protocol: None: the campaign's own.
        kind: whose ratings: human, judge or all.
        systems: only these, ranked among each other, in this order; empty: all, by name.
        where: conditions FIELD=VALUE, as in `read_ratings_of`.
        level: of the intervals.

    Raises:
        InputError: as `read_ratings_of`, and for a level that is not between 0 and 1.
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    chosen, frame = read_ratings_of(store, slug, protocol=protocol, kind=kind, systems=systems, where=where, who=who)
    scores = item_scores(frame, rule_of(chosen))
    there = [name for name in systems if name in scores.systems]
    return RatingResults(
        protocol=chosen,
        scores=scores,
        systems=system_scores(scores, level=level),
        documents=document_scores(scores, level=level),
        highest=highest_ranks(scores, there or None),
        agreement=rating_agreement(scores, level=level),
        differences=score_differences(scores if not there else scores.only(systems=there), level=level),
        left_out=ratings_left_out(store, slug, protocol=protocol, kind=kind, where=where, who=who),
        fingerprint=fingerprint(frame.astype("string")),
    )


def _share(share: Share) -> dict[str, Any]:
    return {"n": share.n, "agree": share.agree, "percent": share.percent}


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
