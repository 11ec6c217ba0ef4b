"""The judgments that a ranking reads, as one frame of names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from eval_core.campaigns.access import OPERATOR, Who, authorise
from eval_core.campaigns.results.counting import counting
from eval_core.campaigns.results.judge_orders import with_both_orders
from eval_core.campaigns.results.ledger import ledger
from eval_core.errors import InputError
from eval_core.ranking.habits import LAYOUTS
from eval_core.ranking.votes import OUTCOMES
from eval_core.store import Campaign, Comparison, Person, Prompt, Response, Store, System


def read_votes(
    store: Store,
    slug: str,
    *,
    where: Sequence[str] = (),
    systems: Sequence[str] = (),
    identical_as_ties: bool = False,
    both_orders: bool = False,
    lengths: bool = False,
    times: bool = False,
    layouts: bool = False,
    who: Who = OPERATOR,
) -> pd.DataFrame:
    """The live judgments of a campaign, one a row.

    Gold, repeats, excluded annotators, identical and withdrawn responses are never among them.

    Earlier rows are held in this process, and only new ones are read (see `ledger`).

    Args:
        where: conditions FIELD=VALUE on `FIELDS`; `kind` is human (the default), judge or all.
        systems: only judgments between these systems.
        identical_as_ties: add one tie, by nobody, for each comparison of identical responses.
        both_orders: one verdict of a judge that judged in both orders (see `judge_orders`); else the first order's.
        lengths: add columns length_first and length_second: characters of the responses, missing if a text is
            unknown or empty. Without them the texts are not read.
        times, layouts: add a column decided_at, or layout.

    Returns:
        Columns first, second (system names; first was shown as A), outcome (first, second, tie), annotator,
        prompt (keys; None where unknown), order_known.

    Raises:
        InputError: for an unknown field, kind, time or system.
    """
    with store.read() as db:
        campaign = authorise(db, who, slug, "researcher").campaign
        names = dict(db.execute(select(System.id, System.name).where(System.campaign_id == campaign.id)).all())
        unknown = set(systems) - set(names.values())
        if unknown:
            raise InputError("unknown_campaign_system", system=min(unknown), campaign=slug)
        rows = counting(campaign, where).of(db, ledger(store, db, campaign))
        if both_orders:
            rows = with_both_orders(db, campaign, rows)
        if identical_as_ties:
            rows = pd.concat([rows, _identical(db, campaign)], ignore_index=True)
        frame = _named(db, campaign, rows, names)
        if times:
            frame["decided_at"] = rows["decided_at"]
        if layouts:
            frame["layout"] = np.array([*LAYOUTS, None], dtype=object)[rows["layout"]]
        if lengths:
            frame["length_first"], frame["length_second"] = _lengths(db, campaign, rows)
    if systems:
        frame = frame[frame["first"].isin(systems) & frame["second"].isin(systems)].reset_index(drop=True)
    return frame


def _identical(db: Session, campaign: Campaign) -> pd.DataFrame:
    """A tie by nobody, in no known order, for each comparison of identical texts, in the columns of `ledger`."""
    first, second = aliased(Response), aliased(Response)
    rows = db.execute(
        select(Comparison.id, Comparison.prompt_id, first.system_id, second.system_id)
        .join(first, first.id == Comparison.first_response_id)
        .join(second, second.id == Comparison.second_response_id)
        .where(Comparison.campaign_id == campaign.id, Comparison.identical, Comparison.kind == "regular")
        .where(Comparison.withdrawn_at.is_(None))
    ).all()
    columns = ["comparison_id", "prompt_id", "first_system_id", "second_system_id"]
    return pd.DataFrame(rows, columns=columns, dtype="int32").assign(
        id=0, person_id=0, outcome=OUTCOMES.index("tie"), swapped=False, order_known=False, layout=-1, revision=0
    )


def _sides(rows: pd.DataFrame) -> tuple[pd.Series[int], pd.Series[int]]:
    """The systems as they were shown: the first as A."""
    first, second, swapped = rows["first_system_id"], rows["second_system_id"], rows["swapped"]
    return first.where(~swapped, second), second.where(~swapped, first)


def _named(db: Session, campaign: Campaign, rows: pd.DataFrame, systems: dict[int, str]) -> pd.DataFrame:
    people = dict(db.execute(select(Person.id, Person.name)).all())
    # Imported judgments without a prompt share one prompt without a name or a text.
    nameless = db.scalars(
        select(Prompt.id).where(Prompt.campaign_id == campaign.id, Prompt.external_id.is_(None), Prompt.text == "")
    ).all()
    first, second = _sides(rows)
    tie = OUTCOMES.index("tie")  # the other two swap with the sides
    places = rows["outcome"].where(~rows["swapped"] | (rows["outcome"] == tie), 1 - rows["outcome"])
    return pd.DataFrame(
        {
            "first": first.map(systems),
            "second": second.map(systems),
            "outcome": np.array(OUTCOMES, dtype=object)[places],
            "annotator": rows["person_id"].map(people),
            "prompt": rows["prompt_id"].mask(rows["prompt_id"].isin(nameless)) if nameless else rows["prompt_id"],
            "order_known": rows["order_known"],
        }
    )


def _lengths(db: Session, campaign: Campaign, rows: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Characters of the two texts as they were shown, NaN if a text is unknown or empty."""
    query = select(Response.prompt_id, Response.system_id, func.length(Response.text)).where(
        Response.campaign_id == campaign.id, Response.system_id.is_not(None), Response.text != ""
    )
    lengths = pd.DataFrame(db.execute(query).all(), columns=["prompt", "system", "characters"], dtype=float)
    # A prompt and a system have one response.
    characters = lengths.set_index(["prompt", "system"])["characters"]
    first, second = (
        characters.reindex(pd.MultiIndex.from_arrays([rows["prompt_id"].astype(float), side.astype(float)])).to_numpy()
        for side in _sides(rows)
    )
    return first, second
