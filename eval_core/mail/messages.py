"""A mail from its template: subject, plain text, and the same text as simple HTML."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8
from email.utils import format_datetime, parseaddr
from functools import cache
from html import escape
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from eval_core.mail.server import MailServer, envelope, header_address, one_line
from eval_core.places import HOME

_FOLDER = HOME / "data" / "mail"
_SUBJECT = "Subject:"


@dataclass(frozen=True)
class Written:
    """A mail in words."""

    subject: str
    text: str

    @property
    def html(self) -> str:
        """The text as HTML: paragraphs, and each address on a line of its own as a link."""
        return "\n".join(_paragraph(paragraph) for paragraph in self.text.strip().split("\n\n"))


def write_mail(kind: str, language: str, **facts: Any) -> Written:
    """Fill in a template of data/mail.

    Args:
        kind: 'invitation', 'reminder', 'summary' or 'link'.
        language: 'en', 'nb' or 'nn'.
        facts: every name that the template has.

    Raises:
        jinja2.UndefinedError: for a name that is not given.
    """
    filled = _templates().get_template(f"{kind}.{language}.txt").render(**facts)
    head, _, text = filled.partition("\n")
    # A value may hold line breaks of its own, so empty lines are not counted on to be single.
    lines = [line.rstrip() for line in text.strip().splitlines()]
    tidy = [line for number, line in enumerate(lines) if line or lines[number - 1]]
    return Written(one_line(head.removeprefix(_SUBJECT)), "\n".join(tidy) + "\n")


def message_of(
    written: Written,
    server: MailServer,
    *,
    to: tuple[str, str],
    language: str,
    number: int,
    at: datetime,
    stop: str | None = None,
) -> EmailMessage:
    """The message to hand to a mail server.

    Args:
        to: name and address.
        number: of the mail; a mail that is sent twice keeps its Message-ID, so that many readers show it once.
        stop: the address that stops such mails with one click (RFC 8058), None where there is no way to.
    """
    name, address = to
    ascii_only = envelope(address).isascii()
    message = EmailMessage(policy=SMTP if ascii_only else SMTPUTF8)
    sender_name, sender = parseaddr(server.sender)
    message["Subject"] = written.subject
    message["From"] = header_address(sender_name or "Parvis", sender)
    message["To"] = header_address(name, address)
    message["Date"] = format_datetime(at)
    message["Message-ID"] = f"<parvis.{number}.{at:%Y%m%d%H%M%S}@{envelope(sender).rpartition('@')[2]}>"
    message["Content-Language"] = language
    message["Auto-Submitted"] = "auto-generated"
    if stop:
        message["List-Unsubscribe"] = f"<{stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(written.text)
    page = _templates().get_template("layout.html").render(lang=language, subject=written.subject, body=written.html)
    message.add_alternative(page, subtype="html")
    return message


def _paragraph(paragraph: str) -> str:
    lines = paragraph.strip().splitlines()
    return f"<p>{'<br>'.join(map(_line, lines))}</p>"


def _line(line: str) -> str:
    if line.startswith(("http://", "https://")) and " " not in line:
        return f'<a href="{escape(line)}">{escape(line)}</a>'
    return escape(line)


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(_FOLDER),
        undefined=StrictUndefined,
        autoescape=select_autoescape(("html",)),
        trim_blocks=True,
        lstrip_blocks=True,
    )
