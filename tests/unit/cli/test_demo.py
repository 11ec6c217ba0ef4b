"""`parvis demo`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from eval_core.campaigns.people.sign_ins.sign_in import open_invitation
from eval_core.store import Store
from tests.support.running import Run

LINK = re.compile(r"https://host\.no/parvis/join/(\S+)")


@pytest.mark.slow
def test_demo(
    done: Run, trial: str, contents: Callable[[], list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The demo fills its own demo.db once and renews one link per role; the database of the settings stays as it is."""
    monkeypatch.setenv("PARVIS_DATABASE_URL", f"sqlite:///{tmp_path / 'parvis.db'}")
    monkeypatch.setenv("PARVIS_BASE_URL", "https://host.no/parvis")
    before = contents()
    first, second = done("demo"), done("demo")
    assert "demo.db" in first.err
    assert contents() == before
    monkeypatch.setenv("PARVIS_DATABASE_URL", f"sqlite:///{tmp_path / 'demo.db'}")
    old, new = LINK.findall(first.out), LINK.findall(second.out)
    assert len(old) == len(new) == 3
    store = Store()
    assert [open_invitation(store, token) is None for token in old + new] == [True] * 3 + [False] * 3
    store.dispose()
    roles = {role for row in done("person", "list", "--format", "json").json for role in row["roles"]["demo"]}
    assert roles == {"annotator", "lead", "researcher"}
    campaigns = done("campaign", "list", "--format", "json").json
    assert [row["is_demo"] for row in campaigns] == [True]
    assert len(done("rank", "--campaign", campaigns[0]["slug"], "--format", "json").json["systems"]) >= 2
