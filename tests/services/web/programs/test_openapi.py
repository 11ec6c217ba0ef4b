"""The OpenAPI document says what the API answers: every address, status and key, and nothing else."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError
from openapi_spec_validator import validate
from sqlalchemy import select
from starlette.applications import Starlette
from starlette.testclient import TestClient

from eval_core.campaigns.people.api_tokens import create_token
from eval_core.store import Judgment, Store
from eval_core.web.programs import handlers
from eval_core.web.programs.openapi import openapi_document
from eval_core.web.programs.operations import OPERATIONS, Operation
from eval_core.web.programs.routes import program_routes
from tests.support.building import Built
from tests.support.full_campaign import NAMES, furnish

BODY = '{"prompt_id": "p0", "prompt": "Oppgave 0", "written_standard": "nb", "system": "new", "response": "Nytt."}\n'
JSONL = {"Content-Type": "application/jsonl"}


@pytest.fixture
def full(campaign: Callable[..., Built]) -> Built:
    """A campaign with something in every table, and a judgment that was taken back."""
    built = campaign(prompts=6)
    furnish(built)
    with built.store.write() as db:
        row = db.scalars(
            select(Judgment).where(Judgment.live, Judgment.choice.is_not(None)).order_by(Judgment.id)
        ).first()
        assert row is not None
        row.live = False
        db.flush()
        same = {name: getattr(row, name) for name in ("assignment_id", "campaign_id", "comparison_id", "prompt_id")}
        db.add(Judgment(**same, person_id=row.person_id, swapped=row.swapped, revision=row.revision + 1))
    return built


def program(built: Built, token: str | None = None) -> TestClient:
    """A program with a token of the campaign."""
    client = TestClient(Starlette(routes=program_routes(built.store, "/parvis")))
    client.headers["Authorization"] = f"Bearer {token or create_token(built.store, built.slug, 'reader').token}"
    return client


def address(op: Operation, slug: str = "trial") -> str:
    return "/parvis/api/v1" + op.path.format(slug=slug)


def ask(client: TestClient, op: Operation, **more: Any) -> Any:
    options = {"content": BODY, "headers": JSONL} if op.body else {}
    return client.request(op.method, address(op), **{**options, **more})


def strict(document: dict[str, Any]) -> dict[str, Any]:
    """The document's schemas, which allow no key that they do not name."""
    closed = copy.deepcopy(document["components"])
    for schema in closed["schemas"].values():
        schema["additionalProperties"] = False
    return closed


def check(document: dict[str, Any], op: Operation, answer: Any) -> None:
    """ValidationError where an answer is not as the document says.

    Raises:
        LookupError: if the document does not have its status or media type.
    """
    said = document["paths"][op.path][op.method.lower()]["responses"][str(answer.status_code)]
    kind = answer.headers["content-type"].partition(";")[0]
    schema, found = said["content"][kind]["schema"], answer.json()
    Draft202012Validator({**schema, "components": strict(document)}).validate(found)


def test_the_document_is_valid_and_open_to_everyone(store: Store) -> None:
    """It is OpenAPI 3.1, served without a token, names its own address, and has words and a schema for everything."""
    client = TestClient(Starlette(routes=program_routes(store, "/parvis")))
    served = client.get("/parvis/api/v1/openapi.json")
    assert (served.status_code, served.headers["content-type"]) == (200, "application/json")
    document = served.json()
    validate(document)
    assert document["openapi"].startswith("3.1")
    assert document["servers"] == [{"url": "/parvis/api/v1"}]
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    operations = {(path, method): about for path, each in document["paths"].items() for method, about in each.items()}
    assert operations.keys() == {(op.path, op.method.lower()) for op in OPERATIONS}
    for about in operations.values():
        assert about["summary"]
        assert about["description"]
        assert {"200", "401", "429", "503"} <= about["responses"].keys()
    assert len({about["operationId"] for about in operations.values()}) == len(operations)


def test_an_invalid_document_is_seen() -> None:
    """Planted: a parameter of the path that the operation does not name."""
    document = copy.deepcopy(openapi_document())
    del document["paths"]["/campaigns/{slug}"]["get"]["parameters"]
    with pytest.raises(Exception, match="slug"):
        validate(document)


@pytest.mark.both_databases
def test_every_answer_is_as_the_document_says(full: Built) -> None:
    """Of a campaign with something in every table: every key is named, and of its type; and so is every line."""
    document, client = openapi_document("/parvis"), program(full)
    answers = {op.key: ask(client, op) for op in OPERATIONS}
    for op in OPERATIONS:
        assert answers[op.key].status_code == 200, answers[op.key].text
        check(document, op, answers[op.key])
    records = answers["read_judgments"].json()["judgments"]
    assert {record["live"] for record in records} == {True, False}
    assert any(record.get("marks") for record in records)
    (op,) = (op for op in OPERATIONS if op.line)
    lines = client.get(address(op), headers={"Accept": "application/jsonl"})
    assert lines.headers["content-type"] == "application/jsonl"
    said = document["paths"][op.path]["get"]["responses"]["200"]["content"]["application/jsonl"]["x-line-schema"]
    line_check = Draft202012Validator({**said, "components": strict(document)})
    found = [json.loads(line) for line in lines.text.splitlines()]
    assert [line_check.validate(line) for line in found] == [None] * len(records)
    assert found == records


def test_a_key_that_is_not_documented_is_caught(full: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: an answer with a key more, one with a key less, and one with another type."""
    document, client = openapi_document("/parvis"), program(full)
    (op,) = (op for op in OPERATIONS if op.key == "read_campaign")
    check(document, op, ask(client, op))

    for change in (
        lambda facts: facts.update(systems=["alfa"]),
        lambda facts: facts.pop("title"),
        lambda facts: facts["counts"].update(done="4"),
        lambda facts: facts["counts"].update(lost=4),
    ):
        monkeypatch.setattr(handlers, "asdict", _after(change))
        with pytest.raises(ValidationError):
            check(document, op, ask(client, op))
        monkeypatch.undo()


def _after(change: Callable[[dict[str, Any]], Any]) -> Callable[[Any], dict[str, Any]]:
    """`asdict` with a fault."""

    def changed(record: Any) -> dict[str, Any]:
        facts = asdict(record)
        change(facts)
        return facts

    return changed


def test_every_error_is_as_the_document_says(full: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each status that can be brought about is among those of its operation, with its keys."""
    document, client = openapi_document("/parvis"), program(full)
    by_key = {op.key: op for op in OPERATIONS}
    add, pages = by_key["add_responses"], by_key["read_judgments"]
    found = [(op, ask(client, op, headers=JSONL | {"Authorization": "Bearer wrong"})) for op in OPERATIONS]
    found += [
        (add, ask(client, add, headers={"Content-Type": "application/pdf"})),
        (add, ask(client, add, content="{oh")),
        (add, ask(client, add, params={"colour": "red"})),
        (pages, ask(client, pages, params={"cursor": "x"})),
        (pages, ask(client, pages, params={"limit": "0"})),
    ]
    assert {answer.status_code for _, answer in found} == {401, 415, 422}
    for op, answer in found:
        check(document, op, answer)
    for name in NAMES:
        assert name not in json.dumps(document)
