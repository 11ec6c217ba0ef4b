"""Checkpoints from a file of responses into a campaign, and out of it again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.publishing.archive.export import export_everything
from eval_core.campaigns.publishing.archive.restore import import_everything
from eval_core.campaigns.publishing.dataset import write_dataset
from eval_core.campaigns.results.combined.model_checkpoints import read_checkpoints
from eval_core.errors import InputError
from eval_core.ranking.checkpoints import ModelCheckpoint
from eval_core.store import Store
from tests.support.building import Built
from tests.support.checking import everything

EXPECTED = (ModelCheckpoint("nb-gpt 500", "nb-gpt", 500.0), ModelCheckpoint("nb-gpt 3000000000000", "nb-gpt", 3e12))


def row(system: str, **more: Any) -> dict[str, Any]:
    return {"prompt_id": "p", "prompt": "Oppgave", "system": system, "response": f"Svar {system} {more}", **more}


ROWS = [row("nb-gpt", checkpoint=3e12), row("nb-gpt", checkpoint=500), row("menneske")]


@pytest.fixture
def given(campaign: Callable[..., Built], tmp_path: Path) -> Callable[..., Built]:
    built = campaign(prompts=0, systems=())

    def of(*rows: dict[str, Any]) -> Built:
        path = tmp_path / "answers.jsonl"
        path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        import_responses(built.store, path, built.slug)
        return built

    return of


def test_checkpoints_are_stored_once(given: Callable[..., Built]) -> None:
    """They come by family and number; the same file again changes nothing."""
    built = given(*ROWS)
    assert read_checkpoints(built.store, built.slug) == EXPECTED
    before = everything(built.store)
    given(*ROWS)
    assert everything(built.store) == before


def test_a_system_learns_its_checkpoint_later(given: Callable[..., Built]) -> None:
    """A known system takes a checkpoint if it had none, and refuses another; then nothing is changed."""
    built = given(row("nb-gpt-500"), row("andre"))
    assert read_checkpoints(built.store, built.slug) == ()
    given(row("nb-gpt-500") | {"checkpoint": 500})
    assert read_checkpoints(built.store, built.slug) == (ModelCheckpoint("nb-gpt-500", "nb-gpt", 500.0),)
    before = everything(built.store)
    with pytest.raises(InputError, match="another checkpoint"):
        given(row("nb-gpt-500") | {"checkpoint": 501, "family": "nb-gpt"})
    assert everything(built.store) == before


def test_an_archive_and_a_data_set_keep_them(
    given: Callable[..., Built], tmp_path: Path, database: Callable[..., str]
) -> None:
    """Both say family and number of each system that has them."""
    built = given(*ROWS)
    with (tmp_path / "all.zip").open("wb") as file:
        export_everything(built.store, built.slug, file)
    other = Store(database())
    import_everything(other, tmp_path / "all.zip")
    assert read_checkpoints(other, built.slug) == EXPECTED
    other.dispose()
    write_dataset(built.store, built.slug, tmp_path / "set")
    (path,) = (tmp_path / "set").rglob("responses*.parquet")
    table = pd.read_parquet(path).set_index("system")
    assert table["checkpoint"].dropna().to_dict() == {"nb-gpt 500": 500.0, "nb-gpt 3000000000000": 3e12}
    assert table["family"].dropna().to_dict() == {"nb-gpt 500": "nb-gpt", "nb-gpt 3000000000000": "nb-gpt"}
