"""The desk's routes as nobody's browser uses them: whatever is sent, each action gets a word and the good ones are done."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select, update

from eval_core.campaigns.desk.action import KINDS
from eval_core.campaigns.talk import questions
from eval_core.store import Campaign, DeskAction, Judgment, Question, Reason, Remark, Response
from tests.conftest import Clock
from tests.support import selection
from tests.support.building import Built
from tests.support.checking import everything, problems
from tests.support.desk_tab import Tab, action
from tests.support.golden import settle

WORDS = {"bad_action", "bad_mark", "too_long", "too_many", "unknown_choice", "unknown_reason", "unknown_issue"}
WORDS |= {"not_allowed", "stale", "no_undo", "no_skip", "lease_lost", "too_fast", "unknown_rating", "incomplete"}
WORDS |= {"empty_question", "stale_guidelines"}


@pytest.fixture
def built(campaign: Callable[..., Built]) -> Built:
    """A campaign that asks for reasons, with texts beyond the basic plane."""
    made = campaign(prompts=8)
    settle(made, reasons="all")
    with made.store.write() as db:
        db.execute(update(Response).values(text="😀😀 fæl tekst 👩‍👩‍👧"))
    return made


@pytest.fixture
def tab(built: Built) -> Tab:
    return Tab(built, built.enter("Kari"))


def judged(built: Built) -> int:
    with built.store.read() as db:
        return db.scalar(select(func.count(Judgment.id))) or 0


HUGE = 10**400
WRONG: tuple[object, ...] = (None, True, -1, 1.5, HUGE, 2**63, 2**63 - 1, "", "A\x00", "\ud83d", [], [1], {}, {"a": 1})
KEYS: tuple[str, ...] = (
    "id",
    "assignment",
    "revision",
    "choice",
    "seen_ms",
    "visible_ms",
    "age_ms",
    "layout",
    "language",
    "comment",
)
KEYS += ("prompt_opened", "marks", "tie", "reason", "question", "scores", "explanations", "version", "until", "kind")


@pytest.mark.parametrize("key", KEYS)
def test_a_wrong_type_anywhere_is_a_word(built: Built, tab: Tab, key: str) -> None:
    """Every key of every kind with every wrong value: never an error of the server, and the choice after it is recorded."""
    sheet = tab.pile()[0]
    spoilt = [action(kind, sheet) | {key: value} for kind in KINDS for value in WRONG]
    for start in range(0, len(spoilt), 49):
        good = next(one for one in tab.pile() if not one["chosen"])
        *words, last = tab.act(*spoilt[start : start + 49], action("choose", good, choice="B"))
        assert {word for _, word in words if word} <= WORDS
        assert last in (("recorded", None), ("refused", "stale"))
    good = next(one for one in tab.pile() if not one["chosen"])
    assert tab.act(action("choose", good) | {key: [HUGE]}, action("choose", good, choice="B"))[1] == ("recorded", None)
    assert problems(built.store, built.slug) == []


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=8) | st.just(HUGE),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
NEAR = {
    "id": st.uuids().map(str) | ANYTHING,
    "kind": st.sampled_from(KINDS) | ANYTHING,
    "assignment": st.integers(0, 30) | ANYTHING,
    "revision": st.integers(0, 3) | ANYTHING,
    "choice": st.sampled_from(["A", "tie", "B"]) | ANYTHING,
    "reason": st.sampled_from(["other", "unreadable"]) | ANYTHING,
    "seen_ms": st.floats() | ANYTHING,
    "age_ms": st.integers(-(10**15), 10**15) | ANYTHING,
    "until": st.sampled_from(["0001-01-01T00:00+23:59", "9999-12-31T23:59-23:59", "2026-01-01"]) | ANYTHING,
    "marks": st.lists(
        st.fixed_dictionaries(
            {},
            optional={
                "side": st.sampled_from("AB") | ANYTHING,
                "start": st.none() | st.integers(0, 20) | ANYTHING,
                "end": st.none() | st.integers(0, 20) | ANYTHING,
                "issue": st.sampled_from(["grammar", "flow"]) | ANYTHING,
            },
        ),
        max_size=3,
    )
    | ANYTHING,
    "scores": st.dictionaries(st.sampled_from(["x", "overall"]), ANYTHING, max_size=2) | ANYTHING,
    "explanations": st.dictionaries(st.sampled_from(["x", "overall"]), ANYTHING, max_size=2) | ANYTHING,
} | dict.fromkeys(
    ("question", "comment", "version", "tie", "layout", "language", "prompt_opened", "visible_ms"), ANYTHING
)
ACTIONS = st.lists(st.fixed_dictionaries({}, optional=NEAR) | ANYTHING, max_size=4)


@pytest.mark.parametrize("protocol", ["norwegian_fluency", "heval"])
def test_nothing_that_is_sent_breaks_the_server(
    campaign: Callable[..., Built], protocol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any JSON at all: 200 with an answer to each action, the good one among them carried out, or 422 for the whole."""
    monkeypatch.setattr(questions, "MOST_OPEN", 10**6)  # the good action is a question each time
    made = campaign(prompts=40, protocol=protocol)
    desk = Tab(made, made.enter("Kari"))

    @settings(max_examples=selection.examples(40), suppress_health_check=list(HealthCheck), deadline=None)
    @given(ACTIONS, st.none() | st.lists(st.integers(0, 40), max_size=3) | ANYTHING, ANYTHING)
    def run(actions: list[Any], holding: Any, ahead: Any) -> None:
        good = action("ask", question=f"Hva? {uuid4()}")
        body = json.dumps({"actions": [*actions, good], "holding": holding, "ahead": ahead})
        reply = desk.raw(body)
        assert reply.status_code in (200, 422)
        if reply.status_code == 200:
            answers = reply.json()["answers"]
            assert len(answers) == len(actions) + 1
            assert all(one["result"] in ("recorded", "known", "refused") for one in answers)
            assert (answers[-1]["id"], answers[-1]["result"]) == (good["id"], "recorded")

    run()
    assert problems(made.store, made.slug) == []


@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode(errors="surrogatepass")))
@settings(suppress_health_check=list(HealthCheck), max_examples=selection.examples(30))
def test_any_bytes_are_answered(tab: Tab, body: bytes) -> None:
    """What is no JSON, no object, or has wrong lists is refused as a whole."""
    assert tab.raw(body).status_code in (200, 422)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (422, b"[]"),
        (422, b'{"actions": {}}'),
        (422, b'{"actions": [], "holding": [-1]}'),
        (422, b'{"actions": [], "holding": [true]}'),
        (422, b'{"actions": [], "holding": ' + str(list(range(1001))).encode() + b"}"),
        (422, b"[" * 100_000),
        (422, b'{"actions":' * 5000 + b"1" + b"}" * 5000),
        (422, b'{"actions": [' + b"9" * 5000 + b"]}"),
        (422, b'{"actions": ["\xff\xfe"]}'),
        (200, b'{"actions": [' + b'{"a":' * 500 + b"1" + b"}" * 500 + b"]}"),
        (200, b'{"actions": [NaN, Infinity, {"id": "1", "kind": "choose", "assignment": NaN}]}'),
        (200, b"{}"),
        (413, b'{"actions": ["' + b"x" * (10 * 2**20) + b'"]}'),
    ],
)
def test_what_is_refused_as_a_whole(built: Built, tab: Tab, status: int, body: bytes) -> None:
    """A request that cannot be read, or is too large, stores nothing; odd values inside one are its actions' matter."""
    tab.pile()
    before = everything(built.store)
    assert tab.raw(body).status_code == status
    assert everything(built.store) == before


def test_a_thousand_actions_at_once(built: Built, tab: Tab, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty are looked at, whatever their kind; the others are told that they were too many, and can come again."""
    monkeypatch.setattr(questions, "MOST_OPEN", 10**6)
    sheet = tab.pile()[0]
    flood = [action("ask", question=f"Hva nå, {number}?") for number in range(999)]
    results = tab.act(action("choose", sheet, choice="A"), *flood)
    assert results[:50] == [("recorded", None)] * 50
    assert set(results[50:]) == {("refused", "too_many")}
    with built.store.read() as db:
        assert db.scalar(select(func.count(Question.id))) == 49
    assert tab.act(*flood[49:60]) == [("recorded", None)] * 11


def test_a_long_comment_spoils_nothing_else(built: Built, tab: Tab) -> None:
    """A comment of many times its limit is refused with a word, the choices before and after it are recorded."""
    first, second, _ = tab.pile()
    explain = action("explain", first | {"revision": 1}, marks=[], comment="x" * 900_000)
    assert tab.act(action("choose", first, choice="A"), explain, action("choose", second, choice="B")) == [
        ("recorded", None),
        ("refused", "too_long"),
        ("recorded", None),
    ]
    assert tab.act(explain | {"comment": "x" * 2000}) == [("recorded", None)]
    assert problems(built.store, built.slug) == []


def test_unknown_foreign_and_finished_assignments(built: Built, tab: Tab) -> None:
    """Each gets its word, out of order too; what is one's own and open is recorded among them."""
    other = Tab(built, built.enter("Ola"))
    foreign, (mine, later, last) = other.pile()[0], tab.pile()
    done = action("choose", mine, choice="A")
    assert tab.act(
        action("explain", mine | {"revision": 1}, marks=[]),  # before its choice
        action("undo", later | {"revision": 1}),
        action("choose", foreign, choice="A"),
        action("choose", {"assignment": 10**6, "revision": 0}, choice="A"),
        action("choose", {"assignment": 2**63 - 1, "revision": 0}, choice="A"),
        done,
        done,
        action("choose", mine, choice="A"),
        action("choose", mine, choice="B"),
        action("skip", mine, reason="other"),
        action("rate", later, scores={}),
        action("choose", later | {"revision": 7}, choice="B"),
        action("ask", foreign, question="Hva er dette?"),
        action("read", foreign, version="1"),
        action("seen", foreign),
        action("choose", last, choice="tie"),
    ) == [
        ("refused", "stale"),
        ("refused", "stale"),
        ("refused", "not_allowed"),
        ("refused", "not_allowed"),
        ("refused", "bad_action"),
        ("recorded", None),
        ("known", None),
        ("known", None),
        ("refused", "stale"),
        ("refused", "stale"),
        ("refused", "unknown_choice"),
        ("refused", "stale"),
        ("refused", "not_allowed"),
        ("refused", "stale_guidelines"),
        ("recorded", None),
        ("recorded", None),
    ]
    assert problems(built.store, built.slug) == []


def test_replayed_from_another_persons_browser(built: Built, tab: Tab) -> None:
    """Somebody else's action with its id is refused, and the same id is free for an action of one's own."""
    other = Tab(built, built.enter("Ola"))
    first, second, _ = tab.pile()
    sent = [action("choose", first, choice="A"), action("skip", second, reason="other")]
    tab.act(*sent)
    own = other.pile()[0]
    before = everything(built.store)["judgment"]
    assert other.act(*sent) == [("refused", "not_allowed")] * 2
    assert everything(built.store)["judgment"] == before
    assert other.act(action("choose", own, choice="B") | {"id": sent[0]["id"]}) == [("recorded", None)]
    assert tab.act(*sent) == [("known", None)] * 2


@pytest.mark.parametrize(
    ("mark", "word"),
    [
        ({"side": "A", "start": 0, "end": 2, "issue": "grammar"}, None),
        ({"side": "B", "start": 2, "end": 18, "issue": "grammar"}, None),
        ({"side": "B", "start": 2, "end": 19, "issue": "grammar"}, "bad_mark"),
        ({"side": "A", "start": 0, "end": HUGE, "issue": "grammar"}, "bad_mark"),
        ({"side": "A", "start": 2, "end": 2, "issue": "grammar"}, "bad_mark"),
        ({"side": "A", "start": 3, "end": 2, "issue": "grammar"}, "bad_mark"),
        ({"side": "A", "start": -1, "end": 2, "issue": "grammar"}, "bad_mark"),
        ({"side": "A", "start": None, "end": 2, "issue": "grammar"}, "bad_mark"),
        ({"side": "A", "start": False, "end": True, "issue": "grammar"}, "bad_mark"),
        ({"side": "C", "start": 0, "end": 2, "issue": "grammar"}, "bad_mark"),
        ({"side": ["A"], "start": 0, "end": 2, "issue": "grammar"}, "bad_mark"),
        ({"side": "A", "start": 0, "end": 2, "issue": "vibes"}, "unknown_issue"),
        ({"side": "A", "start": 0, "end": 2, "issue": "gram\x00mar"}, "unknown_issue"),
        ({"side": "A", "start": 0, "end": 2, "issue": "\ud83d"}, "unknown_issue"),
        ({"side": "A", "start": 0, "end": 2}, "unknown_issue"),
    ],
)
def test_marks_lie_in_their_text(built: Built, tab: Tab, mark: dict[str, Any], word: str | None) -> None:
    """Places are counted in code points, also beyond the basic plane; a mark outside stores nothing at all."""
    assert len("😀😀 fæl tekst 👩‍👩‍👧") == 18
    sheet = tab.pile(0)[0]
    explain = action("explain", sheet | {"revision": 1}, marks=[mark, mark], tie=None, comment="")
    results = tab.act(action("choose", sheet, choice="A"), explain)
    assert results == [("recorded", None), ("recorded" if word is None else "refused", word)]
    with built.store.read() as db:
        assert db.scalar(select(func.count(Reason.id))) == (word is None)
        assert db.scalar(select(func.count(Remark.id))) == (word is None)


def test_half_characters_and_nul_in_what_is_written(built: Built, tab: Tab) -> None:
    """They are left out of comments and questions, on both databases, and the rest of the words is kept."""
    first, second, _ = tab.pile()
    assert tab.act(
        action("choose", first, choice="tie"),
        action("explain", first | {"revision": 1}, marks=[], tie="both_badly", comment=" a\x00b\ud83dc😀 "),
        action("skip", second, reason="other", comment="\x00\udc00"),
        action("ask", second, question="\x00\ud83d"),
        action("ask", second, question="Hva\x00?", marks=[{"side": "A", "start": 0, "end": 2, "issue": None}]),
    ) == [("recorded", None)] * 3 + [("refused", "empty_question"), ("recorded", None)]
    with built.store.read() as db:
        assert db.scalars(select(Remark.comment)).all() == ["abc😀"]
        assert db.scalars(select(Question.text)).all() == ["Hva?"]


def test_half_characters_in_a_text_are_shown(built: Built, tab: Tab) -> None:
    """A text that an SQLite database holds with half a character in it does not keep its pile from being sent."""
    if built.store.is_sqlite:
        with built.store.write() as db:
            db.execute(update(Campaign).values(title="Prøve\x00"))
    assert tab.pile()[0]["texts"]["A"] == "😀😀 fæl tekst 👩‍👩‍👧"


@pytest.mark.parametrize("age", [-5, 0, 10**6, 10**12, 10**13, float("nan"), "1"])
def test_clocks_ahead_and_behind(built: Built, tab: Tab, clock: Clock, age: Any) -> None:
    """Whatever a browser's clock says, a choice was made after the texts were handed out and not in the future."""
    sheet, handed_out = tab.pile(0)[0], clock.time
    clock.move(seconds=30)
    results = tab.act(action("choose", sheet, choice="A", seen_ms=5000, visible_ms=10**9, age_ms=age))
    taken = isinstance(age, int) and 0 <= age <= 10**12
    assert results == [("recorded", None) if taken else ("refused", "bad_action")]
    with built.store.read() as db:
        for row in db.scalars(select(Judgment)):
            assert row.shown_at is not None
            assert row.decided_at is not None
            assert handed_out <= row.shown_at <= row.decided_at <= clock.time
            assert (row.active_ms or 0) <= 5000


def test_ids_are_names_and_nothing_else(built: Built, tab: Tab) -> None:
    """An id that no database can hold, too long or none is refused; the same action under a good one is recorded."""
    sheet = tab.pile()[0]
    odd = ["\x00", "a\x00b", "", "x" * 65, "ø", "\ud83d", 7, None, ["x"]]
    done = action("choose", sheet, choice="A")
    assert tab.act(*(done | {"id": one} for one in odd)) == [("refused", "bad_action")] * len(odd)
    asked = action("ask", question="Hva?")
    assert tab.act(*(asked | {"id": one} for one in odd)) == [("refused", "bad_action")] * len(odd)
    assert tab.act(done | {"id": "'; DROP TABLE judgment; --"}) == [("recorded", None)]
    with built.store.read() as db:
        assert db.scalar(select(func.count(DeskAction.id))) == 1
