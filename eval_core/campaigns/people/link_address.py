"""What personal links look like. Imports nothing heavy: the command line starts with it."""

from __future__ import annotations

from urllib.parse import quote

from eval_core import settings
from eval_core.errors import ParvisError


def checked_base_url(given: str | None = None) -> str:
    """The beginning of every link, without a slash at the end: `given`, PARVIS_BASE_URL, or this machine.

    Raises:
        ParvisError: if it is not an http or https address.
    """
    if not given:
        return settings.BASE_URL.value()
    try:
        return settings.link_base(given)
    except ValueError as error:
        raise ParvisError(f"'{given}' {error}") from None


def link_address(token: str, base_url: str, slug: str = "") -> str:
    """The whole personal link; `base_url` as `checked_base_url` gives it.

    Args:
        slug: the campaign that it opens first, for a person who has several; '' for none of them in particular.
    """
    return f"{base_url}/join/{token}" + (f"?campaign={quote(slug)}" if slug else "")


def results_address(slug: str, base_url: str) -> str:
    """The public page of a campaign's results, as `eval_core.web.public_results` answers it."""
    return f"{base_url}/results/{quote(slug)}/"


def guide_address(language: str, base_url: str) -> str:
    """The annotators' guide in a language (en, nb or nn), as `eval_core.web.guide_page` answers it."""
    return f"{base_url}/guide/{language}"


def door_address(word: str, base_url: str) -> str:
    """The open link of a campaign; `base_url` as `checked_base_url` gives it."""
    return f"{base_url}/take-part/{quote(word)}"
