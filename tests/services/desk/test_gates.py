"""What stops an annotator between two comparisons: the letter and the guidelines, and their changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from eval_core.campaigns.access import Trusted
from eval_core.campaigns.joining.consent import give_consent, read_letter, withdraw_consent
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, publish_clarification, read_guidelines
from eval_core.campaigns.people.persons import add_simulated_annotator
from eval_core.campaigns.rules import change_rules
from tests.conftest import Clock
from tests.support.acts import Desk, explain_judgment, open_desk, undo_judgment
from tests.support.building import Built
from tests.support.checking import history, leaks, problems, refusal
from tests.support.desk_clicks import judge, reason, shown, tasks
from tests.support.golden import add_gold, answer

LETTER = {"letter": dict.fromkeys(("responsible", "contact", "pay"), "Vi")}


def opened(built: Built, session: str) -> Desk:
    return open_desk(built.store, session, built.slug)


def agree(built: Built, session: str) -> None:
    letter = read_letter(built.store, session, built.slug, "nb")
    assert give_consent(built.store, session, built.slug, letter.version, "nb")


def read(built: Built, session: str) -> None:
    version = read_guidelines(built.store, session, built.slug, "nb").version
    assert acknowledge_guidelines(built.store, session, built.slug, version, "nb")


def test_first_the_letter_then_the_guidelines_then_the_work(campaign: Callable[..., Built]) -> None:
    """A newcomer meets both, in this order, leases nothing before, and works after them."""
    built = campaign()
    change_rules(built.store, built.slug, LETTER)
    kari = built.enter("Kari")
    for missing, action in (("consent", agree), ("guidelines", read)):
        desk = opened(built, kari)
        assert (desk.reason, desk.task, desk.undoable) == (missing, None, None)
        assert leaks(desk, built.systems) == []
        action(built, kari)
    judge(built, kari, shown(built, kari))
    assert problems(built.store, built.slug) == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_without_letter_and_school_nothing_stops_the_work(campaign: Callable[..., Built]) -> None:
    """A campaign without further settings begins with its first comparison."""
    built = campaign()
    assert opened(built, built.enter("Kari")).task is not None


@pytest.mark.parametrize("rules", [{"training": 1}, {"test": 1}])
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_newcomer_reads_before_the_school(campaign: Callable[..., Built], rules: dict[str, int]) -> None:
    """Nobody is trained or tested on guidelines that they have not read."""
    built = campaign()
    add_gold(built, 3)
    change_rules(built.store, built.slug, rules)
    kari = built.enter("Kari")
    assert reason(built, kari) == "guidelines"
    read(built, kari)
    assert opened(built, kari).stage in rules


def change_letter(built: Built) -> None:
    change_rules(built.store, built.slug, {"letter": {"pay": "Mer"}})


def publish(built: Built) -> None:
    publish_clarification(built.store, built.slug, "Tall skrives som i svaret.")


@pytest.mark.parametrize(
    ("change", "word", "action"), [(change_letter, "consent", agree), (publish, "guidelines", read)]
)
@pytest.mark.parametrize("judged", [0, 2])
def test_a_change_stops_before_the_next_comparison(
    campaign: Callable[..., Built], clock: Clock, change: Any, word: str, action: Any, judged: int
) -> None:
    """The comparison on the screen can still be judged; then, in every tab, the change is agreed to or read first."""
    built = campaign()
    change_rules(built.store, built.slug, LETTER)
    kari = built.enter("Kari")
    agree(built, kari)
    read(built, kari)
    for _ in range(judged):
        judge(built, kari, shown(built, kari))
    task = shown(built, kari)
    clock.move(minutes=1)
    change(built)
    clock.move(minutes=1)
    assert judge(built, kari, task)  # what lies on the screen is not interrupted
    assert reason(built, kari) == word
    assert history(built.store)[max(history(built.store))]["guideline_version"].count("+") == 0
    action(built, kari)
    following = shown(built, kari)
    assert following.assignment_id != task.assignment_id
    clock.move(minutes=1)
    judge(built, kari, following)
    assert opened(built, kari).task is not None


def test_a_half_finished_comparison_waits_for_the_new_letter(campaign: Callable[..., Built]) -> None:
    """Chosen, with the reasons missing: nothing goes on or is taken back before the letter is agreed to, then it does."""
    built = campaign()
    change_rules(built.store, built.slug, {**LETTER, "reasons": "all"})
    kari = built.enter("Kari")
    agree(built, kari)
    read(built, kari)
    task = shown(built, kari)
    judge(built, kari, task)
    assert opened(built, kari).chosen == "A"
    change_letter(built)
    for _ in range(2):  # a reload changes nothing
        desk = opened(built, kari)
        assert (desk.reason, desk.sheets, desk.undo) == ("consent", (), ())
    agree(built, kari)
    desk = opened(built, kari)
    assert (desk.reason, desk.chosen, desk.undoable) == (None, "A", (task.assignment_id, 1))
    assert explain_judgment(built.store, kari, built.slug, task.assignment_id, 1, {}, None, "")
    assert opened(built, kari).chosen is None


def test_a_half_rated_response_waits_for_the_new_letter(campaign: Callable[..., Built]) -> None:
    """It lies there again once the letter is agreed to."""
    built = campaign(protocol="heval", prompts=2)
    change_rules(built.store, built.slug, LETTER)
    kari = built.enter("Kari")
    agree(built, kari)
    read(built, kari)
    lying = opened(built, kari).sheets
    change_letter(built)
    desk = opened(built, kari)
    assert (desk.reason, desk.sheets) == ("consent", ())
    agree(built, kari)
    assert opened(built, kari).sheets == lying


def test_a_clarification_is_noticed_without_letter_and_school(campaign: Callable[..., Built], clock: Clock) -> None:
    """Also where nobody was ever asked to read: published in the middle of the very first comparison, it is read next."""
    built = campaign()
    kari = built.enter("Kari")
    task = shown(built, kari)
    clock.move(minutes=1)
    publish(built)
    clock.move(minutes=1)
    judge(built, kari, task)
    assert reason(built, kari) == "guidelines"
    assert [clarification.number for clarification in read_guidelines(built.store, kari, built.slug, "nb").new] == [1]
    read(built, kari)
    judge(built, kari, shown(built, kari))
    assert opened(built, kari).task is not None
    versions = [row["guideline_version"] for row in history(built.store).values()]
    assert versions[1] == f"{versions[0]}+1"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_change_does_not_interrupt_a_training_comparison(campaign: Callable[..., Built], clock: Clock) -> None:
    """The same in training: the comparison on the screen stays, its successor waits."""
    built = campaign()
    add_gold(built, 5)
    change_rules(built.store, built.slug, {"training": 3})
    kari = built.enter("Kari")
    read(built, kari)
    task = shown(built, kari)
    clock.move(minutes=1)
    publish(built)
    judge(built, kari, task, answer(built, task))
    assert reason(built, kari) == "guidelines"


def test_withdrawn_people_are_asked_again_and_keep_saved_work(campaign: Callable[..., Built]) -> None:
    """After withdrawing there is no comparison, an old tab is refused, saved judgments stay, and agreeing goes on."""
    built = campaign()
    change_rules(built.store, built.slug, LETTER)
    kari = built.enter("Kari")
    agree(built, kari)
    read(built, kari)
    judge(built, kari, shown(built, kari))
    task = shown(built, kari)
    withdraw_consent(built.store, kari, built.slug)
    assert (reason(built, kari), opened(built, kari).task) == ("consent", None)
    assert refusal(lambda: judge(built, kari, task)) == "withdrawn"
    agree(built, kari)
    assert opened(built, kari).done == 1
    assert sum(1 for _ in tasks(built, kari)) == 11  # what was given back among them
    assert problems(built.store, built.slug) == []


def test_undo_is_possible_at_the_gate(campaign: Callable[..., Built], clock: Clock) -> None:
    """A person who is stopped by a gate can still undo; the comparison comes up after the gate."""
    built = campaign()
    kari = built.enter("Kari")
    task = shown(built, kari)
    judge(built, kari, task)
    clock.move(minutes=1)
    publish(built)
    desk = opened(built, kari)
    assert (desk.reason, desk.undoable) == ("guidelines", (task.assignment_id, 1))
    assert undo_judgment(built.store, kari, built.slug, task.assignment_id, 1)
    assert reason(built, kari) == "guidelines"
    read(built, kari)
    assert shown(built, kari).assignment_id == task.assignment_id


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_simulated_people_pass_all_gates(campaign: Callable[..., Built]) -> None:
    """Trusted code agrees to nothing and reads nothing."""
    built = campaign()
    change_rules(built.store, built.slug, LETTER)
    publish(built)
    who = Trusted(add_simulated_annotator(built.store, "Robot", built.slug))
    assert open_desk(built.store, who, built.slug).task is not None
