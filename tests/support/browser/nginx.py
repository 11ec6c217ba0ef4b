"""A dashboard behind a real nginx, with the very configuration that docs/deploy.md hands out."""

from __future__ import annotations

import http.client
import os
import re
import resource
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from eval_core.campaigns.people.persons import add_person
from tests.browser.conftest import ROOT, Site
from tests.conftest import IN_CI
from tests.ports import free_port
from tests.support.building import build_campaign

DEPLOY = ROOT / "docs" / "deploy"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
# What Debian's nginx.conf puts around a site; `daemon off` and the paths make it a process of the test's own.
AROUND = """daemon off;
{user}
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 4096; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    access_log {folder}/access.log;
    default_type application/octet-stream;
    sendfile on;
    tcp_nopush on;
    gzip on;
    {site}
}}
"""
# Another site at the root that Parvis is put into: it tells which cookies it gets, and serves scripts of its own.
NEIGHBOUR = """
    location / { return 200 "neighbour: $http_cookie"; }
    location = /parvis/cookies { return 200 "below: $http_cookie"; }
    location ~ \\.js$ { return 404; }
"""
Edit = Callable[[str], str]
FILES = 8192


@dataclass
class Proxied:
    """A dashboard behind an nginx."""

    site: Site
    url: str
    plain_port: int
    folder: Path

    def link(self, name: str, role: str) -> str:
        """The personal link of a new person in the campaign."""
        return f"{self.url}/join/{add_person(self.site.store, name, [role], ['trial']).token}"

    def ask(self, method: str, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
        """One request to the proxy without a browser, the path as given: status, headers, body."""
        return ask(urlsplit(self.url).port or 0, method, path, secure=self.url.startswith("https"), **headers)

    def holding(self, text: str) -> list[str]:
        """Names of the logs, nginx's and the dashboard's, that hold the text.

        A line comes a moment after its answer; once that of a last request is there, those of all before it are.
        """
        last = f"the-last-{time.monotonic_ns()}"
        self.ask("GET", f"{urlsplit(self.url).path}/{last}")
        written, end = self.folder / "parvis.log", time.monotonic() + 30
        while last not in written.read_text(errors="replace") and time.monotonic() < end:
            time.sleep(0.05)
        assert last in written.read_text(errors="replace")
        logs = [*self.folder.glob("*.log"), self.site.log]
        return sorted(file.name for file in logs if text in file.read_text(errors="replace"))


def ask(port: int, method: str, path: str, *, secure: bool = False, **headers: str) -> tuple[int, dict[str, str], str]:
    """One request to a port of this machine: status, headers, body."""
    if secure:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # the certificate is the test's own
        connection: http.client.HTTPConnection = http.client.HTTPSConnection("127.0.0.1", port, context=context)
    else:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read().decode()
    finally:
        connection.close()


def replaced(text: str, old: str, new: str, times: int = 1) -> str:
    """The text with `old` replaced; where the documented file no longer says so, the test must learn it."""
    assert text.count(old) == times, f"{old!r} stands {text.count(old)} times in the documented configuration"
    return text.replace(old, new)


def configuration(folder: Path, app_port: int, ports: tuple[int, int], path: str, edit: Edit) -> str:
    """The documented files with this test's ports and folders; without TLS, next to a neighbour, under a sub-path."""
    locations = (DEPLOY / "nginx-locations.conf").read_text()
    locations = replaced(locations, "127.0.0.1:8501", f"127.0.0.1:{app_port}", 5)
    server = (DEPLOY / "nginx-site.conf").read_text()
    server = replaced(server, "    listen [::]:80;\n", "")
    server = replaced(server, "    listen [::]:443 ssl http2;\n", "")
    server = replaced(server, "listen 80;", f"listen 127.0.0.1:{ports[1]};")
    server = replaced(server, "https://$host$", f"https://$host:{ports[0]}$")
    if path:
        told = re.search(r"change the next line to: (.+)\n(.+)\n", locations)
        assert told
        locations = replaced(locations, f"\n{told[2]}\n", f"\n{replaced(told[1], '/parvis', path)}\n")
        server = replaced(server, "listen 443 ssl http2;", f"listen 127.0.0.1:{ports[0]};")
        server = re.sub(r"\n *ssl_\w+ .*;", "", server)
        neighbour = NEIGHBOUR
    else:
        certificate(folder)
        server = replaced(server, "listen 443 ssl http2;", f"listen 127.0.0.1:{ports[0]} ssl http2;")
        server = re.sub(r"/etc/letsencrypt/live/[^/]+", str(folder), server)
        neighbour = ""
    server = replaced(server, "include snippets/parvis.conf;", locations + neighbour)
    whole = (DEPLOY / "nginx-maps.conf").read_text() + server
    whole = replaced(whole, "/var/log/nginx", str(folder), 3)
    user = "user root root;" if os.geteuid() == 0 else ""  # else its workers could not enter the test's folder
    return AROUND.format(folder=folder, user=user, site=edit(whole))


def certificate(folder: Path) -> None:
    """A certificate of our own for 127.0.0.1, under the names that certbot gives."""
    subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    subprocess.run(["openssl", "req", *kind, *files, *subject], check=True, capture_output=True)


@contextmanager
def proxying(serve: Callable[..., Site], tmp_path: Path) -> Iterator[Callable[..., Proxied]]:
    """What starts a dashboard behind an nginx, with its files in a folder; they end with the block."""
    if NGINX is None:
        if IN_CI:
            pytest.fail("no nginx: the proxy tests must run in CI")
        pytest.skip("no nginx: the proxy tests did not run")
    running: list[subprocess.Popen[bytes]] = []
    allow_files()

    def begin(path: str = "/parvis", edit: Edit = str, database: str | None = None, prompts: int = 8) -> Proxied:
        ports = free_port(), free_port()
        url = f"{'http' if path else 'https'}://127.0.0.1:{ports[0]}{path}"
        site = serve(**({"database": database} if database else {}), PARVIS_BASE_URL=url)
        build_campaign(site.store, prompts=prompts)
        folder = tmp_path / "nginx"
        folder.mkdir()
        (folder / "nginx.conf").write_text(configuration(folder, site.port, ports, path, edit))
        command = [str(NGINX), "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr
        running.append(subprocess.Popen(command, stdin=subprocess.DEVNULL))
        wait_for_port(ports[0])
        return Proxied(site, url, ports[1], folder)

    try:
        yield begin
    finally:
        for process in running:
            process.terminate()
            process.wait(30)


def allow_files() -> None:
    """As many as a thousand open connections take, here and in an nginx that is started from here."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def wait_for_port(port: int) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    pytest.fail(f"nginx does not listen on {port}")
