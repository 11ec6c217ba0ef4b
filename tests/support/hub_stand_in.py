"""A stand-in for the Hugging Face hub: the part of its HTTP interface that huggingface_hub speaks for data sets.

Large and binary files come as LFS objects, as on the hub. Each commit keeps its files, so an old one can be read.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote, urlsplit

TOKEN = "stand-in-token"
_REPOSITORY = r"(?P<repository>[\w.-]+/[\w.-]+)"


@dataclass
class DataSet:
    """One repository: its commits in order, each with its files by name."""

    private: bool = False
    gated: bool = False
    commits: list[tuple[str, dict[str, bytes]]] = field(default_factory=list)

    def commit(self, files: dict[str, bytes]) -> str:
        sha = hashlib.sha1(f"{len(self.commits)}{sorted(files)}".encode(), usedforsecurity=False).hexdigest()
        self.commits.append((sha, files))
        return sha

    def at(self, revision: str | None) -> tuple[str, dict[str, bytes]] | None:
        if revision in (None, "main"):
            return self.commits[-1]
        return next((one for one in self.commits if one[0] == revision), None)


@dataclass
class Hub:
    """What the stand-in holds, what it was asked, and how it misbehaves.

    Attributes:
        failing: path pattern -> status that is answered in place of the truth.
        cut: after how many bytes a file's connection breaks.
        sizes: announced sizes in place of the true ones.
        elsewhere: where files are sent on to, as the hub does with its storage.
        asked: method, path and token of each request.
    """

    address: str = ""
    sets: dict[str, DataSet] = field(default_factory=dict)
    objects: dict[str, bytes] = field(default_factory=dict)
    failing: dict[str, int] = field(default_factory=dict)
    cut: int | None = None
    sizes: dict[str, int] = field(default_factory=dict)
    elsewhere: str = ""
    asked: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, repository: str, files: dict[str, bytes], **kinds: bool) -> str:
        """Put a commit there; its hash."""
        known = self.sets.setdefault(repository, DataSet(**kinds))
        return known.commit(files)


@contextmanager
def hub_stand_in() -> Iterator[Hub]:
    """Serve on a free port of this machine."""
    hub = Hub()

    class Handler(_Handler):
        of = hub

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    hub.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    of: Hub
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._answer({rf"/api/datasets/{_REPOSITORY}(/revision/(?P<revision>.+))?": self._info,
                      rf"/api/datasets/{_REPOSITORY}/tree/(?P<revision>[^/]+)": self._tree,
                      rf"/datasets/{_REPOSITORY}/resolve/(?P<revision>[^/]+)/(?P<file>.+)": self._file})  # fmt: skip

    do_HEAD = do_GET  # noqa: N815

    def do_POST(self) -> None:
        self._answer({"/api/repos/create": self._create,
                      "/api/validate-yaml": self._validate,
                      rf"/api/datasets/{_REPOSITORY}/preupload/main": self._preupload,
                      rf"/datasets/{_REPOSITORY}.git/info/lfs/objects/batch": self._batch,
                      rf"/api/datasets/{_REPOSITORY}/commit/main": self._commit})  # fmt: skip

    def do_PUT(self) -> None:
        self._answer({"/objects/(?P<oid>[0-9a-f]{64})": self._store})

    def _answer(self, routes: dict[str, Any]) -> None:
        path = unquote(urlsplit(self.path).path)
        token = self.headers.get("authorization", "").removeprefix("Bearer ")
        self.of.asked.append((self.command, path, token))
        self.body = self.rfile.read(int(self.headers.get("content-length", 0)))
        for pattern, status in self.of.failing.items():
            if re.search(pattern, path):
                self._say(status, {"error": "planted"})
                return
        for pattern, route in routes.items():
            if found := re.fullmatch(pattern, path):
                self.token = token
                route(**found.groupdict())
                return
        self._say(404, {"error": "no such address"})

    def _say(self, status: int, document: object, **headers: str) -> None:
        self._send(status, json.dumps(document).encode(), **{"Content-Type": "application/json"} | headers)

    def _send(self, status: int, body: bytes, *, length: int | None = None, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _known(self, repository: str) -> DataSet | None:
        """The data set if the caller may see it; otherwise the refusal is said."""
        known = self.of.sets.get(repository)
        if known is None or (known.private and self.token != TOKEN):
            self._say(401 if not self.token else 404, {"error": "no"}, **{"X-Error-Code": "RepoNotFound"})
            return None
        return known

    def _info(self, repository: str, revision: str | None = None) -> None:
        if (known := self._known(repository)) is None:
            return
        if not known.commits:
            self._say(200, {"id": repository, "sha": "0" * 40, "private": known.private, "siblings": [], "tags": []})
            return
        if (commit := known.at(revision)) is None:
            self._say(404, {"error": "no"}, **{"X-Error-Code": "RevisionNotFound"})
            return
        sha, files = commit
        siblings = [{"rfilename": name, "size": self.of.sizes.get(name, len(data))} for name, data in files.items()]
        shown = {"id": repository, "sha": sha, "private": known.private, "gated": known.gated, "tags": []}
        self._say(200, shown | {"siblings": siblings})

    def _tree(self, repository: str, revision: str) -> None:
        if (known := self._known(repository)) is not None:
            files = (known.at(revision) or ("", {}))[1] if known.commits else {}
            listed = [
                {"type": "file", "path": name, "size": len(data), "oid": "0" * 40} for name, data in files.items()
            ]
            self._say(200, listed)

    def _file(self, repository: str, revision: str, file: str) -> None:
        if (known := self._known(repository)) is None:
            return
        if known.gated and self.token != TOKEN:
            self._say(403, {"error": "no"}, **{"X-Error-Code": "GatedRepo"})
            return
        sha, files = known.at(revision) or ("", {})
        if file not in files:
            self._say(404, {"error": "no"}, **{"X-Error-Code": "EntryNotFound"})
            return
        data = files[file]
        headers = {"ETag": f'"{hashlib.sha256(data).hexdigest()}"', "X-Repo-Commit": sha}
        if self.of.elsewhere:
            headers |= {"X-Linked-Size": str(len(data)), "X-Linked-Etag": headers["ETag"]}
            self._send(302, b"", **headers, Location=f"{self.of.elsewhere}/storage/{file}")
            return
        if self.of.cut is not None and self.command == "GET":
            self._send(200, data[: self.of.cut], length=len(data), **headers)
            self.close_connection = True
            return
        self._send(200, data, **headers)

    def _create(self) -> None:
        asked = json.loads(self.body)
        if self.token != TOKEN:
            self._say(401 if not self.token else 403, {"error": "no"})
            return
        repository = f"{asked.get('organization') or 'me'}/{asked['name']}"
        if repository in self.of.sets:
            self._say(409, {"error": "known", "url": f"{self.of.address}/datasets/{repository}"})
            return
        self.of.sets[repository] = DataSet(private=asked.get("private") is True or asked.get("visibility") == "private")
        self._say(200, {"url": f"{self.of.address}/datasets/{repository}"})

    def _validate(self) -> None:
        self._say(200, {"errors": [], "warnings": []})

    def _preupload(self, repository: str) -> None:
        if self._known(repository) is not None:
            names = [one["path"] for one in json.loads(self.body)["files"]]
            modes = [
                {"path": name, "uploadMode": "lfs" if name.endswith(".parquet") else "regular", "shouldIgnore": False}
                for name in names
            ]
            self._say(200, {"files": modes})

    def _batch(self, repository: str) -> None:
        if self._known(repository) is None:
            return
        objects = [
            {**one, "actions": {"upload": {"href": f"{self.of.address}/objects/{one['oid']}"}}}
            for one in json.loads(self.body)["objects"]
        ]
        self._say(200, {"transfer": "basic", "objects": objects})

    def _store(self, oid: str) -> None:
        assert hashlib.sha256(self.body).hexdigest() == oid
        self.of.objects[oid] = self.body
        self._send(200, b"")

    def _commit(self, repository: str) -> None:
        if (known := self._known(repository)) is None:
            return
        files = dict(known.commits[-1][1]) if known.commits else {}
        for line in map(json.loads, self.body.splitlines()):
            value = line["value"]
            if line["key"] == "file":
                files[value["path"]] = base64.b64decode(value["content"])
            elif line["key"] == "lfsFile":
                files[value["path"]] = self.of.objects[value["oid"]]
            elif line["key"] == "deletedFile":
                files.pop(value["path"], None)
        sha = known.commit(files)
        self._say(200, {"commitUrl": f"{self.of.address}/datasets/{repository}/commit/{sha}", "commitOid": sha,
                        "hookOutput": ""})  # fmt: skip
