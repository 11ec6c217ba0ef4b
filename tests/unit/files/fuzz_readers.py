"""A fuzz target for every reader of files: `python -m tests.unit.files.fuzz_readers SECONDS [SEED]`.

A good file is drawn in one of the dialects and formats and must be read; then its bytes are spoilt at random, and it must
be refused by an InputError that names the file, or be read, within TIME_LIMIT. The first failure ends the run with the
seed that repeats it.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

from eval_core.errors import InputError
from eval_core.files import (
    RatedScale,
    read_comparisons,
    read_gold,
    read_judgments,
    read_ratings,
    read_responses,
    write_table,
)
from eval_core.protocols import read_protocol

TIME_LIMIT = 5.0  # seconds for one small file of any content
SCALES = (RatedScale("grammar", 0, 4, na=True), RatedScale("style", 0, 4))
SUFFIXES = (".csv", ".jsonl", ".parquet")
_TEXTS = ("Hei.", "Ei bok", "blåbær, æøå", 'sa «ja», "nei"', "linje 1\nlinje 2", "=1+1", "😀", " ", "N/A", "{}", "1e9")
_JUNK = (
    b"\x00",
    b"\xff\xfe",
    b'"',
    b",",
    b"\n",
    b"\r",
    b"{",
    b"}]",
    b"\xc3",
    b"\xed\xa0\x80",
    b"9" * 40,
    b"NaN",
    b"\\u0000",
)
_PROTOCOLS = Path(__file__).resolve().parents[3] / "data" / "protocols"

Rows = list[dict[str, Any]]
Reader = Callable[[Path], Any]


def draw(rng: random.Random) -> tuple[Rows, Reader]:
    """Rows of one dialect, and what reads them."""
    number = rng.randint(1, 6)
    text = lambda: f"{rng.choice(_TEXTS)} {rng.randint(0, 999)}"  # noqa: E731
    systems = ["alfa", "bravo", "charlie"]
    prompts = [{"prompt": f"{text()} {n}", "prompt_id": f"p{n}"} for n in range(number)]
    kind = rng.choice(["responses", "comparisons", "gold", "choice", "arena", "long", "wide"])
    match kind:
        case "responses":
            return [one | {"system": name, "response": text()} for one in prompts for name in systems], read_responses
        case "comparisons":
            pair = lambda: {"model_a": "alfa", "model_b": "bravo"}  # noqa: E731
            return [one | pair() | {"response_a": text(), "response_b": text()} for one in prompts], read_comparisons
        case "gold":
            return [one | {"more_fluent": "Ja " + text(), "less_fluent": "Nei " + text()} for one in prompts], read_gold
        case "choice":
            labels = ["A is more fluent", "B is more fluent", "Equally fluent"]
            said = lambda: {"choice": rng.choice(labels), "annotator_id": rng.choice("ab")}  # noqa: E731
        case "arena":
            labels = ["model_a", "model_b", "tie", "tie (bothbad)"]
            said = lambda: {"winner": rng.choice(labels), "judge": rng.choice("ab")}  # noqa: E731
        case _:
            base = [one | {"system": name, "annotator_id": "kari"} for one in prompts for name in systems]
            if kind == "wide":
                rows = [row | {"grammar": str(rng.randint(0, 4)), "style": str(rng.randint(0, 4))} for row in base]
            else:
                keys = [one.key for one in SCALES]
                rows = [row | {"criterion": key, "value": str(rng.randint(0, 4))} for row in base for key in keys]
            return rows, lambda path: read_ratings(path, SCALES)
    return [one | {"model_a": "alfa", "model_b": "bravo"} | said() for one in prompts], read_judgments


def spoil(rng: random.Random, content: bytes) -> bytes:
    """The bytes with some lost, doubled, exchanged, put in, or cut off."""
    for _ in range(rng.choice([1, 1, 2, 5])):
        place = rng.randint(0, len(content))
        match rng.randint(0, 5):
            case 0:
                content = content[:place] + content[place + rng.randint(1, 9) :]
            case 1:
                content = content[:place] + rng.choice(_JUNK) + content[place:]
            case 2:
                content = content[:place] + content[place : place + rng.randint(1, 200)] * 2 + content[place:]
            case 3:
                content = content[:place]
            case 4:
                content = content[:place] + bytes([rng.randrange(256)]) + content[place + 1 :]
            case _:
                other = rng.randint(0, len(content))
                content = content[place:other] + content[:place] + content[other:]
    return content


def check(seed: int, folder: Path) -> bool:
    """One round; whether the spoilt file was read.

    Raises:
        AssertionError: for a good file that is refused or misread, a refusal without the file's name, or a slow one.
    """
    rng = random.Random(seed)
    rows, reader = draw(rng)
    path = folder / f"drawn{rng.choice(SUFFIXES)}"
    path.unlink(missing_ok=True)
    write_table(pd.DataFrame(rows), path)
    assert len(reader(path)) >= 1, f"{len(rows)} rows were read as none"
    path.write_bytes(spoil(rng, path.read_bytes()))
    return survives(reader, path)


def check_protocol(seed: int, folder: Path) -> bool:
    """One round with a protocol file; as `check`."""
    rng = random.Random(seed)
    source = rng.choice(sorted(_PROTOCOLS.glob("*.toml")))
    path = folder / source.name
    path.write_bytes(spoil(rng, source.read_bytes()))
    return survives(read_protocol, path)


def survives(reader: Reader, path: Path) -> bool:
    """Whether the file was read; it may be refused by an InputError that names it, and by nothing else."""
    started = time.process_time()
    try:
        reader(path)
    except InputError as refusal:
        assert path.name in str(refusal), f"the refusal '{refusal}' does not name the file"
        str(refusal).encode()
        read = False
    else:
        read = True
    assert time.process_time() - started < TIME_LIMIT, "slow"
    return read


def main() -> None:
    """Run for so many seconds."""
    seconds, seed = float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    started, rounds, read = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() - started < seconds:
            try:
                read += check(seed + rounds, Path(folder))
                read += check_protocol(seed + rounds, Path(folder))
            except BaseException:
                print(f"seed {seed + rounds}", file=sys.stderr)
                raise
            rounds += 1
    print(f"{2 * rounds} spoilt files without a failure, {read} of them were read")


if __name__ == "__main__":
    main()
