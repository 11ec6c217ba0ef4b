"""Judgments over HTTP: pages, lines, and what strangers and hostile programs get."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from eval_core.campaigns.audit import read_log
from eval_core.campaigns.people.api_tokens import create_token
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.web.programs.routes import program_routes
from tests.support.building import Built
from tests.support.checking import everything
from tests.support.judging import judge

PAGES = "/parvis/api/v1/campaigns/trial/judgments"


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """Two campaigns with judgments."""
    other = campaign(slug="other", prompts=1)
    judge(other, other.enter("Elsewhere"))
    built = campaign()
    judge(built, built.enter("Kari"), at_most=5)
    return built


@pytest.fixture
def client(built: Built) -> TestClient:
    """A program with a token."""
    client = TestClient(Starlette(routes=program_routes(built.store, "/parvis")))
    client.headers["Authorization"] = f"Bearer {create_token(built.store, built.slug, 'loop').token}"
    return client


def test_pages_follow_each_other(built: Built, client: TestClient) -> None:
    """By `next`, by the header Link, and by cursor alike; then the cursor brings what has come since, and nothing else."""
    found, address, sizes = [], f"{PAGES}?limit=2", []
    while address:
        answer = client.get(address)
        page = answer.json()
        found += page["judgments"]
        sizes.append(len(page["judgments"]))
        assert answer.headers["parvis-cursor"] == page["cursor"]
        assert answer.links.get("next", {}).get("url") == page["next"]
        address = page["next"]
    assert sizes == [2, 2, 1]
    table = export_judgments(built.store, built.slug, pseudonymous=True)
    assert [(row["prompt"], row["choice"], row["annotator_id"]) for row in found] == [
        *table[["prompt", "choice", "annotator_id"]].itertuples(index=False, name=None)
    ]
    assert "Kari" not in json.dumps(found)
    judge(built, built.enter("Ola"), at_most=1)
    later = client.get(PAGES, params={"cursor": page["cursor"]}).json()["judgments"]
    known = {record["id"] for record in found}
    fresh = [record for record in later if record["id"] not in known]
    assert len(fresh) == 1
    if built.store.is_sqlite:  # on PostgreSQL those of the last minute come again
        assert later == fresh


def test_lines(client: TestClient) -> None:
    """One record a line where lines are asked for, with the cursor and the next page in headers."""
    answer = client.get(PAGES, params={"limit": 3}, headers={"Accept": "application/x-ndjson"})
    assert answer.headers["content-type"] == "application/jsonl"
    assert len([json.loads(line) for line in answer.text.splitlines()]) == 3
    rest = client.get(answer.links["next"]["url"], headers={"Accept": "application/jsonl"})
    assert len(rest.text.splitlines()) == 2
    assert "link" not in rest.headers
    assert client.get(PAGES, params={"cursor": rest.headers["parvis-cursor"]}).status_code == 200


def test_reading_is_noted(built: Built, client: TestClient) -> None:
    """Judgments name systems, so the log notes once that a program has seen them while judging is open."""
    for _ in range(2):
        client.get(PAGES)
    assert [entry.about for entry in read_log(built.store, built.slug) if entry.action == "results_shown"] == [
        {"program": "loop"}
    ]


def test_bad_options_are_named(built: Built, client: TestClient) -> None:
    """Limits out of range, broken and foreign cursors and unknown options are 422 with a sentence, never a crash."""
    own = client.get(PAGES, params={"limit": 1}).json()["cursor"]
    token = create_token(built.store, "other", "other").token
    elsewhere = client.get(PAGES.replace("trial", "other"), headers={"Authorization": f"Bearer {token}"})
    foreign, before = elsewhere.json()["cursor"], everything(built.store)
    for params in (
        *({"limit": limit} for limit in ("0", "-1", "1001", "9" * 30, "1e3", "ten", "", "٣", "1;--", " 1")),
        *({"cursor": word} for word in (foreign, own[:-1], own.swapcase(), "%00", "' OR 1=1 --", "../..", "x" * 7_000)),
        {"where": "1=1"},
        {"limit": "1", "who": "1"},
    ):
        answer = client.get(PAGES, params=params)
        assert answer.status_code == 422, params
        assert answer.json()["error"].endswith(("begin again", "to 1000", "cursor, limit"))
    assert everything(built.store) == before
    assert client.get(PAGES, params={"cursor": own, "limit": "1000"}).status_code == 200


def test_slugs_cannot_be_probed(built: Built, client: TestClient) -> None:
    """Another campaign, none, a path, SQL and an endless name all get the answer of a wrong token."""
    client.cookies.set("parvis_session", built.enter("Lea", "lead"))
    answers = [
        client.get(f"/parvis/api/v1/campaigns/{slug}/{part}".rstrip("/"))
        for slug in ("other", "nowhere", "trial%27--", "%2e%2e", "x" * 2000, "TRIAL")
        for part in ("", "judgments", "ranking")
    ]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.text for answer in answers}) == 1
    del client.headers["Authorization"]
    assert client.get(PAGES).status_code == 401
    assert client.get("/parvis/api/v1/campaigns").json() == answers[0].json()


def test_a_token_opens_its_campaign_alone(client: TestClient) -> None:
    """The list has the one campaign, with the same description as its own address."""
    (listed,) = client.get("/parvis/api/v1/campaigns").json()["campaigns"]
    assert listed == client.get("/parvis/api/v1/campaigns/trial").json()
    assert (listed["slug"], listed["kind"], listed["status"]) == ("trial", "pairwise", "open")
    assert (listed["counts"]["done"], listed["counts"]["total"]) == (5, 24)


def test_rated_responses_have_no_judgments(campaign: Callable[..., Built]) -> None:
    """409 with a word where responses are rated."""
    built = campaign(slug="rated", protocol="heval")
    client = TestClient(Starlette(routes=program_routes(built.store)))
    client.headers["Authorization"] = f"Bearer {create_token(built.store, built.slug, 'loop').token}"
    answer = client.get("/api/v1/campaigns/rated/judgments")
    assert (answer.status_code, answer.json()["code"]) == (409, "responses_rated")
    assert client.get("/api/v1/campaigns/rated").json()["kind"] == "rating"
