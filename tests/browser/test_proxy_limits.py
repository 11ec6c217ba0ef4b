"""What the documented nginx files keep from Parvis: floods, large bodies; and what they say to browsers."""

from __future__ import annotations

import http.client
import re
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from multiprocessing.connection import wait
from urllib.parse import urlsplit

import pytest

from eval_core.web.cookie import COOKIE
from tests.browser.conftest import Site
from tests.support.browser.nginx import Proxied, ask, proxying
from tests.support.desk_client import DeskClient, choice

PEOPLE, CLICKS = 100, 4
FLOOD, SOME = 1500, 1000  # requests: more than the documented bursts of a thousand, and of six hundred for links
STRANGER = "127.0.0.2"  # another address of this machine
Behind = Callable[..., Proxied]


@pytest.fixture
def behind(serve: Callable[..., Site], tmp_path: object) -> Iterator[Behind]:
    """Starts a dashboard at /parvis behind an nginx of its own."""
    with proxying(serve, tmp_path) as begin:  # type: ignore[arg-type]
        yield begin


@pytest.fixture(scope="module")
def proxied(start: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    """A dashboard for all tests that leave it as it was."""
    with proxying(start, tmp_path_factory.mktemp("proxied")) as begin:
        yield begin()


def without_limits(text: str) -> str:
    """The files without their limits of requests and connections: what they were before."""
    return re.sub(r"\n *limit_(req|conn)(_status)? .*;", "", text)


def without_time(text: str) -> str:
    """The files with a slow refill, so that a test of the bursts does not depend on how fast this machine is."""
    return re.sub(r"rate=\d+r/s", "rate=1r/s", text)


def port_of(proxied: Proxied) -> int:
    return urlsplit(proxied.url).port or 0


def flood(proxied: Proxied, path: str, requests: int = FLOOD) -> Counter[int]:
    """As many requests as a program can send from an address of a stranger's; how often each status came."""

    def some(share: int) -> Counter[int]:
        answers: Counter[int] = Counter()
        for _ in range(share):
            connection = http.client.HTTPConnection("127.0.0.1", port_of(proxied), 60, source_address=(STRANGER, 0))
            connection.request("HEAD", path)
            answers[connection.getresponse().status] += 1
            connection.close()
        return answers

    with ThreadPoolExecutor(8) as pool:
        return sum(pool.map(some, [requests // 8] * 8), Counter())


def first_visit(proxied: Proxied, cookie: str) -> Counter[int]:
    """What a browser asks for that was never here: the page, every file that it names, what comes before the websocket."""
    base, headers = urlsplit(proxied.url).path, {"Cookie": f"{COOKIE}={cookie}"}
    status, _, page = proxied.ask("GET", f"{base}/", **headers)
    files = re.findall(r'(?:src|href)="\.?/?((?:static|desk-files)/[^"]+)"', page)
    assert files
    # The page loads more of them by itself: a hundred in all.
    wanted = [files[at % len(files)] for at in range(100)]
    paths = [f"{base}/_stcore/health", f"{base}/_stcore/host-config", *(f"{base}/{file}" for file in wanted)]
    return Counter([status, *(proxied.ask("HEAD", path, **headers)[0] for path in paths)])


def a_morning(proxied: Proxied, cookie: str) -> Counter[int]:
    """One annotator opens the dashboard in a new browser and judges; how often each status came."""
    answers = first_visit(proxied, cookie)
    desk = DeskClient(proxied.url, "trial", cookie)
    reply = desk.pile()
    answers[reply.status] += 1
    for _ in range(CLICKS):
        if not reply.sheets:
            break
        reply = desk.act(choice(reply.sheets[0], "A"), holding=[sheet["assignment"] for sheet in reply.sheets[1:]])
        answers[reply.status] += 1
    desk.close()
    return answers


def sessions(proxied: Proxied, people: int) -> list[str]:
    """The sign-ins of so many new annotators, each by a link that is opened from the same address."""
    cookies = []
    for number in range(people):
        path = urlsplit(proxied.link(f"Annotator {number}", "annotator")).path
        assert proxied.ask("GET", path)[0] == 200
        status, headers, _ = proxied.ask("POST", path)
        assert status == 303
        cookies.append(headers["set-cookie"].partition(";")[0].partition("=")[2])
    return cookies


def test_a_class_behind_one_address(behind: Behind) -> None:
    """Links, first visits and clicks of a hundred at once from one address: no one is refused by the proxy."""
    proxied = behind()
    cookies = sessions(proxied, PEOPLE)
    with ThreadPoolExecutor(PEOPLE) as pool, ExitStack() as stack:
        for _ in range(PEOPLE * 2):  # two open pages each, while they work
            stack.enter_context(held(proxied, "127.0.0.1"))
        answers = sum(pool.map(lambda cookie: a_morning(proxied, cookie), cookies), Counter())
    assert set(answers) == {200}
    assert answers[200] >= PEOPLE * 104


def test_a_flood_is_refused_and_others_go_on(behind: Behind) -> None:
    """Too many requests from one address get 429 from nginx; meanwhile an annotator elsewhere judges."""
    proxied = behind(edit=without_time)
    (cookie,) = sessions(proxied, 1)
    with ThreadPoolExecutor(1) as pool:
        flooding = pool.submit(flood, proxied, f"{urlsplit(proxied.url).path}/_stcore/health")
        here = a_morning(proxied, cookie)
        answers = flooding.result()
    assert set(here) == {200}
    assert set(answers) == {200, 429}
    assert answers[429] > 200  # but for what came free meanwhile it is five hundred
    assert flood(proxied, urlsplit(proxied.link("Ola", "annotator")).path, SOME)[429] > 100


def test_the_flood_comes_through_without_the_limits(behind: Behind) -> None:
    """The planted violation: the files as they were hand every request on."""
    proxied = behind(edit=without_limits)
    assert set(flood(proxied, f"{urlsplit(proxied.url).path}/_stcore/health")) == {200}


def held(proxied: Proxied, address: str, below: str = "desk/trial") -> socket.socket:
    """A request that stays open: its body does not come."""
    opened = socket.create_connection(("127.0.0.1", port_of(proxied)), 60, source_address=(address, 0))
    path = urlsplit(proxied.url).path
    opened.sendall(f"POST {path}/{below} HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n".encode())
    return opened


def refused_of(proxied: Proxied, connections: int, below: str = "desk/trial") -> int:
    """How many of the last fifty are refused, of so many requests that one address leaves open."""
    with ExitStack() as stack:
        for _ in range(connections - 50):
            stack.enter_context(held(proxied, STRANGER, below))
        waiting, refused = {stack.enter_context(held(proxied, STRANGER)) for _ in range(50)}, 0
        while answered := wait(waiting, 2):  # until nothing more comes
            refused += sum(one.recv(20).startswith(b"HTTP/1.1 429") for one in answered)
            waiting.difference_update(answered)
        return refused


def test_open_connections_are_counted(proxied: Proxied) -> None:
    """Of 1050 requests that one address leaves open the last fifty are refused; of 250 none."""
    assert refused_of(proxied, 1050) == 50
    assert refused_of(proxied, 250) == 0


def test_files_leave_room_for_pages(proxied: Proxied, behind: Behind) -> None:
    """While a class loads its files, a thousand at once, nobody behind the same address is refused a page."""
    assert refused_of(proxied, 1050, "static/index.js") == 0
    # The planted violation: counted together, as they were, they take each other's room.
    together = behind(edit=lambda text: text.replace("limit_conn parvis_file_addresses", "limit_conn parvis_addresses"))
    assert refused_of(together, 1050, "static/index.js") == 50


def test_bodies_by_route(proxied: Proxied) -> None:
    """Clicks are small, programs and leads may send more; what is larger is refused before its body is taken."""
    base = urlsplit(proxied.url).path
    for path, most in (("desk/trial", 1), ("api/campaigns/trial/responses", 64), ("_stcore/upload_file/a/b", 200)):
        for size, is_refused in ((most * 1024**2, False), (most * 1024**2 + 1, True)):
            with socket.create_connection(("127.0.0.1", port_of(proxied)), 60) as opened:
                head = f"POST {base}/{path} HTTP/1.1\r\nHost: here\r\nContent-Length: {size}\r\n"
                opened.sendall(f"{head}Connection: close\r\n\r\n".encode())
                opened.settimeout(1)
                try:
                    answer = opened.recv(20)
                except TimeoutError:  # it waits for the body
                    answer = b""
            assert answer.startswith(b"HTTP/1.1 413") == is_refused, (path, size, answer)


HEADERS = {
    "content-security-policy": "frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}


def test_what_browsers_receive(proxied: Proxied) -> None:
    """Every kind of answer has the headers; a personal link's says no-referrer; plain http says nothing of https."""
    base = urlsplit(proxied.url).path
    cookie = f"{COOKIE}={sessions(proxied, 1)[0]}"
    file = re.findall(r'src="\.?/?(static/[^"]+)"', proxied.ask("GET", f"{base}/", Cookie=cookie)[2])[0]
    for path in ("/", "/_stcore/health", "/_stcore/metrics", "/guide/nb", "/desk/trial", f"/{file}"):
        headers = proxied.ask("GET", f"{base}{path}", Cookie=cookie)[1]
        assert {name: headers.get(name) for name in HEADERS if name != "referrer-policy"}.items() <= headers.items()
        assert HEADERS["content-security-policy"] in headers["content-security-policy"], path
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["referrer-policy"] in ("same-origin", "no-referrer"), path
        assert "strict-transport-security" not in headers
        assert headers["server"] == "nginx"
    headers = proxied.ask("GET", f"{base}/join/nobody")[1]
    assert (headers["referrer-policy"], headers["x-content-type-options"]) == ("no-referrer", "nosniff")
    # The planted violation: past nginx none is there.
    past = ask(proxied.site.port, "GET", f"{base}/_stcore/health")[1]
    assert not set(past) & set(HEADERS)


def test_https_stays_https(behind: Behind) -> None:
    """Over TLS every answer says so, also that of a personal link and that of a dashboard which is down."""
    proxied = behind(path="")
    assert proxied.ask("GET", "/")[1]["strict-transport-security"] == "max-age=31536000"
    assert proxied.ask("GET", "/join/nobody")[1]["strict-transport-security"] == "max-age=31536000"
    proxied.site.stop()
    status, headers, _ = proxied.ask("GET", "/")
    assert (status, headers["strict-transport-security"]) == (502, "max-age=31536000")
