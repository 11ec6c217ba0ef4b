"""A judge's run as a job: asked for by a lead, stopped and resumed without asking twice, its key from the environment."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from eval_core.campaigns.jobs.job_list import list_jobs, move_job
from eval_core.cli import main
from eval_core.errors import InputError, RefusedError
from eval_core.jobs.judge_work import JudgeRun, ask_for_judge
from eval_core.jobs.kinds import KINDS
from eval_core.jobs.runner import LetGoError, Pulse, Runner
from eval_core.judges.endpoint import Endpoint
from eval_core.judges.prices import bytes_of
from eval_core.judges.rehearsal import read_rehearsal
from eval_core.reports.background.job_words import outcome_text, progress_text
from eval_core.store import Store
from tests.judges.stub import Stub
from tests.support.building import Built, build_campaign
from tests.support.checking import everything

RUN = JudgeRun("robot", concurrency=2)


@pytest.fixture
def here(
    migrated_sqlite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Runs a command of `parvis judge` on a campaign: exit code, output and errors."""
    path = tmp_path / "parvis.db"
    path.write_bytes(migrated_sqlite.read_bytes())
    store = Store(f"sqlite:///{path}")
    build_campaign(store, slug="compared", prompts=2)
    store.dispose()
    monkeypatch.setenv("PARVIS_DATABASE_URL", f"sqlite:///{path}")
    monkeypatch.delenv("PARVIS_JUDGE_URL", raising=False)

    def start(command: str, *words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["parvis", "judge", command, "--campaign", "compared", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        output = capsys.readouterr()
        return int(ended.value.code or 0), output.out, output.err

    return start


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.slow
def test_a_run_in_the_background(
    to_judge: Callable[..., Built], stub: Callable[..., Stub], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Queued once; interrupted after two replies, it goes on with the rest."""
    built, endpoint = to_judge("adequacy_fluency"), stub("adequacy_fluency")
    lead = built.enter("Lise", "lead")
    with pytest.raises(RefusedError) as refused:
        ask_for_judge(built.store, built.slug, RUN, lead)
    assert refused.value.code == "no_judge_endpoint"
    monkeypatch.setenv("PARVIS_JUDGE_URL", endpoint.url)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret-0123456789")
    assert ask_for_judge(built.store, built.slug, RUN, lead)
    assert not ask_for_judge(built.store, built.slug, RUN, lead)
    calls: list[int] = []
    whole = Pulse.__call__

    def interrupted(self: Pulse, done: int, total: int) -> None:
        calls.append(done)
        whole(self, done, total)
        if len(calls) == 2:
            raise LetGoError

    monkeypatch.setattr(Pulse, "__call__", interrupted)
    runner = Runner(built.store, KINDS)
    assert runner.run_one()
    (job,) = list_jobs(built.store, built.slug, who=lead)
    assert (job.state, job.asked_by) == ("waiting", "Lise")
    assert move_job(built.store, built.slug, job.id, "paused", lead)
    assert not runner.run_one()
    assert move_job(built.store, built.slug, job.id, "resumed", lead)
    assert runner.run_one()
    (job,) = list_jobs(built.store, built.slug, who=lead)
    assert job.state == "done"
    assert progress_text(job.done, job.total) == f"{job.total} of {job.total}"
    assert "request" in outcome_text(job.outcome)
    # What was on its way when the run was interrupted is asked for again, and nothing else.
    assert 0 <= endpoint.requests - len(endpoint.prompts) <= 2 * RUN.concurrency
    assert "sk-very-secret" not in repr(everything(built.store))
    assert endpoint.url not in repr(everything(built.store))


@pytest.fixture
def stopping(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every turn ends after four answers, as if the server had been stopped."""
    whole, calls = Pulse.__call__, [0]

    def stopped(self: Pulse, done: int, total: int) -> None:
        whole(self, done, total)
        calls[0] += 1
        if calls[0] % 4 == 0:
            raise LetGoError

    monkeypatch.setattr(Pulse, "__call__", stopped)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("counted", [True, False])
def test_a_budget_holds_over_all_turns(
    to_judge: Callable[..., Built],
    stub: Callable[..., Stub],
    stopping: None,
    monkeypatch: pytest.MonkeyPatch,
    counted: bool,
) -> None:
    """However often a run is interrupted, it spends its budget once; forgetting what was spent would spend more."""
    asked = {}
    for name, forgetful in (("careful", False), ("forgetful", True)):
        built = to_judge("norwegian_fluency", slug=name, prompts=6)
        endpoint = stub("norwegian_fluency", usage="" if counted else '"?"')
        monkeypatch.setenv("PARVIS_JUDGE_URL", endpoint.url)
        if forgetful:
            monkeypatch.setattr("eval_core.jobs.judge_work.spent_since", lambda *_: 0.0)
        size = _size_of_a_request(built)
        # Ten requests; where the endpoint counts nothing, tokens are estimated from bytes.
        budget = 10.5 * (size if counted else size / 3) / 1e6
        run = JudgeRun("robot", concurrency=1, name=name, budget=budget, prompt_price=1.0, reply_price=0.0)
        assert ask_for_judge(built.store, built.slug, run)
        runner, turns = Runner(built.store, KINDS), 0
        while runner.run_one():
            turns += 1
        assert turns >= 3
        (job,) = list_jobs(built.store, built.slug)
        assert job.state == "done"
        asked[name] = len(endpoint.prompts)
        assert ("budget does not allow" in outcome_text(job.outcome)) is not forgetful
    assert 8 <= asked["careful"] <= 11
    assert asked["forgetful"] == 36


def _size_of_a_request(built: Built) -> int:
    """Bytes of a request; the endpoint counts about as many tokens."""
    requests = read_rehearsal(built.store, built.slug, "robot").requests
    return max(bytes_of(request.messages) for request in requests)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_equal_failures_end_a_run_in_words(
    to_judge: Callable[..., Built], stub: Callable[..., Stub], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After as many as were chosen, with the reason."""
    built, endpoint = to_judge("norwegian_fluency"), stub("norwegian_fluency", malformed_every=1)
    monkeypatch.setenv("PARVIS_JUDGE_URL", endpoint.url)
    assert ask_for_judge(built.store, built.slug, JudgeRun("robot", concurrency=1, stop_after=3))
    assert Runner(built.store, KINDS).run_one()
    (job,) = list_jobs(built.store, built.slug)
    assert (job.state, 3 <= endpoint.requests <= 4) == ("failed", True)
    assert outcome_text(job.outcome).startswith("Ended after 3 equal failures in a row: ")


def test_an_address_that_is_none_is_named_without_its_password() -> None:
    """The error ends in a list that leads read."""
    with pytest.raises(InputError) as refusal:
        Endpoint("htps://user:secret@host/v1", "model", concurrency=1, timeout=1)
    assert "htps://host/v1" in str(refusal.value)
    assert "secret" not in str(refusal.value)


def test_the_command_queues_a_run_once(
    here: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For the operator; without an endpoint of the server's nothing is queued."""
    code, _out, said = here("queue", "--model", "robot")
    assert (code, "PARVIS_JUDGE_URL" in said) == (2, True)
    monkeypatch.setenv("PARVIS_JUDGE_URL", "http://127.0.0.1:9/v1")
    assert here("queue", "--model", "robot")[:2] == (0, "robot is queued\n")
    assert here("queue", "--model", "robot")[:2] == (0, "robot waits or runs already\n")
