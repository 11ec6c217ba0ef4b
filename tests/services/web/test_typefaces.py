"""The typefaces of pages outside Streamlit."""

from __future__ import annotations

import re

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from eval_core.web.plain_page import plain_page
from eval_core.web.typefaces import typefaces_routes


@pytest.mark.parametrize("base_path", ["", "/group/parvis"])
def test_every_typeface_of_a_page_is_served(monkeypatch: pytest.MonkeyPatch, base_path: str) -> None:
    """What the page's style sheet names is there, as a font, under a sub-path too."""
    monkeypatch.setenv("PARVIS_BASE_URL", f"https://parvis.example.org{base_path}")
    client = TestClient(Starlette(routes=typefaces_routes(base_path)))
    addresses = re.findall(r'src: url\("([^"]+)"\)', bytes(plain_page().body).decode())
    assert len(addresses) == 2
    for address in addresses:
        answer = client.get(address)
        assert (answer.status_code, answer.headers["content-type"], answer.content[:4]) == (200, "font/woff2", b"wOF2")


@pytest.mark.parametrize("name", ["other.woff2", "..%2Fsans.woff2", "site.css", "sans.css"])
def test_nothing_else_is_served(name: str) -> None:
    """The folder holds more than typefaces."""
    assert TestClient(Starlette(routes=typefaces_routes())).get(f"/typefaces/{name}").status_code == 404
