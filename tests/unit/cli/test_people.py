"""`parvis person`: links are shown once and die when they should."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from eval_core.campaigns.people.sign_ins.sign_in import open_invitation
from eval_core.store import Store
from tests.support.running import Run

LINK = re.compile(r"(https?://\S*)/join/([\w-]{40,})")


def link_in(said: str) -> tuple[str, str]:
    """Base and token of the one link in an answer."""
    found = LINK.findall(said)
    assert len(found) == 1, said
    return found[0]


def opens(token: str) -> bool:
    """Whether a token leads anywhere."""
    store = Store()
    try:
        return open_invitation(store, token) is not None
    finally:
        store.dispose()


def test_add_as_json(done: Run, trial: str) -> None:
    """A new person is answered with name, roles and link, and nothing else."""
    words = ("--role", "annotator", "--role", "lead", "--campaign", trial, "--base-url", "https://host.no/parvis")
    document = done("person", "add", "Kari Ås", *words, "--format", "json").json
    assert list(document) == ["name", "roles", "link"]
    assert (document["name"], document["roles"]) == ("Kari Ås", ["annotator", "lead"])
    base, token = link_in(document["link"])
    assert base == "https://host.no/parvis"
    assert opens(token)


@pytest.mark.parametrize(
    ("environment", "words", "base"),
    [
        (None, (), "http://127.0.0.1:8501"),
        ("https://host.no/sub/", (), "https://host.no/sub"),
        ("https://host.no", ("--base-url", "http://other.no/x/y/"), "http://other.no/x/y"),
    ],
)
def test_base_url(
    done: Run, trial: str, monkeypatch: pytest.MonkeyPatch, environment: str | None, words: tuple[str, ...], base: str
) -> None:
    """Links begin with --base-url, else PARVIS_BASE_URL, else this machine; a sub-path stays, a last slash goes."""
    if environment:
        monkeypatch.setenv("PARVIS_BASE_URL", environment)
    assert link_in(done("person", "add", "Kari", "--role", "lead", *words).out)[0] == base
    assert link_in(done("person", "renew", "Kari", *words).out)[0] == base


@pytest.mark.parametrize(
    "base", ["host.no", "ftp://host.no", "https://", "https://h/?q=1", "https://h h", "https://h:99999"]
)
def test_wrong_base_url(parvis: Run, base: str, tmp_path: Path) -> None:
    """What no link can begin with is refused before anything is written."""
    assert base in parvis("person", "add", "Kari", "--role", "lead", "--base-url", base).complaint
    assert not list(tmp_path.iterdir())


def test_link_is_shown_once(done: Run, trial: str, contents: Callable[[], list[str]]) -> None:
    """The token stands in no list and not in the database."""
    _, token = link_in(done("person", "add", "Kari", "--role", "lead").out)
    said = done("person", "list").out + done("person", "list", "--format", "json").out
    assert token not in said
    assert token not in "\n".join(contents())


def test_renew(done: Run, trial: str) -> None:
    """A renewal gives a link that opens and kills the old one, in both forms of answer."""
    _, old = link_in(done("person", "add", "Kari", "--role", "lead", "--campaign", trial).out)
    _, new = link_in(done("person", "renew", "Kari").out)
    assert (opens(old), opens(new)) == (False, True)
    document = done("person", "renew", "Kari", "--format", "json").json
    assert (document["name"], document["roles"]) == ("Kari", ["lead"])
    assert not opens(new)


def test_revoke(done: Run, trial: str) -> None:
    """A revoked link opens nothing, prints none, and can be renewed."""
    _, token = link_in(done("person", "add", "Kari", "--role", "annotator").out)
    assert done("person", "revoke", "Kari").out == "link of 'Kari' revoked\n"
    assert not opens(token)
    assert done("person", "list", "--format", "json").json[0]["link"] == "revoked"
    assert opens(link_in(done("person", "renew", "Kari").out)[1])


def test_list(done: Run, trial: str) -> None:
    """People are listed with their roles per campaign."""
    done("person", "add", "Kari", "--role", "annotator", "--campaign", trial)
    done("person", "add", "Åse", "--role", "researcher")
    rows = done("person", "list", "--format", "json").json
    assert [(row["name"], row["roles"], row["link"]) for row in rows] == [
        ("Kari", {"trial": ["annotator"]}, "live"),
        ("Åse", {"*": ["researcher"]}, "live"),
    ]
    assert "trial: annotator" in done("person", "list").out


@pytest.mark.parametrize(
    "words",
    [
        ("add", "Kari", "--role", "lead"),
        ("add", "Ola"),
        ("add", "Ola", "--role", "boss"),
        ("add", "Ola", "--role", "lead", "--campaign", "nowhere"),
        ("add", "", "--role", "lead"),
        ("add", "O\nla", "--role", "lead"),
        ("add", "<Ola>", "--role", "lead"),
        ("add", "x" * 81, "--role", "lead"),
        ("renew", "Nobody"),
        ("revoke", "Nobody"),
    ],
)
def test_refused(parvis: Run, done: Run, trial: str, contents: Callable[[], list[str]], words: tuple[str, ...]) -> None:
    """A taken or malformed name, an unknown person, role or campaign exits 2 and changes nothing."""
    done("person", "add", "Kari", "--role", "lead")
    before = contents()
    ran = parvis("person", *words)
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert ran.out == ""
    assert contents() == before
