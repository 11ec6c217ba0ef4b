"""A rater's way: training on control responses with answers, a test without, another try, and admission by the lead."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eval_core.campaigns.desk.pile import Score, Sheet
from eval_core.campaigns.desk.rating_sheets import revise_ratings
from eval_core.campaigns.desk.supply.feedback import RatingFeedback
from eval_core.campaigns.desk.supply.qualification import TestResult, admit, grant_try, waiting_newcomers
from eval_core.campaigns.joining.guidelines import acknowledge_guidelines
from eval_core.campaigns.my_work.work_list import list_work
from eval_core.campaigns.quality.gold_ratings import list_gold_ratings, load_gold_ratings
from eval_core.campaigns.results.ratings import read_ratings_of
from eval_core.campaigns.rules import change_rules
from eval_core.campaigns.setup.plan_review import advice, read_plan_review
from eval_core.campaigns.watching.progress import campaign_counts, campaign_progress
from eval_core.campaigns.watching.watch import watch
from eval_core.errors import RefusedError
from eval_core.protocols import load_protocol
from tests.support.acts import act, action, open_desk, record_ratings, skip_response, undo_ratings
from tests.support.building import Built
from tests.support.checking import problems

Make = Callable[..., Built]
CRITERIA = [one.key for one in load_protocol("adequacy_fluency").rated]
EXPECTED = {"adequacy": "4-5", "fluency": "2"}
RIGHT, WRONG = (4, 2), (4, 5)
RULES: dict[str, Any] = {"training": 1, "test": 2, "pass_mark": 1.0}


@pytest.fixture
def school(campaign: Make, tmp_path: Path) -> Callable[..., tuple[Built, str]]:
    """A campaign with so many control responses and such rules, and a newcomer who has read the guidelines."""

    def build(controls: int = 8, **settings: Any) -> tuple[Built, str]:
        built = campaign(protocol="adequacy_fluency", prompts=2, **settings)
        load(built, tmp_path, controls)
        change_rules(built.store, built.slug, RULES)
        return built, newcomer(built, "Kari")

    return build


def load(built: Built, folder: Path, count: int, first: int = 0, **more: Any) -> None:
    path = folder / f"controls{first}.jsonl"
    rows = [
        {"response": f"Kontroll {number}.", "explanation": f"Fordi {number}.", **EXPECTED, **more}
        for number in range(first, first + count)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    load_gold_ratings(built.store, built.slug, path)


def newcomer(built: Built, name: str) -> str:
    session = built.enter(name)
    assert open_desk(built.store, session, built.slug).instead == "guidelines"
    acknowledge_guidelines(built.store, session, built.slug, read_plan_review(built.store, built.slug).guidelines, "nb")
    return session


def scores(values: tuple[int, int]) -> dict[str, Score]:
    return dict(zip(CRITERIA, map(Score, values), strict=True))


def rate(built: Built, who: str, values: tuple[int, int]) -> Sheet:
    """Rate what comes up; the sheet."""
    (sheet, *rest) = open_desk(built.store, who, built.slug, ahead=3).sheets
    assert not rest or sheet.stage == "work"
    record_ratings(built.store, who, built.slug, sheet.assignment_id, sheet.revision, scores(values))
    return sheet


def instead(built: Built, who: str) -> str | None:
    return open_desk(built.store, who, built.slug).instead


def test_a_newcomer_trains_is_tested_and_works(school: Any) -> None:
    """One response of training, two of the test, each with its number; none of them counts anywhere."""
    built, kari = school()
    seen = [rate(built, kari, values) for values in (WRONG, RIGHT, RIGHT)]
    assert [(sheet.stage, sheet.step) for sheet in seen] == [("training", (1, 1)), ("test", (1, 2)), ("test", (2, 2))]
    assert len({sheet.texts["A"] for sheet in seen}) == 3
    desk = open_desk(built.store, kari, built.slug)
    assert (desk.stage, desk.step, desk.done, desk.instead, desk.pile.undo) == ("work", None, 0, None, ())
    assert not desk.sheets[0].texts["A"].startswith("Kontroll")
    assert campaign_counts(built.store, built.slug).done == 0
    assert [row.done for row in campaign_progress(built.store, built.slug).people] == [0]
    assert list_work(built.store, kari, built.slug).rows == ()
    with pytest.raises(RefusedError) as refused:
        revise_ratings(built.store, kari, built.slug, seen[1].assignment_id, 1, scores(WRONG))
    assert refused.value.code == "not_revisable"
    assert sum(one.count.n for one in list_gold_ratings(built.store, built.slug)) == 0
    rate(built, kari, RIGHT)
    assert open_desk(built.store, kari, built.slug).done == 1 == len(list_work(built.store, kari, built.slug).rows)
    assert len(read_ratings_of(built.store, built.slug)[1]) == 2
    assert problems(built.store, built.slug) == []


def test_training_and_test_go_evenly_over_criteria_and_standards(campaign: Make, tmp_path: Path) -> None:
    """With many control responses on one criterion and few on the other, each comes as often as the other."""
    built = campaign(protocol="adequacy_fluency", prompts=2)
    change_rules(built.store, built.slug, {"training": 4, "test": 4, "pass_mark": 0})
    for first, number, standard, unknown in (
        (0, 30, "nb", "fluency"),
        (100, 4, "nb", "adequacy"),
        (200, 4, "nn", "fluency"),
        (300, 4, "nn", "adequacy"),
    ):
        load(built, tmp_path, number, first, written_standard=standard, **{unknown: ""})
    for name in ("Ola", "Siri", "Tor"):
        session = newcomer(built, name)
        sheets = [rate(built, session, RIGHT) for _ in range(8)]
        for stage in ("training", "test"):
            numbers = [
                int(sheet.texts["A"].removeprefix("Kontroll ").rstrip(".")) for sheet in sheets if sheet.stage == stage
            ]
            assert sorted(Counter(number // 100 % 2 for number in numbers).values()) == [2, 2], name
            assert sorted(Counter(number // 200 for number in numbers).values()) == [2, 2], name


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_training_tells_what_was_expected_and_the_test_does_not(school: Any) -> None:
    """Each criterion with what was given, and the explanation; the same again for an answer that was lost."""
    built, kari = school()
    (sheet,) = open_desk(built.store, kari, built.slug).sheets
    given = action("rate", sheet.assignment_id, 0, scores={"adequacy": 5, "fluency": 5})
    for result in ("recorded", "known"):
        (answer,) = act(built.store, kari, built.slug, given)
        assert answer.result == result
        assert isinstance(answer.feedback, RatingFeedback)
        assert not answer.feedback.right
        found = [(one.key, one.expected, one.given, one.right) for one in answer.feedback.criteria]
        assert found == [("adequacy", (4, 5), 5, True), ("fluency", (2, 2), 5, False)]
        assert answer.feedback.explanation == sheet.texts["A"].replace("Kontroll", "Fordi")
    (tested,) = open_desk(built.store, kari, built.slug).sheets
    (answer,) = act(
        built.store, kari, built.slug, action("rate", tested.assignment_id, 0, scores={"adequacy": 4, "fluency": 2})
    )
    assert (answer.result, answer.feedback) == ("recorded", None)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_training_is_neither_skipped_nor_undone_and_a_test_only_before_it_ends(school: Any) -> None:
    """What has shown its answer is not taken back; a test's response is, and counts as it was rated last."""
    built, kari = school()
    (sheet,) = open_desk(built.store, kari, built.slug).sheets
    with pytest.raises(RefusedError) as refused:
        skip_response(built.store, kari, built.slug, sheet.assignment_id, 0, "unreadable")
    assert refused.value.code == "no_skip"
    rate(built, kari, RIGHT)
    assert open_desk(built.store, kari, built.slug).undo == ()
    with pytest.raises(RefusedError) as refused:
        undo_ratings(built.store, kari, built.slug, sheet.assignment_id, 1)
    assert refused.value.code == "no_undo"
    tested = rate(built, kari, WRONG)
    assert len(open_desk(built.store, kari, built.slug).undo) == 1
    undo_ratings(built.store, kari, built.slug, tested.assignment_id, 1)
    again = rate(built, kari, RIGHT)
    assert (again.assignment_id, again.revision, again.step) == (tested.assignment_id, 2, (1, 2))
    last = rate(built, kari, RIGHT)
    assert open_desk(built.store, kari, built.slug).stage == "work"
    with pytest.raises(RefusedError) as refused:
        undo_ratings(built.store, kari, built.slug, last.assignment_id, 1)
    assert refused.value.code == "no_undo"


def test_who_fails_waits_for_the_lead_and_gets_other_responses(school: Any) -> None:
    """The result names the criteria to read again; another try is granted, and a third person admitted without one."""
    built, kari = school()
    met = {rate(built, kari, values).texts["A"] for values in (RIGHT, RIGHT, WRONG)}
    desk = open_desk(built.store, kari, built.slug)
    assert desk.instead == "failed"
    assert desk.result == TestResult(1, 2, passed=False, issues=("fluency",))
    (waiting,) = waiting_newcomers(built.store, built.slug)
    assert (waiting.name, waiting.correct, waiting.asked, waiting.unseen_gold) == ("Kari", 1, 2, 5)
    assert [one.question for need in watch(built.store, built.slug).needs for one in need.waits] == [0]
    grant_try(built.store, built.slug, "Kari")
    seen = [rate(built, kari, RIGHT) for _ in range(2)]
    assert [sheet.stage for sheet in seen] == ["test"] * 2
    assert not met & {sheet.texts["A"] for sheet in seen}
    assert open_desk(built.store, kari, built.slug).stage == "work"
    ola = newcomer(built, "Ola")
    assert open_desk(built.store, ola, built.slug).stage == "training"
    assert admit(built.store, built.slug, "Ola")
    assert open_desk(built.store, ola, built.slug).stage == "work"
    assert problems(built.store, built.slug) == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_another_try_needs_control_responses(school: Any) -> None:
    """Once too few are left that the person has not seen, the refusal speaks of control responses."""
    built, kari = school()
    rate(built, kari, RIGHT)
    for tried in range(3):
        for _sheet in range(2):
            rate(built, kari, WRONG)
        assert instead(built, kari) == "failed"
        if tried < 2:
            grant_try(built.store, built.slug, "Kari")
    with pytest.raises(RefusedError, match="control responses") as refused:
        grant_try(built.store, built.slug, "Kari")
    assert refused.value.code == "no_rating_try"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_no_one_begins_without_enough_and_the_lead_is_told(school: Any, tmp_path: Path) -> None:
    """Too few control responses: the desk waits, Setup and Progress say how many lack; with enough it goes on."""
    built, kari = school(2)
    assert instead(built, kari) == "no_gold"
    told = [one for one in advice(built.store, built.slug) if one.code == "controls_few"]
    assert [(one.need, one.have) for one in told] == [(3, 2)]
    (need,) = [one for one in watch(built.store, built.slug).needs if one.code == "no_controls"]
    assert [person.name for person in need.people] == ["Kari"]
    load(built, tmp_path, 1, 2, written_standard="nn")
    assert instead(built, kari) is None
    codes = {one.code for one in advice(built.store, built.slug)}
    assert "controls_few_second" in codes
    assert not codes & {"controls_few", "controls_unused"}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_who_has_rated_before_is_no_newcomer_and_quotas_are_for_the_work(school: Any) -> None:
    """Training and test use up no quota; rules that come later leave those alone who have worked already."""
    built, kari = school(per_annotator=1)
    change_rules(built.store, built.slug, {"training": 0, "test": 0})
    rate(built, kari, WRONG)
    change_rules(built.store, built.slug, RULES)
    assert instead(built, kari) == "quota"
    ola = newcomer(built, "Ola")
    assert [rate(built, ola, RIGHT).stage for _ in range(4)] == ["training", "test", "test", "work"]
    assert instead(built, ola) == "quota"
