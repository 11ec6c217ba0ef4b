"""Endpoints that are slow, fail, slow us down, or talk nonsense."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from eval_core.errors import InputError, ParvisError
from eval_core.store import Judgment, Rating, Store
from tests.judges.conftest import judge, replies
from tests.judges.stub import Stub
from tests.support.building import Built

Build = Callable[..., Built]
Start = Callable[..., Stub]
# How an endpoint behaves does not depend on the database; what is stored is tested on both in test_protocols.
pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def count(store: Store, table: type[Rating] | type[Judgment]) -> int:
    """Rows of a table."""
    with store.read() as db:
        return db.scalar(select(func.count()).select_from(table)) or 0


def statuses(store: Store) -> Counter[str]:
    """How many replies are stored of each status."""
    return Counter(reply.status for reply in replies(store))


def test_requests_go_side_by_side_and_never_too_many(to_judge: Build, stub: Start) -> None:
    """A slow endpoint is asked by as many requests at once as allowed, and by no more."""
    built, endpoint = to_judge("adequacy_fluency", prompts=16), stub("adequacy_fluency", delay=0.15)
    _, tally = judge(built, endpoint, concurrency=6)
    assert endpoint.most_at_once == 6
    assert tally.most_in_flight <= 12
    assert tally.ok == endpoint.requests == 48


def test_few_requests_are_held_in_memory(to_judge: Build, stub: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests are read in portions, as they are needed: never all of them are in memory."""
    monkeypatch.setattr("eval_core.judges.work.PAGE", 5)
    alive: list[int] = []
    built, endpoint = to_judge("adequacy_fluency", prompts=20), stub("adequacy_fluency", delay=0.01)
    _, tally = judge(built, endpoint, concurrency=2, watch=lambda tally: alive.append(tally.most_in_flight))
    assert tally.done == 60
    assert max(alive) == 4


@pytest.mark.parametrize("modes", [{"failing_every": 3}, {"limited_every": 4}], ids=str)
def test_what_passes_is_waited_for(modes: dict[str, int], to_judge: Build, stub: Start) -> None:
    """Errors of the endpoint and its calls to slow down cost time and no reply."""
    built, endpoint = to_judge("norwegian_fluency", prompts=4), stub("norwegian_fluency", **modes)
    _, tally = judge(built, endpoint)
    assert (tally.ok, tally.failed, tally.malformed) == (24, 0, 0)
    assert endpoint.requests > 24
    assert count(built.store, Judgment) == 24


def test_a_call_to_slow_down_is_heeded(to_judge: Build, stub: Start) -> None:
    """The pause that Retry-After asks for is made, though our own would be shorter."""
    built, endpoint = to_judge("adequacy_fluency", prompts=1), stub("adequacy_fluency", limited_every=2)
    began = time.monotonic()
    judge(built, endpoint, concurrency=1)
    assert time.monotonic() - began > 0.4


def test_no_reply_is_kept_as_failed_and_asked_again_later(to_judge: Build, stub: Start) -> None:
    """Where no reply comes for all retries there is no judgment, the failure is kept, and the next run asks again."""
    built, endpoint = to_judge("norwegian_fluency", prompts=1), stub("norwegian_fluency", failing_every=1)
    _, tally = judge(built, endpoint)
    assert (tally.failed, tally.given_up, tally.ok) == (6, 6, 0)
    assert count(built.store, Judgment) == 0
    assert {(reply.status, reply.text) for reply in replies(built.store)} == {("failed", None)}
    assert "out of order" in (replies(built.store)[0].error or "")
    endpoint.failing_every = 0
    _, tally = judge(built, endpoint)
    assert (tally.ok, count(built.store, Judgment)) == (6, 6)


def test_a_timeout_is_a_failure(to_judge: Build, stub: Start) -> None:
    """A reply that takes longer than allowed counts as none."""
    built, endpoint = to_judge("norwegian_fluency", prompts=1), stub("norwegian_fluency", delay=1.0)
    _, tally = judge(built, endpoint, timeout=0.1, limit=2)
    assert (tally.failed, tally.given_up) == (2, 2)
    assert "Timeout" in (replies(built.store)[0].error or "")


@pytest.mark.parametrize("key", ["norwegian_fluency", "adequacy_fluency", "gptscore_ko"])
def test_malformed_replies_are_asked_again(key: str, to_judge: Build, stub: Start) -> None:
    """Every third reply is nonsense: all of them are kept, word for word, and everything is rated in the end."""
    built, endpoint = to_judge(key, prompts=2), stub(key, malformed_every=3)
    _, tally = judge(built, endpoint, concurrency=1)
    assert tally.given_up == 0
    assert tally.ok == tally.total
    assert statuses(built.store) == {"ok": tally.total, "malformed": endpoint.requests - tally.total}
    assert all(reply.error and reply.text for reply in replies(built.store) if reply.status == "malformed")


def test_nothing_but_nonsense_makes_no_rating(to_judge: Build, stub: Start) -> None:
    """After three malformed replies a response is given up, has no number, and is not paid for again by the next run."""
    built, endpoint = to_judge("adequacy_fluency", prompts=1), stub("adequacy_fluency", malformed_every=1)
    _, tally = judge(built, endpoint)
    assert (tally.given_up, tally.malformed, tally.ok) == (3, 9, 0)
    assert len(endpoint.prompts) == 9  # each request says more than the one before
    assert count(built.store, Rating) == 0
    _, tally = judge(built, endpoint)
    assert (tally.given_up, tally.asked, endpoint.requests) == (3, 0, 9)


def test_a_batch_with_an_item_too_few_is_made_again(to_judge: Build, stub: Start) -> None:
    """One short answer costs two more requests, for the halves, and everything is rated."""
    built, endpoint = to_judge("mt_qualitative", prompts=15), stub("mt_qualitative", short_every=3)
    _, tally = judge(built, endpoint, concurrency=1)
    assert tally.given_up == 0
    assert count(built.store, Rating) == 45 * 5
    assert statuses(built.store)["malformed"] > 0


def test_a_batch_that_is_too_long_is_split(to_judge: Build, stub: Start) -> None:
    """A judge that loses an item in every batch of more than six is asked about smaller ones until it does not."""
    built = to_judge("mt_qualitative", prompts=21, systems=("alfa",))
    endpoint = stub("mt_qualitative", long_batches_short=6)
    _, tally = judge(built, endpoint)
    assert (tally.given_up, count(built.store, Rating)) == (0, 21 * 5)
    sizes = Counter(len(reply.about["response"]) for reply in replies(built.store) if reply.status == "malformed")
    assert sizes == {20: 1, 10: 2}
    assert {len(reply.about["response"]) for reply in replies(built.store) if reply.status == "ok"} == {5, 1}


def test_korean_is_asked_for(to_judge: Build, stub: Start) -> None:
    """An explanation in English is malformed; where none is asked for, the number counts."""
    built, endpoint = to_judge("gptscore_ko", prompts=1), stub("gptscore_ko", wrong_language=True)
    judge(built, endpoint)
    with built.store.read() as db:
        assert set(db.scalars(select(Rating.criterion))) == {"factuality"}
    wrong = {reply.criterion for reply in replies(built.store) if reply.status == "malformed"}
    assert (len(wrong), "factuality" in wrong) == (8, False)


def test_an_endpoint_that_is_not_there(to_judge: Build) -> None:
    """Nobody at the address: the URL is named, and nothing is stored as failed."""
    built = to_judge("norwegian_fluency", prompts=1)
    nobody = Stub(None, url="http://127.0.0.1:9/v1")  # type: ignore[arg-type]
    with pytest.raises(ParvisError, match=r"http://127\.0\.0\.1:9/v1 cannot be reached"):
        judge(built, nobody)
    assert replies(built.store) == []


@pytest.mark.parametrize("url", ["nonsense", "ftp://example.org", "http://", "http://[::1"])
def test_an_address_that_is_none(url: str, to_judge: Build) -> None:
    """What is not an address is refused before anything is asked."""
    built = to_judge("norwegian_fluency", prompts=1)
    with pytest.raises(InputError, match="is not an address"):
        judge(built, Stub(None, url=url))  # type: ignore[arg-type]
