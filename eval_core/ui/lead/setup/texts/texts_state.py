"""What the step Texts remembers in a browser session: the file that is looked at, and what a lead chose for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from eval_core.campaigns.content.import_report import ImportReport
from eval_core.campaigns.setup.import_preview import Rehearsal
from eval_core.errors import InputError, RefusedError
from eval_core.files import Reading
from eval_core.ui.lead.setup.texts.look import Look
from eval_core.ui.lead.setup.texts.word_choice import WordsChosen
from eval_core.ui.session import page_state

Columns = dict[str, str]  # heading of a file -> our column, '' for metadata


@dataclass
class TextsState:
    """What Texts remembers.

    Attributes:
        look: what identifies the chosen file and how it is read, and what it looks like; or why it cannot be read.
        rehearsed: what identifies a file with its options, and what loading it would do.
        columns: which heading is which column, by campaign and kind of file, as chosen here and not stored yet.
        words: what winners and criteria mean, likewise.
        asked: how a file is to be read, as chosen here, by the file.
        sheets: of a workbook that has several, by the file.
        files: how many files were loaded; part of the upload field's key, so that a loaded file makes room.
        loaded: the last file's name, and what became of it; None once it was said.
    """

    look: tuple[tuple[Any, ...], Look | InputError] | None = None
    rehearsed: tuple[tuple[Any, ...], Rehearsal | InputError | RefusedError] | None = None
    columns: dict[tuple[str, str], Columns] = field(default_factory=dict)
    words: dict[tuple[str, str], WordsChosen] = field(default_factory=dict)
    asked: dict[str, Reading] = field(default_factory=dict)
    sheets: dict[str, list[str]] = field(default_factory=dict)
    files: int = 0
    loaded: tuple[str, ImportReport | InputError | RefusedError] | None = None


def texts_state() -> TextsState:
    """This browser session's."""
    return page_state(TextsState)
