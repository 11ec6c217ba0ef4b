"""However an endpoint misbehaves, a run costs what it must, says what happened, and makes no false judgment."""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from eval_core.cli import main
from eval_core.judges.failures import fatal_meaning
from eval_core.protocols import load_protocol
from eval_core.store import Store
from tests.judges.misbehaviour import GOOD, ROWS, Misbehaving, Row, error, reply
from tests.judges.stub import serving
from tests.support.building import build_campaign

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Misbehaving]:
    """One server for all."""
    with serving(Misbehaving(load_protocol("norwegian_fluency"))) as stub:
        assert isinstance(stub, Misbehaving)
        yield stub


@pytest.fixture(scope="module")
def built(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database with a campaign of twelve comparisons: twenty-four orders."""
    path = tmp_path_factory.mktemp("built") / "parvis.db"
    path.write_bytes(migrated_sqlite.read_bytes())
    store = Store(f"sqlite:///{path}")
    build_campaign(store, slug="compared", prompts=4)
    store.dispose()
    return path.read_bytes()


@pytest.fixture
def run(
    endpoint: Misbehaving,
    built: bytes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Runs the judge against the endpoint that answers so: exit code, output and errors."""
    (tmp_path / "parvis.db").write_bytes(built)
    monkeypatch.setenv("PARVIS_DATABASE_URL", f"sqlite:///{tmp_path / 'parvis.db'}")

    def start(answer: Any, *words: str) -> tuple[int, str, str]:
        endpoint.answer, endpoint.requests = answer, 0
        endpoint.prompts.clear()
        asked = ["judge", "run", "--campaign", "compared", "--base-url", endpoint.url, "--model", "m"]
        monkeypatch.setattr(sys, "argv", ["parvis", *asked, "--concurrency", "1", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        output = capsys.readouterr()
        return int(ended.value.code or 0), output.out, output.err

    return start


def rows(folder: Path, query: str) -> list[Any]:
    """What a query finds in the database."""
    with closing(sqlite3.connect(folder / "parvis.db")) as database:
        return database.execute(query).fetchall()


def test_there_are_fifty() -> None:
    """Fifty at least, each of another name."""
    assert len({row.name for row in ROWS}) == len(ROWS) >= 50


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_misbehaviour(row: Row, run: Run, endpoint: Misbehaving, tmp_path: Path) -> None:
    """Requests, exit code, what is stored; each judgment has a good reply, and no other reply has one."""
    code, out, err = run(row.answer, "--limit", "2", "--timeout", "0.5")
    assert code == row.code, err
    assert "Traceback" not in err
    if row.code:
        assert (out, endpoint.requests) == ("", min(endpoint.requests, row.requests))
    else:
        assert endpoint.requests == row.requests
    stored = rows(tmp_path, "SELECT status, count(*) FROM judge_reply GROUP BY status ORDER BY status")
    assert tuple(stored) == row.stored
    assert rows(tmp_path, "SELECT count(*) FROM judgment") == [(dict(row.stored).get("ok", 0),)]
    assert rows(tmp_path, "SELECT id FROM judge_lease") == []


def test_equal_failures_in_a_row_end_a_run(run: Run, endpoint: Misbehaving) -> None:
    """After so many the run ends with 2, and says why with a raw reply; a good one in between starts anew."""
    code, out, err = run(reply("I would say the first."), "--stop-after", "5")
    assert code == 2
    assert 5 <= endpoint.requests <= 7
    assert "5 equal failures in a row" in err
    assert "one such reply: 'I would say the first.'" in out
    turns = iter(range(10**6))
    code, _, _ = run(
        lambda *_: reply("A!" if next(turns) % 4 else GOOD)("", 1), "--stop-after", "5", "--retry", "malformed"
    )
    assert code == 0


def test_a_run_says_why(run: Run) -> None:
    """The most frequent reasons, counted, each with a reply word for word."""
    _, out, _ = run(reply(None, refusal="I cannot help with that."), "--limit", "3", "--format", "json")
    (reason,) = json.loads(out)["reasons"]
    assert (reason["status"], reason["count"]) == ("malformed", 3)
    assert reason["reason"] == "the model refused: I cannot help with that."


def test_a_budget_is_kept(run: Run) -> None:
    """At one unit a request, a budget of five and a half allows for five, whatever the parallel ones would like."""
    usage = {"prompt_tokens": 1_000_000, "completion_tokens": 0}
    words = ("--price", "1", "0", "--budget", "5.5", "--format", "json")
    code, out, _ = run(reply(GOOD, usage=usage), *words)
    said = json.loads(out)
    assert (code, said["stopped"], said["asked"], said["cost"]) == (0, "budget", 5, 5.0)
    code, _, err = run(reply(GOOD), "--budget", "1")
    assert code == 2
    assert "a budget needs the price" in err


def test_prices_of_a_file(run: Run, tmp_path: Path) -> None:
    """A table for each model; one that is missing is named."""
    file = tmp_path / "prices.toml"
    file.write_text("[m]\nprompt = 2\ncompletion = 4\n")
    usage = {"prompt_tokens": 500_000, "completion_tokens": 250_000}
    words = ("--prices", str(file), "--format", "json", "--limit", "1")
    _, out, _ = run(reply(GOOD, usage=usage), *words)
    assert json.loads(out)["cost"] == 2.0
    file.write_text("[other]\nprompt = 2\ncompletion = 4\n")
    code, _, err = run(reply(GOOD), *words)
    assert (code, "no table 'm'" in err) == (2, True)


def test_a_dry_run_asks_and_writes_nothing(run: Run, endpoint: Misbehaving, tmp_path: Path) -> None:
    """The first prompt as it is sent, the number of requests, and about how many tokens."""
    before = (tmp_path / "parvis.db").read_bytes()
    code, out, _ = run(reply(GOOD), "--dry-run", "--format", "json", "--price", "3", "0")
    said = json.loads(out)
    assert (code, said["requests"], said["items"], endpoint.requests) == (0, 24, 24, 0)
    assert (tmp_path / "parvis.db").read_bytes() == before
    assert said["prompt_cost"] == pytest.approx(said["prompt_tokens"] * 3e-6)
    run(reply(GOOD))
    assert said["messages"][0]["content"].split("\nA:\n")[0] in next(iter(endpoint.prompts))


def test_what_failed_and_what_could_not_be_read_is_retried(run: Run, endpoint: Misbehaving, tmp_path: Path) -> None:
    """Each by its own word; what could not be read comes with a note, and no plain run pays for it again."""
    run(reply("A!"), "--limit", "2")
    run(error(400, "too long"), "--limit", "3", "--retry", "failed")
    assert endpoint.requests == 0
    run(error(400, "too long"), "--limit", "3")
    run(reply(GOOD), "--retry", "failed")
    assert endpoint.requests == 3
    run(reply(GOOD), "--retry", "malformed")
    assert endpoint.requests == 2
    assert all("could not be read" in prompt for prompt in endpoint.prompts)
    assert rows(tmp_path, "SELECT count(*) FROM judgment") == [(5,)]


def test_another_setting_is_another_judge(run: Run, tmp_path: Path) -> None:
    """Its setting is kept readable; other values under its name are refused, under a name of their own taken."""
    run(reply(GOOD), "--limit", "1", "--temperature", "0", "--seed", "7", "--revision", "abc")
    kept = rows(tmp_path, "SELECT model, model_revision, temperature, seed, protocol_key FROM judge_setting")
    assert kept == [("m", "abc", 0.0, 7, "norwegian_fluency")]
    code, _, err = run(reply(GOOD), "--limit", "1", "--temperature", "1", "--seed", "7", "--revision", "abc")
    assert code == 2
    assert "temperature 1.0 instead of 0.0" in err
    words = ("--limit", "1", "--temperature", "1", "--seed", "7", "--revision", "abc")
    (named,) = re.findall(r"--name '(.+)'", err)  # as it is said, it can be given
    assert named == "m, temperature 1.0"
    code, _, err = run(reply(GOOD), *words, "--name", named)
    assert code == 0, err
    assert rows(tmp_path, "SELECT name FROM person WHERE kind = 'judge' ORDER BY id") == [("m",), (named,)]


def test_two_runs_of_one_judge_refuse_each_other(run: Run, endpoint: Misbehaving, tmp_path: Path) -> None:
    """A lease of a living process is respected; that of a dead one, or of one that ran out, is not."""
    run(reply(GOOD), "--limit", "1")
    from eval_core.judges.leases import _place

    def lease(word: str, until: str) -> None:
        with closing(sqlite3.connect(tmp_path / "parvis.db")) as database:
            database.execute("DELETE FROM judge_lease")
            row = "SELECT campaign_id, person_id, ?, datetime('now', ?) FROM judge_setting"
            database.execute(
                f"INSERT INTO judge_lease (campaign_id, person_id, word, leased_until) {row}", (word, until)
            )
            database.commit()

    lease("elsewhere/1/x", "+30 seconds")
    code, _, err = run(reply(GOOD), "--limit", "1")
    assert (code, endpoint.requests) == (2, 0)
    assert "'m' is at work in this campaign already" in err
    for word, until in ((f"{_place()}/{2**22 - 1}/x", "+30 seconds"), ("elsewhere/1/x", "-1 seconds")):
        lease(word, until)
        code, _, err = run(reply(GOOD), "--limit", "1")
        assert (code, endpoint.requests) == (0, 1), err


def test_a_text_about_keys_is_no_refused_key() -> None:
    """What an endpoint says of one text's content does not end the run."""
    assert fatal_meaning(400, {}, "content_filter: the text asks for an invalid api key") is None
    assert fatal_meaning(400, {}, "maximum context length is 8192 tokens") is None
    assert fatal_meaning(500, {}, "the engine has stopped") is None
