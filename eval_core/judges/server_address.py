"""The endpoint that this server names for LLM judges. Without the client, so that no start waits for its library."""

from __future__ import annotations

from urllib.parse import urlsplit

from eval_core import settings


def server_endpoint() -> str:
    """The endpoint's address; '' where the server names none. Nothing that a browser sends can change it."""
    return settings.JUDGE_URL.value()


def endpoint_host(url: str) -> str:
    """The host of an address, with its port: without a password, and without a path, which may hold a key."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2]
    except ValueError:
        return ""
