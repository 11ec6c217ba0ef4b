"""The OpenID provider at which staff may sign in: which one, by environment."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from eval_core import settings
from eval_core.errors import ParvisError


@dataclass(frozen=True)
class SignInProvider:
    """An OpenID provider, and what it knows Parvis by.

    Attributes:
        issuer: its address, as it writes it itself.
        client_secret: '' for a client without one, whose exchanges are kept by PKCE alone.
        name: how pages call it.
    """

    issuer: str
    client_id: str
    client_secret: str = field(repr=False)
    name: str


def sign_in_provider() -> SignInProvider | None:
    """The provider that PARVIS_OIDC_ISSUER names; None without one.

    Raises:
        ParvisError: if a setting is malformed, or one that it needs is missing; no secret is quoted.
    """
    issuer = settings.OIDC_ISSUER.value()
    if not issuer:
        return None
    client_id = settings.OIDC_CLIENT_ID.value()
    if not client_id:
        raise ParvisError("with PARVIS_OIDC_ISSUER set PARVIS_OIDC_CLIENT_ID too: the provider gives it to you")
    if not settings.BASE_URL.text:
        raise ParvisError("the provider sends people back to Parvis: with PARVIS_OIDC_ISSUER set PARVIS_BASE_URL too")
    name = settings.OIDC_NAME.value() or str(urlsplit(issuer).hostname)
    return SignInProvider(issuer, client_id, settings.OIDC_CLIENT_SECRET.value(), name)
