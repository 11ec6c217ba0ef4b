"""People's judgments next to the verdicts of a judge that has compared everything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
from sqlalchemy import select, text
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.results.counting import compared_where
from eval_core.campaigns.results.votes import read_votes
from eval_core.errors import InputError
from eval_core.store import Campaign, Comparison, Judgment, Person, Prompt, Response, Store, System
from eval_core.store.schema.work import RANKED

# Conditions on who judged when: they choose among people's judgments, and not among the judge's.
_OF_PEOPLE = ("annotator", "since", "until")


@dataclass(frozen=True)
class JudgedVotes:
    """Judgments of people, and the verdicts of a judge with the columns that `rank_with_judge` looks at."""

    people: pd.DataFrame
    verdicts: pd.DataFrame


def comparing_judges(store: Store, slug: str, who: Who = OPERATOR) -> tuple[str, ...]:
    """The names of the judges that have compared responses in a campaign, sorted. For researchers.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
    """
    with store.read() as db:
        return _judges(db, authorise(db, who, slug, "researcher").campaign)


def judged_votes(
    store: Store, slug: str, judge: str, *, where: Sequence[str] = (), systems: Sequence[str] = (), who: Who = OPERATOR
) -> JudgedVotes:
    """People's judgments and a judge's verdicts, as `read_votes` gives them.

    Args:
        where: conditions as for `read_votes`. Those on annotator, since and until choose among people's judgments only.

    Raises:
        InputError: for a condition on kind; 'unknown_judge'; 'judge_left_items' where the judge has no verdict on some
            comparison of systems that people compared.
    """
    if any(condition.startswith("kind=") for condition in where):
        raise InputError("judge_with_kind")
    items = [condition for condition in where if condition.partition("=")[0] not in _OF_PEOPLE]
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        known = _judges(db, campaign)
        if judge not in known:
            raise InputError("unknown_judge", judge=judge, campaign=slug, known=", ".join(known) or "none")
    people = read_votes(store, slug, where=where, systems=systems, who=who)
    its = ["kind=judge", f"annotator={judge}", *items]
    verdicts = read_votes(store, slug, where=its, systems=systems, lengths=True, who=who)
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        _require_all(_comparisons(db, campaign, items), people, verdicts, judge)
        query = select(Prompt.id, Prompt.written_standard, Prompt.category).where(Prompt.campaign_id == campaign.id)
        kinds = pd.DataFrame(db.execute(query).all(), columns=["prompt", "written_standard", "category"])
    verdicts["prompt"] = verdicts["prompt"].astype("Int64")
    return JudgedVotes(people, verdicts.merge(kinds.astype({"prompt": "Int64"}), on="prompt", how="left"))


def _judges(db: Session, campaign: Campaign) -> tuple[str, ...]:
    judged = select(Judgment.person_id).where(Judgment.campaign_id == campaign.id, text(RANKED))
    return tuple(sorted(db.scalars(select(Person.name).where(Person.kind == "judge", Person.id.in_(judged)))))


def _comparisons(db: Session, campaign: Campaign, where: Sequence[str]) -> pd.DataFrame:
    """Prompt and systems, in canonical order, of the comparisons that people might be given."""
    sides = aliased(Response), aliased(Response)
    systems = aliased(System), aliased(System)
    query = (
        select(Comparison.prompt_id, systems[0].name, systems[1].name)
        .join(sides[0], sides[0].id == Comparison.first_response_id)
        .join(sides[1], sides[1].id == Comparison.second_response_id)
        .join(systems[0], systems[0].id == sides[0].system_id)
        .join(systems[1], systems[1].id == sides[1].system_id)
        .where(*compared_where(campaign, where))
    )
    return pd.DataFrame(db.execute(query).all(), columns=["prompt", "first", "second"])


def _require_all(comparisons: pd.DataFrame, people: pd.DataFrame, verdicts: pd.DataFrame, judge: str) -> None:
    pairs = set(zip(people["first"], people["second"], strict=True))
    pairs |= {(second, first) for first, second in pairs}
    asked = {row for row in comparisons.itertuples(index=False, name=None) if row[1:] in pairs}
    said = set(zip(verdicts["prompt"], *(verdicts[side] for side in ("first", "second")), strict=True))
    missing = sum(row not in said and (row[0], row[2], row[1]) not in said for row in asked)
    if missing:
        raise InputError("judge_left_items", judge=judge, missing=missing, comparisons=len(asked))
