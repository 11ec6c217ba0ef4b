"""The judgments that a command uses: those of a file or of a campaign."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from eval_core.cli.tables import say_receipt
from eval_core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from eval_core.files import Reading
    from eval_core.ranking.choices import Choices, Extent
    from eval_core.store import Store

# Kinds of annotators that count, by the value of kind= in --where; None for all.
_KINDS = {"human": ("human", "simulated"), "judge": ("judge",), "all": None}


def require_one_source(file: Path | None, campaign: str | None) -> None:
    """Refuse a command that names both a file and a campaign, or neither."""
    if (file is None) == (campaign is None):
        raise InputError("file_or_campaign")


def votes_of(
    file: Path | None,
    campaign: str | None,
    where: list[str] | None,
    *,
    how: Reading | None = None,
    systems: Sequence[str] = (),
    identical_as_ties: bool = False,
    lengths: bool = False,
    categories: bool = False,
    store: Store | None = None,
    say: bool = True,
) -> pd.DataFrame:
    """The judgments of a file or of a campaign, whichever is named; says on stderr what was left out of a file.

    Args:
        where: conditions FIELD=VALUE.
        how: how a file is to be read, where it does not say so itself.
        systems: only judgments between these; all if empty.
        lengths: whether to add the columns length_first and length_second.
        categories: whether the text of a file may be pandas' categories, which need less memory and time.
        store: the campaign's database where the caller has opened it.
        say: whether to say on stderr what became of the file.

    Returns:
        Columns first, second (first was shown first), outcome (first, second, tie), annotator, prompt,
        order_known, one judgment per row, as `eval_core.ranking` and `eval_core.agreement` take them; with
        `lengths` also length_first and length_second, in characters, missing where unknown.

    Raises:
        InputError: if both or neither is named, and for a file, condition or system that is wrong.
    """
    require_one_source(file, campaign)
    if file is not None:
        from eval_core.files import receipt_of

        frame = read_file(file, how, categories=categories)
        options = {"identical_as_ties": identical_as_ties, "lengths": lengths}
        votes = _votes_of_frame(frame, file, where or [], systems, **options)
        if say:
            say_receipt(receipt_of(votes), "judgment")
        return votes
    from eval_core.campaigns.results.votes import read_votes
    from eval_core.cli.database import reading

    return read_votes(
        store or reading(),
        str(campaign),
        where=where or [],
        systems=systems,
        identical_as_ties=identical_as_ties,
        lengths=lengths,
    )


def read_file(file: Path, how: Reading | None = None, *, categories: bool = False) -> pd.DataFrame:
    """The judgments of a file."""
    from eval_core.files import AS_IT_IS, read_judgments
    from eval_core.files.reading import sound_rows

    return sound_rows(lambda reading: read_judgments(file, reading=reading, categories=categories), how or AS_IT_IS)


def judged_votes_of_file(
    file: Path,
    judge: str,
    where: list[str] | None,
    *,
    how: Reading | None = None,
    systems: Sequence[str] = (),
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """People's judgments in a file, and those of the annotator `judge` with what the file knows of the items.

    Raises:
        InputError: as `votes_of`; for a condition on kind, and a judge who is not in the file.
    """
    from eval_core.files import receipt_of, to_votes_frame, where_filter

    conditions = where or []
    if any(condition.startswith("kind=") for condition in conditions):
        raise InputError("judge_with_kind")
    frame = read_file(file, how)
    say_receipt(receipt_of(frame), "judgment")
    if judge not in set(frame["annotator"].dropna()):
        raise InputError("judge_not_in_file", judge=judge, file=file)
    frame = where_filter(frame, conditions) if conditions else frame
    if systems:
        frame = frame[frame["system_a"].isin(systems) & frame["system_b"].isin(systems)]
    its = frame["annotator"].eq(judge).fillna(False).to_numpy(dtype=bool)
    judged = frame[its].reset_index(drop=True)  # a row of the file may have given several judgments
    verdicts = to_votes_frame(judged, annotator_kinds=None, lengths=True)
    known = judged.loc[verdicts.index, ["written_standard", "category"]]
    people = to_votes_frame(frame[~its])
    return people.reset_index(drop=True), verdicts.join(known).reset_index(drop=True)


def chosen_votes(
    file: Path | None,
    campaign: str | None,
    choices: Choices,
    *,
    how: Reading | None = None,
    lengths: bool = False,
    categories: bool = False,
    store: Store | None = None,
) -> tuple[pd.DataFrame, Extent]:
    """The judgments that the choices leave, as `votes_of` gives them, and what the choices came to.

    A file says which prompts a system was judged on, not which it answered: its common prompts are those.

    Raises:
        InputError: as `votes_of`, and if only common prompts are wanted and there is none.
    """
    require_one_source(file, campaign)
    if file is None:
        from eval_core.campaigns.results.leaderboard import read_leaderboard
        from eval_core.cli.database import reading

        board = read_leaderboard(store or reading(), str(campaign), choices, lengths=lengths)
        return board.votes, board.extent
    from eval_core.files import receipt_of
    from eval_core.ranking.choices import judged_on

    votes = votes_of(
        file,
        None,
        list(choices.conditions),
        how=how,
        systems=choices.systems,
        identical_as_ties=choices.identical_as_ties,
        lengths=lengths,
        categories=categories,
        say=False,
    )
    votes, extent = _on_receipt(votes, judged_on(votes, choices))
    say_receipt(receipt_of(votes), "judgment")
    return votes, extent


def _on_receipt(before: pd.DataFrame, chosen: tuple[pd.DataFrame, Extent]) -> tuple[pd.DataFrame, Extent]:
    """The judgments that the choices leave, with the others on their receipt."""
    from eval_core.files import receipt_of

    votes, extent = chosen
    left = before.index.difference(votes.index)
    votes.attrs = {**before.attrs, "receipt": receipt_of(before).leaving("not_chosen", left.to_numpy())}
    return votes, extent


def _votes_of_frame(
    frame: pd.DataFrame,
    file: Path,
    where: list[str],
    systems: Sequence[str],
    *,
    identical_as_ties: bool,
    lengths: bool,
) -> pd.DataFrame:
    from eval_core.files import to_votes_frame, where_filter
    from eval_core.files.receipt import without

    kinds_asked = [value for value in _KINDS if f"kind={value}" in where]
    if "judge" in kinds_asked:
        # A file that does not say who is a judge is refused: all its annotators would count as people.
        where = [*where, *(f"annotator_kind={kind}" for name in kinds_asked for kind in _KINDS[name] or ())]
    where = [condition for condition in where if condition.removeprefix("kind=") not in kinds_asked]
    if where:
        frame = where_filter(frame, where)
    if systems:
        unknown = set(systems) - set(frame["system_a"].unique()) - set(frame["system_b"].unique())
        if unknown:
            raise InputError("unknown_system", system=min(unknown), file=str(file))
        others = ~(frame["system_a"].isin(systems) & frame["system_b"].isin(systems))
        frame = without(frame, others, "other_systems")
    kinds = None if "all" in kinds_asked else [kind for name in kinds_asked or ["human"] for kind in _KINDS[name] or ()]
    return to_votes_frame(frame, identical_as_ties=identical_as_ties, annotator_kinds=kinds, lengths=lengths)
