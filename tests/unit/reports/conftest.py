"""Sentences are tried in English; a test that speaks another language leaves none behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from eval_core.locales import use_language


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    use_language("en")
    yield
    use_language("en")
