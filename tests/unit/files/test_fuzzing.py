"""A short run of the fuzz target for readers (`make fuzz` runs longer), and that it can fail."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from eval_core.errors import InputError
from tests.unit.files.fuzz_readers import check, check_protocol, draw, spoil, survives


@pytest.mark.slow
def test_spoilt_files_are_read_or_refused(tmp_path: Path) -> None:
    """Spoilt files of every dialect and format, and spoilt protocols, are read or refused with their name."""
    read = sum(check(seed, tmp_path) + check_protocol(seed, tmp_path) for seed in range(120))
    assert 0 < read < 200  # neither is everything refused nor everything read


@pytest.mark.parametrize("planted", [KeyError("prompt"), InputError("no_rows")])
def test_the_fuzz_target_catches_a_careless_reader(tmp_path: Path, planted: Exception) -> None:
    """A reader that fails with another error, or does not say which file it refuses, is found."""

    def careless(_path: Path) -> None:
        raise planted

    with pytest.raises((AssertionError, KeyError)):
        survives(careless, tmp_path / "some.csv")


def test_the_fuzz_target_draws_every_dialect() -> None:
    """All seven dialects are drawn, and spoiling changes nearly every file."""
    rng = random.Random(0)
    assert len({frozenset(draw(rng)[0][0]) for _ in range(100)}) == 7
    assert sum(spoil(rng, b"prompt,system,response\n" * 5) != b"prompt,system,response\n" * 5 for _ in range(100)) > 80
