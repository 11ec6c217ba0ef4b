"""What a ranking is made from: the judgments that some choices leave, and what a reader must know about them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import pandas as pd
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.results.slices import slices
from eval_core.campaigns.results.votes import read_votes
from eval_core.locales import natural
from eval_core.ranking.choices import Choices, Extent, common_prompts, on_common_prompts, systems_of
from eval_core.store import Campaign, Comparison, Event, Exclusion, Judgment, Person, Prompt, Response, Store, System

_MANY = 200_000
_PROGRAMS = ("simulated", "judge")
ALL = Choices()  # where everybody starts
# Actions that change no figure.
_WITHOUT_EFFECT = (
    "person_added",
    "link_renewed",
    "link_revoked",
    "sign_ins_ended",
    "provider_account_changed",
    "admitted",
    "try_granted",
    "message_sent",
    "question_answered",
    "question_resolved",
    "skips_settled",
    "skips_unsettled",
    "clarification_published",
    "results_shown",
    "token_created",
    "token_revoked",
)


@dataclass(frozen=True)
class Leaderboard:
    """The judgments that some choices leave, and the facts shown next to their ranking.

    Attributes:
        choices: what was chosen.
        extent: what that came to.
        votes: the columns of `read_votes`.
        simulated: how many of `votes` simulated annotators made.
        judges: the LLM judges among the annotators of `votes`, by name, with the number of their judgments.
        identical: comparisons of the slice whose responses are the same text (never judged).
        withdrawn: withdrawn comparisons of the slice.
        excluded: annotators of the campaign whose judgments do not count.
        fingerprint: twelve hexadecimal digits that change with the votes.
    """

    choices: Choices
    extent: Extent
    votes: pd.DataFrame
    simulated: int
    judges: tuple[tuple[str, int], ...]
    identical: int
    withdrawn: int
    excluded: int
    fingerprint: str


def latest_change(store: Store, slug: str, who: Who = OPERATOR) -> tuple[int, ...]:
    """Numbers that grow with every judgment, change, undo and event that may change a figure. For researchers.

    From the 200,000th judgment on they grow with every half per cent of the judgments: figures of so many
    take seconds, and one more changes nothing visible.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        latest = newest_judgment(db, campaign)
        return latest - latest % max(1, latest // _MANY * _MANY // 200), events_with_effect(db, campaign)


def newest_judgment(db: Session, campaign: Campaign) -> int:
    """The highest id of a campaign's judgments; 0 where there is none."""
    mine = select(func.max(Judgment.id)).where(Judgment.campaign_id == campaign.id)
    # Person by person, each one index look-up: one maximum over the campaign would read all of it.
    each = mine.where(Judgment.person_id == Person.id).correlate(Person).scalar_subquery()
    newest = (select(func.max(each)), mine.where(Judgment.person_id.is_(None)))
    return max(db.scalar(query) or 0 for query in newest)


def events_with_effect(db: Session, campaign: Campaign) -> int:
    """How many events of a campaign there were that may change a figure."""
    events = select(func.count()).where(Event.campaign_id == campaign.id, Event.action.not_in(_WITHOUT_EFFECT))
    return db.scalar(events) or 0


def read_leaderboard(
    store: Store,
    slug: str,
    choices: Choices = ALL,
    *,
    lengths: bool = False,
    who: Who = OPERATOR,
) -> Leaderboard:
    """The judgments that the choices leave. For researchers.

    Args:
        lengths: with the lengths of the texts, as in `read_votes`; the fingerprint is of the rest.

    Raises:
        InputError: as `read_votes`, and if only common prompts are wanted and there is none.
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    votes = read_votes(
        store,
        slug,
        where=choices.conditions,
        systems=choices.systems,
        identical_as_ties=choices.identical_as_ties,
        both_orders=choices.both_orders,
        lengths=lengths,
        who=who,
    )
    named = {"written_standard": choices.written_standard, "category": choices.category}
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        votes, extent = _extent(db, campaign, votes, choices)
        robots, judges = (set(db.scalars(select(Person.name).where(Person.kind == kind))) for kind in _PROGRAMS)
        slice_of = [getattr(Prompt, field) == value for field, value in named.items() if value is not None]
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
        choices=choices,
        extent=extent,
        votes=votes,
        simulated=int(votes["annotator"].isin(robots).sum()),
        judges=judges_among(votes, judges),
        identical=identical,
        withdrawn=withdrawn,
        excluded=left_out,
        fingerprint=fingerprint(
            votes.drop(columns=["length_first", "length_second"], errors="ignore").astype(
                {"prompt": "string", "annotator": "string"}
            )
        ),
    )


def read_leaderboards(store: Store, slug: str, kind: str = "human", who: Who = OPERATOR) -> list[Leaderboard]:
    """The leaderboard of all judgments, and then one of each written standard where there are several.

    Args:
        kind: whose judgments: human, judge or all.

    Raises:
        InputError: for an unknown kind. RefusedError: 'signed_out' or 'not_allowed'.
    """
    found = slices(store, slug, who)["written_standard"]
    parts = [None, *found] if len(found) > 1 else [None]
    return [read_leaderboard(store, slug, Choices(written_standard=part, kind=kind), who=who) for part in parts]


def _extent(db: Session, campaign: Campaign, votes: pd.DataFrame, choices: Choices) -> tuple[pd.DataFrame, Extent]:
    """The judgments on the chosen prompts, and what the choices came to."""
    systems = select(System.name).where(System.campaign_id == campaign.id)
    wanted = set(choices.systems) or set(db.scalars(systems))
    prompts, common = int(votes["prompt"].nunique()), common_prompts(votes, _answers(db, campaign))
    if choices.common_prompts:
        votes = on_common_prompts(votes, common).reset_index(drop=True)
    judged = systems_of(votes)
    return votes, Extent(len(judged), prompts, len(common), unjudged=tuple(sorted(wanted - set(judged))))


def _answers(db: Session, campaign: Campaign) -> list[tuple[int, str]]:
    """The regular prompts and the systems that answered them; not where the answer was withdrawn, or is empty."""
    rows = db.execute(
        select(Prompt.id, System.name)
        .join(Response, Response.prompt_id == Prompt.id)
        .join(System, System.id == Response.system_id)
        .where(Prompt.campaign_id == campaign.id, Prompt.kind == "regular", Response.text != "")
        .where(Response.withdrawn_at.is_(None))
    )
    return [(prompt_id, system) for prompt_id, system in rows]


def judges_among(votes: pd.DataFrame, judges: Collection[str]) -> tuple[tuple[str, int], ...]:
    """The annotators who are among these judges, by name, with the number of their judgments."""
    counts = votes.loc[votes["annotator"].isin(judges), "annotator"].astype(str).value_counts()
    return tuple(sorted(((str(name), int(count)) for name, count in counts.items()), key=lambda row: natural(row[0])))


def fingerprint(rows: pd.DataFrame) -> str:
    """Twelve hexadecimal digits of the rows in any order: of the sum of their 64-bit hashes."""
    hashes = pd.util.hash_pandas_object(rows, index=False)
    return f"{int(hashes.sum()) % 2**64:016x}"[:12]
