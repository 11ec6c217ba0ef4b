"""One line of the log for each thing that is said: text from outside cannot end a line, or command a terminal."""

from __future__ import annotations

import logging
import re
import traceback
from pathlib import Path
from secrets import token_hex
from typing import Any

# C0, delete, C1, the separators of lines and paragraphs, and what turns the direction of writing.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_LOG = logging.getLogger("parvis.pages")
_DOUBLED = "Uncaught app execution"
_FRAMES = 8
# What Python says of a mistake in our code, in words of the code; other errors may quote what people wrote.
_SPEAKS_OF_CODE = (AttributeError, ImportError, NameError, ZeroDivisionError)


def quoted(text: str) -> str:
    """The text with control characters as Python would write them in a string."""
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def quote_in_logs() -> None:
    """From now on, every message of every logger of this process is quoted, and so is each line of a traceback."""
    logging.setLogRecordFactory(_Quoted)


def where(error: BaseException) -> str:
    """An exception in one line: its type, and the places that led to it, the last one first; not what people wrote."""
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    places = [f"{'/'.join(Path(one.filename).parts[-2:])}:{one.lineno} {one.name}" for one in reversed(frames)]
    said = f" ({error})" if isinstance(error, _SPEAKS_OF_CODE) else ""
    return f"{type(error).__name__}{said} at {' < '.join(places) or 'no place'}"


def log_failure(error: BaseException) -> str:
    """Log an exception as one line with a number; the number, for whom it happened to."""
    number = token_hex(4)
    _LOG.error("failure %s: %s", number, where(error))
    return number


def log_failures_once() -> None:
    """Keep Streamlit from logging what `log_failure` logs: the whole traceback, with what people wrote in it."""
    logging.getLogger("streamlit.error_util").addFilter(lambda record: record.msg != _DOUBLED)


class _Quoted(logging.LogRecord):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if self.exc_info and self.exc_info[0]:
            lines = "".join(traceback.format_exception(*self.exc_info)).rstrip("\n").split("\n")
            # A formatter takes this as it is. Set in, no line of it looks like one of the log.
            self.exc_text = "\n".join(f"  {quoted(line)}" for line in lines)

    def getMessage(self) -> str:  # noqa: N802 - its name in the standard library
        return quoted(super().getMessage())
