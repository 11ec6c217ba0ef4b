"""The columns of a file as typed columns: text, required fields, metadata; and the key that identifies a prompt."""

from __future__ import annotations

import hashlib
import json
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from eval_core.errors import FAULTS_LISTED, Fact, Faults, InputError
from eval_core.files.dialogue import as_stored, dialogue_of
from eval_core.files.escapes import decoded
from eval_core.files.headings import plain_word
from eval_core.files.limits import NAME_LIMIT
from eval_core.files.metadata import is_missing, keep_metadata
from eval_core.files.names import alike, tidy
from eval_core.files.reading import AS_IT_IS, Reading
from eval_core.files.receipt import Receipt, Unused, receipt_of

DIFFERENT_COUNTED = 1000
"""Most different values of an unused column that are counted."""
PROSE = ("prompt", "response", "response_a", "response_b", "reference", "more_fluent", "less_fluent")
"""The columns of texts that people read: a list of messages is a text too, and escapes in them can be decoded."""

WRITTEN_STANDARDS = ("nb", "nn")
_STANDARDS = {
    **dict.fromkeys(("nb", "bokmal", "norskbokmal", "bokmalnb", "nbno", "nob", "bm"), "nb"),
    **dict.fromkeys(("nn", "nynorsk", "norsknynorsk", "nynorsknn", "nnno", "nno"), "nn"),
}
_TEXT = pd.StringDtype("pyarrow", na_value=np.nan)


def prompt_key(prompt_id: str | None, prompt: str, written_standard: str | None) -> str:
    """The key of a prompt: its id, or else a digest of its text, blanks at its ends apart, and written standard."""
    return prompt_id or text_key(prompt.strip(), written_standard)


def text_key(text: str, written_standard: str | None) -> str:
    """A digest of a text and its written standard (16 hex digits)."""
    # The standard holds no unit separator, so the last separator splits the text without ambiguity.
    digest = hashlib.sha256(f"{text}\x1f{written_standard or ''}".encode()).hexdigest()
    return f"text:{digest[:16]}"


UNKNOWN_PROMPTS = frozenset(prompt_key(None, "", standard) for standard in (None, *WRITTEN_STANDARDS))
"""The keys of prompts of which nothing is known: exports have them as ids, which mean no prompt in common."""


def prompt_keys(frame: pd.DataFrame) -> pd.Series[Any]:
    """`prompt_key` for each row, as text; missing where there is neither an id nor a text.

    Args:
        frame: with columns prompt_id, prompt, written_standard.
    """
    keys: pd.Series[Any] = frame["prompt_id"].copy()
    by_text = keys.isna() & frame["prompt"].notna()
    if not by_text.any():
        return keys
    keys, texts = keys.astype("str"), frame.loc[by_text, ["prompt", "written_standard"]].astype("str")
    # Each different text is digested once: there are far more rows than prompts.
    groups = texts.groupby(["prompt", "written_standard"], dropna=False, sort=False).ngroup()
    different = texts.loc[~groups.duplicated()].astype(object)
    different = different.where(different.notna(), None)
    digests = [prompt_key(None, text, standard) for text, standard in different.itertuples(index=False)]
    keys.loc[by_text] = pd.Series(digests, dtype="str").iloc[groups.to_numpy()].to_numpy()
    return keys


def text_codes(*columns: pd.Series[Any]) -> list[npt.NDArray[np.int64]]:
    """Numbers for texts, the same for equal ones in any of the columns, (n,) each; -1 where missing."""
    numbers: dict[str, int] = {}
    coded = []
    for column in columns:
        codes, texts = pd.factorize(column)
        places = [numbers.setdefault(text, len(numbers)) for text in texts]
        # A missing text has the code -1, and so takes the last place.
        coded.append(np.array([*places, -1], dtype=np.int64)[codes])
    return coded


def standard_of(text: str) -> str | None:
    """The written standard that a text names, 'nb' or 'nn'; None where it names neither: 'no' may be either."""
    return _STANDARDS.get(plain_word(text))


class Columns:
    """The columns of a file. Each is taken by name; those that no one takes become metadata.

    Faults are collected, and a faulty value is missing in what a method gives: `check` raises them all.

    Args:
        table: under our names of columns.
        headings: our name -> what the file calls the column, of those that have another name there.
        reading: how the file is to be read.
    """

    def __init__(
        self,
        table: pd.DataFrame,
        path: Path,
        headings: Mapping[str, str] | None = None,
        reading: Reading = AS_IT_IS,
    ) -> None:
        self.table, self.path, self.headings, self.reading = table, path, headings or {}, reading
        self.faults = Faults()
        self._taken: set[str] = set()
        self._decoded: dict[str, int] = {}  # texts that had escapes, by column
        self._dialogues: dict[str, int] = {}
        self._kept: set[str] = set()
        self._names: defaultdict[str, set[str]] = defaultdict(set)  # by what they name

    def heading(self, name: str) -> str:
        """What the file calls a column."""
        return self.headings.get(name, name)

    def taken(self, name: str) -> None:
        """Note that a column is used."""
        self._taken.add(name)

    def keep(self, name: str) -> None:
        """Note that a column is metadata too, though it is used."""
        self._kept.add(name)

    def assume(self, code: str, **facts: Fact) -> None:
        """Note on the receipt what was taken to be so."""
        self.table.attrs["receipt"] = receipt_of(self.table).assuming(code, **facts)

    def check(self) -> None:
        """Raise the first of the faults, with the others; return where there is none."""
        self.faults.check()

    @cached_property
    def nothing(self) -> pd.Series[Any]:
        """A column of missing text, shared by all absent columns, since its values are never changed in place."""
        values: pd.Series[Any] = pa.nulls(len(self.table), pa.large_string()).to_pandas(types_mapper=lambda _: _TEXT)
        return values.set_axis(self.table.index)

    def __contains__(self, name: str) -> bool:
        return name in self.table.columns

    def require(self, names: Sequence[str], code: str) -> None:
        """Raise InputError(code, columns) for those of `names` that the file lacks."""
        columns = ", ".join(self.headings.get(name, name) for name in map(str, self.table.columns))
        for name in names:
            if name not in self:
                self.faults.add(InputError(code, columns=columns, file=self.path, row=1, column=name))
        if any(name not in self for name in names):
            self.check()

    def text(self, *names: str) -> pd.Series[Any]:
        """The first of these columns that the file has, as text; missing throughout if it has none.

        Numbers and booleans become their JSON text, an empty text is missing.

        A list or an object is a fault, but where a dialogue may be.
        """
        name = next((name for name in names if name in self), None)
        if name is None:
            return self.nothing
        self._taken.add(name)
        column = self.table[name]
        if column.dtype == object:
            texts = [self._as_text(value, row, name) for row, value in column.items()]
            column = pd.Series(texts, index=column.index, dtype="str")
        if name in PROSE:
            column = self._prose(name, column)
        empty = column == ""
        return column.mask(empty) if empty.any() else column

    def values(self, name: str) -> pd.Series[Any]:
        """A column as the file has it; None throughout if it has none."""
        if name not in self:
            return pd.Series([None] * len(self.table), index=self.table.index, dtype=object)
        self._taken.add(name)
        return self.table[name]

    def filled(self, *names: str, blank: str) -> pd.Series[Any]:
        """As `text`, of a column that is there; a row where it is missing or blank is the fault `blank`."""
        column = self.text(*names)
        name = next(name for name in names if name in self)
        missing = column.isna()
        if not missing.any():
            # Few values are different, so blank ones are looked for among those.
            odd = [value for value in column.unique() if not value.strip()]
            missing = column.isin(odd)
        self.refuse(missing, name, blank)
        return column.mask(missing) if missing.any() else column

    def name(self, *names: str, blank: str | None = None, of: str = "") -> pd.Series[Any]:
        """As `filled` (or `text` without `blank`), tidied, refusing what is too long for a name or an id.

        Args:
            of: what it names: names of the same are looked through for some that look alike.
        """
        column = _tidied(self.filled(*names, blank=blank) if blank else self.text(*names))
        values = column.dropna().unique()
        self._names[of].update(values if len(values) <= DIFFERENT_COUNTED else ())
        long = [value for value in values if len(value) > NAME_LIMIT]
        if long:
            shown = next(name for name in names if name in self)
            self.refuse(column.isin(long), shown, "name_too_long", most=NAME_LIMIT)
        return column

    def prompt_id(self, *names: str) -> pd.Series[Any]:
        """As `name`; missing where an export says that nothing is known of the prompt."""
        column = self.name(*names, of="prompt")
        unknown = column.isin(UNKNOWN_PROMPTS)
        return column.mask(unknown) if unknown.any() else column

    def written_standard(self) -> pd.Series[Any]:
        """The written standard, nb, nn or missing; Bokmål and Nynorsk by other names are taken for what they are."""
        column = self.text("written_standard")
        meanings = {value: standard_of(value) for value in column.dropna().unique()}
        if all(value == meaning for value, meaning in meanings.items()):
            return column
        standard = column.astype(object).map(meanings)
        self.refuse(column.notna() & standard.isna(), "written_standard", "bad_standard")
        return standard.astype("str")

    def labels(self, name: str, meanings: Mapping[str, str], words: Mapping[str, str] | None = None) -> pd.Series[Any]:
        """A column of labels as their meanings; another label is a fault that names the accepted ones.

        Args:
            words: more labels that are accepted, as `plain_word` gives them.
        """
        column = self.text(name)
        codes, labels = pd.factorize(column)
        kinds = list(dict.fromkeys(meanings.values()))
        said = [meanings.get(label) or (words or {}).get(plain_word(label)) for label in labels]
        places = [-1 if meaning is None else kinds.index(meaning) for meaning in said]
        known = np.array([*places, -1], dtype=np.int64)[codes]
        meaning: pd.Series[Any] = pd.Series(pd.Categorical.from_codes(known, pd.Index(kinds)), index=column.index)
        accepted = ", ".join(f"'{label}'" for label in meanings)
        bad = meaning.isna()
        if bad.any():
            self.refuse(column.isna(), name, "value_missing", accepted=accepted)
            self.refuse(bad & column.notna(), name, "bad_value", shown=column, accepted=accepted)
        return meaning if isinstance(column.dtype, pd.CategoricalDtype) else meaning.astype("str")

    def two_systems(self, system_a: pd.Series[Any], system_b: pd.Series[Any], column: str) -> None:
        """Note where a system is compared with itself; `column` names the second system."""
        first, second = text_codes(system_a, system_b)
        same = pd.Series((first == second) & (first >= 0), index=system_a.index)
        self.refuse(same, column, "same_system")

    def refuse(
        self, bad: pd.Series[Any], column: str, code: str, shown: pd.Series[Any] | None = None, **facts: Fact
    ) -> None:
        """Note InputError(code, **facts) for the rows where `bad` holds, with that row of `shown` as `value`."""
        if not bad.any():
            return
        rows = bad.index[bad.to_numpy(dtype=bool)]
        for row in rows[:FAULTS_LISTED]:
            if shown is not None:
                facts["value"] = str(_first(shown.loc[row]))[:60]
            self.fault(code, int(row), column, **facts)
        self.faults.add_unlisted(rows[FAULTS_LISTED:])

    def fault(self, code: str, row: int, column: str, **facts: Fact) -> None:
        """Note a fault of this file, with the file's name of the column and the first words of the cell."""
        value = _first(self.table.at[row, column]) if column in self else None
        error = InputError(code, file=self.path, row=row, column=self.headings.get(column, column), **facts)
        self.faults.add(error.quoting(None if is_missing(value) else value))

    def rest(self) -> list[str]:
        """The columns that are metadata: those that were not taken, or are kept all the same, and hold anything."""
        return [
            name for name in self.table.columns if (name not in self._taken or name in self._kept) and self._any(name)
        ]

    def receipt(self) -> Receipt:
        """The file's receipt, which says what the columns were used as."""
        used = {str(name): self.heading(name) for name in self.table.columns if name in self._taken}
        rest = [name for name in self.rest() if name not in self._taken]
        unused = tuple(Unused(self.heading(name), different(self.table[name])) for name in rest)
        pairs = [pair for of in self._names for pair in alike(self._names[of])]
        receipt = replace(receipt_of(self.table), columns=used, unused=unused, alike=tuple(dict.fromkeys(pairs)))
        for code, texts in (("decoded", self._decoded), ("dialogues", self._dialogues)):
            receipt = receipt.assuming(code, texts=sum(texts.values())) if any(texts.values()) else receipt
        return receipt

    def _prose(self, name: str, column: pd.Series[Any]) -> pd.Series[Any]:
        """A column of texts that people read, decoded where that is wished, and its dialogues counted."""
        if self.reading.decode:
            plain = column.map(decoded, na_action="ignore").astype("str")
            self._decoded[name] = int((plain != column).fillna(False).sum())
            column = plain
        if isinstance(column.dtype, pd.CategoricalDtype):  # of a ranking, which shows no text
            return column
        lists = column[column.str.match(r"\s*[\[{]", na=False)]
        self._dialogues[name] = sum(dialogue_of(text) is not None for text in lists)
        return column

    def _any(self, name: str) -> bool:
        return bool(self.table[name].notna().any())

    def _as_text(self, value: Any, row: Any, name: str) -> str | None:
        if value is None or type(value) is str:
            return value
        if isinstance(value, list | dict):
            text = as_stored(value) if name in PROSE else None
            if text is None:
                self.fault("not_text", int(row), name)
            return text
        if isinstance(value, float) and not math.isfinite(value):
            self.fault("not_finite", int(row), name)
            return None
        # Integers with a gap among them come as floats: 1.0 is the 1 of another format's file.
        return str(int(value)) if isinstance(value, float) and value.is_integer() else json.dumps(value)


def described(frame: pd.DataFrame, columns: Columns) -> pd.DataFrame:
    """The frame with its file's receipt, which says what the columns were used as, and with the other columns."""
    frame.attrs["receipt"] = columns.receipt()
    rest = columns.table[columns.rest()]
    # What was taken for a column of ours and is none after all has its own name again; conditions ask for `kind`.
    own = {name: columns.heading(name) for name in rest if name != "kind"}
    keep_metadata(frame, rest.rename(columns=own))
    return frame


def different(column: pd.Series[Any]) -> int | None:
    """How many different values a column has; None for more than `DIFFERENT_COUNTED`."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        number = len(column.cat.categories)
    elif column.dtype == object:
        number = len({str(value) for value in column if not is_missing(value)})
    else:
        number = pc.count_distinct(pa.array(column, from_pandas=True)).as_py()
    return number if number <= DIFFERENT_COUNTED else None


def _tidied(column: pd.Series[Any]) -> pd.Series[Any]:
    """A column of names with each of them tidied; an empty one is missing."""
    codes, values = pd.factorize(column)
    clean = [tidy(value) for value in values]
    if clean == list(values):
        return column
    kept = pd.Index(dict.fromkeys(name for name in clean if name), dtype="str")
    # What is missing, or empty now, has the code -1.
    places = np.array([*(kept.get_loc(name) if name else -1 for name in clean), -1], dtype=np.int64)[codes]
    named = pd.Series(pd.Categorical.from_codes(places, kept), index=column.index)
    return named if isinstance(column.dtype, pd.CategoricalDtype) else named.astype("str")


def _first(value: Any) -> Any:
    """A cell; of the cells of a record that gave several rows the first."""
    return value.iloc[0] if isinstance(value, pd.Series) else value
