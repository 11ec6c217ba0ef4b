"""Gold made of pairs whose order is settled: two real responses, on which all who judged them agreed.

Such gold is like any other comparison of the campaign: of a real prompt, with two different texts. Pairs are taken so
that their lengths and their likeness mirror those of the campaign's comparisons. Annotators who have read one of the
texts before are not given it (`eval_core.campaigns.content.gold_supply`).
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import dataclass

import numpy as np
from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.audit import note
from eval_core.campaigns.content.gold import Draft, MadeGold, add_made, add_planted, checked_fault, some_texts
from eval_core.campaigns.content.gold_recognition import Seen, seen, usable
from eval_core.campaigns.results.counting import counting
from eval_core.errors import RefusedError
from eval_core.planting.faults import candidates, marks_of, vocabulary, written_standard_of
from eval_core.planting.recognition import Array, chosen_alike
from eval_core.protocols import load_protocol
from eval_core.store import Campaign, Comparison, Judgment, Person, Prompt, Reason, Remark, Response, Store
from eval_core.store.bulk import chunks

LEAST_AGREEING = 3
MOST_AT_ONCE = 200
_LOOKED_AT = 500  # pairs of which the most suitable are taken


@dataclass(frozen=True)
class _Settled:
    """A comparison on which all agreed: the response that won and the one that lost."""

    comparison_id: int
    prompt: Prompt
    winner: Response
    loser: Response

    @property
    def better(self) -> str:
        return self.winner.text or ""

    @property
    def worse(self) -> str:
        return self.loser.text or ""


def count_settled(store: Store, slug: str, agreeing: int = LEAST_AGREEING, who: Who = OPERATOR) -> int:
    """How many pairs could become gold: at least so many judged them, and all alike. For the campaign's leads."""
    with store.read() as db:
        return len(_settled(db, authorise(db, who, slug, "lead").campaign, agreeing))


def add_settled(store: Store, slug: str, wanted: int, agreeing: int = LEAST_AGREEING, who: Who = OPERATOR) -> int:
    """Make gold of so many pairs on which all agreed, or of all there are; how many it was. For the campaign's leads.

    The category is the one that annotators named most often for the response that lost, with its marks.

    Args:
        wanted: at most `MOST_AT_ONCE` are made at once.
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        most = max(0, min(wanted, MOST_AT_ONCE))
        chosen = _mixed(db, grant.campaign, _settled(db, grant.campaign, agreeing), most)
        if not chosen:
            return 0
        made = []
        for pair in chosen:
            issue, marks = _named(db, grant.campaign, pair)
            made.append((pair.prompt, MadeGold(pair.better, pair.worse, issue, None, marks)))
        added = len(add_made(db, grant, made))
        note(db, grant, "gold_settled", gold=added, agreeing=agreeing)
        return added


def pick_loser(store: Store, slug: str, seed: int, agreeing: int = LEAST_AGREEING, who: Who = OPERATOR) -> Draft | None:
    """A response that lost a settled comparison, to plant a fault in, so that the order stands; None if there is none.

    Seeds go through all of them, in an order that mixes lengths as the campaign's comparisons do.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "lead").campaign
        offered = [
            pair
            for pair in _mixed(db, campaign, _settled(db, campaign, agreeing), MOST_AT_ONCE)
            if written_standard_of(pair.worse, pair.prompt.written_standard)
        ]
        if not offered:
            return None
        pair = offered[seed % len(offered)]
        standard = written_standard_of(pair.worse, pair.prompt.written_standard) or "nb"
        return Draft(
            response_id=pair.loser.id,
            prompt=pair.prompt.text,
            written_standard=standard,
            category=pair.prompt.category,
            text=pair.worse,
            open_comparisons=0,
            faults=tuple(candidates(pair.worse, standard, vocabulary(some_texts(db, campaign)))),
            comparison_id=pair.comparison_id,
            better=pair.better,
        )


def plant_in_loser(
    store: Store,
    slug: str,
    comparison_id: int,
    faulty: str,
    issue: str,
    explanation: str,
    agreeing: int = LEAST_AGREEING,
    who: Who = OPERATOR,
) -> int:
    """Add a gold comparison of the response that won and, with a fault in it, the one that lost; its id.

    Raises:
        RefusedError: as `plant_gold`; 'response_withdrawn' where the comparison is no settled one (any more).
    """
    with store.write() as db:
        grant = authorise(db, who, slug, "lead")
        pair = next((one for one in _settled(db, grant.campaign, agreeing) if one.comparison_id == comparison_id), None)
        if pair is None:
            raise RefusedError("response_withdrawn", f"comparison {comparison_id} cannot be used")
        faulty, explanation = checked_fault(grant.campaign, pair.worse, faulty, issue, explanation)
        if faulty.strip() == pair.better.strip():
            raise RefusedError("gold_unchanged", "the faulty text is the response that won")
        marks = marks_of(pair.worse, faulty)
        return add_planted(db, grant, pair.prompt, MadeGold(pair.better, faulty, issue, explanation or None, marks))


def _settled(db: Session, campaign: Campaign, agreeing: int) -> list[_Settled]:
    """The comparisons that nobody will judge any more and all judged alike, and whose winner is no gold yet; by id."""
    people = func.count(Judgment.person_id.distinct())
    alike = (func.min(Judgment.outcome) == func.max(Judgment.outcome)) & (func.min(Judgment.outcome) != "tie")
    agreed = dict(
        db.execute(
            select(Judgment.comparison_id, func.min(Judgment.outcome))
            .where(*counting(campaign).clauses())
            .group_by(Judgment.comparison_id)
            .having(people >= max(LEAST_AGREEING, agreeing), alike)
        ).all()
    )
    golden = select(Response.text).where(Response.campaign_id == campaign.id, Response.system_id.is_(None))
    known = set(db.scalars(golden))
    first, second = aliased(Response), aliased(Response)
    query = (
        select(Comparison.id, Prompt, first, second)
        .join(Prompt, Prompt.id == Comparison.prompt_id)
        .join(first, first.id == Comparison.first_response_id)
        .join(second, second.id == Comparison.second_response_id)
        .where(Comparison.kind == "regular", Comparison.done >= Comparison.overlap, first.text != "", second.text != "")
    )
    pairs = []
    for part in chunks(sorted(agreed), 500):
        for identity, prompt, one, other in db.execute(query.where(Comparison.id.in_(part)).order_by(Comparison.id)):
            winner, loser = (one, other) if agreed[identity] == "first" else (other, one)
            if winner.text not in known and winner.withdrawn_at is None and loser.withdrawn_at is None:
                pairs.append(_Settled(identity, prompt, winner, loser))
    return pairs


def _mixed(db: Session, campaign: Campaign, pairs: list[_Settled], wanted: int) -> list[_Settled]:
    """Some of the pairs, which together look like the campaign's comparisons; each winner once."""
    pairs = random.Random(campaign.id).sample(pairs, min(_LOOKED_AT, len(pairs)))  # noqa: S311 - chance, no secret
    regular = seen(db, usable(db, campaign, "regular")[:_LOOKED_AT])
    mine = seen(db, [pair.comparison_id for pair in pairs])
    made = db.scalar(select(func.count()).where(Comparison.campaign_id == campaign.id, Comparison.kind == "gold")) or 0
    # With each gold comparison another draw: else all would look like the same one.
    draws = np.random.default_rng((campaign.id, made))
    order = chosen_alike(_measures(mine), _measures(regular), len(pairs), draws)
    chosen: dict[int, _Settled] = {}
    for place in order:
        chosen.setdefault(pairs[place].winner.id, pairs[place])
    return list(chosen.values())[:wanted]


def _measures(comparisons: list[Seen]) -> Array:
    """Length, difference in length, likeness and written standard of each."""
    rows = [[*one.features[1:5], float(one.written_standard == "nn")] for one in comparisons]
    return np.array(rows, dtype=np.float64).reshape(len(rows), 5)


def _named(db: Session, campaign: Campaign, pair: _Settled) -> tuple[str | None, list[tuple[int, int]]]:
    """What most annotators named as wrong with the response that lost, and where; None where nobody said why."""
    known = {issue.key for issue in load_protocol(campaign.protocol_key).issues}
    people: Counter[str] = Counter()
    places: dict[str, set[tuple[int, int]]] = defaultdict(set)
    rows = db.execute(
        select(Reason.issue, Reason.start, Reason.end, Judgment.id)
        .join(Remark, Remark.id == Reason.remark_id)
        .join(Judgment, (Judgment.id == Remark.judgment_id) & Judgment.live)
        .outerjoin(Person, Person.id == Judgment.person_id)
        .where(Judgment.comparison_id == pair.comparison_id, Reason.response_id == pair.loser.id)
        .where(func.coalesce(Person.kind, "human") != "judge")
    ).all()
    for issue, _judgment in {(row.issue, row.id) for row in rows if row.issue in known}:
        people[issue] += 1
    if not people:
        return None, []
    issue = min(people, key=lambda name: (-people[name], name))
    for row in rows:
        if row.start is not None and row.end <= len(pair.worse):
            places[row.issue].add((row.start, row.end))
    return issue, _joined(sorted(places[issue]))


def _joined(marks: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Marks in order, those that touch as one."""
    joined: list[tuple[int, int]] = []
    for start, end in marks:
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined
