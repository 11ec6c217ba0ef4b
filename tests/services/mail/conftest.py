"""A campaign that may send mail to a mail server on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.support.building import Built
from tests.support.mailbox import Mailbox, open_mailbox
from tests.support.post import SETTINGS, Post, open_post


@pytest.fixture
def mailbox(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mailbox]:
    """A mail server that the settings name."""
    with open_mailbox() as box:
        monkeypatch.setenv("PARVIS_SMTP_URL", box.url)
        for name, value in SETTINGS.items():
            monkeypatch.setenv(name, value)
        yield box


@pytest.fixture
def post(campaign: Callable[..., Built], mailbox: Mailbox) -> Post:
    """A campaign with mail switched on, its lead Lise and its annotator Kari, each with an address."""
    return open_post(campaign(), mailbox)
