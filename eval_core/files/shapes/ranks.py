"""Pairwise judgments made of ranks and ratings: every two systems that one person has ranked or rated on one prompt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from eval_core.errors import InputError
from eval_core.files.headings import match_columns, plain_word
from eval_core.files.reading import Reading
from eval_core.files.receipt import assuming, receipt_of, without
from eval_core.files.shapes.wide import KNOWN

_Floats = npt.NDArray[np.float64]
_WMT = re.compile(r"system(\d+)(id|rank|number)", re.IGNORECASE)
# What the number of a row may be called, next to `value`.
_NUMBERS = {
    "ranks": ("rank", "ranking", "rangering", "plassering", "plass", "place"),
    "ratings": ("rating", "score", "stars", "grade", "poeng", "karakter", "vurdering"),
}
_OF_PERSON = ("annotator_id", "judge", "worker")


def is_wmt(frame: pd.DataFrame) -> bool:
    """Whether a row ranks several systems, as the shared task on translation publishes them."""
    parts = [found.group(1, 2) for name in frame.columns if (found := _WMT.fullmatch(str(name)))]
    return sum(part.lower() == "rank" for _, part in parts) >= 2 and ("1", "id") in [(n, p.lower()) for n, p in parts]


def wmt_pairs(frame: pd.DataFrame) -> pd.DataFrame:
    """Every two systems of a row; a rank below 1 is none. The prompt is the sentence in its pair of languages."""
    places = {name: found for name in frame.columns if (found := _WMT.fullmatch(str(name)))}
    by_part = {(int(found[1]), found[2].lower()): name for name, found in places.items()}
    numbers = sorted(number for number, part in by_part if part == "rank" and (number, "id") in by_part)
    systems = [frame[by_part[number, "id"]].astype("str") for number in numbers]
    ranks = [_numbers(frame[by_part[number, "rank"]]) for number in numbers]
    rest = frame[[name for name in frame.columns if name not in places]]
    lower = {str(name).lower(): name for name in rest.columns}
    where = [lower[name] for name in ("srclang", "trglang", "srcindex", "segmentid") if name in lower]
    where = [name for name in where if str(name).lower() != "segmentid" or "srcindex" not in lower]
    if where and "prompt_id" not in rest:
        key = rest[where[0]].astype("str")
        for name in where[1:]:
            key = key + "/" + rest[name].astype("str")
        rest = rest.assign(prompt_id=key)
    if "judgeid" in lower:
        rest = rest.rename(columns={lower["judgeid"]: "annotator_id"})
    return _within(rest, systems, [np.where(rank >= 1, -rank, np.nan) for rank in ranks])


def ranked_pairs(frame: pd.DataFrame, path: Path, reading: Reading) -> pd.DataFrame:
    """The pairs of a table that ranks or rates, as `reading.pairs_from` says: a row a system, or a column a system.

    Two systems are a pair where one person has ranked or rated both on one prompt, by one criterion if the table has
    several.

    Raises:
        InputError: 'no_ranks' where no column holds the numbers, 'ambiguous_columns' for several, 'not_a_number';
            'ranked_twice' where a person has ranked a system twice on a prompt, or persons have no column.
    """
    kind = str(reading.pairs_from)
    found = match_columns("ratings", frame.columns, _given(frame, reading), also=_NUMBERS[kind]).found
    number = [found[name] for name in ("value", *_NUMBERS[kind]) if name in found]
    if "system" not in found:
        table = _by_columns(frame, kind, list(found.values()), path)
    elif len(number) != 1:
        both = ", ".join(f"'{name}'" for name in number or map(str, frame.columns))
        raise InputError("ambiguous_columns" if number else "no_ranks", headings=both, file=path, row=1, column=kind)
    else:
        table = _by_rows(frame, kind, found, number[0], path)
    assuming(table, "pairs_made", pairs=len(table), what=kind)
    return table


def refuse_ranks(frame: pd.DataFrame, path: Path, reading: Reading) -> None:
    """Refuse a file of judgments with a row for each system and a rank or a rating of it: say how to make pairs.

    Raises:
        InputError: 'ranks_not_pairs'.
    """
    for kind, names in _NUMBERS.items():
        found = match_columns("ratings", frame.columns, _given(frame, reading), also=names).found
        number = next((found[name] for name in (*names, "value") if name in found), None)
        compared = match_columns("judgments", frame.columns, _given(frame, reading)).found
        if number and "system" in found and not {"model_a", "model_b", "left", "right"} & compared.keys():
            raise InputError("ranks_not_pairs", what=kind, file=path, row=1, column=number)


def _given(frame: pd.DataFrame, reading: Reading) -> dict[str, str]:
    return {heading: ours for heading, ours in reading.columns.items() if heading in frame.columns}


def _by_rows(frame: pd.DataFrame, kind: str, found: dict[str, str], number: str, path: Path) -> pd.DataFrame:
    system = frame[found["system"]].astype("str").str.strip()
    score = _scores(frame[number], kind, path)
    persons = match_columns("judgments", frame.columns).found
    person = next((persons[name] for name in _OF_PERSON if name in persons), None)
    by = [found.get("prompt_id") or found.get("prompt"), found.get("criterion"), found.get("annotator_id") or person]
    keys = [name for name in by if name]
    if not found.get("prompt_id") and not found.get("prompt"):
        raise InputError("no_ranks", headings=", ".join(map(str, frame.columns)), file=path, row=1, column="prompt_id")
    groups = frame.groupby(keys, sort=False, dropna=False, observed=True).ngroup()
    twice = pd.DataFrame({"group": groups, "system": system}).duplicated() & np.isfinite(score)
    if twice.any():
        raise InputError("ranked_twice", what=kind, file=path, row=int(frame.index[twice][0]), column=number)
    first, second = _pairs_of(groups.to_numpy(dtype=np.int64))
    one, other = system.to_numpy()[first], system.to_numpy()[second]
    good = np.isfinite(score[first]) & np.isfinite(score[second]) & (one != other)
    first, second = first[good], second[good]
    kept = [name for name in frame.columns if name not in (found["system"], number)]
    table: pd.DataFrame = frame[kept].iloc[first].assign(model_a=one[good], model_b=other[good])
    table["winner"] = _winners(score[first], score[second])
    table = table.assign(order_known="false").rename(columns={found.get("criterion"): "criterion"})
    alone = np.ones(len(frame), dtype=bool)
    alone[np.concatenate([first, second])] = False
    table.attrs["receipt"] = receipt_of(without(frame, alone, "no_pair"))
    return table


def _pairs_of(groups: npt.NDArray[Any]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Every two places of one group, the earlier one first, in the order of the rows."""
    order = np.argsort(groups, kind="stable")
    of_group = groups[order]
    firsts, seconds = [], []
    apart = 1
    while (same := np.flatnonzero(of_group[apart:] == of_group[:-apart])).size:
        firsts.append(order[same])
        seconds.append(order[same + apart])
        apart += 1
    if not firsts:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    first, second = np.concatenate(firsts), np.concatenate(seconds)
    by_row = np.lexsort((second, first))
    return first[by_row], second[by_row]


def _by_columns(frame: pd.DataFrame, kind: str, known: list[str], path: Path) -> pd.DataFrame:
    """Pairs of a row's cells: the columns of numbers are systems."""
    free = [name for name in frame.columns if name not in known and plain_word(str(name)) not in KNOWN]
    systems = [name for name in free if _is_numeric(frame[name])]
    if len(systems) < 2:
        raise InputError("no_ranks", headings=", ".join(map(str, frame.columns)), file=path, row=1, column="system")
    scores = [_scores(frame[name], kind, path) for name in systems]
    names = [pd.Series(str(name).strip(), index=frame.index) for name in systems]
    table = _within(frame.drop(columns=systems), names, scores)
    table["order_known"] = "false"
    table.attrs["receipt"] = receipt_of(without(frame, ~frame.index.isin(table.index), "no_pair"))
    return table


def _within(rest: pd.DataFrame, systems: Sequence[pd.Series[Any]], scores: Sequence[_Floats]) -> pd.DataFrame:
    """A judgment for every two systems of a row that both have a score, higher being better; `rest` is kept."""
    parts, places = [], []
    for one, other in combinations(range(len(systems)), 2):
        good = np.isfinite(scores[one]) & np.isfinite(scores[other]) & (systems[one] != systems[other]).to_numpy()
        part = rest[good].assign(model_a=systems[one][good], model_b=systems[other][good])
        part["winner"] = _winners(scores[one][good], scores[other][good])
        parts.append(part)
        places.append(np.flatnonzero(good))
    order = np.argsort(np.concatenate(places), kind="stable")
    whole: pd.DataFrame = pd.concat(parts).iloc[order]
    return whole


def _winners(first: _Floats, second: _Floats) -> npt.NDArray[np.object_]:
    return np.select([first > second, first < second], ["model_a", "model_b"], "tie").astype(object)


def _scores(column: pd.Series[Any], kind: str, path: Path) -> _Floats:
    """The numbers of a column, higher being better; missing where a cell is empty."""
    numbers = _numbers(column)
    wrong = np.flatnonzero(np.isnan(numbers) & column.notna().to_numpy())
    if len(wrong):
        row, shown = int(column.index[wrong[0]]), column.iloc[wrong[0]]
        raise InputError("not_a_number", value=str(shown)[:60], file=path, row=row, column=str(column.name))
    return -numbers if kind == "ranks" else numbers


def _numbers(column: pd.Series[Any]) -> _Floats:
    """The numbers of a column, with a decimal point or comma; missing where there is none."""
    texts = column.astype("str").str.strip().str.replace(",", ".", regex=False)
    return pd.to_numeric(texts, errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan)


def _is_numeric(column: pd.Series[Any]) -> bool:
    said = column.dropna()
    return bool(len(said)) and not np.isnan(_numbers(said)).any()
