"""Checkpoints in a file of responses."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from eval_core.errors import InputError
from eval_core.files import meta_of, read_responses
from eval_core.files.checkpoints import checkpoint_names, checkpoints_of

Write = Callable[..., Path]


def row(system: str, **more: Any) -> dict[str, Any]:
    return {"prompt": "Oppgave", "system": system, "response": f"Svar av {system} {more}", **more}


@pytest.mark.parametrize(
    ("system", "checkpoint", "family", "expected"),
    [
        ("nb-gpt-1000", 1000, None, ("nb-gpt-1000", "nb-gpt")),
        ("nb-gpt step 1000", 1000, None, ("nb-gpt step 1000", "nb-gpt step")),
        ("nb-gpt", 1000, None, ("nb-gpt 1000", "nb-gpt")),
        ("nb-gpt", 0.5, None, ("nb-gpt 0.5", "nb-gpt")),
        ("gpt-41000", 1000, None, ("gpt-41000 1000", "gpt-41000")),
        ("1000", 1000, None, ("1000 1000", "1000")),
        ("anything", 1000, "nb-gpt", ("anything", "nb-gpt")),
        ("nb-gpt-1000", math.nan, None, ("nb-gpt-1000", None)),
    ],
)
def test_names(system: str, checkpoint: float, family: str | None, expected: tuple[str, str | None]) -> None:
    """A name without its number is the family; a name that lacks the number gets it."""
    assert checkpoint_names(system, float(checkpoint), family) == expected


def test_one_name_for_all_checkpoints(write: Write) -> None:
    """The natural file, one name and a number, gives one system a checkpoint; others have none."""
    rows = [row("nb-gpt", checkpoint=1000), row("nb-gpt", checkpoint=2000), row("menneske")]
    for name in ("a.jsonl", "a.csv"):
        content = rows if name.endswith("jsonl") else pd.DataFrame(rows).to_csv(index=False)
        frame = read_responses(write(name, content))
        assert frame["system"].tolist() == ["nb-gpt 1000", "nb-gpt 2000", "menneske"]
        found = checkpoints_of(frame)
        assert {key: (one.family, one.checkpoint) for key, one in found.items()} == {
            "nb-gpt 1000": ("nb-gpt", 1000.0),
            "nb-gpt 2000": ("nb-gpt", 2000.0),
        }
        assert meta_of(frame).isna().all()


def test_without_the_column_a_family_is_metadata(write: Write) -> None:
    """A file without checkpoints is read as ever."""
    frame = read_responses(write("a.jsonl", [row("a", family="x")]))
    assert checkpoints_of(frame) == {}
    assert meta_of(frame).tolist() == [{"family": "x"}]


@pytest.mark.parametrize("value", ["-1", "mange", "inf", "nan", "1e999", "1e16", True])
def test_what_is_no_checkpoint(write: Write, value: Any) -> None:
    """A checkpoint is a finite number of 0 or more; the message names row and column."""
    path = write("a.jsonl", [row("a", checkpoint="1"), row("b", checkpoint=value)])
    with pytest.raises(InputError, match="row 2, column 'checkpoint'") as refusal:
        read_responses(path)
    assert refusal.value.code == "bad_checkpoint"


def test_a_system_is_at_one_checkpoint(write: Write) -> None:
    """With families named, the same name at two checkpoints, or in two families, is refused."""
    for other in ({"checkpoint": 2, "family": "f"}, {"checkpoint": 1, "family": "g"}):
        rows = [row("a", checkpoint=1, family="f"), row("a", **other) | {"prompt": "En annen"}]
        with pytest.raises(InputError, match="row 2") as refusal:
            read_responses(write("a.jsonl", rows))
        assert refusal.value.code == "other_checkpoint"
