"""Why a system loses: how often annotators ticked each issue in its texts, and example comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from scipy.stats import binomtest
from sqlalchemy import Select, func, select, true
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.results.counting import judgments_where
from eval_core.errors import InputError
from eval_core.protocols import load_protocol
from eval_core.store import (
    Assignment,
    Campaign,
    Comparison,
    Judgment,
    Person,
    Prompt,
    Reason,
    Remark,
    Response,
    Store,
    System,
)

PER = 100  # comparisons, of a rate


@dataclass(frozen=True)
class Ticked:
    """What one annotator ticked on an example: `comment` is about both texts; `outcome` is as in IssueExample."""

    annotator: str | None
    outcome: str
    comment: str | None


@dataclass(frozen=True)
class IssueExample:
    """A comparison in which an issue was ticked on the system's text.

    `ticked`: who ticked it; outcomes are the system's: 'won', 'lost' or 'tie'. Texts are None if an import
    came without them.
    """

    comparison_id: int
    prompt_id: str | None
    written_standard: str | None
    prompt: str
    system: str
    text: str | None
    opponent: str
    opponent_text: str | None
    ticked: tuple[Ticked, ...]


def issue_profile(
    store: Store, slug: str, *, where: Sequence[str] = (), level: float = 0.95, who: Who = OPERATOR
) -> pd.DataFrame:
    """How often each issue of the protocol was ticked on each system's side. For researchers.

    Live judgments of regular comparisons are counted: two annotators on one comparison are two, repeats and
    gold do not count. Nothing ticked is an answer too. The interval is Wilson's score interval for a binomial
    proportion (Wilson 1927, JASA 22), which takes judgments as independent.

    Args:
        where: conditions FIELD=VALUE, as in `read_votes`.
        level: of the interval, between 0 and 1.

    Returns:
        A row for each system asked about and each issue, in the order of system name and protocol; columns
        system, issue (the protocol's key), asked (judgments with this system for which reasons were wanted), given
        (those of them that have an answer), ticked (those that named the issue in this system's text), rate (per
        100 given), low, high (its interval). rate, low and high are NaN if nothing was given.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
        InputError: for an invalid level or condition.
    """
    if not 0 < level < 1:
        raise InputError("bad_level")
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        issues = [issue.key for issue in load_protocol(campaign.protocol_key).issues]
        asked = {name: (int(n), int(given)) for name, n, given in db.execute(_asked(campaign, where))}
        ticked = {(system, issue): n for system, issue, n in db.execute(_ticked(campaign, where))}
    rows = []
    for system in sorted(asked):
        wanted, given = asked[system]
        for issue in issues:
            n = ticked.get((system, issue), 0)
            rows.append((system, issue, wanted, given, n, *_rate(n, given, level)))
    return pd.DataFrame(rows, columns=["system", "issue", "asked", "given", "ticked", "rate", "low", "high"])


def issue_examples(
    store: Store,
    slug: str,
    system: str,
    issue: str,
    *,
    limit: int = 20,
    where: Sequence[str] = (),
    who: Who = OPERATOR,
) -> tuple[IssueExample, ...]:
    """Comparisons in which the issue was ticked on the system's side: those that most agree on first. For researchers.

    Args:
        issue: a key of the protocol.
        limit: at most so many comparisons.
        where: conditions FIELD=VALUE, as in `read_votes`.

    Raises:
        RefusedError: 'signed_out' or 'not_allowed'.
        InputError: for a system that is not in the campaign, an issue that is not in its protocol, a limit below 1.
    """
    if limit < 1:
        raise InputError("bad_example_number")
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        if issue not in {known_issue.key for known_issue in load_protocol(campaign.protocol_key).issues}:
            raise InputError("unknown_issue", issue=issue, protocol=campaign.protocol_key)
        system_id = db.scalar(select(System.id).where(System.campaign_id == campaign.id, System.name == system))
        if system_id is None:
            raise InputError("unknown_campaign_system", system=system, campaign=slug)
        here = _judgments_with(campaign, where, system_id, issue)
        chosen = db.scalars(
            select(Judgment.comparison_id)
            .where(Judgment.id.in_(here))
            .group_by(Judgment.comparison_id)
            .order_by(func.count().desc(), Judgment.comparison_id)
            .limit(limit)
        ).all()
        ticked = _who_ticked(db, here, list(chosen), system_id)
        texts = {row.id: row for row in db.execute(_texts(list(chosen)))}
        return tuple(_example(texts[known_issue], system, ticked[known_issue]) for known_issue in chosen)


def _counted(campaign: Campaign, where: Sequence[str]) -> Select[*tuple[Any, ...]]:
    """Ids of the judgments that count under these conditions."""
    return judgments_where(campaign, where).with_only_columns(Judgment.id)


def _asked(campaign: Campaign, where: Sequence[str]) -> Select[*tuple[Any, ...]]:
    """Per system's name: judgments with it for which reasons were asked or given, and those with an answer."""
    return (
        select(System.name, func.count(), func.count(Remark.id))
        .select_from(Judgment)
        .join(Assignment, Assignment.id == Judgment.assignment_id)
        .join(System, System.id.in_((Judgment.first_system_id, Judgment.second_system_id)))
        .outerjoin(Remark, Remark.judgment_id == Judgment.id)
        .where(Judgment.id.in_(_counted(campaign, where)), Assignment.asks_reasons | Remark.id.is_not(None))
        .group_by(System.name)
    )


def _ticked(campaign: Campaign, where: Sequence[str]) -> Select[*tuple[Any, ...]]:
    """Per system's name and issue: answers that found the issue in the system's text, once or at several places."""
    return (
        select(System.name, Reason.issue, func.count(Reason.remark_id.distinct()))
        .select_from(Reason)
        .join(Remark, Remark.id == Reason.remark_id)
        .join(Response, Response.id == Reason.response_id)
        .join(System, System.id == Response.system_id)
        .where(Remark.judgment_id.in_(_counted(campaign, where)))
        .group_by(System.name, Reason.issue)
    )


def _rate(ticked: int, given: int, level: float) -> tuple[float, float, float]:
    if not given:
        return (float("nan"),) * 3
    interval = binomtest(ticked, given).proportion_ci(level, method="wilson")
    return PER * ticked / given, PER * float(interval.low), PER * float(interval.high)


def _judgments_with(campaign: Campaign, where: Sequence[str], system_id: int, issue: str) -> Select[*tuple[Any, ...]]:
    """Ids of the counted judgments that ticked the issue in the system's text."""
    return (
        select(Remark.judgment_id)
        .join(Reason, Reason.remark_id == Remark.id)
        .join(Response, Response.id == Reason.response_id)
        .where(
            Remark.judgment_id.in_(_counted(campaign, where)), Response.system_id == system_id, Reason.issue == issue
        )
    )


def _who_ticked(
    db: Session, here: Select[*tuple[Any, ...]], chosen: list[int], system_id: int
) -> dict[int, list[Ticked]]:
    """Per comparison, in the order of the judgments."""
    query = (
        select(Judgment.comparison_id, Judgment.outcome, Judgment.first_system_id, Person.name, Remark.comment)
        .join(Remark, Remark.judgment_id == Judgment.id)
        .outerjoin(Person, Person.id == Judgment.person_id)
        .where(Judgment.id.in_(here), Judgment.comparison_id.in_(chosen))
        .order_by(Judgment.id)
    )
    ticked: dict[int, list[Ticked]] = {comparison: [] for comparison in chosen}
    for row in db.execute(query):
        mine = "first" if row.first_system_id == system_id else "second"
        outcome = "tie" if row.outcome == "tie" else "won" if row.outcome == mine else "lost"
        ticked[row.comparison_id].append(Ticked(row.name, outcome, row.comment))
    return ticked


def _texts(chosen: list[int]) -> Select[*tuple[Any, ...]]:
    first, second, first_system, second_system = aliased(Response), aliased(Response), aliased(System), aliased(System)
    return (
        select(
            Comparison.id,
            Prompt.external_id,
            Prompt.written_standard,
            Prompt.text.label("prompt"),
            first_system.name.label("system_one"),
            second_system.name.label("system_two"),
            first.text.label("text_one"),
            second.text.label("text_two"),
        )
        .join(Prompt, Prompt.id == Comparison.prompt_id)
        .join(first, first.id == Comparison.first_response_id)
        .join(second, second.id == Comparison.second_response_id)
        .join(first_system, first_system.id == first.system_id)
        .join(second_system, second_system.id == second.system_id)
        .where(Comparison.id.in_(chosen) if chosen else ~true())
    )


def _example(row: Any, system: str, ticked: list[Ticked]) -> IssueExample:
    straight = row.system_one == system
    return IssueExample(
        comparison_id=row.id,
        prompt_id=row.external_id,
        written_standard=row.written_standard,
        prompt=row.prompt,
        system=system,
        text=row.text_one if straight else row.text_two,
        opponent=row.system_two if straight else row.system_one,
        opponent_text=row.text_two if straight else row.text_one,
        ticked=tuple(ticked),
    )
