"""The rater's own list: complete, searchable, theirs alone, and with every revision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

import pytest
from sqlalchemy import update

from eval_core.campaigns.desk.pile import Score
from eval_core.campaigns.desk.rating_sheets import revise_ratings
from eval_core.campaigns.my_work.own_ratings import own_rating
from eval_core.campaigns.my_work.work_list import WorkPage, list_work
from eval_core.campaigns.rules import change_rules
from eval_core.protocols import load_protocol
from eval_core.store import Campaign, Rating
from tests.conftest import Clock
from tests.support.acts import open_desk, record_ratings, undo_ratings
from tests.support.building import Built
from tests.support.checking import refusal

FULL = {criterion.key: Score(3) for criterion in load_protocol("heval").rated}
FIRST = load_protocol("heval").rated[0].key


@pytest.fixture
def rated(campaign: Callable[..., Built], clock: Clock) -> tuple[Built, str, list[int]]:
    """A campaign, its annotator's session, and the four responses that she rated, a minute apart."""
    built = campaign(protocol="heval", prompts=2)
    kari = built.enter("Kari")
    return built, kari, [rate(built, kari, clock) for _ in range(4)]


def rate(built: Built, who: str, clock: Clock, marks: dict[str, Score] | None = None) -> int:
    """Rate the present response; its assignment."""
    (sheet,) = open_desk(built.store, who, built.slug).sheets
    clock.move(minutes=1)
    record_ratings(built.store, who, built.slug, sheet.assignment_id, sheet.revision, marks or FULL)
    return sheet.assignment_id


def page(built: Built, who: str, **wanted: object) -> WorkPage:
    return list_work(built.store, who, built.slug, **wanted)  # type: ignore[arg-type]


def test_the_newest_stands_first(rated: tuple[Built, str, list[int]], clock: Clock) -> None:
    """Every rated response with its number, first words, prompt and moment, the newest first."""
    built, kari, made = rated
    listed = page(built, kari)
    assert [(row.number, row.assignment_id, row.revision) for row in listed.rows] == [
        (4, made[3], 1),
        (3, made[2], 1),
        (2, made[1], 1),
        (1, made[0], 1),
    ]
    assert (listed.total, listed.found, listed.before) == (4, 4, None)
    assert listed.rows[0].decided_at == clock.time
    assert all(row.responses[0] and row.prompt.startswith("Oppgave") for row in listed.rows)


def test_page_by_page(rated: tuple[Built, str, list[int]]) -> None:
    """Each part goes on where the one before ended, until there is no more."""
    built, kari, _made = rated
    first = page(built, kari, limit=3)
    rest = page(built, kari, limit=3, before=first.before)
    assert [row.number for row in (*first.rows, *rest.rows)] == [4, 3, 2, 1]
    assert (first.before, rest.before) == (2, None)


def test_a_response_is_shown_as_it_was_rated(rated: tuple[Built, str, list[int]]) -> None:
    """The response, what was asked, every rating and its time; no system is named."""
    built, kari, made = rated
    rating = own_rating(built.store, kari, built.slug, made[1])
    assert (rating.number, rating.sheet.revision, rating.sheet.scores, rating.fixed) == (2, 1, FULL, None)
    assert rating.sheet.response
    assert rating.source.startswith("Oppgave")
    assert [(revision.revision, revision.marks) for revision in rating.history] == [(1, FULL)]
    assert not any(system in str((asdict(rating), page(built, kari))) for system in built.systems)


def test_a_revision_takes_the_place_and_the_earlier_one_is_kept(
    rated: tuple[Built, str, list[int]], clock: Clock
) -> None:
    """The new ratings are in force, both are in the history, and the revision has no active time of its own."""
    built, kari, made = rated
    clock.move(minutes=90)
    other = FULL | {FIRST: Score(None)}
    revise_ratings(built.store, kari, built.slug, made[0], 1, other)
    rating = own_rating(built.store, kari, built.slug, made[0])
    assert (rating.number, rating.sheet.scores) == (1, other)
    assert [revision.marks for revision in rating.history] == [FULL, other]
    assert page(built, kari).rows[-1].revision == 2
    with built.store.read() as db:
        times = {row.revision: row.active_ms for row in db.query(Rating).where(Rating.rating_assignment_id == made[0])}
    assert times == {1: 60_000, 2: None}


def test_an_undone_judgment_leaves_the_list_but_not_the_history(
    rated: tuple[Built, str, list[int]], clock: Clock
) -> None:
    """After Undo it is not listed; rated again, it is, with all three steps."""
    built, kari, made = rated
    undo_ratings(built.store, kari, built.slug, made[3], 1)
    assert page(built, kari).total == 3
    assert refusal(lambda: own_rating(built.store, kari, built.slug, made[3])) == "not_allowed"
    assert rate(built, kari, clock, FULL | {FIRST: Score(1)}) == made[3]
    rating = own_rating(built.store, kari, built.slug, made[3])
    assert [revision.marks.get(FIRST) for revision in rating.history] == [Score(3), None, Score(1)]


def test_search(rated: tuple[Built, str, list[int]], clock: Clock) -> None:
    """Found are the prompt, the response and one's own explanation, whatever the case; a percent sign is only that."""
    built, kari, made = rated
    rating = own_rating(built.store, kari, built.slug, made[2])
    own = page(built, kari, search=rating.sheet.response.upper())
    assert [row.assignment_id for row in own.rows] == [made[2]]
    assert page(built, kari, search=rating.source).found in (1, 2, 3)
    assert (page(built, kari, search="%").found, page(built, kari, search="  ").found) == (0, 4)
    with built.store.write() as db:
        one = db.query(Rating).where(Rating.rating_assignment_id == made[1], Rating.criterion == FIRST)
        one.update({"explanation": "Blåbærsyltetøy"})
    assert [row.assignment_id for row in page(built, kari, search="BLÅBÆR").rows] == [made[1]]


def test_only_ones_own(rated: tuple[Built, str, list[int]]) -> None:
    """Somebody else's response is neither listed nor opened, and what was imported is nobody's to revise."""
    built, kari, made = rated
    ola = built.enter("Ola")
    assert page(built, ola).total == 0
    assert refusal(lambda: own_rating(built.store, ola, built.slug, made[0])) == "not_allowed"
    with built.store.write() as db:
        db.execute(update(Rating).where(Rating.rating_assignment_id == made[0]).values(decided_at=None))
    assert page(built, kari).total == 3


@pytest.mark.parametrize("status", ["paused", "closed"])
def test_why_they_cannot_be_changed(rated: tuple[Built, str, list[int]], status: str) -> None:
    """If ratings may not be changed, or the campaign is not open, the response tells why."""
    built, kari, made = rated
    change_rules(built.store, built.slug, {"revisable": False})
    assert own_rating(built.store, kari, built.slug, made[0]).fixed == "not_revisable"
    with built.store.write() as db:
        db.execute(update(Campaign).values(status=status))
    assert own_rating(built.store, kari, built.slug, made[0]).fixed == status
