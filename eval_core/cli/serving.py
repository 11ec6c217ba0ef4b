"""`parvis serve`: the dashboard."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from eval_core.campaigns.people.link_address import checked_base_url
from eval_core.cli.people import address
from eval_core.errors import ParvisError
from eval_core.places import HOME

if TYPE_CHECKING:
    from eval_core.store import Store

_MANY_FILES = 65_536
_EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - recognised, not bound


def serve(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Where to listen.")] = 8501,
    host: Annotated[str, typer.Option("--address", help="Where to listen; 0.0.0.0 for everywhere.")] = "127.0.0.1",
    demo: Annotated[bool, typer.Option("--demo", help="Show the demo campaign, in demo.db.")] = False,
) -> None:
    """Start the dashboard; on an empty database, print a first lead's link."""
    from eval_core.cli.database import writing
    from eval_core.cli.demo import DEMO_URL, load_and_say

    base = _base_url(host, port)
    _require_free(host, port)
    _settle_protocols()
    store = writing(DEMO_URL if demo else None)
    if demo:
        load_and_say(store, base)
    else:
        _first_lead(store, base)
    os.environ["PARVIS_BASE_URL"] = base
    os.environ["PARVIS_DATABASE_URL"] = _absolute_url(store)
    store.dispose()
    print(f"Parvis is at {base}", flush=True)
    _become_streamlit(host, port, base)


def _become_streamlit(host: str, port: int, base: str) -> None:
    """Put Streamlit into this process's place, so that every signal reaches it."""
    command = [
        sys.executable,
        *("-m", "streamlit", "run", str(HOME / "app.py")),
        f"--server.port={port}",
        f"--server.address={host}",
        "--server.headless=true",
        # Its welcome names http and the inner port, which is wrong behind a proxy; the address is printed above.
        "--logger.hideWelcomeMessage=true",
        # Streamlit lets browsers in from this host only, and else asks the internet who it is.
        f"--browser.serverAddress={urlsplit(base).hostname}",
        # Our own page may ask Streamlit's whether it is still connected; nobody else's may
        # (ui/parts/browser/click_watch.py).
        f"--client.allowedOrigins={urlsplit(base).scheme}://{urlsplit(base).netloc}",
    ]
    path = urlsplit(base).path.strip("/")
    if path:
        command.append(f"--server.baseUrlPath={path}")
    _open_many_files()
    # Every run of a page has a thread of its own, and glibc gives threads arenas of their own, up to eight a core: what
    # such short lives leave behind would grow for hours.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    sys.stderr.flush()
    os.chdir(HOME)  # Streamlit and app.py look for their files from here
    os.execv(sys.executable, command)  # noqa: S606 - no shell is meant to be between


def _open_many_files() -> None:
    """Take all the open files that this user may have: Streamlit needs four for each open tab and three for each that
    was closed in the last minutes, and many systems grant 1,024 to whoever does not ask.
    """
    if sys.platform == "win32":  # knows no such limit
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MANY_FILES if hard == resource.RLIM_INFINITY else min(hard, _MANY_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _base_url(host: str, port: int) -> str:
    if os.environ.get("PARVIS_BASE_URL"):
        return checked_base_url()
    shown = "127.0.0.1" if host in _EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def _settle_protocols() -> None:
    """Own protocols: found from any working directory, and a wrong file is heard of now, not on a page."""
    from eval_core.protocols import list_protocols

    own = os.environ.get("PARVIS_PROTOCOLS")
    if own:
        list_protocols()
        os.environ["PARVIS_PROTOCOLS"] = str(Path(own).resolve())


def _absolute_url(store: Store) -> str:
    """The database's address, good from any working directory."""
    url = store.url
    if store.is_sqlite and url.database and url.database != ":memory:":
        url = url.set(database=str(Path(url.database).resolve()))
    return url.render_as_string(hide_password=False)


def _first_lead(store: Store, base: str) -> None:
    from eval_core.campaigns.people.persons import add_person, has_people

    if has_people(store):
        return
    try:
        print(f"first lead's link: {address(add_person(store, 'lead', ['lead']), base)}", flush=True)
    except ParvisError:
        if not has_people(store):
            raise
        # Another replica started at the same moment: it has printed the link.


def _require_free(host: str, port: int) -> None:
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        reason = error.strerror or str(error)
        raise ParvisError(f"cannot listen on {host}:{port}: {reason}; choose another --port or --address") from None
