"""A fuzz target for archives of whole campaigns: `python -m tests.services.fuzz_archives SECONDS [SEED]`.

An archive is spoilt at random, in its bytes or, with a manifest that agrees, in the rows of one of its tables. It must
be restored or refused by a ParvisError, and a refused one leaves the database as it was. (What fits together and is
untrue is restored: `parvis check` looks for that.)
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from eval_core.campaigns.publishing.archive.export import export_everything
from eval_core.campaigns.publishing.archive.manifest import MANIFEST
from eval_core.campaigns.publishing.archive.restore import import_everything
from eval_core.errors import ParvisError
from eval_core.store import Store, upgrade
from tests.support.building import build_campaign
from tests.support.checking import everything
from tests.support.full_campaign import furnish
from tests.unit.files.fuzz_readers import spoil

_VALUES = (None, -1, 0, 1, 2**63, 1e308, "", "x" * 5000, "\0", "2026-01-01", [], {}, [[]], True, "closed", "A")


def make(folder: Path) -> Path:
    """A good archive, with something in every table."""
    store = Store(f"sqlite:///{folder / 'good.db'}")
    upgrade(store)
    built = build_campaign(store, prompts=8, overlap=3)
    furnish(built)
    path = folder / "good.zip"
    with path.open("wb") as file:
        export_everything(store, built.slug, file, named=True)
    store.dispose()
    return path


def spoil_rows(rng: random.Random, files: dict[str, bytes]) -> None:
    """Change, drop, double or exchange values and rows of one table, and have the manifest agree."""
    name = rng.choice(sorted(name for name in files if name.endswith(".jsonl") and files[name]))
    rows = [json.loads(line) for line in files[name].splitlines()]
    row, other = rng.choice(rows), rng.choice(rows)
    key = rng.choice(sorted(row))
    match rng.randint(0, 9):
        case 0:
            row[key] = rng.choice(_VALUES)
        case 1:
            del row[key]
        case 2:
            row["another"] = 1
        case 3:
            rows.insert(rng.randint(0, len(rows)), dict(row))
        case 4:
            rows.remove(row)
        case _:  # a value of the right kind in the wrong place
            row[key] = other.get(key)
    files[name] = b"".join(json.dumps(one).encode() + b"\n" for one in rows)
    manifest = json.loads(files[MANIFEST])
    body = files[name]
    manifest["files"][name] = {"rows": len(rows), "bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()}
    files[MANIFEST] = json.dumps(manifest).encode()


def check(seed: int, good: Path, store: Store) -> bool:
    """One round; whether the spoilt archive was restored.

    Raises:
        AssertionError: where a refused archive changed the database.
    """
    rng = random.Random(seed)
    path = good.with_name("spoilt.zip")
    if rng.random() < 0.3:
        path.write_bytes(spoil(rng, good.read_bytes()))
    else:
        with zipfile.ZipFile(good) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        spoil_rows(rng, files)
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in files.items():
                archive.writestr(name, content)
    before = everything(store)
    try:
        import_everything(store, path)
    except ParvisError as refusal:
        str(refusal).encode()
        assert everything(store) == before, f"refused ({refusal}), and yet changed"
        return False
    return True


def main() -> None:
    """Run for so many seconds."""
    seconds, seed = float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    os.environ["PARVIS_DWELL_MS"] = "0"
    started, rounds, restored = time.monotonic(), 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        good = make(folder)
        store: Store | None = None
        while time.monotonic() - started < seconds:
            if store is None:
                file = folder / f"{rounds}.db"
                store = Store(f"sqlite:///{file}")
                upgrade(store)
            try:
                if check(seed + rounds, good, store):
                    restored += 1
                    store.dispose()
                    store = None
            except BaseException:
                print(f"seed {seed + rounds}", file=sys.stderr)
                raise
            rounds += 1
    print(f"{rounds} spoilt archives without a failure, {restored} of them were restored")


if __name__ == "__main__":
    main()
