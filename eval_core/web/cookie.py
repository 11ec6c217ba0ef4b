"""The name of the cookie that a sign-in leaves in the browser."""

from __future__ import annotations

COOKIE = "parvis_session"
