"""Work without a connection: how much time it can have taken, when it was done, and what became of its leases."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from eval_core.campaigns.desk import clicks
from eval_core.campaigns.desk.pile import Pile
from eval_core.campaigns.my_work.hours import own_hours
from eval_core.campaigns.results.leaderboard import read_leaderboard
from eval_core.campaigns.results.votes import read_votes
from eval_core.campaigns.timing import LEASE
from eval_core.protocols import load_protocol
from eval_core.store import Assignment, Comparison, Judgment, Rating, RatingAssignment
from tests.conftest import Clock
from tests.support import selection
from tests.support.acts import action, open_desk
from tests.support.building import Built, build_campaign
from tests.support.checking import problems
from tests.support.desk_clicks import judge

Act = dict[str, object]
# A browser of before has told no times of a skip.
TOLD = pytest.mark.parametrize("told", [{}, {"seen_ms": 500, "visible_ms": 500}], ids=["silent", "seen"])


@pytest.fixture
def built(campaign: Callable[..., Built], monkeypatch: pytest.MonkeyPatch) -> Built:
    """A campaign with the usual wait before a click counts, and as many sheets ahead as there may be."""
    monkeypatch.setenv("PARVIS_AHEAD", "20")
    monkeypatch.setenv("PARVIS_DWELL_MS", "400")
    return campaign(prompts=40)


def choose(pile: Pile, place: int, seen: float, age: float = 0, **more: Any) -> Act:
    sheet = pile.sheets[place]
    times = {"seen_ms": seen * 1000, "visible_ms": seen * 1000, "age_ms": age * 1000}
    return action("choose", sheet.assignment_id, **{"revision": sheet.revision, "choice": "A", **times, **more})


def rate(pile: Pile, place: int, seen: float, age: float = 0) -> Act:
    sheet, scores = pile.sheets[place], {criterion.key: 3 for criterion in load_protocol("heval").rated}
    times = {"seen_ms": seen * 1000, "visible_ms": seen * 1000, "age_ms": age * 1000}
    return action("rate", sheet.assignment_id, sheet.revision, scores=scores, **times)


def send(built: Built, who: str, *actions: Act, ahead: int | None = None) -> tuple[list[str], Pile]:
    """The word of each action, or its result, and the pile."""
    answers, pile = clicks.act(built.store, who, built.slug, actions, ahead=ahead)
    return [one.word or one.result for one in answers], pile


def judgments(built: Built) -> list[Judgment]:
    with built.store.read() as db:
        rows = list(db.scalars(select(Judgment).order_by(Judgment.id)))
        db.expunge_all()
        return rows


def total(rows: list[Judgment]) -> timedelta:
    """The time that judgments claim."""
    return sum((row.decided_at - row.shown_at for row in rows if row.decided_at and row.shown_at), timedelta(0))


@pytest.mark.parametrize(
    ("claims", "words"),
    [
        ((0.4, 0.4, 0.4), ["recorded", "recorded", "too_fast"]),
        ((10, 10, 10), ["recorded", "too_fast", "too_fast"]),
        ((0.3, 0.4, 0.4), ["too_fast", "recorded", "recorded"]),
        ((10**8, 0.4, 0.4), ["recorded", "too_fast", "too_fast"]),
    ],
)
def test_nobody_claims_more_time_than_there_was(
    built: Built, clock: Clock, claims: tuple[float, ...], words: list[str]
) -> None:
    """A second after the pile was handed out, texts cannot have been in sight for more than a second in all."""
    who = built.enter("Kari")
    pile = clicks.open_desk(built.store, who, built.slug)
    clock.move(seconds=1)
    # To have done it long ago, or in no order, helps nobody.
    cheat = [choose(pile, place, claim, age=(3600, 0, 5)[place]) for place, claim in enumerate(claims)]
    assert send(built, who, *cheat)[0] == words
    assert total(judgments(built)) <= timedelta(seconds=1)


@pytest.mark.parametrize("planted", [False, True])
def test_the_check_sees_time_spent_twice(
    built: Built, clock: Clock, monkeypatch: pytest.MonkeyPatch, planted: bool
) -> None:
    """Where the time of earlier actions did not count, twenty sheets would claim a second each within one."""
    who = built.enter("Kari")
    pile = clicks.open_desk(built.store, who, built.slug)
    clock.move(seconds=1)
    if planted:
        forgetful = property(lambda _self: None, lambda _self, _value: None)
        monkeypatch.setattr(clicks._Clicks, "account", forgetful, raising=False)
    send(built, who, *(choose(pile, place, 1) for place in range(20)))
    assert (total(judgments(built)) > timedelta(seconds=1)) == planted


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_whatever_is_claimed_the_sum_fits(built: Built, clock: Clock) -> None:
    """For any claims, ages and pauses: what is stored lies between handing out and now, and its sum fits in between."""
    numbers = iter(range(10**6))
    spans = st.sampled_from([0, 0.1, 0.39, 0.4, 1, 7, 60, 3000])

    @settings(max_examples=selection.examples(40), deadline=None, suppress_health_check=list(HealthCheck))
    @given(
        st.lists(st.tuples(st.lists(st.tuples(spans, spans), min_size=1, max_size=4), spans), min_size=1, max_size=5)
    )
    def run(requests: list[tuple[list[tuple[float, float]], float]]) -> None:
        made = build_campaign(built.store, slug=f"claims-{next(numbers)}", prompts=8)
        who, begin = made.enter(f"Kari of {made.slug}"), clock.time
        pile = clicks.open_desk(made.store, who, made.slug)
        for claims, pause in requests:
            clock.move(seconds=pause)
            acts = [choose(pile, place, *one) for place, one in enumerate(claims[: len(pile.sheets)])]
            pile = send(made, who, *acts)[1]
        rows = [row for row in judgments(built) if row.campaign_id == made.id]
        assert total(rows) <= clock.time - begin
        for row in rows:
            assert row.shown_at is not None
            assert row.decided_at is not None
            assert begin <= row.shown_at <= row.decided_at <= clock.time

    run()


def test_ten_minutes_offline_come_back_whole(built: Built, clock: Clock) -> None:
    """Twenty judgments in one request, done one after the other in a tunnel: all recorded, each at its own time."""
    who = built.enter("Kari")
    pile = clicks.open_desk(built.store, who, built.slug)
    assert len(pile.sheets) == 21
    start = clock.time
    clock.move(minutes=10)
    acts = [choose(pile, place, 25, age=600 - 25 * (place + 1)) for place in range(20)]
    words, after = send(built, who, *acts)
    assert words == ["recorded"] * 20
    assert (after.done, len(after.undo)) == (20, 20)
    rows = judgments(built)
    assert [row.decided_at for row in rows] == [start + timedelta(seconds=25 * (place + 1)) for place in range(20)]
    assert {(row.active_ms, row.late) for row in rows} == {(25_000, False)}
    assert problems(built.store, built.slug) == []


def test_hours_count_a_tunnel_as_work(built: Built, clock: Clock) -> None:
    """What was done in a tunnel of forty minutes counts as long as it took, not as one moment and not as the tunnel."""
    kari, ola = built.annotators(2)
    for who, spent in ((kari, 30), (ola, 4)):
        pile = clicks.open_desk(built.store, who, built.slug)
        clock.move(minutes=40)
        # Kari worked on for ten minutes from the beginning, Ola in the last eighty seconds of forty minutes.
        begin = 2400 if who == kari else 80
        acts = [choose(pile, place, spent, age=begin - spent * (place + 1)) for place in range(20)]
        assert set(send(built, who, *acts, ahead=0)[0]) == {"recorded"}
        clock.move(hours=12)
    (day,) = own_hours(built.store, kari, built.slug, None)
    assert (day.count, day.active_minutes) == (20, 10)
    (day,) = own_hours(built.store, ola, built.slug, None)
    assert (day.count, day.active_minutes) == (20, 1)


@pytest.mark.parametrize("reasons", [False, True])
def test_slow_and_fast_requests_in_a_row(built: Built, clock: Clock, reasons: bool) -> None:
    """One request takes two seconds, the next one is at once there: nothing that was done meanwhile is called too fast."""
    who = built.enter("Kari")
    pile = clicks.open_desk(built.store, who, built.slug)
    start = clock.time

    def arrive(at: float, *acts: tuple[int, float]) -> list[str]:
        """At so many seconds, choices on these sheets arrive, made then after half a second of reading each."""
        clock.time = start + timedelta(seconds=at)
        sent = max(done for _, done in acts)
        return send(built, who, *(choose(pile, place, 0.5, age=sent - done) for place, done in acts))[0]

    assert arrive(2.5, (0, 0.5)) == ["recorded"]  # sent at 0.5, it is two seconds on its way
    assert arrive(2.6, (1, 1.0), (2, 1.5), (3, 2.0), (4, 2.5)) == ["recorded"] * 4
    if reasons:
        taken_back = action("undo", pile.sheets[4].assignment_id, 1, age_ms=0)
        clock.time = start + timedelta(seconds=4.7)
        assert send(built, who, taken_back)[0] == ["recorded"]
        again = choose(pile, 4, 0.5, revision=2)
        clock.move(milliseconds=20)
        assert send(built, who, again)[0] == ["recorded"]
    rows = judgments(built)
    assert total([row for row in rows if row.choice]) <= clock.time - start
    assert problems(built.store, built.slug) == []


@TOLD
def test_taken_back_and_judged_again_in_a_tunnel(built: Built, clock: Clock, told: Act) -> None:
    """Choice, undo, another choice, a skip and its undo arrive at once: all are done, in this order, at their times."""
    who = built.enter("Kari")
    pile = clicks.open_desk(built.store, who, built.slug)
    start = clock.time
    clock.move(minutes=5)
    first, second, third = (sheet.assignment_id for sheet in pile.sheets[:3])
    words, after = send(
        built,
        who,
        choose(pile, 0, 3, age=290),
        action("undo", first, 1, age_ms=280_000),
        choose(pile, 0, 4, age=270, revision=2, choice="B"),
        action("skip", second, 0, reason="other", age_ms=260_000, **told),
        action("undo", second, 0, age_ms=250_000),
        choose(pile, 1, 5, age=240, choice="tie"),
        action("skip", third, 0, reason="other", age_ms=235_000, **told),
        choose(pile, 3, 6, age=229),
    )
    assert words == ["recorded"] * 8
    kinds = [(one.assignment_id, one.kind) for one in after.undo]
    assert kinds[1:] == [(third, "skip"), (second, "choose"), (first, "choose")]
    rows = judgments(built)
    assert [row.choice for row in rows] == ["A", None, "B", "tie", "A"]
    done = [row.decided_at for row in rows if row.decided_at]
    assert [(at - start).total_seconds() for at in done] == [10, 20, 30, 60, 71]
    with built.store.read() as db:
        skipped = db.scalar(select(Assignment.skipped_at).where(Assignment.id == third))
    assert skipped == start + timedelta(seconds=65)
    assert problems(built.store, built.slug) == []


@TOLD
def test_a_slow_skip_takes_no_time_from_what_follows(built: Built, clock: Clock, told: Act) -> None:
    """Skips and an undo two seconds on their way, and choices at once after them: each counts."""
    who = built.enter("Kari")
    pile = clicks.open_desk(built.store, who, built.slug)
    first, second = (sheet.assignment_id for sheet in pile.sheets[:2])
    clock.move(seconds=2.5)
    assert send(built, who, action("skip", first, 0, reason="other", age_ms=0, **told))[0] == ["recorded"]
    clock.move(milliseconds=20)
    assert send(built, who, choose(pile, 2, 0.5))[0] == ["recorded"]
    clock.move(seconds=1)
    assert send(built, who, action("skip", second, 0, reason="other", age_ms=0, **told))[0] == ["recorded"]
    clock.move(seconds=2)
    assert send(built, who, action("undo", second, 0, age_ms=0))[0] == ["recorded"]
    clock.move(milliseconds=20)
    assert send(built, who, choose(pile, 1, 0.5))[0] == ["recorded"]
    assert problems(built.store, built.slug) == []


@pytest.mark.parametrize("planted", [False, True])
def test_skips_give_nobody_more_time(
    built: Built, clock: Clock, monkeypatch: pytest.MonkeyPatch, planted: bool
) -> None:
    """Whoever skips between choices claims no more than there was; where the account was forgotten, they would."""
    who = built.enter("Kari")
    pile = clicks.open_desk(built.store, who, built.slug)
    clock.move(seconds=1)
    if planted:
        forgetful = property(lambda _self: None, lambda _self, _value: None)
        monkeypatch.setattr(clicks._Clicks, "account", forgetful, raising=False)
    for place in range(0, 12, 2):
        skipped = action("skip", pile.sheets[place].assignment_id, 0, reason="other")
        send(built, who, skipped, choose(pile, place + 1, 1))
    assert (total(judgments(built)) > timedelta(seconds=1)) == planted


@TOLD
def test_a_tunnel_of_ratings(
    campaign: Callable[..., Built], clock: Clock, monkeypatch: pytest.MonkeyPatch, told: Act
) -> None:
    """Ratings, skips and their undo arrive at once: all are done, at their times, and nothing is too fast."""
    monkeypatch.setenv("PARVIS_AHEAD", "20")
    monkeypatch.setenv("PARVIS_DWELL_MS", "400")
    built = campaign(protocol="heval", prompts=20)
    who = built.enter("Kari")
    pile = clicks.open_desk(built.store, who, built.slug)
    start = clock.time
    clock.move(minutes=5)
    _, second, third = (sheet.assignment_id for sheet in pile.sheets[:3])
    words, _ = send(
        built,
        who,
        rate(pile, 0, 3, age=290),
        action("skip", second, 0, reason="other", age_ms=280_000, **told),
        action("undo", second, 0, age_ms=270_000),
        rate(pile, 1, 5, age=260),
        action("skip", third, 0, reason="other", age_ms=250_000, **told),
        rate(pile, 3, 6, age=240),
    )
    assert words == ["recorded"] * 6
    with built.store.read() as db:
        done = set(db.scalars(select(Rating.decided_at).where(Rating.live)))
        skipped = db.scalar(select(RatingAssignment.skipped_at).where(RatingAssignment.id == third))
    assert sorted((at - start).total_seconds() for at in done if at) == [10, 40, 60]
    assert skipped == start + timedelta(seconds=50)
    assert problems(built.store, built.slug) == []


def test_a_choice_that_tells_no_time_takes_none_from_what_follows(built: Built, clock: Clock) -> None:
    """It took until it was done, and no longer: what was done after it in the same tunnel counts."""
    who = built.enter("Kari")
    pile = clicks.open_desk(built.store, who, built.slug)
    start = clock.time
    clock.move(minutes=5)
    acts = [choose(pile, place, 5, age=290 - 10 * place) for place in range(3)]
    for name in ("seen_ms", "visible_ms"):
        del acts[1][name]
    assert send(built, who, *acts)[0] == ["recorded"] * 3
    assert [(row.decided_at - start).seconds for row in judgments(built) if row.decided_at] == [10, 20, 30]
    assert total(judgments(built)) <= timedelta(seconds=30)


@pytest.mark.parametrize("jump", [-3600, -1, 3600])
def test_a_clock_that_was_set(built: Built, clock: Clock, jump: int) -> None:
    """Back or ahead: what was done is recorded; what was handed out in the future of the clock is taken as it comes."""
    who = built.enter("Kari")
    pile = clicks.open_desk(built.store, who, built.slug)
    clock.move(seconds=10)
    assert send(built, who, choose(pile, 0, 5))[0] == ["recorded"]
    clock.move(seconds=jump)
    assert send(built, who, choose(pile, 1, 3))[0] == ["recorded"]
    clock.move(seconds=4)
    assert send(built, who, choose(pile, 2, 3))[0] == ["recorded"]
    assert send(built, who, choose(pile, 3, 0.3))[0] == (["too_fast"] if jump > -3600 else ["recorded"])
    assert problems(built.store, built.slug, now=clock.time + 2 * LEASE) == []


def test_what_comes_too_late_is_kept_and_counts(
    campaign: Callable[..., Built], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lease that is over, given to somebody else who has judged it: recorded beyond the overlap, marked, ranked."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "400")
    built = campaign(prompts=4, overlap=1)
    kari, ola = built.annotators(2)
    pile = clicks.open_desk(built.store, kari, built.slug, ahead=2)
    assert len(pile.sheets) == 3
    clock.move(minutes=31)
    while (task := open_desk(built.store, ola, built.slug).task) is not None:
        clock.move(seconds=1)
        judge(built, ola, task, "B")
    assert len(judgments(built)) == 12
    words, after = send(built, kari, *(choose(pile, place, 60, age=600 - place) for place in range(3)))
    assert words == ["recorded"] * 3
    assert (after.instead, after.done) == ("finished", 3)
    assert [row.late for row in judgments(built)] == [False] * 12 + [True] * 3
    assert len(read_votes(built.store, built.slug)) == 15
    assert len(read_leaderboard(built.store, built.slug).votes) == 15
    with built.store.read() as db:
        assert sorted(db.scalars(select(Comparison.done))) == [1] * 9 + [2] * 3
    assert problems(built.store, built.slug) == []


def test_a_lease_that_is_over_and_still_free(built: Built, clock: Clock) -> None:
    """Whoever comes back after an hour to what nobody else has taken has it recorded and marked; undone, it is theirs."""
    who = built.enter("Kari")
    pile = clicks.open_desk(built.store, who, built.slug)
    clock.move(hours=1)
    assert send(built, who, *(choose(pile, place, 60, age=9) for place in range(21)))[0] == ["recorded"] * 21
    assert all(row.late for row in judgments(built))
    last = pile.sheets[20].assignment_id
    words, after = send(built, who, action("undo", last, 1), ahead=0)
    assert (words, after.sheets[0].assignment_id) == (["recorded"], last)
    assert problems(built.store, built.slug) == []
