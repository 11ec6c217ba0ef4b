"""What judges' replies about several items mean: batches, their summaries, and which item a rating is about."""

from __future__ import annotations

import json

import pytest

from eval_core.protocols.replies import CountError, Mark, Reading, Reply, ReplyError, parse_reply, read_reply
from tests.unit.protocols.reply_samples import BATCH, criterion, mark, rating, refused

ITEM = '{"adequacy": [5, ""], "fluency": [4, "stiff"]}'
ITEM_MARKS = {"adequacy": Mark(5, ""), "fluency": Mark(4, "stiff")}


def test_batches() -> None:
    """A batch is an object with scores and perhaps a summary, or the array alone; the count must be that of the request."""
    summary = {"adequacy": "Mostly kept.", "fluency": "Stiff."}
    both = Reply((ITEM_MARKS, ITEM_MARKS))
    assert parse_reply(BATCH, f"[\n// 0\n{ITEM},\n// 1\n{ITEM},]", items=2) == both
    assert parse_reply(BATCH, f'{{"scores": [{ITEM}, {ITEM}]}}', items=2) == both
    whole = f'{{"scores": [{ITEM}], "summary": {json.dumps(summary)}}}'
    assert parse_reply(BATCH, whole) == Reply((ITEM_MARKS,), summary)
    assert parse_reply(BATCH, ITEM) == Reply((ITEM_MARKS,))
    assert parse_reply(BATCH, f"[{ITEM}, {ITEM}]", items=None) == both
    assert mark(rating("json5_batch", criterion("a", "가"), batch_size=2), '[{"a": 3}]') == Mark(3, "")
    for text, count in ((f"[{ITEM}]", 1), (f"[{ITEM}, {ITEM}, {ITEM}]", 3), ('{"scores": []}', 0)):
        with pytest.raises(CountError) as error:
            parse_reply(BATCH, text, items=2)
        assert (error.value.wanted, error.value.found) == (2, count)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"[{ITEM}, {ITEM.replace('stiff', '')}]", "item 2, 'fluency': the explanation is missing"),
        (f"[{ITEM}, {ITEM.replace('5', '6')}]", "item 2, 'adequacy': 6 is outside"),
        (f"[{ITEM}, 4]", "item 2: an object"),
        (f'[{ITEM}, {{"adequacy": 5}}]', "item 2: the object lacks fluency"),
        (f'{{"scores": {ITEM}}}', "not an array"),
        (f"[{ITEM}] [{ITEM}, {ITEM}]", "2 different"),
        (f'{{"scores": [{ITEM}, {ITEM}', "cut off"),
    ],
)
def test_batches_that_are_refused(text: str, why: str) -> None:
    """A batch is refused as a whole, with the item and the criterion that are wrong."""
    assert why in refused(BATCH, text, items=2)


SUMMARY = '{"adequacy": "Mostly kept.", "fluency": "Stiff."}'
SUMMED = {"adequacy": "Mostly kept.", "fluency": "Stiff."}
PLAIN = "Summary\nAdequacy: Mostly kept.\n- **Fluency:** Stiff."
TWO = f"[{ITEM}, {ITEM}]"


@pytest.mark.parametrize(
    "text",
    [
        f'{{"scores": {TWO}, "summary": {SUMMARY}}}',
        f"{TWO}\n{SUMMARY}",
        f'{TWO}\n{{"summary": {SUMMARY}}}',
        f'{TWO},\n"summary": {SUMMARY}',
        f'{SUMMARY[:-1]}, "overall": "fine"}}\n{TWO}',
        f"[{ITEM}, {ITEM}, {SUMMARY}]",
        f'[{ITEM}, {ITEM}, {{"summary": {SUMMARY}}}]',
        f"```json5\n{TWO}\n```\n{PLAIN}",
        f"[\n// 0\n{ITEM},\n// 1\n{ITEM},\n]\n// summary\n// adequacy: Mostly kept.\n// fluency: Stiff.",
    ],
)
def test_a_summary_inside_or_behind_the_array(text: str) -> None:
    """The array may be followed by its summary in any form: marks and summary are read."""
    assert read_reply(BATCH, text, items=2) == Reading((ITEM_MARKS, ITEM_MARKS), {}, SUMMED)


@pytest.mark.parametrize(
    ("text", "kept", "why"),
    [
        (f'{{"scores": {TWO}, "summary": {{"adequacy": "x"}}}}', {"adequacy": "x"}, "the summary lacks fluency"),
        (f'{{"scores": {TWO}, "summary": "fine"}}', None, "an object"),
        (f'{{"scores": {TWO}, "summary": 4}}', None, "an object"),
        (f'{{"scores": {TWO}, "summary": {{"adequacy": 4, "fluency": "x"}}}}', {"fluency": "x"}, "not a text"),
        (f'{{"scores": {TWO}, "summary": {{"adequacy": "x\\u0000", "fluency": "x"}}}}', {"fluency": "x"}, "NUL"),
        (f'{{"scores": {TWO}, "summary": {{"adequacy": "Mos', None, "cut off"),
        (f'{{"scores": {TWO}, "summary": {{"adequacy" "Mos"}}}}', None, "broken"),
        (f'{TWO}\n{{"adequacy": "Mos', None, "cut off"),
        (f'{{"scores": {TWO}', None, "cut off"),
    ],
)
def test_a_bad_summary_costs_no_mark(text: str, kept: dict[str, str] | None, why: str) -> None:
    """Whatever is wrong with a summary, the marks are read, and what is good of it is kept."""
    reading = read_reply(BATCH, text, items=2)
    assert isinstance(reading, Reading)
    assert (reading.items, reading.wrong, reading.summary) == ((ITEM_MARKS, ITEM_MARKS), {}, kept)
    assert why in str(reading.summary_wrong)
    assert parse_reply(BATCH, text, items=2) == Reply((ITEM_MARKS, ITEM_MARKS), kept)


@pytest.mark.parametrize(
    ("words", "repeats"),
    [
        ("Mostly 4/5.", True),
        ("About 4 out of 5 throughout", True),
        ("The average of 4,2 hides two slips", True),
        ("Scores: 4 and 5", True),
        ("Rated 3 for the most part", True),
        ("Mostly 4s and 5s", True),
        ("Two of 4 items drop the verb", False),
        ("2 out of 5 sentences drop the verb", False),
        ("9/10 of them keep it", False),
        ("Prose of the 1990s and the 90s", False),
        ("The year 2024 became 2025 in 3 items", False),
        ("quotation marks 3 times", False),
        ("rated 3 times", False),
    ],
)
@pytest.mark.parametrize("written", ["inside", "lines"])
def test_a_summary_that_repeats_scores_is_not_kept(words: str, repeats: bool, written: str) -> None:
    """A summary must not repeat the numbers: such a text is left out, its neighbour and all marks are kept."""
    inside = json.dumps({"scores": json.loads(TWO), "summary": {"adequacy": words, "fluency": "x"}})
    text = inside if written == "inside" else f"{TWO}\nadequacy: {words}\nfluency: x"
    reading = read_reply(BATCH, text, items=2)
    assert isinstance(reading, Reading)
    assert (reading.items, reading.wrong) == ((ITEM_MARKS, ITEM_MARKS), {})
    assert reading.summary is not None
    assert ("adequacy" in reading.summary, reading.summary["fluency"]) == (not repeats, "x")
    assert ("repeats scores" in str(reading.summary_wrong)) == repeats


def item(number: object, value: int, key: str = "item") -> str:
    """An item that numbers itself."""
    return f'{{"{key}": {json.dumps(number)}, "adequacy": {value}, "fluency": 5, "note": "x"}}'.replace(
        f'"adequacy": {value}', f'"adequacy": [{value}, "so"]'
    )


def kept(text: str, items: int = 3) -> dict[int, int | None]:
    """Which items of a batch are kept, with their first rating."""
    reading = read_reply(BATCH, text, items=items)
    assert isinstance(reading, Reading)
    assert len(reading.items) == items
    assert set(reading.wrong) == {number for number, marks in enumerate(reading.items, 1) if marks is None}
    return {number: marks["adequacy"].value for number, marks in enumerate(reading.items, 1) if marks}


@pytest.mark.parametrize(
    "text",
    [
        f"[{item(1, 1)}, {item(2, 2)}, {item(3, 3)}]",
        f"[{item(3, 3)}, {item(1, 1)}, {item(2, 2)}]",
        f"[{item(2, 3)}, {item(0, 1)}, {item(1, 2)}]",
        f"[{item('item 3', 3, 'id')}, {item('1', 1, 'ID')}, {item('#2', 2, 'id')}]",
        f"[{item(2, 3, 'index')}, {item(0, 1, 'index')}, {item(1, 2, 'index')}]",
        f'{{"scores": {{"3": {item(3, 3)}, "1": {item(1, 1)}, "item 2": {item(2, 2)}}}}}',
        f"{item(2, 2)}\n{item(1, 1)}\n{item(3, 3)}",
        f"[{item(2, 2)}, {item(1, 1)}, {item(3, 3)}, {item(3, 3)}]",
    ],
)
def test_numbers_decide_the_order(text: str) -> None:
    """Items that number themselves, from 1 or from 0, are put in their order."""
    assert kept(text) == {1: 1, 2: 2, 3: 3}


@pytest.mark.parametrize(
    ("text", "good"),
    [
        (f"[{item(1, 1)}, {item(2, 9)}, {item(3, 3)}]", {1: 1, 3: 3}),
        (f"[{item(3, 3)}, {item(1, 1)}]", {1: 1, 3: 3}),
        (f"[{item(1, 1)}, {item(2, 2)}, {item(2, 4)}, {item(3, 3)}]", {1: 1, 3: 3}),
        (f"[{ITEM.replace('5', '1')}, {ITEM.replace('stiff', '')}, {ITEM.replace('[5', '[3, 3')}]", {}),
        (f'[{ITEM}, {{"adequacy": 5}}, {ITEM}]', {1: 5, 3: 5}),
        (f"[{ITEM}, 4, {ITEM}]", {1: 5, 3: 5}),
        (f'{{"scores": [{item(1, 1)}, {item(2, 2)}, {{"item": 3, "adeq', {1: 1, 2: 2}),
        (f"[{item(1, 1)}, {item(3, 3)}, {{'item': 2, 'adequacy': 4 4}}]", {1: 1, 3: 3}),
        (f"{item(2, 2)}\n{item(1, 1)}\n{item(3, 3)[:-9]}", {1: 1, 2: 2}),
    ],
)
def test_a_good_part_is_kept(text: str, good: dict[int, int]) -> None:
    """Items that cannot be read, are missing or come twice go alone; the others are kept."""
    if not good:
        assert refused(BATCH, text, items=3)
    else:
        assert kept(text) == good


@pytest.mark.parametrize(
    "text",
    [
        f"[{ITEM}, {ITEM}]",
        f'{{"scores": [{ITEM}, {ITEM}, {{"adeq',
        f"[{ITEM}, {{'adequacy': 4 4}}, {ITEM}]",
        f"[{item(1, 1)}, {ITEM}]",
        f"[{ITEM}, {item(1, 1)}, {ITEM}]",
        f"[{item(2, 2)}, {ITEM}, {ITEM}]",
        f"[{item(1, 1)}, {item(2, 2)}, {item(4, 4)}]",
        f"[{item(1, 1, 'index')}, {item(2, 2, 'index')}]",
        f"[{item(1, 1)}, {item(2, 2)[:-5]} No: [{item(1, 3)}, {item(2, 2)}]",
        f"{ITEM}\n{ITEM.replace('5', '3')}\n{ITEM.replace('5', '2')}",
        f"[{item(1, 1)}, {item(2, 2)}, {item(3, 3)}] No: [{item(1, 2)}, {item(2, 2)[:-5]}",
    ],
)
def test_what_could_be_about_another_item_is_not_kept(text: str) -> None:
    """Where it is not certain which item is meant, none is kept."""
    assert refused(BATCH, text, items=3)


def test_an_error_says_where_it_is() -> None:
    """A program finds item and criterion of an error without reading its words."""
    with pytest.raises(ReplyError) as error:
        parse_reply(BATCH, f"[{ITEM}, {ITEM.replace('5', '6')}]", items=2)
    assert (error.value.item, error.value.criterion) == (2, "adequacy")
