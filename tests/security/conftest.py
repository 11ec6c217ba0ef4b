"""A running dashboard that is spoken to without a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from tests.browser.conftest import Site, serving


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Site]]:
    """Starts dashboards, each with a database of its own; they end with the module."""
    folder, number = tmp_path_factory.mktemp("security"), count()
    with serving(folder) as begin:
        yield lambda **settings: begin(f"sqlite:///{folder}/{next(number)}.db", **settings)
