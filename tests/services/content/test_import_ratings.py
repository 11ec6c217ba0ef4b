"""Ratings made elsewhere: stored once, never overwritten unasked, and the same again after an export."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from sqlalchemy import func, select

from eval_core.campaigns.access import find_person
from eval_core.campaigns.content.import_ratings import import_ratings
from eval_core.campaigns.kinds import scales_of
from eval_core.campaigns.quality.exclusions import exclude_person
from eval_core.campaigns.results.ratings import export_ratings, read_ratings_of
from eval_core.errors import InputError
from eval_core.files import ratings_table, template, write_table
from eval_core.store import Person, Rating, RatingAssignment, RatingMark, Response, Store
from tests.support.building import Built, build_campaign
from tests.support.checking import everything

Build = Callable[..., Built]
HEAD = "prompt_id,document,system,annotator_id,adequacy,fluency\n"
ROWS = "s1,d1,a,Kari,4,5\ns1,d1,b,Kari,3,2\ns1,d1,a,Ola,1,5\n"


@pytest.fixture
def empty(campaign: Build) -> Built:
    return campaign(protocol="adequacy_fluency", prompts=0)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    def new(rows: str, head: str = HEAD) -> Path:
        path = tmp_path / "ratings.csv"
        path.write_text(head + rows, encoding="utf-8")
        return path

    return new


def test_a_file_brings_all_that_it_speaks_of(empty: Built, write: Callable[..., Path]) -> None:
    """Prompts with their documents, systems, responses without texts, annotators and six ratings."""
    report = import_ratings(empty.store, write(ROWS), empty.slug)
    assert (report.prompts, report.responses, report.ratings, report.known) == (1, 2, 6, 0)
    protocol, ratings = read_ratings_of(empty.store, empty.slug)
    assert protocol.key == "adequacy_fluency"
    assert ratings[["document", "system", "annotator", "criterion", "value"]].to_numpy().tolist()[:3] == [
        ["d1", "a", "Kari", "adequacy", 4],
        ["d1", "a", "Kari", "fluency", 5],
        ["d1", "b", "Kari", "adequacy", 3],
    ]


def test_twice_adds_nothing_twice(empty: Built, write: Callable[..., Path]) -> None:
    """The second time every rating is known, and nothing in the database changes."""
    import_ratings(empty.store, write(ROWS), empty.slug)
    before = everything(empty.store)
    report = import_ratings(empty.store, write(ROWS), empty.slug)
    assert (report.ratings, report.known, report.changed) == (0, 6, False)
    assert everything(empty.store) == before


@pytest.mark.both_databases
def test_some_explanations_are_missing(empty: Built, tmp_path: Path) -> None:
    """A rating without a reason among others with one is stored without one, and is known the second time."""
    path = tmp_path / "ratings.csv"
    path.write_bytes(template("ratings", ".csv"))
    import_ratings(empty.store, path, empty.slug)
    with empty.store.read() as db:
        assert db.scalars(select(Rating.explanation).order_by(Rating.id)).all() == [None, "Stiv ordstilling."]
    assert import_ratings(empty.store, path, empty.slug).known == 2


def test_a_changed_rating_is_refused_by_row_unless_asked_for(empty: Built, write: Callable[..., Path]) -> None:
    """Without --revise nothing changes; with it the new value counts, and the old revision stays."""
    import_ratings(empty.store, write(ROWS), empty.slug)
    before = everything(empty.store)
    changed = write(ROWS.replace("b,Kari,3,2", "b,Kari,3,1"))
    with pytest.raises(InputError, match=r"row 3.*fluency.*rated this response differently"):
        import_ratings(empty.store, changed, empty.slug)
    assert everything(empty.store) == before
    report = import_ratings(empty.store, changed, empty.slug, revise=True)
    assert (report.ratings, report.known) == (1, 5)
    with empty.store.read() as db:
        rows = select(Rating.revision, Rating.value, Rating.live).where(Rating.value < 3, Rating.criterion == "fluency")
        assert sorted(tuple(row) for row in db.execute(rows)) == [(1, 2, False), (2, 1, True)]


def test_another_protocol_over_the_same_responses(store: Store, campaign: Build, write: Callable[..., Path]) -> None:
    """A pairwise campaign takes ratings under a named protocol, and asks for one if none is named."""
    built = campaign(prompts=1, systems=("a", "b"))
    path = write("p0,,a,Kari,4,5\np0,,b,Kari,3,2\n")
    with pytest.raises(InputError, match="compared, not rated"):
        import_ratings(store, path, built.slug)
    report = import_ratings(store, path, built.slug, protocol="adequacy_fluency")
    assert (report.prompts, report.responses, report.ratings) == (0, 0, 4)
    with store.read() as db:
        assert db.scalar(select(func.count(Response.id))) == 2
        assert set(db.scalars(select(RatingAssignment.status))) == {"done"}


def test_a_prompt_belongs_to_one_document(empty: Built, write: Callable[..., Path]) -> None:
    """A document that was not known is filled in; another one is refused, naming row and column."""
    import_ratings(empty.store, write(ROWS.replace("d1", "")), empty.slug)
    import_ratings(empty.store, write(ROWS), empty.slug)
    assert set(read_ratings_of(empty.store, empty.slug)[1]["document"]) == {"d1"}
    with pytest.raises(InputError, match=r"row 2.*document.*already belongs to the document 'd1'"):
        import_ratings(empty.store, write(ROWS.replace("d1", "d2")), empty.slug)


def test_what_is_excluded_or_another_kind_is_not_read(empty: Built, write: Callable[..., Path]) -> None:
    """An excluded annotator's ratings stay in the export, marked, and out of the results; judges come on demand."""
    import_ratings(empty.store, write(ROWS), empty.slug)
    with empty.store.read() as db:
        ola = find_person(db, "Ola").id
    exclude_person(empty.store, empty.slug, ola, "Guessed")
    assert set(read_ratings_of(empty.store, empty.slug)[1]["annotator"]) == {"Kari"}
    assert read_ratings_of(empty.store, empty.slug, kind="judge")[1].empty
    exported = export_ratings(empty.store, empty.slug)[1]
    assert dict(exported.groupby("annotator")["excluded"].first()) == {"Kari": False, "Ola": True}
    assert set(export_ratings(empty.store, empty.slug, pseudonymous=True)[1]["annotator"]) == {
        "annotator-1",
        "annotator-2",
    }


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_an_export_reads_back_to_the_same_ratings(
    empty: Built, write: Callable[..., Path], tmp_path: Path, suffix: str
) -> None:
    """Exported, and imported into an empty campaign: the very same ratings."""
    import_ratings(empty.store, write(ROWS), empty.slug)
    protocol, frame = export_ratings(empty.store, empty.slug)
    path = tmp_path / f"out.{suffix}"
    write_table(ratings_table(frame, scales_of(protocol)), path)
    other = build_campaign(empty.store, slug="other", protocol="adequacy_fluency", prompts=0)
    import_ratings(empty.store, path, other.slug)
    pd.testing.assert_frame_equal(
        read_ratings_of(empty.store, other.slug)[1], read_ratings_of(empty.store, empty.slug)[1]
    )


def test_an_export_has_marks_and_late_ratings(empty: Built, write: Callable[..., Path], tmp_path: Path) -> None:
    """A mark stands with the rating of its criterion, of the revision in force; such a file reads back all the same."""
    import_ratings(empty.store, write(ROWS), empty.slug)
    with empty.store.write() as db:
        rated = db.scalars(select(Rating).where(Rating.criterion == "fluency").order_by(Rating.id)).first()
        assert rated is not None
        rated.late, rated.layout = True, "switched"
        for revision, start in ((1, 2), (1, None), (2, 0)):  # the last: of no revision in force
            mark = RatingMark(rating_assignment_id=rated.rating_assignment_id, revision=revision, issue="fluency")
            mark.start, mark.end = start, None if start is None else start + 3
            db.add(mark)
    protocol, frame = export_ratings(empty.store, empty.slug)
    (row,) = frame[frame["marks"].notna()].to_dict("records")
    assert json.loads(row["marks"]) == [{"start": 2, "end": 5}, {"start": None, "end": None}]
    assert (row["criterion"], row["late"], row["layout"], frame["late"].sum()) == ("fluency", True, "switched", 1)
    write_table(ratings_table(frame, scales_of(protocol)), tmp_path / "out.csv")
    report = import_ratings(empty.store, tmp_path / "out.csv", empty.slug)
    assert (report.ratings, report.changed) == (0, False)


KINDS = {"Kari": "human", "eksempel-modell": "judge", "Robot": "simulated"}


@pytest.mark.parametrize("pseudonymous", [False, True])
def test_an_export_keeps_who_is_a_judge(
    empty: Built, other_store: Store, write: Callable[..., Path], tmp_path: Path, pseudonymous: bool
) -> None:
    """Read into another database, a judge's ratings stay a judge's, and out of the people's results."""
    head = "prompt_id,system,annotator_id,annotator_kind,adequacy,fluency\n"
    import_ratings(
        empty.store, write("".join(f"s1,a,{name},{kind},4,5\n" for name, kind in KINDS.items()), head), empty.slug
    )
    protocol, frame = export_ratings(empty.store, empty.slug, pseudonymous=pseudonymous)
    path = tmp_path / "out.csv"
    write_table(ratings_table(frame, scales_of(protocol)), path)
    there = build_campaign(other_store, slug="other", protocol="adequacy_fluency", prompts=0)
    import_ratings(other_store, path, there.slug)
    with other_store.read() as db:
        kinds = dict(db.execute(select(Person.name, Person.kind)).all())
    assert kinds == frame.groupby("annotator")["annotator_kind"].first().to_dict()
    assert sorted(kinds.values()) == sorted(KINDS.values())
    judged = read_ratings_of(other_store, there.slug, kind="judge")[1]
    assert set(judged["annotator"]) == {name for name, kind in kinds.items() if kind == "judge"}
    assert len(read_ratings_of(other_store, there.slug)[1]) == 4
    assert import_ratings(other_store, path, there.slug).changed is False


def test_a_known_annotator_of_another_kind_is_refused(empty: Built, write: Callable[..., Path]) -> None:
    """Neither do a judge's ratings become Kari's nor hers a judge's; a file without kinds is accepted for both."""
    head = "prompt_id,system,annotator_id,adequacy,fluency,annotator_kind\n"
    import_ratings(empty.store, write("s1,a,Kari,4,5,\ns1,a,eksempel-modell,4,5,judge\n", head), empty.slug)
    before = everything(empty.store)
    for name, kind, known in (("Kari", "judge", "human"), ("eksempel-modell", "human", "judge")):
        with pytest.raises(InputError, match=f"row 3.*annotator_kind.*known here as {known}, not as {kind}"):
            import_ratings(empty.store, write(f"s2,a,Ola,4,5,\ns2,a,{name},4,5,{kind}\n", head), empty.slug)
        assert everything(empty.store) == before
    import_ratings(empty.store, write("s2,a,Kari,4,5,\ns2,a,eksempel-modell,4,5,\n", head), empty.slug)
    assert len(read_ratings_of(empty.store, empty.slug, kind="judge")[1]) == 4
