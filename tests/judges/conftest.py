"""What the tests of judges share: campaigns to judge, an endpoint, and a run of the judge against it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from sqlalchemy import select, update

from eval_core.judges.endpoint import Endpoint
from eval_core.judges.run import Tally, run_judge
from eval_core.judges.work import Judging, begin_judging
from eval_core.protocols import load_protocol
from eval_core.store import JudgeReply, Prompt, Store
from tests.judges.stub import Stub, serving
from tests.support.building import Built

MODEL = "stub-model:1b"


@pytest.fixture(autouse=True)
def _no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key and no settings of the machine, and pauses between retries that a test can wait for."""
    for name in ("OPENAI_API_KEY", "OPENAI_LOG", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "PARVIS_PROTOCOLS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.01)
    monkeypatch.setattr("openai._base_client.MAX_RETRY_DELAY", 0.05)
    monkeypatch.setattr("eval_core.judges.endpoint.FIRST_PAUSE", 0.01)
    monkeypatch.setattr("eval_core.judges.endpoint.LONGEST_PAUSE", 0.05)


@pytest.fixture
def stub() -> Iterator[Callable[..., Stub]]:
    """Starts endpoints that are gone at the end of the test."""
    with ExitStack() as running:
        yield lambda protocol, **modes: running.enter_context(serving(Stub(load_protocol(protocol), **modes)))


@pytest.fixture
def to_judge(campaign: Callable[..., Built]) -> Callable[..., Built]:
    """Builds a campaign of a protocol whose prompts are translations from English to Bokmål."""

    def build(protocol: str, **settings: Any) -> Built:
        built = campaign(protocol=protocol, **settings)
        with built.store.write() as db:
            db.execute(
                update(Prompt)
                .where(Prompt.campaign_id == built.id)
                .values(source_language="en", target_language="nb", reference="Slik ville et menneske si det.")
            )
        return built

    return build


def judge(
    built: Built,
    stub: Stub,
    *,
    protocol: str | None = None,
    name: str = MODEL,
    only: tuple[str, ...] = (),
    **settings: Any,
) -> tuple[Judging, Tally]:
    """Let the stub judge a campaign."""
    judging = begin_judging(built.store, built.slug, name, protocol, only=only)
    timeout, temperature = settings.pop("timeout", 20.0), settings.get("temperature")
    concurrency = settings.setdefault("concurrency", 8)

    async def run() -> Tally:
        endpoint = Endpoint(stub.url, MODEL, concurrency=concurrency, timeout=timeout, temperature=temperature)
        try:
            return await run_judge(built.store, judging, endpoint, **settings)
        finally:
            await endpoint.close()

    return judging, asyncio.run(run())


def replies(store: Store) -> list[JudgeReply]:
    """Every stored reply, in order."""
    with store.read() as db:
        replies = list(db.scalars(select(JudgeReply).order_by(JudgeReply.id)))
        db.expunge_all()
        return replies
