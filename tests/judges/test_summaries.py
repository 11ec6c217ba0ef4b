"""What a judge writes about whole batches is read from its replies and shown with its results."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.results.scores import rating_results
from eval_core.campaigns.setup.campaigns import create_campaign
from eval_core.judges.summaries import judge_summaries
from eval_core.protocols import load_protocol
from eval_core.protocols.replies import Reply, parse_reply
from eval_core.reports.page import campaign_report
from eval_core.store import JudgeReply, Response, Store, System
from tests.judges.conftest import MODEL, judge, replies
from tests.judges.stub import Stub, score_of, summary_of
from tests.support.building import Built

Build = Callable[..., Built]
Start = Callable[..., Stub]
MT = load_protocol("mt_qualitative")


def texts_by_system(store: Store) -> dict[str, list[str]]:
    """Each system's responses in the order in which they are asked about."""
    values: dict[str, list[str]] = {}
    with store.read() as db:
        query = select(System.name, Response.text).join(System, System.id == Response.system_id).order_by(Response.id)
        for name, text in db.execute(query):
            values.setdefault(name, []).append(str(text))
    return values


def test_a_summary_for_each_batch(to_judge: Build, stub: Start) -> None:
    """Every batch's text for every criterion under its judge and system; malformed replies have none; others neither."""
    built, endpoint = to_judge("mt_qualitative", prompts=22), stub("mt_qualitative", malformed_every=3)
    judge(built, endpoint, concurrency=1)
    assert {reply.status for reply in replies(built.store)} == {"ok", "malformed"}
    summaries = judge_summaries(built.store, built.slug)
    assert [(summary.judge, summary.system) for summary in summaries] == [
        (MODEL, name) for name in built.systems for _ in range(2)
    ]
    for name, texts in texts_by_system(built.store).items():
        batches = {summary.responses: summary.criteria for summary in summaries if summary.system == name}
        wanted = {20: texts[:20], 2: texts[20:]}
        assert batches == {
            n: {criterion.key: summary_of(batch, criterion) for criterion in MT.rated} for n, batch in wanted.items()
        }
    assert len(judge_summaries(built.store, built.slug, systems=built.systems[:1])) == 2
    assert judge_summaries(built.store, built.slug, protocol="heval") == ()


def test_a_reply_without_a_summary_has_no_entry(to_judge: Build, stub: Start) -> None:
    """A bare array rates as well, and what another content of the protocol brought is not read by this one."""
    built, endpoint = to_judge("mt_qualitative", prompts=1), stub("mt_qualitative")
    judge(built, endpoint)
    bare, other, stored = replies(built.store)
    with built.store.write() as db:
        rated = str(bare.text).removeprefix('{"scores": ').partition('\n"summary"')[0].rstrip(",")
        db.execute(update(JudgeReply).where(JudgeReply.id == bare.id).values(text=rated))
        db.execute(update(JudgeReply).where(JudgeReply.id == other.id).values(protocol_hash="f" * 64))
    (summaries,) = judge_summaries(built.store, built.slug)
    reply = parse_reply(MT, str(stored.text))
    assert isinstance(reply, Reply)
    assert summaries.criteria == reply.summary


def test_the_report_of_the_judge_has_them(to_judge: Build, stub: Start) -> None:
    """The judge's report says what it wrote, as text and not as markup; the people's does not."""
    built, endpoint = to_judge("mt_qualitative", prompts=1), stub("mt_qualitative")
    judge(built, endpoint)
    with built.store.write() as db:
        first = db.scalars(select(JudgeReply).order_by(JudgeReply.id)).first()
        assert first is not None
        texts, mark = str(first.text), '"summary": {'
        written = {criterion.key: "<script>alert(1)</script> Stiff." for criterion in MT.rated}
        first.text = f"{texts.partition(mark)[0]}{mark[:-1]}{json.dumps(written)}}}"
    report = campaign_report(built.store, built.slug, kind="judge")
    assert "&lt;script&gt;alert(1)&lt;/script&gt; Stiff." in report
    assert "<script>alert" not in report
    assert f"{MODEL}, of 1 response by {built.systems[1]}" in report
    assert "Stiff" not in campaign_report(built.store, built.slug)


def test_real_translations_are_rated_in_batches(shared_data: Path, store: Store, stub: Start) -> None:
    """All of `flores_en_nb`: each of 600 translations rated once, by its own text; a summary for each system's batches."""
    create_campaign(store, "flores", protocol="mt_qualitative")
    import_responses(store, shared_data / "flores_en_nb" / "responses.jsonl", "flores")
    built, endpoint = Built(store, "flores", ()), stub("mt_qualitative")
    _, tally = judge(built, endpoint)
    assert (tally.done, tally.given_up, tally.malformed) == (600, 0, 0)
    assert (endpoint.requests, set(endpoint.prompts.values())) == (32, {1})
    results = rating_results(store, "flores", kind="judge").as_dict()
    texts = {
        (row["prompt_id"], row["system"]): row["response"]
        for row in map(json.loads, (shared_data / "flores_en_nb" / "responses.jsonl").open(encoding="utf-8"))
    }
    given = {(item["prompt_id"], item["system"]): item["criteria"] for item in results["items"]}
    assert given == {
        place: {criterion.key: score_of(text, criterion) for criterion in MT.rated} for place, text in texts.items()
    }
    for row in results["systems"]:
        mine = [sum(marks.values()) / 5 for (_, system), marks in given.items() if system == row["system"]]
        assert row["score"] == pytest.approx(sum(mine) / 150)
    written = judge_summaries(store, "flores")
    systems = sorted({system for _, system in texts})
    assert [(summary.system, summary.responses) for summary in written] == [
        (name, n) for name in systems for n in [20] * 7 + [10]
    ]
    for name, batch in texts_by_system(store).items():
        written_texts = [summary.criteria["fluency"] for summary in written if summary.system == name]
        fluency = MT.criteria[1]
        assert set(written_texts) == {summary_of(batch[start : start + 20], fluency) for start in range(0, 150, 20)}
