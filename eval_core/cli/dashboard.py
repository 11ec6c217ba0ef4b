"""`parvis serve` and `parvis demo`: the dashboard, and the demo campaign to show in it."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from eval_core import settings
from eval_core.campaigns.people.link_address import checked_base_url
from eval_core.cli.output import progress_bar
from eval_core.cli.people import address
from eval_core.errors import ParvisError
from eval_core.places import HOME

if TYPE_CHECKING:
    from eval_core.store import Store

# A file of its own whatever PARVIS_DATABASE_URL says: invented people and judgments must not mix with real ones.
DEMO_URL = "sqlite:///demo.db"
_MANY_FILES = 65_536
_EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - recognised, not bound


def serve(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8501,
    host: Annotated[str, typer.Option("--address", help="Address to bind (0.0.0.0: all interfaces).")] = "127.0.0.1",
    demo: Annotated[bool, typer.Option("--demo", help="Load and show the demo campaign, in demo.db.")] = False,
) -> None:
    """Start the dashboard. On an empty database, print a link for the first lead."""
    from eval_core.cli.database import writing

    _check_settings()
    base = _base_url(host, port)
    _require_free(host, port)
    _check_protocols()
    store = writing(DEMO_URL if demo else None, sound=True)
    if demo:
        _load_demo(store, base)
    else:
        _first_lead(store, base)
    os.environ["PARVIS_BASE_URL"] = base
    os.environ["PARVIS_DATABASE_URL"] = _absolute_url(store)
    store.dispose()
    _become_streamlit(host, port, base)


def demo() -> None:
    """Load the demo campaign into demo.db and print a new link per role. Earlier links stop working."""
    from eval_core.cli.database import writing

    base = checked_base_url()
    _load_demo(writing(DEMO_URL), base)


def _load_demo(store: Store, base_url: str) -> None:
    """Load the demo unless it is loaded, and print a new link for each role."""
    from eval_core.demo.load import demo_links, load_demo

    print("loading the demo campaign; the first time takes some seconds", file=sys.stderr, flush=True)
    with progress_bar("simulated annotators judge") as bar:
        loaded = load_demo(store, bar)
    if not loaded:
        print("the demo was loaded before", file=sys.stderr)
    for link in demo_links(store):
        print(f"{link.name}: {address(link, base_url)}", flush=True)


def _become_streamlit(host: str, port: int, base: str) -> None:
    """Replace this process by Streamlit, so that every signal reaches it."""
    command = [
        sys.executable,
        *("-m", "streamlit", "run", str(HOME / "app.py")),
        f"--server.port={port}",
        f"--server.address={host}",
        "--server.headless=true",
        # Its welcome names http and the inner port, which is wrong behind a proxy; we print the address ourselves.
        "--logger.hideWelcomeMessage=true",
        # Streamlit lets browsers in from this host only, and otherwise asks the internet for its own address.
        f"--browser.serverAddress={urlsplit(base).hostname}",
    ]
    path = urlsplit(base).path.strip("/")
    if path:
        command.append(f"--server.baseUrlPath={path}")
    _open_many_files()
    # Every run of a page has its own thread, and glibc gives threads their own arenas, up to eight per core: with so
    # many short-lived threads, memory would grow for hours.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    sys.stderr.flush()
    os.chdir(HOME)  # Streamlit and app.py look for their files from here
    os.execv(sys.executable, command)  # noqa: S606 - no shell is meant to be between


def _open_many_files() -> None:
    """Raise the limit of open files to what this user may have. Streamlit needs four for each open tab and three for
    each tab closed in the last minutes, and many systems grant 1,024 by default.
    """
    if sys.platform == "win32":  # has no such limit
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MANY_FILES if hard == resource.RLIM_INFINITY else min(hard, _MANY_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _base_url(host: str, port: int) -> str:
    if settings.BASE_URL.text:
        return checked_base_url()
    shown = "127.0.0.1" if host in _EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


def _check_settings() -> None:
    """Report every wrong setting at once, one line each, before anything is opened, made or changed."""
    from eval_core.campaigns.people.sign_ins.sign_in_provider import sign_in_provider
    from eval_core.mail.server import mail_server

    wrong = settings.faults()
    for read in (mail_server, sign_in_provider):
        try:
            read()
        except ParvisError as error:  # what it also needs
            wrong += [str(error)] if str(error) not in wrong else []
    if len(wrong) == 1:
        raise ParvisError(wrong[0])
    if wrong:
        for line in wrong:
            print(line, file=sys.stderr)
        raise ParvisError(f"{len(wrong)} settings are wrong, so nothing was started")


def _check_protocols() -> None:
    """Report a wrong protocol file now, not on a page, and name the folder so that any working directory finds it."""
    from eval_core.protocols import list_protocols

    own = settings.PROTOCOLS.value()
    if own:
        list_protocols()
        os.environ["PARVIS_PROTOCOLS"] = str(Path(own).resolve())


def _absolute_url(store: Store) -> str:
    """The database's address, valid from any working directory."""
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
        # Another replica started at the same moment and has printed the link.


def _require_free(host: str, port: int) -> None:
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        reason = error.strerror or str(error)
        raise ParvisError(f"cannot listen on {host}:{port}: {reason}; choose another --port or --address") from None
