"""The `parvis` command. Each group of commands is a module; heavy imports wait until a command needs them.

May import: web, reports and what is below; not ui.
Tests: tests/unit/cli.
"""

from __future__ import annotations

import io
import sys


def main() -> None:
    """Run the command line: exit 0 done, 2 bad input, 3 an answer that is a no, 1 internal error."""
    from eval_core import settings
    from eval_core.cli.application import application
    from eval_core.errors import InputError, ParvisError, UnavailableError

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # UTF-8 as in the files that Parvis writes, whatever the locale: no name may stop a program half-way.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        _require_text(sys.argv[1:])
        application(prog_name="parvis")
    except InputError as error:
        from eval_core.cli.tables import fault_lines, ways_out

        # The one message comes last: that is what a person sees, and a program reads.
        for line in [*fault_lines(error.faults, error.count), *ways_out(error)]:
            print(line, file=sys.stderr)
        print(f"parvis: {error}", file=sys.stderr)
        sys.exit(2)
    except ParvisError as error:
        print(f"parvis: {error}", file=sys.stderr)
        sys.exit(1 if isinstance(error, UnavailableError) else 2)  # an unreachable database is not bad input
    except Exception as error:  # one line for people, exit 1 for programs
        if settings.DEBUG.text:
            raise
        # Messages of database drivers have many lines; the first says what happened.
        reason = str(error).partition("\n")[0]
        print(f"parvis: internal error: {type(error).__name__}: {reason} (PARVIS_DEBUG=1 shows more)", file=sys.stderr)
        sys.exit(1)


def _require_text(words: list[str]) -> None:
    """Refuse words that Python could not decode: they can be neither stored nor printed."""
    from eval_core.errors import ParvisError

    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise ParvisError(f"{word!a} on the command line is not valid UTF-8") from None
