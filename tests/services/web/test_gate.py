"""The gate before Streamlit: who passes, what passes by the websocket, and what strangers read."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit.proto.BackMsg_pb2 import BackMsg

from eval_core.campaigns.people.persons import add_person, revoke_link
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.errors import UnavailableError
from eval_core.locales import use_language
from eval_core.store import Store
from eval_core.ui.messages import kind_of
from eval_core.ui.registry import PAGES
from eval_core.web import gate as module
from eval_core.web.cookie import COOKIE
from eval_core.web.gate import FRAME_LIMIT, Gate
from eval_core.web.guide_page import guide_routes
from eval_core.web.turns import Turns

DOCUMENT = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
STREAMLIT = "Streamlit answers everything"
PAGE = ["", "/", *(f"/{page.name}" for page in PAGES), "/people?campaign=x", "/index.html"]
PARTS = ["/media/ab.csv", "/component/x/y.js", "/_stcore/bidi-components/x.js", "/_stcore/agent", "/_stcore/stream"]
UPLOAD = "/_stcore/upload_file/tab/file"
OPEN = ["/_stcore/health", "/_stcore/host-config", "/static/js/index.js", "/guide/nb"]
RERUN = BackMsg(stop_script=True).SerializeToString()


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


def server(store: Store, base: str = "", turns: Turns | None = None, *, gate: bool = True) -> TestClient:
    """Something that, as Streamlit does, answers everyone at every address, and echoes what comes by its websocket."""

    async def anything(_request: Request) -> Response:
        return PlainTextResponse(STREAMLIT)

    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        while True:
            try:
                await socket.send_bytes(await socket.receive_bytes())
            except WebSocketDisconnect:
                await socket.send_bytes(b"late")  # what Streamlit may still have to say goes nowhere
                return

    ours = guide_routes(base)
    guard = Middleware(Gate, store=store, kind=kind_of, routes=ours, base_path=base, turns=turns)
    every = ["GET", "POST", "PUT", "DELETE"]
    routes = [*ours, WebSocketRoute(f"{base}/_stcore/stream", echo), Route("/{path:path}", anything, methods=every)]
    return TestClient(Starlette(routes=routes, middleware=[guard] if gate else []), base_url=f"http://testserver{base}")


def session(store: Store, name: str, *roles: str) -> str:
    """Someone's sign-in."""
    found = sign_in(store, add_person(store, name, list(roles)).token)
    assert found
    return found


@pytest.mark.parametrize("base", ["", "/parvis"])
def test_a_stranger_reads_where_to_find_the_link(store: Store, base: str) -> None:
    """Our own page at each page's address, in the browser's language, with an invented or an ended sign-in too."""
    ended = session(store, "Kari", "annotator")
    revoke_link(store, "Kari")
    client = server(store, base)
    for cookie in (None, "x" * 43, ended):
        client.cookies = {COOKIE: cookie} if cookie else {}
        for path in PAGE:
            answer = client.get(path, headers=DOCUMENT | {"accept-language": "nn,en;q=0.5"})
            assert (answer.status_code, STREAMLIT in answer.text) == (403, False), path
            assert '<html lang="nn">' in answer.text
            assert "Du er ikkje logga inn." in answer.text


@pytest.mark.parametrize("base", ["", "/parvis"])
def test_a_stranger_reaches_nothing_of_streamlit(store: Store, base: str) -> None:
    """No media, no component, no upload, whatever the method or the way to write the path; its scripts, and what a
    proxy asks for, are open. Without the gate each of these answers."""
    client, open_to_all = server(store, base), server(store, base, gate=False)
    for path in [*PARTS, UPLOAD, "//media/ab.csv", "/_stcore/../media/ab.csv"]:
        for method in ("GET", "POST", "PUT", "DELETE"):
            assert client.request(method, path).status_code == 403, (method, path)
            assert open_to_all.request(method, path).text == STREAMLIT
    assert [path for path in OPEN if client.get(path).status_code != 200] == []


def test_a_stranger_gets_no_websocket(store: Store) -> None:
    """Refused before it is open; without the gate it opens."""
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        server(store).websocket_connect("/_stcore/stream", headers={"cookie": f"{COOKIE}=invented"}),
    ):
        pass
    assert refused.value.code == 1008
    with server(store, gate=False).websocket_connect("/_stcore/stream") as socket:
        socket.send_bytes(b"anything")
        assert socket.receive_bytes() == b"anything"


def test_who_is_signed_in_passes(store: Store) -> None:
    """Pages, media and components for everyone, uploads for those who lead a campaign."""
    who = {role: session(store, role, role) for role in ("annotator", "researcher", "lead")}
    for role, cookie in who.items():
        client = server(store)
        client.cookies = {COOKIE: cookie}
        assert {client.get(path, headers=DOCUMENT).status_code for path in [*PAGE, *PARTS, *OPEN]} == {200}
        assert client.put(UPLOAD).status_code == (200 if role == "lead" else 403)


def test_while_the_database_is_away(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has a cookie reaches the page that says so; a stranger, and an upload, reach nothing."""

    def away(*_: Any) -> None:
        raise UnavailableError("database_away", "no answer")

    monkeypatch.setattr(module, "current_visitor", away)
    client = server(store)
    assert client.get("/annotate", headers=DOCUMENT).status_code == 403
    client.cookies = {COOKIE: "of someone"}
    assert client.get("/annotate", headers=DOCUMENT).text == STREAMLIT
    assert client.put(UPLOAD).status_code == 403


def closed(client: TestClient, cookie: str, send: list[bytes | str]) -> WebSocketDisconnect:
    """How a websocket is closed that sends these frames."""
    with client.websocket_connect("/_stcore/stream", headers={"cookie": f"{COOKIE}={cookie}"}) as socket:
        with pytest.raises(WebSocketDisconnect) as end:
            for frame in send:
                (socket.send_text if isinstance(frame, str) else socket.send_bytes)(frame)  # type: ignore[operator]
                socket.receive_bytes()
        return end.value


@pytest.mark.parametrize(
    ("code", "frame"),
    [
        (1009, RERUN + b"\0" * FRAME_LIMIT),
        (1003, "text"),
        (1008, b"\xff" * 20),
        (1008, b""),
        (1008, BackMsg(clear_cache=True).SerializeToString()),
        (1008, BackMsg(debug_shutdown_runtime=True).SerializeToString()),
    ],
)
def test_what_no_page_sends_closes_the_websocket(
    store: Store, caplog: pytest.LogCaptureFixture, code: int, frame: bytes | str
) -> None:
    """With a code and a reason, and one line in the log that quotes nothing; what a page sends went through before."""
    who = session(store, "Kari", "annotator")
    with caplog.at_level(logging.INFO, "parvis.gate"):
        end = closed(server(store), who, [RERUN, frame])
    assert end.code == code
    (line,) = caplog.messages
    assert (str(code) in line, end.reason in line, who in line) == (True, True, False)


def test_a_flood_has_to_wait_and_then_to_go(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """The opening counts as a message; who sends more than has turns is closed, in whichever page, and no one else is."""
    turns = Turns(at_once=3, a_second=0.001, patience=0)
    client, kari = server(store, turns=turns), session(store, "Kari", "annotator")
    end = closed(client, kari, [RERUN, RERUN, RERUN])  # and the one that opened it
    assert (end.code, end.reason) == (1013, "too many messages")
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/_stcore/stream", headers={"cookie": f"{COOKIE}={kari}"}),
    ):
        pass
    assert [line.partition("closed with ")[2] for line in caplog.messages] == ["1013: too many messages"] * 2
    ola = session(store, "Ola", "annotator")
    with client.websocket_connect("/_stcore/stream", headers={"cookie": f"{COOKIE}={ola}"}) as socket:
        socket.send_bytes(RERUN)
        assert socket.receive_bytes() == RERUN
