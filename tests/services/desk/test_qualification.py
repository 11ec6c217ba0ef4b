"""From newcomer to annotator: training with answers, a test without, another try, and admission by the lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import Any

import pytest
from sqlalchemy import func, select, update

from eval_core.campaigns.access import Trusted
from eval_core.campaigns.desk.supply.qualification import TestResult, admit, grant_try, waiting_newcomers
from eval_core.campaigns.people.persons import add_simulated_annotator
from eval_core.campaigns.results.votes import read_votes
from eval_core.errors import ParvisError
from eval_core.store import Assignment, Comparison, Prompt, Qualification
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment, skip_comparison, undo_judgment
from tests.support.building import Built, comparisons
from tests.support.checking import everything, leaks, problems, refusal
from tests.support.desk_clicks import judge, reason, shown
from tests.support.golden import ISSUES, add_gold, answer, assignment, desks, kind_of, path_of, settle
from tests.support.school import build_school, newcomer, opened, sit


@pytest.fixture
def school(campaign: Callable[..., Built]) -> Callable[..., tuple[Built, str]]:
    """A campaign with so much gold and such rules, and a newcomer who has read the guidelines."""
    return partial(build_school, campaign)


def fail(built: Built, session: str) -> None:
    sit(built, session, True, True, True, True, True, False, False)
    assert reason(built, session) == "failed"


def test_a_newcomer_trains_is_tested_and_works(school: Any) -> None:
    """Two comparisons of training, five of test, each with its number; then the stream, where none of it counts."""
    built, kari = school()
    seen = sit(built, kari, False, True, True, True, False, True, True)
    assert [(desk.stage, desk.step) for desk in seen] == [
        *[("training", (number, 2)) for number in (1, 2)],
        *[("test", (number, 5)) for number in (1, 2, 3, 4, 5)],
    ]
    assert [leaks(desk, built.systems) for desk in seen] == [[]] * 7
    desk = opened(built, kari)
    assert (desk.stage, desk.step, desk.done, desk.reason) == ("work", None, 0, None)
    judge(built, kari, desk.task)
    assert opened(built, kari).done == 1
    assert [kind for kind, _, _ in path_of(built, kari)[:8]] == ["training"] * 2 + ["test"] * 5 + ["regular"]
    assert len(read_votes(built.store, built.slug)) == 1
    assert sum(row.done for row in comparisons(built.store, built.slug)) == 1
    assert problems(built.store, built.slug) == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_training_and_test_use_up_no_quota(campaign: Callable[..., Built]) -> None:
    """Somebody asked for three judgments makes three after training and test."""
    built = campaign(per_annotator=3)
    add_gold(built, 4)
    settle(built, training=2, test=2, pass_mark=0)
    kari = newcomer(built, "Kari")
    assert [desk.stage for desk in desks(built, kari)] == ["training"] * 2 + ["test"] * 2 + ["work"] * 3
    assert (opened(built, kari).reason, opened(built, kari).done) == ("quota", 3)


@pytest.mark.parametrize(
    ("mark", "asked", "right", "passes"),
    [
        (0.8, 5, 4, True),
        (0.8, 5, 3, False),
        (0.55, 20, 11, True),
        (0.55, 20, 10, False),
        (1, 3, 2, False),
        (0, 2, 0, True),
    ],
)
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_pass_mark_is_met_to_the_last_bit(school: Any, mark: float, asked: int, right: int, passes: bool) -> None:
    """So many right of so many asked pass, and one fewer fails, whatever the fraction is in binary."""
    built, kari = school(test=asked, pass_mark=mark)
    sit(built, kari, *[True] * right, *[False] * (asked - right))
    assert opened(built, kari).reason == (None if passes else "failed")


def test_a_failed_newcomer_reads_again_and_gets_another_try(school: Any, clock: Clock) -> None:
    """The result names what to read again; the lead sees who waits, and the next test has gold never seen before."""
    built, kari = school()
    fail(built, kari)
    result = opened(built, kari).result
    assert isinstance(result, TestResult)
    assert (result.correct, result.asked, result.passed) == (3, 5, False)
    assert result.issues
    assert set(result.issues) <= set(ISSUES)
    (waiting,) = waiting_newcomers(built.store, built.slug)
    assert (waiting.name, waiting.attempt, waiting.correct, waiting.asked) == ("Kari", 1, 3, 5)
    assert (waiting.unseen_gold, waiting.finished_at) == (13, clock.time)
    met = {comparison for _, _, comparison in path_of(built, kari)}
    grant_try(built.store, built.slug, "Kari")
    assert waiting_newcomers(built.store, built.slug) == []
    seen = sit(built, kari, True, True, True, True, True)
    assert [desk.stage for desk in seen] == ["test"] * 5
    assert opened(built, kari).stage == "work"
    assert not met & {comparison for _, _, comparison in path_of(built, kari)[7:]}
    assert problems(built.store, built.slug) == []


def test_no_gold_twice_over_training_tests_and_stream(campaign: Callable[..., Built]) -> None:
    """Whatever was met in training or a test does not come as gold in the stream."""
    built = campaign(prompts=8, overlap=1)
    add_gold(built, 12)
    settle(built, training=2, test=3, gold_share=0.5)
    kari = newcomer(built, "Kari")
    sit(built, kari, True, True, True, True, True)
    list(desks(built, kari))
    met = [(kind, comparison) for kind, _, comparison in path_of(built, kari) if kind != "regular"]
    assert len({comparison for _, comparison in met}) == len(met)
    assert [kind for kind, _ in met].count("gold") == 7


def test_another_try_needs_a_failure_and_enough_gold(school: Any) -> None:
    """Nobody is granted a try who has not failed, twice in a row, or for whom too little unseen gold is left."""
    built, kari = school(gold=10)
    with pytest.raises(ParvisError, match="no failed test"):
        grant_try(built.store, built.slug, "Kari")
    fail(built, kari)
    before = everything(built.store)
    with pytest.raises(ParvisError, match="there are 3"):
        grant_try(built.store, built.slug, "Kari")
    with pytest.raises(ParvisError, match="no person"):
        grant_try(built.store, built.slug, "Nobody")
    assert everything(built.store) == before
    add_gold(built, 2, start=100)
    grant_try(built.store, built.slug, "Kari")
    with pytest.raises(ParvisError, match="no failed test"):
        grant_try(built.store, built.slug, "Kari")


def test_two_leads_at_one_moment_grant_one_try(school: Any) -> None:
    """Of four grants at once one succeeds and the others are refused, without a database error."""
    built, kari = school()
    fail(built, kari)

    def grant(_: int) -> bool:
        try:
            grant_try(built.store, built.slug, "Kari")
        except ParvisError:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(grant, range(4))) == [False, False, False, True]


def test_too_little_gold_stops_and_recovers(school: Any) -> None:
    """Nobody begins without enough gold to finish; where gold is withdrawn meanwhile, they wait, and then go on."""
    built, kari = school(gold=2, training=2, test=1, pass_mark=1)
    assert (opened(built, kari).reason, opened(built, kari).task) == ("no_gold", None)
    add_gold(built, 1, start=50)
    sit(built, kari, True)
    with built.store.write() as db:
        had = select(Assignment.comparison_id)
        db.execute(
            update(Comparison).where(Comparison.kind == "gold", Comparison.id.not_in(had)).values(identical=True)
        )
    assert opened(built, kari).reason == "no_gold"
    add_gold(built, 1, start=60)
    sit(built, kari, True)
    assert opened(built, kari).reason == "no_gold"
    add_gold(built, 1, start=70)
    assert [(desk.stage, desk.step) for desk in sit(built, kari, True)] == [("test", (1, 1))]
    assert opened(built, kari).stage == "work"


def test_training_and_test_go_evenly_over_categories_and_standards(school: Any) -> None:
    """With much gold of one category and standard and little of the others, each comes as often as any other."""
    built, _kari = school(gold=0, training=8, test=4, pass_mark=0)
    starts = count(0, 100)
    for issue, number in (("grammar", 30), ("spelling", 4), ("flow", 4), (None, 4)):
        for standard in ("nb", "nn"):
            columns = {"issue": issue, "written_standard": standard}
            add_gold(built, number, start=next(starts), **columns)
    for name in ("Ola", "Siri", "Tor"):
        session = newcomer(built, name)
        sit(built, session, *[True] * 12)
        for kind, number in (("training", 2), ("test", 1)):
            given = drawn(built, session, kind)
            assert Counter(issue for issue, _ in given) == dict.fromkeys(("grammar", "spelling", "flow", None), number)
            assert Counter(standard for _, standard in given) == dict.fromkeys(("nb", "nn"), 2 * number)
    # The planted violation: a draw that does not look at categories takes what there is most of.
    lots = [issue for _, (issue, _) in all_gold(built)]
    assert lots.count("grammar") > 2 * lots.count("spelling")


def drawn(built: Built, session: str, kind: str) -> list[tuple[str | None, str | None]]:
    """Category and written standard of what came up for somebody in training or test."""
    gold = dict(all_gold(built))
    return [gold[comparison] for drawn_kind, _, comparison in path_of(built, session) if drawn_kind == kind]


def all_gold(built: Built) -> list[tuple[int, tuple[str | None, str | None]]]:
    """Every gold comparison with its category and its written standard."""
    query = select(Comparison.id, Comparison.gold_issue, Prompt.written_standard).join(
        Prompt, Prompt.id == Comparison.prompt_id
    )
    with built.store.read() as db:
        return [(row, (issue, standard)) for row, issue, standard in db.execute(query.where(Comparison.kind == "gold"))]


def test_the_lead_admits(school: Any) -> None:
    """Admitted before, in or after the test, somebody works at once; admitting twice is once."""
    built, kari = school()
    ola = newcomer(built, "Ola")
    held = shown(built, ola)
    fail(built, kari)
    for name in ("Kari", "Ola"):
        assert admit(built.store, built.slug, name)
        assert not admit(built.store, built.slug, name)
    assert {opened(built, session).stage for session in (kari, ola)} == {"work"}
    assert kind_of(built, shown(built, ola)) == "regular"
    assert refusal(lambda: judge(built, ola, held)) == "stale"
    assert waiting_newcomers(built.store, built.slug) == []
    with built.store.read() as db:
        assert db.scalar(select(func.count(Qualification.id)).where(Qualification.asked == 0)) == 2


def test_training_is_never_undone_and_a_test_until_it_is_over(school: Any) -> None:
    """Training cannot be undone, since the answer was shown; a test can, but not after its result."""
    built, kari = school(training=2, test=2, pass_mark=1)
    for following in ("training", "test"):
        trained = shown(built, kari).assignment_id
        sit(built, kari, False)
        before = everything(built.store)
        assert refusal(lambda seen=trained: undo_judgment(built.store, kari, built.slug, seen, 1)) == "no_undo"
        assert everything(built.store) == before
        desk = opened(built, kari)
        assert (desk.stage, desk.undoable) == (following, None)
    sit(built, kari, False)
    assert (undoable := opened(built, kari).undoable)
    assert undo_judgment(built.store, kari, built.slug, *undoable)
    assert opened(built, kari).step == (1, 2)
    sit(built, kari, True, False)
    last = path_of(built, kari)[-1]
    desk = opened(built, kari)
    assert (desk.reason, desk.undoable, last[0]) == ("failed", None, "test")
    with built.store.read() as db:
        newest = db.scalars(select(Assignment.id).order_by(Assignment.sequence.desc()).limit(1)).one()
    assert refusal(lambda: undo_judgment(built.store, kari, built.slug, newest, 1)) == "no_undo"
    assert problems(built.store, built.slug) == []


def test_a_test_that_another_try_replaced_is_over(school: Any) -> None:
    """A person admitted in the middle of a test does not return to it by Undo."""
    built, kari = school(test=3)
    task = shown(built, kari)
    sit(built, kari, True)
    admit(built.store, built.slug, "Kari")
    assert opened(built, kari).undoable is None
    assert refusal(lambda: undo_judgment(built.store, kari, built.slug, task.assignment_id, 1)) == "no_undo"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_nothing_is_skipped_in_training_and_test(school: Any) -> None:
    """ "I cannot judge this" is refused in both, and the comparison stays."""
    built, kari = school(training=1, test=1)
    for _ in range(2):
        task = shown(built, kari)
        before = everything(built.store)
        skip = lambda task=task: skip_comparison(built.store, kari, built.slug, task.assignment_id, 0, "other")  # noqa: E731
        assert refusal(skip) == "no_skip"
        assert everything(built.store) == before
        assert shown(built, kari) == task
        judge(built, kari, task, answer(built, task))


def test_a_person_who_judged_before_is_no_newcomer(campaign: Callable[..., Built]) -> None:
    """Rules that come later do not send anybody back to school, but do the next one who comes."""
    built = campaign()
    add_gold(built, 9)
    kari = built.enter("Kari")
    judge(built, kari, shown(built, kari))
    settle(built, training=2, test=2)
    assert opened(built, kari).stage == "work"
    assert opened(built, newcomer(built, "Ola")).stage == "training"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_lease_from_before_the_rules_is_judged_first(campaign: Callable[..., Built]) -> None:
    """A comparison on the screen when training is introduced stays regular, and training follows."""
    built = campaign()
    add_gold(built, 9)
    kari = newcomer(built, "Kari")
    task = shown(built, kari)
    settle(built, training=1)
    desk = opened(built, kari)
    assert (desk.task, desk.stage, desk.step) == (task, "work", None)


def test_a_break_in_the_test_loses_nothing(school: Any, clock: Clock) -> None:
    """After a night the same comparison of the test comes up, in every tab, and counts."""
    built, kari = school(test=2, pass_mark=1)
    task = shown(built, kari)
    clock.move(hours=12)
    assert shown(built, kari) == task
    assert shown(built, kari) == task
    sit(built, kari, True, True)
    assert opened(built, kari).stage == "work"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_simulated_people_need_no_school(school: Any) -> None:
    """Trusted code works at once, whatever newcomers have to do."""
    built, _ = school(training=3, test=3, reasons="all")
    who = Trusted(add_simulated_annotator(built.store, "Robot", built.slug))
    for number in range(3):
        desk = open_desk(built.store, who, built.slug)
        assert (desk.stage, desk.done, desk.chosen) == ("work", number, None)
        assert desk.task
        assert record_judgment(built.store, who, built.slug, desk.task.assignment_id, 0, "A")
        assert assignment(built, desk.task.assignment_id).asks_reasons
