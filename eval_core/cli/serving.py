"""`parvis serve`: the dashboard."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from eval_core.cli.people import address
from eval_core.errors import ParvisError

if TYPE_CHECKING:
    from eval_core.store import Store

ROOT = Path(__file__).resolve().parents[2]


def serve(
    port: Annotated[int, typer.Option()] = 8501,
    address_: Annotated[str, typer.Option("--address")] = "127.0.0.1",
) -> None:
    """Start the dashboard; on an empty database, print a first lead's link."""
    from eval_core.cli.database import writing

    _require_free(address_, port)
    store = writing()
    base = os.environ.setdefault("PARVIS_BASE_URL", f"http://{address_}:{port}")
    _first_lead(store)
    if store.is_sqlite and store.url.database:
        os.environ["PARVIS_DATABASE_URL"] = f"sqlite:///{Path(store.url.database).resolve()}"
    store.dispose()
    path = urlsplit(base).path.strip("/")
    print(f"Parvis is at {base}", flush=True)
    os.chdir(ROOT)  # Streamlit reads .streamlit/config.toml from the working directory
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py")]
    options = [f"--server.port={port}", f"--server.address={address_}", "--server.headless=true"]
    os.execv(sys.executable, command + options + ([f"--server.baseUrlPath={path}"] if path else []))  # noqa: S606


def _first_lead(store: Store) -> None:
    from eval_core.campaigns.people import add_person, has_people

    if not has_people(store):
        print(f"first lead's link: {address(add_person(store, 'lead', ['lead']))}", flush=True)


def _require_free(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise ParvisError(f"cannot listen on {host}:{port}: {error.strerror}; choose another --port") from None
