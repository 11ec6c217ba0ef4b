"""`parvis serve` reads every setting before it does anything: a wrong one ends it with one line and exit 2."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import make_url

from eval_core import settings
from eval_core.cli import dashboard
from eval_core.errors import ParvisError
from eval_core.store import Store
from tests.ports import free_port
from tests.support.reading import ROOT
from tests.support.running import Run

SECRET = "Hemmeleg"
# Every setting, with texts that it refuses. A text with SECRET in it would show a part of a password.
REFUSED: dict[str, tuple[str, ...]] = {
    "PARVIS_DATABASE_URL": (
        "nonsense",
        "mysql://me:Hemmeleg@host/parvis",
        "postgresql://me:Hemmeleg@host:port/parvis",
        "postgresql://me:Hemmeleg@host:0/parvis",
        "postgresql://me:Hemmeleg@host:65536/parvis",
        "postgresql://me:pass@Hemmeleg@host/parvis",
        "postgresql://me:pass/@Hemmeleg@host/parvis",
        "postgresql://me:Hemmeleg/parvis",
    ),
    "PARVIS_BASE_URL": (
        "host.no",
        "https://host:port",
        "https://host:99999",
        "https://me:Hemmeleg@host",
        "https://h h",
    ),
    "PARVIS_AHEAD": ("two", "-1", "21", "2.5", "9" * 5000, "٢"),
    "PARVIS_DWELL_MS": ("abc", "0.4", "-1", "1_000", "9" * 30),
    "PARVIS_SIGN_IN_DAYS": ("0", "3651", "ninety", "-1", "1.5"),
    "PARVIS_PROTOCOLS": ("no-such-folder",),
    "PARVIS_SQLITE_SYNCHRONOUS": ("off", "2"),
    "PARVIS_POOL_SIZE": ("0", "many", "1001"),
    "PARVIS_PGBOUNCER": ("perhaps", "2"),
    "PARVIS_METRICS_TOKEN": ("Hemmeleg", "Hemmeleg with spaces in it", "Hemmelegæøåæøåæøå"),
    "PARVIS_SMTP_URL": (
        "mail.example.org",
        "http://me:Hemmeleg@host",
        "smtp://",
        "smtp://host:port",
        "smtp://me:12#Hemmeleg@host",
        "smtp://me:12/Hemmeleg@host",
        "smtp://me:12?Hemmeleg@host",
    ),
    "PARVIS_MAIL_FROM": ("", "Parvis", "Parvis <parvis at host>"),
    "PARVIS_JUDGE_URL": ("host/v1", "ftp://host", "https://host:port/v1", "https://me:1#Hemmeleg@host/v1"),
    "OPENAI_API_KEY": ("Hemmeleg key", "Hemmelegø"),
    "PARVIS_BACKUPS": ("no-such-folder",),
    "PARVIS_OIDC_ISSUER": ("feide", "http://feide.example", "https://me:Hemmeleg@host", "https://host?a=b"),
    "PARVIS_OIDC_CLIENT_ID": ("two words",),
    "PARVIS_OIDC_CLIENT_SECRET": ("Hemmeleg key", "Hemmelegø"),
    "PARVIS_OIDC_NAME": ("x" * 41, "a\tb"),
    "PARVIS_OIDC_HOURS": ("0", "8761", "a day"),
}
WITHOUT_RULE = {"PARVIS_DEBUG"}  # any text
FINE = {
    "PARVIS_DATABASE_URL": ("sqlite:///parvis.db", "sqlite:////srv/a@b/parvis.db", "postgresql://me:p%40ss@host/parvis",
                            "postgresql://[::1]:5432/parvis", "postgresql+psycopg:///parvis?host=/run/postgresql"),
    "PARVIS_BASE_URL": ("https://host.no/parvis/", "http://[::1]:8501"),
    "PARVIS_OIDC_ISSUER": ("https://auth.dataporten.no", "https://host/tenant/v2.0", "http://localhost:9000/"),
    "PARVIS_OIDC_CLIENT_SECRET": ("p+/=~",),
    "PARVIS_OIDC_NAME": ("Feide", "Universitetet på Ås"),
    "PARVIS_AHEAD": ("0", "20", " 7 "),
    "PARVIS_SQLITE_SYNCHRONOUS": ("full", "NORMAL"),
    "PARVIS_PGBOUNCER": ("1", "yes", "0", "False"),
    "PARVIS_METRICS_TOKEN": ("0123456789abcdef",),
    "PARVIS_SMTP_URL": ("smtps://me%40host:p%2Fss@mail.example.org", "smtp+plain://127.0.0.1:25"),
    "PARVIS_JUDGE_URL": ("https://me:key@host/v1", "http://127.0.0.1:8000/v1"),
}  # fmt: skip


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The starts of Streamlit, which are noted and do not happen; no setting is set before."""
    starts: list[str] = []
    monkeypatch.setattr(dashboard, "_become_streamlit", lambda *_: starts.append("started"))
    for setting in settings.SETTINGS:
        monkeypatch.setenv(setting.name, "")  # empty is unset; serve sets some, and this takes them back
    return starts


@pytest.fixture
def serve(parvis: Run, started: list[str]) -> Callable[[], str]:
    """Runs `parvis serve`; the complaint, or '' where it started."""

    def run() -> str:
        ran = parvis("serve", "--port", free_port())
        if ran.code == 0:
            return ""
        assert started == []
        return ran.complaint

    return run


def test_every_setting_is_tried() -> None:
    """The tables of this test and of the program name the same settings, and no other module reads the environment."""
    assert {setting.name for setting in settings.SETTINGS} == {*REFUSED, *WITHOUT_RULE}
    reads = re.compile(r"""(?:environ\.get|getenv)\(["'](?:PARVIS_|OPENAI_)|environ\[["']PARVIS_\w+["']\](?! = )""")
    files = [ROOT / "app.py", *(ROOT / "pages").rglob("*.py"), *(ROOT / "eval_core").rglob("*.py")]
    assert [file.name for file in files if reads.search(file.read_text(encoding="utf-8"))] == []
    # The planted violation: every way of reading is seen, and writing is none.
    assert reads.search('os.environ.get("PARVIS_AHEAD")')
    assert reads.search('x = os.environ["PARVIS_AHEAD"]')
    assert not reads.search('os.environ["PARVIS_BASE_URL"] = base')


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in REFUSED.items() for text in texts])
def test_a_wrong_setting_ends_the_start(
    serve: Callable[[], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, text: str
) -> None:
    """One line names the setting and quotes no part of a password; nothing is made."""
    if name == "PARVIS_MAIL_FROM":
        monkeypatch.setenv("PARVIS_SMTP_URL", "smtp+plain://127.0.0.1")
        monkeypatch.setenv("PARVIS_BASE_URL", "https://host.no")
    monkeypatch.setenv(name, text)
    said = serve()
    assert name in said
    assert SECRET not in said
    assert len(said) < 250
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in FINE.items() for text in texts])
def test_what_is_right_is_taken(monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    """The rules refuse nothing that works, and an empty text is the default."""
    (setting,) = [one for one in settings.SETTINGS if one.name == name]
    monkeypatch.setenv(name, text)
    assert settings.faults() == []
    setting.value()
    monkeypatch.setenv(name, " ")
    assert setting.value() == setting.read(setting.default)


def test_it_starts_with_what_is_right(serve: Callable[[], str], started: list[str], tmp_path: Path) -> None:
    """The planted opposite: with nothing wrong the same call starts, and makes the database."""
    assert serve() == ""
    assert started == ["started"]
    assert (tmp_path / "parvis.db").exists()


def test_all_that_is_wrong_is_said_at_once(
    parvis: Run, started: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each wrong setting has a line of its own; mails without an address for links are one of them."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "abc")
    monkeypatch.setenv("PARVIS_METRICS_TOKEN", "short")
    monkeypatch.setenv("PARVIS_SMTP_URL", "smtp+plain://127.0.0.1")
    monkeypatch.setenv("PARVIS_MAIL_FROM", "Parvis <parvis@host.no>")
    ran = parvis("serve", "--port", free_port())
    assert (ran.code, started, ran.out) == (2, [], "")
    assert ran.err.splitlines() == [
        "PARVIS_DWELL_MS must be a whole number of milliseconds from 0 to 600000",
        "PARVIS_METRICS_TOKEN must have at least 16 characters",
        "mails hold links: with PARVIS_SMTP_URL set PARVIS_BASE_URL too",
        "parvis: 3 settings are wrong, so nothing was started",
    ]
    assert not list(tmp_path.iterdir())


def test_no_name_of_a_database_holds_a_password(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the password is written in the address, the name for messages hides it, and the driver gets it."""
    for url in (
        f"postgresql://me:{SECRET}@host/parvis",
        f"postgresql://host/parvis?user=me&password={SECRET}",
        f"postgresql://me:{SECRET}%40more@host/parvis",
    ):
        monkeypatch.setenv("PARVIS_DATABASE_URL", url)
        store = Store()
        assert SECRET not in store.name
        assert str(store.url.password).startswith(SECRET)
        assert "password" not in store.url.query
        store.dispose()
    monkeypatch.setenv("PARVIS_DATABASE_URL", f"postgresql://me:pass@{SECRET}@host/parvis")
    with pytest.raises(ParvisError) as refused:
        Store()
    assert SECRET not in str(refused.value)


def test_serve_hands_on_what_it_read(serve: Callable[[], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The database's address is handed on so that the next process reads the same, with its password escaped."""
    monkeypatch.setenv("PARVIS_DATABASE_URL", "sqlite:///with@sign.db")
    assert serve() == ""
    assert make_url(os.environ["PARVIS_DATABASE_URL"]).database == str(tmp_path / "with@sign.db")
    assert settings.faults() == []
