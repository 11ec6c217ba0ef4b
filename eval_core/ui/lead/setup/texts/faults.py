"""The faults of a file: all that are listed as a table, and to download."""

from __future__ import annotations

import pandas as pd

from eval_core.errors import InputError
from eval_core.locales import gettext as _
from eval_core.locales import ngettext, number
from eval_core.ui.lead.setup.texts.look import cell
from eval_core.ui.lead.setup.words import fault_text
from eval_core.ui.parts.downloads import download_row, table_files
from eval_core.ui.parts.html import note, trouble
from eval_core.ui.parts.tables import table


def fault_verdict(slug: str, error: InputError) -> None:
    """How many faults there are, what to do, and the list as a file."""
    count = ngettext("The file has {count} fault.", "The file has {count} faults.", error.count)
    trouble(f"{count} {_('Nothing is loaded. Fix it and choose the file again.')}")
    excel, text = table_files(lambda: fault_frame(error))
    files = [(_("Faults for Excel"), *excel[1:]), (_("Faults as CSV"), *text[1:])]
    download_row(slug, "faults", files)


def fault_table(error: InputError) -> None:
    """Each fault with its row, column, reason and the first words of the cell."""
    rows = [
        ["" if one.row is None else number(one.row), one.column or "", _sentence(one), cell(one.excerpt)]
        for one in error.faults
    ]
    header = [_("Row"), _("Column"), _("What is wrong"), _("What is there")]
    table(header, rows, numeric=(0,), caption=_("Faults of the file"))
    if error.unlisted:
        note(ngettext("{count} more is not listed.", "{count} more are not listed.", error.unlisted))


def fault_frame(error: InputError) -> pd.DataFrame:
    """The same as a table of data, in the reader's language."""
    rows = [(one.row, one.column, _sentence(one), one.excerpt) for one in error.faults]
    return pd.DataFrame(rows, columns=["row", "column", "fault", "value"]).astype({"row": "Int64"})


def _sentence(error: InputError) -> str:
    text = fault_text(error)
    return text[:1].upper() + text[1:]
