"""A mail as bytes: headers that no name can break, plain text and HTML that say the same, and every template filled."""

from __future__ import annotations

import email
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest
from jinja2 import UndefinedError

from eval_core.errors import ParvisError
from eval_core.locales import LANGUAGES
from eval_core.mail.messages import Written, message_of, write_mail
from eval_core.mail.server import MailError, MailServer, mail_server, send_message, server_line, try_server
from tests.ports import free_port
from tests.support.mailbox import open_mailbox

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)
SERVER = MailServer("smtp+plain", "127.0.0.1", 1, "", "", "Parvis <parvis@example.org>", seconds=1)
FACTS = {
    "invitation": ("title", "about", "pay", "link", "until", "guide", "contact", "stop"),
    "reminder": ("title", "began", "deadline", "home", "again", "stop"),
    "summary": ("title", "progress", "week", "forecast", "needs", "home", "stop"),
    "link": ("link", "hours"),
}


def write(kind: str, language: str = "nb", **facts: object) -> Written:
    """A mail in which each fact is its own name, unless it is given."""
    return write_mail(kind, language, **({name: f"[{name}]" for name in ("name", *FACTS[kind])} | facts))


def message(written: Written, name: str = "Kari", address: str = "kari@example.org", **more: str) -> EmailMessage:
    return message_of(written, SERVER, to=(name, address), language="nb", number=7, at=AT, **more)


@pytest.mark.parametrize("kind", FACTS)
def test_every_mail_exists_in_every_language(kind: str) -> None:
    """With its subject, the name of the reader, and every fact in each of them."""
    for language in LANGUAGES:
        written = write(kind, language, **({"needs": ["[needs]"]} if kind == "summary" else {}))
        assert written.subject
        assert "[" not in written.subject.replace("[title]", "")
        shown = {"began"}
        assert [name for name in FACTS[kind] if f"[{name}]" not in written.subject + written.text] == [
            name for name in FACTS[kind] if name in shown
        ]
        assert "[name]" in written.text
        assert "\n\n\n" not in written.text
    with pytest.raises(UndefinedError):
        write_mail(kind, "nb", name="Kari")


def test_no_name_breaks_a_header() -> None:
    """Line breaks in a name or a title stay within their header; nothing is added."""
    evil = "Kari\r\nBcc: all@example.org\n\nHello"
    sent = message(write("reminder", title=evil), name=evil, stop="https://parvis.example.org/stop-mail/x")
    names = email.message_from_bytes(sent.as_bytes()).keys()
    assert sorted(names) == sorted(message(write("reminder"), stop="https://parvis.example.org/stop-mail/x").keys())
    assert sent["Bcc"] is None
    assert sent["To"].addresses[0].addr_spec == "kari@example.org"
    assert sent["List-Unsubscribe"] == "<https://parvis.example.org/stop-mail/x>"
    assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_text_and_html_say_the_same_and_markup_stays_text() -> None:
    """A title with markup is shown as it is written; an address on its own line is a link."""
    sent = message(write("link", name="<b>Kari</b>", link="https://parvis.example.org/join/x"))
    plain, html = (sent.get_body((kind,)) for kind in ("plain", "html"))
    assert plain is not None
    assert html is not None
    assert "<b>Kari</b>" in plain.get_content()
    assert "<b>" not in html.get_content()
    assert '<a href="https://parvis.example.org/join/x">' in html.get_content()


def test_addresses_beyond_ascii() -> None:
    """A domain goes in its ASCII form; a local part needs SMTPUTF8, and an older server says so once and for all."""
    written = write("link")
    assert message(written, address="kari@blåbær.no")["To"].addresses[0].domain == "xn--blbr-roah.no"
    with open_mailbox() as box:
        server = MailServer("smtp+plain", "127.0.0.1", box.port, "", "", "p@example.org")
        send_message(server, message(written, address="kåre@example.org"), "kåre@example.org")
        assert box.recipients == ["kåre@example.org"]


@pytest.mark.parametrize(("answer", "passing"), [("451 greylisted", True), ("550 no such user", False)])
def test_a_refusal_has_its_number(answer: str, passing: bool) -> None:
    """4xx is worth another try, 5xx is not; the server's words, which may quote the address, are left out."""
    with open_mailbox() as box:
        box.answers = [answer]
        server = MailServer("smtp+plain", "127.0.0.1", box.port, "", "", "p@example.org")
        with pytest.raises(MailError) as refused:
            send_message(server, message(write("link")), "kari@example.org")
        assert (refused.value.answer, refused.value.passing) == (answer[:3], passing)
        assert box.mails == []
        assert try_server(server) == ""


def test_a_server_that_does_not_answer() -> None:
    """No one there, or no TLS where there must be: to be tried again, and said at the start."""
    gone = MailServer("smtp", "127.0.0.1", free_port(), "", "", "p@example.org", seconds=1)
    with pytest.raises(MailError) as refused:
        send_message(gone, message(write("link")), "kari@example.org")
    assert (refused.value.answer, refused.value.passing, try_server(gone)) == ("unreachable", True, "unreachable")
    with open_mailbox() as box:
        assert try_server(MailServer("smtp", "127.0.0.1", box.port, "", "", "p@example.org", seconds=1)) == "tls"


def test_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """None, a whole one, and wrong ones in words that do not quote the password."""
    monkeypatch.delenv("PARVIS_SMTP_URL", raising=False)
    assert mail_server() is None
    monkeypatch.setenv("PARVIS_SMTP_URL", "smtps://me%40host:se%2Fcret@mail.example.org")
    with pytest.raises(ParvisError, match="PARVIS_MAIL_FROM"):
        mail_server()
    monkeypatch.setenv("PARVIS_MAIL_FROM", "Parvis <parvis@example.org>")
    monkeypatch.delenv("PARVIS_BASE_URL", raising=False)
    with pytest.raises(ParvisError, match="PARVIS_BASE_URL"):
        mail_server()
    monkeypatch.setenv("PARVIS_BASE_URL", "https://parvis.example.org")
    server = mail_server()
    assert server is not None
    assert (server.name, server.user, server.password) == ("mail.example.org:465", "me@host", "se/cret")
    assert "cret" not in repr(server)
    monkeypatch.setattr("eval_core.mail.server.try_server", lambda _: "login")
    assert "mail.example.org:465: refuses" in server_line()
    assert "cret" not in server_line()
    for wrong in ("mail.example.org", "http://me:hidden@host", "smtp://", "smtp://host:port"):
        monkeypatch.setenv("PARVIS_SMTP_URL", wrong)
        with pytest.raises(ParvisError) as refused:
            mail_server()
        assert "hidden" not in str(refused.value)


def test_no_template_is_forgotten() -> None:
    """Each kind has a file in each language, and no other file is there."""
    names = {path.name for path in (Path(__file__).parents[3] / "data" / "mail").iterdir()}
    assert names == {f"{kind}.{language}.txt" for kind in FACTS for language in LANGUAGES} | {"layout.html"}
