"""The judgments that a command works on: of a file, or of a campaign."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from eval_core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

# Whose judgments count where a file exported by Parvis says who made them; None for everybody's.
_KINDS = {"human": ("human", "simulated"), "judge": ("judge",), "all": None}
_LEFT_OUT = {
    "control": "judgments of gold comparisons, repeats, other kinds of annotators, or what the file marks as left out",
    "repeated": "judgments by an annotator who had judged the comparison before",
    "identical": "judgments of identical responses",
}


def votes_of(
    file: Path | None,
    campaign: str | None,
    where: list[str] | None,
    *,
    systems: Sequence[str] = (),
    identical_as_ties: bool = False,
    lengths: bool = False,
    categories: bool = False,
) -> pd.DataFrame:
    """The judgments of the one that is named, a file or a campaign; what a file's reading left out on stderr.

    Returns:
        Columns first, second (first was shown first), outcome (first, second, tie), annotator, prompt,
        order_known, one judgment a row, as `eval_core.ranking` and `eval_core.agreement` take them; with
        `lengths` also length_first and length_second, in characters, missing where unknown. With `categories` a
        file's text may be pandas' categories, which take less memory and time.

    Raises:
        InputError: where both or neither is named, and for what cannot be read or asked of it.
    """
    if (file is None) == (campaign is None):
        raise InputError("file_or_campaign")
    if file is not None:
        return _votes_of_file(
            file, where or [], systems, identical_as_ties=identical_as_ties, lengths=lengths, categories=categories
        )
    return _votes_of_campaign(str(campaign), where or [], systems, identical_as_ties, lengths)


def _votes_of_campaign(
    slug: str, where: list[str], systems: Sequence[str], identical_as_ties: bool, lengths: bool
) -> pd.DataFrame:
    from eval_core.campaigns.results.votes import read_votes
    from eval_core.cli.database import reading

    return read_votes(
        reading(), slug, where=where, systems=systems, identical_as_ties=identical_as_ties, lengths=lengths
    )


def _votes_of_file(
    file: Path, where: list[str], systems: Sequence[str], *, identical_as_ties: bool, lengths: bool, categories: bool
) -> pd.DataFrame:
    from eval_core.files import read_judgments, to_votes_frame, where_filter

    frame = read_judgments(file, categories=categories)
    asked = [value for value in _KINDS if f"kind={value}" in where]
    if "judge" in asked:
        # Where nothing says who is a judge, all would count as people, and the answer would be a lie.
        where = [*where, *(f"annotator_kind={kind}" for name in asked for kind in _KINDS[name] or ())]
    where = [condition for condition in where if condition.removeprefix("kind=") not in asked]
    if where:
        frame = where_filter(frame, where)
    if systems:
        unknown = set(systems) - set(frame["system_a"].unique()) - set(frame["system_b"].unique())
        if unknown:
            raise InputError("unknown_system", system=min(unknown), file=str(file))
        frame = frame[frame["system_a"].isin(systems) & frame["system_b"].isin(systems)]
    kinds = None if "all" in asked else [kind for name in asked or ["human"] for kind in _KINDS[name] or ()]
    votes = to_votes_frame(frame, identical_as_ties=identical_as_ties, annotator_kinds=kinds, lengths=lengths)
    for name, words in _LEFT_OUT.items():
        if votes.attrs[name] and not (name == "identical" and identical_as_ties):
            print(f"left out: {votes.attrs[name]} {words}", file=sys.stderr)
    return votes
