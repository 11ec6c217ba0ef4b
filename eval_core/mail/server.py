"""The mail server: which one, by environment, and handing a message to it."""

from __future__ import annotations

import smtplib
import ssl
from dataclasses import dataclass, field
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import parseaddr
from urllib.parse import unquote, urlsplit

from eval_core import settings
from eval_core.errors import ParvisError
from eval_core.mail.addresses import is_address

_PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
_SECONDS = 20.0


@dataclass(frozen=True)
class MailServer:
    """A mail server and the sender's address. `scheme`: 'smtps' TLS at once, 'smtp' STARTTLS, 'smtp+plain' neither."""

    scheme: str
    host: str
    port: int
    user: str
    password: str = field(repr=False)
    sender: str
    seconds: float = _SECONDS

    @property
    def name(self) -> str:
        """Host and port, for messages."""
        return f"{self.host}:{self.port}"


class MailError(Exception):
    """A mail was not taken.

    Attributes:
        answer: the server's number, such as '550', or a word of ours: 'unreachable', 'tls', 'login', 'utf8'.
        passing: whether it is worth trying again later.
    """

    def __init__(self, answer: str, *, passing: bool) -> None:
        super().__init__(answer)
        self.answer, self.passing = answer, passing


def mail_server() -> MailServer | None:
    """The server that PARVIS_SMTP_URL names, with PARVIS_MAIL_FROM as the sender; None without one.

    Raises:
        ParvisError: if either is malformed; the password is not quoted.
    """
    url = settings.SMTP_URL.value()
    if not url:
        return None
    sender = settings.MAIL_FROM.value()
    if not is_address(parseaddr(sender)[1]):
        raise ParvisError("PARVIS_MAIL_FROM must be the address that mails come from, such as Parvis <parvis@host.no>")
    if not settings.BASE_URL.text:
        raise ParvisError("mails hold links: with PARVIS_SMTP_URL set PARVIS_BASE_URL too")
    parts = urlsplit(url)
    user, password = (unquote(part or "") for part in (parts.username, parts.password))
    return MailServer(parts.scheme, str(parts.hostname), parts.port or _PORTS[parts.scheme], user, password, sender)


def send_message(server: MailServer, message: EmailMessage, to: str) -> None:
    """Hand a message over, for one recipient.

    Raises:
        MailError: if it was not taken.
    """
    try:
        with _connected(server) as connection:
            connection.send_message(message, from_addr=parseaddr(server.sender)[1], to_addrs=[envelope(to)])
    except smtplib.SMTPRecipientsRefused as error:
        code = next(iter(error.recipients.values()))[0]
        raise MailError(str(code), passing=code < 500) from None
    except smtplib.SMTPAuthenticationError:  # our own fault, not the address's: an operator may fix it
        raise MailError("login", passing=True) from None
    except smtplib.SMTPResponseException as error:
        # 421 and other 4xx; a code below 100 is none, from a connection that broke.
        raise MailError(str(error.smtp_code), passing=error.smtp_code < 500) from None
    except smtplib.SMTPNotSupportedError as error:
        if "SMTPUTF8" in str(error):
            raise MailError("utf8", passing=False) from None
        raise MailError("tls", passing=True) from None
    except ssl.SSLError:
        raise MailError("tls", passing=True) from None
    except (smtplib.SMTPException, OSError):
        raise MailError("unreachable", passing=True) from None


def try_server(server: MailServer) -> str:
    """Whether the server answers and lets us in: '' or the word of a `MailError`."""
    try:
        with _connected(server) as connection:
            connection.noop()
    except smtplib.SMTPAuthenticationError:
        return "login"
    except (ssl.SSLError, smtplib.SMTPNotSupportedError):
        return "tls"
    except (smtplib.SMTPException, OSError):
        return "unreachable"
    return ""


def server_line() -> str:
    """One line about the mail server for the operator, after a try to reach it; '' without one."""
    server = mail_server()
    if server is None:
        return ""
    trouble = {
        "": "answers",
        "login": "refuses the user name or the password",
        "tls": "cannot be reached securely",
        "unreachable": "does not answer; mails will wait",
    }
    return f"mail server {server.name}: {trouble[try_server(server)]}; mails come from {server.sender}"


def envelope(address: str) -> str:
    """An address as it is sent to servers: a domain beyond ASCII in its ASCII form."""
    local, _, domain = address.rpartition("@")
    return f"{local}@{domain.encode('idna').decode()}"


def header_address(name: str, address: str) -> Address:
    """Name and address for a header. A name cannot break out of it: control characters become spaces."""
    local, _, domain = envelope(address).rpartition("@")
    return Address(display_name=one_line(name), username=local, domain=domain)


def one_line(text: str) -> str:
    """A text on one line, without control characters."""
    return " ".join("".join(character if character.isprintable() else " " for character in text).split())


def _connected(server: MailServer) -> smtplib.SMTP:
    context = ssl.create_default_context()
    connection: smtplib.SMTP
    if server.scheme == "smtps":
        connection = smtplib.SMTP_SSL(server.host, server.port, timeout=server.seconds, context=context)
    else:
        connection = smtplib.SMTP(server.host, server.port, timeout=server.seconds)
    try:
        if server.scheme == "smtp":
            connection.starttls(context=context)
        if server.user:
            connection.login(server.user, server.password)
    except BaseException:
        connection.close()
        raise
    return connection
