"""One annotator as a case: head, judgments by what is remarkable, as they were presented, and nothing of the systems."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from eval_core.campaigns.access import find_person
from eval_core.campaigns.desk.supply import leases as leasing
from eval_core.campaigns.desk.supply import stream
from eval_core.campaigns.people.memberships import change_place
from eval_core.campaigns.people.roster import Place
from eval_core.campaigns.quality.annotators import annotator_figures
from eval_core.campaigns.quality.case_file.case_head import read_case_head
from eval_core.campaigns.quality.case_file.judged_list import FILTERS, read_judged
from eval_core.campaigns.quality.case_file.measures import measures
from eval_core.campaigns.quality.exclusions import exclude_person, lift_exclusion
from eval_core.campaigns.quality.gold_and_repeats import annotator_checks
from eval_core.campaigns.quality.pauses import pause_person
from eval_core.campaigns.rules import change_rules
from tests.conftest import Clock
from tests.support.acts import explain_judgment, open_desk, record_judgment
from tests.support.building import Built
from tests.support.checking import refusal
from tests.support.golden import add_gold

Shown = dict[int, tuple[str, str, str]]  # assignment: response A, response B, choice


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gold and repeats come at once."""
    monkeypatch.setattr(stream, "_happens", lambda probability, _chance: probability > 0)
    monkeypatch.setattr(stream, "REPEAT_GAP", 1)
    monkeypatch.setattr(stream, "_PROMPT_GAP", 1)
    monkeypatch.setattr(leasing, "_PLENTY", 0)


def number_of(built: Built, name: str) -> int:
    with built.store.read() as db:
        return find_person(db, name).id


def work(built: Built, who: str, clock: Clock, choices: str, seconds: float = 20) -> Shown:
    """Judge all there is by these choices in turn (t: a tie), with a reason for each B; what was shown and chosen."""
    shown: Shown = {}
    while (task := open_desk(built.store, who, built.slug).task) is not None:
        choice = choices[len(shown) % len(choices)].replace("t", "tie")
        clock.time += timedelta(seconds=seconds)
        record_judgment(built.store, who, built.slug, task.assignment_id, task.revision, choice)
        if choice == "B":
            marked = {"A": ["grammar"]}
            explain_judgment(built.store, who, built.slug, task.assignment_id, task.revision + 1, marked, None, "")
        shown[task.assignment_id] = (task.response_a, task.response_b, choice)
    return shown


@pytest.fixture
def worked(campaign: Callable[..., Built], clock: Clock, soon: None) -> tuple[Built, Shown]:
    """Three annotators of a campaign with gold and repeats; Ola in haste. With what Ola was shown."""
    built = campaign(prompts=4, overlap=3)
    add_gold(built, 4)
    change_rules(built.store, built.slug, {"gold_share": 0.2, "repeat_share": 0.2, "reasons": "off"})
    work(built, built.enter("Kari"), clock, "AAB")
    work(built, built.enter("Per"), clock, "ABt")
    return built, work(built, built.enter("Ola"), clock, "BAAt", seconds=0.01)


def test_judgments_as_they_were_presented(worked: tuple[Built, Shown]) -> None:
    """Every judgment once, newest first, with the texts on their sides; a page is a part; no system is named."""
    built, shown = worked
    ola = number_of(built, "Ola")
    page = read_judged(built.store, built.slug, ola, limit=None)
    assert {row.assignment_id: (row.response_a, row.response_b, row.choice) for row in page.rows} == shown
    assert [row.number for row in page.rows] == list(range(len(shown), 0, -1))
    second = read_judged(built.store, built.slug, ola, limit=3, offset=3)
    assert second.rows == page.rows[3:6]
    assert not [name for name in built.systems if name in repr(page)]
    assert {mark.issue for row in page.rows for mark in row.marks} == {"grammar"}


def test_what_is_remarkable(worked: tuple[Built, Shown]) -> None:
    """The filters find what the measures count, and each row says what was expected as it was presented."""
    built, _shown = worked
    ola = number_of(built, "Ola")
    (mine,) = [check for check in annotator_checks(built.store, built.slug) if check.annotator == "Ola"]
    page = read_judged(built.store, built.slug, ola, limit=None)
    assert page.counts["gold_missed"] == mine.gold - mine.gold_right > 0
    assert page.counts["repeat_changed"] == mine.repeats - mine.repeats_alike
    assert page.counts["fast"] == page.counts["all"] == len(page.rows) > mine.timed == mine.fast
    for row in page.rows:
        missed = row.kind != "regular" and row.choice != row.expected
        assert missed == bool({"gold_missed", "repeat_changed"} & set(row.remarkable))
        assert (row.expected is None) == (row.kind == "regular")
        alike = [choice for _name, choice in row.others].count(row.choice)
        assert ("apart" in row.remarkable) == bool(row.others and 2 * alike < len(row.others))
        assert ("ties" in row.remarkable) == (row.choice == "tie")
        assert ("marked" in row.remarkable) == bool(row.marks)
    for name in FILTERS:
        found = read_judged(built.store, built.slug, ola, name, limit=None).rows
        assert len(found) == page.counts[name]
        assert all(name in (*row.remarkable, "all") for row in found)


def test_agreement_with_the_others(worked: tuple[Built, Shown]) -> None:
    """The mean share of equal judgments, by brute force; who is left out is no longer among the others."""
    built, _shown = worked
    ola = number_of(built, "Ola")
    rows = [row for row in read_judged(built.store, built.slug, ola, limit=None).rows if row.others]
    shares = [[choice for _name, choice in row.others].count(row.choice) / len(row.others) for row in rows]
    checks = {check.annotator: check for check in annotator_checks(built.store, built.slug)}
    assert checks["Ola"].compared == len(shares)
    assert checks["Ola"].alike == pytest.approx(sum(shares) / len(shares))
    exclude_person(built.store, built.slug, number_of(built, "Per"), "Away")
    rows = read_judged(built.store, built.slug, ola, limit=None).rows
    assert {name for row in rows for name, _choice in row.others} == {"Kari"}


def test_measures_next_to_the_others(worked: tuple[Built, Shown]) -> None:
    """Those who are to be compared with; too few gives no range. Who is left out is examined all the same."""
    built, _shown = worked
    exclude_person(built.store, built.slug, number_of(built, "Ola"), "Too fast")
    figures = annotator_figures(built.store, built.slug, patience=60)[0]
    ola, *others = sorted(figures.checks, key=lambda check: check.annotator != "Ola")
    found = {measure.code: measure for measure in measures(ola, others)}
    assert found["fast"].value == 1
    assert found["gold"].others is None  # four gold comparisons are too few
    assert not found["gold"].enough
    assert found["seconds"].others is not None
    assert found["seconds"].others.people == 2
    assert {doubt.annotator for doubt in figures.examined} == {"Kari", "Per", "Ola"}
    assert "Ola" not in {doubt.annotator for doubt in figures.doubts}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_who_the_annotator_is(worked: tuple[Built, Shown]) -> None:
    """Each state, with since when; a person of no campaign is refused."""
    built, shown = worked
    store, slug, ola = built.store, built.slug, number_of(built, "Ola")
    head = read_case_head(store, slug, ola)
    assert (head.person.name, head.state, head.person.done, head.campaign) == (
        "Ola",
        "active",
        len(shown),
        "Campaign trial",
    )
    assert head.pace is not None
    pause_person(store, slug, ola)
    assert read_case_head(store, slug, ola).state == "paused"
    exclude_person(store, slug, ola, "Too fast")
    left_out = read_case_head(store, slug, ola)
    assert (left_out.state, left_out.exclusion is not None, left_out.since) == ("left_out", True, store.now())
    lift_exclusion(store, slug, ola)
    change_place(store, slug, ola, Place(("annotator",)), Place())
    gone = read_case_head(store, slug, ola)
    assert (gone.state, gone.person.name, gone.person.done) == ("gone", "Ola", len(shown))
    built.enter("Nina")
    assert read_case_head(store, slug, number_of(built, "Nina")).state == "new"
    assert refusal(lambda: read_case_head(store, slug, 999)) == "unknown_person"
