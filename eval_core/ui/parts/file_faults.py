"""What is wrong with a file, in the reader's language.

The readers of files speak English; here are their sentences again as messages of the catalogues, each with the places
that it fills in. What is not among them is shown as it is.
"""

from __future__ import annotations

import re
from functools import cache

from eval_core.locales import N_
from eval_core.locales import gettext as _

FAULTS = (
    N_("the name must end in .csv, .jsonl or .parquet"),
    N_("the file is empty"),
    N_("no rows"),
    N_("a prompt must not be blank"),
    N_("a system's name must not be blank"),
    N_("a text must not be blank"),
    N_("a name or id may have at most {most} characters"),
    N_("the written standard must be nb (Bokmål) or nn (Nynorsk)"),
    N_("the value must be one of {accepted}, not '{value}'"),
    N_("the value must be one of {accepted}, and this one is empty"),
    N_("a system is compared with itself"),
    N_("a file of responses needs this column; the file has: {columns}"),
    N_("a file of comparisons needs this column; the file has: {columns}"),
    N_("a file of gold comparisons needs this column; the file has: {columns}"),
    N_(
        "an earlier row holds another response of this system to this prompt; give the second a prompt_id or"
        " a system name of its own"
    ),
    N_(
        "this system has another text for this prompt already; a changed text needs a prompt id or a system name of its"
        " own"
    ),
    N_("the prompt '{key}' has another text in campaign '{campaign}'; give the changed prompt an id of its own"),
    N_("the prompt '{key}' asks for {standard} elsewhere; give the other prompt an id of its own"),
    N_("this comparison is known without this gold answer, and a known comparison does not change"),
    N_("a gold comparison needs its answer: A, B or tie"),
    N_("the two texts are identical"),
    N_("two columns have this name"),
    N_("a quote opens here and never closes"),
    N_(
        "{found} cells where the header has {wanted}; a cell with a comma, a quote or a line break must stand in quotes"
    ),
    N_("text was expected, not a list or an object"),
    N_("this number is not finite"),
    N_("this text is not valid UTF-8 (bytes of another encoding, or half of a surrogate pair)"),
    N_("this text holds a NUL character, which a database cannot store"),
    N_("this text is longer than the limit of {size} MiB"),
    N_("not valid JSON: {fault}"),
    N_("every line must be a JSON object, such as {example}"),
    N_("missing; a file of judgments has the columns {columns}; this one has: {there}"),
    N_("the file cannot be read as CSV: {fault}"),
    N_("the file cannot be read as Parquet: {fault}"),
    N_("the file has more than {most} columns"),
    N_("the file has more than {most} values"),
    N_("its texts are longer than {size} MiB when unpacked"),
    N_("no system '{system}' to compare against"),
)


def fault_text(message: str) -> str:
    """A fault's sentence in the current language."""
    for known, pattern in _patterns():
        if found := pattern.fullmatch(message):
            return _(known, **found.groupdict())
    return message


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (known, re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*?)", re.escape(known)), re.DOTALL)) for known in FAULTS
    )
