"""Real servers for judges: an environment of packages for each, made once, and a process that ends with the script."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from tests.ports import free_port

PLACE = Path(os.environ.get("PARVIS_SERVERS", Path.home() / ".cache" / "parvis-servers"))
_LONGEST_START = 300.0  # seconds: on a busy machine the first start compiles thousands of modules


def environment(name: str, *packages: str) -> Path:
    """The folder of programs of an environment with these packages, exactly pinned; made where it is missing or other.

    Raises:
        subprocess.CalledProcessError: where a package cannot be installed.
    """
    folder = PLACE / name
    stamp = folder / "installed.txt"
    wanted = "\n".join(packages)
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        print(f"installing {', '.join(packages)} in {folder}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([folder / "bin" / "pip", "install", "--quiet", *packages], check=True)
        stamp.write_text(wanted, encoding="utf-8")
    return folder / "bin"


@contextmanager
def running(command: Sequence[str | Path], health: str, log: Path, variables: Mapping[str, str]) -> Iterator[str]:
    """A server's process: its address on loopback.

    Args:
        command: `{port}` in it becomes a free port.
        health: the path that answers with 200 once the server is ready.
        log: where its output goes.

    Raises:
        RuntimeError: where it ends, or is not ready in time.
    """
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OPENAI_", "PYTHON"))}
    with log.open("w", encoding="utf-8") as output:
        began = time.monotonic()
        words = [str(word).replace("{port}", str(port)) for word in command]
        process = subprocess.Popen(words, env=kept | dict(variables), stdout=output, stderr=output, cwd=log.parent)
        try:
            while not _answers(address + health):
                if process.poll() is not None or time.monotonic() - began > _LONGEST_START:
                    raise RuntimeError(f"{words[0]} did not start:\n{log.read_text(encoding='utf-8')[-3000:]}")
                time.sleep(0.1)
            print(f"ready after {time.monotonic() - began:.0f} s", file=sys.stderr)
            yield address
        finally:
            process.terminate()
            process.wait(30)


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except (HTTPError, URLError, OSError):
        return False
