"""The endpoint that this server names for LLM judges. Without the client, so that no start waits for its library."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

URL_VARIABLE = "PARVIS_JUDGE_URL"


def server_endpoint() -> str:
    """The endpoint's address; '' where the server names none. Nothing that a browser sends can change it."""
    return os.environ.get(URL_VARIABLE, "").strip()


def endpoint_host(url: str) -> str:
    """The host of an address, with its port: without a password, and without a path, which may hold a key."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2]
    except ValueError:
        return ""
