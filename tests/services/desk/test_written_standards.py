"""Someone who judges one written standard is given nothing in the other, whatever kind of comparison it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from sqlalchemy import event, func, select, update

from eval_core.campaigns.access import find_person
from eval_core.campaigns.desk.supply.adaptive_choice import Outlook
from eval_core.campaigns.desk.supply.gold_stock import unseen_gold
from eval_core.campaigns.desk.supply.qualification import grant_try
from eval_core.campaigns.desk.supply.written_standards import fitting
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines
from eval_core.campaigns.people.memberships import change_place
from eval_core.campaigns.people.persons import add_person
from eval_core.campaigns.people.roster import Place
from eval_core.campaigns.people.sign_ins.sign_in import sign_in
from eval_core.campaigns.watching.watch import watch
from eval_core.errors import ParvisError
from eval_core.protocols import load_guidelines
from eval_core.store import Assignment, Campaign, Comparison, Membership, Person, Prompt, Qualification, Store
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built
from tests.support.checking import problems
from tests.support.golden import add_gold, desks, settle

Build = Callable[..., Built]


def judge_only(built: Built, name: str, standard: str | None) -> None:
    """Set which standard someone judges."""
    place = Place(("annotator",), standard)
    with built.store.read() as db:
        person = find_person(db, name).id
        now = db.scalars(select(Membership.written_standard).where(Membership.person_id == person)).one()
    change_place(built.store, built.slug, person, Place(("annotator",), now), place)


def given(built: Built, name: str) -> Counter[tuple[str, str | None]]:
    """What came up for someone: how often each kind in each written standard."""
    with built.store.read() as db:
        rows = db.execute(
            select(Assignment.kind, Prompt.written_standard)
            .join(Comparison, Comparison.id == Assignment.comparison_id)
            .join(Prompt, Prompt.id == Comparison.prompt_id)
            .join(Person, Person.id == Assignment.person_id)
            .where(Person.name == name)
        )
        return Counter((kind, standard) for kind, standard in rows)


def without_standard(built: Built, key: str) -> None:
    """Let a prompt ask for no standard."""
    with built.store.write() as db:
        db.execute(update(Prompt).where(Prompt.key == key).values(written_standard=None))


def judge_all(built: Built, session: str) -> str | None:
    """Judge all there is; why there is no more."""
    for _ in desks(built, session):
        pass
    return open_desk(built.store, session, built.slug).reason


@pytest.mark.parametrize("policy", ["balanced", "adaptive"])
def test_regular_comparisons_in_ones_own_standard(campaign: Build, policy: str) -> None:
    """Of four prompts someone with Bokmål gets the two in it and the one without standard; others get all."""
    built = campaign(prompts=4)
    settle(built, pair_policy=policy)
    without_standard(built, "p3")
    kari, ola, siri = (built.enter(name) for name in ("Kari", "Ola", "Siri"))
    judge_only(built, "Kari", "nb")
    judge_only(built, "Siri", "nn")
    assert judge_all(built, kari) == "finished"
    assert judge_all(built, siri) == "finished"
    judge_all(built, ola)
    assert given(built, "Kari") == {("regular", "nb"): 6, ("regular", None): 3}
    assert given(built, "Siri") == {("regular", "nn"): 3, ("regular", None): 3}
    # The planted violation: without a standard the same look at the same campaign finds both.
    assert {standard for _kind, standard in given(built, "Ola")} == {"nb", "nn"}
    assert problems(built.store, built.slug) == []


@pytest.mark.parametrize("shared", ["nb", "nn"])
def test_only_what_one_may_judge_is_shared_with_others(
    campaign: Build, monkeypatch: pytest.MonkeyPatch, shared: str
) -> None:
    """Under the adaptive policy the shared set comes first, in order; one in another standard holds no one up."""
    built = campaign(prompts=4)
    settle(built, pair_policy="adaptive")
    siri = built.enter("Siri")
    judge_only(built, "Siri", "nn")
    in_standard = Prompt.written_standard == shared
    with built.store.write() as db:
        db.execute(update(Comparison).values(shared=Comparison.prompt_id.in_(select(Prompt.id).where(in_standard))))
    with built.store.read() as db:
        of_siri = select(Prompt.id).where(Prompt.written_standard == "nn")
        rows = select(Comparison.id).where(Comparison.prompt_id.in_(of_siri)).order_by(Comparison.position)
        first, *_others, last = db.scalars(rows).all()
    # A draw that takes the last one, which serving order would not.
    monkeypatch.setattr(Outlook, "order", lambda _self, rows, _chance: [row for row in rows if row.id == last])
    open_desk(built.store, siri, built.slug)
    with built.store.read() as db:
        assert db.scalars(select(Assignment.comparison_id)).one() == (first if shared == "nn" else last)


def test_gold_and_repeats_in_ones_own_standard(campaign: Build) -> None:
    """With much gold and many repeats of both standards, only those of one's own come up."""
    built = campaign(prompts=48)  # few prompts leave few comparisons that may be repeated, by chance none
    add_gold(built, 20)
    add_gold(built, 20, start=20, written_standard="nn")
    settle(built, gold_share=0.3, repeat_share=0.3)
    kari = built.enter("Kari")
    judge_only(built, "Kari", "nn")
    judge_all(built, kari)
    stored = given(built, "Kari")
    assert {standard for _kind, standard in stored} == {"nn"}
    assert {kind for kind, _standard in stored} == {"regular", "gold", "repeat"}


def test_what_was_judged_before_is_not_repeated(campaign: Build) -> None:
    """A person who judged both standards before a limit to one gets no repeat of the other."""
    built = campaign(prompts=48)
    settle(built, repeat_share=0.5)
    kari = built.enter("Kari")
    for _number, _desk in zip(range(30), desks(built, kari), strict=False):
        pass
    before = given(built, "Kari")
    assert before["regular", "nn"] > 5
    judge_only(built, "Kari", "nb")
    with built.store.read() as db:
        last = db.scalar(select(func.max(Assignment.id)))
    judge_all(built, kari)
    with built.store.read() as db:
        later = db.execute(
            select(Assignment.kind, Prompt.written_standard)
            .join(Comparison, Comparison.id == Assignment.comparison_id)
            .join(Prompt, Prompt.id == Comparison.prompt_id)
            .where(Assignment.id > last)
        ).all()
    assert {standard for _kind, standard in later} == {"nb"}
    assert "repeat" in {kind for kind, _standard in later}


def told(built: Built) -> list[str]:
    """Who, as their lead reads, cannot go on for lack of gold."""
    return [
        name
        for need in watch(built.store, built.slug).needs
        if need.code == "no_gold"
        for one in need.people
        for name in (one.name,)
    ]


def test_training_and_test_in_ones_own_standard(store: Store, campaign: Build) -> None:
    """A newcomer trains and is tested in their standard, and does not begin where there is too little gold in it."""
    built = campaign()
    add_gold(built, 6)
    add_gold(built, 3, start=6, written_standard="nn")
    settle(built, training=2, test=2, pass_mark=0.0)
    kari = built.enter("Kari")
    judge_only(built, "Kari", "nn")
    acknowledge_guidelines(store, kari, "trial", load_guidelines("en").version, "nb")
    # Nine gold comparisons would suffice, but not three in Nynorsk: no one gets stuck at the last of the test.
    assert open_desk(store, kari, "trial").reason == "no_gold"
    assert given(built, "Kari") == {}
    assert told(built) == ["Kari"]
    add_gold(built, 1, start=9, written_standard=None)
    assert told(built) == []
    for _ in range(4):
        task = open_desk(store, kari, "trial").task
        assert task is not None
        record_judgment(store, kari, "trial", task.assignment_id, 0, "A")
    came = given(built, "Kari")
    assert {standard for _kind, standard in came} == {"nn", None}
    assert sum(number for (kind, _standard), number in came.items() if kind == "test") == 2


def test_another_try_needs_gold_in_the_standard(store: Store, campaign: Build) -> None:
    """Gold that a person would not be given is not counted as unseen by them."""
    built = campaign()
    add_gold(built, 3)
    settle(built, test=2)
    built.enter("Kari")
    judge_only(built, "Kari", "nn")
    with store.write() as db:
        person, row = find_person(db, "Kari").id, db.scalars(select(Campaign)).one()
        assert (unseen_gold(db, row), unseen_gold(db, row, person)) == (3, 0)
        failed = Qualification(person_id=person, campaign_id=row.id, attempt=1, asked=2, correct=0)
        failed.passed, failed.finished_at = False, store.now()
        db.add(failed)
    with pytest.raises(ParvisError, match="and there are 0"):
        grant_try(store, "trial", "Kari")
    judge_only(built, "Kari", None)
    grant_try(store, "trial", "Kari")


def test_open_work_is_released(store: Store, campaign: Build) -> None:
    """Limited to one standard, someone gives back a comparison of the other at once, and keeps one of their own."""
    built = campaign(prompts=2)
    kari = built.enter("Kari")
    task = open_desk(store, kari, "trial").task
    assert task is not None
    other = {"nb": "nn", "nn": "nb"}[task.written_standard or ""]
    judge_only(built, "Kari", task.written_standard)
    assert open_desk(store, kari, "trial").task == task
    judge_only(built, "Kari", other)
    following = open_desk(store, kari, "trial").task
    assert following is not None
    assert following.written_standard == other
    # Without the limit the one that was given back may come again.
    judge_only(built, "Kari", None)
    assert judge_all(built, kari) in ("finished", "waiting")
    assert {standard for _kind, standard in given(built, "Kari")} == {"nb", "nn"}
    assert problems(store, "trial") == []


def test_a_role_everywhere_is_not_limited(store: Store, campaign: Build) -> None:
    """An annotator of every campaign judges both standards, unless a role here limits it."""
    built = campaign(prompts=2)
    session = sign_in(store, add_person(store, "Kari", ["annotator"]).token)
    assert session is not None
    judge_all(built, session)
    assert {standard for _kind, standard in given(built, "Kari")} == {"nb", "nn"}


def test_it_costs_nothing(store: Store, campaign: Build) -> None:
    """Without a limit the statements are the very same ones, and with one there are no more of them."""
    statement = select(Comparison.id)
    assert fitting(statement, None) is statement
    built = campaign(prompts=8)
    counts = {}
    for name, standard in (("Kari", None), ("Ola", "nb")):
        session = built.enter(name)
        judge_only(built, name, standard)
        seen: list[str] = []

        def note(_connection: object, _cursor: object, sql: str, *_rest: object, seen: list[str] = seen) -> None:
            seen.append(sql)

        event.listen(store.writer, "before_cursor_execute", note)
        open_desk(store, session, "trial")
        event.remove(store.writer, "before_cursor_execute", note)
        counts[name] = len(seen)
    assert counts["Kari"] == counts["Ola"] > 3
