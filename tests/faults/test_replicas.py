"""Two Parvis processes on one PostgreSQL, behind an nginx with the documented files; one of them dies."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from eval_core.ui.lead.progress_data import FIGURE_SECONDS
from eval_core.web.cookie import COOKIE
from tests.benchmarks.tab import Tab
from tests.browser.conftest import Site, serving
from tests.conftest import IN_CI
from tests.ports import free_port
from tests.support.browser.nginx import AROUND, DEPLOY, NGINX, replaced, wait_for_port
from tests.support.building import Built, build_campaign, comparisons
from tests.support.checking import Click, problems
from tests.support.desk_client import DeskClient, Reply, choice
from tests.support.pgbouncer import pooling
from tests.support.postgres import PostgresServer

pytestmark = pytest.mark.slow

TOKEN = "of-the-monitoring-1234"


@dataclass
class Replicas:
    """Two replicas, the proxy before them, and the campaign they serve."""

    sites: tuple[Site, ...]
    url: str
    built: Built

    def figure(self, site: Site, name: str) -> float:
        """One of a replica's metrics."""
        asked = urllib.request.Request(
            f"http://127.0.0.1:{site.port}/metrics", headers={"Authorization": f"Bearer {TOKEN}"}
        )
        with urllib.request.urlopen(asked, timeout=10) as answer:
            lines = dict(line.rsplit(" ", 1) for line in answer.read().decode().splitlines() if line[0] != "#")
        return float(lines[name])

    def clicks(self) -> list[float]:
        """How many clicks each replica has taken."""
        return [self.figure(site, "parvis_click_seconds_count") for site in self.sites]


def configuration(folder: Path, replicas: tuple[int, int], port: int) -> str:
    """The documented files with the ports of this test, and a server without TLS around them."""
    locations = (DEPLOY / "nginx-locations.conf").read_text()
    locations = replaced(locations, "http://127.0.0.1:8501", "http://parvis_replicas", 5)
    upstream = (DEPLOY / "nginx-replicas.conf").read_text()
    assert "proxy_pass http://parvis_replicas;" in upstream.splitlines()[1]
    for documented, here in zip((8501, 8502), replicas, strict=True):
        upstream = replaced(upstream, f"127.0.0.1:{documented} ", f"127.0.0.1:{here} ")
    whole = f"{(DEPLOY / 'nginx-maps.conf').read_text()}{upstream}server {{ listen 127.0.0.1:{port};\n{locations}}}"
    whole = replaced(whole, "/var/log/nginx", str(folder), 2)
    return AROUND.format(folder=folder, user="user root root;" if os.geteuid() == 0 else "", site=whole)


@pytest.fixture(params=["direct", "pooled"])
def replicas(
    request: pytest.FixtureRequest, database: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Replicas]:
    """Both are up, and everybody may judge at once; once with PgBouncer between them and the database."""
    if NGINX is None:
        if IN_CI:
            pytest.fail("no nginx: the test of replicas must run in CI")
        pytest.skip("no nginx: the test of replicas did not run")
    monkeypatch.setenv("PARVIS_DWELL_MS", "0")
    with ExitStack() as stack:
        url, port = database(), free_port()
        if request.param == "pooled":
            # Fewer connections than the replicas have: each transaction gets another one.
            url = stack.enter_context(pooling(request.getfixturevalue("postgres"), url, tmp_path))
            monkeypatch.setenv("PARVIS_PGBOUNCER", "1")
        yield stack.enter_context(replicated(url, port, tmp_path))


@contextmanager
def replicated(url: str, port: int, tmp_path: Path) -> Iterator[Replicas]:
    """Two replicas on a database, behind an nginx at a port."""
    settings = {
        "PARVIS_BASE_URL": f"http://127.0.0.1:{port}",
        "PARVIS_METRICS_TOKEN": TOKEN,
        "PARVIS_POOL_SIZE": "3",
        "STREAMLIT_SERVER_COOKIE_SECRET": "the same in both",
    }
    folders = tmp_path / "one", tmp_path / "two"
    for folder in folders:
        folder.mkdir()
    with serving(folders[0]) as one, serving(folders[1]) as two, ThreadPoolExecutor(2) as pool:
        sites = tuple(started.result() for started in [pool.submit(serve, url, **settings) for serve in (one, two)])
        (tmp_path / "nginx.conf").write_text(configuration(tmp_path, (sites[0].port, sites[1].port), port))
        command = [
            str(NGINX),
            "-p",
            str(tmp_path),
            "-e",
            str(tmp_path / "error.log"),
            "-c",
            str(tmp_path / "nginx.conf"),
        ]
        proxy = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        wait_for_port(port)
        yield Replicas(sites, settings["PARVIS_BASE_URL"], build_campaign(sites[0].store, prompts=12, overlap=3))
        proxy.terminate()
        proxy.wait(30)


@dataclass
class Annotator:
    """Someone at the desk who judges; what gets no answer is sent again, to whatever the proxy leads to by then."""

    client: DeskClient
    proxy: str
    sheets: list[dict[str, Any]] = field(default_factory=list)
    acknowledged: list[Click] = field(default_factory=list)

    def open(self) -> None:
        """Load the desk anew, as another tab does."""
        self.client.close()
        reply = self.client.pile()
        assert reply.status == 200, reply.text
        self.sheets = reply.sheets

    def judge(self, most: int = 10_000) -> None:
        """So many comparisons, or until there is nothing to judge."""
        for _ in range(most):
            if not self.sheets:
                return
            told, *ahead = self.sheets
            reply = self._sent(choice(told, "A"), [one["assignment"] for one in ahead])
            if reply.results[0][0] != "refused":
                self.acknowledged.append((told["assignment"], told["revision"] + 1, "A"))
            self.sheets = reply.sheets

    def _sent(self, act: dict[str, Any], holding: list[int]) -> Reply:
        """Send the same action until it is answered."""
        for _ in range(300):
            try:
                reply = self.client.act(act, holding=holding)
                if reply.status == 200:
                    return reply
                assert reply.status in (502, 503, 504), reply.text
            except (OSError, HTTPException):
                self.client = DeskClient(self.proxy, self.client.slug, self.client.cookie)
            time.sleep(0.1)
        raise TimeoutError("the proxy leads nowhere")


def opened(address: str, replicas: Replicas, name: str) -> Annotator:
    """A new annotator at an open desk."""
    one = Annotator(DeskClient(address, replicas.built.slug, replicas.built.enter(name)), replicas.url)
    one.open()
    return one


def without_database(site: Site, replicas: Replicas, postgres: PostgresServer) -> Annotator:
    """PostgreSQL is stopped under an open desk and started again; whose desk it was."""
    per = opened(f"http://127.0.0.1:{site.port}", replicas, "Per")
    act = choice(per.sheets[0], "A")
    postgres.halt("fast")
    told = per.client.act(act)
    assert (told.status, told.json) == (503, {"word": "database_away"})
    assert replicas.figure(site, "parvis_database_up") == 0
    assert replicas.figure(site, 'parvis_database_errors_total{kind="away"}') > 0
    postgres.resume()
    reply = per._sent(act, [])
    assert reply.results == [("recorded", None)]
    per.acknowledged.append((per.sheets[0]["assignment"], per.sheets[0]["revision"] + 1, "A"))
    per.sheets = reply.sheets
    return per


async def watched(address: str, replicas: Replicas, elsewhere: Annotator) -> None:
    """A lead at one replica sees what is judged at the other, by itself, at the next reading of the figures."""
    cookie = f"{COOKIE}={replicas.built.enter('Lise', 'lead')}"
    lead = Tab(address, re.compile(r'class="verdict">(.*?)<'), cookie=cookie, page="progress")
    await lead.open()
    before = lead.text
    await asyncio.to_thread(elsewhere.judge, 4)
    for _ in range(4):  # the page asks again by itself; on a busy machine its answer may be an older one
        await lead.stay(FIGURE_SECONDS + 2)
        if re.search(r"\b7\b", lead.text):
            break
    assert lead.text != before
    assert re.search(r"\b7\b", lead.text), lead.text
    assert lead.exceptions == []
    await lead.close()


def a_campaign_with_a_death(replicas: Replicas, postgres: PostgresServer) -> list[Annotator]:
    """Everybody judges; PostgreSQL goes and comes, and one replica is killed amid the clicks. Who judged."""
    direct = [f"http://127.0.0.1:{site.port}" for site in replicas.sites]
    people = [opened(replicas.url, replicas, "Kari")]
    for _ in range(3):  # one person, one replica, whatever tab they open
        people[0].judge(1)
        people[0].open()
    home = replicas.clicks().index(3.0)
    people += [opened(address, replicas, f"{name} {at}") for at, address in enumerate(direct) for name in "ab"]
    asyncio.run(watched(direct[home], replicas, people[-1] if home == 0 else people[1]))
    people.append(without_database(replicas.sites[1 - home], replicas, postgres))
    with ThreadPoolExecutor(len(people)) as pool:
        working = [pool.submit(one.judge) for one in people]
        while sum(len(one.acknowledged) for one in people) < 25:
            time.sleep(0.01)
        replicas.sites[home].process.send_signal(signal.SIGKILL)
        for one in working:
            one.result(120)
    # Some held what others waited for: what is left goes to anyone who asks now.
    for one in people:
        one.open()
        one.judge()
    return people


@pytest.mark.postgres
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_replica_dies_and_the_work_goes_on(replicas: Replicas, postgres: PostgresServer) -> None:
    """Two replicas keep overlap and leases between them, a lead sees both, a desk outlives a stop of the database; one
    replica dies: nothing is lost, and its people are signed in at the other.
    """
    people = a_campaign_with_a_death(replicas, postgres)
    acknowledged = [click for one in people for click in one.acknowledged]
    assert [row.done for row in comparisons(replicas.built.store, "trial")] == [3] * 36
    assert problems(replicas.built.store, "trial", acknowledged) == []
    survivor = next(site for site in replicas.sites if site.process.poll() is None)
    assert replicas.figure(survivor, "parvis_judgments_total") == 108
