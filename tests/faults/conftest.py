"""Faults made on purpose: a full disk, a process that judges until it is killed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from tests.support.building import Built
from tests.support.checking import Click


@dataclass
class SmallDisk:
    """A file system of its own in memory, which can be filled up, emptied again and made read-only."""

    folder: Path

    @property
    def _filler(self) -> Path:
        return self.folder / "filler"

    def fill(self) -> None:
        """Take every byte that is left."""
        with self._filler.open("ab", buffering=0) as file:
            for size in (1 << 20, 4096, 1):
                try:
                    while file.write(b"x" * size) == size:
                        pass
                except OSError:
                    pass

    def free(self) -> None:
        """Give the bytes back."""
        self._filler.unlink()

    def allow_writing(self, allowed: bool) -> None:
        """Mount it anew, for writing or for reading only."""
        mode = "rw" if allowed else "ro"
        subprocess.run(["mount", "-o", f"remount,{mode}", str(self.folder)], check=True, capture_output=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[SmallDisk]:
    """32 MiB; skips, saying so, where one may not mount."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=32m,mode=777", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no disk of our own: mounting one needs root")
    yield SmallDisk(folder)
    subprocess.run(["umount", "-l", str(folder)], check=True, capture_output=True)


@dataclass
class Judging:
    """A process that judges through the service; what it said was acknowledged."""

    process: BaseProcess
    heard: Connection
    acknowledged: list[Click] = field(default_factory=list)

    def hear(self, clicks: int | None = None) -> None:
        """Take in what it says, until so many clicks more were acknowledged, or (None) to its end."""
        wanted = None if clicks is None else len(self.acknowledged) + clicks
        with suppress(EOFError):
            while wanted is None or len(self.acknowledged) < wanted:
                assert self.heard.poll(30), "the process says nothing more, and has not come to an end"
                self.acknowledged.append(self.heard.recv())

    def kill(self) -> None:
        """End it without a word; then take in what it had still said."""
        self.process.kill()
        self.process.join(20)
        self.hear()


@pytest.fixture
def judging() -> Iterator[Callable[..., Judging]]:
    """Starts processes that judge in a thread per session."""
    # Forked from a process that has imported everything once, and in which nothing else runs.
    forking = get_context("forkserver")
    forking.set_forkserver_preload(["pytest", "tests.faults.judging_process"])
    started: list[Judging] = []

    def start(built: Built, sessions: list[str], *, too_early: bool = False) -> Judging:
        from tests.faults.judging_process import judge_in_threads

        url = built.store.url.render_as_string(hide_password=False)
        heard, says = forking.Pipe(duplex=False)
        process = forking.Process(target=judge_in_threads, args=(url, built.slug, sessions, says, too_early))
        process.start()
        says.close()
        started.append(Judging(process, heard))
        return started[-1]

    yield start
    for one in started:
        one.process.kill()
        one.process.join(20)
        one.heard.close()
