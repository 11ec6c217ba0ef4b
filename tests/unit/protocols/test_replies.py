"""What judges' replies mean: every format, every quirk that is read, everything that is refused."""

from __future__ import annotations

import json
import time

import pytest

from eval_core.errors import InputError
from eval_core.protocols import Protocol, list_protocols, load_protocol
from eval_core.protocols.replies import (
    Choice,
    CountError,
    Mark,
    NamedIssue,
    Reading,
    Reply,
    ReplyError,
    parse_reply,
    read_reply,
    wrong_language,
)
from tests.unit.protocols.fuzz_replies import TIME_LIMIT
from tests.unit.protocols.reply_samples import BATCH, ENGLISH_LINE, INTEGER, LINE, OBJECT, PAIR, criterion, rating

GOOD = '{"verbs": 4, "idioms": "NA", "order": [0, "turned round"]}'
GOOD_MARKS = {"verbs": Mark(4, ""), "idioms": Mark(None, ""), "order": Mark(0, "turned round")}
ITEM = '{"adequacy": [5, ""], "fluency": [4, "stiff"]}'
ITEM_MARKS = {"adequacy": Mark(5, ""), "fluency": Mark(4, "stiff")}


def refused(protocol: Protocol, text: str, items: int | None = 1, asked: str | None = None) -> str:
    """The words with which a reply is refused."""
    with pytest.raises(ReplyError) as error:
        parse_reply(protocol, text, items=items, criterion=asked)
    return str(error.value)


def mark(protocol: Protocol, text: str, asked: str | None = None) -> Mark:
    """The one mark of a reply."""
    reply = parse_reply(protocol, text, criterion=asked)
    assert isinstance(reply, Reply)
    (only,) = reply.items[0].values()
    return only


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"\ufeff{GOOD}",
        f"```json5\n{GOOD}\n```",
        f"```\n{GOOD}\n```\nHope it's of use.",
        f"Here's [1] what {{I}} think: {GOOD} {{…}}",
        f'<think>{{"verbs": 1}}, or not? </think>\n\n{GOOD}',
        f"I wonder. {{1}} </think>{GOOD}",
        f"{GOOD}\nAgain: {GOOD}",
        f"{{{GOOD}}}",
        '{"order": {"why": "turned round", "score": 0}, "idioms": "n/a", "Verbs": "4/4",}',
        "{verbs: 4.0, idioms: NA, order: [0, 'turned round',],}",
        '{verbs: 4/4, // all "fine"}\n idioms: N/A /* { */, order: {rating: "0", reason: "turned round"}}',
        '{"verbs": 0x4, "idioms": "not applicable", "order": [+0, "turned \\x72ound"]}',
        "{“verbs”: 4, “idioms”: “NA”, “order”: [0, “turned round”]}",
        "{‘verbs’: 4, ‘idioms’: ‘NA’, ‘order’: [‘0’, ‘turned round’]}",
        '{"동사": 4, "관용구": "해당 없음", "어순": ["0점", "turned round"]}',
    ],
)
def test_the_same_object_in_many_ways(text: str) -> None:
    """Wrapping, quotes, comments, commas and the ways to write a number change nothing in what an object says."""
    assert parse_reply(OBJECT, text) == Reply((GOOD_MARKS,))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("Fine.", "no JSON"),
        (GOOD[:-1], "cut off"),
        (GOOD.replace("4", "4.5"), "'verbs': '4.5' is not a whole"),
        (GOOD.replace("4", '"4.5"'), "'verbs': '4.5' is not a whole"),
        (GOOD.replace("4", "5"), "'verbs': 5 is outside 0 to 4"),
        (GOOD.replace("4", "-1"), "-1 is outside"),
        (GOOD.replace("4", '"4/5"'), "another scale"),
        (GOOD.replace("4", "true"), "'True' is not a rating"),
        (GOOD.replace("4", "null"), "'None' is not a rating"),
        (GOOD.replace("4", "NaN"), "not a whole"),
        (GOOD.replace("4", "-Infinity"), "not a whole"),
        (GOOD.replace("4", "1" * 400), "outside"),
        (GOOD.replace("4", "1" * 5000), "broken"),
        (GOOD.replace("4", '"four"'), "not a rating"),
        (GOOD.replace("4", "[4, 3]"), "not a text"),
        (GOOD.replace("4", '[4, "a", "b"]'), "a rating and an explanation"),
        (GOOD.replace("4", '{"score": 4, "rating": 4}'), "twice"),
        (GOOD.replace("4", '{"why": "good"}'), "no score"),
        (GOOD.replace("4", '{"score": 4, "final score": 3}'), "'final score' says something else than 'verbs'"),
        (GOOD.replace("4", '4, "verbs (final)": 3'), "'verbs (final)' says something else than 'verbs'"),
        (GOOD.replace("4", "4 4"), "broken"),
        (GOOD.replace("4", "4/**/4"), "broken"),
        (GOOD.replace("4,", "4,,"), "broken"),
        (GOOD.replace('round"', 'round",,'), "broken"),
        (GOOD.replace('"verbs": 4, ', ""), "lacks verbs"),
        (GOOD.replace("verbs", "nouns"), "lacks verbs"),
        (GOOD.replace('"verbs": 4', '"verbs": 4, "verbs": 3'), "'verbs' twice"),
        (GOOD.replace('"verbs": 4', '"verbs": 4, "VERBS": 4'), "'verbs' comes twice"),
        (GOOD.replace('[0, "turned round"]', '"NA"'), "'order': N/A is not allowed"),
        (GOOD.replace('"turned round"', '" "'), "'order': the explanation is missing"),
        (GOOD.replace("turned round", "\\u0000"), "NUL"),
        (GOOD.replace("turned round", "\\ud800"), "surrogate"),
        (GOOD.replace("4", '"\x1b[31m\\ud800"'), "not a rating"),
        (f"{GOOD} or {GOOD.replace('4', '3')}", "2 different"),
        (f"[{GOOD}]", "object"),
        (f"<think>{GOOD}", "never closed"),
        (f'{GOOD}<think>{{"verbs": 1}}</think>', "2 different"),
        ("{“verbs”: “4}", "no end"),
        ('{"a":' * 9 + "1" + "}" * 9, "nested"),
    ],
)
def test_objects_that_are_refused(text: str, why: str) -> None:
    """What is broken, incomplete, outside the scale or says two things is refused with the reason, printable."""
    message = refused(OBJECT, text)
    assert why in message
    assert message.encode().decode().isprintable()


def test_quotes_within_strings() -> None:
    """Quotes and apostrophes inside a string stay as they were, whatever the string itself is quoted with."""
    for text, words in (
        ('[0, "don’t say “hi”"]', "don’t say “hi”"),
        ("[0, 'a \"b\" don\\'t']", 'a "b" don\'t'),
        ('[0, “he wrote “hi”, not "ho"”]', 'he wrote “hi”, not "ho"'),
        ("[0, „so “hi”, ja”]", "so “hi”, ja"),
        ("[0, ‘it isn’t’]", "it isn’t"),
        ("[0, ”a 5” screen”]", "a 5” screen"),
        ('[0, "\\ud83d\\ude00 \\x41"]', "😀 A"),
        ('[0, "two\nlines"]', "two\nlines"),
    ):
        reply = parse_reply(OBJECT, GOOD.replace('[0, "turned round"]', text))
        assert isinstance(reply, Reply)
        assert reply.items[0]["order"] == Mark(0, words)


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


@pytest.mark.parametrize(
    "more",
    [
        *('"confidence": 0.9', '"style": 5', '"overall comment": "fine"', '"item": 1', '"nested": {"x": [1]}'),
        *('"order explanation": "so"', '"model": null'),
    ],
)
def test_harmless_keys_are_let_be(more: str) -> None:
    """Keys that nobody asked for change nothing, in an object, in a rating and in a choice."""
    assert parse_reply(OBJECT, GOOD.replace('"verbs"', f'{more}, "verbs"')) == Reply((GOOD_MARKS,))
    assert parse_reply(OBJECT, GOOD.replace("4", f'{{"score": 4, {more}}}')) == Reply((GOOD_MARKS,))
    assert parse_reply(PAIR, f'{{"choice": "A", {more}}}') == Choice("A", "")


def test_what_is_around_the_ratings_is_let_be() -> None:
    """An object around the ratings, explanations in keys of their own, and an object about something else are read."""
    marks = parse_reply(OBJECT, GOOD)
    assert parse_reply(OBJECT, f'{{"ratings": {GOOD}, "thoughts": "x"}}') == marks
    assert parse_reply(OBJECT, f'{{"thoughts": "x"}}\n{GOOD}') == marks
    flat = '{"verbs_score": 4, "idioms": "NA", "order": 0, "order_explanation": "turned round"}'
    assert parse_reply(OBJECT, flat) == marks


def test_one_criterion_as_json() -> None:
    """Where each criterion is asked for apart, an object may leave out its key; a rating of another is let be."""
    apart = rating("json_object", criterion("a", "가", na=True), criterion("b", "나"), per_criterion=True)
    for text in ('{"a": [3, "so"]}', '{"A": {"score": 3, "why": "so"}}', '{"score": 3, "why": "so"}'):
        assert mark(apart, text, "a") == Mark(3, "so")
    assert mark(apart, '{"a": 3, "b": 4}', "a") == Mark(3, "")
    assert "lacks a" in refused(apart, '{"b": 4}', asked="a")


def test_where_it_is_wrong_is_told_apart() -> None:
    """A program finds item and criterion of an error without reading its words."""
    with pytest.raises(ReplyError) as error:
        parse_reply(BATCH, f"[{ITEM}, {ITEM.replace('5', '6')}]", items=2)
    assert (error.value.item, error.value.criterion) == (2, "adequacy")


@pytest.mark.parametrize(
    ("words", "choice"),
    [
        *[(words, "A") for words in ("A", " a ", "Response A", "A reads better", "A reads better.")],
        *[(words, "B") for words in ("B", "text b", "B reads better")],
        *[(words, "tie") for words in ("tie", "Tie", "equal", "draw", "No difference", "같음")],
    ],
)
def test_choices(words: str, choice: str) -> None:
    """The choice may be a letter, a label or a word for a tie, in either case."""
    for reason in ("why", "Reason", "explanation"):
        answer = parse_reply(PAIR, json.dumps({"choice": words, reason: " it flows "}))
        assert answer == Choice(choice, "it flows")  # type: ignore[arg-type]
    assert parse_reply(PAIR, json.dumps({"CHOICE": words})) == Choice(choice, "")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "A",
        '{"choice": "A", "B" or "tie"}',
        *(json.dumps({"choice": words}) for words in ("A or B", "C", "", "both", "neither", 1, None, True, ["A"])),
        '{"reason": "A"}',
        '{"choice": "A", "winner": "B"}',
        '{"choice": "A", "choice": "A"}',
        '{"choice": "A"} {"choice": "B"}',
        '[{"choice": "A"}]',
        '{"choice": "A", "reason": 5}',
    ],
)
def test_choices_that_are_refused(text: str) -> None:
    """A reply that names no choice, or could name two, is refused, and never becomes a tie."""
    assert refused(PAIR, text)


@pytest.mark.parametrize(
    ("text", "value", "words"),
    [
        ("Fluency Score (1-5): 4", 4, ""),
        ("**유창성 점수 (1-5): 4점**", 4, ""),
        ("점수: 4/5", 4, ""),
        ("점수：４", 4, ""),
        ("점수는 4점입니다.", 4, ""),
        ("점수: 5점 만점에 4점", 4, ""),
        ("유창성: 4점으로 평가합니다", 4, ""),
        ("4", 4, ""),
        ("**4점**", 4, ""),
        ("| Fluency score | 4 |", 4, ""),
        ("fluency_score: 5", 5, ""),
        ("Score (out of 5): 3", 3, ""),
        ("Score - 3", 3, ""),
        ("Rating for fluency: 3 out of 5.", 3, ""),
        ("The fluency score is 3.", 3, ""),
        ("## Fluency Score (1-5):\n\n**3**\n", 3, ""),
        ("Score: 4 because it reads well", 4, "because it reads well"),
        ("Fluency: 2 errors.\nFluency score: 3", 3, "Fluency: 2 errors."),
        ("Score: 2\nI repeat: score: 2", 2, ""),
        ("Fluency Score: 4 - Reads well.", 4, "Reads well."),
        ("Explanation:\n- It reads **well**.\n\nFluency Score (1-5): 4", 4, "- It reads **well**."),
        ("```\nIt has 2 errors. Score: 3\n```", 3, "It has 2 errors."),
        ("Coherence: 2/5. Fluency score: 5", 5, "Coherence: 2/5."),
    ],
)
def test_score_lines(text: str, value: int, words: str) -> None:
    """A score is read in English and Korean with scale, markup and full marks around it; the rest explains it."""
    assert mark(ENGLISH_LINE, text, "fluency") == Mark(value, words)


@pytest.mark.parametrize(
    "text",
    [
        *("Fine.", "Score (1-5):", "Score: 1-5", "Score: 3 or 4", "Score: 3-4", "Score: 3, 4", "점수: 3점 또는 4점"),
        *("Score: 4/10", "점수: 10점 만점에 4점", "Score: 4.5", "Score: 4,5", "Score: 6", "Score: 0", "Score: -4"),
        *("Score: 80%", "Score: four", "Score: 4th", "Score: N/A", "Coherence score: 4", "4\n3", "score: 44"),
        *("Score: 3\nScore: 4", "Fluency score: 3\nScore: 4", "Fluency: 2\nOverall score: 3", "Score: 4/5/5"),
        *("점수: 3\n점수: 4", "점수: 3\n\n점수: 4", "점수: 3 점수: 4"),
        *("Score: 3 for the first. Score: 4", "Score: 80%\nScore: 4", "Score: 3 and 4", "Fluency: 2 errors"),
    ],
)
def test_score_lines_that_are_refused(text: str) -> None:
    """No score, different scores, another scale, another criterion's score and fractions are refused."""
    assert refused(ENGLISH_LINE, text, asked="fluency")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Feedback: It has 2 errors. [RESULT] 4", "It has 2 errors."),
        ("Feedback: It has 2 errors [RESULT] 4", "It has 2 errors"),
        ("###Feedback: Fine (criterion 1).\n[RESULT]: 4/5", "Fine (criterion 1)."),
        ("It has 2 errors.\n[Result] (4)", "It has 2 errors."),
        ("**Feedback:** It has 2 errors.\n\n**Score:** 4", "It has 2 errors."),
        ("Feedback: It has 2 errors. Score (1-5): 4", "It has 2 errors."),
        ("Feedback: 2 errors. Score: 4 [RESULT] 4", "2 errors."),
    ],
)
def test_prometheus(text: str, words: str) -> None:
    """The forms of Prometheus are read for a line, for a whole number and for an object about one criterion."""
    single = rating("json_object", criterion("a", "가"))
    for protocol, asked in ((ENGLISH_LINE, "fluency"), (INTEGER, None), (single, None)):
        assert mark(protocol, text, asked) == Mark(4, words)


@pytest.mark.parametrize(
    "text",
    [
        *("[RESULT]", "[RESULT] 4 or 5", "[RESULT] 3 [RESULT] 4", "[RESULT] 4.5", "[RESULT] 7", "[RESULT] 4/10"),
        *("Feedback: fine.", "Feedback: 4 errors.", "Feedback: Score: 3. [RESULT] 4", "[RESULT] A"),
    ],
)
def test_prometheus_refused(text: str) -> None:
    """No number, two, a fraction and another scale are refused there, too."""
    for protocol, asked in ((ENGLISH_LINE, "fluency"), (INTEGER, None)):
        assert refused(protocol, text, asked=asked)


def test_prometheus_compares() -> None:
    """[RESULT] with a letter is a choice; another letter, or JSON that chooses otherwise, makes two."""
    assert parse_reply(PAIR, "Feedback: B is stiff. [RESULT] A") == Choice("A", "B is stiff.")
    assert parse_reply(PAIR, '{"choice": "A"} [RESULT] A') == Choice("A", "")
    for text in ("[RESULT] C", "[RESULT] A [RESULT] B", '{"choice": "B"} [RESULT] A', "[RESULT] A or B", "[RESULT]"):
        assert refused(PAIR, text)


def test_the_overall_rating_with_and_without_the_criteria() -> None:
    """Where there is an overall rating, an object gives all of them, and one whole number gives that rating alone."""
    protocol = load_protocol("hindi_english")
    whole = {"adequacy": 5, "grammar": 3, "naturalness": 2, "overall": 4}
    reply = parse_reply(protocol, json.dumps(whole))
    assert isinstance(reply, Reply)
    assert {key: mark.value for key, mark in reply.items[0].items()} == whole
    for text in ("4", "Overall score (integer scores within 1-5 ONLY): 4", "[RESULT] 4"):
        assert parse_reply(protocol, text) == Reply(({"overall": Mark(4, "")},))
    for text in ("adequacy: 4", "4 4 4 4", '{"overall": 4}', '{"adequacy": 5, "grammar": 3, "naturalness": 2}', "6"):
        assert refused(protocol, text)


def test_why_is_not_needed_for_the_best() -> None:
    """The best rating has no reason, an empty or missing one, or words; any other has one."""
    protocol = load_protocol("mt_qualitative")
    keys = [criterion.key for criterion in protocol.criteria]
    for best in ("[5]", '[5, ""]', "[5, null]", "5", '{"score": 5}', '[5, "Flawless, really"]'):
        text = "[{" + ", ".join(f'"{key}": {best}' for key in keys) + "}]"
        reading = read_reply(protocol, text)
        assert isinstance(reading, Reading)
        assert [mark.value for mark in reading.items[0].values()] == [5] * 5  # type: ignore[union-attr]
        assert refused(protocol, text.replace("5", "4", 1).replace("Flawless, really", ""))


@pytest.mark.parametrize(
    "issues",
    [
        [{"text": "A", "issue": "grammar", "words": "ei hus"}, {"text": "B", "issue": "Flow", "words": ""}],
        {"A": [{"issue": "Grammatikk", "quote": "ei hus"}], "Response B": ["flow"]},
        [
            {"text": "A", "issue": "grammar", "words": "ei hus"},
            {"text": "A", "issue": "beauty", "words": "x"},
            {"text": "C", "issue": "grammar", "words": "x"},
            {"text": "tie", "issue": "grammar", "words": "x"},
            {"text": "A", "issue": "grammar", "words": 4},
            "grammar",
            {"text": "B", "issue": "flow"},
            {"text": "B", "issue": "flow"},
        ],
    ],
)
def test_issues_of_a_comparison(issues: object) -> None:
    """Issues are read by key or label, each once; what the protocol or the pair does not have is left out."""
    protocol = load_protocol("norwegian_fluency")
    reply = parse_reply(protocol, json.dumps({"choice": "B", "reason": "So.", "issues": issues}))
    assert reply == Choice("B", "So.", (NamedIssue("A", "grammar", "ei hus"), NamedIssue("B", "flow", "")))
    for odd in (None, 4, "grammar", [], {}):
        assert parse_reply(protocol, json.dumps({"choice": "B", "issues": odd})) == Choice("B", "")


def test_not_applicable_in_a_line() -> None:
    """N/A is read from a line where the criterion has it."""
    assert mark(ENGLISH_LINE, "Coherence score: N/A", "coherence") == Mark(None, "")


def test_korean_is_asked_for() -> None:
    """Where replies must be Korean, an explanation in another language is refused, quotations aside."""
    good = "설명: 문장이 자연스럽지만 'well done'은 어색하다.\n유창성 점수 (1-5): 4점"
    assert mark(LINE, good, "fluency") == Mark(4, "문장이 자연스럽지만 'well done'은 어색하다.")
    assert mark(LINE, "사실성 점수 (1-5): 3") == Mark(3, "")
    assert "not in Korean" in refused(LINE, "It reads well.\nFluency Score (1-5): 4", asked="fluency")
    assert "not in Korean" in refused(LINE, "The word '안녕' is wrong here.\n점수: 4", asked="fluency")
    assert "not in Korean" in refused(LINE, '"안녕 하세요 여러분" is wrong.\n점수: 4', asked="fluency")
    assert "missing" in refused(LINE, "설명:\n점수: 4", asked="fluency")
    assert "fluency" in refused(LINE, "의미 유창성 점수: 4\n좋은 글이다.", asked="fluency")
    assert wrong_language(LINE, "Fine.")
    assert not wrong_language(LINE, "4/5 …")
    assert not wrong_language(LINE, "BLEU 점수가 높다")
    assert not wrong_language(ENGLISH_LINE, "좋다")


@pytest.mark.parametrize(
    "text",
    [*("4", " 4. ", "4/5", "4점", "4.0", "**4**", '"4"', "Overall score: 4", "Overall:\n4", "종합 점수 (1-5): 4점")],
)
def test_integers(text: str) -> None:
    """One whole number is read with a label, its scale and markup."""
    assert parse_reply(INTEGER, text) == Reply(({"overall": Mark(4, "")},))


@pytest.mark.parametrize(
    "text",
    [
        "four",
        "4 or 5",
        "4 4",
        "4-5",
        "4.5",
        "4/10",
        "-4",
        "6",
        "4%",
        "4th",
        "GPT4",
        "Adequacy: 4",
        "N/A",
        "4: 2 errors",
    ],
)
def test_integers_that_are_refused(text: str) -> None:
    """Two candidate numbers, another scale, another criterion or no whole number are refused."""
    assert refused(INTEGER, text)


def test_what_the_caller_gets_wrong() -> None:
    """A count, a criterion or a protocol that cannot be asked for is no fault of the reply."""
    silent = PAIR.model_copy(update={"judge": None})
    crowded = rating("integer", criterion("a", "가"), criterion("b", "나"))
    for protocol, items, asked in (
        (silent, 1, None),
        (PAIR, 2, None),
        (BATCH, 0, None),
        (OBJECT, 1, "verbs"),
        (PAIR, 1, "fluency"),
        (LINE, 1, None),
        (LINE, 1, "style"),
        (crowded, 1, None),
    ):
        with pytest.raises(InputError) as error:
            parse_reply(protocol, "4", items=items, criterion=asked)
        assert not isinstance(error.value, ReplyError)


@pytest.mark.parametrize("protocol", [BATCH, PAIR, LINE, INTEGER], ids=["batch", "pair", "line", "integer"])
@pytest.mark.parametrize(
    "text",
    [
        *("x" * 10**7, "[" * 200_000, '{"a":' * 40_000, "{“a”:" + "“x”," * 49_000, "{“" * 100_000, "[/*" * 60_000),
        '{"a":["\\x41",' + "+1," * 6_000 + "]}",
        '{"a":["\\x41",' + "+1," * 60_000 + "]}",
        "<think></think>" * 120_000,
        *("score:\n\n\n" * 20_000, "Score: 4. " * 20_000, "1" + " " * 199_000 + "5", "4" + " " * 199_000 + "/"),
        *("1," * 100_000, "\n" * 199_999 + "x", "점수" * 100_000, "N/" * 100_000),
    ],
    ids=lambda text: repr(text[:12]),
)
def test_monsters_are_refused_in_time(protocol: Protocol, text: str) -> None:
    """Ten million characters, deep nesting and what makes a careless search take minutes are refused soon."""
    started = time.process_time()
    assert refused(protocol, text, asked="fluency" if protocol is LINE else None)
    assert time.process_time() - started < TIME_LIMIT


def asked(protocol: Protocol) -> str:
    """A reply as the protocol's own template asks for it, the highest rating for everything."""
    assert protocol.judge is not None
    if protocol.kind == "pairwise":
        return '{"choice": "tie", "reason": "no difference"}'
    marks = {criterion.key: [criterion.max, "이유가 있다"] for criterion in protocol.rated}
    return {
        "json_object": json.dumps(marks),
        "json5_batch": json.dumps({"scores": [marks], "summary": dict.fromkeys(marks, "fine")}),
        "score_line": f"설명: 이유가 있다\n{protocol.rated[-1].label.get('ko')} 점수 (1-5): {protocol.rated[-1].max}",
        "integer": str(protocol.rated[-1].max),
    }[protocol.judge.reply]


@pytest.mark.parametrize("protocol", list_protocols(), ids=lambda protocol: protocol.key)
def test_every_protocol_of_ours_can_be_answered(protocol: Protocol) -> None:
    """Each of Parvis's own protocols reads a reply in its own format, and refuses one that does not answer."""
    reply = parse_reply(protocol, asked(protocol))
    if isinstance(reply, Reply):
        highest = {criterion.key: criterion.max for criterion in protocol.rated}
        assert all(mark.value == highest[key] for marks in reply.items for key, mark in marks.items())
    assert refused(protocol, "It depends.", asked=protocol.criteria[0].key if protocol.key == "gptscore_ko" else None)
