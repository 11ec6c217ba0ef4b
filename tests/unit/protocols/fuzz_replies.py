"""A fuzz target for reply parsing: `python -m tests.unit.protocols.fuzz_replies SECONDS [SEED]`.

Answers are drawn, written as a sloppy judge would write them, and must be read as they were drawn; then the same text
is spoilt at random, and must be refused by a ReplyError or read as an answer that the protocol allows, within
TIME_LIMIT. The first failure ends the run with the seed that repeats it.
"""

from __future__ import annotations

import json
import random
import sys
import time

from eval_core.protocols import Protocol
from eval_core.protocols.replies import Choice, Mark, Reply, ReplyError, parse_reply
from tests.unit.protocols.reply_samples import BATCH, ENGLISH_LINE, INTEGER, LINE, OBJECT, PAIR

TIME_LIMIT = 3.0  # seconds for one reply of any content
SAMPLES = (BATCH, OBJECT, PAIR, LINE, ENGLISH_LINE, INTEGER)
_WORDS = (
    *("reads", "well", "don't", "the “old” man", 'says "no"', "’tis", "{x}", "[1]", "a: b", "// no", "/* no */", "\\n"),
    *("</b>", "\\", "blåbær", "유창하다", "``", "\n", "\t", "it's", "„so“", "x,", "N/A", "5", "4/5", "😀", "\u2028"),
)
_NO_SCORES = tuple(word for word in _WORDS if word != "4/5")  # a summary that repeats scores is not kept
_PLAIN = ("reads", "well", "blåbær", "some errors", "no style", "the verb", "x,", "(here)")
_KOREAN = ("문장이", "자연스럽다", "오류가", "있다", "“good”", "조사가", "틀렸다")


def draw(rng: random.Random, protocol: Protocol) -> tuple[Choice | Reply, str | None]:
    """An answer that the protocol allows, and the criterion that it is about where each is asked for apart."""
    assert protocol.judge is not None
    if protocol.kind == "pairwise":
        return Choice(rng.choice(["A", "B", "tie"]), _words(rng, _WORDS)), None
    wanted, criterion = protocol.rated, None
    if protocol.judge.per_criterion:
        wanted = (rng.choice(wanted),)
        criterion = wanted[0].key
    elif protocol.judge.reply == "integer":
        wanted = wanted[-1:]
    count = rng.randint(1, 4) if protocol.judge.reply == "json5_batch" else 1
    vocabulary = _KOREAN if protocol.judge.reply_language == "ko" else _WORDS
    if protocol.judge.reply == "score_line" and vocabulary is _WORDS:
        vocabulary = _PLAIN
    items = []
    for _ in range(count):
        marks = {}
        for rated in wanted:
            value = None if rated.na and rng.random() < 0.2 else rng.randint(rated.min, rated.max)
            needed = value is not None and (
                rated.explanation == "required" or (rated.explanation == "below_max" and value < rated.max)
            )
            explained = needed or rng.random() < 0.4
            if protocol.judge.reply == "integer":
                explained = False
            marks[rated.key] = Mark(value, ("x " + _words(rng, vocabulary)).strip() if explained else "")
            if explained and vocabulary is not _WORDS:
                marks[rated.key] = Mark(value, rng.choice(vocabulary[:2]) + rng.choice(["", " " + vocabulary[2]]))
        items.append(marks)
    summary = None
    if protocol.judge.reply == "json5_batch" and rng.random() < 0.5:
        summary = {rated.key: _words(rng, _NO_SCORES) for rated in wanted}
    return Reply(tuple(items), summary), criterion


def write(rng: random.Random, protocol: Protocol, answer: Choice | Reply) -> str:
    """The answer as a judge might write it: any quirk of JSON5, any wrapping that adds no second answer."""
    assert protocol.judge is not None
    if isinstance(answer, Choice):
        names = {"A": ["A", "a", "Response A", "A reads better"], "B": ["B", "text b"], "tie": ["tie", "Equal", "같음"]}
        written = _object(rng, {"choice": rng.choice(names[answer.choice]), "reason": answer.reason})
    elif protocol.judge.reply in ("score_line", "integer"):
        ((key, mark),) = answer.items[0].items()
        return _line(rng, protocol, key, mark)
    else:
        objects = [_object(rng, {key: _Raw(_mark(rng, protocol, key, mark)) for key, mark in marks.items()})
                   for marks in answer.items]  # fmt: skip
        if protocol.judge.reply == "json_object":
            written = objects[0]
        else:
            written = _array(rng, objects)
            if answer.summary is not None:
                written = _object(rng, {"scores": _Raw(written), "summary": _Raw(_object(rng, answer.summary))})
            elif rng.random() < 0.3:
                written = _object(rng, {"scores": _Raw(written)})
    return _wrapped(rng, written)


def spoil(rng: random.Random, text: str) -> str:
    """The text with some characters lost, doubled, exchanged or put in."""
    for _ in range(rng.randint(1, 6)):
        place = rng.randint(0, len(text))
        match rng.randint(0, 4):
            case 0:
                text = text[:place] + text[place + rng.randint(1, 5) :]
            case 1:
                text = text[:place] + rng.choice("{}[]\"'“”‘’,:/*\\.0159-eN점\x00\ud800<>`") + text[place:]
            case 2:
                text = text[:place] + text[place : place + rng.randint(1, 60)] * 2 + text[place:]
            case 3:
                text = text[:place]
            case _:
                other = rng.randint(0, len(text))
                text = text[place:other] + text[:place] + text[other:]
    return text


def check(seed: int) -> None:
    """One round: AssertionError if an answer is misread, anything else if the parser crashes."""
    rng = random.Random(seed)
    protocol = rng.choice(SAMPLES)
    answer, criterion = draw(rng, protocol)
    text = write(rng, protocol, answer)
    items = len(answer.items) if isinstance(answer, Reply) else 1
    read = parse_reply(protocol, text, items=items, criterion=criterion)
    assert read == answer, f"{text!r} was read as {read}, not as {answer}"
    spoilt = spoil(rng, text)
    started = time.process_time()
    try:
        read = parse_reply(protocol, spoilt, items=items, criterion=criterion)
    except ReplyError as error:
        str(error).encode()
    else:
        check_allowed(protocol, read, items)
    assert time.process_time() - started < TIME_LIMIT, spoilt


def check_allowed(protocol: Protocol, read: Choice | Reply, items: int) -> None:
    """AssertionError unless the answer is one that the protocol allows."""
    if isinstance(read, Choice):
        assert read.choice in ("A", "B", "tie")
        read.reason.encode()
        return
    rated = {criterion.key: criterion for criterion in protocol.rated}
    assert len(read.items) == items
    for key, mark in (pair for marks in read.items for pair in marks.items()):
        mark.explanation.encode()
        if mark.value is None:
            assert rated[key].na
            continue
        assert type(mark.value) is int
        assert rated[key].min <= mark.value <= rated[key].max
        below = mark.value < rated[key].max
        assert mark.explanation or rated[key].explanation not in ("required", *(["below_max"] if below else []))


class _Raw(str):
    """What is JSON already."""


def _words(rng: random.Random, words: tuple[str, ...]) -> str:
    return " ".join(rng.choice(words) for _ in range(rng.randint(0, 6))).strip()


def _gap(rng: random.Random) -> str:
    return rng.choice(["", "", "", " ", "\n  ", "// it's {\n", "/* [ “ */", "// 0\n"])


def _string(rng: random.Random, text: str) -> str:
    style = rng.randint(0, 4)
    escaped = text.replace("\\", "\\\\")
    if style == 1:
        return "'" + escaped.replace("'", "\\'") + "'"
    if style == 2 and not set("“”„‟") & set(text):
        return "“" + escaped + "”"
    if style == 3 and not set("‘’‚‛") & set(text):
        return "‘" + escaped + "’"
    return json.dumps(text, ensure_ascii=rng.random() < 0.5)


def _key(rng: random.Random, key: str) -> str:
    key = rng.choice([key, key.upper(), key.capitalize()])
    return key if rng.random() < 0.3 else _string(rng, key)


def _object(rng: random.Random, values: dict[str, str]) -> str:
    parts = [
        f"{_gap(rng)}{_key(rng, key)}{_gap(rng)}:{_gap(rng)}"
        f"{value if isinstance(value, _Raw) else _string(rng, value)}{_gap(rng)}"
        for key, value in rng.sample(list(values.items()), len(values))
    ]
    return "{" + ",".join(parts) + rng.choice(["", "", ","]) + _gap(rng) + "}"


def _array(rng: random.Random, parts: list[str]) -> str:
    return "[" + ",".join(_gap(rng) + part + _gap(rng) for part in parts) + rng.choice(["", ","]) + _gap(rng) + "]"


def _mark(rng: random.Random, protocol: Protocol, key: str, mark: Mark) -> str:
    highest = next(criterion.max for criterion in protocol.rated if criterion.key == key)
    value = mark.value
    forms = ['"NA"', "'N/A'", "N/A"] if value is None else [
        str(value), f"{value}.0", f'"{value}"', f"'{value}/{highest}'", f"{value}/{highest}", f"0x{value}", f"+{value}"]  # fmt: skip
    written = rng.choice(forms)
    if not mark.explanation and rng.random() < 0.5:
        return written
    if rng.random() < 0.3:
        names = rng.choice([("score", "why"), ("rating", "reason"), ("value", "explanation")])
        return _object(rng, {names[0]: _Raw(written), names[1]: mark.explanation})
    return _array(rng, [written, _string(rng, mark.explanation)])


def _line(rng: random.Random, protocol: Protocol, key: str, mark: Mark) -> str:
    criterion = next(criterion for criterion in protocol.rated if criterion.key == key)
    scale = rng.choice([f" ({criterion.min}-{criterion.max})", f" ({criterion.min}~{criterion.max}점)", ""])
    label = rng.choice(
        ["점수", "Score", f"{criterion.label['ko']} 점수", f"**{criterion.label['en']} Score**", "Rating", key]
    )
    value = "N/A" if mark.value is None else rng.choice(
        [f"{mark.value}", f"{mark.value}점", f"{mark.value}/{criterion.max}", f"**{mark.value}**", f"{mark.value} / {criterion.max}"])  # fmt: skip
    assert protocol.judge is not None
    line = rng.choice([f"{label}{scale}: {value}", f"{label}{scale}：{value}", f"{label}{scale}:\n{value}", value])
    before = rng.random() < 0.5
    text = f"{mark.explanation}\n{line}" if before else f"{line}\n{mark.explanation}"
    return rng.choice(["", "\ufeff", "<think>maybe 3, or 2?</think>\n", "Score: 3?</think>"]) + text


def _wrapped(rng: random.Random, written: str) -> str:
    fence = rng.choice(["", "", "```json5\n", "```\n", "~~~json\n"])
    text = f"{fence}{written}\n{fence[:3]}"
    text = rng.choice(["", "Here's what I found [1], {so}: ", "It isn't “easy”.\n", "{", "Sure!\n"]) + text
    text += rng.choice(["", "\nHope it's fine.", " [sic] {…}", "\n\n// done", "}", "\n" + written])
    return rng.choice(["", "", "\ufeff", '<think>{"choice": "B"} or [{}]?</think>', 'so {"a": 1}</think>\n']) + text


def main() -> None:
    """Run for so many seconds."""
    seconds, seed = float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    started, rounds = time.monotonic(), 0
    while time.monotonic() - started < seconds:
        try:
            check(seed + rounds)
        except BaseException:
            print(f"seed {seed + rounds}", file=sys.stderr)
            raise
        rounds += 1
    print(f"{rounds} rounds without a failure")


if __name__ == "__main__":
    main()
