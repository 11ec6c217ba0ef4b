"""A mail server on this machine that keeps what it gets, and answers as a test wants."""

from __future__ import annotations

import email
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import SMTPUTF8
from typing import Any

from aiosmtpd.controller import Controller

from tests.ports import free_port


class Mailbox:
    """What came in; `answers` are given to the next recipients, one each, before all is taken."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.recipients: list[str] = []
        self.answers: list[str] = []
        self.port = free_port()

    @property
    def url(self) -> str:
        """For PARVIS_SMTP_URL."""
        return f"smtp+plain://127.0.0.1:{self.port}"

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        """Refuse where a test wants that."""
        del server, session, options
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer.startswith("2"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        """Keep the mail."""
        del server, session
        message = email.message_from_bytes(envelope.content, policy=SMTPUTF8)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)
        self.recipients += envelope.rcpt_tos
        return "250 taken"

    def text(self, number: int = -1) -> str:
        """The plain text of a mail; the newest by default."""
        body = self.mails[number].get_body(("plain",))
        assert body is not None
        content: str = body.get_content()
        return content.replace("\r\n", "\n")


@contextmanager
def open_mailbox() -> Iterator[Mailbox]:
    """A mail server for a moment."""
    box = Mailbox()
    controller = Controller(box, hostname="127.0.0.1", port=box.port, enable_SMTPUTF8=True)
    controller.start()
    try:
        yield box
    finally:
        controller.stop()
