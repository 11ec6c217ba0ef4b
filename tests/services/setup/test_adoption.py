"""A planned study is written into the rules in one transaction, as far as they can still be changed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest

from eval_core.campaigns.audit import read_log
from eval_core.campaigns.rules import RuleError, Rules, change_rules, read_rules
from eval_core.campaigns.setup.adoption import adopt_study
from eval_core.campaigns.setup.cost import cost_of
from eval_core.campaigns.setup.outlook import Ground, foresee
from eval_core.campaigns.setup.plan import Plan, change_plan, read_plan, tried_settings
from eval_core.campaigns.setup.plan_review import read_plan_review
from eval_core.campaigns.setup.plan_size import shared_for
from eval_core.campaigns.setup.question import PRESETS, Question, checked_question
from tests.support.acts import open_desk, record_judgment
from tests.support.building import Built
from tests.support.checking import refusal

Make = Callable[..., Built]
DEADLINE = datetime(2027, 3, 1, 22, 59, tzinfo=UTC)
TODAY = date(2026, 11, 23)


def test_a_study_writes_the_rules(campaign: Make) -> None:
    """Overlap, shared set, quota, deadline and end are stored and reported, the question is kept, the log names it."""
    built = campaign(prompts=40, overlap=2)
    lise = built.enter("Lise", "lead")
    change_rules(built.store, built.slug, {"stop": "judgments", "gold_share": 0.1})
    question = Question(annotators=5, overlap=1, share=0.7, pay=250)
    used = adopt_study(built.store, built.slug, question, DEADLINE, who=lise)
    plan = read_plan(built.store, built.slug)
    assert (plan.overlap, plan.shared, plan.shared_overlap, plan.deadline) == (1, 20, 5, DEADLINE)
    # 100 judged once and 20 five times are 200 judgments, with gold 222: a fifth of them each, and a fifth more.
    assert plan.per_annotator == 54
    assert read_rules(built.store, built.slug).stop == "off"
    assert set(used.written) == {"overlap", "shared", "shared_overlap", "per_annotator", "deadline", "stop"}
    assert used.kept == {}
    assert read_plan_review(built.store, built.slug, lise).question == question
    assert {entry.action for entry in read_log(built.store, built.slug)} == {"study_planned", "rules_changed"}
    again = adopt_study(built.store, built.slug, question, None, who=lise)
    assert (again.written, read_plan(built.store, built.slug)) == ({}, plan)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_no_advice_is_given_against_the_plan_that_was_written(campaign: Make) -> None:
    """Of 30 comparisons only a part is shared; the advice for a shared set goes when the plan has written it."""
    built = campaign(prompts=10, overlap=1)
    built.annotators(5)

    def advised() -> set[str]:
        return {advice.code for advice in read_plan_review(built.store, built.slug).advice}

    assert "few_shared" in advised()
    adopt_study(built.store, built.slug, Question(annotators=5, overlap=1), None)
    assert (read_plan(built.store, built.slug).shared, read_plan(built.store, built.slug).shared_overlap) == (7, 5)
    assert "few_shared" not in advised()
    change_plan(built.store, built.slug, {"shared": 3})
    assert "few_shared" in advised()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_what_is_fixed_is_said_and_the_rest_is_written(campaign: Make) -> None:
    """After the first judgment overlap and shared set stay; texts that are loaded keep their comparisons."""
    built = campaign(prompts=40)
    kari = built.enter("Kari")
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    record_judgment(built.store, kari, built.slug, task.assignment_id, 0, "A")
    used = adopt_study(built.store, built.slug, Question(annotators=4, overlap=3, per_prompt=1), None)
    assert (used.kept["overlap"], used.kept["per_prompt"]) == ("judged", "loaded")
    assert set(used.written) == {"per_annotator"}
    assert read_plan(built.store, built.slug).overlap == 2


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_another_leads_change_is_not_overwritten(campaign: Make) -> None:
    """A lead who saw another overlap is refused, and nothing is written, the question neither."""
    built = campaign()
    change_plan(built.store, built.slug, {"overlap": 4})
    asked = Question(overlap=3)
    assert refusal(lambda: adopt_study(built.store, built.slug, asked, DEADLINE, seen={"overlap": 2})) == (
        "changed_meanwhile"
    )
    assert (read_plan(built.store, built.slug).overlap, read_plan(built.store, built.slug).deadline) == (4, None)
    assert read_plan_review(built.store, built.slug).question is None


@pytest.mark.parametrize(
    ("comparisons", "people", "overlap", "shared"),
    [(1000, 6, 2, 0), (1000, 6, 1, 30), (40, 6, 1, 10), (1000, 1, 1, 0), (100, 6, 5, 0)],
)
def test_a_shared_set_comes_where_two_people_would_share_too_little(
    comparisons: int, people: int, overlap: int, shared: int
) -> None:
    """None where overlap is enough or could not be raised; at most a quarter of all."""
    assert shared_for(comparisons, people, overlap).comparisons == shared


def ground(**more: bool) -> Ground:
    """Nothing loaded yet."""
    return Ground(0, 0, 0, cost_of(0, 0, 0, Rules()), Rules(), **more)


def test_the_outlook_follows_the_question() -> None:
    """More people decide more and end sooner at the same cost; the presets reach what they are for, roughly."""
    few = foresee(Question(annotators=4, pay=100), ground(), TODAY)
    many = foresee(Question(annotators=12, pay=100), ground(), TODAY)
    assert (few.judgments, many.judgments) == (1200, 1200 + 3 * 132)  # 12 people need a shared set to be compared
    assert (few.power or 1) < (many.power or 0)
    assert few.ends is not None
    assert many.ends is not None
    assert few.ends > many.ends > TODAY
    assert few.money == pytest.approx(100 * few.cost.hours)
    assert few.hours_each == pytest.approx(few.cost.hours / 4)
    assert sorted(few.curve) == list(few.curve)
    assert {each.of for each in few.helps} == {"annotators", "prompts", "overlap"}
    for name, answers in PRESETS.items():
        assert 0.65 < (foresee(Question(**answers), ground(), TODAY).power or 0) < 0.99, name


def test_a_sample_of_comparisons_and_ratings() -> None:
    """Fewer comparisons a prompt cost less and decide less; ratings have hours and no power."""
    every = foresee(Question(), ground(), TODAY)
    one = foresee(Question(per_prompt=1), ground(), TODAY)
    assert (every.judgments, one.judgments) == (1200, 200 + 3 * 25)
    assert (one.power or 1) < (every.power or 0)
    rated = foresee(Question(), ground(rates=True), TODAY)
    assert (rated.judgments, rated.study, rated.ends is None) == (800, None, False)


def test_what_cannot_be_asked_is_named() -> None:
    """A question out of range is refused by the name of its field."""
    for answers, name in (({"share": 0.4}, "share"), ({"annotators": 0}, "annotators"), ({"pay": -1}, "pay")):
        with pytest.raises(RuleError) as refused:
            checked_question(answers)
        assert refused.value.rule == name


def test_typed_settings_are_tried_without_being_stored() -> None:
    """What can be is taken, what cannot be is named, all of it at once."""
    plan = Plan(title="x", protocol="norwegian_fluency", text_view="plain", overlap=2)
    typed = {"overlap": 3, "title": " ", "shared": 5, "training": 99, "test": 4, "letter.pay": "x\0", "gold_share": 0.1}
    wanted, rules, wrong = tried_settings(plan, Rules(), typed)
    assert wrong == {"title", "shared_overlap", "training", "letter.pay"}
    assert (wanted.overlap, wanted.shared, rules.test, rules.gold_share, rules.training) == (3, 0, 4, 0.1, 0)
