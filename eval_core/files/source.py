"""What a file was taken for: its form, and how its text was read."""

from __future__ import annotations

from dataclasses import dataclass, field

# The sheets of a workbook that Parvis writes: the table, and what is said about it.
SHEET = "Data"
COLUMNS_SHEET = "Columns"
CUT_SHEET = "Cut texts"
OFFSET = '"+00:00"'  # what a cell's format shows behind a time in UTC: a spreadsheet's times themselves have no zone
ROWS_SHOWN = 5
"""How many rows are named as examples."""
_ENCODINGS = {"cp1252": "Windows-1252", "mac_roman": "Mac Roman"}
_DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab"}


@dataclass(frozen=True)
class TableSource:
    """What was found out about a file; what does not apply to its form is None.

    Attributes:
        form: "csv" (also .tsv and .txt), "xlsx", "jsonl", "json" or "parquet".
        encoding: of CSV: "utf-8", "cp1252", "mac_roman", "utf-16-le" or "utf-16-be".
        delimiter: of CSV: a comma, a semicolon or a tab.
        sheet: of a workbook: the sheet that was read.
        other_sheets: the other sheets that hold something; they were not read.
        merged: of a workbook: how many rows have a text from a cell merged over several rows.
        merged_rows: the first of them, at most ROWS_SHOWN.
        columns: heading in the file -> column of Parvis, of those that have another name there.
        address: of a table from a hub: where it is, at its commit.
    """

    form: str
    encoding: str | None = None
    delimiter: str | None = None
    sheet: str | None = None
    other_sheets: tuple[str, ...] = ()
    merged: int = 0
    merged_rows: tuple[int, ...] = ()
    columns: dict[str, str] = field(default_factory=dict)
    address: str | None = None

    @property
    def plain(self) -> bool:
        """Whether there is nothing to say: UTF-8 with commas, JSON Lines, Parquet or a single sheet."""
        usual = self.encoding in (None, "utf-8") and self.delimiter in (None, ",") and self.address is None
        return usual and not self.other_sheets and not self.merged and not self.columns

    @property
    def encoding_name(self) -> str:
        """The encoding as people call it, such as Windows-1252."""
        return _ENCODINGS.get(self.encoding or "", (self.encoding or "").upper())

    @property
    def delimiter_name(self) -> str:
        """The delimiter in an English word."""
        return _DELIMITERS.get(self.delimiter or "", "")

    def heading(self, column: str) -> str:
        """What the file calls a column of ours."""
        return next((theirs for theirs, ours in self.columns.items() if ours == column), column)

    def lines(self) -> list[str]:
        """What was found out, as English lines for the command line; none where the file is plain."""
        if self.plain:
            return []
        lines = [] if self.address is None else [f"read {self.address}"]
        if self.form == "csv":
            lines.append(f"read as {self.encoding_name}, separated by {self.delimiter_name}s")
        if self.sheet is not None and self.other_sheets:
            others = ", ".join(f"'{name}'" for name in self.other_sheets)
            lines.append(f"read the sheet '{self.sheet}', not {others}")
        if self.merged:
            rows = ", ".join(map(str, self.merged_rows)) + (", …" if self.merged > len(self.merged_rows) else "")
            lines.append(f"merged cells count for each of their rows: {self.merged} filled (rows {rows})")
        if self.columns:
            lines.append("columns: " + ", ".join(f"'{theirs}' is {ours}" for theirs, ours in self.columns.items()))
        return lines
