"""The annotator's own list: complete, searchable, and blind to what is gold or a repeat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, make_dataclass, replace
from typing import Any

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.desk.judgments import revise_judgment
from eval_core.campaigns.my_work.own_judgments import OwnComparison, OwnMark, own_judgment
from eval_core.campaigns.my_work.work_list import WorkPage, list_work
from eval_core.campaigns.rules import change_rules
from eval_core.store import Assignment, Campaign, Comparison, Judgment, Prompt, Reason, Remark, Response
from tests.conftest import Clock
from tests.support.acts import record_judgment, undo_judgment
from tests.support.building import Built
from tests.support.checking import leaks, refusal
from tests.support.desk_clicks import shown


@pytest.fixture
def judged(campaign: Callable[..., Built], clock: Clock) -> tuple[Built, str, list[int]]:
    """A campaign, its annotator's session, and the six assignments she judged A, tie, B, A, tie, B."""
    built = campaign()
    kari = built.enter("Kari")
    made = []
    for choice in ("A", "tie", "B") * 2:
        task = shown(built, kari)
        clock.move(minutes=1)
        record_judgment(built.store, kari, built.slug, task.assignment_id, task.revision, choice)
        made.append(task.assignment_id)
    return built, kari, made


def page(built: Built, who: Any, **wanted: Any) -> WorkPage:
    return list_work(built.store, who, built.slug, **wanted)


def opened(built: Built, who: Any, assignment: int) -> OwnComparison:
    return own_judgment(built.store, who, built.slug, assignment)


def numbers(found: WorkPage) -> list[int]:
    return [row.number for row in found.rows]


def change(built: Built, *statements: Any) -> None:
    with built.store.write() as db:
        for statement in statements:
            db.execute(statement)


def test_the_newest_stands_first(judged: tuple[Built, str, list[int]], clock: Clock) -> None:
    """Every judgment with its number, first words, standard, choice, moment and revision."""
    built, kari, made = judged
    listed = page(built, kari)
    assert [(row.number, row.assignment_id, row.choice) for row in listed.rows] == [
        (6 - place, made[5 - place], ("B", "tie", "A")[place % 3]) for place in range(6)
    ]
    assert (listed.total, listed.found, listed.before) == (6, 6, None)
    newest = listed.rows[0]
    assert newest.prompt.startswith("Oppgave ")
    assert newest.written_standard in ("nb", "nn")
    assert (newest.decided_at, newest.revision) == (clock.time, 1)


def test_paging_gives_each_once(judged: tuple[Built, str, list[int]]) -> None:
    """Going on from where a part ends reaches every judgment exactly once, with or without a search."""
    built, kari, _ = judged
    for search in ("", "oppgave"):
        seen, before = [], None
        for _ in range(3):
            part = page(built, kari, search=search, limit=2, before=before)
            seen += numbers(part)
            before = part.before
        assert (seen, before) == ([6, 5, 4, 3, 2, 1], None)
    assert len(page(built, kari, limit=-5).rows) == 1


def test_what_is_not_in_the_list(judged: tuple[Built, str, list[int]]) -> None:
    """Training, test, undone, imported and other people's judgments are left out, and cannot be opened either."""
    built, kari, made = judged
    ola = built.enter("Ola")
    theirs = shown(built, ola).assignment_id
    record_judgment(built.store, ola, built.slug, theirs, 0, "A")
    undo_judgment(built.store, kari, built.slug, made[5], 1)
    change(
        built,
        update(Assignment).where(Assignment.id == made[0]).values(kind="training"),
        update(Judgment).where(Judgment.assignment_id == made[1]).values(imported=True),
    )
    listed = page(built, kari)
    assert [row.assignment_id for row in listed.rows] == [made[4], made[3], made[2]]
    assert (numbers(listed), listed.total) == ([3, 2, 1], 3)
    for hidden in (made[0], made[1], made[5], theirs, 10_000):
        assert refusal(lambda hidden=hidden: opened(built, kari, hidden)) == "not_allowed"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("search", "hits"),
    [
        ("BLÅBÆR", [6]),
        ("blåbær", [6]),
        ("bla\u030abær", [6]),
        ("100 %", [5]),
        ("%", [5]),
        ("_", [4]),
        ("\\", [3]),
        ("stivt språk", [2]),
        ("gammel grunn", [2]),
        ("finnes ikke", []),
        ("  ", [6, 5, 4, 3, 2, 1]),
        ("x" * 5000, []),
    ],
)
def test_searching(judged: tuple[Built, str, list[int]], search: str, hits: list[int]) -> None:
    """Found in prompt, both responses and own comments, whatever the case; signs mean themselves."""
    built, kari, made = judged
    texts = {6: "Om BlåbÆr og tyttebær", 5: "Helt 100 % sikker", 4: "et_navn", 3: "C:\\mappe"}
    places = (Prompt.text, Response.text, Response.text, Prompt.text)
    # Every comparison gets a prompt and responses of its own, so that only one can match.
    with built.store.write() as db:
        for number, assignment in enumerate(made, 1):
            comparison = db.get_one(Comparison, db.get_one(Assignment, assignment).comparison_id)
            prompt = Prompt(campaign_id=built.id, key=f"own{number}", text="Skriv", written_standard="nb")
            db.add(prompt)
            db.flush()
            answers = [Response(campaign_id=built.id, prompt_id=prompt.id, text="Svar") for _ in range(2)]
            db.add_all(answers)
            db.flush()
            comparison.prompt_id = prompt.id
            comparison.first_response_id, comparison.second_response_id = (one.id for one in answers)
            place = dict(zip((6, 5, 4, 3), places, strict=True)).get(number)
            if place is Prompt.text:
                prompt.text = texts[number]
            elif place is Response.text:
                answers[number % 2].text = texts[number]
    _remark(built, made[1], 1, comment="Gammel grunn")
    revise_judgment(built.store, kari, built.slug, made[1], 1, "A")
    _remark(built, made[1], 2, comment="Stivt SPRÅK")
    listed = page(built, kari, search=search)
    assert numbers(listed) == hits
    assert (listed.found, listed.total) == (len(hits), 6)


def test_nobody_finds_what_others_wrote(judged: tuple[Built, str, list[int]]) -> None:
    """A search sees neither other people's comments nor systems' names."""
    built, kari, _ = judged
    ola = built.enter("Ola")
    task = shown(built, ola)
    record_judgment(built.store, ola, built.slug, task.assignment_id, 0, "A")
    _remark(built, task.assignment_id, 1, comment="Hemmelig")
    assert [page(built, kari, search=word).found for word in ("hemmelig", *built.systems)] == [0] * 4
    assert page(built, ola, search="hemmelig").found == 1


def test_why_it_cannot_be_revised(judged: tuple[Built, str, list[int]]) -> None:
    """The opened judgment says whether it can be revised, and if not the word why."""
    built, kari, made = judged

    def words() -> set[str | None]:
        return {opened(built, kari, one).fixed for one in made}

    assert words() == {None}
    change_rules(built.store, built.slug, {"revisable": False})
    assert words() == {"not_revisable"}
    change(built, update(Campaign).values(status="paused"))
    assert words() == {"paused"}


def test_a_judgment_is_opened_as_it_was_presented(judged: tuple[Built, str, list[int]], clock: Clock) -> None:
    """Texts on their sides, every revision with its moment, and the reasons with the revision they were given for."""
    built, kari, made = judged
    for assignment in made:
        with built.store.read() as db:
            row = db.get_one(Assignment, assignment)
            comparison = db.get_one(Comparison, row.comparison_id)
            sides = [comparison.first_response_id, comparison.second_response_id]
            a, b = reversed(sides) if row.swapped else sides
            texts = tuple(db.get_one(Response, one).text for one in (a, b))
        _remark(built, assignment, 1, comment="Stivt", reasons=[(b, "flow", 2, 5), (a, "grammar", None, None)])
        clock.move(minutes=1)
        standing = opened(built, kari, assignment).choice
        other = "A" if standing == "B" else "B"
        revise_judgment(built.store, kari, built.slug, assignment, 1, other)
        session = opened(built, kari, assignment)
        assert (session.task.response_a, session.task.response_b) == texts
        assert (session.choice, session.task.revision, session.number) == (other, 2, made.index(assignment) + 1)
        assert [(one.choice, one.revision) for one in session.history] == [(standing, 1), (other, 2)]
        assert session.history[1].decided_at == clock.time
        first, second = (one.remark for one in session.history)
        assert second is None
        assert first is not None
        assert (first.comment, first.marks) == ("Stivt", (OwnMark("A", -1, -1, "grammar"), OwnMark("B", 2, 5, "flow")))


def test_gold_and_repeats_look_like_everything_else(judged: tuple[Built, str, list[int]]) -> None:
    """For every kind of comparison the list and the opened judgment have equal fields: nothing shows which is which."""
    built, kari, made = judged

    def all_of_it() -> list[dict[str, Any]]:
        return [asdict(page(built, kari)), *(asdict(opened(built, kari, item)) for item in made)]

    regular = all_of_it()
    for kind in ("gold", "repeat"):
        _turn_into(built, made[2], kind)
        assert all_of_it() == regular
    assert leaks(page(built, kari), built.systems) == []
    assert [leaks(opened(built, kari, item), built.systems) for item in made] == [[]] * 6


def test_the_check_of_blinding_sees_a_difference(judged: tuple[Built, str, list[int]]) -> None:
    """The planted violations: a field that follows the kind, and a row that names its system, are both noticed."""
    built, kari, made = judged
    telling = make_dataclass("Row", ["number", "is_gold"])
    assert leaks(telling(1, False), built.systems) != []
    row = page(built, kari).rows[0]
    assert leaks(replace(row, prompt=f"Oppgave til {built.systems[0]}"), built.systems) != []
    before = asdict(page(built, kari))
    change(built, update(Assignment).where(Assignment.id == made[2]).values(kind="training"))
    assert asdict(page(built, kari)) != before


def test_long_prompts_are_cut(judged: tuple[Built, str, list[int]]) -> None:
    """The list carries the first words only, on one line; the opened judgment carries all."""
    built, kari, made = judged
    text = "Skriv\n\n en   " + "lang " * 1000
    change(built, update(Prompt).values(text=text))
    assert all(len(row.prompt) <= 100 and "\n" not in row.prompt for row in page(built, kari).rows)
    assert page(built, kari).rows[0].prompt.startswith("Skriv en lang lang")
    assert opened(built, kari, made[0]).task.prompt == text


def _remark(
    built: Built,
    assignment: int,
    revision: int,
    *,
    comment: str,
    reasons: list[tuple[int, str, int | None, int | None]] | None = None,
) -> None:
    with built.store.write() as db:
        judgment = db.scalars(select(Judgment.id).filter_by(assignment_id=assignment, revision=revision)).one()
        remark = Remark(judgment_id=judgment, comment=comment)
        db.add(remark)
        db.flush()
        db.add_all(
            Reason(remark_id=remark.id, response_id=response, issue=issue, start=start, end=end)
            for response, issue, start, end in reasons or []
        )


def _turn_into(built: Built, assignment: int, kind: str) -> None:
    with built.store.write() as db:
        row = db.get_one(Assignment, assignment)
        row.kind = kind
        comparison = db.get_one(Comparison, row.comparison_id)
        comparison.kind, comparison.gold_outcome = ("gold", "first") if kind == "gold" else ("regular", None)
        db.execute(update(Judgment).where(Judgment.assignment_id == assignment).values(ranked=False))
