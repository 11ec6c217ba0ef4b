"""Guessing links is slowed down, per client, without keeping addresses for ever."""

from __future__ import annotations

import pytest

from eval_core.ui import routes
from eval_core.ui.routes import FailureLimit


def test_a_guesser_waits_and_others_do_not() -> None:
    """After so many failures a client is blocked until they are old; somebody else is not."""
    limit = FailureLimit(allowed=3, seconds=60)
    for _ in range(3):
        assert not limit.blocked("a")
        limit.failed("a")
    assert limit.blocked("a")
    assert not limit.blocked("b")


def test_failures_grow_old(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the window has passed, the client may try again and is forgotten."""
    now = [0.0]
    monkeypatch.setattr(routes.time, "monotonic", lambda: now[0])
    limit = FailureLimit(allowed=1, seconds=60)
    limit.failed("a")
    now[0] = 59.0
    assert limit.blocked("a")
    now[0] = 61.0
    assert not limit.blocked("a")
    assert not limit._failures


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failures from ever new clients never fill the memory."""
    monkeypatch.setattr(routes, "_CLIENTS_KEPT", 5)
    limit = FailureLimit()
    for number in range(50):
        limit.failed(str(number))
    assert len(limit._failures) == 5
