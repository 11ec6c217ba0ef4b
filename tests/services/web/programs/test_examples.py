"""The examples of docs/programs.md, run against a server as a reader would run them."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette

from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.people.api_tokens import create_token
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.store import Store
from eval_core.web.programs.routes import program_routes
from tests.support.acts import open_desk, undo_judgment
from tests.support.building import Built, build_campaign
from tests.support.judging import judge
from tests.support.reading import ROOT, blocks, text_of

EXAMPLES = {block.kind: block.body for block in blocks(text_of(ROOT / "docs" / "programs.md"))}


@pytest.fixture
def store(tmp_path: Path, migrated_sqlite: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """On SQLite alone: the routes are tested on both."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    path = tmp_path / "parvis.db"
    path.write_bytes(Path(migrated_sqlite).read_bytes())
    opened = Store(f"sqlite:///{path}")
    yield opened
    opened.dispose()


@pytest.fixture
def built(store: Store, tmp_path: Path) -> Built:
    """The campaign of the examples, with judgments."""
    built = build_campaign(store, slug="summaries", systems=("epoch-0", "fjell"), prompts=0)
    rows = [
        {"prompt": f"Oppgave {n}", "system": name, "response": f"Svar {n} {name}."}
        for name in built.systems
        for n in range(4)
    ]
    file = tmp_path / "responses.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    import_responses(store, file, built.slug)
    judge(built, built.enter("Kari"), at_most=3)
    return built


@pytest.fixture
def address(store: Store) -> Iterator[str]:
    """A server of the API."""
    server = uvicorn.Server(uvicorn.Config(Starlette(routes=program_routes(store)), port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


def exported(built: Built) -> list[tuple[Any, ...]]:
    table = export_judgments(built.store, built.slug, pseudonymous=True)
    return sorted(table[["prompt", "choice", "annotator_id", "revision"]].itertuples(index=False, name=None))


def read(records: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return sorted((row["prompt"], row["choice"], row["annotator_id"], row["revision"]) for row in records)


def change(built: Built) -> None:
    """Kari takes her last judgment back, and Ola judges something."""
    kari = built.sessions["Kari"]
    undoable = open_desk(built.store, kari, built.slug).undoable
    assert undoable is not None
    undo_judgment(built.store, kari, built.slug, *undoable)
    judge(built, built.enter("Ola"), at_most=2)


def test_the_python_example(built: Built, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint's responses go in, the ranking comes out, and a table is kept up to date."""
    monkeypatch.setenv("LOOP_TOKEN", create_token(built.store, built.slug, "loop").token)
    code: dict[str, Any] = {}
    exec(EXAMPLES["client"].replace("https://host", address), code)  # noqa: S102
    prompts = {f"Oppgave {number}": "Et nytt svar." for number in range(4)}
    report = code["after_epoch"](9, prompts)
    assert (report["responses"], report["comparisons"]) == (4, 4)
    assert code["call"]("ranking")["n_judgments"] == 3
    table: dict[int, Any] = {}
    cursor = code["follow"](table)
    assert read(list(table.values())) == exported(built)
    change(built)
    code["follow"](table, cursor)
    assert read(list(table.values())) == exported(built)


def test_the_shell_example(built: Built, address: str, tmp_path: Path) -> None:
    """Run twice, and page by page, its file holds what is exported: the last line of each id counts."""
    script = EXAMPLES["sync"].replace("https://host", address).replace("limit=1000", "limit=2")
    token = create_token(built.store, built.slug, "loop").token
    folder = tmp_path / "copy"
    folder.mkdir()
    for _ in range(2):
        done = subprocess.run(["sh", "-e", "-c", script], cwd=folder, env=os.environ | {"TOKEN": token}, timeout=60)
        assert done.returncode == 0
        lines = [json.loads(line) for line in (folder / "judgments.jsonl").read_text().splitlines()]
        newest = {line["id"]: line for line in lines}
        assert read([line for line in newest.values() if line["live"]]) == exported(built)
        if len(lines) == 3:
            change(built)
    wrong = subprocess.run(["sh", "-c", script], cwd=folder, env=os.environ | {"TOKEN": "no"}, capture_output=True)
    assert b"401" in wrong.stderr
    assert (folder / "cursor").read_text().strip()


def test_the_example_of_a_page(built: Built, address: str) -> None:
    """It has the keys that a page has."""
    client = httpx.Client(headers={"Authorization": f"Bearer {create_token(built.store, built.slug, 'loop').token}"})
    change(built)
    page = client.get(f"{address}/api/v1/campaigns/summaries/judgments").json()
    said = json.loads(EXAMPLES["page"])
    assert said.keys() == page.keys()
    shapes = [{frozenset(record) for record in each["judgments"]} for each in (said, page)]
    assert shapes[0] == shapes[1]
