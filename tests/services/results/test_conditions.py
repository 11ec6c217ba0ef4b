"""Under what conditions two systems were judged, against the campaign as it was built."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select

from eval_core.campaigns.results.slices import judging_conditions
from eval_core.errors import InputError
from eval_core.store import Judgment, Response, System, utc_now
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment
from tests.support.building import SYSTEMS, Built

ONE, TWO, THREE = SYSTEMS


@pytest.fixture
def judged(campaign: Callable[..., Built], clock: Clock) -> Built:
    """Every comparison of four prompts judged once."""
    built: Any = campaign(prompts=4, overlap=1)
    (who,) = built.annotators(1)
    while (task := open_desk(built.store, who, built.slug).task) is not None:
        clock.move(minutes=1)
        record_judgment(built.store, who, built.slug, task.assignment_id, task.revision, "A")
    return built


def test_conditions_as_judged(judged: Built) -> None:
    """One protocol and view, and the prompts that both answered; conditions narrow the prompts."""
    conditions = judging_conditions(judged.store, judged.slug, (ONE, TWO))
    assert (conditions.protocol, conditions.text_view) == ({"0" * 64}, {"plain"})
    assert len(conditions.guidelines) == 1
    assert conditions.prompts == {name: {"p0", "p1", "p2", "p3"} for name in (ONE, TWO)}
    only = judging_conditions(judged.store, judged.slug, (ONE, TWO), where=["written_standard=nb"])
    assert only.prompts[ONE] == {"p0", "p2"}
    with pytest.raises(InputError, match="colour"):
        judging_conditions(judged.store, judged.slug, (ONE, TWO), where=["colour=red"])


def test_only_judgments_of_these_systems_speak(judged: Built) -> None:
    """Another protocol shows where it concerns one of the systems, and not where it concerns others only."""
    with judged.store.write() as db:
        ids = {name: key for key, name in db.execute(select(System.id, System.name))}
        for judgment in db.scalars(select(Judgment)):
            if {judgment.first_system_id, judgment.second_system_id} == {ids[TWO], ids[THREE]}:
                judgment.protocol_hash, judgment.guideline_version, judgment.text_view = "x", "9", "formatted"
    assert judging_conditions(judged.store, judged.slug, (ONE,)).protocol == {"0" * 64}
    conditions = judging_conditions(judged.store, judged.slug, (ONE, TWO))
    assert conditions.protocol == {"0" * 64, "x"}
    assert "9" in conditions.guidelines
    assert conditions.text_view == {"plain", "formatted"}


def test_withdrawn_responses_are_no_answers(judged: Built) -> None:
    """A response that was withdrawn is not among the prompts that its system answered."""
    with judged.store.write() as db:
        query = select(Response).join(System, System.id == Response.system_id).where(System.name == ONE)
        response = db.scalars(query.order_by(Response.id).limit(1)).one()
        response.withdrawn_at = utc_now()
    conditions = judging_conditions(judged.store, judged.slug, (ONE, TWO))
    assert (len(conditions.prompts[ONE]), len(conditions.prompts[TWO])) == (3, 4)
