"""From judgments read to the votes that a ranking counts."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pandas as pd

from eval_core.files.columns import prompt_keys
from eval_core.files.where import field

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

    Left out are: gold, repeat and training rows and judges of a file that Parvis exported (its columns kind
    and annotator_kind); judgments on two identical responses; and all but an annotator's first judgment of a
    comparison, which is the prompt, the two systems in either order, and their texts if given (without an
    annotator or a prompt every row counts).

    Args:
        judgments: as `read_judgments` gives them.
        identical_as_ties: count a judgment on identical responses as a tie instead.
        annotator_kinds: whose judgments count where the file says it; None for everybody's.
        lengths: add columns length_first and length_second: characters of the texts, missing where a text is
            unknown or empty.

    Returns:
        Columns first, second (systems; first is A), outcome ('first', 'second', 'tie'), annotator, prompt
        (`prompt_key`, missing where unknown), order_known; index `row`. `attrs` counts what was left out:
        control, identical (or counted as ties) and repeated.
    """
    kept = judgments[~_excluded(judgments, annotator_kinds)]
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
            characters = kept[column].str.len().astype("Float64")
            votes[name] = characters.mask(characters == 0)
    repeated = _repeated(votes, kept)
    if not identical_as_ties:
        repeated &= ~identical
        votes = votes[~identical & ~repeated]
    else:
        votes = votes[~repeated]
    votes.attrs = {
        "control": len(judgments) - len(kept),
        "identical": int(identical.sum()),
        "repeated": int(repeated.sum()),
    }
    return votes


def _excluded(judgments: pd.DataFrame, annotator_kinds: Collection[str] | None) -> pd.Series[Any]:
    out = pd.Series(False, index=judgments.index)
    kind = field(judgments, "kind")
    if kind is not None:
        out |= kind.isin(_CONTROL)
    people = field(judgments, "annotator_kind")
    if people is not None and annotator_kinds is not None:
        out |= people.notna() & ~people.isin(list(annotator_kinds))
    return out


def _identical(judgments: pd.DataFrame) -> pd.Series[Any]:
    if not judgments["response_a"].notna().any():
        return pd.Series(False, index=judgments.index)
    return (judgments["response_a"].str.strip() == judgments["response_b"].str.strip()).astype(bool)


def _repeated(votes: pd.DataFrame, judgments: pd.DataFrame) -> pd.Series[Any]:
    """Rows after an annotator's first one on a comparison, whichever side its systems stood on."""
    names = pd.concat([votes["first"], votes["second"]])
    systems = pd.factorize(names)[0].reshape(2, -1)
    swapped = systems[0] > systems[1]
    identity = pd.DataFrame(
        {
            "annotator": pd.factorize(votes["annotator"])[0],
            "prompt": pd.factorize(votes["prompt"])[0],
            "one": systems.min(axis=0),
            "two": systems.max(axis=0),
        },
        index=votes.index,
    )
    if judgments["response_a"].notna().any() or judgments["response_b"].notna().any():
        texts = pd.factorize(pd.concat([judgments["response_a"], judgments["response_b"]]))[0].reshape(2, -1)
        texts[:, swapped] = texts[::-1, swapped]
        identity["text_one"], identity["text_two"] = texts
    known = votes["annotator"].notna() & votes["prompt"].notna()
    return identity.duplicated() & known
