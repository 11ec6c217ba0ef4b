"""The verdict on half an hour of traffic: what leaks, grows or is lost is named."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from eval_core.store import Judgment, Store
from tests.benchmarks.accounts import Account, judgments_in, settle
from tests.benchmarks.actions import CHOICES
from tests.benchmarks.annotator import Annotator, Refused
from tests.benchmarks.inputs import write_responses
from tests.benchmarks.load import prepare
from tests.benchmarks.soak import judge_before, judged
from tests.benchmarks.traffic import Traffic

SECONDS = list(range(0, 1801, 10))
JUDGED = [min(second, 1200) * 15 for second in SECONDS]  # for two thirds of the time


def _found(**other: Any) -> dict[str, Any]:
    """A good half hour: memory rises while the pages are drawn first, and stays."""
    flat = {
        "seconds": SECONDS,
        "memory_mb": [min(300.0, 260 + second / 5) + second % 3 for second in SECONDS],
        "judged": JUDGED,
        "files": [min(310, 11 + second) + second % 7 for second in SECONDS],
        "connections": [5 for _ in SECONDS],
        "threads": [12 + second % 9 for second in SECONDS],
    }
    kinds = ("lost", "doubled", "changed", "unasked", "wrong_counts", "unanswered", "problem_count", "errors")
    samples = flat | other.pop("samples", {})
    actions = {"choice": 900, "undo": 20, "skip": 10, "sign_in": 50, "import": 2}
    tables = {"judgment": [0, 920], "assignment": [0, 950], "sign_in": [0, 50], "prompt": [400, 410], "event": [2, 6]}
    good = {"minutes": 30, "annotators": 40, "actions": actions, "tables": tables, "samples": samples}
    return {**good, **dict.fromkeys(kinds, 0), **other}


def test_a_good_half_hour_has_no_faults() -> None:
    """What rises only until everything was drawn once, and tables that grow with what was done, are no faults."""
    verdict = judged(_found())
    assert verdict["faults"] == []
    assert abs(verdict["slope"]) < 1


def test_what_judgments_take_is_no_leak() -> None:
    """Two kilobytes for each judgment are said apart, and a leak next to them is found."""
    of_judgments = [300 + 2 * judged / 1024 + second % 3 for second, judged in zip(SECONDS, JUDGED, strict=True)]
    verdict = judged(_found(samples={"memory_mb": of_judgments}))
    assert verdict["faults"] == []
    assert verdict["each_judgment"] == pytest.approx(2, abs=0.05)
    leaking = [memory + second / 50 for memory, second in zip(of_judgments, SECONDS, strict=True)]
    verdict = judged(_found(samples={"memory_mb": leaking}))
    assert [fault[:15] for fault in verdict["faults"]] == ["memory grew by "]
    assert verdict["slope"] == pytest.approx(72, abs=2)


@pytest.mark.parametrize(
    ("planted", "named"),
    [
        ({"samples": {"memory_mb": [300 + second / 50 for second in SECONDS]}}, "memory grew by"),
        ({"samples": {"files": [100 + second / 10 for second in SECONDS]}}, "files rose by"),
        ({"samples": {"connections": [5 + second // 100 for second in SECONDS]}}, "connections rose by"),
        ({"samples": {"connections": [51 for _ in SECONDS]}}, "51 connections"),
        ({"samples": {"threads": [12 + second / 60 for second in SECONDS]}}, "threads rose by"),
        ({"tables": {"judgment": [0, 921]}}, "table judgment grew by 921"),
        ({"tables": {"message": [0, 1]}}, "table message grew by 1"),
        ({"lost": 1}, "lost: 1"),
        ({"errors": 2}, "errors: 2"),
    ],
)
def test_each_fault_is_named(planted: dict[str, Any], named: str) -> None:
    """A leak of memory, files, connections or threads, a table beyond what was done, or a lost judgment."""
    faults = judged(_found(**planted))["faults"]
    assert len(faults) == 1
    assert faults[0].startswith(named)


class _Person(Annotator):
    """An annotator to whom *Undo* brings up what they are told."""

    after = ""

    async def undo(self) -> None:
        self.pile = _pile(self.after)


def _pile(first: str, *, kind: str = "choose") -> dict[str, Any]:
    undo = [{"assignment": 7, "revision": 1, "kind": kind}]
    return {"sheets": [{"assignment": int(first), "revision": 0}], "undo": undo}


@pytest.mark.parametrize(
    ("after", "stored", "found"),
    [
        ("7", [], Account(0, 0, 0, 0)),
        ("7", [("7", "A")], Account(lost=0, doubled=0, changed=0, unasked=1)),  # it came up, and nothing was undone
        # It did not come up, or Undo was refused: both are right.
        ("8", [], Account(0, 0, 0, 0)),
        ("8", [("7", "A")], Account(0, 0, 0, 0)),
    ],
)
def test_an_undo_without_its_page_leaves_the_judgment_open(
    after: str, stored: list[tuple[str, str]], found: Account, tmp_path: Path
) -> None:
    """A judgment whose undo was not seen to happen may stand or not; one that came up again does not stand."""
    traffic = Traffic(Store(f"sqlite:///{tmp_path / 'none.db'}"), "", "soak", [], [], "")
    traffic.clicks.acknowledged["7"] = "A"
    person = _Person("", "", "", pile=_pile("8"))
    person.after = after
    asyncio.run(traffic._turn(person, _Never()))
    assert settle(traffic.clicks.acknowledged, traffic.clicks.unanswered, stored) == found
    assert bool(traffic.clicks.unanswered) == (after == "8")


def test_an_undone_skip_leaves_the_judgments_alone(tmp_path: Path) -> None:
    """What was judged before a skip stands when the skip is taken back."""
    traffic = Traffic(Store(f"sqlite:///{tmp_path / 'none.db'}"), "", "soak", [], [], "")
    traffic.clicks.acknowledged["6"] = "A"
    person = _Person("", "", "", pile=_pile("8", kind="skip"))
    person.after = "7"
    asyncio.run(traffic._turn(person, _Never()))
    assert (traffic.clicks.acknowledged, traffic.clicks.unanswered) == ({"6": "A"}, {})


@pytest.mark.parametrize(
    ("kind", "word", "problems"), [("skip", "lease_lost", 0), ("skip", "stale", 1), ("choose", "lease_lost", 1)]
)
def test_a_skip_may_be_out_of_reach(kind: str, word: str, problems: int, tmp_path: Path) -> None:
    """Somebody else may have got what was skipped; any other refusal of *Undo* is a problem."""

    class Refusing(_Person):
        async def undo(self) -> None:
            raise Refused([{"id": "1", "result": "refused", "word": word}])

    traffic = Traffic(Store(f"sqlite:///{tmp_path / 'none.db'}"), "", "soak", [], [], "")
    asyncio.run(traffic._turn(Refusing("", "", "", pile=_pile("8", kind=kind)), _Never()))
    assert len(traffic.problems) == problems


class _Never(random.Random):
    """Draws what makes an annotator take back."""

    def random(self) -> float:
        return 0.0


def test_a_campaign_can_begin_with_judgments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are made through the service, by everybody as many, and are there when the traffic begins."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "400")  # set back after the test
    responses = tmp_path / "responses.jsonl"
    write_responses(responses, 3)
    store = Store(f"sqlite:///{tmp_path / 'soak.db'}")
    judge_before(store, prepare(store, responses, 3), 12)
    assert Counter(choice for _, choice in judgments_in(store)) == dict.fromkeys(CHOICES, 4)
    with store.read() as db:
        each = db.scalars(select(func.count()).select_from(Judgment).group_by(Judgment.person_id)).all()
    assert list(each) == [4, 4, 4]
    store.dispose()
