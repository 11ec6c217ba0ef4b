"""Turns judgments from a file into the votes that a ranking counts."""

from __future__ import annotations

from collections.abc import Collection
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from eval_core.files.columns import prompt_keys, text_codes
from eval_core.files.conditions import field
from eval_core.files.judged_items import expanded, refuse_mixed
from eval_core.files.moments import moments
from eval_core.files.receipt import without

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
_CONTROL = ("gold", "repeat", "training", "test")
_OUTCOMES = {"a": "first", "b": "second", "tie": "tie"}


def to_votes_frame(
    judgments: pd.DataFrame,
    *,
    identical_as_ties: bool = False,
    annotator_kinds: Collection[str] | None = ("human", "simulated"),
    lengths: bool = False,
) -> pd.DataFrame:
    """The judgments that count, in the shape that a ranking takes.

    Left out are: gold, repeat and training rows, judges, and what is marked as excluded or withdrawn, of a file that
    Parvis exported (its columns kind, annotator_kind, excluded and withdrawn); judgments on two identical responses;
    and all but an annotator's first judgment of a comparison, which is the prompt, the two systems in either order, and
    their texts if given (without an annotator or a prompt every row counts).

    Args:
        judgments: as `read_judgments` gives them.
        identical_as_ties: count a judgment on identical responses as a tie instead.
        annotator_kinds: whose judgments count where the file says it; None for everybody's.
        lengths: add columns length_first and length_second: characters of the texts, missing where a text is
            unknown or empty.

    Returns:
        Columns first, second (systems; first is A), outcome ('first', 'second', 'tie'), annotator, prompt
        (`prompt_key`, missing where unknown), order_known; index `row`. The receipt says what was left out.
    """
    refuse_mixed(judgments)
    excluded = _excluded(judgments, annotator_kinds)
    kept = without(judgments, excluded, "control")
    identical = _identical(kept)
    outcome = kept["outcome"].map(_OUTCOMES)
    if identical_as_ties:
        outcome = outcome.mask(identical, "tie")
    votes = pd.DataFrame(
        {
            "first": kept["system_a"],
            "second": kept["system_b"],
            "outcome": outcome,
            "annotator": kept["annotator"],
            "prompt": prompt_keys(kept),
            "order_known": kept["order_known"],
        }
    )
    if lengths:
        for name, column in (("length_first", "response_a"), ("length_second", "response_b")):
            characters = kept[column].astype("str").str.len().astype("Float64")
            votes[name] = characters.mask(characters == 0)
    repeated = _repeated(votes, kept)
    if not identical_as_ties:
        repeated &= ~identical
    if "count" in kept:
        votes["count"] = kept["count"]
    votes.attrs = dict(kept.attrs)
    votes = without(votes, repeated, "repeated")
    if not identical_as_ties:
        votes = without(votes, identical.to_numpy()[~repeated.to_numpy()], "identical")
    return expanded(votes)


def _excluded(judgments: pd.DataFrame, annotator_kinds: Collection[str] | None) -> pd.Series[Any]:
    out = pd.Series(False, index=judgments.index)
    kind = field(judgments, "kind")
    if kind is not None:
        out |= kind.isin(_CONTROL)
    for name in ("excluded", "withdrawn"):
        mark = field(judgments, name)
        if mark is not None:
            out |= mark.astype(str).str.lower() == "true"
    people = field(judgments, "annotator_kind")
    if people is not None and annotator_kinds is not None:
        out |= people.notna() & ~people.isin(list(annotator_kinds))
    return out


def _identical(judgments: pd.DataFrame) -> pd.Series[Any]:
    if not judgments["response_a"].notna().any():
        return pd.Series(False, index=judgments.index)
    text_a, text_b = (judgments[column].astype("str").str.strip() for column in ("response_a", "response_b"))
    return (text_a == text_b).astype(bool)


def _repeated(votes: pd.DataFrame, judgments: pd.DataFrame) -> pd.Series[Any]:
    """Whether a row comes after the annotator's first judgment of the comparison, in either order of its systems."""
    first, second = text_codes(votes["first"], votes["second"])
    annotator, prompt = (pd.factorize(votes[name])[0] for name in ("annotator", "prompt"))
    parts = [annotator, prompt, np.minimum(first, second), np.maximum(first, second)]
    if judgments["response_a"].notna().any() or judgments["response_b"].notna().any():
        texts = np.stack(text_codes(judgments["response_a"], judgments["response_b"]))
        swapped = first > second
        texts[:, swapped] = texts[::-1, swapped]
        parts += [*texts]
    known = (annotator >= 0) & (prompt >= 0)
    return pd.Series(_after_the_first(parts, field(judgments, "decided_at")) & known, index=votes.index)


def _after_the_first(parts: list[Ints], decided_at: pd.Series[Any] | None = None) -> Bools:
    """Whether an earlier row has the same codes in all `parts`, (n,) each and at least -1; earlier in time if known."""
    sizes = [int(part.max(initial=-1)) + 2 for part in parts]
    if prod(sizes) > np.iinfo(np.int64).max:
        whole = pd.DataFrame(dict(enumerate(parts))).groupby(list(range(len(parts))), sort=False).ngroup().to_numpy()
    else:
        whole = np.zeros(len(parts[0]), dtype=np.int64)
        for part, size in zip(parts, sizes, strict=True):
            whole *= size
            whole += part
            whole += 1
    ordered = np.sort(whole)
    # Few rows equal another row; only these are compared in their order.
    several = np.flatnonzero(pd.Series(whole).isin(ordered[1:][ordered[1:] == ordered[:-1]]))
    if decided_at is not None and len(several):
        order = moments(decided_at.iloc[several]).reset_index(drop=True).sort_values(kind="stable").index
        several = several[order.to_numpy()]
    after = np.zeros(len(whole), dtype=bool)
    after[several] = pd.Series(whole[several]).duplicated().to_numpy()
    return after
