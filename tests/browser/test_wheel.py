"""What is installed instead of cloned: one wheel with the pages and the data inside."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT, Site, sign_in

WHERE = "from eval_core.places import HOME; print(HOME)"


def test_a_wheel_works_from_an_empty_directory(
    tmp_path: Path, serve: Callable[..., Site], visit: Callable[..., Page]
) -> None:
    """A dashboard served from an unpacked wheel, far from the repository, has its pages, texts and protocols."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    installed, empty = tmp_path / "installed", tmp_path / "empty"
    zipfile.ZipFile(wheel).extractall(installed)
    empty.mkdir()
    desk = Path("eval_core/web/desk")
    assert {path.name for path in (installed / desk).iterdir()} == {path.name for path in (ROOT / desk).iterdir()}

    def ran(*command: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(installed)}
        done = subprocess.run([sys.executable, *command], cwd=empty, env=environment, capture_output=True, check=True)
        return done.stdout.decode()

    assert Path(ran("-c", WHERE).strip()).is_relative_to(installed)
    assert "heval" in ran("-m", "eval_core.cli", "protocol", "list")
    site = serve(PYTHONPATH=str(installed))
    (link,) = re.findall(r"first lead's link: (\S+)", site.log.read_text())
    page = visit()
    sign_in(page, link)
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    expect(page.get_by_role("textbox").first).to_be_visible()  # the first campaign's title is asked for
