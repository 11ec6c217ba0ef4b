"""A judge that rates, next to people: planted judges are distinguished, on both databases."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select, update

from eval_core.campaigns.access import find_person
from eval_core.campaigns.quality.exclusions import exclude_person
from eval_core.campaigns.results.judges_rating import RatingJudgeReport, rating_judge_reports
from eval_core.campaigns.results.ratings import read_ratings_of, rule_of
from eval_core.errors import InputError
from eval_core.scoring import item_scores, score_correlations
from eval_core.store import JudgeReply, Person, Rating, RatingAssignment, Response
from tests.support.building import Built
from tests.support.rating_judges import DOCUMENTS, JUDGES, PEOPLE, PROMPTS, SYSTEMS, rate_by_judges

Build = Callable[..., Built]
RESPONSES = PROMPTS * len(SYSTEMS)


@pytest.fixture
def rated(campaign: Build, tmp_path: Path) -> Built:
    built = campaign(protocol="adequacy_fluency", prompts=0)
    rate_by_judges(built.store, built.slug, tmp_path)
    return built


def reports(built: Built, **options: object) -> dict[str, RatingJudgeReport]:
    return {report.judge: report for report in rating_judge_reports(built.store, built.slug, **options)}  # type: ignore[arg-type]


def test_planted_judges_are_distinguished(rated: Built) -> None:
    """The copy passes, the others do not; leanings and correlations are those that were planted."""
    by_judge = reports(rated)
    assert tuple(by_judge) == JUDGES
    assert {name: one.score.test.passes for name, one in by_judge.items()} == {
        "Copy": True,
        "Long": False,
        "Mild": False,
        "Random": False,
    }
    copy, mild, long, random = (by_judge[name] for name in ("Copy", "Mild", "Long", "Random"))
    assert {one.comparison.common for one in by_judge.values()} == {RESPONSES}
    assert copy.comparison.annotators["Kari"].pearson.value == 1.0
    assert copy.comparison.system.spearman.value == mild.comparison.system.spearman.value == 1.0
    assert copy.comparison.document.n == DOCUMENTS * len(SYSTEMS)
    assert copy.score.comparison.bias.value is not None
    assert mild.score.comparison.bias.value == pytest.approx(copy.score.comparison.bias.value + 1)
    assert (mild.score.comparison.bias.low or 0) > 0.5
    assert long.comparison.length is not None
    assert copy.comparison.length is not None
    assert (long.comparison.length.spearman.low or 0) > 0.4
    assert abs(copy.comparison.length.spearman.value or 0) < 0.3
    assert abs(random.score.comparison.judge.alpha_ordinal.value or 0) < 0.2
    assert (random.score.comparison.people.alpha_ordinal.value or 0) > 0.4
    assert copy.comparison.place is None


def test_confusion_counts_pairs(rated: Built) -> None:
    """Every pair of the judge's and a person's rating counts once; the mild judge never gives less than Kari."""
    found = reports(rated, judges=["Mild"], epsilon=0.1)["Mild"]
    crossed = found.criteria["adequacy"].confusion
    assert crossed is not None
    assert crossed.points == (1, 2, 3, 4, 5)
    assert sum(map(sum, crossed.counts)) == RESPONSES * len(PEOPLE)
    assert sum(crossed.counts[0]) == sum(crossed.counts[1]) == 0
    assert (crossed.na, crossed.people_na) == (0.0, 0.0)
    assert found.score.test.epsilon == 0.1


def test_item_level_is_that_of_parvis_ratings(rated: Built) -> None:
    """The correlation with people is that of `score_correlations` over the ratings as they are read for scores."""
    protocol, people = read_ratings_of(rated.store, rated.slug)
    _, judges = read_ratings_of(rated.store, rated.slug, kind="judge", where=["annotator=Copy"])
    copy = reports(rated, judges=["Copy"])["Copy"]
    theirs, mine = (item_scores(frame, rule_of(protocol)) for frame in (people, judges))
    for unit, found in (
        ("item", copy.score.comparison.correlation),
        ("document", copy.comparison.document),
        ("system", copy.comparison.system),
    ):
        whole = score_correlations(mine, theirs, unit=unit)[0]
        assert whole.correlation.n == found.n
        assert whole.correlation.spearman.value == pytest.approx(found.spearman.value)


def test_places_in_batches_are_read_from_the_replies(rated: Built) -> None:
    """A judge milder towards the end of each batch is seen; malformed replies and single responses say nothing."""
    with rated.store.write() as db:
        judge = db.scalar(select(Person.id).where(Person.name == "Copy"))
        rows = list(db.scalars(select(Response.id).order_by(Response.id)))
        for status in ("ok", "malformed"):
            for at in range(0, len(rows), 4):
                about = rows[at : at + 4] if status == "ok" else rows[at : at + 4][::-1]
                db.add(_reply(rated.id, judge, about, status, f"{status}{at}"))
        db.add(_reply(rated.id, judge, rows[:1], "ok", "alone"))
        late = [row for place, row in enumerate(rows) if place % 4 > 1]
        sheets = select(RatingAssignment.id).where(
            RatingAssignment.person_id == judge, RatingAssignment.response_id.in_(late)
        )
        db.execute(update(Rating).where(Rating.rating_assignment_id.in_(sheets)).values(value=5))
    place = reports(rated, judges=["Copy"])["Copy"].comparison.place
    assert place is not None
    assert place.n == RESPONSES
    assert (place.spearman.low or 0) > 0.4


def _reply(campaign: int, judge: int | None, about: list[int], status: str, key: str) -> JudgeReply:
    return JudgeReply(
        campaign_id=campaign,
        person_id=judge,
        protocol_key="adequacy_fluency",
        protocol_hash="0" * 64,
        request_hash=key,
        about={"response": about},
        attempt=1,
        status=status,
        text="{}",
    )


def test_the_document_is_plain(rated: Built) -> None:
    """The JSON has numbers and names only, and the criteria of the protocol."""
    (document,) = (report.as_dict() for report in reports(rated, judges=["Random"]).values())
    assert json.loads(json.dumps(document, allow_nan=False)) == json.loads(json.dumps(document))
    assert set(document["criteria"]) == {"adequacy", "fluency"}
    assert set(document["levels"]) == {"item", "document", "system"}
    assert document["criteria"]["fluency"]["judge"]["within_one"]["value"] < 1


def test_who_is_no_judge_and_what_is_not_rated(rated: Built, campaign: Build) -> None:
    """A person's name is refused by name; a campaign without a judge has no report, a pairwise one is refused."""
    with pytest.raises(InputError, match="no judge 'Kari'.*Copy, Long, Mild, Random"):
        reports(rated, judges=["Kari"])
    empty = campaign(slug="empty", protocol="heval", prompts=1)
    assert reports(empty) == {}
    compared = campaign(slug="compared", prompts=1)
    with pytest.raises(InputError, match="compared, not rated"):
        reports(compared)
    assert reports(compared, protocol="heval") == {}


def test_excluded_people_do_not_count(rated: Built) -> None:
    """Without one of three people the test no longer decides."""
    with rated.store.read() as db:
        siri = find_person(db, "Siri").id
    exclude_person(rated.store, rated.slug, siri, "a test")
    found = reports(rated, judges=["Copy"])["Copy"]
    assert set(found.comparison.annotators) == {"Kari", "Ola"}
    assert found.score.test.passes is None
