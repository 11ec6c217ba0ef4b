"""Documentation is tested in a working directory of its own, with the command line at hand."""

from tests.unit.cli.conftest import _apart, contents, done, parvis, trial, write

__all__ = ["_apart", "contents", "done", "parvis", "trial", "write"]
