"""A file that is made on request: neither its button's id nor its address is enough to have it."""

from __future__ import annotations

import asyncio
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import streamlit
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.backend_operation_handler import DeferredFileHandler
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from eval_core.campaigns.access import Who
from eval_core.errors import RefusedError
from eval_core.web import own_files
from eval_core.web.own_files import OwnFiles
from tests.browser.conftest import Site
from tests.support.building import Built, build_campaign
from tests.support.judging import judge
from tests.support.streamlit_client import Run, StreamlitClient, ask


@pytest.fixture(scope="module")
def site(start: Callable[..., Site]) -> Site:
    return start(PARVIS_DWELL_MS="0")


@pytest.fixture(scope="module")
def built(site: Site) -> Built:
    """A campaign with judgments, two researchers and an annotator."""
    found = build_campaign(site.store)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARVIS_DWELL_MS", "0")
        judge(found, found.enter("Kari"))
    for name in ("Rolf", "Siv"):
        found.enter(name, "researcher")
    return found


def file_ids(run: Run) -> list[str]:
    """The random ids of the page's buttons for JSON Lines, which is text."""
    return [
        one.delta.new_element.download_button.deferred_file_id
        for one in run.messages
        if one.WhichOneof("type") == "delta" and one.delta.new_element.download_button.label.startswith("JSONL")
    ]


def opened(tab: StreamlitClient) -> Run:
    """The page Export, with its files: results are asked for first, since judging is open."""
    run = tab.open("export")
    return run if file_ids(run) else tab.click(run.widgets["show_results"], "export")


def asked_for(tab: StreamlitClient, session: str, file: str) -> tuple[str, str]:
    """The address of the file that was made, and the error where none was."""
    message = BackMsg()
    message.backend_operation_request.request_id = "one"
    message.backend_operation_request.session_id = session
    message.backend_operation_request.deferred_file.file_id = file
    tab._socket.send(message.SerializeToString())
    while True:
        heard = ForwardMsg.FromString(tab._socket.recv(timeout=60))
        if heard.WhichOneof("type") == "backend_operation_response":
            answer = heard.backend_operation_response
            return answer.deferred_file.url, answer.error_msg


def fetched(site: Site, address: str, session: str | None, **headers: str) -> tuple[int, str]:
    cookie = {"Cookie": f"parvis_session={session}"} if session else {}
    status, _headers, body = ask(site.port, "GET", address, b"", **cookie, **headers)
    return status, body


def test_a_file_is_for_the_session_that_asked(site: Site, built: Built) -> None:
    """Another researcher who knows the button's id gets nothing made, and with the file's address gets nothing sent."""
    rolf, siv, kari = (built.sessions[name] for name in ("Rolf", "Siv", "Kari"))
    with StreamlitClient(site.port, rolf) as tab, StreamlitClient(site.port, siv) as other:
        page, elsewhere = opened(tab), opened(other)
        files = file_ids(page)
        assert files
        address, error = asked_for(other, elsewhere.session, files[0])
        assert (address, error) == ("", "Failed to generate file for download")
        address, error = asked_for(tab, page.session, files[0])
        assert error == ""
        status, body = fetched(site, address, rolf)
        assert status == 200
        assert "alfa-modell" in body
        for stranger in (siv, kari, "guess", None):
            status, body = fetched(site, address, stranger)
            assert status != 200
            assert "alfa-modell" not in body
        # A part of it is no way around; a browser that asks for one gets the whole.
        assert fetched(site, address, siv, Range="bytes=0-9")[0] != 200
        assert fetched(site, address, rolf, Range="bytes=0-9")[0] == 200
        assert fetched(site, address, rolf, **{"Accept-Encoding": "gzip"})[0] == 200
        # Streamlit's own fonts are no such files, wherever they are.
        static = Path(streamlit.__file__).parent / "static"
        font = next(static.rglob("*.woff2")).relative_to(static)
        assert fetched_bytes(site, f"/static/{font}")
        # Anyone for whom the same file was made may fetch it.
        again, error = asked_for(other, elsewhere.session, file_ids(elsewhere)[0])
        assert error == ""
        assert fetched(site, again, siv)[0] == 200


def fetched_bytes(site: Site, address: str) -> bytes:
    with urllib.request.urlopen(site.url + address, timeout=10) as answer:
        found: bytes = answer.read()
        return found


@pytest.fixture
def asking() -> Iterator[Callable[[str | None], None]]:
    """Says whose request the test is in."""
    before = own_files._asking.set(None)
    yield lambda who: own_files._asking.set(who) and None
    own_files._asking.reset(before)


@pytest.mark.parametrize(("asker", "who"), [(None, "a"), ("", "a"), ("b", "a"), ("a", None), (None, None), ("", None)])
def test_who_is_not_known_gets_nothing(asking: Callable[[str | None], None], asker: str | None, who: Who) -> None:
    """Work for no request, for none with a cookie, or for a page where no one was signed in."""
    asking(asker)
    with pytest.raises(RefusedError) as refusal:
        own_files.require_asking(who)
    assert refusal.value.code == "not_allowed"
    asking("a")
    own_files.require_asking("a")


def test_the_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest files are forgotten, and then no one's."""
    monkeypatch.setattr(own_files, "_MOST", 3)
    for number in range(5):
        own_files.hand_over("a", f"file {number}")
    assert [own_files._is_of("a", f"file {number}".encode()) for number in range(5)] == [False, False, True, True, True]
    assert not own_files._is_of("b", b"file 4")
    assert not own_files._is_of("", b"file 4")


def test_the_old_way_gave_it_to_anyone(asking: Callable[[str | None], None]) -> None:
    """The planted violation: what Streamlit makes and sends by itself, without asking whose page and whose browser."""
    asking("b")
    assert made_by_streamlit(lambda: b"for a") == ("", True)

    def for_a() -> bytes:
        own_files.require_asking("a")
        return b"for a"

    assert made_by_streamlit(for_a) == ("Failed to generate file", False)
    own_files.hand_over("a", b"for a")

    async def media(_request: Request) -> Response:
        return Response(b"for a")

    for guards, found in (([], 200), ([Middleware(OwnFiles)], 404)):
        app = Starlette(routes=[Route("/media/{name}", media)], middleware=guards)
        with TestClient(app, cookies={"parvis_session": "b"}) as browser:
            assert browser.get("/media/x.csv").status_code == found
        with TestClient(app, cookies={"parvis_session": "a"}) as browser:
            assert browser.get("/media/x.csv").content == b"for a"


def made_by_streamlit(make: Callable[[], bytes]) -> tuple[str, bool]:
    """Ask Streamlit's own handler for a file, as another session; its error, and whether there is an address."""
    manager = MediaFileManager(MemoryMediaFileStorage("/media"))
    file = manager.add_deferred(make, "text/plain", "here")
    request = BackMsg().backend_operation_request
    request.deferred_file.file_id = file
    answer = asyncio.run(DeferredFileHandler(lambda: manager).handle(request, "another session"))
    return answer.error_msg.removesuffix(" for download"), bool(answer.deferred_file.url)
