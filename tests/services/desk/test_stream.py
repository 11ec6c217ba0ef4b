"""The stream: gold and repeats as often as set, prompts far apart, and nothing that shows which is which."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.desk import compare
from eval_core.campaigns.desk.supply.stream import REPEAT_GAP
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.results.leaderboard import read_leaderboard
from eval_core.campaigns.results.votes import read_votes
from eval_core.store import Assignment, Comparison, Judgment, Prompt
from tests.conftest import Clock
from tests.support.acts import open_desk, skip_comparison, undo_judgment
from tests.support.building import SYSTEMS, Built, comparisons
from tests.support.checking import leaks, problems
from tests.support.desk_clicks import judge, reason, shown
from tests.support.golden import add_gold, desks, kind_of, path_of, settle

BOTH = {"gold_share": 0.05, "repeat_share": 0.05}


def work(built: Built, session: str, most: int = 10_000) -> list[str]:
    """Judges up to so many comparisons; the kinds of what came, in order."""
    # The one beyond is asked for, so that the last one is judged.
    for _ in zip(desks(built, session), range(most), strict=False):
        pass
    return [kind for kind, _, _ in path_of(built, session)]


def done(built: Built) -> list[int]:
    """How often each regular comparison was judged."""
    return [row.done for row in comparisons(built.store, built.slug) if row.kind == "regular"]


def gaps(path: list[tuple[str, int, int]]) -> list[int]:
    """How far apart two comparisons of one prompt came, for all that did."""
    last: dict[int, int] = {}
    collected = []
    for place, (_, prompt, _) in enumerate(path):
        if prompt in last:
            collected.append(place - last[prompt])
        last[prompt] = place
    return collected


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_each_kind_comes_as_often_as_asked(campaign: Callable[..., Built]) -> None:
    """In a stream of 400 at 5 % each there are 20 gold comparisons, one in each twenty, and 19 repeats or one less."""
    built = campaign(prompts=140, overlap=1)
    add_gold(built, 30)
    settle(built, **BOTH)
    kinds = work(built, built.enter("Kari"), 400)
    twenties = [Counter(kinds[start : start + 20]) for start in range(0, 400, 20)]
    assert [block["gold"] for block in twenties] == [1] * 20
    assert "repeat" not in kinds[:REPEAT_GAP]
    # At the last place of a block gold goes first, so that now and then a repeat has no place left.
    repeats = [block["repeat"] for block in twenties[1:]]
    assert max(repeats) == 1
    assert sum(repeats) >= 17
    assert problems(built.store, built.slug) == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_places_differ_between_annotators(campaign: Callable[..., Built]) -> None:
    """Gold comes at different places for different people, so nobody can warn another."""
    built = campaign(prompts=4, overlap=12)
    add_gold(built, 12)
    settle(built, gold_share=0.1)
    places = {work(built, session, 10).index("gold") for session in built.annotators(6)}
    assert len(places) > 1


def test_without_supplies_or_share_there_are_none(campaign: Callable[..., Built]) -> None:
    """No gold and nothing to repeat: the regular comparisons come and end as ever; so with both at hand and no share."""
    built = campaign(prompts=4)
    settle(built, gold_share=0.5, repeat_share=0.5)
    one, other = built.annotators(2)
    assert work(built, one) == ["regular"] * 12
    add_gold(built, 5)
    settle(built)
    assert work(built, other) == ["regular"] * 12


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_late_supplies_make_no_burst(campaign: Callable[..., Built]) -> None:
    """Gold that is loaded after thirty comparisons comes once a block from then on, not all at once."""
    built = campaign(prompts=20)
    settle(built, gold_share=0.1)
    session = built.enter("Kari")
    assert work(built, session, 29) == ["regular"] * 30  # the last one is not judged yet
    add_gold(built, 20)
    work(built, session, 20)
    kinds = [kind for kind, _, _ in path_of(built, session)]
    assert [kinds[start : start + 10].count("gold") for start in (30, 40)] == [1, 1]


def test_a_repeat_is_ones_own_judgment_of_long_ago_with_its_sides_swapped(campaign: Callable[..., Built]) -> None:
    """Each comes at least twenty later, the other way round, once, and fills no overlap."""
    built = campaign(prompts=16, overlap=2)
    settle(built, repeat_share=0.5)
    kari, ola = built.annotators(2)
    kinds = work(built, kari)
    path = path_of(built, kari)
    first_at = {comparison: place for place, (kind, _, comparison) in enumerate(path) if kind == "regular"}
    again_at = [(place, comparison) for place, (kind, _, comparison) in enumerate(path) if kind == "repeat"]
    assert len(again_at) >= 5
    assert all(place - first_at[comparison] >= REPEAT_GAP for place, comparison in again_at)
    assert len({comparison for _, comparison in again_at}) == len(again_at)
    assert min(gaps(path)) >= 10
    assert done(built) == [1] * 48
    assert problems(built.store, built.slug) == []  # the sides among it
    assert open_desk(built.store, kari, built.slug).done == len(kinds)
    settle(built)
    assert work(built, ola) == ["regular"] * 48


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_is_never_repeated(campaign: Callable[..., Built]) -> None:
    """Neither imported work, nor identical or withdrawn comparisons, nor what was skipped or undone, comes again."""
    built = campaign(prompts=30, overlap=1)
    session = built.enter("Kari")
    work(built, session, 24)
    fates = [identity for _, _, identity in path_of(built, session)[:5]]
    with built.store.write() as db:
        own = [db.scalars(select(Assignment).where(Assignment.comparison_id == one)).one() for one in fates]
        own[0].sequence = 0  # as imported work has it
        own[1].status, own[1].skip_reason = "skipped", "other"
        own[2].status = "leased"
        db.get_one(Comparison, fates[3]).identical = True
        db.get_one(Comparison, fates[4]).withdrawn_at = built.store.now()
        own[2].status = "released"
    settle(built, repeat_share=0.5)
    work(built, session, 60)
    repeated = {comparison for kind, _, comparison in path_of(built, session) if kind == "repeat"}
    assert len(repeated) > 5
    assert not repeated & set(fates)


def test_gold_and_repeats_are_neither_votes_nor_ranked_but_marked_in_the_export(campaign: Callable[..., Built]) -> None:
    """The ranking's votes are the regular judgments alone; the export has all, each with its kind."""
    built = campaign(prompts=20, overlap=1)
    add_gold(built, 5)
    settle(built, gold_share=0.1, repeat_share=0.5)
    kinds = Counter(work(built, built.enter("Kari")))
    assert min(kinds["gold"], kinds["repeat"]) >= 1
    assert len(read_votes(built.store, built.slug)) == kinds["regular"] == 60
    assert read_leaderboard(built.store, built.slug).votes.shape[0] == 60
    assert Counter(export_judgments(built.store, built.slug)["kind"]) == kinds


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_vote_of_gold_would_be_noticed(campaign: Callable[..., Built]) -> None:
    """The planted violation: a repeat that is ranked after all is seen in the votes and by the check of promises."""
    built = campaign(prompts=20, overlap=1)
    settle(built, repeat_share=0.5)
    work(built, built.enter("Kari"))
    with built.store.write() as db:
        repeats = select(Assignment.id).where(Assignment.kind == "repeat")
        db.execute(update(Judgment).where(Judgment.assignment_id.in_(repeats)).values(ranked=True))
    assert len(read_votes(built.store, built.slug)) > 60
    assert any("is repeat, and ranked is True" in problem for problem in problems(built.store, built.slug))
    with built.store.write() as db:
        db.execute(update(Assignment).where(Assignment.kind == "repeat").values(swapped=~Assignment.swapped))
    assert any("repeats nothing with its sides swapped" in problem for problem in problems(built.store, built.slug))


@pytest.mark.parametrize("rules", [{}, BOTH, {"gold_share": 0.2, "repeat_share": 0.2}])
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_two_comparisons_of_a_prompt_are_ten_apart(campaign: Callable[..., Built], rules: dict[str, Any]) -> None:
    """With twelve prompts they are, for everybody, also with gold and repeats between them, and all are judged."""
    built = campaign(prompts=12, overlap=2)
    add_gold(built, 12)
    settle(built, **rules)
    sessions = built.annotators(2)
    alternate(built, sessions)
    for session in sessions:
        assert min(gaps(path_of(built, session))) >= 10
    assert done(built) == [2] * 36


def test_few_prompts_are_as_far_apart_as_it_goes(campaign: Callable[..., Built]) -> None:
    """With three prompts they come in turn, and in the end everything was served."""
    built = campaign(prompts=3, overlap=1)
    add_gold(built, 3)
    settle(built, gold_share=0.1, repeat_share=0.1)
    session = built.enter("Kari")
    work(built, session)
    assert min(gaps([one for one in path_of(built, session) if one[0] == "regular"])) >= 2
    assert reason(built, session) == "finished"
    assert done(built) == [1] * 9


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_real_prompts_are_ten_apart(campaign: Callable[..., Built], shared_data: Path) -> None:
    """Two annotators who judge 150 of NorSumm each never meet an article again within ten."""
    built = campaign(prompts=0, overlap=2)
    import_responses(built.store, shared_data / "norsumm" / "responses.jsonl", built.slug)
    settle(built, repeat_share=0.05)
    sessions = built.annotators(2)
    alternate(built, sessions, 150)
    for session in sessions:
        assert min(gaps(path_of(built, session)), default=10) >= 10


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_gold_of_a_prompt_keeps_its_distance_too(campaign: Callable[..., Built]) -> None:
    """Gold made of a real response names its prompt, and neither comes within ten of the other."""
    built = campaign(prompts=30, overlap=1)
    for number in range(8):
        add_gold(built, 3, 10 * number, prompt_id=f"p{number}")
    settle(built, gold_share=0.3)
    session = built.enter("Kari")
    work(built, session)
    with built.store.read() as db:
        about = dict(db.execute(select(Prompt.id, Prompt.external_id)).all())
    path = [(kind, about[prompt], comparison) for kind, prompt, comparison in path_of(built, session)]
    assert Counter(kind for kind, _, _ in path)["gold"] >= 12
    assert min(gaps(path)) >= 10  # type: ignore[arg-type]


def test_gold_comes_once_and_ends_with_the_work(campaign: Callable[..., Built]) -> None:
    """No gold comparison comes twice to one person, and after the last regular one no visit brings any more."""
    built = campaign(prompts=4, overlap=1)
    add_gold(built, 30)
    settle(built, gold_share=0.5)
    session = built.enter("Kari")
    work(built, session)
    met = [comparison for kind, _, comparison in path_of(built, session) if kind == "gold"]
    assert len(met) == len(set(met)) >= 6
    assert {reason(built, session) for _ in range(25)} == {"finished"}


def test_withdrawn_gold_is_not_shown_after_a_break(campaign: Callable[..., Built], clock: Clock) -> None:
    """Gold withdrawn while somebody holds it does not come up again after the lease."""
    built = campaign(overlap=1)
    add_gold(built, 1)
    settle(built, gold_share=0.5)
    session = built.enter("Kari")
    task = next(desk.task for desk in desks(built, session) if desk.task and kind_of(built, desk.task) == "gold")
    with built.store.write() as db:
        db.execute(update(Comparison).where(Comparison.kind == "gold").values(withdrawn_at=clock()))
    clock.move(hours=1)
    assert kind_of(built, shown(built, session)) == "regular"
    assert "gold" not in {kind_of(built, desk.task) for desk in desks(built, session) if desk.task}
    assert task is not None


def shape(value: Any) -> Any:
    """The types of everything that an object holds, field by field."""
    if dataclasses.is_dataclass(value):
        fields = {one.name: shape(getattr(value, one.name)) for one in dataclasses.fields(value)}
        return type(value).__name__, tuple(sorted(fields.items()))
    return tuple(shape(one) for one in value) if isinstance(value, tuple) else type(value).__name__


def shapes(built: Built, session: str) -> dict[str, set[Any]]:
    """What each kind looks like from outside, after the first two (where there is something to undo)."""
    by_key = defaultdict(set)
    for number, desk in enumerate(desks(built, session)):
        pile = replace(desk.pile, undo=desk.pile.undo[:1])
        assert leaks(pile, SYSTEMS) == []
        if number and desk.task:
            told = (desk.stage, desk.step, desk.reason, desk.chosen, desk.result, desk.task.revision)
            by_key[kind_of(built, desk.task)].add((shape(pile), told))
    return by_key


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_nothing_shows_which_is_gold_or_a_repeat(campaign: Callable[..., Built]) -> None:
    """What a browser gets for gold and repeats is field by field what it gets for a regular comparison."""
    built = campaign(prompts=20, overlap=1)
    add_gold(built, 8)
    settle(built, gold_share=0.2, repeat_share=0.5)
    plans = shapes(built, built.enter("Kari"))
    assert set(plans) == {"regular", "gold", "repeat"}
    assert plans["gold"] == plans["repeat"] == plans["regular"]
    assert len(plans["regular"]) == 1


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_stage_that_shows_gold_is_noticed(campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted violation: a desk that called gold by its name would be found."""
    monkeypatch.setattr(compare, "WORK_KINDS", ("regular", "repeat"))
    built = campaign(prompts=14, overlap=1)
    add_gold(built, 8)
    settle(built, gold_share=0.2)
    plans = shapes(built, built.enter("Kari"))
    assert plans["gold"] != plans["regular"]


def test_gold_and_repeats_are_handled_like_the_rest(campaign: Callable[..., Built]) -> None:
    """They can be undone and judged again, and skipped for good, and count as work and towards the quota."""
    built = campaign(prompts=20, overlap=1, per_annotator=45)
    add_gold(built, 8)
    settle(built, gold_share=0.2, repeat_share=0.5)
    session = built.enter("Kari")
    skipped: set[str] = set()
    gone = []
    while (task := open_desk(built.store, session, built.slug).task) is not None:
        kind = kind_of(built, task)
        if kind not in skipped:
            skipped.add(kind)
            gone.append(task.assignment_id)
            assert skip_comparison(built.store, session, built.slug, task.assignment_id, 0, "other")
            continue
        judge(built, session, task)
        if random.Random(task.assignment_id).random() < 0.3:
            assert undo_judgment(built.store, session, built.slug, task.assignment_id, 1)
            again = shown(built, session)
            assert (again.assignment_id, again.response_a) == (task.assignment_id, task.response_a)
            judge(built, session, again, "tie")
        assert task.assignment_id not in gone
    assert skipped == {"regular", "gold", "repeat"}
    desk = open_desk(built.store, session, built.slug)
    assert (desk.reason, desk.done) == ("quota", 45)
    assert problems(built.store, built.slug) == []


def alternate(built: Built, sessions: list[str], most: int = 1000) -> None:
    """Everybody judges one comparison in turn until there is nothing left."""
    turns = [desks(built, session) for session in sessions]
    for _ in range(most):
        if not [desk for turn in turns if (desk := next(turn, None))]:
            return
