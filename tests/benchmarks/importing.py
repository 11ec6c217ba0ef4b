"""How long an annotator's click waits while a large file is imported: `python -m tests.benchmarks.importing`.

A server answers one annotator who clicks all the time; next to it `parvis import` loads a file, by default of 61 MB.
With `--inside` the server loads it itself.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from eval_core.campaigns.people.api_tokens import create_token
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.store import Store, upgrade
from tests.benchmarks.servers import dashboard
from tests.browser.conftest import ROOT
from tests.support.building import build_campaign
from tests.support.desk_client import DeskClient

SYSTEMS = ("alfa", "bravo", "charlie", "delta")
_BYTES = 610  # of a response's text
_WORDS = ("elva", "renn", "stille", "gjennom", "dalen", "der", "husa", "ligg", "tett", "og", "snøen", "kjem", "tidleg")


@dataclass(frozen=True)
class Waits:
    """What one import did to the clicks: seconds it took, answers, refusals, and the waits, longest first."""

    seconds: float
    answered: int
    refused: int
    longest: list[float]

    def said(self, name: str) -> str:
        """One line."""
        waits = ", ".join(f"{1000 * one:.0f}" for one in self.longest)
        return f"{name}: {self.seconds:.1f} s; {self.answered} clicks, {self.refused} refused; longest waits {waits} ms"


def write_responses(path: Path, size: int) -> None:
    """Responses of four systems in JSON Lines, until the file has so many bytes."""
    chance, written, number = random.Random(1), 0, 0
    with path.open("w", encoding="utf-8") as file:
        while written < size:
            for system in SYSTEMS:
                text = " ".join(chance.choices(_WORDS, k=_BYTES // 6))
                row = {"prompt_id": f"n{number}", "prompt": f"Spørsmål {number}", "system": system, "response": text}
                written += file.write(json.dumps(row, ensure_ascii=False) + "\n")
            number += 1


def write_judgments(path: Path, rows: int) -> None:
    """Judgments of ten annotators on responses of their own, in JSON Lines."""
    chance = random.Random(2)
    with path.open("w", encoding="utf-8") as file:
        for number in range(rows):
            first, second = chance.sample(SYSTEMS, 2)
            prompt = number // 60
            row = {
                "prompt_id": f"j{prompt}",
                "prompt": f"Oppgåve {prompt}",
                "model_a": first,
                "model_b": second,
                "response_a": f"{first} svarar på {prompt}",
                "response_b": f"{second} svarar på {prompt}",
                "winner": chance.choice(("model_a", "model_b", "tie")),
                "judge": f"D{number % 10}",
            }
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def clicks_during(folder: Path, kind: str, file: Path, *, inside: bool) -> Waits:
    """Click at a server until the file is loaded, and two seconds more.

    Args:
        inside: the server loads it, for a program, in the process that answers the clicks; else `parvis import` does.
    """
    store = Store(f"sqlite:///{folder / 'parvis.db'}")
    upgrade(store)
    built = build_campaign(store, slug="clicked", prompts=5000)
    build_campaign(store, slug="loaded", prompts=1, status="draft")
    session = sign_in(store, add_person(store, "Kari", ["annotator"], [built.slug]).token)
    token = create_token(store, "loaded", "measurement").token
    store.dispose()
    command = [sys.executable, "-m", "eval_core.cli", "import", kind, str(file), "--campaign", "loaded"]
    with dashboard(folder, f"sqlite:///{folder / 'parvis.db'}") as running:
        if inside:
            headers = (f"Authorization: Bearer {token}", "Content-Type: application/x-ndjson")
            command = ["curl", "--silent", "--show-error", "--fail", "--data-binary", f"@{file}"]
            command += [f"{running.address}/api/campaigns/loaded/{kind}", *(f"-H{header}" for header in headers)]
        return _clicked(DeskClient(running.address, built.slug, session), folder, command)


def _clicked(desk: DeskClient, folder: Path, command: list[str]) -> Waits:
    sheets, seconds, refused = desk.pile().sheets, [], 0
    for _ in range(20):
        sheets = desk.choose(sheets, "A").sheets
    began = time.perf_counter()
    settings = {"PYTHONPATH": str(ROOT), "PARVIS_DATABASE_URL": f"sqlite:///{folder / 'parvis.db'}"}
    process = subprocess.Popen(command, cwd=folder, env={**os.environ, **settings}, stdout=subprocess.DEVNULL)
    for _ in _until(process):
        reply = desk.choose(sheets, "A")
        seconds.append(reply.seconds)
        if reply.status == 200:
            sheets = reply.sheets
        else:
            refused += 1
        time.sleep(0.02)
    taken = time.perf_counter() - began - 2
    if process.returncode:
        raise SystemExit(f"{command[0]} ended with {process.returncode}")
    return Waits(taken, len(seconds) - refused, refused, sorted(seconds, reverse=True)[:5])


def _until(process: subprocess.Popen[bytes]) -> Iterator[None]:
    end = None
    while end is None or time.monotonic() < end:
        yield
        if end is None and process.poll() is not None:
            end = time.monotonic() + 2


def main() -> None:
    """Measure one kind of import, and say it on standard output."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("responses", "judgments"))
    parser.add_argument("--megabytes", type=int, default=61, help="of responses")
    parser.add_argument("--rows", type=int, default=100_000, help="of judgments")
    parser.add_argument("--inside", action="store_true", help="responses only: loaded by the server itself")
    parser.add_argument("--folder", type=Path, help="where the database is made; a temporary folder by default")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as name:
        folder = Path(name).resolve()
        file = folder / f"{given.kind}.jsonl"
        if given.kind == "responses":
            write_responses(file, given.megabytes * 1_000_000)
        else:
            write_judgments(file, given.rows)
        waits = clicks_during(folder, given.kind, file, inside=given.inside)
        print(waits.said(f"{given.kind}, {file.stat().st_size / 1e6:.0f} MB"))


if __name__ == "__main__":
    main()
