"""What a ranking reads and what a lead watches, against recounts by brute force."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from eval_core.campaigns.access import Trusted
from eval_core.campaigns.content.import_judgments import import_judgments
from eval_core.campaigns.content.import_texts import import_responses
from eval_core.campaigns.results.slices import slices
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.setup.campaigns import create_campaign, list_campaigns
from eval_core.campaigns.watching.forecast import forecast
from eval_core.campaigns.watching.progress import CampaignProgress, burn_up, campaign_progress
from eval_core.errors import InputError, ParvisError
from eval_core.store import Assignment, Comparison, Judgment, Person, Prompt, Response, Store, System
from tests.conftest import Clock
from tests.support.acts import open_desk, record_judgment, skip_comparison
from tests.support.building import Built, comparisons
from tests.support.checking import everything, leaks

NOW = datetime(2026, 3, 2, tzinfo=UTC)


@pytest.fixture
def busy(campaign: Callable[..., Built], clock: Clock) -> Built:
    """Two humans and one simulated person judge a part each, a minute apiece, with skips, ties and identicals."""
    built = campaign(prompts=9, identical=1, overlap=2)
    who: list[Any] = [*built.annotators(2)]
    with built.store.write() as db:
        robot = Person(name="robot", kind="simulated")
        db.add(robot)
        db.flush()
        who.append(Trusted(robot.id))
    for turn in range(30):
        person = who[turn % 3]
        task = open_desk(built.store, person, built.slug).task
        assert task is not None
        clock.move(minutes=1)
        if turn % 10 == 9:
            skip_comparison(built.store, person, built.slug, task.assignment_id, task.revision, "other")
        else:
            choice = ("A", "tie", "B")[turn % 7 % 3]
            record_judgment(built.store, person, built.slug, task.assignment_id, task.revision, choice)
    for person in who:
        open_desk(built.store, person, built.slug)
    return built


def test_lengths_are_those_of_the_texts(busy: Built) -> None:
    """With `lengths` the votes have the characters of both responses, as presented; without it the frame is unchanged."""
    with busy.store.write() as db:
        first = db.scalars(select(Response).where(Response.system_id.is_not(None)).order_by(Response.id)).first()
        assert first is not None
        first.text, unknown = "", (first.prompt_id, db.get_one(System, first.system_id).name)
        for number, response in enumerate(db.scalars(select(Response).where(Response.id != first.id))):
            response.text = "å" * (1 + number)
    with busy.store.read() as db:
        names = dict(db.execute(select(System.id, System.name)).all())
        length = {
            (response.prompt_id, names[response.system_id]): len(response.text or "") or None
            for response in db.scalars(select(Response).where(Response.system_id.is_not(None)))
        }
    assert length[unknown] is None
    plain = read_votes(busy.store, busy.slug, identical_as_ties=True)
    votes = read_votes(busy.store, busy.slug, identical_as_ties=True, lengths=True)
    assert votes.drop(columns=["length_first", "length_second"]).equals(plain)
    assert len(votes) > 20
    for side in ("first", "second"):
        expected = [length[int(prompt), name] for prompt, name in zip(votes["prompt"], votes[side], strict=True)]
        found = votes[f"length_{side}"].astype(object)
        assert found.where(found.notna(), None).tolist() == expected


def recount(store: Store, wanted: Callable[[dict[str, Any]], bool] = lambda _: True) -> Counter[tuple[Any, ...]]:
    """Live judgments as presented, found without the services."""
    found: Counter[tuple[Any, ...]] = Counter()
    with store.read() as db:
        for judgment in db.scalars(select(Judgment).where(Judgment.live, Judgment.choice.is_not(None))):
            comparison = db.get_one(Comparison, judgment.comparison_id)
            names = [
                db.get_one(System, db.get_one(Response, key).system_id).name
                for key in (comparison.first_response_id, comparison.second_response_id)
            ]
            assert names == sorted(names)
            prompt = db.get_one(Prompt, judgment.prompt_id)
            person = db.get_one(Person, judgment.person_id)
            row = {
                "written_standard": prompt.written_standard,
                "category": prompt.category,
                "prompt_id": prompt.external_id,
                "annotator": person.name,
                "decided_at": judgment.decided_at,
                "systems": set(names),
            }
            if wanted(row):
                first, second = reversed(names) if judgment.swapped else names
                outcome = {"A": "first", "B": "second", "tie": "tie"}[judgment.choice]
                found[first, second, outcome, person.name, prompt.id, True] += 1
    return found


def counted(store: Store, **kwargs: Any) -> Counter[tuple[Any, ...]]:
    frame = read_votes(store, "trial", **kwargs)
    assert list(frame.columns) == ["first", "second", "outcome", "annotator", "prompt", "order_known"]
    return Counter(frame.itertuples(index=False, name=None))


def test_votes_equal_a_recount(busy: Built) -> None:
    """Without conditions every live judgment is a vote, as it was presented; simulated people are people."""
    everybody = recount(busy.store)
    assert sum(everybody.values()) == 27
    assert counted(busy.store) == everybody
    assert counted(busy.store, where=["kind=human"]) == everybody
    assert counted(busy.store, where=["kind=all"]) == everybody
    assert counted(busy.store, where=["kind=judge"]) == Counter()
    assert any(key[3] == "robot" for key in everybody)


def test_filters_equal_a_recount(busy: Built, clock: Clock) -> None:
    """Each condition, and several together, leaves what a recount leaves; values of one field are alternatives."""
    middle = clock.time - timedelta(minutes=15)
    some = ["alfa-modell", "bravo-modell"]
    cases: list[tuple[dict[str, Any], Callable[[dict[str, Any]], bool]]] = [
        ({"where": ["written_standard=nn"]}, lambda row: row["written_standard"] == "nn"),
        ({"where": ["category=mail"]}, lambda row: row["category"] == "mail"),
        ({"where": ["annotator=robot"]}, lambda row: row["annotator"] == "robot"),
        ({"where": ["prompt_id=p3", "prompt_id=p4"]}, lambda row: row["prompt_id"] in ("p3", "p4")),
        ({"where": [f"since={middle.isoformat()}"]}, lambda row: row["decided_at"] >= middle),
        ({"where": [f"until={middle.isoformat()}"]}, lambda row: row["decided_at"] <= middle),
        ({"systems": some}, lambda row: row["systems"] == {*some}),
        (
            {"where": ["written_standard=nb", "annotator=trial-a", "annotator=robot"], "systems": some},
            lambda row: (
                row["written_standard"] == "nb"
                and row["annotator"] in ("trial-a", "robot")
                and row["systems"] == {*some}
            ),
        ),
    ]
    total = sum(recount(busy.store).values())
    for arguments, wanted in cases:
        expected = recount(busy.store, wanted)
        assert 0 < sum(expected.values()) < total, arguments
        assert counted(busy.store, **arguments) == expected, arguments
    assert counted(busy.store, where=["round=1"]) == recount(busy.store)
    assert counted(busy.store, where=["round=2"]) == Counter()


def test_bad_conditions_are_named(campaign: Callable[..., Built]) -> None:
    """Unknown fields, kinds, numbers, times and systems are errors that say what is right."""
    built = campaign(prompts=1)
    cases: list[tuple[dict[str, Any], str]] = [
        ({"where": ["colour=red"]}, "FIELD=VALUE"),
        ({"where": ["annotator"]}, "FIELD=VALUE"),
        ({"where": ["kind=robot"]}, "kind must be"),
        ({"where": ["round=one"]}, "whole number"),
        ({"where": ["since=yesterday-ish"]}, "not a time"),
        ({"systems": ["nobody"]}, "no system 'nobody'"),
    ]
    for arguments, message in cases:
        with pytest.raises(InputError, match=message):
            read_votes(built.store, "trial", **arguments)


def test_identical_responses_enter_only_as_ties_and_only_when_asked(busy: Built) -> None:
    """Each comparison of identical responses adds one tie by no one, on top of all other votes."""
    extra = counted(busy.store, identical_as_ties=True)
    frame = read_votes(busy.store, "trial", identical_as_ties=True)
    ties = frame[frame["annotator"].isna()]
    assert len(ties) == 3
    assert set(ties["outcome"]) == {"tie"}
    assert not ties["order_known"].any()
    assert sum(extra.values()) == 27 + 3


def test_texts_that_come_late_and_are_the_same(store: Store, campaign: Callable[..., Built], tmp_path: Path) -> None:
    """Judgments imported without texts stop counting when the texts come and prove to be identical."""
    campaign(prompts=1)
    votes = [
        {"prompt_id": "q", "model_a": "a", "model_b": "b", "winner": "model_a", "annotator_id": name}
        for name in ("Per", "Pål")
    ]
    file = tmp_path / "votes.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in votes), encoding="utf-8")
    import_judgments(store, file, "trial")
    assert len(read_votes(store, "trial")) == 2
    texts = [{"prompt_id": "q", "prompt": "Oppgave", "system": name, "response": "Likt."} for name in "ab"]
    file.write_text("".join(json.dumps(row) + "\n" for row in texts), encoding="utf-8")
    import_responses(store, file, "trial")
    assert len(read_votes(store, "trial")) == 0


def test_slices_are_what_the_prompts_have(busy: Built) -> None:
    """Written standards and categories of the regular prompts, sorted."""
    assert slices(busy.store, "trial") == {"written_standard": ["nb", "nn"], "category": ["mail", "news"]}


def test_progress_equals_a_recount(busy: Built, clock: Clock) -> None:
    """Totals, what is done, identical and skipped, and each person's row are those of a recount."""
    progress = campaign_progress(busy.store, "trial")
    regular = [row for row in comparisons(busy.store, "trial") if not row.identical]
    with busy.store.read() as db:
        made = Counter(db.scalars(select(Judgment.comparison_id).where(Judgment.live, Judgment.choice.is_not(None))))
        skips = Counter(db.scalars(select(Assignment.person_id).where(Assignment.status == "skipped")))
    assert (progress.total, progress.comparisons, progress.identical, progress.gold) == (48, 24, 3, 0)
    assert progress.done == sum(min(made[row.id], row.overlap) for row in regular) == 27
    assert progress.left == progress.total - progress.done
    assert progress.comparisons_done == sum(made[row.id] >= row.overlap for row in regular)
    assert progress.skipped == sum(skips.values()) == 3
    people = {row.name: row for row in progress.people}
    by_person = recount(busy.store)
    assert set(people) == {"trial-a", "trial-b", "robot"}
    for name, row in people.items():
        assert row.done == sum(number for key, number in by_person.items() if key[3] == name)
        assert row.last_seen == clock.time
        assert row.pace == pytest.approx(60.0)  # a minute of active time on each
    assert (people["robot"].kind, people["trial-a"].kind) == ("simulated", "human")
    assert progress.forecast is None  # the 18 judgments by people are too few, and the robot sets no pace
    assert progress.at == clock.time


def test_surplus_beyond_the_overlap_is_not_progress(busy: Built) -> None:
    """Judgments that an import brought beyond the overlap do not replace missing ones."""
    with busy.store.write() as db:
        db.execute(update(Comparison).where(~Comparison.identical).values(done=0))
        one = db.scalars(select(Comparison.id).where(~Comparison.identical).limit(1)).one()
        db.execute(update(Comparison).where(Comparison.id == one).values(done=40))
    assert campaign_progress(busy.store, "trial").done == 2


def test_people_without_work_are_listed_and_gold_is_apart(campaign: Callable[..., Built]) -> None:
    """An annotator who never came is listed with zeros; a lead is not listed."""
    built = campaign(per_annotator=7)
    built.enter("Kari")
    built.enter("Boss", "lead")
    (row,) = campaign_progress(built.store, "trial").people
    assert (row.name, row.done, row.quota, row.pace, row.last_seen) == ("Kari", 0, 7, None, None)
    assert campaign_progress(built.store, "trial").forecast is None


def test_burn_up_rises_to_what_is_done(busy: Built) -> None:
    """The curve rises in time and number, ends at the last judgment, and is thinned as asked."""
    curve = burn_up(busy.store, "trial")
    assert [number for _, number in curve] == list(range(1, 28))
    assert [moment for moment, _ in curve] == sorted(moment for moment, _ in curve)
    thin = burn_up(busy.store, "trial", points=5)
    assert thin[0] == curve[0]
    assert thin[-1] == curve[-1]
    assert len(thin) <= 8


def test_progress_names_no_system(busy: Built) -> None:
    """Nothing that a lead's progress page gets has a system's name in it, and the check finds a planted one."""
    progress = campaign_progress(busy.store, "trial")
    names = busy.systems
    assert [word for word in leaks(progress, names) if " names " in word] == []
    planted = replace(progress, people=(replace(progress.people[0], name=f"{names[0]} (judge)"), *progress.people[1:]))
    assert isinstance(planted, CampaignProgress)
    assert [word for word in leaks(planted, names) if " names " in word] == [
        f"CampaignProgress.people.name names {names[0]}"
    ]


@given(
    minutes=st.lists(st.floats(0, 6 * 24 * 60), min_size=20, max_size=120),
    left=st.integers(1, 5000),
)
def test_forecast_is_sane(minutes: list[float], left: int) -> None:
    """The interval holds the middle, all lie ahead, the middle is the pace's, and more work ends later."""
    moments = sorted(NOW - timedelta(minutes=minute) for minute in minutes)
    outlook = forecast(moments, left, NOW)
    if NOW - moments[0] < timedelta(minutes=10):
        assert outlook is None
        return
    assert outlook is not None
    assert NOW < outlook.low <= outlook.middle <= outlook.high
    hours = (outlook.middle - NOW).total_seconds() / 3600
    assert hours == pytest.approx(left / outlook.per_hour, rel=1e-6, abs=1e-5)
    more = forecast(moments, left * 2, NOW)
    assert more is not None
    assert more.middle > outlook.middle
    assert more.high >= outlook.high


def test_forecast_needs_something_to_go_by() -> None:
    """Too few judgments, too short a time, or nothing left: no forecast. Uneven work widens the interval."""
    steady = [NOW - timedelta(minutes=10 * number) for number in range(79, -1, -1)]
    assert forecast(steady[-19:], 100, NOW) is None
    assert forecast([NOW] * 50, 100, NOW) is None
    assert forecast(steady, 0, NOW) is None
    even = forecast(steady, 100, NOW)
    bursts = forecast([steady[0]] * 40 + [steady[-1]] * 40, 100, NOW)
    assert even is not None
    assert bursts is not None
    assert bursts.middle == even.middle
    assert bursts.high - bursts.low > even.high - even.low


def test_campaigns_are_created_and_listed(store: Store) -> None:
    """A new campaign has the protocol's version and hash and is in the list, empty."""
    create_campaign(store, "first", title="The first", overlap=3)
    create_campaign(store, "second-2", shared=5, shared_overlap=4)
    rows = {row.slug: row for row in list_campaigns(store)}
    assert list(rows) == ["first", "second-2"]
    assert (rows["first"].title, rows["first"].overlap, rows["first"].comparisons) == ("The first", 3, 0)
    assert rows["second-2"].title == "second-2"


@pytest.mark.parametrize(
    ("slug", "settings", "message"),
    [
        ("taken", {}, "already"),
        ("Upper", {}, "short name"),
        ("../up", {}, "short name"),
        ("", {}, "short name"),
        ("a", {"overlap": 0}, "at least 1"),
        ("a", {"per_annotator": 0}, "at least 1"),
        ("a", {"shared": 5}, "shared-overlap"),
        ("a", {"shared": 5, "shared_overlap": 1, "overlap": 2}, "at least the overlap"),
        ("a", {"text_view": "pretty"}, "plain or formatted"),
        ("a", {"protocol": "no_such"}, "no_such"),
    ],
)
def test_bad_campaigns_are_refused(store: Store, slug: str, settings: dict[str, Any], message: str) -> None:
    """A taken or malformed slug, numbers that do not fit and an unknown protocol: one message, nothing stored."""
    create_campaign(store, "taken")
    before = everything(store)
    with pytest.raises(ParvisError, match=message):
        create_campaign(store, slug, **settings)
    assert everything(store) == before


def test_lists_count_what_is_there(busy: Built) -> None:
    """The list of campaigns counts comparisons and live judgments."""
    (row,) = list_campaigns(busy.store)
    assert (row.comparisons, row.judgments) == (27, 27)
