"""Every setting of the environment: its name, its default, and what may be written in it.

A setting is read when it is needed, so that a test or a command sees what is set at that moment. `parvis serve` reads
them all before it does anything else (`faults`). No message quotes a value, for many hold a password.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar
from urllib.parse import SplitResult, urlsplit

from eval_core.errors import ParvisError

Value = TypeVar("Value")

_SHORTEST_TOKEN = 16
_LONGEST_NAME = 40
_LONGEST_DWELL = 600_000  # milliseconds
_ESCAPED = "write a @ of the user name or the password as %40"
_YES, _NO = ("1", "yes", "true", "on"), ("0", "no", "false", "off")


@dataclass(frozen=True)
class Setting(Generic[Value]):
    """A variable of the environment. One that is empty counts as unset.

    Attributes:
        default: the text that counts where it is unset.
        read: makes the value of a text; raises ValueError with what is wrong, as words after the name.
    """

    name: str
    default: str
    read: Callable[[str], Value]

    @property
    def text(self) -> str:
        """What is written there, without spaces around it; '' where it is unset."""
        return os.environ.get(self.name, "").strip()

    def value(self) -> Value:
        """What it is set to, or its default.

        Raises:
            ParvisError: if it is malformed: its name and what it must be, not what is there.
        """
        try:
            return self.read(self.text or self.default)
        except ValueError as error:
            raise ParvisError(f"{self.name} {error}") from None


def faults() -> list[str]:
    """What is wrong with the settings, one line each, in the order of the table."""
    lines = []
    for setting in SETTINGS:
        try:
            setting.value()
        except ParvisError as error:
            lines.append(str(error))
    return lines


def link_base(text: str) -> str:
    """What a link can begin with, without a slash at its end.

    Raises:
        ValueError: if it is no http or https address, or has a query or a password.
    """
    parts = _address(text, ("http", "https"), "cannot begin a link: use an address such as https://host or "
                     "https://host/parvis")  # fmt: skip
    if parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError("cannot begin a link: it has more than host, port and path")
    return text.rstrip("/")


def _whole(least: int, most: int, unit: str = "") -> Callable[[str], int]:
    def read(text: str) -> int:
        # Up to nine digits: int() takes other alphabets' digits and underscores, and refuses thousands of digits.
        if not (re.fullmatch(r"[0-9]{1,9}", text) and least <= int(text) <= most):
            raise ValueError(f"must be a whole number{unit} from {least} to {most}")
        return int(text)

    return read


def _flag(text: str) -> bool:
    if text.lower() not in _YES + _NO:
        raise ValueError("must be 1 (yes) or 0 (no)")
    return text.lower() in _YES


def _word(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.upper() not in words:
            raise ValueError(f"must be one of {', '.join(words)}")
        return text.upper()

    return read


def _token(text: str) -> str:
    if text and len(text) < _SHORTEST_TOKEN:
        raise ValueError(f"must have at least {_SHORTEST_TOKEN} characters")
    return _key(text)


def _key(text: str) -> str:
    if not re.fullmatch(r"[!-~]*", text):
        raise ValueError("may hold letters without accents, digits and signs only, and no spaces")
    return text


def _folder(text: str) -> Path | None:
    if text and not Path(text).is_dir():
        raise ValueError("is not a folder")
    return Path(text) if text else None


def _address(text: str, schemes: tuple[str, ...], wrong: str) -> SplitResult:
    """The parts of an address with a host.

    Raises:
        ValueError: with `wrong`, or with how to write a @, where a part of a password would be taken for a host.
    """
    try:
        parts = urlsplit(text)
        usable = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise ValueError(wrong) from None
    if not usable or any(character.isspace() for character in text):
        raise ValueError(wrong)
    if "@" in parts.path + parts.query + parts.fragment:
        raise ValueError(f"has a @ behind its host: {_ESCAPED}, a / as %2F, a # as %23 and a ? as %3F")
    return parts


def _server(*schemes: str, wrong: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text:
            _address(text, schemes, wrong)
        return text

    return read


def _issuer(text: str) -> str:
    """An OpenID issuer, as it writes itself: a slash at its end counts.

    Raises:
        ValueError: if it is no https address; http only on this machine, where nobody listens in between.
    """
    if text:
        wrong = "is not the address of an OpenID issuer, such as https://auth.dataporten.no"
        parts = _address(text, ("https", "http"), wrong)
        if parts.scheme == "http" and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
            raise ValueError("must begin with https://: who reads along could sign in as anyone")
        if parts.query or parts.fragment or "@" in parts.netloc:
            raise ValueError(wrong)
    return text


def _line(text: str) -> str:
    if len(text) > _LONGEST_NAME or not text.isprintable():
        raise ValueError(f"must be one line of at most {_LONGEST_NAME} characters")
    return text


def _database(text: str) -> str:
    scheme, mark, rest = text.partition("://")
    kind = scheme.partition("+")[0]
    if not mark:
        raise ValueError("is not the address of a database, such as sqlite:///parvis.db or postgresql://me@host/parvis")
    if kind not in ("sqlite", "postgresql"):
        raise ValueError("is the address of an unsupported database: use sqlite:/// or postgresql://")
    if kind == "sqlite":
        return text
    if rest.count("@") > 1:
        raise ValueError(f"has more than one @: {_ESCAPED}")
    port = re.fullmatch(r"(?:\[[^]]*\]|[^:]*)(?::(.*))?", re.split("[/?]", rest.rpartition("@")[2], maxsplit=1)[0])
    if port is None or (port[1] is not None and not (re.fullmatch("[0-9]{1,5}", port[1]) and 0 < int(port[1]) < 65536)):
        raise ValueError("has a port that is no number from 1 to 65535")
    return text


_MAIL_HINT = "use smtps://user:password@host, smtp://user:password@host (STARTTLS) or smtp+plain://host"

DATABASE_URL = Setting("PARVIS_DATABASE_URL", "sqlite:///parvis.db", _database)
BASE_URL = Setting("PARVIS_BASE_URL", "http://127.0.0.1:8501", link_base)
AHEAD = Setting("PARVIS_AHEAD", "2", _whole(0, 20))
DWELL_MS = Setting("PARVIS_DWELL_MS", "400", _whole(0, _LONGEST_DWELL, " of milliseconds"))
SIGN_IN_DAYS = Setting("PARVIS_SIGN_IN_DAYS", "90", _whole(1, 3650, " of days"))
OIDC_ISSUER = Setting("PARVIS_OIDC_ISSUER", "", _issuer)
OIDC_CLIENT_ID = Setting("PARVIS_OIDC_CLIENT_ID", "", _key)
OIDC_CLIENT_SECRET = Setting("PARVIS_OIDC_CLIENT_SECRET", "", _key)
OIDC_NAME = Setting("PARVIS_OIDC_NAME", "", _line)  # how the provider is called on pages
OIDC_HOURS = Setting("PARVIS_OIDC_HOURS", "24", _whole(1, 8760, " of hours"))
PROTOCOLS = Setting("PARVIS_PROTOCOLS", "", str)  # what is wrong with a protocol is said by who reads it
SQLITE_SYNCHRONOUS = Setting("PARVIS_SQLITE_SYNCHRONOUS", "NORMAL", _word("NORMAL", "FULL"))
POOL_SIZE = Setting("PARVIS_POOL_SIZE", "10", _whole(1, 1000))
PGBOUNCER = Setting("PARVIS_PGBOUNCER", "0", _flag)
METRICS_TOKEN = Setting("PARVIS_METRICS_TOKEN", "", _token)
SMTP_URL = Setting(
    "PARVIS_SMTP_URL",
    "",
    _server("smtp", "smtps", "smtp+plain", wrong=f"is not the address of a mail server: {_MAIL_HINT}"),
)
MAIL_FROM = Setting("PARVIS_MAIL_FROM", "", str)  # read together with the mail server: eval_core/mail/server.py
JUDGE_URL = Setting(
    "PARVIS_JUDGE_URL",
    "",
    _server("http", "https", wrong="is not the address of an endpoint, such as https://host/v1"),
)
JUDGE_KEY = Setting("OPENAI_API_KEY", "", _key)
BACKUPS = Setting("PARVIS_BACKUPS", "", _folder)
DEBUG = Setting("PARVIS_DEBUG", "", str)

SETTINGS: tuple[Setting[Any], ...] = (
    DATABASE_URL,
    BASE_URL,
    AHEAD,
    DWELL_MS,
    SIGN_IN_DAYS,
    OIDC_ISSUER,
    OIDC_CLIENT_ID,
    OIDC_CLIENT_SECRET,
    OIDC_NAME,
    OIDC_HOURS,
    PROTOCOLS,
    SQLITE_SYNCHRONOUS,
    POOL_SIZE,
    PGBOUNCER,
    METRICS_TOKEN,
    SMTP_URL,
    MAIL_FROM,
    JUDGE_URL,
    JUDGE_KEY,
    BACKUPS,
    DEBUG,
)
