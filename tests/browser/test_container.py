"""The Containerfile: linted, and its steps run outside a container, in an environment that has nothing else.

An image is not built: that needs a registry. What differs from one is in `Steps.run`: `useradd` is left out, the base
image's Python is a fresh environment, and paths lie in a scratch folder. The same environment serves the demo, as for
anyone who installs the wheel by pipx.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.browser.conftest import ROOT
from tests.ports import free_port

pytestmark = pytest.mark.slow
FILE = ROOT / "docs" / "deploy" / "Containerfile"
KNOWN = {"FROM", "COPY", "RUN", "USER", "WORKDIR", "EXPOSE", "HEALTHCHECK", "CMD"}


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Containerfile, with lines joined and comments dropped."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    found = []
    for line in re.sub(r"\\\n\s*", " ", "\n".join(lines)).splitlines():
        name, _, rest = line.partition(" ")
        assert name in KNOWN, f"the test does not know {name}"
        found.append((name, rest.strip()))
    return found


class Steps:
    """The file's instructions, carried out in a folder."""

    def __init__(self, root: Path, text: str) -> None:
        self.root, self.stages, self.command, self.check, self.user = root, dict[str, Path](), [""], [""], "root"
        self.ran: list[str] = []
        for name, rest in instructions(text):
            getattr(self, f"_{name.lower()}")(rest)

    def _from(self, rest: str) -> None:
        image, _, name = rest.partition(" AS ")
        assert re.fullmatch(r"docker\.io/library/python:3\.\d+-slim-\w+", image), "an image without a version"
        self.stage = self.root / (name or "last")
        self.stages[name] = self.stage
        self.stage.mkdir(parents=True)
        venv.create(self.stage / "python", with_pip=True)

    def _copy(self, rest: str) -> None:
        source, target = shlex.split(re.sub(r"--from=\S+ ", "", rest))
        stage = re.search(r"--from=(\S+)", rest)
        place = self._inside(target)
        if stage:
            shutil.copytree(self.stages[stage[1]] / source.lstrip("/"), place)
        elif source == ".":
            listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
            for name in filter(None, listed.decode().split("\0")):
                if (ROOT / name).is_file():
                    (place / name).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(ROOT / name, place / name)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / source, place)

    def _run(self, rest: str) -> None:
        for step in rest.split(" && "):
            if step.strip().startswith("useradd"):
                assert "--uid 10001" in step
                continue
            mapped = re.sub(r"(?<=[ =])/(?=(source|wheel|tmp)\b)", f"{self.stage}/", f" {step}").strip()
            ran = subprocess.run(["sh", "-ec", mapped], env=self.environment(), capture_output=True, text=True)
            assert ran.returncode == 0, f"{step}: {ran.stderr[-2000:]}"
            self.ran.append(step.strip())

    def _user(self, rest: str) -> None:
        self.user = rest

    def _workdir(self, rest: str) -> None:
        self.home = self._inside(rest)
        self.home.mkdir(parents=True, exist_ok=True)

    def _expose(self, rest: str) -> None:
        assert rest == "8501"

    def _healthcheck(self, rest: str) -> None:
        self.check = json.loads(rest.partition("CMD ")[2])

    def _cmd(self, rest: str) -> None:
        self.command = json.loads(rest)

    def _inside(self, path: str) -> Path:
        return self.stage / path.lstrip("/")

    def environment(self, **more: str) -> dict[str, str]:
        """Nothing of the checkout, nor of the environment that runs the tests."""
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL", "PARVIS"))
        }
        path = f"{self.stage / 'python' / 'bin'}:/usr/bin:/bin"
        return kept | {"PATH": path, "HOME": str(self.stage), **more}

    def on(self, command: list[str], port: int) -> list[str]:
        """A command of the file, at another port than 8501."""
        return [word.replace("8501", str(port)) for word in command]


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> Steps:
    return Steps(tmp_path_factory.mktemp("container"), FILE.read_text(encoding="utf-8"))


@contextmanager
def serving(steps: Steps, command: list[str], **more: str) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(command, cwd=steps.home, env=steps.environment(**more), stdout=subprocess.PIPE) as running:
        try:
            yield running
        finally:
            running.terminate()
            running.wait(30)


def healthy(steps: Steps, port: int) -> bool:
    check = subprocess.run(steps.on(steps.check, port), env=steps.environment(), capture_output=True, check=False)
    return check.returncode == 0


def test_linted() -> None:
    """hadolint has nothing to say, and finds a planted mistake."""
    linter = Path(sys.executable).with_name("hadolint")
    said = subprocess.run([linter, FILE], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (0, "")
    planted = FILE.read_text(encoding="utf-8").replace("USER 10001", "USER root\nRUN cd /tmp && sudo ls")
    said = subprocess.run([linter, "-"], input=planted, capture_output=True, text=True, check=False)
    assert said.returncode != 0
    assert "sudo" in said.stdout


def test_the_steps_serve_and_the_check_tells(steps: Steps) -> None:
    """The wheel is built and installed by the file's own words; its command serves, and its check sees when it stops."""
    assert any(step.startswith("pip wheel") for step in steps.ran)
    assert any(step.startswith("pip install") for step in steps.ran)
    assert steps.user.isdigit()
    port = free_port()
    assert not healthy(steps, port)
    with serving(steps, steps.on(steps.command, port)) as running:
        for _try in range(240):
            if healthy(steps, port):
                break
            assert running.poll() is None
        else:
            pytest.fail("the check never passes")
    assert not healthy(steps, port)


def test_the_wheel_alone_serves_the_demo(steps: Steps) -> None:
    """`pipx install` gives this environment: the demo's pages come from the wheel, with a link that signs in."""
    version = subprocess.run(
        ["parvis", "--version"], env=steps.environment(), capture_output=True, text=True, check=True
    )
    assert re.search(r"\d+\.\d+\.\d+", version.stdout)
    port = free_port()
    with serving(steps, ["parvis", "serve", "--demo", "--port", str(port)]) as running:
        assert running.stdout
        link = next(
            found[0]
            for line in iter(running.stdout.readline, b"")
            if (found := re.search(rb"http://\S+/join/\S+", line))
        ).decode()
        assert "Sign in" in opened(link)
    place = subprocess.run(
        ["python", "-c", "from eval_core.places import HOME; print(HOME)"],
        cwd=steps.home, env=steps.environment(), capture_output=True, text=True, check=True,
    )  # fmt: skip
    home = Path(place.stdout.strip())
    assert home.is_relative_to(steps.stage)
    listed = subprocess.run(
        ["git", "ls-files", "app.py", "pages", "data", ".streamlit"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert missing(home, listed.stdout.split("\n")) == []
    assert missing(home, ["data/planted.toml"]) == ["data/planted.toml"]
    assert not (home.parents[1] / "tests").exists()


def opened(link: str) -> str:
    """The page at a link that the server prints shortly before it listens."""
    for _try in range(100):
        with suppress(URLError), urlopen(link, timeout=60) as page:
            return str(page.read().decode())
        sleep(0.1)
    raise AssertionError("no answer")


def missing(home: Path, names: list[str]) -> list[str]:
    """Which of the repository's files the wheel lacks."""
    return [name for name in names if name and not (home / name).is_file()]
