"""Data sets of the Hugging Face hub, in and out, through a stand-in of its HTTP interface; the real one is not asked."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from eval_core.files import new_folder
from tests.ports import free_port
from tests.support.hub_stand_in import TOKEN, Hub, hub_stand_in
from tests.support.running import Write

pytestmark = pytest.mark.slow
NAME = "our-group/summaries"
CHOICES = ["A is more fluent", "Equally fluent", "B is more fluent"]
JUDGED = [
    {
        "prompt": f"Skriv om emne {number % 7}.",
        "response_a": f"Svar {number % 7} frå {first}.",
        "response_b": f"Svar {number % 7} frå {second}.",
        "choice": CHOICES[(number * number + number // 3 + len(first)) % 3],
        "annotator_id": f"Person {number % 5}",
        "model_a": first,
        "model_b": second,
    }
    for number in range(35)
    for first, second in (("alfa", "beta"), ("beta", "gamma"), ("gamma", "alfa"))
]


@pytest.fixture
def hub() -> Iterator[Hub]:
    with hub_stand_in() as made:
        yield made


class Shell:
    """`parvis` as a process of its own: huggingface_hub reads its settings when it is imported."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder = folder
        unset = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "PARVIS_"))}
        self.environment = unset | {
            "HF_ENDPOINT": address,
            "HF_HOME": str(folder / "hf"),
            "HF_HUB_DISABLE_XET": "1",
            "PYTHONPATH": str(Path(__file__).parents[3]),
        }

    def __call__(self, *words: object, **more: str) -> subprocess.CompletedProcess[str]:
        ran = subprocess.run(
            [sys.executable, "-m", "eval_core.cli", *map(str, words)],
            cwd=self.folder,
            env=self.environment | more,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert TOKEN not in ran.stdout + ran.stderr
        assert "Traceback" not in ran.stderr, ran.stderr
        return ran

    def done(self, *words: object, **more: str) -> str:
        ran = self(*words, **more)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout


@pytest.fixture
def shell(tmp_path: Path, hub: Hub) -> Shell:
    return Shell(tmp_path, hub.address)


def table(rows: list[dict[str, object]], kind: str = "parquet") -> bytes:
    """Rows as a file."""
    frame, out = pd.DataFrame(rows), io.BytesIO()
    if kind == "parquet":
        frame.to_parquet(out, index=False)
    elif kind == "csv":
        frame.to_csv(out, index=False)
    else:
        out.write("".join(json.dumps(row) + "\n" for row in rows).encode())
    return out.getvalue()


def test_pushed_and_imported_it_ranks_alike(shell: Shell, hub: Hub, write: Write) -> None:
    """The same ranking, ties and intervals too, from a campaign, from its data set there, and imported again."""
    shell.done("database", "upgrade")
    for slug in ("first", "second"):
        shell.done("campaign", "create", slug)
    shell.done("import", "judgments", write("judged.jsonl", JUDGED), "--campaign", "first")
    shell.done("campaign", "close", "first")
    said = shell.done("push", "dataset", "first", NAME, HF_TOKEN=TOKEN)
    address = said.split()[-1]
    assert address == f"hf://datasets/{NAME}@{hub.sets[NAME].commits[-1][0]}"
    assert not hub.sets[NAME].private
    read = shell("import", "judgments", f"{address}:judgments", "--campaign", "second")
    assert read.returncode == 0, read.stderr
    assert f"hf://datasets/{NAME}@" in read.stderr
    there = [
        json.loads(shell.done("rank", *source, "--format", "json"))
        for source in (("--campaign", "first"), ("--campaign", "second"), (f"hf://datasets/{NAME}",))
    ]
    assert there[0]["n_ties"] > 0
    for other in there[1:]:
        assert (other["n_judgments"], other["n_ties"], other["cluster"]) == (
            105,
            there[0]["n_ties"],
            there[0]["cluster"],
        )
        for mine, theirs in zip(there[0]["systems"], other["systems"], strict=True):
            for name, value in mine.items():
                assert theirs[name] == (pytest.approx(value, abs=1e-9) if isinstance(value, float) else value), name
    card = hub.sets[NAME].commits[-1][1]["README.md"].decode()
    from huggingface_hub import DatasetCard

    data = DatasetCard(card).data.to_dict()
    assert {one["config_name"] for one in data["configs"]} >= {"judgments", "prompts", "responses"}
    assert data["task_categories"] == ["text-ranking"]


def test_nothing_is_pushed_before_judging_is_over(shell: Shell, hub: Hub, write: Write) -> None:
    """Open and opened again it is refused, private or not, and the hub hears nothing; closed the same words push it."""
    shell.done("database", "upgrade")
    shell.done("campaign", "create", "first")
    shell.done("import", "judgments", write("judged.jsonl", JUDGED[:12]), "--campaign", "first")
    push = ("push", "dataset", "first", NAME)

    def refused(*words: str) -> bool:
        ran = shell(*push, *words, HF_TOKEN=TOKEN)
        assert "published when it is closed" in ran.stderr
        return ran.returncode == 2 and not hub.sets

    assert refused()
    assert refused("--private")
    shell.done("campaign", "close", "first")
    shell.done("campaign", "reopen", "first")
    assert refused()
    shell.done("campaign", "close", "first")
    shell.done(*push, HF_TOKEN=TOKEN)
    assert "judgments.parquet" in hub.sets[NAME].commits[-1][1]


def test_pushed_again_is_a_new_commit(shell: Shell, hub: Hub, write: Write) -> None:
    """The old commit can still be read; files that are no longer written go; a public one is never made private."""
    shell.done("database", "upgrade")
    shell.done("campaign", "create", "first")
    shell.done("import", "judgments", write("judged.jsonl", JUDGED[:40]), "--campaign", "first")
    shell.done("campaign", "close", "first")
    hub.add(NAME, {"old.parquet": table([{"a": 1}]), "NOTES.txt": b"kept"})
    shell.done("push", "dataset", "first", NAME, HF_TOKEN=TOKEN)
    names = set(hub.sets[NAME].commits[-1][1])
    assert "judgments.parquet" in names
    assert "old.parquet" not in names
    assert "NOTES.txt" in names
    refused = shell("push", "dataset", "first", NAME, "--private", HF_TOKEN=TOKEN)
    assert (refused.returncode, "is public" in refused.stderr) == (2, True)
    shell.done("push", "dataset", "first", "our-group/other", "--private", HF_TOKEN=TOKEN)
    assert hub.sets["our-group/other"].private


@pytest.mark.parametrize(
    ("token", "failing", "said"),
    [
        (None, {}, "writing needs a token"),
        ("hf_other", {}, "the token may not write here"),
        (TOKEN, {"/commit/": 403}, "the token may not write here"),
        (TOKEN, {"/commit/": 412}, "changed meanwhile"),
        (TOKEN, {"/api/repos/create": 500}, "cannot answer now"),
    ],
)
def test_a_push_that_fails_leaves_nothing(
    shell: Shell, hub: Hub, write: Write, token: str | None, failing: dict[str, int], said: str
) -> None:
    """One sentence, exit 2, and no commit."""
    shell.done("database", "upgrade")
    shell.done("campaign", "create", "first")
    shell.done("import", "judgments", write("judged.jsonl", JUDGED[:12]), "--campaign", "first")
    shell.done("campaign", "close", "first")
    hub.failing = failing
    ran = shell("push", "dataset", "first", NAME, **({"HF_TOKEN": token} if token else {}))
    assert ran.returncode == 2
    assert said in ran.stderr
    assert not any(one.commits for one in hub.sets.values())


@pytest.mark.parametrize("kind", ["parquet", "csv", "jsonl"])
def test_shards_of_each_kind(shell: Shell, hub: Hub, kind: str) -> None:
    """Files that are parts of one table are read one after another; a single file can be named too."""
    parts = [table(JUDGED[at : at + 35], kind) for at in (0, 35, 70)]
    hub.add(NAME, {f"data/train-{at:05}-of-00003.{kind}": part for at, part in enumerate(parts)})
    assert json.loads(shell.done("rank", f"hf://datasets/{NAME}", "--format", "json"))["n_judgments"] == 105
    one = f"hf://datasets/{NAME}/data/train-00001-of-00003.{kind}"
    assert json.loads(shell.done("rank", one, "--format", "json"))["n_judgments"] == 35


def test_shards_with_a_hash_in_their_names(shell: Shell, hub: Hub) -> None:
    """Many data sets have parts as older clients named them; one that is missing is noticed as ever."""
    names = [f"data/{split}-{at:05}-of-00002-{7**20 + at:016x}.parquet" for split in ("test", "train") for at in (0, 1)]
    hub.add(NAME, {name: table(JUDGED[at * 20 : at * 20 + 20]) for at, name in enumerate(names)})
    for split in ("test", "train"):
        ranked = shell.done("rank", f"hf://datasets/{NAME}:default/{split}", "--format", "json")
        assert json.loads(ranked)["n_judgments"] == 40
    hub.add("our-group/half", {names[0]: table(JUDGED[:20])})
    half = shell("rank", "hf://datasets/our-group/half")
    assert half.returncode == 2
    assert "hf://datasets/our-group/half" in half.stderr


def test_configurations_and_revisions(shell: Shell, hub: Hub) -> None:
    """By the card: several are listed, one can be named; a commit stays what it was."""
    card = "---\nconfigs:\n- config_name: old\n  data_files: a.jsonl\n- config_name: new\n  data_files:\n"
    card += "  - split: test\n    path: b.jsonl\n---\n# Title\n"
    first = hub.add(
        NAME,
        {"README.md": card.encode(), "a.jsonl": table(JUDGED[:30], "jsonl"), "b.jsonl": table(JUDGED[:60], "jsonl")},
    )
    hub.add(NAME, {"a.jsonl": table(JUDGED[:9], "jsonl")})
    at = f"hf://datasets/{NAME}@{first}"
    several = shell("rank", at)
    assert several.returncode == 2
    assert f"{at}:new/test" in several.stderr
    assert json.loads(shell.done("rank", f"{at}:new/test", "--format", "json"))["n_judgments"] == 60
    assert json.loads(shell.done("rank", f"hf://datasets/{NAME}", "--format", "json"))["n_judgments"] == 9
    assert "has no such table" in shell("rank", f"{at}:newest").stderr


@pytest.mark.parametrize(
    ("address", "prepare", "said"),
    [
        ("hf://datasets/no/such", {}, "there is no such data set, or it is private"),
        (f"hf://datasets/{NAME}@v9", {}, "has no such revision"),
        (f"hf://datasets/{NAME}/x.csv", {}, "has no such file"),
        (f"hf://datasets/{NAME}", {"gated": True}, "ask for access"),
        (f"hf://datasets/{NAME}", {"private": True}, "or it is private"),
        (f"hf://datasets/{NAME}", {"failing": {"/api/": 429}}, "no more requests"),
        (f"hf://datasets/{NAME}", {"sizes": {"a.parquet": 10**12}}, "larger than"),
        (f"hf://datasets/{NAME}/../x", {}, "is no address of a data set"),
        ("hf://models/a/b", {}, "is no address of a data set"),
        (f"hf://datasets/{NAME}/b.bin", {}, "another kind of file"),
        (f"hf://datasets/{NAME}/page.parquet", {}, "cannot be read as Parquet"),
    ],
)
def test_what_cannot_be_read(shell: Shell, hub: Hub, address: str, prepare: dict[str, object], said: str) -> None:
    """One sentence that says why, exit 2."""
    files = {"a.parquet": table(JUDGED), "b.bin": b"x", "page.parquet": b"<html>no</html>"}
    hub.add(NAME, {"README.md": b"---\nconfigs:\n- config_name: default\n  data_files: a.parquet\n---\n", **files})
    for name, value in prepare.items():
        setattr(hub.sets[NAME] if name in ("gated", "private") else hub, name, value)
    ran = shell("rank", address)
    assert ran.returncode == 2, ran.stdout
    assert said in ran.stderr, ran.stderr


def test_hostile_repositories(shell: Shell, hub: Hub, tmp_path: Path) -> None:
    """Names that climb out of the folder, a card that would fill the memory, and a storage that asks for the token."""
    hub.add(NAME, {"../../evil.csv": table(JUDGED, "csv"), "a.csv": table(JUDGED[:9], "csv")})
    assert json.loads(shell.done("rank", f"hf://datasets/{NAME}", "--format", "json"))["n_judgments"] == 9
    assert not list(tmp_path.parent.glob("**/evil.csv"))
    bomb = "---\na: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(9)
    )
    hub.add(NAME, {"README.md": f"{bomb}configs: *j\n---\n".encode(), "a.csv": table(JUDGED[:9], "csv")})
    began = time.monotonic()
    assert "front matter" in shell("rank", f"hf://datasets/{NAME}").stderr
    assert time.monotonic() - began < 20
    with hub_stand_in() as other:
        hub.sets["our-group/moved"] = hub.sets[NAME]
        hub.sets["our-group/moved"].commits = [("a" * 40, {"a.csv": table(JUDGED[:9], "csv")})]
        hub.elsewhere = other.address.replace("127.0.0.1", "localhost")
        shell("rank", "hf://datasets/our-group/moved", HF_TOKEN=TOKEN)
        assert other.asked, "the storage was asked"
        assert {token for *_, token in other.asked} == {""}


def test_without_a_network(tmp_path: Path) -> None:
    """A clear word within seconds, and where offline is asked for, at once."""
    shell = Shell(tmp_path, f"http://127.0.0.1:{free_port()}")
    began = time.monotonic()
    ran = shell("rank", f"hf://datasets/{NAME}")
    assert (ran.returncode, "cannot be reached" in ran.stderr) == (2, True), ran.stderr
    assert time.monotonic() - began < 30
    assert "HF_HUB_OFFLINE is set" in shell("rank", f"hf://datasets/{NAME}", HF_HUB_OFFLINE="1").stderr


def test_a_hub_without_the_newer_storage(shell: Shell, hub: Hub, write: Write) -> None:
    """A push by Xet, which the stand-in does not know, says what to do; nothing is there then."""
    shell.done("database", "upgrade")
    shell.done("campaign", "create", "first")
    shell.done("import", "judgments", write("judged.jsonl", JUDGED), "--campaign", "first")
    shell.done("campaign", "close", "first")
    ran = shell("push", "dataset", "first", NAME, HF_TOKEN=TOKEN, HF_HUB_DISABLE_XET="0")
    assert (ran.returncode, "HF_HUB_DISABLE_XET=1" in ran.stderr) == (2, True), ran.stderr
    assert TOKEN not in ran.stdout + ran.stderr
    assert hub.sets[NAME].commits == []


def test_a_cut_connection(shell: Shell, hub: Hub) -> None:
    """What arrived in part is not read."""
    hub.add(NAME, {"a.csv": table(JUDGED, "csv")})
    hub.cut = 400
    ran = shell("rank", f"hf://datasets/{NAME}")
    assert ran.returncode == 2
    assert any(word in ran.stderr for word in ("broke", "cannot be reached")), ran.stderr


def test_a_planted_difference_is_seen(shell: Shell, hub: Hub, tmp_path: Path) -> None:
    """The comparison of rankings would fail for a table that lost a row on its way."""
    folder = tmp_path / "scratch"
    with new_folder(folder) as made:
        (made / "x").write_text("")
    hub.add(NAME, {"a.jsonl": table(JUDGED[:-1], "jsonl")})
    assert json.loads(shell.done("rank", f"hf://datasets/{NAME}", "--format", "json"))["n_judgments"] == 104
