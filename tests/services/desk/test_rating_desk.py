"""Rating: a sheet holds every criterion, is recorded once or refused, and nobody overwrites another's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select, update

from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.desk.rating_sheets import missing_scores, revise_ratings
from eval_core.campaigns.rules import change_rules
from eval_core.errors import RefusedError
from eval_core.protocols import load_protocol
from eval_core.store import Membership, Person, Rating, RatingAssignment, Response
from tests.conftest import Clock
from tests.support.acts import Desk, open_desk, record_ratings, undo_ratings
from tests.support.building import Built
from tests.support.checking import everything, refusal

pytestmark = pytest.mark.both_databases

Build = Callable[..., Built]
HEVAL = load_protocol("heval").rated
FULL = {criterion.key: Score(3) for criterion in HEVAL}


@pytest.fixture
def built(campaign: Build) -> Built:
    return campaign(protocol="heval", prompts=2)


def desk_of(built: Built, who: str) -> Desk:
    return open_desk(built.store, who, built.slug)


def rate(built: Built, who: str, marks: dict[str, Score] | None = None) -> int:
    """Rate all there is; how many responses that were."""
    made = 0
    while (desk := desk_of(built, who)).sheets:
        for sheet in desk.sheets:
            assert record_ratings(built.store, who, built.slug, sheet.assignment_id, sheet.revision, marks or FULL)
            made += 1
    return made


def live(built: Built) -> list[tuple[int, str, int | None]]:
    """Assignment, criterion and value of every rating in force."""
    with built.store.read() as db:
        rows = select(Rating.rating_assignment_id, Rating.criterion, Rating.value).where(Rating.live)
        return [tuple(row) for row in db.execute(rows)]  # type: ignore[misc]


def test_every_response_is_rated_by_as_many_as_asked(built: Built) -> None:
    """Two of three annotators rate each of six responses, each response once a person; then it is finished."""
    people = built.annotators(3)
    assert sum(rate(built, person) for person in people) == 12
    assert {desk_of(built, person).reason for person in people} == {"finished"}
    with built.store.read() as db:
        rows = db.execute(select(RatingAssignment.response_id, RatingAssignment.person_id)).all()
    assert set(Counter(response for response, _ in rows).values()) == {2}
    assert len(set(rows)) == len(rows)
    assert len(live(built)) == 12 * len(HEVAL)


def test_the_desk_stays_until_it_is_rated_and_names_no_system(built: Built) -> None:
    """The same response comes up again, with its prompt; nothing that is sent has a system's name."""
    kari = built.enter("Kari")
    first, again = desk_of(built, kari), desk_of(built, kari)
    assert first.sheets == again.sheets
    assert (len(first.sheets), first.sheets[0].prompt[:7], first.done) == (1, "Oppgave", 0)
    assert not any(system in str(first) for system in built.systems)


def test_several_responses_beside_each_other(built: Built) -> None:
    """If the lead wants it, all responses to one prompt come up together, in random order."""
    change_rules(built.store, built.slug, {"responses_beside": 3})
    desk = desk_of(built, built.enter("Kari"))
    assert len({sheet.texts["A"] for sheet in desk.sheets}) == 3
    with built.store.read() as db:
        prompts = select(Response.prompt_id).where(Response.text.in_([sheet.texts["A"] for sheet in desk.sheets]))
        assert len(set(db.scalars(prompts))) == 1


def test_zero_and_not_applicable_are_answers(built: Built) -> None:
    """0 is stored as 0 and N/A as N/A; neither is a missing rating."""
    marks = {criterion.key: Score(0) for criterion in HEVAL} | {HEVAL[3].key: Score(None)}
    kari = built.enter("Kari")
    (sheet,) = desk_of(built, kari).sheets
    assert missing_scores(HEVAL, marks) == []
    assert record_ratings(built.store, kari, built.slug, sheet.assignment_id, 0, marks)
    with built.store.read() as db:
        found = {row.criterion: (row.value, row.not_applicable) for row in db.scalars(select(Rating))}
    assert found == {key: (mark.value, mark.value is None) for key, mark in marks.items()}


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({HEVAL[0].key: None}, "incomplete"),
        ({HEVAL[0].key: Score(5)}, "unknown_rating"),
        ({HEVAL[0].key: Score(-1)}, "unknown_rating"),
        ({"beauty": Score(3)}, "unknown_rating"),
        ({HEVAL[0].key: Score(3, "x" * 2001)}, "too_long"),
    ],
)
def test_what_is_missing_or_off_the_scale_is_refused(built: Built, change: dict[str, Score | None], word: str) -> None:
    """An incomplete sheet, an unknown criterion or value: refused, nothing stored."""
    kari = built.enter("Kari")
    (sheet,) = desk_of(built, kari).sheets
    marks = {key: mark for key, mark in (FULL | change).items() if mark is not None}
    before = everything(built.store)
    assert refusal(lambda: record_ratings(built.store, kari, built.slug, sheet.assignment_id, 0, marks)) == word
    assert everything(built.store) == before


def test_explanations_are_asked_for_by_the_protocol(campaign: Build) -> None:
    """Below the top of the scale the MT protocol wants to know why; at the top it does not."""
    rated = load_protocol("mt_qualitative").rated
    marks = {criterion.key: Score(5) for criterion in rated} | {rated[1].key: Score(4)}
    assert missing_scores(rated, marks) == [(rated[1].key, "explanation")]
    built = campaign(protocol="mt_qualitative", prompts=1)
    kari = built.enter("Kari")
    (sheet,) = desk_of(built, kari).sheets
    assert refusal(lambda: record_ratings(built.store, kari, built.slug, sheet.assignment_id, 0, marks)) == "incomplete"
    marks[rated[1].key] = Score(4, "Stivt ordvalg")
    assert record_ratings(built.store, kari, built.slug, sheet.assignment_id, 0, marks)


def test_the_same_click_twice_is_one_sheet(built: Built) -> None:
    """A doubled click differs from a second opinion, and a stale one is refused."""
    kari = built.enter("Kari")
    (sheet,) = desk_of(built, kari).sheets
    save = (built.store, kari, built.slug, sheet.assignment_id)
    assert record_ratings(*save, 0, FULL) is True
    assert record_ratings(*save, 0, FULL) is False
    other = FULL | {HEVAL[0].key: Score(1)}
    assert refusal(lambda: record_ratings(*save, 0, other)) == "stale"
    assert len(live(built)) == len(HEVAL)


def test_undo_brings_it_back_and_a_late_copy_of_the_click_is_refused(built: Built) -> None:
    """After an undo the same response comes up again, empty; a repeat of the first click does not rate it again."""
    kari = built.enter("Kari")
    (sheet,) = desk_of(built, kari).sheets
    save = (built.store, kari, built.slug, sheet.assignment_id)
    record_ratings(*save, 0, FULL)
    assert desk_of(built, kari).undoable == (sheet.assignment_id, 1)
    assert undo_ratings(*save, 1) is True
    assert undo_ratings(*save, 1) is False
    desk = desk_of(built, kari)
    assert (desk.done, desk.undoable, live(built)) == (0, None, [])
    assert refusal(lambda: record_ratings(*save, 0, FULL)) == "stale"
    held, _leased_meanwhile = desk.sheets  # what was undone comes first
    assert (held.assignment_id, held.revision, held.scores) == (sheet.assignment_id, 2, {})
    assert record_ratings(*save, 2, FULL)
    (other,) = desk_of(built, kari).sheets
    assert other.revision == 0


def test_revising_keeps_what_was_there(built: Built) -> None:
    """A changed sheet is a new revision, the old one is kept; Undo does not go back to it; a lead can forbid it."""
    kari = built.enter("Kari")
    (sheet,) = desk_of(built, kari).sheets
    save = (built.store, kari, built.slug, sheet.assignment_id)
    record_ratings(*save, 0, FULL)
    changed = FULL | {HEVAL[0].key: Score(1)}
    assert revise_ratings(*save, 1, changed)
    assert {value for _, criterion, value in live(built) if criterion == HEVAL[0].key} == {1}
    with built.store.read() as db:
        assert len(db.scalars(select(Rating)).all()) == 2 * len(HEVAL)
    assert desk_of(built, kari).undoable is None
    assert refusal(lambda: undo_ratings(*save, 2)) == "stale"
    change_rules(built.store, built.slug, {"revisable": False})
    assert refusal(lambda: revise_ratings(*save, 2, FULL)) == "not_revisable"


def test_nobody_touches_anothers_ratings(built: Built) -> None:
    """Two people rate one response on separate sheets; neither can save into the other's."""
    kari, ola = built.annotators(2)
    (sheet,) = desk_of(built, kari).sheets
    assert refusal(lambda: record_ratings(built.store, ola, built.slug, sheet.assignment_id, 0, FULL)) == "not_allowed"
    rate(built, kari)
    before = live(built)
    rate(built, ola, {key: Score(1) for key in FULL})
    assert set(before) < set(live(built))


def test_a_vanished_raters_response_goes_to_somebody_else(campaign: Build, clock: Clock) -> None:
    """An expired lease blocks nobody; what its owner does once the place is taken is kept, and marked late."""
    built = campaign(protocol="heval", prompts=1, systems=("a",), overlap=1)
    kari, ola = built.annotators(2)
    (sheet,) = desk_of(built, kari).sheets
    assert desk_of(built, ola).reason == "waiting"
    clock.move(minutes=31)
    assert rate(built, ola) == 1
    save = (built.store, kari, built.slug, sheet.assignment_id)
    assert record_ratings(*save, 0, FULL)
    assert desk_of(built, kari).reason == "finished"
    with built.store.read() as db:
        late = select(Rating.late, func.count()).where(Rating.live).group_by(Rating.late)
        assert dict(db.execute(late).all()) == {False: len(HEVAL), True: len(HEVAL)}


def test_quota_pause_and_written_standard(campaign: Build) -> None:
    """Each reason for having nothing to rate has its code; a person's written standard is respected."""
    built = campaign(protocol="heval", prompts=4, per_annotator=5)
    kari = built.enter("Kari")
    with built.store.write() as db:
        db.execute(update(Membership).where(Membership.role == "annotator").values(written_standard="nn"))
    seen = set()
    for _ in range(5):
        desk = desk_of(built, kari)
        seen.add(desk.sheets[0].written_standard)
        record_ratings(built.store, kari, built.slug, desk.sheets[0].assignment_id, 0, FULL)
    assert (seen, desk_of(built, kari).reason) == ({"nn"}, "quota")


def test_too_fast_is_refused_and_the_wait_starts_again(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has read eleven criteria in a blink."""
    monkeypatch.setenv("PARVIS_DWELL_MS", "400")
    kari = built.enter("Kari")
    (sheet,) = desk_of(built, kari).sheets
    assert refusal(lambda: record_ratings(built.store, kari, built.slug, sheet.assignment_id, 0, FULL)) == "too_fast"
    assert live(built) == []


def test_overlap_holds_when_everybody_comes_at_once(campaign: Build) -> None:
    """Six raters on six threads, overlap two: every response ends with exactly two raters."""
    built = campaign(protocol="heval", prompts=4)
    people = built.annotators(6)

    def work(who: str) -> int:
        made = 0
        while (desk := desk_of(built, who)).sheets:
            for sheet in desk.sheets:
                try:
                    made += record_ratings(built.store, who, built.slug, sheet.assignment_id, sheet.revision, FULL)
                except RefusedError as error:
                    assert error.code == "lease_lost"
        return made

    with ThreadPoolExecutor(6) as pool:
        made = sum(pool.map(work, people))
    for person in people:  # what others held at the time
        made += rate(built, person)
    assert made == 24
    with built.store.read() as db:
        done = db.scalars(select(RatingAssignment.response_id).where(RatingAssignment.status == "done")).all()
    assert set(Counter(done).values()) == {2}


def test_a_judge_takes_nobodys_place(campaign: Build) -> None:
    """What an LLM judge has rated is still rated by as many people as asked."""
    built = campaign(protocol="heval", prompts=1, overlap=1)
    robot, kari = built.annotators(2)
    rate(built, robot)
    with built.store.write() as db:
        db.execute(update(Person).where(Person.name.endswith("-a")).values(kind="judge"))
    assert rate(built, kari) == 3
