"""What the ranking page reads: one slice's judgments, and how far its systems can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.results.votes import read_votes
from eval_core.store import Campaign, Comparison, Event, Exclusion, Judgment, Person, Prompt, Response, Store, System

_MANY = 200_000
# Actions that change no figure.
_WITHOUT_EFFECT = (
    "person_added",
    "link_renewed",
    "link_revoked",
    "admitted",
    "try_granted",
    "message_sent",
    "question_answered",
    "question_resolved",
    "clarification_published",
    "results_shown",
    "token_created",
    "token_revoked",
)


@dataclass(frozen=True)
class Leaderboard:
    """The judgments of one slice and the facts shown next to their ranking.

    Attributes:
        votes: the columns of `read_votes`; only judgments on common prompts where `common_only`.
        prompts: prompts of the slice that at least one system answered.
        common: prompts of the slice that every system of the slice answered.
        common_only: whether `votes` is restricted to the common prompts.
        simulated: how many of `votes` simulated annotators made.
        identical: comparisons of the slice whose responses are the same text (never judged).
        withdrawn: withdrawn comparisons of the slice.
        excluded: annotators of the campaign whose judgments do not count.
        fingerprint: twelve hexadecimal digits that change with the votes.
    """

    votes: pd.DataFrame
    prompts: int
    common: int
    common_only: bool
    simulated: int
    identical: int
    withdrawn: int
    excluded: int
    fingerprint: str

    @property
    def partial(self) -> bool:
        """Whether systems answered different prompts, so that the common subset is a choice."""
        return 0 < self.common < self.prompts


def latest_change(store: Store, slug: str, who: Who = OPERATOR) -> tuple[int, ...]:
    """Numbers that grow with every judgment, change, undo and event that may change a figure. For researchers.

    From the 200,000th judgment on they grow with every half per cent of the judgments: figures of so many
    take seconds, and one more changes nothing visible.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        mine = select(func.max(Judgment.id)).where(Judgment.campaign_id == campaign.id)
        # Person by person, each one index look-up: one maximum over the campaign would read all of it.
        each = mine.where(Judgment.person_id == Person.id).correlate(Person).scalar_subquery()
        newest = (select(func.max(each)), mine.where(Judgment.person_id.is_(None)))
        events = select(func.count()).where(Event.campaign_id == campaign.id, Event.action.not_in(_WITHOUT_EFFECT))
        latest = max(db.scalar(query) or 0 for query in newest)
        return latest - latest % max(1, latest // _MANY * _MANY // 200), db.scalar(events) or 0


def read_leaderboard(
    store: Store,
    slug: str,
    *,
    written_standard: str | None = None,
    category: str | None = None,
    common_only: bool = True,
    where: Sequence[str] = (),
    lengths: bool = False,
    who: Who = OPERATOR,
) -> Leaderboard:
    """The judgments of a slice, with `common_only` on the prompts that all its systems answered, if there are any.

    Args:
        where: further conditions FIELD=VALUE, as in `read_votes`.
        lengths: with the lengths of the texts, as in `read_votes`; the fingerprint is of the rest.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    wanted = {"written_standard": written_standard, "category": category}
    chosen = {field: value for field, value in wanted.items() if value is not None}
    conditions = [*where, *(f"{field}={value}" for field, value in chosen.items())]
    votes = read_votes(store, slug, where=conditions, lengths=lengths, who=who)
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        slice_of = [getattr(Prompt, field) == value for field, value in chosen.items()]
        prompts, common = _answered(db, campaign, slice_of)
        restricted = common_only and 0 < len(common) < prompts
        if restricted:
            votes = votes[votes["prompt"].isin(common)].reset_index(drop=True)
        robots = set(db.scalars(select(Person.name).where(Person.kind == "simulated")))
        comparisons = (
            select(func.count(Comparison.id))
            .join(Prompt, Prompt.id == Comparison.prompt_id)
            .where(Comparison.campaign_id == campaign.id, Comparison.kind == "regular", *slice_of)
        )
        out = Comparison.withdrawn_at.is_not(None)
        identical, withdrawn = (
            db.scalar(comparisons.where(condition)) or 0 for condition in (Comparison.identical & ~out, out)
        )
        left_out = db.scalar(select(func.count()).select_from(Exclusion.people(campaign.id).subquery())) or 0
    return Leaderboard(
        votes=votes,
        prompts=prompts,
        common=len(common),
        common_only=restricted,
        simulated=int(votes["annotator"].isin(robots).sum()),
        identical=identical,
        withdrawn=withdrawn,
        excluded=left_out,
        fingerprint=fingerprint(
            votes.drop(columns=["length_first", "length_second"], errors="ignore").astype(
                {"prompt": "string", "annotator": "string"}
            )
        ),
    )


def _answered(db: Session, campaign: Campaign, slice_of: list[ColumnElement[bool]]) -> tuple[int, set[int]]:
    """How many prompts were answered, and the ids of those that every answering system answered."""
    answers = db.execute(
        select(Prompt.id, System.id)
        .join(Response, Response.prompt_id == Prompt.id)
        .join(System, System.id == Response.system_id)
        .where(Prompt.campaign_id == campaign.id, Prompt.kind == "regular", Response.text != "", *slice_of)
        .where(Response.withdrawn_at.is_(None))
    ).all()
    by_prompt: dict[int, set[int]] = {}
    for prompt_id, system_id in answers:
        by_prompt.setdefault(prompt_id, set()).add(system_id)
    everybody = {system_id for _, system_id in answers}
    return len(by_prompt), {prompt_id for prompt_id, systems in by_prompt.items() if systems == everybody}


def fingerprint(rows: pd.DataFrame) -> str:
    """Twelve hexadecimal digits of the rows in any order: of the sum of their 64-bit hashes."""
    hashes = pd.util.hash_pandas_object(rows, index=False)
    return f"{int(hashes.sum()) % 2**64:016x}"[:12]
