"""A reply that was cut off, filtered or refused is none, however well its words read: no number, no choice, no tie.

The stub replies in full and as it is asked to, so only how a reply ended can tell. Every place that reads replies is
tried: runs under each protocol, the exam, the rehearsal, and log-probabilities.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from eval_core.judges import reply_meanings
from eval_core.judges.endpoint import Endpoint
from eval_core.judges.exam import sit_exam
from eval_core.judges.exam_gold import Gold, GoldPair
from eval_core.judges.rehearsal import ITEMS, ask_rehearsal, read_rehearsal
from eval_core.protocols import list_protocols, load_protocol
from eval_core.store import Judgment, Rating, Store
from tests.judges.conftest import MODEL, judge, replies
from tests.judges.stub import Stub
from tests.support.building import Built
from tests.support.reading import ROOT

Build = Callable[..., Built]
Start = Callable[..., Stub]
# How a reply ended does not depend on the database.
SQLITE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
PROTOCOLS = [protocol.key for protocol in list_protocols()]
PAIRWISE, BATCH = "norwegian_fluency", "mt_qualitative"
REFUSAL = "I would rather not say."


def ending(finish: str = "stop", refusal: str | None = None) -> dict[str, Any]:
    """How the stub's replies end."""
    return {"finish": lambda _: finish, "refusal": refusal}


# How a reply ends, in the words of several endpoints -> what is said of it.
ENDS: dict[str, tuple[dict[str, Any], str]] = {
    "length": (ending("length"), "cut off"),
    "max_tokens": (ending("max_tokens"), "cut off"),
    "model_length": (ending("MODEL_LENGTH"), "cut off"),
    "content_filter": (ending("content_filter"), "content filter"),
    "safety": (ending("SAFETY"), "content filter"),
    "error": (ending("error"), "broke the reply off"),
    "a refusal beside content": (ending(refusal=REFUSAL), REFUSAL),
}
MAIN = ("length", "content_filter", "a refusal beside content")


def numbers(store: Store) -> int:
    """How many ratings and judgments there are."""
    with store.read() as db:
        return sum(db.scalar(select(func.count()).select_from(table)) or 0 for table in (Rating, Judgment))


def check(built: Built, endpoint: Stub, end: str, **settings: Any) -> None:
    """A run makes nothing of such replies, and keeps each as it came, with its kind."""
    _, tally = judge(built, endpoint, stop_after=None, **settings)
    assert numbers(built.store) == 0
    stored = replies(built.store)
    assert sorted(reply.text or "" for reply in stored) == sorted(endpoint.given)
    assert {(reply.status, reply.kept) for reply in stored} == {("malformed", 0)}
    assert {reply.finish_reason for reply in stored} == {endpoint.finish("")}
    assert {reply.refusal for reply in stored} == {endpoint.refusal}
    assert all(ENDS[end][1] in (reply.error or "") for reply in stored)
    assert (tally.ok, tally.given_up, tally.asked) == (0, tally.total, len(endpoint.given))


@SQLITE
@pytest.mark.parametrize("end", MAIN)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_no_number_under_any_protocol(protocol: str, end: str, to_judge: Build, stub: Start) -> None:
    """Pairs in both orders, single ratings, batches, and criteria apart."""
    check(to_judge(protocol, prompts=2, systems=("alfa", "bravo")), stub(protocol, **ENDS[end][0]), end)


@SQLITE
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("form", ["json_schema", "json_object", None])
def test_no_number_in_any_words_and_form(end: str, form: str | None, to_judge: Build, stub: Start) -> None:
    """Whatever an endpoint calls it, and in whatever form it was asked to reply."""
    check(to_judge(PAIRWISE, prompts=1), stub(PAIRWISE, forms=(form,), **ENDS[end][0]), end)


@SQLITE
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_run_that_does_not_look_is_caught(
    protocol: str, to_judge: Build, stub: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read by their words alone, these replies would all be answers."""
    monkeypatch.setattr(reply_meanings, "end_of", lambda _: None)
    built, endpoint = to_judge(protocol, prompts=2, systems=("alfa", "bravo")), stub(protocol, **ending("length"))
    with pytest.raises(AssertionError):
        check(built, endpoint, "length")
    assert numbers(built.store) > 0


@SQLITE
@pytest.mark.parametrize("end", MAIN)
def test_the_same_is_not_asked_again(end: str, to_judge: Build, stub: Start) -> None:
    """Another try would end in the same way: each order of a comparison is asked about once."""
    endpoint = stub(PAIRWISE, **ENDS[end][0])
    _, tally = judge(to_judge(PAIRWISE, prompts=2), endpoint)
    assert endpoint.requests == tally.total
    assert set(endpoint.prompts.values()) == {1}


@SQLITE
def test_a_reply_that_broke_off_is_asked_for_again(to_judge: Build, stub: Start) -> None:
    """The endpoint failed in the middle, which it may not do again; what was said before counts for nothing."""
    ends = iter(["error"] + ["stop"] * 1000)
    built, endpoint = to_judge(PAIRWISE, prompts=2), stub(PAIRWISE, finish=lambda _: next(ends))
    _, tally = judge(built, endpoint, concurrency=1)
    assert (tally.malformed, tally.ok, tally.given_up) == (1, tally.total, 0)
    assert numbers(built.store) == tally.total


@SQLITE
def test_a_batch_that_was_cut_off_is_asked_for_in_halves(to_judge: Build, stub: Start) -> None:
    """No item of it counts, as what stood there may have been a draft; its halves are whole, and count."""
    items = 8

    def cut(prompt: str) -> str:
        return "length" if len(re.findall(r"<output>", prompt)) > items / 2 else "stop"

    built, endpoint = to_judge(BATCH, prompts=items, systems=("alfa",)), stub(BATCH, finish=cut)
    _, tally = judge(built, endpoint)
    assert [(reply.status, reply.kept, reply.finish_reason) for reply in replies(built.store)] == [
        ("malformed", 0, "length"),
        ("ok", items // 2, "stop"),
        ("ok", items // 2, "stop"),
    ]
    assert tally.given_up == 0
    assert numbers(built.store) == items * len(load_protocol(BATCH).rated)


@pytest.mark.parametrize("end", MAIN)
def test_an_exam_counts_no_such_reply_as_an_answer(end: str, stub: Start) -> None:
    """It is unreadable, with why, and is not asked for again."""
    pairs = [GoldPair(n, "Skriv!", "nb", f"God {n}.", f"Gode {n}.", "first", "grammar") for n in range(1, 4)]
    endpoint = stub(PAIRWISE, **ENDS[end][0])

    async def sit() -> Any:
        asked = Endpoint(endpoint.url, MODEL, concurrency=2, timeout=20.0)
        try:
            return await sit_exam(asked, Gold(load_protocol(PAIRWISE), pairs))
        finally:
            await asked.close()

    paper = asyncio.run(sit())
    assert paper.requests == endpoint.requests == 2 * len(pairs)
    assert {(answer.choice, answer.failed) for answer in paper.answers} == {(None, False)}
    assert all(ENDS[end][1] in (answer.error or "") for answer in paper.answers)


@SQLITE
@pytest.mark.parametrize("end", MAIN)
@pytest.mark.parametrize("protocol", [PAIRWISE, BATCH, "heval", "gptscore_ko"])
def test_a_rehearsal_shows_it_and_reads_nothing(
    protocol: str, end: str, to_judge: Build, stub: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reply is shown as it came, next to what is wrong with it."""
    built, endpoint = to_judge(protocol, prompts=6), stub(protocol, **ENDS[end][0])
    monkeypatch.setenv("PARVIS_JUDGE_URL", endpoint.url)
    tried = ask_rehearsal(built.store, built.slug, read_rehearsal(built.store, built.slug, MODEL))
    assert 0 < len(tried) <= ITEMS
    assert {one.meaning for one in tried} == {None}
    assert all(one.reply is not None and one.reply.text and ENDS[end][1] in one.fault for one in tried)


@SQLITE
@pytest.mark.parametrize("end", MAIN)
def test_log_probabilities_make_no_number_of_it(end: str, to_judge: Build, stub: Start) -> None:
    """Neither a plain nor a weighted score, and the run does not blame the endpoint for it."""
    check(to_judge("heval", prompts=2), stub("heval", logprobs=True, **ENDS[end][0]), end, logprobs=True)


READERS = {"reply_meanings.py", "summaries.py"}  # the second reads the texts of replies that were ok when they came


def careless(folder: Path) -> set[str]:
    """The modules that read the words of replies by themselves."""
    reads = re.compile(r"\b(?:parse_reply|read_reply)\b")
    return {path.name for path in folder.glob("*.py") if reads.search(path.read_text(encoding="utf-8"))}


def test_replies_are_read_in_one_place(tmp_path: Path) -> None:
    """Who reads replies elsewhere would not look at how they ended."""
    assert careless(ROOT / "eval_core" / "judges") == READERS
    (tmp_path / "exam.py").write_text("meaning = parse_reply(protocol, reply.text)\n", encoding="utf-8")
    assert careless(tmp_path) == {"exam.py"}
