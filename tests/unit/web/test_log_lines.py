"""The log: one line for each thing that is said, and nothing in it that commands a terminal."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest

from eval_core.web.log_lines import log_failure, log_failures_once, quote_in_logs, quoted, where

FORGED = "harmless\nERROR a line of someone else's\x1b[2J\r\x9b31m\u2028\u202eend"


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What a handler with an ordinary formatter writes."""
    text, usual = io.StringIO(), logging.getLogRecordFactory()
    handler = logging.StreamHandler(text)
    logger = logging.getLogger("parvis.pages")
    logger.addHandler(handler)
    yield text
    logger.removeHandler(handler)
    logging.setLogRecordFactory(usual)


def fail(words: str) -> Exception:
    """An exception that was raised, with someone's words in it."""
    try:
        int(words)
    except ValueError as error:
        return error
    raise AssertionError


def lines_of(log: io.StringIO) -> list[str]:
    """The log's lines, as a terminal would show them."""
    return log.getvalue().splitlines()


def test_words_from_outside_stay_in_their_line(log: io.StringIO) -> None:
    """Line breaks and control characters are written as escapes, in arguments too; without this, they are carried out."""
    logger = logging.getLogger("parvis.pages")
    logger.warning("refused: %s", FORGED)
    assert len(lines_of(log)) > 1
    assert "\x1b" in log.getvalue()
    log.truncate(0)
    log.seek(0)
    quote_in_logs()
    logger.warning("refused: %s", FORGED)
    (line,) = lines_of(log)
    assert line == r"refused: harmless\nERROR a line of someone else's\x1b[2J\r\x9b31m\u2028\u202eend"
    assert quoted("Åse Ødegård – «ni hao 你好» 🙂") == "Åse Ødegård – «ni hao 你好» 🙂"


def test_a_traceback_forges_no_line(log: io.StringIO) -> None:
    """Its lines are set in and quoted, whatever the exception quotes."""
    quote_in_logs()
    logging.getLogger("parvis.pages").error("it failed", exc_info=fail(FORGED))
    first, *others = lines_of(log)
    assert first == "it failed"
    assert all(line.startswith("  ") for line in others)
    assert "\x1b" not in log.getvalue()
    assert any("ValueError: invalid literal" in line for line in others)


def test_a_failure_is_one_line_with_its_places(log: io.StringIO) -> None:
    """Number, type and places, and no word of the message, except where Python speaks of the code."""
    number = log_failure(fail("Kari wrote this"))
    (line,) = lines_of(log)
    assert line.startswith(f"failure {number}: ValueError at web/test_log_lines.py:")
    assert "Kari" not in line
    assert where(AttributeError("no such name: x")) == "AttributeError (no such name: x) at no place"


def test_streamlits_own_entry_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    """The whole traceback of the same failure; everything else that it says is kept."""
    logger = logging.getLogger("streamlit.error_util")
    kept = list(logger.filters)
    try:
        log_failures_once()
        assert [
            logger.filter(logging.makeLogRecord({"msg": said})) for said in ("Uncaught app execution", "Other")
        ] == [
            False,
            True,
        ]
    finally:
        logger.filters[:] = kept
