"""What a training loop may do with a token of a campaign, over HTTP."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import httpx
import pandas as pd
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from eval_core.campaigns.access import Program, authorise
from eval_core.campaigns.audit import read_log
from eval_core.campaigns.people.api_tokens import create_token, list_tokens, revoke_token
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.watching.progress import campaign_progress
from eval_core.errors import RefusedError
from eval_core.files import table_bytes
from eval_core.ranking import rank
from eval_core.ranking.choices import Choices, Extent, choices_document
from eval_core.store import Store
from eval_core.web import throttle
from eval_core.web.programs import handlers, intake
from eval_core.web.programs.routes import program_routes
from tests.support.building import Built
from tests.support.checking import everything
from tests.support.judging import judge
from tests.support.reading import ROOT, blocks, text_of

LINES = [
    {
        "prompt_id": "p0",
        "prompt": "Oppgave 0",
        "written_standard": "nb",
        "system": "checkpoint-9",
        "response": "Et nytt svar.",
    }
]
JSONL = {"Content-Type": "application/jsonl"}


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A second campaign."""
    campaign(slug="other", prompts=1)
    return campaign()


@pytest.fixture
def client(built: Built) -> TestClient:
    """A program that shows no token yet."""
    return TestClient(Starlette(routes=program_routes(built.store, "/parvis")), raise_server_exceptions=True)


@pytest.fixture
def loop(built: Built, client: TestClient) -> TestClient:
    """A program with a token."""
    client.headers["Authorization"] = f"Bearer {create_token(built.store, built.slug, 'loop').token}"
    return client


def at(path: str, slug: str = "trial") -> str:
    return f"/parvis/api/v1/campaigns/{slug}/{path}".rstrip("/")


def body(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_a_loop_adds_responses_and_reads_what_became_of_them(built: Built, loop: TestClient) -> None:
    """New responses make comparisons, once; progress and ranking are those of the command line."""
    added = loop.post(at("responses"), content=body(LINES), headers=JSONL)
    assert (added.status_code, added.headers["cache-control"]) == (200, "no-store")
    assert {name: added.json()[name] for name in ("rows", "systems", "responses", "comparisons")} == {
        "rows": 1,
        "systems": 1,
        "responses": 1,
        "comparisons": 3,
    }
    (example,) = [block for block in blocks(text_of(ROOT / "docs" / "programs.md")) if block.kind == "added"]
    assert json.loads(example.body).keys() == added.json().keys()
    assert json.loads(example.body)["coverage"][0].keys() == added.json()["coverage"][0].keys()
    again = loop.post(at("responses"), content=body(LINES), headers=JSONL).json()
    assert (again["known"], again["responses"], again["comparisons"]) == (1, 0, 0)
    entry = read_log(built.store, built.slug)[0]
    assert (entry.action, entry.by, entry.about["program"]) == ("responses_imported", None, "loop")
    judge(built, built.enter("Kari"))
    progress = campaign_progress(built.store, built.slug)
    expected = json.dumps(asdict(progress) | {"left": progress.left}, default=str)
    assert loop.get(at("progress")).json().keys() == json.loads(expected).keys()
    assert loop.get(at("progress")).json()["done"] == progress.done > 0
    ranking = loop.get(at("ranking")).json()
    assert (ranking.pop("campaigns"), ranking.pop("diagnostics")) == ([built.slug], None)
    assert ranking.pop("choices") == choices_document(Choices(), Extent(4, 4, 1))
    assert ranking == rank(read_votes(built.store, built.slug)).as_dict()


def test_a_table_and_options(built: Built, loop: TestClient) -> None:
    """CSV does as well, and the import's options are the query's."""
    table = "prompt_id,prompt,written_standard,system,response\np0,Oppgave 0,nb,checkpoint-9,Et nytt svar.\n"
    asked = {"against": ["alfa-modell"], "comparisons_per_prompt": "9"}
    added = loop.post(at("responses"), content=table, headers={"Content-Type": "text/csv; charset=utf-8"}, params=asked)
    assert (added.status_code, added.json()["comparisons"]) == (200, 1)
    for params in (
        {"colour": "red"},
        {"column": "Svar"},
        {"comparisons_per_prompt": "-1"},
        {"comparisons_per_prompt": "9" * 9},
    ):
        assert loop.post(at("responses"), content=table, headers=JSONL, params=params).status_code == 422
    nobody = loop.post(at("responses"), content=body(LINES), headers=JSONL, params={"against": "nobody"})
    assert (nobody.status_code, nobody.json()["error"]) == (422, "there is no system 'nobody' to compare against")


@pytest.mark.parametrize("suffix", [".xlsx", ".parquet", ".tsv"])
def test_any_table_of_the_command_line(built: Built, loop: TestClient, suffix: str) -> None:
    """A workbook, Parquet and tabs do as well, by their media types; `column` says what a heading means."""
    kind = {
        ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ".parquet": "application/vnd.apache.parquet",
        ".tsv": "text/tab-separated-values",
    }[suffix]
    row = {
        "prompt_id": "p0",
        "prompt": "Oppgave 0",
        "written_standard": "nb",
        "Bot": "checkpoint-9",
        "response": "Nytt.",
    }
    frame = pd.DataFrame([row], dtype="str")
    content = frame.to_csv(sep="\t", index=False).encode() if suffix == ".tsv" else table_bytes(frame, suffix)

    def sent(**params: str) -> Any:
        return loop.post(at("responses"), content=content, headers={"Content-Type": kind}, params=params)

    added = sent(column="Bot=system")
    assert (added.status_code, added.json()["responses"]) == (200, 1)
    refused = sent(column="Bat=system")
    assert (refused.status_code, refused.json()["row"], refused.json()["column"]) == (422, 1, "Bat")
    again = sent().json()
    assert (again["known"], again["responses"], again["source"]["form"]) == (
        1,
        0,
        "csv" if suffix == ".tsv" else suffix[1:],
    )


def test_the_ranking_is_computed_once(built: Built, loop: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking again computes nothing, until a judgment or an action of a lead comes between."""
    kari = built.enter("Kari")
    judge(built, kari, at_most=6)
    fits: list[int] = []
    monkeypatch.setattr(handlers, "rank", lambda votes: fits.append(len(votes)) or rank(votes))
    first = loop.get(at("ranking")).json()
    assert loop.get(at("ranking")).json() == first
    assert fits == [6]
    judge(built, kari, at_most=1)
    assert loop.get(at("ranking")).json()["n_judgments"] == 7
    assert fits == [6, 7]


def test_without_judgments_there_is_no_ranking(loop: TestClient) -> None:
    """The message of the command line comes as one."""
    refused = loop.get(at("ranking"))
    assert refused.status_code == 422
    assert "judgment" in refused.json()["error"]


@pytest.mark.parametrize("path", ["", "responses", "progress", "ranking", "judgments"])
def test_who_has_no_token_is_told_one_thing(built: Built, client: TestClient, path: str) -> None:
    """No header, another scheme, a wrong, a revoked and another campaign's token, a session as token or cookie: 401."""
    store = built.store
    dead = create_token(store, built.slug, "dead").token
    revoke_token(store, built.slug, list_tokens(store, built.slug)[0].token_id)
    session = built.enter("Lea", "lead")
    good = create_token(store, built.slug, "good").token
    client.cookies.set("parvis_session", session)
    before, answers = everything(store), []
    for header, slug in (
        ({}, "trial"),
        ({"Authorization": f"Basic {good}"}, "trial"),
        ({"Authorization": "Bearer "}, "trial"),
        ({"Authorization": "Bearer wrong"}, "trial"),
        ({"Authorization": f"Bearer {dead}"}, "trial"),
        ({"Authorization": f"Bearer {session}"}, "trial"),
        ({"Authorization": f"Bearer {good}"}, "other"),
        ({"Authorization": f"Bearer {good}"}, "nowhere"),
    ):
        ask = client.post if path == "responses" else client.get
        answers.append(ask(at(path, slug), headers=JSONL | header, params={}))
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.text for answer in answers}) == 1
    assert answers[0].headers["www-authenticate"] == "Bearer"
    assert everything(store) == before


def test_who_guesses_has_to_wait(built: Built, loop: TestClient) -> None:
    """After twenty wrong tokens the answer is 429, while the right one from the same address still opens."""
    codes = [loop.get(at("progress"), headers={"Authorization": f"Bearer {n}"}).status_code for n in range(21)]
    assert codes == [401] * 20 + [429]
    assert loop.get(at("progress")).status_code == 200


def test_no_token_is_no_guess(built: Built, client: TestClient) -> None:
    """Who shows no token is told so, however often, and has guessed nothing."""
    assert {client.get(at("progress")).status_code for _ in range(30)} == {401}
    assert client.get(at("progress"), headers={"Authorization": "Bearer wrong"}).status_code == 401


def test_more_at_once_than_may_wait(built: Built, loop: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the line is full some are told to come again, none that its token is wrong, and nobody waits afterwards."""
    monkeypatch.setattr(throttle, "_LONGEST_LINE", 20)

    async def run() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app=loop.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver", headers=loop.headers) as one:
            return await asyncio.gather(*(one.get(at("progress")) for _ in range(60)))

    answers = asyncio.run(run())
    assert Counter(answer.status_code for answer in answers) == {200: 40, 503: 20}
    turned_away = [answer for answer in answers if answer.status_code == 503]
    assert {(answer.headers["retry-after"], answer.json()["code"]) for answer in turned_away} == {("1", "crowded")}
    begun = time.monotonic()
    assert loop.get(at("progress")).status_code == 200
    assert time.monotonic() - begun < 0.9


def test_bodies_that_are_not_taken(built: Built, loop: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other kinds, packed ones, giants and broken lines change nothing, and the answer names the row."""
    before = everything(built.store)
    assert loop.post(at("responses"), content="x", headers={"Content-Type": "application/pdf"}).status_code == 415
    packed = loop.post(at("responses"), content=b"x", headers=JSONL | {"Content-Encoding": "gzip"})
    assert packed.status_code == 415
    broken = loop.post(at("responses"), content=body(LINES) + "{oh\n", headers=JSONL)
    assert (broken.status_code, broken.json()["row"]) == (422, 2)
    other = loop.post(at("responses"), content=body([{**LINES[0], "prompt": "En annen"}]), headers=JSONL)
    assert (other.status_code, other.json()["row"], other.json()["column"]) == (422, 1, "prompt")
    assert "/" not in other.json()["error"]
    monkeypatch.setattr(intake, "BODY_LIMIT", 100)
    assert loop.post(at("responses"), content=body(LINES * 9), headers=JSONL).status_code == 413
    assert everything(built.store) == before
    assert loop.get(at("responses")).status_code == 405
    assert loop.post(at("ranking")).status_code == 405


def test_tokens_of_a_campaign(built: Built) -> None:
    """Made by a lead, listed without themselves, known by their hash alone, unique while they live, and dead when revoked."""
    store, slug = built.store, built.slug
    lead = built.enter("Lea", "lead")
    made = create_token(store, slug, " loop ", who=lead)
    assert (made.name, made.token in repr(everything(store))) == ("loop", False)
    with pytest.raises(RefusedError) as refusal:
        create_token(store, slug, "loop", who=lead)
    assert refusal.value.code == "token_taken"
    for name in ("", "a\nb", "x" * 81, "\x1b[0m"):
        with pytest.raises(RefusedError) as refusal:
            create_token(store, slug, name)
        assert refusal.value.code == "bad_token_name"
    (row,) = list_tokens(store, slug, who=lead)
    assert (row.name, row.created_by, row.revoked_at) == ("loop", "Lea", None)
    with pytest.raises(RefusedError) as refusal:
        revoke_token(store, "other", row.token_id)
    assert refusal.value.code == "unknown_token"
    assert _opens(store, made.token)
    assert revoke_token(store, slug, row.token_id, who=lead)
    assert not revoke_token(store, slug, row.token_id, who=lead)
    assert not _opens(store, made.token)
    assert create_token(store, slug, "loop").token != made.token
    deeds = [(entry.action, entry.about) for entry in read_log(store, slug)]
    assert deeds == [
        ("token_created", {"name": "loop"}),
        ("token_revoked", {"name": "loop"}),
        ("token_created", {"name": "loop"}),
    ]


def _opens(store: Store, token: str) -> bool:
    with store.read() as db:
        try:
            return authorise(db, Program(token), "trial", "lead").program == "loop"
        except RefusedError:
            return False
