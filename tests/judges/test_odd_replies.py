"""A stub that means well and writes oddly, in many ways: what is stored is what it meant, at no more than a few requests.

Each row says how the stub writes what it means; where a reply must have no meaning, nothing is stored.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from eval_core.judges.summaries import judge_summaries
from eval_core.protocols import load_protocol
from eval_core.store import Judgment, Rating, RatingAssignment, Response
from tests.judges.conftest import judge, replies
from tests.judges.stub import Stub, score_of
from tests.support.building import Built

Build = Callable[..., Built]
Start = Callable[..., Stub]
Sheets = list[dict[str, Any]]
# How a reply is written does not depend on the database.
pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
ITEMS, BATCH = 5, "mt_qualitative"
KEYS = [criterion.key for criterion in load_protocol(BATCH).rated]
SUMMARY = {key: f"Of {key}: mixed." for key in KEYS}


def numbered(sheets: Sheets, first: int = 1, key: str = "item") -> Sheets:
    """Sheets that number themselves."""
    return [{key: number} | sheet for number, sheet in enumerate(sheets, first)]


def whole(sheets: Sheets, summary: object = SUMMARY) -> str:
    """The reply as it is asked for."""
    return json.dumps({"scores": sheets, "summary": summary})


def with_one_wrong(sheets: Sheets) -> Sheets:
    """The second of several items has a rating that is not on the scale."""
    return [sheet | ({"fluency": [9, "x"]} if number == 1 else {}) for number, sheet in enumerate(numbered(sheets))]


def lines() -> str:
    return "\n".join(f"{key.capitalize()}: {words}" for key, words in SUMMARY.items())


# How a batch is written -> the summary that is kept of each reply.
WAYS: dict[str, tuple[Callable[[Sheets], str], bool]] = {
    "as asked": (lambda sheets: whole(numbered(sheets)), True),
    "the array alone": (json.dumps, False),
    "the array, then an object": (lambda sheets: f"{json.dumps(sheets)}\n{json.dumps(SUMMARY)}", True),
    "the array, then 'summary'": (lambda sheets: f"{json.dumps(sheets)}\n{json.dumps({'summary': SUMMARY})}", True),
    "the array, then a loose key": (lambda sheets: f'{json.dumps(sheets)},\n"summary": {json.dumps(SUMMARY)}', True),
    "the array, then lines": (lambda sheets: f"```json5\n{json.dumps(sheets)}\n```\n## Summary\n{lines()}", True),
    "the summary as the last item": (lambda sheets: json.dumps([*sheets, SUMMARY]), True),
    "the summary first": (lambda sheets: json.dumps({"summary": SUMMARY, "scores": sheets}), True),
    "a summary that is a text": (lambda sheets: whole(sheets, "Mixed."), False),
    "a summary that is a number": (lambda sheets: whole(sheets, 4), False),
    "a summary with numbers": (lambda sheets: whole(sheets, dict.fromkeys(KEYS, 4)), False),
    "a summary that is cut off": (lambda sheets: whole(sheets)[:-30], False),
    "a summary that is broken": (lambda sheets: whole(sheets).replace('"Of fluency', "Of fluency"), False),
    "no summary, cut off behind the array": (lambda sheets: whole(sheets).partition(', "summary"')[0], False),
    "backwards, with numbers": (lambda sheets: whole(numbered(sheets)[::-1]), True),
    "backwards, from 0": (lambda sheets: whole(numbered(sheets, 0)[::-1]), True),
    "backwards, with other keys": (lambda sheets: whole(numbered(sheets, key="ID")[::-1]), True),
    "numbers as keys": (lambda sheets: json.dumps({"scores": {str(n): s for n, s in enumerate(sheets, 1)}}), False),
    "an object a line": (lambda sheets: "\n".join(map(json.dumps, numbered(sheets)[::-1])), False),
    "an item twice": (lambda sheets: whole(numbered(sheets) + numbered(sheets)[:1]), True),
    "everything twice": (lambda sheets: f"{whole(sheets)}\nAgain:\n{whole(sheets)}", True),
    "keys that nobody asked for": (
        lambda sheets: whole([sheet | {"sure": 0.9, "note": "x"} for sheet in sheets]),
        True,
    ),
    "thoughts before it": (lambda sheets: f'<think>[{{"fluency": 1}}] or {{}}?</think>{whole(sheets)}', True),
    "thoughts without a beginning": (lambda sheets: f"hm {{1}} </think>\n{whole(sheets)}", True),
    "words around it": (lambda sheets: f"Sure [1]! Here {{it}} is:\n{whole(sheets)}\nAnything else?", True),
    "objects for ratings": (
        lambda sheets: whole([{key: {"score": v, "why": w} for key, (v, w) in one.items()} for one in sheets]),
        True,
    ),
    "ratings as text": (
        lambda sheets: whole([{key: [f"{v}/5", w] for key, (v, w) in s.items()} for s in sheets]),
        True,
    ),
    "labels for keys": (lambda sheets: whole([{k.capitalize(): mark for k, mark in s.items()} for s in sheets]), True),
    "nested ratings": (lambda sheets: whole([{"item": n, "ratings": s} for n, s in enumerate(sheets, 1)]), True),
    "no reason for the best": (
        lambda sheets: whole([{k: m if m[1] else m[:1] for k, m in s.items()} for s in sheets]),
        True,
    ),
    "null for the best": (
        lambda sheets: whole([{k: [m[0], m[1] or None] for k, m in s.items()} for s in sheets]),
        True,
    ),
    "words for the best": (
        lambda sheets: whole([{k: [m[0], m[1] or "Fine."] for k, m in s.items()} for s in sheets]),
        True,
    ),
}


def stored(built: Built) -> dict[tuple[int, str], int | None]:
    """Every rating, by response and criterion."""
    with built.store.read() as db:
        query = select(RatingAssignment.response_id, Rating.criterion, Rating.value).join(
            Rating, Rating.rating_assignment_id == RatingAssignment.id
        )
        return {(response, criterion): value for response, criterion, value in db.execute(query)}


def meant(built: Built, key: str) -> dict[tuple[int, str], int | None]:
    """What the stub means of every response."""
    with built.store.read() as db:
        texts = db.execute(select(Response.id, Response.text)).all()
    return {
        (number, criterion.key): score_of(text, criterion)
        for number, text in texts
        for criterion in load_protocol(key).rated
    }


@pytest.mark.parametrize("way", WAYS)
def test_a_batch_in_many_ways(way: str, to_judge: Build, stub: Start) -> None:
    """One request, every rating as meant, and the summary where there is one to keep."""
    written, summed = WAYS[way]
    built, endpoint = to_judge(BATCH, prompts=ITEMS, systems=("alfa",)), stub(BATCH, saying=written)
    _, tally = judge(built, endpoint)
    assert stored(built) == meant(built, BATCH)
    assert (endpoint.requests, tally.ok, tally.given_up) == (1, 1, 0)
    (reply,) = replies(built.store)
    assert (reply.status, reply.kept) == ("ok", ITEMS)
    summaries = judge_summaries(built.store, built.slug, protocol=BATCH)
    assert [one.criteria for one in summaries] == ([SUMMARY] if summed else [])


@pytest.mark.parametrize(
    ("written", "most"),
    [
        (lambda sheets: whole(with_one_wrong(sheets) if len(sheets) > 1 else sheets), 2),
        (lambda sheets: whole([one for one in numbered(sheets) if one["item"] != 2]), 2),
        (lambda sheets: whole(numbered(sheets))[: 900 if len(sheets) > 1 else None], 4),
        (lambda sheets: whole(numbered(sheets)[: max(1, len(sheets) - 1)]), 6),
    ],
    ids=["one item wrong", "one item left out", "cut off", "always one too few"],
)
def test_the_good_part_of_a_batch_is_kept(
    written: Callable[[Sheets], str], most: int, to_judge: Build, stub: Start
) -> None:
    """What is good of a reply is stored, the rest is asked for again, and in the end everything is as meant."""
    built, endpoint = to_judge(BATCH, prompts=ITEMS, systems=("alfa",)), stub(BATCH, saying=written)
    _, tally = judge(built, endpoint)
    assert stored(built) == meant(built, BATCH)
    assert tally.given_up == 0
    assert 1 < endpoint.requests <= most
    kept = [reply.kept for reply in replies(built.store)]
    assert sum(one or 0 for one in kept) == ITEMS


NOTHING: dict[str, Callable[[Sheets], str]] = {
    "two different arrays": lambda sheets: f"{whole(sheets)}\nNo:\n{whole([sheets[0] | {'fluency': [1, 'x']}])}",
    "empty": lambda _: "",
    "words": lambda _: "I cannot rate this.",
    "an open thought": lambda sheets: f"<think>{whole(sheets)}",
    "fractions": lambda sheets: whole([{key: [4.5, "x"] for key in sheet} for sheet in sheets]),
    "another scale": lambda sheets: whole([{key: ["4/10", "x"] for key in sheet} for sheet in sheets]),
    "no reasons": lambda sheets: whole([dict.fromkeys(sheet, 2) for sheet in sheets]),
    "true": lambda sheets: whole([{key: [True, "x"] for key in sheet} for sheet in sheets]),
    "N/A": lambda sheets: whole([dict.fromkeys(sheet, "NA") for sheet in sheets]),
    "only one criterion": lambda sheets: whole([{"fluency": sheet["fluency"]} for sheet in sheets]),
    "two scores": lambda sheets: whole([{k: {"score": 2, "final_score": 3, "why": "x"} for k in s} for s in sheets]),
    "numbers of other items": lambda sheets: whole(numbered(sheets, 7)),
}


@pytest.mark.parametrize("way", NOTHING)
def test_what_has_no_meaning_makes_no_rating(way: str, to_judge: Build, stub: Start) -> None:
    """No number is made up: nothing is stored, the replies are kept as malformed, and requests come to an end."""
    built, endpoint = to_judge(BATCH, prompts=ITEMS, systems=("alfa",)), stub(BATCH, saying=NOTHING[way])
    _, tally = judge(built, endpoint)
    assert stored(built) == {}
    assert (tally.ok, tally.given_up) == (0, ITEMS)
    assert {reply.status for reply in replies(built.store)} == {"malformed"}
    assert endpoint.requests <= 1 + 2 * ITEMS


CHOICES: dict[str, Callable[[str], str]] = {
    "a letter in JSON": lambda choice: json.dumps({"choice": choice}),
    "keys that nobody asked for": lambda choice: json.dumps({"choice": choice, "confidence": 0.7, "issues": None}),
    "Prometheus": lambda choice: f"Feedback: B has 2 faults.\n[RESULT] {choice}",
    "the same twice": lambda choice: f"{json.dumps({'choice': choice})} [RESULT] {choice}",
}
NO_CHOICES: dict[str, Callable[[str], str]] = {
    "a bare letter": lambda choice: choice,
    "both": lambda _: '{"choice": "both"}',
    "another winner": lambda _: '{"choice": "A", "winner": "B"}',
    "two results": lambda _: "[RESULT] A [RESULT] B",
    "null": lambda _: '{"choice": null, "reason": "tie"}',
    "the template": lambda _: '{"issues": [], "reason": "", "choice": "A", "B" or "tie"}',
}


@pytest.mark.parametrize("way", [*CHOICES, *NO_CHOICES])
def test_choices_in_many_ways(way: str, to_judge: Build, stub: Start) -> None:
    """A choice is what was meant, or there is no judgment; a tie is only what was called one."""
    said: list[str] = []

    def saying(choice: str) -> str:
        said.append(choice)
        return (CHOICES | NO_CHOICES)[way](choice)

    built, endpoint = to_judge("norwegian_fluency", prompts=1), stub("norwegian_fluency", saying=saying)
    _, tally = judge(built, endpoint, concurrency=1)
    with built.store.read() as db:
        choices = list(db.scalars(select(Judgment.choice).order_by(Judgment.id)))
    assert choices == (said if way in CHOICES else [])
    assert tally.given_up == (0 if way in CHOICES else tally.total)
    assert endpoint.requests <= 3 * tally.total


def test_numbers_that_no_database_stores(to_judge: Build, stub: Start) -> None:
    """Infinity and NaN in an endpoint's account cost neither the reply nor the run."""
    built, endpoint = to_judge("norwegian_fluency", prompts=1), stub("norwegian_fluency", usage="1e999")
    _, tally = judge(built, endpoint)
    assert (tally.ok, tally.failed) == (tally.total, 0)
    assert {json.dumps(reply.usage) for reply in replies(built.store)} == {'{"prompt_tokens": null, "n": null}'}
