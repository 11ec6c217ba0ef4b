"""Which mail addresses are taken, and how they are found in what a lead pastes."""

from __future__ import annotations

import pytest

from eval_core.mail.addresses import folded, is_address, split_pasted

GOOD = (
    "kari@example.org",
    "kari.nordmann+parvis@sub.example.no",
    "kåre@blåbærsyltetøy.no",
    "o'neil@example.org",
    "用户@例子.中国",
    "k_n-1@xn--blbr-6qah.no",
)
BAD = (
    "",
    "kari",
    "kari@",
    "@example.org",
    "kari@example",
    "kari@@example.org",
    "kari nordmann@example.org",
    "kari@example.org\nBcc: all@example.org",
    "kari@example.org\r\n",
    "kari@exam ple.org",
    "<kari@example.org>",
    "kari@example.org,ola@example.org",
    "kari..n@example.org",
    ".kari@example.org",
    "kari@-example.org",
    "kari@example..org",
    f"{'k' * 65}@example.org",
    f"kari@{'a' * 250}.no",
    f"kari@{'å' * 64}.no",
    "kari\x00@example.org",
    "kari\u202e@example.org",
)


@pytest.mark.parametrize("address", GOOD)
def test_an_address_is_taken(address: str) -> None:
    """Letters of any script, dots, plus and the rest of ordinary addresses."""
    assert is_address(address)


@pytest.mark.parametrize("address", BAD)
def test_what_is_none_is_refused(address: str) -> None:
    """Line breaks above all: they would begin another header."""
    assert not is_address(address)


def test_capitals_and_composition_do_not_matter() -> None:
    """People write their own address in several ways."""
    assert folded(" Kåre@Example.org ") == folded("ka\u030are@example.ORG")


def test_an_address_is_found_in_a_name() -> None:
    """As mail programs write them; a name without one stays a name."""
    assert split_pasted("Kari Nordmann <kari@example.org>") == ("Kari Nordmann", "kari@example.org")
    assert split_pasted('"Nordmann Kari" < kari@example.org >') == ("Nordmann Kari", "kari@example.org")
    assert split_pasted("Kari") == ("Kari", "")
    for bare in ("kari@example.org", " <kari@example.org> "):
        assert split_pasted(bare) == ("", "kari@example.org")
    assert split_pasted("Kari kari@example.org") == ("Kari kari@example.org", "")
    assert split_pasted("Kari <not one>") == ("Kari <not one>", "")
