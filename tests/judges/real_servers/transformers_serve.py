"""`transformers serve` with a tiny model that was taught one answer, and with one that says anything.

`python -m tests.judges.real_servers.transformers_serve`
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from tests.judges.misbehaviour import GOOD
from tests.judges.real_servers.servers import environment, running
from tests.judges.real_servers.trials import Trial, report, try_all

PACKAGES = ("torch==2.13.0", "transformers[serving]==5.23.0")
_RATING = '{"adequacy": 4, "fluency": 3}'
_TWO = ("--limit", "2", "--concurrency", "1")
NONE: frozenset[str] = frozenset()
OK, MALFORMED = frozenset({"ok"}), frozenset({"malformed"})
MODEL = "./model"


def trials(answer: str) -> list[Trial]:
    """What is tried with the model of this answer."""
    if answer == GOOD:
        return [
            Trial("a good run, two requests at once", MODEL, 0, OK, words=("--limit", "6", "--concurrency", "2")),
            Trial("temperature and seed", MODEL, 0, OK, words=(*_TWO, "--temperature", "0", "--seed", "7")),
            Trial("an unknown model", "no-one/none", 2, NONE, "knows no model"),
        ]
    if answer == _RATING:
        rated = [
            Trial("ratings", MODEL, 0, OK, words=_TWO),
            Trial("log-probabilities", MODEL, 2, NONE, "gives no log-probabilities", words=(*_TWO, "--logprobs")),
        ]
        return [replace(trial, protocol="adequacy_fluency") for trial in rated]
    return [Trial("words without a meaning", MODEL, 0, MALFORMED, "without an answer", words=_TWO)]


def main() -> int:
    """Run all trials, with one server for each model."""
    programs = environment("tiny", *PACKAGES)
    outcomes = []
    for answer in (GOOD, _RATING, "mmm"):
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            maker = Path(__file__).with_name("tiny_model.py")
            subprocess.run([programs / "python", maker, folder / "model", answer], check=True)
            command = [programs / "transformers", "serve", MODEL, "--host", "127.0.0.1", "--port", "{port}"]
            offline = {"HF_HUB_OFFLINE": "1"}
            log = folder / "serve.log"
            url = stack.enter_context(running([*command, "--device", "cpu"], "/health", log, offline))
            outcomes += try_all(trials(answer), f"{url}/v1", "none")
    return report(outcomes)


if __name__ == "__main__":
    sys.exit(main())
