"""Run a judge: prompts as they would be sent, replies next to their reading, a run in the background, and no key kept."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from streamlit.testing.v1 import AppTest

from eval_core.campaigns.audit import read_log
from eval_core.campaigns.jobs.job_list import list_jobs, move_job
from eval_core.errors import RefusedError
from eval_core.jobs import typed_keys
from eval_core.jobs.judge_work import JudgeRun, ask_for_judge
from eval_core.jobs.kinds import KINDS
from eval_core.jobs.runner import Runner
from eval_core.judges.rehearsal import ITEMS, ask_rehearsal, read_rehearsal
from eval_core.protocols import load_protocol
from eval_core.reports.background.job_words import outcome_text
from eval_core.reports.rehearsal_words import form_sentence
from eval_core.store import Job, JudgeReply, JudgeSetting, Person, Store
from tests.judges.stub import Stub, serving
from tests.support.building import Built, build_campaign
from tests.support.checking import everything
from tests.support.golden import add_gold
from tests.support.page_text import words

Open = Callable[..., AppTest]
KEY = "sk-typed-by-a-lead-0123456789"


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_LOG", "PARVIS_JUDGE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.01)
    monkeypatch.setattr("openai._base_client.MAX_RETRY_DELAY", 0.05)


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Stub]]:
    """Starts the server's endpoint."""
    with ExitStack() as running:

        def start(protocol: str, **modes: object) -> Stub:
            stub = running.enter_context(serving(Stub(load_protocol(protocol), **modes)))  # type: ignore[arg-type]
            monkeypatch.setenv("PARVIS_JUDGE_URL", stub.url)
            return stub

        yield start


def test_without_an_endpoint_the_prompts_can_be_read(built: Built, open_page: Open) -> None:
    """It says what the server lacks and who can change it; there is no button that could do nothing."""
    test = open_page("judge_desk", built.enter("Lise", "lead"))
    seen = words(test)
    assert "This server knows no language model" in seen
    assert "PARVIS_JUDGE_URL" in seen
    assert seen.count('class="sent"') == ITEMS
    assert {"judge_try", "judge_run_all"}.isdisjoint(button.key for button in test.button)
    assert not test.text_input("judge_model").proto.disabled


def test_without_texts_there_is_nothing_to_judge(store: Store, open_page: Open, endpoint: Callable[..., Stub]) -> None:
    """An empty campaign says so."""
    endpoint("norwegian_fluency")
    built = build_campaign(store, prompts=0)
    assert "no texts are loaded" in words(open_page("judge_desk", built.enter("Lise", "lead")))


def test_replies_are_shown_next_to_their_reading_and_nothing_is_stored(
    built: Built, open_page: Open, endpoint: Callable[..., Stub]
) -> None:
    """Four of five replies are read, the fifth is shown with its fault; price and size follow from the tokens."""
    stub = endpoint("norwegian_fluency", malformed_every=5)
    test = open_page("judge_desk", built.enter("Lise", "lead"))
    test.button(key="judge_try").click().run()
    assert "write the model" in words(test)
    assert stub.requests == 0
    test.text_input("judge_model").set_value("robot").run()
    test.number_input("judge_price_prompt").set_value(2.0)
    test.number_input("judge_price_reply").set_value(8.0)
    test.button(key="judge_try").click().run()
    seen = words(test)
    assert stub.requests == ITEMS
    assert f"{ITEMS - 1} of {ITEMS} replies can be read." in seen
    assert seen.count("It reads better.") >= 2 * (ITEMS - 1)  # in the reply, and in its reading
    assert 'class="note trouble"' in seen
    assert "Price: about" in seen
    with built.store.read() as db:
        assert db.query(JudgeReply).count() == 0
    assert read_log(built.store, built.slug)[0].action == "judge_tried"


def test_a_refused_key_is_a_fault_without_the_key(
    built: Built, endpoint: Callable[..., Stub], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The endpoint quotes the key that it refuses; nobody reads it."""
    endpoint("norwegian_fluency", refusing=True)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    rehearsal = read_rehearsal(built.store, built.slug, "robot")
    tried = ask_rehearsal(built.store, built.slug, rehearsal)
    assert len(tried) == ITEMS
    assert all("[key]" in one.fault and one.reply is None for one in tried)
    assert KEY not in repr(tried)


@pytest.mark.parametrize(("protocol", "criteria"), [("mt_qualitative", 0), ("gptscore_ko", ITEMS), ("heval", 0)])
def test_a_rehearsal_asks_as_a_run_does(store: Store, protocol: str, criteria: int) -> None:
    """About different items, where criteria are asked for apart about different ones of them."""
    built = build_campaign(store, prompts=6, protocol=protocol)
    rehearsal = read_rehearsal(store, built.slug, "robot")
    items = [item.response_id for request in rehearsal.requests for item in request.about]  # type: ignore[union-attr]
    assert len(items) == len(set(items)) == ITEMS
    assert len({request.criterion for request in rehearsal.requests} - {None}) == criteria
    assert rehearsal.left > 0


def test_researchers_try_and_leads_run(built: Built, open_page: Open, endpoint: Callable[..., Stub]) -> None:
    """A researcher sees prompts, size and five replies; no exam and no run, and the page says who starts them."""
    stub = endpoint("norwegian_fluency")
    add_gold(built, 2)
    rolf = built.enter("Rolf", "researcher")
    test = open_page("judge_desk", rolf)
    test.text_input("judge_model").set_value("robot").run()
    test.button(key="judge_try").click().run()
    assert f"{ITEMS} of {ITEMS} replies can be read." in words(test)
    assert stub.requests == ITEMS
    assert "a lead starts an exam or the whole run" in words(test)
    assert {"judge_run_all", "judge_examine"}.isdisjoint(button.key for button in test.button)
    assert {"judge_budget", "judge_stop_after"}.isdisjoint(field.key for field in test.number_input)
    with pytest.raises(RefusedError, match="lead"):
        ask_for_judge(built.store, built.slug, JudgeRun("robot"), rolf)


@pytest.mark.parametrize(
    ("takes", "sentence"),
    [
        (None, "takes the protocol's JSON schema"),
        ((None, "json_object"), "takes requests for a JSON object"),
        ((None,), "Only the prompt's words"),
    ],
)
def test_it_asks_in_the_form_of_a_run(
    built: Built, endpoint: Callable[..., Stub], takes: tuple[str | None, ...] | None, sentence: str
) -> None:
    """An endpoint that takes no schema is found out by the rehearsal, which replies all the same, and as a run does."""
    stub = endpoint("norwegian_fluency", forms=takes)
    tried = ask_rehearsal(built.store, built.slug, read_rehearsal(built.store, built.slug, "robot"))
    assert sentence in form_sentence(tried)
    assert [one.fault for one in tried] == [""] * ITEMS
    refused = stub.requests - ITEMS
    assert ask_for_judge(built.store, built.slug, JudgeRun("robot", concurrency=1))
    assert Runner(built.store, KINDS).run_one()
    with built.store.read() as db:
        (setting,) = db.query(JudgeSetting).all()
        assert setting.reply_format == tried[0].form
        assert stub.requests == ITEMS + 2 * refused + db.query(JudgeReply).count()


def test_a_judge_of_its_own_name_and_seed(built: Built, open_page: Open, endpoint: Callable[..., Stub]) -> None:
    """Name, seed, budget and the end after failures go from the fields into the run, and the name means its setting."""
    endpoint("norwegian_fluency")
    lead = built.enter("Lise", "lead")
    test = open_page("judge_desk", lead)
    test.text_input("judge_model").set_value("robot")
    test.text_input("judge_name").set_value("Robot, calm").run()
    test.number_input("judge_heat").set_value(0.2)
    test.number_input("judge_seed").set_value(7)
    test.number_input("judge_budget").set_value(5.0)
    test.number_input("judge_stop_after").set_value(3)
    test.button(key="judge_run_all").click().run()
    assert "a budget needs the two prices" in words(test)
    test.number_input("judge_price_prompt").set_value(0.1)
    test.number_input("judge_price_reply").set_value(0.2)
    test.button(key="judge_run_all").click().run()
    (job,) = list_jobs(built.store, built.slug, who=lead)
    assert job.judge == "Robot, calm"
    with built.store.read() as db:
        about = db.get_one(Job, job.id).about
    assert (about["budget"], about["stop_after"], about["prompt_price"], about["reply_price"]) == (5.0, 3, 0.1, 0.2)
    assert Runner(built.store, KINDS).run_one()
    with built.store.read() as db:
        (setting,) = db.query(JudgeSetting).all()
        assert (setting.model, setting.temperature, setting.seed) == ("robot", 0.2, 7)
        assert db.get_one(Person, setting.person_id).name == "Robot, calm"
    with pytest.raises(RefusedError, match="seed 8 instead of 7") as refused:
        ask_for_judge(built.store, built.slug, JudgeRun("robot", name="Robot, calm", temperature=0.2, seed=8))
    assert refused.value.code == "other_setting"
    test.text_input("judge_name").set_value("Lise").run()
    test.button(key="judge_run_all").click().run()
    assert "a person has this name" in words(test)
    assert len(list_jobs(built.store, built.slug, who=lead)) == 1


def test_a_typed_key_is_nowhere_but_in_memory(
    built: Built, open_page: Open, endpoint: Callable[..., Stub], caplog: pytest.LogCaptureFixture
) -> None:
    """Neither in the database nor in the log of everything, nor in what the page sends; the endpoint gets it."""
    caplog.set_level(logging.DEBUG)
    stub = endpoint("norwegian_fluency", parroting=True)
    lead = built.enter("Lise", "lead")
    test = open_page("judge_desk", lead)
    test.text_input("judge_model").set_value("robot")
    test.text_input("judge_key").set_value(KEY).run()
    test.button(key="judge_try").click().run()
    assert "[key]" in words(test)
    shown = [repr(test.main), words(test)]
    test.button(key="judge_run_all").click().run()
    assert "The run is in the list below." in words(test)
    (job,) = list_jobs(built.store, built.slug, who=lead)
    assert Runner(built.store, KINDS).run_one()
    test.run()
    shown += [repr(test.main), words(test), caplog.text, repr(everything(built.store)), repr(test.session_state)]
    assert stub.keys == {f"Bearer {KEY}"}
    assert list_jobs(built.store, built.slug, who=lead)[0].state == "done", job
    assert [KEY in one for one in shown] == [False] * len(shown)
    assert KEY not in typed_keys._KEYS.values()


def test_a_typed_key_that_is_gone_ends_the_run_in_words(
    built: Built, endpoint: Callable[..., Stub], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restarted server does not have it: nothing is asked, with no other key either."""
    stub = endpoint("norwegian_fluency")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-server-0123456789")
    assert ask_for_judge(built.store, built.slug, JudgeRun("robot"), key=KEY)
    (job,) = list_jobs(built.store, built.slug)
    assert move_job(built.store, built.slug, job.id, "paused")
    assert move_job(built.store, built.slug, job.id, "resumed")
    typed_keys._KEYS.clear()
    assert Runner(built.store, KINDS).run_one()
    (job,) = list_jobs(built.store, built.slug)
    assert (job.state, stub.requests) == ("failed", 0)
    assert "start the run again" in outcome_text(job.outcome)


def test_the_list_of_runs_pauses_and_stops(built: Built, open_page: Open, endpoint: Callable[..., Stub]) -> None:
    """The buttons of the table of jobs, on this page."""
    endpoint("norwegian_fluency")
    lead = built.enter("Lise", "lead")
    assert ask_for_judge(built.store, built.slug, JudgeRun("robot"), lead)
    (job,) = list_jobs(built.store, built.slug, who=lead)
    test = open_page("judge_desk", lead)
    for move, state in (("paused", "paused"), ("resumed", "waiting"), ("stopped", "stopped")):
        test.button(key=f"job_{job.id}_{move}").click().run()
        assert list_jobs(built.store, built.slug, who=lead)[0].state == state
