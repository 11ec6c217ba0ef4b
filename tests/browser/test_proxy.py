"""Parvis behind a proxy: links, cookies, websockets, downloads and logs, and the files that docs/deploy.md hands out."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Response, expect
from sqlalchemy import func, select

from eval_core.store import Judgment
from eval_core.web.cookie import COOKIE
from tests.browser.conftest import ROOT, Site, parvis, sign_in
from tests.support.browser.desk import Desk
from tests.support.browser.nginx import DEPLOY, Proxied, ask, proxying, replaced
from tests.support.building import Built


@pytest.fixture
def behind(serve: Callable[..., Site], tmp_path: Path) -> Iterator[Callable[..., Proxied]]:
    """Starts a dashboard behind an nginx of its own, at /parvis over http or at the root over https."""
    with proxying(serve, tmp_path) as begin:
        yield begin


@pytest.fixture(scope="module")
def proxied(start: Callable[..., Site], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    """A dashboard at /parvis for all tests that leave it as it was."""
    with proxying(start, tmp_path_factory.mktemp("proxied")) as begin:
        yield begin()


def in_page(page: Page, path: str) -> str:
    """What the page's browser gets from a path of the same host, with the cookies that it sends there."""
    return str(page.evaluate("path => fetch(path).then(answer => answer.text())", path))


@pytest.mark.quick
def test_the_documented_files_fit_together() -> None:
    """The page installs every file next to it, and ports, limits and the service's own folders agree among them."""
    text = "".join((ROOT / "docs" / page).read_text() for page in ("deploy.md", "operations.md"))
    told = dict(re.findall(r"^    install (?:-\w+ \w+ )*(\w[\w.@-]*) (/\S+)", text, re.MULTILINE))
    assert {*told, "Containerfile"} == {file.name for file in DEPLOY.iterdir()}
    assert " -f docs/deploy/Containerfile ." in text
    files = {name: (DEPLOY / name).read_text() for name in told}
    # Every file says itself where it goes.
    assert [name for name, target in told.items() if target not in "".join(files[name].splitlines()[:2])] == []
    (port,) = re.findall(r"serve --port (\d+)", files["parvis.service"])
    assert set(re.findall(r"proxy_pass http://127\.0\.0\.1:(\d+);", files["nginx-locations.conf"])) == {port}
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())
    assert f"client_max_body_size {config['server']['maxUploadSize']}m;" in files["nginx-locations.conf"]
    assert f"EnvironmentFile={told['parvis.env']}" in files["parvis.service"]
    assert f". {told['parvis.env']}" in files["parvis.sh"]
    # The unit of a replica is the unit, but for its port.
    one, many = (files[name].splitlines()[1:] for name in ("parvis.service", "parvis@.service"))
    assert [line.replace(", on port %i", "").replace("--port %i", f"--port {port}") for line in many] == one


def test_the_link_works_below_the_sub_path(proxied: Proxied) -> None:
    """Through nginx a GET or HEAD only shows; the POST sets a cookie for /parvis/ alone and goes on to /parvis/."""
    path = urlsplit(proxied.link("Ola", "annotator")).path
    for method in ("GET", "HEAD"):
        status, headers, body = proxied.ask(method, path)
        assert (status, "set-cookie" in headers) == (200, False)
        assert ("Campaign trial" in body) == (method == "GET")
    status, headers, _ = proxied.ask("POST", path)
    assert (status, headers["location"]) == (303, "/parvis/")
    parts = [part.strip().lower() for part in headers["set-cookie"].split(";")]
    assert parts[0].startswith("parvis_session=")
    assert {"path=/parvis/", "httponly", "samesite=lax"} <= set(parts)
    assert "secure" not in parts
    # Outside the sub-path it is the neighbour that answers.
    assert proxied.ask("GET", path.removeprefix("/parvis"))[2].startswith("neighbour")


def test_judging_below_the_sub_path(proxied: Proxied, visit: Callable[..., Page]) -> None:
    """Judging works over the proxied websocket, a reload keeps the place, and no address or neighbour gets a secret."""
    page, link = visit(), proxied.link("Kari", "annotator")
    sockets: list[str] = []
    page.on("websocket", lambda opened: sockets.append(opened.url))
    scripts: list[Response] = []
    page.on("response", lambda one: scripts.append(one) if "/desk-files/" in one.url else None)
    sign_in(page, link)
    desk = Desk(page)
    asked: list[str] = []
    page.on("request", lambda one: asked.append(urlsplit(one.url).path) if one.resource_type == "fetch" else None)
    desk.judge("A")
    desk.judge("tie", by="key")
    desk.judge("B")
    desk.all_saved()
    assert [one for one in asked if "/desk/" in one]
    assert {one for one in asked if "/desk/" in one} == {"/parvis/desk/trial"}
    assert {urlsplit(one.url).path.rpartition("/")[2] for one in scripts} >= {"desk.js", "desk.css", "state.js"}
    assert {one.headers.get("content-encoding") for one in scripts} == {"gzip"}
    assert all("immutable" in one.headers["cache-control"] for one in scripts)
    before = desk.texts
    page.reload()
    desk.stands("judge")
    assert (desk.texts, desk.done) == (before, 3)
    with proxied.site.store.read() as db:
        choices = db.scalars(select(Judgment.choice).where(Judgment.live).order_by(Judgment.id)).all()
    assert choices == ["A", "tie", "B"]
    assert {urlsplit(one)[1:3] for one in sockets} == {(urlsplit(proxied.url).netloc, "/parvis/_stcore/stream")}

    token = link.rpartition("/")[2]
    assert token in link
    assert page.url.startswith(f"{proxied.url}/")
    assert token not in page.url
    assert token not in str(page.evaluate("JSON.stringify([document.referrer, history.state])"))
    (cookie,) = [one for one in page.context.cookies() if one["name"] == "parvis_session"]
    assert "parvis_session" not in in_page(page, "/")
    # The planted violation: a path below /parvis/ does get the cookie, and so would be seen.
    assert f"parvis_session={cookie['value']}" in in_page(page, "/parvis/cookies")


def test_a_cold_deep_link_and_a_download(behind: Callable[..., Proxied], visit: Callable[..., Page]) -> None:
    """The ranking opens by its own address on a fresh process, for a researcher only; a download is the database's."""
    proxied = behind()
    stranger = visit()
    stranger.goto(f"{proxied.url}/ranking")
    expect(stranger.get_by_text("You are not signed in.")).to_be_visible()

    annotator = visit()
    sign_in(annotator, proxied.link("Kari", "annotator"))
    desk = Desk(annotator)
    for choice in ("A", "A", "B"):
        desk.judge(choice, by="key")
    desk.all_saved()

    page = visit()
    # The cookie alone: the browser has not opened any page of the dashboard yet.
    joined = page.context.request.post(proxied.link("Rolf", "researcher"), max_redirects=0)
    assert joined.status == 303
    page.goto(f"{proxied.url}/ranking")
    page.get_by_role("button", name="Show results so far").click()
    expect(page.locator(".js-plotly-plot").first).to_be_visible()
    page.goto(f"{proxied.url}/export")
    with page.expect_download() as download:
        page.get_by_role("button", name="JSONL", exact=True).click()
    taken = Path(download.value.path()).read_bytes()
    assert urlsplit(download.value.url).netloc == urlsplit(proxied.url).netloc

    file = proxied.folder / "judgments.jsonl"
    database = proxied.site.store.url.render_as_string(hide_password=False)
    words = ("export", "judgments", "--campaign", "trial", "--pseudonymous", "--output", str(file))
    parvis(*words, database=database)
    assert taken == file.read_bytes()
    with proxied.site.store.read() as db:
        stored = db.scalar(select(func.count()).select_from(Judgment).where(Judgment.live))
    assert [json.loads(line)["choice"] for line in taken.decode().splitlines()].count("A is more fluent") == 2
    assert len(taken.decode().splitlines()) == stored == 3


def use_links(proxied: Proxied) -> str:
    """Use a link in every way, also with the dashboard down; its token."""
    link = proxied.link("Kari", "annotator")
    path, token = urlsplit(link).path, link.rpartition("/")[2]
    for method in ("GET", "HEAD", "POST"):
        assert proxied.ask(method, path)[0] in (200, 303)
    assert proxied.ask("GET", path.replace("/join/", "/%6Aoin/"))[0] == 200
    assert proxied.ask("GET", f"{path}?from=mail")[0] == 200
    assert proxied.ask("GET", f"{path}x")[0] == 404
    assert ask(proxied.plain_port, "GET", path)[0] == 301
    proxied.site.stop()
    assert proxied.ask("GET", path)[0] == 502
    return token


def test_no_log_holds_a_token(behind: Callable[..., Proxied]) -> None:
    """No log names a token, whatever was asked and whether the dashboard answered or not; the requests are logged."""
    proxied = behind()
    token = use_links(proxied)
    assert proxied.holding(token) == []
    lines = (proxied.folder / "parvis.log").read_text().splitlines()
    assert len([line for line in lines if '"/parvis/join/***"' in line]) == 8


def test_the_token_search_sees_a_leak(behind: Callable[..., Proxied]) -> None:
    """The planted violation: with nginx's own log format and error log, the same search finds the token in both."""

    def careless(text: str) -> str:
        text = re.sub(r"parvis\.log parvis;", "parvis.log combined;", text)
        return replaced(text, "        error_log /dev/null crit;\n", "")

    proxied = behind(edit=careless)
    assert proxied.holding(use_links(proxied)) == ["error.log", "parvis.log"]


def come_from_a_platform(proxied: Proxied) -> str:
    """Open an open link as a platform gives it, with the dashboard up and down; what the platform calls the person."""
    pid = "5e9088a8a4b6ed018b45ba7b"
    address = f"{urlsplit(proxied.url).path}/take-part/trial?PROLIFIC_PID={pid}"
    status, headers, _ = proxied.ask("GET", address)
    assert (status, headers["referrer-policy"]) == (404, "no-referrer")
    proxied.site.stop()
    assert proxied.ask("GET", address)[0] == 502
    return pid


def test_no_log_holds_what_a_platform_calls_people(behind: Callable[..., Proxied]) -> None:
    """Neither nginx's logs nor the dashboard's, whether it answered or not."""
    proxied = behind()
    assert proxied.holding(come_from_a_platform(proxied)) == []


def test_the_search_sees_a_person_of_a_platform(behind: Callable[..., Proxied]) -> None:
    """The planted violation: with the error log for open links, a moment without the dashboard names people in it."""
    words = ("location ~ /(join|take-part)/ {", "location ~ /join/ {")
    proxied = behind(edit=lambda text: replaced(text, *words).replace("Policy same-origin", "Policy no-referrer"))
    assert proxied.holding(come_from_a_platform(proxied)) == ["error.log"]


def came_while_away(proxied: Proxied, page: Page) -> str:
    """Open a link while the dashboard is down, and have the browser ask for something more there; the link's token."""
    link = proxied.link("Kari", "annotator")
    proxied.site.stop()
    answer = page.goto(link)
    assert answer is not None
    assert answer.status == 502
    assert page.evaluate("fetch('/parvis/favicon.png').then(answer => answer.status)") == 502
    return link.rpartition("/")[2]


def test_a_restart_is_said_and_gives_no_link_away(
    behind: Callable[..., Proxied], serve: Callable[..., Site], visit: Callable[..., Page]
) -> None:
    """With Parvis down a page says so in three languages and tries again; what it asks for names no link in a log."""
    proxied, page = behind(), visit()
    token = came_while_away(proxied, page)
    for words in ("Parvis starter på nytt.", "Parvis startar på nytt.", "Parvis is starting again."):
        expect(page.get_by_text(words)).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    assert proxied.holding(token) == []
    # The desk tells a restart by its status; the page comes back by itself.
    assert proxied.ask("GET", "/parvis/desk/trial")[0] == 502
    database = proxied.site.store.url.render_as_string(hide_password=False)
    serve(database, proxied.site.port, PARVIS_BASE_URL=proxied.url)
    expect(page.get_by_role("button", name="Sign in")).to_be_visible(timeout=30_000)


def test_the_search_sees_a_link_given_away_by_a_restart(
    behind: Callable[..., Proxied], visit: Callable[..., Page]
) -> None:
    """The planted violation: with nginx's own page for 502, the next request's referrer is in the error log."""
    proxied = behind(edit=lambda text: replaced(text, "    error_page 502 504 @parvis_away;\n", "").replace(
        "add_header Referrer-Policy no-referrer always;", ""))  # fmt: skip
    assert proxied.holding(came_while_away(proxied, visit())) == ["error.log"]


def test_metrics_are_refused(proxied: Proxied) -> None:
    """Streamlit's metrics and agent routes are refused in every spelling; what the page needs is let through."""
    inner = ("metrics", "metrics/", "%6Detrics", "metrics?families=session", "agent/openapi.json", "agent/interact")
    for name in inner:
        assert proxied.ask("GET", f"/parvis/_stcore/{name}")[0] == 404, name
    assert proxied.ask("GET", "/parvis//_stcore/metrics")[0] == 404
    assert proxied.ask("GET", "/parvis/metrics")[0] == 404
    for name in ("health", "host-config"):
        assert proxied.ask("GET", f"/parvis/_stcore/{name}")[0] == 200
    # The planted violation: it is the proxy that refuses, for the dashboard itself would tell.
    status, _, body = ask(proxied.site.port, "GET", "/parvis/_stcore/metrics")
    assert (status, "# EOF" in body) == (200, True)


def test_another_sites_page_opens_no_websocket(proxied: Proxied) -> None:
    """A websocket is for pages of the host that was asked, under whatever name and port; a foreign page's is refused."""
    port = urlsplit(proxied.url).port
    cookie = f"{COOKIE}={Built(proxied.site.store, 'trial', ()).enter('Siri')}"

    def opened(host: str, origin: str) -> int:
        key = {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Cookie": cookie}
        said = {"Host": host, "Origin": origin, "Upgrade": "websocket", "Connection": "Upgrade", **key}
        return proxied.ask("GET", "/parvis/_stcore/stream", **said)[0]

    assert opened(f"parvis.example.org:{port}", f"http://parvis.example.org:{port}") == 101
    assert opened(f"parvis.example.org:{port}", "http://elsewhere.example.org") == 403


def test_guessing_is_counted_per_real_client(behind: Callable[..., Proxied]) -> None:
    """A guesser who claims another address in every request is stopped all the same: the proxy's word counts."""
    proxied = behind()
    claims = [{"X-Forwarded-For": f"192.0.2.{number}"} for number in range(1, 22)]
    answers = [proxied.ask("GET", f"/parvis/join/guess{at}", **claim)[0] for at, claim in enumerate(claims)]
    assert answers[0] == 404
    assert answers[-1] == 429
    # The planted violation: who reaches the dashboard from the same machine, past nginx, is believed.
    past = [ask(proxied.site.port, "GET", f"/parvis/join/guess{at}", **claim)[0] for at, claim in enumerate(claims)]
    assert set(past) == {404}


def test_https_at_the_root(behind: Callable[..., Proxied], visit: Callable[..., Page]) -> None:
    """Over TLS the cookie is Secure, judging works over wss, and plain http only leads to https."""
    proxied, page = behind(path=""), visit(ignore_https_errors=True)
    link = proxied.link("Kari", "annotator")
    status, headers, _ = ask(proxied.plain_port, "GET", urlsplit(link).path)
    assert (status, headers["location"]) == (301, link)
    sockets: list[str] = []
    page.on("websocket", lambda opened: sockets.append(opened.url))
    sign_in(page, link)
    desk = Desk(page)
    desk.judge("A")
    desk.judge("B", by="key")
    desk.all_saved()
    (cookie,) = [one for one in page.context.cookies() if one["name"] == "parvis_session"]
    assert (cookie["secure"], cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, True, "Lax", "/")
    assert sockets
    assert {urlsplit(one).scheme for one in sockets} == {"wss"}
    assert proxied.holding(link.rpartition("/")[2]) == []
