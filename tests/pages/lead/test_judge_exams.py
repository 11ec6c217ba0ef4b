"""The exam on the page Run a judge: queued by a lead, its certificate shown and taken away, nothing else stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from sqlalchemy import func, select
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.jobs.job_list import list_jobs
from eval_core.cli.judging.judge_report import report
from eval_core.errors import RefusedError
from eval_core.jobs.exam_work import ExamRun, ask_for_exam, read_exams
from eval_core.jobs.judge_certificates import certificates_of_judges
from eval_core.jobs.judge_work import JudgeRun, ask_for_judge
from eval_core.jobs.kinds import KINDS
from eval_core.jobs.runner import Runner
from eval_core.protocols import load_protocol
from eval_core.reports.background.job_words import outcome_text
from eval_core.reports.judge_results.exam_words import certificate_text
from eval_core.store import Assignment, JudgeReply, Judgment, Person
from tests.judges.stub import _PAIR, Stub, serving
from tests.support.building import Built
from tests.support.checking import everything
from tests.support.golden import add_gold
from tests.support.page_text import words

Open = Callable[..., AppTest]
KEY = "sk-typed-by-a-lead-0123456789"


class Knowing(Stub):
    """An endpoint that takes the good text of `add_gold`."""

    def _content(self, prompt: str, number: int) -> str:
        match = _PAIR.search(prompt)
        assert match, prompt
        return json.dumps({"choice": "A" if "god" in match[1] else "B", "reason": "It is right."})


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stub]:
    """The server's endpoint."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with ExitStack() as running:
        stub = running.enter_context(serving(Knowing(load_protocol("norwegian_fluency"))))
        monkeypatch.setenv("PARVIS_JUDGE_URL", stub.url)
        yield stub


def counts(built: Built) -> list[int | None]:
    """How many people, assignments, judgments and replies there are."""
    with built.store.read() as db:
        return [
            db.scalar(select(func.count()).select_from(kind)) for kind in (Person, Assignment, Judgment, JudgeReply)
        ]


def test_an_exam_from_the_page_to_the_certificate(built: Built, open_page: Open, endpoint: Stub) -> None:
    """A press queues it, the runner makes it, and the page shows the answer; the campaign has not changed."""
    add_gold(built, 20)
    lead = built.enter("Lise", "lead")
    test = open_page("judge_desk", lead)
    assert "20 gold comparisons in both orders" in words(test)
    test.text_input("judge_model").set_value("robot").run()
    test.text_input("judge_key").set_value(KEY).run()
    before = counts(built)
    test.button(key="judge_examine").click().run()
    (job,) = list_jobs(built.store, built.slug, who=lead)
    assert (job.kind, job.state) == ("judge_exam", "waiting")
    assert Runner(built.store, KINDS).run_one()
    (job,) = list_jobs(built.store, built.slug, who=lead)
    assert job.state == "done"
    assert (job.done, job.total, endpoint.requests) == (40, 40, 40)
    assert endpoint.keys == {f"Bearer {KEY}"}
    (exam,) = read_exams(built.store, built.slug, lead)
    assert (exam.judge, exam.result.correct.both.value, exam.result.answer) == ("robot", 1.0, "passed")
    seen = words(open_page("judge_desk", lead))
    assert outcome_text(job.outcome) in seen
    assert "Yes: robot is right in both orders on 100%" in seen
    assert certificate_text(exam).startswith("# Exam of the judge robot")
    assert counts(built) == before
    assert KEY not in repr(everything(built.store))


def test_a_second_exam_waits_for_the_first_and_researchers_only_read(
    built: Built, open_page: Open, endpoint: Stub
) -> None:
    """One exam of a judge at a time; a researcher sees certificates and no button; without gold there is nothing."""
    lead, researcher = built.enter("Lise", "lead"), built.enter("Frida", "researcher")
    with pytest.raises(RefusedError) as refused:
        ask_for_exam(built.store, built.slug, ExamRun("robot"), lead)
    assert refused.value.code == "exam_without_gold"
    assert "has none yet" in words(open_page("judge_desk", lead))
    add_gold(built, 4)
    assert ask_for_exam(built.store, built.slug, ExamRun("robot"), lead)
    assert not ask_for_exam(built.store, built.slug, ExamRun("robot"), lead)
    assert Runner(built.store, KINDS).run_one()
    test = open_page("judge_desk", researcher)
    assert "Not decided: robot" in words(test)
    assert "judge_examine" not in {button.key for button in test.button}


def test_the_exam_is_shown_with_the_judge_that_took_it(
    built: Built,
    open_page: Open,
    endpoint: Stub,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """On Judges and in `parvis judge report`, whatever the judge is called; not with one of another temperature."""
    add_gold(built, 20)
    lead = built.enter("Lise", "lead")
    assert ask_for_exam(built.store, built.slug, ExamRun("robot", temperature=0.0), lead)
    for name, temperature in (("Calm", 0.0), ("Wild", 1.0)):
        assert ask_for_judge(built.store, built.slug, JudgeRun("robot", name=name, temperature=temperature), lead)
    for _ in range(3):
        assert Runner(built.store, KINDS).run_one()
    assert set(certificates_of_judges(built.store, built.slug, lead)) == {"Calm"}
    answer = "Yes: robot is right in both orders on 100%"
    seen = words(open_page("judges", lead))
    calm, wild = seen[seen.index(">Calm<") : seen.index(">Wild<")], seen[seen.index(">Wild<") :]
    assert (answer in calm, answer in wild) == (True, False)
    assert "on 20 gold comparisons; protocol norwegian_fluency" in calm
    assert "temperature: 0" in calm
    monkeypatch.setattr("eval_core.cli.judging.judge_report.reading", lambda: built.store)
    report(built.slug, form="table")
    printed = capsys.readouterr().out
    calm, wild = printed.split("\nWild: ")
    assert (f"on gold: {answer}" in calm, "on gold" in wild) == (True, False)
    report(built.slug, form="json")
    documents = {one["judge"]: one["gold"] for one in json.loads(capsys.readouterr().out)["judges"]}
    assert (documents["Calm"]["answer"], documents["Calm"]["correct"]["both"]["value"]) == ("passed", 1.0)
    assert documents["Wild"] is None
