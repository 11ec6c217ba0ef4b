"""Changing what a campaign is: laid out again before judging, fixed after it, and never over someone else's change."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier, Thread
from typing import Any

import pytest

from eval_core.campaigns.access import OPERATOR, authorise, find_campaign
from eval_core.campaigns.audit import Change, note, read_log
from eval_core.campaigns.content.withdrawals import withdraw_comparison
from eval_core.campaigns.locks import lock_comparison
from eval_core.campaigns.rules import RuleError, read_rules
from eval_core.campaigns.setup.adoption import adopt_study
from eval_core.campaigns.setup.plan import FROZEN, Plan, change_plan, change_settings, read_plan
from eval_core.campaigns.setup.question import Question
from eval_core.errors import RefusedError
from eval_core.protocols import load_protocol
from tests.support.acts import open_desk, record_judgment
from tests.support.blocking import until_blocked
from tests.support.building import Built, build_campaign, comparisons
from tests.support.checking import refusal

Make = Callable[..., Built]
OTHER: dict[str, Any] = {"overlap": 3, "shared": 4, "shared_overlap": 5, "text_view": "formatted"}


def change_overlap(built: Built) -> object:
    return change_plan(built.store, built.slug, {"overlap": 3})


def adopt(built: Built) -> object:
    return adopt_study(built.store, built.slug, Question(annotators=3, overlap=3), None)


def judge_one(built: Built) -> None:
    (kari,) = built.annotators(1)
    task = open_desk(built.store, kari, built.slug).task
    assert task is not None
    record_judgment(built.store, kari, built.slug, task.assignment_id, 0, "A")


def test_everything_is_stored_and_reported(campaign: Make) -> None:
    """Every field takes its new value; the log names what changed and who changed it."""
    built = campaign()
    lead = built.enter("Lise", "lead")
    deadline = datetime(2026, 12, 4, 23, 59, tzinfo=UTC)
    changes = OTHER | {"title": "  A  new title ", "per_annotator": 50, "deadline": deadline}
    plan = change_plan(built.store, built.slug, changes, who=lead)
    assert plan == Plan(**OTHER, title="A new title", per_annotator=50, deadline=deadline, protocol="norwegian_fluency")
    assert read_plan(built.store, built.slug, lead) == plan
    (entry,) = read_log(built.store, built.slug)
    assert (entry.action, entry.by, entry.changes["overlap"]) == ("rules_changed", "Lise", Change(2, 3))
    assert entry.changes["deadline"] == Change(None, "2026-12-04T23:59:00+00:00")
    assert change_plan(built.store, built.slug, changes, who=lead) == plan
    assert len(read_log(built.store, built.slug)) == 1


def test_plan_and_rules_change_together_or_not_at_all(campaign: Make) -> None:
    """A rule out of range keeps the plan as it was, a plan out of range the rules; both right are both stored."""
    built = campaign()
    before = read_plan(built.store, built.slug), read_rules(built.store, built.slug)
    for plan, rules, name in (
        ({"title": "New"}, {"training": 51}, "training"),
        ({"overlap": 0}, {"test": 3}, "overlap"),
    ):
        with pytest.raises(RuleError) as refused:
            change_settings(built.store, built.slug, plan, rules)
        assert refused.value.rule == name
        assert (read_plan(built.store, built.slug), read_rules(built.store, built.slug)) == before
    assert read_log(built.store, built.slug) == []
    changed = change_settings(built.store, built.slug, {"title": "New", "overlap": 3}, {"training": 5})
    assert changed == (read_plan(built.store, built.slug), read_rules(built.store, built.slug))
    assert (changed[0].title, changed[0].overlap, changed[1].training) == ("New", 3, 5)
    assert len(read_log(built.store, built.slug)) == 2


def test_the_comparisons_are_laid_out_as_if_loaded_so(campaign: Make) -> None:
    """A shared set set later has the size, the strata and the overlap of one that was planned from the first."""
    late, planned = campaign(prompts=8, identical=1), campaign(slug="planned", prompts=8, **OTHER_LAYOUT)
    change_plan(late.store, late.slug, OTHER_LAYOUT)
    rows, wanted = comparisons(late.store, late.slug), comparisons(planned.store, planned.slug)
    assert [row.shared for row in rows] == [row.shared for row in wanted] == [True] * 8 + [False] * 16
    assert {(row.shared, row.overlap) for row in rows} == {(True, 4), (False, 1)}
    assert [row.position for row in rows] == list(range(24))
    assert not any(row.identical for row in rows if row.shared)
    change_plan(late.store, late.slug, {"shared": 0, "shared_overlap": 0, "overlap": 2})
    assert {(row.shared, row.overlap) for row in comparisons(late.store, late.slug)} == {(False, 2)}


OTHER_LAYOUT = {"overlap": 1, "shared": 8, "shared_overlap": 4}


def test_what_is_withdrawn_is_not_shared(campaign: Make) -> None:
    """Where all but one comparison is withdrawn, that one is the shared set."""
    built = campaign(prompts=1)
    *gone, left = (row.id for row in comparisons(built.store, built.slug))
    for one in gone:
        withdraw_comparison(built.store, built.slug, one)
    change_plan(built.store, built.slug, {"shared": 2, "shared_overlap": 3})
    assert [row.id for row in comparisons(built.store, built.slug) if row.shared] == [left]


def test_what_would_make_judgments_incomparable_is_fixed_by_the_first(campaign: Make) -> None:
    """After one judgment each such field is refused, and nothing else of the same change is stored either."""
    built = campaign()
    judge_one(built)
    of_an_older_protocol(built)
    before = read_plan(built.store, built.slug)
    wanted = OTHER | {"protocol": "norwegian_fluency"}
    shared = ("shared", "shared_overlap")
    for name in FROZEN:
        changes = {one: wanted[one] for one in (shared if name in shared else (name,))} | {"title": "Other"}
        assert refusal(lambda changes=changes: change_plan(built.store, built.slug, changes)) == "frozen", name  # type: ignore[misc]
    assert read_plan(built.store, built.slug) == before
    assert read_log(built.store, built.slug) == []


def test_before_judging_the_protocol_can_be_changed(campaign: Make) -> None:
    """The campaign gets the protocol with its version and its hash."""
    built = campaign()
    of_an_older_protocol(built)
    change_plan(built.store, built.slug, {"protocol": "norwegian_fluency"})
    protocol = load_protocol("norwegian_fluency")
    with built.store.read() as db:
        row = find_campaign(db, built.slug)
        assert (row.protocol_key, row.protocol_hash) == (protocol.key, protocol.content_hash)
        assert row.protocol_version == str(protocol.version)


def of_an_older_protocol(built: Built) -> None:
    """Let the campaign have a protocol that is no longer there: there is only one to choose from."""
    with built.store.write() as db:
        find_campaign(db, built.slug).protocol_key = "older"


def test_the_rest_stays_open_while_it_is_judged(campaign: Make) -> None:
    """Title, quota and deadline may change at any time; giving a fixed field the value that it has is no change."""
    built = campaign()
    judge_one(built)
    deadline = datetime(2027, 1, 1, tzinfo=UTC)
    plan = change_plan(
        built.store, built.slug, {"title": "Late", "per_annotator": 1, "deadline": deadline, "overlap": 2}
    )
    assert (plan.title, plan.per_annotator, plan.deadline) == ("Late", 1, deadline)
    assert open_desk(built.store, built.sessions["trial-a"], built.slug).reason == "quota"


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"overlap": 0}, "overlap"),
    ({"overlap": 2**40}, "overlap"),
    ({"overlap": 2.5}, "overlap"),
    ({"title": "  "}, "title"),
    ({"title": "x" * 121}, "title"),
    ({"title": "a\0b"}, "title"),
    ({"per_annotator": 0}, "per_annotator"),
    ({"text_view": "html"}, "text_view"),
    ({"protocol": "nowhere"}, "protocol"),
    ({"shared": 3}, "shared_overlap"),
    ({"shared": 3, "shared_overlap": 1}, "shared_overlap"),
    ({"shared_overlap": 3}, "shared_overlap"),
    ({"deadline": datetime(2026, 12, 4)}, "deadline"),  # noqa: DTZ001 - without a zone, which is the point
    ({"status": "open"}, "status"),
]


def test_what_does_not_fit_is_named(campaign: Make) -> None:
    """A value out of range, an unknown field and half a shared set are refused by name; nothing changes."""
    built = campaign()
    before = read_plan(built.store, built.slug)
    for changes, named in WRONG:
        with pytest.raises(RuleError) as wrong:
            change_plan(built.store, built.slug, changes)
        assert wrong.value.rule == named
    assert read_plan(built.store, built.slug) == before


def test_a_stale_page_does_not_set_back_what_another_lead_set(campaign: Make) -> None:
    """A lead who saw another value is refused; one who changes something else, or wants the same, is not."""
    built = campaign()
    seen = {"overlap": 2, "title": "Campaign trial", "per_annotator": None}
    change_plan(built.store, built.slug, {"overlap": 4}, seen)
    assert refusal(lambda: change_plan(built.store, built.slug, {"overlap": 3}, seen)) == "changed_meanwhile"
    assert change_plan(built.store, built.slug, {"overlap": 4, "title": "Mine"}, seen).title == "Mine"
    assert change_plan(built.store, built.slug, {"per_annotator": 9}, seen).overlap == 4


def test_of_two_leads_at_once_one_is_refused(campaign: Make) -> None:
    """Both saw overlap 2 and want another: one of them gets it, the other is refused."""
    built = campaign()
    ready, outcomes = Barrier(2), []

    def change(wanted: int) -> None:
        ready.wait()
        try:
            outcomes.append(change_plan(built.store, built.slug, {"overlap": wanted}, {"overlap": 2}).overlap)
        except RefusedError as refused:
            outcomes.append(refused.code)

    threads = [Thread(target=change, args=(wanted,)) for wanted in (3, 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, outcomes))[1:] == ["changed_meanwhile"]
    assert {row.overlap for row in comparisons(built.store, built.slug)} == {read_plan(built.store, "trial").overlap}


@pytest.mark.both_databases
@pytest.mark.parametrize("plan", [change_overlap, adopt])
def test_a_plan_waits_for_who_judges_and_not_in_a_ring(campaign: Make, plan: Callable[[Built], object]) -> None:
    """Who judges locks a comparison and then names the campaign; the lead must not hold the one and want the other."""
    built = campaign(prompts=6, overlap=2)
    first = comparisons(built.store, built.slug)[0].id
    with ThreadPoolExecutor(1) as lead:
        with built.store.write() as db:
            grant = authorise(db, OPERATOR, built.slug, "lead")
            lock_comparison(db, first)
            planning = lead.submit(plan, built)
            if not built.store.is_sqlite:
                until_blocked(built.store, [planning])
            note(db, grant, "rules_changed")
            db.flush()
        planning.result()
    assert {row.overlap for row in comparisons(built.store, built.slug)} == {3}


def test_another_campaign_keeps_its_layout(campaign: Make) -> None:
    """Only the campaign's own comparisons are laid out again."""
    built = campaign()
    other = build_campaign(built.store, slug="other")
    before = [(row.id, row.position, row.overlap) for row in comparisons(other.store, other.slug)]
    change_plan(built.store, built.slug, {"overlap": 5})
    assert [(row.id, row.position, row.overlap) for row in comparisons(other.store, other.slug)] == before
