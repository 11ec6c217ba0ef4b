"""Reasons after the choice: asked as the rules say, in place, once, and never instead of the judgment itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.desk.judgments import revise_judgment
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.text import TEXT_LIMIT
from eval_core.store import Assignment, Campaign, Comparison, Judgment, Reason, Remark
from tests.support.acts import Desk, explain_judgment, open_desk, skip_comparison, undo_judgment
from tests.support.building import Built
from tests.support.checking import everything, history, leaks, problems, refusal
from tests.support.desk_clicks import choices, judge, shown
from tests.support.golden import assignment, desks, settle

Chair = tuple[Built, str]


@pytest.fixture
def chair(campaign: Callable[..., Built]) -> Chair:
    """A campaign that asks why every time, and its annotator."""
    built = campaign()
    settle(built, reasons="all")
    return built, built.enter("Kari")


def opened(chair: Chair) -> Desk:
    built, session = chair
    return open_desk(built.store, session, built.slug)


def chosen(chair: Chair, choice: str = "A") -> int:
    """Choose on the present comparison; the assignment."""
    built, session = chair
    task = shown(built, session)
    judge(built, session, task, choice)
    return task.assignment_id


def explain(
    chair: Chair,
    identity: int,
    issues: Mapping[str, Sequence[str]] | None = None,
    quality: str | None = None,
    comment: str = "",
    seen: int = 1,
) -> bool:
    built, session = chair
    return explain_judgment(built.store, session, built.slug, identity, seen, issues or {}, quality, comment)


def remarks(built: Built) -> list[tuple[int, str | None, str | None]]:
    """Revision, quality and comment of every remark, in order."""
    with built.store.read() as db:
        query = select(Judgment.revision, Remark.quality, Remark.comment).join(Remark).order_by(Remark.id)
        return [(revision, quality, comment) for revision, quality, comment in db.execute(query)]


def test_the_choice_is_saved_before_the_question(chair: Chair) -> None:
    """What was chosen counts at once; the same texts stay, with the choice, until the reasons are given."""
    built, session = chair
    before = opened(chair).task
    identity = chosen(chair, "B")
    assert choices(built, identity) == [(1, "B", True)]
    desk = opened(chair)
    assert (desk.chosen, desk.done, desk.undoable, desk.reason) == ("B", 1, (identity, 1), None)
    assert before is not None
    assert desk.task is not None
    assert (desk.task.response_a, desk.task.response_b) == (before.response_a, before.response_b)
    assert (desk.task.assignment_id, desk.task.revision) == (identity, 1)
    assert leaks(desk, built.systems) == []
    assert explain(chair, identity, {"A": ["grammar"], "B": []})
    assert opened(chair).chosen is None
    assert shown(built, session).assignment_id != identity
    assert problems(built.store, built.slug, [(identity, 1, "B")]) == []


def test_the_question_waits_in_every_tab(chair: Chair) -> None:
    """A reload, another tab and a rerun that still shows the comparison as unjudged all come back to it."""
    identity = chosen(chair)
    built = chair[0]
    for _ in range(2):
        desk = opened(chair)
        assert (desk.chosen, desk.task and desk.task.assignment_id) == ("A", identity)
        assert [sheet.chosen for sheet in desk.sheets] == ["A", None]  # the next comparison lies under it
    assert problems(built.store, built.slug) == []


def test_a_second_tab_with_the_next_comparison_comes_back_too(chair: Chair) -> None:
    """Where another comparison was leased before, a rerun of the tab that shows it asks for the reasons first."""
    built, session = chair
    one = chosen(chair)
    explain(chair, one)
    shown(built, session)
    undo_judgment(built.store, session, built.slug, one, 1)  # the reasons
    assert (opened(chair).chosen, remarks(built)) == ("A", [(1, None, None)])
    undo_judgment(built.store, session, built.slug, one, 2)  # the choice
    judge(built, session, shown(built, session), "tie")
    desk = opened(chair)
    assert (desk.chosen, desk.task and desk.task.assignment_id) == ("tie", one)


def test_nothing_ticked_is_an_answer_and_twice_is_once(chair: Chair) -> None:
    """An empty remark is kept as one; the same again, or another one later, adds nothing."""
    identity = chosen(chair)
    assert explain(chair, identity)
    before = everything(chair[0].store)
    assert explain(chair, identity) is False
    assert explain(chair, identity, {"A": ["grammar"]}, None, "Late.") is False
    assert everything(chair[0].store) == before
    assert remarks(chair[0]) == [(1, None, None)]


@pytest.mark.parametrize("swapped", [False, True])
def test_a_side_is_the_response_that_stood_there(chair: Chair, swapped: bool) -> None:
    """Issues under A and B reach the responses shown as A and B, each once, with either order of the sides."""
    built, session = chair
    task = shown(built, session)
    with built.store.write() as db:
        db.execute(update(Assignment).where(Assignment.id == task.assignment_id).values(swapped=swapped))
    identity = chosen(chair)
    assert explain(chair, identity, {"A": ["grammar", "flow", "grammar"], "B": ["spelling"]}, None, " Kort. ")
    with built.store.read() as db:
        row = db.get_one(Comparison, db.get_one(Assignment, identity).comparison_id)
        first, second = row.first_response_id, row.second_response_id
        ordered = sorted(db.execute(select(Reason.response_id, Reason.issue)).all())
    a, b = (second, first) if swapped else (first, second)
    assert [tuple(one) for one in ordered] == sorted([(a, "grammar"), (a, "flow"), (b, "spelling")])
    assert remarks(built) == [(1, None, "Kort.")]


@pytest.mark.parametrize("quality", ["both_well", "both_badly"])
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_only_a_tie_is_of_two_good_or_two_bad_texts(chair: Chair, quality: str) -> None:
    """On a tie it is kept; where one side was better it is refused and the question stays."""
    identity = chosen(chair, "A")
    before = everything(chair[0].store)
    assert refusal(lambda: explain(chair, identity, quality=quality)) == "unknown_issue"
    assert everything(chair[0].store) == before
    explain(chair, identity)
    assert explain(chair, chosen(chair, "tie"), quality=quality)
    assert remarks(chair[0])[1] == (1, quality, None)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"issues": {"A": ["boredom"]}}, "unknown_issue"),
        ({"issues": {"C": ["grammar"]}}, "bad_mark"),
        ({"issues": {"first": ["grammar"]}}, "bad_mark"),
        ({"quality": "both_fine"}, "unknown_issue"),
        ({"comment": "x" * (TEXT_LIMIT + 1)}, "too_long"),
        ({"seen": 0}, "stale"),
        ({"seen": 2}, "stale"),
    ],
)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_does_not_fit_is_refused_and_nothing_saved(chair: Chair, words: dict[str, Any], code: str) -> None:
    """Unknown issues, sides and qualities, over-long comments and other revisions leave the question as it was."""
    identity = chosen(chair, "tie")
    before = everything(chair[0].store)
    assert refusal(lambda: explain(chair, identity, **words)) == code
    assert everything(chair[0].store) == before
    assert opened(chair).chosen == "tie"
    assert explain(chair, identity, comment="x" * TEXT_LIMIT)


def test_characters_that_no_database_keeps_lose_no_comment(chair: Chair) -> None:
    """NUL and half of a surrogate pair are left out, of a remark and of a skip's comment; the rest is kept."""
    built, session = chair
    explain(chair, chosen(chair), comment="God\x00 flyt\ud83d!")
    assert remarks(built) == [(1, None, "God flyt!")]
    task = shown(built, session)
    assert skip_comparison(built.store, session, built.slug, task.assignment_id, 0, "other", "Uklart\x00\udc00.")
    assert assignment(built, task.assignment_id).skip_comment == "Uklart."


def test_an_undo_while_asked_brings_the_comparison_back(chair: Chair) -> None:
    """The remark comes too late then, before and after the next choice, and reasons are asked for again."""
    built, session = chair
    identity = chosen(chair)
    assert undo_judgment(built.store, session, built.slug, identity, 1)
    assert opened(chair).chosen is None
    for seen in (1, 2):
        assert refusal(lambda seen=seen: explain(chair, identity, seen=seen)) == "stale"
    assert chosen(chair, "tie") == identity
    assert refusal(lambda: explain(chair, identity)) == "stale"
    assert opened(chair).chosen == "tie"
    assert explain(chair, identity, quality="both_well", seen=3)
    assert remarks(built) == [(3, "both_well", None)]
    assert problems(built.store, built.slug) == []


def test_a_remark_stays_with_the_choice_that_it_was_about(chair: Chair) -> None:
    """Undone or revised later, the explained revision keeps its remark, and the new one has none."""
    built, session = chair
    identity = chosen(chair)
    explain(chair, identity, comment="Om A.")
    assert revise_judgment(built.store, session, built.slug, identity, 1, "B")
    assert remarks(built) == [(1, None, "Om A.")]
    assert opened(chair).chosen is None
    assert problems(built.store, built.slug) == []


def test_a_judgment_revised_while_asked_is_asked_about_no_more(chair: Chair) -> None:
    """After a change in "My work" no tab asks for reasons for the old choice."""
    built, session = chair
    identity = chosen(chair)
    revise_judgment(built.store, session, built.slug, identity, 1, "B")
    assert refusal(lambda: explain(chair, identity)) == "stale"
    assert opened(chair).chosen is None
    assert shown(built, session).assignment_id != identity


@pytest.mark.parametrize("status", ["paused", "closed"])
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_campaign_that_is_not_open_takes_no_reasons(chair: Chair, status: str) -> None:
    """It is refused with the campaign's word; reopened, the question is still there, and an old click is known."""
    built = chair[0]
    first, identity = chosen(chair), None
    explain(chair, first)
    identity = chosen(chair)
    _set(built, status)
    assert (opened(chair).task, opened(chair).reason) == (None, status)
    assert refusal(lambda: explain(chair, identity)) == status
    assert explain(chair, first) is False
    _set(built, "open")
    assert opened(chair).chosen == "A"
    assert explain(chair, identity)


def test_nobody_explains_for_another_nor_before_choosing(chair: Chair) -> None:
    """Somebody else's judgment is not one's own, and an open comparison has nothing to explain."""
    built, session = chair
    task = shown(built, session)
    assert refusal(lambda: explain(chair, task.assignment_id, seen=0)) == "stale"
    identity = chosen(chair)
    assert refusal(lambda: explain((built, built.enter("Ola")), identity)) == "not_allowed"
    assert remarks(built) == []


@pytest.mark.parametrize(("rules", "asked"), [({"reasons": "all"}, 1.0), ({"reasons": "off"}, 0.0)])
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_all_or_none_are_asked(campaign: Callable[..., Built], rules: dict[str, Any], asked: float) -> None:
    """Off asks about none and shows no question; all asks about every one."""
    built = campaign()
    settle(built, **rules)
    kari = built.enter("Kari")
    for number in range(5):
        identity = chosen((built, kari))
        assert (opened((built, kari)).chosen is not None) == bool(asked), number
        assert assignment(built, identity).asks_reasons == bool(asked)
        explain((built, kari), identity)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_share_is_asked(campaign: Callable[..., Built]) -> None:
    """With a share of a half, about half of 120 comparisons ask, and nothing on the desk shows which."""
    built = campaign(prompts=40, overlap=1)
    settle(built, reasons="share", reasons_share=0.5)
    kari = built.enter("Kari")
    asked = []
    for desk in desks(built, kari):
        assert desk.task is not None
        assert desk.chosen is None
        judge(built, kari, desk.task)
        if opened((built, kari)).chosen:
            asked.append(desk.task.assignment_id)
            explain((built, kari), desk.task.assignment_id)
    assert 35 <= len(asked) <= 85
    assert len(history(built.store)) == 120


def test_reasons_are_asked_from_the_next_lease_on(campaign: Callable[..., Built]) -> None:
    """Switched on while a comparison is on the screen, they are not asked for of this one."""
    built = campaign()
    chair = built, built.enter("Kari")
    shown(*chair)
    settle(built, reasons="all")
    chosen(chair)
    assert opened(chair).chosen is None
    chosen(chair)
    assert opened(chair).chosen == "A"


def test_reasons_are_switched_off_for_what_is_held_too(chair: Chair) -> None:
    """Nothing that lies there asks any more; a choice finishes its comparison, which was not asked for reasons then."""
    built, session = chair

    def asking() -> list[bool]:
        return [sheet.asks_reasons for sheet in open_desk(built.store, session, built.slug, ahead=2).sheets]

    assert asking() == [True] * 3
    settle(built, reasons="off")
    assert asking() == [False] * 3
    identity = chosen(chair)
    desk = opened(chair)
    assert (desk.chosen, desk.task and desk.task.assignment_id != identity) == (None, True)
    assert not assignment(built, identity).asks_reasons
    assert explain(chair, identity, {"A": ["grammar"]}), "what was being written as it was switched off is kept"
    settle(built, reasons="all")
    assert opened(chair).chosen is None
    assert problems(built.store, built.slug) == []


def test_a_choice_whose_reasons_are_missing_is_finished_without(chair: Chair) -> None:
    """Switched off while somebody is asked why: the next comparison comes, and the choice counts."""
    built, session = chair
    identity = chosen(chair)
    assert opened(chair).chosen == "A"
    settle(built, reasons="off")
    desk = opened(chair)
    assert (desk.chosen, desk.done) == (None, 1)
    assert shown(built, session).assignment_id != identity


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("swapped", [False, True])
def test_the_export_has_the_reasons_of_each_side(chair: Chair, swapped: bool) -> None:
    """Issues belong to the response that was shown as A or B, in either order."""
    built, _session = chair
    task = opened(chair).task
    assert task is not None
    with built.store.write() as db:
        db.execute(update(Assignment).where(Assignment.id == task.assignment_id).values(swapped=swapped))
    chosen(chair, "tie")
    explain(chair, task.assignment_id, {"B": ["spelling", "flow"]}, "both_badly", "Begge halter")
    (row,) = export_judgments(built.store, built.slug).to_dict("records")
    assert (row["issues_a"], row["issues_b"]) == (None, "flow;spelling")
    assert (row["tie_quality"], row["comment"]) == ("both_badly", "Begge halter")


def test_a_reason_about_another_text_would_be_noticed(chair: Chair) -> None:
    """The planted violations: a remark on an undo, and a reason about a text of another comparison, are found."""
    built, session = chair
    identity = chosen(chair)
    explain(chair, identity, {"A": ["grammar"]})
    undo_judgment(built.store, session, built.slug, identity, 1)  # the reasons
    undo_judgment(built.store, session, built.slug, identity, 2)
    assert problems(built.store, built.slug) == []
    undone = max(history(built.store))
    with built.store.write() as db:
        shown_here = db.get_one(Comparison, db.get_one(Assignment, identity).comparison_id)
        others = select(Comparison.first_response_id).where(Comparison.prompt_id != shown_here.prompt_id)
        remark = Remark(judgment_id=undone)
        db.add(remark)
        db.flush()
        db.add(Reason(remark_id=remark.id, response_id=db.scalars(others).first(), issue="grammar"))
    reported = problems(built.store, built.slug)
    assert any("is an undo and has a remark" in problem for problem in reported)
    assert any("a text that it did not show" in problem for problem in reported)


def _set(built: Built, status: str) -> None:
    with built.store.write() as db:
        db.execute(update(Campaign).where(Campaign.slug == built.slug).values(status=status))
