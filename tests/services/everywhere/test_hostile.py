"""Attacks on the judging services, and their refusals."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eval_core.campaigns.content.import_texts import import_gold
from eval_core.campaigns.desk.judgments import revise_judgment
from eval_core.campaigns.joining.consent import give_consent, read_letter, withdraw_consent
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines, read_guidelines
from eval_core.campaigns.people.persons import renew_link, revoke_link
from eval_core.campaigns.publishing.judgment_table import export_judgments
from eval_core.campaigns.rules import change_rules
from eval_core.demo.load import FOLDER
from eval_core.errors import RefusedError
from eval_core.store import Store
from tests.support.acts import explain_judgment, open_desk, record_judgment, skip_comparison, undo_judgment
from tests.support.building import Built
from tests.support.checking import problems


def test_one_annotator_cannot_act_on_the_assignment_of_another(store: Store, campaign: Callable[..., Built]) -> None:
    """With another's assignment id every action is refused, and the owner's desk stays as it was."""
    built = campaign()
    owner, thief = built.annotators(2)
    task = open_desk(store, owner, built.slug).task
    assert task is not None
    for action in (
        lambda: record_judgment(store, thief, built.slug, task.assignment_id, task.revision, "A"),
        lambda: undo_judgment(store, thief, built.slug, task.assignment_id, task.revision),
        lambda: skip_comparison(store, thief, built.slug, task.assignment_id, task.revision, "other"),
    ):
        with pytest.raises(RefusedError) as refused:
            action()
        assert refused.value.code == "not_allowed"
    assert open_desk(store, owner, built.slug).task == task
    assert problems(store, built.slug) == []


def test_a_click_replayed_after_its_undo_stores_nothing(store: Store, campaign: Callable[..., Built]) -> None:
    """A delayed copy of an undone click, or of its undo, changes nothing, however often it comes."""
    built = campaign()
    (session,) = built.annotators(1)
    task = open_desk(store, session, built.slug).task
    assert task is not None
    record_judgment(store, session, built.slug, task.assignment_id, task.revision, "A")
    undo_judgment(store, session, built.slug, task.assignment_id, task.revision + 1)
    for _ in range(3):
        with pytest.raises(RefusedError) as refused:
            record_judgment(store, session, built.slug, task.assignment_id, task.revision, "A")
        assert refused.value.code == "stale"
        assert not undo_judgment(store, session, built.slug, task.assignment_id, task.revision + 1)
    assert open_desk(store, session, built.slug).done == 0
    assert problems(store, built.slug) == []


@pytest.mark.parametrize("end", [revoke_link, renew_link])
def test_an_export_asked_for_by_a_dead_session_is_refused(
    store: Store, campaign: Callable[..., Built], end: Callable[[Store, str], object]
) -> None:
    """A download prepared before the link was revoked or renewed gives nothing afterwards."""
    built = campaign()
    session = built.enter("Rolf", "researcher")
    export_judgments(store, built.slug, who=session)
    end(store, "Rolf")
    with pytest.raises(RefusedError) as refused:
        export_judgments(store, built.slug, who=session)
    assert refused.value.code == "signed_out"


def test_after_a_withdrawal_nothing_more_is_recorded(store: Store, campaign: Callable[..., Built]) -> None:
    """Withdrawn in one tab: in an old one choice, reasons, undo and revising are refused, and no text is shown."""
    built, session = _asked_why(store, campaign)
    task = open_desk(store, session, built.slug).task
    assert task is not None
    record_judgment(store, session, built.slug, task.assignment_id, task.revision, "A")
    actions: dict[str, Callable[[], object]] = {
        "reasons": lambda: explain_judgment(store, session, built.slug, task.assignment_id, 1, {"A": ["grammar"]}),
        "undo": lambda: undo_judgment(store, session, built.slug, task.assignment_id, 1),
        "revise": lambda: revise_judgment(store, session, built.slug, task.assignment_id, 1, "B"),
    }
    withdraw_consent(store, session, built.slug)
    for name, action in actions.items():
        with pytest.raises(RefusedError) as refused:
            action()
        assert refused.value.code == "withdrawn", name
    desk = open_desk(store, session, built.slug)
    assert (desk.task, desk.reason) == (None, "consent")
    give_consent(store, session, built.slug, read_letter(store, session, built.slug, "nb").version, "nb")
    # Anyone who agrees again goes on where they were.
    assert open_desk(store, session, built.slug).chosen == "A"
    assert all(action() for action in (actions["reasons"], actions["revise"]))
    assert problems(store, built.slug) == []


def test_a_comparison_leased_for_the_test_is_no_step_of_a_longer_training(
    store: Store, campaign: Callable[..., Built]
) -> None:
    """The lead adds training while a test comparison is on the screen: it does not count as training."""
    built, session = _asked_why(store, campaign, test=2)
    before = open_desk(store, session, built.slug)
    assert before.task is not None
    assert (before.stage, before.step) == ("test", (1, 2))
    change_rules(store, built.slug, {"training": 4})
    desk = open_desk(store, session, built.slug)
    assert (desk.task, desk.stage, desk.step) == (before.task, "test", None)
    record_judgment(store, session, built.slug, before.task.assignment_id, before.task.revision, "A")
    after = open_desk(store, session, built.slug)
    assert (after.stage, after.step) == ("training", (1, 4))


def _asked_why(store: Store, campaign: Callable[..., Built], **rules: object) -> tuple[Built, str]:
    """A campaign with a letter, gold comparisons and reasons after every choice, and an annotator who may begin."""
    built = campaign()
    import_gold(store, FOLDER / "gold.jsonl", built.slug)
    letter = {"responsible": "Språkgruppa", "contact": "Unni", "pay": "Ingen"}
    change_rules(store, built.slug, {"reasons": "all", "letter": letter, **rules})
    (session,) = built.annotators(1)
    give_consent(store, session, built.slug, read_letter(store, session, built.slug, "nb").version, "nb")
    version = read_guidelines(store, session, built.slug, "nb").version
    acknowledge_guidelines(store, session, built.slug, version, "nb")
    return built, session
