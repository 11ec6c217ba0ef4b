"""What judges' replies mean: every format, every quirk that is read, everything that is refused."""

from __future__ import annotations

import json
import time

import pytest

from eval_core.errors import InputError
from eval_core.protocols import Protocol, list_protocols, load_protocol
from eval_core.protocols.replies import (
    Choice,
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
from tests.unit.protocols.reply_samples import (
    BATCH,
    ENGLISH_LINE,
    INTEGER,
    LINE,
    OBJECT,
    PAIR,
    criterion,
    mark,
    rating,
    refused,
)

GOOD = '{"verbs": 4, "idioms": "NA", "order": [0, "turned round"]}'
GOOD_MARKS = {"verbs": Mark(4, ""), "idioms": Mark(None, ""), "order": Mark(0, "turned round")}


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
