"""A PgBouncer in transaction mode before a PostgreSQL of the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import URL, make_url

from tests.conftest import IN_CI
from tests.ports import free_port
from tests.support.postgres import PostgresServer
from tests.support.reading import ROOT

PGBOUNCER = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin:/usr/local/sbin")
FILE = ROOT / "docs" / "deploy" / "pgbouncer.ini"


def configuration(direct: URL, port: int, size: int) -> str:
    """The documented file before this test's database, at another port, and without passwords."""
    text = FILE.read_text(encoding="utf-8")
    socket = direct.query["host"]
    for documented, here in (
        ("parvis = host=127.0.0.1 port=5432", f"* = host={socket} user={direct.username}"),
        ("listen_port = 6432", f"listen_port = {port}"),
        ("auth_type = scram-sha-256", "auth_type = any"),
        ("auth_file = /etc/pgbouncer/userlist.txt\n", ""),
        ("default_pool_size = 20", f"default_pool_size = {size}"),
    ):
        assert text.count(documented) == 1, documented
        text = text.replace(documented, here)
    return text


@contextmanager
def pooling(server: PostgresServer, url: str, folder: Path, size: int = 4) -> Iterator[str]:
    """The address of a database behind a pooler that keeps so many connections to it; skips without one, fails in CI."""
    if PGBOUNCER is None:
        if IN_CI:
            pytest.fail("no pgbouncer: the tests behind a pooler must run in CI")
        pytest.skip("no pgbouncer: the tests behind a pooler did not run")
    port, direct = free_port(), make_url(url)
    file = folder / "pgbouncer.ini"
    file.write_text(configuration(direct, port, size))
    # It will not run as root; the user of the server may enter its folder.
    user = ["-u", server.system_user] if os.geteuid() == 0 else []
    with (folder / "pgbouncer.log").open("wb") as log:
        process = subprocess.Popen(
            [PGBOUNCER, "-q", *user, str(file)], stdin=subprocess.DEVNULL, stderr=log, stdout=log
        )
    try:
        pooled = direct.set(host="127.0.0.1", port=port, query={})
        _wait_for(pooled.set(drivername="postgresql").render_as_string(hide_password=False), process)
        yield pooled.render_as_string(hide_password=False)
    finally:
        process.terminate()
        process.wait(30)


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < end:
        try:
            with psycopg.connect(url, connect_timeout=5, prepare_threshold=None) as connection:
                connection.execute("SELECT 1")
                return
        except psycopg.OperationalError:
            time.sleep(0.05)
    pytest.fail("pgbouncer does not answer")
