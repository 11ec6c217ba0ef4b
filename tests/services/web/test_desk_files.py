"""The desk's scripts and styles: one hash for all, kept for good under it, and nothing else of the server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from eval_core.web import desk_files
from eval_core.web.desk_files import desk_address, desk_files_hash, desk_files_routes


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Two scripts and a style sheet, and what must stay on the server."""
    for name, text in (
        ("desk/desk.js", 'import { one } from "./state.js"'),
        ("desk/state.js", "export const one = 'é'"),
        ("desk/desk.css", ".desk { color: red }"),
        ("desk/notes.md", "not for browsers"),
        ("secret.js", "outside the folder"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(desk_files, "_FOLDER", tmp_path / "desk")
    forget()
    yield tmp_path / "desk"
    forget()


def forget() -> None:
    """As a process does that starts: read the files again."""
    desk_files._files.cache_clear()
    desk_files_hash.cache_clear()


def client() -> TestClient:
    return TestClient(Starlette(routes=desk_files_routes("/parvis")))


@pytest.mark.parametrize(
    ("name", "kind"), [("desk.js", "text/javascript"), ("state.js", "text/javascript"), ("desk.css", "text/css")]
)
def test_a_file_is_kept_for_good_under_its_hash(folder: Path, name: str, kind: str) -> None:
    """Each file comes with its kind, byte by byte, without a cookie, and may be kept for a year."""
    answer = client().get(f"/parvis/desk-files/{desk_files_hash()}/{name}")
    assert answer.status_code == 200
    assert answer.content == (folder / name).read_bytes()
    assert answer.headers["content-type"] == f"{kind}; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "set-cookie" not in answer.headers


def test_the_address_of_the_first_script_has_the_hash(folder: Path) -> None:
    """It begins with the base path, and answers."""
    assert desk_address("/parvis") == f"/parvis/desk-files/{desk_files_hash()}/desk.js"
    assert client().get(desk_address("/parvis")).content == (folder / "desk.js").read_bytes()


def test_the_hash_before_answers_but_is_not_kept(folder: Path) -> None:
    """A page from before an upgrade gets the files of today, and no browser or proxy keeps them under the old hash."""
    before = desk_files_hash()
    (folder / "state.js").write_text("export const one = 2", encoding="utf-8")
    forget()
    answer = client().get(f"/parvis/desk-files/{before}/state.js")
    assert (answer.status_code, answer.text) == (200, "export const one = 2")
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("change", ["content", "name", "split", "more"])
def test_every_change_is_another_hash(folder: Path, change: str) -> None:
    """The hash covers every name and every byte, and where one file ends and the next begins."""
    before = desk_files_hash()
    if change == "content":
        (folder / "desk.css").write_text(".desk { color: blue }", encoding="utf-8")
    elif change == "name":
        (folder / "state.js").rename(folder / "states.js")
    elif change == "split":
        first, second = folder / "desk.css", folder / "desk.js"
        joined = first.read_bytes() + second.read_bytes()
        first.write_bytes(joined[:3])
        second.write_bytes(joined[3:])
    else:
        (folder / "new.js").write_text("", encoding="utf-8")
    forget()
    assert desk_files_hash() != before


def test_files_that_change_under_a_running_server_are_not_mixed(folder: Path) -> None:
    """What is sent is what was hashed: a file that is replaced meanwhile comes with the next start."""
    sent = client().get(desk_address("/parvis")).content
    (folder / "desk.js").write_text("other", encoding="utf-8")
    assert client().get(desk_address("/parvis")).content == sent


@pytest.mark.parametrize(
    "name", ["notes.md", "nothing.js", "../secret.js", "..%2Fsecret.js", "%2e%2e/secret.js", "/etc/passwd", ""]
)
def test_nothing_else_is_sent(folder: Path, name: str) -> None:
    """Other files of the folder, and files outside it, are not found by any way of writing their path."""
    answer = client().get(f"/parvis/desk-files/{desk_files_hash()}/{name}")
    assert answer.status_code == 404
    assert "not for browsers" not in answer.text
    assert "outside the folder" not in answer.text


def test_a_post_is_refused(folder: Path) -> None:
    """Files are only read."""
    assert client().post(desk_address("/parvis")).status_code == 405
