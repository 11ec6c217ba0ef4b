"""Prompts with a faulty response are left out for all systems: in the file, of files before it, and of files after it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from eval_core.campaigns.content.import_texts import import_comparisons, import_responses
from eval_core.campaigns.content.prompts_out import prompts_left_out
from eval_core.campaigns.publishing.dataset import write_dataset
from eval_core.campaigns.setup.import_preview import rehearse_import
from eval_core.files import Reading
from eval_core.store import LoadedFile, Prompt, Response, System
from tests.support.building import Built
from tests.support.checking import everything

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
ERRORS = Reading(leave_out=("api_error",))


@pytest.fixture
def empty(campaign: Callable[..., Built]) -> Built:
    """A campaign with nothing in it."""
    return campaign(prompts=0, systems=())


@pytest.fixture
def table(tmp_path: Path) -> Callable[..., Path]:
    """A file in which each system answers p and q; those of `failed` with an error to p."""

    def write(*systems: str, failed: tuple[str, ...] = ()) -> Path:
        path = tmp_path / f"{'-'.join(systems)}.jsonl"
        rows = [
            {"prompt_id": key, "prompt": f"Skriv om {key}.", "system": system,
             "response": "502 Bad Gateway" if (key, system) in {("p", name) for name in failed} else f"{system} om {key}."}
            for key in "pq"
            for system in systems
        ]  # fmt: skip
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return path

    return write


def there(built: Built) -> set[tuple[str, str]]:
    """Prompt and system of each response that is in use."""
    query = select(Prompt.key, System.name).join(Response, Response.prompt_id == Prompt.id).join(System)
    with built.store.read() as db:
        return {(key, name) for key, name in db.execute(query.where(Response.withdrawn_at.is_(None)))}


def test_the_prompt_goes_for_all_systems_and_the_card_says_so(
    empty: Built, table: Callable[..., Path], tmp_path: Path
) -> None:
    """Without the option everything is loaded, and said; with it, the prompt is out, and remembered with the file."""
    path = table("a", "b", "c", failed=("b",))
    before = everything(empty.store)
    said = rehearse_import(empty.store, empty.slug, "responses", path).report
    assert [(one.code, dict(one.systems)) for one in said.findings] == [("api_error", {"b": 1})]
    assert said.responses == 6
    assert everything(empty.store) == before
    report = import_responses(empty.store, path, empty.slug, reading=ERRORS)
    assert (report.responses, report.comparisons, report.findings) == (3, 3, [])
    assert there(empty) == {("q", name) for name in "abc"}
    assert report.document()["receipt"]["left_out"][0]["systems"] == {"b": 1}
    with empty.store.read() as db:
        assert prompts_left_out(db, empty.id) == {"api_error": (1, {"b": 1})}
    write_dataset(empty.store, empty.slug, tmp_path / "set")
    card = (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    assert "- 1 prompt, for all systems, because a response was an error of a program: b 1" in card


def test_it_holds_over_files(empty: Built, table: Callable[..., Path]) -> None:
    """A file for each system: the prompt goes of the file before, stays out of the file after, and is back when all
    that failed answer it."""
    import_responses(empty.store, table("a"), empty.slug, reading=ERRORS)
    assert there(empty) == {("p", "a"), ("q", "a")}
    import_responses(empty.store, table("b", failed=("b",)), empty.slug, reading=ERRORS)
    assert there(empty) == {("q", "a"), ("q", "b")}
    report = import_responses(empty.store, table("c"), empty.slug)
    assert [(one.reason, one.n) for one in report.receipt.left_out] == [("api_error", 1)]
    assert there(empty) == {("q", name) for name in "abc"}
    import_responses(empty.store, table("b", "d"), empty.slug)
    assert there(empty) == {("q", name) for name in "abcd"} | {("p", "b"), ("p", "d")}


def test_the_same_file_again_adds_nothing(empty: Built, table: Callable[..., Path]) -> None:
    path = table("a", "b", failed=("b",))
    import_responses(empty.store, path, empty.slug, reading=ERRORS)
    before = everything(empty.store)
    assert not import_responses(empty.store, path, empty.slug, reading=ERRORS).changed
    assert not import_responses(empty.store, path, empty.slug).changed
    assert everything(empty.store) == before


def test_comparisons_too(empty: Built, tmp_path: Path) -> None:
    """A failing response takes every comparison of its prompt with it, also those of other systems."""
    rows = [
        {"prompt": prompt, "model_a": one, "model_b": other, "response_a": f"{one} {prompt}",
         "response_b": "None" if (prompt, other) == ("p", "b") else f"{other} {prompt}"}
        for prompt in "pq"
        for one, other in (("a", "b"), ("a", "c"))
    ]  # fmt: skip
    path = tmp_path / "pairs.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    report = import_comparisons(empty.store, path, empty.slug, reading=ERRORS)
    assert report.comparisons == 2
    with empty.store.read() as db:
        (about,) = db.scalars(select(LoadedFile.about))
        assert list(about["left_out"]["api_error"].values()) == [["b"]]
