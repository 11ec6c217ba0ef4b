"""The desk's JSON as docs/programs.md tells it to other programs: the same keys, and its example is carried out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any

from sqlalchemy import select
from starlette.applications import Starlette
from starlette.testclient import TestClient

from eval_core.campaigns.desk.action import KINDS
from eval_core.campaigns.desk.supply.feedback import FaultMark
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines
from eval_core.campaigns.talk.inbox import answer_question
from eval_core.campaigns.talk.messages import send_message
from eval_core.protocols import load_guidelines
from eval_core.store import Person
from eval_core.ui.parts.refusals import DESK_CODES
from eval_core.web.cookie import COOKIE
from eval_core.web.desk import desk_routes
from tests.conftest import Clock
from tests.support.building import Built
from tests.support.golden import add_gold, settle
from tests.support.reading import ROOT, blocks, inline_code, text_of

OWN = {"origin": "http://testserver", "content-type": "application/json"}
SECTION = text_of(ROOT / "docs" / "programs.md").partition("\n## The desk's routes\n")[2]
BY_KEY = {"texts", "html", "points", "scores", "explanations"}  # what lies in them is named by side, value or criterion


def example(kind: str) -> Any:
    return next(json.loads(block.body) for block in blocks(SECTION) if block.kind == kind)


def keys(document: object) -> object:
    """A document without its values; of a list the first."""
    if isinstance(document, dict):
        return {key: keys(value) for key, value in document.items()}
    return [keys(one) for one in document[:1]] if isinstance(document, list) else None


def unnamed(text: str, document: object) -> set[str]:
    """Keys of a document that a text does not name."""
    if isinstance(document, list):
        return {name for one in document for name in unnamed(text, one)}
    if not isinstance(document, dict):
        return set()
    named = {word for code in inline_code(text) for word in re.findall(r"\w+", code)} | set(
        re.findall(r'"(\w+)":', text)
    )
    deeper = (unnamed(text, value) for key, value in document.items() if key not in BY_KEY)
    return (set(document) - named).union(*deeper)


def visit(built: Built, who: str) -> TestClient:
    client = TestClient(Starlette(routes=desk_routes(built.store)), headers=OWN)
    client.cookies.set(COOKIE, who)
    return client


def newcomer(built: Built) -> str:
    """Someone before their first training, with a faulty gold comparison before them."""
    add_gold(built, 10)
    settle(built, training=2, test=5, pass_mark=0.8)
    who = built.enter("Kari")
    acknowledge_guidelines(built.store, who, built.slug, load_guidelines("en").version, "nb")
    return who


def test_the_example_is_carried_out(campaign: Callable[..., Built], clock: Clock) -> None:
    """The documented request, about a sheet that there is, is recorded; pile, answer and talk have the documented keys."""
    built = campaign()
    client = visit(built, newcomer(built))
    pile = client.get("/desk/trial").json()["pile"]
    assert keys(pile | {"undo": []}) == keys(example("pile") | {"undo": []})
    clock.move(minutes=1)
    asked = example("actions")
    for action in asked["actions"]:
        if "assignment" in action:
            action["assignment"] = pile["sheets"][0]["assignment"]
    asked["actions"][2]["version"] = load_guidelines("en").version
    said = client.post("/desk/trial", json=asked).json()
    assert [one["result"] for one in said["answers"]] == ["recorded"] * 4, said["answers"]
    documented = example("answers")
    first, told = said["answers"][0], documented["answers"][0]
    mark = told["feedback"].pop("marks")[0]
    assert mark.keys() == {field.name for field in fields(FaultMark)}
    assert first["feedback"].pop("marks") == []  # this gold has none
    assert keys(first) == keys(told)
    assert said.keys() == documented.keys()

    (question,) = client.get("/desk/trial/talk").json()["questions"]
    answer_question(built.store, "trial", question["id"], "Yes.")
    with built.store.read() as db:
        kari = db.scalars(select(Person.id).where(Person.name == "Kari")).one()
    send_message(built.store, "trial", kari, "Welcome!")
    assert keys(client.get("/desk/trial/talk").json()) == keys(example("talk"))


def test_what_can_be_undone(campaign: Callable[..., Built], clock: Clock) -> None:
    """After a choice in the work the pile has an entry with the documented keys."""
    built = campaign()
    client = visit(built, built.enter("Kari"))
    sheet = client.get("/desk/trial").json()["pile"]["sheets"][0]
    clock.move(minutes=1)
    choice = example("actions")["actions"][0] | {"assignment": sheet["assignment"]}
    pile = client.post("/desk/trial", json={"actions": [choice]}).json()["pile"]
    assert keys(pile["undo"]) == keys(example("pile")["undo"])


def test_every_key_is_named(campaign: Callable[..., Built]) -> None:
    """What a rater's browser gets, every kind of action and every word is there; one that is missing is seen."""
    built = campaign(protocol="heval")
    document = visit(built, built.enter("Kari")).get("/desk/trial").json()
    assert document["pile"]["sheets"]
    assert unnamed(SECTION, document) == set()
    assert unnamed(SECTION, {"pile": {"never_written": 1}}) == {"never_written"}
    assert unnamed(SECTION, [dict.fromkeys(KINDS)]) == set()
    table = SECTION.partition("| word | reason |")[2].partition("###")[0]
    words = {word for line in table.splitlines() for word in inline_code(line.split(" | ")[0])}
    assert words <= DESK_CODES
    assert len(words) > 20
