"""The columns of a file of judgments that change what a row means: annotator, turn, time, criterion and count."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from eval_core.errors import InputError
from eval_core.files.addresses import addresses_in, pseudonyms_of, renamed
from eval_core.files.columns import Columns, prompt_keys
from eval_core.files.headings import COLUMNS, plain_word
from eval_core.files.moments import moments, time_column
from eval_core.files.outcomes import Bools

COUNTED_LIMIT = 2_000_000
"""Most judgments that the rows of a file with counts may stand for."""
_LOOKED_AT = 100  # values of a column that may hold times
_FEW = 20  # criteria


def annotators(columns: Columns, *, blank: str | None = None) -> pd.Series[Any]:
    """The annotators; those whose names are e-mail addresses get other names. `blank` is as in `Columns.name`."""
    name = "annotator_id"
    if name in columns and columns.table[name].dtype == object:
        # FastChat names a judge and its prompt: ["gpt-4", "pair-v2"].
        plain = [", ".join(map(str, one)) if isinstance(one, list) else one for one in columns.table[name]]
        columns.table = columns.table.assign(**{name: pd.Series(plain, index=columns.table.index, dtype=object)})
    if name in columns and (addresses := addresses_in(columns.table[name].dropna().unique())):
        columns.assume("addresses", n=len(addresses))
        columns.table = columns.table.assign(**{name: renamed(columns.table[name], _hidden(columns, addresses))})
    return columns.name(name, blank=blank, of="annotator")


def hide_in_rest(columns: Columns) -> None:
    """The same for addresses in columns that are kept as metadata, where a database keeps them."""
    if columns.reading.pseudonyms is None:
        return
    for name in columns.rest():
        column = columns.table[name]
        if column.dtype != object and (addresses := addresses_in(column.dropna().unique())):
            columns.table = columns.table.assign(**{name: renamed(column, _hidden(columns, addresses))})


def _hidden(columns: Columns, addresses: list[str]) -> dict[str, str]:
    hide = columns.reading.pseudonyms
    return dict(hide(addresses)) if hide else pseudonyms_of(addresses, None)


def prompts_by_turn(columns: Columns, frame: pd.DataFrame) -> None:
    """Each turn of a conversation after the first is an item of its own: its number goes into prompt_id."""
    if "turn" not in columns:
        return
    columns.keep("turn")
    turns = columns.text("turn")
    codes, words = pd.factorize(turns)
    number = [str(word).strip().removesuffix(".0") for word in words]
    later = np.array([*(word not in ("", "0", "1") for word in number), False])[codes]
    keys = prompt_keys(frame).astype("str")
    later &= keys.notna().to_numpy()
    if later.any():
        ends = np.array([f"#{word}" for word in number] + [""], dtype=object)[codes]
        changed = keys[later] + pd.Series(ends[later], index=keys.index[later], dtype="str")
        ids = frame["prompt_id"].astype("str")
        ids[later] = changed.to_numpy()
        frame["prompt_id"] = ids


def decided_at(columns: Columns) -> pd.Series[Any] | None:
    """When each judgment was made, as the file says it; None where it does not."""
    name = "decided_at"
    if name not in columns:
        others = [str(name) for name in columns.table.columns if name not in COLUMNS["judgments"]]
        found = time_column(others)
        if found is None or not _are_times(columns.table[found]):
            return None
        _taken_for(columns, found, name)
    else:
        columns.keep(name)
    return columns.text(name)


def _are_times(column: pd.Series[Any]) -> bool:
    some = column.dropna().head(_LOOKED_AT)
    return len(some) > 0 and bool(moments(some).notna().mean() > 0.5)


def criterion_of(columns: Columns, frame: pd.DataFrame) -> pd.Series[Any] | None:
    """By which criterion each row was judged; None where the file does not say that there are several."""
    name = "criterion"
    if name not in columns:
        called = {plain_word(columns.heading(str(one))): str(one) for one in columns.table.columns}
        found = called.get("question") or called.get("sporsmal")
        if found is None or not _is_criterion(columns.table[found], frame, found):
            return None
        if found == "prompt":
            frame["prompt"] = columns.nothing
        _taken_for(columns, found, name)
    else:
        columns.keep(name)
    said = columns.text(name)
    wanted = columns.reading.criterion
    if wanted is not None and not (said == wanted).any():
        facts = {"criterion": wanted, "known": _listed(said)}
        raise InputError("unknown_criterion", file=columns.path, column=columns.heading(name), **facts)
    return said


def _taken_for(columns: Columns, found: str, name: str) -> None:
    """Use a column as one of ours, and keep it as metadata."""
    columns.headings = {**columns.headings, name: columns.heading(found)}
    columns.table = columns.table.assign(**{name: columns.table[found]})
    columns.taken(found)
    columns.keep(found)


def _is_criterion(column: pd.Series[Any], frame: pd.DataFrame, name: str) -> bool:
    """Whether questions are asked of the same comparison, rather than being the prompts themselves."""
    of_prompt = ["prompt_id"] if name == "prompt" else ["prompt_id", "prompt"]
    if column.dtype == object or not frame[of_prompt].notna().any(axis=None):
        return False
    different = column.nunique()
    if not 1 < different <= _FEW:
        return False
    judged = frame[[*of_prompt, "system_a", "system_b", "annotator"]].astype("str")
    return len(judged.drop_duplicates()) * different <= len(judged.assign(asked=column).drop_duplicates())


def _listed(values: pd.Series[Any]) -> str:
    return ", ".join(f"'{one}'" for one in list(values.dropna().unique())[:_FEW])


def refuse_mixed(judgments: pd.DataFrame) -> None:
    """Refuse judgments by several criteria: who wins by one may lose by another.

    Raises:
        InputError: 'several_criteria'.
    """
    if "criterion" in judgments:
        found = list(judgments["criterion"].dropna().unique())
        if len(found) > 1:
            raise InputError("several_criteria", known=_listed(judgments["criterion"]), first=str(found[0]))


def counts(columns: Columns) -> pd.Series[Any] | None:
    """For how many judgments each row stands; None where the file does not say it."""
    _refuse_weights(columns)
    if "count" not in columns or _numbers_rows(columns):
        return None
    column = columns.text("count")
    codes, words = pd.factorize(column)
    numbers = [_whole(str(word)) for word in words]
    found = np.array([*(-1 if number is None else number for number in numbers), -1], dtype=np.int64)[codes]
    odd = pd.Series(found < 0, index=column.index)
    columns.refuse(odd, "count", "bad_count", heading=columns.heading("count"))
    if (found > COUNTED_LIMIT).any() or found.sum() > COUNTED_LIMIT:
        raise InputError(
            "counts_too_large", most=COUNTED_LIMIT, heading=columns.heading("count"),
            file=columns.path, row=int(column.index[found.argmax()]), column=columns.heading("count"),
        )  # fmt: skip
    return pd.Series(found, index=column.index)


def expanded(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with each row as often as its column `count` says, and without that column."""
    if "count" not in frame:
        return frame
    times = np.repeat(np.arange(len(frame)), frame["count"].to_numpy())
    return frame.drop(columns="count").iloc[times]


def _whole(text: str) -> int | None:
    text = text.strip().removesuffix(".0")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else None


def _numbers_rows(columns: Columns) -> bool:
    """Whether a column n numbers the rows, and counts nothing."""
    if columns.heading("count").casefold() != "n" or len(columns.table) < 3:
        return False
    numbers = pd.to_numeric(columns.table["count"].astype("str"), errors="coerce").to_numpy()
    steps: Bools = np.diff(numbers) == 1
    return bool(steps.all())


def _refuse_weights(columns: Columns) -> None:
    if "weight" not in columns:
        return
    weights = pd.to_numeric(columns.table["weight"].astype("str"), errors="coerce")
    if (columns.table["weight"].isna() | (weights == 1)).all():
        return
    heading = columns.heading("weight")
    raise InputError("weights_not_counted", heading=heading, file=columns.path, row=1, column=heading)
