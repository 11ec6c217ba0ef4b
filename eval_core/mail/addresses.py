"""Mail addresses: which ones are taken, and when two are the same."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 254
# The characters that RFC 5322 allows in a dot-atom, and letters beyond ASCII (RFC 6531); no quoted local parts.
_LOCAL = re.compile(r"[^\s\x00-\x20\x7f()<>\[\]:;@\\,\"]+")
_LABEL = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")


def is_address(text: str) -> bool:
    """Whether this can be a mail address: one @, a local part without spaces, a domain with a dot."""
    if len(text) > LONGEST or not text.isprintable() or text.count("@") != 1:
        return False
    local, _, domain = text.partition("@")
    labels = domain.split(".")
    if not _LOCAL.fullmatch(local) or len(local.encode()) > 64 or local[0] == "." or local[-1] == "." or ".." in local:
        return False
    if len(labels) < 2 or not all(_LABEL.fullmatch(label) for label in labels):
        return False
    try:
        domain.encode("idna")
    except UnicodeError:
        return False
    return True


def tidy(text: str) -> str:
    """An address as it is stored: without spaces around it, letters composed."""
    return unicodedata.normalize("NFC", text.strip())


def folded(text: str) -> str:
    """What two ways of writing one address have in common: capitals and small letters count alike."""
    return tidy(text).casefold()


def split_pasted(text: str) -> tuple[str, str]:
    """Take an address out of the name that it was pasted with: 'Kari <kari@example.org>' gives both parts.

    Returns:
        (name, address), the address '' where there is none, and the name '' where there is nothing but an address.
    """
    if bare := re.fullmatch(r"\s*<?\s*([^<>\s]+@[^<>\s]+?)\s*>?\s*", text):
        return "", tidy(bare[1])
    match = re.fullmatch(r"\s*(.*?)\s*<\s*([^<>\s]+@[^<>\s]+)\s*>\s*", text, re.DOTALL)
    return (match[1].strip('" '), tidy(match[2])) if match else (text.strip(), "")
