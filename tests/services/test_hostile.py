"""What a distrustful visitor would try on the judging services, and what must come of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from eval_core.campaigns.assigning import open_desk
from eval_core.campaigns.exporting import export_judgments
from eval_core.campaigns.judging import record_judgment, skip_comparison, undo_judgment
from eval_core.campaigns.people import renew_link, revoke_link
from eval_core.errors import RefusedError
from eval_core.store import Store
from tests.services.building import Built
from tests.services.checking import problems


def test_one_annotator_cannot_act_on_the_assignment_of_another(store: Store, campaign: Callable[..., Built]) -> None:
    """With another's assignment id every deed is refused, and the owner's desk stays as it was."""
    built = campaign()
    owner, thief = built.annotators(2)
    task = open_desk(store, owner, built.slug).task
    assert task is not None
    for deed in (
        lambda: record_judgment(store, thief, built.slug, task.assignment_id, task.revision, "A"),
        lambda: undo_judgment(store, thief, built.slug, task.assignment_id, task.revision),
        lambda: skip_comparison(store, thief, built.slug, task.assignment_id, task.revision, "other"),
    ):
        with pytest.raises(RefusedError) as refused:
            deed()
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
