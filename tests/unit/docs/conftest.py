"""Documentation is tested in a working directory of its own, with the command line at hand."""

from tests.unit.cli.conftest import _apart, done, parvis, trial

__all__ = ["_apart", "done", "parvis", "trial"]
