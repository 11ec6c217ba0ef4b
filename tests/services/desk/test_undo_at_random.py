"""Ten undos in a row, with choices, reasons, skips and a second tab between them: nothing that was said is lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from eval_core.campaigns.desk import clicks, compare
from eval_core.campaigns.desk.judgments import JudgedAssignment
from eval_core.campaigns.desk.pile import Given, Pile, Sheet, TextMark
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.results.issues import issue_profile
from eval_core.store import Judgment, Reason, Remark
from tests.support.acts import action
from tests.support.building import Built
from tests.support.checking import problems
from tests.support.golden import settle

ISSUES = ("flow", "grammar", "spelling")
LABELS = {"A is more fluent": "A", "Equally fluent": "tie", "B is more fluent": "B"}
MOST_UNDOS = 10
ALL: dict[str, Any] = {"reasons": "all"}
SOME = {"reasons": "share", "reasons_share": 0.6}


@dataclass
class Said:
    """What a person has said, as they remember it: the whole of the model."""

    chosen: dict[int, str] = field(default_factory=dict)
    why: dict[int, str] = field(default_factory=dict)  # the comment, which no two reasons share
    asked: set[int] = field(default_factory=set)
    done: list[tuple[str, int]] = field(default_factory=list)
    ever: dict[str, tuple[int, str, Given]] = field(default_factory=dict)

    def choose(self, sheet: Sheet, choice: str) -> None:
        self.chosen[sheet.assignment_id] = choice
        self.asked |= {sheet.assignment_id} if sheet.asks_reasons else set()
        self.done.append(("choose", sheet.assignment_id))

    def explain(self, assignment: int, given: Given) -> None:
        self.why[assignment] = given.comment
        self.ever[given.comment] = (assignment, self.chosen[assignment], given)
        self.done.append(("explain", assignment))

    def undo(self) -> None:
        kind, assignment = self.done.pop()
        if kind != "skip":
            del (self.why if kind == "explain" else self.chosen)[assignment]

    @property
    def lacking(self) -> set[int]:
        return (self.chosen.keys() & self.asked) - self.why.keys()

    def before(self, assignment: int) -> Given | None:
        """The last reasons for the choice that stands."""
        about = (assignment, self.chosen.get(assignment))
        return next((given for *of, given in reversed(self.ever.values()) if tuple(of) == about), None)


class Player:
    """Somebody who does anything that the desk lets them do."""

    def __init__(self, built: Built, seed: int) -> None:
        self.built, self.chance = built, Random(seed)
        self.who, self.said = built.enter("Kari"), Said()
        self.pile = clicks.open_desk(built.store, self.who, built.slug)
        self.met: set[object] = set()  # the lengths of the rows of undos, and what else there was

    def send(self, kind: str, assignment: int, revision: int, **more: Any) -> None:
        about = action(kind, assignment, revision, **more)
        (answer,), self.pile = clicks.act(self.built.store, self.who, self.built.slug, [about])
        assert (answer.result, answer.word) == ("recorded", None)

    def choose(self, sheet: Sheet) -> None:
        choice = self.chance.choice(("A", "tie", "B"))
        self.send("choose", sheet.assignment_id, sheet.revision, choice=choice)
        self.said.choose(sheet, choice)

    def explain(self, sheet: Sheet) -> None:
        some = self.chance.sample(ISSUES, self.chance.randrange(3))
        marks = tuple(
            TextMark(self.chance.choice("AB"), *self.chance.choice(((None, None), (0, 3))), one) for one in some
        )
        tie = self.chance.choice(("both_well", None)) if sheet.chosen == "tie" else None
        given = Given(marks, tie, f"No. {len(self.said.ever)}")
        told = [vars(mark) for mark in marks]
        self.send("explain", sheet.assignment_id, sheet.revision, marks=told, tie=tie, comment=given.comment)
        self.said.explain(sheet.assignment_id, given)

    def skip(self, sheet: Sheet) -> None:
        self.send("skip", sheet.assignment_id, sheet.revision, reason="other")
        self.said.done.append(("skip", sheet.assignment_id))

    def undo(self) -> None:
        newest = self.pile.undo[0]
        assert (newest.kind, newest.assignment_id) == self.said.done[-1]
        self.send("undo", newest.assignment_id, newest.revision)
        self.said.undo()

    def play(self, steps: int) -> list[str]:
        """So many steps, each of one action or of up to ten undos; what was wrong after the first that was."""
        for number in range(steps):
            sheets = self.pile.sheets
            if self.said.done and (not sheets or self.chance.random() < 0.15):
                row = min(self.chance.choice((1, 2, 3, 5, MOST_UNDOS)), len(self.pile.undo))
                for _ in range(row):
                    self.undo()
                    if _desk_wrong(self.pile, self.said):
                        return self.wrong()
                self.met |= {row}
            elif sheets[0].chosen and (len(sheets) == 1 or self.chance.random() < 0.7):
                self.explain(sheets[0])
            else:  # also in a second tab, in which the question why is not asked yet
                here = next(one for one in sheets if not one.chosen)
                self.skip(here) if self.chance.random() < 0.2 else self.choose(here)
            self.met |= {"several lack theirs"} if len(self.said.lacking) > 1 else set()
            if wrong := self.wrong() if number % 3 == 0 else _desk_wrong(self.pile, self.said):
                return wrong
        return self.wrong()

    def finish(self) -> list[str]:
        """Go on until nothing is left."""
        while self.pile.sheets:
            first = self.pile.sheets[0]
            self.explain(first) if first.chosen else self.choose(first)
            if wrong := _desk_wrong(self.pile, self.said):
                return wrong
        return self.wrong() + [f"{one} ends without its reasons" for one in self.said.lacking]

    def wrong(self) -> list[str]:
        return [*_desk_wrong(self.pile, self.said), *_kept_wrong(self.built, self.said)]


def _desk_wrong(pile: Pile, said: Said) -> list[str]:
    found = []
    first = pile.sheets[0] if pile.sheets else None
    asking = first.assignment_id if first and first.chosen else None
    if (asking in said.lacking) != bool(said.lacking) or any(one.chosen for one in pile.sheets[1:]):
        found.append(f"{asking} is asked why, {said.lacking} lack it")
    if (
        first
        and first.chosen
        and (first.chosen, _sorted(first.given))
        != (
            said.chosen.get(first.assignment_id),
            _sorted(said.before(first.assignment_id)),
        )
    ):
        found.append(f"{first.assignment_id} comes back as {first.chosen}, {first.given}")
    return found


def _sorted(given: Given | None) -> Any:
    return given and (sorted(given.marks, key=repr), given.tie, given.comment)


def _kept_wrong(built: Built, said: Said) -> list[str]:
    with built.store.read() as db:
        kept = sorted(one or "" for one in db.scalars(select(Remark.comment)))
    rows = export_judgments(built.store, built.slug).to_dict("records")
    counted = sorted((LABELS[row["choice"]], row["comment"] or "", row["tie_quality"] or "") for row in rows)
    live = [(choice, said.why.get(one, ""), said.before(one)) for one, choice in said.chosen.items()]
    profile = issue_profile(built.store, built.slug)
    answered = profile.loc[profile["issue"] == ISSUES[0], "given"].sum() // 2  # each is about two systems
    found = [] if kept == sorted(said.ever) else [f"kept are {kept}, given were {sorted(said.ever)}"]
    if counted != sorted((choice, why, (given and why and given.tie) or "") for choice, why, given in live):
        found.append(f"exported is {counted}, said was {live}")
    if answered != len(said.why):
        found.append(f"{answered} answers are counted of {len(said.why)}")
    return found + problems(built.store, built.slug)


@pytest.mark.parametrize(
    ("seed", "rules"),
    [(0, ALL), pytest.param(1, ALL, marks=pytest.mark.slow), pytest.param(3, ALL, marks=pytest.mark.slow), (4, SOME)],
)
def test_nothing_that_was_said_is_lost(campaign: Callable[..., Built], seed: int, rules: dict[str, Any]) -> None:
    """After each step the desk asks for what is missing, as it was said before, and what counts is what was said last."""
    built = campaign(prompts=4)
    settle(built, **rules)
    player = Player(built, seed)
    assert player.play(40) == []
    assert rules == SOME or player.met >= {MOST_UNDOS, "several lack theirs"}
    assert player.finish() == []


def _deleted(db: Session, held: JudgedAssignment) -> None:
    """As it was: the reasons are taken out of the database."""
    live = select(Judgment.id).where(Judgment.assignment_id == held.assignment.id, Judgment.live)
    remarks = db.scalars(select(Remark.id).where(Remark.judgment_id.in_(live))).all()
    db.execute(delete(Reason).where(Reason.remark_id.in_(remarks)))
    db.execute(delete(Remark).where(Remark.id.in_(remarks)))


def _newest_only(self: compare.Comparing, db: Session, grant: Any, own: Any) -> Any:
    """As it was: whoever has judged something since is not asked any more."""
    known, sheet = _NEWEST(self, db, grant, own)
    last = db.scalar(
        select(Judgment.assignment_id).where(Judgment.person_id == grant.person).order_by(Judgment.id.desc())
    )
    return known, sheet if sheet and sheet.assignment_id == last else None


_NEWEST = compare.Comparing.newest


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("planted", ["deleted", "forgotten", "blank"])
def test_the_player_notices(campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch, planted: str) -> None:
    """Reasons that are deleted, a sheet that is not asked about again, and one that comes back blank are found."""
    if planted == "deleted":
        monkeypatch.setattr(compare, "reopen_judgment", _deleted)
    elif planted == "forgotten":
        monkeypatch.setattr(compare.Comparing, "newest", _newest_only)
    else:
        monkeypatch.setattr(compare.reasons, "given_before", lambda *_: None)
    built = campaign(prompts=4)
    settle(built, **ALL)
    found = Player(built, 0).play(60)
    assert any(
        {"deleted": "given were", "forgotten": "is asked why", "blank": "comes back"}[planted] in one for one in found
    )
