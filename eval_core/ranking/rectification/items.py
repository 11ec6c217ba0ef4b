"""People's judgments next to a judge's verdicts on the same items: an item is a prompt and two systems.

All is in canonical orientation: the system whose name sorts first by code point comes first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from eval_core.errors import InputError
from eval_core.ranking.votes import OUTCOMES, Bools, Cells, Floats, Ints, Votes, as_frame, encode

_ROUNDS = 50
_MIRRORED = {"first": "second", "second": "first", "tie": "tie"}


@dataclass(frozen=True)
class Matched:
    """n judgments by people, and the N items that the judge judged of the C pairs of systems that people judged.

    Attributes:
        votes: people's judgments; `prompt` has the codes of `prompt` below.
        pairs: people's counts, one cell a pair, weighted as `weight` says, (C,).
        pair: of each judgment, (n,); `item` its item, (n,).
        weight: of each judgment, (n,); they sum to the number of judgments in each pair.
        item_pair, prompt: of each item, (N,).
        verdict: the judge's on each item as shares of `OUTCOMES`, (N, 3).
        known: the rows of the judge's table behind the items, with all their columns.
    """

    votes: Votes
    pairs: Cells
    pair: Ints
    item: Ints
    weight: Floats
    item_pair: Ints
    prompt: Ints
    verdict: Floats
    known: pd.DataFrame

    @property
    def judged(self) -> Bools:
        """Which items people judged, (N,)."""
        return np.bincount(self.item, minlength=len(self.item_pair)) > 0


def match(people: pd.DataFrame, verdicts: pd.DataFrame, judge: str) -> Matched:
    """Find each of people's judgments among the judge's items.

    Args:
        people, verdicts: judgments as `rank` takes them, with a column prompt. Pairs of systems that no person judged
            are left out.

    Raises:
        InputError: 'nothing_to_rank', 'vote_column_missing', 'judge_without_prompts' for judgments without a prompt,
            and 'judge_left_out' where the judge has no verdict on what people judged.
    """
    ours, theirs = canonical(people), canonical(verdicts)
    if not len(ours) or not len(theirs):
        raise InputError("nothing_to_rank")
    unknown = int(ours["prompt"].isna().sum())
    if unknown:
        raise InputError("judge_without_prompts", judgments=unknown)
    keys = ["prompt", "first", "second"]
    theirs = theirs[theirs["prompt"].notna()].merge(ours[["first", "second"]].drop_duplicates(), on=["first", "second"])
    codes = pd.Series(pd.factorize(pd.concat([theirs["prompt"], ours["prompt"]]))[0])
    theirs["prompt"], ours["prompt"] = codes[: len(theirs)].to_numpy(), codes[len(theirs) :].to_numpy()
    theirs["item"] = theirs.groupby(keys, sort=False).ngroup()
    items = theirs.drop_duplicates("item").reset_index(drop=True)
    found = ours.merge(items[[*keys, "item"]], on=keys, how="left")["item"].to_numpy(np.float64)
    missing = int(np.isnan(found).sum())
    if missing:
        raise InputError("judge_left_out", judge=judge, missing=missing, judgments=len(ours))
    votes = replace(encode(ours), prompt=ours["prompt"].to_numpy(np.int64))
    places = [np.searchsorted(votes.systems, items[side].to_numpy(dtype=str)) for side in ("first", "second")]
    code, pair = np.unique(
        np.append(_pair(votes, votes.first, votes.second), _pair(votes, *places)), return_inverse=True
    )
    shares = np.stack([theirs["outcome"].eq(outcome).groupby(theirs["item"]).mean() for outcome in OUTCOMES], axis=1)
    first, second = np.divmod(code, len(votes.systems))
    mine = pair[: len(votes)]
    return Matched(
        votes=votes,
        pairs=_counted(first, second, mine, votes.outcome, np.ones(len(votes))),
        pair=mine,
        item=found.astype(np.int64),
        weight=np.ones(len(votes)),
        item_pair=pair[len(votes) :],
        prompt=items["prompt"].to_numpy(np.int64),
        verdict=shares.astype(np.float64),
        known=items,
    )


def canonical(judgments: pd.DataFrame) -> pd.DataFrame:
    """The judgments with the system first whose name sorts first; names as text, in a new table."""
    frame = as_frame(judgments)
    for name in ("first", "second", "outcome", "prompt"):
        if name not in frame:
            raise InputError("vote_column_missing", name=name)
    frame = frame.reset_index(drop=True).assign(
        **{side: frame[side].astype(str).to_numpy() for side in ("first", "second")}
    )
    turned = frame["first"] > frame["second"]
    made = frame.copy()
    sides = [("first", "second")] + [("length_first", "length_second")] * ("length_first" in frame)
    for left, right in sides:
        made[left], made[right] = frame[left].where(~turned, frame[right]), frame[right].where(~turned, frame[left])
    outcome = frame["outcome"].astype(object)
    made["outcome"] = outcome.where(~turned, outcome.map(_MIRRORED).fillna(outcome))
    return made


def weighted_by_verdict(matched: Matched) -> Matched:
    """With weights for items that people got because of the judge's verdict (Hájek 1971).

    How likely an item was to be judged is taken as a number of its pair times a number of its verdict (first, second
    or tie, whichever the judge said most); both follow from what was judged. The weights are the inverse of the
    second, and sum to the number of judgments in each pair.

    Raises:
        InputError: 'verdict_never_judged' where people judged no item of one of the judge's verdicts.
    """
    verdict, pairs = np.argmax(matched.verdict, axis=1), len(matched.pairs.first)
    items = np.bincount(matched.item_pair * 3 + verdict, minlength=3 * pairs).reshape(-1, 3).astype(np.float64)
    mine = np.bincount(matched.pair * 3 + verdict[matched.item], minlength=3 * pairs).reshape(-1, 3)
    there = items.sum(axis=0) > 0
    if (there & (mine.sum(axis=0) == 0)).any():
        raise InputError("verdict_never_judged")
    likely = np.where(there, 1.0, 0.0)
    for _ in range(_ROUNDS):  # proportional fitting: both margins agree at its end
        of_pair = mine.sum(axis=1) / (items @ likely)
        likely = np.divide(mine.sum(axis=0), of_pair @ items, out=np.zeros(3), where=there)
    weight = 1 / likely[verdict[matched.item]]
    total, n = (np.bincount(matched.pair, values, pairs) for values in (weight, np.ones(len(weight))))
    weight *= (n / total)[matched.pair]
    first, second = matched.pairs.first, matched.pairs.second
    return replace(matched, weight=weight, pairs=_counted(first, second, matched.pair, matched.votes.outcome, weight))


def _pair(votes: Votes, first: Ints, second: Ints) -> Ints:
    return first * len(votes.systems) + second


def _counted(first: Ints, second: Ints, pair: Ints, outcome: Ints, weight: Floats) -> Cells:
    counts = np.bincount(pair * 3 + outcome, weight, 3 * len(first)).reshape(-1, 3).astype(np.float64)
    return Cells(first, second, np.zeros(len(first), dtype=bool), counts)
