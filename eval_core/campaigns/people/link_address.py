"""What personal links look like. Imports nothing heavy: the command line starts with it."""

from __future__ import annotations

import os
from urllib.parse import quote, urlsplit

from eval_core.errors import ParvisError

DEFAULT_BASE_URL = "http://127.0.0.1:8501"


def checked_base_url(given: str | None = None) -> str:
    """The beginning of every link, without a slash at the end: `given`, PARVIS_BASE_URL, or this machine.

    Raises:
        ParvisError: if it is not an http or https address.
    """
    base = given or os.environ.get("PARVIS_BASE_URL") or DEFAULT_BASE_URL
    try:
        parts = urlsplit(base)
        odd = parts.scheme not in ("http", "https") or not parts.hostname or bool(parts.query or parts.fragment)
        odd |= parts.port == 0 or any(character.isspace() for character in base)
    except ValueError:
        odd = True
    if odd:
        raise ParvisError(f"'{base}' cannot begin a link: use an address such as https://host or https://host/parvis")
    return base.rstrip("/")


def link_address(token: str, base_url: str, slug: str = "") -> str:
    """The whole personal link; `base_url` as `checked_base_url` gives it.

    Args:
        slug: the campaign that it opens first, for a person who has several; '' for none of them in particular.
    """
    return f"{base_url}/join/{token}" + (f"?campaign={quote(slug)}" if slug else "")


def guide_address(language: str, base_url: str) -> str:
    """The annotators' guide in a language (en, nb or nn), as `eval_core.web.guide_page` answers it."""
    return f"{base_url}/guide/{language}"
