"""Checkpoints of models in a file of responses: how far a model had been trained when it answered."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from eval_core.files.columns import Columns

LARGEST = 1e15
"""A larger number is no checkpoint: below it whole numbers are exact."""
_SEPARATORS = " -_@/.:+#"


@dataclass(frozen=True)
class Checkpoint:
    """A system's place in the training of its family, and the row of the file that says so first."""

    row: int
    family: str
    checkpoint: float


def add_checkpoints(frame: pd.DataFrame, columns: Columns) -> None:
    """Add the columns family and checkpoint to a frame of responses, and name its systems by `checkpoint_names`.

    Without a column checkpoint both are missing, and a column family is metadata as any other.

    Faults of the columns: 'bad_checkpoint'; 'other_checkpoint' for a system at two checkpoints.
    """
    if "checkpoint" not in columns:
        frame["family"], frame["checkpoint"] = columns.nothing, np.nan
        return
    said = columns.text("checkpoint")
    number = pd.to_numeric(said.astype(object), errors="coerce").astype(np.float64)
    fits = (number >= 0) & (number <= LARGEST)
    columns.refuse(said.notna() & ~fits, "checkpoint", "bad_checkpoint", shown=said)
    families = columns.name("family")
    names = [
        (system, None) if pd.isna(system) else checkpoint_names(system, value, None if pd.isna(family) else family)
        for system, value, family in zip(frame["system"], number.where(fits), families, strict=True)
    ]
    frame["system"] = pd.Series([name for name, _ in names], index=frame.index, dtype="str")
    frame["family"] = pd.Series([family for _, family in names], index=frame.index, dtype="str")
    frame["checkpoint"] = number.where(fits)
    known = frame[frame["checkpoint"].notna()]
    first = known.groupby("system")[["family", "checkpoint"]].transform("first")
    differs = (known["family"] != first["family"]) | (known["checkpoint"] != first["checkpoint"])
    for name in known.loc[differs, "system"].unique():
        columns.refuse(differs & (known["system"] == name), "checkpoint", "other_checkpoint", system=str(name))


def checkpoint_names(system: str, checkpoint: float, family: str | None = None) -> tuple[str, str | None]:
    """The name of a system at a checkpoint, and its family; without a checkpoint (NaN) the name and None.

    With a family both are as they are given. Else a name that ends in the checkpoint's number ("nb-gpt-1000") is of the
    family that is left without it ("nb-gpt"), and any other name is the family, to which the number is added.
    """
    if np.isnan(checkpoint):
        return system, None
    if family is not None:
        return system, family
    number = written(checkpoint)
    stem = system.removesuffix(number)
    if stem != system and not stem[-1:].isdigit() and stem.strip(_SEPARATORS):
        return system, stem.rstrip(_SEPARATORS)
    return f"{system} {number}", system


def written(checkpoint: float) -> str:
    """A checkpoint as people write it: 1000, 0.5."""
    return str(int(checkpoint)) if checkpoint.is_integer() else repr(checkpoint)


def checkpoints_of(frame: pd.DataFrame) -> dict[str, Checkpoint]:
    """System -> its checkpoint, of those that have one; of a frame as `read_responses` gives it."""
    known = frame[frame["checkpoint"].notna()].drop_duplicates("system")
    columns = (known[name].tolist() for name in ("system", "family", "checkpoint"))
    return {
        str(system): Checkpoint(int(row), str(family), float(number))
        for row, system, family, number in zip(known.index.tolist(), *columns, strict=True)
    }
