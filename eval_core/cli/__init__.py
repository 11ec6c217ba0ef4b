"""The `parvis` command. Each group of commands is a module; heavy imports wait until a command needs them."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line: exit 0 done, 2 bad input, 3 an answer that is a no, 1 internal."""
    from eval_core.cli.application import application
    from eval_core.errors import ParvisError

    try:
        application()
    except ParvisError as error:
        print(f"parvis: {error}", file=sys.stderr)
        sys.exit(2)
    except Exception as error:
        if os.environ.get("PARVIS_DEBUG"):
            raise
        print(f"parvis: internal error: {type(error).__name__}: {error} (PARVIS_DEBUG=1 shows more)", file=sys.stderr)
        sys.exit(1)
